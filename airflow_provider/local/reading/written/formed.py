"""What the forms of the texts in a record say together: a form that occurs twice, with two values, says nothing."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, STATED, TIMED
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.nodes import join
from airflow_provider.local.reading.words.days import AMID, ENDS_WITH_UNTIL, LED_BY_DAY
from airflow_provider.local.reading.words.forms import DELIVERY, PART_OF_WORK, RATED, form_of
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.reading.words.places import IN_COUNTRY, STREET
from airflow_provider.local.reading.words.stated import bare, bounds
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.written.flags import is_kept_back
from airflow_provider.local.reading.written.shapes import shapes_of
from airflow_provider.local.reading.written.spoken import COUNT
from airflow_provider.local.reading.written.stars import is_drawn_rating
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node

_OTHER_DAYS = word_set("viewing_date effective_date comment_deadline")
_AMOUNTS = frozenset({"rating", "price", "review count"})
# The form of a range of days is surer than that of one day, of which there may be several kinds.
_OF_RANGE = frozenset({"dates", "start date", "end date"})
_OF_RATING = {("rating",), ("score",), ("star",)}
# More than a rating goes to, behind stars.
_COUNTED = re.compile(r"^(?:\d{1,3}(?:[.,\u00a0\u202f]\d{3})+|[1-9]\d{1,6}|[6-9])$")
# A rating without decimals, of which a class tells that it is one, so near.
_WHOLE = frozenset("12345")
_NEAR = 2
# So many lines has where something is, with its name.
_LINES = 4
# Behind these, more may stand in what holds them.
_LED = frozenset({"author", "curator", "delivery info", "stock left"})
# What only a line beside its heading says of the one thing that a page is about.
_OF_BYLINES = word_set("author category date tag topic year")
_BRACKETED = re.compile(r"\((\d[\d.,]{0,8}[kK]?)件?\)$")


def add_shapes(item: Item, nodes: Sequence[Node], *, but: str = "", beside: Collection[int] | None = None) -> None:
    """
    Add what the form of the texts of *nodes* tells, *but* for what one label stands for.

    Where they are a page about one thing, prices are for others to say, and who wrote it, when and under what is told
    by the elements *beside* its heading, at these places.
    """
    found, firm = _found_in(nodes, beside)
    found |= firm
    if len(set(found.get("unit price", ()))) > 1:
        found["unit price"] = _unit_prices(nodes) or found["unit price"]
    # When somebody wrote last may be told twice, for two screens.
    last = {fact.value for fact in item.facts if fact.labels[-1] == ("last", "post", "date")}
    found |= {"date": days} if (days := [day for day in found.get("date", ()) if day not in last]) else {}
    # Nor is what has a label for another day when it takes place, if that is told: "Viewing 7 - 12 November".
    other = {fact.value for fact in item.facts if fact.strength == STATED and _is_of_another_day(fact.labels[-1])}
    other |= {day for span in other for _, day in bounds(str(span))}
    if any(day not in other for label in ("date", "dates") for day in found.get(label, ())):
        left = ((label, [one for one in texts if one not in other]) for label, texts in found.items())
        found = {label: texts for label, texts in left if texts}
    # "Ends 20 December" is not when something was told, if that stands beside it.
    spans = found.get("dates", [])
    told = [day for day in found.get("date", ()) if not any(day in span for span in spans)]
    if told and spans and all([part for part, _ in bounds(span)] == ["end date"] for span in spans):
        found = {label: texts for label, texts in found.items() if label != "dates"} | {"date": told}
    # What names the thing, or where it is, does not describe it.
    named = {fact.value for fact in item.facts if fact.labels[-1] == ("title",)} | {*found.get("address", ())}
    # First and last day, of which each is a date, too.
    # Of one thing alone, "12:45" may also be how long it takes.
    # When somebody wrote is told apart from days in the text.
    left_out = {"price", "start clock"} if beside is not None else {but}
    left_out |= {"date"} if "dates" in found and "date" not in firm else set()
    if "date" not in found and "dates" not in found:
        found["date"] = list(_days_posted(nodes) or (() if beside is not None else _days_amid(nodes)))
    for label, texts in found.items():
        said = [text for text in texts if label not in {"description", "venue"} or text not in named]
        if said and label not in left_out:
            _add_shape(item, label, said)


def _found_in(
    nodes: Sequence[Node], beside: Collection[int] | None
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the texts of *nodes* by the label that their form stands for, and those that a byline bears out."""
    found: dict[str, list[str]] = {}
    firm: dict[str, list[str]] = {}
    for node in nodes:
        if node.is_short and not node.hidden:
            for label, text, is_firm in _formed(node):
                if beside is None or label not in _OF_BYLINES or node.place in beside:
                    (firm if is_firm else found).setdefault(label, []).append(text)
    return found, firm


def _is_of_another_day(label: Words) -> bool:
    return not _OTHER_DAYS.isdisjoint(PHRASES.get(label, ()))


@kept
def _formed(node: Node) -> list[tuple[str, str, bool]]:
    """Return the texts of *node* with the label that their form stands for, and whether a byline bears that out."""
    told = list(shapes_of(node))
    if any(label == "availability" for label, _, _ in told):
        is_back = any(map(is_kept_back, node.below()))
        told = [one for one in told if one[0] != "availability" or not (is_back or _is_of_another(node, one[1]))]
    if node.tag == "li" and any(label == "description" for label, _, _ in told) and (points := _points(node)):
        told = [one if one[0] != "description" else ("description", points, False) for one in told]
    return [*told, *((label, text, False) for label, text in (*_ratings_of(node), *_venue_of(node)))]


def _points(node: Node) -> str:
    """Return the sentences of the short list of nothing else that *node* is an entry of."""
    points = node.parent.children if node.parent is not None and node.parent.is_short else []
    is_told = all(one.text.endswith((".", "!", "?")) and not one.inside("a") for one in points)
    return join(one.text for one in points) if is_told else ""


def _venue_of(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the venue and the place that lines of *node* are: a name, maybe its street, and last its town."""
    lines = node.lines if any(one.tag == "br" for one in node.children) and len(node.lines) <= _LINES else []
    town = lines[-1] if len(lines) > 1 else ""
    above = [line for line in lines[:-1] if not STREET.match(line)][-1:]
    is_town = town[:1].isupper() and (form_of(town) == "location" or IN_COUNTRY.fullmatch(town) is not None)
    if is_town and above and len(above[0]) < 2 * SENTENCE and not (form_of(above[0]) or split_pair(above[0])):
        yield from (("venue", above[0]), ("location", town))


def _ratings_of(node: Node) -> Iterator[tuple[str, str]]:
    """Yield how many rated what *node* says the rating of, and how, if that is "5 (3)" of what a class calls so."""
    if (counted := _BRACKETED.search(node.text)) and _is_rated(node, counted):
        yield "review count", counted[1]
        if (whole := node.text[: counted.start()].strip()) in _WHOLE:
            yield "rating", whole
    elif _COUNTED.match(node.text) and (stars := _element_before(node)) and is_drawn_rating(stars):
        yield "review count", node.text


def _unit_prices(nodes: Sequence[Node]) -> list[str]:
    """Return the prices of a unit that stand right behind a price; what members pay for it stands elsewhere."""
    found = [one for one in nodes if one.is_short and not one.hidden and form_of(one.text) == "unit price"]
    behind = [one for one in found if (before := _element_before(one)) and form_of(before.text) == "price"]
    return [bare(one.text, "unit price") for one in behind]


def _is_of_another(node: Node, text: str) -> bool:
    """Tell whether *text* of *node* is said of one of several to choose from: "Red, out of stock", or of a delivery."""
    choices = (*node.inside("label"), *(one for one in (node, *node.up()) if one.tag == "label"))
    beside = _element_before(node)
    before = node.text.partition(text)[0] or (beside.text if beside is not None else "")
    return any(text in one.text for one in choices) or DELIVERY.match(before) is not None


def _element_before(node: Node) -> Node | None:
    """Return the element right before *node* in what holds both."""
    return node.parent.children[node.position - 1] if node.parent is not None and node.position else None


def _days_posted(nodes: Sequence[Node]) -> set[str]:
    """Return the only day behind "Published" between the children of larger ones of *nodes*; none if several."""
    larger = (node for node in nodes if node.own and node.children and not (node.is_short or node.hidden))
    told = (text for node in larger for text in node.own_texts if len(text) < 2 * SENTENCE)
    days = {led[1] for text in told if (led := LED_BY_DAY.match(text))}
    return days if len(days) == 1 else set()


def _days_amid(nodes: Sequence[Node]) -> set[str]:
    """Return the only day that *nodes* state among other words, such as "Order of 13.05.2026"; none if several."""
    lines = {line for node in nodes if node.own and node.is_short and not node.hidden for line in node.lines}
    numbered = filter(has_digit, lines)
    told = [(line[: found.start()], found[0]) for line in numbered for found in AMID.finditer(line)]
    # A number before it may be another day.
    is_plain = not any(ENDS_WITH_UNTIL.search(before) or has_digit(before) for before, _ in told)
    days = {day for _, day in told}
    return days if len(days) == 1 and is_plain else set()


def _is_rated(node: Node, counted: re.Match[str]) -> bool:
    """Tell whether a rating stands before what is *counted* in *node*: "4.6 out of 5" and "(88)", or drawn stars."""
    before = node.text if counted.start() or node.parent is None else node.parent.text
    before = before.removesuffix(counted[0]).strip()
    if form_of(before) == "rating" or ((rated := RATED.match(before)) and before[rated.end() :].strip().isalpha()):
        return True
    around = (name for one in (node, *islice(node.up(), _NEAR)) for name in one.names)
    if before in _WHOLE and any("rating" in words_of(name) for name in around):
        return True
    beside = node.parent.children[: node.position] if node.parent is not None and not counted.start() else []
    # "4.8", and "4.8 out of 5 stars" for those who cannot see.
    if any(form_of(one.text) == "rating" for one in beside):
        return True
    stars = beside[-1:]
    return any(is_drawn_rating(one) or not _OF_RATING.isdisjoint(map(words_of, one.names)) for one in stars)


def _add_shape(item: Item, label: str, texts: list[str]) -> None:
    """Add what has one form under *label*, unless there are two such texts that differ."""
    distinct = list(dict.fromkeys(texts))
    if label == "availability":
        # Beside it the price may stand on its line.
        distinct = [text for text in distinct if not MONEY.search(text)] or distinct
    if label == "availability" or label in _AMOUNTS:
        kind = "boolean" if label == "availability" else "number"
        values = {cast(text, kind, hint=words_of(label)) for text in distinct}  # type: ignore[arg-type] # two of the kinds
        if len(values) > 1 or (None in values and (label in _AMOUNTS or len(distinct) > 1)):
            return
    elif len(distinct) > 1:
        distinct = _narrowed(label, distinct)
    # "Scored 8.2" says what it is.
    strength = STATED if label == "score" else TIMED if label in _OF_RANGE else SHAPED
    item.add(label, distinct[0] if distinct else None, strength=strength)


def _narrowed(label: str, texts: list[str]) -> list[str]:
    """Return those of several *texts* of one form that answer *label*; none where they differ."""
    shortest, longest = min(texts, key=len), max(texts, key=len)
    if label == "date" and all(text in longest for text in texts):
        # A day, and beside it the time of the day.
        return [longest]
    spans = [text for text in texts if len(bounds(text)) > 1] if label == "dates" else []
    if len(spans) == 1 and all(day in spans[0] for text in texts for _, day in bounds(text)):
        # "Until 3 October", beside the first and the last day.
        return spans
    # In an element of its own, without the mark or more behind it, or the name before a place.
    is_name = label in _LED and all(f"{one} ".startswith(f"{shortest} ") for one in texts)
    if is_name or (label == "location" and all(f" {text}".endswith(f" {shortest}") for text in texts)):
        return [shortest]
    if label == "employment type" and any(map(PART_OF_WORK.fullmatch, texts)):
        # How much of the week one works stands beside the kind of contract.
        kinds = [text for text in texts if not PART_OF_WORK.fullmatch(text)]
        return kinds if len(kinds) == 1 and len(texts) == len(kinds) + 1 else []
    # Of two counts, the longer one is not the surer.
    if all(COUNT.match(text) for text in texts):
        return []
    # A text may stand beside notes, which it is twice as long as.
    notes = sum(len(text) for text in texts if text not in longest)
    return [longest] if label == "description" and len(longest) >= 2 * notes else []
