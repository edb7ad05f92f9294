"""
The page as one thing: everything that it says of its subject, in one item.

Data about things of the asked type comes first, then what is written on the page, then its meta elements.
What belongs to others lends nothing: navigation, side columns, comments, authors, and the cards of lists
such as related products.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.cards import read_main
from airflow_provider.local.reading.data.facts import DATA, HEADING, HINTED, SHAPED, STATED, TIMED, WEAKEST, Fact, Item
from airflow_provider.local.reading.data.flatten import flatten
from airflow_provider.local.reading.data.meta import add_page, read_meta
from airflow_provider.local.reading.data.state import read_state_of
from airflow_provider.local.reading.sidebars import said_beside
from airflow_provider.local.reading.tree.nodes import HEADINGS, without
from airflow_provider.local.reading.tree.page import TITLE_PARTS
from airflow_provider.local.reading.words.currencies import currency_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.names import SYNONYM, match, vocabulary_of
from airflow_provider.local.reading.words.values import cast, is_duration
from airflow_provider.local.reading.written.flags import add_button
from airflow_provider.local.reading.written.prices import price_and_old_price, price_near
from airflow_provider.local.reading.written.pricing import drop_regular_price
from airflow_provider.local.reading.written.sums import find_sums

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from airflow_provider.local.reading.data.things import Thing
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words
    from airflow_provider.local.reading.words.values import Scalar

_CARDS = 3
# Who has these names gives way to whomever else the page calls its author.
_ACCOUNTS = re.compile(r"(?:^|[\W_])(?:(?:wp)?admin|administrator|webmaster|root)(?:$|[\W_])", re.IGNORECASE)
# In data it may be a thousand or a little over one.
_THOUSAND = re.compile(r"^\d{1,3}\.\d{3}$")
_WORD = re.compile(r"\w+")
_PREPARING, _COOKING = ("prep", "time"), ("cook", "time")
_TIMES = (_PREPARING, _COOKING, ("total", "time"), ("resting", "time"))
# What a thing has several of, each in an element of its own.
_REPEATED = frozenset({"ingredient", "instruction", "step", "direction", "tag", "keyword", "category"})


_OF_PRICES = frozenset({"price", "currency"})
# What these say overrules data that is out of date.
_ALWAYS = (("price",), ("old", "price"), ("availability",))


def read_subject(
    page: Page,
    things: Sequence[Thing],
    lists: Sequence[Records],
    words: set[str],
    *,
    left_by: Callable[[Item], frozenset[str]],
) -> Item:
    """
    Return what *page* says of its subject, which *things* are data of; *words* are those of prompt and fields.

    What an item of data leaves to the page is told by *left_by*, in words of labels; what is left by nothing is all
    that is asked for.
    """
    item = Item()
    asked = left_by(item)
    for thing in things:
        item.facts += [_without_site(fact, page) for fact in flatten(thing, page).facts]
    of_page = Item()
    add_page(of_page, page, words)
    told = [fact for fact in (*item.facts, *of_page.facts) if fact.strength >= DATA and not _is_account(fact)]
    nodes = _main_nodes(page, lists)
    card = read_main(nodes, page, wanted=left_by(Item(told)) | (vocabulary_of(_ALWAYS) & asked))
    item.facts = _without_samples([*item.facts, *_unambiguous(card.facts)])
    _add_offer(item, nodes, page, asked)
    # The site's name is none of what is on it.
    if page.heading is not None and not page.is_headed_by_site:
        heading = page.heading.text if page.heading.tag in HEADINGS else page.heading.lines[0]
        item.add("title", heading, strength=HEADING if _spoken(heading) in _spoken(page.title) else TIMED)
    item.facts += read_meta(page).facts
    if page.heading is not None:
        item.facts += _in_whole_units(read_state_of(page, page.heading.text).facts, item)
    item.facts += of_page.facts + said_beside(page)
    _add_total_time(item)
    if any(_is_author(fact) and not _is_account(fact) for fact in item.facts):
        item.facts = [fact for fact in item.facts if not _is_account(fact)]
    return item


def _spoken(text: str) -> str:
    """Return *text* without the signs between its words, which a title need not have as a heading does."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _is_author(fact: Fact) -> bool:
    return any(match(("author",), label) >= SYNONYM for label in fact.labels)


def _is_account(fact: Fact) -> bool:
    """Tell whether *fact* names but an account as the author."""
    return _is_author(fact) and _ACCOUNTS.search(str(fact.value)) is not None


def _add_total_time(item: Item) -> None:
    """Add how long preparing and cooking take together, where *item* says both, and of no other time."""
    times: dict[Words, set[Scalar]] = {}
    for fact in (fact for fact in item.facts if fact.strength >= HINTED):
        text, label = str(fact.value), fact.labels[-1]
        known = next((field for field in _TIMES if match(field, label) >= SYNONYM), label)
        if known not in _TIMES and (label[-1:] != ("time",) or "video" in label):
            continue
        if (text.startswith("PT") or is_duration(text)) and (minutes := cast(text, "number", hint=_COOKING)):
            times.setdefault(known, set()).add(minutes)
    told = [one for minutes in times.values() for one in minutes]
    if times.keys() == {_PREPARING, _COOKING} and len(told) == len(times):
        item.add("total time", f"PT{sum(map(round, map(float, told)))}M", strength=WEAKEST)


def _without_samples(facts: Sequence[Fact]) -> list[Fact]:
    """Return *facts* without lists of data of which the page has all, and as much again, under such a label."""
    found = list(facts)
    for field in (("ingredient",), ("instruction",)):
        lists = [fact for fact in facts if any(match(field, label) >= SYNONYM for label in fact.labels)]
        written = [str(fact.value).lower() for fact in lists if fact.strength == STATED]
        for fact in (fact for fact in lists if fact.strength == DATA):
            text = str(fact.value).lower()
            parts = text.split(", ")
            whole = [one for one in written if len(one) > 2 * len(text) and all(part in one for part in parts)]
            # What stands before all of it is of something else.
            if text not in written and any(len(parts) == 1 or text not in one[1:] for one in whole):
                found.remove(fact)
    return found


def _in_whole_units(facts: Sequence[Fact], item: Item) -> list[Fact]:
    """Return *facts* with prices that scripts count in cents as *item* has them, if its price tells that they do."""
    shown = {cast(fact.value, "number") for fact in item.facts if fact.labels[0] == ("price",)}
    counted = {fact.value for fact in facts if fact.labels[0] == ("price",) and isinstance(fact.value, int)}
    if not any(isinstance(one, (int, float)) and round(100 * one) in counted for one in shown):
        return list(facts)
    return [
        replace(fact, value=fact.value / 100) if "price" in fact.labels[0] and isinstance(fact.value, int) else fact
        for fact in facts
    ]


def _without_site(fact: Fact, page: Page) -> Fact:
    """Return *fact*, of a name such as "Walnut Cake | My Site" up to what divides it, where that is the heading."""
    if fact.labels[-1] not in {("name",), ("headline",)} or page.heading is None:
        return fact
    name, *rest = TITLE_PARTS.split(str(fact.value))
    return replace(fact, value=name) if rest and name == page.heading.text else fact


def _main_nodes(page: Page, lists: Sequence[Records]) -> list[Node]:
    """Return the elements that speak of the subject: not boilerplate, and no cards of other things."""
    excluded: set[int] = set()
    for one in lists:
        records = one.records
        leaders = [record[0] for record in records]
        # Parts of a page of which one has its heading are not cards of other things.
        if any(_is_headed(leader, page.heading) for leader in leaders):
            continue
        if len(records) >= _CARDS and len(records[0]) == 1 and all(_is_card(leader) for leader in leaders[:_CARDS]):
            excluded |= {leader.place for leader in leaders}
    if heading := page.heading:
        cells = [cell for row in heading.up() if row.tag == "tr" for cell in row.children if not cell.holds(heading)]
        # A menu has more links than other lines.
        excluded |= {cell.place for cell in cells if _CARDS < len(cell.inside("a")) > len(cell.lines) / 2}
    return without(page.nodes, lambda node: node.boilerplate or node.place in excluded)


def _is_headed(node: Node, heading: Node | None) -> bool:
    """Tell whether *node* has the *heading* of the page, or another one that says the same."""
    return heading is not None and (
        node.holds(heading) or any(one.text == heading.text for one in node.inside(*HEADINGS))
    )


def _is_card(node: Node) -> bool:
    """Tell whether *node* presents another page: a link with a picture, a heading or a price."""
    inner = list(node.below())
    # What has several headings of one rank is a section of the page.
    if any(len(node.inside(rank)) >= _CARDS for rank in HEADINGS):
        return False
    links = any(one.tag == "a" and one.attrs.get("href", "#")[:1] != "#" for one in (node, *inner))
    return links and any(
        (one.tag in {*HEADINGS, "img", "p"} and node.tag != "a") or form_of(one.text) == "price" for one in inner
    )


def _unambiguous(facts: Sequence[Fact]) -> list[Fact]:
    """Return *facts* without those that occur with different values and so describe several things."""
    values: dict[tuple[Words, int], set[str]] = {}
    for fact in facts:
        values.setdefault(fact.column, set()).add(_plain(fact))
    # "Ann Oak, our correspondent" is Ann Oak.
    for told in (told for told in values.values() if len(told) > 1):
        told -= {one for one in told if any(one.startswith(f"{other}, ") for other in told)}
    return [
        fact
        for fact in facts
        if (
            len(values[fact.column]) <= (1 if fact.strength <= HINTED else 2)
            or (fact.column[0][-1] in _REPEATED and fact.strength == HINTED)
        )
        and _plain(fact) in values[fact.column]
    ]


def _plain(fact: Fact) -> str:
    return " ".join(str(fact.value).lower().split())


def _add_offer(item: Item, nodes: Sequence[Node], page: Page, asked: frozenset[str]) -> None:
    """Add what the thing costs, and whether it can be bought, where labels with words that are *asked* say that."""
    if not asked.isdisjoint(_OF_PRICES):
        _add_prices(item, nodes, page)
    if "availability" in asked:
        _add_buttons(item, nodes)


def _add_prices(item: Item, nodes: Sequence[Node], page: Page) -> None:
    """Add the price that is written nearest to the heading; it overrules data that still has the old one."""
    # What stands beside what can be chosen is the price of that.
    told = without(nodes, lambda node: node.hidden or _is_listing(node))
    own = without(told, lambda node: node.tag == "label" or (node.href[:1] not in {"", "#"} and node.inside("span")))
    sums = find_sums(own, comma=page.comma)
    sums = sums or find_sums(told, comma=page.comma)
    price, old = price_near(sums, page.heading.place) if page.heading is not None else price_and_old_price(sums)
    item.add("price", price, strength=HINTED)
    item.add("old price", old, strength=HINTED)
    drop_regular_price(item)
    # Of several prices none may be meant, and all be in one currency.
    currencies = {currency_of(one, page.language) for one in ([price] if price else [one.text for one in sums])}
    item.add("currency", currencies.pop() if len(currencies) == 1 else None, strength=SHAPED)
    # Data that has nothing, or what no longer holds, for a price is out of date.
    stale = [cast(one, "number", hint=("price",), comma=page.comma) for one in (old, "0") if price and one]
    # So has data what the page says to be another price: the lowest of the last days, or that of a catalogue.
    meant = {one.number for one in sums if one.role in {"plain", "now"}}
    stale += [one.number for one in sums if price and old and one.role == "other" and one.number not in meant]
    item.facts = [fact for fact in item.facts if not (_is_price_in_data(fact) and _gives_way(fact.value, price, stale))]


def _is_price_in_data(fact: Fact) -> bool:
    return fact.strength >= DATA and "price" in fact.labels[-1] and "old" not in fact.labels[-1]


def _gives_way(value: Scalar, shown: str | None, stale: Sequence[Scalar | None]) -> bool:
    """Tell whether *value* is *stale*, or has two readings between which the price *shown* decides."""
    return cast(value, "number", hint=("price",)) in stale or bool(shown and _THOUSAND.match(str(value)))


def _is_listing(node: Node) -> bool:
    """Tell whether *node* is a table of several rows under a header, such as offers or discounts by quantity."""
    rows = [one for one in node.below() if one.tag == "tr"] if node.tag == "table" else []
    return len(rows) > 2 and len(rows[0].children) > 1 and all(cell.tag == "th" for cell in rows[0].children)  # noqa: PLR2004 - a header and one offer


def _add_buttons(item: Item, nodes: Sequence[Node]) -> None:
    """Add that the thing can be bought; without that, data that has it in stock gives way to what the page says."""
    if add_button(item, nodes):
        return
    stock = {
        fact.strength >= DATA: cast(fact.value, "boolean") for fact in item.facts if ("availability",) in fact.labels
    }
    if stock.get(True) and stock.get(False) is False:
        # Data that has in stock what the page says is not, and does not sell, is out of date.
        item.facts = [fact for fact in item.facts if fact.strength < DATA or ("availability",) not in fact.labels]
