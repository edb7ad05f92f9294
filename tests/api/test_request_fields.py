"""Delays and addresses: which are understood, and which refused before anything is sent."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.api.requests import ExtractRequest, MarkdownRequest
from airflow_provider.errors import InvalidRequestError

EXTRACT: dict[str, Any] = {"link": "https://books.test/1", "prompt": "Title and price"}


@pytest.mark.parametrize(
    ("given", "seconds"),
    [(0, 0), (5, 5), ("5", 5), (" 7 ", 7), ("0", 0), (3600, 3600)],
    ids=repr,
)
def test_a_delay_is_whole_seconds_also_as_text(given: object, seconds: int) -> None:
    request = ExtractRequest.build(**EXTRACT, delay=given)

    assert request.delay == seconds
    assert request.patience == seconds


@pytest.mark.parametrize(
    "given", [True, False, 1.5, 5.0, "1.5", -1, "-1", "", "five", "²", None, [5], "9" * 5000], ids=lambda v: repr(v)[:9]
)
def test_any_other_delay_is_refused_by_name(given: object) -> None:
    with pytest.raises(InvalidRequestError, match=r"[Ff]ield 'delay'"):
        ExtractRequest.build(**EXTRACT, delay=given)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "books.test/1",
        "/tmp/page.html",  # noqa: S108 - a path that must be refused
        "ftp://books.test/1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "https:///path",
        " https://books.test/1",
        "https://books.test/1 ",
        "https://books .test/1",
        "https://books.test:port/",
        "http://[::1",
        None,
        5,
        ["https://books.test/1"],
    ],
    ids=repr,
)
def test_a_link_that_is_no_web_page_is_refused_by_name(given: object) -> None:
    with pytest.raises(InvalidRequestError, match="Field 'link'"):
        ExtractRequest.build(**{**EXTRACT, "link": given})


@pytest.mark.parametrize(
    "given",
    ["/tmp/x.pdf", "C:\\x.pdf", "file:///x", "file://host/x.pdf", "./x", "x.pdf", "~/x.pdf", "", " ", None, 5],  # noqa: S108 - paths that must be refused
    ids=repr,
)
def test_a_resource_that_is_a_path_is_refused_by_name(given: object) -> None:
    with pytest.raises(InvalidRequestError, match="Field 'resource'"):
        MarkdownRequest.build(resource=given, resource_type="file")


@pytest.mark.parametrize("given", ["https://books.test/a.pdf", "s3://bucket/a.pdf", "HTTP://books.test"], ids=str)
def test_a_resource_may_be_any_url(given: str) -> None:
    assert MarkdownRequest.build(resource=given, resource_type="file").resource == given
