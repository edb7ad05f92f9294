"""
What a page holds and no reader wants, taken out of its tree.

That is hidden elements, closed dialogs, formulas stated twice, and the signs that link headings to themselves.
What a click shows is content: a closed <details>, and the panels of tabs. Names of classes say nothing of it.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from airflow_provider.web.noise import HIDING_STYLE, MOST_HIDDEN

# An lxml element, which has no types.
Element = Any

_NO_CHARACTER = re.compile(r"\W+")
_MARKED = etree.XPath("//*[@hidden or @style or @role or self::dialog]")
_IN_PAGE = etree.XPath("//a[contains(@href, '#')]")
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_TO_ITSELF = frozenset(("", "#", "\xb6", "\xa7", "\U0001f517"))
_ANYHOW = frozenset(("html", "body"))
_GONE = "template"
_TYPED = "math/tex"


def remove_unseen(root: Element) -> list[Element]:
    """
    Take what no reader sees out of *root*; nothing, where hardly anything would be left.

    Returns the elements that have a style or a role.
    """
    for element in list(root.iter("script", "style")):
        _tell_typed(element)
    _tell_noscript(root)
    for formula in list(root.iter("math")):
        _tell_once(formula)
    for link in _IN_PAGE(root):
        if _links_heading_to_itself(link):
            _remove(link)
    marked: list[Element] = _MARKED(root)
    if not any(map(_is_hidden, marked)):
        return marked
    hidden, shown = _divided(root)
    if sum(_length("".join(one.itertext())) for one in hidden) <= MOST_HIDDEN * shown:
        for element in hidden:
            _remove(element)
        marked = _MARKED(root)
    return marked


def _tell_typed(element: Element) -> None:
    """Have a formula that is typed in a script read as one, without the drawings before it; other scripts are empty."""
    if element.text and (element.get("type") or "").startswith(_TYPED):
        element.tag = "math"
        element.set("alttext", element.text)
        drawn = element.getprevious()
        while drawn is not None and (drawn.get("class") or "").startswith("MathJax"):
            _remove(drawn)
            drawn = drawn.getprevious()
    element.text = None


def _tell_noscript(root: Element) -> None:
    """Have what is written for browsers without scripts read where it is most of the page."""
    instead = [one for one in root.iter("noscript") if _length("".join(one.itertext()))]
    length = sum(_length("".join(one.itertext())) for one in instead)
    if instead and 2 * length > _length("".join(root.itertext())):
        for one in instead:
            one.tag = "div"


def _is_hidden(element: Element) -> bool:
    if element.tag in _ANYHOW or element.get("role") == "tabpanel":
        return False
    if element.tag == "dialog" and element.get("open") is None:
        return True
    # What "until-found" hides is found by the search of a browser, and opened.
    if element.get("hidden", "until-found") != "until-found":
        return True
    return HIDING_STYLE.search(element.get("style") or "") is not None


def _divided(root: Element) -> tuple[list[Element], int]:
    """Return the hidden elements that are within no other, and how many characters are shown."""
    hidden, shown = [], 0
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, one in walk:
        if event == "end":
            shown += _length(one.tail)
        elif one.tag == "head":
            walk.skip_subtree()
        elif _is_hidden(one):
            hidden.append(one)
            walk.skip_subtree()
        else:
            shown += _length(one.text)
    return hidden, shown


def _length(text: str | None) -> int:
    return len(_NO_CHARACTER.sub("", text or ""))


def _remove(element: Element) -> None:
    """Leave an element in place that is written nowhere, with what follows it."""
    element.clear(keep_tail=True)
    element.tag = _GONE


def _tell_once(formula: Element) -> None:
    """Take out what stands beside *formula* for programs that cannot draw it: an image of it, or a drawn copy."""
    around = formula.getparent()
    beside = [near for one in (formula, around) if one is not None for near in (one.getprevious(), one.getnext())]
    for one in (near for near in beside if near is not None):
        is_image = one.tag == "img" and one.get("alt") and one.get("alt") == formula.get("alttext")
        if is_image or one.get("aria-hidden") == "true":
            _remove(one)
            if is_image and around is not None:
                around.attrib.pop("style", None)


def _links_heading_to_itself(link: Element) -> bool:
    """Tell whether *link* is but a sign in a heading, or an empty one behind it."""
    before, parent = link.getprevious(), link.getparent()
    above = [one.tag for one in (parent, parent.getparent()) if one is not None] if parent is not None else []
    text = "".join(link.itertext()).strip()
    if next(link.iter("img"), None) is not None:
        return False
    is_behind = before is not None and before.tag in _HEADINGS and not text
    return is_behind or (text in _TO_ITSELF and not _HEADINGS.isdisjoint(above))
