"""Sums of money as texts write them: prices, those of a unit or a night, before tax or after it, and pay."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.values import PENNIES, SCALE
from airflow_provider.local.reading.words.wording import patterns

_ANY = patterns("forms")
BEFORE_PRICE = _ANY["before price"]
_SIGNS = "€£¥₹₽₩₪₺₴₫฿円元"
CURRENCY = rf"(?:(?:(?:US|CA|AU|NZ|HK)\s?|C|A|R|S|NT)?\$|[{_SIGNS}]|{_ANY['currency']}(?![^\W\d_])\.?)"
# What has none of these, not even within a word, states no sum of money.
OF_MONEY = re.compile(rf"[${_SIGNS}]|{_ANY['currency']}|\d[.,:][-\u2013]", re.IGNORECASE)
_DIGITS = r"\d[\d.,'\u2019\u00a0\u202f ]{0,16}"
_SUM = rf"{_DIGITS}{SCALE}?"
# "1 499,-" needs no currency, and "12.- 14." are days.
_DASHED = r"\d{1,3}(?:[ .'\u2019\u00a0\u202f]?\d{3}){0,2}[.,:][-\u2013](?!\w|\s?\d)"
# "Set of 2, $3.00" is no sum of two dollars.
MONEY = re.compile(
    rf"(?:{CURRENCY}\s?{_SUM}(?:[.,][-\u2013])?|(?<![\w.,])(?:{_SUM}[-\u2013]?\s?(?![$£]\d){CURRENCY}|{_DASHED}))",
    re.IGNORECASE,
)
PRICE = re.compile(
    rf"^(?:{BEFORE_PRICE}[\s:]{{1,3}}){{0,3}}(?:{CURRENCY}\s?{_SUM}|{_SUM}[-\u2013]?\s?{CURRENCY}|{_DASHED})"
    rf"(?:[.,][-\u2013])?(?:\s?{_ANY['after price']}.{{0,30}})?$",
    re.IGNORECASE,
)
NIGHTLY = re.compile(
    rf"^(?:from |ab |dès )?({MONEY.pattern})\s?(?:(?:/|a|per|pro|par|por)\s?)?(?:night|nacht|nuit|noche|notte)$",
    re.IGNORECASE,
)
TAXED = re.compile(
    rf"^({MONEY.pattern})\W{{0,3}}(?:(?P<gross>{_ANY['gross price']})|(?P<net>{_ANY['net price']}))\b\W{{0,2}}$",
    re.IGNORECASE,
)
# Alone, or with what it costs to be sent behind it: "inkl. MwSt. zzgl. Versand".
GROSS = re.compile(rf"^\W{{0,3}}{_ANY['gross price']}\b\D{{0,40}}$", re.IGNORECASE)
NET = re.compile(rf"^\W{{0,3}}{_ANY['net price']}\b", re.IGNORECASE)
_NET_NAMED = re.compile(
    r"(?<![^\W\d_])(?:ex(?:cl(?:uding)?)?|without)[\W_]{0,2}(?:tax|vat|gst|mwst|btw|iva|tva|moms)(?![^\W\d_])",
    re.IGNORECASE,
)
PER_UNIT = re.compile(
    rf"^\(?({MONEY.pattern}|\d{{1,4}}[.,]\d\d|{PENNIES})\s?\*?\s?(?:/|per|pro|je|par|le|por|al|pr\.?|za)\s?(?:1 ?)?"
    rf"(?:(?P<kilo>kg|kilo(?:gramm?)?)|(?P<liter>l|lit(?:er|re|ro))|{_ANY['unit']})"
    rf"(?:\sdr(?:ained|\.?\s?wt\.?)(?: weight)?)?\)?$|^\(?{PENNIES}(?: each|\s?/\s?(?:ea|each|item|piece))\)?$",
    re.IGNORECASE,
)
# "Prijs per kg € 1,19", "(1 l = 1,69 €)".
UNIT_FIRST = re.compile(
    rf"^(?:[^\W\d_]{{3,12}} )?(?:per|pro|je|par|le|por|al|za) (?:kg|kilo|l|lit(?:er|re|ro)|{_ANY['unit']}):?"
    rf" {MONEY.pattern}$|^\(?\d{{1,4}} ?(?:kg|l|lit(?:er|re|ro)|{_ANY['unit']}) = {MONEY.pattern}\)?$",
    re.IGNORECASE,
)
TOTAL = re.compile(rf"^({MONEY.pattern})\s(?:in )?total$", re.IGNORECASE)
_PAY = rf"(?:{CURRENCY})?\s?{_DIGITS}[kK]?\s?(?:{CURRENCY})?"
# ", pro rata, inc. benefits, OTE".
_TERMS = r"(?:.{0,20}|(?:,\s[^,]{2,30}){1,4})"
SALARY = re.compile(
    rf"^{MONEY.pattern}\s?(?:(?:-|to|\u2013)\s?{_PAY}\s?(?:/|per|a) ?day|pro rata)\b{_TERMS}$"
    rf"|^(?:(?:from|up to|starting at|about)\s)?{_PAY}(?:\s?(?:-|to|\u2013)\s?{_PAY})?\s*"
    rf"(?:/|per|an?|p\.)\s?(?:year|yr|annum|hour|hr|h|a\.|month|week)\b{_TERMS}$"
    rf"|^{_PAY}(?:\s?(?:-|à|\u2013)\s?{_PAY})?\s*/\s?{_ANY['long period']}\b{_TERMS}$"
    rf"|^{CURRENCY}\s?{_DIGITS}[kK]?\s?(?:-|to|\u2013)\s?(?:{CURRENCY})?\s?{_DIGITS}[kK]$"
    rf"|^(?:{_ANY['before pay']}\s?)?{_PAY}(?:\s?(?:-|\u2013|à|a|bis|tot|y)\s?{_PAY})?"
    rf"\s?{_ANY['paid per']}\s?{_ANY['pay period']}\b{_TERMS}$"
    # "19 €/Monat" may be what something costs, and two sums are pay.
    rf"|^{_PAY}\s?[-\u2013]\s?{_PAY}\s?/\s?{_ANY['pay period']}\b{_TERMS}$",
    re.IGNORECASE,
)
# For how long one is paid so much, as what stands behind a sum tells.
PAID_PER = re.compile(
    rf"\d[kK]?\s?(?:{CURRENCY})?\s*(?:/\s?)?((?:(?:an?|p\.|{_ANY['paid per']})\s?)?"
    rf"(?:year|yr|annum|hour|hr|h|month|week|day|{_ANY['long period']}|{_ANY['pay period']}))\b",
    re.IGNORECASE,
)
UNTOLD_PAY = re.compile(rf"^{_ANY['untold pay']}$", re.IGNORECASE)
# A price for somebody who hires a thing.
DAILY_PAY = re.compile(rf"^{MONEY.pattern}\s?(?:/|per|a) ?day\b.{{0,20}}$", re.IGNORECASE)
SUMS = re.compile(
    rf"^(?:(?:starting at|up to)\s)?{MONEY.pattern}(?:\s?(?:-|to|\u2013|bis|à|a)\s?{_PAY})?(?: \([^()]{{2,20}}\))?$"
    # "40 000 - 48 000 Kč".
    rf"|^\d{{1,3}}(?:[.,'\u2019\u00a0\u202f ]\d{{3}}){{0,2}}\s?[-\u2013]\s?{MONEY.pattern}$",
    re.IGNORECASE,
)


def is_net(text: str, behind: str = "", names: str = "") -> bool:
    """Tell whether *text* is a sum before tax, and says so, or what stands *behind* it or the *names* of it do."""
    told = TAXED.match(text)
    return (told is not None and told["net"] is not None) or any((NET.match(behind), _NET_NAMED.search(names)))
