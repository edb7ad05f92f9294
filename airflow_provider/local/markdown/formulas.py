"""Formulas of MathML as text, on one line, as equations of Office documents are written: x^2, (a+b)/2, √(x)."""

from __future__ import annotations

from typing import Any

from airflow_provider.local.files.equations import bracketed

# An lxml element, which has no types.
Element = Any

MAX_DEPTH = 50
_TYPED = "application/x-tex"
# What is written of the parts of each, in their order.
_WRITTEN = {
    "mfrac": "{}/{}",
    "msup": "{}^{}",
    "mover": "{}^{}",
    "msub": "{}_{}",
    "munder": "{}_{}",
    "msubsup": "{}_{}^{}",
    "munderover": "{}_{}^{}",
}
_ACCENTS = frozenset(("mover", "munder"))
_BETWEEN = {"mtable": ("(", "; ", ")"), "mtr": ("", ", ", ""), "mfenced": ("(", ", ", ")")}


def formula(element: Element) -> str:
    """Return a formula as it was typed, or else as text."""
    typed = (one for one in element.iter("annotation") if one.get("encoding") == _TYPED)
    return element.get("alttext") or next(("".join(one.itertext()) for one in typed), "") or _as_text(element)


def _as_text(element: Element, depth: int = 0) -> str:
    inner = [one for one in element if isinstance(one.tag, str) and not one.tag.startswith("annotation")]
    if not inner or depth > MAX_DEPTH:
        return "".join(element.itertext()).strip()
    texts = [_as_text(one, depth + 1) for one in inner]
    written = _WRITTEN.get(element.tag, "")
    if element.tag in _ACCENTS and inner[-1].tag == "mo":
        return "".join(texts)
    if written.count("{}") == len(texts):
        return written.format(*map(_grouped, inner, texts))
    if element.tag == "mroot":
        return f"{''.join(texts[1:])}√{bracketed(texts[0])}"
    if element.tag in _BETWEEN:
        start, sign, end = _BETWEEN[element.tag]
        return f"{start}{sign.join(texts)}{end}"
    out = ""
    for one, text in zip(inner, texts, strict=True):
        # A number beside a fraction is none of its digits.
        out += f" {text}" if one.tag == "mfrac" and out[-1:].isdigit() and text[:1].isdigit() else text
    return f"√{bracketed(out)}" if element.tag == "msqrt" else out


def _grouped(element: Element, text: str) -> str:
    """Return *text* in brackets unless it is one number or word."""
    return text if text.isdigit() or len(text) < 2 or not len(element) else bracketed(text)  # noqa: PLR2004 - one sign
