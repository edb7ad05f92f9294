"""
Labels with their values, in the many ways in which pages write them.

Definition lists, "Label: value" lines, a bold or labelled element before its value, rows of one header
and one cell, short headings over a list, a paragraph or a single element, and counts beside an icon that is
named. Returns what was written; whether it is of use is decided elsewhere.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise, zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import BLOCKS, BOLD, FEW_PIECES, HEADINGS, MOST_PIECES, lines_in
from airflow_provider.local.reading.words.citations import IMPRINT
from airflow_provider.local.reading.words.forms import CLOCK, form_of
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE, bare, is_label, labelled, split_pair
from airflow_provider.local.reading.words.stated import unit_note
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.definitions import definitions, label_of, row_pairs
from airflow_provider.local.reading.written.entries import several_in, value_of, whole_text
from airflow_provider.local.reading.written.headed import OF_SECTIONS, SERVED, headed
from airflow_provider.local.reading.written.labelling import are_marks, is_in_heading, is_marked, is_picture
from airflow_provider.local.reading.written.roles import alike_from
from airflow_provider.local.reading.written.spoken import COUNT, counted, spoken
from airflow_provider.local.text import STOP_WORDS, has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.words.lines import Pair

# Sums of one line are no facts of their own: "Prices: € 15 | 29 | 48".
_DIVIDER = re.compile(
    r"\s{1,5}[|•·]\s{1,5}(?!\d+(?:[.,]\d+)?(?:\s{1,5}\||$))"
    r"|(?:\s{0,5};\s{1,5}|(?<=[\d€$£])\s/\s)(?=[^\W\d_][^:;]{0,39}:\s)"
)
_NEXT_SENTENCE = re.compile(r"\.\s{1,5}(?=[^\W\d_][^:;.]{0,39}:\s)")
# "December 12, 2013 | Added: May 4, 2014", behind a label.
_NEXT_FACT = re.compile(r"\s[|•·]\s(?=[^\W\d_][^:|•·]{1,30}:\s)")
_LISTED = re.compile(r"[.,;]\s{1,3}")
_GOES_ON = re.compile(r";\s?[^\W\d_]")
_NOTE = re.compile(r"[(\uff08][^()\uff08\uff09]+[)\uff09]")
_PARTIES = frozenset({"author", "brand", "publisher", "seller"})
_LEADING = BOLD | HEADINGS | {"em"}
_FROM = frozenset({"from", "ab", "vanaf", "des", "desde", "fra", "od"})
_OF_PRICE = word_set("price start starting as now preis prix precio prezzo prijs cena")
# "Downloads (41)", before a link.
_COUNTED = re.compile(r"(?P<what>[^\W\d_]{3,20}) \((?P<count>\d[\d.,]{0,9})\)")
_CELLS = frozenset({"dt", "dd", "tr", "td", "th", "li"})


def pairs_of(nodes: Sequence[Node]) -> Iterator[Pair]:
    """Yield the pairs that stand in *nodes*, which are in the order of the page; a label in two languages twice."""
    for labels, value in _pairs_of(nodes):
        # "Ingredients for 4 people", or that alone, over a list of them.
        served = SERVED.match(labels) if value.count(",") > 1 else None
        if served and (not served["what"] or "ingredient" in PHRASES.get(words_of(served["what"]), ())):
            yield from (("yields", served["yields"]), ("ingredients", value))
            continue
        for label in labels.split(" / "):
            yield label, value
        told = _COUNTED.fullmatch(labels)
        if told and any(one.endswith("_count") for one in PHRASES.get(words_of(told["what"]), ())):
            yield told["what"], told["count"]
        if imprint := IMPRINT.match(value):
            yield from imprint.groupdict().items()


def _pairs_of(nodes: Sequence[Node]) -> Iterator[Pair]:
    timed = -1
    for node in nodes:
        # "Published: yesterday" in an element that states the day.
        timed = node.last if node.tag == "time" and node.attrs.get("datetime") else timed
        if node.place > timed:
            yield from _stated_by(node)


@kept
def _stated_by(node: Node) -> list[Pair]:
    """Return the pairs that *node* states, without those of the elements in it."""
    if node.tag == "dl":
        return list(definitions(node))
    if node.tag == "tr":
        return list(row_pairs(node))
    if not node.size:
        return list(spoken(node)) if node.attrs else []
    found = list(headed(node))
    if len(node.children) <= FEW_PIECES:
        found += _beside_each_other(node)
        if node.attrs:
            found += spoken(node)
        if node.own:
            found += (*_led(node), *_lines(node))
    return found


def _beside_each_other(parent: Node) -> Iterator[Pair]:
    """Yield the pairs that children of *parent* are."""
    if parent.children:
        yield from _labelled_children(parent)
        yield from _labelled_entries(parent)
        yield from _two(parent)
    yield from counted(parent)


def _labelled_children(parent: Node) -> Iterator[Pair]:
    """Yield the pairs of neighbours in which the first is marked as the label of the next."""
    parts = [one for one in parent.shown if not is_picture(one)]
    for child, then in zip_longest(parts, parts[1:]):
        label = label_of(child) if child.tag not in _CELLS else ""
        if not label:
            continue
        # A picture between them says nothing of its own.
        follower = then if child.next is not None and is_picture(child.next) else child.next
        tail = child.after(then.start if then is not None else parent.end)
        if tail.startswith(COLONS) or child.text.endswith(COLONS) or is_marked(child, follower):
            if whole := whole_text(parent):
                yield label, whole
                continue
            # "Media condition: Media: Mint", one for each screen.
            last = follower if follower is not None and not bare(tail) and _is_twin(child, follower) else child
            if bare(tail) or last is not child:
                yield label, _without_note(_NEXT_FACT.split(bare(_rest(last, parent)))[0].rstrip(" |"), parent)
            elif follower is not None and follower.tag == "br" and not several_in(label):
                yield label, _below(follower, parent)
            elif follower is not None and follower.size < MOST_PIECES:
                # Of what has several entries, the paragraph below a line in bold is but the first; a heading knows all.
                first = several_in(label) and (
                    not HEADINGS.isdisjoint({child.tag, follower.tag}) or (follower.tag == "p" and child.tag in BOLD)
                )
                value = "" if first else ", ".join(_links_from(follower)) or value_of(follower)
                # What ends in a comma, or as libraries divide parts, or has a semicolon behind it, goes on behind it.
                goes_on = value.endswith((",", " :", " ;", " /")) or (
                    parent.own and _GOES_ON.match(follower.after(parent.end))
                )
                # "Today", in bold, "at 9:41", before a link.
                end = follower.next.start if follower.next is not None else parent.end
                whole = f"{value} {follower.after(end).strip()}" if parent.own else ""
                # Two elements may have the first and the last day, or the hours of it.
                rest = bare(_rest(child, parent)) if parent.own else ""
                goes_on = goes_on or (form_of(value) == "date" and form_of(rest) == "dates")
                goes_on = goes_on or (CLOCK.match(value) is not None and form_of(rest) == "hours")
                value = bare(_rest(child, parent)) if goes_on else value
                value = whole if form_of(value) == "date" == form_of(whole) else value
                # What ends in a colon is the next label.
                if bare(value) == value != "":
                    yield label, value.rstrip(" |")
        # "Submitted 4 March 2025; announced May 2025", with its labels in elements of their own.
        elif form_of(day := tail.strip(" .,;")) == "date" and OF_SECTIONS.isdisjoint(PHRASES.get(words_of(label), ())):
            yield label, day


def _links_from(first: Node) -> list[str]:
    """Return the texts of the links from *first* on, if these are several of a kind with nothing between them."""
    parts = alike_from(first) if first.tag == "a" else []
    is_glued = len(parts) > 1 and all(one.end == then.start for one, then in pairwise(parts))
    return [one.text for one in parts if one.text] if is_glued else []


def _below(line_end: Node, parent: Node) -> str:
    """Return what stands below *line_end* in *parent*: all of the element there, or a line."""
    lines = lines_in(parent.pieces[line_end.end : min(parent.end, line_end.end + FEW_PIECES)])
    # What ends in a colon is the next label.
    line = lines[0] if lines and bare(lines[0]) == lines[0] else ""
    after = line_end.next
    return value_of(after) if after is not None and line and after.text.startswith(line) else line


def _is_twin(label: Node, other: Node) -> bool:
    """Tell whether *other* is the same kind of label as *label*, right behind it, and shares a word with it."""
    are_labels = label.text.endswith(COLONS) and other.text.endswith(COLONS) and label.tag == other.tag == "span"
    return are_labels and not {*words_of(label.text)}.isdisjoint(words_of(other.text))


def _labelled_entries(parent: Node) -> Iterator[Pair]:
    """Yield the entries of a list in bold, each with the one behind it, if all of it is such pairs."""
    entries = [one for one in parent.shown if one.text] if parent.tag in {"ul", "ol"} else []
    bold = [any(inner.text == one.text for inner in one.inside(*BOLD)) for one in entries]
    if bold and bold == [True, False] * (len(bold) // 2):
        for head, entry in zip(entries[::2], entries[1::2], strict=True):
            if label := label_of(head):
                yield label, entry.text


def _rest(child: Node, parent: Node) -> str:
    """Return what follows a label up to the next line, label or end of the brackets that it opens, markup included."""
    ends = (one.start for one in parent.shown if one.position > child.position and one.tag in {*BLOCKS, "b", "strong"})
    rest = child.after(next(ends, parent.end))
    return rest.removesuffix("]") if child.before().rstrip().endswith("[") else rest


def _two(parent: Node) -> Iterator[Pair]:
    """Yield two short neighbours as label and value, where nothing else tells that they are."""
    children = parent.children if parent.is_short and not parent.own else ()
    # An icon beside them is for another screen, but in a link it leads a name and what that is about.
    parts = [one for one in children if one.tag != "svg" and (one.size or one.tag != "i" or parent.href)]
    if len(parts) != 2:  # noqa: PLR2004 - a label and a value
        return
    first, second = parts
    # What one writes and presses is a form, and "Reply" stands beside "Share".
    if first.tag == "button" and sum(one.size for one in second.inside("a")) >= second.size:
        return
    if first.hidden != second.hidden or not second.lines_without("button") or first.inside("input", "textarea"):
        return
    label, value = label_of(first), value_of(second)
    known = PHRASES.get(words_of(label), frozenset())
    over = first.boilerplate or not known or known & OF_SECTIONS or len(second.lines) > 1
    if (
        first.tag in {"a", "caption"}
        or second.tag == "h1"
        or form_of(label)
        or are_marks(first, second)
        or (over and first.tag in HEADINGS)
    ):
        return
    # Where a link opens is told to those who cannot see.
    if any(map(UNSEEN.search, second.names)) and words_of(label) not in PHRASES:
        return
    # A table of contents; "Book", and beside it whether one may borrow it.
    if parent.href.startswith("#") or ("title" in known and not first.text.endswith(COLONS)):
        return
    if COUNT.match(label) and is_label(value) and not has_digit(value):
        yield value, label
    elif label and value and not has_digit(label) and (form_of(value) != "price" or _is_of_offer(label)):
        yield label, value


def _is_of_offer(label: str) -> bool:
    """Tell whether *label* says what a price is besides the price, which `prices` judges: its tax, "Used from"."""
    words = words_of(label)
    is_taxed = not {"net_price", "gross_price"}.isdisjoint(PHRASES.get(words, ()))
    return is_taxed or (len(words) > 1 and words[-1] in _FROM and _OF_PRICE.isdisjoint(words))


def _led(parent: Node) -> Iterator[Pair]:
    """Yield the words before the only child, or such a child that stands out, as a label where it is a known one."""
    # What one presses says what it does: "Book", for those who cannot see what.
    if not parent.own or not parent.children or parent.tag == "button" or parent.href:
        return
    parts = [one for one in parent.shown if one.text or one.tag != "img"]
    if len(parts) != 1:
        return
    (child,) = parts
    before = "".join(parent.pieces[parent.start : child.start]).strip()
    after = " ".join("".join(parent.pieces[child.end : parent.end]).split())
    # "Viewed", in gray, before "86k times".
    is_first = not before and (child.tag in _LEADING or after[:1].isdigit())
    label, value = (child.text, after) if is_first else (before, child.text)
    words = words_of(label)
    # Behind the link to a maker stands the country.
    is_party = child.href and not _PARTIES.isdisjoint(PHRASES.get(words, ())) and after[:1].isupper()
    noted = (before and after and not is_party) or _NOTE.fullmatch(value)
    is_known = words in PHRASES and not STOP_WORDS.issuperset(words)
    if value and not noted and (is_known or (label == child.text and len(value) < SENTENCE and _is_row(parent))):
        yield label, value


def _is_row(node: Node) -> bool:
    """Tell whether *node*, a text behind a label that stands out, is one of several such lines of one class."""
    beside = node.parent.children[max(0, node.position - 1) : node.position + 2] if node.parent is not None else []
    alike = [one for one in beside if one.tag == node.tag and one.names == node.names != []]
    heads = [one.children[0] for one in alike if one.own and one.children and one.text.startswith(one.children[0].text)]
    return len(heads) == len(alike) > 1 and all(one.tag in BOLD and is_label(one.text) for one in heads)


def _lines(node: Node) -> Iterator[Pair]:
    for line in node.lines if node.own and node.size < MOST_PIECES else ():
        for part in chain.from_iterable(map(labelled, _DIVIDER.split(line))):
            # "Serves 2. Prep 10 mins, cook 30 mins."
            listed = [split_pair(piece) for piece in _LISTED.split(part.rstrip("."))] if has_digit(part) else []
            if len(listed) > 1 and all(listed):
                yield from filter(None, listed)
                continue
            sentences = _NEXT_SENTENCE.split(part)
            # "Price excl. VAT: 10" is one.
            for piece in sentences if ":" in sentences[0] or has_digit(sentences[0]) else [part]:
                # A title may have two parts: "Theatre of Paper: cut-outs from Paris".
                if (pair := split_pair(piece)) and (words_of(pair[0]) in PHRASES or not is_in_heading(node)):
                    # The full stop of the last sentence is no part of a number: "Notes. 2025. DOI: 10.9136/thx-2024."
                    ends = len(sentences) > 1 and " " not in pair[1] and has_digit(pair[1])
                    # Behind the link to an author stands when, behind that to a maker the country.
                    told = " " if not _PARTIES.isdisjoint(PHRASES.get(words_of(pair[0]), ())) else " ("
                    yield pair[0], _without_note(pair[1].removesuffix("." if ends else ""), node, told)


def _without_note(value: str, parent: Node, note: str = " (") -> str:
    """Return the link that *value* begins with, where a *note* after it says something of what it names."""
    return next(
        (one.text for one in parent.inside("a") if one.text and value.startswith(f"{one.text}{note}")),
        # What it costs for each litre has a place of its own.
        value.removesuffix(unit_note(value)),
    )
