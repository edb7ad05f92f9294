"""
What a thing is marked with, such as "Sale" or "Sponsored", and whether it can be bought.

A mark says that something holds; that it does not hold of the other records of a list is for `rows` to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, STATED, WEAKEST, Item
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.nodes import FEW_PIECES, HEADINGS, without
from airflow_provider.local.reading.words.forms import BUY, STOCK, form_of
from airflow_provider.local.reading.words.lines import COLONS, is_label
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES
from airflow_provider.local.reading.words.values import FREE, SOLD_OUT, cast
from airflow_provider.local.reading.written.roles import found_by
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.reading.tree.nodes import Node

_BADGES = word_set("badge banner flag label tag ribbon sticker pill chip stamp")
# Beside what is called a badge, these are but what a record is about.
_TAGS = word_set("label tag pill chip")
_STOCK = word_set("stock availability")
_REMOTE = re.compile(
    r"(?<!no )(?<!not )\bremote\b|\bhome[- ]based\b|(?<!pas de )(?<!sans )\bt[ée]l[ée]travail\b"
    r"|(?<!sin )\bteletrabajo\b|(?<!sem )\bteletrabalho\b",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s\(([^()]{3,40})\)$")
# Where the label of a field stands is no label.
_OF_LABELS = re.compile(r"\S{0,40}label-(?:inline|hidden|above|visually)\S{0,20}|\S{1,60}__label(?!\S)")
_ADD = re.compile(r"(?:add|ajouter|añadir|aggiungi|adicionar|toevoegen|dodaj|lägg till|tilføj)$", re.IGNORECASE)
# "Alpine cheese in den Warenkorb legen".
_BUY_BEHIND = re.compile(rf"\s({BUY.pattern.removeprefix('^')})", re.IGNORECASE)
_TO_OTHERS = re.compile(r"wish|fav|list|compar|watch|saved|merk|liste|vergleich", re.IGNORECASE)
_NO_BADGES = frozenset({"button", "dt", "th", "label"})
_HIDING = frozenset({"hidden", "hide", "d-none", "is-hidden", "w-condition-invisible"})
# What is hidden on small screens only, as in "hidden md:block".
_SHOWING = re.compile(r"^(?:(?:xs|sm|md|lg|xl|2xl):|d-(?:sm|md|lg|xl)-)(?!hidden|none)")
# "This topic is pinned for you; it stands at the top."
_STATED = re.compile(
    r"^this (?:topic|thread|post|question|discussion|item) (?:(?:is|was|has been) )?"
    r"([^\W\d_]{3,20}(?: an? [^\W\d_]{3,20})?)(?: for (?:you|everyone))?(?:$|[.;,].{0,200}$)",
    re.IGNORECASE,
)


def add_flags(item: Item, nodes: Sequence[Node]) -> None:
    """Add that what badges among *nodes* say holds, and so do well-known words for such, unless they are labels."""
    given = tuple(item.facts)
    for node in without(nodes, lambda node: node.hidden or _is_no_badge(node) or is_unseen(node)):
        said, badge = _marked(node)
        known = [fact for fact in given if fact.labels[-1] == words_of(said)] if said else []
        if said and all(cast(fact.value, "boolean") is None for fact in known):
            # That nothing is left is said, and surer than that a button is there.
            item.add(said, value=True, strength=SHAPED if SOLD_OUT.fullmatch(said.lower()) else WEAKEST)
            strength = HINTED if _is_called(node, _BADGES - _TAGS) else SHAPED
            item.add("badge", "" if _is_label(said, known) else badge, strength=strength)


def _is_of_stock(node: Node) -> bool:
    """Tell whether a class of *node* or around it says that it is about stock, which is no mark."""
    around = (node, *([node.parent] if node.parent is not None else []))
    return any(not _STOCK.isdisjoint(words_of(name)) for one in around for name in one.names)


def _is_label(said: str, known: Sequence[Fact]) -> bool:
    """Tell whether what is *said* is the label of a *known* fact: a usual one, or that of a sum or the like."""
    is_usual = FLAGS.isdisjoint(PHRASES.get(words_of(said), FLAGS))
    return any(one.strength == STATED and (is_usual or form_of(str(one.value))) for one in known)


@kept
def _marked(node: Node) -> tuple[str, str]:
    """Return what *node* says of a thing that it marks, and what of that is the text of a badge."""
    if node.tag in HEADINGS or node.size > FEW_PIECES:
        return "", ""
    text = " ".join(node.lines if node.tag == "button" else node.lines_without("button"))
    # "Offers:", for those who cannot see.
    label = next((one.text for one in node.children[:1] if one.text.endswith(COLONS)), "")
    text = text.removeprefix(label).strip() if text != label else text
    said = text if node.size else _STATED.sub(r"\1", node.attrs.get("title") or node.attrs.get("aria-label", ""))
    # "450 € VB".
    priced = MONEY.sub("", said).strip() if MONEY.match(said) else ""
    said = priced if not FLAGS.isdisjoint(PHRASES.get(words_of(priced), ())) else said
    words = words_of(said) if is_label(said) and not said.endswith(COLONS) else ()
    is_badge = words != () and _is_called(node, _BADGES)
    is_known = words and (SOLD_OUT.fullmatch(said.lower()) or not FLAGS.isdisjoint(PHRASES.get(words, ())))
    leads = node.parent is not None and (is_badge or is_known) and node.after(node.parent.end).startswith(COLONS)
    if leads or not (is_badge or is_known):
        return "", ""
    # That somebody paid for it is no mark of what it is, and what nobody pays for is a price.
    is_alone = node.own or not node.size or (is_badge and len(node.shown) == 1)
    is_plain = (
        is_alone
        and any(map(str.isalpha, said))
        and not _is_of_stock(node)
        and cast(said, "boolean") is not True
        and not FREE.match(said)
        and "sponsored" not in PHRASES.get(words, ())
        # How one works is no mark.
        and (is_badge or "remote" not in PHRASES.get(words, ()))
    )
    return said, said if is_plain else ""


def _is_called(node: Node, badges: frozenset[str]) -> bool:
    """Tell whether a class of *node*, or what tests call it and more, is one of *badges*: "card-top-label"."""
    found = (words for words in map(words_of, found_by(node)) if len(words) > 1)
    called = words_of(_OF_LABELS.sub("", node.attrs.get("class", "")[:200]))
    return not badges.isdisjoint(called) or any(not badges.isdisjoint(words[-1:]) for words in found)


def add_remote(item: Item) -> None:
    """Add where one may work, as *item* says beside a place: "Austin, TX or Remote (US)", "Lyon (Hybrid)"."""
    places = [str(fact.value) for fact in item.facts if match(("location",), fact.labels[-1]) >= SYNONYM]
    item.add("remote", value=any(map(_REMOTE.search, places)) or None, strength=WEAKEST)
    behind = {found[1] for found in map(_BRACKETED.search, places) if found}
    modes = [one for one in behind if form_of(one) == "work mode" or one.lower() == "remote"]
    item.add("work mode", modes[0] if len(modes) == 1 else None, strength=SHAPED)


def _is_no_badge(node: Node) -> bool:
    """Tell whether *node* is a label or is pressed, but for who is told so why an advertisement is there."""
    # "Local call rate", behind the number to call.
    beside = node.parent.children[node.position - 1] if node.parent is not None and node.position else None
    if beside is not None and beside.href.startswith("tel:"):
        return True
    is_paid = node.tag == "button" and "sponsored" in PHRASES.get(words_of(node.text), ())
    # What leads a row may be the name of a record.
    is_name = node.tag == "th" and bool(node.inside("a"))
    return node.tag in _NO_BADGES and not (is_paid or is_name)


def add_button(item: Item, nodes: Sequence[Node]) -> bool:
    """Add that the thing can be bought or is sold out, as a button for it says; tell whether one can be pressed."""
    for node in nodes:
        if node.tag in {"button", "a", "input"} and not node.hidden:
            off = node.attrs.get("aria-disabled") == "true" or "disabled" in {*node.attrs, *node.names}
            if off and SOLD_OUT.fullmatch(node.text.lower()):
                item.add("availability", node.text, strength=SHAPED)
            elif not off and any(BUY.match(said.strip(" +")) for said in _said_by(node)):
                item.add("availability", "InStock", strength=WEAKEST)
                return True
    return False


def _said_by(button: Node) -> Iterator[str]:
    """Yield what *button* says, be it a picture."""
    yield button.text or button.attrs.get("value", "")
    # "Add", and for those who cannot see what: "Add Alpine cheese".
    spoken = button.attrs.get("aria-label", "")
    if not button.text and (named := _BUY_BEHIND.search(spoken[:200])):
        yield named[1]
    if _ADD.match(button.text) and spoken.startswith(f"{button.text} ") and not _TO_OTHERS.search(spoken):
        yield "add to cart"
    for one in (button, *button.children):
        if one.tag in {"input", "img"} and not button.text:
            yield from (one.attrs.get(name, "") for name in ("alt", "title"))


def is_kept_back(node: Node) -> bool:
    """Tell whether *node* says of stock what only a script is to show, when that is so."""
    unseen = is_unseen(node) or (node.hidden and "itemprop" not in node.attrs)
    return unseen and STOCK.match(node.text) is not None


def is_unseen(node: Node) -> bool:
    """Tell whether *node* is hidden by its class names, whatever the screen."""
    return not _HIDING.isdisjoint(node.names) and not any(map(_SHOWING.match, node.names))
