"""
What a page states for machines, as things with types: JSON-LD, microdata and RDFa Lite.

References by ``@id`` and ``itemref`` are followed, and a thing's own things stay inside it. Which of the
things was asked for is decided in `subject`; what they are called by is decided in `flatten`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from airflow_provider.local.reading.data.sloppy import read_values
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

MAX_THINGS = 5000
_MAX_DEPTH = 10
_MAX_REFERRED = 500
# About the page, the site or its owner: they lend nothing to what the page is about.
FURNITURE = word_set(
    """
    website webpage breadcrumb breadcrumblist listitem organization searchaction imageobject person
    sitenavigationelement
    collectionpage itempage profilepage wpheader wpfooter wpsidebar wpadblock readaction webapplication contactpoint
    aboutpage faqpage onlinestore corporation newsmediaorganization blog question answer searchresultspage comment
    contactpage webpageelement speakablespecification entrypoint videoobject postaladdress aggregaterating rating offer
    aggregateoffer nutritioninformation propertyvalue merchantreturnpolicy offershippingdetails itemlist datafeed
    imagegallery mediagallery qapage medicalwebpage checkoutpage creativeworkseason audioobject localbusiness store
    howtostep howtosection brand
    """
)
_LISTS = ("itemListElement", "@graph", "mainEntity", "hasPart", "dataFeedElement", "blogPost", "mainEntityOfPage")

# Properties whose values are addresses.
_ADDRESSES = frozenset({"url", "image", "thumbnailUrl", "contentUrl", "logo"})
# A day of the standards, with or without a time.
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d")
_STATED = frozenset({"itemprop", "property", "itemscope", "typeof"})

Value = Any
"""A text, number or boolean, or a `Thing`."""


@dataclass(slots=True, eq=False, repr=False)
class Thing:
    """Something of some types, and the values of each of its properties; *node* is where microdata stands."""

    types: frozenset[str]
    props: dict[str, list[Value]] = field(default_factory=dict)
    identity: str = ""
    node: Node | None = None

    def __str__(self) -> str:
        """Return what it is referred to by: all else that it holds may refer to others without end."""
        return self.identity

    @property
    def is_furniture(self) -> bool:
        """Whether it is about the page, the site or its owner."""
        return not self.types - FURNITURE


def read_things(page: Page) -> list[Thing]:
    """Return the things that *page* states on their own, in order; of what is inside others, only list entries."""
    known: dict[str, Thing] = {}
    values = [value for script in page.linked for value in read_values(script)]
    tops = [one for one in _values(values, known, 0) if isinstance(one, Thing)]
    _link(tops, known)
    done: set[int] = set()
    return [one for thing in (*tops, *_microdata(page)) for one in _unpacked(thing, done, 0)][:MAX_THINGS]


def merged(things: Sequence[Thing]) -> list[Thing]:
    """Return *things* of one type, those in scripts with what microdata of the same name adds without contradiction."""
    found: list[Thing] = []
    stated: dict[str, list[Thing]] = {}
    for thing in things:
        named = stated.setdefault(_name_of(thing), [])
        same = next((one for one in named if thing.node is not None and _agree(one, thing)), None)
        if same is None or not _name_of(thing):
            found.append(Thing(thing.types, dict(thing.props), thing.identity, thing.node))
            named += found[-1:] if thing.node is None else []
        else:
            same.props |= {key: values for key, values in thing.props.items() if key not in same.props}
            named.remove(same)
    return found


def _name_of(thing: Thing) -> str:
    """Return what *thing* is called, in small letters; nothing without a name."""
    named = next((thing.props[key] for key in ("name", "title", "headline") if thing.props.get(key)), [""])
    return " ".join(str(named[0]).lower().split())


def _agree(one: Thing, other: Thing) -> bool:
    """Tell whether no property of *one* is stated otherwise by *other*: texts as they are, things by their names."""
    for key in one.props.keys() & other.props.keys():
        values, others = ({_said(value) for value in thing.props[key]} - {""} for thing in (one, other))
        if values and others and values.isdisjoint(others):
            return False
    return True


def _said(value: Value) -> str:
    return _name_of(value) if isinstance(value, Thing) else " ".join(str(value).lower().split())


def _unpacked(thing: Thing, done: set[int], depth: int) -> Iterator[Thing]:
    """Yield *thing*, and what a page or list is said to consist of, on its own."""
    if id(thing) in done or depth > _MAX_DEPTH:
        return
    done.add(id(thing))
    if not thing.is_furniture:
        yield thing
        return
    inner = [one for key in _LISTS for one in thing.props.pop(key, ()) if isinstance(one, Thing)]
    if thing.props and "itemlist" not in thing.types:
        yield thing
    for one in inner if "breadcrumblist" not in thing.types else ():
        entries = [entry for entry in one.props.get("item", ()) if isinstance(entry, Thing)]
        for entry in entries or [one]:
            if entry is not one and "position" in one.props:
                entry.props.setdefault("position", one.props["position"])
            yield from _unpacked(entry, done, depth + 1)


def _thing(value: dict[str, Any], known: dict[str, Thing], depth: int) -> Thing:
    thing = Thing(_types(value.get("@type")))
    for key, one in value.items():
        if key == "@graph" or not key.startswith("@"):
            thing.props[key.rpartition(":")[2]] = list(_values(one, known, depth + 1))
        elif key == "@id" and isinstance(one, str):
            thing.identity = one
    before = known.get(thing.identity)
    # Of two descriptions of one thing, the fuller one is the description.
    if thing.identity and thing.props and (before is None or len(thing.props) > len(before.props)):
        known[thing.identity] = thing
    return thing


def _values(value: Value, known: dict[str, Thing], depth: int) -> Iterator[Value]:
    if isinstance(value, (list, dict)) and depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for one in value[:MAX_THINGS]:
            yield from _values(one, known, depth + 1)
    elif isinstance(value, dict) and "@value" in value:
        yield from _values(value["@value"], known, depth + 1)
    elif isinstance(value, dict):
        yield _thing(value, known, depth)
    elif isinstance(value, bool) or (isinstance(value, (str, int, float)) and value == value):  # noqa: PLR0124 - all but NaN
        yield value


def _types(value: Value) -> frozenset[str]:
    names = value if isinstance(value, list) else [value]
    return frozenset(
        name.rstrip("/").rpartition("/")[2].rpartition(":")[2].rpartition("#")[2].lower()
        for name in names
        if isinstance(name, str)
    )


def _link(things: list[Thing], known: dict[str, Thing]) -> None:
    """Put the described things in the place of mere references to them, each once."""
    pending, done = list(things), set[int]()
    while pending:
        thing = pending.pop()
        if id(thing) in done:
            continue
        done.add(id(thing))
        for values in thing.props.values():
            for at, value in enumerate(values):
                if isinstance(value, Thing):
                    if not value.props:
                        values[at] = known.get(value.identity, value)
                    pending.append(values[at])


def _microdata(page: Page) -> list[Thing]:
    """Return the outermost items of microdata, and of RDFa Lite where it is used the same way."""
    tops: list[Thing] = []
    holders: list[tuple[Node, Thing]] = []
    stating = [node for node in page.nodes if node.attrs and not _STATED.isdisjoint(node.attrs)]
    refers = any("itemref" in node.attrs for node in stating)
    identified = {node.attrs["id"]: node for node in page.nodes if "id" in node.attrs} if refers else {}
    referred: dict[int, Thing | None] = {}
    for node in stating:
        while holders and not holders[-1][0].holds(node):
            holders.pop()
        names, scoped = property_names(node), is_scope(node)
        if not (names or scoped):
            continue
        owner = holders[-1][1] if holders else referred.get(node.place)
        value = _opened(node) if scoped else None
        for target in node.attrs.get("itemref", "").split()[:20] if value is not None else ():
            top = identified.get(target)
            for one in (top, *top.below()[:_MAX_REFERRED]) if top is not None else ():
                referred[one.place] = value
        if owner is None or not names:
            tops += [value] if value is not None else []
        else:
            # A list states as many values as it has entries.
            entries = [one for one in node.shown if one.tag == "li" and node.tag in {"ul", "ol"}] or [node]
            stated = [value] if value is not None else [property_value(one, page) for one in entries]
            for name in names if len(holders) <= _MAX_DEPTH else ():
                owner.props.setdefault(name, []).extend(stated)
        if value is not None:
            holders.append((node, value))
    return tops


def _opened(node: Node) -> Thing:
    return Thing(_types((node.attrs.get("itemtype") or node.attrs.get("typeof") or "").split()), node=node)


def is_scope(node: Node) -> bool:
    """Tell whether *node* is a thing, to which the properties in it belong."""
    return "itemscope" in node.attrs or "typeof" in node.attrs


def property_names(node: Node) -> list[str]:
    """Return the properties that *node* states by microdata or RDFa."""
    named = node.attrs.get("itemprop") or node.attrs.get("property") or ""
    # Elements of Open Graph may stand anywhere; they speak of the page.
    if not named or (
        node.tag == "meta" and "itemprop" not in node.attrs and not named.startswith("schema:") and ":" in named
    ):
        return []
    return [name.rpartition(":")[2].rpartition("/")[2] for name in named.split()]


def property_value(node: Node, page: Page) -> str:
    """Return the value of a property, as HTML defines it for each element."""
    attrs = node.attrs
    if "content" in attrs:
        is_path = attrs["content"].startswith(("/", "./", "../")) and not _ADDRESSES.isdisjoint(property_names(node))
        return page.absolute(attrs["content"]) if is_path else html.unescape(attrs["content"])
    if node.tag in {"a", "area", "link"} and attrs.get("href"):
        named = " ".join(property_names(node)).lower()
        is_link = "url" in named or named in {"sameas", "image", "availability", "itemcondition"} or not node.text
        return page.absolute(attrs["href"]) if is_link else node.text
    if node.tag in {"img", "audio", "embed", "source", "video"}:
        return page.absolute(node.source)
    if node.tag in {"data", "meter"} and attrs.get("value"):
        return attrs["value"]
    # Before there was `time`, the whole moment stood in the title.
    if node.tag == "abbr" and _MOMENT.match(attrs.get("title", "")):
        return attrs["title"]
    return attrs.get("datetime") or node.text
