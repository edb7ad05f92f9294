"""
Which records of a list have what only some are marked with, where no label says so: by their words, pictures, classes.

What such a mark is missing from is not so.
"""

from __future__ import annotations

import re
from itertools import islice
from operator import ge
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.tree.nodes import HEADINGS, without
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import ASKING, meaning_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, words_of
from airflow_provider.local.reading.words.synonyms import CONTRARY, FLAGS, OWN_KINDS, PHRASES
from airflow_provider.local.reading.words.values import SOLD_OUT
from airflow_provider.local.reading.written.flags import is_unseen
from airflow_provider.local.reading.written.roles import POSITIONS, role_names
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

# More words than these say more than that something is so.
_FEW_WORDS = 3
# What any picture may be called, beside what it shows.
_PICTURES = frozenset({"icon", "image", "img", "ico"})
_ICONS = frozenset({"img", "svg", "i", "span"})
# What is pressed, or has a label.
_NO_MARKS = frozenset({"button", "option", "label", "td", "dd"})
_PRESSED = frozenset({"button", "link"})
# So far up stands the link or heading that a word is in.
_NEAR = 2
# The last words of fields by which they call a mark one.
_CALLED = word_set("badge label tag mark flag")
_MARKS = _CALLED | word_set("deal offer")
_ADVERB = re.compile(r"(?<=\w{3})(?:(i)?ly)$")
# What is called so, as in "accepted-answer".
_RECORDS = OWN_KINDS | word_set("answer comment question reply")
# What says more of what is so, behind it.
_WHERE = word_set("at in until through till since from for")
_VERBS = word_set("go get enter is are")
# What stands before something that a record has.
_HAVING = {(word,) for word in word_set("offer include provide with bietet mit avec offre con incluye ofrece")}
_TO_BE_HAD = {
    (word,)
    for word in word_set("available included possible offered verfügbar möglich inbegriffen disponible disponibile")
}
_NOT = word_set("not no non kein keine nicht pas sin senza niet geen")
_SENTENCES = re.compile(r"(?<=[^\W_][.!?;])\s")
_DOTS = re.compile(r"\s?[•·|]\s?")
# What divides a line such as "Permanent, full-time", and what stands before what it says.
_SIGNS = re.compile(r"\s?[•·|,;/]\s|\s[-\u2013]\s")
_BEFORE = re.compile(r"^(?:[^:\uff1a]{2,40}[:\uff1a]\s)?(?:available\s)?", re.IGNORECASE)


def mark(
    rows: Sequence[Row],
    records: Sequence[Sequence[Node]],
    headings: Sequence[str],
    schema: Schema,
    told: Mapping[str, Sequence[Words]],
) -> None:
    """
    Set to true what nothing denies in those *rows* alone that their records, or the *headings* of these, mark so.

    A mark says the words of the field, has a class of that name, or is what the prompt *told*.
    """
    names = [name for name, kind in schema.fields.items() if kind == "boolean"] if len(rows) >= ALIKE else []
    names = [name for name in names if words_of(name) and all(row[name] is not False for row in rows)]
    # A mark that is there for all records is hidden in those that it does not hold of.
    seen = [without(nodes, lambda node: node.hidden or is_unseen(node)) for nodes in records] if names else []
    title, links = titles_in(schema)[:1], _links_of(seen)
    for name in names:
        words, is_known, is_new = _bare(words_of(name)), is_mark(name), all(row[name] is None for row in rows)
        said: list[bool | None] = []
        for row, nodes, heading in zip(rows, seen, headings, strict=True):
            own = row[title[0]] if title else None
            marks = [one for one in nodes if one.is_short and one.text != own]
            found = {_says(words_of(heading), words), *(_is_said_by(node, words, links) for node in marks)}
            # What is told to be said, "Online first", may end a line.
            texts = [text for node in marks if name in told for text in (node.text, *_SENTENCES.split(node.text))]
            found |= {True for text in texts if words_of(text) in told[name]}
            drawn = (_is_drawn(node, words, is_known=is_known) or _is_there(node, words) for node in nodes)
            said.append(row[name] is True or True in found or any(drawn) or (False if False in found else None))
        are_so = [one is True for one in said]
        # Where some say it, a class of the records says so of more; what all of them are called marks none.
        parts = [nodes[:1] if any(are_so) else nodes for nodes in seen]
        called = [any(_is_called(node, words, is_known=is_known) for node in nodes) for nodes in parts]
        if not all(called) and all(map(ge, called, are_so)):
            are_so = called
        for row, is_so, one in zip(rows, are_so, said, strict=True):
            row[name] = is_so if is_so or one is False or (any(are_so) and is_new) else row[name]


def deny_marks(rows: Sequence[Row], schema: Schema) -> None:
    """Set what only some of *rows*, a list, are marked with, such as "New" or "Sold out", to false in the others."""
    # Words that mean nothing else are those of a mark, too: "Easy apply".
    marks = (name for name, kind in schema.fields.items() if kind == "boolean")
    for name in (name for name in marks if is_mark(name) or words_of(name) not in PHRASES):
        told = {row[name] for row in rows}
        # Where others cost something to be sent, nothing is said of what does not tell.
        is_either = False in told and "free_shipping" in meaning_of(words_of(name))
        if len(rows) >= ALIKE and True in told and not is_either:
            for row in rows:
                row[name] = row[name] is True


def is_mark(name: str) -> bool:
    """Tell whether *name* asks for what only those are marked with that it is true of: "New", "Sold out"."""
    words = words_of(name)
    concepts = meaning_of(words).union(*(PHRASES.get(said, ()) for said in (words[1:], _bare(words))))
    return not FLAGS.isdisjoint(concepts) or SOLD_OUT.search(" ".join(words)) is not None


def _bare(words: Words) -> Words:
    """Return *words* without what only asks: `is_new` and `new_badge` ask what `new` does."""
    words = words[1:] if words[:1] and words[0] in ASKING | {"was"} and words[1:] else words
    is_called = not _CALLED.isdisjoint(words[1:][-1:]) and not FLAGS.isdisjoint(PHRASES.get(words[:-1], ()))
    return words[:-1] if is_called else words


def _roots(words: Words) -> Words:
    """Return *words* as they say what is so, and not how or when: "Urgently hiring" for `urgent_hire`."""
    return tuple(stem(_ADVERB.sub(lambda found: "y" if found[1] else "", word)) for word in words)


def _links_of(records: Sequence[Sequence[Node]]) -> frozenset[str]:
    """Return the texts by which some of *records*, but not all, link to something of their own: "Floorplan"."""
    leads: dict[str, list[str]] = {}
    for nodes in records:
        for text, href in {(node.text, node.href) for node in nodes if node.href}:
            leads.setdefault(text, []).append(href)
    return frozenset(text for text, there in leads.items() if 1 < len({*there}) == len(there) < len(records))


def _is_said_by(node: Node, words: Words, links: Collection[str]) -> bool | None:
    """Tell whether *node*, or a part of it, says that it is so, "Easily apply", or is not; None if it says neither."""
    if not node.own or _is_amid(node, words):
        return None
    # "Sticky:", before a link.
    told = [text for text in node.own_texts if text.endswith(":")] if node.children else []
    around = (node, *islice(node.up(), _NEAR))
    # A link of one word may lead to all that are so, or is a name.
    is_link = any(one.tag == "a" for one in around) and node.text not in links
    is_other = is_link or node.tag in _NO_MARKS or any(one.tag in HEADINGS for one in around)
    if len(words) > 1 or not is_other:
        parts = _SIGNS.split(_BEFORE.sub("", node.text))
        # Of several prices, "free" is but one.
        is_line = not MONEY.search(node.text) and all(len(words_of(part)) <= _FEW_WORDS for part in parts)
        # "£95K - £120K • Offers equity".
        dotted = [part for part in _DOTS.split(node.text) if len(words) > 1 or words_of(part)[:1] in _HAVING]
        told += parts if is_line else dotted or [node.text]
    answers = [_says(words_of(part), words) for part in told]
    return True if True in answers else False if False in answers else None


def _is_amid(node: Node, words: Words) -> bool:
    """Tell whether *node* is amid a text, such as what was looked for; several *words* may begin anew at its end."""
    if node.parent is None or len(words_of(" ".join(node.parent.own_texts))) <= _FEW_WORDS:
        return False
    is_last = not "".join(node.pieces[node.end : node.parent.end]).strip()
    return not (is_last and len(words) > 1 and node.text[:1].isupper())


def _says(said: Words, words: Words) -> bool | None:
    """Tell whether *said* says that *words* are so, or are not; None where it says something else."""
    # "Members go free" are `members_free`.
    said = tuple(word for word in said if word not in _VERBS) if len(words) > 1 and _VERBS.isdisjoint(words) else said
    said = said[1:] if said[:1] in _HAVING and words[:1] not in _HAVING else said
    if said[:1] and (said[0] in _NOT or said[0] == f"un{words[0]}"):
        return False if words in {said[1:], (said[0].removeprefix("un"), *said[1:])} else None
    more = said[len(words) :] if said[: len(words)] == words else ()
    # "Free PMC article", "On view at the museum", "On view in Gallery 12".
    is_kind = 0 < len(more) < _FEW_WORDS and more[-1] in OWN_KINDS
    is_where = len(words) > 1 and _WHERE.issuperset(more[:1]) and more != ()
    # "Video visit available", "Gift wrap not included".
    if len(words) > 1 and more[-1:] in _TO_BE_HAD and _NOT.issuperset(more[:-1]):
        return len(more) == 1
    # "Black Friday offer", for `black_friday_deal`.
    is_offer = len(words) > 2 and words[-1] in _MARKS and len(said) == len(words) and said[:-1] == words[:-1]  # noqa: PLR2004 - two words say which
    is_same = said == words or (len(words) > 1 and _roots(said) == _roots(words))
    return True if is_same or is_kind or is_where or is_offer else None


def _is_there(node: Node, words: Words) -> bool:
    """Tell whether *node* links to what several *words* say, a viewing room, or is the "apply button" that they ask."""
    said = words_of(node.text) if len(words) > 1 and (node.href or node.tag == "button") else ()
    if words[-1] in _PRESSED:
        return said != () and said == words[:-1]
    return node.href != "" and said[-len(words) :] == words and "-".join(words) in node.href.lower()


def _is_drawn(node: Node, words: Words, *, is_known: bool) -> bool:
    """Tell whether *node* is a picture of what *words* say: "Topic closed", or the file of a mark that *is_known*."""
    if node.tag not in _ICONS or (node.size and node.tag != "svg"):
        return False
    # "show_sticky.gif", "icon-pin"; a photo may have any name.
    is_photo = node.attrs.get("width", "").removesuffix("px")[2:] != ""
    drawn = node.names if node.tag == "svg" else [] if is_photo else [node.source.rpartition("/")[2].partition(".")[0]]
    file = {word for said in map(words_of, drawn) if len(said) <= _FEW_WORDS for word in said} - _PICTURES
    if is_known and CONTRARY.isdisjoint(file) and any(match(words, (word,)) >= SYNONYM for word in file):
        return True
    told = words_of(next((node.attrs[name] for name in ("alt", "title", "aria-label") if node.attrs.get(name)), ""))
    if is_known and match(words, told) >= SYNONYM:
        return True
    return len(told) <= _FEW_WORDS and set(words) <= set(told) and CONTRARY.isdisjoint({*told} - {*words})


def _is_called(node: Node, words: Words, *, is_known: bool) -> bool:
    """Tell whether *node* is called by *words*, for styles if such a mark *is_known*, or for tests and scripts."""
    names = role_names(node) if len(words) > 1 or not is_known else node.names
    called = [_bare(words_of(name)) for name in names if words_of(name) and name not in POSITIONS]
    if len(words) == 1 and not is_known:
        return words in called or any(said[:-1] == words and said[-1] in _RECORDS for said in called)
    # "forumdisplay_sticky" and "topic_read_locked", but not "no-sticky".
    glued, known = ("".join(words),), FLAGS & meaning_of(words) if is_known else frozenset()
    ends = any(
        (said[-len(words) :] == words or said[-1:] == glued or not known.isdisjoint(PHRASES.get(said[-1:], ())))
        and CONTRARY.isdisjoint(said)
        for said in called
    )
    return ends or (is_known and any(match(words, said) >= SYNONYM for said in called))
