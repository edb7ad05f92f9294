"""
Which sums of money on a page are prices, and which of them holds now.

Judges a sum by how it is struck out, by the words before it and by the roles that class names give it. A
role never is a value; several sums that all claim to be the price are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal

from airflow_provider.local.reading.forms import MONEY, form_of
from airflow_provider.local.reading.nodes import FEW_PIECES
from airflow_provider.local.reading.values import cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.nodes import Node

Role = Literal["now", "plain", "listed", "old", "other"]

# So far up, what a sum stands in may still be about it alone.
_NEAR = 3
_WORDED = re.compile(
    r"^(?:(?:was|were|now|only|sale|special|regular|list|retail|original|current|our|price|is|before|statt"
    r"|uvp|rrp|msrp|today|today's|normal|old|new"
    r"|compare|at|instead|of|avant|antes|prix|preis|precio|prezzo|save|you)[\s:.]{1,3}){1,4}(\S.{0,30})$",
    re.IGNORECASE,
)
_STRUCK = frozenset({"del", "s", "strike"})
_OLD = re.compile(
    r"(?:^|[\W_])(?:old|was|were|strike\w*|original\w*|before|rrp|msrp|uvp|crossed|compare\w*|previous\w*"
    r"|prior|statt|vorher|instead"
    r"|line-?through|before|antes|avant|prezzo pieno|barr[ée]e?)(?:$|[\W_])",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:^|[\W_])(?:regular|list|retail|standard|full|normal|base)(?:$|[\W_])", re.IGNORECASE)
_NOW = re.compile(
    r"(?:^|[\W_])(?:sale|special|current|now|final|our|deal|today|reduced|discounted|actual|new|offer)(?:$|[\W_])",
    re.IGNORECASE,
)
_OTHER_CLASS = re.compile(
    r"(?:^|[\W_])(?:sav(?:e|ing)s?|shipping|delivery|install\w*|unit|per|klarna|affirm|afterpay|deposit|tax"
    r"|vat|monthly|points"
    r"|financ\w*|subscri\w*|minicart|subtotal|gift|coupon|fee)(?:$|[\W_])",
    re.IGNORECASE,
)
_OTHER_BEFORE = re.compile(
    r"(?:sav(?:e|ing)s?|shipping|delivery|over|above|under|below|minimum|deposit|payments? of"
    r"|instal\w*(?: of)?|worth|of|earn|off|plus|\+|tax|vat|up to|than|with)\W{0,3}$",
    re.IGNORECASE,
)
_OTHER_AFTER = re.compile(
    r"^\W{0,3}(?:/\s?(?!each|item|piece|pair|set|ea\b)|off\b|shipping|delivery|per (?!item|piece|pair|night"
    r"|person|set)|p/m|x \d|each month|a month|month|saved|points|or more|and (?:up|over|under))",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_RANGE_BEFORE = re.compile(r"\d\W{0,6}(?:-|\u2013|\u2014|\bto)\s*$")
_RANGE_AFTER = re.compile(r"^\s*(?:-|\u2013|\u2014|to)\s*\W{0,3}\d")


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of money as it is written, where, and what it is the price of."""

    node: Node
    text: str
    role: Role
    number: float | None


def find_sums(nodes: Sequence[Node], *, comma: bool) -> list[Sum]:
    """Return the sums in *nodes*, each where it stands innermost."""
    found: list[tuple[Node, str]] = []
    for node in nodes:
        if 0 < node.end - node.start <= FEW_PIECES and (text := _sum_of(node)):
            # What holds another one has the same sum, with words around it, unless it struck that one out.
            while found and found[-1][0].holds(node) and not _is_struck(node):
                found.pop()
            found.append((node, text))
    sums: list[Sum] = []
    for node, text in found[:500]:
        number = cast(text, "number", hint=("price",), comma=comma)
        role = _role(node)
        # After one that is struck out, "to" leads to the price, and does not end a range.
        if role in {"plain", "now", "listed"} and _is_bound(node) and not (sums and sums[-1].role == "old"):
            role = "other"
        sums.append(Sum(node, text, role, number if isinstance(number, (int, float)) else None))
    return sums


def _sum_of(node: Node) -> str:
    """Return the sum that *node* states and nothing else but a few words; what it strikes out is not meant."""
    text = _written(node)
    if not text or not any(sign.isdigit() for sign in text):
        return text if _is_free(node) else ""
    said = text if form_of(text) == "price" else _WORDED.sub(r"\1", text)
    found = MONEY.search(said) if form_of(said) == "price" else None
    return found[0].strip() if found else ""


def price_and_old_price(sums: Sequence[Sum]) -> tuple[str | None, str | None]:
    """Return the price that holds and the one that did, as they are written; None where that is not plain."""
    listed = [one for one in sums if one.role == "listed"]
    now = [one for one in sums if one.role == "now"] or [one for one in sums if one.role == "plain"] or listed
    price = _single(now)
    old = _single([one for one in sums if one.role == "old"])
    if old is None and price is not None:
        old = _single([one for one in listed if one.number != price.number])
    return (price.text if price else None, old.text if old else None)


def price_near(sums: Sequence[Sum], after: int) -> tuple[str | None, str | None]:
    """Return the prices of the first place behind element number *after* that states one."""
    telling = [one for one in sums if one.role != "other"]
    behind = [one for one in telling if one.node.place > after] or telling
    found: tuple[str | None, str | None] = (None, None)
    for first in behind[:1]:
        for block in (first.node, *islice(first.node.up(), _NEAR)):
            inside = price_and_old_price([one for one in telling if block.holds(one.node)])
            if found[0] is not None and inside[0] != found[0]:
                break
            found = inside
    return found


def _is_free(node: Node) -> bool:
    named = node.attrs.get("class", "")[:200].lower()
    return ("price" in named or "cost" in named) and node.text.lower() in {"free", "gratis", "kostenlos"}


def _single(sums: Sequence[Sum]) -> Sum | None:
    numbers = {one.number for one in sums if one.number is not None}
    return next(one for one in sums if one.number is not None) if len(numbers) == 1 else None


def _written(node: Node) -> str:
    """Return the text of *node* without what is struck out, with a point before cents that only markup sets apart."""
    pieces = node.pieces[node.start : node.end]
    for child in node.children:
        if _is_struck(child):
            pieces[child.start - node.start : child.end - node.start] = [" "] * (child.end - child.start)
    kept = [stripped for piece in pieces if (stripped := piece.strip())]
    for at in range(1, len(kept)):
        cents = kept[at].isdigit() and len(kept[at]) == 2  # noqa: PLR2004 - two digits
        if cents and kept[at - 1][-1].isdigit() and "." not in kept[at - 1]:
            kept[at] = f".{kept[at]}"
            return "".join(kept)
    return " ".join("".join(pieces).split())


def _after(node: Node) -> str:
    return "".join(node.pieces[node.end : node.end + 3])[:20]


def _is_bound(node: Node) -> bool:
    return bool(_RANGE_BEFORE.search(node.before()) or _RANGE_AFTER.match(_after(node)))


def _is_struck(node: Node) -> bool:
    return node.tag in _STRUCK or "line-through" in node.attrs.get("style", "")[:500]


def _role(node: Node) -> Role:
    role: Role = "plain"
    if any(_is_struck(one) for one in (node, *node.up())):
        return "old"
    for one in (node, *islice(node.up(), _NEAR - 1)):
        named = _role_of(" ".join(one.attrs.get(name, "")[:200] for name in ("class", "id", "aria-label")))
        if named in {"old", "other"}:
            return named
        role = named if role == "plain" else role
    # What stands before another number speaks of that one.
    words = f"{_DIGIT.split(node.before())[-1]} {_DIGIT.split(node.text)[0]}"
    said = _role_of(words)
    if said in {"old", "listed", "now"}:
        return said
    return "other" if _OTHER_BEFORE.search(words) or _OTHER_AFTER.match(_after(node)) else role


@lru_cache(maxsize=4096)
def _role_of(words: str) -> Role:
    """Return the role that *words* give to a price."""
    if _OLD.search(words):
        return "old"
    if _NOW.search(words):
        return "now"
    if _LISTED.search(words):
        return "listed"
    return "other" if _OTHER_CLASS.search(words) else "plain"
