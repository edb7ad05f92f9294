"""
Where a record leads, and what it names: to where the link does that says what it is called.

What is asked for as a lasting link, or as a thread, is where others speak of it, if its title leads to another host.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from airflow_provider.local.reading.tree.page import host_of
from airflow_provider.local.reading.wordings import titles_in, wordings
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import snake_case
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words
    from airflow_provider.local.schemas import Schema

_LINKS = word_set("url link href page")
_LINK_WORDS = frozenset({("url",), ("link",), ("href",)})
_LONGEST_END = 40
# What these ask for is rather where others speak of a thing than what that is.
_TALKS = frozenset({("permalink",), *((of, link) for of in ("thread", "topic") for link in ("url", "link"))})
_DISCUSS = ("discuss",)


def link_titles(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema, page: Page) -> None:
    """Give *rows* of *schema* the addresses of the links in *records* that are their titles, if most lead elsewhere."""
    texts = [name for name, kind in schema.fields.items() if kind == "string"]
    # Who wrote or sells something, and what kind it is, has a page of its own, `profile_link`.
    urls = [name for name in texts if concepts_of(name) == {"url"} and wordings(name, schema, {})[0] == words_of(name)]
    first = [name for name in texts[:1] if not concepts_of(name)]
    named = [name for name in (*titles_in(schema), *first) if name not in urls][:1]
    if not rows:
        return
    for name in (name for name in urls if words_of(name) in _TALKS):
        _link_talks(name, rows, records, page)
    urls = [name for name in urls if words_of(name) not in _TALKS]
    if not urls or not named:
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


def link_by_path(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema, page: Page) -> None:
    """Give *rows* of *schema* links of *records* that nobody knows but by the end of their path: `stargazers_url`."""
    for name, kind in schema.fields.items():
        of = words_of(name)[:-1] if words_of(name)[-1:] in _LINK_WORDS else ()
        if not of or kind != "string" or any(row[name] is not None for row in rows):
            continue
        found = [{page.absolute(one.href) for one in nodes if one.href and _path_end(one) == of} for nodes in records]
        if 2 * sum(len(there) == 1 for there in found) > len(rows):
            for row, there in zip(rows, found, strict=True):
                row[name] = there.pop() if len(there) == 1 else None


def _path_end(link: Node) -> Words:
    """Return the words of the last part of the path that *link* leads to."""
    return words_of(link.href.partition("?")[0].rstrip("/").rpartition("/")[2][:_LONGEST_END])


def _led_by(title: str, nodes: Sequence[Node], page: Page) -> set[str]:
    """Return the addresses of those links among *nodes* that are all of *title*."""
    links = [one for one in nodes if one.href and title and one.text == title]
    return {link for one in links if (link := page.absolute(one.href))}


def _link_talks(name: str, rows: Sequence[Row], records: Sequence[Sequence[Node]], page: Page) -> None:
    """Give *rows* the links in *records* to the comments that these say they have, if what has some leads elsewhere."""
    found = [_talks_in(nodes, page) for nodes in records]
    talks = {at: next(iter(there)) for at, there in enumerate(found) if len(there) == 1}
    far = [at for at, row in enumerate(rows) if page.is_elsewhere(str(row[name] or ""))]
    # What nobody may speak of among them, as what somebody paid for, has no such link.
    for at in (*far, *talks) if 2 * len(talks) > len(rows) and not talks.keys().isdisjoint(far) else ():
        rows[at][name] = talks.get(at)


def _talks_in(nodes: Sequence[Node], page: Page) -> set[str]:
    """Return where the links among *nodes* lead that are called by comments, or how many there are: "97 comments"."""
    said = ((one, words_of(one.text.lstrip("0123456789.,kK "))) for one in nodes if one.href)
    told = [one for one, words in said if words == _DISCUSS or "comment_count" in PHRASES.get(words, ())]
    return {page.absolute(one.href) for one in told if not page.is_elsewhere(one.href)}


def shared_way(links: Sequence[str]) -> tuple[str | None, ...]:
    """Return the host and the parts of the path that most of *links* share, None for those that differ; or nothing."""
    ways = list(map(_way_of, links))
    depth = Counter(map(len, ways)).most_common(1)[0][0] if ways else 0
    told = [Counter(names).most_common(1)[0] for names in zip(*(one for one in ways if len(one) == depth), strict=True)]
    shared = tuple(name if 4 * count >= 3 * len(ways) else None for name, count in told)
    # The host of a site has all of its pages.
    return shared if shared[:1] != (None,) and any(shared[1:]) else ()


def leads_along(way: tuple[str | None, ...], link: str) -> bool:
    """Tell whether *link* leads as deep as *way*, which links share, and by the same folders."""
    own = _way_of(link) if way else []
    return len(own) == len(way) > 0 and all(part in {None, name} for part, name in zip(way, own, strict=True))


def _way_of(link: str) -> list[str]:
    """Return the host that *link* leads to, and the parts of its path."""
    return [host, *urlsplit(link).path.strip("/").split("/")] if (host := host_of(link)) else []
