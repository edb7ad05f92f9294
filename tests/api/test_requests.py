"""What is refused before anything is sent, and under which names the rest travels."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.api.request import MarkdownNames, Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.errors import InvalidRequestError

EXTRACT: dict[str, Any] = {"link": "https://books.test/1", "prompt": "Title and price"}
MARKDOWN: dict[str, Any] = {"resource": "https://books.test/1"}
TEXT: dict[str, Any] = {"messages": [{"role": "user", "content": "Hi"}], "model": "m-1"}
QUERY: dict[str, Any] = {
    "collection_id": "c-1",
    "request_query": "cheapest book",
    "json_schema": '{"title": "string"}',
    "json_schema_rules": "one book",
}
DELETE: dict[str, Any] = {"collection_id": "c-1"}


@pytest.mark.parametrize(
    ("kind", "method", "path", "encoding"),
    [
        (ExtractRequest, "POST", "/v1/extract/", "json"),
        (MarkdownRequest, "POST", "/v2/markdown-converter/", "json"),
        (TextGenerationRequest, "POST", "/v1/text-generation/", "multipart"),
        (QueryRequest, "POST", "/v1/collection/query/", "multipart"),
        (DeleteRequest, "DELETE", "/v1/collection/delete/", "json"),
    ],
    ids=lambda value: getattr(value, "operation", None),
)
def test_every_operation_is_sent_as_chapter_4_of_the_contract_says(
    kind: type[Request], method: str, path: str, encoding: str
) -> None:
    assert (kind.method, kind.path, kind.encoding) == (method, path, encoding)


@pytest.mark.parametrize(
    ("kind", "fields", "wire"),
    [
        (ExtractRequest, EXTRACT, {**EXTRACT, "delay": 0}),
        (
            ExtractRequest,
            {**EXTRACT, "json_schema": {"title": "string", "price": "number"}, "delay": 5},
            {**EXTRACT, "json_schema": [{"title": "string"}, {"price": "number"}], "delay": 5},
        ),
        (MarkdownRequest, MARKDOWN, {"link": "https://books.test/1", "resource_type": "web"}),
        (
            MarkdownRequest,
            {"resource": "https://books.test/a.pdf", "resource_type": "file"},
            {"resource": "https://books.test/a.pdf", "resource_type": "file"},
        ),
        (
            MarkdownRequest,
            {"resource": "https://books.test/a.png", "resource_type": "image"},
            {"resource": "https://books.test/a.png", "resource_type": "image"},
        ),
        (TextGenerationRequest, TEXT, {"messages": '[{"role": "user", "content": "Hi"}]', "model": "m-1"}),
        (QueryRequest, QUERY, QUERY),
        (QueryRequest, {**QUERY, "json_schema": [{"n": "int"}]}, {**QUERY, "json_schema": '[{"n": "int"}]'}),
        (DeleteRequest, DELETE, DELETE),
    ],
    ids=[
        "extract-text",
        "extract-rows",
        "markdown-web",
        "markdown-file",
        "markdown-image",
        "text",
        "query-text",
        "query-list",
        "delete",
    ],
)
def test_the_wire_has_the_contracts_names_and_only_those(
    kind: type[Request], fields: dict[str, Any], wire: dict[str, Any]
) -> None:
    request = kind.build(**fields)

    assert request.wire(MarkdownNames()) == wire


@pytest.mark.parametrize(
    ("names", "wire"),
    [
        (MarkdownNames(url="resource"), {"resource": "https://books.test/1", "resource_type": "web"}),
        (MarkdownNames(url="link", kind="type"), {"link": "https://books.test/1", "type": "web"}),
    ],
    ids=["resource", "link-type"],
)
def test_the_markdown_converters_other_names_can_be_chosen(names: MarkdownNames, wire: dict[str, Any]) -> None:
    assert MarkdownRequest.build(**MARKDOWN).wire(names) == wire


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        (ExtractRequest, {**EXTRACT, "prompt": "  "}, "prompt"),
        (ExtractRequest, {**EXTRACT, "prompt": None}, "prompt"),
        (ExtractRequest, {"link": EXTRACT["link"]}, "prompt"),
        (ExtractRequest, {**EXTRACT, "wait": 5}, "wait"),
        (MarkdownRequest, {**MARKDOWN, "resource_type": ""}, "resource_type"),
        (MarkdownRequest, {**MARKDOWN, "resource_type": 1}, "resource_type"),
        (TextGenerationRequest, {**TEXT, "model": ""}, "model"),
        (TextGenerationRequest, {"messages": TEXT["messages"]}, "model"),
        (QueryRequest, {**QUERY, "collection_id": ""}, "collection_id"),
        (QueryRequest, {**QUERY, "collection_id": 7}, "collection_id"),
        (QueryRequest, {**QUERY, "request_query": " "}, "request_query"),
        (QueryRequest, {**QUERY, "json_schema_rules": ""}, "json_schema_rules"),
        (DeleteRequest, {"collection_id": ""}, "collection_id"),
        (DeleteRequest, {"collection_id": None}, "collection_id"),
        (DeleteRequest, {}, "collection_id"),
    ],
)
def test_a_wrong_or_missing_field_is_refused_by_name(kind: type[Request], fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"[Ff]ield '{field}'"):
        kind.build(**fields)


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(InvalidRequestError, match=r"'link'.*'prompt'"):
        ExtractRequest.build()


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("Hello", [{"role": "user", "content": "Hello"}]),
        ([{"role": "system", "content": ""}], [{"role": "system", "content": ""}]),
        (({"content": "a", "role": "assistant"},), [{"role": "assistant", "content": "a"}]),
        ([{"role": "user", "content": "Zoë 😀"}], [{"role": "user", "content": "Zoë 😀"}]),
    ],
    ids=["text", "system", "tuple", "unicode"],
)
def test_messages_travel_as_a_string_holding_json(given: object, sent: list[dict[str, str]]) -> None:
    wire = TextGenerationRequest.build(messages=given, model="m-1").wire(MarkdownNames())

    assert json.loads(wire["messages"]) == sent


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "'messages' has no messages"),
        ("", "'messages' is empty"),
        (None, "'messages' has no messages"),
        ({"role": "user", "content": "x"}, "'messages' has no messages"),
        (["Hi"], "Message 1 of 'messages'"),
        ([{"role": "user"}], "Message 1 of 'messages'"),
        ([{"role": "user", "content": "x", "name": "y"}], "Message 1 of 'messages'"),
        ([{"role": "user", "content": "x"}, {"role": "tool", "content": "x"}], "Message 2 has role 'tool'"),
        ([{"role": "user", "content": 5}], "Message 1 has content"),
        ([{"role": "user", "content": None}], "Message 1 has content"),
    ],
)
def test_messages_of_another_form_are_refused_by_number(given: object, said: str) -> None:
    with pytest.raises(InvalidRequestError, match=said):
        TextGenerationRequest.build(messages=given, model="m-1")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ExtractRequest, {**EXTRACT, "prompt": "half \ud83d"}),
        (TextGenerationRequest, {**TEXT, "messages": "half \ud83d"}),
        (DeleteRequest, {"collection_id": "\udc00"}),
    ],
    ids=["prompt", "messages", "collection_id"],
)
def test_half_a_character_is_refused_for_no_encoding_carries_it(kind: type[Request], fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match="half a character"):
        kind.build(**fields)


def test_a_refusal_does_not_repeat_what_was_asked() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        TextGenerationRequest.build(messages=[{"role": "user", "content": "my secret"}], model=5)

    assert "my secret" not in str(caught.value)


def test_a_refusal_for_white_space_shows_the_address_without_its_secrets() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        ExtractRequest.build(link=" https://me:hunter2@books.test/?token=abc123", prompt="x")

    assert "hunter2" not in str(caught.value)
    assert "abc123" not in str(caught.value)


@pytest.mark.parametrize(
    ("request_", "subject"),
    [
        (ExtractRequest.build(**{**EXTRACT, "link": "https://me:pw@books.test/?sig=x"}), "https://books.test/?sig=***"),
        (MarkdownRequest.build(resource="https://books.test/a?token=x"), "https://books.test/a?token=***"),
        (TextGenerationRequest.build(**TEXT), "m-1"),
        (QueryRequest.build(**QUERY), "c-1"),
        (DeleteRequest.build(**DELETE), "c-1"),
    ],
    ids=lambda value: getattr(value, "operation", None),
)
def test_the_subject_is_safe_to_log(request_: Request, subject: str) -> None:
    assert request_.subject == subject


def test_check_refuses_what_is_wrong_and_overlooks_what_is_missing() -> None:
    ExtractRequest.check(link="https://books.test/1")

    with pytest.raises(InvalidRequestError, match="'link'"):
        ExtractRequest.check(link=5)


def test_the_fingerprint_changes_with_what_is_asked_and_of_whom() -> None:
    asked = ExtractRequest.build(**EXTRACT)
    prints = {
        asked.fingerprint("https://a.test"),
        asked.fingerprint("https://b.test"),
        ExtractRequest.build(**{**EXTRACT, "prompt": "Price"}).fingerprint("https://a.test"),
        ExtractRequest.build(**EXTRACT, delay=1).fingerprint("https://a.test"),
        QueryRequest.build(**QUERY).fingerprint("https://a.test"),
        DeleteRequest.build(**DELETE).fingerprint("https://a.test"),
    }

    assert len(prints) == 6
    assert ExtractRequest.build(**EXTRACT, delay="0").fingerprint("https://a.test") in prints


def test_a_request_cannot_be_changed_once_it_is_checked() -> None:
    request = DeleteRequest.build(**DELETE)

    with pytest.raises(ValueError, match="frozen"):
        request.collection_id = "other"  # type: ignore[misc]
