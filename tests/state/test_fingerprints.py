"""A fingerprint is of what the user asked: what a later version adds, and nobody sets, changes none."""

from __future__ import annotations

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
from airflow_provider.state import first_version

AT = "https://api.test"
SCHEMA = {"title": "string", "price": "number"}
QUERY = {"collection_id": "c", "request_query": "q", "json_schema": SCHEMA, "json_schema_rules": "r"}
PAGE = {"link": "https://b.test/", "prompt": "Title"}

# What is asked, and the digests that are in users' databases: today's, and that of version 0.1.
ASKED: dict[str, tuple[type[Request], dict[str, Any], str, str]] = {
    "page": (ExtractRequest, PAGE, "2af5e9d3689c7123eaf4a212", "bea4f88a6e0735c07f36e6acac4e7631"),
    "rows": (
        ExtractRequest,
        {**PAGE, "json_schema": SCHEMA, "delay": 2},
        "22bbf7fe77bce82fb878368c",
        "22bbf7fe77bce82fb878368ce3d80b8b",
    ),
    "markdown": (
        MarkdownRequest,
        {"resource": "https://b.test/"},
        "94459907c9d078620d21c927",
        "c7dd88ebd84a42e1b9908741604f5f89",
    ),
    "file": (
        MarkdownRequest,
        {"resource": "https://b.test/a.pdf", "resource_type": "file"},
        "684011faec0935d571bc7c6b",
        "684011faec0935d571bc7c6b1bb52865",
    ),
    "text": (
        TextGenerationRequest,
        {"messages": "Hi, 日本", "model": "m-1"},
        "82b0e789250793c42de35a09",
        "1f19740b21b872db903f7cf81d374baf",
    ),
    "query": (QueryRequest, QUERY, "2508f1851f0c9663cb430c8e", "2508f1851f0c9663cb430c8e02e61322"),
    "delete": (DeleteRequest, {"collection_id": "c"}, "3c55e818d973a3c571891c90", "3c55e818d973a3c571891c9002d48611"),
}


def grown(kind: type[Request], default: Any) -> type[Request]:
    """Return *kind* as a later version may have it: with one optional field more."""

    class Grown(kind):  # type: ignore[misc, valid-type]
        language: str | int | list[str] | None = default

    return Grown


@pytest.mark.parametrize("name", ASKED)
def test_fingerprints_are_those_that_are_in_databases(name: str) -> None:
    kind, fields, today, first = ASKED[name]
    request = kind.build(**fields)

    assert (request.fingerprint(AT), first_version.fingerprint(request, AT)) == (today, first)


@pytest.mark.parametrize("default", [None, "any", 0, []], ids=repr)
@pytest.mark.parametrize("name", ASKED)
def test_a_new_optional_field_leaves_every_fingerprint_as_it_is(name: str, default: Any) -> None:
    kind, fields, today, first = ASKED[name]
    request = grown(kind, default).build(**fields)

    assert (request.fingerprint(AT), first_version.fingerprint(request, AT)) == (today, first)


@pytest.mark.parametrize("name", ASKED)
def test_a_new_field_that_is_set_asks_for_something_else(name: str) -> None:
    kind, fields, today, first = ASKED[name]
    request = grown(kind, None).build(**fields, language="en")

    assert request.fingerprint(AT) != today
    # A wire form that names its fields one by one does not send this one.
    sent = "language" in request.wire(MarkdownNames())
    assert (first_version.fingerprint(request, AT) != first) is sent


@pytest.mark.parametrize("name", ASKED)
def test_a_default_that_is_spelled_out_asks_for_the_same(name: str) -> None:
    kind, fields, today, _ = ASKED[name]
    defaults = {field: info.default for field, info in kind.model_fields.items() if not info.is_required()}

    assert kind.build(**{**defaults, **fields}).fingerprint(AT) == today


CHANGES: dict[str, dict[str, Any]] = {
    "page": {"prompt": "Titles"},
    "rows": {"delay": 3},
    "markdown": {"resource_type": "image"},
    "file": {"resource": "https://b.test/b.pdf"},
    "text": {"model": "m-2"},
    "query": {"json_schema": {"title": "string"}},
    "delete": {"collection_id": "d"},
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_otherwise_or_of_another_service_has_another_fingerprint(name: str) -> None:
    kind, fields, *digests = ASKED[name]
    changed, request = kind.build(**{**fields, **CHANGES[name]}), kind.build(**fields)
    others = {
        changed.fingerprint(AT),
        request.fingerprint("https://other.test"),
        first_version.fingerprint(changed, AT),
        first_version.fingerprint(request, "https://other.test"),
    }

    assert len(others | set(digests)) == 6


def test_no_two_of_them_are_alike() -> None:
    assert len({digest for *_, today, first in ASKED.values() for digest in (today, first)}) == 2 * len(ASKED)
