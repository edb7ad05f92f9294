"""What version 0.1 has left is read as that version meant it; damage is told apart, and raises nothing."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.api.request import Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.state.first_version import FirstVersion, journal_fingerprint
from tests.standins import MemoryStore

RECORDED = Path(__file__).with_name("recorded") / "0.1"
REQUESTS: dict[str, type[Request]] = {
    "ExtractOperator": ExtractRequest,
    "MarkdownConvertOperator": MarkdownRequest,
    "TextGenerationOperator": TextGenerationRequest,
    "CollectionQueryOperator": QueryRequest,
    "CollectionDeleteOperator": DeleteRequest,
    "ExtractBatchOperator": ExtractRequest,
}
ANSWERS = sorted(path.stem for path in RECORDED.glob("answer-*.json"))


class Left:
    """What a recorded case has left in the store, and what it had asked."""

    def __init__(self, name: str) -> None:
        recorded = json.loads((RECORDED / f"{name}.json").read_text())
        self.base_url = recorded["base_url"]
        self.operator = recorded["request"]["operator"]
        self.arguments = recorded["request"]["arguments"]
        self.store = MemoryStore()
        for key, value in recorded["state"].items():
            self.store.set(key, value)
        self.record: dict[str, Any] = recorded["state"]["content_ai_spend"]

    @property
    def first_version(self) -> FirstVersion:
        return FirstVersion(self.store, self.record)

    @property
    def request(self) -> Request:
        return REQUESTS[self.operator].build(**self.arguments)

    @property
    def asked(self) -> str:
        links = self.arguments["links"]
        first = ExtractRequest.build(
            link=links[0], **{name: self.arguments[name] for name in ("prompt", "json_schema")}
        )
        return journal_fingerprint(links, first, self.base_url)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_kept_answer_is_found_for_just_what_was_asked_of_whom(name: str) -> None:
    left = Left(name)

    fields = left.first_version.answer(left.request, left.base_url)

    assert left.first_version
    assert fields is not None
    assert set(fields) >= {"tokens", "success"}
    assert left.request.answer_type.revived(fields).success
    assert left.first_version.answer(left.request, "https://other.test") is None
    other = DeleteRequest.build(collection_id="others")
    assert left.first_version.answer(other, left.base_url) is None


PACKED = base64.b64encode(zlib.compress(b'{"response": "x"}')).decode()
WRONG_PARTS: dict[str, Any] = {
    "missing": None,
    "no text": {"a": 1},
    "no base64": "é",
    "cut base64": PACKED[:-1],
    "no zlib": base64.b64encode(b"plain").decode(),
    "no JSON": base64.b64encode(zlib.compress(b"{'a'")).decode(),
    "JSON too deep": base64.b64encode(zlib.compress(b"[" * 10**6)).decode(),
    "no object": base64.b64encode(zlib.compress(b"[1]")).decode(),
}


@pytest.mark.parametrize("instead", WRONG_PARTS.values(), ids=WRONG_PARTS)
def test_an_answer_whose_parts_are_damaged_is_there_without_a_field(instead: Any) -> None:
    left = Left("answer-large")
    left.record["answer"]["parts"] = 1
    left.store.delete("content_ai_answer_0")
    if instead is not None:
        left.store.set("content_ai_answer_0", instead)

    assert left.first_version.answer(left.request, left.base_url) == {}


@pytest.mark.parametrize("parts", [None, "2", -1, 0, 1, 3, 10**9], ids=repr)
def test_an_answer_with_another_number_of_parts_is_there_without_a_field(parts: Any) -> None:
    left = Left("answer-large")
    left.record["answer"]["parts"] = parts

    assert left.first_version.answer(left.request, left.base_url) == {}


@pytest.mark.parametrize("fields", [None, "x", [], 7], ids=repr)
def test_an_answer_whose_fields_are_none_is_there_without_a_field(fields: Any) -> None:
    left = Left("answer-rows")
    left.record["answer"]["fields"] = fields

    assert left.first_version.answer(left.request, left.base_url) == {}


@pytest.mark.parametrize("answer", [None, "x", [], {}, {"fields": {}}, {"fingerprint": 7}], ids=repr)
def test_what_is_no_kept_answer_is_none(answer: Any) -> None:
    left = Left("answer-rows")
    left.record["answer"] = answer

    assert left.first_version.answer(left.request, left.base_url) is None


def test_a_journal_is_that_of_its_items_in_their_order_and_of_nothing_else() -> None:
    left = Left("batch-half")

    assert left.first_version.has_journal_of(left.asked)
    found = list(left.first_version.journalled(left.asked))
    assert [index for index, _ in found] == list(range(8))
    assert all(content[1][0]["title"].startswith(left.arguments["links"][index]) for index, content in found)
    assert not left.first_version.has_journal_of("another")
    assert list(left.first_version.journalled("another")) == []
    assert journal_fingerprint([], None, left.base_url) != left.asked


@pytest.mark.parametrize("journal", [None, 7, [], {}, {"fingerprint": 7}], ids=repr)
def test_what_is_no_journal_has_none(journal: Any) -> None:
    left = Left("batch-half")
    asked = left.asked
    left.record["journal"] = journal

    assert not left.first_version.has_journal_of(asked)
    assert list(left.first_version.journalled(asked)) == []


WRONG_JOURNAL_PARTS = {
    **{kind: value for kind, value in WRONG_PARTS.items() if kind != "no object"},
    "no number": base64.b64encode(zlib.compress(b"x [1, 2]\n")).decode(),
    "empty": "",
}


@pytest.mark.parametrize("instead", WRONG_JOURNAL_PARTS.values(), ids=WRONG_JOURNAL_PARTS)
def test_a_damaged_part_of_a_journal_is_noted_and_the_others_are_read(instead: Any) -> None:
    left = Left("batch-half")
    whole = dict(left.first_version.journalled(left.asked))
    left.store.delete("content_ai_journal_0")
    if instead is not None:
        left.store.set("content_ai_journal_0", instead)
    first_version = left.first_version

    found = dict(first_version.journalled(left.asked))

    assert first_version.is_damaged
    assert 0 < len(found) < 8
    assert found.items() <= whole.items()


def test_a_journal_without_an_open_part_is_whole() -> None:
    left = Left("batch-half")
    left.record["journal"]["open"] = ""
    first_version = left.first_version

    found = [index for index, _ in first_version.journalled(left.asked)]

    assert found == list(range(len(found)))
    assert 0 < len(found) < 8
    assert not first_version.is_damaged


def test_a_whole_journal_is_not_damaged() -> None:
    left = Left("batch-half")
    first_version = left.first_version
    list(first_version.journalled(left.asked))

    assert not first_version.is_damaged


@pytest.mark.parametrize("parts", [10**9, 50_000])
def test_a_number_of_parts_that_was_made_up_is_not_asked_for_one_by_one(
    monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    left = Left("batch-half")
    asked_for: list[str] = []
    found = left.store.get
    monkeypatch.setattr(left.store, "get", lambda key: (asked_for.append(key), found(key))[1])
    left.record["journal"]["parts"] = parts
    first_version = left.first_version

    assert len(list(first_version.journalled(left.asked))) == 8
    assert first_version.is_damaged
    assert len(asked_for) < 20


CLEARED: dict[str, tuple[str, list[str]]] = {
    "an answer": ("answer-rows", []),
    "an answer in parts": ("answer-large", ["content_ai_answer_0", "content_ai_answer_1"]),
    "a journal": ("batch-half", ["content_ai_journal_0", "content_ai_journal_1"]),
    "a journal with parts of an older one": ("batch-changed", ["content_ai_journal_0"]),
    "spend alone": ("spend-delivered", []),
}


@pytest.mark.parametrize(("name", "keys"), CLEARED.values(), ids=CLEARED)
def test_clearing_leaves_the_spend_and_names_what_is_to_be_deleted(name: str, keys: list[str]) -> None:
    left = Left(name)
    first_version = left.first_version
    assert bool(first_version) is (name != "spend-delivered")

    assert first_version.clear() == keys

    assert not first_version
    assert not {"answer", "journal"} & set(left.record)
    assert "calls" in left.record
    assert set(left.store.values) == {"content_ai_spend", *keys}


@pytest.mark.parametrize("stale", [None, "x", -3, [1]], ids=repr)
def test_a_damaged_journal_can_be_cleared(stale: Any) -> None:
    left = Left("batch-half")
    left.record["journal"] |= {"stale": stale, "parts": "x"}

    assert left.first_version.clear() == []
