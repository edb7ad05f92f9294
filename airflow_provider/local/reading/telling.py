"""Which rows of the list that was chosen are rows: what says too little, is paid for or of another kind is none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE, MOST, NUMBER
from airflow_provider.local.reading.linked import leads_along, shared_way
from airflow_provider.local.reading.listing import is_promotion
from airflow_provider.local.reading.question import asks_for_paid, is_paid, usual
from airflow_provider.local.reading.rows import Filling
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.names import SYNONYM, hint_of, match, words_of
from airflow_provider.local.reading.words.synonyms import GENERAL
from airflow_provider.local.text import stem

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.data.facts import Group, Item
    from airflow_provider.local.reading.question import Choice, Question
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_ADS = (
    r"(?:[^\W\d_]+[\s-]+){0,2}"
    r"(?:sponso[rw]\w*|promoted|promowan\w*|paid|ads?|advert(?:s|isements?|orials?)?|werbung|anzeigen|gesponsert\w*|publicit\w*|anuncios"
    r"|pubblicit\w*|reklam\w*|patrocinad\w*|advertenties)\b"
)
NO_ADS = re.compile(
    r"\b(?:not?|non|without|excluding|except|skip|ignore|ohne|keine|sans|sin|senza|zonder|bez|utan|uden|uten|sem)\W+"
    rf"{_ADS}|\b(?<!and )(?<!or )organic (?:search )?results\b|広告[はをの]?(?:除|なし)",
    re.IGNORECASE,
)
_WITH_ADS = re.compile(
    r"\b(?:includ\w+|with|plus|also|inklusive|einschlie(?:ß|ss)lich|auch|mit|avec|y compris|con|incluid[oa]s"
    rf"|compres[ei]|inclusief|met|inklusive|med|com)\W+{_ADS}"
    # "Both sponsored and normal".
    rf"|\b{_ADS}(?: \w{{3,12}})? (?:and|or|und|oder|et|ou|y|e|en|och|og|&) "
    r"(?:normal|organi[cs]|regular|natur[ae]l|unpaid|non-?(?:sponsored|paid|ads?)\b)\w{0,6}(?! price)",
    re.IGNORECASE,
)
# What shows one thing or another, by its parameters.
_SCRIPTS = (".php", ".asp", ".aspx", ".cgi", ".pl", ".jsp", ".do")
# So many letters beside the name of a site, as "Shop on" has, say little.
_LITTLE = 8
# So many parts of an address tell its host and topmost folder.
_OF_TOP = 4
_PRICE = ("price",)
# So many of which one may be an exception.
_MANY = 8
# Of so many folders each may have things of its own.
_FEW = 4


def of_kind(filling: Filling, group: Group, question: Question) -> Filling:
    """Return *filling* of *group* without lists of their own that nothing calls what is asked for, as others are."""
    items = [group.items[at] for at in filling.kept] if group.origin == "listing" else []
    called = [{stem(word) for node in one.nodes[:1] for name in node.names for word in words_of(name)} for one in items]
    named = [not question.asked.isdisjoint(words) for words in called]
    if not len(named) > sum(named) > len(named) / 2 and not any(named := _named_by_folders(items, question)):
        return filling
    lists = {one.nodes[0].parent for one, is_named in zip(items, named, strict=True) if is_named and one.nodes}
    kept = [at for at, one in enumerate(items) if one.nodes and one.nodes[0].parent in lists]
    return Filling(tuple(filling.rows[at] for at in kept), tuple(filling.kept[at] for at in kept), filling.score)


def _named_by_folders(items: Sequence[Item], question: Question) -> list[bool]:
    """Tell of each of *items*, in places of their own, whether it leads to that of a few folders that is asked for."""
    folders = [_folder_of(link) for link in _links_of(items, question.page)]
    asked = question.asked - {stem(word) for name in question.schema.fields for word in words_of(name)} - GENERAL
    called = {one: asked.intersection(map(stem, words_of(one.rpartition("/")[2]))) for one in folders}
    named = [called[one] != set() for one in folders]
    places = {(one.nodes[0].parent, is_named) for one, is_named in zip(items, named, strict=True) if one.nodes}
    is_divided = len({place for place, _ in places}) == len(places)
    # What one reads has sections, of which one may be called so.
    is_told = len(list(filter(None, called.values()))) == 1 and "article" not in question.kinds
    return named if is_divided and is_told and len(called) <= _FEW and ALIKE <= sum(named) < len(named) else []


def telling(filling: Filling, group: Group, question: Question, prompt: str) -> Filling:
    """Return *filling* of *group* without rows that say little beside the others: paid ones, "load more"."""
    page, most = question.page, usual(filling.counts)
    items = [group.items[at] for at in filling.kept]
    others = [row for row, item in zip(filling.rows, items, strict=True) if not item.apart]
    kept_if_paid = asks_for_paid(filling.rows[0]) or _WITH_ADS.search(prompt) is not None
    # One of many may lack it.
    said_by_all = [name for name in filling.rows[0] if _MANY * sum(row[name] is None for row in others) <= len(others)]
    priced = [name for name in filling.rows[0] if "price" in hint_of(words_of(name))]
    offered = sum(_costs(item) for item in items if not item.apart)
    is_shop = offered >= ALIKE and 4 * offered >= 3 * len(others)

    # "Shop on Acme", twice the same, keeps a place for what a script is to show.
    host = page.host.removeprefix("www.")
    names = list(map(_name_of, items))
    same = Counter((name, str(row)) for name, row in zip(names, filling.rows, strict=True))
    places = {name for (name, _), number in same.items() if _names_only(host, name) and number > 1}
    places |= {f"shopon{host.partition('.')[0]}"} if host else set()

    is_kind = 4 * sum(item.alike for item in items) >= 3 * len(items)
    way = shared_way(_links_of(items, page))

    def is_along(item: Item) -> bool:
        return item.link is not None and leads_along(way, page.absolute(item.link.href))

    def tells(item: Item, row: Row, count: int) -> bool:
        # Among offers, what somebody paid for, is made in another way and costs nothing is a box of some.
        if _name_of(item) in places or (is_shop and is_paid(item) and item.apart and not _costs(item)):
            return False
        # Of two fields, one may well be missing, but not of what is made in another way than most; nor is a link alone,
        # such as "Feedback", one of these.
        if most < 3:  # noqa: PLR2004 - two fields are few
            is_alone = item.odd and item.link is not None and item.link.text == item.nodes[0].text
            return not (is_kind and item.apart and (is_alone or count < max(most, 2)))
        if kept_if_paid and is_paid(item):
            return count > min(2, most // 2)
        # What is made in another way, and lacks what all the others say, is another thing, and so is a banner.
        is_banner = item.odd and is_paid(item) and (is_promotion(item.nodes[0]) or not is_along(item))
        is_less = 3 * count <= 2 * most and any(row[name] is None for name in said_by_all)
        # What costs something as the others do is an offer, though nobody rated it yet; what does not is a tile.
        is_offer = any(row[name] for name in priced)
        is_less = is_less or (is_shop and count < most and not _costs(item))
        if is_banner or (item.apart and is_less and not is_offer):
            return False
        # A tile of another class is a record only if it says nearly as much, and with the heading of the page, as much.
        is_head = page.heading is not None and any(node.holds(page.heading) for node in item.nodes)
        if item.odd and (3 * count <= 2 * most or (is_head and count < most)):
            return False
        is_little = item.odd or (not is_offer and (item.apart or (is_paid(item) and not item.alike)))
        return count > (most // 2 if is_little else not item.alike)

    told = enumerate(zip(items, filling.rows, filling.counts, strict=True))
    paid = set() if kept_if_paid else _paid_beside(items)
    kept_if_called = kept_if_paid or "announcement" in prompt.lower()
    called = set() if kept_if_called else _promoted(items, page)
    elsewhere = _elsewhere(items, filling.rows, page) | _amid(items, question) | paid | called
    kept = [at for at, one in told if at not in elsewhere and tells(*one)]
    rows = {filling.kept[at]: filling.rows[at] for at in kept}
    # What is made as most rows are is one of them, though it has but a name for which nobody asks.
    is_named = any(match(("title",), words_of(name)) >= SYNONYM for name in filling.rows[0])
    silent = [at for at, item in enumerate(group.items) if item.alike and at not in filling.kept and not is_paid(item)]
    rows |= {at: dict.fromkeys(filling.rows[0]) for at in silent if not is_named and len(silent) < len(rows)}
    return Filling(tuple(rows[at] for at in sorted(rows)), tuple(sorted(rows)), filling.score)


def whole_first(choices: Sequence[Choice], page: Page) -> list[Choice]:
    """Return ranked *choices* on *page*, of which as good a one with as many rows comes first that is one list."""
    best = [(one.rank[:-1], len(one.filling.rows)) for one in choices]
    peers = [one for one, rank in zip(choices, best, strict=True) if rank == best[0]]
    told = ((one, _elsewhere(_items_of(one), one.filling.rows, page)) for one in peers if len(peers) > 1)
    whole = next((one for one, elsewhere in told if not elsewhere), None)
    return sorted(choices, key=lambda one: one is not whole)


def _items_of(choice: Choice) -> list[Item]:
    return [choice.group.items[at] for at in choice.filling.kept]


def _elsewhere(items: Sequence[Item], rows: Sequence[Row], page: Page) -> set[int]:
    """
    Return the numbers of those of *items* that are a list of something else: "From our magazine", below what is on.

    They stand in a place of their own and lead elsewhere. They are made of other parts, or several of them lack
    something that most of the others say.
    """
    places: dict[Node | None, set[int]] = {}
    for at, item in enumerate(items):
        places.setdefault(item.nodes[0].parent if item.nodes else None, set()).add(at)
    links = _links_of(items, page)
    # Each may have a folder of its own, known by its number.
    folders = [NUMBER.sub("0", _folder_of(link)) for link in links]
    found: set[int] = set()
    for own in (one for one in places.values() if len(one) > 1) if len(places) <= MOST else ():
        rest = [at for at in range(len(items)) if at not in own]
        is_apart = {folders[at] for at in own}.isdisjoint(folders[at] for at in rest)
        lacking = [name for name in rows[0] if all(rows[at][name] is None for at in own)]
        is_less = any(4 * sum(rows[at][name] is not None for at in rest) >= 3 * len(rest) for name in lacking)
        is_less = is_less and len(own) >= ALIKE
        if is_apart and len(own) < len(rest) and (is_less or _are_made_apart(items, own)):
            found.update(own)
    return found


def _amid(items: Sequence[Item], question: Question) -> set[int]:
    """Return the numbers of *items* in a box with a heading of its own, amid others under none: a carousel."""
    if len(items) <= ALIKE or not all(item.nodes for item in items):
        return set()
    places, last = [item.nodes[0].place for item in items], items[-1].nodes[-1]
    around = [one for one in items[0].nodes[0].up() if not one.holds(last)]
    between = question.page.nodes[around[-1].place if around else places[0] : last.place]
    found: set[int] = set()
    for head in (one for one in between if one.tag in HEADINGS and one.text and not one.hidden):
        at = bisect_right(places, head.place) - 1
        if at >= 0 and head.place <= items[at].nodes[-1].last:
            continue
        box = [one for one in head.up() if at >= 0 and one.place > places[0] and not one.holds(last)]
        own = range(at + 1, bisect_right(places, box[-1].last)) if box else range(0)
        # Where others stand under headings, too, these divide the list.
        if len(own) < ALIKE or question.quotes(head.text):
            return set()
        found.update(own)
    return found if 2 * len(found) < len(items) else set()


def _promoted(items: Sequence[Item], page: Page) -> set[int]:
    """Return the numbers of *items* that a class calls promotions or announcements, and that alone lead elsewhere."""
    called = {at for at, item in enumerate(items) if item.odd and is_promotion(item.nodes[0])}
    if not called:
        return called
    # Of scripts of one folder, each has records of its own.
    tops = ["/".join(link.partition("?")[0].split("/")[:_OF_TOP]) for link in _links_of(items, page)]
    others = [top for at, top in enumerate(tops) if at not in called]
    return {at for at in called if tops[at] not in {"", *others}} if len(set(others)) == 1 < len(others) else set()


def _paid_beside(items: Sequence[Item]) -> set[int]:
    """Return the number of the one of *items* that was paid for, if it stands in a place beside that of all others."""
    places = [item.nodes[0].parent if item.nodes else None for item in items]
    others = {place for place, item in zip(places, items, strict=True) if not is_paid(item)}
    place = others.pop() if len(others) == 1 else None
    if place is None or sum(one is place for one in places) <= len(places) / 2:
        return set()
    beside = {at for at, one in enumerate(places) if one is not None and one is not place and not place.holds(one)}
    # Several are a part of the list.
    return beside if len(beside) == 1 else set()


def _links_of(items: Sequence[Item], page: Page) -> list[str]:
    """Return where each of *items* leads, nothing for those without a link."""
    return [page.absolute(item.link.href) if item.link is not None else "" for item in items]


def _folder_of(link: str) -> str:
    """Return where *link* leads without the last part, but for one that has parameters: "viewforum.php?f=12"."""
    path, is_asked, _ = link.partition("?")
    return path if is_asked and path.endswith(_SCRIPTS) else path.rpartition("/")[0]


def _are_made_apart(items: Sequence[Item], own: Collection[int]) -> bool:
    """Tell whether those of *items* with *own* numbers all have a class that no other one has, and the others, too."""
    classes = [{name for node in item.nodes for name in node.names} for item in items]
    ours, others = ([one for at, one in enumerate(classes) if (at in own) == is_own] for is_own in (True, False))
    return all(set.intersection(*one) - set().union(*other) for one, other in ((ours, others), (others, ours)))


def _costs(item: Item) -> bool:
    """Tell whether *item* has a price, be it one that nobody asks for."""
    return any(fact.labels[-1] == _PRICE for fact in item.facts)


def _name_of(item: Item) -> str:
    """Return the name of *item*, in small letters without spaces."""
    return "".join(next((str(fact.value) for fact in item.facts if fact.labels[-1] == ("title",)), "").lower().split())


def _names_only(host: str, name: str) -> bool:
    """Tell whether *name* says little more than that of the site at *host*."""
    return host != "" and host.partition(".")[0] in name and len(name) < len(host) + _LITTLE
