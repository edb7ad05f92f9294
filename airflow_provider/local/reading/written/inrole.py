"""What a text says in the role that a class name gives it: without label or account, or just its day or figure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, Item
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.forms import BY, form_of
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE, is_label, split_pair
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, without_label, words_of
from airflow_provider.local.reading.words.synonyms import NOISE, OWN_KINDS, PHRASES
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from airflow_provider.local.reading.tree.nodes import Node

_FIRST_DIGIT = re.compile(r"\d")
_FIGURE = re.compile(r"^\d{1,2}[.,]\d{1,2}$")
CLOCK = re.compile(r"^\d{1,2}(?:[:.h]\d\d|\s?h)(?!\w)")
_BRACKETED = re.compile(r"^\(([^()]+)\)$")
_DASH = re.compile(r"\s[-\u2013\u2014|•·]\s")
# "By" in Italian and Danish, where a class name says that an author follows; with a capital it is a part of a name.
_OF = re.compile(r"^(?:di|af)\s(?=[^\W\d_])")
# "Posted in News", before the link to a category.
_INTO = re.compile(rf"(?:[^\W\d]{{2,12}}\s)?{patterns('forms')['into']}:?\s", re.IGNORECASE)
# "Ann Lee @ann@example.org", whose account is named behind the name.
_NAMED = re.compile(r"^(?P<name>[^@]{2,80}) \(?(?P<account>@[\w.-]{1,60}(?:@[\w.-]{1,80})?)\)?$")
_PARTS = re.compile(r"\s?[·•|]\s?")
# Where nobody can go: an "email address".
_ELSEWHERE = word_set("email mail web ip url")


def add_roles(item: Item, node: Node, words: Words, text: str) -> None:
    """Add what *text* says in the role that *words* name, or its parts: "Lisbon - yesterday" in `location-date`."""
    if "source" in PHRASES.get(words, ()):
        # Who published it, and behind a dot when, or before a bar who wrote it.
        text = next((one for one in _PARTS.split(text) if form_of(one) != "author"), text)
    day = _own_day(node, words)
    if day and {words[:1], words[1:]} <= PHRASES.keys() and text.endswith(day):
        item.add(words[0], _DASH.split(text)[0], strength=HINTED)
        words = words[1:]
    # A label in an element of its own, with nothing between it and what it speaks of.
    label = next((one.text for one in node.children[:1] if one.text.endswith(COLONS)), "")
    if is_label(label) and (rest := text.removeprefix(label).strip()):
        text = f"{label} {rest}" if words_of(label) in PHRASES else rest
    # "Location", for those who cannot see what stands behind an icon.
    spoken = next((one.text for one in node.children[:1] if words_of(one.text) == words[-1:]), "")
    text = text.removeprefix(spoken).lstrip(" ,") or text
    is_category = "category" in PHRASES.get(words[-1:], ())
    if (
        is_category
        and (led := _INTO.match(text))
        and any(text.startswith(one.text, led.end()) for one in node.inside("a"))
    ):
        text = text[led.end() :]
    # Beside a category stands what has a form of its own: "Special exhibition", "now on".
    beside = node.shown if is_category and not node.own else []
    names = [one.text for one in beside if one.text and not form_of(one.text)]
    is_glued = len(names) == len(beside) > 1 and text == "".join(names)
    text = names[0] if len(names) == 1 < len(beside) or is_glued else text
    bracketed = _BRACKETED.match(text)
    text = bracketed[1] if bracketed else text
    # How many rated it stands in brackets.
    if bracketed and text.replace(".", "").replace(",", "").isdecimal() and match(("rating",), words[-1:]) >= SYNONYM:
        words = ("review", "count")
    account = _NAMED.match(node.text) if node.is_short and match(("author",), words) else None
    text = account["name"] if account and text == node.text else text
    value = (
        day
        or _own_figure(node, words)
        or _without_label(text, words).removeprefix("@ ").rstrip(" ,;").removesuffix(" /")
    )
    item.add(" ".join(words), value, strength=HINTED)
    item.add("username", account["account"] if account else None, strength=HINTED)
    # An address without a number is a place.
    is_place = words[-1:] == ("address",) and _ELSEWHERE.isdisjoint(words) and not has_digit(value)
    item.add("location", value if is_place else None, strength=HINTED)
    # A place, a dash and a town, each in an element of its own.
    parts = [one.text for one in node.shown] if match(("venue",), words) and not form_of(text) else []
    if parts[1:-1] in (["-"], ["\u2013"], ["\u2014"]):
        item.add("venue", parts[0], strength=HINTED)
        item.add("city", parts[-1], strength=HINTED)


def _own_day(node: Node, words: Words) -> str:
    """Return the only day among what *node* says, if its *words* speak of one: beside a note, or behind a place."""
    if not match(("date",), words) or form_of(node.text):
        return ""
    parts = [one.text for one in node.inside("time")] or [*node.own_texts, *_DASH.split(node.text)]
    days = {one for one in parts if form_of(one) == "date"}
    # Until which hour it lasts, on that day.
    return days.pop() if len(days) == 1 and not any(map(CLOCK.match, parts)) else ""


def _own_figure(node: Node, words: Words) -> str:
    """Return the only number with a point in *node*, if its *words* speak of a rating."""
    if match(("rating",), words) < SYNONYM or form_of(node.text):
        return ""
    found = {one.text for one in node.below() if _FIGURE.match(one.text)}
    return found.pop() if len(found) == 1 else ""


def _without_label(text: str, words: Words) -> str:
    if {"byline", "by", "user", "meta"} & set(words) or match(("author",), words):
        text = _OF.sub("", text)
        by, parts = BY.match(text), dict(byline_of(text))
        # A comma may divide a name from the next part, or a family name from the first one.
        text = parts["author"] if len(parts) > 1 and "author" in parts else by[1] if by else text
    pair = split_pair(text)
    # "Doors at 19:00".
    led = words_of(_FIRST_DIGIT.split(text)[0]) if not pair and has_digit(text) else ()
    said = words_of(pair[0]) if pair else led if len(led) > 1 else ()
    is_named = not (set(said) - NOISE).isdisjoint(words)
    if pair and (is_named or ("by" in words and OWN_KINDS.issuperset(said))):
        return pair[1]
    # What has a known label of its own is not what the class is called, unless that has a word of it, too.
    is_other = said in PHRASES and words[-1:] in PHRASES and len(text) < SENTENCE and not match(words[-1:], said)
    return "" if is_other and not is_named else without_label(text, words)
