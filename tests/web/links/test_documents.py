"""What a document is and which links are in it, whatever its name and media type say."""

from __future__ import annotations

import gzip
import json
from contextlib import nullcontext, suppress
from typing import Any

import pytest

from airflow_provider.web.links.documents import Document, read_document
from airflow_provider.web.links.endings import IncompleteError
from airflow_provider.web.outcomes import Page
from airflow_provider.web.unpacking import TooLargeError, UnpackingError

URL = "https://shop.example.com/list"
SITEMAPS_ORG = "http://www.sitemaps.org/schemas/sitemap/0.9"


def read(body: str | bytes, *, url: str = URL, kind: str = "", select: tuple[str, ...] = ()) -> Document:
    return read_document(Page(url, body.encode() if isinstance(body, str) else body, kind), select=select)


def links(document: Document, *, whole: bool = True) -> list[Any]:
    """Return the links, with their dates where there are any; those of a document that is not *whole* end early."""
    found = []
    with nullcontext() if whole else pytest.raises(IncompleteError):
        for link in document.links:
            path = link.link.removeprefix("https://shop.example.com")
            found.append(path if link.lastmod is None else (path, link.lastmod))
    return found


class TestSitemaps:
    BODY = f"""<?xml version="1.0" encoding="UTF-8"?><!-- made daily -->
    <urlset xmlns="{SITEMAPS_ORG}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> https://shop.example.com/a?b=1&amp;c=2#d </loc><lastmod>2026-02-03</lastmod></url>
      <url><image:image><image:loc>https://shop.example.com/a.jpg</image:loc></image:image>
           <loc>https://shop.example.com/b</loc><lastmod>soon</lastmod></url>
      <url><loc></loc></url><url><lastmod>2026-01-01</lastmod></url>
      <url><loc>mailto:a@example.com</loc></url>
    </urlset>"""
    FOUND = (("/a?b=1&c=2", "2026-02-03"), "/b")

    @pytest.mark.parametrize("kind", ["application/xml", "text/xml; charset=utf-8", "text/html", "text/plain", ""])
    def test_a_sitemap_is_told_by_its_content(self, kind: str) -> None:
        document = read(self.BODY, kind=kind)

        assert document.kind == "sitemap"
        assert links(document) == [*self.FOUND]

    @pytest.mark.parametrize("kind", ["application/gzip", "application/x-gzip", "text/xml", ""])
    def test_it_may_be_packed(self, kind: str) -> None:
        assert links(read(gzip.compress(self.BODY.encode()), kind=kind)) == [*self.FOUND]

    def test_it_needs_no_namespace_or_may_have_a_prefix(self) -> None:
        bare = self.BODY.replace(f' xmlns="{SITEMAPS_ORG}"', "")
        prefixed = (
            f'<s:urlset xmlns:s="{SITEMAPS_ORG}"><s:url><s:loc>https://shop.example.com/a</s:loc></s:url></s:urlset>'
        )

        assert links(read(bare)) == [*self.FOUND]
        assert links(read(prefixed)) == ["/a"]

    def test_what_is_broken_in_it_costs_no_other_link(self) -> None:
        broken = self.BODY.replace("&amp;c=2#d", "&c=2#d").replace("</urlset>", "")

        assert links(read(broken), whole=False)[-1] == "/b"

    @pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
    def test_it_may_be_in_another_encoding(self, encoding: str) -> None:
        body = self.BODY.replace("UTF-8", encoding).replace("/b<", "/caf\u00e9<")

        assert links(read(body.encode(encoding)))[-1] == "/caf%C3%A9"

    def test_an_index_names_sitemaps(self) -> None:
        index = f"""<sitemapindex xmlns="{SITEMAPS_ORG}">
          <sitemap><loc>https://shop.example.com/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap>
          <sitemap><loc>/2.xml</loc></sitemap></sitemapindex>"""
        document = read(index)

        assert (document.kind, list(document.links)) == ("sitemap index", [])
        assert list(document.sitemaps) == ["https://shop.example.com/1.xml.gz", "https://shop.example.com/2.xml"]

    def test_a_text_file_is_a_sitemap_too(self) -> None:
        body = "\ufeffhttps://shop.example.com/a\r\n\r\n https://shop.example.com/b\n"

        assert links(read(body, kind="text/plain")) == ["/a", "/b"]

    def test_robots_txt_names_sitemaps(self) -> None:
        body = "User-agent: *\nDisallow: /x\nSitemap: https://cdn.example.com/s.xml\nsitemap: /t.xml\n"
        document = read(body, url="https://shop.example.com/robots.txt", kind="text/plain")

        assert document.kind == "robots.txt"
        assert document.sitemaps == ["https://cdn.example.com/s.xml", "https://shop.example.com/t.xml"]

    def test_a_bomb_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("airflow_provider.web.links.documents.MAX_BYTES", 1000)

        with pytest.raises(TooLargeError):
            read(gzip.compress(bytes(2000)))
        with pytest.raises(UnpackingError):
            read(gzip.compress(bytes(500))[:-8] + bytes(8))

    def test_entities_are_not_expanded_and_files_not_read(self) -> None:
        bomb = """<!DOCTYPE urlset [<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY b "&a;&a;">]>
        <urlset><url><loc>https://shop.example.com/&b;</loc></url></urlset>"""

        assert all(link in {"/", "/&b;"} for link in links(read(bomb)))


class TestFeeds:
    def test_rss(self) -> None:
        document = read("""<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://shop.example.com/</link>
          <atom:link rel="self" href="https://shop.example.com/feed"/>
          <atom:link rel="next" href="/feed?page=2"/>
          <item><title>A &nbsp; B</title><link>https://shop.example.com/a</link>
            <pubDate>Tue, 03 Feb 2026 04:05:06 GMT</pubDate></item>
          <item><guid>https://shop.example.com/b</guid><dc:date>2026-02-04</dc:date></item>
          <item><guid isPermaLink="false">tag:1</guid></item>
          <item><link><![CDATA[ /c ]]></link><atom:link rel="replies" href="/c/replies"/></item>
        </channel></rss>""")

        assert document.kind == "feed"
        assert links(document) == [("/a", "2026-02-03T04:05:06+00:00"), ("/b", "2026-02-04"), "/c"]
        assert document.following == "https://shop.example.com/feed?page=2"

    def test_rss_1_0_has_its_items_beside_the_channel(self) -> None:
        document = read("""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns="http://purl.org/rss/1.0/"><channel><link>https://shop.example.com/</link></channel>
          <item><link>https://shop.example.com/a</link></item></rdf:RDF>""")

        assert links(document) == ["/a"]

    def test_atom(self) -> None:
        document = read("""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://shop.example.com/news/">
          <link rel="next" href="?page=2"/>
          <entry><link rel="edit" href="/edit"/><link rel="alternate" href="a"/>
            <published>2026-01-01T00:00:00Z</published><updated>2026-02-03T04:05:06Z</updated></entry>
          <entry xml:base="old/"><link href="b"/></entry>
          <entry><id>https://shop.example.com/c</id></entry>
          <entry><id>urn:uuid:1</id></entry></feed>""")

        assert links(document) == [("/news/a", "2026-02-03T04:05:06+00:00"), "/news/old/b", "/c"]
        assert document.following == "https://shop.example.com/news/?page=2"

    def test_json_feed(self) -> None:
        feed = {
            "version": "https://jsonfeed.org/version/1.1",
            "next_url": "/feed.json?page=2",
            "items": [
                {"url": "https://shop.example.com/a", "date_modified": "2026-02-03T04:05:06Z"},
                {"external_url": "/b", "date_published": "2026-02-04"},
                {"id": "1"},
                "nonsense",
                {"url": 3},
            ],
        }
        document = read(json.dumps(feed), kind="application/feed+json")

        assert links(document) == [("/a", "2026-02-03T04:05:06+00:00"), ("/b", "2026-02-04")]
        assert document.following == "https://shop.example.com/feed.json?page=2"

    @pytest.mark.parametrize("body", ['{"items": 3}', '{"version": 1}'])
    def test_other_json_has_no_links(self, body: str) -> None:
        assert links(read(body)) == []

    @pytest.mark.parametrize("body", ['{"a": ', "{" * 5, '{"a":' * 100_000])
    def test_what_is_no_json_is_not_taken_for_a_feed_without_entries(self, body: str) -> None:
        assert links(read(body), whole=False) == []


class TestPages:
    def test_links_come_in_the_order_of_the_page(self) -> None:
        document = read("""<!doctype html><html><head><link rel="stylesheet" href="/s.css"></head><body>
          <a href="/b">b</a><a>none</a><a href="">empty</a><a href="javascript:x()">x</a>
          <map><area href="c"></map><a name="here"></a><A HREF=" /a#x ">a</A><img src="/d"></body></html>""")

        assert document.kind == "page"
        assert links(document) == ["/b", "/c", "/a"]

    def test_a_base_is_minded(self) -> None:
        assert links(read("<html><base href='/shop/'><a href='a'>a</a>")) == ["/shop/a"]

    def test_select_names_links_or_what_holds_them(self) -> None:
        body = """<html><nav><a href=/home>h</a></nav><ul class=books><li><a href=/1>1</a><li><a href=/2>2</a></ul>
        <a class=more href=/3>3</a>"""

        assert links(read(body, select=(".books",))) == ["/1", "/2"]
        assert links(read(body, select=("a.more", "li a"))) == ["/1", "/2", "/3"]

    @pytest.mark.parametrize(
        "body",
        [
            "<link rel=next href='?page=2'><a href=/x>x</a>",
            "<a href=/other class=next>1</a><a rel='nofollow next' href='?page=2'>weiter</a>",
            "<ul><li><a href='?page=1'>1</a><li class='page-item next'><a href='?page=2'>more</a></ul>",
            "<a class='pagination__next' href='?page=2'>…</a>",
            "<a aria-label='Next page' href='?page=2'><svg></svg></a>",
            "<a href='?page=2'>Next »</a>",
            "<a href='?page=2'> NEXT PAGE </a>",
            "<a href='?page=2'>Older posts</a>",
            "<a href='?page=2'>Nächste Seite</a>",
            "<a href='?page=2'>次へ</a>",
            "<a href='?page=2'><span>\u203a</span></a>",
        ],
    )
    def test_the_next_page_of_a_list_is_found(self, body: str) -> None:
        assert read(f"<html><body>{body}", url=f"{URL}?page=1").following == f"{URL}?page=2"

    @pytest.mark.parametrize(
        "body",
        [
            "",
            "<a href='/about'>About the next big thing</a>",
            "<a class=next href='#'>Next</a>",
            "<a class='next disabled'>Next</a>",
            "<a class='nextdoor' href='/n'>Neighbours</a>",
            "<a href='/a'></a>",
            "<a rel=next href='javascript:more()'>Next</a>",
        ],
    )
    def test_the_last_page_has_none(self, body: str) -> None:
        assert read(f"<html><body>{body}", url=f"{URL}?page=9").following is None


SITEMAP_OF = "<urlset><url><loc>{}</loc></url><url><loc>/last</loc></url></urlset>"


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("/?a=1&b=2", "/?a=1&b=2"),
        ("/?a=1&amp;b=2&#38;c=3", "/?a=1&b=2&c=3"),
        ("<![CDATA[/?a=1&b=2&amp;c]]>", "/?a=1&b=2&amp;c"),
        ("<![CDATA[/?a=1&b=2]]></loc></url><url><loc>/?c&d", "/?a=1&b=2"),
    ],
    ids=["forgotten to escape", "escaped", "not to be escaped", "both"],
)
def test_an_ampersand_in_an_address_is_never_lost(written: str, link: str) -> None:
    found = links(read(SITEMAP_OF.format(written)))

    assert (found[0], found[-1]) == (link, "/last")


@pytest.mark.parametrize("kind", ["text/xml; charset=iso-8859-1", "text/xml"])
def test_the_character_set_of_a_sitemap_is_minded(kind: str) -> None:
    assert links(read(SITEMAP_OF.format("/café").encode("latin-1"), kind=kind)) == ["/caf%C3%A9", "/last"]


@pytest.mark.parametrize(
    "body",
    [
        "<feed xml:base='http://[bad'><entry><link href='/a'/></entry></feed>",
        "<html><base href='http://[bad'><a href='/a'>a</a></html>",
    ],
    ids=["feed", "page"],
)
def test_a_base_that_is_no_address_is_none(body: str) -> None:
    assert links(read(body)) == ["/a"]


@pytest.mark.parametrize("before", ["<?a?>", "<!---->", "<!---->\n", "<!DOCTYPE x>"])
def test_what_stands_before_the_first_element_is_read_once(before: str) -> None:
    assert read(before * 400 + "x").kind == "page"
    assert read(before * 100 + SITEMAP_OF.format("/a")).kind == "sitemap"


@pytest.mark.parametrize("body", [b"", b"\x00", b"<", b"\xff\xfe", b"%PDF-1.4", b"<a", b"<urlset", b"[1]", b"https://"])
@pytest.mark.parametrize("kind", ["", "text/html", "application/xml", "application/json"])
def test_no_bytes_are_too_strange(body: bytes, kind: str) -> None:
    with suppress(IncompleteError):
        assert list(read(body, kind=kind).links) == []


COMMENT = b"\n<!-- made daily -->"


def of_urls(prefix: str = "", root: str = "urlset", entry: str = "url") -> str:
    """Return a list of addresses, each longer than the one before, none of which may be taken for another."""
    urls = "".join(
        f"<{prefix}{entry}><!-- </{entry}> --><{prefix}loc>/{number}{'x' * number}</{prefix}loc></{prefix}{entry}>"
        for number in range(1, 4)
    )
    space = f' xmlns:{prefix[:-1]}="{SITEMAPS_ORG}"' if prefix else ""
    return f'<?xml version="1.0"?>\n<{prefix}{root}{space}>{urls}</{prefix}{root}>{COMMENT.decode()}\n'


def of_items(root: str, entry: str, link: str) -> str:
    """Return the same as a feed."""
    entries = "".join(f"<{entry}>{link.format(f'/{number}' + 'x' * number)}</{entry}>" for number in range(1, 4))
    return f"<{root}><title><![CDATA[ </{root}> ]]></title>{entries}</{root}>"


WHOLE = {
    "sitemap": of_urls(),
    "sitemap with a prefix": of_urls("s:"),
    "index": of_urls(root="sitemapindex", entry="sitemap"),
    "RSS": of_items("rss", "item", "<link>{}</link>"),
    "Atom": of_items("feed", "entry", "<link href='{}'/>"),
    "RSS 1.0": of_items("RDF", "item", "<link>{}</link>"),
    "JSON Feed": json.dumps({"items": [{"url": "/1x"}, {"url": "/2xx"}, {"url": "/3xxx"}]}),
}
ALL = ["/1x", "/2xx", "/3xxx"]


def taken(body: bytes) -> tuple[list[str], bool]:
    """Return the links and sitemaps that a document names, and whether it is whole."""
    document, found = read(body), []
    is_whole = True
    try:
        found.extend(link.link for link in document.links)
        found.extend(document.sitemaps)
    except IncompleteError:
        is_whole = False
    return [link.removeprefix("https://shop.example.com") for link in found], is_whole


@pytest.mark.parametrize("kind", WHOLE)
def test_a_document_that_is_cut_off_anywhere_gives_whole_links_only_and_says_so(kind: str) -> None:
    body = WHOLE[kind].encode()
    # From where it is known what it is, to where the list ends.
    begin, end = (
        body.index(b"<", 30) if body.startswith(b"<") else 1,
        body.rindex(COMMENT) if COMMENT in body else len(body),
    )

    assert taken(body) == taken(body[:end]) == (ALL, True)
    for cut in range(begin, end):
        found, is_whole = taken(body[:cut])
        assert not is_whole
        assert found == ALL[: len(found)]


@pytest.mark.parametrize("kind", [*WHOLE, "text"])
def test_the_same_when_it_was_cut_off_while_it_was_packed(kind: str) -> None:
    body = WHOLE[kind] if kind in WHOLE else "".join(f"https://shop.example.com{link}\n" for link in ALL)
    packed = gzip.compress(body.encode(), compresslevel=0)

    assert taken(packed) == (ALL, True)
    for cut in range(len(packed) - len(body) // 2, len(packed)):
        found, is_whole = taken(packed[:cut])
        # Most lists tell themselves when only the packing has lost its end.
        assert found == (ALL if is_whole else ALL[: len(found)])


@pytest.mark.parametrize("body", ["", " \n", gzip.compress(b"")])
def test_an_empty_document_is_not_whole(body: str | bytes) -> None:
    assert links(read(body), whole=False) == []


@pytest.mark.parametrize(
    "body", ["<urlset/>", f'<urlset xmlns="{SITEMAPS_ORG}" />', "<urlset></urlset>", "<rss></rss>"]
)
def test_a_list_without_entries_is_whole(body: str) -> None:
    assert links(read(body)) == []


@pytest.mark.parametrize(
    ("written", "damaged"),
    [("</url>", "</url>< 1"), ("</url>", "</url></urlset>"), ("<url>", "<!-- <url>")],
    ids=["no markup", "a list that ends twice", "an endless comment"],
)
def test_what_makes_a_parser_stop_half_way_is_told(written: str, damaged: str) -> None:
    first, middle, last = SITEMAP_OF.format("/1").partition(written)

    assert links(read(f"{first}{damaged}{last}"), whole=False) == ["/1"][: middle == "</url>"]
