"""The same contract, spoken by our own client: each is the other's check."""

from __future__ import annotations

import pytest

from airflow_provider import errors
from airflow_provider.api.answers import DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer
from airflow_provider.api.probe import probe
from airflow_provider.api.request import Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.api.rows import check_rows
from tests.services import Service

SCHEMA = {"title": "string", "price": "number", "in_stock": "boolean"}


def extract(link: str, **fields: object) -> ExtractRequest:
    return ExtractRequest.build(link=link, prompt="All items of the page", **fields)


def query(collection: str, schema: object) -> QueryRequest:
    return QueryRequest.build(
        collection_id=collection, request_query="books and prices", json_schema=schema, json_schema_rules="as numbers"
    )


def test_rows_come_as_the_schema_has_them(service: Service) -> None:
    request = extract(service.page, json_schema=SCHEMA)
    answer = service.send(request)

    assert isinstance(answer, ExtractAnswer)
    assert isinstance(answer.response, list)
    assert request.row_schema is not None
    assert all(list(row) == list(SCHEMA) for row in check_rows(answer.response, request.row_schema))


def test_the_embedded_service_finds_what_the_page_states(embedded: Service) -> None:
    answer = embedded.send(extract(embedded.page, json_schema=SCHEMA))

    assert answer.response == [  # type: ignore[attr-defined]
        {"title": "Emma", "price": 7.5, "in_stock": True},
        {"title": "Persuasion", "price": 8.25, "in_stock": False},
    ]


def test_text_comes_without_a_schema_and_the_tokens_are_not_reported(service: Service) -> None:
    answer = service.send(extract(service.page, delay="0"))

    assert isinstance(answer, ExtractAnswer)
    assert isinstance(answer.response, str)
    assert answer.usage.calls == 1


@pytest.mark.parametrize("kind", ["web", "file"])
def test_markdown_comes_with_its_tokens(service: Service, kind: str) -> None:
    answer = service.send(MarkdownRequest.build(resource=service.page, resource_type=kind))

    assert isinstance(answer, TextAnswer)
    assert answer.response.strip()
    assert answer.tokens is not None


@pytest.mark.parametrize("names", [("resource", "type"), ("link", "type"), ("resource", "resource_type")], ids=str)
def test_the_converters_other_names_work_when_they_are_set(embedded: Service, names: tuple[str, str]) -> None:
    url, kind = names
    answer = embedded.send(
        MarkdownRequest.build(resource=embedded.page), markdown_url_field=url, markdown_type_field=kind
    )

    assert answer.success


@pytest.mark.parametrize(
    "messages", ["Say hello.", [{"role": "user", "content": "Zoë says 😀."}]], ids=["text", "list"]
)
def test_a_reply_comes_with_its_tokens(talking: Service, messages: object) -> None:
    answer = talking.send(TextGenerationRequest.build(messages=messages, model=talking.model))

    assert isinstance(answer, TextAnswer)
    assert answer.tokens is not None


@pytest.mark.parametrize("many", [False, True], ids=["object", "list"])
def test_a_query_is_answered_in_the_schemas_shape(stocked: Service, *, many: bool) -> None:
    schema = {"title": "string", "price": "number"}
    answer = stocked.send(query(stocked.collection, [schema] if many else schema))

    assert isinstance(answer, QueryAnswer)
    assert isinstance(answer.response, list) is many
    assert answer.tokens is not None


def test_a_collection_is_deleted_once_and_gone_after_that(embedded: Service) -> None:
    request = DeleteRequest.build(collection_id=embedded.stock("to-delete"))
    first, second = embedded.send(request), embedded.send(request)

    assert isinstance(first, DeleteAnswer)
    assert isinstance(second, DeleteAnswer)
    assert (first.existed, second.existed) == (True, False)
    assert (first.usage.calls, second.usage.calls) == (1, 0)


@pytest.mark.parametrize(
    "request_",
    [
        extract("https://example.com/"),
        MarkdownRequest.build(resource="https://example.com/"),
        TextGenerationRequest.build(messages="Hi", model="m"),
        query("c", {"t": "string"}),
        DeleteRequest.build(collection_id="c"),
    ],
    ids=lambda request: request.operation,
)
def test_a_wrong_key_is_an_authentication_error(service: Service, request_: Request) -> None:
    with pytest.raises(errors.AuthenticationError) as caught:
        service.send(request_, token="not-the-key")

    assert caught.value.status == 401
    assert "not-the-key" not in str(caught.value)


def test_a_page_that_cannot_be_reached_may_come_back(service: Service) -> None:
    with pytest.raises(errors.PageUnreachableError) as caught:
        service.send(extract("http://no-such-host.invalid/"))

    assert caught.value.retryable


def test_an_unknown_collection_is_not_found(embedded: Service) -> None:
    with pytest.raises(errors.NotFoundError):
        embedded.send(query("no-such-collection", {"t": "string"}))


def test_the_bare_key_is_sent_with_an_empty_prefix(embedded: Service) -> None:
    assert embedded.send(extract(embedded.page), auth_prefix="").success


def test_the_connection_test_tells_the_right_key_from_a_wrong_one(listening: Service) -> None:
    assert probe(listening.settings())[0]
    ok, message = probe(listening.settings(token="not-the-key"))

    assert not ok
    assert "refuses the key" in message
