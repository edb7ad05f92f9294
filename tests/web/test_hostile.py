"""
Pages, feeds and headers that are made to keep their reader busy: each would take minutes, or hours, if it could.

None is held against the clock: who falls for one of them does not get to its end.
"""

from __future__ import annotations

import pytest

from airflow_provider.web.charset import decoded
from airflow_provider.web.links.documents import read_document
from airflow_provider.web.observing import observe
from airflow_provider.web.outcomes import Page
from airflow_provider.web.reading import lines_of
from airflow_provider.web.unpacking import UnpackingError, unpacked

URL = "https://shop.example.com/list"
SPACE = " " * 90_000
# As deep as the parser goes on every version of libxml2.
DEEP = 240


def html(body: str) -> Page:
    return Page(URL, f"<html><body>{body}".encode(), "text/html")


@pytest.mark.parametrize("header", [f"text/html; charset={SPACE};", f"text/html; charset{SPACE}", f"charset='{SPACE}'"])
def test_a_header_full_of_space_names_no_character_set(header: str) -> None:
    assert decoded("é".encode(), header) == "é"


@pytest.mark.parametrize("content", [SPACE, f"1;{SPACE}", f"1;url={SPACE}'{SPACE}", "1" * 90_000])
def test_a_refresh_full_of_space_sends_nobody_on(content: str) -> None:
    page = html(f'<meta http-equiv=refresh content="{content}"><p>{"Much to read. " * 20}')

    assert not observe(page, asked=URL, reading="").doubt


@pytest.mark.parametrize("content", ["0;url=/other", " 1.5 , URL = ' /other ' ", "0; /other", '3;\nurl="/other"'])
def test_a_refresh_is_read_with_any_space(content: str) -> None:
    page = html(
        f"<meta http-equiv=refresh content='{content}'><p>{'Much to read. ' * 20}".replace("' /other '", "/other")
    )

    assert observe(page, asked=URL, reading="").doubt == "it sends its readers to another page"


def test_advertisements_in_advertisements_are_walked_through_once() -> None:
    body = ("<div class=ad>" + "<i></i>" * 4000) * DEEP + "<article>An article</article>"

    assert lines_of(html(body).body, "text/html") == ["An article"]


def test_a_letter_with_endless_marks_is_read() -> None:
    [line] = lines_of(("a" + "\u0301\u0316" * 500_000).encode(), "text/plain; charset=utf-8")

    assert line.startswith("\xe1\u0316")


def test_mounts_in_mounts_are_read_a_few_times() -> None:
    page = html("<script src=x></script>" + "<div id=root>" * DEEP + "Much to read. " * 700_000)

    assert not observe(page, asked=URL, reading="").doubt


@pytest.mark.parametrize("select", [(), (".none",)])
@pytest.mark.parametrize(
    "body",
    [
        "<a href=/1>" * 300_000,
        "<a href=/1><div>" * DEEP + "<i>x</i>" * 1_000_000,
    ],
    ids=["side by side", "in one another"],
)
def test_links_without_end_end(body: str, select: tuple[str, ...]) -> None:
    found = {link.link for link in read_document(html(body), select=select).links}

    assert found == (set() if select else {"https://shop.example.com/1"})


def test_bases_in_bases_are_joined_once() -> None:
    body = "<rss>" + "<a xml:base='b/'>" * DEEP + "<item><link>x</link></item>" * 50_000 + "</a>" * DEEP + "</rss>"

    found = {link.link for link in read_document(Page(URL, body.encode())).links}

    assert found == {f"https://shop.example.com/{'b/' * DEEP}x"}


def test_a_body_that_is_packed_again_and_again_is_refused() -> None:
    with pytest.raises(UnpackingError, match="packed 5000 times"):
        unpacked(bytes(10_000_000), "gzip," * 5000, 10_000_000)
