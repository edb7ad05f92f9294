"""
What one part of a page says of one thing: a record of a list, or the whole of a page about one thing.

Facts come from labels first, then from attributes and class names, then from form alone: a heading is a
name, a sum of money is a price. A form that occurs twice says nothing. Class names only hint at the role of
a text; they are never values themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.articles import beside_heading, is_of_byline, is_of_others
from airflow_provider.local.reading.data.facts import HINTED, SHAPED, STATED, TIMED, WEAKEST, Item
from airflow_provider.local.reading.data.things import is_scope, property_names, property_value
from airflow_provider.local.reading.naming import (
    add_beside,
    add_leading_name,
    add_maker,
    add_title,
    drop_names,
    headings_in,
    names_in_lists,
)
from airflow_provider.local.reading.tree.boilerplate import is_to_share
from airflow_provider.local.reading.tree.nodes import join, without
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.currencies import currency_of
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.written.addresses import add_links, add_party_links
from airflow_provider.local.reading.written.attributes import add_attributes, add_spoken_role
from airflow_provider.local.reading.written.cited import add_journal, add_site
from airflow_provider.local.reading.written.employers import add_employer
from airflow_provider.local.reading.written.entries import points_in, several_in
from airflow_provider.local.reading.written.flags import add_button, add_flags, add_remote, is_kept_back
from airflow_provider.local.reading.written.formed import add_shapes
from airflow_provider.local.reading.written.hints import NAMED, add_hints, party_of
from airflow_provider.local.reading.written.lastpost import LAST, add_last, is_last
from airflow_provider.local.reading.written.links import add_main_link
from airflow_provider.local.reading.written.pairs import pairs_of
from airflow_provider.local.reading.written.pictures import add_avatar, add_owner, add_picture, add_swatches
from airflow_provider.local.reading.written.posts import post_text, rank_of_author, signature_of
from airflow_provider.local.reading.written.prices import (
    is_recommended,
    member_prices,
    pair_of_cut,
    price_and_old_price,
)
from airflow_provider.local.reading.written.pricing import state_prices, told_sums
from airflow_provider.local.reading.written.spelled import spell_out, state_moments
from airflow_provider.local.reading.written.stars import add_stars
from airflow_provider.local.reading.written.sums import find_sums
from airflow_provider.local.reading.written.titles import bold_line
from airflow_provider.local.reading.written.users import add_noted, add_user

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.lines import Pair
    from airflow_provider.local.reading.written.sums import Sum

# A sentence without a label, beside which a label may be just a word of the text.
_TOLD = re.compile(r"(?:^|[.!?]\s)[^:.!?]{19,200}[^\W\d_][.!?](?:\s|$)")
_OF_ALL, _RATED = "aggregateRating", frozenset({"ratingValue", "ratingCount", "reviewCount"})
_OF_TEXT = frozenset({"p", "ul", "ol"})
_OF_BOARDS, _OWN_TOPIC = frozenset({"title", "topic_count"}), frozenset({"topic", "thread"})
_HOSTED = re.compile(r"(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}/\S*$")


def read_card(
    nodes: Sequence[Node],
    page: Page,
    *,
    shared: Collection[str] = frozenset(),
    wanted: frozenset[str] | None = None,
) -> Item:
    """
    Return what *nodes*, which are in the order of the page, say of the record of a list that they are.

    Links and pictures that are *shared* with the other records of the list are those of none, and class names that
    have none of the *wanted* words say nothing that is asked for.
    """
    item = Item()
    # What somebody quotes is another's, and what it may be shared with is no part of it.
    nodes = without(nodes, lambda node: node.is_quote or (is_to_share(node) and not nodes[0].boilerplate)) or nodes
    seen = [node for node in nodes if not node.hidden]
    prose = "\n".join(node.text for node in seen if node.tag in _OF_TEXT and _TOLD.search(node.text))
    # Who spoke last, and when, is not who began.
    told = _without_last(nodes)
    places = {node.place for node in told}
    last = Item()
    rest = [node for node in seen if node.place not in places]
    add_last(last, rest, page)
    # Of the last post the parts are known better than what its label stands over.
    whole = LAST if last.facts else None
    pairs = (one for one in pairs_of(seen) if not (whole and whole.match(one[0]) and _is_new(one[1], last)))
    headings = headings_in(seen) or bold_line(nodes[0])
    name = headings[0].text.replace(" : ", ": ") if len(headings) == 1 else ""
    _add_pairs(item, _without_name((*pairs, *told_sums(seen)), name), seen, prose)
    item.facts += last.facts
    # Who wrote last may have begun it, too.
    for node in rest:
        add_spoken_role(item, node, page)
    _add_properties(item, told, page, inner=_thing(nodes).place + 1)
    blocks = tuple(words_of(name) for name in nodes[0].names)
    inner = names_in_lists(headings, nodes[0])
    for node in told:
        if node.attrs:
            add_attributes(item, node, page)
        # What the whole record is called by is no name of a part of it, nor is what a part is called one of the record.
        if node.attrs and (node is not nodes[0] or not node.children) and node.place not in inner:
            add_hints(item, node, blocks, wanted)
        add_stars(item, node)
    sums = find_sums(seen, comma=page.comma)
    _add_sums(item, sums, page, seen)
    add_title(item, headings)
    add_beside(item, headings, seen)
    links = [node for node in seen if node.href]
    add_links(item, links, page)
    own = [node for node in seen if node.href not in shared] if shared else seen
    add_main_link(item, own if any(node.href for node in own) else seen, headings, page)
    add_maker(item)
    add_owner(item, seen)
    add_noted(item, links)
    add_site(item, seen)
    _add_asked(item, seen, page, wanted)
    item.add("text", post_text(told), strength=TIMED)
    add_user(item, told, page, shared)
    add_picture(item, seen, headings, page, shared)
    add_shapes(item, told)
    state_moments(item, told)
    state_prices(item, sums, seen)
    _add_marks(item, told)
    add_leading_name(item, nodes[0])
    add_employer(item, seen)
    add_party_links(item, [node for node in own if node.href], page)
    drop_names(item)
    spell_out(item, seen)
    return item


def _thing(nodes: Sequence[Node]) -> Node:
    """Return the first of *nodes* that is the thing that they are: one that holds all of its text, or what has it."""
    return next((one for one in nodes if is_scope(one) and one.text == nodes[0].text), nodes[0])


def read_main(nodes: Sequence[Node], page: Page, *, wanted: frozenset[str]) -> Item:
    """
    Return what *nodes*, which are in the order of the page, say of the one thing that the page is about.

    Prices are for others to say. Class names that have none of the *wanted* words say nothing that is asked for, and
    where nothing is wanted only what has a label is read: lists of which data may have but a sample.
    """
    item = Item()
    seen = [node for node in nodes if not node.hidden]
    _add_pairs(item, (*pairs_of(seen), *told_sums(seen)), seen)
    if not wanted:
        return item
    told = _without_last(nodes)
    beside = beside_heading(told, page)
    _add_properties(item, told, page, inner=0)
    apart = Item()
    for node in told:
        found = Item()
        if node.attrs:
            add_attributes(found, node, page)
            add_hints(found, node, wanted=wanted)
        is_beside = node.place in beside
        for fact in found.facts:
            # The authors of comments may have the class of who wrote it.
            if not is_of_others(fact, node, is_beside=is_beside):
                (item if is_beside or not is_of_byline(fact) else apart).facts.append(fact)
        if "rating" in wanted:
            add_stars(item, node)
    known = {fact.column for fact in item.facts}
    item.facts += [fact for fact in apart.facts if fact.column not in known]
    headings = [] if page.is_headed_by_site else headings_in(seen)
    add_title(item, headings)
    # The page itself is the link of what it is about.
    add_links(item, [node for node in seen if node.href], page)
    add_picture(item, seen, headings, page)
    add_shapes(item, told, beside=beside)
    state_moments(item, told)
    return item


def _add_asked(item: Item, nodes: Sequence[Node], page: Page, wanted: frozenset[str] | None) -> None:
    """Add the journal, highlights and the author's rank, picture and signature in *nodes*, if they are *wanted*."""
    if wanted is None or "avatar" in wanted:
        add_avatar(item, _without_last(nodes), page)
    if wanted is None or "journal" in wanted:
        add_journal(item, nodes)
    if wanted is None or "highlight" in wanted:
        item.add("highlights", points_in(nodes), strength=SHAPED)
    if wanted is None or "rank" in wanted:
        item.add("user title", rank_of_author(nodes), strength=SHAPED)
    if wanted is None or "color" in wanted:
        add_swatches(item, nodes)
    if wanted is None or "signature" in wanted:
        item.add("signature", signature_of(nodes), strength=SHAPED)


def _add_sums(item: Item, sums: Sequence[Sum], page: Page, nodes: Sequence[Node]) -> None:
    """Add which of *sums* in *nodes* is the price, and which was it or is recommended."""
    price, old = pair_of_cut(sums, nodes) or price_and_old_price(sums)
    # What costs less than it did is on sale.
    item.add("on sale", value=(price is not None and old is not None) or None, strength=WEAKEST)
    # What it costs now may be called its discount.
    item.facts = [fact for fact in item.facts if fact.labels[-1] != ("discount",) or fact.value != price]
    item.add("unreduced", {one.role for one in sums} == {"listed"} or None, strength=WEAKEST)
    item.add("price", price, strength=HINTED)
    item.add("recommended price" if is_recommended(sums, old) else "old price", old, strength=HINTED)
    item.add("currency", currency_of(price, page.language), strength=SHAPED)
    for label, told in member_prices(sums):
        item.add(label, told, strength=SHAPED)


def _without_last(nodes: Sequence[Node]) -> list[Node]:
    """Return *nodes* without what speaks of what was written last, and without what only a script is to show."""
    return without(nodes, lambda node: is_last(node) or is_kept_back(node))


def _without_name(pairs: Iterable[Pair], name: str) -> Iterator[Pair]:
    """Yield *pairs* but for the *name* of it all, as a label or divided by a colon: "Paper Cities: Drawing Lagos"."""
    for label, told in pairs:
        if f"{label}: {told}" != name and (label != name or words_of(label) in PHRASES):
            yield label, told


def _add_pairs(item: Item, pairs: Iterable[Pair], nodes: Sequence[Node], prose: str = "") -> None:
    """Add *pairs* that stand in *nodes*; what is a part of *prose* may just be words of it."""
    pairs = list(pairs)
    topics = dict.fromkeys(told for label, told in pairs if label.lower() in _OWN_TOPIC)
    # One of several is no name of the record either.
    if len(topics) > 1:
        item.add("tag", ", ".join(topics))
        pairs = [pair for pair in pairs if pair[0].lower() not in _OWN_TOPIC]
    for label, told in pairs:
        parts = byline_of(f"by {told}") if match(("author",), words_of(label)) >= SYNONYM else ()
        value = dict(parts).get("author", told) if len(parts) > 1 else told
        # An address may be shown without its scheme.
        links = (one.href for one in nodes if told in one.href and "://" in one.href) if _HOSTED.match(told) else ()
        strength = WEAKEST if f"{label}: {told}" in prose else STATED
        # The topics of one record are no name of it.
        is_tag = PHRASES.get(words_of(label), frozenset()) >= _OF_BOARDS and label.lower() not in _OWN_TOPIC
        item.add("tag" if is_tag and not told[:1].isdigit() else label, next(iter(links), value), strength=strength)


def _add_marks(item: Item, nodes: Sequence[Node]) -> None:
    """Add what marks among *nodes* say, that one may work from elsewhere, and that it can be bought."""
    add_flags(item, nodes)
    add_remote(item)
    # "Ships within 24 hours" does not say that it is there.
    said = (fact for fact in item.facts if match(("availability",), fact.labels[-1]) >= SYNONYM)
    if all(cast(fact.value, "boolean") is None for fact in said):
        add_button(item, nodes)


def _is_new(value: str, item: Item) -> bool:
    return all(fact.value != value for fact in item.facts)


def _add_properties(item: Item, nodes: Sequence[Node], page: Page, *, inner: int) -> None:
    """Add the properties that *nodes* state, without those of things from the *inner* element on, which are parts."""
    entries: dict[str, list[str]] = {}
    for node in nodes:
        names = property_names(node) if node.attrs else []
        around = [one for one in node.up() if one.place >= inner and is_scope(one)] if names else []
        # How all rated it is said of the record itself.
        if around and _RATED.issuperset(names) and all(_OF_ALL in property_names(one) for one in around):
            around = []
        if names and is_scope(node) and not around:
            _add_party_of(item, node, names)
        elif names and not around:
            for name in names:
                value = property_value(node, page)
                if several_in(name):
                    entries.setdefault(name, []).append(str(value))
                else:
                    item.add(party_of(node, nodes[0]) if name == "name" else name, value)
    for name, values in entries.items():
        item.add(name, join(values))


def _add_party_of(item: Item, node: Node, names: Sequence[str]) -> None:
    """Add the name of who or what *node* is, if that is a thing of its own that the record has: its author."""
    named = {one.text for one in node.below() if "name" in property_names(one)} - {""}
    for name in filter(lambda name: NAMED.issuperset(words_of(name)), names if len(named) == 1 else ()):
        item.add(name, min(named))
