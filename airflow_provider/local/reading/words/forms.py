"""
Texts whose form alone says what they are: sums of money, dates, ratings, counts, names after "by".

Judges one line at a time and knows nothing of where it stands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.words.days import (
    AT,
    HOURS,
    IN_MONTH,
    RANGE,
    SINCE,
    TIME_LEFT,
    TO_HOUR,
    UNTIL,
    day_in,
)
from airflow_provider.local.reading.words.money import (
    MONEY,
    NIGHTLY,
    OF_MONEY,
    PER_UNIT,
    PRICE,
    SALARY,
    SUMS,
    TAXED,
    TOTAL,
    UNIT_FIRST,
    UNTOLD_PAY,
)
from airflow_provider.local.reading.words.places import MODE, PLACE
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import (
    AVERAGE,
    FOR_NOW,
    IN_STOCK,
    OUT_OF_STOCK,
    REVIEWS,
)
from airflow_provider.local.reading.words.wording import patterns, words_of
from airflow_provider.local.text import has_digit, word_set

_ANY = patterns("forms")
STOCK = re.compile(
    r"^(?!available (?:options|colou?rs|sizes|formats|versions|styles|finishes|offers)\b)"
    rf"(?:(?:{FOR_NOW}|online|sofort|knapp|availability:?|item|this (?:item|product)(?: is|['\u2019]s)|status:?)"
    rf"\s+){{0,2}}(?:{IN_STOCK}|{OUT_OF_STOCK}|{_ANY['stock']})\b.{{0,40}}$",
    re.IGNORECASE,
)
BUY = re.compile(rf"^{_ANY['buy']}\b.{{0,15}}$", re.IGNORECASE)
# What can be done about a post.
REPLY = re.compile(rf"^{_ANY['reply']}$", re.IGNORECASE)
ANY_BY, WRITTEN = _ANY["by"], _ANY["written"]
BEGAN, REPLIED, SAID = _ANY["began"], _ANY["replied"], _ANY["said"]
BY = re.compile(rf"^(?:[^\W\d]+\s){{0,2}}?{_ANY['by']}\b:?\s+(\S.{{1,60}})$", re.IGNORECASE)
BY_BEFORE = re.compile(r"\b(?:by(?: the)?|von|par|por|przez)\b:?\s*$", re.IGNORECASE)
# What of these begins a word makes what stands behind "by" something else than an author: "sold by", "sort by".
NOT_AUTHOR = re.compile(rf"\b{_ANY['no author']}", re.IGNORECASE)
RATED = re.compile(
    r"(?:rat(?:ed|ing)[^\d]{0,12})?(?<![\d.,])(\d(?:[.,]\d{1,3})?|10)\s*"
    r"(?:out of|/|of|von|sur|(?<=[.,]\d\s)(?:av|de|su|van|z))(?:\sde)?\s*(5|10)(?:[.,]00?)?\b(?![/.,]\d)",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?<![\w.,\u2212/-])(?<!of )(\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,2}|\d[\d.,]{0,12}[kK]?)"
    rf"\s+(?!{AVERAGE}\b|stars?\b)(?:[^\W\d]{{1,20}}\s+)?{REVIEWS}\b",
    re.IGNORECASE,
)
COUNTED_BEHIND = re.compile(rf"\b{REVIEWS}\s?\((\d[\d.,]{{0,12}}[kK]?)\)$", re.IGNORECASE)
_RATED_LINE = re.compile(
    rf"^(?:[★☆⭐ ]{{1,12}})?{RATED.pattern}(?:\s*(?:stars?|(?:customer )?rating))?\W{{0,4}}"
    rf"(?:(?:from|by|with|based on)\s+)?(?:\(?{COUNTED.pattern}\)?)?\W{{0,4}}$",
    re.IGNORECASE,
)
# "612 reviews with an average rating of 4.4 out of 5 stars".
_COUNTED_LINE = re.compile(
    rf"^{COUNTED.pattern}(?:,?\s(?:with|and|mit|avec|con))?\s(?:an?\s)?(?:{AVERAGE}\s)?(?:rating\s(?:of\s)?)?"
    rf"{RATED.pattern}(?:\s*stars?)?\.?$",
    re.IGNORECASE,
)
RATED_BY = re.compile(
    rf"^(?:rat(?:ed|ing):?\s)?(?:[★☆⭐ ]{{1,12}})?([0-5](?:[.,]\d{{1,2}})?)\s*(?:stars?\s*)?(?:rating\s)?"
    r"(?:from|by|with|based on|\()"
    rf"\s*{COUNTED.pattern}\W{{0,3}}$",
    re.IGNORECASE,
)
# How well, and in brackets how many rated it.
RATED_AND_COUNTED = re.compile(
    r"^(?:[★☆⭐ ]{1,12})?([0-5][.,]\d{1,2})\s?\((\d[\d.,]{0,12}[kK]?)(?: [^\W\d]{3,20}){0,2}\)$"
)
_STARS = re.compile(r"^[★☆⭐ ]{3,12}$")
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[.!?]$|[?!;]|:(?:\s|$)|\s[|•·]\s")
_NO_NAMES = word_set(
    """
    the a an my our your this that using how now default hand far and or price date name appointment email phone request
    invitation
    """
)
_LASTING = re.compile(
    r"^(?:(?:\d{1,2}\s?(?:h|hrs?|hours?|std)\.?\s?)?\d{1,3}\s?(?:m|min(?:s|ut[^\W\d_]{0,3})?)\.?|[1-5]\s?h\s?[0-5]\d)$"
    r"|^\d{1,2}\s?[-\u2013]\s?\d{1,2} (?:weeks?|months?|wochen|monate|semaines|mois|semanas|meses)$",
    re.IGNORECASE,
)
CLOCK = re.compile(r"^(?:[01]\d|2[0-3]):[0-5]\d$")
_FLOOR = re.compile(
    r"^(?:(?:planta|floor|étage|etage|piano|piętro|patro|verdieping)\s\d{1,3}[ªº.]?|\d{1,3}(?:[ªºe.]|er|ème|st|nd|rd|th)?\s(?:planta|floor|étage|etage|stock|og)\b"
    r"|(?:bajo|planta baja|ground floor|erdgeschoss|rez-de-chaussée)\b)(?:\s[^\W\d]{2,12}){0,4}$",
    re.IGNORECASE,
)
CURATED = re.compile(rf"^{_ANY['curated']}\s([^\W\d_].{{2,80}})$", re.IGNORECASE)
REGISTERED = re.compile(r"^(?:(?:EZ|1ª mat\.?) (?=\d)|(?=\d\d/))((?:(?:0[1-9]|1[0-2])/)?(?:19|20)\d\d)$")
# "2 for £5", "1+1 gratis"; "$80 off", "Save $20".
_PROMOTED = re.compile(
    rf"^(?:any |alle )?\d{{1,2}} (?:for|voor|für|pour|por|per|za|för) (?:{MONEY.pattern}"
    r"|\d{1,3}(?:[.,]\d\d)?)(?:\s.{0,60})?$"
    r"|^\d\s?\+\s?\d\s(?:gratis|free|offert\w?|gratuit\w?)$|^buy \d,? get \d\b.{0,30}$"
    # "Extra 10% off with coupon", "Save up to 15% when you buy more".
    rf"|^(?:save (?:{_ANY['at most']} )?\d{{1,2}}\s?%"
    rf"|(?:extra )?(?:{_ANY['at most']} )?\d{{1,2}}\s?% (?:extra )?{_ANY['saved']})"
    r" (?:with|when|if|using|mit|wenn|avec|con|met|com|med|bij|ab|from|on orders) \S.{1,40}$",
    re.IGNORECASE,
)
_SAVED = re.compile(
    rf"^{MONEY.pattern} {_ANY['saved']}$"
    rf"|^(?:(?:you |sie )?save|sparen|économisez|ahorras?):?\s{MONEY.pattern}(?:\s\(-?\d{{1,2}}(?:[.,]\d)?\s?%\))?$",
    re.IGNORECASE,
)
_TAKEN_OFF = re.compile(
    rf"^\(?-?\d{{1,2}}(?:[.,]\d{{1,2}})?\s?% {_ANY['saved']}\)?$|^(?:{_ANY['at most']} )?[-\u2212]\d{{1,2}}\s?%$",
    re.IGNORECASE,
)
_PART = rf"(?:{_ANY['part of century']}[\s-])?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th|\.)"
POWER = re.compile(rf"(\d{{1,4}})\s?({_ANY['power']})(?!\w)", re.IGNORECASE)
# What is told in a few words.
_KNOWN = ("transmission", "condition", "admission", "status", "difficulty", "cost", "property type")
_FORMS = {
    "salary": (SALARY, UNTOLD_PAY),
    "price per night": (NIGHTLY,),
    "total price": (TOTAL,),
    "unit price": (PER_UNIT, UNIT_FIRST),
    "price": (PRICE, TAXED),
    "price range": (SUMS,),
    "availability": (STOCK,),
    "rating": (_STARS, _RATED_LINE, _COUNTED_LINE, RATED_BY, RATED_AND_COUNTED),
    "dates": (RANGE, IN_MONTH, UNTIL, SINCE),
    "hours": (HOURS, AT, TO_HOUR),
    "time left": (TIME_LEFT,),
    # Of what has days of its own, a number with points may be one.
    "version": (
        re.compile(
            r"^v?(?!(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:[12]\d|(?:19|20)\d\d)$)"
            r"\d{1,4}\.\d{1,4}\.\d{1,6}(?:[-+][\w.]{1,20})?$"
        ),
    ),
    "license": (re.compile(rf"^{_ANY['license']}$"),),
    "object date": (
        re.compile(
            rf"^(?:{_ANY['about']}\s?)?(?:{_PART}{_ORDINAL}\s?[-\u2013]\s?)?{_PART}{_ORDINAL} {_ANY['century']}$"
            rf"|^{_ANY['about']}\s?\d{{3,4}}(?:\s?[-\u2013]\s?\d{{2,4}})?$"
            r"|^\d{1,4}(?:\s?[-\u2013]\s?\d{1,4})? (?:b\.?c\.?(?:e\.?)?|[vn]\. ?chr\.?)$",
            re.IGNORECASE,
        ),
    ),
    "publication number": (re.compile(r"^[A-Z]{2}\d{6,12}(?:[A-Z]\d?| \([A-Z]\d?\))$"),),
    "work mode": (MODE,),
    "number": (re.compile(r"^#\d{1,6}(?:[-.]\d{1,3})?$"),),
    "floor": (_FLOOR,),
    "fuel": (re.compile(rf"^{_ANY['fuel']}(?:\s?\([^()]{{3,30}}\))?$", re.IGNORECASE),),
    "location": (PLACE,),
    "duration": (_LASTING,),
    "size": (
        re.compile(
            rf"^(?:{_ANY['about']}\s?)?(?:\d{{1,3}}\s?x\s?)?"
            r"\d{1,5}(?:[.,]\d{1,3})?\s?(?:[mcd]?l|k?g|(?:fl\.? ?)?oz|lbs?|[kmgt]i?b|bytes)\.?$",
            re.IGNORECASE,
        ),
    ),
    "employment type": (
        re.compile(
            rf"^(?:(?:{_ANY['employment']}|{_ANY['before employment']})(?: (?:contract|position|job))?"
            rf"(?:,\s|\s?[•·/|]\s?|\s(?:or|oder|ou|o)\s)){{0,2}}{_ANY['employment']}"
            r"(?: (?:contract|position|job))?(?:\s?\+\d|,? \d{2,3} ?%)?$",
            re.IGNORECASE,
        ),
    ),
    "format": (re.compile(rf"^{_ANY['binding']}$", re.IGNORECASE),),
    "shipping": (
        re.compile(
            rf"^(?:(?:{_ANY['free']}|\+? ?{MONEY.pattern})(?: [^\W\d_]{{3,14}}| \d[\w-]{{2,10}}){{0,2}}"
            rf" {_ANY['delivery']}(?: in \d.{{1,12}})?"
            rf"|{_ANY['delivery']}:? (?:{_ANY['free']}|(?:{patterns('prices')['from']} )?{MONEY.pattern}))$",
            re.IGNORECASE,
        ),
    ),
    "mileage": (re.compile(r"^\d{1,3}(?:[.,'\u2019\u00a0\u202f ]?\d{3})\s?(?:km|miles|mi)\.?$", re.IGNORECASE),),
    "first registration": (REGISTERED,),
    "power": (re.compile(rf"^{POWER.pattern}(?:\s?\({POWER.pattern}\))?$", re.IGNORECASE),),
    **{label: (re.compile(rf"^{_ANY[label]}$", re.IGNORECASE),) for label in _KNOWN},
    "curator": (CURATED,),
    "photo credit": (re.compile(r"^\u00a9\s?[^\W\d].{1,80}$"),),
    "promotion": (_PROMOTED,),
    "discount": (_SAVED,),
    "discount percent": (_TAKEN_OFF,),
}
_EACH_FORM = tuple((label, form) for label, forms in _FORMS.items() for form in forms)
# What only a sum of money with its currency is, and what needs no number, but for two of the other forms.
_OF_SUMS = {NIGHTLY, TOTAL, UNIT_FIRST, PRICE, TAXED, SUMS, _SAVED}
_IN_WORDS = {"work mode", "employment type", "photo credit", *_KNOWN} | word_set(
    "availability license floor fuel location format shipping curator"
)
_NO_SUM_FORM = tuple((label, form) for label, form in _EACH_FORM if form not in _OF_SUMS)
_WORDED_FORM = tuple((label, form) for label, form in _EACH_FORM if label in _IN_WORDS or form in {UNTOLD_PAY, _STARS})
LONGEST = 120
# A sign in front, but for stars: "💰 $80k - $100k".
ICON_BEFORE = re.compile(r"^(?:[\u2600-\u2604\u2607-\u27bf\U0001f000-\U0001faff]\ufe0f?\s{0,2}){1,3}(?=\S)")
# How much of the week one works.
PART_OF_WORK = re.compile(
    rf"\b{_ANY['part of work']}(?:\s?(?:/|,|or|oder|ou|o)\s?{_ANY['part of work']})?\b", re.IGNORECASE
)
WITH_PART_OF_WORK = re.compile(rf"^(.{{2,80}}?)\s?[-\u2013,/·•|]\s{PART_OF_WORK.pattern}$", re.IGNORECASE)
# "Arrives free today", but not "Free delivery from 50 EUR".
FREE_SHIPPING = re.compile(
    rf"^(?=.{{0,40}}\b{_ANY['free']}\b)(?=.{{0,40}}\b(?:{_ANY['delivery']}|{_ANY['arrival']})\b)[^\d$€£]{{4,60}}$",
    re.IGNORECASE,
)
# How something is sent, and when, unless there is more than one way.
SENT = re.compile(
    rf"^(?:(?:{_ANY['free']}|{MONEY.pattern}) )?(?:[^\W\d_]{{3,12}} )?(?:{_ANY['delivery']}|{_ANY['pickup']})\b[:,]?"
    rf"\s((?!.{{0,60}}\b{_ANY['delivery']}\b)\S.{{2,60}})$",
    re.IGNORECASE,
)
# "+ Free shipping with membership", beside a price.
SENT_FREE = re.compile(rf"^\+\s?{_ANY['free']} (?:[^\W\d_]{{3,12}} )?{_ANY['delivery']}\b[^.!?]*$", re.IGNORECASE)
# A way to get what one buys.
DELIVERY = re.compile(rf"^(?:{_ANY['delivery']}|{_ANY['pickup']})\b.{{0,20}}$", re.IGNORECASE)
_LONGEST_NAME = 8


@lru_cache(maxsize=8192)
def form_of(text: str) -> str:
    """Return the label that the form of *text* stands for, or nothing."""
    text = (text if text[:1].isascii() else ICON_BEFORE.sub("", text)).rstrip("* ")
    if len(text) > LONGEST or not text:
        return ""
    forms = _WORDED_FORM if not has_digit(text) else _EACH_FORM if OF_MONEY.search(text) else _NO_SUM_FORM
    for label, form in forms:
        if form.match(text):
            # What looks like a postcode may count what is behind it.
            counted = text.lstrip("0123456789") if label == "location" else text
            return "" if counted != text and words_of(counted) in PHRASES else label
    if day_in(text):
        return "date"
    by = BY.match(text)
    return "author" if by and _is_name(by[1]) and not NOT_AUTHOR.match(text) else ""


def _is_name(text: str) -> bool:
    """Tell whether *text* may name somebody: few words, and no sentence."""
    words = text.split()
    return (
        len(words) <= _LONGEST_NAME
        and words[0].lower() not in _NO_NAMES
        and "by" not in words
        and not words[0][0].isdigit()
        and not _SENTENCE_END.search(text)
    )
