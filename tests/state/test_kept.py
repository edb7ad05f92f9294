"""A paid answer is kept until its task has succeeded, and handed out only for what it answers."""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from typing import Any

import pytest

from airflow_provider.api.answers import Answer, DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer
from airflow_provider.api.request import Request
from airflow_provider.api.requests import DeleteRequest, ExtractRequest, QueryRequest, TextGenerationRequest
from airflow_provider.spend import STATE_KEY
from airflow_provider.state.kept import IN_ORDER, KeptAnswers
from airflow_provider.state.task_state import TaskState
from tests.standins import MemoryStore
from tests.state.noise import dense
from tests.state.words import lost

AT = "https://api.test"
TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
ROWS = ExtractRequest.build(link="https://b.test/", prompt="Title", json_schema={"t": "string"})
QUERY = QueryRequest.build(collection_id="c", request_query="q", json_schema='{"t": "string"}', json_schema_rules="r")
DELETE = DeleteRequest.build(collection_id="c-1")
ODD = "nul \0, line\u2028separator\r\n, 漢字 😀"
NOISE = dense(200_000)

KEPT: dict[str, tuple[Request, Answer]] = {
    "text": (TEXT, TextAnswer(response="Hello", tokens=7)),
    "odd text": (TEXT, TextAnswer(response=ODD)),
    "no tokens": (ROWS, ExtractAnswer(response=[{"t": "T", "n": None, "x": 1.5}])),
    "text of a page": (ROWS, ExtractAnswer(response="T", tokens=0)),
    "object": (QUERY, QueryAnswer(response={"t": "T"}, tokens=7)),
    "gone": (DELETE, DeleteAnswer(message="gone", existed=False)),
    "empty": (ROWS, ExtractAnswer(response=[])),
    "large text": (TEXT, TextAnswer(response="x" * 1_000_000, tokens=7)),
    "large noise": (TEXT, TextAnswer(response=NOISE, tokens=7)),
    "many rows": (ROWS, ExtractAnswer(response=[{"t": NOISE[n : n + 50]} for n in range(0, 100_000, 50)])),
}
BOTH = pytest.mark.parametrize("in_order", [False, True], ids=["of an operator", "of code"])


def paid(store: MemoryStore, request: Request, answer: Answer, *, in_order: bool = False) -> None:
    """Keep *answer* in a try of its own."""
    state = TaskState(store)
    KeptAnswers(state, in_order=in_order).keep(request, AT, answer)
    state.save()


def next_try(store: MemoryStore, *, in_order: bool = False) -> KeptAnswers:
    return KeptAnswers(TaskState(store), in_order=in_order)


@BOTH
@pytest.mark.parametrize(("request_", "answer"), KEPT.values(), ids=KEPT)
def test_the_next_try_has_the_answer(request_: Request, answer: Answer, *, in_order: bool) -> None:
    store = MemoryStore()
    paid(store, request_, answer, in_order=in_order)

    assert next_try(store, in_order=in_order).take(request_, AT) == answer
    assert max(len(value.encode()) for value in store.values.values()) < 60_000


CHANGED: dict[str, tuple[Request, str]] = {
    "message": (TextGenerationRequest.build(messages="Hello", model="m-1"), AT),
    "model": (TextGenerationRequest.build(messages="Hi", model="m-2"), AT),
    "operation": (DELETE, AT),
    "service": (TEXT, "https://other.test"),
}


@BOTH
@pytest.mark.parametrize("kind", CHANGED)
def test_a_changed_request_is_asked_anew(kind: str, *, in_order: bool) -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response="Hello"), in_order=in_order)

    assert next_try(store, in_order=in_order).take(*CHANGED[kind]) is None
    assert next_try(store, in_order=in_order).take(TEXT, AT) == TextAnswer(response="Hello")


def test_an_operator_and_code_in_one_task_have_answers_of_their_own() -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response="the operator's"))
    paid(store, TEXT, TextAnswer(response="the code's"), in_order=True)
    paid(store, DELETE, DeleteAnswer(message="the code's"), in_order=True)

    of_operator, of_code = next_try(store), next_try(store, in_order=True)

    assert of_operator.take(DELETE, AT) is None
    assert of_operator.take(TEXT, AT) == TextAnswer(response="the operator's")
    assert of_operator.take(TEXT, AT) is None
    assert of_code.take(TEXT, AT) == TextAnswer(response="the code's")


class Code:
    """A task that makes calls, over its tries; each answer says which payment for the same it was."""

    def __init__(self, *, in_order: bool = True) -> None:
        self.store = MemoryStore()
        self.in_order = in_order
        self.payments: Counter[str] = Counter()

    def run(self, *asked: str, failing: str = "") -> list[str]:
        """Run a try that asks for each of *asked*, and goes on where *failing* fails; return what it got."""
        state = TaskState(self.store)
        kept = KeptAnswers(state, in_order=self.in_order)
        got = []
        for name in asked:
            request = TextGenerationRequest.build(messages=name, model="m-1")
            answer = kept.take(request, AT)
            if answer is None and name == failing:
                kept.failed(request, AT)
                state.save()
                continue
            if answer is None:
                self.payments[name] += 1
                answer = TextAnswer(response=f"{name}{self.payments[name]}")
                kept.keep(request, AT, answer)
            state.save()
            assert isinstance(answer, TextAnswer)
            got.append(answer.response)
        return got


@pytest.fixture
def code() -> Code:
    return Code()


def test_a_retry_of_the_same_code_gets_all_answers_back_and_pays_for_what_is_new(code: Code) -> None:
    assert code.run("a", "b") == ["a1", "b1"]
    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]
    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]
    assert code.payments == {"a": 1, "b": 1, "c": 1}


def test_the_same_request_twice_in_one_try_is_two_calls_with_two_answers(code: Code) -> None:
    assert code.run("a", "a") == ["a1", "a2"]
    assert code.run("a", "a", "a") == ["a1", "a2", "a3"]
    assert code.run("a", "b", "a", "a") == ["a1", "b1", "a4", "a5"]


@pytest.mark.parametrize("in_order", [False, True])
def test_the_same_request_twice_is_two_calls_for_an_operator_too(*, in_order: bool) -> None:
    task = Code(in_order=in_order)

    assert task.run("a", "a") == ["a1", "a2"]
    assert task.run("a", "a") == ["a1", "a2"]


def test_a_changed_call_and_all_after_it_are_made_anew(code: Code) -> None:
    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]
    assert code.run("a", "x", "c", "b") == ["a1", "x1", "c2", "b2"]
    assert code.run("a", "x", "c", "b") == ["a1", "x1", "c2", "b2"]


def test_code_may_diverge_twice_over_three_tries(code: Code) -> None:
    assert code.run("a", "b", "c", "d") == ["a1", "b1", "c1", "d1"]
    assert code.run("a", "b", "x", "d", "e") == ["a1", "b1", "x1", "d2", "e1"]
    assert code.run("a", "y", "x", "d", "e") == ["a1", "y1", "x2", "d3", "e2"]
    assert code.run("a", "y", "x", "d", "e", "f") == ["a1", "y1", "x2", "d3", "e2", "f1"]
    # Back to what the first try did: what was left behind stays behind.
    assert code.run("a", "b", "c", "d") == ["a1", "b2", "c2", "d4"]


def test_code_that_diverged_and_died_at_once_has_diverged(code: Code) -> None:
    code.run("a", "b")
    state = TaskState(code.store)
    kept = KeptAnswers(state, in_order=True)
    assert kept.take(TextGenerationRequest.build(messages="x", model="m-1"), AT) is None
    # Its announcement is written with it; then it is killed.
    state.save()

    assert code.run("a", "b") == ["a2", "b2"]


def test_code_that_diverges_and_is_not_sent_has_not_diverged(code: Code) -> None:
    code.run("a", "b")
    next_try(code.store, in_order=True).take(DELETE, AT)

    assert code.run("a", "b") == ["a1", "b1"]


def test_a_call_that_is_left_out_is_no_divergence(code: Code) -> None:
    code.run("a", "b", "c")

    assert code.run("b", "c") == ["b1", "c1"]
    assert code.run("c", "b", "a") == ["c1", "b1", "a1"]


def test_a_call_that_failed_is_made_again_and_is_no_divergence(code: Code) -> None:
    assert code.run("a", "b", "c", failing="b") == ["a1", "c1"]
    assert code.run("a", "b", "c", failing="b") == ["a1", "c1"]
    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]
    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]


def test_code_that_diverged_has_not_failed_where_it_had_before(code: Code) -> None:
    code.run("a", "b", "c", failing="b")
    code.run("x", "c")

    assert code.run("b", "c") == ["b1", "c3"]


def test_a_retry_that_stops_early_leaves_what_it_did_not_come_to(code: Code) -> None:
    code.run("a", "b", "c")
    code.run("a")

    assert code.run("a", "b", "c") == ["a1", "b1", "c1"]


def test_calls_of_an_operator_have_no_order_to_diverge_from() -> None:
    task = Code(in_order=False)
    task.run("a", "b", "c")

    assert task.run("a", "x", "c", "b") == ["a1", "x1", "c1", "b1"]


def test_calls_that_overlapped_have_no_order_to_diverge_from(code: Code) -> None:
    code.run("a", "b", "c")
    state = TaskState(code.store)
    state.answers.overlapped = True
    state.save()

    assert code.run("c", "x", "b", "a") == ["c1", "x1", "b1", "a1"]
    assert code.run("x", "y", "a") == ["x1", "y1", "a1"]


def put(store: MemoryStore, *entries: tuple[str, object]) -> None:
    """Write a log of *entries* as it stands in the record."""
    lines = b"".join(b"%s %s\n" % (name.encode(), json.dumps(value).encode()) for name, value in entries)
    open_ = base64.b64encode(zlib.compress(lines)).decode()
    store.set(STATE_KEY, {"version": 2, "log": {"entries": len(entries), "parts": 0, "open": open_}})


GOOD: dict[str, tuple[Request, dict[str, Any], Answer]] = {
    "one field more": (
        TEXT,
        {"response": "Hello", "tokens": 7, "language": "en", "success": False, "": None},
        TextAnswer(response="Hello", tokens=7),
    ),
    "tokens missing": (TEXT, {"response": "Hello"}, TextAnswer(response="Hello")),
    "tokens wrong": (TEXT, {"response": "Hello", "tokens": ["7"]}, TextAnswer(response="Hello")),
    "tokens as text": (TEXT, {"response": "Hello", "tokens": "7"}, TextAnswer(response="Hello", tokens=7)),
}


@pytest.mark.parametrize("kind", GOOD)
def test_an_answer_that_another_version_kept_is_used(warnings: list[str], kind: str) -> None:
    request, fields, answer = GOOD[kind]
    store = MemoryStore()
    put(store, (request.fingerprint(AT), fields))

    assert next_try(store).take(request, AT) == answer
    assert warnings == []


BAD: dict[str, tuple[Request, Any, str]] = {
    "text that is none": (TEXT, {"response": 7, "tokens": 7}, "its response is damaged"),
    "text that is a list": (TEXT, {"response": []}, "its response is damaged"),
    "rows that are none": (ROWS, {"response": {"t": "T"}}, "its response is damaged"),
    "object that is none": (QUERY, {"response": "T"}, "its response is damaged"),
    "message that is none": (DELETE, {"message": None, "existed": True}, "its message is damaged"),
    "existed that is none": (DELETE, {"message": "", "existed": 1}, "its existed is damaged"),
    "field missing": (TEXT, {"tokens": 7}, "its response is damaged"),
    "nothing": (TEXT, {}, "its response is damaged"),
    "no object": (TEXT, ["response", "Hello"], "it is damaged"),
    "a number": (TEXT, 7, "it is damaged"),
}


@BOTH
@pytest.mark.parametrize("kind", BAD)
def test_an_answer_with_a_wrong_field_is_one_warning_and_asked_anew(
    warnings: list[str], kind: str, *, in_order: bool
) -> None:
    request, fields, why = BAD[kind]
    store = MemoryStore()
    put(store, ((IN_ORDER if in_order else "") + request.fingerprint(AT), fields))
    kept = next_try(store, in_order=in_order)

    assert kept.take(request, AT) is None
    assert kept.take(request, AT) is None
    assert warnings == [lost(1, why)]


@BOTH
def test_an_answer_that_was_paid_for_in_place_of_a_damaged_one_is_found(warnings: list[str], *, in_order: bool) -> None:
    task = Code(in_order=in_order)
    asked = TextGenerationRequest.build(messages="a", model="m-1")
    put(task.store, ((IN_ORDER if in_order else "") + asked.fingerprint(AT), {"response": 7}))

    assert task.run("a") == ["a1"]
    assert task.run("a") == ["a1"]
    assert warnings == [lost(1, "its response is damaged")] * 2


def damaged_in_the_middle() -> Code:
    """Return code whose second of four answers cannot be understood."""
    code = Code()
    names = [TextGenerationRequest.build(messages=name, model="m-1").fingerprint(AT) for name in "abcd"]
    fields: list[dict[str, object]] = [{"response": f"{name}0"} for name in "abcd"]
    fields[1] = {"response": 7}
    put(code.store, *((IN_ORDER + name, one) for name, one in zip(names, fields, strict=True)))
    return code


def test_a_damaged_answer_is_no_divergence() -> None:
    code = damaged_in_the_middle()

    assert code.run("a", "b", "c", "d") == ["a0", "b1", "c0", "d0"]
    assert code.run("a", "b", "c", "d") == ["a0", "b1", "c0", "d0"]


def test_what_is_paid_for_before_code_diverges_in_the_same_try_is_kept_too() -> None:
    code = damaged_in_the_middle()

    assert code.run("a", "b", "x", "d") == ["a0", "b1", "x1", "d1"]
    assert code.run("a", "b", "x", "d") == ["a0", "b1", "x1", "d1"]


def test_a_missing_answer_is_no_divergence(warnings: list[str]) -> None:
    code = Code()
    code.run("a")
    code.run("a", "b")
    code.run("a", "b", "c")
    code.store.delete("content_ai_log_0")

    assert code.run("a", "b", "c") == ["a2", "b1", "c1"]
    assert warnings == [lost(1)]
    assert code.run("a", "b", "c") == ["a2", "b1", "c1"]


@pytest.mark.parametrize("value", [None, 7, {}, ["0"], [0, 99, "x", None], [True]], ids=repr)
def test_a_damaged_note_of_a_divergence_raises_nothing(value: object) -> None:
    store = MemoryStore()
    put(store, (IN_ORDER + TEXT.fingerprint(AT), {"response": "Hello"}), ("=", value), ("-", value))

    next_try(store, in_order=True).take(TEXT, AT)
    next_try(store).take(TEXT, AT)


def test_a_dropped_answer_is_asked_anew_and_the_others_stay() -> None:
    store = MemoryStore()
    for response in ("first", "second"):
        paid(store, TEXT, TextAnswer(response=response))
    paid(store, DELETE, DeleteAnswer(message="gone"))
    paid(store, TEXT, TextAnswer(response="the code's"), in_order=True)
    state = TaskState(store)
    KeptAnswers(state, in_order=False).drop(TEXT, AT)
    state.save()

    after = next_try(store)
    assert after.take(TEXT, AT) is None
    assert after.take(DELETE, AT) == DeleteAnswer(message="gone")
    assert next_try(store, in_order=True).take(TEXT, AT) == TextAnswer(response="the code's")
    paid(store, TEXT, TextAnswer(response="a better one"))
    assert next_try(store).take(TEXT, AT) == TextAnswer(response="a better one")


def test_dropping_what_is_not_kept_drops_nothing() -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response="Hello"))
    state = TaskState(store)
    KeptAnswers(state, in_order=False).drop(DELETE, AT)
    state.save()

    assert next_try(store).take(TEXT, AT) == TextAnswer(response="Hello")


def first_version(request: Request, fields: Any) -> MemoryStore:
    """Return the store of a task that version 0.1 of the provider began."""
    from airflow_provider.state.first_version import fingerprint

    store = MemoryStore()
    store.set(STATE_KEY, {"calls": 1, "answer": {"fingerprint": fingerprint(request, AT), "fields": fields}})
    return store


def test_the_answer_of_the_first_version_is_used_until_it_is_dropped() -> None:
    store = first_version(TEXT, {"response": "Hello", "tokens": 7, "success": True})
    assert next_try(store).take(DELETE, AT) is None
    assert next_try(store).take(TEXT, AT) == TextAnswer(response="Hello", tokens=7)
    # No code of that version kept an answer.
    assert next_try(store, in_order=True).take(TEXT, AT) is None
    paid(store, DELETE, DeleteAnswer(message="gone"))
    assert next_try(store).take(TEXT, AT) == TextAnswer(response="Hello", tokens=7)

    state = TaskState(store)
    kept = KeptAnswers(state, in_order=False)
    kept.drop(TEXT, AT)
    assert kept.take(TEXT, AT) is None
    state.save()

    assert next_try(store).take(TEXT, AT) is None
    assert next_try(store).take(DELETE, AT) == DeleteAnswer(message="gone")


def test_a_damaged_answer_of_the_first_version_is_one_warning(warnings: list[str]) -> None:
    store = first_version(TEXT, {"message": "x"})

    assert next_try(store).take(TEXT, AT) is None
    assert warnings == [lost(1, "its response is damaged")]
