"""
What stands in the main part of a page and says nothing of it.

Labels that only screen readers are told, marks of advertisements, what does something with a post or a list, how
many votes it has, who else wrote it, and forms.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import FEW_PIECES, HEADINGS, without
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_ANY = patterns("extras")


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[-_ ])(?:{_ANY[name]})(?:$|[-_ ])", re.IGNORECASE)


UNSEEN, _EXTRAS, _PROFILES, _WHO, _CREDITS = map(_named, ("unseen", "extras", "profiles", "who", "credits"))
_IDLE = re.compile(rf"(?:{_ANY['labels']}|{_ANY['acts']})\W{{0,3}}$", re.IGNORECASE)
_REPLY = re.compile(r"(?:re|aw|rép|ответ) ?: ", re.IGNORECASE)
_IDLE_TAGS = frozenset({"a", "span", "div", "p", "small", "button", "label", "li"})
_CELLS = frozenset({"table", "thead", "tbody", "tr", "td", "th"})
_FIELDS = frozenset({"input", "select", "textarea"})
_WRITTEN = frozenset({"email", "text", "tel", "password", "search"})
# A longer form is the page; a box has so much more than the form in it; a label is no longer than this.
_FORM = 1500
_BOX = 300
_LONGEST = 40
_PARAGRAPH = 80


def extras(page: Page, top: Node) -> set[int]:
    """Return the places of what stands in *top* and says nothing of *page*."""
    title = page.heading
    found: set[int] = set()
    for node in without(top.below(), lambda one: one.hidden or one.tag == "pre" or one is title):
        if title is not None and node.holds(title):
            continue
        if node.tag == "form" and _is_filled_in(node):
            found.add(_box(node, title, top).place)
        elif _is_idle(node, page) or _is_label(node) or (not _is_part(node, top) and _says_nothing(node)):
            found.add(node.place)
        elif _is(_PROFILES, node):
            found.update(_profile(node))
    return found


def is_credit(node: Node) -> bool:
    """Tell whether *node* says who wrote a text, and when."""
    return _is(_CREDITS, node)


def _is(names: re.Pattern[str], node: Node) -> bool:
    name = f"{node.tag if '-' in node.tag else ''} {node.attrs.get('class', '')[:200]} {node.attrs.get('id', '')[:60]}"
    return len(name) > 2 and _matches(names, name)  # noqa: PLR2004 - nothing but the spaces between


@lru_cache(maxsize=8192)
def _matches(names: re.Pattern[str], name: str) -> bool:
    return names.search(name) is not None


def _says_nothing(node: Node) -> bool:
    """Tell whether *node* is there for something else than to be read; a value that is seen nowhere else is read."""
    if node.tag in _CELLS or node.tag in HEADINGS:
        return False
    if _is(UNSEEN, node):
        alone = node.parent is None or node.parent.text == node.text
        return not (alone and has_digit(node.text))
    return _is(_EXTRAS, node)


def _is_idle(node: Node, page: Page) -> bool:
    """Tell whether *node* is a label such as "Advertisement" or "Reply", or the name of what is answered."""
    if node.tag in HEADINGS and (answered := _REPLY.match(node.text)):
        return node.text[answered.end() :] in page.title
    if node.tag not in _IDLE_TAGS or node.size > FEW_PIECES or len(node.text) > _LONGEST or not _IDLE.match(node.text):
        return False
    above = node.parent
    if above is None or not above.own or len(above.children) > FEW_PIECES:
        return True
    return not any(any(map(str.isalnum, text)) for text in above.own_texts)


def _is_label(node: Node) -> bool:
    """Tell whether *node* says what to fill in beside it, and no value."""
    if node.tag not in {"label", "legend"} or len(node.text) > _LONGEST or node.parent is None:
        return False
    beside = node.parent.children[max(0, node.position - 1) : node.position + 3]
    return any(inner.tag in _FIELDS for one in beside for inner in (one, *one.below()[:FEW_PIECES]))


def _is_part(node: Node, top: Node) -> bool:
    """Tell whether *node* is a part of the page, whatever it is called: it has a paragraph, code, or much of *top*."""
    return 4 * node.size > max(top.size, FEW_PIECES) or any(
        one.tag == "pre" or (one.tag in {"p", "li", "blockquote"} and len(one.text) >= _PARAGRAPH)
        for one in (node, *node.below())
    )


def _is_filled_in(form: Node) -> bool:
    """Tell whether *form* is there to be written in, and no page that is a form as a whole."""
    fields = form.inside("textarea", "input")
    return len(form.text) < _FORM and any(
        one.tag == "textarea" or one.attrs.get("type", "text").lower() in _WRITTEN for one in fields
    )


def _box(form: Node, title: Node | None, top: Node) -> Node:
    """Return the outermost box around *form* with little more than it: what to sign up for, and that it is free."""
    box = form
    for one in form.up():
        if one.place <= top.place or len(one.text) > len(form.text) + _BOX or (title is not None and one.holds(title)):
            break
        if _is_part(one, top) and not _is_part(form, top):
            break
        box = one
    return box


def _profile(profile: Node) -> Iterator[int]:
    """Yield the places in *profile*, of who wrote a post, of all but the name, unless the post has that elsewhere."""
    named = [one for one in profile.below() if one.text and (_is(_WHO, one) or one.tag == "a")]
    name = next((one for one in named if _is(_WHO, one)), named[0] if named else None)
    post = profile.parent
    if name is None or (post is not None and post.text.count(name.text) > profile.text.count(name.text)):
        yield profile.place
        return
    yield from (one.place for one in profile.below() if not (one.holds(name) or name.holds(one)))


def bare_headings(top: Node, left_out: set[int]) -> Iterator[int]:
    """Yield the places of the headings in *top* that nothing follows once what is *left_out* is gone."""
    gone = bytearray(len(top.pieces))
    for place in left_out:
        node = top.nodes[place]
        if node.hidden == top.hidden:
            gone[node.start : node.end] = b"\1" * node.size
    for node in top.below():
        # Who wrote a post is a link, and may be a heading.
        if node.tag not in HEADINGS or node.tag == "h1" or node.hidden != top.hidden or node.inside("a"):
            continue
        section = node.section
        told = [place for one in section for place in range(one.start, one.end) if top.pieces[place].strip()]
        if told and all(gone[place] for place in told):
            yield node.place
