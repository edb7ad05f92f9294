"""
What single elements say of the thing that they stand in, by their class names.

A class name only hints at the role of a text; it never is a value itself, and of a name made by a build tool
only the words count.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, Item
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import CHOICES, HEADINGS
from airflow_provider.local.reading.words.forms import ANY_BY, BY_BEFORE, form_of
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE, is_label, split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import OTHER, SYNONYM, Words, match, words_in, words_of
from airflow_provider.local.reading.words.stated import bare
from airflow_provider.local.reading.words.synonyms import NOISE, PHRASES
from airflow_provider.local.reading.words.values import FREE, cast
from airflow_provider.local.reading.written.entries import (
    glued_in,
    is_led_by_icon,
    kind_in,
    list_text,
    spoken_text,
    whole_text,
    without_more,
)
from airflow_provider.local.reading.written.icons import add_marked
from airflow_provider.local.reading.written.inrole import CLOCK, add_roles
from airflow_provider.local.reading.written.roles import FIELD, alike_from, behind, element_of, hint_words, role_names
from airflow_provider.local.reading.written.titles import TITLES, before_parts, is_titled, own_text, without_unseen
from airflow_provider.local.reading.written.users import user_in
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# By so many characters it is known where in a line a text begins.
_BEGINNING = 12
_PLACES, _KINDS = word_set("venue location"), word_set("category type")
_BELOW = {(word,) for word in word_set("author company date location price venue")}
NAMED = word_set("author seller company venue location organizer brand publisher artist performer")
# Who may be asked or followed.
_ASKED = word_set("agent author company seller")
# What a picture may say all of.
_PICTURED = word_set("rating category brand company seller publisher")
# Of these the name is all of it, but for what else is said behind it; a place may be said in several parts.
_WHOLE = NAMED - _PLACES
# So far up stands the block that an element is a part of.
_NEAR = 8
_BY_ALONE = re.compile(rf"^{ANY_BY}\s?:?$", re.IGNORECASE)
# What microformats call the name of somebody or something.
_FORMATTED = ("fn",)
_DETAILS = word_set("detail extra info meta stat")
_STEP = re.compile(r"^(?:[^\W\d_]+\s)?\d{1,2}\.?$")
_UP_TO = re.compile(
    r"\d(?:\s?(?:uhr|[ap]\.?m\.?))?\s{0,3}(?:[-\u2013\u2014]|\b(?:to|until|bis|à))\s{0,3}$", re.IGNORECASE
)


def add_hints(item: Item, node: Node, blocks: Sequence[Words] = (), wanted: frozenset[str] | None = None) -> None:
    """Add the text of *node* under its class names with *wanted* words, without those of the *blocks* around it."""
    add_marked(item, node)
    is_list = node.tag in {"ul", "ol"}
    if not (is_list or node.is_short):
        _add_pictured(item, node, blocks)
        return
    hinted = _telling(node, wanted)
    # What stands beside a box to tick is there to be pressed.
    boxes = node.parent.inside("input") if hinted and node.tag == "label" and node.parent is not None else ()
    if not hinted or any(one.attrs.get("type") in CHOICES for one in boxes):
        return
    inner = None if is_list else _name_in(node)
    spoken = spoken_text(node)
    listed = "" if inner or spoken else list_text(node)
    text = spoken or listed or whole_text(node) or without_more(own_text(inner or node), inner or node)
    # What holds a heading holds a whole card, or says who somebody is; what one presses is no value.
    heads = [one for one in node.below() if one.tag in HEADINGS and one.text != text]
    if heads or not node.lines_without("button"):
        who = len(heads) == 1 and any(match(("author",), words) >= SYNONYM for words in hinted)
        item.add("author", heads[0].text if who and not form_of(heads[0].text) else None, strength=HINTED)
        return
    for words in () if _has_labels(node) else hinted:
        own = behind(blocks, words)
        is_who = match(("author",), own)
        # "By" stands before who it was.
        if is_who and _BY_ALONE.match(text):
            continue
        # What a list tells of somebody is no name: "Joined: 2019".
        if is_who and listed and (any(colon in listed for colon in COLONS) or not _DETAILS.isdisjoint(own)):
            continue
        is_agent = not is_who and match(("agent",), own) > OTHER
        if (is_who and (user := user_in(node.inside("a")) or _signed(node))) or (is_agent and (user := _signed(node))):
            item.add(" ".join(own), user, strength=HINTED)
        elif own[-1:] == ("location",) and own not in blocks and len(beside := alike_from(node)) != 1:
            # What is paid, and how one works, may be told in the same way.
            places = [one.text for one in beside if form_of(one.text) in {"", "location", "work mode"}]
            item.add(" ".join(own), ", ".join(places), strength=HINTED)
        elif not _is_cut(node, own, text) and not _is_around(node, own, text):
            # Links to the pages of what is named are no more names.
            is_list_of = listed != "" and TITLES.isdisjoint(own)
            said = text if is_list_of or not listed else own_text(node)
            _add_hint(item, node, own, said, named=None if is_list_of else inner or node)


def party_of(node: Node, record: Node) -> str:
    """Return what has the name that *node* is, where a class of it, or around it in *record*, says so: an author."""
    named = [words for words in map(words_of, node.names) if words[-1:] == ("name",) and NAMED & {*words}]
    around = takewhile(lambda one: one.text == node.text and one.place > record.place, node.up())
    owners = (words for one in around for words in map(words_of, one.names) if NAMED & {*words[-1:]})
    return " ".join(next(iter(named), (*next(owners, ()), "name")))


def _telling(node: Node, wanted: frozenset[str] | None) -> list[Words]:
    """Return the *wanted* words that the class names of *node* have, if its text is what these call it."""
    hinted = [words for words in _hinted(node) if wanted is None or not wanted.isdisjoint(words_in(words))]
    # What only those hear who cannot see, in a link, says what the link is for.
    inner = (one for link in node.inside("a") if link.text == node.text for one in link.below()) if hinted else ()
    if any(one.text == node.text and any(map(UNSEEN.search, one.names)) for one in inner):
        return []
    # Among tags, an icon marks what is more than that, and so is what something costs.
    is_more = (node.tag == "li" and is_led_by_icon(node)) or any(_is_sum(one.text) for one in node.shown)
    return [words for words in hinted if words[-1:] != ("tag",) or not is_more]


def _is_sum(text: str) -> bool:
    return bool(FREE.match(text) or MONEY.fullmatch(text))


def _add_pictured(item: Item, node: Node, blocks: Sequence[Words]) -> None:
    """Add what the only picture in *node* is called, where it has no text and its class asks for such a name."""
    if node.size or not node.children:
        return
    called = {one.attrs.get("alt") or one.attrs.get("title", "") for one in node.inside("img")}
    named = [words for words in _hinted(node) if not _PICTURED.isdisjoint(PHRASES.get(words, ()))]
    for words in named if len(called) == 1 else ():
        item.add(" ".join(behind(blocks, words)), min(called), strength=HINTED)


def _add_hint(item: Item, node: Node, own: Words, text: str, *, named: Node | None) -> None:
    """Add the *text* of *node* under its *own* words, of which *named*, itself or a part of it, may have the name."""
    text = (_comment_in(node) if match(("text",), own) else "") or text
    # "Márka: Acme", of class "brand".
    pair = split_pair(text) if len(text) <= SENTENCE else None
    text = pair[1] if pair and match(own[-1:], words_of(pair[0])) >= SYNONYM else text
    text = ", ".join(glued_in(node)) or text if not _PLACES.isdisjoint(PHRASES.get(own[-1:], ())) else text
    text = (kind_in(node) if _KINDS & PHRASES.get(own[-1:], frozenset()) else "") or text
    # A text that is nothing but the label names what stands elsewhere.
    label = words_of(text)
    if (label == own or label in PHRASES) and match(own, label) >= SYNONYM and not _is_value(text):
        both = node.next is not None and node.tag == node.next.tag == "span" and node.next.is_short
        beside = node.next.text if node.next is not None and both else ""
        item.add(" ".join(own), "" if words_of(beside) in PHRASES else beside, strength=HINTED)
        return
    # A number of its own beside the text of a step is the step's.
    if {"step", "instruction"} & set(own) and (counts := [one.text for one in node.below() if _STEP.match(one.text)]):
        text = text.removeprefix(counts[0]).removesuffix(counts[0]).strip()
    # Of a name in several lines or parts the first one is the name, but for what is cut short.
    is_title = TITLES & set(own) or "title" in PHRASES.get(own, ()) or own[:1] == ("site",)
    # "Card-organizer" is one, too.
    is_who = not _WHOLE.isdisjoint(own[-1:]) or any(match((one,), own) >= SYNONYM for one in _WHOLE)
    # Of several who are named in the same way, the first is not all.
    parts = [one.names for one in named.children if one.text] if named is not None else []
    is_several = parts.count(parts[0]) > 1 and parts[0] != [] if parts else False
    if named is not None and not is_several and (is_title or is_who):
        first = without_unseen(next(iter(node.content_lines), text), node)
        # A mark before it is no part of it.
        first = first[max(0, first.find(text[:_BEGINNING])) :]
        text = before_parts(named) or (first if text.startswith(first) else text)
        # "5.0 out of 5 stars", for those who cannot see, before the title of a review.
        lead = next((one.text for one in named.below() if one.text), "")
        text = text.removeprefix(lead).strip() or text if form_of(lead) == "rating" else text
    add_roles(item, node, own, text)


def _is_cut(node: Node, words: Words, text: str) -> bool:
    """Tell whether *text* may be an address cut short, as its *words* say, which the link around it has whole."""
    is_short = "://" not in text or any(one.href.startswith(text) for one in islice(node.up(), _NEAR))
    return is_short and any(match((one,), words) for one in ("url", "website"))


def _has_labels(node: Node) -> bool:
    """Tell whether *node* says several things, each under a label of its own."""
    said = bool(node.children) and any(colon in node.text for colon in COLONS)
    heard = [one for one in node.children if any(map(UNSEEN.search, one.names)) and words_of(one.text) in PHRASES]
    return len(heard) > 1 or (
        said and sum(one.text.endswith(COLONS) and is_label(one.text) for one in node.below()) > 1
    )


def _is_value(text: str) -> bool:
    """Tell whether *text*, which is a label, too, is rather a value: a form, or "InStock"."""
    return form_of(text) != "" or cast(text, "boolean") is not None


def _is_around(node: Node, words: Words, text: str) -> bool:
    """Tell whether *node* holds what *words* of its class name stand for, and more, or reads as it is called."""
    # A badge may be called as it reads, "Star Seller", and a link: "Contact", of class "contact-agent".
    said = words_of(text)
    is_badge = len(said) > 1 and words != said == words[-len(said) :] and not _is_value(text)
    if is_badge or (node.tag == "a" and words != said == words[: len(said)] and not _ASKED.isdisjoint(words[-1:])):
        return True
    # What holds a price, as its class name says, is not what is taken off.
    if "discount" in words:
        return any("price" in words_of(name) for one in node.below() for name in one.names)
    # Most class names say nothing that is asked for.
    describes = match(("description",), words)
    if not describes and words not in PHRASES and words[-1:] not in PHRASES:
        return False
    parts = [one for one in node.below() if one.text not in {"", text}]
    # What holds the title of the record is no description of it, and HTML has an element for where something is.
    is_place = "location" in PHRASES.get(words[-1:], ()) and any(one.tag == "address" for one in parts)
    if is_place or (describes and any(map(is_titled, parts))):
        return True
    # "In stock", and below it when it is sent; a price, and beside it a button, or how many are left.
    concepts, forms = PHRASES.get(words[-1:], frozenset()), {form_of(one.text) for one in parts}
    is_more = "availability" in forms or any(one.tag in {"a", "button"} for one in parts)
    if "availability" in concepts & forms or ("price" in concepts and is_more and forms & {"price", "price range"}):
        return True
    # What is called after two parts, "doortime-showtime", is neither of these, and the only one of "formats" is the
    # format, whatever else stands beside it.
    called = {words_of(name)[-1:] for one in parts for name in one.names}
    is_both = {words[:1], words[1:]} <= called & PHRASES.keys()
    same = [one for one in parts if any(said and words[-len(said) :] == said for said in map(words_of, one.names))]
    return is_both or (len(same) == 1 and node.tag not in {"ul", "ol"})


def _comment_in(node: Node) -> str:
    """Return the description in *node*, if that also holds when it was written; nothing where there are several."""
    named = (one for one in node.below() if ("description",) in map(words_of, one.names))
    texts = {one.text for one in named} if node.inside("time") else set()
    return texts.pop() if len(texts) == 1 else ""


@kept
def _hinted(node: Node) -> list[Words]:
    """Return the words by which its names hint at the role of *node*; the end of a span of time is no start."""
    hinted = [words for name in role_names(node) if (words := hint_words(element_of(name, node)))]
    # A cell with several fields in it.
    if len(hinted) > 1 and len(node.lines) > 1 and len(set(filter(FIELD.match, node.names))) > 1:
        hinted = [words for words in hinted if TITLES & set(words)]
    above = node.parent.names if node.parent is not None and ("name",) in hinted else ()
    around = {word for name in above for word in words_of(name)} & NAMED
    # "Subtitle" is but the style of what has another role, too.
    if not _BELOW.isdisjoint(words[-1:] for words in hinted):
        hinted = [words for words in hinted if words[-1:] != ("subtitle",)]
    # Beside "score", "likes" says to whom it is shown.
    hinted = [("score",)] if ("score",) in hinted else hinted
    # The name in "author" is that of the author.
    hinted = [(min(around), *words) if words == ("name",) and around else words for words in hinted]
    return [("end", "clock")] if hinted and CLOCK.match(node.text) and _UP_TO.search(node.before()) else hinted


def _name_in(node: Node) -> Node | None:
    """Return the name, or of a place the title, of what *node* is called after: "seller-name" or "fn" in "seller"."""
    called = {words: PHRASES.get(words[-1:], frozenset()) for words in map(_bare, _called(node))}
    for role, known in (("name", NAMED), ("title", _PLACES)):
        blocks = {words for words, concepts in called.items() if known & concepts}
        for one in node.below() if blocks else ():
            inner = _called(one) if one.text else []
            if any(words == _FORMATTED or (words[-1:] == (role,) and _bare(words[:-1]) in blocks) for words in inner):
                return one
    return None


def _called(node: Node) -> list[Words]:
    """Return the words of the class names of *node*, whole and as they hint at a role."""
    return [*map(words_of, node.names), *map(hint_words, node.names)]


def _bare(words: Words) -> Words:
    """Return *words* without those of layout behind others, but for lists: "seller", for "seller-info-text"."""
    while len(words) > 1 and words[-1] in NOISE - {"list", "group"}:
        words = words[:-1]
    return words


def _signed(node: Node) -> str | None:
    """Return the only name in *node* behind "by" in an element of its own, with more behind it, or a day before it."""
    # "Added today", and "by Acme".
    parts = [node]
    while len(parts) == 1:
        parts = [one for one in parts[0].shown if one.text]
    if [form_of(one.text) for one in parts] == ["date", "author"]:
        return bare(parts[1].text, "author")
    named = [one for one in node.children if one.size and BY_BEFORE.search(one.before())]
    # One of several who are named in the same way.
    if named and named[0].names and sum(one.names == named[0].names for one in node.children) > 1:
        return None
    is_more = len(named) == 1 and (not node.text.endswith(named[0].text) or has_digit(named[0].before()))
    return named[0].text if is_more else None
