"""Where a record leads, and what it names: to where the link does that says what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.wording import snake_case
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema

_LINKS = word_set("url link href page")


def link_titles(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema, page: Page) -> None:
    """Give *rows* of *schema* the addresses of the links in *records* that are their titles, if most lead elsewhere."""
    texts = [name for name, kind in schema.fields.items() if kind == "string"]
    urls = [name for name in texts if concepts_of(name) == {"url"}]
    # Who wrote or sells something, and what kind it is, has a page of its own.
    first = [name for name in texts[:1] if not concepts_of(name)]
    named = [name for name in (*titles_in(schema), *first) if name not in urls][:1]
    if not urls or not named or not rows:
        return
    led = [_led_by(str(row[named[0]] or ""), nodes, page) for row, nodes in zip(rows, records, strict=True)]
    others = [at for at, found in enumerate(led) if len(found) == 1 and rows[at][urls[0]] not in found]
    if 5 * len(others) >= 4 * len(rows):
        for at in others:
            rows[at][urls[0]] = next(iter(led[at]))


def link_named(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema, page: Page) -> None:
    """Give *rows* of *schema* where what they name leads in *records*: a board, for `board_url` beside `board_name`."""
    titles = titles_in(schema)[:1]
    texts = {snake_case(name): name for name, kind in schema.fields.items() if kind == "string"}
    for called, name in texts.items():
        of, _, what = called.rpartition("_")
        named = [texts[one] for one in (of, f"{of}_name", f"{of}_title") if one in texts and texts[one] not in titles]
        pairs = zip(rows, records, strict=True) if named and what in _LINKS else ()
        led = [_led_by(str(row[named[0]] or ""), nodes, page) for row, nodes in pairs]
        is_usual = 2 * sum(len(found) == 1 for found in led) > len(rows)
        for row, found in zip(rows, led, strict=True) if is_usual else ():
            row[name] = next(iter(found)) if len(found) == 1 else row[name]


def _led_by(title: str, nodes: Sequence[Node], page: Page) -> set[str]:
    """Return the addresses of those links among *nodes* that are all of *title*."""
    links = [one for one in nodes if one.href and title and one.text == title]
    return {link for one in links if (link := page.absolute(one.href))}
