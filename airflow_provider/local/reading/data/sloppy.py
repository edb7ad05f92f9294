"""
JSON as pages write it: with comments, trailing commas, control characters and wrappers around it.

Knows the notation only. Everything takes time in proportion to the length of its text.
"""

from __future__ import annotations

import html
import json
import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SCRIPT = 5_000_000
_MAX_VALUES = 50
_DECODER = json.JSONDecoder(strict=False)
# A whole string is taken first, so that nothing inside one is mistaken; what is never closed runs to the end.
_DIRT = re.compile(
    r'(?P<kept>"(?:[^"\\]|\\.)*(?:"|\Z))|//[^\n]*|/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>|,(?=\s{0,200}[}\]])|[\x00-\x08\x0b-\x1f]',
    re.DOTALL,
)
_START = re.compile(r"(?=[{\[])")
_ASSIGNED = re.compile(r"(?:=|\()\s{0,20}(?=[{\[])")
_BAD_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_INLINE = re.compile(r"</?(?:a|abbr|b|em|font|i|mark|small|span|strong|sub|sup|u)(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{1,300}>")


def read_values(text: str) -> Iterator[Any]:
    """Yield the JSON objects and lists that *text* consists of; nothing where it is damaged beyond doubt."""
    if len(text) > MAX_SCRIPT:
        return
    try:
        yield json.loads(text, strict=False)
    except (ValueError, RecursionError):
        if "&quot;" in text:
            text = html.unescape(text)
        clean = _DIRT.sub(lambda found: _kept(found["kept"]), text)
        yield from takewhile(lambda value: value is not None, _decoded(clean, _START))


def read_assigned(script: str) -> Iterator[Any]:
    """Yield the objects and lists that JavaScript assigns or passes on, where they are written as JSON."""
    return filter(None, _decoded(script, _ASSIGNED)) if len(script) <= MAX_SCRIPT else iter(())


def unmarked(text: str) -> str:
    """Return *text*, a value, on one line and without the markup that some sites leave in their data."""
    if "&" in text:
        # Not seldom escaped once for HTML and once more for the script.
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", _INLINE.sub("", text))
    # JSON can hold half a surrogate pair, which no database or answer can.
    return " ".join(text.encode(errors="replace").decode().split())


def _kept(string: str | None) -> str:
    return _BAD_ESCAPE.sub(lambda found: found[0] if found[1] in '"\\/bfnrtu' else found[1], string) if string else ""


def _decoded(text: str, start: re.Pattern[str]) -> Iterator[Any]:
    """Yield the value behind each *start* in *text*, one after the other; None where it cannot be decoded."""
    at = 0
    for _ in range(_MAX_VALUES):
        found = start.search(text, at)
        if found is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            value, at = None, found.end() + 1
        yield value
