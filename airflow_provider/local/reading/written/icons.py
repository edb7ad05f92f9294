"""What icons mark: the text behind a pin of a map is a place, behind a calendar a day, behind a coin a sum."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading import words
from airflow_provider.local.reading.data.facts import HINTED, STATED, Item
from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import FEW_PIECES, HEADINGS, lines_in
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import without_label, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import FREE
from airflow_provider.local.reading.words.wording import read_table
from airflow_provider.local.reading.written.roles import role_names
from airflow_provider.local.reading.written.sums import NO_SUM
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Callable

    from airflow_provider.local.reading.tree.nodes import Node

# So far up stands the block that an element is a part of.
_NEAR = 8
# From this many characters on a text is no name.
_LONGEST = 40
# A label has fewer words.
_MANY = 4
_ICONS = frozenset({"i", "img", "span", "svg"})
_NO_TEXTS = HEADINGS | {"button"}
_MARKED = {
    sign: label
    for label, signs in read_table(files(words).joinpath("icons.txt").read_text(encoding="utf-8")).items()
    for sign in signs
}
# How far it is, or a link to where it is shown.
_NO_PLACE = re.compile(
    r"^\d{1,3}(?:[.,]\d{1,2})?\s?[^\d,]*$|\b(?:maps?|directions|karte|carte|mapa|mappa|kaart)\b", re.IGNORECASE
)
_COUNT = re.compile(r"^\d[\d.,]{0,10}[kK]?$")
# What a text must be like to be what an icon marks; of the others any name may be it.
_FORMS: dict[str, Callable[[str], object]] = {
    "place": lambda text: form_of(text) in {"", "location"} and not _NO_PLACE.search(text),
    "date": lambda text: form_of(text) == "date",
    "salary": lambda text: MONEY.search(text) is not None,
    "admission": lambda text: form_of(text) == "admission" or any(one.search(text) for one in (MONEY, FREE, NO_SUM)),
    "hours": lambda text: has_digit(text) and form_of(text) != "date",
    "view count": _COUNT.match,
    "comment count": _COUNT.match,
    "like count": _COUNT.match,
    "retweet": _COUNT.match,
}


def add_marked(item: Item, icon: Node) -> None:
    """Add the text between *icon* and the next one under what it is called, or its names or file say it is for."""
    # What is drawn without a name of its own is named by what it stands in.
    # A list without entries marks nothing.
    if (
        icon.text
        or icon.inside("ul", "ol")
        or (icon.tag not in _ICONS and (icon.children or not icon.attrs.get("title")))
    ):
        return
    empty = list(takewhile(lambda one: not one.text, (icon, *islice(icon.up(), _NEAR))))
    box, spoken = empty[-1], next(filter(None, map(_spoken, empty)), "")
    # A place for a name that is empty is no sign for one.
    label = "" if icon.tag == "span" and _label(icon) in icon.names else _label(icon)
    if not (label or spoken) or box.parent is None or any(one.tag in _NO_TEXTS for one in (box, *box.up())):
        return
    end = next((one.start for one in box.parent.children[box.position + 1 :] if not one.size), box.parent.end)
    text = box.after(end).strip(" ,|·")
    # What is drawn in a block of its own ends its line, and so does what stands before one.
    if not text and (spoken or len(box.parent.children) == 2):  # noqa: PLR2004 - the icon and what it marks
        text = next(iter(lines_in(box.pieces[box.end : min(end, box.end + FEW_PIECES)])), "")
    if spoken:
        # What holds both may say more: "Weekly downloads", of "Downloads".
        spoken = next((one for one in _names(box.parent) if one.lower().endswith(f" {spoken.lower()}")), spoken)
        item.add(spoken, text if len(text) < _LONGEST else None, strength=STATED)
    seen = _seen(text, box.next)
    text = without_label(seen, ("location",)) if label == "place" else text
    # What has another label for those who cannot see is told by that.
    label = "" if seen != text and label != "place" else label
    # "Free" is known as a mark, too.
    is_label = words_of(text) in PHRASES and label != "admission"
    if label and 0 < len(text) < _LONGEST and not is_label and _is_such(text, label):
        item.add(label, text, strength=HINTED)


def _seen(text: str, told: Node | None) -> str:
    """Return *text*, that of *told*, without the label before it for those who cannot see: "Location"."""
    inside = (told, *told.below()) if told is not None else ()
    unheard = [one for one in inside if any(map(UNSEEN.search, one.names))]
    return next((text.removeprefix(one.text).lstrip() for one in unheard if text.startswith(one.text)), text)


def _spoken(icon: Node) -> str:
    """Return the label that *icon* is called by for those who cannot see it, a known one or in several words."""
    return next((one for one in _names(icon) if (words := words_of(one)) in PHRASES or 1 < len(words) < _MANY), "")


def _names(node: Node) -> list[str]:
    return [said for name in ("aria-label", "title") if (said := node.attrs.get(name))]


def _is_such(text: str, label: str) -> bool:
    is_such = _FORMS.get(label)
    # Nobody is called by a number.
    is_named = label != "author" or not text[:1].isdigit()
    return bool(is_such(text)) if is_such else form_of(text) in {"", label} and is_named


def _label(icon: Node) -> str:
    """Return what *icon* is a sign for, as its names, its file, or the drawing that it uses tell."""
    used = (one.attrs.get("href") or one.attrs.get("xlink:href", "") for one in icon.inside("use"))
    called = (
        *role_names(icon),
        icon.source,
        icon.attrs.get("name", ""),
        *used,
        *(one.attrs.get("icon", "") for one in (icon, *islice(icon.up(), 1))),
    )
    return next((_MARKED[word] for name in called for word in words_of(name) if word in _MARKED), "")
