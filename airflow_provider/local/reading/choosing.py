"""
Whether a page is read as a list or as one thing, and which of its lists is meant.

What is asked for comes first, then how much of the schema is answered, then how much of the page it is.
Records that only scripts see are asked where what is seen does not answer all.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.articles import settle_article
from airflow_provider.local.reading.as_shown import asks_as_shown, show_days
from airflow_provider.local.reading.asked import asked_kinds, things_asked_for
from airflow_provider.local.reading.columns import complete
from airflow_provider.local.reading.comparing import SHOWN, best_of, is_bare, is_most, is_sample, is_shown, same_things
from airflow_provider.local.reading.data.facts import BORROWED, STATED, Group, Item
from airflow_provider.local.reading.data.flatten import flatten
from airflow_provider.local.reading.data.meta import site_names
from airflow_provider.local.reading.data.state import read_state
from airflow_provider.local.reading.data.things import merged, read_things
from airflow_provider.local.reading.finalists import finalists
from airflow_provider.local.reading.linked import link_by_path, link_named, link_titles
from airflow_provider.local.reading.meant.said import conditions_in
from airflow_provider.local.reading.meant.stated import meeting
from airflow_provider.local.reading.nesting import cards_around
from airflow_provider.local.reading.overlaps import cut_overlaps
from airflow_provider.local.reading.overview import add_overview
from airflow_provider.local.reading.prompted import words_in
from airflow_provider.local.reading.question import (
    Choice,
    Question,
    about_in,
    asked_of,
    is_paid,
    left_out_of,
    quoted_in,
)
from airflow_provider.local.reading.records import find_records
from airflow_provider.local.reading.rows import Filling
from airflow_provider.local.reading.sections import moments_in
from airflow_provider.local.reading.subject import read_subject
from airflow_provider.local.reading.tables import read_tables
from airflow_provider.local.reading.telling import NO_ADS, of_kind, telling, whole_first
from airflow_provider.local.reading.unasked import is_unasked
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.names import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.boxes import Box
    from airflow_provider.local.reading.data.things import Thing
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema

    # Lists, tables, and the places of the page that they are sought in.
    _Lists = tuple[Sequence[Records], Sequence[Group], range]

_MAX_OTHERS = 4
_MAX_VISITED = 30_000


def best_filling(page: Page, schema: Schema, *, prompt: str, many: bool | None, boxes: Sequence[Box] = ()) -> Filling:
    """
    Return the rows of *schema* that *page* states; *many* is None where *prompt* does not say how many.

    What it asks for stands in one of *boxes*, if these answer it.
    """
    question = Question(
        page,
        schema,
        asked_of(prompt),
        words_in(prompt, schema),
        moments_in(prompt),
        left_out_of(prompt),
        quoted_in(prompt),
        asked_kinds(prompt, ()),
        about_in(prompt),
    )
    things = read_things(page)
    kinds = asked_kinds(prompt, list(schema.fields))
    about = things_asked_for(things, page, kinds)
    words = {word for name in schema.fields for word in words_of(name)} | set(words_of(prompt[:100]))

    def as_one() -> Filling:
        beside = find_records(page, is_list=False)
        subject = read_subject(page, about, beside, words, left_by=question.left_by)
        item = Item(subject.facts + site_names(things))
        settle_article(item, kinds, schema.fields)
        add_overview(item, page, schema)
        return question.fill([item])

    boxed = None if many is False else _boxed(boxes, question)
    many = many if boxed is None else True
    single = None if many else as_one()
    # What the page has data about is what it is about, if that says more than any page does.
    if single is not None and (many is False or (about and not is_bare(single, question))):
        return single
    lists, groups, reach = boxed or _lists(question)
    # What stands above a list may be one of its records, but not from another box.
    groups = [*groups, *(question.read(one.within(reach)) for one in finalists(lists, question))]
    groups = [*([] if boxed else _data_groups(things, page)), *groups]
    if NO_ADS.search(prompt):
        for group in groups:
            group.items = [item for item in group.items if not is_paid(item)]
    choices = sorted(map(question.choice, groups), key=lambda one: one.rank, reverse=True)
    # What says no more than a link does, in links alone, is a menu.
    choices = [one for one in choices if one.rank[0] or one.group.size or one.group.origin != "listing"]
    choices = whole_first([one for one in choices if question.means(one.group)] or choices, page)
    best = best_of(list(filter(question.may_mean, choices)), as_shown=asks_as_shown(schema, prompt))
    answered = max(best.rank[0] if best else 0.0, single.score if single else 0.0)
    told: list[Group] = []
    for choice in map(question.choice, read_state(page)) if answered < len(schema.fields) else ():
        if best is not None and best.group.origin in SHOWN and is_shown(choice.group, best):
            told.append(choice.group)
            continue
        # What scripts are to show later may be there in full.
        is_whole = best is not None and best.group.origin in SHOWN and is_sample(best, choice)
        if is_whole or round(choice.filling.score) > round(answered):
            best, answered = choice, max(answered, choice.filling.score)
    if (
        best is None
        or (single is not None and single.score >= best.rank[0] and not is_most(best, single, question))
        or (len(best.filling.rows) == 1 and best.group.origin != "table")
    ):
        return Filling((), (), 0.0) if many and not about else single or as_one()
    others = [one.group for one in choices if one is not best]
    filling = of_kind(_completed(best, [*others[:_MAX_OTHERS], *told], question), best.group, question)
    filling = telling(filling, best.group, question, prompt)
    _add_cards(filling, best.group, lists, question)
    complete(filling, best.group, question, prompt)
    title = next(iter(titles_in(schema)), "")
    filling = meeting(filling, [best.group, *others[:_MAX_OTHERS]], page, conditions_in(prompt, schema), title)
    if is_unasked(filling, best.group, question):
        return Filling((), (), 0.0) if many else single or as_one()
    records = [best.group.items[at].nodes for at in filling.kept]
    cut_overlaps(filling.rows, schema)
    link_titles(filling.rows, records, schema, page)
    link_named(filling.rows, records, schema, page)
    link_by_path(filling.rows, records, schema, page)
    show_days(filling.rows, records, schema, prompt)
    return filling


def _lists(question: Question) -> _Lists:
    """Return the lists of the page, and its tables."""
    tables = [group for group in read_tables(question.page) if group.items]
    return find_records(question.page, asked=question.asked), tables, range(len(question.page.nodes))


def _boxed(boxes: Sequence[Box], question: Question) -> _Lists | None:
    """Return the lists and tables of that of *boxes* whose heading is the nearest to half of what is asked for."""
    lists = _lists(question) if boxes else ((), (), range(0))
    reaches = [list(box.reaches()) for box in boxes]
    # All boxes grow in step, until some of them answer: the best of these is meant.
    for at in range(max(map(len, reaches), default=0)):
        told = [found for own in reaches if (found := _grown(own[at:], lists, question)) is not None]
        if told:
            return max(told, key=itemgetter(0))[1]
    return None


def _grown(reaches: Sequence[range], lists: _Lists, question: Question) -> tuple[tuple[float, ...], _Lists] | None:
    """Return how the nearest of *reaches* ranks, if it answers half, and those of *lists* around its records."""
    found: tuple[tuple[float, ...], _Lists] | None = None
    first: Sequence[Node] = ()
    for reach in reaches:
        inner = [one for one in (records.within(reach) for records in lists[0]) if len(one.records) > 1]
        tables = [group for group in lists[1] if group.items[0].nodes and group.items[0].nodes[0].place in reach]
        read = [*tables, *(question.read(one.within(reach)) for one in finalists(inner, question))]
        best = max(map(question.choice, read), key=lambda one: one.rank[1:], default=None)
        is_told = best is not None and 2 * best.rank[1] >= len(question.schema.fields)
        # What goes on around the nearest records is of the same box.
        if best is None or not is_told or (found and best.group.items[0].nodes[:1] != first):
            break
        found = (found[0] if found else best.rank[1:], (inner, tables, reach))
        first = best.group.items[0].nodes[:1]
    return found


def _add_cards(filling: Filling, group: Group, lists: Sequence[Records], question: Question) -> None:
    """Give the rows of *filling* what none of them says, as the cards among *lists* do that they are parts of."""
    left = [name for name in question.schema.fields if all(row[name] is None for row in filling.rows)]
    parts = [group.items[at].nodes for at in filling.kept]
    cards = cards_around(parts, lists) if left and group.origin == "listing" else None
    if cards is None:
        return
    items = question.read(cards).items
    more = question.fill(items)
    for at, row in zip(more.kept, more.rows, strict=True):
        filling.rows[at].update({name: row[name] for name in left})
    for at, item in zip(filling.kept, items, strict=True):
        group.items[at].nodes = item.nodes


def _data_groups(things: Sequence[Thing], page: Page) -> list[Group]:
    """Return the things of each type that the page states several of, those inside one thing included."""
    by_type: dict[str, list[Thing]] = {}
    for thing in things:
        if thing.props:
            by_type.setdefault(min(thing.types, default=""), []).append(thing)
    groups = {name: merged(members) for name, members in by_type.items() if len(members) > 1}
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


def _completed(choice: Choice, others: Sequence[Group], question: Question) -> Filling:
    """Return the rows of *choice* with what they lack, taken from another group that tells of the same things."""
    best = choice.filling
    for other in others:
        if other.origin == choice.group.origin:
            continue
        items = []
        for item, same in zip(choice.group.items, same_things(choice.group, other), strict=True):
            extra = same.facts if same is not None else []
            # What an item states itself, whoever wrote last among it, means nothing else, unless a label says so.
            stated = {fact.value for fact in item.facts}
            other_facts = (fact for fact in extra if fact.value not in stated or fact.strength >= STATED)
            # Scripts have nothing for a price where there is none.
            lent = [
                replace(fact, strength=BORROWED)
                for fact in other_facts
                if fact.value is False or fact.value != 0 or "price" not in fact.labels[-1]
            ]
            items.append(Item([*item.facts, *lent]))
        filling = question.fill(items)
        if filling.score > best.score and len(filling.rows) == len(best.rows):
            best = filling
    return best
