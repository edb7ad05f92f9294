"""Equations of Office documents as text, on one line: x^2, (a+b)/(2c), √(x), ∑_(i=1)^n."""

from __future__ import annotations

from typing import Any

from lxml import etree

from airflow_provider.local.files.archives import local_name

# An lxml element, which has no types.
Element = Any

MAX_DEPTH = 50
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


_NONE = dict.fromkeys(("num", "den", "e", "sub", "sup", "fName", "lim"), "")
# What each kind of part is written as.
_WRITTEN = {
    "f": "{num}/{den}",
    "sSup": "{e}^{sup}",
    "sSub": "{e}_{sub}",
    "sSubSup": "{e}_{sub}^{sup}",
    "sPre": "_{sub}^{sup}{e}",
    "limLow": "{e}_{lim}",
    "limUpp": "{e}^{lim}",
}
_BETWEEN = {"m": ("(", "; ", ")"), "mr": ("", ", ", ""), "eqArr": ("", "; ", "")}
_LIMITS = (("_", "sub"), ("^", "sup"))


def write_equations(document: Element) -> None:
    """Put the text of each equation of *document* in its place."""
    for equation in list(document.iter("{*}oMath")):
        parent = equation.getparent()
        if parent is None:
            continue
        run = etree.Element(f"{_WORD}r")
        text = etree.SubElement(run, f"{_WORD}t")
        text.text = as_text(equation)
        text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        parent.replace(equation, run)
    # An equation of its own line is a paragraph in the paragraph; its runs are the outer one's.
    for group in list(document.iter("{*}oMathPara")):
        parent = group.getparent()
        if parent is not None:
            place = parent.index(group)
            runs = list(group.iterchildren(f"{_WORD}r"))
            parent.remove(group)
            for number, run in enumerate(runs):
                parent.insert(place + number, run)


def as_text(element: Element, depth: int = 0) -> str:
    """Return an equation, or a part of one, as text."""
    if depth > MAX_DEPTH:
        return "".join(element.itertext())
    kind = local_name(element)
    if kind == "t":
        return element.text or ""
    part = {local_name(one): as_text(one, depth + 1) for one in element if not local_name(one).endswith("Pr")}
    if kind in _WRITTEN:
        return _WRITTEN[kind].format(**{**_NONE, **{name: _grouped(text) for name, text in part.items()}})
    if kind == "nary":
        limits = "".join(f"{sign}{_grouped(part[name])}" for sign, name in _LIMITS if part.get(name))
        return f"{_property(element, 'chr', '∫')}{limits} {part.get('e', '')}"
    return _joined(kind, element, [one for one in element if not local_name(one).endswith("Pr")], depth + 1)


def _joined(kind: str, element: Element, inner: list[Element], depth: int) -> str:
    """Return what stands side by side: terms, the parts of brackets and roots, the cells of a matrix."""
    texts = [as_text(one, depth) for one in inner]
    if kind == "rad":
        index = next((text for one, text in zip(inner, texts, strict=True) if local_name(one) == "deg"), "")
        return f"{index}√{bracketed(texts[-1] if texts else '')}"
    if kind == "d":
        between = _property(element, "sepChr", "|").join(texts)
        return f"{_property(element, 'begChr', '(')}{between}{_property(element, 'endChr', ')')}"
    if kind in _BETWEEN:
        start, sign, end = _BETWEEN[kind]
        return f"{start}{sign.join(texts)}{end}"
    out = ""
    for one, text in zip(inner, texts, strict=True):
        # A number beside a fraction is none of its digits.
        apart = local_name(one) in _WRITTEN and out[-1:].isalnum() and text[:1].isdigit()
        out += f" {text}" if apart else text
    return out


def _grouped(text: str) -> str:
    """Return *text* in brackets unless it is one number or word."""
    return text if text.isalnum() or len(text) < 2 else bracketed(text)  # noqa: PLR2004 - one sign


def bracketed(text: str) -> str:
    """Return *text* in brackets, of which it may have its own."""
    return text if text[:1] == "(" and text.find(")") == len(text) - 1 else f"({text})"


def _property(element: Element, name: str, default: str = "") -> str:
    for properties in element:
        if local_name(properties).endswith("Pr"):
            for one in properties:
                if local_name(one) == name:
                    return next((str(value) for key, value in one.attrib.items() if key.endswith("val")), "")
    return default
