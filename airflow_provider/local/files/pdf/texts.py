"""Lines as one text: words that a line end has cut are whole again, and what every page repeats is told once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from airflow_provider.local.files.pdf.pieces import Part, Piece, Region
from airflow_provider.local.files.pdf.words import BOLD, PLAIN

# How far from the edge of a page, in parts of its height, its running head and foot stand.
_MARGIN = 0.1
_FEWEST_PAGES = 3
_DIGITS = re.compile(r"\d+|^[ivxl]+$")
_PAGE_NUMBER = re.compile(r"\W{0,3}(?:page|seite|p\.)?\s?#(?:\s?(?:/|of|von)\s?#)?\W{0,3}", re.IGNORECASE)
# What a browser prints below a page, and above it.
_ADDRESS = re.compile(r"^[a-z]{2,10}:\S+ \d+/\d+")
_WHEN = re.compile(r"^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}, \d{1,2}:\d\d\b.*")
_PRINTED = (_ADDRESS, _WHEN)
_COMPOUND = re.compile(r"\w{1,40}-\w{1,40}")
_LAST_WORD = re.compile(r"\w{1,40}(?=-$)")
_FIRST_WORD = re.compile(r"\w+")
# PDFium's signs for a hyphen at the end of a line, and letters that are printed as one.
_SIGNS = {
    **dict.fromkeys(map(ord, "\u2010\xad\x02\ufffe"), "-"),
    **{0xFB00 + number: letters for number, letters in enumerate(("ff", "fi", "fl", "ffi", "ffl", "ft", "st"))},
}
_IDEOGRAPH = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


class Spelling:
    """What a document writes with a hyphen where no line ends, to tell such hyphens from those of line ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._compounds = {word.lower() for line in lines if "-" in line for word in _COMPOUND.findall(line)}

    def joined(self, lines: Sequence[str]) -> str:
        """Return *lines* as one text."""
        text = ""
        for line in (one.translate(_SIGNS).strip() for one in lines):
            if text.endswith(PLAIN) and line.startswith(BOLD):
                # Bold letters go on in the next line.
                text, line = text[:-1], line[1:]  # noqa: PLW2901 - the sign is none of the line
            cut = _LAST_WORD.search(text[-50:])
            first = _FIRST_WORD.match(line)
            if cut and first:
                compound = f"{cut[0]}-{first[0]}".lower()
                keeps = compound in self._compounds or not first[0][0].islower()
                text = f"{text if keeps else text[:-1]}{line}"
            elif text and line and not (_IDEOGRAPH.match(text[-1]) and _IDEOGRAPH.match(line[0])):
                text = f"{text} {line}"
            else:
                text += line
        return text


def without_running(pages: Sequence[Sequence[Part]]) -> None:
    """Drop page numbers, what a browser prints, and heads and feet that many pages share, after the first of them."""
    seen: Counter[str] = Counter()
    for page in pages:
        seen.update({_key(line) for region in _regions(page) for line in region.lines if _is_at_edge(line, region)})
    every = [(line, region) for page in pages for region in _regions(page) for line in region.lines]
    told = {_key(line) for line, region in every if not _is_at_edge(line, region)}
    # Two pages tell as much where there are no more.
    fewest = min(_FEWEST_PAGES, max(len(pages), 2))
    for page in pages:
        at_edge = [line.text for region in _regions(page) for line in region.lines if _is_at_edge(line, region)]
        printed = _PRINTED if any(map(_ADDRESS.fullmatch, at_edge)) else ()
        for region in _regions(page):
            kept = []
            for line in region.lines:
                key = _key(line) if _is_at_edge(line, region) else ""
                number = seen[key] > 1 and _PAGE_NUMBER.fullmatch(key)
                if any(pattern.fullmatch(line.text) for pattern in printed if key):
                    continue
                if not number and not (seen[key] >= fewest and key in told):
                    kept.append(line)
                told.add(key)
            region.lines = kept


def _regions(page: Sequence[Part]) -> list[Region]:
    return [part for part in page if isinstance(part, Region)]


def _key(line: Piece) -> str:
    return _DIGITS.sub("#", line.text)


def _is_at_edge(line: Piece, region: Region) -> bool:
    return not _MARGIN * region.height < line.y < (1 - _MARGIN) * region.height
