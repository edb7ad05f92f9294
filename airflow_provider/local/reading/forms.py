"""
Texts whose form alone says what they are: sums of money, dates, ratings, names after "by".

Judges one line at a time and knows nothing of where it stands.
"""

from __future__ import annotations

import re

_CURRENCY = r"(?:US\$|C\$|A\$|[$€£¥₹₽₩]|(?:USD|EUR|GBP|CHF|kr|zł)\b)"
_SUM = r"\d[\d.,'\u00a0 ]*"
_PRICE = re.compile(
    rf"^(?:from\s+|now\s+|price\s*:?\s*)?(?:{_CURRENCY}\s?{_SUM}|{_SUM}\s?{_CURRENCY})(?:[.,][-\u2013])?"
    rf"(?:\s?(?:/|per\b|pcm\b|pw\b|p\.?m\.?|each\b|a\b|plus\b|incl\b|\*).{{0,20}})?$",
    re.IGNORECASE,
)
_PAY = rf"(?:{_CURRENCY})?\s?{_SUM}[kK]?\s?(?:{_CURRENCY})?"
_SALARY = re.compile(
    rf"^{_PAY}(?:(?:-|to|\u2013)\s?{_PAY})?\s*(?:/|per|an?|p\.)\s?(?:year|yr|annum|hour|hr|h|a\.)\b.{{0,20}}$",
    re.IGNORECASE,
)
_STOCK = re.compile(
    r"^(?:in stock|out of stock|sold out|available|unavailable|not available|pre-?order|back-?order|temporarily"
    r" out of stock|currently unavailable|only \d+ left|\d+ in stock)\b.{0,30}$",
    re.IGNORECASE,
)
# Public to `cards`, which also looks for these inside longer texts.
BY = re.compile(r"^(?:written |posted |reported |reviewed )?by:?\s+(\S.{1,60})$", re.IGNORECASE)
_POSTED = re.compile(r"^(?:published|posted|updated|listed|added)(?: on| at)?:?\s+(.{4,40})$", re.IGNORECASE)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_DATE = re.compile(
    rf"^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s+)?(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+\d{{4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}})$",
    re.IGNORECASE,
)
RATED = re.compile(r"(?:rat(?:ed|ing)[^\d]{0,12})?(\d(?:[.,]\d+)?)\s*(?:out of|/|of)\s*(5|10)\b", re.IGNORECASE)
COUNTED = re.compile(r"(?<![\w.,])(\d[\d.,]*[kK]?)\s+(?:[^\W\d]+\s+)?(?:reviews?|ratings?|votes?)\b", re.IGNORECASE)
_RATED_LINE = re.compile(
    rf"^(?:[★☆⭐ ]+)?{RATED.pattern}(?:\s*stars?)?\W*(?:(?:from|by|based on)\s+)?(?:\(?{COUNTED.pattern}\)?)?\W*$",
    re.IGNORECASE,
)
_STARS = re.compile(r"^[★☆⭐ ]{3,}$")


def form_of(text: str) -> str:
    """Return the label that the form of *text* stands for, or nothing."""
    posted = _POSTED.match(text)
    if _SALARY.match(text):
        return "salary"
    if _PRICE.match(text):
        return "price"
    if _STOCK.match(text):
        return "availability"
    if _STARS.match(text) or _RATED_LINE.match(text):
        return "rating"
    if _DATE.match(posted[1] if posted else text):
        return "date"
    return "author" if BY.match(text) else ""


def bare(text: str, label: str) -> str:
    """Return *text* without the words around it that say nothing of what *label* stands for."""
    if label == "rating" and (rated := RATED.search(text)):
        return rated[0]
    found = BY.match(text) if label == "author" else _POSTED.match(text)
    return found[1] if found else text
