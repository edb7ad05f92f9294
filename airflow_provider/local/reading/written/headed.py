"""What headings, and short lines above lists, are labels of: the entries below them, or else the paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import BOLD, CHOICES, HEADINGS, MOST_PIECES, join
from airflow_provider.local.reading.words.lines import HOW_TO, bare, clean_entries, is_label, split_pair
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.entries import entries_of, is_alone, lines_below, several_in
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.words.lines import Pair

# "Ingredients (serves 4)".
_NOTED = re.compile(r"^([^()]+?)\s?\(([^()]+)\)$")
# For how many a list of ingredients is: "Ingredients for 4 people", "Pour 2 personnes :".
SERVED = re.compile(
    r"^(?:(?P<what>[^\W\d_]{4,16})[\s:,(]{1,3})?(?P<yields>(?:for|pour|für|para|per|voor|til|till|för|dla|na|zu|su)"
    r"\s(?:(?:about|ca\.?|circa|env\.?|environ|etwa|approx\.?)\s)?\d{1,3}"
    r"(?:\s?[-\u2013]\s?\d{1,3})?(?:\s\(?[^\W\d_]{1,16}\)?){1,3})\)?\s?:?$",
    re.IGNORECASE,
)
# "For the sauce", "Ingredients for the sauce": a part of what has several.
_PART = re.compile(
    r"^(?:(?P<what>[^\W\d_]{4,16})\s)?(?:for|pour|für|para|per|voor|til|till|för|dla|na|zu)\s[^\W\d_]", re.IGNORECASE
)
# A heading that says these stands over a section or another thing.
OF_SECTIONS = frozenset({"title", "ingredient", "instruction", "text", "comment_count", "image"})
_PLACES, _LISTED = frozenset({"venue", "location", "address"}), HEADINGS | {"ul", "ol", "dl", "table"}

# Among so many elements before and behind a label in bold the next one is looked for.
_NEAR = 12


def headed(heading: Node) -> Iterator[Pair]:
    """Yield a heading, or a short line right above a list, with the entries below it, or else with the paragraphs."""
    if not heading.is_short or not (heading.tag in HEADINGS or heading.text.endswith(")") or _may_head(heading)):
        return
    label = bare(" ".join(heading.lines_without("button")) or heading.text)
    label = HOW_TO.sub("how to make", label) if heading.tag in HEADINGS else label
    noted, served, part = _NOTED.match(label), SERVED.match(label), _PART.match(label)
    several = several_in(noted[1] if noted else label)
    if part and part["what"] and not served and (of_part := several_in(part["what"])):
        before = _PART.match(heading.heading_before)
        label, several = part["what"], of_part
        # The first heading has the parts that follow, too.
        if before and before["what"] == label:
            return
    if served and served["what"] and (several := several or several_in(served["what"])):
        label = served["what"]
        yield "yields", served["yields"]
    elif noted and several:
        label, note = noted.groups()
        yield from filter(None, [split_pair(note)])
    if is_label(label) and (value := _below_heading(heading, label, several)):
        yield label, value


def _may_head(line: Node) -> bool:
    """Tell whether *line*, which is no heading, is in bold or stands above entries."""
    is_bold = line.tag in BOLD or (not line.own and len(line.children) == 1 and line.children[0].tag in BOLD)
    return is_bold or (line.next is not None and line.next.tag in {"ul", "ol"})


def _below_heading(heading: Node, label: str, several: frozenset[str]) -> str:
    """Return the entries of what *heading*, or a short line of its own, stands over; nothing where it is no label."""
    known = PHRASES.get(words_of(label), frozenset()) if heading.tag in HEADINGS else frozenset()
    if heading.tag in HEADINGS:
        # What stands right behind its line is its value, and no section.
        if heading.parent is not None and heading.parent.own and len(heading.parent.shown) == 1:
            return ""
        below = heading.section_with(_PART if several else None)
        section = [one for one in below if heading.boilerplate or not one.boilerplate]
    elif heading.href or heading.before().strip():
        # An entry of a menu, or one of several texts on a line.
        return ""
    else:
        bold = heading.tag in BOLD or (not heading.own and [one.tag in BOLD for one in heading.children] == [True])
        lists = {"ul", "ol", "p"} if bold else {"ul", "ol"}
        section = [one for one in (heading.next,) if one is not None and one.tag in lists]
        is_of_lines = several and bold and not (section and section[0].tag != "p")
        if is_of_lines or (bold and not section and _is_among_others(heading)):
            lines = lines_below(heading) if not is_of_lines or is_alone(heading) else []
            return join(clean_entries(lines, *several) if is_of_lines else lines)
    # What one can choose is not stated; ingredients can be ticked off.
    if not several and any(one.attrs.get("type") in CHOICES for part in section for one in part.inside("input")):
        return ""
    fits = 0 < sum(one.size for one in section) <= MOST_PIECES
    alone = _alone_in(section) if known and OF_SECTIONS.isdisjoint(known) else []
    # A place has a name, and else an address in a few lines.
    if known & _PLACES and alone:
        return ", ".join(alone if has_digit(alone[0]) else alone[:1])
    return join((entries_of(section, several) if fits else []) or (alone if len(alone) == 1 else []))


def _alone_in(section: Sequence[Node]) -> list[str]:
    """Return the lines of what *section* begins with, if that is neither a paragraph nor a list, nor one of several."""
    for first in section[:1]:
        others = [one for one in section if not one.inside(*HEADINGS)]
        alike = [one for one in others if (one.tag, one.names) == (first.tag, first.names)]
        is_line = len(alike) == 1 and first.is_short and first.tag not in _LISTED | {"p"}
        if is_line and not first.inside(*_LISTED):
            return first.lines_without("button")
    return []


def _is_among_others(label: Node) -> bool:
    """Tell whether *label*, in bold, has a line of its own, and so has another one near it that looks the same."""
    near = label.nodes[max(0, label.place - _NEAR) : label.last + 1 + _NEAR]
    alike = (one for one in near if one is not label and (one.tag, one.attrs) == (label.tag, label.attrs))
    return is_alone(label) and any(_may_head(one) and is_alone(one) and is_label(one.text) for one in alike)
