"""What a text on a page is as a string, number, integer or boolean; None where it is not plainly that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.figures import SIGNS_OF_SCALE, asked_of, with_decimals
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Kind

Scalar = str | int | float | bool

_CURRENCY = (
    r"(?:(?:US|CA|AU|NZ|HK) ?\$|C\$|A\$|R\$|CHF|USD|EUR|GBP|CAD|AUD|JPY|INR|Rs\.?|kr\.?|zł|Kč|\u0433\u0440\u043d"
    r"|\u0440\u0443\u0431|\u043b\u0432"
    r"|[$€£¥₹₽₩₪₺₴円元])"
)
_SCALES = dict.fromkeys(("k", "thousand", "tys", "tis", "tsd", "mil", "тыс"), 1e3)
_SCALES |= dict.fromkeys(("m", "mln", "mio", "млн"), 1e6)
_SCALES |= dict.fromkeys(word_set("million millions millionen millones milioni milhões miljoen miljoner"), 1e6)
_SCALES |= dict.fromkeys(word_set("bn mrd mld billion milliarden milliards miliardi"), 1e9) | {"trillion": 1e12}
_SCALES |= {"lakh": 1e5, "lac": 1e5, "l": 1e5, "crore": 1e7, "cr": 1e7}
_SCALES |= SIGNS_OF_SCALE
# Thousands and more, as a letter or a word behind the number.
SCALE = (
    rf"(?:\s?[kK](?!\.?\w)|M(?!\w)|\s?[{''.join(SIGNS_OF_SCALE)}](?!葉)"
    rf"|\s?(?i:{'|'.join(word for word in _SCALES if len(word) > 1)})\b\.?)"
)
# A number with its thousands: a run of digits, then groups divided by comma, dot, apostrophe or space.
_DIGITS = r"\d{1,3}(?:[,.'\u2019\u00a0\u202f\u2009 ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|[.,]\d+"
# Behind the words of a field: it asks how many there are of something.
COUNTED = "#"
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
# Japanese and Chinese write a number without a space before it.
_NOT_AMID = r"(?<![^\W\u3040-\u9fff])"
_NUMBER = re.compile(
    rf"{_NOT_AMID}(?<![.,])(?<![^\W\d]-)"
    rf"(?P<before>{_CURRENCY}\s*)?(?P<sign>[-\u2212\u2013+](?={_CURRENCY}|\d)\s*)?(?P<inner>{_CURRENCY}\s*)?"
    rf"(?P<digits>{_DIGITS})(?P<scale>\s?[ML](?!\w)|{SCALE})?"
    rf"(?P<after>\s*{_CURRENCY}(?!\s*\d))?(?P<rest>[^\W\d_]*)",
)
_MEASURES = word_set("ps hp bhp kw kg lb g oz km mi cm mm ml l sqm sqft")
_MONEY = re.compile(_CURRENCY)
_OUT_OF = re.compile(
    r"^\D{0,40}?(\d+(?:[.,]\d+)?)\s*(?:/|out of|von|sur|of|av|de|su|van|z)\s*(?:5|10|100)\b(?:[.,]0)?(?:\s*stars?)?",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: n
    for n, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
}
_DOT_DECIMAL = word_set("$ US$ C$ A$ USD CAD AUD £ GBP ¥ 円 元 JPY ₹ INR Rs Rs.")
_RUPEES = word_set("₹ INR Rs Rs.")
# A sum of less than a pound; so is no "1080p".
PENNIES = r"\d{1,2}(?:\.\d)?(?:p\b|\s?\u00a2)"
_PENNIES = re.compile(rf"^\(?{PENNIES}")
# The beginnings of its forms: "kostenloser".
_FREE = (
    *sorted(word_set("free gratis kostenlos gratuit gratuito ilmainen zdarma bezpłatny darmowy 無料")),
    "zu verschenken",
)
# "Free with booking", but not with what is to be paid for.
FREE = re.compile(
    rf"^(?:{'|'.join(_FREE)})(?:\s(?:with|mit|avec|con|met|med)\s(?!.*(?:admission|ticket|purchase|order|eintritt|kauf"
    r"|billet|achat|entrada|compra|bigliett|acquisto|aankoop|köp|kjøp|køb))[^\W\d].{2,20})?$",
    re.IGNORECASE,
)
_LARGEST, _SENTENCE, _LONGEST_DURATION = 2**63, 40, 100
_ANY = patterns("values")  # What says yes or no, and that something can be had, or cannot.
IN_STOCK, OUT_OF_STOCK, FOR_NOW = (_ANY[name] for name in ("in stock", "out of stock", "for now"))
REVIEWS, AVERAGE = _ANY["reviews"], _ANY["average"]
# Behind how many rated: "44 votes - 4.61 average".
_AVERAGED = re.compile(
    rf"^(?:[^\W\d]{{2,12}} rating: )?\d[\d.,]{{0,8}} [^\W\d]{{4,12}}\W{{1,3}}(\d[.,]\d{{1,2}}) {AVERAGE}\b",
    re.IGNORECASE,
)
# How many rated it is not how it was rated.
_COUNTED = re.compile(
    rf"^\W{{0,12}}\d[\d.,]{{0,15}}\s{{0,3}}(?!{AVERAGE}\b)(?:[^\W\d]\w{{0,19}}\s{{1,3}})?{REVIEWS}\b|{REVIEWS}\s?\(\d",
    re.IGNORECASE,
)
_TRUE = re.compile(f"^(?:{_ANY['yes']}$|{_ANY['yes at first']}|{IN_STOCK})")
_FALSE = re.compile(rf"^(?:{_ANY['no']}$|{_ANY['no at first']}|{_ANY['to come']}|{OUT_OF_STOCK}|no\b,)")
SOLD_OUT = re.compile(OUT_OF_STOCK)
_FETCHED = re.compile(_ANY["fetched"], re.IGNORECASE)
_BEFORE_STOCK = re.compile(rf"^(?:{FOR_NOW}|online) ")
_SAID_OF_STOCK = rf"{IN_STOCK}|{OUT_OF_STOCK}|{_ANY['no at first']}|{_ANY['of stock']}"
_OF_STOCK = re.compile(rf"^(?!{_ANY['to come']}).*?(?:{_SAID_OF_STOCK})")
# "(plus 2 hours in the fridge)".
_NOTE = re.compile(r"(?<=\w)\s{0,3}\([^()]{1,80}\)$")
_VOTES = re.compile(r"(?<=\d)\s\(\d[\d.,]{0,9}\s?[kKM]?\)$")
_WORDED_NOTE = re.compile(r"(?<=\d)\s\([^()]{0,40}[^\W\d_]{3}[^()]{0,40}\)$")
_PRICED_OR_RATED = word_set("price cost fee count rating review score star time")
# What divides a text from what stands behind it.
_DIVIDER = re.compile(r"(?<=\S)\s+[/|•·\u2013\u2014-]$")
_SCHEMA_ORG = re.compile(r"^https?://(?:www\.)?schema\.org/(\w+)$")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_ISO = r"(?:\s?(\d{1,6}(?:[.,]\d{1,20})?)"
# Old plug-ins also write the years and months that no recipe takes.
_DURATION = re.compile(rf"^P(?:0+Y)?(?:0+M)?{_ISO}D)?(?:T(?:0+D)?{_ISO}H)?{_ISO}M)?{_ISO}S)?)?$", re.IGNORECASE)
# Three digits behind a sign are a thousand.
_AMOUNT = r"\s?(\d{1,6}(?:[.,](?!\d{3}(?!\d))\d{1,20})?)\s?"
_UNIT_END = r"\.?(?![^\W\d_]),?"
# A number behind hours that names no unit is minutes.
_SPOKEN = re.compile(
    rf"{_NOT_AMID}(?<![.,:/-])(?:{_AMOUNT}{_ANY['days']}{_UNIT_END})?(?:{_AMOUNT}{_ANY['hours']}{_UNIT_END})?(?:\s{_ANY['and']}\s)?"
    rf"(?:{_AMOUNT}(?:{_ANY['minutes']}{_UNIT_END}|(?(2)$|(?!))))?(?:{_AMOUNT}{_ANY['seconds']}{_UNIT_END})?",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"^(0?\d):([0-5]\d)(?: ?h)?$")
_OF_WORK = word_set("prep preparation cook cooking bake baking total ready active work")
_UNITS = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400}
# What stands where a script is to write.
_LOADING = re.compile(
    r"(?:loading|lade|lädt|wird geladen|chargement|cargando|caricamento|laden|carregando)\s?(?:…|\.{2,3})$",
    re.IGNORECASE,
)
_UNKNOWN = frozenset({"", "-", "\u2013", "\u2014", "n/a", "na", "null", "none", "unknown", "tbd", "tba", "?"})


def cast(value: object, kind: Kind, *, hint: tuple[str, ...] = (), comma: bool = False) -> Scalar | None:
    """
    Return *value* as *kind*, or None where it does not plainly say one.

    *hint* is the words of the field: a year is read out of a date, minutes out of a duration. *comma* says
    that the page is in a language that writes a decimal comma.
    """
    if isinstance(value, str):
        value = " ".join(value.split())
        is_to_come = value.endswith(("..", "\u2026")) and _LOADING.match(value)
        if (is_to_come or value.lower() in _UNKNOWN) and kind != "boolean":
            return None
    if not isinstance(value, (str, int, float)):
        return None
    if kind == "string":
        return _string(value)
    if kind == "boolean":
        said = _boolean(value)
        # `sold_out` asks for the contrary of what is said of stock, but not of a plain yes or no.
        turned = said is not None and SOLD_OUT.search(" ".join(hint)) and _OF_STOCK.search(str(_string(value)).lower())
        return not said if turned else said
    number = _number(value, hint=hint, comma=comma)
    if kind == "integer":
        return int(number) if number is not None and float(number).is_integer() else None
    return number


def _string(value: Scalar) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = _DIVIDER.sub("", str(value).strip())
    enumerated = _SCHEMA_ORG.match(text)
    return enumerated[1] if enumerated else text or None


def _boolean(value: Scalar) -> bool | None:
    if isinstance(value, (bool, int, float)):
        return bool(value) if value in {0, 1} else None
    text = _BEFORE_STOCK.sub("", (_string(value) or "").lower().strip(" .!"))
    return False if _FALSE.match(text) else True if _TRUE.match(text) else None


def _number(value: Scalar, *, hint: tuple[str, ...], comma: bool) -> int | float | None:
    if not isinstance(value, str):
        return None if isinstance(value, bool) else _plain(value)
    text = with_decimals(asked_of(value, hint))
    # "5 (4 of them bedrooms)".
    text = text if _PRICED_OR_RATED.intersection(hint) else _WORDED_NOTE.sub("", text)
    if text[-1:] == ")":
        # "7.9 (184K)", of which the number of votes is no part.
        text = _VOTES.sub("", text) if {"rating", "score", "star"} & set(hint) and "count" not in hint else text
        # "$64,957 (GS 9-12)".
        said = _NOTE.sub("", text)
        text = said if _MONEY.search(said) and not _MONEY.search(text[len(said) :]) else text
    if "time" in hint and _MONEY.search(text):
        return None
    stars = None if "count" in hint else _stars(text)
    for special in (_year(text, hint=hint), _duration(text, hint=hint), stars, _small(text, hint=hint)):
        if special is not None:
            return special
    if _OUT_OF.match(text) if "count" in hint else _COUNTED.search(text) and {"rating", "score", "star"} & set(hint):
        return None
    found = list(_NUMBER.finditer(text))
    if len(found) != len(list(re.finditer(r"\d[\d.,'\u2019\u00a0\u202f ]*", text))):
        return None
    priced = [one for one in found if one["before"] or one["inner"] or one["after"]]
    # "110 kW (150 PS)", for `power_ps`.
    units = _MEASURES & set(hint) if len(found) > 1 else ()
    told = priced or [one for one in found if _behind(text, one) in units]
    read = {_read(one, comma=comma, is_count=not {"count", COUNTED}.isdisjoint(hint)) for one in told or found}
    return read.pop() if len(read) == 1 else None


def _behind(text: str, number: re.Match[str]) -> str:
    """Return the word right behind *number* in *text*, in small letters."""
    return text[number.end("digits") :].lstrip().partition(" ")[0].strip("().,").lower()


def _year(text: str, *, hint: tuple[str, ...]) -> int | None:
    years = set(_YEAR.findall(text)) if "year" in hint else set()
    return int(years.pop()) if len(years) == 1 else None


def _duration(text: str, *, hint: tuple[str, ...]) -> int | float | None:
    """Read a duration as the unit that *hint* names; without one only a duration of a single unit."""
    unit = next((size for word, size in _UNITS.items() if word in hint), None)
    if unit is None and "time" in hint and _OF_WORK & set(hint):
        # How long cooking takes is told in minutes, also in data that leaves out the "T" before them.
        unit = 60
        text = _CLOCK.sub(r"\1 h \2", re.sub(r"(?i)^P(?=\d+M$)", "PT", text))
    parts = _DURATION.match(text) or (_spoken(text) if unit else None)
    if parts is None or not any(parts.groups()):
        return None
    stated = [float((part or "0").replace(",", ".")) for part in parts.groups()]
    if unit:
        days, hours, minutes, seconds = stated
        return _plain((days * 86400 + hours * 3600 + minutes * 60 + seconds) / unit)
    above = [part for part in stated if part]
    return _plain(above[0]) if len(above) == 1 else None


def _spoken(text: str) -> re.Match[str] | None:
    """Return the one duration that *text* states in words, if it has no other number."""
    text = _NOTE.sub("", text)
    found = [one for one in _SPOKEN.finditer(text) if any(one.groups())]
    around = f"{text[: found[0].start()]}{text[found[0].end() :]}" if len(found) == 1 else "0"
    return None if has_digit(around) else found[0]


def is_duration(text: str) -> bool:
    """Tell whether *text* says how long something takes, and nothing else."""
    found = _spoken(with_decimals(text)) if len(text) <= _LONGEST_DURATION else None
    return found is not None and found[0].strip(" .") == found.string.strip(" .")


def _small(text: str, *, hint: tuple[str, ...]) -> int | float | None:
    """Read a sum that is nothing, or so many pence."""
    if {"price", "cost", "fee", "shipping"}.isdisjoint(hint):
        return None
    pence = _PENNIES.match(text)
    # "Free delivery", and not "Free local pickup".
    words = text.lower().split() if "shipping" in hint and not _FETCHED.search(text) else ()
    is_free = any(word.startswith(_FREE) for word in words)
    is_none = FREE.match(text) is not None or (is_free and len(text) < _SENTENCE and not has_digit(text))
    return _plain(float(pence[0].strip("(p \u00a2")) / 100) if pence else 0 if is_none else None


def _stars(text: str) -> int | float | None:
    """Read a number that is drawn, said of a scale, or written as a word."""
    if text and set(text) <= set("★☆⭐ "):
        return text.count("★") + text.count("⭐")
    if text.lower() in _NUMBER_WORDS:
        return _NUMBER_WORDS[text.lower()]
    out_of = _OUT_OF.match(text) or _AVERAGED.match(text)
    return _plain(float(out_of[1].replace(",", "."))) if out_of else None


def _read(found: re.Match[str], *, comma: bool, is_count: bool) -> int | float | None:
    digits = re.sub(r"['\u2019\u00a0\u202f\u2009 ]", "", found["digits"])
    foreign = (found["before"] or found["inner"] or found["after"] or "$").strip() not in _DOT_DECIMAL
    if foreign and not comma and not is_count and re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", digits):
        # "€ 1.299" is a thousand in most places that pay in euros, and a little over one in others.
        return None
    is_grouped = is_count and _GROUPED.fullmatch(digits) is not None
    number = float(re.sub(r"\D", "", digits)) if is_grouped else _decimal(digits, comma=comma)
    if number is None:
        return None
    scale = (found["scale"] or "").strip(" .").lower()
    # In English "mil" is no thousand; "3 cr" are credits, and "3 l" are liters.
    is_other = (scale == "mil" and not comma) or (
        scale in {"cr", "l"} and (found["before"] or "").strip() not in _RUPEES
    )
    number *= 1 if is_other else _SCALES.get(scale, 1)
    return _plain(-number if (found["sign"] or "").strip() in {"-", "\u2212", "\u2013"} else number)


def _decimal(digits: str, *, comma: bool) -> float | None:
    """Read digits whose commas and dots may divide thousands or decimals; the last sign, or three digits, tell."""
    if "," in digits and "." in digits:
        thousands = "." if digits.rfind(",") > digits.rfind(".") else ","
    elif digits.count(",") + digits.count(".") > 1:
        thousands = "," if "," in digits else "."
    elif re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits):
        thousands = "." if comma else ","
    else:
        thousands = ""
    plain = digits.replace(thousands, "") if thousands else digits
    return float(plain.replace(",", "."))


def _plain(number: float) -> int | float | None:
    # Past this a float is not exact, and an integer may not even become one.
    if not -_LARGEST <= number <= _LARGEST:
        return None
    rounded = round(number, 10)
    return int(rounded) if float(rounded).is_integer() else rounded
