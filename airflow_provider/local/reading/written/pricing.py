"""What prices of a record say of each other: a label of each, the end of a range, what nobody reduced, what has tax."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, STATED, WEAKEST, Item
from airflow_provider.local.reading.ends import end_in
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.words.money import GROSS, MONEY, NET, OF_MONEY
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.prices import from_others, range_of, rates_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.written.sums import Sum

_RANGE = ("price", "range")
_SENTENCES = re.compile(r"(?<=\d)\.\s")
_EACH = patterns("prices")
_RENT = re.compile(
    rf"{MONEY.pattern}\s?(?:(?P<monthly>{_EACH['per month']})|(?P<weekly>{_EACH['per week']}))", re.IGNORECASE
)


def state_prices(item: Item, sums: Sequence[Sum], nodes: Sequence[Node]) -> None:
    """Add to *item* what *sums* in *nodes* are a range of, and what includes tax, and remove what is no price of it."""
    _add_range(item, range_of(sums), *rates_in(nodes))
    item.facts = [one for one in item.facts if one.labels[-1] != _RANGE or one.value not in from_others(sums)]
    _add_rents(item, nodes)
    drop_regular_price(item)
    _add_gross_price(item, nodes)


def _add_range(item: Item, told: tuple[str, str] | None, rates: str, first: str) -> None:
    """Add *rates*, and as the price, if *item* has none, the lower end of the range *told*, or the *first* of them."""
    if all(fact.labels[-1] != ("price",) for fact in item.facts):
        ranges = {str(fact.value) for fact in item.facts if fact.labels[-1] == _RANGE}
        if told:
            # Those who cannot see may hear it in other words: "£8 through £12".
            item.facts = [fact for fact in item.facts if fact.labels[-1] != _RANGE]
            item.add("price range", told[0], strength=SHAPED)
            item.add("price", told[1], strength=WEAKEST)
        item.add("price", end_in(ranges.pop(), ("from",)) if len(ranges) == 1 else None, strength=WEAKEST)
        item.add("price", first, strength=SHAPED)
    item.add("price range", rates, strength=STATED)


def _add_rents(item: Item, nodes: Sequence[Node]) -> None:
    """Add what *nodes* say that a week costs, and beside it a month; of both, the first is the price of *item*."""
    told: dict[str, dict[str, None]] = {}
    for text in (node.text for node in nodes if node.own and node.is_short and OF_MONEY.search(node.text)):
        for one in _RENT.finditer(text):
            told.setdefault(f"{one.lastgroup} rent", {})[one[0]] = None
    rents = {label: next(iter(each)) for label, each in told.items() if len(each) == 1}
    # A month alone may be what is paid by and by.
    for label, rent in rents.items() if "weekly rent" in rents else ():
        item.add(label, rent, strength=SHAPED)
    is_priced = any(fact.labels[-1] == ("price",) for fact in item.facts)
    item.add("price", next(iter(rents.values())) if len(rents) > 1 and not is_priced else None, strength=SHAPED)


def drop_regular_price(item: Item) -> None:
    """Remove what is regularly asked for where it is the only price: nothing was reduced."""
    old = [fact for fact in item.facts if match(("old", "price"), fact.labels[-1]) >= SYNONYM]
    prices = {_sum_in(str(fact.value)) for fact in item.facts if fact.labels[-1] == ("price",)}
    if len(prices) == 1 and prices.issuperset(_sum_in(str(fact.value)) for fact in old):
        item.facts = [fact for fact in item.facts if fact not in old]
        item.add("unreduced", bool(old) or None, strength=WEAKEST)


def _add_gross_price(item: Item, nodes: Sequence[Node]) -> None:
    """Add that the price of *item* includes tax, where an element of *nodes* says just that: "incl. VAT"."""
    told = [fact for fact in item.facts if fact.labels[-1] == ("price",)]
    surest = max((fact.strength for fact in told), default=WEAKEST)
    prices = {str(fact.value) for fact in told if fact.strength == surest}
    said = [node.text for node in nodes if node.own and node.is_short] if len(prices) == 1 else []
    if any(map(GROSS.match, said)) and not any(map(NET.match, said)):
        item.add("gross price", prices.pop(), strength=WEAKEST)


def _sum_in(text: str) -> str:
    """Return the sum in *text*, without "from", or the star that leads to a note about taxes."""
    found = MONEY.search(text)
    return (found[0] if found else text).strip("* ")


def told_sums(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """Yield labels and sums of lines in *nodes* such as "Rent € 900", "Original price € 90. Current price € 70."."""
    for node in nodes:
        if node.is_short and not node.children:
            yield from _told_by(node)


@kept
def _told_by(node: Node) -> list[tuple[str, str]]:
    """Return labels and sums of *node*, a line with sums of money, if each sentence of it ends in one."""
    parts = _SENTENCES.split(node.text) if OF_MONEY.search(node.text) else []
    found = [(part[: one.start()], one[0].strip(" .")) for part in parts if (one := MONEY.search(part))]
    is_led = len(parts) == len(found) == 1 and words_of(found[0][0]) in PHRASES and parts[0].endswith(found[0][1])
    return found if len(found) == len(parts) > 1 or is_led else []
