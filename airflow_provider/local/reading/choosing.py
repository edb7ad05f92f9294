"""
Whether a page is read as a list or as one thing, and which of its lists is meant.

What is asked for comes first, then how much of the schema is answered, then how much of the page it is.
Records that only scripts see are asked where what is seen answers little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.asked import asked_kinds, things_asked_for
from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.facts import BORROWED, Group, Item
from airflow_provider.local.reading.flatten import flatten
from airflow_provider.local.reading.meta import site_names
from airflow_provider.local.reading.names import SYNONYM, match, words_of
from airflow_provider.local.reading.records import find_records
from airflow_provider.local.reading.rows import Filling, fill
from airflow_provider.local.reading.state import read_state
from airflow_provider.local.reading.subject import read_subject
from airflow_provider.local.reading.tables import read_tables
from airflow_provider.local.reading.things import read_things
from airflow_provider.local.text import search_terms, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.page import Page
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.things import Thing
    from airflow_provider.local.schemas import Schema

_SAMPLE = 4
_MAX_VISITED = 30_000
_ORDER = ("columns", "state", "listing", "table", "data")


@dataclass(frozen=True, slots=True)
class _Choice:
    """A group with its rows, and what it is compared by."""

    group: Group
    filling: Filling
    rank: tuple[float, ...]


def best_filling(page: Page, schema: Schema, *, prompt: str, many: bool | None) -> Filling:
    """Return the rows of *schema* that *page* states; *many* is None where *prompt* does not say how many."""
    things = read_things(page)
    lists = find_records(page)
    kinds = asked_kinds(prompt, list(schema.fields))
    asked = {stem(word) for word in search_terms(prompt)}
    words = {word for name in schema.fields for word in words_of(name)} | set(words_of(prompt[:100]))
    about = things_asked_for(things, page, kinds)
    single = None
    if many is not True or len(about) == 1 or not lists:
        subject = read_subject(page, about, lists, words)
        subject.facts += site_names(things)
        single = fill([subject], schema, comma=page.comma)
        if many is False:
            return single
    groups = _data_groups(things, page) + [group for group in read_tables(page) if group.items]
    groups += [read_list(one, page) for one in _finalists(lists, page, schema, asked)]
    choices = sorted((_choice(group, schema, page, asked) for group in groups), key=lambda one: one.rank, reverse=True)
    best = choices[0] if choices and choices[0].filling.rows else None
    answered = max(best.rank[0] if best else 0.0, single.score if single and not many else 0.0)
    for group in read_state(page) if answered < len(schema.fields) else ():
        choice = _choice(group, schema, page, asked)
        if round(choice.filling.score) > round(answered):
            best, answered = choice, choice.filling.score
    if (
        best is None
        or (many is None and single is not None and (about or single.score >= best.rank[0]))
        or (len(best.filling.rows) == 1 and best.group.origin != "table")
    ):
        if many and not about:
            return Filling((), (), 0.0)
        return single or fill([read_subject(page, about, lists, words)], schema, comma=page.comma)
    return _telling(_completed(best.group, [one.group for one in choices[:5] if one is not best], schema, page))


def _telling(filling: Filling) -> Filling:
    """Return *filling* without rows that say next to nothing beside the others: advertisements, "load more"."""
    counts = [sum(value is not None for value in row.values()) for row in filling.rows]
    usual = sorted(counts)[len(counts) // 2] if counts else 0
    kept = [at for at, count in enumerate(counts) if count > 1 or usual < 3]  # noqa: PLR2004 - of two fields, one may well be missing
    return Filling(tuple(filling.rows[at] for at in kept), tuple(filling.kept[at] for at in kept), filling.score)


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


def read_list(records: Records, page: Page) -> Group:
    """Return the items of one repeated structure."""
    items = [read_card([node for part in record for node in page.within(part)], page) for record in records.records]
    size = sum(part.end - part.start for record in records.records for part in record)
    return Group(items, "listing", records.name, records.boilerplate, size)


def _choice(group: Group, schema: Schema, page: Page, asked: set[str]) -> _Choice:
    filling = fill(group.items, schema, comma=page.comma)
    named = _is_named(group.name, group.boilerplate, asked)
    several = len(filling.rows) > 1
    boilerplate = bool(group.boilerplate) and not named
    share = len(filling.rows) / max(1, len(group.items))
    score = round(filling.score, 1)
    rank = (
        float(several and not boilerplate) * score,
        float(several) * score,
        float(named),
        round(share, 1),
        float(_ORDER.index(group.origin)),
        float(group.size),
    )
    return _Choice(group, filling, rank)


def _is_named(name: str, boilerplate: str, asked: set[str]) -> bool:
    return bool({stem(word) for word in words_of(f"{name} {boilerplate}"[:200])} & asked)


def _finalists(lists: Sequence[Records], page: Page, schema: Schema, asked: set[str]) -> list[Records]:
    """Return the lists that answer most of *schema* in their first records."""
    scored = []
    for index, one in enumerate(lists):
        if one.boilerplate and not _is_named(one.name, one.boilerplate, asked):
            continue
        sample = replace(one, records=one.records[:_SAMPLE])
        choice = _choice(read_list(sample, page), schema, page, asked)
        if choice.filling.rows:
            scored.append((choice.rank[:3], -index, one))
    scored.sort(key=lambda entry: entry[:2], reverse=True)
    best: list[Records] = []
    for score, _, one in scored:
        # What is as good, inside the same records, says the same.
        inside = any(
            len(one.records) == len(other.records) and other.records[0][0].holds(one.records[0][0]) for other in best
        )
        if score == scored[0][0] and not inside:
            best.append(one)
    return best


def _completed(group: Group, others: Sequence[Group], schema: Schema, page: Page) -> Filling:
    """Fill *group*, taking what it lacks from another group that tells of the same things."""
    best = fill(group.items, schema, comma=page.comma)
    for other in others:
        if other.origin == group.origin:
            continue
        known: dict[str, set[int]] = {}
        for index, item in enumerate(other.items):
            for key in _keys(item):
                known.setdefault(key, set()).add(index)
        items = []
        for item in group.items:
            same = set().union(*(known.get(key, ()) for key in _keys(item)))
            extra = other.items[same.pop()].facts if len(same) == 1 else []
            items.append(Item([*item.facts, *(replace(fact, strength=BORROWED) for fact in extra)]))
        filling = fill(items, schema, comma=page.comma)
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
