"""What attributes say of the thing that an element stands in: for scripts, for those who cannot see, and of times."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, STATED, TIMED, WEAKEST, Item
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import ENDS_WITH_UNTIL, RANGE, day_in
from airflow_provider.local.reading.words.forms import COUNTED, RATED, RATED_BY, form_of
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import GRADES, KINDS_OF_THING, OWN_KINDS, PHRASES
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

SPOKEN = ("aria-label", "title", "alt")
_IGNORED_DATA = word_set(
    """
    id index toggle target src srcset testid reactid component set v action track tracking price list event analytic
    type quantity source ga gtm click log automation test qa cy hook
    """
)
# By what scripts know a thing: `data-product-id="1184"`.
_ID, _NUMBER = frozenset({"id"}), re.compile(r"\d{1,18}")
# Attributes that any element may have.
_OF_ALL = word_set("class id style slot role title name type part is lang dir hidden tabindex href src index size")
_PRESSED = frozenset({"a", "button"})
_DAY_STATED = re.compile(r"(\d{4})-\d\d-(\d\d)")
_YEAR_SHOWN = re.compile(r"\b(?:19|20)\d\d\b")
_DAY_SHOWN = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])")
_TOOLTIPS = frozenset({"title", "original-title"})
_SAID = word_set("title text label name")
# "anna - Original Poster, Most Recent Poster".
IN_ROLE = re.compile(r"^([^\W_][^,;:]{0,39}?) [-\u2013] ([^\W\d_]{2,20}(?: [^\W\d_]{2,20}){0,3}(?:,.{0,80})?)$")
_LED = re.compile(
    r"^((?:[^\W\d_]{2,14} ){1,2}(?:by|to|an|par|por|da|till))[\s:]{1,2}([^\W\d_][^.:!?]{0,40})$", re.IGNORECASE
)
_HOUR = re.compile(r"\d\s?[:.h]\s?\d\d(?!\d)|\d\s?(?:[ap]\.?m|uhr|h)\b", re.IGNORECASE)
_NO_HOUR = re.compile(r"T(?:00|12):00(?::00)?(?:\.0+)?(?:Z|[+-]00:?00)?$")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?$")
# Where scripts go need not be where readers do.
_ADDRESSES = word_set("url link permalink image")
# The end of a span of time, and what stands before it.
_BEHIND_DAY = re.compile(r"\s@\s|\d\s[-\u2013\u2014]\s[^\W\d_]")
_CHANGED = frozenset({"updated", "modified"})
# Between the first day and the last one there may be but an hour.
_TO = re.compile(
    r"[-\u2013\u2014]|to|until|through|bis|tot|till|au|al|a|do|\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\.?)?", re.IGNORECASE
)
_ABOUT = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?([kKmM])$")
_WHOLE = re.compile(r"(?<= )[0-9]{1,3}(?:[.,'\u2019][0-9]{3}){1,3}$")
# "Durchschnittliche Bewertung: 4,5 von 5 Sternen", however long.
_RATED = re.compile(
    rf"^[^\W\d]{{3,20}}(?: [^\W\d]{{3,20}}){{0,3}}:? {RATED.pattern}(?: [^\W\d]{{3,20}})?"
    rf"(?: (?:[^\W\d]{{2,10}} ){{1,2}}{COUNTED.pattern})?$",
    re.IGNORECASE,
)


# "Energy class A, on a scale from A to G", of a picture.
_GRADED = re.compile(r"([^\W\d_][^,:.]{3,40}):?\s([A-G]\+{0,3})(?:[,.;(\s]|$)")
# A picture of stars.
_STARS = re.compile(r"([0-5](?:[.,]\d{1,2})?) (?:stars?|sterne?|étoiles?|estrellas?|stelle|sterren)$", re.IGNORECASE)


def add_attributes(item: Item, node: Node, page: Page | None = None) -> None:
    """Add what is written in attributes for machines or for readers that cannot see; addresses are those of *page*."""
    attrs = node.attrs
    for name, value in attrs.items():
        if not name.startswith("data-"):
            continue
        label = name.removeprefix("data-")
        # What is copied at a press, if it is one word, and no address.
        label = "coupon code" if label == "clipboard-text" and {" ", "/"}.isdisjoint(value) else label
        # ``data-product="17"`` numbers the product, it does not name it; a list or object, and what has a number in its
        # own name, is for scripts.
        words = set(words_of(label)) if not has_digit(label) else set()
        item.add("id", value if words > _ID and _is_number(words, value) else None, strength=SHAPED)
        is_address = not words.isdisjoint(_ADDRESSES)
        # A picture that is to be loaded later is none that the thing leads to, and a link leads where readers see.
        is_shown = node.tag == "img" and (is_address or value == node.source)
        is_other = is_shown or (is_address and node.href.strip("#") != "")
        # What is to be said when it was pressed, such as "Stop following this question".
        is_said = node.text != "" and (value in node.text or node.text in value)
        is_said_later = node.tag in _PRESSED and not words.isdisjoint(_SAID) and value != "" and not is_said
        is_said_later = is_said_later and (node.text != "" or node.tag == "button")
        # Nor is what the tooltip of a figure says of it a name.
        is_tooltip = label in _TOOLTIPS and node.text[:1].isdecimal()
        if is_said_later or is_tooltip:
            continue
        if words - KINDS_OF_THING and not words & _IGNORED_DATA and value[:1] not in "{[" and not is_other:
            is_path = is_address and "/" in value and " " not in value
            told = page.absolute(value) if page is not None and is_path else value
            item.add(label, told, strength=WEAKEST if words <= _ADDRESSES else SHAPED)
    if node.hidden:
        return
    if node.tag == "time":
        _add_time(item, node)
    # A script is to write how long ago that was.
    if not node.size and node.tag != "time" and _MOMENT.match(attrs.get("title", "")):
        item.add("date", attrs["title"], strength=TIMED)
    if "author" in attrs.get("rel", "").split():
        item.add("author", node.text, strength=TIMED)
    add_spoken_role(item, node, page)
    for said in filter(None, map(attrs.get, SPOKEN)):
        _add_said(item, node, said)


def _is_number(words: AbstractSet[str], value: str) -> bool:
    """Tell whether *value* is the number by which scripts know what an attribute of some *words* is about."""
    return words - OWN_KINDS == _ID and _NUMBER.fullmatch(value) is not None


def _add_said(item: Item, node: Node, said: str) -> None:
    """Add what is *said* of *node* to those who cannot see it: a figure with its label, a grade, a rating."""
    # "Reputation 1,204", of what shows the number alone.
    if node.is_short and node.text[:1].isdigit() and (number := _shown_of(said, node.text)):
        item.add(said.removesuffix(number), number)
    if (graded := _GRADED.match(said)) and GRADES & PHRASES.get(words_of(graded[1]), frozenset()):
        item.add(graded[1], graded[2])
    # "Assigned to anna", of her picture.
    led = _LED.match(said) if not node.text else None
    if led and words_of(led[1]) in PHRASES:
        item.add(led[1], led[2], strength=SHAPED)
    # "anna started 3 days ago", of her picture.
    told = byline_of(said) if len(node.text) <= 1 else ()
    for label, value in told if {"author", "date"} == dict(told).keys() else ():
        item.add(label, value, strength=SHAPED)
    parts = said.partition(". ")[0].split(", ", maxsplit=1)
    # Longer, it is a sentence about something else.
    is_short = max(map(len, parts)) < SENTENCE
    for spoken in parts if has_digit(said) and (is_short or _RATED.match(said)) else ():
        rated, counted = RATED.search(spoken), COUNTED.search(spoken)
        alone = None if rated else RATED_BY.match(spoken) or _STARS.match(spoken)
        # What is seen, too, is told in fewer words: "4.6/5", for "Rated 4.6 out of 5".
        score = rated[0] if rated else alone[1] if alone else None
        shown = {one.text for one in node.below() if score and form_of(one.text) == "rating" and not one.hidden}
        item.add("rating", shown.pop() if len(shown) == 1 else score)
        item.add("review count", counted[1] if counted else None)


def _shown_of(said: str, shown: str) -> str:
    """Return the number at the end of what is *said* that is *shown*, be it about: "12,431", of "12.4k"."""
    if said.endswith(f" {shown}"):
        return shown
    about, whole = _ABOUT.match(shown), _WHOLE.search(said)
    if about is None or whole is None:
        return ""
    scaled = int("".join(filter(str.isdecimal, whole[0]))) / (1e3 if about[2] in "kK" else 1e6)
    return whole[0] if abs(scaled - float(about[1].replace(",", "."))) < 1 else ""


def add_spoken_role(item: Item, node: Node, page: Page | None = None) -> None:
    """Add who *node*, a picture or a link around one, stands for, as "anna - Original Poster" says, and where."""
    spoken = [said for name in SPOKEN if (said := node.attrs.get(name))]
    for said in spoken if spoken and not node.text else ():
        named = IN_ROLE.match(said)
        who, roles = named.groups() if named else ("", "")
        for role in [one for one in roles.split(", ") if words_of(one) in PHRASES]:
            item.add(role, who, strength=SHAPED)
            link = node if node.href else node.parent
            image = next(iter(node.inside("img")), node)
            if page is not None and "author" in PHRASES[words_of(role)]:
                item.add("author url", page.absolute(link.href) if link and link.href else None, strength=SHAPED)
                item.add("avatar", page.absolute(image.source) if image.source else None, strength=SHAPED)


def add_own_attributes(item: Item, node: Node, page: Page) -> None:
    """Add what is written in the attributes of *node*, if it is an element of a kind that the page defines."""
    for name, value in node.attrs.items() if "-" in node.tag else ():
        if not (name in _OF_ALL or name.startswith(("data-", "aria-", "on", "price")) or value[:1] == "{"):
            item.add(name, page.absolute(value) if value.startswith("/") else value, strength=HINTED)


def _add_time(item: Item, time: Node) -> None:
    """Add when *time* says that something was, or begins, or ends."""
    stated, bound = stated_in(time), _bound(time)
    # How long something takes is no day.
    if stated and stated[:1] == "P":
        return
    if bound:
        item.add(f"{bound} date", stated, strength=STATED)
    whole = time.parent.text if time.parent is not None and bound else time.text
    # "Dates: 2 May - 3 June".
    pair = split_pair(whole) if bound else None
    whole = pair[1] if pair is not None else whole
    # Behind the day may stand from when to when, which the moment lacks: "2 May @ 18:30 - 21:00", "2 May - ongoing".
    if RANGE.match(whole) or _BEHIND_DAY.search(whole):
        item.add("date", whole)
        item.add("start date", None if bound else stated, strength=STATED)
    elif bound != "end":
        item.add("updated" if is_of_change(time) else "date", stated or time.text, strength=TIMED)


def is_of_change(time: Node) -> bool:
    """Tell whether *time* is when something was changed, as its class or what stands before it says."""
    return not _CHANGED.isdisjoint((*words_of(time.attrs.get("class", "")), *words_of(time.before())))


def stated_in(time: Node) -> str:
    """Return the moment that *time* states for machines; of a day without an hour just the day."""
    stated = time.attrs.get("datetime", "")
    # Noon or midnight, which the page does not show, is that of a program.
    if _NO_HOUR.search(stated) and day_in(time.text) and not _HOUR.search(time.text):
        return stated.partition("T")[0]
    return "" if _is_of_other_day(stated, time.text) else stated


def _is_of_other_day(stated: str, shown: str) -> bool:
    """Tell whether the day *shown* is another one than *stated*, which a template may state for all alike."""
    moment, year = _DAY_STATED.match(stated), _YEAR_SHOWN.search(shown)
    if moment is None or year is None or not day_in(shown):
        return False
    # Elsewhere on Earth it is the day before or after, which may be in another month.
    day, is_turn = int(moment[2]), moment[0][5:] in {"01-01", "12-31"}
    near = {day - 1, day, day + 1, *((1,) if day > 27 else range(28, 32) if day == 1 else ())}  # noqa: PLR2004 - February
    days = {int(one) for one in _DAY_SHOWN.findall(shown)}
    return (year[0] != moment[1] and not is_turn) or (days != set() and days.isdisjoint(near))


def _bound(time: Node) -> str:
    """Return whether *time* is the "start" or "end" of something: by the one beside it, or by what stands before it."""
    siblings = time.parent.children if time.parent is not None else [time]
    times = [one for one in siblings if one.tag == "time"]
    at = times.index(time)
    for first, then in pairwise(times[max(0, at - 1) : at + 2]):
        if _TO.fullmatch("".join(time.pieces[first.end : then.start]).strip()):
            return "start" if time is first else "end"
    return "end" if ENDS_WITH_UNTIL.search(time.before()) else ""
