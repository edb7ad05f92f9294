"""Numbers as a spreadsheet shows them: percentages, decimals, thousands and the signs of currencies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from airflow_provider.local.files.moments import moment_shown

# Formats that every workbook has without stating them; 14 and 22 depend on the reader's country, so they are ISO's.
_BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0",
    38: "#,##0",
    39: "#,##0.00",
    40: "#,##0.00",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
}
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|[_*].')
_CONDITION = re.compile(r"\[[^\[\]$]*\]")
_DECIMALS = re.compile(r"\.([0#?]+)")
_CURRENCIES = "$€£¥₹"
_MOMENT = re.compile(r"[dyhms]", re.IGNORECASE)
_ELAPSED = re.compile(r"\[([hm])\1?\]", re.IGNORECASE)
# Each comma after the last digit divides by a thousand.
_THOUSANDS = re.compile(r"(?<=[0#?]),+(?=[^0#?,]*\Z)")


@dataclass(frozen=True, slots=True)
class Format:
    """A number format, by its code, such as ``#,##0.00 "EUR"``."""

    code: str

    @classmethod
    def of(cls, number: str, own: Mapping[str | None, str]) -> Format:
        """Return the format with that *number*: the workbook's *own*, or one that all have."""
        return cls(own.get(number) or _BUILT_IN.get(int(number) if number.isdecimal() else 0, "General"))


def shown(value: float, form: Format, date: Callable[[float], datetime]) -> str:
    """Return *value* as *form* shows it; *date* is the moment that a number of days stands for."""
    sections = form.code.split(";")
    section = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0  # noqa: PLR2004 - for zero
    code = sections[section]
    # A section for negative numbers writes their sign itself.
    value = abs(value) if section else value
    plain = _CONDITION.sub("", _LITERAL.sub("", code))
    if elapsed := _ELAPSED.search(code):
        return _elapsed(value, elapsed[1].lower(), with_seconds="s" in plain.lower())
    if plain.strip().lower() in {"general", "@"} or not (section or plain.strip()):
        return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:.11g}"  # noqa: PLR2004 - digits
    if _MOMENT.search(plain):
        return moment_shown(date(value), code)
    return _number(value, code, plain)


def _number(value: float, code: str, plain: str) -> str:
    """Return a number by its *code*, which is *plain* without what is written as it is."""
    found = _DECIMALS.search(plain)
    places = len(found[1]) if found else 0
    if "%" in plain:
        return f"{value * 100:.{places}f}%"
    if "e+" in plain.lower():
        return f"{value:.{places}E}"
    if "/" in plain:
        return _fraction(value)
    thousands = _THOUSANDS.search(plain)
    scaled = abs(value) / 1000 ** (len(thousands[0]) if thousands else 0)
    number = f"{scaled:,.{places}f}" if "," in plain.rstrip(" ,)") else f"{scaled:.{places}f}"
    least = plain.partition(".")[0].count("0")
    if least > 1 and "," not in plain:
        number = number.zfill(least + places + (places > 0))
    if found and "#" in found[1]:
        number = number.rstrip("0").rstrip(".")
    # A section without digits shows none, such as the dash for zero.
    return _signed(value, number if re.search("[0#]", plain) else "", code)


def _elapsed(days: float, unit: str, *, with_seconds: bool) -> str:
    """Return a time that may be longer than a day."""
    minutes, seconds = divmod(round(days * 86400), 60)
    hours = minutes // 60
    clock = f"{hours}:{minutes % 60:02}" if unit == "h" else f"{minutes}"
    return f"{clock}:{seconds:02}" if with_seconds else clock


def _fraction(value: float) -> str:
    whole, part = divmod(abs(value), 1)
    near = Fraction(part).limit_denominator(99)
    whole, near = (whole + 1, Fraction(0)) if near == 1 else (whole, near)
    sign = "-" if value < 0 else ""
    return sign + " ".join([f"{whole:.0f}"] * (whole > 0 or not near) + [str(near)] * (near > 0))


def _signed(value: float, number: str, code: str) -> str:
    """Return *number* with its sign and with the currency that *code* writes before or after it."""
    digits = min((place for place in (code.find("0"), code.find("#"), code.find("?")) if place >= 0), default=0)
    before = after = ""
    for found in _LITERAL.finditer(code):
        literal = found[1] or found[2] or found[3] or ""
        word = literal.strip()
        if word and found.start() < digits:
            before += word
        elif word:
            after += f" {word}" if code[: found.start()].endswith(" ") or literal[0].isspace() else word
    left = _CONDITION.sub("", _LITERAL.sub("", code))
    for sign in _CURRENCIES:
        if sign in left and sign not in before + after:
            before = sign + before
    if "(" in left and ")" in left:
        return f"({before}{number}{after})"
    minus = value < 0 or left.lstrip().startswith("-")
    return f"{'-' if minus else ''}{before}{number}{after}".strip()
