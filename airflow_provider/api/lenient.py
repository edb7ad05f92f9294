"""
Numbers as people write them on pages: in groups of digits, with currencies, units and words such as million.

Reads what states one number to whoever reads it, and nothing else: where two readers could differ, or where what
stands beside the number may change it, there is none. Knows nothing of rows or fields.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

# Longer text is not a number with its unit.
LONGEST = 60

# How digits stand together: the whole in groups, and perhaps a part behind it.
_GROUPS_OF_THREE = r"(?P<whole>[1-9][0-9]{{0,2}}(?:{sign}[0-9]{{3}})+)(?:{part_sign}(?P<part>[0-9]+))?"
FORMS = tuple(
    re.compile(form)
    for form in (
        _GROUPS_OF_THREE.format(sign=",", part_sign="[.]"),
        _GROUPS_OF_THREE.format(sign="[.]", part_sign=","),
        _GROUPS_OF_THREE.format(sign=" ", part_sign="[.,]"),
        _GROUPS_OF_THREE.format(sign="'", part_sign="[.,]"),
        # India: 1,50,000
        r"(?P<whole>[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3})(?:[.](?P<part>[0-9]+))?",
        r"(?P<whole>0|[1-9][0-9]*|)(?:[.,](?P<part>[0-9]+))?",
    )
)
# Thousands to some and decimals to others; with four groups, an address on the internet.
AMBIGUOUS = re.compile(r"[1-9][0-9]{0,2}(?:[.][0-9]{3}|(?:[.][0-9]{3}){3})")
# So is the comma where amounts with three decimals are common; money has two.
AMBIGUOUS_AMOUNT = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")
NUMBER = re.compile(
    r"(?P<before>.*?)"
    # A point before the digits belongs to them, unless it ends a word: Rs.500
    r"(?P<core>(?:(?<![^\W0-9_])[.,])?[0-9](?:[0-9.,' ]*[0-9])?)"
    # A whole amount, as shops in Europe mark it: 12,-
    r"(?P<no_cents>[.,] ?[-\u2014]{1,2})?"
    r"(?P<after>[^0-9].*)?"
)
BEFORE = re.compile(r"(?P<first>[+-]?)(?P<currency>(?:\S.*?)?) ?(?P<second>[+-]?)")
# Negative, as accountants write it.
ENCLOSED = re.compile(r"(?P<before>[^()0-9]*)\((?P<inner>[^()+-]+)\)(?P<after>[^()0-9]*)")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


CURRENCY_CODES = _names(
    "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW KWD MAD MXN MYR "
    "NGN NOK NZD PEN PHP PKR PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR"
)
CURRENCY_WORDS = _names(
    "Fr Ft kr Kr Kč lei RM Rp Rs zł лв руб din euro euros Euro dollar dollars 円 元 원 đ"  # noqa: RUF001 - it is Cyrillic
)
# Of some countries, told apart by letters: US$, R$, $US
DOLLARS = re.compile(r"[A-Z]{1,3}\$|\$[A-Z]{1,3}")
# A cent is a hundredth, and in which of the two a column is nobody says here.
CENTS = "¢\uffe0"
# Without hundredths: three digits behind a point are a group.
WHOLE_CURRENCIES = _names("₩ 원 KRW 円 JPY ₫ đ VND Rp IDR Ft HUF ₲ ISK CLP")

UNITS = _names(
    "% ° °C °F kg g mg µg t lb lbs oz km cm mm µm nm mi ft in yd ha m² km² cm² mm² ft² m³ cm³ l L ml mL cl dl gal hl "
    "V mV kV W kW MW GW Wh kWh MWh mAh Ah Hz kHz MHz GHz kJ kcal cal Pa hPa kPa bar psi dB lm KB MB GB TB kB km/h mph "
    "s ms sec min h hr hrs hour hours day days week weeks month months year years px dpi ppm rpm pcs"
)

# By which power of ten a word multiplies.
WORDS = {
    **dict.fromkeys(("thousand", "tsd"), 3),
    **dict.fromkeys(("lakh", "lakhs", "lac"), 5),
    **dict.fromkeys(("million", "millions", "mn", "mln", "mio"), 6),
    **dict.fromkeys(("crore", "crores"), 7),
    **dict.fromkeys(("billion", "billions", "bn", "mrd"), 9),
    **dict.fromkeys(("万", "만"), 4),
    **dict.fromkeys(("億", "亿", "억"), 8),
}
# A letter does where it stands at the number; with money also a small one, which is a metre elsewhere.
LETTERS = {"k": 3, "K": 3, "M": 6}
LETTERS_OF_MONEY = {**LETTERS, "m": 6, "b": 9, "B": 9, "cr": 7, "Cr": 7}

_ALIKE = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u2019": "'", "\u066b": ".", "\u066c": ",", "\u2103": "°C", "\u2109": "°F"}
)
# Forms as wide as Chinese characters, and how far ASCII is from them.
_WIDE, _TO_ASCII = range(0xFF01, 0xFF5F), 0xFEE0


def plain_number(text: str) -> str | None:
    """Return the number that *text* states, in digits with a point and a minus at most; None if it states none."""
    text = text.strip()
    plain = None if len(text) > LONGEST else _in_plain_signs(text)
    if plain is None:
        return None
    enclosed = ENCLOSED.fullmatch(plain)
    if enclosed is not None:
        plain = "".join(enclosed.group("before", "inner", "after"))
    found = NUMBER.fullmatch(plain)
    if found is None:
        return None
    sign, currency = _before(found["before"])
    scale, other = _after(found["after"] or "", has_currency=bool(currency))
    if sign is None or scale is None or (enclosed is not None and (sign or _is_unit(other))):
        return None
    core = found["core"]
    if (found["no_cents"] and not core.isdecimal()) or (sign == "+" and " " in core):
        # No shop writes the one; the other is the number of a telephone.
        return None
    if (scale or _is_unit(other)) and AMBIGUOUS_AMOUNT.fullmatch(core):
        return None
    digits = _digits(core, whole_only=not WHOLE_CURRENCIES.isdisjoint((currency.rstrip("."), other.rstrip("."))))
    if digits is not None and scale:
        digits = f"{(Decimal(digits) * 10**scale).normalize():f}"
    return f"-{digits}" if digits and (enclosed is not None or sign == "-") else digits


def _in_plain_signs(text: str) -> str | None:
    """Return *text* with ASCII digits, spaces and signs for those of other scripts that mean the same."""
    zeros = set()
    plain = []
    for sign in text.translate(_ALIKE):
        if ord(sign) in _WIDE:
            plain.append(chr(ord(sign) - _TO_ASCII))
        elif sign.isdecimal():
            zeros.add(ord(sign) - unicodedata.decimal(sign))
            plain.append(str(unicodedata.decimal(sign)))
        else:
            plain.append(" " if unicodedata.category(sign) == "Zs" else sign)
    # Digits of two scripts are not one number.
    return None if len(zeros) > 1 else "".join(plain)


def _before(text: str) -> tuple[str | None, str]:
    """Return sign and currency before a number; None for the sign if there is anything else."""
    found = BEFORE.fullmatch(text)
    if found is None or (found["first"] and found["second"]):
        return None, ""
    sign, currency = found["first"] or found["second"], found["currency"]
    if currency:
        return sign if _is_currency(currency) else None, currency
    # With a space behind it, it is as likely the mark of an item in a list.
    return sign if sign == text else None, ""


def _after(text: str, *, has_currency: bool) -> tuple[int | None, str]:
    """Return the power of ten, and the currency or unit, behind a number; None for the power if anything else is."""
    at_number = not text.startswith(" ")
    first, _, rest = text.strip().partition(" ")
    if (first[:-1] in WORDS or first[:-1] in LETTERS_OF_MONEY) and _is_currency(first[-1]):
        # 12 M€, 5万円
        first, rest = first[:-1], f"{first[-1]} {rest}".strip()
    money = has_currency or _is_currency(rest)
    if (word := first.lower().rstrip(".")) in WORDS:
        scale = WORDS[word]
    elif money and first in LETTERS_OF_MONEY:
        scale = LETTERS_OF_MONEY[first]
    elif at_number and first in LETTERS and not rest:
        scale = LETTERS[first]
    else:
        scale, rest = 0, text.strip()
    fits = not rest or _is_currency(rest) or (_is_unit(rest) and not scale and not has_currency)
    return scale if fits else None, rest


def _is_unit(text: str) -> bool:
    return text.rstrip(".") in UNITS


def _is_currency(text: str) -> bool:
    if len(text) == 1 and unicodedata.category(text) == "Sc":
        return text not in CENTS
    return text in CURRENCY_CODES or text.rstrip(".") in CURRENCY_WORDS or DOLLARS.fullmatch(text) is not None


def _digits(core: str, *, whole_only: bool) -> str | None:
    """Return *core* without what separates its groups, a point before its decimals; None if it can be read twice."""
    if AMBIGUOUS.fullmatch(core) and not whole_only:
        return None
    for form in FORMS:
        if found := form.fullmatch(core):
            whole, part = re.sub("[^0-9]", "", found["whole"]) or "0", found["part"]
            if whole_only and (part or "").strip("0"):
                return None
            return f"{whole}.{part}" if part else whole
    return None
