"""
How what several groups of a page say compares: which one is the list, and which are samples or parts of another.

Groups that state the same things are known by the names and links that both have.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.data.facts import Group, Item
from airflow_provider.local.reading.question import Choice, Question, are_of_link, usual
from airflow_provider.local.reading.rows import Filling, Row
from airflow_provider.local.reading.tree.nodes import outermost
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Origin

SHOWN = frozenset({"listing", "table"})
# So many things stand beside any text.
_FEW = 5
# What says half a field less says nearly as much.
_NEARLY = 0.5


def best_of(choices: Sequence[Choice], *, as_shown: bool) -> Choice | None:
    """Return the best of *choices*, ranked, or a later one that says the same of more, or *as_shown*."""
    if not choices or not choices[0].filling.rows:
        return None
    best = choices[0]
    tests = (_is_divided, _is_outdone, _are_some)
    best = next((other for other in choices[1:] if any(test(best, other) for test in tests)), best)
    is_data = as_shown and best.group.origin == "data"
    return next((other for other in choices if is_data and _shows(other, best)), best)


def is_bare(filling: Filling, question: Question) -> bool:
    """Tell whether the only row of *filling* says what any page has, a heading and an address, or lacks its name."""
    titles, page = titles_in(question.schema), question.page
    further = [_answered(row).difference(titles) for row in filling.rows]
    if all(map(are_of_link, further)) or 2 * filling.score < len(question.schema.fields):
        return True
    # What the page is about has its name at the top.
    named = {word for row in filling.rows for name in titles for word in words_of(str(row[name] or ""))}
    heads = {word for text in (page.title, page.heading.text if page.heading else "") for word in words_of(text[:300])}
    return bool(titles and heads) and 2 * len(named & heads) < max(1, len(named))


def is_most(choice: Choice, single: Filling, question: Question) -> bool:
    """Tell whether *choice* says nearly as much as *single*, of things with names of their own that fill the page."""
    titles = titles_in(question.schema)
    # What is marked or not tells no thing from another.
    told = [name for name, kind in question.schema.fields.items() if kind != "boolean"]
    # Any page has a heading, an address and a few links, and nothing more may be asked of it.
    further = [_answered(row).difference(titles) for row in (*single.rows, *choice.filling.rows)]
    is_link = are_of_link(further[0]) and 2 * sum(map(are_of_link, further)) <= len(further) > _FEW
    least = 1 if is_link else len(told) / 2
    if question.means(choice.group):
        return True
    if choice.group.origin == "data" or choice.rank[1] < max(single.score - 1, least):
        return False
    rows = choice.filling.rows
    name = next(iter(titles or question.schema.fields))
    names = {row[name] for row in rows} - {None}
    records = (choice.group.items[at].nodes for at in choice.filling.kept)
    shown = sum(len(node.text) for nodes in records for node in outermost(nodes))
    return len(names) >= max(ALIKE, len(rows) / 2) and 2 * shown > len(question.page.root.content)


def _answered(row: Row) -> set[str]:
    """Return the names of the fields that *row* answers."""
    return {name for name, value in row.items() if value is not None}


def _is_divided(choice: Choice, other: Choice) -> bool:
    """Tell whether *other* says all that *choice* does, in more rows, but for what its rows are called as sections."""
    if choice.rank[0] != other.rank[0] or len(choice.filling.rows) >= len(other.filling.rows):
        return False
    # What stands twice in each record, above and below its name, is none.
    if 2 * len({str(row) for row in other.filling.rows}) <= len(other.filling.rows):
        return False
    known = {value for row in other.filling.rows for value in row.values() if value is not None}
    own = [[value for value in row.values() if value not in known and value is not None] for row in choice.filling.rows]
    # A section has a name.
    if not all(isinstance(value, str) for values in own for value in values):
        return False
    # Data may state but some of what is seen, if the rest is seen as well.
    more = sorted(other.filling.counts)[: len(other.filling.rows) - len(choice.filling.rows)]
    is_some = choice.group.origin == "data" and usual(more) >= usual(choice.filling.counts)
    # What says something of the same things twice, such as "Buy", has no others.
    stated = {value for row in choice.filling.rows for value in row.values() if isinstance(value, str)}
    about = sum(not stated.isdisjoint(row.values()) for row in other.filling.rows)
    is_some = is_some and about <= len(choice.filling.rows)
    fewest = 0 if is_some or _are_parts(other, choice) else 1
    return all(fewest <= len(values) <= 1 < count for values, count in zip(own, choice.filling.counts, strict=True))


def _are_some(choice: Choice, other: Choice) -> bool:
    """Tell whether *choice* are some of the records of *other*, at most half, all of which say nearly as much."""
    is_near = other.rank[0] + _NEARLY >= choice.rank[0] and 2 * len(choice.filling.rows) <= len(other.filling.rows)
    held = _held(choice, other) if is_near else []
    return sum(held) == len(choice.filling.rows) and max(held) == 1


def _are_parts(inner: Choice, outer: Choice) -> bool:
    """Tell whether each of the records of *inner* is seen within one of *outer*, and each of those has several."""
    held = _held(inner, outer)
    # Of two links in a record, one leads to something else.
    if not held or any(inner.group.items[at].nodes[0].tag == "a" for at in inner.filling.kept):
        return False
    return min(held) > 1 and sum(held) == len(inner.filling.rows)


def _held(inner: Choice, outer: Choice) -> list[int]:
    """Return how many of the records of *inner* begin in each of *outer*; nothing unless readers see both as lists."""
    if {inner.group.origin, outer.group.origin} != {"listing"}:
        return []
    places = [inner.group.items[at].nodes[0].place for at in inner.filling.kept]
    records = (outer.group.items[at].nodes for at in outer.filling.kept)
    return [bisect_right(places, nodes[-1].last) - bisect_left(places, nodes[0].place) for nodes in records]


def _shows(choice: Choice, stated: Choice) -> bool:
    """Tell whether *choice* is seen, has as many rows as what is *stated* for machines, and says nearly as much."""
    is_whole = len(choice.filling.rows) >= len(stated.filling.rows)
    return choice.group.origin in SHOWN and is_whole and choice.rank[0] + 1 >= stated.rank[0]


def _is_outdone(choice: Choice, other: Choice) -> bool:
    """Tell whether *choice* is data about some of what *other* shows."""
    return choice.group.origin == "data" and other.group.origin in SHOWN and is_sample(choice, other)


def is_sample(choice: Choice, other: Choice) -> bool:
    """Tell whether *other* has all of *choice*, and more that says as much."""
    if len(other.filling.rows) <= len(choice.filling.rows) or 2 * other.rank[1] < choice.rank[0]:
        return False
    stated = [keys_of(choice.group.items[at]) for at in choice.filling.kept]
    shown = [keys_of(other.group.items[at]) for at in other.filling.kept]
    if not all(any(keys & one for one in shown) for keys in stated):
        return False
    both: list[set[str]] = []
    more: list[set[str]] = []
    for keys, row in zip(shown, other.filling.rows, strict=True):
        (both if any(keys & one for one in stated) else more).append({name for name in row if row[name] is not None})
    # Links alone may be anything.
    return not all(map(are_of_link, more)) and usual(list(map(len, more))) >= usual(list(map(len, both)))


def is_shown(told: Group, choice: Choice) -> bool:
    """Tell whether all that scripts have *told* is shown by the rows of *choice*, of which it is at least half."""
    if not len(told.items) <= len(choice.filling.kept) <= 2 * len(told.items):
        return False
    shown: dict[str, set[int]] = {}
    for at in choice.filling.kept:
        for key in keys_of(choice.group.items[at]):
            shown.setdefault(key, set()).add(at)
    return all(
        len(set().union(*(shown.get(key, ()) for key in keys_of(item, told.origin)))) == 1 for item in told.items
    )


def same_things(group: Group, other: Group) -> list[Item | None]:
    """Return for each item of *group* the only one of *other* that tells of the same thing."""
    known: dict[str, set[int]] = {}
    for index, item in enumerate(other.items):
        for key in keys_of(item, other.origin):
            known.setdefault(key, set()).add(index)
    same = (set().union(*(known.get(key, ()) for key in keys_of(item))) for item in group.items)
    return [other.items[found.pop()] if len(found) == 1 else None for found in same]


def keys_of(item: Item, origin: Origin = "listing") -> set[str]:
    """Return what identifies *item*: its names and links; of what scripts tell, any text may be one of these."""
    return {
        " ".join(str(fact.value).lower().split()).rstrip("/")
        for fact in item.facts
        for words in fact.labels
        if origin == "state" or max(match(("title",), words), match(("url",), words)) >= SYNONYM
    }
