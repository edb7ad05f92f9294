"""Record and log of a task instance: written so that a kill or a failing store at any moment costs no answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.state.log import LOG_KEY
from airflow_provider.state.record import STATE_KEY, VERSION, Record
from airflow_provider.state.task_state import TaskState
from tests.standins import MemoryStore
from tests.state.noise import dense

PAID = {"calls": 3, "tokens": 21, "unreported_calls": 0, "unconfirmed_calls": 1, "unpriced_calls": 3}


def large(size: int) -> bytes:
    """Return a JSON text of *size* that does not compress."""
    return json.dumps(dense(size)).encode()


def kept(store: MemoryStore) -> list[tuple[str, bytes]]:
    """Return what a later try finds."""
    return [(entry.fingerprint, entry.content) for entry in TaskState(store).answers.read()]


def keep(state: TaskState, *answers: tuple[str, bytes]) -> None:
    for name, content in answers:
        state.answers.append(name, content)
        state.record.usage += Usage.of_call(7)


def test_a_task_without_a_record_has_a_new_one_and_nothing_is_written() -> None:
    store = MemoryStore()
    state = TaskState(store)

    assert state.is_new
    assert not state.keeps_answers
    assert state.record.usage == Usage()
    assert (store.writes, store.values) == (0, {})


def test_what_is_saved_is_found_by_the_next_try() -> None:
    store = MemoryStore()
    state = TaskState(store)
    keep(state, ("a", b"1"), ("b", large(120_000)), ("c", b'{"x": null}'))
    state.save()

    after = TaskState(store)

    assert not after.is_new
    assert after.keeps_answers
    assert after.record.id == state.record.id
    assert after.record.usage == Usage(calls=3, tokens=21)
    assert kept(store) == [("a", b"1"), ("b", large(120_000)), ("c", b'{"x": null}')]


def test_nothing_expires() -> None:
    from airflow.sdk.execution_time.context import NEVER_EXPIRE

    store = MemoryStore()
    state = TaskState(store)
    keep(state, ("a", large(120_000)))
    state.save()

    assert len(store.retentions) > 2
    assert set(store.retentions.values()) == {NEVER_EXPIRE}


def test_full_parts_are_written_once_and_before_the_record_that_counts_them() -> None:
    written: list[str] = []

    class Watched(MemoryStore):
        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            written.append(key)
            super().set(key, value, retention=retention)

    state = TaskState(Watched())
    keep(state, ("a", large(120_000)))
    state.save()
    state.save()

    parts = [LOG_KEY.format(number=number) for number in range(3)]
    assert written == [*parts, STATE_KEY, STATE_KEY]


ANSWERS = [("a", b"1"), ("b", large(120_000)), ("c", b"2"), ("d", large(70_000)), ("e", b"3")]
# Of a try that saves after each answer.
WRITES = 1 + 5 + 1 + 4 + 1


def test_a_try_has_so_many_writes() -> None:
    store = MemoryStore()
    state = TaskState(store)
    for answer in ANSWERS:
        keep(state, answer)
        state.save()

    assert store.writes == WRITES


class FailingStore(MemoryStore):
    """A store of which write number *at*, from 1, fails; *written* says whether the value is there all the same."""

    def __init__(self, at: int, *, written: bool, error: type[BaseException] = ConnectionError) -> None:
        super().__init__()
        self.at, self.written, self.error = at, written, error
        self.tried = 0

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        self.tried += 1
        if self.tried != self.at or self.written:
            super().set(key, value, retention=retention)
        if self.tried == self.at:
            raise self.error("the state store is away")


@pytest.mark.parametrize("written", [False, True], ids=["not written", "written, and not confirmed"])
@pytest.mark.parametrize("at", range(1, WRITES + 1))
def test_the_next_save_makes_up_for_one_that_fails_at_any_write(at: int, *, written: bool) -> None:
    store = FailingStore(at, written=written)
    state = TaskState(store)
    failed = 0
    for answer in ANSWERS:
        keep(state, answer)
        try:
            state.save()
        except ConnectionError:
            failed += 1
    state.save()

    assert failed == 1
    assert kept(store) == ANSWERS
    assert TaskState(store).record.usage.calls == len(ANSWERS)


class KilledError(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("written", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, WRITES + 1))
def test_a_kill_at_any_write_leaves_a_record_that_counts_just_the_answers_that_are_there(
    at: int, *, written: bool
) -> None:
    store = FailingStore(at, written=written, error=KilledError)
    state = TaskState(store)
    saved: list[tuple[str, bytes]] = []

    def save_all() -> None:
        for answer in ANSWERS:
            keep(state, answer)
            state.save()
            saved.append(answer)

    with pytest.raises(KilledError):
        save_all()

    found = kept(store)
    assert found == ANSWERS[: len(found)]
    assert len(found) - len(saved) in (0, written)
    assert TaskState(store).record.usage.calls == len(found)
    # The try after it goes on where this one has ended.
    after = TaskState(store)
    keep(after, *ANSWERS[len(found) :])
    after.save()
    assert kept(store) == ANSWERS


def test_forgetting_leaves_the_spend_and_nothing_else() -> None:
    store = MemoryStore()
    state = TaskState(store)
    keep(state, *ANSWERS)
    state.save()
    state = TaskState(store)
    state.answers.overlapped = True

    state.forget()

    assert set(store.values) == {STATE_KEY}
    assert "log" not in store.get(STATE_KEY)
    assert store.get(STATE_KEY)["calls"] == len(ANSWERS)
    assert not TaskState(store).keeps_answers
    # It goes on as if there had been none.
    keep(state, ("again", b"1"))
    state.save()
    assert kept(store) == [("again", b"1")]


@pytest.mark.parametrize("step", range(1, 10))
def test_a_kill_while_forgetting_never_leaves_a_record_that_names_parts_which_are_gone(step: int) -> None:
    class Dying(MemoryStore):
        left = 10_000

        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            self.step()
            super().set(key, value, retention=retention)

        def delete(self, key: str) -> None:
            self.step()
            super().delete(key)

        def step(self) -> None:
            self.left -= 1
            if self.left == 0:
                raise KilledError

    store = Dying()
    state = TaskState(store)
    keep(state, *ANSWERS)
    state.save()
    assert len(store.values) == 8
    store.left = step

    if step == 9:
        state.forget()
    else:
        with pytest.raises(KilledError):
            state.forget()

    assert kept(store) == (ANSWERS if step == 1 else [])
    assert TaskState(store).record.usage.calls == len(ANSWERS)


def stored(**fields: Any) -> MemoryStore:
    store = MemoryStore()
    store.set(STATE_KEY, {"version": VERSION, "id": "5f0c1d9a7b3e", **PAID, **fields})
    return store


NEWER = {"version": VERSION + 1, "log": {"form": "of the future", "n": 3}, "weather": "fair"}


def test_a_newer_record_is_one_warning_and_its_calls_stay_counted(warnings: list[str]) -> None:
    state = TaskState(stored(**NEWER))

    assert list(state.answers.read()) == []
    assert not state.keeps_answers
    assert state.record.usage == Usage(calls=3, tokens=21, unconfirmed_calls=1, unpriced_calls=3)
    (warning,) = warnings
    assert warning == (
        "The spend record of this task was written by another version of the provider: its version is 3, and this "
        "provider knows 2. Its 4 calls stay counted; the answers that it keeps cannot be used, and are asked, and "
        "paid, again. Upgrade the provider on this worker to use them."
    )


@pytest.mark.parametrize("version", [VERSION + 1, "3.0", None])
def test_a_newer_record_to_which_nothing_is_added_is_left_to_those_who_can_read_it(version: object) -> None:
    store = stored(**NEWER | {"version": version})
    before = store.get(STATE_KEY)

    state = TaskState(store)
    state.record.usage += Usage.of_call(7)
    state.save()

    assert store.get(STATE_KEY) == {**before, **_blank(), "calls": 4, "tokens": 28}


def _blank() -> dict[str, Any]:
    return {name: value for name, value in Record().value.items() if name not in ("version", "id", *PAID)}


def test_a_newer_record_to_which_an_answer_is_added_is_todays_with_what_is_unknown(warnings: list[str]) -> None:
    store = stored(**NEWER)
    state = TaskState(store)
    keep(state, ("a", b"1"))
    state.save()

    assert store.get(STATE_KEY)["version"] == VERSION
    assert store.get(STATE_KEY)["weather"] == "fair"
    assert store.get(STATE_KEY)["calls"] == 4
    assert kept(store) == [("a", b"1")]
    assert len(warnings) == 1


def test_what_has_no_name_here_is_kept_over_tries_and_after_forgetting() -> None:
    store = stored(weather="fair", pages={"n": [1]})
    state = TaskState(store)
    keep(state, ("a", b"1"))
    state.save()
    TaskState(store).forget()

    assert store.get(STATE_KEY)["weather"] == "fair"
    assert store.get(STATE_KEY)["pages"] == {"n": [1]}


DAMAGED: dict[str, tuple[dict[str, Any], str]] = {
    "a count": ({"tries": "many"}, "tries is 'many'"),
    "the log": ({"log": "gone"}, "log is 'gone'"),
    "a field of the log": ({"log": {"entries": 1, "parts": "x", "open": ""}}, "log.parts is 'x'"),
    "both": ({"seconds": -1, "log": 7}, "seconds is -1, log is 7"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_record_is_one_warning_that_names_what_is_wrong(warnings: list[str], kind: str) -> None:
    fields, problem = DAMAGED[kind]
    state = TaskState(stored(**fields))
    list(state.answers.read())
    list(state.answers.read())

    assert state.record.usage == Usage(calls=3, tokens=21, unconfirmed_calls=1, unpriced_calls=3)
    (warning,) = warnings
    assert warning == (
        f"The spend record of this task is damaged: {problem}. What can be read stays counted (4 calls), and is used; "
        "answers that cannot be read are asked, and paid, again. "
        "Look into its task state store, key content_ai_spend (version 2)."
    )


@pytest.mark.parametrize("value", ["something else", 7, [], False])
def test_what_is_no_record_at_all_is_one_warning_and_a_new_record(warnings: list[str], value: Any) -> None:
    store = MemoryStore()
    store.set(STATE_KEY, value)
    state = TaskState(store)
    state.save()

    assert state.record.usage == Usage()
    assert len(warnings) == 1
    assert f"is damaged: it is not an object but {type(value).__name__}. " in warnings[0]
    assert TaskState(store).record.problem is None


def test_a_good_record_is_read_without_a_word(warnings: list[str]) -> None:
    TaskState(stored())
    TaskState(MemoryStore())

    assert warnings == []


def test_a_store_that_cannot_be_read_stops_a_task_before_it_pays() -> None:
    store = MemoryStore()
    store.failing = {"get"}

    with pytest.raises(ConnectionError):
        TaskState(store)
