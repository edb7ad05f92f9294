"""The texts of a record with their places, by which they are known in the others of its list."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.days import ENDS_WITH_UNTIL
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.roles import found_by
from airflow_provider.local.reading.written.users import leads_to_user
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node

Place = tuple[str, ...]
Texts = dict[Place, str]

# So far up the classes tell a place.
NEAR = 3
# What is in these is pressed, or is a label.
_NO_VALUES = frozenset({"button", "select", "option", "label", "th", "dt", "caption", "legend"})
_AROUND = " -\u2013|·•,/"
DIVIDER = re.compile(r"\s[|•·]\s")


def texts_of(nodes: Sequence[Node], listed: set[Place]) -> Iterator[tuple[Place, str]]:
    """
    Yield the texts of *nodes* with their places: tags and classes, the icon before them, and how many there were.

    Those beside others of their kind are added to *listed*.
    """
    counts: Counter[Place] = Counter()
    above = nodes[0].parent
    for node in nodes:
        # A box beside the page that is asked for is boilerplate as a whole.
        is_beside = node.boilerplate != "" and node.boilerplate != nodes[0].boilerplate
        if not node.own or node.hidden or is_beside or not node.is_short:
            continue
        around = [node]
        for one in node.up():
            if one is above:
                break
            around.append(one)
        # A term that links is no label, but what a record is called, and a button in a link leads elsewhere.
        pressed = [one for one in around if one.tag in _NO_VALUES and not (one.tag == "dt" and one.inside("a"))]
        if any(one.tag != "button" or one.parent is None or not one.parent.href for one in pressed):
            continue
        # Where none of them has a class, the first one above them that has.
        classed = next((at for at, one in enumerate(around) if one.names), 0)
        above_them = around[classed : classed + 1] if classed >= NEAR else []
        # Of the record itself later classes may be those of its number, or state.
        path = tuple(
            f"{one.tag} {_called(one) if one is not nodes[0] else ' '.join(one.names[:1])}"
            for one in (*around[:NEAR], *above_them)
        )
        # A paragraph goes on behind a link in it.
        pieces = node.own_texts
        pieces = [node.text] if node.tag == "p" and len(pieces) > 1 and len(node.text) > 2 * SENTENCE else pieces
        # "Started by", before the link to a user.
        led = [one.before().rstrip() for one in node.shown if one.text and leads_to_user(one)]
        for at, told in enumerate(pieces):
            text = told.strip(_AROUND)
            if text and not any(one.endswith(told.strip()) for one in led):
                before = node.shown[at - 1 : at] if at else _beside(node)
                icons = (f"{one.tag} {one.attrs.get('class', '')}" for one in before if at and not one.text)
                # What has another label stands in another place, and so does the day until which something lasts.
                labels = (f"{one.text.rstrip(':')}:" for one in before if one.text.endswith(COLONS) or _is_label(one))
                until = ["until"] if node.tag == "time" and ENDS_WITH_UNTIL.search(node.before()) else []
                place = (*path, *icons, *labels, *until)
                counts[place] += 1
                place = (*place, str(counts[place]))
                listed.update([place] if any(map(_is_entry, around[:NEAR][: len(around) - 1])) else [])
                yield place, text
                parts = DIVIDER.split(text)
                yield from (((*place, f"part {at}"), part) for at, part in enumerate(parts) if len(parts) > 1)


def _called(node: Node) -> str:
    """Return the classes of *node*, and the names by which tests find it in each record: those without a number."""
    return " ".join([node.attrs.get("class", ""), *(name for name in found_by(node) if not has_digit(name))])


def _beside(node: Node) -> list[Node]:
    """Return what stands right before *node* in the same element, if anything does."""
    return node.parent.children[node.position - 1 : node.position] if node.parent is not None and node.position else []


def _is_label(node: Node) -> bool:
    """Tell whether the tag or a class of *node* says that it is a label."""
    return node.tag in {"dt", "th"} or any(words_of(name)[-1:] == ("label",) for name in node.names)


def _is_entry(node: Node) -> bool:
    """Tell whether right beside *node* stands another one of its kind, be it one of style or of an entry."""
    beside = node.parent.children[max(0, node.position - 1) : node.position + 2] if node.parent is not None else ()
    alike = [one for one in beside if one.text and (one.tag, one.names) == (node.tag, node.names)]
    return len(alike) > 1 and node.tag != "td" and (node.tag not in {"p", "div"} or node.names != [])
