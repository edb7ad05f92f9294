"""What the form of single elements says, where neither a label nor a class name does: an author after "by", a count."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import BLOCKS, FEW_PIECES, HEADINGS
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import WEEKDAY
from airflow_provider.local.reading.words.forms import (
    BEGAN,
    BY_BEFORE,
    CLOCK,
    COUNTED,
    COUNTED_BEHIND,
    ICON_BEFORE,
    NOT_AUTHOR,
    RATED_AND_COUNTED,
    REPLIED,
    form_of,
)
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.money import MONEY, OF_MONEY
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.stated import bare, bounds, unit_note
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES
from airflow_provider.local.reading.written.entries import with_others
from airflow_provider.local.reading.written.titles import bold_line, is_titled
from airflow_provider.local.reading.written.users import commenter
from airflow_provider.local.reading.written.wholes import whole_of
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.tree.nodes import Node

# A price at the end of a line that names something.
_BEHIND = re.compile(
    rf"(?:[^\W\d_)\]]{{2}}|[^\W\d_]\s\d{{1,3}})[)\]]?\s?(?:[-\u2013:|,]|\.{{2,200}}|\u2026{{1,80}})\s({MONEY.pattern})$",
    re.IGNORECASE,
)
# So far up stands the heading that a text is all of.
_NEAR = 3
# With more before "by", a line is a sentence.
_BYLINE = 60
# A paragraph of more words than these is no name.
_NAME = 4
# So many elements may stand before a text.
_LEADING = 3
_INLINE = frozenset({"a", "span", "b", "strong"})
# What stands beside elements without one of its own.
_OWN = frozenset({"author", "date", "dates", "location", "price"})
_OF = re.compile(r"(?:^|\s)(?:de|di|da|af|od)\s*$")
# "Notes on Ice (1998)".
_YEAR_BEHIND = re.compile(r"[^\W\d_]\s\(((?:1[5-9]|20)\d\d)\)$")
# What divides a part of a line, in an element of its own, from the next one.
_DASH_BEHIND = re.compile(r"\s[-\u2013\u2014|•·/]$")
_DONE = re.compile(
    rf"(?:^|\s)(?:{BEGAN}|{REPLIED}"
    r"|(?:last )?(?P<edited>edited|modified|updated|bearbeitet|modifié|editado|modificato))\s*$",
    re.IGNORECASE,
)
_COUNTING = re.compile(r"\d{1,7} [^\W\d_]")
_EXACT = re.compile(r"^[0-5][.,]\d{1,2}$")


def shapes_of(node: Node) -> Iterator[tuple[str, str, bool]]:
    """Yield texts with the label that their form stands for, and whether a whole byline bears that out."""
    if node.tag in HEADINGS or (node.text and _is_heading(node)):
        yield from _told_by_heading(node)
        return
    text = node.text
    yield from whole_of(node)
    if who := commenter(node):
        yield "author", who, False
    elif told := _description(node):
        yield "description", told, False
    elif (
        node.tag in _INLINE
        and 0 < len(text) < SENTENCE
        and (by := BY_BEFORE.search(node.before()) or _of(node))
        and not (NOT_AUTHOR.search(by.string) or WEEKDAY.match(text) or len(node.before(2 * SENTENCE)) > _BYLINE)
    ):
        yield "author", with_others(node), False
    elif node.tag in _INLINE and text and (label := _label_before(node)):
        yield label, text, False
    # What holds boilerplate or quotes is more than one line of one thing.
    lines = [] if node.is_mixed or _is_glued(node) else node.lines
    # What a heading in it says is a name.
    named = {one.text for one in node.inside(*HEADINGS)} if len(lines) > 1 else set()
    lines = [line for line in lines if line not in named] if named else lines
    for one in node.below() if lines else ():
        if {"category", "tag"} & set(one.attrs.get("rel", "").split()):
            lines = [line.replace(f" in {one.text}", "") for line in lines]
    yield from _between(node, is_read=lines != [])
    for line in lines:
        yield from _shapes_in(line, node, alone=len(lines) == 1)


def _between(node: Node, *, is_read: bool) -> Iterator[tuple[str, str, bool]]:
    """Yield what the texts between the children of *node* say, and how many rated, unless its lines are read."""
    for text in node.own_texts if node.own and node.children else ():
        # "Posted 2011" or "$3.00", behind a name that has an element of its own.
        if (form := form_of(told := text.strip(" ,/|\u00b7\u2022\u00bb\u203a"))) in _OWN:
            yield form, bare(told, form), False
            yield from ((part, value, False) for part, value in bounds(told))
        elif not is_read and (counted := COUNTED.search(told)):
            yield "review count", counted[1], False
        # "19 views", amid links.
        elif not form and told[:1].isdigit() and " " in told and len(counts := byline_of(told)) == 1:
            yield (*counts[0], False)


def _told_by_heading(node: Node) -> Iterator[tuple[str, str, bool]]:
    """Yield the pay that *node* states, a heading, or the days, if it is right below the one that has the name."""
    form = form_of(node.text) if node.tag in HEADINGS else ""
    beside = node.parent.children[node.position - 1 : node.position] if form and node.parent is not None else []
    if form == "salary" or (form in {"date", "dates"} and any(one.tag in HEADINGS for one in beside)):
        yield form, bare(node.text, form), False
        yield from ((part, value, False) for part, value in bounds(node.text))


def _label_before(node: Node) -> str:
    """Return the known label of several words that is all that stands before *node* on its line: "Published in"."""
    # Prices are judged beside each other.
    leads = node.position == 0 or node.parent is None or node.parent.children[node.position - 1].tag == "br"
    words = words_of(node.before().strip(" :")) if leads else ()
    is_label = len(words) > 1 and words in PHRASES and not MONEY.search(node.text)
    return " ".join(words) if is_label else ""


def _is_heading(node: Node) -> bool:
    """Tell whether *node* is all that a heading says."""
    above = next((one for one in islice(node.up(), _NEAR) if one.tag in HEADINGS), None)
    return above is not None and above.text == node.text


def _of(node: Node) -> re.Match[str] | None:
    """Return the "de" before *node* where a day behind it tells that it is who wrote, then: "de ANNA \u00bb 3 May"."""
    before = _OF.search(node.before())
    day = node.after(node.end + FEW_PIECES).strip(" \u00bb\u203a|\u00b7,-") if before else ""
    return before if form_of(day) == "date" else None


def _description(node: Node) -> str:
    """Return the text that *node* describes something by, if it is no fact, nor for pressing or for the unseeing."""
    text = _text_of_its_own(node)
    # "Book now for The Long Night (opens in a new window)".
    is_pressed = node.tag == "a" and any(one.tag == "span" for one in node.children)
    # A link amid a sentence is but a part of it.
    is_amid = node.tag == "a" and node.before().rstrip()[-1:].isalpha()
    # What has a label for those who cannot see is what that says.
    first = node.shown[0] if node.shown and not is_pressed else None
    is_labelled = first is not None and any(map(UNSEEN.search, first.names)) and words_of(first.text) in PHRASES
    is_other = (
        text == ""
        or is_pressed
        or is_amid
        or is_labelled
        or any(map(UNSEEN.search, node.names))
        or "empty" in node.names
        or (is_titled(node) and text[-1:] not in ".!?\u2026")
    )
    # Nor is what ends a heading, behind words that somebody looked for.
    is_other = is_other or any(one.tag in HEADINGS and one.text != node.text for one in islice(node.up(), _NEAR))
    return "" if is_other or _is_of_facts(node.text) else text


def _text_of_its_own(node: Node) -> str:
    """Return the text of *node* if it is one of its own, without links, or that on the line below its first link."""
    text = node.text
    # Below it may stand its address, and when it was read.
    if "://" in text and len(told := node.lines) > 1 and all("://" in line for line in told[1:]):
        text = told[0]
    # Below the text, and nothing else of its own, stand facts.
    if node.tag in {"dd", "p"} and node.own and len(node.lines) > 1:
        told = list(takewhile(lambda line: not _is_of_facts(line), node.lines))
        if node.tag == "dd":
            return " ".join(told)
        text = " ".join(told) if all(map(_is_of_facts, node.lines[len(told) :])) else text
    # Below a name in bold stand short lines, and then the text.
    if bold_line(node):
        return " ".join(line for line in node.lines[1:] if len(line) >= 2 * SENTENCE)
    # "Sponsored", glued to what is said.
    for first in node.children[:_LEADING] if node.own else ():
        text = _without_lead(text, first)
    if len(text) >= SENTENCE and " " in text:
        # A text of its own, without links.
        if (
            (node.tag == "p" or any(map(str.isalpha, "".join(node.own_texts))))
            and "://" not in text.partition(" ")[0]
            # But for that around a picture.
            and not any(one.tag in BLOCKS - {"br"} or (one.tag == "a" and one.text) for one in node.children)
        ):
            return text
    elif node.tag == "p" and len(text.split()) > _NAME and not node.children and not form_of(text):
        return text
    link, line, *after = node.shown if node.own and len(node.shown) > 1 else (node, node)
    if line.tag != "br" or not (link.href and text.startswith(link.text)):
        return ""
    below = " ".join("".join(node.pieces[line.end : after[0].start if after else node.end]).split())
    is_told = len(below.split()) > _NAME or (" " in below and below.endswith((".", "!", "?")))
    is_alone = below[:1].isalpha() and below in node.lines[1:2] and not (form_of(below) or byline_of(below))
    return below if is_told and is_alone else ""


def _without_lead(text: str, first: Node) -> str:
    """Return *text* without *first*, if that is what it begins with and no part of it: a mark glued to it, or a day."""
    led = first.text
    if not led or first.tag == "a" or not text.startswith(led):
        return text
    is_mark = not FLAGS.isdisjoint(PHRASES.get(words_of(led), ())) or (led.isupper() and led.isalpha())
    rest = text.removeprefix(led)
    is_lead = (is_mark and not rest.startswith(" ")) or (form_of(led) == "date" and first.tag == "span")
    return rest.lstrip(" \u00b7|\u2013\u2014-") if is_lead else text


def _is_of_facts(text: str) -> bool:
    """Tell whether *text* only says what has a label or a form of its own."""
    # "Updated on this very website: 28 February 2025".
    pair = split_pair(text)
    if pair and (form_of(pair[1]) or words_of(pair[0]) in PHRASES):
        return True
    # "Bern · Full-time · 2 days ago", and "14 KB (1,967 words) - 3 May 2026".
    facts = byline_of(text)
    day = dict(facts[-1:]).get("date") if text[:1].isdigit() else None
    # Behind the name of a journal, its year and pages.
    is_cited = text.startswith(f"{dict(facts).get('publication venue', text)}. ")
    return is_cited or (len(facts) > 1 and text[-1] not in ".!?\u2026") or (day is not None and text.endswith(day))


def _is_glued(node: Node) -> bool:
    """Tell whether *node* has no text but that of its one child, or of several that only their style divides."""
    if node.own or len(node.children) == 1:
        return not node.own
    # "6", and "6 replies" for those who cannot see.
    return any(
        (before[-1:].isalpha() and (after[:1].isdigit() or (before[-1:].islower() and after[:1].isupper())))
        or (before.isdecimal() and after.startswith(f"{before} "))
        # "4.8 / 5", and "412 reviews".
        or (before[-1:].isdecimal() and _COUNTING.match(after))
        for before, after in pairwise(node.pieces[node.start : node.end])
    )


def _shapes_in(line: str, node: Node, *, alone: bool) -> Iterator[tuple[str, str, bool]]:
    line = ICON_BEFORE.sub("", _DASH_BEHIND.sub("", line))
    # Behind a dash or a name, a time may be the end of something.
    clock = "start clock" if alone and CLOCK.match(line) and not node.before().strip() else ""
    label = form_of(line) or clock
    parts = byline_of(line) if label in {"", "author"} else ()
    numbered = has_digit(line)
    # "Edited", or what else was done then, right before its day in an element of its own.
    if label == "date" and (done := _DONE.search(node.before())):
        yield "action", done[0].strip(), False
        label = "updated" if done["edited"] else label
    # What stars draw is written more exactly beside them.
    drawn = label == "rating" and not numbered
    if drawn and node.parent is not None and node.parent.text != line and form_of(node.parent.text) == "rating":
        return
    if drawn and node.next is not None and _EXACT.match(node.next.text):
        line, numbered = node.next.text, True
    line = _with_hour(node, line) if alone and label == "date" else line
    if not label or (label == "author" and len(parts) > 1):
        yield from ((part, value, len(parts) > 1) for part, value in parts)
    # A price in an element of its own is judged by that element.
    elif label != "price" or (not alone and line not in {one.text for one in node.below()}):
        yield label, bare(line, label), False
    told = (bounds(line) if label else (), _numbers_in(line, is_plain=not label) if numbered else ())
    yield from ((part, value, False) for pairs in told for part, value in pairs)


def _with_hour(node: Node, day: str) -> str:
    """Return the *day* that *node* says with what stands behind it, if that goes on: "Today", in bold, "at 9:41"."""
    end = node.next.start if node.next is not None else node.parent.end if node.parent is not None else node.end
    whole = " ".join(f"{day} {node.after(end)}".split()) if node.tag in _INLINE else day
    return whole if form_of(whole) == "date" else day


@lru_cache(maxsize=8192)
def _numbers_in(line: str, *, is_plain: bool) -> tuple[tuple[str, str], ...]:
    """Return the prices and counts in *line*; prices only where it *is_plain*, without a form, and has one sum."""
    found: list[tuple[str, str]] = []
    # "Contents: 0.75 litres (17,99 € * / 1 litre)".
    if is_plain and (note := unit_note(line).strip(" ()")):
        found += [("unit price", note), *bounds(note)]
    if is_plain and OF_MONEY.search(line) and len(MONEY.findall(line)) == 1 and (tail := _BEHIND.search(line)):
        found.append(("price", tail[1]))
    if counted := COUNTED.search(line) or COUNTED_BEHIND.search(line):
        found.append(("review count", counted[1]))
    if counted := RATED_AND_COUNTED.match(line):
        found.append(("review count", counted[2]))
    if of_year := _YEAR_BEHIND.search(line):
        found.append(("year", of_year[1]))
    return tuple(found)
