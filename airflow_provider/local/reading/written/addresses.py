"""What the addresses of links tell: who made a thing or wrote of it, what it is filed under, files, mail and sites."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, TIMED, WEAKEST
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.page import host_of
from airflow_provider.local.reading.words.fieldnames import without_name
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.hints import NAMED
from airflow_provider.local.reading.written.links import BUTTONS, MORE, NO_PAGE, READ_ON
from airflow_provider.local.reading.written.titles import is_mark, without_unseen
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_OWNER_LINKS = {
    "brand": re.compile(r"/(?:brands?|vendors?|manufacturers?|marken?|marcas?|marques?|hersteller)/", re.IGNORECASE),
    "artist": re.compile(
        r"/(?:artists?|artiste[sn]?|artistas?|artisti|k(?:ü|ue)nstler)(?:/|\.[a-z]{3,4}\?)", re.IGNORECASE
    ),
    "category": re.compile(
        r"/(?:categor(?:y|ies|ia)|cat|kategorien?|rubri(?:k|que|ek))/|/c/[\w-]+/\d+$", re.IGNORECASE
    ),
    "agent": re.compile(
        r"/(?:makelaars?|(?:estate-)?agents?|agenti|agenzi[ae]|agences?|agencias?|inmobiliarias?|makler)/[^/?#]+",
        re.IGNORECASE,
    ),
    "forum": re.compile(
        r"(?:^|/)(?:forums?|boards?|subforums?|foros|foren)/[^/?#]+|(?:viewforum|forumdisplay)\.php\?", re.IGNORECASE
    ),
    "series": re.compile(r"/series/[^/?#]+", re.IGNORECASE),
    "tag": re.compile(r"/tags?/[^/?#]+", re.IGNORECASE),
    # Below it may stand what somebody offers.
    "company": re.compile(
        r"/(?:compan(?:y|ies)|employers?|(?:company|employer)-profiles?|firmen?|entreprises?|empresas?|aziend[ae])/"
        r"(?!.{1,80}/(?:jobs?|offres?|stellen|vacatures|ofertas|products?|positions?)/)",
        re.IGNORECASE,
    ),
}
_AUTHOR = re.compile(r"/(?:autor(?:e|es)?|authors?|auteurs?|firmas?|redakteure?)/[^/?#]", re.IGNORECASE)
_SHOP = re.compile(r"/(?:shops?|stores?|sellers?|merchants?|boutiques?|tiendas?|negozi)/[^/]+/?$", re.IGNORECASE)
# Whatever its `rel` says.
_READ_ON = re.compile(rf"{READ_ON}\b", re.IGNORECASE)
_NUMBER = re.compile(r"^[+(]?\d[\d\s()./\u2013-]{4,30}$")
_TO_SITES = frozenset(words for words, concepts in PHRASES.items() if "website" in concepts) | {("visit", "website")}
# The kind of a file, before where it is, or that all of a text is there.
_FILE = re.compile(
    r"^\[(?:PDF|HTML|DOCX?|EPUB)\]\s|^(?:(?:get|view|read|free|open|online|zum) )?(?:full[ -]?text|volltext|fulltekst"
    r"|texte intégral|texto completo|testo completo|volledige tekst|pełny tekst)\b.{0,20}$",
    re.IGNORECASE,
)
_TICKETS, _BOOK = word_set("ticket booking"), ("book",)
# "Book tickets for the Paper City".
_BOOKED = {words[:2] for words, known in PHRASES.items() if "booking_url" in known and words[2:] == ("link",)}
# "https://tickets.theatre.example/": of several links there, each for another time, the first comes first.
_TO_TICKETS = re.compile(
    r"(?:https?:)?//(?:[\w-]{1,40}\.){0,2}(?:e?tickets?|ticketing|ticketshop|box-?office|bookings?|billetterie"
    r"|biglietteria|bilhetica|entradas|karten)\.",
    re.IGNORECASE,
)


def add_links(item: Item, links: Sequence[Node], page: Page) -> None:
    """Add what the addresses of *links* tell."""
    shops = [one for one in links if _SHOP.search(one.href)]
    if len({one.href for one in shops}) == 1 and len(shops) < len(links):
        item.add("seller", shops[0].text if not MORE.match(shops[0].text) else None, strength=SHAPED)
    authors = [one for one in links if 0 < len(one.text) < SENTENCE and _AUTHOR.search(one.href)]
    # Beside each other stand those who wrote it together.
    if len({one.parent for one in authors}) == 1:
        item.add("author", ", ".join(dict.fromkeys(one.text for one in authors)), strength=SHAPED)
    _add_tickets(item, links, page)
    for link in links:
        _add_kind(item, link, page)
        if "author" in link.attrs.get("rel", "").split() and "updated" in link.before(60).lower():
            item.add("author", link.text, strength=TIMED)
        # A link to all records with the same value.
        for name, value in parse_qsl(link.href.partition("?")[2][:300]) if link.text and "?" in link.href else ():
            if value == link.text and not value.isdigit():
                item.add(name, value, strength=SHAPED)
        # What holds several marks is none.
        boxes = [one for one in link.children if one.text == link.text and len(one.shown) <= 1]
        marks = is_mark(link) or any(map(is_mark, boxes))
        if marks and "tag" not in _owners_of(link):
            item.add("prefix", link.text, strength=SHAPED)
        for owner in _owners_of(link) if 0 < len(link.text) < SENTENCE and not MORE.match(link.text) else ():
            item.add(owner, link.text, strength=SHAPED)


def _add_tickets(item: Item, links: Sequence[Node], page: Page) -> None:
    """Add where the only one of *links* leads that is to tickets, or the first one to a host that sells them."""
    links = [one for one in links if not NO_PAGE.match(one.href.strip())]
    tickets = {one.href for one in links if _is_to_book(one)}
    if not tickets:
        sold = (one.href for one in links if _TO_TICKETS.match(one.href) and page.is_elsewhere(one.href))
        tickets = {*islice(sold, 1)}
    item.add("ticket url", page.absolute(tickets.pop()) if len(tickets) == 1 else None, strength=SHAPED)


@kept
def _is_to_book(link: Node) -> bool:
    """Tell whether a class of *link* speaks of tickets, or its text does, or is "Book" for all who see it."""
    called = {word for name in link.names for word in words_of(name)}
    said = words_of(link.text)
    if called & _TICKETS or said[:2] in _BOOKED:
        return True
    # A book may be shown by a link of that name.
    return said[:1] == _BOOK and words_of(without_unseen(link.text, link)) == _BOOK and bool(called & BUTTONS)


def add_party_links(item: Item, links: Sequence[Node], page: Page) -> None:
    """Add the addresses of *links* that read as somebody is called, or a place, that *item* names: `company_url`."""
    named: dict[str, set[str]] = {link.text: set() for link in links if link.text}
    for fact in item.facts:
        if (said := str(fact.value)) in named:
            words = without_name(fact.labels[-1])
            named[said] |= {role for role in NAMED if match((role,), words) >= SYNONYM}
    # What leads beside a heading without a link may lead to who is named, too.
    is_sure = any(fact.labels[-1] == ("url",) for fact in item.facts)
    for link in links:
        for role in sorted(named.get(link.text, ())) if link is not item.link or not is_sure else ():
            item.add(f"{role} url", page.absolute(link.href), strength=SHAPED)


@kept
def _owners_of(link: Node) -> list[str]:
    """Return what *link* leads to that owns a thing, or has several of them."""
    return [owner for owner, address in _OWNER_LINKS.items() if address.search(link.href)]


def _add_kind(item: Item, link: Node, page: Page) -> None:
    """Add the address of *link* as that of a file, mailbox, telephone or site, or the category or tag that it is."""
    rel = link.attrs.get("rel", "").split()
    if "tag" in rel and not _READ_ON.match(link.text):
        item.add("category" if "category" in rel else "tag", link.text, strength=HINTED)
    if "pdf" in words_of(link.text) or link.href.partition("?")[0].lower().endswith(".pdf"):
        item.add("pdf url", page.absolute(link.href), strength=SHAPED)
    for scheme, label in (("mailto:", "email"), ("tel:", "phone")):
        if link.href.lower().startswith(scheme):
            # A number is written for readers; an address may have a name for its text.
            shown = link.text if label == "phone" and _NUMBER.match(link.text) else ""
            # Behind "Call" it is written for telephones.
            sure = TIMED if shown or label == "email" else WEAKEST
            item.add(label, shown or link.href[len(scheme) :].partition("?")[0], strength=sure)
    # "[HTML] university.example", beside a paper.
    if _FILE.match(link.text) or any("".join(words_of(name)) == "fulltext" for name in link.names):
        item.add("full text url", page.absolute(link.href), strength=SHAPED)
    if words_of(link.text) in _TO_SITES and page.is_elsewhere(link.href):
        item.add("website", link.href, strength=TIMED)
    said = link.text.lower().rstrip("/")
    host = host_of(link.href) if said in link.href.lower() or "url" in link.names else ""
    # The site of who wrote a comment, as blogs mark it up.
    if host and "url" in link.names:
        item.add("website", link.href, strength=SHAPED)
    if host and said in {host, host.removeprefix("www.")}:
        item.add("website", link.href, strength=TIMED)
        item.add("domain", link.text, strength=WEAKEST)
