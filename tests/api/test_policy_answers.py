"""What a complete answer of status 200 is taken for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider import errors
from airflow_provider.api.outcomes import Reply
from airflow_provider.api.policy import Limits, settle
from airflow_provider.api.request import Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)

EXTRACT = ExtractRequest.build(link="https://books.test/1", prompt="Title")
ROWS = ExtractRequest.build(link="https://books.test/1", prompt="Title", json_schema={"title": "string"})
MARKDOWN = MarkdownRequest.build(resource="https://books.test/1")
TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
QUERY = QueryRequest.build(
    collection_id="c-1", request_query="q", json_schema='{"title": "string"}', json_schema_rules="r"
)
QUERIES = QueryRequest.build(
    collection_id="c-1", request_query="q", json_schema='[{"title": "string"}]', json_schema_rules="r"
)
DELETE = DeleteRequest.build(collection_id="c-1")
LIMITS = Limits(max_attempts=3, max_wait=60)


def reply(status: int = 200, body: object = b"") -> Reply:
    return Reply(status, {}, body if isinstance(body, bytes) else json.dumps(body).encode())


SUCCESSES: dict[str, tuple[Request, dict[str, Any], Any, int | None]] = {
    "text": (TEXT, {"response": "Hi", "tokens": 7}, "Hi", 7),
    "empty text": (TEXT, {"response": "", "tokens": 0}, "", 0),
    "tokens missing": (TEXT, {"response": "Hi"}, "Hi", None),
    "tokens null": (TEXT, {"response": "Hi", "tokens": None}, "Hi", None),
    "tokens text": (TEXT, {"response": "Hi", "tokens": "7"}, "Hi", 7),
    "tokens 7.0": (TEXT, {"response": "Hi", "tokens": 7.0}, "Hi", 7),
    "tokens 7.5": (TEXT, {"response": "Hi", "tokens": 7.5}, "Hi", None),
    "tokens -1": (TEXT, {"response": "Hi", "tokens": -1}, "Hi", None),
    "tokens true": (TEXT, {"response": "Hi", "tokens": True}, "Hi", None),
    "tokens list": (TEXT, {"response": "Hi", "tokens": [7]}, "Hi", None),
    "tokens huge": (TEXT, {"response": "Hi", "tokens": "9" * 30}, "Hi", None),
    "other fields": (TEXT, {"response": "Hi", "tokens": 7, "model": "m"}, "Hi", 7),
    "markdown": (MARKDOWN, {"response": "# T", "tokens": 7}, "# T", 7),
    "extract text": (EXTRACT, {"response": "T"}, "T", None),
    "extract tokens": (EXTRACT, {"response": "T", "tokens": 3}, "T", 3),
    "rows": (ROWS, {"response": [{"title": "T"}]}, [{"title": "T"}], None),
    "no rows": (ROWS, {"response": []}, [], None),
    "one row, bare": (ROWS, {"response": {"title": "T"}}, [{"title": "T"}], None),
    "object": (QUERY, {"response": {"title": "T"}, "tokens": 7}, {"title": "T"}, 7),
    "object in a list": (QUERY, {"response": [{"title": "T"}], "tokens": 7}, {"title": "T"}, 7),
    "no object": (QUERY, {"response": [], "tokens": 7}, {"title": None}, 7),
    "list": (QUERIES, {"response": [{"title": "T"}], "tokens": 7}, [{"title": "T"}], 7),
    "list of one, bare": (QUERIES, {"response": {"title": "T"}, "tokens": 7}, [{"title": "T"}], 7),
    "query as text": (QUERIES, {"response": '[{"title": "T"}]', "tokens": 7}, [{"title": "T"}], 7),
    "query as text with NaN": (QUERIES, {"response": '[{"title": NaN}]', "tokens": 7}, [{"title": None}], 7),
    "query as text with half a character": (
        QUERIES,
        {"response": '[{"title": "\\ud83d"}]', "tokens": 7},
        [{"title": "\ufffd"}],
        7,
    ),
}


@pytest.mark.parametrize(("request_", "body", "response", "tokens"), SUCCESSES.values(), ids=SUCCESSES)
def test_a_success_has_the_contracts_shape(request_: Request, body: dict[str, Any], response: Any, tokens: Any) -> None:
    answer = settle(request_, 1, reply(body={**body, "success": True}), LIMITS)

    assert answer.response == response  # type: ignore[union-attr]
    assert answer.tokens == tokens  # type: ignore[union-attr]
    assert answer.success is True  # type: ignore[union-attr]


@pytest.mark.parametrize("message", ["Deleted.", None, 5], ids=repr)
def test_a_deletion_is_a_success_whatever_its_message(message: object) -> None:
    answer = settle(DELETE, 1, reply(body={"message": message, "success": True}), LIMITS)

    assert answer.message == (message if isinstance(message, str) else "")  # type: ignore[union-attr]
    assert answer.usage.calls == 1  # type: ignore[union-attr]


SHAPES: dict[str, tuple[Request, Any]] = {
    "text is null": (TEXT, None),
    "text is a list": (TEXT, ["Hi"]),
    "text is a number": (MARKDOWN, 5),
    "extract without schema is a list": (EXTRACT, [{"title": "T"}]),
    "rows are text": (ROWS, "T"),
    "rows are null": (ROWS, None),
    "rows hold text": (ROWS, [{"title": "T"}, "T"]),
    "query is text": (QUERY, "sorry, no"),
    "query is a number": (QUERY, 5),
    "query is null": (QUERY, None),
    "query holds a list": (QUERIES, [[1]]),
    "query nests deep": (QUERIES, "[" * 100_000),
}


@pytest.mark.parametrize(("request_", "response"), SHAPES.values(), ids=SHAPES)
def test_another_shape_is_an_error_that_keeps_the_tokens(request_: Request, response: Any) -> None:
    outcome = reply(body={"response": response, "tokens": 7, "success": True})

    with pytest.raises(errors.UnexpectedAnswerError, match="The call counts as billed") as caught:
        settle(request_, 1, outcome, LIMITS)

    assert caught.value.tokens == 7


def test_a_failed_answer_says_what_the_service_said_and_consumed() -> None:
    outcome = reply(body={"success": False, "error": "model overloaded", "tokens": 9})

    with pytest.raises(errors.UnexpectedAnswerError, match="no success: model overloaded") as caught:
        settle(TEXT, 1, outcome, LIMITS)

    assert caught.value.tokens == 9


def test_a_server_error_that_names_tokens_keeps_them() -> None:
    with pytest.raises(errors.ServerError) as caught:
        settle(TEXT, 1, reply(500, {"error": "late", "tokens": 9}), LIMITS)

    assert caught.value.tokens == 9
