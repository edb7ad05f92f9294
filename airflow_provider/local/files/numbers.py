"""Numbers as a spreadsheet shows them: percentages, decimals, thousands and the signs of currencies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne

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
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<sign>[^\[\]-]*+)[^\[\]]*\]|\[[^\[\]]*\]|[_*].'
    r"|(?P<digits>[0#?][0#?.,]*|\.[0#?][0#?,]*)|(?P<other>.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"\[[^\[\]$]*\]")
_DECIMALS = re.compile(r"\.([0#?]+)")
# A number with a condition in a format: [>=100].
_LIMIT = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9]{1,15}(?:\.[0-9]{1,15})?)\]")
_COMPARED = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "<>": ne}
_LARGEST_WHOLE = 2**53
_EXACT, _DIGITS = 1e15, 10
_MOMENT = re.compile(r"[dyhms]", re.IGNORECASE)
_ELAPSED = re.compile(r"\[([hm])\1?\]", re.IGNORECASE)


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
    code, writes_sign = _section(value, form.code.split(";"))
    value = abs(value) if writes_sign else value
    plain = _CONDITION.sub("", _LITERAL.sub("", code))
    if elapsed := _ELAPSED.search(code):
        return _elapsed(value, elapsed[1].lower(), with_seconds="s" in plain.lower())
    if plain.strip().lower() in {"general", "@"} or (code == form.code and not plain.strip()):
        return f"{Decimal(value):f}" if value == int(value) and _is_exact(value) else f"{value:.11g}"
    if _MOMENT.search(plain):
        return moment_shown(date(value), code)
    return _number(value, code, plain)


def moment_of(days: float, *, from_1904: bool = False) -> datetime:
    """Return the moment that a workbook stores as a number of days."""
    epoch = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)  # noqa: DTZ001 - sheets have none
    return epoch + timedelta(seconds=round(days * 86400))


def moment_stated(text: str, form: Format) -> str:
    """Return the moment that *text* states in ISO's form as *form* shows it, or in ISO's where that shows none."""
    try:
        moment = datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError:
        return text
    code = form.code.partition(";")[0]
    if _MOMENT.search(_CONDITION.sub("", _LITERAL.sub("", code.lower().replace("general", "")))):
        return moment_shown(moment, code)
    return text.removesuffix("T00:00:00").replace("T", " ")


def _is_exact(value: float) -> bool:
    """Tell whether all digits of a whole *value* are known: it was stated as such, or is no more than a float holds."""
    return isinstance(value, int) or abs(value) <= _LARGEST_WHOLE


def _section(value: float, sections: Sequence[str]) -> tuple[str, bool]:
    """Return which of *sections* of a format are for *value*, and whether that writes the sign of it by itself."""
    limits = [_LIMIT.search(section) for section in sections]
    if any(limits):
        for section, limit in zip(sections, limits, strict=True):
            if limit is None or _COMPARED[limit[1]](value, float(limit[2])):
                return section, limit is not None and limit[1][0] == "<" and float(limit[2]) <= 0
        return sections[-1], False
    place = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0  # noqa: PLR2004 - for zero
    return sections[place], place > 0


def _number(value: float, code: str, plain: str) -> str:
    """Return a number by its *code*, which is *plain* without what is written as it is."""
    if "e+" in plain.lower():
        found = _DECIMALS.search(plain)
        return f"{value:.{len(found[1]) if found else 0}E}"
    if "/" in plain:
        return _fraction(value)
    pieces = list(_pieces(code))
    groups = [text for is_digits, text in pieces if is_digits]
    places = iter(_digits(abs(value) * (100 if "%" in plain else 1), groups))
    written = "".join(next(places) if is_digits else text for is_digits, text in pieces)
    # What is rounded to zero has no sign.
    minus = value < 0 and any("1" <= character <= "9" for character in written)
    return f"{'-' if minus else ''}{written}".strip()


def _pieces(code: str) -> Iterator[tuple[bool, str]]:
    """Yield the places for digits and the texts between them; each with whether it is one for digits."""
    for found in _TOKEN.finditer(code):
        text = found["digits"]
        yield text is not None, text or found["quoted"] or found["escaped"] or found["sign"] or found["other"] or ""


def _digits(value: float, groups: list[str]) -> list[str]:
    """Return what stands in each group of places: from the last on as many digits as it has, the rest in the first."""
    form = "".join(groups)
    # A section without digits shows none, such as the dash for zero.
    if not re.search("[0#]", form):
        return [""] * len(groups)
    # Each comma after the last digit divides by a thousand.
    shown = form.rstrip(",")
    before, _, after = shown.partition(".")
    thousands = len(form) - len(shown)
    number = _rounded(value / 1000**thousands if thousands else value, len(after))
    whole, dot, rest = number.partition(".")
    rest = rest.rstrip("0") if "#" in after else rest
    end = f"{dot}{rest}" if rest else ""
    if "," in before or len(groups) == 1:
        whole = f"{int(whole):,}" if "," in before else whole.zfill(before.count("0"))
        return [f"{whole}{end}", *[""] * (len(groups) - 1)]
    whole = whole.zfill(before.count("0"))
    parts = []
    for group in reversed(groups[1:]):
        start = max(len(whole) - len(group.partition(".")[0]), 0)
        parts.append(whole[start:])
        whole = whole[:start]
    parts[0] += end
    return [whole, *reversed(parts)]


def _rounded(value: float, places: int) -> str:
    """Return *value* with that many decimals; half of the last one is rounded up, as spreadsheets do."""
    if not value < _EXACT or places > _DIGITS:
        return f"{Decimal(value):.{places}f}"
    # Spreadsheets know 15 digits of a number, of which those behind are noise.
    return f"{Decimal(f'{value:.15g}').quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"


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
