"""Members of a site: the links to them, and whom those name."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, WEAKEST, Item
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.forms import SAID
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.values import Scalar

_USER_LINK = re.compile(
    r"(?:^|/)(?:(?:users?|members?|profiles?|profil|perfil|usuarios?|membres?|miembros?|benutzer|utilisateurs?|utenti?)(?:[-_](?:posts?|profiles?|pages?|info))?|u)/[^/]|(?:^|/)(?:member\w{0,4}|profile)\.php\?|[?;&](?:action=profile\b|(?:login|username)=[^&])"
    r"|(?:^|/)~[\w.-]{1,40}/?$",
    re.IGNORECASE,
)
# What somebody has put there: "/profile/ann/links/5b14.pdf".
_FILE = re.compile(r"\.(?:pdf|jpe?g|png|zip)(?:$|[?#])", re.IGNORECASE)

# "Anna said...", above a comment.
_SAYS = re.compile(rf"^([^\W\d_].{{1,40}}?)\s{SAID}\s?(?::|\.{{3}}|\u2026)$")
_WHEN = re.compile(r"^([^\W\d_].{1,40}?)\s(?:at|on|am|le|el|il)\s(.{5,40})$")
_COMMENTS, _NEAR = word_set("comment reply review"), 5
_NOTED = re.compile(r"^(?P<names>[^():]{2,120}) \((?P<part>[^\W\d_]{3,20})\)$")
_PARTS = frozenset({"author", "translator", "illustrator", "editor", "publisher", "performer", "artist", "director"})


def add_noted(item: Item, links: Sequence[Node]) -> None:
    """Add whom *links* name under what stands in brackets behind them: "Ann Lee, Bo Ray (Author)"."""
    for around in {one.parent.place: one.parent for one in links if one.text and one.parent is not None}.values():
        noted = _NOTED.match(around.text) if around.is_short else None
        if noted and not _PARTS.isdisjoint(PHRASES.get(words_of(noted["part"]), ())):
            item.add(noted["part"], noted["names"], strength=HINTED)


def add_user(item: Item, nodes: Sequence[Node], page: Page, shared: Collection[str]) -> None:
    """Add the only user to whom *nodes* link as who wrote it, and where the first link leads that is not *shared*."""
    item.add("author", user_in(nodes), strength=SHAPED)
    users = [one for one in nodes if leads_to_user(one) and one.href not in shared]
    # A picture called "Profile" may lead there alone, but not to somebody else who wrote last.
    drawn = {one.href for one in users if not one.text and page.absolute(one.href) not in _others(item)}
    named = [one.href for one in users if one.text] or (list(drawn) if len(drawn) == 1 else [])
    item.add("author url", page.absolute(named[0]) if named else None, strength=WEAKEST)


def _others(item: Item) -> set[Scalar]:
    """Return where whoever wrote last in *item* is to be found, unless nobody else is known to have begun it."""
    last, began, there = (
        {fact.value for fact in item.facts if not of.isdisjoint(PHRASES.get(fact.labels[-1], ()))}
        for of in ({"last_poster"}, {"author"}, {"last_poster_url"})
    )
    return there if began and began.isdisjoint(last) else set()


def is_author(name: str) -> bool:
    """Tell whether a class called *name* stands for who wrote something."""
    return "author" in concepts_of(name)


def commenter(node: Node) -> str:
    """Return who made a comment, if that is what *node* is: cited in the comment, or by "Anna said..." above it."""
    if node.tag == "cite" and node.text:
        around = (word for one in islice(node.up(), _NEAR) for name in one.names for word in words_of(name))
        return node.text if not _COMMENTS.isdisjoint(around) else ""
    says = _SAYS.match(node.text) if node.tag != "p" and node.is_short else None
    # "Anna at 9:13 PM July 18, 2026", in "comment-info".
    when = _WHEN.match(node.text) if any(not _COMMENTS.isdisjoint(words_of(name)) for name in node.names) else None
    return says[1] if says else when[1] if when and day_in(when[2]) else ""


@kept
def leads_to_user(node: Node) -> bool:
    """Tell whether *node* links to a member of a site."""
    return node.href != "" and _USER_LINK.search(node.href) is not None


def owned(link: Node) -> Node:
    """Return *link*, or what stands behind it and a slash, and leads below it: "owner / name"."""
    after = link.next
    is_below = after is not None and after.href.startswith(f"{link.href}/")
    return after if after is not None and is_below and after.before().rstrip().endswith("/") else link


def user_in(nodes: Sequence[Node]) -> str | None:
    """Return the name of the only user to whom *nodes* link."""
    linked = [one for one in nodes if one.text and not one.hidden and leads_to_user(one)]
    # An initial in place of a picture has the name as its title.
    linked = [one for one in linked if not _FILE.search(one.href)]
    # Who answers below a post, in a box that is called so, did not write that.
    linked = [one for one in linked if not one.boilerplate] or linked
    users = {_titled(one) if len(one.text) == 1 else _name_in(one).removeprefix("u/") for one in linked}
    return users.pop() if len(users) == 1 else None


def _name_in(user: Node) -> str:
    """Return the first line of *user*, a link, but for an initial: below it may stand where they live."""
    return next((line for line in user.lines if len(line) > 2), user.text)  # noqa: PLR2004 - initials


def _titled(user: Node) -> str:
    """Return whom the title of *user*, a link, names: "Ann started 3 days ago"."""
    title = user.attrs.get("title", user.text)
    return dict(byline_of(title)).get("author", title)
