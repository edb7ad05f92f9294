"""
Which of several sums of money are the price that holds now and the one that did.

Several sums that all claim to be the price are none.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.nodes import FEW_PIECES
from airflow_provider.local.reading.tree.visibility import is_struck_in
from airflow_provider.local.reading.words.currencies import currency_of
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.money import MONEY, OF_MONEY, PRICE
from airflow_provider.local.reading.words.values import FREE
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.roles import is_named
from airflow_provider.local.reading.written.sums import NO_SUM, role_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.written.sums import Sum

# Of two sums side by side, a lower part of the higher one is rather a rate or a deposit.
_LOWEST_PART = 0.25
# So far up, what a sum stands in may still be about it alone.
_NEAR = 3
_CELLS = frozenset({"td", "th", "dd"})
_REGULAR = re.compile(r"original|regular|normal|standard|full[-_]?price", re.IGNORECASE)
_RECOMMENDED = re.compile(rf"(?:^|[\W_]){patterns('prices')['recommended']}(?:$|[\W_])", re.IGNORECASE)
_AT_ONCE = re.compile(patterns("prices")["at once"], re.IGNORECASE)
# What leads from one end of a range to the other.
_TO = re.compile(rf"^\W*{patterns('prices')['to']}\W*$", re.IGNORECASE)
_AT_LEAST = re.compile(rf"{patterns('prices')['from']}\s{MONEY.pattern}", re.IGNORECASE)
_FROM = re.compile(rf"(?<!\w)(?:{patterns('prices')['from']}|as low as)\W*$", re.IGNORECASE)
_WITH = re.compile(r"with (?:an? |your )?([^\W\d_]{3,20})(?: card)?$", re.IGNORECASE)
# "-20%", "You save 20%", and how exact that is.
_SHARE = re.compile(r"(?<![\d.,])(\d{1,2})\s?%")
_SHORT = 20
_ROUNDED = 0.011
# How much less it is, beside two sums.
_CUT = re.compile(r"^(?:\(?[-\u2212]?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?)?$")


def price_and_old_price(sums: Sequence[Sum]) -> tuple[str | None, str | None]:
    """Return the price that holds and the one that did, as they are written; None where that is not plain."""
    listed = [one for one in sums if one.role == "listed"]
    now = [one for one in sums if one.role == "now"] or [one for one in sums if one.role == "plain"] or listed
    price = _single(now)
    if now and price is None and (pair := _side_by_side([one for one in sums if one.role != "other"])):
        return pair
    # Beside a bid may stand for what one can have it at once.
    price = price or _single([one for one in now if is_named(one.node)]) or _single(_without_lower(now))
    price = price or _single([one for one in now if not _AT_ONCE.search(_called(one.node))])
    old = _single([one for one in sums if one.role == "old"])
    if old is None and price is not None:
        old = _single([one for one in listed if one.number != price.number])
    # What is regularly asked for, alone or beside what members pay, is the price.
    is_other = any(one.role == "other" for one in sums)
    is_only = price is None and not range_of(sums)
    if is_only and old is not None and (is_other or _is_regular(old)) and not is_struck_in(old.node):
        return old.text, None
    if price is None and old is None and (pair := _struck_and_not(sums)):
        return pair
    if price is None and old is None:
        return next((one.text for one in sums if NO_SUM.match(one.text)), None), None
    return (price.text if price else None, old.text if old else None)


def _without_lower(sums: Sequence[Sum]) -> list[Sum]:
    """Return *sums* but for lower ones behind the first, from which on many are sold: "as low as £5"."""
    highest = max((one.number or 0 for one in sums[:1]), default=0)
    return [one for one in sums if (one.number or 0) >= highest or not _FROM.search(one.node.before())]


def pair_of_cut(sums: Sequence[Sum], nodes: Sequence[Node]) -> tuple[str, str] | None:
    """Return the lower and the higher of two *sums* that are as far apart as the only percentage in *nodes* says."""
    told = {found[1] for one in nodes if one.own and len(one.text) <= _SHORT and (found := _SHARE.search(one.text))}
    by_number = {one.number: one.text for one in sums if one.number}
    if len(told) != 1 or len(by_number) != 2:  # noqa: PLR2004 - a price and an old one
        return None
    low, high = sorted(by_number)
    is_cut = abs(low / high - 1 + int(told.pop()) / 100) <= _ROUNDED
    return (by_number[low], by_number[high]) if is_cut else None


def _struck_and_not(sums: Sequence[Sum]) -> tuple[str, str] | None:
    """Return the price of two *sums* that classes call old, and the other one, which alone is struck out."""
    called = sums if {one.role for one in sums} == {"old"} else ()
    price = _single([one for one in called if not is_struck_in(one.node)])
    old = _single([one for one in called if is_struck_in(one.node)])
    return (price.text, old.text) if price is not None and old is not None else None


def is_recommended(sums: Sequence[Sum], old: str | None) -> bool:
    """Tell whether words before that of *sums* which is the *old* price, or its classes, say that a maker named it."""
    return any(
        _RECOMMENDED.search(" ".join((one.node.before(), *(name for node in _around(one) for name in node.names))))
        for one in sums
        if one.text == old and one.role in {"old", "listed"}
    )


def member_prices(sums: Sequence[Sum]) -> list[tuple[str, str]]:
    """Return by their names the prices among *sums* of those who have something: "£1.10 with Nectar"."""
    behind = [(one, _WITH.match(one.node.after(one.node.end + FEW_PIECES))) for one in sums if one.role == "other"]
    return [(f"{found[1]} price", one.text) for one, found in behind if found]


def _called(node: Node) -> str:
    """Return what the classes of *node*, and the words before it, call it."""
    return " ".join((*node.names, node.before()))


def _around(one: Sum) -> tuple[Node, ...]:
    """Return the element of *one* sum, and those around it that may still be about it alone."""
    return one.node, *islice(one.node.up(), _NEAR - 1)


def _is_regular(one: Sum) -> bool:
    """Tell whether only a class calls *one* regular or original, and nothing that it was asked for before."""
    names = " ".join(name for node in _around(one) for name in node.names)
    return _REGULAR.search(names) is not None and role_of(one.node.before()) == "plain" == role_of(one.node.text)


def _side_by_side(sums: Sequence[Sum]) -> tuple[str, str] | None:
    """Return the lower and the higher of just two plain sums with nothing between them: only style strikes one out."""
    if len(sums) != 2 or {one.role for one in sums} != {"plain"}:  # noqa: PLR2004 - a price and an old one
        return None
    first, second = (one.node for one in sums)
    between = "".join(first.pieces[first.end : second.start])
    low, high = sorted(sums, key=lambda one: one.number or 0)
    signs = {currency_of(one.text, "") for one in sums}
    # Cells have columns that tell their roles.
    around = f"{first.before()}{between}{second.after(second.end + _NEAR)}".strip()
    beside = first.parent in {second.parent, second.parent.parent if second.parent is not None else None}
    alone = beside and first.tag not in _CELLS and _CUT.match(around)
    likely = (low.number or 0) >= _LOWEST_PART * (high.number or 0)
    return (low.text, high.text) if alone and likely and len(signs) == 1 else None


def range_of(sums: Sequence[Sum]) -> tuple[str, str] | None:
    """Return the range that *sums*, but for old ones, are the ends of, with only "to" between, and its lower end."""
    ends = [one for one in sums if one.role != "old"]
    if len(ends) != 2 or any(one.number is None for one in ends):  # noqa: PLR2004 - two ends
        return None
    low, high = ends
    between = "".join(low.node.pieces[low.node.end : high.node.start])
    is_range = _TO.match(between) and (low.number or 0) < (high.number or 0)
    return (" ".join(f"{low.text} {between} {high.text}".split()), low.text) if is_range else None


def from_others(sums: Sequence[Sum]) -> set[str]:
    """Return the lines of *sums* that say from what another one is sold, such as one that was opened before."""
    told = {node.text for one in sums if one.role == "other" for node in (one.node, *islice(one.node.up(), 1))}
    return set(filter(_AT_LEAST.fullmatch, told))


def price_near(sums: Sequence[Sum], after: int) -> tuple[str | None, str | None]:
    """Return the prices of the first place behind element number *after* that states one."""
    telling = [one for one in sums if one.role != "other"]
    behind = [one for one in telling if one.node.place > after] or [one for one in telling if one.number]
    found: tuple[str | None, str | None] = (None, None)
    for first in behind[:1]:
        for block in (first.node, *islice(first.node.up(), _NEAR)):
            inside = price_and_old_price([one for one in telling if block.holds(one.node)])
            if found[0] is not None and found[0] not in inside and first.role != "listed":
                break
            found = inside if inside[0] is not None else (found[0], inside[1] or found[1])
    return found


def _single(sums: Sequence[Sum]) -> Sum | None:
    numbers = {one.number for one in sums if one.number is not None}
    return next(one for one in sums if one.number is not None) if len(numbers) == 1 else None


def rates_in(nodes: Sequence[Node]) -> tuple[str, str]:
    """
    Return the line of *nodes* that says what some and others pay, "£20 / Free for members", or "From £9".

    What most pay is returned with it, where words tell who pays the other sum: "£14 / £9 concessions".
    """
    return next((told for node in nodes if node.own and node.is_short and (told := _rates_of(node))), ("", ""))


@kept
def _rates_of(node: Node) -> tuple[str, str] | None:
    """Return what *node* says that some and others pay, or all at least, and of the first what most pay."""
    first, slash, others = node.text.partition(" / ")
    if not slash or not OF_MONEY.search(node.text):
        return (node.text, "") if _AT_LEAST.fullmatch(node.text) else None
    is_told = MONEY.fullmatch(first) or (MONEY.search(first) and split_pair(first) and split_pair(others))
    if not is_told or not (FREE.match(others.partition(" ")[0]) or MONEY.search(others)):
        return None
    return node.text, first if MONEY.fullmatch(first) and not PRICE.match(others) else ""
