"""The XML of Word's documents: its namespace, the values of its elements, and what styles take over from others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

# An lxml element, which has no types.
Element = Any

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MAX_STYLES = 20
_DIGITS = 8


def child(element: Element | None, name: str) -> Element | None:
    """Return the first *name* within *element*, None where there is none."""
    return next(element.iterchildren(f"{WORD}{name}"), None) if element is not None else None


def value(element: Element | None, *path: str) -> str:
    """Return the value of the element that *path* leads to from *element*, empty where there is none."""
    for name in path:
        element = child(element, name)
    return attribute(element, "val") if element is not None else ""


def set_value(element: Element, name: str, text: str) -> None:
    """Set the value of *name* within *element*."""
    found = child(element, name)
    found = etree.SubElement(element, f"{WORD}{name}") if found is None else found
    found.set(f"{WORD}val", text)


def attribute(element: Element, name: str) -> str:
    """Return an attribute of *element*, empty where it has none."""
    return str(element.get(f"{WORD}{name}") or "")


def whole(text: str, default: int = 0) -> int:
    """Return the number that *text* is, and *default* where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else default


def styles_by_id(styles: Element | None) -> dict[str, Element]:
    """Return the styles of a document by their id."""
    return {attribute(style, "styleId"): style for style in styles.iter(f"{WORD}style")} if styles is not None else {}


def lineage(style: Element | None, named: dict[str, Element]) -> Iterator[Element]:
    """Yield *style* and those that it builds on, the nearest first."""
    for _ in range(MAX_STYLES):
        if style is None:
            return
        yield style
        style = named.get(value(style, "basedOn"))
