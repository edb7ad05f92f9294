"""Pairs of pages: the same to a reader, or different to a reader. Each line of the table is a rule."""

from __future__ import annotations

import gzip
import json

import pytest

from airflow_provider.web.fingerprint import digest_of
from airflow_provider.web.reading import lines_of

HTML = "text/html; charset=utf-8"


def page(body: str, head: str = "<title>Shop</title>") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


def digest(body: str | bytes, content_type: str = HTML, **options: tuple[str, ...]) -> str:
    content = page(body) if isinstance(body, str) else body
    return digest_of(lines_of(content, content_type, **options))


BOOK = "<h1>Books</h1><p>Night Trains, £12.90</p>"

SAME = {
    "inline script": (f"{BOOK}<script>var t=1</script>", f"{BOOK}<script>var t=2</script>"),
    "inline style": (f"<style>p{{color:red}}</style>{BOOK}", f"<style>p{{color:blue}}</style>{BOOK}"),
    "comment": (f"{BOOK}<!-- built 12:00 -->", f"{BOOK}<!-- built 12:05 -->"),
    "conditional comment": (f"{BOOK}<!--[if IE]><p>old</p><![endif]-->", BOOK),
    "nonce": (f"<div nonce='a1'>{BOOK}</div>", f"<div nonce='b2'>{BOOK}</div>"),
    "hidden csrf field": (
        f"{BOOK}<form><input type='hidden' name='csrf' value='a'><input type='submit' value='Buy'></form>",
        f"{BOOK}<form><input type='hidden' name='csrf' value='b'><input type='submit' value='Buy'></form>",
    ),
    "HIDDEN in capitals": (f"{BOOK}<input type=HIDDEN value=1>", f"{BOOK}<input type=HIDDEN value=2>"),
    "time in an attribute": (f"<p data-rendered='1'>{BOOK}</p>", f"<p data-rendered='2'>{BOOK}</p>"),
    "datetime of a time": ("<time datetime='12:00:01'>noon</time>", "<time datetime='12:00:02'>noon</time>"),
    "cache buster of a picture": ("<img src='a.png?v=1' alt='Cover'>", "<img src='a.png?v=2' alt='Cover'>"),
    "session in a link": ("<a href='/b?sid=1'>Buy</a>", "<a href='/b?sid=2'>Buy</a>"),
    "random ids": ("<p id='r-8f3a'>Hello</p>", "<p id='r-77bc'>Hello</p>"),
    "class names of a new build": ("<p class='css-1x2y'>Hello</p>", "<p class='css-9z8w'>Hello</p>"),
    "adsense": (f"{BOOK}<ins class='adsbygoogle'>Car</ins>", f"{BOOK}<ins class='adsbygoogle'>Boat</ins>"),
    "ad slot": (f"{BOOK}<div class='box ad-slot'>Car</div>", f"{BOOK}<div class='box ad-slot'>Boat</div>"),
    "adSlot in camel case": (f"{BOOK}<div class='adSlot'>Car</div>", f"{BOOK}<div class='adSlot'>Boat</div>"),
    "google ad tag": (f"{BOOK}<div id='div-gpt-ad-17-0'>Car</div>", f"{BOOK}<div id='div-gpt-ad-17-0'>Boat</div>"),
    "advertisement aside": (f"{BOOK}<aside class='advertisement'>Car</aside>", BOOK),
    "sponsored box": (f"{BOOK}<div class='sponsored-content'>Car</div>", f"{BOOK}<div class='sponsored-content'>Hat"),
    "ad by its data": (f"{BOOK}<div data-ad-unit='/1/top'>Car</div>", f"{BOOK}<div data-ad-unit='/1/top'>Hat</div>"),
    "ad by its label": (f"{BOOK}<div aria-label='Advertisement'>Car</div>", BOOK),
    "banner ad": (f"{BOOK}<div id='banner-ad'>Car</div>", f"{BOOK}<div id='banner-ad'>Hat</div>"),
    "recommendations of an ad network": (f"{BOOK}<div id='taboola-below'>Car</div>", BOOK),
    "iframe": (f"{BOOK}<iframe src='a'>x</iframe>", f"{BOOK}<iframe src='b'>y</iframe>"),
    "noscript": (f"{BOOK}<noscript><img src='pixel?1'></noscript>", f"{BOOK}<noscript><img src='pixel?2'></noscript>"),
    "template": (f"{BOOK}<template><p>a</p></template>", f"{BOOK}<template><p>b</p></template>"),
    "hidden element": (f"{BOOK}<p hidden>build 1</p>", f"{BOOK}<p hidden>build 2</p>"),
    "display none": (f"{BOOK}<p style='display:none'>1</p>", f"{BOOK}<p style='color:red; DISPLAY : none'>2</p>"),
    "closed dialog": (f"{BOOK}<dialog>Cookies 1</dialog>", f"{BOOK}<dialog>Cookies 2</dialog>"),
    "indentation": ("<ul><li>a</li><li>b</li></ul>", "<ul>\n  <li>\n a\n</li>\n\n<li>b  </li>\n</ul>"),
    "minified": ("<p>a <b>b</b> c</p>\n<p>d</p>", "<p>a <b>b</b> c<p>d"),
    "non-breaking space": ("<p>12 EUR</p>", "<p>12&nbsp;EUR</p>"),
    "entities": ("<p>caf&eacute; &amp; bar</p>", "<p>café &#38; bar</p>"),
    "composed letters": ("<p>caf\u00e9</p>", "<p>cafe\u0301</p>"),
    "soft hyphen": ("<p>lighthouse</p>", "<p>light&shy;house</p>"),
    "zero-width space": ("<p>lighthouse</p>", "<p>light&#8203;house</p>"),
    "other markup for the same": ("<div>a</div><div><b>b</b></div>", "<p>a</p><section><strong>b</strong></section>"),
    "icon": ("<p><svg><title>cart</title><path d='M0'/></svg>Buy</p>", "<p>Buy</p>"),
    "self-closing or not": ("<p>a<br>b</p>", "<p>a<br/>b</p>"),
    "upper-case tags": ("<P>a</P>", "<p>a</p>"),
    "case of attributes": ("<INPUT TYPE='text' VALUE='3'>", "<input type='text' value='3'>"),
    "ad that comes and goes": (f"{BOOK}<div class='ad'></div>", f"<div class='ad'>Car!</div>{BOOK}"),
    "unclosed ad": (f"<div class='ads'><p>Car</div>{BOOK}", f"<div class='ads'><p>Hat</div>{BOOK}"),
}

DIFFERENT = {
    "price": (BOOK, BOOK.replace("12.90", "12.95")),
    "one letter": ("<p>in stock</p>", "<p>on stock</p>"),
    "minus sign": ("<p>5 %</p>", "<p>-5 %</p>"),
    "decimal point": ("<p>12.90</p>", "<p>1290</p>"),
    "currency": ("<p>£12</p>", "<p>€12</p>"),
    "new row": ("<table><tr><td>a<td>1</table>", "<table><tr><td>a<td>1<tr><td>b<td>2</table>"),
    "row gone": ("<ul><li>a<li>b</ul>", "<ul><li>a</ul>"),
    "order": ("<ol><li>a<li>b</ol>", "<ol><li>b<li>a</ol>"),
    "cells apart": ("<tr><td>1<td>23</tr>", "<table><tr><td>12<td>3</table>"),
    "empty cell elsewhere": (
        "<table><tr><td>a<td><td>1</table>",
        "<table><tr><td>a<td>1<td></table>",
    ),
    "title": (page(BOOK, "<title>Shop</title>"), page(BOOK, "<title>Shop: closed</title>")),
    "alternative text": ("<img src='a' alt='red hat'>", "<img src='a' alt='blue hat'>"),
    "button": ("<button>Buy</button>", "<button>Sold out</button>"),
    "submit value": ("<input type=submit value='Buy'>", "<input type=submit value='Sold out'>"),
    "field value": ("<input value='3'>", "<input value='4'>"),
    "placeholder": ("<input placeholder='Search 3 books'>", "<input placeholder='Search 4 books'>"),
    "options": ("<select><option>S<option>M</select>", "<select><option>S<option>M<option>L</select>"),
    "textarea": ("<textarea>a</textarea>", "<textarea>b</textarea>"),
    "details": ("<details><summary>s</summary>a</details>", "<details><summary>s</summary>b</details>"),
    "open dialog": ("<dialog open>a</dialog>", "<dialog open>b</dialog>"),
    "declared shadow root": (
        "<my-price><template shadowrootmode=open><p>5</p></template></my-price>",
        "<my-price><template shadowrootmode=open><p>6</p></template></my-price>",
    ),
    "shown now": ("<p hidden>Sale</p><p>x</p>", "<p>Sale</p><p>x</p>"),
    "address is no ad": ("<div class='address'>Harbour 1</div>", "<div class='address'>Harbour 2</div>"),
    "add to cart is no ad": ("<a class='add-to-cart'>Buy</a>", "<a class='add-to-cart'>Gone</a>"),
    "header is no ad": ("<div class='header-address'>a</div>", "<div class='header-address'>b</div>"),
    "download is no ad": ("<p class='download'>1.0</p>", "<p class='download'>1.1</p>"),
    "a body without ads": (
        b"<html><body class='no-ads'><p>a</p></body></html>",
        b"<html><body class='no-ads'><p>b</p></body></html>",
    ),
    "a page that names all of it ads": (
        "<div class='ads'><main>a</main></div>",
        "<div class='ads'><main>b</main></div>",
    ),
    "badge": ("<span class='badge'>3 left</span>", "<span class='badge'>2 left</span>"),
    "sponsors of a fair": ("<div class='sponsors'>Acme</div>", "<div class='sponsors'>Beta</div>"),
    "text after a script": ("<p>a<script>1</script>b</p>", "<p>a<script>1</script>c</p>"),
    "text after an ad": ("<div class='ad'>x</div>was 3", "<div class='ad'>x</div>was 4"),
    "text after a comment": ("<p>a<!-- - -->b</p>", "<p>a<!-- - -->c</p>"),
    "preformatted lines": ("<pre>a\nb</pre>", "<pre>b\na</pre>"),
    "word in a chart": ("<svg><text>12</text></svg>", "<svg><text>13</text></svg>"),
    "capital letters": ("<p>us</p>", "<p>US</p>"),
    "strikethrough price": ("<p><del>12</del> 10</p>", "<p><del>12</del> 9</p>"),
    "everything": (BOOK, "<p>This shop is closed.</p>"),
    "nothing": (BOOK, ""),
}


@pytest.mark.parametrize(("before", "after"), SAME.values(), ids=SAME)
def test_what_a_reader_does_not_see_is_no_change(before: str, after: str) -> None:
    assert digest(before) == digest(after)


@pytest.mark.parametrize(("before", "after"), DIFFERENT.values(), ids=DIFFERENT)
def test_what_a_reader_sees_is_a_change(before: str, after: str) -> None:
    assert digest(before) != digest(after)


LATIN = "<p>café £5</p>"
OTHER_FORMS = {
    "encodings": (
        (LATIN.encode("latin-1"), "text/html; charset=iso-8859-1"),
        (LATIN.encode(), "text/html; charset=utf-8"),
    ),
    "encoding in the page": (
        (b"<meta charset='windows-1252'>" + LATIN.encode("cp1252"), "text/html"),
        (LATIN.encode(), "text/html; charset=utf-8"),
    ),
    "encoding from a guess": ((LATIN.encode("cp1252"), "text/html"), (LATIN.encode(), "text/html")),
    "chinese by its old name": (
        ("<p>朱镕基 €</p>".encode("gb18030"), "text/html; charset=gb2312"),
        ("<p>朱镕基 €</p>".encode(), "text/html; charset=utf-8"),
    ),
    "japanese as windows writes it": (
        ("<p>①髙</p>".encode("cp932"), "text/html; charset=x-sjis"),
        ("<p>①髙</p>".encode(), "text/html; charset=utf-8"),
    ),
    "a codec of python that is no encoding": (
        (rb"<p>\u0041</p>", "text/html; charset=unicode_escape"),
        (rb"<p>\u0041</p>", "text/html"),
    ),
    "encoding of a feed in its header": (
        ("<rss><item>caf\xe9</item></rss>".encode("latin-1"), "text/xml; charset=iso-8859-1"),
        ("<rss><item>caf\xe9</item></rss>".encode(), "text/xml"),
    ),
    "byte order mark": ((b"\xef\xbb\xbf" + LATIN.encode(), "text/html"), (LATIN.encode(), "text/html")),
    "utf-16": ((LATIN.encode("utf-16"), "text/html"), (LATIN.encode(), "text/html")),
    "an encoding that nobody knows": (
        (LATIN.encode(), "text/html; charset=klingon"),
        (LATIN.encode(), "text/html"),
    ),
    "a declaration of xml": (
        (b'<?xml version="1.0" encoding="iso-8859-1"?><html><body>' + LATIN.encode("latin-1"), "text/html"),
        (LATIN.encode(), "text/html"),
    ),
    "xhtml": (
        (b'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p></body></html>', "application/xhtml+xml"),
        (b"<p>a</p>", "text/html"),
    ),
    "order of json keys": ((b'{"a": 1, "b": [2]}', "application/json"), (b'{"b":[2],\n"a":1}', "application/json")),
    "build date of a feed": (
        (b"<rss><channel><lastBuildDate>1</lastBuildDate><item>a</item></channel></rss>", "application/rss+xml"),
        (b"<rss><channel><lastBuildDate>2</lastBuildDate><item>a</item></channel></rss>", "application/rss+xml"),
    ),
    "date of an atom feed": (
        (b"<feed xmlns='http://www.w3.org/2005/Atom'><updated>1</updated><entry>a</entry></feed>", "text/xml"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'><updated>2</updated><entry>a</entry></feed>", "text/xml"),
    ),
    "line ends of a text": ((b"a\r\nb\r\n", "text/plain"), (b"a\nb", "text/plain")),
    "html without a type": ((b"<html><body>a</body></html>", ""), (b"<html><body>a<!-- --></body></html>", "")),
}
OTHER_CHANGES = {
    "json value": ((b'{"a": 1}', "application/json"), (b'{"a": 2}', "application/json")),
    "json order of a list": ((b"[1, 2]", "application/json"), (b"[2, 1]", "application/json")),
    "broken json": ((b'{"a": 1', "application/json"), (b'{"a": 2', "application/json")),
    "item of a feed": (
        (b"<rss><channel><item>a</item></channel></rss>", "application/rss+xml"),
        (b"<rss><channel><item>b</item></channel></rss>", "application/rss+xml"),
    ),
    "feed with an ampersand that is not escaped": (
        (b"<rss><item>R&D</item></rss>", "text/xml"),
        (b"<rss><item>R&E</item></rss>", "text/xml"),
    ),
    "text": ((b"a", "text/plain"), (b"b", "text/plain")),
    "bytes of a file": ((b"%PDF-1", "application/pdf"), (b"%PDF-2", "application/pdf")),
}


@pytest.mark.parametrize(("before", "after"), OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_the_same_content_in_another_form_is_no_change(before: tuple[bytes, str], after: tuple[bytes, str]) -> None:
    assert digest_of(lines_of(*before)) == digest_of(lines_of(*after))


@pytest.mark.parametrize(("before", "after"), OTHER_CHANGES.values(), ids=OTHER_CHANGES)
def test_other_kinds_of_content_change_too(before: tuple[bytes, str], after: tuple[bytes, str]) -> None:
    assert digest_of(lines_of(*before)) != digest_of(lines_of(*after))


def test_select_narrows_and_its_elements_count_once() -> None:
    body = "<p>a</p><div class='price'>12 <b class='price'>EUR</b></div><p class='price'>13</p>"

    assert lines_of(page(body), HTML, select=(".price", "b")) == ["12 EUR", "13"]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<!doctype html><title>Shop</title><main><p>Oak 1</p></main><p>Oak 2</p>", ["Shop", "Oak 1", "Oak 2"]),
        ("<title>Shop</title><header>Top</header><my-app><p>Oak</my-app> behind", ["Shop", "Top", "Oak", "behind"]),
        ("<title>Shop</title><script>1</script><style>p {}</style><nav>Home</nav>", ["Shop", "Home"]),
        ("<head><title>Shop</title><main>Oak</main></head><body>Elm <b>Ash</b>", ["Shop", "Oak", "Elm Ash"]),
    ],
)
def test_a_page_without_a_tag_for_its_body_is_read_from_the_first_element_that_ends_its_head(
    body: str, lines: list[str]
) -> None:
    assert lines_of(body.encode(), HTML) == lines


@pytest.mark.parametrize(
    "body",
    [
        "<html><body><p>Oak</p></body></html><p>Elm</p>",
        "<html><body><div><p>Oak</p></body></html>\n<p>Elm</p></div></body></html>",
        "<html><body><p>Oak</p></BODY ></html>Elm",
    ],
)
def test_what_stands_behind_the_end_of_a_page_is_seen_as_browsers_show_it(body: str) -> None:
    assert lines_of(body.encode(), HTML) == ["Oak", "Elm"]


def test_what_is_selected_counts_even_where_no_reader_sees_it() -> None:
    body = "<meta itemprop='price' content='12.90'><script id='stock'>3</script><div class='ad'>Flat to let</div>"

    assert lines_of(page(body), HTML, select=("meta[itemprop=price]",)) == ["12.90"]
    assert lines_of(page(body), HTML, select=("#stock",)) == ["3"]
    assert lines_of(page(body), HTML, select=(".ad",)) == ["Flat to let"]


def test_ignore_removes_inside_of_what_is_selected() -> None:
    body = "<main><p>a</p><time>now</time> b</main><footer>c</footer>"

    assert lines_of(page(body), HTML, select=("main",), ignore=("time",)) == ["a", "b"]
    assert lines_of(page(body), HTML, ignore=("main", "footer")) == ["Shop"]


def test_what_is_selected_within_what_is_ignored_does_not_count() -> None:
    body = b"<html><div class=x>a<div>b</div></div><div>c<div>d</div></div>"

    assert lines_of(body, "text/html", select=("div",), ignore=(".x",)) == ["c", "d"]


def test_an_advertisement_that_holds_an_article_is_none() -> None:
    ads = "<div class=ad>{}<div class=ad>Buy</div><div class=ad><section><article>Read</article></section></div></div>"

    assert lines_of(f"<html><body>{ads.format('')}{ads.format('Also')}".encode(), "text/html") == [
        "Read",
        "Also",
        "Read",
    ]


def test_nothing_selected_is_nothing_seen() -> None:
    assert lines_of(page(BOOK), HTML, select=(".gone",)) == []


def test_selectors_work_in_feeds() -> None:
    feed = b"<rss><channel><item><title>a</title><pubDate>1</pubDate></item></channel></rss>"

    assert lines_of(feed, "application/rss+xml", select=("item title",)) == ["a"]


def test_a_table_row_is_one_line() -> None:
    table = "<table><tr><th>Title</th><th>Price</th></tr><tr><td>Night Trains</td><td>12.90</td></tr></table>"

    assert lines_of(page(table), HTML) == ["Shop", "Title | Price", "Night Trains | 12.90"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x00\x00",
        b"<",
        b"<html",
        b"<!doctype html>",
        b"<div>" * 5000,
        b"\xff\xfe",
        gzip.compress(b"x"),
        b"<p" * 9,
    ],
    ids=["empty", "nul", "angle", "cut", "doctype", "deep", "bom", "packed", "broken"],
)
@pytest.mark.parametrize("kind", ["text/html", "application/xml", "application/json", "", "text/plain; charset=hex"])
def test_no_bytes_are_too_strange_to_be_read(body: bytes, kind: str) -> None:
    assert isinstance(lines_of(body, kind), list)


def test_a_tag_of_endless_attributes_is_not_read() -> None:
    names = " ".join(f"a{number}='>'" for number in range(500_000))

    assert lines_of(f"<p>before</p><p {names}>after</p>".encode(), HTML) == []


def test_a_page_of_many_attributes_is_read() -> None:
    rows = "".join(
        f"<p id='a{number}' class='b > c' data-d=\"<d e f g>\" hidden=x/><p>{number}" for number in range(3000)
    )

    assert len(lines_of(rows.encode(), HTML)) == 3000


def test_deep_json_is_read_as_text() -> None:
    deep = b"[" * 100_000

    assert lines_of(deep, "application/json") == [deep.decode()]


def test_an_entity_bomb_stays_small() -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'

    assert sum(map(len, lines_of(bomb, "application/xml"))) < 100


def test_json_is_one_line_a_value() -> None:
    lines = lines_of(json.dumps({"price": 12, "name": "x"}).encode(), "application/json")

    assert [line.strip() for line in lines] == ["{", '"name": "x",', '"price": 12', "}"]


@pytest.mark.parametrize(
    "name",
    [
        *("ad", "ads", "Ad", "advert", "advertisement", "advertising", "ad-slot", "ad_slot_3", "adslot", "adSlot"),
        *("ad-banner", "ad-container", "adContainer", "ads-wrapper", "ad-unit", "ad-box", "adbox", "ad_300x250"),
        *("ad-728x90", "ad-1", "ad__inner", "ads--top", "c-ad", "js-ad-slot", "top-ad", "sidebar-ads", "banner_ad"),
        *("sticky-ad-bottom", "google-ad", "google_ads_iframe_1", "div-gpt-ad-123-0", "gpt-ad-top", "dfp-slot"),
        *("adsbygoogle", "sponsored", "sponsored-links", "sponsor-message", "native-ad", "inline-ad", "ad-label"),
        *("taboola-below-article", "outbrain", "carbonads", "ethical-ad", "advert-container", "advertisement-top"),
    ],
)
def test_names_of_advertisements(name: str) -> None:
    assert digest(f"{BOOK}<div class='x {name}'>Car</div>") == digest(f"{BOOK}<div class='x {name}'>Boat</div>")
    assert digest(f"{BOOK}<div id='{name}'>Car</div>") == digest(f"{BOOK}<div id='{name}'>Boat</div>")


@pytest.mark.parametrize(
    "name",
    [
        *("address", "add", "add-to-cart", "added", "admin", "adult", "advice", "advanced", "adventure", "adapter"),
        *("header", "head", "heading", "shadow", "download", "upload", "gradient", "badge", "road", "thread", "load"),
        *("ad-free", "no-ads", "adoption", "adjacent", "radio", "breadcrumb", "leads", "reads", "ad-detail", "adidas"),
        *("banner", "sponsors", "promo", "offer", "header-address", "top-adventures", "ad-listing-title", "nomad"),
    ],
)
def test_names_of_what_is_no_advertisement(name: str) -> None:
    assert digest(f"{BOOK}<div class='{name}'>1</div>") != digest(f"{BOOK}<div class='{name}'>2</div>")
    assert digest(f"{BOOK}<div id='{name}'>1</div>") != digest(f"{BOOK}<div id='{name}'>2</div>")
