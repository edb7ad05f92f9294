"""Ratings that are only drawn: a word or number of a class name, the width of stars, and which stars are full."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, TIMED, WEAKEST, Item
from airflow_provider.local.reading.words.forms import RATED
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.attributes import SPOKEN
from airflow_provider.local.reading.written.roles import role_names
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

_STARS = re.compile(r"^(?!.*(?:bar|chart|histogram|progress|distribution)).*(?:star|rating)", re.IGNORECASE)
_RATING = re.compile(r"(?:^|[-_])(?:rating|stars)(?:$|[-_])", re.IGNORECASE)
# Nothing and the full width are as wide without a rating.
_WIDTH = re.compile(r"(?<![-\w])width:\s?([1-9]\d?(?:\.\d{1,4})?)%")
_PERCENT = re.compile(r"^(?:\d{1,2}|100)\s?%$")
_COUNTED_STARS = re.compile(
    r"^(?:stars?|rating|rated)-([0-5])$|^(one|two|three|four|five)(?:[-_]?(half))?$", re.IGNORECASE
)
# A picture of so many stars: "stars_4.gif", "stars-4-5.png".
_PICTURED = re.compile(
    r"(?:^|/)(?:stars?|rating)[-_]?([0-5])(?:[-_.]([05]))?\.(?:gif|png|svg|jpe?g|webp)$", re.IGNORECASE
)
# What class names of a star in a row say of it, the surest first.
_KINDS = {
    "half": word_set("half"),
    "empty": word_set("o far empty outline outlined border off inactive regular blank gray grey"),
    "full": word_set("fill filled full active on checked solid fas yellow gold"),
}
_RANKS = ("full", "plain", "half", "empty")
_IN_A_ROW = 5


def add_stars(item: Item, node: Node) -> None:
    """Add the rating that *node* draws, as a word of its own (``star-rating Three``), by a width, or star by star."""
    _add_pictured(item, node)
    if node.text:
        is_share = _PERCENT.match(node.text) and any(map(_STARS.search, node.names))
        item.add("rating percent", node.text if is_share else None, strength=HINTED)
        return
    names = role_names(node)
    around = node.parent.names if node.parent is not None else []
    is_called = any(_STARS.search(" ".join(one)) for one in (names, around))
    if not is_called and len(node.children) < _IN_A_ROW:
        return
    beside = node.parent.text if node.parent is not None and node.parent.is_short else ""
    # What is written beside them is more exact, or goes up to ten.
    if RATED.search(beside):
        return
    if len(node.children) >= _IN_A_ROW:
        item.add("rating", _full_stars(node.children), strength=WEAKEST)
    if not is_called:
        return
    # Only those that are full may be there.
    pictures = [_kind_of(one) for one in node.children if one.tag == "img"]
    if 0 < len(pictures) == len(node.children) < _IN_A_ROW and set(pictures) <= {"full", "plain", "half"}:
        item.add("rating", sum(0.5 if kind == "half" else 1 for kind in pictures), strength=WEAKEST)
    if percent := _PERCENT.match(node.attrs.get("title", "")):
        item.add("rating percent", percent[0], strength=HINTED)
    if width := _WIDTH.search(node.attrs.get("style", "")[:200]):
        item.add("rating", cast(float(width[1]) / 20, "number"), strength=HINTED)
    counts = [found for name in names if (found := _COUNTED_STARS.match(name))]
    if len(counts) == 1 and isinstance(count := cast(counts[0][1] or counts[0][2], "number"), (int, float)):
        item.add("rating", count + 0.5 * ("half" in names or counts[0][3] is not None), strength=TIMED)


def _add_pictured(item: Item, node: Node) -> None:
    """Add the rating that the file of *node*, a picture, is called by."""
    if node.tag == "img" and (found := _PICTURED.search(node.source.partition("?")[0])):
        item.add("rating", cast(".".join(filter(None, found.groups())), "number"), strength=HINTED)


def _full_stars(icons: Sequence[Node]) -> float | None:
    """Return how many of *icons* are full; None where they are not five stars, or nothing tells which of them are."""
    drawn = [kind for icon in icons if (kind := _kind_of(icon))]
    if len(drawn) != _IN_A_ROW or set(drawn) == {"plain"}:
        return None
    # Beside full stars, those that are just stars are empty, and beside empty ones they are full.
    worth = {"full": 1.0, "half": 0.5, "empty": 0.0, "plain": float("full" not in drawn)}
    # Where all are empty, nobody has rated.
    return sum(worth[kind] for kind in drawn) or None


def _kind_of(icon: Node) -> str:
    """Return how the star that *icon* is looks, of several in one place the fullest; nothing where it is no star."""
    parts = (icon, *icon.below())
    called = ({word for name in (*one.names, *_file_of(one)) for word in words_of(name)} for one in parts)
    kinds = {
        next((kind for kind, words in _KINDS.items() if words & said), "plain") for said in called if "star" in said
    }
    # One that is drawn over an empty one is full.
    return "full" if kinds == {"plain", "empty"} else min(kinds, key=_RANKS.index, default="")


def _file_of(icon: Node) -> list[str]:
    """Return what the file of *icon*, a picture, is called: "star-half"; nothing for another element."""
    name = icon.source.partition("?")[0].rpartition("/")[2] if icon.tag == "img" else ""
    return [name.rpartition(".")[0]] if name else []


def is_drawn_rating(node: Node) -> bool:
    """Tell whether *node* has no text and is said or called to be a rating, or stands in nothing but one."""
    spoken = (one.attrs.get(name, "") for one in (node, *node.below()) for name in SPOKEN)
    around = [node, *([node.parent] if node.parent is not None else [])]
    named = any(_RATING.search(name) for one in around for name in role_names(one))
    return not node.text and (named or any(map(RATED.search, spoken)))
