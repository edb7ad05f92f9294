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
from airflow_provider.local.reading.nodes import BLOCKS, HEADINGS, join
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.nodes import Node

Pair = tuple[str, str]

MAX_LABEL = 40
MAX_LABEL_WORDS = 6
# Words of a label that nothing marks as one.
_SHORT = 2
MAX_VALUE = 2000
MAX_LIST = 12_000
# An element with more text than this is a part of the page, not a label or a line.
_LONGEST_LINE = 3000
_MOST_CHILDREN = 40
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
_NAME_CLASS = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[NTQ]))(?:name|title|question|prop(?:erty)?|attr(?:ibute)?|left)(?:$|[-_\s])",
    re.IGNORECASE,
)
_VALUE_CLASS = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[VDA]))(?:value|val|data|answer|right|definition)(?:$|[-_\s])", re.IGNORECASE
)
_COLONS = (":", "\uff1a")
_BOLD = frozenset({"b", "strong", "dt", "th", "label", "em", "i", "u"})
_CELLS = frozenset({"dt", "dd", "tr", "td", "th", "li"})
_LINE_HOLDERS = word_set(
    """
    p li div span td dd address small section figcaption h2 h3 h4 h5 h6 a footer header article
    """
)


def pairs_of(nodes: Sequence[Node]) -> Iterator[Pair]:
    """Yield the pairs that stand in *nodes*, which are in the order of the page."""
    for node in nodes:
        if node.tag == "dl":
            yield from _definitions(node)
        elif node.tag == "tr":
            yield from _row(node)
        elif node.tag in _LINE_HOLDERS and node.start < node.end:
            yield from _headed(node) if node.tag in HEADINGS else _titled_list(node)
            if len(node.children) <= _MOST_CHILDREN:
                yield from _labelled_children(node)
                yield from _two(node)
                yield from _lines(node)


@lru_cache(maxsize=4096)
def split_pair(text: str) -> Pair | None:
    """Return label and value of one line such as "Price: 10", or None."""
    found = _LINE.match(text)
    if found is None and len(text) < MAX_LABEL + MAX_LABEL:
        found = _NUMBERED.match(text) or _LED.match(text)
    if found is None or len(found["value"]) > MAX_VALUE or not _is_label(found["label"]):
        return None
    return found["label"].strip(), found["value"].strip()


def _is_label(text: str) -> bool:
    return 0 < len(text) <= MAX_LABEL and len(text.split()) <= MAX_LABEL_WORDS and "//" not in text


def _bare(text: str) -> str:
    """Return *text* without the colon that divides it from its label or value."""
    return text.strip(": \uff1a")


def _definitions(top: Node) -> Iterator[Pair]:
    label, values = "", list[str]()
    # A dl may wrap each of its groups in a div.
    for node in top.below():
        if node.tag == "dt":
            if label and values:
                yield label, ", ".join(values)
            label, values = _bare(node.text) if _is_label(_bare(node.text)) else "", []
        elif node.tag == "dd" and node.text:
            values.append(node.text)
    if label and values:
        yield label, ", ".join(values)


def _row(row: Node) -> Iterator[Pair]:
    """Yield the pairs of a row that alternates header and cell, or has just two cells."""
    cells = [cell for cell in row.children if cell.tag in {"th", "td"}]
    heads = [cell.tag == "th" for cell in cells]
    alternates = heads == [True, False] * (len(cells) // 2)
    if cells and (alternates or (len(cells) == 2 and not all(heads))):  # noqa: PLR2004 - a label and a value
        for head, cell in zip(cells[::2], cells[1::2], strict=True):
            if head.end - head.start < MAX_LABEL and _is_label(label := _bare(head.text)):
                value = (
                    ", ".join(cell.lines) if any(one.tag in {"br", "li", "ul"} for one in cell.children) else cell.text
                )
                if value:
                    yield label, value


def _labelled_children(parent: Node) -> Iterator[Pair]:
    """Yield the pairs of neighbours in which the first is marked as the label of the next."""
    children = parent.children
    for child in children:
        if child.tag in _CELLS or not 0 < child.end - child.start < MAX_LABEL:
            continue
        label = child.text
        if not label or not _is_label(_bare(label)):
            continue
        follower = children[child.position + 1] if child.position + 1 < len(children) else None
        tail = _tail(child, follower, parent)
        marked = label.endswith(_COLONS) or _is_marked(child, follower)
        bold = child.tag in _BOLD and tail.startswith(_COLONS) and not label.endswith(":")
        if not (marked or bold):
            continue
        if _bare(tail):
            yield _bare(label), _bare(_rest(child, parent))
        elif (
            follower is not None
            and follower.end - follower.start < _LONGEST_LINE
            and _bare(follower.text) == follower.text != ""
        ):
            yield _bare(label), list_text(follower)


def _tail(child: Node, follower: Node | None, parent: Node) -> str:
    stop = follower.start if follower is not None else parent.end
    return " ".join("".join(child.pieces[child.end : min(stop, child.end + 8)]).split())


def _is_marked(child: Node, follower: Node | None) -> bool:
    """Tell whether class names say that *child* is a label, alone or together with its *follower*."""
    names = child.attrs.get("class", "")[:200]
    if not names:
        return False
    if _LABEL_CLASS.search(names):
        return True
    return (
        follower is not None
        and bool(_NAME_CLASS.search(names))
        and bool(_VALUE_CLASS.search(follower.attrs.get("class", "")[:200]))
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
    """Yield a short heading with the entries of the lists below it, or else with its paragraphs."""
    label = _bare(heading.text) if heading.end - heading.start < MAX_LABEL else ""
    if not label or not _is_label(label):
        return
    entries, texts = list[str](), list[str]()
    for node in _section(heading):
        if node.end - node.start > MAX_LIST:
            return
        lists = [one for one in (node, *node.below()) if one.tag == "li" and one.text]
        entries += [one.text for one in lists if not any(inner.tag == "li" for inner in one.below())]
        if not lists:
            texts += [one.text for one in (node, *node.below()) if one.tag == "p" and one.text]
    value = join(entries or texts)
    if value and len(value) <= MAX_LIST:
        yield label, value


def _section(heading: Node) -> Iterator[Node]:
    """Yield what follows *heading* up to the next one of its rank."""
    top = heading
    while top.parent is not None and len(top.parent.children) == 1:
        top = top.parent
    siblings = top.parent.children if top.parent is not None else []
    for node in siblings[top.position + 1 : top.position + _MOST_CHILDREN]:
        inner = next((one for one in (node, *node.children) if one.tag in HEADINGS), None)
        if inner is not None and inner.tag <= heading.tag:
            return
        yield node


def _titled_list(node: Node) -> Iterator[Pair]:
    """Yield a short line with the list right below it."""
    below = _next(node) if node.tag in {"p", "div", "span"} else None
    if (
        below is not None
        and below.tag in {"ul", "ol"}
        and node.end - node.start < MAX_LABEL
        and _is_label(label := _bare(node.text))
    ):
        value = list_text(below)
        if value and len(value) <= MAX_LIST:
            yield label, value


def _two(parent: Node) -> Iterator[Pair]:
    """Yield two short neighbours as label and value, where nothing else tells that they are."""
    if len(parent.children) != 2:  # noqa: PLR2004 - a label and a value
        return
    first, second = parent.children
    if (
        parent.own
        or second.end - second.start > MAX_LABEL
        or first.end - first.start > MAX_LABEL
        or first.tag in {"a", *HEADINGS}
    ):
        return
    label, value = _bare(first.text), list_text(second)
    if (
        _COUNT.match(label)
        and _is_label(value)
        and not any(sign.isdigit() for sign in value)
        and len(value.split()) <= _SHORT
    ):
        yield value, label
    elif (
        _is_label(label)
        and value
        and form_of(value) != "price"
        and not any(sign.isdigit() for sign in label)
        and len(label.split()) <= _SHORT + 1
    ):
        yield label, value


def _next(node: Node) -> Node | None:
    siblings = node.parent.children if node.parent is not None else []
    return siblings[node.position + 1] if node.position + 1 < len(siblings) else None


def list_text(node: Node) -> str:
    """Return the text of *node*, with the entries of a list divided by commas."""
    entries = [one.text for one in node.children if one.tag == "li"] if node.tag in {"ul", "ol"} else []
    return join(entry for entry in entries if entry) if entries else node.text


def _lines(node: Node) -> Iterator[Pair]:
    for line in node.lines if node.own and node.end - node.start < _LONGEST_LINE else ():
        for piece in _DIVIDER.split(line) if len(line) <= _LONGEST_LINE else ():
            pair = split_pair(piece)
            if pair is not None:
                yield pair
