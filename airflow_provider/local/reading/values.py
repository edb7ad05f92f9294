"""What a text on a page is as a string, number, integer or boolean; None where it is not plainly that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Kind

Scalar = str | int | float | bool

_CURRENCY = r"(?:US\$|C\$|A\$|R\$|CHF|USD|EUR|GBP|CAD|AUD|JPY|INR|Rs\.?|kr\.?|zł|Kč|[$€£¥₹₽₩₪₺₴])"
# A number with its thousands: a run of digits, then groups divided by comma, dot, apostrophe or space.
_DIGITS = r"\d{1,3}(?:[,.'\u2019\u00a0\u202f\u2009 ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|[.,]\d+"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?<![^\W\d]-)(?P<before>{_CURRENCY}\s*)?(?P<sign>[-\u2212+](?={_CURRENCY}"
    rf"|\d)\s*)?(?P<inner>{_CURRENCY}\s*)?"
    rf"(?P<digits>{_DIGITS})(?P<scale>[kK](?!\w)|\s?(?:thousand|million|billion|trillion|mln|bn|M(?!\w))\b)?"
    rf"(?P<after>\s*{_CURRENCY}(?!\s*\d))?(?P<rest>[^\W\d_]*)",
)
_MONEY = re.compile(_CURRENCY)
_OUT_OF = re.compile(
    r"^\D{0,40}?(\d+(?:[.,]\d+)?)\s*(?:/|out of|von|sur|of)\s*(?:5|10|100)\b(?:[.,]0)?(?:\s*stars?)?",
    re.IGNORECASE,
)
_SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "m": 1e6,
    "mln": 1e6,
    "million": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
}
_NUMBER_WORDS = {
    word: n
    for n, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
}
_DOT_DECIMAL = frozenset({"$", "US$", "C$", "A$", "USD", "CAD", "AUD", "£", "GBP", "¥", "JPY", "₹", "INR", "Rs", "Rs."})
_LARGEST = 2**63
# How many rated it is not how it was rated.
_COUNTED = re.compile(r"^\W*[\d.,]+\s*(?:\w+\s+)?(?:reviews?|ratings?|votes?|opinions?)\b", re.IGNORECASE)
_TRUE = re.compile(
    r"^(?:true|yes|y|on|✓|✔|✅|☑|1|included|available|in ?stock|instoreonly|onlineonly|limitedavailability|ja|oui|sí)$"
)
_FALSE = re.compile(
    r"^(?:false|no|n|off|✗|✘|❌|✕|☒|0|none|not included|unavailable"
    r"|not available|out ?of ?stock|sold ?out|discontinued|nein|non)$"
)
_TRUE_START = re.compile(
    r"^(?:in stock|available|yes\b|auf lager|sofort|lieferbar|en stock|disponible\b|disponibile|op voorraad"
    r"|only \d+ (?:left|remaining|in stock)|\d+ (?:in stock|available|left))"
)
_FALSE_START = re.compile(
    r"^(?:ausverkauft|nicht (?:auf lager|lieferbar|verfügbar)|épuisé|rupture|agotado|no disponible"
    r"|non disponib|uitverkocht|out of stock|not available|currently unavailable|unavailable|sold out|no\b,"
    r"|not in stock)"
)
_SCHEMA_ORG = re.compile(r"^https?://(?:www\.)?schema\.org/(\w+)$")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_DURATION = re.compile(r"^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$")
_SPOKEN = re.compile(
    r"^(?:(\d{1,6})\s*d(?:ays?)?)?[\s,]*(?:(\d{1,6})\s*h(?:(?:ou)?rs?)?)?[\s,]*(?:(\d{1,6})\s*m(?:in(?:ute)?s?)?)?[\s,]*"
    r"(?:(\d{1,6})\s*s(?:ec(?:ond)?s?)?)?\.?$",
    re.IGNORECASE,
)
_OF_WORK = frozenset({"prep", "preparation", "cook", "cooking", "bake", "baking", "total", "ready", "active", "work"})
_UNITS = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400}
_UNKNOWN = frozenset({"", "-", "\u2013", "\u2014", "n/a", "na", "null", "none", "unknown", "tbd", "tba", "?"})


def cast(value: object, kind: Kind, *, hint: tuple[str, ...] = (), comma: bool = False) -> Scalar | None:
    """
    Return *value* as *kind*, or None where it does not plainly say one.

    *hint* is the words of the field: a year is read out of a date, minutes out of a duration. *comma* says
    that the page is in a language that writes a decimal comma.
    """
    if isinstance(value, str):
        value = " ".join(value.split())
        if value.lower() in _UNKNOWN and kind != "boolean":
            return None
    if not isinstance(value, (str, int, float)):
        return None
    if kind == "string":
        return _string(value)
    if kind == "boolean":
        return _boolean(value)
    number = _number(value, hint=hint, comma=comma)
    if kind == "integer":
        return int(number) if number is not None and float(number).is_integer() else None
    return number


def _string(value: Scalar) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).strip()
    enumerated = _SCHEMA_ORG.match(text)
    return enumerated[1] if enumerated else text or None


def _boolean(value: Scalar) -> bool | None:
    if isinstance(value, (bool, int, float)):
        return bool(value) if value in {0, 1} else None
    text = (_string(value) or "").lower().strip(" .!")
    if _TRUE.match(text) or _TRUE_START.match(text):
        return True
    if _FALSE.match(text) or _FALSE_START.match(text):
        return False
    return None


def _number(value: Scalar, *, hint: tuple[str, ...], comma: bool) -> int | float | None:
    if not isinstance(value, str):
        return None if isinstance(value, bool) else _plain(value)
    text = value.strip()
    if "time" in hint and _MONEY.search(text):
        return None
    for special in (_year(text, hint=hint), _duration(text, hint=hint), _stars(text), _free(text, hint=hint)):
        if special is not None:
            return special
    if _COUNTED.search(text) and {"rating", "score", "star"} & set(hint) and "count" not in hint:
        return None
    found = list(_NUMBER.finditer(text))
    if len(found) != len(list(re.finditer(r"\d[\d.,'\u2019\u00a0\u202f ]*", text))):
        return None
    priced = [one for one in found if one["before"] or one["inner"] or one["after"]]
    read = {_read(one, comma=comma) for one in priced or found}
    return read.pop() if len(read) == 1 else None


def _year(text: str, *, hint: tuple[str, ...]) -> int | None:
    years = set(_YEAR.findall(text)) if "year" in hint else set()
    return int(years.pop()) if len(years) == 1 else None


def _duration(text: str, *, hint: tuple[str, ...]) -> int | float | None:
    """Read a duration as the unit that *hint* names; without one only a duration of a single unit."""
    unit = next((size for word, size in _UNITS.items() if word in hint), None)
    if unit is None and "time" in hint and _OF_WORK & set(hint):
        # How long cooking takes is told in minutes.
        unit = 60
    parts = _DURATION.match(text) or (_SPOKEN.match(text) if unit else None)
    if parts is None or not any(parts.groups()):
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in parts.groups())
    if unit:
        return _plain((days * 86400 + hours * 3600 + minutes * 60 + seconds) / unit)
    stated = [part for part in parts.groups() if part and int(part)]
    return int(stated[0]) if len(stated) == 1 else None


def _free(text: str, *, hint: tuple[str, ...]) -> int | None:
    priced = {"price", "cost", "fee", "shipping"} & set(hint)
    return 0 if priced and text.lower() in {"free", "gratis", "kostenlos"} else None


def _stars(text: str) -> int | float | None:
    """Read a number that is drawn, said of a scale, or written as a word."""
    if text and set(text) <= set("★☆⭐ "):
        return text.count("★") + text.count("⭐")
    if text.lower() in _NUMBER_WORDS:
        return _NUMBER_WORDS[text.lower()]
    out_of = _OUT_OF.match(text)
    return _plain(float(out_of[1].replace(",", "."))) if out_of else None


def _read(found: re.Match[str], *, comma: bool) -> int | float | None:
    digits = re.sub(r"['\u2019\u00a0\u202f\u2009 ]", "", found["digits"])
    foreign = (found["before"] or found["inner"] or found["after"] or "$").strip() not in _DOT_DECIMAL
    if foreign and not comma and re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", digits):
        # "€ 1.299" is a thousand in most places that pay in euros, and a little over one in others.
        return None
    number = _decimal(digits, comma=comma)
    if number is None:
        return None
    scale = (found["scale"] or "").strip().lower()
    number *= _SCALES.get(scale, 1)
    return _plain(-number if (found["sign"] or "").strip() in {"-", "\u2212"} else number)


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
    # Past this a float is no longer exact, and an integer may not even become one.
    if not -_LARGEST <= number <= _LARGEST:
        return None
    rounded = round(number, 10)
    return int(rounded) if float(rounded).is_integer() else rounded
