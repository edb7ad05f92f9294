"""
Labels with their values, in the many ways in which pages write them.

Definition lists, "Label: value" lines, a bold or labelled element before its value, rows of one header
and one cell, and short headings over a list or paragraph. Returns what was written; whether it is of use is
decided elsewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.forms import form_of
from airflow_provider.local.reading.nodes import BLOCKS, FEW_PIECES, HEADINGS, MOST_PIECES, join

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.nodes import Node

Pair = tuple[str, str]

MAX_LABEL = 40
_LINE = re.compile(r"^(?P<label>[^\W\d_][^:\uff1a\n]{0,39})[:\uff1a]\s+(?P<value>\S.*)$", re.DOTALL)
_NUMBERED = re.compile(
    r"^(?P<label>(?:[^\W\d_]{1,15}\s){0,2}(?:No\.?|Nr\.?|Number|#|№|SKU|ASIN|MPN|UPC|EAN|ISBN|Code|Style"
    r"|Model|Ref\.?|ID))"
    r"(?:\s?[#.:]{1,2}\s{0,3}|(?<=#)|\s{1,3})(?P<value>(?=[^\s]{0,30}\d)[\w./-]{2,40})$",
    re.IGNORECASE,
)
# What recipes write without a colon.
_LED = re.compile(
    r"^(?P<label>(?:recipe )?(?:serves|makes|yields?|servings|(?:prep(?:aration)?|cook(?:ing)?|bake|baking"
    r"|total)(?: time)?|ready in))\s+"
    r"(?P<value>(?:about |approx\.? )?\d.{0,30})$",
    re.IGNORECASE,
)
_DIVIDER = re.compile(r"\s{1,5}[|•·]\s{1,5}|\s{0,5};\s{1,5}(?=[^\W\d_][^:;]{0,39}:\s)")
_COUNT = re.compile(r"^\d[\d.,]{0,10}[kKM]?$")
_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label|key|term|caption|heading|field-?name|attr(?:ibute)?-?name|dt|th"
    r"|prop(?:erty)?-?name)(?:$|[-_\s])",
    re.IGNORECASE,
)
_VALUE_CLASS = re.compile(r"(?:^|[-_\s]|[a-z](?=[VA]))(?:value|val|answer|definition)(?:$|[-_\s])", re.IGNORECASE)
_COLONS = (":", "\uff1a")
_CELLS = frozenset({"dt", "dd", "tr", "td", "th", "li"})


def pairs_of(nodes: Sequence[Node]) -> Iterator[Pair]:
    """Yield the pairs that stand in *nodes*, which are in the order of the page."""
    for node in nodes:
        if node.tag == "dl":
            yield from _definitions(node)
        elif node.tag == "tr":
            yield from _row(node)
        elif node.start < node.end:
            yield from _headed(node)
            if len(node.children) <= FEW_PIECES:
                yield from _labelled_children(node)
                yield from _two(node)
                yield from _lines(node)


@lru_cache(maxsize=4096)
def split_pair(text: str) -> Pair | None:
    """Return label and value of one line such as "Price: 10", or None."""
    found = _LINE.match(text) or _NUMBERED.match(text) or _LED.match(text)
    return (found["label"].strip(), found["value"].strip()) if found and _is_label(found["label"]) else None


def _is_label(text: str) -> bool:
    return 0 < len(text) <= MAX_LABEL and "//" not in text


def _bare(text: str) -> str:
    """Return *text* without the colon that divides it from its label or value."""
    return text.strip(": \uff1a")


def _label(node: Node) -> str:
    """Return the label that the text of *node* may be; nothing where it is too long for one."""
    label = _bare(node.text) if node.end - node.start <= FEW_PIECES else ""
    return label if _is_label(label) else ""


def _definitions(top: Node) -> Iterator[Pair]:
    groups: list[tuple[str, list[str]]] = [("", [])]
    # A dl may wrap each of its groups in a div.
    for node in top.below():
        if node.tag == "dt":
            groups.append((_label(node), []))
        elif node.tag == "dd" and node.text:
            groups[-1][1].append(node.text)
    yield from ((label, ", ".join(values)) for label, values in groups if label and values)


def _row(row: Node) -> Iterator[Pair]:
    """Yield the pairs of a row that alternates header and cell, or has just two cells."""
    cells = [cell for cell in row.children if cell.tag in {"th", "td"}]
    heads = [cell.tag == "th" for cell in cells]
    if heads == [True, False] * (len(cells) // 2) or (len(cells) == 2 and not all(heads)):  # noqa: PLR2004 - a label and a value
        for head, cell in zip(cells[::2], cells[1::2], strict=True):
            broken = any(one.tag in {"br", "li", "ul"} for one in cell.children)
            value = ", ".join(cell.lines) if broken else cell.text
            if value and (label := _label(head)):
                yield label, value


def _labelled_children(parent: Node) -> Iterator[Pair]:
    """Yield the pairs of neighbours in which the first is marked as the label of the next."""
    for child in parent.children:
        label = _label(child) if child.tag not in _CELLS else ""
        if not label:
            continue
        follower = child.next
        tail = child.after(follower.start if follower is not None else parent.end)
        if tail.startswith(_COLONS) or child.text.endswith(_COLONS) or _is_marked(child, follower):
            if _bare(tail):
                yield label, _bare(_rest(child, parent))
            elif follower is not None and follower.end - follower.start < MOST_PIECES:
                value = list_text(follower)
                # What ends in a colon is the next label.
                if _bare(value) == value != "":
                    yield label, value


def _is_marked(child: Node, follower: Node | None) -> bool:
    """Tell whether class names say that *child* is a label, or that its *follower* is a value."""
    return bool(_LABEL_CLASS.search(child.attrs.get("class", "")[:200])) or (
        follower is not None and bool(_VALUE_CLASS.search(follower.attrs.get("class", "")[:200]))
    )


def _rest(child: Node, parent: Node) -> str:
    """Return what follows a label up to the next line or label, inline markup included."""
    end = parent.end
    for follower in parent.children[child.position + 1 :]:
        if follower.tag in BLOCKS or follower.tag in {"b", "strong"}:
            end = follower.start
            break
    return child.after(end)


def _headed(heading: Node) -> Iterator[Pair]:
    """Yield a heading, or a short line right above a list, with the entries below it, or else with the paragraphs."""
    if heading.tag in HEADINGS:
        section = heading.section
    else:
        section = [one for one in (heading.next,) if one is not None and one.tag in {"ul", "ol"}]
    if not section or sum(one.end - one.start for one in section) > MOST_PIECES or not (label := _label(heading)):
        return
    below = [one for part in section for one in (part, *part.below()) if one.text]
    entries = [one for one in below if one.tag == "li" and not any(inner.tag == "li" for inner in one.below())]
    value = join(one.text for one in entries or below if one.tag in {"li", "p"})
    if value:
        yield label, value


def _two(parent: Node) -> Iterator[Pair]:
    """Yield two short neighbours as label and value, where nothing else tells that they are."""
    if len(parent.children) != 2 or parent.own or parent.end - parent.start > FEW_PIECES:  # noqa: PLR2004 - a label and a value
        return
    first, second = parent.children
    label, value = _label(first), list_text(second)
    if first.tag in {"a", *HEADINGS}:
        return
    if _COUNT.match(label) and _is_label(value) and not any(sign.isdigit() for sign in value):
        yield value, label
    elif label and value and form_of(value) != "price" and not any(sign.isdigit() for sign in label):
        yield label, value


def list_text(node: Node) -> str:
    """Return the text of *node*, with the entries of a list divided by commas."""
    entries = [one.text for one in node.children if one.tag == "li"] if node.tag in {"ul", "ol"} else []
    return join(entry for entry in entries if entry) if entries else node.text


def _lines(node: Node) -> Iterator[Pair]:
    for line in node.lines if node.own and node.end - node.start < MOST_PIECES else ():
        yield from (pair for piece in _DIVIDER.split(line) if (pair := split_pair(piece)))
