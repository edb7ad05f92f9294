"""Blocks of code: a fence longer than any inside, and the language that the page names."""

from __future__ import annotations

import re
from typing import Any

# An lxml element, which has no types.
Element = Any

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|sourceCode|brush:)[-: ]*([\w+#.-]{1,30})"
)
_NO_LANGUAGE = frozenset(("none", "plain", "plaintext", "text", "default", "notranslate", "code", "sourcecode"))
_WORD = re.compile(r"[\w+#.-]{1,30}")
_FENCE = re.compile(r"`{3,}")


def fenced(element: Element) -> str:
    """Return a preformatted *element* as a block of code."""
    for one in element.iter("br"):
        one.tail = "\n" + (one.tail or "")
    text = "".join(element.itertext()).replace("\r\n", "\n").strip("\n")
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{_language(element)}\n{text}\n{fence}"


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
