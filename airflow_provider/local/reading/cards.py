"""
What one part of a page says of one thing: a record of a list, or the whole of a page about one thing.

Facts come from labels first, then from attributes and class names, then from form alone: a heading is a
name, a sum of money is a price. A form that occurs twice says nothing. Class names only hint at the role of
a text; they are never values themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, STATED, TIMED, WEAKEST, Item
from airflow_provider.local.reading.data.things import is_scope, property_names, property_value
from airflow_provider.local.reading.tree.nodes import HEADINGS, without
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.currencies import currency_of
from airflow_provider.local.reading.words.days import AMID, ENDS_WITH_UNTIL
from airflow_provider.local.reading.words.forms import MONEY, RATED, form_of
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.written.attributes import add_attributes
from airflow_provider.local.reading.written.employers import employer_and_place, place_beside
from airflow_provider.local.reading.written.flags import add_button, add_flags, is_kept_back
from airflow_provider.local.reading.written.hints import NAMED, add_hints, user_in
from airflow_provider.local.reading.written.links import (
    add_links,
    add_main_link,
    add_owner,
    add_picture,
    add_site,
    telling_links,
)
from airflow_provider.local.reading.written.pairs import COUNT, pairs_of
from airflow_provider.local.reading.written.prices import find_sums, price_and_old_price
from airflow_provider.local.reading.written.shapes import shapes_of, told_sums
from airflow_provider.local.reading.written.stars import add_stars, is_drawn_rating
from airflow_provider.local.reading.written.titles import leading_name, name_text, subtitle_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_AMOUNTS = frozenset({"rating", "price", "review count"})
# The form of a range of days is surer than that of one day, of which there may be several kinds.
_OF_RANGE = frozenset({"dates", "start date", "end date"})
LAST = re.compile(
    r"^(?:last|latest|letzter?|derni[eè]re?|[uú]ltim[oa]|laatste|siste|seneste|senaste|viimeisin|poslední|ostatni|utolsó|sidste)"
    r" (?:post|reply|message|comment|answer|activity|updated|beitrag|antwort|réponse|mensaje|respuesta|messaggio"
    r"|risposta|mensagem|bericht|reactie|innlegg|indlæg|inlägg|svar|viesti|příspěvek|hozzászólás|üzenet|besked)",
    re.IGNORECASE,
)
_LAST_CLASS = re.compile(
    r"(?:^|[-_])(?:latest(?:$|[-_])|(?:last|latest)[-_]?(?:post|reply|message|comment|activity"
    r"|poster))",
    re.IGNORECASE,
)
# A sentence without a label, beside which a label may be just a word of the text.
_TOLD = re.compile(r"(?:^|[.!?]\s)[^:.!?]{19,200}[^\W\d_][.!?](?:\s|$)")
_OF_RATING = {("rating",), ("score",), ("star",)}
_OF_JOBS = ("employment type", "salary", "company", "location")
_OF_TEXT = frozenset({"p", "ul", "ol"})
_FOR_SCRIPTS = re.compile(r"[a-z]{3,20}(?:-[a-z]{2,20}){0,4}$")
_EXACT = re.compile(r"\d{1,3}\.\d{3,9}$")
_BRACKETED = re.compile(r"\((\d[\d.,]{0,8}[kK]?)件?\)$")


def read_card(nodes: Sequence[Node], page: Page, *, subject: bool = False) -> Item:
    """
    Return the facts that stand in *nodes*, which are in the order of the page.

    Of the *subject* of a page, prices and properties that belong to a thing are for others to say.
    """
    item = Item()
    seen = [node for node in nodes if not node.hidden]
    prose = "" if subject else "\n".join(node.text for node in seen if node.tag in _OF_TEXT and _TOLD.search(node.text))
    # Who spoke last, and when, is not who began.
    told = without(nodes, lambda node: _is_last(node) or is_kept_back(node))
    last = Item()
    if not subject:
        places = {node.place for node in told}
        add_last(last, [node for node in seen if node.place not in places])
    # Of the last post the parts are known better than what its label stands over.
    whole = LAST if last.facts else None
    pairs = (one for one in pairs_of(seen) if not (whole and whole.match(one[0]) and _is_new(one[1], last)))
    for label, value in (*pairs, *told_sums(seen)):
        parts = byline_of(f"by {value}") if match(("author",), words_of(label)) >= SYNONYM else ()
        strength = WEAKEST if f"{label}: {value}" in prose else STATED
        item.add(label, dict(parts).get("author", value) if len(parts) > 1 else value, strength=strength)
    blocks = () if subject else tuple(words_of(name) for name in nodes[0].names)
    item.facts += last.facts
    _add_properties(item, told, page, inner=0 if subject else nodes[0].place + 1)
    for node in told:
        if node.attrs:
            add_attributes(item, node)
        # What the whole record is called by is no name of a part of it.
        if node.attrs and (subject or node is not nodes[0] or not node.children):
            add_hints(item, node, blocks)
        add_stars(item, node)
    if not subject:
        price, old = price_and_old_price(find_sums(seen, comma=page.comma))
        item.add("price", price, strength=HINTED)
        item.add("old price", old, strength=HINTED)
        item.add("currency", currency_of(price, page.language), strength=SHAPED)
    headings = [node for node in seen if node.tag in HEADINGS and node.text]
    _add_title(item, headings)
    add_links(item, [node for node in seen if node.href], page)
    # The page itself is the link of what it is about.
    if not subject:
        add_main_link(item, seen, headings, page)
        add_owner(item, seen)
        add_site(item, seen)
        item.add("author", user_in(told), strength=SHAPED)
    add_picture(item, seen, headings, page)
    _add_shapes(item, told, but="price" if subject else "")
    if not subject:
        add_flags(item, told)
        if all(match(("availability",), fact.labels[-1]) < SYNONYM for fact in item.facts):
            add_button(item, told)
        _add_leading_name(item, nodes[0])
        _add_employer(item, seen)
        _drop_names(item)
        _spell_out(item, seen)
    return item


def _is_new(value: str, item: Item) -> bool:
    return all(fact.value != value for fact in item.facts)


def _spell_out(item: Item, nodes: Sequence[Node]) -> None:
    """Give what attributes have for scripts, such as "first-light" or 3.38703, as a text of *nodes* has it."""
    coded = [
        at for at, fact in enumerate(item.facts) if fact.strength == SHAPED and _FOR_SCRIPTS.match(str(fact.value))
    ]
    told: dict[str, set[str]] = {}
    for text in {one.text for one in nodes if one.is_short} if coded else ():
        told.setdefault("-".join(text.lower().split()), set()).add(text)
    for at in coded:
        texts = told.get(str(item.facts[at].value), set())
        item.facts[at] = replace(item.facts[at], value=min(texts)) if len(texts) == 1 else item.facts[at]
    for at, fact in enumerate(item.facts):
        if fact.strength == SHAPED and _EXACT.match(str(fact.value)):
            shown = {str(round(float(fact.value), 2)), str(round(float(fact.value), 1))}
            as_text = [text for text in shown if any(one.is_short and one.text.strip("()") == text for one in nodes)]
            item.facts[at] = replace(fact, value=as_text[0]) if len(as_text) == 1 else fact


def _drop_names(item: Item) -> None:
    """Remove descriptions that are the name: the link of a record does not describe it, whatever its class says."""
    names = {fact.value for fact in item.facts if fact.labels[-1] == ("title",) and fact.strength > WEAKEST}
    item.facts = [fact for fact in item.facts if fact.labels[-1] != ("description",) or fact.value not in names]


def _add_employer(item: Item, nodes: Sequence[Node]) -> None:
    """Add who offers what *nodes* say to be a job, by how it employs or is paid, and where, if nothing else says so."""
    # A sum without a word is rather a price.
    said = [fact for fact in item.facts if fact.labels[-1] != ("salary",) or form_of(str(fact.value)) != "price"]
    told = {field for fact in said for field in _OF_JOBS if match(words_of(field), fact.labels[-1]) >= SYNONYM}
    title = next((str(fact.value) for fact in item.facts if fact.labels[-1] == ("title",)), "")
    if title and told & {"employment type", "salary"} and "company" not in told:
        for label, name in zip(("company", "location"), employer_and_place(nodes, title), strict=True):
            item.add(label, name if label not in told else None, strength=WEAKEST)
    elif title and told & {"employment type", "salary"} and told & {"company", "location"} == {"company"}:
        item.add("location", place_beside(nodes), strength=WEAKEST)


def _add_leading_name(item: Item, node: Node) -> None:
    """Add the name that *node* begins with where nothing else names it: surely that of an offer."""
    said = [fact for fact in item.facts if fact.strength > WEAKEST]
    if not any(match(("title",), fact.labels[-1]) >= SYNONYM for fact in said):
        is_offer = any(match(("price",), fact.labels[-1]) >= SYNONYM for fact in said)
        item.add("title", leading_name(node, is_offer=is_offer), strength=SHAPED if is_offer else WEAKEST)


def _add_properties(item: Item, nodes: Sequence[Node], page: Page, *, inner: int) -> None:
    """Add the properties that *nodes* state, without those of things from the *inner* element on, which are parts."""
    for node in nodes:
        names = property_names(node) if node.attrs else []
        if names and not is_scope(node) and not any(is_scope(one) for one in node.up() if one.place >= inner):
            for name in names:
                item.add(_party(node) if name == "name" else name, property_value(node, page))


def _party(node: Node) -> str:
    """Return what has the name that *node* is, where its class says that this is no record: `publisher_name`."""
    named = (words for words in map(words_of, node.names) if words[-1:] == ("name",) and NAMED & {*words})
    return " ".join(next(named, ("name",)))


def add_last(item: Item, nodes: Sequence[Node]) -> None:
    """Add who wrote last, when and under what title, as *nodes* say."""
    said = Item()
    for node in nodes:
        add_attributes(said, node)
        add_hints(said, node, ())
    said.add("author", user_in(nodes), strength=SHAPED)
    _add_shapes(said, nodes, but="")
    author = ""
    for field, label in (("date", "last post"), ("date", "last post date"), ("author", "last post by")):
        facts = [fact for fact in said.facts if match((field,), fact.labels[-1]) >= SYNONYM]
        surest = max((fact.strength for fact in facts), default=0)
        values = {fact.value for fact in facts if fact.strength == surest}
        author = str(values.pop()) if len(values) == 1 else ""
        item.add(label, author, strength=SHAPED)
    titles = [one for one in telling_links(nodes) if one.text not in author and not LAST.match(one.text)]
    item.add("last post title", name_text(titles[0]) if author and titles else None, strength=SHAPED)


def _is_last(node: Node) -> bool:
    return (node.is_short and bool(LAST.match(node.text))) or any(map(_is_last_class, node.names))


@lru_cache(maxsize=4096)
def _is_last_class(name: str) -> bool:
    """Tell whether class *name* stands for what was written last: `last-post`, `columnLastPost`."""
    return _LAST_CLASS.search("-".join(words_of(name))) is not None or _LAST_CLASS.search(name) is not None


def _add_shapes(item: Item, nodes: Sequence[Node], *, but: str) -> None:
    """Add what the form of the texts of *nodes* tells, but for what one label stands for."""
    found: dict[str, list[str]] = {}
    firm: dict[str, list[str]] = {}
    for node in nodes:
        if node.is_short and not node.hidden:
            for label, text, is_firm in shapes_of(node):
                if label == "availability" and any(map(is_kept_back, node.below())):
                    continue
                (firm if is_firm else found).setdefault(label, []).append(text)
            if (counted := _BRACKETED.search(node.text)) and _is_rated(node, counted):
                found.setdefault("review count", []).append(counted[1])
    found |= firm
    # What names the thing does not describe it.
    named = {fact.value for fact in item.facts if fact.labels[-1] == ("title",)}
    # First and last day, of which each is a date, too.
    # Of one thing alone, "12:45" may also be how long it takes.
    left_out = {but, "date" if "dates" in found else "", "start clock" if but else ""}
    if "date" not in found and "dates" not in found and not but:
        found["date"] = list(_days_amid(nodes))
    for label, texts in found.items():
        said = [text for text in texts if label != "description" or text not in named]
        if said and label not in left_out:
            _add_shape(item, label, said)


def _days_amid(nodes: Sequence[Node]) -> set[str]:
    """Return the only day that *nodes* state among other words, such as "Order of 13.05.2026"; none if several."""
    lines = {line for node in nodes if node.own and node.is_short and not node.hidden for line in node.lines}
    told = [(line[: found.start()], found[0]) for line in lines for found in AMID.finditer(line)]
    # A number before it may be another day.
    is_plain = not any(ENDS_WITH_UNTIL.search(before) or any(map(str.isdigit, before)) for before, _ in told)
    days = {day for _, day in told}
    return days if len(days) == 1 and is_plain else set()


def _is_rated(node: Node, counted: re.Match[str]) -> bool:
    """Tell whether a rating stands before what is *counted* in *node*: "4.6 out of 5" and "(88)", or drawn stars."""
    before = node.text if counted.start() or node.parent is None else node.parent.text
    before = before.removesuffix(counted[0]).strip()
    if form_of(before) == "rating" or ((rated := RATED.match(before)) and before[rated.end() :].strip().isalpha()):
        return True
    stars = node.parent.children[: node.position][-1:] if node.parent is not None and not counted.start() else []
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
    elif label == "date" and all(text in max(distinct, key=len) for text in distinct):
        # A day, and beside it the time of the day.
        distinct = [max(distinct, key=len)]
    elif label == "author" and all(f"{text} ".startswith(f"{min(distinct, key=len)} ") for text in distinct):
        # In an element of its own, without the mark behind it.
        distinct = [min(distinct, key=len)]
    elif label == "location" and all(f" {text}".endswith(f" {min(distinct, key=len)}") for text in distinct):
        # And without the name before it.
        distinct = [min(distinct, key=len)]
    elif len(distinct) > 1:
        # Of two counts, the longer one is not the surer.
        if all(COUNT.match(text) for text in distinct):
            return
        distinct = [max(distinct, key=len)]
        # A text may stand beside notes, which it is twice as long as.
        if label != "description" or 3 * len(distinct[0]) < 2 * sum(map(len, set(texts))):
            return
    # "Scored 8.2" says what it is.
    strength = STATED if label == "score" else TIMED if label in _OF_RANGE else SHAPED
    item.add(label, distinct[0], strength=strength)


def _add_title(item: Item, headings: Sequence[Node]) -> None:
    """Add the name that *headings* say, but for those whose form is that of a price or the like."""
    headings = [one for one in headings if not form_of(one.text)] or headings
    rank = min((one.tag for one in headings), default="")
    first = [one for one in headings if one.tag == rank]
    # Several headings of one rank are several things, of which the one that links is the record.
    if len({one.text for one in first}) > 1:
        first = [one for one in first if any(other.tag == "a" for other in (*one.up(), *one.below()))]
        # In one link, the maker stands above the name, and is called by less.
        around = {next((other for other in one.up() if other.tag == "a"), None) for one in first}
        if len(around) == 1 < len(first) and None not in around:
            first = [max(first, key=lambda one: len(one.text))]
    if len({one.text for one in first}) == 1:
        item.add("title", name_text(first[0]), strength=SHAPED)
        item.add("subtitle", subtitle_in(first[0]), strength=SHAPED)
