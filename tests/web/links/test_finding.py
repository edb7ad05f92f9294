"""Which documents are read and which links are kept, over sites that are dicts."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from airflow_provider.errors import InvalidRequestError, PageUnreachableError
from airflow_provider.web.links import finding
from airflow_provider.web.links.finding import Search, find_links
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page

SITE = "https://shop.example.com"


class Site:
    """Answers by path: text, or an outcome; keeps what was loaded."""

    def __init__(self, pages: dict[str, Any]) -> None:
        self.pages = {path if "://" in path else SITE + path: page for path, page in pages.items()}
        self.loaded: list[str] = []

    def __call__(self, url: str, limit: int) -> Outcome:
        self.loaded.append(url.removeprefix(SITE))
        found = self.pages.get(url, Gone(404))
        return Page(url, found.encode()) if isinstance(found, str) else found

    def find(self, source: str, **options: Any) -> list[str]:
        search = Search.of(source if "://" in source else SITE + source, **options)
        return [link.link.removeprefix(SITE) for link in find_links(search, self)]


def sitemap(*paths: str, **dates: str) -> str:
    urls = [f"<url><loc>{SITE}{path}</loc></url>" for path in paths]
    urls += [f"<url><loc>{SITE}/{name}</loc><lastmod>{day}</lastmod></url>" for name, day in dates.items()]
    return f"<urlset>{''.join(urls)}</urlset>"


def index(*paths: str) -> str:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{path}</loc></sitemap>' for path in paths)}</sitemapindex>"


def listing(number: int, *, last: int = 3) -> str:
    following = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < last else ""
    return f"<html><a class=book href='/book/{number}a'>a</a><a class=book href='/book/{number}b'>b</a>{following}"


def test_sitemaps_of_an_index_are_read_in_order_each_once() -> None:
    site = Site(
        {
            "/robots.txt": f"Sitemap: {SITE}/index.xml\nSitemap: {SITE}/more.xml",
            "/index.xml": index("/one.xml", "/inner.xml", "/one.xml"),
            "/inner.xml": index("/two.xml", "/index.xml"),
            "/one.xml": sitemap("/1", "/2"),
            "/two.xml": sitemap("/2", "/3"),
            "/more.xml": sitemap("/4"),
        }
    )

    assert site.find("/robots.txt") == ["/1", "/2", "/3", "/4"]
    assert site.loaded == ["/robots.txt", "/index.xml", "/one.xml", "/inner.xml", "/two.xml", "/more.xml"]


def test_no_further_document_is_read_than_is_needed() -> None:
    site = Site({"/i": index("/one.xml", "/two.xml"), "/one.xml": sitemap("/1", "/2"), "/two.xml": sitemap("/3")})

    links = find_links(Search.of(f"{SITE}/i"), site)

    assert [next(links).link, next(links).link] == [f"{SITE}/1", f"{SITE}/2"]
    assert site.loaded == ["/i", "/one.xml"]


@pytest.mark.parametrize(("max_pages", "expected"), [(1, 2), (2, 4), (3, 6), (9, 6)])
def test_the_pages_of_a_list_are_followed_as_far_as_allowed(max_pages: int, expected: int) -> None:
    site = Site({"/list": listing(1)} | {f"/list?page={number}": listing(number) for number in (2, 3)})

    assert len(site.find("/list", max_pages=max_pages, select=".book")) == expected


def test_pages_that_lead_in_a_circle_end() -> None:
    site = Site({"/list": listing(1), "/list?page=2": "<html><a rel=next href=/list>Next</a>"})

    site.find("/list", max_pages=100)

    assert site.loaded == ["/list", "/list?page=2"]


def test_include_and_exclude_are_held_against_the_whole_address() -> None:
    site = Site({"/s": sitemap("/book/1", "/book/2", "/author/1", "/book/1/review")})

    assert site.find("/s", include="**/book/*", exclude=["re:.*/2"]) == ["/book/1"]


def test_links_to_other_sites_are_left_out_unless_wanted() -> None:
    site = Site({"/p": "<html><a href=/a></a><a href=//www.shop.example.com/b></a><a href=//other.example.com/c></a>"})

    assert site.find("/p") == ["/a", "https://www.shop.example.com/b"]
    assert len(site.find("/p", same_site=False)) == 3


def test_where_a_source_redirects_to_is_its_site_but_not_where_its_sitemaps_lie() -> None:
    moved = Page("https://www.books.example.com/", b"<html><a href=/a></a>")
    stored = "<urlset><url><loc>https://cdn.example.com/x</loc></url><url><loc>/y</loc></url></urlset>"
    site = Site({"/": moved, "/i": index("https://cdn.example.com/s.xml"), "https://cdn.example.com/s.xml": stored})

    assert site.find("/") == ["https://www.books.example.com/a"]
    assert site.find("/i") == []


def test_since_leaves_out_what_was_surely_not_changed_later() -> None:
    site = Site({"/s": sitemap("/unknown", old="2026-01-30", day="2026-01-31", month="2026-01", year="2025")})

    assert site.find("/s", since="2026-01-31T12:00:00") == ["/unknown", "/day", "/month"]


@pytest.mark.parametrize(
    ("outcome", "error"),
    [
        (Gone(404), PageUnreachableError),
        (Failed("answered 503", 30.0, "status", 503), PageUnreachableError),
        (Failed("no whole answer in time", cause="timeout"), PageUnreachableError),
        (Failed("robots.txt cannot be read", cause="unreadable_robots"), PageUnreachableError),
        (NotModified(), PageUnreachableError),
        (Failed("robots.txt does not allow it", cause="robots"), InvalidRequestError),
        (Failed("not public", cause="address"), InvalidRequestError),
        (Page(f"{SITE}/s", b"\x1f\x8bnonsense"), InvalidRequestError),
    ],
)
def test_a_source_that_cannot_be_read_is_an_error_that_says_whether_a_retry_helps(
    outcome: Outcome, error: type[Exception]
) -> None:
    with pytest.raises(error, match="/s"):
        Site({"/s": outcome}).find("/s")


def test_a_failure_that_may_pass_fails_the_search_and_hands_on_the_wait() -> None:
    site = Site({"/i": index("/one.xml"), "/one.xml": Failed("answered 429", 30.0, "status", 429)})

    with pytest.raises(PageUnreachableError, match=r"one\.xml") as failed:
        site.find("/i")

    assert (failed.value.status, failed.value.retry_after) == (429, 30.0)


@pytest.mark.parametrize("outcome", [Gone(404), Failed("robots.txt does not allow it", cause="robots")])
def test_a_sitemap_that_is_gone_or_forbidden_is_left_out_with_a_warning(
    outcome: Outcome, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site({"/i": index("/one.xml", "/two.xml"), "/one.xml": outcome, "/two.xml": sitemap("/2")})

    with caplog.at_level(logging.WARNING):
        assert site.find("/i") == ["/2"]

    assert "one.xml is left out" in caplog.text


class TestCutOff:
    """Documents that end too early."""

    CUT = sitemap("/1", "/22", "/333").partition("</loc></url></urlset>")[0]

    def test_a_sitemap_gives_what_comes_before_the_cut_and_a_warning(self, caplog: pytest.LogCaptureFixture) -> None:
        site = Site({"/i": index("/cut.xml", "/two.xml"), "/cut.xml": self.CUT, "/two.xml": sitemap("/4")})

        with caplog.at_level(logging.WARNING):
            assert site.find("/i", exclude="**/1") == ["/22", "/4"]

        [record] = caplog.records
        assert f"{SITE}/cut.xml is cut off or damaged. Only its first 2 links were read" in record.getMessage()

    def test_an_index_goes_as_far_as_it_can_be_read(self, caplog: pytest.LogCaptureFixture) -> None:
        cut = index("/one.xml", "/two.xml").replace("two.xml</loc></sitemap></sitemapindex>", "tw")
        site = Site({"/robots.txt": f"Sitemap: {SITE}/i", "/i": cut, "/one.xml": sitemap("/1")})

        with caplog.at_level(logging.WARNING):
            assert site.find("/robots.txt") == ["/1"]

        assert site.loaded == ["/robots.txt", "/i", "/one.xml"]
        assert f"{SITE}/i is cut off" in caplog.text

    @pytest.mark.parametrize(
        "body", ["", "<urlset>", "<rss><channel><item>", '{"items": [', "<sitemapindex><sitemap><loc>/"]
    )
    def test_a_source_of_which_nothing_can_be_read_is_an_error_that_a_retry_may_mend(self, body: str) -> None:
        moved = Page(f"{SITE}/moved", body.encode())

        with pytest.raises(PageUnreachableError, match=f"{SITE}/s is cut off or damaged"):
            Site({"/s": moved}).find("/s")

    def test_who_has_enough_before_the_cut_is_not_warned(self, caplog: pytest.LogCaptureFixture) -> None:
        links = find_links(Search.of(f"{SITE}/s"), Site({"/s": self.CUT}))

        with caplog.at_level(logging.WARNING):
            assert [next(links).link, next(links).link] == [f"{SITE}/1", f"{SITE}/22"]
            links.close()  # type: ignore[attr-defined] # it is a generator

        assert not caplog.records


def test_a_trap_of_documents_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MOST_DOCUMENTS", 5)

    def endless(url: str, limit: int) -> Outcome:
        return Page(url, index(f"{url}x", f"{url}y").encode())

    with pytest.raises(InvalidRequestError, match="more than 5 documents"):
        list(find_links(Search.of(f"{SITE}/"), endless))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"source": "shop.example.com"}, "source"),
        ({"source": "https://user:secret@example.com/"}, "source"),
        ({"include": ["/a"]}, "include"),
        ({"exclude": "re:("}, "exclude"),
        ({"since": "soon"}, "since"),
        ({"max_pages": 0}, "max_pages"),
        ({"max_pages": True}, "max_pages"),
        ({"select": "a["}, "select"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"Field '{field}'") as refused:
        Search.of(**{"source": SITE, **given})

    assert "secret" not in str(refused.value)
