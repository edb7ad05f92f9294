"""What all of an element is, by its form: an address, a number of a product, a year, how dear a place is."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.words.days import COMING, LASTING, SOON, day_in
from airflow_provider.local.reading.words.forms import FREE_SHIPPING, SENT, SENT_FREE
from airflow_provider.local.reading.words.lines import COLONS
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.reading.words.places import ADDRESS
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.hints import NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.tree.nodes import Node

_ANY = patterns("forms")
_GTIN_LENGTHS = frozenset({12, 13, 14})
_LEVEL = re.compile(r"([$\u20ac\u00a3\u00a5])\1{0,4}")
_FREE = re.compile(rf"{_ANY['free']}\b", re.IGNORECASE)
# "Collect today in 12 stores".
_FETCHED = re.compile(
    rf"(?:{_ANY['free']}\s)?(?:collect|pick up|{_ANY['pickup']})\b[:,]?\s(\S.{{2,60}})$", re.IGNORECASE
)
# "2K+ bought in past month".
_BOUGHT = re.compile(
    rf"(\d[\d.,]{{0,9}}\s?[kKM]?)\+?\s(?:[^\W\d_]{{2,9}}\s)?{_ANY['bought']}\s{_ANY['lately']}\b[^.!?]{{2,30}}$",
    re.IGNORECASE,
)
# "Save 10% with coupon".
_COUPON = re.compile(
    rf"(?:[^\W\d]{{3,12}}\s)?(?:{MONEY.pattern}|\d{{1,2}}\s?%)\s(?:[^\W\d_]{{2,10}}\s){{0,3}}{_ANY['coupon']}(?:\s[\w-]{{3,20}})?$",
    re.IGNORECASE,
)
_OF_YEAR = re.compile(r"([^\W\d]\D{3,30}) ((?:1[5-9]|20)\d\d)$")


def whole_of(node: Node) -> Iterator[tuple[str, str, bool]]:
    """Yield what all of *node* is: an address without the name of its place, or a day before a text, "13 Mar 2016:"."""
    if node.tag == "address":
        named = next((one for one in node.below() if any(map(_is_name, map(words_of, one.names)))), None)
        said = " ".join(node.text.partition(named.text)[::2]).strip(" ,") if named is not None else node.text
        yield "address", said, False
    # "Located in", for those who cannot see, before the place, and "Working hours" behind that, or a label unknown.
    heard = [one for one in node.shown if any(map(UNSEEN.search, one.names))]
    if heard and heard[0] is node.shown[0]:
        for label, then in zip_longest(heard, heard[1:]):
            told = "".join(node.pieces[label.end : then.start if then is not None else node.end])
            if words_of(label.text) in PHRASES:
                yield label.text, " ".join(told.split()).strip(" :"), False
    yield from ((label, text, False) for label, text in _formed(node.text))


@lru_cache(maxsize=8192)
def _formed(text: str) -> tuple[tuple[str, str], ...]:
    """Return what the form of *text*, all that an element says, stands for, with its label."""
    found = list(_offered(text))
    # "First published in 1987".
    dated = _OF_YEAR.match(text)
    if dated and "year" in PHRASES.get(words_of(dated[1].removesuffix(" in")), ()):
        found.append(("year", dated[2]))
    if LASTING.match(text):
        found.append(("dates", text))
    if ADDRESS.match(text):
        found.append(("address", text))
    # "$$", of a restaurant.
    if _LEVEL.fullmatch(text):
        found.append(("price level", text))
    if _is_gtin(text):
        found.append(("gtin", text))
    if text.endswith(COLONS) and (day := day_in(text[:-1])):
        found.append(("date", day))
    return tuple(found)


def _offered(text: str) -> Iterator[tuple[str, str]]:
    """Yield how and when one gets what one buys, what a coupon saves, and how many bought it, as *text* says."""
    sent = SENT.match(text)
    if FREE_SHIPPING.match(text) or (sent and _FREE.match(text) and not MONEY.search(text)):
        yield "free shipping", "yes"
    elif sent and (fee := MONEY.match(text)) and cast(fee[0], "number", hint=("price",)):
        yield "free shipping", "no"
    # "Free delivery Wed, Dec 2", but not several ways, and "+ Free shipping on $35+".
    if (sent and SOON.search(sent[1])) or SENT_FREE.match(text):
        yield "delivery info", text
    if sent and (coming := COMING.search(sent[1])):
        yield "delivery time", coming[0]
    if (fetched := _FETCHED.match(text)) and SOON.search(fetched[1]):
        yield "pickup", text
    if _COUPON.match(text):
        yield "coupon", text
    if bought := _BOUGHT.match(text):
        yield "sold count", bought[1]


def _is_gtin(text: str) -> bool:
    """Tell whether *text* is a number of a product as barcodes have it, which its last digit bears out."""
    if not (text.isascii() and text.isdecimal() and len(text) in _GTIN_LENGTHS and text.strip("0")):
        return False
    return sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(reversed(text))) % 10 == 0


def _is_name(words: Words) -> bool:
    """Tell whether *words* of a class name stand for the name of somebody or of a place, and not of a street."""
    return words[-1:] in {("name",), ("title",), ("org",)} and NAMED.issuperset(words[-2:-1])
