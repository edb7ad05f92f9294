"""The contract, sentence by sentence, spoken by plain httpx; the chapter of each stands in its test's name."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest

from tests.services import Service

MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Say hello. Hello is a greeting."}]
OBJECT = json.dumps({"title": "string", "price": "number"})


def form(**fields: str) -> dict[str, Any]:
    """Return *fields* as multipart/form-data."""
    return {"files": {name: (None, value) for name, value in fields.items()}}


def query(service: Service, **changes: str) -> httpx.Response:
    fields = {
        "collection_id": service.collection,
        "request_query": "books and their prices",
        "json_schema": OBJECT,
        "json_schema_rules": "prices as numbers",
        **changes,
    }
    return service.ask("/v1/collection/query/", **form(**{name: value for name, value in fields.items() if value}))


def succeeded(response: httpx.Response) -> dict[str, Any]:
    """Return the body of a success (contract 2.5)."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].split(";")[0] == "application/json"
    body: dict[str, Any] = response.json()
    assert body["success"] is True
    return body


def refused(response: httpx.Response, status: int) -> None:
    """Check the general error body (contract 7.1)."""
    assert response.status_code == status, response.text
    body = response.json()
    assert body["success"] is False
    assert isinstance(body["error"], str)
    assert body["error"]


def counted(body: dict[str, Any]) -> bool:
    return isinstance(body["tokens"], int) and not isinstance(body["tokens"], bool) and body["tokens"] >= 0


class TestExtract:
    """Chapter 4.1."""

    def test_with_a_schema_the_response_is_an_array_of_objects_that_match_it(self, service: Service) -> None:
        schema = [{"title": "string"}, {"price": "number"}, {"in_stock": "boolean"}]
        asked = {"link": service.page, "prompt": "All items of the page", "json_schema": schema}
        rows = succeeded(service.ask("/v1/extract/", json=asked))["response"]

        assert isinstance(rows, list)
        kinds = {"title": str, "price": int | float, "in_stock": bool}
        for row in rows:
            assert set(row) == set(kinds)
            assert all(row[name] is None or isinstance(row[name], kind) for name, kind in kinds.items())

    def test_a_schema_of_one_record_still_yields_an_array_2_3(self, service: Service) -> None:
        asked = {"link": service.page, "prompt": "The heading of the page", "json_schema": [{"heading": "string"}]}
        rows = succeeded(service.ask("/v1/extract/", json=asked))["response"]

        assert isinstance(rows, list)
        assert all(set(row) == {"heading"} for row in rows)

    def test_without_a_schema_the_response_is_text(self, service: Service) -> None:
        asked = {"link": service.page, "prompt": "What is this page about?"}

        assert isinstance(succeeded(service.ask("/v1/extract/", json=asked))["response"], str)

    def test_the_delay_is_waited_before_the_extraction_starts(self, service: Service) -> None:
        started = time.monotonic()
        succeeded(service.ask("/v1/extract/", json={"link": service.page, "prompt": "Title", "delay": 1}))

        assert time.monotonic() - started >= 1

    @pytest.mark.parametrize("missing", ["link", "prompt"])
    def test_a_required_field_is_required(self, service: Service, missing: str) -> None:
        asked = {"link": service.page, "prompt": "Title"}
        del asked[missing]

        refused(service.ask("/v1/extract/", json=asked), 400)

    @pytest.mark.parametrize("link", ["not a url", "example", "/page.html", ""])
    def test_an_invalid_url_format_is_400_7_1(self, service: Service, link: str) -> None:
        refused(service.ask("/v1/extract/", json={"link": link, "prompt": "Title"}), 400)

    @pytest.mark.parametrize(
        "schema",
        ["title", [], [{"title": "money"}], [{"a": "string", "b": "string"}], ["title"], [5]],
        ids=json.dumps,
    )
    def test_a_malformed_schema_is_400_7_1(self, embedded: Service, schema: object) -> None:
        asked = {"link": embedded.page, "prompt": "Title", "json_schema": schema}

        refused(embedded.ask("/v1/extract/", json=asked), 400)


class TestMarkdown:
    """Chapter 4.2."""

    @pytest.mark.parametrize("url_field", ["resource", "link"])
    @pytest.mark.parametrize("type_field", ["resource_type", "type"])
    @pytest.mark.parametrize("kind", ["web", "file"])
    def test_every_listed_name_is_accepted_rule_3(
        self, embedded: Service, url_field: str, type_field: str, kind: str
    ) -> None:
        body = succeeded(embedded.ask("/v2/markdown-converter/", json={url_field: embedded.page, type_field: kind}))

        assert isinstance(body["response"], str)
        assert counted(body)

    @pytest.mark.parametrize(("url_field", "kind"), [("resource", "file"), ("link", "web")])
    def test_the_names_of_the_examples_are_accepted(self, service: Service, url_field: str, kind: str) -> None:
        body = succeeded(service.ask("/v2/markdown-converter/", json={url_field: service.page, "resource_type": kind}))

        assert body["response"].strip()
        assert counted(body)

    def test_the_markdown_keeps_headings_links_images_and_lists(self, embedded: Service) -> None:
        asked = {"link": embedded.page, "resource_type": "web"}
        lines = succeeded(embedded.ask("/v2/markdown-converter/", json=asked))["response"].splitlines()
        text = "\n".join(lines)

        assert "# Bookshop" in lines
        assert "[about us](" in text
        assert "![The shop](" in text
        assert {line.lstrip("*- ") for line in lines if line[:2] in ("- ", "* ")} == {"Tea", "Cakes"}

    @pytest.mark.parametrize("path", ["/etc/hostname", "file:///etc/hostname", "report.pdf"])
    def test_file_paths_are_never_accepted_rule_1(self, service: Service, path: str) -> None:
        response = service.ask("/v2/markdown-converter/", json={"resource": path, "resource_type": "file"})

        assert response.status_code != 200 or response.json()["success"] is False

    @pytest.mark.parametrize("missing", ["link", "resource_type"])
    def test_a_required_field_is_required(self, embedded: Service, missing: str) -> None:
        asked = {"link": embedded.page, "resource_type": "web"}
        del asked[missing]

        refused(embedded.ask("/v2/markdown-converter/", json=asked), 400)


class TestTextGeneration:
    """Chapter 4.3."""

    def test_a_conversation_is_answered_with_text_and_tokens(self, talking: Service) -> None:
        fields = form(messages=json.dumps(MESSAGES), model=talking.model)
        body = succeeded(talking.ask("/v1/text-generation/", **fields))

        assert isinstance(body["response"], str)
        assert counted(body)

    @pytest.mark.parametrize("role", ["system", "user", "assistant"])
    def test_each_role_is_allowed_2_2(self, talking: Service, role: str) -> None:
        messages = [{"role": role, "content": "One."}, {"role": "user", "content": "Two."}]

        succeeded(talking.ask("/v1/text-generation/", **form(messages=json.dumps(messages), model=talking.model)))

    @pytest.mark.parametrize(
        "fields",
        [
            {"model": "extractive"},
            {"messages": json.dumps(MESSAGES)},
            {"messages": "Hi", "model": "extractive"},
            {"messages": "[]", "model": "extractive"},
            {"messages": '[{"role": "robot", "content": "x"}]', "model": "extractive"},
            {"messages": '[{"role": "user"}]', "model": "extractive"},
            {"messages": json.dumps(MESSAGES), "model": "no-such-model"},
        ],
        ids=str,
    )
    def test_anything_else_is_refused(self, embedded: Service, fields: dict[str, str]) -> None:
        refused(embedded.ask("/v1/text-generation/", **form(**fields)), 400)


class TestQuery:
    """Chapter 4.4."""

    def test_an_object_schema_is_answered_by_its_shape(self, stocked: Service) -> None:
        body = succeeded(query(stocked))
        found = body["response"]

        assert isinstance(found, dict)
        assert set(found) == {"title", "price"}
        assert counted(body)

    def test_a_list_schema_is_answered_by_an_array_of_objects_2_5(self, stocked: Service) -> None:
        found = succeeded(query(stocked, json_schema=f"[{OBJECT}]"))["response"]

        assert isinstance(found, list)
        assert all(set(item) == {"title", "price"} for item in found)

    def test_string_and_int_are_type_names_2_4(self, stocked: Service) -> None:
        found = succeeded(query(stocked, json_schema='{"title": "string", "price": "int"}'))["response"]

        assert found["title"] is None or isinstance(found["title"], str)
        assert found["price"] is None or isinstance(found["price"], int)

    def test_without_a_schema_the_answer_is_text(self, embedded: Service) -> None:
        body = succeeded(query(embedded, json_schema=""))

        assert isinstance(body["response"], str)
        assert isinstance(body["tokens"], int)

    @pytest.mark.parametrize("missing", ["collection_id", "request_query", "json_schema_rules"])
    def test_all_fields_are_supplied_for_structured_output(self, embedded: Service, missing: str) -> None:
        refused(query(embedded, **{missing: ""}), 400)

    @pytest.mark.parametrize("schema", ["title", "[]", "{}", "[1]", '{"title": 5}'])
    def test_a_malformed_schema_is_refused(self, embedded: Service, schema: str) -> None:
        refused(query(embedded, json_schema=schema), 400)

    def test_an_unknown_collection_is_404(self, embedded: Service) -> None:
        refused(query(embedded, collection_id="no-such-collection"), 404)


class TestDelete:
    """Chapter 4.5."""

    def test_a_deletion_removes_the_collection_and_its_data(self, embedded: Service) -> None:
        name = embedded.stock("short-lived")
        body = succeeded(embedded.ask("/v1/collection/delete/", method="DELETE", json={"collection_id": name}))

        assert isinstance(body["message"], str)
        refused(query(embedded, collection_id=name), 404)
        refused(embedded.ask("/v1/collection/delete/", method="DELETE", json={"collection_id": name}), 404)

    def test_the_id_is_required(self, service: Service) -> None:
        response = service.ask("/v1/collection/delete/", method="DELETE", json={})

        assert response.status_code != 200 or response.json()["success"] is False
