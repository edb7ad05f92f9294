"""Files that have been damaged at random: each is an answer or a refusal, within the limits of a worker."""

from __future__ import annotations

import io
import random
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from airflow_provider.local.errors import Busy, Refusal
from airflow_provider.local.fetch import Loaded
from airflow_provider.local.workers.jobs import job_of
from airflow_provider.local.workers.limits import Limits
from airflow_provider.local.workers.pool import pool_of
from airflow_provider.local.workers.refused import LimitPassedError
from tests.local import samples
from tests.local.corpus.judging import corpus
from tests.local.hostile import archive

ROW = '<row r="1"><c r="A1" s="1"><v>45292</v></c><c r="B1" t="s"><v>1</v></c></row>'
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamps</title><script
type="application/ld+json">{"@type": "Product", "name": "Lamp", "offers": {"price": "9.00"}}</script></head><body><nav>
<a href="/">Home</a></nav><main><h1>Lamps</h1><ul><li>Price: <b>$9</b><li><s>$12</s></ul><table><tr><th>Name<th>Price
<tr><td rowspan=2>Desk<td>1.234,50 €</table>
<pre><code>x = 1</code></pre><dl><dt>SKU<dd>AB-1</dl></main></body></html>"""
FILES: dict[str, Callable[[], bytes]] = {
    "html": PAGE.encode,
    "pdf": samples.paper,
    "docx": samples.word,
    "pptx": samples.pptx,
    "xlsx": lambda: samples.xlsx(ROW),
    "xls": samples.xls,
    "xml sheets": lambda: samples.XML_SHEETS.format(
        '<Row><Cell ss:Index="2" ss:MergeDown="1" ss:StyleID="p"><Data ss:Type="Number">0.5</Data></Cell></Row>'
    ).encode(),
    "epub": samples.epub,
    "odt": lambda: samples.open_document("text", "<text:h>Lamps</text:h><text:p>Two <text:s/>lamps.</text:p>"),
    "eml": samples.mail,
    "mhtml": lambda: (
        b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\n'
        b"Content-Type: text/html\n\n<p>a</p>\n"
    ),
    "msg": lambda: samples.msg(**{"__substg1.0_1000001F": samples.wide("Two lamps.")}),
    "rtf": lambda: samples.RTF,
    "msg in rtf": lambda: samples.msg(**{"__substg1.0_10090102": samples.rtf_packed(samples.RTF)}),
    "rss": samples.RSS.encode,
    "atom": samples.ATOM.encode,
    "ipynb": samples.notebook,
    "csv": lambda: b'Name;Price\n"a;\nb";9,50\nb;1\n' * 20,
    "json": lambda: b'{"a": [1, 2.5, {"b": "\\u00e9"}], "c": null}',
    "xml": lambda: b"<?xml version='1.0'?><a b='c'><d>e &amp; f</d><![CDATA[g]]></a>",
    "jpeg": lambda: samples.photo("JPEG"),
    "png": lambda: samples.photo("PNG"),
    "webp": lambda: samples.photo("WebP"),
    "zip": lambda: archive({"a/n.csv": b"x,y\n1,2\n", "p.html": PAGE.encode(), "b.bin": bytes(200)}),
}
# What counts and lengths are made of, and signs that mean something to a parser.
ODD = (
    b"\x00",
    b"\xff" * 4,
    b"\x7f\xff\xff\xff",
    b"\x00\x00\x00\x80",
    b"<",
    b">",
    b'"',
    b"&#x0;",
    b"{",
    b"]",
    b"\xed\xa0\x80",
)
# Parts of pages, which hide, open, end or state something where nobody expects it.
PARTS = """
<div hidden> | </div> | <select><option> | <template> | </template> | <noscript> | <details><summary> | <h1> | <main>
<h2 hidden> | <table><tr><th> | <td colspan=5> | <dl><dt> | <dd> | <ul><li> | <label> | <input type=number value=4>
<button> | <header> | <aside> | <fieldset> | <span style='display:none'>Was:</span> | <del> | <sup>99</sup> | € 3,50
<script type='application/ld+json'> | </script> | {"@type":"Product","offers":[{"price": | itemscope | $5 | 1h05
<a hidden>b<b>b<b>b
""".replace("\n", " | ").split(" | ")
ASKED = {"fields": {"title": "string", "price": "number", "in_stock": "boolean", "url": "string"}, "many": True}
_TRIES = 3
FEW = 4
MINUTES = 10


def damaged(body: bytes, chance: random.Random) -> bytes:
    """Return *body* with one to eight places changed; of an archive mostly what is in it."""
    if body.startswith(b"PK") and chance.random() < 0.8:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            entries = {name: packed.read(name) for name in packed.namelist()}
        name = chance.choice(list(entries))
        return archive({**entries, name: damaged(entries[name], chance)})
    out = bytearray(body)
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(len(out) + 1)
        end = min(len(out), start + chance.choice((0, 1, 4, 50, 2000)))
        piece = bytes(out[start:end])
        odd = chance.choice(ODD)
        put = (b"", piece * 2, piece * 200, piece[::-1], chance.randbytes(len(piece)), odd, odd * 500)
        out[start:end] = chance.choice(put)
    return bytes(out)


def mixed(pages: Sequence[str], chance: random.Random) -> bytes:
    """Return one of *pages* with parts of others, or odd ones, in the place of some of its own."""
    html = chance.choice(pages)
    for _ in range(chance.randint(1, 12)):
        start, other = chance.choice(pages), chance.randrange(len(html) + 1)
        at = chance.randrange(len(start))
        put = chance.choice((chance.choice(PARTS), start[at : at + chance.randint(0, 400)]))
        html = html[:other] + put + html[other + chance.randint(0, 60) :]
    return html.encode()


def read(body: bytes, name: str, prompt: str | None, schema: Mapping[str, Any] | None = None) -> None:
    """Have a worker read *body*; raises whatever is neither an answer nor a refusal in words."""
    loaded = Loaded(f"https://files.example.com/a.{name}", "application/octet-stream", None, body)
    job = job_of("extract", loaded, prompt=prompt, schema=schema) if prompt else job_of("markdown", loaded)
    refusal: Refusal | None = None
    answer = b""
    # A machine that had no time for it says nothing of the document.
    for _ in range(_TRIES):
        try:
            answer, refusal = pool_of(Limits()).run_blocking(job), None
        except LimitPassedError:
            raise
        except Refusal as error:
            refusal = error
        if not isinstance(refusal, Busy):
            break

    assert len(answer) <= Limits().output
    assert refusal is None or (refusal.status == 400 and refusal.message)


@pytest.mark.parametrize("name", FILES)
def test_a_file_damaged_at_random_is_an_answer_or_a_refusal(name: str) -> None:
    body = FILES[name]()
    read(body, name, None)

    for number in range(FEW):
        read(damaged(body, random.Random(f"{name} {number}")), name, "the price" if number % 5 == 0 else None)


@pytest.mark.parametrize("prompt", ["all products", "the recipe"])
def test_a_page_that_is_made_of_several_is_read(prompt: str) -> None:
    pages = [case.html for case in corpus()]

    for number in range(4 * FEW):
        read(mixed(pages, random.Random(f"{prompt} {number}")), "html", prompt, ASKED)


@pytest.mark.long
def test_ten_minutes_of_such_files() -> None:
    began, number = time.monotonic(), FEW
    bodies = {name: make() for name, make in FILES.items()}
    pages = [case.html for case in corpus()]

    while time.monotonic() - began < MINUTES * 60:
        number += 1
        for name, body in bodies.items():
            read(damaged(body, random.Random(f"{name} {number}")), name, "the price" if number % 5 == 0 else None)
            read(mixed(pages, random.Random(f"{name} {number}")), "html", "all products", ASKED)
