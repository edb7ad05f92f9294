"""Where a record leads: to where the link does that says what it is called, whatever links stand before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema


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


def _led_by(title: str, nodes: Sequence[Node], page: Page) -> set[str]:
    """Return the addresses of those links among *nodes* that are all of *title*."""
    links = [one for one in nodes if one.href and title and one.text == title]
    return {link for one in links if (link := page.absolute(one.href))}
