"""Code, in spans and blocks: a fence longer than any inside, and the language that the page names."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from lxml import etree

from airflow_provider.local.markdown.meaning import LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

# An lxml element, which has no types.
Element = Any

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|sourceCode|brush)[-: ]{1,9}(?:hl-)?"
    r"([\w+#.-]{1,30})"
)
_NO_LANGUAGE = frozenset(("none", "plain", "plaintext", "text", "default", "notranslate", "code", "sourcecode"))
_WORD = re.compile(r"[\w+#.-]{1,30}")
_LINES = frozenset(("div", "li", "p", "tr", LINE))
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
    cell = next(element.iterancestors("td"), None)
    if cell is not None and numbers_lines(cell):
        return ""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{_language(element)}\n{text}\n{fence}"


def ticked_lines(element: Element) -> list[str]:
    """Return each line of a preformatted *element* as a code span, set in as it is."""
    return [ticked(line.rstrip()) for line in _typed(element).splitlines() if line.strip()]


def numbers_lines(cell: Element) -> bool:
    """Tell whether a *cell* only numbers the lines of the code in the next one."""
    beside = next(cell.itersiblings("td"), None)
    if beside is None or next(beside.iter("pre"), None) is None:
        return False
    return _NUMBERS.fullmatch("".join(cell.itertext())) is not None


def ticked(code: str) -> str:
    """Return *code*, which does not end with a space, as a code span."""
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


def _language(element: Element) -> str:
    """Return the language that the element, its code or what is around it names."""
    for one in (*element.iter("code"), element, *_around(element)):
        for name in ("data-lang", "data-language", "lang" if one.tag == "pre" else "data-lang"):
            if (found := one.get(name)) and _WORD.fullmatch(found):
                return str(found)
        found = _LANGUAGE.search(one.get("class") or "")
        if found and found[1].lower() not in _NO_LANGUAGE:
            return found[1]
    return ""


def _around(element: Element) -> Iterator[Element]:
    """Yield the two elements around *element*, and those around the table that numbers its lines."""
    yield from islice(element.iterancestors(), 2)
    cell = next(element.iterancestors("td"), None)
    numbers = next(cell.itersiblings("td", preceding=True), None) if cell is not None else None
    if numbers is not None and numbers_lines(numbers):
        table = next(numbers.iterancestors("table"))
        yield from (table, *islice(table.iterancestors(), 2))
