"""Markdown of pages: its structure is that of the page, and reading it back gives the same text."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt

from airflow_provider.local.markdown.page import write

PAGES = Path(__file__).parent / "pages"
READ = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
AROUND = {
    "paragraph": "<p>{0}{1}{2}</p>",
    "heading": "<h2>{0}{1}{2}</h2>",
    "items": "<ul><li>{0}</li><li>{1}<ol><li>{2}</li></ol></li></ul>",
    "strong": "<p>{0}<b>{1}</b>{2}</p>",
    "emphasis": "<p>{0}<em>{1}</em><em>{2}</em></p>",
    "struck": "<p>{0}<del>{1}</del>{2}</p>",
    "link": "<p>{0}<a href='https://shop.example.com/'>{1}</a>{2}</p>",
    "code": "<p>{0}<code>{1}</code>{2}</p>",
    "lines": "<p>{0}<br>{1}<br>{2}</p>",
    "cells": "<table><tr><th>{0}</th><th>k</th></tr><tr><td>{1}</td><td>{2}</td></tr></table>",
    "quote": "<blockquote><p>{0}</p>{1}<p>{2}</p></blockquote>",
}
PIECES = st.lists(
    st.sampled_from(
        [*"ab 1.*_`[]()<>&~!#+-=\\:;\"'/", *(" *", "* ", "**", "__", "amp;", "](", "~~", "1)", "```", "---")]
    ),
    max_size=12,
).map("".join)


def markdown(source: str, url: str = "https://shop.example.com/a/b") -> str:
    return write(source, url=url).rstrip("\n")


def shown(source: str) -> str:
    """Return the text of a page, without white space."""
    root = etree.fromstring(f"<div>{source}</div>".encode(), etree.HTMLParser(encoding="utf-8"))
    return re.sub(r"\s+", "", "".join(root.itertext()))


@pytest.mark.parametrize("around", AROUND)
def test_any_text_is_the_same_when_the_markdown_is_read_back(around: str) -> None:
    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(st.tuples(PIECES, PIECES, PIECES))
    def check(texts: tuple[str, ...]) -> None:
        page = AROUND[around].format(*(html.escape(text) for text in texts))

        assert shown(READ.render(markdown(page))) == shown(page)

    check()


def test_less_than_one_character_in_a_thousand_is_a_backslash_that_is_not_needed() -> None:
    prose = (
        "Use snake_case, 2 * 3 * 4 = 24, a < b & c > d, [1], [x] done, #1 of 5 (50% off!), ~10 km, 5+ years - or more, "
        "C:\\temp, AT&T, rock & roll, f(x) = x_1 + x_2, v1.2.3, $5, e-mail me@shop.example.com, 1. FC Town, |x|, a|b. "
    )
    pages = [f"<p>{html.escape(prose)}</p>", *(page.read_text() for page in sorted(PAGES.glob("*.html")))]
    needless = characters = 0
    for page in pages:
        written = markdown(page)
        characters += len(written)
        meant = READ.render(written)
        for found in re.finditer(r"\\(?=[^\n])", written):
            needless += READ.render(written[: found.start()] + written[found.end() :]) == meant

    assert characters > 5000
    assert needless <= characters / 1000


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h1>A <b>b</b> F#</h1><h3>C #</h3>", "# A **b** F#\n\n### C \\#"),
        ("<a href=/x><h2>T</h2><p>t</p></a>", "## [T](https://shop.example.com/x)\n\nt"),
        ("<a href=x><p>one</p><p>two</p></a>", "[one](https://shop.example.com/a/x)\n\ntwo"),
        (
            "<a href=#f>f</a> <a href='?q=1'>q</a>",
            "[f](https://shop.example.com/a/b#f) [q](https://shop.example.com/a/b?q=1)",
        ),
        ("<base href='/z/'><a href=x>l</a>", "[l](https://shop.example.com/z/x)"),
        ("<a href='a b(c'>l</a>", "[l](https://shop.example.com/a/a%20b%28c)"),
        ("<a href=javascript:x()>l</a> <a name=y>m</a>", "l m"),
        ("Wow!<a href=x>l [1]</a>", "Wow\\![l [1]](https://shop.example.com/a/x)"),
        ("<code>a <a href=x>b</a></code>", "`a` [`b`](https://shop.example.com/a/x)"),
        ("<code>`x`</code> <kbd>y</kbd>", "`` `x` `` `y`"),
        ("<pre><code class='language-py'>if x:\n  ```\n</code></pre>", "````py\nif x:\n  ```\n````"),
        ("<div class='highlight-source-js'><pre>a<br>b</pre></div>", "```js\na\nb\n```"),
        ("<img src=a.png alt='A [b]' title='t \"q\"'>", '![A [b]](https://shop.example.com/a/a.png "t \\"q\\"")'),
        ("<img data-src=/r.png src='data:image/gif;base64,R0' alt=a>", "![a](https://shop.example.com/r.png)"),
        ("<img srcset='/s.png 1x, /l.png 2x' alt=a>", "![a](https://shop.example.com/l.png)"),
        (
            "<picture><source srcset='/w-100.png 100w, /w-900.png 900w'><img alt=a></picture>",
            "![a](https://shop.example.com/w-900.png)",
        ),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol start=3><li>a<li><p>b</p><pre>c</pre></ol>", "3. a\n\n4. b\n\n   ```\n   c\n   ```"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ol>x <b>y</b><li>a<p>b</p></li>c</ol>", "x **y**\n\n1. a\n\n   b\n\n   c"),
        ("<ul><ul><li>a</ul><li>b</li><ul><li>c</ul></ul>", "- a\n- b\n  - c"),
        ("<html><body><p>a</p></body></html><p>b</p> c", "a\n\nb\n\nc"),
        ("<h2>A<br>b<h3>C</h3>", "## A b\n\n### C"),
        ("<h2><div><h3>C</h3></div></h2>", "### C"),
        ("<b><p>a <b>b</b></p><h2>c</h2><p>d</p></b>e", "**a b**\n\n## c\n\n**d**\n\ne"),
        ("<div><i>a<ul><li>b</ul></i></div><i>c</i>", "*a*\n\n- *b*\n\n*c*"),
        ("<ul><li><input type=checkbox checked>a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b"),
        ("<img src='data:image/gif;base64,R0' alt=a><img src=/t.gif width=1 height=1>", "![a]()"),
        ("<p>a<img><img alt=''> <a href=/x><img src='data:,'></a>b</p>", "a [](https://shop.example.com/x)b"),
        ("<a href=#s title='Link to this'></a><a href=/e title=Edit><i></i></a>", "[Edit](https://shop.example.com/e)"),
        ("<a href=/x><p><img></p></a><p>b</p>", "b"),
        ("<a href=/i aria-label=Icon><i class=icon></i></a>", "[Icon](https://shop.example.com/i)"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        (
            "<pre><span class=linenos>1</span>a = 1\n<span class=linenos>2</span>b = 10\n</pre>",
            "```\na = 1\nb = 10\n```",
        ),
        (
            "<table><tr><td><pre>1\n2</pre></td><td class=code><div><pre>a\nb</pre></div></td></tr></table>",
            "```\na\nb\n```",
        ),
        (
            "<div class='language-py highlight'><table><tr><th>a.py<tr><td><pre>1</pre><td><pre>b</pre></table>",
            "a.py\n\n```py\nb\n```",
        ),
        ("<table><tr><th>a.py<tr><td><pre>a</pre></table>", "a.py\n\n```\na\n```"),
        ("<div class='highlight hl-lua'><pre>a</pre></div>", "```lua\na\n```"),
        ("<div class='highlighttable'><pre>a</pre></div>", "```\na\n```"),
        ("<pre>1\n2</pre>", "```\n1\n2\n```"),
        ("<pre>a<script>x()</script>\nb</pre>", "```\na\nb\n```"),
        ("<code>a</code><code>b</code> <code>`c</code><code> d</code>", "`ab` `` `c `` `d`"),
        ("<code>a = 1<br>b = 2</code>", "`a = 1 b = 2`"),
        ("10<sup>-3</sup> 10<sup>6</sup> m<sup>\u22122</sup>", "10^-3 10^6 m^\u22122"),
        ("1<sup>st</sup> m<sup>2</sup> CO<sub>2</sub>", "1st m2 CO2"),
        ("<b>\u201eZitat\u201c</b>danach", "\u201e**Zitat**\u201cdanach"),
        ("中<b>“粗”</b>文<b>要\uff1a</b>内", "中“**粗**”文**要**\uff1a内"),
        ("a<b>(x)</b>b <b>(x)</b>", "a(**x**)b **(x)**"),
        ('<b>"x"</b>y <b>see (x)</b>y <b>x!</b><i>y</i>z', '"**x**"y **see** (x)y **x**!*y*z'),
        ("a<b>(x) y</b> <b>C++</b>11 <b>(x</b>y <b>f(x</b>)", "a(x) **y** C++11 **(x**y **f(x**)"),
        (
            "<em>\u300c\u82b1\u300d</em>\u3067 <em>\u300c\u82b1\u300d\u3002</em>\u3067",
            "\u300c*\u82b1*\u300d\u3067 *\u300c\u82b1\u300d*\u3002\u3067",
        ),
        ("<span style='display:block'>a</span><span style='display: block'>b</span>c", "a  \nb  \nc"),
        ("<h2><span style='display:flex'>a</span><span style='display:flex'>b</span></h2>", "## a b"),
        ("<pre><span style='display:block'>a</span><span style='display:block'>b</span></pre>", "```\na\nb\n```"),
        (
            "<span style='font-weight:700;font-style:italic'>a <u>b</u></span>",
            "***a b***",
        ),
        ("<b style='font-weight: normal'><p>a</p><em style='font-style:normal'>b</em></b>", "a\n\nb"),
        (
            "<h1><span style='font-weight:600'>a</span></h1><code><span style='font-weight:600'>b</span></code>",
            "# a\n\n`b`",
        ),
        (
            "<div role=heading aria-level=3>a</div><x-h role=heading>b</x-h><h4 role=heading>c</h4>",
            "### a\n\n## b\n\n#### c",
        ),
        (
            "<div role=list><div role=listitem>a<div role=list><p role=listitem>b</div></div><p role=listitem>c</div>",
            "- a\n  - b\n- c",
        ),
        ("<div role=list>a<div role=listitem>b</div></div><ol role=list><li>c</ol>", "a\n\nb\n\n1. c"),
        ("<pre><ol><li>a <b>c</b></li><li></li><li>b</li></ol>d<br>e</pre>", "```\na c\n\nb\nd\ne\n```"),
        ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
        ("<p>a<br>- b<br><br>c</p>", "a  \n\\- b\n\nc"),
        ("<p><b>a<i>b<br> <br>c</i></b></p>", "**a*b***\n\n***c***"),
        ("<p><a href=/x>a<br><br>b</a></p>", "[a  \nb](https://shop.example.com/x)"),
        ("<p>a<br>2) b<br>01) c<br><br>3. d</p>", "a  \n2) b  \n01\\) c\n\n3\\. d"),
        ("<p>&amp;unknown; &amp;amp;</p>", "&unknown; \\&amp;"),
        ("<b> a </b>b <b>N:</b>v <em>x</em><em>y</em>", "**a** b **N**:v *xy*"),
        ("<dl><dt>T<dd>d</dl><hr>", "**T**\n\nd\n\n---"),
        ("<p>x</p><script>s</script><style>t</style><noscript>n</noscript>", "x"),
        ("<q>a</q> <del>b</del> <button>c</button><label>d</label>", "\u201ca\u201d ~~b~~ c d"),
    ],
)
def test_structure_becomes_markdown(page: str, expected: str) -> None:
    assert markdown(page) == expected


@pytest.mark.parametrize(("length", "expected"), [(1, "`ab`"), (998, f"`{'a' * 998}b`"), (999, f"`{'a' * 999}` `b`")])
def test_code_that_is_no_longer_than_1000_characters_is_joined_to_what_follows(length: int, expected: str) -> None:
    assert markdown(f"<code>{'a' * length}</code><code>b</code>") == expected


def table(*rows: str) -> str:
    head, *body = rows
    return "\n".join(f"| {row} |" for row in (head, " | ".join(["---"] * (head.count(" | ") + 1)), *body))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<tr><th>A<th>B<tr><td>1|2<td><b>3</b><br>4", table("A | B", "1\\|2 | **3**<br>4")),
        (
            "<tr><th>A<th colspan=2>B<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5",
            table("A | B | B", "1 | 2 | 3", "1 | 4 | 5"),
        ),
        ("<tr><th>A<th>B<tr><td>1<td><ul><li>x<li>y</ul>", table("A | B", "1 | - x<br>- y")),
        ("<tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y<tr><td>z</table>", table("A | B", "1 | x, y<br>z")),
        ("<tr><th>A<th>B<tr><td>1<td><pre>if x:\n  `y`\n</pre>", table("A | B", "1 | `if x:`<br>``   `y` ``")),
        (
            "<tr><th>A<th>B<tr><td><h3>T</h3>1<td><blockquote>q</blockquote><hr>2",
            table("A | B", "**T**<br>1 | q<br>2"),
        ),
        (
            "<tr><th align=right>A<th style='text-align: center'>B<th>C<tr><td align=left>1<td>2<td align=right>3",
            table("A | B | C", "1 | 2 | 3").replace("--- | --- | ---", "---: | :---: | ---:"),
        ),
        (
            "<tr><th>A<th>B<th align=left>C<tr><td align=right>1<td align=justify>2<td align=right>3<tr><td>4<td>5",
            table("A | B | C", "1 | 2 | 3", "4 | 5 | "),
        ),
        ("<caption>C</caption><tr><td>1<td>2", "C\n\n" + table("1 | 2")),
        (
            "<tr><td><h2>N</h2><p>a</p><td><table><tr><td>x<td>y<tr><td>1<td>2</table>",
            "## N\n\na\n\n" + table("x | y", "1 | 2"),
        ),
        ("<tr><td><p>only<tr><td>a layout", "only\n\na layout"),
        ("<tr><td colspan=3>S<tr><td>1<td>2<td>3", table("S |  | ", "1 | 2 | 3").replace("| S |  |  |", "| S |  |  |")),
    ],
)
def test_tables_keep_their_cells(page: str, expected: str) -> None:
    assert markdown(f"<table>{page}</table>") == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<video src=a.mp4 title='The film'></video>", "[The film](https://shop.example.com/a/a.mp4)"),
        ("<audio><source src=//s.example/a.ogg><p>Old browser</p></audio>b", "[audio](https://s.example/a.ogg)\n\nb"),
        ("a<iframe title=Map data-src=/map>old</iframe>", "a [Map](https://shop.example.com/map)"),
        ("a<iframe src=/counter></iframe><iframe title=t src=/t width=1></iframe>", "a"),
        ("a<video src='blob:x'></video><video src='data:,'></video><audio></audio>", "a"),
    ],
)
def test_what_is_played_or_framed_is_a_link(page: str, expected: str) -> None:
    assert markdown(page) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("<mfrac><mn>1</mn><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>", "1/(2a)"),
        ("<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "1 1/2"),
        ("<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^(n+1)"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mroot><mi>y</mi><mn>3</mn></mroot>", "√(x+1)3√(y)"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i=1)^n"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x¯"),
        ("<mtable><mtr><mtd>1</mtd><mtd>0</mtd></mtr><mtr><mtd>0</mtd><mtd>1</mtd></mtr></mtable>", "(1, 0; 0, 1)"),
        ("<semantics><mi>x</mi><annotation encoding='text/plain'>ex</annotation></semantics>", "x"),
        ("<mrow>" * 100 + "<mi>x</mi>" + "</mrow>" * 100, "x"),
    ],
)
def test_a_formula_that_nobody_typed_keeps_its_value(formula: str, expected: str) -> None:
    assert markdown(f"<p><math>{formula}</math></p>") == expected


GRID = (
    "<div role=grid><div role=rowgroup><div role=row><b-c role=columnheader>A</b-c><span role=columnheader>B</span>"
    "</div></div><div role=row><div role=gridcell><p>1</p></div>{}<div role=cell></div></div></div>"
)


def test_a_table_by_its_roles_is_one_if_nothing_of_it_is_lost() -> None:
    assert markdown(GRID.format("")) == table("A | B", "1 | ")
    assert markdown(GRID.format("between")).endswith("1\n\nbetween")
    assert markdown(GRID.format("<a href=/x role=cell>2</a>")).endswith("1\n\n[2](https://shop.example.com/x)")


def test_paragraphs_of_a_word_processor_with_a_level_and_a_marker_are_lists() -> None:
    item = "<p style='margin:0; mso-list:l0 level{} lfo1'><span style='mso-list:Ignore'>{}<i>&nbsp;</i></span>{}</p>\n"
    items = [(1, "\xb7", "a"), (2, "3.", "b"), (2, "4.", "c"), (3, "o", "d"), (1, "\xb7", "e")]
    page = "".join(item.format(*one) for one in items)

    assert markdown(page) == "- a\n\n  3. b\n  4. c\n     - d\n- e"
    assert markdown(f"{item.format(2, 'b)', 'x')}<p>y</p>{item.format(1, '', 'z')}") == "1. x\n\ny\n\n- z"


def test_a_page_without_a_tag_for_its_body_is_converted_as_browsers_read_it() -> None:
    page = "<!doctype html><title>Shop</title><main><h1>Trees</h1><p>Oak</p></main><p>Elm</p>"

    assert write(page, url="https://shop.example.com/") == "# Trees\n\nOak\n\nElm\n"


def test_what_stands_between_two_ends_of_a_page_is_converted() -> None:
    page = "<html><body><div><p>Oak</p></body></html><p>Elm</p></div></body></html>"

    assert write(page, url="https://shop.example.com/") == "Oak\n\nElm\n"
