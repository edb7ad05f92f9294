"""
Headers and footers of a DOCX: what is printed around the pages of a section, put into the text once.

Each line stands where its section begins or ends, and only where the document does not say the same elsewhere. What
shares its place with the number of the page is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from airflow_provider.local.files.wordml import WORD, Element, child

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TOLD = tuple(f"{WORD}{name}" for name in ("t", "tab", "ptab", "pgNum", "fldSimple", "instrText"))
_PAGE_NUMBER = re.compile(r"(?:PAGE|NUMPAGES|SECTIONPAGES)\b")


def write_margins(document: Element, margins: Mapping[str, Element], settings: Element | None) -> None:
    """Put what *margins* say, the headers and footers by their relation, around the sections of *document*."""
    blocks = [block for body in document.iterchildren(f"{WORD}body") for block in body]
    known = {line for block in blocks for line in _lines(block)}
    kinds = ["first", "default"]
    if child(settings, "evenAndOddHeaders") is not None:
        kinds.append("even")
    first = 0
    for place, block in enumerate(blocks):
        for section in block.iter(f"{WORD}sectPr"):
            header, footer = (list(_parts(section, name, kinds, margins)) for name in ("header", "footer"))
            _insert(blocks[first], header, known)
            first = min(place + 1, len(blocks) - 1)
            _insert(block if block is section else blocks[first], footer, known)


def _parts(section: Element, name: str, kinds: list[str], margins: Mapping[str, Element]) -> Iterator[Element]:
    """Yield the headers, or the footers, that the pages of *section* show."""
    given = {
        one.get(f"{WORD}type"): margins.get(one.get(_RELATION) or "")
        for one in section.iterchildren(f"{WORD}{name}Reference")
    }
    for kind in kinds:
        is_shown = kind != "first" or child(section, "titlePg") is not None
        if is_shown and given.get(kind) is not None:
            yield given[kind]


def _insert(block: Element, parts: list[Element], known: set[str]) -> None:
    """Put what *parts* say before *block*, but what is *known*; from then on it is."""
    for line in (line for part in parts for line in _lines(part)):
        if line not in known:
            known.add(line)
            paragraph = etree.Element(f"{WORD}p")
            etree.SubElement(etree.SubElement(paragraph, f"{WORD}r"), f"{WORD}t").text = line
            block.addprevious(paragraph)


def _lines(part: Element) -> Iterator[str]:
    """Yield what the paragraphs of *part* say between their tabs, but not where the number of the page stands."""
    for paragraph in part.iter(f"{WORD}p"):
        pieces, counted = [""], set()
        for element in paragraph.iter(*_TOLD):
            # A text box in the paragraph has paragraphs of its own.
            if next(element.iterancestors(f"{WORD}p")) is not paragraph:
                continue
            name = element.tag.removeprefix(WORD)
            if name == "t":
                pieces[-1] += element.text or ""
            elif name in {"tab", "ptab"}:
                pieces.append("")
            elif name == "pgNum" or _PAGE_NUMBER.match((element.get(f"{WORD}instr") or element.text or "").lstrip()):
                counted.add(len(pieces) - 1)
        for place, piece in enumerate(pieces):
            if place not in counted and any(map(str.isalnum, piece)) and not piece.strip().isdigit():
                yield " ".join(piece.split())
