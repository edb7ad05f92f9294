"""The headings of a Word document's outline, told mammoth, which does not know it, by what it knows: their styles."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from airflow_provider.local.files.wordml import WORD, Element, attribute, child, lineage, set_value, styles_by_id, value

_LEVELS = frozenset("012345")


def write_headings(document: Element, styles: Element | None) -> None:
    """Make each style of a level in the outline a heading, and each paragraph that has one itself."""
    if styles is None:
        return
    named = styles_by_id(styles)
    for style in named.values():
        level = outline_level(lineage(style, named))
        if level and value(style, "name").lower() not in {"", "title"}:
            set_value(style, "name", f"heading {level}")
    for paragraph in document.iter(f"{WORD}p"):
        if level := outline_level([paragraph]):
            set_value(child(paragraph, "pPr"), "pStyle", _heading(styles, level))


def outline_level(holders: Iterable[Element]) -> int:
    """Return the level of a heading, from 1, by the first of *holders* that states one; 0 where it is none."""
    level = next(filter(None, (value(one, "pPr", "outlineLvl") for one in holders)), "")
    return int(level) + 1 if level in _LEVELS else 0


def _heading(styles: Element, level: int) -> str:
    """Return the id of a style that is a heading of that *level*, and nothing else."""
    name = f"outline-heading-{level}"
    if not any(attribute(style, "styleId") == name for style in styles.iterchildren(f"{WORD}style")):
        style = etree.SubElement(styles, f"{WORD}style", {f"{WORD}type": "paragraph", f"{WORD}styleId": name})
        set_value(style, "name", f"heading {level}")
    return name
