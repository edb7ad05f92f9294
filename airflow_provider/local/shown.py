"""
What a language model is shown of a document: its main text as Markdown, cut by passages to what has room.

The title and what the page states as data are shown too, for models are asked for those as often. Where not all has
room, the first passage stays, then those that match the prompt best, then the others; all in the order of the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.markdown import to_markdown
from airflow_provider.local.reading.data.flatten import flatten
from airflow_provider.local.reading.data.things import read_things
from airflow_provider.local.reading.tree.maintext import main_lines
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.text import estimate_tokens, rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.documents import Document
    from airflow_provider.local.reading.tree.page import Page

GAP = "[...]"
_LONGEST_PASSAGE = 1200
# Looking for each line of a longer text would take longer than it is worth.
_LONGEST_COMPARED = 400_000
_MOST_DATA = 4000
_WORD = re.compile(r"\w+")
# The first and the last line of a block of code, in a list or a quote, too.
_FENCE = re.compile(r"[\s>]{0,40}(`{3,})")
_TARGET = re.compile(r"!?\[(?P<text>[^\]\n]{0,500})\]\([^()\s]{0,2000}(?:\s\"[^\"\n]{0,500}\")?\)")


def shown_text(document: Document, *, prompt: str, fields: Sequence[str], room: int) -> str:
    """Return what is shown of *document*, in at most *room* tokens; *prompt* and *fields* say what is asked for."""
    if document.text is not None:
        return fitting(to_markdown(document), query=f"{prompt} {' '.join(fields)}", room=room)
    page = parse(document)
    # How many votes a post has may be what is asked for.
    main = _main_markdown(to_markdown(document), main_lines(page, extra=True))
    title = "" if not page.title or page.title in main else f"Title: {page.title}\n\n"
    return fitting(f"{title}{main}{_data(page)}", query=f"{prompt} {' '.join(fields)}", room=room)


def fitting(text: str, *, query: str, room: int) -> str:
    """Return the passages of *text* that match *query* best, as many as *room* tokens hold, in their order."""
    if estimate_tokens(text) <= room:
        return text.strip()
    passages = _passages(text)
    kept: set[int] = set()
    # What stands between two passages counts with each of them.
    left = room - 2 * estimate_tokens(GAP)
    for position in dict.fromkeys([0, *rank(passages, query=query), *range(len(passages))]):
        size = estimate_tokens(f"{passages[position]}\n\n{GAP}\n\n")
        if size <= left:
            kept.add(position)
            left -= size
    pieces: list[str] = []
    for position, passage in enumerate(passages):
        if position in kept:
            pieces.append(passage)
        elif pieces[-1:] != [GAP]:
            pieces.append(GAP)
    return "\n\n".join(pieces)


def _main_markdown(markdown: str, lines: Sequence[str]) -> str:
    """Return the lines of *markdown* that are in the main text, which has no markup but the same words."""
    text = " ".join(word for line in lines for word in _WORD.findall(line))
    if len(text) > _LONGEST_COMPARED:
        return "\n\n".join(lines)
    known = f" {text} "
    kept: list[str] = []
    fence, opening = "", ""
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence, opening = mark[1], line
            continue
        words = " ".join(_WORD.findall(_TARGET.sub(r"\g<text>", line)))
        ends = mark is not None and mark[1].startswith(fence)
        # A line without words goes with the one above: the rule below a header, an empty line, or one in code.
        if f" {words} " in known if words and not ends else not opening and kept and (fence or kept[-1]):
            kept += [opening, line] if opening else [line]
            opening = ""
        if ends:
            fence = opening = ""
    main = "\n".join(kept)
    return main if 2 * len(main) >= len(text) else "\n\n".join(lines)


def _data(page: Page) -> str:
    """Return what *page* states as data, a line for each value."""
    lines: list[str] = []
    for thing in read_things(page):
        if not thing.is_furniture:
            facts = flatten(thing, page).facts
            lines += dict.fromkeys(f"{' '.join(fact.labels[0])}: {fact.value}"[:500] for fact in facts)
    return f"\n\nData of the page:\n\n{chr(10).join(lines)[:_MOST_DATA]}" if lines else ""


def _passages(text: str) -> list[str]:
    """Cut *text* at its empty lines, and what is too long then at its lines, or anywhere."""
    passages: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        held = ""
        for line in block.strip("\n").split("\n"):
            pieces = [line[at : at + _LONGEST_PASSAGE] for at in range(0, len(line), _LONGEST_PASSAGE)]
            for piece in pieces:
                if held and len(held) + len(piece) > _LONGEST_PASSAGE:
                    passages.append(held)
                    held = piece
                else:
                    held = f"{held}\n{piece}" if held else piece
        if held:
            passages.append(held)
    return passages
