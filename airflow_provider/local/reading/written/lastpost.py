"""Who wrote last in what a record stands for, when and under what title: another one than who began it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, STATED, WEAKEST, Item
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.words.bylines import is_of_reply
from airflow_provider.local.reading.words.forms import BY_BEFORE, form_of
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.attributes import add_attributes
from airflow_provider.local.reading.written.formed import add_shapes
from airflow_provider.local.reading.written.hints import add_hints
from airflow_provider.local.reading.written.links import NO_PAGE, telling_links
from airflow_provider.local.reading.written.titles import name_text
from airflow_provider.local.reading.written.users import leads_to_user, user_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_ANY = patterns("forms")
LAST = re.compile(rf"^{_ANY['last']}\s?{_ANY['written']}", re.IGNORECASE)
_LAST_CLASS = re.compile(
    r"(?:^|[-_]|thread|topic|forum)(?:(?:latest|freshness)(?:$|[-_])|(?:last|latest|terminal)[-_]?(?:post|reply|message"
    r"|comment|activity|poster))",
    re.IGNORECASE,
)


def add_last(item: Item, nodes: Sequence[Node], page: Page) -> None:
    """Add who wrote last, when and under what title, as *nodes* say."""
    if not nodes:
        return
    said = Item()
    for node in nodes:
        add_attributes(said, node)
        add_hints(said, node)
    user = user_in(nodes)
    said.add("author", user, strength=SHAPED)
    add_shapes(said, nodes)
    # "Last post: anna", without a link.
    for label, name in filter(None, map(split_pair, nodes[0].lines)):
        if LAST.match(label) and (form := form_of(name) or "author") in {"author", "date"}:
            said.add(form, name, strength=STATED if form == "date" else WEAKEST)
    value = ""
    for field, label in (("date", "last post"), ("date", "last post date"), ("author", "last post by")):
        facts = [fact for fact in said.facts if match((field,), fact.labels[-1]) >= SYNONYM]
        surest = max((fact.strength for fact in facts), default=0)
        values = {str(fact.value) for fact in facts if fact.strength == surest}
        whole = max(values, key=len, default="")
        # Of "ann (admin)", a form may know but the name, and the link of "ann in Oaks" is all of it.
        users = [one for one in values if one == user and not whole.startswith(f"{one} (")]
        value = next(iter(users), whole) if all(whole.startswith(one) for one in values) else ""
        item.add(label, value, strength=SHAPED)
    # The value of the last label: who it was, and where that leads.
    named = [one for one in nodes if one.href and one.text == value]
    profiles = {one.href for one in named if leads_to_user(one) or BY_BEFORE.search(one.before())}
    item.add("last poster url", page.absolute(profiles.pop()) if len(profiles) == 1 else None, strength=SHAPED)
    titles = [one for one in telling_links(nodes) if one.text not in value and not LAST.match(one.text)]
    item.add("last post title", name_text(titles[0]) if value and titles else None, strength=SHAPED)
    # An icon may lead there.
    others = {one.href for one in nodes if one.href and not (leads_to_user(one) or NO_PAGE.match(one.href))}
    links = {one.href for one in titles[:1]} or others
    item.add("last post url", page.absolute(links.pop()) if value and len(links) == 1 else None, strength=SHAPED)


@kept
def is_last(node: Node) -> bool:
    """Tell whether *node* speaks of what was written last, as its text or a class says."""
    is_told = node.is_short and (LAST.match(node.text) is not None or (is_of_reply(node.text) and len(node.lines) == 1))
    # "data__last", with a day in it; "name__last" is that of somebody.
    is_timed = any(name.endswith("__last") for name in node.names) and node.inside("time") != []
    return is_told or is_timed or any(_is_last_class(name) and not _is_state(node, name) for name in node.names)


def _is_state(node: Node, name: str) -> bool:
    """Tell whether class *name* of *node* says which of several it is: "release--latest", beside mere releases."""
    block, _, state = name.partition("--")
    siblings = node.parent.children if node.parent is not None and state == "latest" else ()
    return any(one.names == [block] for one in siblings)


@lru_cache(maxsize=4096)
def _is_last_class(name: str) -> bool:
    """Tell whether class *name* stands for what was written last: `last-post`, `columnLastPost`."""
    return _LAST_CLASS.search("-".join(words_of(name))) is not None or _LAST_CLASS.search(name) is not None
