"""Whether an element is shown, as a block or struck out, by its style and the classes of the usual frameworks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.web.noise import HIDING_STYLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from airflow_provider.local.reading.tree.nodes import Node

_STRUCK = frozenset({"del", "s", "strike"})
_STREAMED = re.compile(r"S:[0-9a-f]{1,4}$")
# What a wide screen does not show, and what a wider one does, in the words of the frameworks of most pages.
_NARROW = re.compile(
    r"(?<!\S)(?:d-(?:md|lg|xl)-none|(?:md|lg|xl):hidden|hidden-(?:(?:sm|md|lg)-up|lg)|uk-hidden@[sml]"
    r"|visible-(?:xs|sm)(?:-(?:block|inline|inline-block))?|show-for-small-only|hide-for-(?:medium|large)"
    r"|(?:[a-z]-)?(?:show|visible)-(?:on-)?(?:mobile|phone)(?:-only)?|(?:is-)?mobile-only"
    r"|(?:[a-z]-)?(?:hide|hidden)-(?:on-)?desktop"
    # A menu that opens when somebody's name is pressed, in the words of forums.
    r"|popup-?body)(?!\S)"
)
_WIDE = re.compile(
    r"(?<!\S)(?:d-(?:lg|xl|xxl)-(?!none)|(?:lg|xl|2xl):(?:block|flex|grid|inline|table)|visible-(?:md|lg))"
)
# Of what is written twice, for wide screens and for narrow ones, a class tells which is which.
_SCREENS = re.compile(r"(?:desktop|mobile|phone|tablet|short|abbr|full|long|compact)", re.IGNORECASE)
# What makes a block of an element within a line, in the words of utility classes.
_BLOCK = re.compile(r"(?<!\S)(?:d-|u-|is-|(?:\w{1,3}-)?display-)?block(?!\S)")


def is_hidden(attrs: Mapping[str, str]) -> bool:
    """Tell whether an element with *attrs* is not shown on a wide screen, or only once somebody points at it."""
    # What stands behind another tab is there to be read.
    if attrs.get("role") == "tabpanel":
        return False
    # React sends parts of a page after the rest, hidden until its script puts them into their places.
    hidden = "hidden" in attrs and not _STREAMED.match(attrs.get("id", ""))
    # A tooltip waits for the mouse.
    return (
        hidden
        or attrs.get("role") == "tooltip"
        or ("class" in attrs and _is_narrow(attrs["class"][:1000]))
        or ("style" in attrs and HIDING_STYLE.search(attrs["style"][:1000]) is not None)
    )


def is_block(attrs: Mapping[str, str]) -> bool:
    """Tell whether the classes of an element with *attrs* say that it stands on lines of its own, whatever its tag."""
    return "class" in attrs and _is_called_block(attrs["class"][:1000])


def written_twice(node: Node) -> Node | None:
    """Return which of *node*, just closed, and the element before it has but a short form of what the other says."""
    before = node.parent.children[node.position - 1] if node.parent is not None and node.position else None
    if before is None or before.tag != node.tag or before.end != node.start or before.size != 1 or node.size != 1:
        return None
    if not any(_SCREENS.search(one.attrs.get("class", "")[:300]) for one in (before, node)):
        return None
    said, then = (one.pieces[one.start].strip() for one in (before, node))
    long, short, copy = (said, then, node) if len(then) <= len(said) else (then, said, before)
    return copy if short and f"{long} ".startswith(f"{short} ") else None


def is_struck(node: Node) -> bool:
    """Tell whether *node* strikes out what it says."""
    marked = any("strike" in name and value == "true" for name, value in node.attrs.items())
    return marked or node.tag in _STRUCK or "line-through" in node.attrs.get("style", "")[:500]


def is_struck_in(node: Node) -> bool:
    """Tell whether *node*, or what it stands in, is struck out."""
    return any(map(is_struck, (node, *node.up())))


@lru_cache(maxsize=4096)
def _is_called_block(classes: str) -> bool:
    return _BLOCK.search(classes) is not None


@lru_cache(maxsize=4096)
def _is_narrow(classes: str) -> bool:
    return _NARROW.search(classes) is not None and _WIDE.search(classes) is None
