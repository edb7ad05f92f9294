"""
The sums of money in elements of a page as they are written, and what each of them is the price of.

Judges a sum by how it is struck out, by the words before it and by the roles that class names give it. A
role never is a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal

from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import BREAK
from airflow_provider.local.reading.tree.visibility import is_struck, is_struck_in
from airflow_provider.local.reading.words.figures import with_decimals
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.money import BEFORE_PRICE, MONEY, OF_MONEY, is_net
from airflow_provider.local.reading.words.values import FREE, PENNIES, cast
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.roles import is_named, role_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

Role = Literal["now", "plain", "listed", "old", "other"]

# A longer text says more than what something costs.
_MOST = 160
# So far up, what a sum stands in may still be about it alone.
_NEAR = 3
# Of so many characters may be what stands behind a sum, and says of what it is.
_LABEL = 20


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[\W_])(?:{words})(?:$|[\W_])", re.IGNORECASE)


# Words that give a sum its role, before it or as the names of elements; those right before and right after sums that
# are something else than a price; and those before a price that say which one it is.
_ANY = patterns("prices")
# The role that words give to a sum, by the first that occur: what names several things ("list-and-sale") gives none.
_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("plain", re.compile(r"[-_]and[-_]|price[-_]shipping", re.IGNORECASE)),
    ("other", _whole(_ANY["paid by and by"])),
    ("old", _whole(_ANY["old"])),
    ("now", _whole(_ANY["now"])),
    ("listed", _whole(_ANY["listed"])),
    ("other", _whole(f"{_ANY['no price']}|{_ANY['other']}")),
)
_BEFORE_OTHER = re.compile(rf"(?:{_ANY['no price']}|{_ANY['before other']})\W*$", re.IGNORECASE)
_OR = re.compile(rf"(?<!\w){_ANY['or']}\W*$", re.IGNORECASE)
_AFTER_OTHER = re.compile(rf"^\W*{_ANY['after other']}", re.IGNORECASE)
# What it cost at least in the last 30 days, which shops of the European Union state beside a sale.
_LOWEST = re.compile(rf"(?:{_ANY['lowest']}\D{{0,40}}\b30|\b30\D{{0,20}}{_ANY['lowest']})\D{{0,40}}$", re.IGNORECASE)
# What others ask for it: "9 used from".
_OFFERS = re.compile(rf"\d\s[^\W\d_][^\d]{{1,30}}\s{_ANY['from']}\W*$", re.IGNORECASE)
# What stands in the place of a price.
NO_SUM = re.compile(rf"^{_ANY['no sum']}\.?$", re.IGNORECASE)
_SELLERS = re.compile(rf"{_ANY['other sellers']}\W*$", re.IGNORECASE)
# A label that stands behind each sum, not before it.
_LABEL_AFTER = re.compile(
    rf"^\W*((?:{_ANY['old']}|{_ANY['now']}|{_ANY['listed']}) price)\b(?:\W{{0,3}}{MONEY.pattern}\W*(?:\w+ price\b))?"
    rf"(?!.{{0,40}}{MONEY.pattern})",
    re.IGNORECASE,
)
_WORDED = re.compile(
    rf"^(?:(?:{BEFORE_PRICE}|{_ANY['before price']})[\s:.]{{0,3}}){{1,4}}(\S.{{0,30}}?)"
    r"(?:\s+(?:to|now|a|à|auf)|\.\s[^\W\d_][^€£$]{0,30})?$",
    re.IGNORECASE,
)
# A class name that tells of another price in the same place.
_BESIDE = re.compile(
    r"(?<![\w-])(?:with|has|without|no)-[\w-]{1,40}"
    r"|[-_](?:with(?:out)?|(?:in|ex)cl(?:uding)?)[-_](?:tax|vat)(?![^\W_])",
    re.IGNORECASE,
)
# The last part of a name says what it is of: "price-shipping--price".
_BLOCKS_OF_PRICE = re.compile(r"(?<!\S)[\w-]{1,80}--(?=price(?!\S))", re.IGNORECASE)
# A box for the price, and below it what is said of the tax in it.
_WITH_TAX = re.compile(r"(?<![\w-])price-tax(?![\w-])", re.IGNORECASE)
# What would lead to the end of a range, without one, and from when to when a sum was asked.
_NO_END = re.compile(
    r"(?<=\d)\s?[-\u2013\u2014]$|\s?[\uff5e\u301c]$|(?<=\d)\s\([^\W\d]{2,10}\s\d\d?([./-])\d\d?\1\d{2,4}[^()]{0,40}\)$"
)
_PRICES = frozenset({"price", "unit price"})
_PLAIN = re.compile(rf"^(?:\d{{1,9}}[.,]\d\d|\d{{1,3}}(?:[\s.,'\u2019]\d{{3}}){{1,3}}[.,]\d\d|{PENNIES})$")
_WITH_POINTS = re.compile(r"\d\.\d{3}$")
# How much less it is, as a sum.
_LESS = re.compile(r"[-\u2212][^\s\w]?\d")
# So many sums may stand between what holds a sum and that, of which the last ones are struck out.
_BESIDE_STRUCK = 3
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d(?:[\d.,']{0,15}\d)?")
_COUNTS = re.compile(r"[\d¼½¾⅓⅔⅛]")
_CENTS = re.compile(r"[.,]?\d\d$")
_WITH_CENTS = re.compile(r"[.,]\d\d$")
_RANGE_BEFORE = re.compile(r"\d\W*(?:(?<![.,])[-\u2013\u2014]|\bto)\s*$")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# A sign before a percentage is that of a discount.
_RANGE_AFTER = re.compile(r"^\s*(?:[-\u2013\u2014]|to)\W*\d(?!\d?\s?%)")


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
        if node.is_short and (text := _sum_of(node)) and not any(map(_is_unchosen, (node, *node.up()))):
            if found and found[-1][0].holds(node) and found[-1][1].startswith(f"{text}."):
                continue  # without its cents
            # A part of a number, such as "49€99".
            around = "".join(_heard(found[-1][0])) if found and found[-1][0].holds(node) else ""
            if re.search(rf"\d{re.escape(text)}$", around):
                continue
            # What holds another one has the same sum, with words around it, unless its own ended before that one.
            while found and found[-1][0].holds(node) and not is_struck(node) and node.start < _end(found[-1][0]):
                found.pop()
            # Nor does what holds what is struck out, too.
            found[-_BESIDE_STRUCK:] = [
                one for one in found[-_BESIDE_STRUCK:] if one[1] != text or not one[0].holds(node)
            ]
            found.append((node, text))
    sums: list[Sum] = []
    # A price per unit or before tax is the price only where there is no other.
    whole = not all(_is_part(node) for node, _ in found)
    for node, text in found[:500]:
        number = cast(text, "number", hint=("price",), comma=comma)
        role = "other" if whole and _is_part(node) else _role(node)
        # A copy for those who cannot see has no label of its own.
        last = sums[-1] if sums else None
        is_copy = last is not None and last.number == number and form_of(last.node.text) != "unit price"
        after = last.node.end if last is not None and is_copy else node.end
        if last is not None and after <= node.start and not "".join(node.pieces[after : node.start]).strip():
            # What stands behind both, such as "/kg", is said of both.
            if role == "other" and form_of(node.text) != "unit price":
                sums[-1] = last = replace(last, role=role)
            role = last.role
        # After one that is struck out, "to" leads to the price, and does not end a range.
        if role != "old" and _is_bound(node) and not (last is not None and last.role == "old"):
            role = "other"
        sums.append(Sum(node, text, role, number if isinstance(number, (int, float)) else None))
    return sums


def _is_part(node: Node) -> bool:
    """Tell whether *node* says the price of a unit, or one before tax."""
    behind = _after(node)
    around = (one for one in (node, *islice(node.up(), _NEAR - 1)) if one.text == node.text)
    names = " ".join(_CAPITAL.sub("-", name) for one in around for name in role_names(one))
    # "Ex tax: £52", behind an old price, speaks of the next one.
    return form_of(node.text) == "unit price" or is_net(node.text, "" if ":" in behind else behind, names)


def _is_unchosen(node: Node) -> bool:
    """Tell whether *node* is one of several kinds, and not the chosen one."""
    return "false" in {node.attrs.get("aria-pressed"), node.attrs.get("aria-checked")}


@kept
def _sum_of(node: Node) -> str:
    """Return the sum that *node* states and nothing else but a few words; what it strikes out is not meant."""
    if FREE.match(node.text) or NO_SUM.match(node.text):
        return _written(node) if is_named(node) else ""
    is_sum = len(node.text) <= _MOST and _COUNTS.search(node.text) and not _LESS.match(node.text)
    if not is_sum or not (OF_MONEY.search(node.text) or is_named(node)):
        return ""
    text = _NO_END.sub("", _written(node))
    if _PLAIN.match(text) and is_named(node):
        return text
    worded = None if form_of(text) in _PRICES else _WORDED.match(text)
    said = worded[1] if worded else text
    found = MONEY.search(said) if form_of(said) in _PRICES else None
    return found[0].strip() if found else ""


def _written(node: Node) -> str:
    """Return the text of *node* without what is struck out, with a point before cents that only markup sets apart."""
    pieces = _heard(node)
    kept = [stripped for piece in pieces if (stripped := piece.strip())]
    for at in range(1, len(kept)):
        if _CENTS.match(kept[at]) and kept[at - 1][-1].isdigit() and not _WITH_CENTS.search(kept[at - 1]):
            # Behind thousands with points between them, decimals have a comma.
            kept[at] = f"{',' if _WITH_POINTS.search(kept[at - 1]) else '.'}{kept[at][-2:]}"
            return "".join(kept)
    return with_decimals(" ".join("".join(pieces).split()))


def _heard(node: Node) -> list[str]:
    """Return the text of *node* without what is struck out, or is shown beside a copy for those who cannot see."""
    end = _end(node)
    pieces = node.pieces[node.start : end]
    shown = [one for one in node.children if one.attrs.get("aria-hidden") == "true"]
    spoken = shown != [] and any(one not in shown and _has_money(one.text) for one in node.children)
    for child in node.below():
        # "Price reduced from", for those who cannot see.
        is_said = any(map(UNSEEN.search, child.names)) and not _DIGIT.search(child.text)
        # A footnote, where cents have two digits.
        is_said = is_said or (child.tag == "sup" and len(child.text) == 1)
        if child.end <= end and (is_said or is_struck(child) or (spoken and child in shown)):
            pieces[child.start - node.start : child.end - node.start] = [" "] * child.size
    return pieces


def _end(node: Node) -> int:
    """Return where the sum of *node* ends: before the first child that states another one, if its own text has one."""
    first = next((one for one in node.children if _has_money(one.text)), node)
    own = first is not node and MONEY.search("".join(node.pieces[node.start : first.start]))
    return first.start if own and not is_struck(first) else node.end


@lru_cache(maxsize=4096)
def _has_money(text: str) -> bool:
    """Tell whether *text* is one that may state a sum of money, and does."""
    return len(text) <= _MOST and _DIGIT.search(text) is not None and MONEY.search(text) is not None


def _after(node: Node, pieces: int = 3, length: int = 20) -> str:
    return "".join(node.pieces[(end := _end(node)) : end + pieces])[:length]


def _is_bound(node: Node) -> bool:
    is_cut = node.next is not None and _LESS.match(node.next.text)
    behind = () if is_cut else (_after(node), _after(node, pieces=6).partition(BREAK)[0])
    return bool(behind) and (_RANGE_BEFORE.search(node.before()) is not None or any(map(_RANGE_AFTER.match, behind)))


def _role(node: Node) -> Role:
    role: Role = "plain"
    near, above = node.before(80), "".join(node.pieces[max(0, node.start - _NEAR) : node.start])
    # What others ask for it may be told in the line above.
    is_old = is_struck_in(node)
    # "Price reduced from" leads to what is struck out.
    if (near and (_LOWEST.search(near) or (not is_old and _OFFERS.search(near)))) or _SELLERS.search(above):
        return "other"
    if is_old:
        return "old"
    for one in (node, *islice(node.up(), _NEAR - 1)):
        # "Original price £92. Current price £64" speaks of both, and what a link around more is called names that.
        said = one.attrs.get("aria-label", "")[:200] if not one.href or one.text == node.text else ""
        given = [*(one.attrs.get(name, "")[:200] for name in ("class", "id")), "" if MONEY.findall(said)[1:] else said]
        names = _CAPITAL.sub("-", _BLOCKS_OF_PRICE.sub("", " ".join(given)))
        named = role_of(_BESIDE.sub("", names if one is node else _WITH_TAX.sub("", names)))
        named = "old" if named == "plain" and one.attrs and _is_tested_as_old(one) else named
        if named in {"old", "other"}:
            return named
        role = named if role == "plain" else role
    if labelled := _LABEL_AFTER.match(" ".join(_after(node, 8, 80).split())):
        return role_of(labelled[1])
    # What stands before another number speaks of that one, but for a copy of this one.
    before, own = node.before(), _NUMBER.search(node.text)
    *_, last = None, *_NUMBER.finditer(before)
    before = before[: last.start()] if last and own and last[0] == own[0] else before
    words = f"{_DIGIT.split(before)[-1]} {_DIGIT.split(node.text)[0]}"
    said = role_of(words)
    if said in {"old", "listed", "now"}:
        return said
    # "Or $27.50/mo." is how else one may pay.
    is_rate = _OR.search(words) is not None and own is not None and _AFTER_OTHER.match(node.text[own.end() :])
    return "other" if is_rate or _BEFORE_OTHER.search(words) or _AFTER_OTHER.match(_label_behind(node)) else role


def _label_behind(node: Node) -> str:
    """Return what follows *node*; of the line below it only all of it, for a longer one speaks of something else."""
    behind = "".join(node.pieces[(end := _end(node)) : end + _NEAR])
    if BREAK not in behind[: len(behind) - len(behind.lstrip())]:
        return behind[:_LABEL]
    line = "".join(node.pieces[end : end + 2 * _NEAR]).strip().partition(BREAK)[0]
    return line if len(line) < _LABEL else ""


def _is_tested_as_old(node: Node) -> bool:
    """Tell whether scripts and tests call *node* an old price: "PriceOriginal". A regular one may be the price."""
    names = role_names(node)[len(node.names) :]
    return role_of(" ".join(_CAPITAL.sub("-", name) for name in names if "egular" not in name)) == "old"


@lru_cache(maxsize=4096)
def role_of(words: str) -> Role:
    """Return the role that *words* give to a sum."""
    return next((role for role, named in _ROLES if named.search(words)), "plain")
