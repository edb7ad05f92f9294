"""What a prompt gives as examples of the texts that a field is to hold, and which texts are like them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.prompted import ARTICLES, NEXT_VALUE
from airflow_provider.local.reading.words.wording import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from airflow_provider.local.schemas import Schema

# "Stock note such as 'Only 2 left'", and another one behind it: "or 'Sold out'".
_QUOTED = re.compile(
    r"(?<!\w)['\"\u2018\u201c\u201e\u00ab]([^'\"\u2018-\u201e\u00ab\u00bb]{2,40})['\"\u2019\u201c\u201d\u00bb](?!\w)"
)
_BEFORE_EXAMPLE = re.compile(
    r"([^,;:()\n]{3,60}?),?\s?(?:\(|\b(?:such as|like|e\.g\.,?|for (?:example|instance),?|wie|z\.\s?b\."
    r"|comme|p\. ?ex\.|como|come|zoals|bijv\.|som|jak)\s){1,2}$",
    re.IGNORECASE,
)
_SUCH = frozenset({"such"})


def examples_in(prompt: str, schema: Schema, told: Mapping[str, Words]) -> dict[str, set[Words]]:
    """Return the kinds of texts that *prompt* quotes as examples of fields of *schema*, of which it *told* some."""
    texts = [name for name, kind in schema.fields.items() if kind == "string"]
    asked = {name: ({*words_of(name)}, {*told.get(name, ())} - ARTICLES - _SUCH) for name in texts}
    found: dict[str, set[Words]] = {}
    name, end = "", 0
    for quoted in _QUOTED.finditer(prompt[:1000]):
        before = prompt[end : quoted.start()]
        if not NEXT_VALUE.fullmatch(before):
            led = _BEFORE_EXAMPLE.search(before)
            said = {*words_of(led[1])} if led is not None else set()
            # Of two fields, "price" and "price prefix", the longer one is meant.
            named = [(len(one), name) for name in texts for one in asked[name] if one and one <= said]
            name = max(named, default=(0, ""))[1]
        end = quoted.end()
        found.setdefault(name, set()).add(kind_of_text(quoted[1]))
    return found


def kind_of_text(text: str) -> Words:
    """Return the words of *text*, of which any other number stands for a number."""
    return tuple("0" if word.isdecimal() else word for word in words_of(text))
