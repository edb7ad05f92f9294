"""Who made what a list shows, where no class names the artist: its headings, or the titles below them, tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.written.titles import is_titled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

# What sets a title off from the text around it.
_ITALICS = frozenset({"em", "i", "cite"})
# What divides the names of several people, each of two words or three.
_AND = re.compile(r"\s?[,&]\s|\s(?:and|und|et|y|e|en|og|och)\s")
_NAME = r"[^\W\d_a-z][\w.'\u2019-]*"
_PERSON = re.compile(rf"{_NAME}(?:\s(?:de|da|di|du|del|van|von|der|la)){{0,2}}(?:\s{_NAME}){{1,2}}$")


def divide_names(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """
    Where nothing says who the artist is, take a heading for that, if most have the title below it, in italics or not.

    It may be the second of two lines in it. Where it is rather the subtitles that name people, these are the artists.
    """
    artist = next((name for name in schema.fields if "artist" in concepts_of(name)), "")
    title = next((name for name in schema.fields if words_of(name)[-1:] == ("title",)), "")
    if not (artist and title) or 2 * sum(row[artist] is not None for row in rows) > len(rows):
        return
    below = [_subtitle_in(nodes) or _set_off_in(nodes) or _second_line_in(nodes) for nodes in records]
    told = [
        (row, str(row[title] or "").removesuffix(text).rstrip() or row[title], text)
        for row, text in zip(rows, below, strict=True)
        if text and form_of(text) != "curator"
    ]
    people = sum(_names_people(text) for _, _, text in told)
    is_below = people > sum(_names_people(str(above)) for _, above, _ in told)
    for row, above, text in told if 2 * sum(map(bool, below)) > len(rows) else ():
        if row[artist] is None and above not in {None, text}:
            row[artist], row[title] = (text, above) if is_below else (above, text)


def _names_people(text: str) -> bool:
    """Tell whether *text* may name people: each by two or three words with capitals."""
    return all(map(_PERSON.match, _AND.split(text)))


def _subtitle_in(nodes: Sequence[Node]) -> str:
    """Return the only text in a heading or title among *nodes*, or right behind it, that a class calls a subtitle."""
    headings = [node for node in nodes if node.tag in HEADINGS or (node.children and is_titled(node))]
    inside = [one for node in headings for one in (*node.below(), *filter(None, [node.next]))]
    told = {one.text for one in inside if one.text and not form_of(one.text) and any(map(_is_subtitle, one.names))}
    return told.pop() if len(told) == 1 else ""


def _set_off_in(nodes: Sequence[Node]) -> str:
    """Return the only text in italics among *nodes* that begins a line, as titles of works and shows are set."""
    told = {one.text for one in nodes if one.tag in _ITALICS and one.text and not one.before().strip()}
    text = told.pop() if len(told) == 1 else ""
    # "Reception: 3 May, 6 pm" is none.
    pair = split_pair(text)
    is_other = form_of(text) or (pair is not None and form_of(pair[1]))
    return "" if is_other or len(text) >= SENTENCE * 2 else text


def _second_line_in(nodes: Sequence[Node]) -> str:
    """Return the second of two lines in the only heading among *nodes* that has a text."""
    headings = [node.lines for node in nodes if node.tag in HEADINGS and node.text]
    return headings[0][1] if len(headings) == 1 and len(headings[0]) == 2 else ""  # noqa: PLR2004 - see above


def _is_subtitle(name: str) -> bool:
    """Tell whether class *name* is that of a subtitle, and not of a title that has one."""
    return words_of(name)[-1:] == ("subtitle",) and words_of(name)[0] != "has"
