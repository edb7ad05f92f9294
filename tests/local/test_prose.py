"""Collections of prose without a language model: ranking, labelled statements, the best sentences, and text."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from airflow_provider.local.__main__ import main
from airflow_provider.local.index import stem, terms_of
from airflow_provider.local.settings import Settings
from airflow_provider.local.store import Record, Store
from tests.local.website import Call, multipart

Ask = Callable[..., httpx.Response]
QUERY = "/v1/collection/query/"
CORPUS = json.loads((Path(__file__).parent / "collections" / "technical.json").read_text())
FERRY = """The ferry leaves at dawn from pier four.

Dogs travel free of charge on it.

Price: 12.50
Operator: North Sea Lines
"""
HOTEL = "The hotel stands on a hill above the harbour.\n\nThe price is 80 euros. Breakfast is served until ten."


@pytest.fixture
def notes(settings: Settings, tmp_path: Path) -> Callable[..., None]:
    """Put texts into the collection "notes", each as a file of its own."""

    def add(**texts: str) -> None:
        for name, text in texts.items():
            path = tmp_path / f"{name}.txt"
            path.write_text(text)
            assert main(["collection", "add", "notes", str(path), "--data", str(settings.data)]) == 0

    return add


@pytest.fixture
def ask(call: Call) -> Ask:
    def query(text: str, schema: Any = None, rules: str = "-") -> Any:
        fields = {"collection_id": "notes", "request_query": text, "json_schema_rules": rules}
        given = {} if schema is None else {"json_schema": json.dumps(schema)}
        answer = call("POST", QUERY, files=multipart(**fields, **given))
        assert answer.status_code == 200, answer.text
        assert answer.json()["tokens"] > 0
        return answer.json()["response"]

    return query


def test_fields_are_filled_from_labelled_statements_of_each_document(notes: Callable[..., None], ask: Ask) -> None:
    notes(ferry=FERRY, hotel=HOTEL)
    schema = {"price": "number", "operator": "string"}

    assert ask("the ferry", schema) == {"price": 12.5, "operator": "North Sea Lines"}
    assert ask("hotel on a hill", schema) == {"price": 80, "operator": None}
    assert ask("price of everything", [schema]) == [
        {"price": 12.5, "operator": "North Sea Lines"},
        {"price": 80, "operator": None},
    ]


def test_a_document_that_labels_the_same_again_and_again_speaks_of_several_things(
    notes: Callable[..., None], ask: Ask
) -> None:
    notes(list="Name: Mug\nPrice: 4\n\nName: Bowl\nPrice: 6\n")

    assert ask("all products", [{"name": "string", "price": "int"}]) == [
        {"name": "Mug", "price": 4},
        {"name": "Bowl", "price": 6},
    ]


def test_the_best_sentences_fill_a_field_that_asks_for_text(notes: Callable[..., None], ask: Ask) -> None:
    notes(ferry=FERRY, hotel=HOTEL)

    assert ask("Can dogs travel?", {"answer": "string"}) == {"answer": "Dogs travel free of charge on it."}
    assert ask("Can dogs travel?", {"answer": "string", "price": "number"}) == {
        "answer": "Dogs travel free of charge on it.",
        "price": 12.5,
    }
    assert ask("Can dogs travel?", [{"passage": "string"}]) == [{"passage": "Dogs travel free of charge on it."}]


@pytest.mark.parametrize("schema", [{"name": "string"}, {"author": "string"}, {"price": "number"}, {"open": "boolean"}])
def test_a_field_that_asks_for_something_else_gets_no_sentence(
    notes: Callable[..., None], ask: Ask, schema: dict[str, str]
) -> None:
    notes(rules="Dogs travel free of charge on all boats.")

    assert ask("dogs", schema) == dict.fromkeys(schema)


def test_nothing_is_answered_where_nothing_matches(notes: Callable[..., None], ask: Ask) -> None:
    notes(ferry=FERRY)

    assert ask("unicorns", {"answer": "string"}) == {"answer": None}
    assert ask("unicorns", [{"answer": "string"}]) == []
    assert ask("unicorns") == ""


def test_without_a_schema_the_best_passages_are_the_answer(notes: Callable[..., None], ask: Ask) -> None:
    notes(ferry=FERRY, hotel=HOTEL)

    assert ask("When does the ferry leave?") == "The ferry leaves at dawn from pier four."
    assert ask("dogs, breakfast", rules="at most 1").count("\n\n") == 0
    assert set(ask("dogs, breakfast").split("\n\n")) == {
        "Dogs travel free of charge on it.",
        "The price is 80 euros. Breakfast is served until ten.",
    }


def test_without_a_schema_no_rules_are_needed(call: Call, notes: Callable[..., None]) -> None:
    notes(ferry=FERRY)

    answer = call("POST", QUERY, json={"collection_id": "notes", "request_query": "dogs"})

    assert sorted(answer.json()) == ["response", "success", "tokens"]
    assert answer.json()["response"] == "Dogs travel free of charge on it."


@pytest.mark.parametrize("form", [False, True], ids=["json", "form"])
def test_a_list_of_rules_is_taken_as_lines(call: Call, notes: Callable[..., None], *, form: bool) -> None:
    notes(list="Name: Mug\n\nName: Bowl\n\nName: Cup\n")
    rules = ["Names as they are written.", "At most 2 items."]
    fields = {"collection_id": "notes", "request_query": "all", "json_schema": '[{"name": "string"}]'}

    body: Any = {"json": {**fields, "json_schema_rules": rules}}
    if form:
        body = {"files": multipart(**fields, json_schema_rules=json.dumps(rules))}

    assert call("POST", QUERY, **body).json()["response"] == [{"name": "Mug"}, {"name": "Bowl"}]


@pytest.mark.parametrize("rules", [[], [1], {"a": "b"}, 5, "", [""]])
def test_rules_that_are_none_are_refused(call: Call, notes: Callable[..., None], rules: Any) -> None:
    notes(ferry=FERRY)
    fields = {"collection_id": "notes", "request_query": "q", "json_schema": {"name": "string"}}

    answer = call("POST", QUERY, json={**fields, "json_schema_rules": rules})

    assert answer.status_code == 400
    assert "json_schema_rules" in answer.json()["error"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("utf-8", "UTF8"),
        ("max_wait", "maxWait"),
        ("node.js", "NodeJS"),
        ("C++ templates", "c++"),
        ("C#", "c#"),
        ("compression of gases", "compress"),
        ("Zürich", "zurich"),
        ("東京都庁", "東京"),
    ],
)
def test_terms_are_found_however_they_are_written(one: str, other: str) -> None:
    assert {stem(term) for term in terms_of(one)} & {stem(term) for term in terms_of(other)}


def test_signs_of_a_language_are_not_lost() -> None:
    assert stem("cplusplus") not in {stem(term) for term in terms_of("vitamin C")}


def test_the_ranking_of_a_technical_collection_is_good(settings: Settings) -> None:
    store = Store(settings.data)
    for name, text in CORPUS["documents"].items():
        title, _, body = text.partition(". ")
        store.add("technical", source=name, records=[Record(text=body, context=title)])

    gains = []
    for query, relevant in CORPUS["queries"].items():
        terms = dict.fromkeys(terms_of(query), True)
        found = [record.source for record, _ in store.search("technical", terms, limit=10).records]
        gains.append(ndcg(found, relevant))

    assert sum(gains) / len(gains) >= 0.85


def ndcg(found: list[str], relevant: dict[str, int]) -> float:
    """Return nDCG@10."""
    real = sum((2 ** relevant.get(name, 0) - 1) / math.log2(place + 2) for place, name in enumerate(found[:10]))
    best = sorted(relevant.values(), reverse=True)[:10]
    return real / sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(best))
