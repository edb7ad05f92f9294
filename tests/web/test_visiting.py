"""The rules of a visit without any I/O: what is asked for, in which order, and what time it may take."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from airflow_provider.web.outcomes import Failed, Outcome, Page
from airflow_provider.web.steps import Answer, Compute, Get, Pause, Step, TakeTurn
from airflow_provider.web.turns import Lanes, Turn
from airflow_provider.web.visiting import Visitor

URL = "https://shop.example.com/prices"


class Play:
    """Plays a visit: *answers* are what the GETs bring, an exception is thrown; the turn is the same each time."""

    def __init__(self, *answers: Answer | Exception, turn: Turn | None = None, now: float = 1000.0) -> None:
        self.answers = list(answers)
        self.turn = turn or Turn()
        self.now = now
        self.steps: list[Step] = []

    def visit(self, **options: Any) -> Outcome:
        visitor = Visitor(clock=lambda: self.now, **options)
        visit = visitor.visit(URL, None, limit=1000, within=None)
        try:
            step = next(visit)
            while True:
                self.steps.append(step)
                result = self._do(step)
                step = visit.throw(result) if isinstance(result, Exception) else visit.send(result)
        except StopIteration as done:
            return done.value

    def _do(self, step: Step) -> Any:
        match step:
            case TakeTurn():
                return self.turn
            case Get():
                return self.answers.pop(0)
            case Compute():
                return step.call()

    def kinds(self) -> list[str]:
        return [type(step).__name__ for step in self.steps]


def answered(status: int = 200, body: bytes = b"", *, seconds: float = 0.0, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, httpx.Headers(named, encoding="utf-8"), body, seconds)


def test_a_turn_is_taken_then_robots_txt_read_and_the_page_asked_for() -> None:
    play = Play(answered(404), answered(200, b"x"))

    assert isinstance(play.visit(), Page)
    assert play.kinds() == ["TakeTurn", "Get", "Compute", "Get"]


@pytest.mark.parametrize(
    "validator",
    [
        {"etag": '"caf\u00e9"'},
        {"etag": f'"{"a" * 5000}"'},
        {"last_modified": "Mon, 01 Jan 2024 00:00:00 +99999999999999"},
    ],
    ids=["not ascii", "endless", "out of all time"],
)
def test_validators_that_cannot_be_sent_back_are_not_kept(validator: dict[str, str]) -> None:
    page = Play(answered(404), answered(200, b"x", date="Mon, 01 Jan 2026 00:00:00 GMT", **validator)).visit()

    assert isinstance(page, Page)
    assert page.validators is not None
    assert page.validators.headers() == {}


def test_a_time_to_come_again_that_is_out_of_all_time_is_none() -> None:
    outcome = Play(answered(404), answered(503, retry_after="Mon, 01 Jan 2026 00:00:00 +99999999999999")).visit()

    assert isinstance(outcome, Failed)
    assert (outcome.status, outcome.retry_after) == (503, None)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("User-agent: airflow-provider-content-ai\nDisallow: /\n\nUser-agent: *\nAllow: /", False),
        ("User-agent: Airflow-Provider-Content-AI/1.0 (any)\nDisallow: /", False),
        (
            "User-agent: other\nUser-agent: AIRFLOW-PROVIDER-CONTENT-AI # us\nDisallow: /\n\nUser-agent: *\nAllow: /",
            False,
        ),
        ("User-agent: airflow\nAllow: /\n\nUser-agent: *\nDisallow: /", False),
        ("User-agent: airflow-provider\nDisallow: /", True),
        ("User-agent: ai\nDisallow: /\n\nUser-agent: *\nDisallow: /private", True),
        ("User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow:", True),
        ("User-agent: *\nDisallow: /private\n\nUser-agent: *\nDisallow: /prices", False),
    ],
)
def test_a_group_of_robots_txt_is_for_who_bears_its_whole_name(text: str, *, allowed: bool) -> None:
    outcome = Play(answered(200, text.encode()), answered(200, b"x")).visit()

    assert isinstance(outcome, Page) == allowed


def test_each_hop_to_another_host_takes_a_turn_there() -> None:
    play = Play(answered(302, Location="https://other.example.com/"), answered(200))

    play.visit(obey_robots=False)

    assert [step.host for step in play.steps if isinstance(step, TakeTurn)] == ["shop.example.com", "other.example.com"]


def test_nothing_waits_for_a_host_without_turns() -> None:
    play = Play(answered(200))

    play.visit(obey_robots=False, take_turns=False)

    assert play.kinds() == ["Get"]


def test_the_crawl_delay_counts_from_the_end_of_the_visit_before() -> None:
    rules = answered(200, b"User-agent: *\nCrawl-delay: 10")
    turn = Turn()
    first = Play(rules, answered(200), turn=turn)
    first.visit()
    turn.end(1000.0)
    second = Play(rules, answered(200), turn=turn, now=1004.0)
    second.visit()

    assert [step.seconds for step in (*first.steps, *second.steps) if isinstance(step, Pause)] == [6.0]


def test_redirects_share_one_deadline() -> None:
    play = Play(answered(302, seconds=25.0, Location="/a"), answered(302, seconds=30.0, Location="/b"), answered(200))

    play.visit(obey_robots=False)

    assert [step.within for step in play.steps if isinstance(step, Get)] == [60.0, 35.0, 5.0]


@pytest.mark.parametrize(
    ("error", "cause"),
    [(TimeoutError(), "timeout"), (httpx.ReadError("x"), "connection"), (RuntimeError("x"), "connection")],
)
def test_an_error_of_the_driver_is_a_failed_visit(error: Exception, cause: str) -> None:
    outcome = Play(error).visit(obey_robots=False)

    assert isinstance(outcome, Failed)
    assert outcome.cause == cause


def test_hosts_that_nobody_uses_are_forgotten_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("airflow_provider.web.turns.MOST_HOSTS", 3)
    lanes = Lanes(object)

    with lanes.lane("used", 0.0) as used:
        with lanes.lane("resting", 0.0) as resting:
            resting.turn.delay = 60.0
            resting.turn.end(0.0)
        with lanes.lane("done", 0.0) as done:
            pass
        with lanes.lane("another", 1.0):
            found = {}
            for name in ("used", "resting", "done"):
                with lanes.lane(name, 1.0) as lane:
                    found[name] = lane

    assert found["used"] is used
    assert found["resting"] is resting
    assert found["done"] is not done
