"""Numbers that are written in other signs than digits and a point, as decimals: "1 1/2", "12€99", "3億2万"."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.wording import patterns

if TYPE_CHECKING:
    from collections.abc import Collection

_ANY = patterns("values")
SIGNS_OF_SCALE = {"千": 1e3} | dict.fromkeys("万萬만", 1e4) | dict.fromkeys("億亿억", 1e8)
# A sign of currency in the place of the decimal comma.
_INSIDE = re.compile(r"(?<![\d.,$€£¥])(\d{1,3}(?:[.\s]\d{3})*|\d+)\s?([€£$])(\d\d)(?![\d.,])")
# "1.039.50".
_TWO_POINTS = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d{3})+)\.(\d\d)(?![\d.])")
_SIGNS_INSIDE, _FRACTIONS = frozenset("€£$"), frozenset("¼½¾⅓⅔⅛/")
_HALF = re.compile(rf"\b{_ANY['half']}\b", re.IGNORECASE)
# "1億2,000万", "3万5000": each a number of its own, which are added up.
_SUM_OF_SCALES = re.compile(
    r"(?<![\d.,])(?:(\d[\d,.]{0,9})\s?[億亿억]\s?)?(?:(\d[\d,.]{0,9})\s?[万萬만]\s?)?(\d[\d,]{0,9}(?![\d.,]))?"
)
_FRACTION = re.compile(rf"(?<!\d)(\d{{0,4}})\s?([¼½¾⅓⅔⅛]|(?<!\d)[1-3]/[234](?=\s?{_ANY['hours']}\b))", re.IGNORECASE)
# "812 sq ft 75 sq m".
_AREAS = {
    "sqft": re.compile(r"\d[\d.,]{0,12}\s?(?:sq(?:uare)?\.?\s?(?:ft|feet)|ft²)", re.IGNORECASE),
    "sqm": re.compile(r"\d[\d.,]{0,12}\s?(?:sq(?:uare)?\.?\s?m|m²|m2|qm)(?![^\W\d_])", re.IGNORECASE),
}
_SHARE = re.compile(r"-?\d{1,3}(?:[.,]\d{1,2})?\s?%")


def with_decimals(text: str) -> str:
    """Return *text* with "1½", "1 1/2 hours", "half an hour" and "12€99" as decimals."""
    text = _HALF.sub("0.5 h", text.strip())
    if not text.isascii() and not SIGNS_OF_SCALE.keys().isdisjoint(text):
        text = _SUM_OF_SCALES.sub(_added, text)
    text = _TWO_POINTS.sub(r"\1,\2", text) if text.count(".") > 1 else text
    if not _SIGNS_INSIDE.isdisjoint(text):
        text = _INSIDE.sub(lambda found: f"{found[1]},{found[3]} {found[2]}", text)
    if _FRACTIONS.isdisjoint(text):
        return text
    return _FRACTION.sub(lambda found: str(int(found[1] or 0) + _fraction(found[2])), text)


def asked_of(text: str, hint: Collection[str]) -> str:
    """Return of *text* what a field with the words of *hint* asks for: of "$50 (22%)" the share, of "-20%" 20."""
    shares = _SHARE.findall(text) if "percent" in hint else []
    areas = [one[0] for unit in _AREAS.keys() & hint for one in _AREAS[unit].finditer(text)]
    told = shares or areas
    text = told[0] if len(told) == 1 else text
    return text.lstrip("(-\u2212\u2013 ") if "discount" in hint else text


def _added(found: re.Match[str]) -> str:
    """Return as one number what *found* says in several, each with its scale; anything else as it is."""
    parts = [(part, scale) for part, scale in zip(found.groups(), (1e8, 1e4, 1), strict=True) if part]
    if len(parts) < 2:  # noqa: PLR2004 - nothing to add up
        return found[0]
    return str(int(sum(float(part.replace(",", "")) * scale for part, scale in parts)))


def _fraction(sign: str) -> float:
    return float(Fraction(unicodedata.normalize("NFKC", sign).replace("\u2044", "/")))
