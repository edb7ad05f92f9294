"""What stands above the records of a list in a box of its own: the post that a thread begins with, a featured one."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE, kinds_of
from airflow_provider.local.reading.linked import leads_along, shared_way
from airflow_provider.local.reading.question import usual
from airflow_provider.local.reading.records import Records
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from airflow_provider.local.reading.question import Question
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# What a prompt calls the parts of a thread of which its beginning is one.
_POSTS = frozenset(
    map(
        stem,
        word_set(
            """
            post message beitrag beitraege nachricht mensaje publicación messaggio messaggi mensagem mensagens bericht
            berichten inlägg innlegg indlæg wpis posty wiadomość сообщение сообщения 投稿 帖子
            """
        ),
    )
)


def with_opening(one: Records, question: Question) -> Records:
    """Return *one* with what stands above it and is a record, too: the beginning of a thread, or a featured one."""
    return _with_featured(_with_post(one, question.page, question.asked), question)


def _with_featured(one: Records, question: Question) -> Records:
    """Return *one* with the box right above it, under a heading alone, that leads where its first records do."""
    first = [record for record in one.records if record[0].parent is one.first.parent]
    box = _headed_above(one.first, question.page) if len(first) >= ALIKE else None
    if box is None:
        return one
    group = question.read(Records(((box,), *first)))
    links = [question.page.absolute(item.link.href) if item.link is not None else "" for item in group.items]
    # A heading over the list, with a link to all of it, says less than most records.
    sizes = sorted(sum(part.size for part in record) for record in first)
    is_part = leads_along(shared_way(links[1:]), links[0]) and links[0] not in links[1:]
    if not is_part or 2 * box.size < sizes[len(sizes) // 2]:
        return one
    filling = question.fill(group.items)
    answered = dict(zip(filling.kept, filling.counts, strict=True))
    is_less = 3 * answered.get(0, 0) <= 2 * usual(filling.counts)
    return one if is_less else Records(((box,), *one.records))


def _headed_above(first: Node, page: Page) -> Node | None:
    """Return the largest box above *first* in which the last heading before that stands, and nothing that is alike."""
    before = (one for one in reversed(page.nodes[: first.place]) if one.tag in HEADINGS and not one.hidden)
    heading = next(before, None)
    if heading is None or heading is page.heading or heading.boilerplate or heading.last >= first.place:
        return None
    around = takewhile(lambda box: box.last < first.place, (heading, *heading.up()))
    boxes = list(takewhile(lambda box: box.inside(*HEADINGS) in ([], [heading]), around))
    # Beside others like it, it is the last of these.
    rows = [(box, box.parent.children) for box in boxes if box.parent is not None]
    beside = [one for box, row in rows for one in row if one is not box and one.names == box.names]
    is_one_of = any(one.tag == heading.tag or one.inside(heading.tag) for one in beside)
    return None if is_one_of else boxes[-1]


def _with_post(one: Records, page: Page, asked: frozenset[str]) -> Records:
    """Return *one* with the only part of *page* above it that is made as they are, if posts are *asked* for."""
    if asked.isdisjoint(_POSTS) or len(one.records) < ALIKE:
        return one
    kinds = kinds_of(page.nodes, len(page.nodes))
    made = [{kinds[place] for part in record for place in range(part.place, part.last + 1)} for record in one.records]
    counts = Counter(kind for each in made for kind in each if "." in kind)
    most = {kind for kind, count in counts.items() if 3 * count > 2 * len(made)}
    # The parts that end above the list, and what each of them has of what most records are made of.
    held: dict[Node, set[str]] = {}
    for node in page.nodes[: one.first.place]:
        if kinds[node.place] in most and not (node.hidden or node.boilerplate):
            for above in takewhile(lambda box: box.last < one.first.place, (node, *node.up())):
                held.setdefault(above, set()).add(kinds[node.place])
    fullest = max(map(len, held.values()), default=0)
    if fullest < ALIKE or 5 * fullest <= 3 * len(most):
        return one
    boxes = sorted((box for box, parts in held.items() if len(parts) == fullest), key=lambda box: box.place)
    inner = boxes[-1]
    # Several such parts are a list of their own, and so is what a heading that is asked for divides from them.
    heads = (node for node in page.nodes[inner.last : one.first.place] if node.tag in HEADINGS)
    is_divided = any(not asked.difference(_POSTS).isdisjoint(map(stem, words_of(head.text))) for head in heads)
    if is_divided or not all(box.holds(inner) for box in boxes):
        return one
    return Records(((inner,), *one.records))
