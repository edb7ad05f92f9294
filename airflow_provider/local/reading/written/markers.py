"""Places that an icon marks: the text behind a pin of a map."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, Item
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.names import without_label, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# So far up stands the block that an element is a part of.
_NEAR = 8
# From this many characters on a text is no place.
_LONGEST = 40
_ICONS = frozenset({"i", "img", "span", "svg"})
_NO_PLACES = HEADINGS | {"button"}
_MARKER = re.compile(r"(?:^|[-_/])(?:map|location|geo|pin|place)(?:$|[-_\d.])", re.IGNORECASE)
# How far it is, or a link to where it is shown.
_NO_PLACE = re.compile(
    r"^\d{1,3}(?:[.,]\d{1,2})?\s?[^\d,]*$|\b(?:maps?|directions|karte|carte|mapa|mappa|kaart)\b", re.IGNORECASE
)


def add_marked_place(item: Item, icon: Node, names: Sequence[str]) -> None:
    """Add the text between *icon*, if it is a map marker, and the next one, unless it tells how far or to see a map."""
    called = (*names, icon.source, *(one.attrs.get("icon", "") for one in (icon, *islice(icon.up(), 1))))
    if icon.text or icon.tag not in _ICONS or not any(map(_MARKER.search, called)):
        return
    box = next((one for one in (icon, *islice(icon.up(), _NEAR)) if one.parent is None or one.parent.text), icon)
    if box.parent is None or any(one.tag in _NO_PLACES for one in box.up()):
        return
    others = (one.start for one in box.parent.children[box.position + 1 :] if not one.size)
    text = without_label(box.after(next(others, box.parent.end)).strip(" ,|·"), ("location",))
    if len(text) < _LONGEST and form_of(text) in {"", "location"} and words_of(text) not in PHRASES:
        item.add("place", None if _NO_PLACE.search(text) else text, strength=HINTED)
