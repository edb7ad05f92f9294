"""
Which link is that of a record itself, and those that it names.

The link in or around a heading comes first, then the first that names something; what leads to no page and what
only says "Read more" comes last.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, WEAKEST
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.nodes import BLOCKS, BOLD
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.fieldnames import without_name
from airflow_provider.local.reading.words.forms import BY_BEFORE, REPLY, form_of
from airflow_provider.local.reading.words.money import BEFORE_PRICE
from airflow_provider.local.reading.words.names import match, words_of
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.hints import NAMED
from airflow_provider.local.reading.written.roles import is_town
from airflow_provider.local.reading.written.titles import (
    is_bold,
    is_mark,
    is_party,
    is_titled,
    name_text,
    own_text,
    unmarked,
)
from airflow_provider.local.reading.written.users import leads_to_user, owned
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_PERMANENT = re.compile(r"(?:direct |copy )?(?:perma-?|permanent )link(?: .{1,40})?", re.IGNORECASE)
# What leads to the rest of a text.
READ_ON = patterns("forms")["read on"]
MORE = re.compile(
    r"^(?:(?:read|view|see|show|learn|more|details?|infos?|buy|add|next|previous|reply|share|save|weiter|mehr|apply|cached|similar|translate)\b"
    r"(?:[\s:]+(?:more|all|full|the|this|it|now|here|on|to|for|in|details?|info|infos|information|products?|items?|jobs?|recipes?"
    r"|articles?|posts?|stor(?:y|ies)|page|profile|listings?|offers?|events?|list|cart|bag|basket|wish-?list|favou?rites"
    r"|compare|calendar|website|from|by|propert(?:y|ies)|homes?|agents?|agency|seller|author|company|employer|brand|site|online|tickets?|reviews?|comments?|photos?|map|options|shortlist|reading|lesen|erfahren"
    rf"|\d+%?)\b){{0,4}}|(?:{READ_ON}|(?:sign|log) ?in)\b.{{0,20}})\W{{0,5}}$",
    re.IGNORECASE,
)
# What stands before a name in a link to more of what has it.
_MORE_OF = re.compile(rf"(?:(?:read|view|see|learn|discover|more|details|{READ_ON})\b.{{0,20}})?$", re.IGNORECASE)
# What a link without a text is called by.
_CALLED = ("title", "aria-label", "alt")
# What one presses, by its class name, but for what only looks like a link.
BUTTONS = word_set("btn button cta")
# What stands where there is no picture.
_NO_PICTURE = re.compile(
    r"^(?:no (?:image|photo|picture)|(?:image|photo|picture) (?:not available|unavailable|coming soon)"
    r"|kein bild|keine abbildung|brak zdjęcia|sin imagen|senza immagine"
    r"|pas d['\u2019]image|geen (?:afbeelding|foto)|ingen bild|sem imagem|bez obrázku|画像なし)",
    re.IGNORECASE,
)
# What only marks a record, or leads to what describes it.
_NO_NAMES = FLAGS | {"description"}
# "RFP-22-1045", "2025/S 101-345678": the number that something has, beside what it is called.
REFERENCE = re.compile(r"(?=(?:[A-Z/.:\s-]{0,8}\d){5})[A-Z]{0,8}[-/.:\s]?\d[\dA-Z]{0,15}(?:[-/.:\s][\dA-Z]{1,15}){0,5}")
# Beside a sum: "Guide price".
_BEFORE_SUM = re.compile(BEFORE_PRICE, re.IGNORECASE)
# A link to as many as it says: "97 comments".
_COUNTED = re.compile(r"^\d[\d.,]{0,8}[kK]?\s([^\W\d_]{4,20})$")
# What is handed out to those who come.
_HANDOUTS = word_set("slide material recording video pdf")
_OF_OTHERS = frozenset({"author", "category", "tag"})
# So far up class names tell whose a link is.
_AROUND = 3
# What an address has behind that of the first page.
_NEXT_PAGE = re.compile(r"(?:/?[?&/.;,-]?(?:page|start|st|p|seite|offset)[-=/]?|\.)\d", re.IGNORECASE)
NO_PAGE = re.compile(r"^(?:#|mailto:|tel:|javascript:)", re.IGNORECASE)


def add_main_link(item: Item, nodes: Sequence[Node], headings: Sequence[Node], page: Page) -> None:
    """Add the main link in *nodes*, its text as the name where there is no heading, and the links with a short name."""
    links = [one for one in nodes if one.href and not NO_PAGE.match(one.href.strip())]
    # "Tickets", but not what is done to a post: "Quote".
    for link in links:
        said = link.text or next(filter(None, map(link.attrs.get, _CALLED)), "")
        if len(words_of(said)) in {1, 2} and not REPLY.match(said):
            item.add(f"{said} link", page.absolute(link.href), strength=WEAKEST)
    for link, counted in [(one, found) for one in links if (found := _COUNTED.match(one.text))]:
        for thing in (counted[1], *_things_in(counted[1])):
            item.add(f"{thing} link", page.absolute(link.href), strength=WEAKEST)
    anchor = _anchor(nodes)
    main = _main_link(links, headings, anchor)
    # What links to itself is known by that, and not by who wrote it.
    if anchor is not None and (main is None or (main.text and leads_to_user(main))):
        item.link = anchor
        item.add("url", page.absolute(anchor.href), strength=SHAPED)
    elif main is not None:
        item.link = main
        # What stands beside a heading that has no link may lead elsewhere, unless it is a picture or "Read more".
        own = not headings or any(_is_of(one, main) for one in headings)
        sure = own or not main.text or MORE.match(main.text)
        item.add("reference", main.text if REFERENCE.fullmatch(main.text) else None, strength=SHAPED)
        item.add("website", main.href if page.is_elsewhere(main.href) else None, strength=WEAKEST)
        item.add("url" if sure else "link", page.absolute(main.href), strength=SHAPED if sure else WEAKEST)
        item.add("page", _last_page(main.href, links), strength=SHAPED)
        if not headings:
            same = [main, *(one for one in links if one.href == main.href)]
            named = [one for one in same if one.text and _names(one)] or [one for one in same if one.text] or [main]
            title = _title_in(named[0], nodes) or ""
            item.add("title", "" if _is_told(title) else title, strength=WEAKEST if MORE.match(title) else SHAPED)


def _things_in(counted: str) -> list[str]:
    """Return what *counted*, a word behind a number, is known to count: "Bewertungen" are reviews."""
    return [one.removesuffix("_count") for one in sorted(PHRASES.get(words_of(counted), ())) if one.endswith("_count")]


def _last_page(href: str, links: Sequence[Node]) -> int | None:
    """Return the highest number of a page of what is at *href*, to which *links* lead: "/t/oak.5/page-2" behind it."""
    # "?topic=5.0" is the first page of it, and "?topic=5.20" another one.
    base = href.removesuffix(".0").rstrip("/")
    rest = {one.text: one.href[len(base) :] for one in links if one.text.isdecimal() and one.href.startswith(base)}
    return max((int(text[:4]) for text, behind in rest.items() if _NEXT_PAGE.match(behind)), default=None)


def _anchor(nodes: Sequence[Node]) -> Node | None:
    """Return the first link of *nodes* that leads to one of them, by its id alone or by the name of an anchor."""
    led = [one for one in nodes if "#" in one.href]
    named = [one for one in nodes if "id" in one.attrs or (one.tag == "a" and "name" in one.attrs)] if led else []
    ids = {f"#{one.attrs.get('id')}" for one in named}
    names = {one.attrs.get("name") for one in named if one.tag == "a"}
    return next((one for one in led if one.href in ids or one.href.rpartition("#")[2] in names), None)


def _title_in(link: Node, nodes: Sequence[Node]) -> str | None:
    """Return the name in *link*: all of its text, or else what stands out, or what its address or *nodes* speak of."""
    texts = [one for one in link.below() if one.own and one.text]
    # Where all words are bold, as those that one searched for, none stands out.
    is_one = len(texts) <= 1 or all(one.tag in BOLD and one.parent is link for one in texts)
    if is_one or (link.own and not any(one.tag in BLOCKS for one in link.children)):
        return unmarked(own_text(link))
    # A tag in a name is a part of it.
    texts = [one for one in texts if not (form_of(one.text) or any(up in texts for up in one.up()))]
    texts = [one for one in texts if not is_party(one)] or texts
    spoken = {one.attrs[name] for one in nodes for name in ("aria-label", "title", "alt") if name in one.attrs}
    out = [name_text(one) for one in texts if _is_bold(one) or is_titled(one) or one.text in spoken]
    # "Add the Alpine cheese to the cart", or "/p/alpine-cheese-17".
    told = [_spelled(said) for said in (*spoken, link.href.partition("?")[0].rstrip("/").rpartition("/")[2])]
    names = {said: name_text(one) for one in texts if any((said := _spelled(one.text)) in other for other in told)}
    whole = [text for said, text in names.items() if not any(said != other and said in other for other in names)]
    # The make and the model, as the picture is called by both, of which only one may stand out.
    every = [name_text(one) for one in texts]
    joint = [said for said in map(" ".join, (every, out)) if _spelled(said) in map(_spelled, spoken)]
    return next((one[0] for one in (joint[:1], out[:1], whole, every) if len(one) == 1), None)


def _is_told(text: str) -> bool:
    """Tell whether *text* is no name: a day or number, said of a price, only marks or counts, or where one reads on."""
    words, counted = words_of(text), _COUNTED.match(text)
    is_more = _HANDOUTS.issuperset(words) or not _NO_NAMES.isdisjoint(PHRASES.get(words, ()))
    is_more = is_more or (counted is not None and _things_in(counted[1]) != [])
    return is_more or form_of(text) == "date" or any(one.fullmatch(text) for one in (_BEFORE_SUM, REFERENCE))


def _is_bold(node: Node) -> bool:
    return is_bold(node) or (node.parent is not None and is_bold(node.parent))


def _spelled(text: str) -> str:
    return f" {' '.join(words_of(text))} "


def _main_link(links: Sequence[Node], headings: Sequence[Node], anchor: Node | None) -> Node | None:
    """Return the link of the record itself: in or around its heading, or the first that names something."""
    links = [one for one in links if not _is_secondary(one)] or links
    # Beside a picture that leads elsewhere, what a class calls a town leads to all that there is in it.
    towns = {one.href for one in links if any(map(is_town, one.names))}
    if towns and any(one.inside("img") for one in links if one.href not in towns):
        links = [one for one in links if one.href not in towns]
    links = _without_users(links, headings)
    for heading in headings[:1]:
        # A picture beside the name shows whose it is.
        of_it = [one for one in links if _is_of(heading, one)]
        if of_it:
            return owned(next((one for one in of_it if one.text), of_it[0]))
    # Who offers what a heading names leads to all that they do.
    links = [one for one in links if not (headings and any(map(is_party, (one, *_alone_in(one)))))] or links
    telling = telling_links(named := [one for one in links if _names(one)])
    # Over all of a card may lie a link that only those hear who cannot see.
    heard = [one for one in links if not one.text and not headings and len(words_of(one.attrs.get("title", ""))) > 1]
    titled = list(filter(_is_called_title, telling))
    # Beside a heading without a link, a picture or "Read more" leads to what it names, and several links to its parts.
    beside = [one for one in links if headings and (one.inside("img") or MORE.match(one.text))]
    if headings and not titled and len({one.href for one in telling}) > 1:
        telling, named, links = [], [], []
    permanent = [one for one in links if _is_permanent(one) or (one is anchor and not one.text)]
    permanent = [] if headings or titled else permanent
    return next(map(owned, (*permanent, *titled, *telling, *heard, *beside, *named, *links)), None)


def _is_of(heading: Node, link: Node) -> bool:
    """Tell whether *link* is that of *heading*: in or around it, or one that says the same, or "Read more about" it."""
    before = link.text.removesuffix(heading.text)
    return heading.holds(link) or link.holds(heading) or (before != link.text and _MORE_OF.match(before) is not None)


def _without_users(links: Sequence[Node], headings: Sequence[Node]) -> list[Node]:
    """Return *links* without those to users, where others name something, or say when or as which it was written."""
    others = [one for one in links if not leads_to_user(one)]
    is_user = any(headings[0].holds(one) for one in links if one not in others) if headings else False
    if len(others) == len(links) or not (is_user or not telling_links(others)):
        return others
    own = [one for one in others if form_of(one.text) in {"date", "number"} or one.inside("time")]
    return own or list(filter(_is_permanent, others)) or list(links)


def _is_permanent(link: Node) -> bool:
    """Tell whether *link* is called the lasting one of what it stands in, or by the number of a post to itself."""
    told = (link.text, *(link.attrs.get(name, "") for name in ("title", "aria-label")))
    is_number = "#" in link.href and form_of(link.text) == "number"
    return is_number or any(_PERMANENT.fullmatch(one.strip()) for one in told)


@kept
def _is_secondary(link: Node) -> bool:
    """Tell whether *link* marks a record, or leads to its author or to another kind of it."""
    return is_mark(link) or _is_website(link) or _is_variant(link) or _is_of_others(link)


def _is_of_others(link: Node) -> bool:
    """Tell whether *link* leads to more of the same tag or author, as it says or a class of what is all of it."""
    names = (words_of(name) for one in (link, *_alone_in(link)) for name in one.names)
    is_author = any("author" in PHRASES.get(without_name(words)[-1:], ()) for words in names)
    return is_author or not _OF_OTHERS.isdisjoint(link.attrs.get("rel", "").split())


def _is_variant(link: Node) -> bool:
    """Tell whether *link* leads to the same thing in another colour, as class names of it or around it say."""
    return any("swatch" in words_of(name) for one in (link, *islice(link.up(), 1)) for name in one.names)


def _is_website(link: Node) -> bool:
    """Tell whether *link* leads to where its author, whom class names around it speak of, is at home."""
    names = (name for one in islice(link.up(), _AROUND) for name in one.names)
    is_far = not {"external", "ugc"}.isdisjoint(link.attrs.get("rel", "").split())
    return is_far and any(match(("author",), words_of(name)) for name in names)


@kept
def _is_called_title(link: Node) -> bool:
    """Tell whether a class of *link*, around it or in it says that it is a title."""
    return is_titled(link) or any(map(_is_title, (*_alone_in(link), *link.below())))


def _is_title(node: Node) -> bool:
    """Tell whether a class says that *node* is a title, and of nobody."""
    return is_titled(node) and not any(NAMED & set(words_of(name)) for name in node.names)


@kept
def _stands_out(link: Node) -> bool:
    return any(map(_is_title, (link, *_alone_in(link)))) or any(map(_is_bold, (link, *link.below())))


def _alone_in(link: Node) -> list[Node]:
    """Return the element around *link*, if it says no more."""
    return [one for one in islice(link.up(), 1) if one.text == link.text]


@kept
def _names(link: Node) -> bool:
    # What is called a title may have the form of something else: "Riego por goteo" is no author.
    if _is_told(link.text) or (form_of(link.text) and not any(map(_is_title, _alone_in(link)))):
        return False
    pressed = {word for name in link.names for word in words_of(name)}
    is_more = any(one.match(link.text) for one in (MORE, REPLY, _NO_PICTURE))
    return is_titled(link) or not (is_more or (pressed & BUTTONS and "link" not in pressed))


def telling_links(nodes: Sequence[Node]) -> list[Node]:
    """Return the links among *nodes* that name something, and nobody whom a "by" before it calls an author."""
    # One or two letters are somebody's initials.
    named = (one for one in nodes if one.href and _names(one) and len(one.text) > len("AB"))
    telling = (
        one for one in named if any(map(str.isalpha, one.text)) and (_stands_out(one) or not byline_of(one.text))
    )
    return [one for one in telling if not BY_BEFORE.search(one.before())]
