"""What a hook does with a call: sends it once, counts it, logs one line."""

from __future__ import annotations

import inspect
import json
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from airflow.sdk import Connection

from airflow_provider.api.request import Request
from airflow_provider.errors import InvalidRequestError, NotFoundError
from airflow_provider.hooks import ContentAIHook
from tests.serving import Listener, answer
from tests.standins import KEY, Recorder


def connection(host: str, **extra: Any) -> str:
    """Return a connection to *host* as the environment variable holds it."""
    return Connection(conn_id="c", host=host, password=KEY, extra=json.dumps(extra)).as_json()


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Listener]) -> Callable[..., tuple[ContentAIHook, Any]]:
    """Return a hook whose connection leads to a server that plays the acts, and that server."""

    def build(*acts: Any, **kwargs: Any) -> tuple[ContentAIHook, Any]:
        server = serve(*acts)
        monkeypatch.setenv("AIRFLOW_CONN_C", connection(server.url))
        used = ContentAIHook("c", **kwargs)
        # Airflow's own logger writes past pytest's.
        used._log = logging.getLogger("tests.hook")
        return used, server

    return build


CALLS: dict[str, tuple[Callable[[ContentAIHook], Any], Any, str]] = {
    "extract": (lambda hook: hook.extract(link="https://b.test/", prompt="Title"), {"response": "T"}, "/v1/extract/"),
    "extract rows": (
        lambda hook: hook.extract(link="https://b.test/", prompt="Title", json_schema={"t": "string"}, delay=0),
        {"response": [{"t": "T"}]},
        "/v1/extract/",
    ),
    "markdown": (
        lambda hook: hook.convert_to_markdown(resource="https://b.test/"),
        {"response": "# T"},
        "/v2/markdown-converter/",
    ),
    "text": (
        lambda hook: hook.generate_text(messages="Hi", model="m-1"),
        {"response": "Hello"},
        "/v1/text-generation/",
    ),
    "query": (
        lambda hook: hook.query_collection(
            collection_id="c-1", request_query="q", json_schema={"t": "string"}, json_schema_rules="r"
        ),
        {"response": {"t": "T"}},
        "/v1/collection/query/",
    ),
    "delete": (
        lambda hook: hook.delete_collection(collection_id="c-1"),
        {"message": "Deleted."},
        "/v1/collection/delete/",
    ),
}


@pytest.mark.parametrize(("call", "body", "path"), CALLS.values(), ids=CALLS)
def test_each_operation_is_one_method_and_one_call(hook: Any, call: Any, body: dict[str, Any], path: str) -> None:
    meter = Recorder()
    used, server = hook(answer(200, {**body, "tokens": 7, "success": True}), meter=meter)
    given = call(used)

    assert given.success
    assert given.tokens == 7
    assert getattr(given, *body) == next(iter(body.values()))
    assert [(one.path, one.headers["authorization"]) for one in server.requests] == [(path, f"Token {KEY}")]
    assert meter.usage.calls == 1


METHODS = ("extract", "convert_to_markdown", "generate_text", "query_collection", "delete_collection")


@pytest.mark.parametrize("name", METHODS)
def test_a_methods_arguments_are_named_typed_and_those_of_its_request(name: str) -> None:
    method = getattr(ContentAIHook, name)
    arguments = list(inspect.signature(method).parameters.values())[1:]

    assert arguments
    assert {argument.kind for argument in arguments} == {inspect.Parameter.KEYWORD_ONLY}
    assert not [argument.name for argument in arguments if argument.annotation is inspect.Parameter.empty]
    assert {argument.name for argument in arguments} in [set(kind.model_fields) for kind in Request.__subclasses__()]


def test_what_would_be_refused_is_not_sent(hook: Any) -> None:
    used, server = hook(answer(200))
    with pytest.raises(InvalidRequestError):
        used.extract(link="books", prompt="Title")

    assert server.requests == []


def test_a_call_logs_one_line_without_prompt_or_answer(hook: Any, caplog: pytest.LogCaptureFixture) -> None:
    used, _ = hook(answer(200, {"response": "the answer", "tokens": 7, "success": True}))
    with caplog.at_level(logging.INFO):
        used.extract(link="https://me:pw@b.test/?token=abc", prompt="the prompt")

    (line,) = [record.getMessage() for record in caplog.records if "extract" in record.getMessage()]
    assert line.startswith("extract https://b.test/?token=***: ")
    assert line.endswith(", 7 tokens")


def test_the_prompt_is_logged_for_those_who_debug(hook: Any, caplog: pytest.LogCaptureFixture) -> None:
    used, _ = hook(answer(200, {"response": "T", "success": True}))
    with caplog.at_level(logging.DEBUG):
        used.extract(link="https://me:pw@b.test/", prompt="the prompt")

    assert "the prompt" in caplog.text
    assert "pw@" not in caplog.text
    assert KEY not in caplog.text


def test_a_collection_that_was_gone_is_logged(hook: Any, caplog: pytest.LogCaptureFixture) -> None:
    used, _ = hook(answer(404, {"error": "never heard of it", "success": False}))
    with caplog.at_level(logging.INFO):
        used.delete_collection(collection_id="c-1")

    assert "Collection c-1 was gone already: never heard of it" in caplog.text


def test_a_failed_call_raises_its_error(hook: Any) -> None:
    used, _ = hook(answer(404, {"error": "no c-1", "success": False}))
    with pytest.raises(NotFoundError, match="no c-1"):
        used.query_collection(
            collection_id="c-1", request_query="q", json_schema={"t": "string"}, json_schema_rules="r"
        )


def test_the_connection_test_asks_for_nothing(hook: Any) -> None:
    used, server = hook(answer(400, {"error": "link is missing", "success": False}))
    ok, message = used.test_connection()

    assert ok, message
    assert [one.body for one in server.requests] == [b"{}"]


def test_an_answer_of_another_type_is_a_bug_that_shows(hook: Any) -> None:
    from airflow_provider.api.answers import DeleteAnswer
    from airflow_provider.api.requests import TextGenerationRequest

    used, _ = hook(answer(200, {"response": "T", "success": True}))
    with pytest.raises(TypeError, match="text_generation answers TextAnswer, not DeleteAnswer"):
        used.send(TextGenerationRequest.build(messages="Hi", model="m"), DeleteAnswer)


def test_the_pace_holds_for_all_calls_of_a_hook(
    monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Listener]
) -> None:
    server = serve(answer(200, {"response": "T", "success": True}))
    monkeypatch.setenv("AIRFLOW_CONN_C", connection(server.url, requests_per_minute=240))
    used = ContentAIHook("c")
    started = time.monotonic()
    used.generate_text(messages="Hi", model="m-1")
    used.generate_text(messages="Hi again", model="m-1")

    assert time.monotonic() - started >= 0.25
    assert len(server.requests) == 2
