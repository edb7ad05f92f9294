"""The post that a thread begins with, which stands above the answers in a box of its own."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE, kinds_of
from airflow_provider.local.reading.records import Records
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
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


def with_opening(one: Records, page: Page, asked: frozenset[str]) -> Records:
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
