"""
What a paragraph of Word is by itself or by the name of its style: a heading of the outline, or an item in an item.

mammoth knows neither. Both are told it by what it knows: styles of headings, and the levels of lists.
"""

from __future__ import annotations

import re
from copy import deepcopy

from lxml import etree

from airflow_provider.local.files.numbering import numbered
from airflow_provider.local.files.wordml import WORD, Element, attribute, child, lineage, styles_by_id, value, whole

_ITEM = re.compile(r"list (?:bullet|number) ([2-5])", re.IGNORECASE)
_LEVELS = frozenset("012345")


def write_headings(document: Element, styles: Element | None) -> None:
    """Make each style of a level in the outline a heading, and each paragraph that has one itself."""
    if styles is None:
        return
    named = styles_by_id(styles)
    for style in named.values():
        level = next(filter(None, (value(one, "pPr", "outlineLvl") for one in lineage(style, named))), "")
        name = child(style, "name")
        if name is not None and level in _LEVELS and value(style, "name").lower() != "title":
            name.set(f"{WORD}val", f"heading {int(level) + 1}")
    for paragraph in document.iter(f"{WORD}p"):
        properties = child(paragraph, "pPr")
        level = value(properties, "outlineLvl")
        if properties is not None and level in _LEVELS:
            _set(properties, "pStyle", _heading(styles, int(level) + 1))


def _heading(styles: Element, level: int) -> str:
    """Return the id of a style that is a heading of that *level*, and nothing else."""
    name = f"outline-heading-{level}"
    if not any(attribute(style, "styleId") == name for style in styles.iterchildren(f"{WORD}style")):
        style = etree.SubElement(styles, f"{WORD}style", {f"{WORD}type": "paragraph", f"{WORD}styleId": name})
        _set(style, "name", f"heading {level}")
    return name


def nest_items(document: Element, numbering: Element | None, styles: Element | None) -> None:
    """Set each item of a style such as "List Bullet 2" as deep as the style says, where the list itself does not."""
    if numbering is None:
        return
    named = styles_by_id(styles)
    deep = {
        name: int(found[1]) - 1 for name, style in named.items() if (found := _ITEM.fullmatch(value(style, "name")))
    }
    # The style of a level would come before what the paragraph says.
    for mark in list(numbering.iter(f"{WORD}pStyle")):
        if attribute(mark, "val") in deep:
            mark.getparent().remove(mark)
    lists = _levels_by_list(numbering)
    for paragraph in document.iter(f"{WORD}p"):
        style = value(paragraph, "pPr", "pStyle")
        number, depth = numbered(paragraph, named.get(style), named)
        levels = lists.get(number)
        if style not in deep or levels is None:
            continue
        depth = depth or deep[style]
        if depth not in levels and 0 in levels:
            levels[depth] = deepcopy(levels[0])
            levels[depth].set(f"{WORD}ilvl", str(depth))
            levels[0].getparent().append(levels[depth])
        properties = child(paragraph, "pPr")
        place = child(properties, "numPr")
        place = etree.SubElement(properties, f"{WORD}numPr") if place is None else place
        _set(place, "ilvl", str(depth))
        _set(place, "numId", number)


def _levels_by_list(numbering: Element) -> dict[str, dict[int, Element]]:
    shared = {
        attribute(one, "abstractNumId"): {whole(attribute(level, "ilvl")): level for level in one.iter(f"{WORD}lvl")}
        for one in numbering.iter(f"{WORD}abstractNum")
    }
    return {
        attribute(one, "numId"): shared.get(value(one, "abstractNumId"), {}) for one in numbering.iter(f"{WORD}num")
    }


def _set(element: Element, name: str, text: str) -> None:
    """Set the value of *name* within *element*."""
    found = child(element, name)
    found = etree.SubElement(element, f"{WORD}{name}") if found is None else found
    found.set(f"{WORD}val", text)
