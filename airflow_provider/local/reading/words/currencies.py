"""The code of the currency that a sum of money is written with."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.money import CURRENCY
from airflow_provider.local.reading.words.wording import read_table

_CODES = {
    sign.lower(): code
    for code, signs in read_table(
        """
EUR = €
GBP = £
USD = US$
CAD = C$, CA$
AUD = A$, AU$
NZD = NZ$
HKD = HK$
SGD = S$
TWD = NT$
BRL = R$
INR = ₹, Rs
PLN = zł
CZK = Kč
HUF = Ft
RON = lei
MYR = RM
JPY = 円
CNY = 元
TRY = ₺
RUB = ₽, \u0440\u0443\u0431
KRW = ₩
UAH = ₴, \u0433\u0440\u043d
ILS = ₪
VND = ₫
THB = ฿
"""
    ).items()
    for sign in signs
}


def currency_of(price: str | None, language: str) -> str | None:
    """Return the code of the currency that *price* is written with, or its sign where that has several."""
    found = re.search(CURRENCY, price, re.IGNORECASE) if price else None
    sign = found[0].strip(".").lower() if found else ""
    if sign == "$" and language.lower() == "en-us":
        return "USD"
    return _CODES.get(sign, sign.upper() if len(sign) == len("USD") else sign) or None
