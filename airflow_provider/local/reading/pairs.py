"""
Labels with their values, in the many ways in which pages write them.

Definition lists, "Label: value" lines, a bold or labelled element before its value, and rows of one header
and one cell. Returns what was written; whether it is of use is decided elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.page import classes_of, depth_first, join, lines_of, text_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.page import Element

Pair = tuple[str, str]

MAX_LABEL = 40
MAX_LABEL_WORDS = 6
MAX_VALUE = 2000
_LINE = re.compile(r"^(?P<label>[^\W\d_][^:\uff1a\n]{0,39}?)\s*[:\uff1a]\s+(?P<value>\S.*)$", re.DOTALL)
_DIVIDER = re.compile(r"\s+[|•·]\s+|\s*;\s+(?=[^\W\d_][^:;]{0,39}:\s)")
_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label|key|term|caption|heading|field-?name|attr(?:ibute)?-?name|dt|th|prop(?:erty)?-?name)(?:$|[-_\s])",
    re.IGNORECASE,
)
MAX_LIST = 5000
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_NAME_CLASS = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[NTQ]))(?:name|title|question|prop(?:erty)?|attr(?:ibute)?|left)(?:$|[-_\s])",
    re.IGNORECASE,
)
_VALUE_CLASS = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[VDA]))(?:value|val|data|answer|right|definition)(?:$|[-_\s])", re.IGNORECASE
)
_COLONS = (":", "\uff1a")
_BOLD = frozenset({"b", "strong", "dt", "th", "label", "em", "i", "u"})
_LINE_HOLDERS = word_set(
    """
    p li div span td dd address small section figcaption h2 h3 h4 h5 h6 a footer header article
    """
)


def pairs_of(top: Element, *, skip: frozenset[Element] = frozenset()) -> Iterator[Pair]:
    """Yield the pairs in and below *top*, leaving out what stands in an element of *skip*."""
    skipped: set[Element] = set()
    for element in (top, *depth_first(top)):
        if element in skip or element.getparent() in skipped:
            skipped.add(element)
        elif element.tag == "dl":
            yield from _definitions(element)
        elif element.tag == "tr":
            yield from _row(element)
        elif element.tag in _LINE_HOLDERS:
            yield from _headed(element)
            yield from _labelled_children(element)
            if _is_lowest(element):
                yield from _lines(element)


def split_pair(text: str) -> Pair | None:
    """Return label and value of one line such as "Price: 10", or None."""
    found = _LINE.match(text)
    if found is None or len(found["value"]) > MAX_VALUE or not _is_label(found["label"]):
        return None
    return found["label"].strip(), found["value"].strip()


def _is_label(text: str) -> bool:
    return 0 < len(text) <= MAX_LABEL and len(text.split()) <= MAX_LABEL_WORDS and "//" not in text


def _bare(text: str) -> str:
    """Return *text* without the colon that divides it from its label or value."""
    return text.strip(": \uff1a")


def _definitions(top: Element) -> Iterator[Pair]:
    label, values = "", list[str]()
    # A dl may wrap each of its groups in a div.
    for element in (one for one in depth_first(top) if one.tag in {"dt", "dd"}):
        if element.tag == "dt":
            if label and values:
                yield label, ", ".join(values)
            label, values = _bare(text_of(element)), []
        elif text_of(element):
            values.append(text_of(element))
    if label and values:
        yield label, ", ".join(values)


def _row(row: Element) -> Iterator[Pair]:
    """Yield the pairs of a row that alternates header and cell, or has just two cells."""
    cells = [cell for cell in row if cell.tag in {"th", "td"}]
    heads = [cell.tag == "th" for cell in cells]
    alternates = heads == [True, False] * (len(cells) // 2)
    if cells and (alternates or (len(cells) == 2 and not all(heads))):  # noqa: PLR2004 - a label and a value
        for head, cell in zip(cells[::2], cells[1::2], strict=True):
            label, value = _bare(text_of(head)), _cell_text(cell)
            if _is_label(label) and value:
                yield label, value


def _cell_text(cell: Element) -> str:
    return (
        ", ".join(lines_of(cell)) if cell.find(".//br") is not None or cell.find(".//li") is not None else text_of(cell)
    )


def _labelled_children(parent: Element) -> Iterator[Pair]:
    """Yield the pairs of neighbours in which the first is marked as the label of the next."""
    children = list(parent)
    for position, child in enumerate(children):
        label = text_of(child) if child.tag not in {"dt", "dd", "tr", "td", "th"} else ""
        if not label or not _is_label(_bare(label)):
            continue
        tail = " ".join((child.tail or "").split())
        follower = children[position + 1] if position + 1 < len(children) else None
        marked = label.endswith(_COLONS) or _is_marked(child, follower)
        bold = child.tag in _BOLD and tail.startswith(_COLONS) and not label.endswith(":")
        if marked and _bare(tail):
            yield _bare(label), _rest(child, tail)
        elif bold and _bare(tail):
            yield label, _rest(child, tail)
        elif (marked or bold) and follower is not None and _bare(text_of(follower)) == text_of(follower) != "":
            yield _bare(label), text_of(follower)


def _is_marked(child: Element, follower: Element | None) -> bool:
    """Tell whether class names say that *child* is a label, alone or together with its *follower*."""
    names = " ".join(classes_of(child))
    if _LABEL_CLASS.search(names):
        return True
    return (
        bool(_NAME_CLASS.search(names))
        and follower is not None
        and bool(_VALUE_CLASS.search(" ".join(classes_of(follower))))
    )


def _rest(child: Element, tail: str) -> str:
    """Return what follows a label up to the next line, inline markup included."""
    parts = [tail]
    for follower in child.itersiblings():
        if "\u2028" in (follower.text or "") or follower.tag == "br" or follower.tag in {"b", "strong"}:
            break
        parts += [text_of(follower), (follower.tail or "")]
        if "\u2028" in (follower.tail or ""):
            break
    return _bare(" ".join(" ".join(parts).split()))


def _headed(heading: Element) -> Iterator[Pair]:
    """Yield a short heading with the paragraph or list right below it."""
    label = _bare(text_of(heading)) if heading.tag in _HEADINGS else ""
    if not label or not _is_label(label):
        return
    below = heading.getnext()
    if below is None and len(heading.getparent()) == 1:
        below = heading.getparent().getnext()
    if below is not None and below.tag in {"p", "ul", "ol"}:
        value = list_text(below)
        if value and len(value) <= MAX_LIST:
            yield label, value


def list_text(element: Element) -> str:
    """Return the text of *element*, with the entries of a list divided by commas."""
    entries = [text_of(one) for one in element if one.tag == "li"]
    return join(entry for entry in entries if entry) if entries else text_of(element)


def _is_lowest(element: Element) -> bool:
    """Tell whether *element* holds text of its own rather than only other holders of text."""
    if (element.text or "").strip():
        return True
    return any((child.tail or "").strip() for child in element)


def _lines(element: Element) -> Iterator[Pair]:
    for line in lines_of(element) if len(element) < 40 else ():  # noqa: PLR2004 - more is a container, not a text
        for piece in _DIVIDER.split(line):
            pair = split_pair(piece)
            if pair is not None:
                yield pair
