"""
The items of Word's lists, as mammoth reads them: each is told its list, of bullets or of numbers, and its depth.

Word knows a depth of its own for every paragraph; in Markdown an item stands in another one, or in none.
"""

from __future__ import annotations

from lxml import etree

from airflow_provider.local.files.wordml import WORD, Element, child, set_value

BULLETS, NUMBERS = "bullets", "numbers"
_FORMS = {BULLETS: "bullet", NUMBERS: "decimal"}
# As deep as mammoth knows lists.
_DEEPEST = 5


class Items:
    """The items that are open where the reading of a document is: one in the other, by the depths that Word knows."""

    def __init__(self) -> None:
        self._open: list[int] = []
        self._place: Element | None = None

    def move_to(self, paragraph: Element) -> None:
        """Close the lists that end before *paragraph*, since it stands in another cell or box."""
        place = next(paragraph.iterancestors(f"{WORD}tc", f"{WORD}txbxContent", f"{WORD}body"), None)
        if place is not self._place:
            self._open.clear()
        self._place = place

    def has_above(self, depth: int) -> bool:
        """Tell whether an item is open that one of that *depth* would stand in."""
        return any(one < depth for one in self._open)

    def pass_by(self, paragraph: Element) -> None:
        """Close the lists before *paragraph*, which is no item, unless nothing is seen of it."""
        if "".join(paragraph.itertext()).strip():
            self._open.clear()

    def add(self, paragraph: Element, depth: int, name: str) -> None:
        """Make *paragraph* an item of the list *name*, in the last open one that is less deep."""
        self._open = [*(one for one in self._open if one < depth), depth][-_DEEPEST:]
        properties = child(paragraph, "pPr")
        if properties is None:
            properties = etree.Element(f"{WORD}pPr")
            paragraph.insert(0, properties)
        place = child(properties, "numPr")
        place = etree.SubElement(properties, f"{WORD}numPr") if place is None else place
        set_value(place, "ilvl", str(len(self._open) - 1))
        set_value(place, "numId", name)

    def write_lists(self, numbering: Element) -> None:
        """Put the two lists in the place of all that *numbering* has."""
        for one in list(numbering):
            numbering.remove(one)
        for name, form in _FORMS.items():
            shared = etree.SubElement(numbering, f"{WORD}abstractNum", {f"{WORD}abstractNumId": name})
            for depth in range(_DEEPEST):
                level = etree.SubElement(shared, f"{WORD}lvl", {f"{WORD}ilvl": str(depth)})
                set_value(level, "numFmt", form)
            set_value(etree.SubElement(numbering, f"{WORD}num", {f"{WORD}numId": name}), "abstractNumId", name)
