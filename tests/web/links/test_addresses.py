"""Links as addresses: one spelling for one page, and never one for two."""

from __future__ import annotations

import pytest

from airflow_provider.web.links.addresses import is_of_site, normalised

BASE = "https://shop.example.com/books/index.html?page=1"

SAME = {
    "case of scheme and host": ("HTTPS://Shop.EXAMPLE.com/a", "https://shop.example.com/a"),
    "default port": ("https://shop.example.com:443/a", "https://shop.example.com/a"),
    "default port of http": ("http://shop.example.com:80/a", "http://shop.example.com/a"),
    "no path": ("https://shop.example.com", "https://shop.example.com/"),
    "no path but a query": ("https://shop.example.com?a=1", "https://shop.example.com/?a=1"),
    "fragment": ("https://shop.example.com/a#b", "https://shop.example.com/a"),
    "fragment after the query": ("/a?b=1#c", "https://shop.example.com/a?b=1"),
    "dots": ("/a/./b/../c", "https://shop.example.com/a/c"),
    "dots at the end": ("/a/b/..", "https://shop.example.com/a/"),
    "more dots than folders": ("/../../a", "https://shop.example.com/a"),
    "escaped letters": ("/%7Euser/%41", "https://shop.example.com/~user/A"),
    "case of escapes": ("/caf%c3%a9", "https://shop.example.com/caf%C3%A9"),
    "letters that have to be escaped": ("/café", "https://shop.example.com/caf%C3%A9"),
    "spaces inside": ("/a b?c d", "https://shop.example.com/a%20b?c%20d"),
    "white space around": (" \n /a\t", "https://shop.example.com/a"),
    "relative": ("night-trains.html", "https://shop.example.com/books/night-trains.html"),
    "relative upwards": ("../a", "https://shop.example.com/a"),
    "query alone": ("?page=2", "https://shop.example.com/books/index.html?page=2"),
    "without scheme": ("//cdn.example.com/a", "https://cdn.example.com/a"),
    "empty": ("", "https://shop.example.com/books/index.html?page=1"),
    "letters of other scripts in the host": ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
    "an address in numbers": ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    "broken escapes": ("/100%", "https://shop.example.com/100%"),
}
NO_PAGES = [
    f"https://shop.example.com/{'a' * 8000}",
    "mailto:a@example.com",
    "javascript:void(0)",
    "tel:+123",
    "data:text/html,x",
    "ftp://example.com/a",
    "https://user:secret@example.com/",
    "http://",
    "http://[::1",
    "http://example.com:99999/",
    "http://example.com:port/",
    "https://exa mple.com/",
]
DIFFERENT = [
    ("/a", "/a/"),
    ("/a", "/A"),
    ("/a?b=1&c=2", "/a?c=2&b=1"),
    ("/a?b", "/a?b="),
    ("/a?utm_source=x", "/a"),
    ("/a//b", "/a/b"),
    ("/a%2Fb", "/a/b"),
    ("/a%3Fb", "/a?b"),
    ("/a;v=1", "/a"),
    ("http://shop.example.com/a", "https://shop.example.com/a"),
    ("https://www.shop.example.com/", "https://shop.example.com/"),
    ("https://shop.example.com:8443/", "https://shop.example.com/"),
    ("/a+b", "/a%20b"),
]


@pytest.mark.parametrize(("link", "expected"), SAME.values(), ids=SAME)
def test_a_link_is_written_in_one_way(link: str, expected: str) -> None:
    assert normalised(link, BASE) == expected
    assert normalised(expected, BASE) == expected


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_may_be_another_page_stays_another(one: str, other: str) -> None:
    assert normalised(one, BASE) != normalised(other, BASE)


@pytest.mark.parametrize("link", NO_PAGES)
def test_what_is_no_page_is_none(link: str) -> None:
    assert normalised(link, BASE) is None


@pytest.mark.parametrize(
    ("link", "site", "expected"),
    [
        ("https://example.com/", "example.com", True),
        ("https://www.example.com/", "example.com", True),
        ("https://example.com/", "www.example.com", True),
        ("https://shop.example.com/", "www.example.com", True),
        ("http://example.com:8080/", "example.com", True),
        ("https://example.com/", "shop.example.com", False),
        ("https://notexample.com/", "example.com", False),
        ("https://example.com.evil.org/", "example.com", False),
        ("http://127.0.0.1:1/", "127.0.0.1", True),
    ],
)
def test_a_site_is_a_host_and_what_is_below_it(link: str, site: str, *, expected: bool) -> None:
    assert is_of_site(link, site) == expected
