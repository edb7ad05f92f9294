"""The language model of the operator, played by the website of the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.local.__main__ import main
from airflow_provider.local.settings import Model, Settings, read_model
from tests.local.website import Call, Site, multipart

Answering = Callable[..., Settings]
TALK = json.dumps([{"role": "user", "content": "Hello"}])
SCHEMA = [{"title": "string"}, {"price": "number"}]


@pytest.fixture
def answering(settings: Settings, site: Site) -> Answering:
    """Return settings whose model answers with the given text."""

    def prepare(content: object, **rest: object) -> Settings:
        body = {"choices": [{"message": {"content": content}}], **rest}
        site.put("/v1/chat/completions", json.dumps(body), media_type="application/json")
        return replace(settings, model=Model(url=f"{site.base}/v1", key="model-key", name="small"))

    return prepare


def test_another_text_model_is_asked_by_its_name_and_its_tokens_are_told(
    call: Call, site: Site, answering: Answering
) -> None:
    using = answering("Good day.", usage={"total_tokens": 42})

    answer = call("POST", "/v1/text-generation/", using=using, files=multipart(messages=TALK, model="large"))

    assert answer.json() == {"response": "Good day.", "tokens": 42, "success": True}
    sent = json.loads(site.seen[0][3])
    assert sent == {"model": "large", "messages": [{"role": "user", "content": "Hello"}]}
    assert site.seen[0][2]["Authorization"] == "Bearer model-key"


def test_tokens_are_estimated_when_the_endpoint_counts_none(call: Call, answering: Answering) -> None:
    using = answering("Good day.")

    answer = call("POST", "/v1/text-generation/", using=using, files=multipart(messages=TALK, model="large"))

    assert answer.json()["tokens"] == 4


@pytest.mark.parametrize(
    "content", ['[{"title": "Lamp", "price": "$9", "more": 1}]', '```json\n{"title": "Lamp", "price": 9}\n```']
)
def test_rows_of_the_model_are_held_to_the_schema(call: Call, site: Site, answering: Answering, content: Any) -> None:
    using = answering(content)
    link = site.put("/p", "<h1>Lamp</h1>")

    answer = call("POST", "/v1/extract/", using=using, json={"link": link, "prompt": "p", "json_schema": SCHEMA})

    assert answer.json() == {"response": [{"title": "Lamp", "price": 9}], "success": True}
    assert "# Lamp" in json.loads(site.seen[-1][3])["messages"][1]["content"]


def test_without_a_schema_the_text_of_the_model_is_the_answer(call: Call, site: Site, answering: Answering) -> None:
    using = answering("It is a lamp.")
    link = site.put("/p", "<h1>Lamp</h1>")

    answer = call("POST", "/v1/extract/", using=using, json={"link": link, "prompt": "p"})

    assert answer.json() == {"response": "It is a lamp.", "success": True}


def test_a_query_gives_the_matching_records_and_the_rules_to_the_model(
    call: Call, site: Site, answering: Answering, tmp_path: Path
) -> None:
    using = answering('[{"name": "Hat"}]', usage={"total_tokens": 7})
    (tmp_path / "s.csv").write_text("name,price,x\nHat,3,y\n")
    main(["collection", "add", "c", str(tmp_path / "s.csv"), "--data", str(using.data)])
    fields = {
        "collection_id": "c",
        "request_query": "hat",
        "json_schema": '[{"name": "string"}]',
        "json_schema_rules": "be brief",
    }

    answer = call("POST", "/v1/collection/query/", using=using, files=multipart(**fields))

    assert answer.json() == {"response": [{"name": "Hat"}], "tokens": 7, "success": True}
    system, user = json.loads(site.seen[-1][3])["messages"]
    assert "be brief" in system["content"]
    assert "name: Hat" in user["content"]


@pytest.mark.parametrize("content", ["not json", "5", '["a"]', "[" * 100_000, None, 5])
def test_rows_that_are_none_are_a_502(call: Call, site: Site, answering: Answering, content: Any) -> None:
    using = answering(content)
    link = site.put("/p", "<h1>Lamp</h1>")

    answer = call("POST", "/v1/extract/", using=using, json={"link": link, "prompt": "p", "json_schema": SCHEMA})

    assert answer.status_code == 502
    assert answer.json()["success"] is False


@pytest.mark.parametrize(
    ("status", "body"), [(500, "{}"), (200, "junk"), (200, "[]"), (200, '{"choices": []}'), (200, "[" * 100_000)]
)
def test_an_endpoint_that_fails_is_a_502(call: Call, site: Site, answering: Answering, status: int, body: Any) -> None:
    using = answering("x")
    site.put("/v1/chat/completions", body, status=status)

    answer = call("POST", "/v1/text-generation/", using=using, files=multipart(messages=TALK, model="m"))

    assert answer.status_code == 502


def test_an_endpoint_that_cannot_be_reached_is_a_502(call: Call, settings: Settings) -> None:
    using = replace(settings, model=Model(url="http://127.0.0.1:1"))

    answer = call("POST", "/v1/text-generation/", using=using, files=multipart(messages=TALK, model="m"))

    assert answer.status_code == 502
    assert "ConnectError" in answer.json()["error"]


def test_the_model_is_read_from_the_environment() -> None:
    environ = {"CONTENT_AI_LLM_URL": "http://h/v1/", "CONTENT_AI_LLM_KEY": "k", "CONTENT_AI_LLM_MODEL": "m"}

    assert read_model({}) is None
    assert read_model(environ) == Model(url="http://h/v1", key="k", name="m")


def test_keys_are_not_shown_and_not_empty(tmp_path: Path) -> None:
    shown = repr(Settings(key="secret-1", data=tmp_path, model=Model(url="u", key="secret-2")))

    assert "secret" not in shown
    with pytest.raises(ValueError, match="CONTENT_AI_LOCAL_KEY"):
        Settings(key=" ", data=tmp_path)
