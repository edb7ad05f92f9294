"""A kill at every single step of a task, before and after each has taken effect: then a retry, or a clear."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.state.sequences.airflow_model import TaskInstance, Version
from tests.state.sequences.jobs import LARGE, Batch, OneCall, PythonTask
from tests.state.sequences.process import Fate
from tests.state.sequences.world import Job, PaidService, World

pytestmark = pytest.mark.exhaustive

PAGE = "https://example.com/page"
PAGES = [f"https://example.com/{number}" for number in range(6)]
QUESTIONS = [f"Question-{number}" for number in range(5)]


@dataclass(frozen=True)
class Case:
    """A task, and how large its answers are."""

    job: Callable[[], Job]
    size: int = 0


long = pytest.mark.long
CASES = [
    pytest.param(Case(lambda: OneCall([PAGE])), id="one call"),
    pytest.param(Case(lambda: OneCall([PAGE]), LARGE), id="one call, large"),
    pytest.param(Case(lambda: Batch(PAGES, at_once=2)), id="batch"),
    pytest.param(Case(lambda: Batch(PAGES)), id="batch, one at a time", marks=long),
    pytest.param(Case(lambda: Batch(PAGES, at_once=2), 16_000), id="batch, large", marks=long),
    pytest.param(Case(lambda: PythonTask(QUESTIONS)), id="python"),
    pytest.param(Case(lambda: PythonTask(QUESTIONS), 16_000), id="python, large", marks=long),
]


@dataclass(frozen=True)
class Course:
    """What a task instance goes through: perhaps a try, one that is killed at some step, and what is done *then*."""

    version: Version
    fate: Callable[[int], Fate]
    then: Callable[[World], None]
    before: Fate | None = None


def go_through(service: PaidService, case: Case, course: Course) -> None:
    """Take a world through *course* for each step of a try; raises `AssertionError` with what was wrong, by step."""
    wrong = {}
    for step in itertools.count(1):
        world = World(service, TaskInstance(course.version, retries=2), case.job(), size=case.size)
        try:
            if course.before is not None:
                world.run(course.before)
            world.run(course.fate(step))
            course.then(world)
        except AssertionError as error:
            wrong[step] = str(error)
        if not world.kills:
            break
    assert not wrong, f"wrong after {len(wrong)} of {step} kills:\n" + "\n".join(
        f"{step}: {what}" for step, what in wrong.items()
    )


def finish_twice(world: World) -> None:
    """Succeed, then be cleared and succeed with fresh answers."""
    world.finish()
    world.finish()


def discard_and_finish(world: World) -> None:
    """Be cleared as Airflow 3.4 does it where nobody asks it to keep the state."""
    world.clear(keep_task_state=False)
    world.finish()


def killed_at(step: int) -> Fate:
    return Fate(killed_at=step)


def killed_for_good_at(step: int) -> Fate:
    return Fate(ended_at=step, killed_at=1)


@pytest.mark.parametrize("version", ["3.3", pytest.param("3.4", marks=long)])
@pytest.mark.parametrize("case", CASES)
def test_a_task_killed_at_any_step_is_retried_without_paying_again(
    service: PaidService, case: Case, version: Version
) -> None:
    go_through(service, case, Course(version, killed_at, finish_twice))


@pytest.mark.parametrize("version", [pytest.param("3.3", marks=long), "3.4"])
@pytest.mark.parametrize("case", CASES)
def test_a_task_killed_for_good_at_any_step_is_cleared_without_paying_again(
    service: PaidService, case: Case, version: Version
) -> None:
    go_through(service, case, Course(version, killed_for_good_at, World.finish))


@pytest.mark.parametrize("case", CASES)
def test_a_state_that_is_discarded_after_a_kill_at_any_step_costs_once_more_and_no_count(
    service: PaidService, case: Case
) -> None:
    go_through(service, case, Course("3.4", killed_for_good_at, discard_and_finish))


@pytest.mark.parametrize("case", CASES)
def test_a_retry_killed_at_any_step_is_retried_without_paying_again(service: PaidService, case: Case) -> None:
    go_through(service, case, Course("3.3", killed_at, World.finish, before=Fate(undeliverable=True)))
