"""
The entries of what a page calls ingredients, instructions or anything else with a list below it.

They may be a list, rows that are alike, lines, or links alike in one line; captions are no part
of them.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import BOLD, BREAK, FEW_PIECES, HEADINGS, MOST_PIECES, join
from airflow_provider.local.reading.words.lines import COLONS, bare, clean_entries, split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import FREE, Scalar
from airflow_provider.local.reading.words.wording import patterns, words_of
from airflow_provider.local.reading.written.titles import without_unseen
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# More parts than these of an address tell who it is of: "/search/by/ann-lee/page-1".
_DEEP = 3
# What divides the names of several.
_AND = re.compile(r"[,;&/]? ?(?:and|und|et|y|e)?")
_TO_MORE = re.compile(
    r"(?:cached|similar"
    r"|(?:search|find|see|view|show|more) (?:this|these|similar|all|like this|info(?:rmation)?|details)"
    rf"|(?:{patterns('forms')['read on']}|(?:see|view|show) all)\b.{{0,40}}?)\W{{0,3}}",
    re.IGNORECASE,
)
_ICONS = frozenset({"svg", "i", "span"})
_CUT = re.compile(r"(?:,? et al\.?| ?(?:\u2026|\.\.\.))$")
# Class names of what stands beside the kind of a thing.
_NO_KIND = word_set("badge count date number price status")


def several_in(label: str) -> frozenset[str]:
    """Return what *label* names of all that has several entries, however these are written."""
    return PHRASES.get(words_of(label), frozenset()) & {"ingredient", "instruction"}


def entries_of(section: Sequence[Node], several: frozenset[str]) -> list[str]:
    """Return the texts of the entries of *section*, or else of its paragraphs; of known lists also rows and lines."""
    hidden = section[0].hidden
    below = [one for part in section for one in (part, *part.below()) if one.hidden == hidden and one.text]
    undefined = {one.place for one in below if one.tag == "dl" and not one.inside("dt")}
    listed = [one for one in below if one.tag == "li" and not one.inside("li")]
    defined = [one for one in below if one.tag == "dd" and one.parent and one.parent.place in undefined]
    rows = [one for one in below if one.tag == "tr" and not (several and one.inside("li"))]
    # Beside what a table has of known entries, a list is of something else.
    entries = max(listed, rows, key=_length) if several else listed or defined or rows
    entries = entries or defined
    from_list = entries != []
    entries = entries or (_alike(section, below, headed="instruction" in several) if several else [])
    if not entries:
        texts = [line for one in below if one.tag == "p" for line in one.lines]
        if several and not texts:
            texts = [line for part in section for line in part.lines_without("button", "small")]
    else:
        kept = [one for one in entries if not _is_caption(one)]
        # Parts of an entry may be divided by their style alone.
        texts = [
            " ".join(
                line
                for part in (one.shown if several and not one.own and all(map(_is_part, one.shown)) else [one])
                for line in part.lines_without("button", "figcaption")
            )
            for one in kept
        ]
    # How long it takes may stand between the heading and the list.
    facts = (split_pair(text) for text in texts) if several and not from_list else ()
    return [] if any(pair and words_of(pair[0]) in PHRASES for pair in facts) else clean_entries(texts, *several)


def _length(entries: Sequence[Node]) -> int:
    return sum(len(one.text) for one in entries)


def _alike(section: Sequence[Node], below: Sequence[Node], *, headed: bool) -> list[Node]:
    """Return the rows of *section*: the most numerous siblings alike that, with their like, hold most of its text."""
    whole = sum(len(one.text) for one in section)
    kinds: dict[tuple[str, ...], dict[Node | None, list[Node]]] = {}
    for one in below:
        if one.tag in {"div", "p", "label"} and (headed or not one.inside(*HEADINGS)):
            kinds.setdefault((one.tag, *one.names), {}).setdefault(one.parent, []).append(one)
    found: list[Node] = []
    most = (1, True, True)
    for (tag, *names), siblings in kinds.items():
        rows = max(siblings.values(), key=len)
        like = [one for some in siblings.values() for one in some] if names else rows
        # Of as many paragraphs as rows, each row has one; what has no class is rather there for the layout.
        if (worth := (len(rows), tag != "p", names != [])) > most and 2 * sum(len(one.text) for one in like) > whole:
            found, most = like, worth
    return found if found and found[0].tag != "p" else []


def _is_part(node: Node) -> bool:
    return node.tag == "span" and node.text != ""


def _is_caption(entry: Node) -> bool:
    """Tell whether *entry* only names those that follow it."""
    tags = {one.tag for one in entry.shown}
    return tags == {"th"} or (entry.text.endswith(COLONS) and not entry.own and tags <= {*BOLD, *HEADINGS})


def is_alone(node: Node) -> bool:
    """Tell whether nothing else stands on the line of *node*."""
    return not node.before().strip() and not bare(node.after(node.end + FEW_PIECES))


def lines_below(label: Node) -> list[str]:
    """Return the lines between *label* and the next, or what else divides; a wider gap than the first ends them."""
    siblings = label.parent.children if label.parent is not None else []
    after = (siblings[at] for at in range(label.position + 1, len(siblings)))
    ends = (one.start for one in after if one.hidden == label.hidden and _divides(one))
    end = next(ends, label.parent.end if label.parent is not None else label.end)
    if end - label.end > MOST_PIECES:
        return []
    found: list[str] = []
    gap, first = 0, MOST_PIECES
    for line in "".join(label.pieces[label.end : end]).split(BREAK):
        gap += 1
        if text := bare(" ".join(line.split())):
            if len(found) == 1:
                first = gap
            if gap > first:
                break
            found.append(text)
            gap = 0
    return found


def _divides(node: Node) -> bool:
    """Tell whether *node* ends what stands under a label in bold: a rule, a heading, or another such label."""
    return node.tag in {"hr", *HEADINGS} or any(
        one.tag in BOLD and not one.before().strip() and (is_alone(one) or words_of(one.text) in PHRASES)
        for one in (node, *node.children[:1], *(inner for first in node.children[:1] for inner in first.children[:1]))
    )


def list_text(node: Node) -> str:
    """Return the entries of the list that *node* is, holds alone or makes of parts alike, divided by commas."""
    while not node.own and len(node.shown) == 1:
        node = node.shown[0]
    is_list = node.tag in {"ul", "ol"}
    entries = [one for one in node.shown if (one.tag == "li" if is_list else _is_link(one))]
    alike = not node.own and len(entries) == len(node.shown) and _share_a_class(entries)
    listed = entries if is_list or alike else _glued_words(node)
    # Among tags, what stands behind an icon may be where something is, or until when; "Free" is what it costs.
    plain = [one for one in listed if not (is_led_by_icon(one) or FREE.match(one.text))]
    listed = plain or listed
    return join(one.text for one in listed if one.text.strip(" |"))


def _is_link(node: Node) -> bool:
    """Tell whether *node* is a link, or holds one and nothing else."""
    return node.tag == "a" or (not node.own and [one.text for one in node.inside("a")] == [node.text])


def points_in(nodes: Sequence[Node]) -> str:
    """Return the entries of the only list among *nodes* in which something is said in words, and nothing is linked."""
    lists = [one for one in nodes if one.tag in {"ul", "ol"} and not (one.hidden or one.boilerplate or one.inside("a"))]
    told = (tuple(entry.text for entry in one.shown if entry.text and not entry.inside("button")) for one in lists)
    # For two screens it may be there twice; what costs less in a larger number is another list.
    points = {said for said in told if any(" " in text for text in said) and not all(map(MONEY.search, said))}
    return join(points.pop()) if len(points) == 1 else ""


def is_led_by_icon(entry: Node) -> bool:
    """Tell whether *entry* of a list begins with an icon."""
    return any(not one.text and one.tag in _ICONS for one in entry.children[:1])


def _share_a_class(nodes: Sequence[Node]) -> bool:
    """Tell whether *nodes* have a class in common, or none has any."""
    named = [set(one.names) for one in nodes]
    return bool(named) and (not any(named) or set.intersection(*named) != set())


def _glued_words(node: Node) -> list[Node]:
    """Return the words alike in *node* that only their style divides, without a link beside them."""
    words = [one for one in node.shown if one.tag == "span"]
    are_words = len(words) > 1 and all(any(map(str.isalnum, one.text)) and len(one.text) > 1 for one in words)
    is_all = not node.own and all(one.tag in {"span", "a"} for one in node.shown)
    glued = all(before.end == after.start for before, after in pairwise(words))
    alike = len({one.attrs.get("class") for one in words}) == 1
    return words if are_words and is_all and glued and alike else []


def value_of(node: Node) -> str:
    """Return what *node*, and what goes on behind it, says as the value of a label."""
    return without_more(list_text(node) or with_others(node), node)


def without_more(text: str, node: Node) -> str:
    """Return *text*, of *node*, without a link at its end to all that has the same value, or to the rest of it."""
    for more in [one for one in node.shown[-1:] if one.href and _TO_MORE.fullmatch(one.text)]:
        # The end of what a link says may be for those alone who cannot see.
        for said in (more.text, without_unseen(more.text, more)):
            text = text.removesuffix(said).rstrip() or text
    return text


def with_others(node: Node) -> str:
    """Return the text of the link *node* with that of those of its kind that only signs or "and" divide from it."""
    last = node
    while (after := last.next) is not None:
        between = " ".join("".join(node.pieces[last.end : after.start]).split())
        alike = (after.tag, after.names, _folder(after)) == (node.tag, node.names, _folder(node))
        if not (alike and between and _AND.fullmatch(between)):
            break
        last = after
    return " ".join("".join(node.pieces[node.start : last.end]).split())


def _folder(link: Node) -> list[str]:
    """Return the parts of the address of *link* without the last one, of a long one the first."""
    parts = link.href.partition("?")[0].rstrip("/").split("/")
    return parts[: min(len(parts) - 1, _DEEP)]


def spoken_text(node: Node) -> str:
    """Return what *node* is called for those who cannot see, if its text is that without spaces: "25%off"."""
    said = " ".join(node.attrs.get("aria-label", "").split())
    return said if said != node.text and said.replace(" ", "") == node.text.replace(" ", "") else ""


def glued_in(node: Node) -> list[str]:
    """Return the texts of the children of *node* if these are words that only their style divides."""
    parts = [one.text for one in node.shown if one.text] if not node.own else []
    is_glued = node.text == "".join(parts)
    return parts if is_glued and all(a[-1].islower() and b[0].isupper() for a, b in pairwise(parts)) else []


def kind_in(node: Node) -> str:
    """Return the only text in *node* that no class calls a mark or a number, beside such: "Rule", for "Rule New"."""
    parts = [] if node.own else [one for one in node.shown if one.text]
    kinds = [one.text for one in parts if _NO_KIND.isdisjoint(chain(*map(words_of, one.names)))]
    return kinds[0] if len(kinds) == 1 < len(parts) else ""


def whole_text(node: Node) -> str:
    """Return the text that *node* hides as its "full" one, beside a "short" one, or that it says again cut short."""
    hidden = [one for one in node.children if one.hidden and one.names and "full" in words_of(one.names[0])]
    is_cut = hidden != [] and any("short" in words_of(name) for one in node.children for name in one.names[:1])
    if is_cut:
        return " ".join(hidden[0].lines_without("a"))
    parts = [] if node.own else [one.text for one in node.shown if one.text]
    # Words alike may be drawn one by one.
    whole = {*uncut(parts)} if len(parts) == 2 and " " in parts[0] else ()  # noqa: PLR2004 - a text, and that cut short
    return str(min(whole)) if len(whole) == 1 else ""


def uncut(values: Sequence[Scalar]) -> list[Scalar]:
    """Return *values* without those that are another one, cut short for a smaller screen: "Lee A, et al."."""
    texts = [str(value) for value in values]
    begun = [_CUT.sub("", text) for text in texts]
    is_cut = [
        start != text and any(start and other != text and other.startswith(start) for other in texts)
        for text, start in zip(texts, begun, strict=True)
    ]
    return [value for value, is_one in zip(values, is_cut, strict=True) if not is_one]
