"""
Whether a page is read as a list or as one thing, and which of its lists is meant.

What is asked for comes first, then how much of the schema is answered, then how much of the page it is.
Records that only scripts see are asked where what is seen answers little.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.asked import asked_kinds, things_asked_for
from airflow_provider.local.reading.data.facts import BORROWED, STATED, Group, Item
from airflow_provider.local.reading.data.flatten import flatten
from airflow_provider.local.reading.data.meta import site_names
from airflow_provider.local.reading.data.state import read_state
from airflow_provider.local.reading.data.things import read_things
from airflow_provider.local.reading.listing import read_list
from airflow_provider.local.reading.nesting import fills, is_part, is_section
from airflow_provider.local.reading.records import Records, find_records
from airflow_provider.local.reading.rows import Filling, fill
from airflow_provider.local.reading.subject import read_subject
from airflow_provider.local.reading.tables import read_tables
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.text import search_terms, stem, word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.things import Thing
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema

# "The number of reviews" asks for no reviews.
COUNT_OF = re.compile(r"\b(?:number of|how many) [^\W\d_]+", re.IGNORECASE)
# Words of other languages that headings have, too, and that ask for nothing.
_FOREIGN_STOPS = word_set(
    """
    les des une aux avec pour dans sur que qui der die das den dem ein eine einen und mit von für los las del por con
    para che dei delle alle della het een van met voor och som att med till alla tous toutes todos todas tutti tutte
    """
)
_NO_ADS = re.compile(
    r"\b(?:not?|non|without|excluding|except|skip|ignore|ohne|keine|sans|sin|senza|zonder|bez|utan|uden|uten|sem)\W+"
    r"(?:[^\W\d_]+\W+){0,2}"
    r"(?:sponso[rw]\w*|promoted|promowan\w*|paid|ads?|advert\w*|werbung|anzeigen|gesponsert\w*|publicit\w*|anuncios"
    r"|pubblicit\w*|reklam\w*|patrocinad\w*|advertenties)\b"
    r"|\borganic (?:search )?results\b|広告[はをの]?(?:除|なし)",
    re.IGNORECASE,
)
# Sections may answer half a field more than what stands in them: they have the best of each.
_NEARLY = 0.5
_MAX_SAMPLE = 4
# So many fields are answered by records, and rarely by parts of them.
_MUCH = 3
_MAX_OTHERS = 4
_MAX_VISITED = 30_000
_ORDER = ("columns", "state", "listing", "table", "data")


@dataclass(frozen=True, slots=True)
class _Choice:
    """A group with its rows, and what it is compared by."""

    group: Group
    filling: Filling
    rank: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """What *page* is asked: a *schema* to fill, and the stems of the words that are *asked* for."""

    page: Page
    schema: Schema
    asked: frozenset[str]

    @property
    def all(self) -> tuple[float, ...]:
        """How a group begins to rank that answers every field."""
        return (float(len(self.schema.fields)),) * 2

    def fill(self, items: Sequence[Item]) -> Filling:
        return fill(items, self.schema, comma=self.page.comma)

    def names(self, group: Group | Records) -> bool:
        """Tell whether it asks for what *group* stands under, or for the boilerplate that it is in."""
        words = words_of(f"{group.name} {group.boilerplate}"[:200])
        return not self.asked.isdisjoint(map(stem, words))

    def choice(self, group: Group) -> _Choice:
        filling = self.fill(group.items)
        named = self.names(group)
        # One record that holds a whole list is not what they are like, nor is one that lacks a value.
        usual = _usual(filling.counts)
        counts = [min(count, usual) for count in filling.counts]
        score = round(2 * sum(counts) / len(counts)) / 2 if len(counts) > 1 else 0.0
        is_beside = (group.boilerplate and not named) or _only_links(filling, list(self.schema.fields))
        rank = (
            0.0 if is_beside else score,
            score,
            float(named),
            round(4 * len(filling.rows) / max(1, len(group.items))) / 4,
            float(_ORDER.index(group.origin)),
            float(group.is_main),
            float(group.size),
        )
        return _Choice(group, filling, rank)


def best_filling(page: Page, schema: Schema, *, prompt: str, many: bool | None) -> Filling:
    """Return the rows of *schema* that *page* states; *many* is None where *prompt* does not say how many."""
    question = _Question(page, schema, _asked(prompt))
    things = read_things(page)
    lists = find_records(page, asked=question.asked)
    about = things_asked_for(things, page, asked_kinds(prompt, list(schema.fields)))
    words = {word for name in schema.fields for word in words_of(name)} | set(words_of(prompt[:100]))

    def as_one() -> Filling:
        return question.fill([Item(read_subject(page, about, lists, words).facts + site_names(things))])

    if many is False:
        return as_one()
    single = None if many else as_one()
    groups = _data_groups(things, page) + [group for group in read_tables(page) if group.items]
    groups += [read_list(one, page) for one in _finalists(lists, question)]
    if _NO_ADS.search(prompt):
        for group in groups:
            kept = [at for at, item in enumerate(group.items) if not _is_ad(item)]
            group.odd = frozenset(new for new, at in enumerate(kept) if at in group.odd)
            group.items = [group.items[at] for at in kept]
    choices = sorted(map(question.choice, groups), key=lambda one: one.rank, reverse=True)
    # What says no more than a link does, in links alone, is a menu.
    choices = [one for one in choices if one.rank[0] or one.group.size or one.group.origin != "listing"]
    best = choices[0] if choices and choices[0].filling.rows else None
    if best is not None:
        best = next((other for other in choices[1:] if _is_divided(best, other)), best)
    answered = max(best.rank[0] if best else 0.0, single.score if single else 0.0)
    for choice in map(question.choice, read_state(page)) if answered < len(schema.fields) else ():
        if round(choice.filling.score) > round(answered):
            best, answered = choice, choice.filling.score
    if (
        best is None
        or (single is not None and (about or single.score >= best.rank[0]))
        or (len(best.filling.rows) == 1 and best.group.origin != "table")
    ):
        return Filling((), (), 0.0) if many and not about else single or as_one()
    others = [one.group for one in choices if one is not best]
    return _telling(_completed(best, others[:_MAX_OTHERS], question), best.group)


def _asked(prompt: str) -> frozenset[str]:
    """Return the stems of the words that *prompt* asks for."""
    return frozenset(stem(term) for term in search_terms(COUNT_OF.sub("", prompt)) if term not in _FOREIGN_STOPS)


def _only_links(filling: Filling, fields: Sequence[str]) -> bool:
    """Tell whether *filling* answers less than half of *fields*, and of these but names and addresses."""
    answered = [name for name in fields if any(row[name] is not None for row in filling.rows)]
    return 2 * len(answered) < len(fields) and not any(
        PHRASES.get(words_of(name), frozenset()).isdisjoint({"title", "url"}) for name in answered
    )


def _is_ad(item: Item) -> bool:
    """Tell whether *item* is marked as one that somebody paid for."""
    return any(fact.value is True and "sponsored" in PHRASES.get(fact.labels[-1], ()) for fact in item.facts)


def _is_divided(choice: _Choice, other: _Choice) -> bool:
    """Tell whether *other* says all that *choice* does, in more rows, but for what its rows are called as sections."""
    if choice.rank[0] != other.rank[0] or len(choice.filling.rows) >= len(other.filling.rows):
        return False
    known = {value for row in other.filling.rows for value in row.values() if value is not None}
    own = [[value for value in row.values() if value not in known and value is not None] for row in choice.filling.rows]
    # Data may state but some of what is seen, if the rest is seen as well.
    more = sorted(other.filling.counts)[: len(other.filling.rows) - len(choice.filling.rows)]
    is_sample = choice.group.origin == "data" and _usual(more) >= _usual(choice.filling.counts)
    fewest = 0 if is_sample else 1
    return all(fewest <= len(values) <= 1 < count for values, count in zip(own, choice.filling.counts, strict=True))


def _telling(filling: Filling, group: Group) -> Filling:
    """Return *filling* of *group* without rows that say little beside the others: advertisements, "load more"."""
    usual = _usual(filling.counts)
    ads = {at for at, item in enumerate(group.items) if at in group.odd or _is_ad(item)}
    kept = [
        at
        for at, count in enumerate(filling.counts)
        # Of two fields, one may well be missing.
        if usual < 3 or count > (usual // 2 if filling.kept[at] in ads else 1)  # noqa: PLR2004 - two fields are few
    ]
    return Filling(tuple(filling.rows[at] for at in kept), tuple(filling.kept[at] for at in kept), filling.score)


def _usual(counts: Sequence[int]) -> int:
    """Return the median of *counts*, the higher one of two."""
    return sorted(counts)[len(counts) // 2] if counts else 0


def _data_groups(things: Sequence[Thing], page: Page) -> list[Group]:
    """Return the things of each type that the page states several of, those inside one thing included."""
    by_type: dict[str, list[Thing]] = {}
    for thing in things:
        if thing.props:
            by_type.setdefault(min(thing.types, default=""), []).append(thing)
    groups = {name: members for name, members in by_type.items() if len(members) > 1}
    for thing in things:
        for key, values in thing.props.items():
            inner = [value for value in values if not isinstance(value, (str, int, float))]
            if len(inner) > 1:
                groups.setdefault(key, inner)
    left = [_MAX_VISITED]
    return [
        Group(
            [flatten(thing, page, left=left) for thing in members],
            "data",
            name,
            boilerplate=name if members[0].is_furniture else "",
        )
        for name, members in groups.items()
    ]


def _finalists(lists: Sequence[Records], question: _Question) -> list[Records]:
    """Return the lists that answer most of the schema in their first records."""
    found: dict[Records, tuple[float, ...]] = {}
    # Sections after what stands in them, of which there is more.
    for one in sorted(lists, key=lambda one: -len(one.records)):
        if (not one.boilerplate or question.names(one)) and not _is_needless(one, found, question):
            first = range(min(_MAX_SAMPLE, len(one.records)))
            choice = question.choice(read_list(one, question.page, only=first))
            if choice.filling.rows:
                found[one] = choice.rank[:2]
    _weigh_again(found, question)
    scored = [
        (score, one)
        for score, one in ((found[one], one) for one in lists if one in found)
        if not is_section(one, found, question.names, nearly=_NEARLY)
        and not any(fills(other, one) and better[0] >= score[0] - _NEARLY for other, better in found.items())
    ]
    top = max((score for score, _ in scored), default=())
    best: list[Records] = []
    for one in [one for score, one in scored if score == top]:
        # What is as good, inside the same records, says the same.
        if not any(_is_in(one, other) for other in best):
            best.append(one)
    return [one for one in best if not any(is_part(other, one) for other in best)]


def _weigh_again(found: dict[Records, tuple[float, ...]], question: _Question) -> None:
    """Score lists of *found* of which a part answers as much, by records from all over: the first ones may be odd."""
    for one, score in found.items():
        if any(other >= score and one.has(part) for part, other in found.items()):
            spread = range(0, len(one.records), 1 + len(one.records) // (2 * _MAX_SAMPLE))
            again = question.choice(read_list(one, question.page, only=spread)).rank[:2]
            found[one] = max(score, again) if again[0] >= score[0] - _NEARLY else again


def _is_needless(one: Records, found: Mapping[Records, tuple[float, ...]], question: _Question) -> bool:
    """Tell whether *one* answers no more than what is *found*: all of it, or most by what *one* is full of."""
    most = max(_MUCH, len(question.schema.fields) / 2)
    return any(
        (score == question.all and _is_in(one, other))
        or (score[0] >= most and len(other.records) >= 2 * len(one.records) and fills(other, one))
        for other, score in found.items()
    )


def _is_in(inner: Records, outer: Records) -> bool:
    """Tell whether *inner* are parts of *outer*, one of each."""
    return len(inner.records) == len(outer.records) and outer.first.holds(inner.first)


def _completed(choice: _Choice, others: Sequence[Group], question: _Question) -> Filling:
    """Return the rows of *choice* with what they lack, taken from another group that tells of the same things."""
    best = choice.filling
    for other in others:
        if other.origin == choice.group.origin:
            continue
        known: dict[str, set[int]] = {}
        for index, item in enumerate(other.items):
            for key in _keys(item):
                known.setdefault(key, set()).add(index)
        items = []
        for item in choice.group.items:
            same = set().union(*(known.get(key, ()) for key in _keys(item)))
            extra = other.items[same.pop()].facts if len(same) == 1 else []
            # What an item states itself, whoever wrote last among it, means nothing else, unless a label says so.
            stated = {fact.value for fact in item.facts}
            other_facts = (fact for fact in extra if fact.value not in stated or fact.strength >= STATED)
            lent = [replace(fact, strength=BORROWED) for fact in other_facts]
            items.append(Item([*item.facts, *lent]))
        filling = question.fill(items)
        if filling.score > best.score and len(filling.rows) == len(best.rows):
            best = filling
    return best


def _keys(item: Item) -> set[str]:
    """Return what identifies *item*: its names and links."""
    return {
        " ".join(str(fact.value).lower().split()).rstrip("/")
        for fact in item.facts
        for words in fact.labels
        if max(match(("title",), words), match(("url",), words)) >= SYNONYM
    }
