"""Code, in spans and blocks: a fence longer than any inside, and the language that the page names."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

# An lxml element, which has no types.
Element = Any

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|sourceCode|brush:)[-: ]*([\w+#.-]{1,30})"
)
_NO_LANGUAGE = frozenset(("none", "plain", "plaintext", "text", "default", "notranslate", "code", "sourcecode"))
_WORD = re.compile(r"[\w+#.-]{1,30}")
_LINES = frozenset(("div", "li", "p", "tr"))
# Elements that hold the number of a line, by their class, and what they say.
_COUNTED = re.compile(
    r"(?:^|[\s_-])(?:ln|lineno|linenos|linenumbers?|line-?numbers?|gutter)(?:[\s_-]|$)", re.IGNORECASE
)
_NUMBERS = re.compile(r"[\s\d]*")
_FENCE = re.compile(r"`{3,}")
_TICKS = re.compile(r"`+")


def fenced(element: Element) -> str:
    """Return a preformatted *element* as a block of code; empty where it only numbers the lines of one beside it."""
    text = _typed(element).replace("\r\n", "\n").strip("\n")
    if _NUMBERS.fullmatch(text) and _is_beside_code(element):
        return ""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{_language(element)}\n{text}\n{fence}"


def ticked(code: str) -> str:
    """Return *code*, which begins and ends without a space, as a code span."""
    lengths = {len(run) for run in _TICKS.findall(code)}
    ticks = "`" * next(length for length in range(1, len(lengths) + 2) if length not in lengths)
    space = " " if "`" in {code[0], code[-1]} else ""
    return f"{ticks}{space}{code}{space}{ticks}"


def _typed(element: Element) -> str:
    """Return the code in *element*: elements that are lines of their own as lines, without numbers before them."""
    out: list[str] = []
    begun: list[int] = []
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, one in walk:
        is_line = one.tag in _LINES and one is not element
        if event == "start":
            if is_line:
                _end_line(out)
                begun.append(len(out))
            if _COUNTED.search(one.get("class") or "") and _NUMBERS.fullmatch("".join(one.itertext())):
                walk.skip_subtree()
            else:
                out += filter(None, [one.text])
            continue
        if one.tag == "br" or (is_line and len(out) == begun[-1]):
            out.append("\n")
        elif is_line:
            _end_line(out)
        if is_line:
            begun.pop()
        if one is not element:
            out += filter(None, [one.tail])
    return "".join(out)


def _end_line(out: list[str]) -> None:
    if out and not out[-1].endswith("\n"):
        out.append("\n")


def _is_beside_code(element: Element) -> bool:
    """Tell whether the next cell of the row that *element* stands in has code, too."""
    cell = next(element.iterancestors("td"), None)
    beside = next(cell.itersiblings("td"), None) if cell is not None else None
    return beside is not None and next(beside.iter("pre"), None) is not None


def _language(element: Element) -> str:
    """Return the language that the element, its code or what is around it names."""
    parent = element.getparent()
    above = [one for one in (parent, parent.getparent() if parent is not None else None) if one is not None]
    for one in (*element.iter("code"), element, *above):
        for name in ("data-lang", "data-language", "lang" if one.tag == "pre" else "data-lang"):
            if (found := one.get(name)) and _WORD.fullmatch(found):
                return str(found)
        found = _LANGUAGE.search(one.get("class") or "")
        if found and found[1].lower() not in _NO_LANGUAGE:
            return found[1]
    return ""
