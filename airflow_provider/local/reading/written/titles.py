"""
The name that an element states, without what stands beside it: marks, slogans, badges, buttons.

Told by class names, by what stands out, and by where another part begins.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.extras import UNSEEN
from airflow_provider.local.reading.tree.nodes import BOLD, HEADINGS
from airflow_provider.local.reading.words.forms import REPLY, form_of
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES
from airflow_provider.local.reading.words.wording import Words, words_of
from airflow_provider.local.reading.written.roles import hint_words, role_names
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

TITLES = frozenset({"title", "subject", "topic", "headline", "name"})
# "[BOOK]", in an element of its own.
_BRACKETED = re.compile(r"(?:\[[^\[\]]{1,20}\]\s?)+")
# "+50", glued to a name.
_POINTS = re.compile(r"[+\u2212-]\d{1,5}")
# By what a style calls it, text is bold.
_BOLD = re.compile(r"(?:^|[-_])(?:semi)?bold(?:$|[-_])")
# "(redirect from Tannin)", in an element of its own.
_ASIDE = re.compile(r"\([^()]{2,80}\)")
# A class name of two words without a mark between them: "topictitle".
_GLUED = re.compile(
    r"(?:prod(?:uct)?|item|thread|topic|post|forum|job|card|news|event|book|article|entry|recipe|video|movie|listing)"
    r"(?:title|name|subject|headline)",
    re.IGNORECASE,
)
# "[PDF] (1.2 MB)", what kind of file a link leads to.
_FILES = re.compile(r"\[?(?:PDF|DOCX?|XLSX?|PPTX?)\]?(?:\s?\([\d.,]+\s?[kKMG]B\))?")
# What is smaller behind a name, such as the same in another language.
_SECOND = frozenset({("sub",), ("subtitle",), ("en",), ("ruby",)})
_FACTS = frozenset({"date", "dates", "hours", "price", "price range"})
_BULLET = re.compile(r"^[●▪►▸■◆]\s+(?=\S)")
# So long is a name that is spoken, and not just what a link does.
_SPOKEN = 12
_MARKS = word_set("label prefix tag badge category status")
# How an editor shows the label of a field, which is no mark: "field--label-hidden".
_LABELLED = re.compile(r"field--label-[a-z]+")
_PARTIES = {(it,) for it in word_set("artist author brand company manufacturer performer publisher seller shop store")}
# What divides a name from what stands behind it on its line.
DIVIDERS = " \u00a0.,:;|(\u2026\u00b7-\u2013\u2014"


@kept
def name_text(node: Node) -> str:
    """Return the name that *node* is, without the parts around it that say something else."""
    name = _spoken_name(node) or _titled_name(node) or before_parts(node) or own_text(node)
    second = subtitle_in(node)
    # "Job title", in an element of its own, before it.
    first = node.shown[0].text if node.shown and node.own else ""
    is_label = first != "" and "title" in PHRASES.get(words_of(first), ()) and name.startswith(f"{first} ")
    name = name.removeprefix(first).lstrip() if is_label else name
    return unmarked(name.removesuffix(second).rstrip(DIVIDERS) or name if second else name)


def unmarked(name: str) -> str:
    """Return *name* without the mark that a list draws before it, and brackets behind it that a script is to fill."""
    return _BULLET.sub("", name).removesuffix(" ()").rstrip()


def _spoken_name(node: Node) -> str:
    """Return what the only link of *node* is called for those who cannot see, if it ends in that."""
    spoken = {one.attrs["aria-label"] for one in (node, *node.inside("a")) if "aria-label" in one.attrs}
    said = spoken.pop() if len(spoken) == 1 else ""
    return said if len(said) > _SPOKEN and node.text.endswith(said) else ""


def _titled_name(node: Node) -> str:
    """Return the title that *node*, or its only link, has as its tooltip, if it ends in that: before it stands more."""
    titles = {" ".join(title.split()) for one in (node, *node.inside("a")) if (title := one.attrs.get("title"))}
    title = titles.pop() if len(titles) == 1 else ""
    return title if len(title) > _SPOKEN and len(title) < len(node.text) and node.text.endswith(title) else ""


def kicker_of(node: Node) -> str:
    """Return what stands above its name in *node*, the heading of an article."""
    name = _titled_name(node)
    return node.text.removesuffix(name).strip(DIVIDERS) if name else ""


def subtitle_in(node: Node) -> str:
    """Return what *node*, a heading, says in small print behind its name."""
    small = next(iter(node.inside("small")), None) if node.tag in HEADINGS else None
    return small.text if small is not None and small.start > node.start and node.text.endswith(f" {small.text}") else ""


def before_parts(node: Node) -> str:
    """Return the text of *node* that stands out, or stands before a part that says something else, such as a slogan."""
    while node.children and not node.own:
        parts = [one for one in node.shown if any(map(str.isalnum, one.text)) and not _BRACKETED.fullmatch(one.text)]
        named = [one for one in parts if not (is_mark(one) or is_party(one) or _is_flag(one, parts))]
        # A name may have a class that calls it a label, beside whoever made what has it.
        named = named or [one for one in parts if not is_party(one) and len(one.text) > len(node.text) / 2]
        named = [one for one in named if not _is_below(one)] or named
        if len(named) == 1 < len(parts):
            return own_text(named[0])
        parts = named or parts or node.children
        if _are_lines(parts):
            return own_text(parts[0])
        name, *others = sorted(parts, key=lambda one: (not is_titled(one), not is_bold(one)))
        if others and _stands_out(name) and not any(_goes_on(name, one) for one in others):
            return own_text(name)
        node = parts[0]
    for part in node.children if node.children and not node.children[-1].after(node.end) else ():
        is_second = any(map(_is_second, map(words_of, part.names)))
        # A colon leads to the rest of a title, unless it stands there by itself.
        behind = node.children[part.position - 1].end if part.position else node.start
        if is_second and "".join(node.pieces[behind : part.start]).rstrip().endswith(":"):
            return ""
        if is_second or is_mark(part) or (node.is_short and _begins_facts(part)):
            # What divides the two is of neither.
            return " ".join("".join(node.pieces[node.start : part.start]).split()).rstrip(DIVIDERS)
    return ""


def _are_lines(parts: Sequence[Node]) -> bool:
    """Tell whether *parts* are two paragraphs, printed in different ways: a name, and below it something else."""
    are_two = [one.tag for one in parts] == ["p", "p"]
    return are_two and parts[0].names != [] != parts[1].names and not {*parts[1].names} <= {*parts[0].names}


def _begins_facts(part: Node) -> bool:
    """Tell whether from *part* on all has classes and nothing between, and one is a day or sum: "Hall 2 until 9:00"."""
    above = part.parent
    at = next((at for at, one in enumerate(above.shown) if one is part), -1) if above is not None else -1
    if above is None or at < 0 or any(above.own_texts[at + 1 :]):
        return False
    rest = above.shown[at:]
    return all(one.names and one.text for one in rest) and any(form_of(one.text) in _FACTS for one in rest)


def _is_flag(node: Node, parts: Sequence[Node]) -> bool:
    """Tell whether *node* is a word for a mark, such as "New listing", with a class that none of other *parts* has."""
    is_said = not FLAGS.isdisjoint(PHRASES.get(words_of(node.text), ())) if node.is_short else False
    return is_said and set(node.names).difference(*(one.names for one in parts if one is not node)) != set()


def is_party(node: Node) -> bool:
    """Tell whether a class says that *node* is who made something, rather than what it is called."""
    called = (hint_words(name) for name in role_names(node))
    return any((words[-2:-1] if words[-1:] == ("name",) else words[-1:]) in _PARTIES for words in called)


def _is_below(node: Node) -> bool:
    """Tell whether a class of *node* calls it a second name, below the first."""
    return any(words_of(name)[-1:] in _SECOND for name in node.names)


def _is_second(words: Words) -> bool:
    """Tell whether *words* of a class stand for something else than a name, or for a second one below it."""
    return words[-1:] in _SECOND or "title" not in PHRASES.get(words, {"title"})


def _stands_out(node: Node) -> bool:
    """Tell whether all that *node* says, which is no mark or number, is a link, bold or called a title."""
    alike = [one for one in (node, *node.below()) if one.text == node.text]
    is_out = any(one.tag == "a" or is_bold(one) or is_titled(one) for one in alike)
    return is_out and not is_mark(node) and any(map(str.isalpha, node.text)) and not form_of(node.text)


def is_bold(node: Node) -> bool:
    """Tell whether *node* is printed in bold, as its tag or a class says."""
    return node.tag in {"b", "strong"} or any(map(_BOLD.search, node.names))


def _goes_on(name: Node, node: Node) -> bool:
    """Tell whether *node* may be more of *name*: a link, a title, or what no class of its own says to be another."""
    if _ASIDE.fullmatch(node.text) or (node.tag == "em" and name.tag == "a"):
        return False
    is_name = any((one.tag == "a" and not one.text.isdigit()) or is_titled(one) for one in (node, *node.below()))
    return is_name or set(node.names) <= set(name.names)


def bold_line(node: Node) -> list[Node]:
    """Return what *node*, a paragraph of several lines, has in bold as its first line, which is a name and no link."""
    bold = next((one for one in node.below() if one.tag in BOLD and one.text), None) if node.tag == "p" else None
    if bold is None or len(node.lines) < 2 or bold.text != node.lines[0]:  # noqa: PLR2004 - a name, and what has it
        return []
    is_plain = not any(one.tag == "a" for one in (*bold.up(), *bold.below()))
    is_name = words_of(bold.text) not in PHRASES and not form_of(bold.text) and any(map(str.isalpha, bold.text))
    return [bold] if is_plain and is_name else []


def is_titled(node: Node) -> bool:
    """Tell whether a class says that *node* is a title."""
    return "class" in node.attrs and _are_of_title(node.attrs["class"][:100])


@lru_cache(maxsize=4096)
def _are_of_title(names: str) -> bool:
    # The title of a user is a rank.
    said = [words for words in map(words_of, names.split()) if "user_title" not in PHRASES.get(words, ())]
    return any(map(TITLES.intersection, said)) or any(map(_GLUED.fullmatch, names.split()))


def is_title_name(name: str) -> bool:
    """Tell whether a class called *name* stands for a title: `topic-title`, `topictitle`."""
    return "title" in words_of(name) or _GLUED.fullmatch(name) is not None


@kept
def own_text(node: Node) -> str:
    """Return the text of *node*, whole where its title has what it cuts short, without links that mark or answer it."""
    if said := _spoken_name(node):
        return said
    text = node.content
    if node.is_short and (parts := _marks_in(node, text)):
        return ", ".join(parts)
    for mark in [one for one in node.below() if one.text not in {"", node.text}][:1] if node.is_short else ():
        # A link may hold nothing but a mark.
        marks = [one for one in (mark, *mark.children) if one.text == mark.text and is_mark(one)]
        is_apart = marks != [] or _is_apart(mark.text, text.removeprefix(mark.text))
        if text.startswith(mark.text) and is_apart:
            text = text.removeprefix(mark.text).lstrip()
    # "1.0rc1 pre-release", where a class calls what stands behind a mark.
    behind = node.children[-1] if node.children and node.own else None
    text = text.removesuffix(behind.text).rstrip() if behind is not None and is_mark(behind) else text
    text = without_unseen(text, node)
    links = node.inside("a") if node.is_short else []
    text = _without_pages(text, links)
    for link in links[:-1] if links and not is_mark(links[-1]) else ():
        if is_mark(link) and text.startswith(link.text):
            text = text[len(link.text) :].lstrip()
    return _uncut(text, node) if text.endswith(("...", "…")) else text


def without_unseen(text: str, node: Node) -> str:
    """Return *text* of *node* without what one presses, or only those hear who cannot see, before or behind it."""
    parts = [one.text for one in node.below() if one.tag == "button" or any(map(UNSEEN.search, one.names))]
    # "Sponsored: ".
    for said in parts:
        text = text.removeprefix(said).lstrip() or text
    for said in reversed(parts):
        text = text.removesuffix(said).rstrip() or text
    return text


def _uncut(text: str, node: Node) -> str:
    """Return *text* of *node*, which is cut short, whole as its title, or that of a part of it, has it."""
    titles = (" ".join(one.attrs.get("title", "").split()) for one in (node, *node.children))
    return next((title for title in titles if title.startswith(text.rstrip(".… "))), text)


def _marks_in(node: Node, text: str) -> list[str]:
    """Return the marks in *node*, such as tags, if these are several and all of its *text*: they are what is said."""
    marks = [one.text for one in node.below() if is_mark(one) and not one.children]
    for mark in marks:
        text = text.replace(mark, "", 1)
    told = [mark for mark in marks if any(map(str.isalnum, mark))]
    return told if len(told) > 1 and not any(map(str.isalnum, text)) else []


def _without_pages(text: str, links: list[Node]) -> str:
    """Return *text* without the last of *links* that answer a post, or lead to the pages of a thread."""
    paged = bool(links) and not links[0].text.isdecimal()
    for link in reversed(links):
        is_left_out = REPLY.match(link.text) or (paged and link.text.isdecimal())
        if not is_left_out or len(text) <= len(link.text) or not text.endswith(link.text):
            break
        # "Day 1 to 43" does not end in a link to page 3.
        before = text.removesuffix(link.text)
        if before[-1:].isalnum():
            break
        text = before.rstrip()
    return text


def _is_apart(mark: str, name: str) -> bool:
    """Tell whether *mark*, in an element of its own, is in brackets, or a word for a mark, in capitals or glued on."""
    if _FILES.fullmatch(mark):
        return True
    if _BRACKETED.fullmatch(mark):
        return name.startswith(" ")
    if not name[:1].isspace() or mark.isupper():
        return _POINTS.fullmatch(mark) is not None or not FLAGS.isdisjoint(PHRASES.get(words_of(mark), ()))
    return False


def is_mark(node: Node) -> bool:
    """Tell whether *node* marks what stands beside it, such as the prefix of a thread."""
    return not _MARKS.isdisjoint(words_of(_LABELLED.sub("", node.attrs.get("class", "")[:100])))
