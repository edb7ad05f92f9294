"""
Repeated parts of a page: the cards of a listing, found by markup that occurs again and again.

Finds candidates only: elements that stand in the same place of the same structure, children that share a
tag, and stretches of a page that begin with the same kind of heading. Whether the candidates hold what
was asked for is seen when a schema is filled from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.local.reading.page import classes_of, text_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.page import Element, Page

_NO_RECORDS = word_set(
    """
    html body head br hr option select optgroup input label button img source picture b i strong em
    span sup sub abbr code td th thead tbody tfoot col colgroup caption dt dd form time small svg
    path
    """
)
_INLINE_RECORDS = frozenset({"a", "p", "span", "h2", "h3", "h4", "tr", "li"})
_STATE = word_set(
    """
    odd even first last active selected featured new sale alt highlight highlighted current clearfix
    sticky promoted sponsored unread visited hot sold discount clear
    """
)
_ASIDE = re.compile(
    r"(?:^|[-_ ])(?:related|recommend\w*|similar|sidebar|also|recent|breadcrumbs?|pagination|pager|nav|navbar|menu|"
    r"footer|social|share|cookie|upsell|cross-?sell|suggest\w*|trending)(?:$|[-_ ])",
    re.IGNORECASE,
)
_ASIDE_HEADING = re.compile(
    r"^(?:related|recommended|similar|you may also|you might also|customers also|more from|see also"
    r"|recently viewed|people also)\b",
    re.IGNORECASE,
)
MAX_RECORDS = 5000
_MAX_CANDIDATES = 150
_MIN_CHILDREN = 3


@dataclass(frozen=True, slots=True)
class Listing:
    """Parts of a page that look like records: each record is one or more neighbouring elements."""

    records: tuple[tuple[Element, ...], ...]
    name: str
    weight: float


def find_listings(page: Page) -> list[Listing]:
    """Return the candidates, in the order of the page."""
    found: list[Listing] = []
    seen: set[tuple[Element, ...]] = set()
    for records in (*_same_place(page.root), *_same_parent(page.root), *_stretches(page.root)):
        leaders = tuple(record[0] for record in records)
        if len(records) > 1 and (leaders not in seen or len(records[0]) > 1) and _has_content(records):
            seen.add(leaders)
            found.append(Listing(tuple(records[:MAX_RECORDS]), _heading_before(leaders[0]), _weight(leaders[0])))
        if len(found) >= _MAX_CANDIDATES:
            break
    return found


def is_aside(element: Element) -> bool:
    """Tell whether *element* is a place for navigation and side matters."""
    if element.tag in {"nav", "aside", "footer"} or element.get("role") in {"navigation", "complementary"}:
        return True
    return element.tag != "body" and any(
        _ASIDE.search(name) for name in (*classes_of(element), element.get("id") or "")
    )


def _same_place(root: Element) -> Iterator[list[tuple[Element, ...]]]:
    """Yield elements whose tags and classes agree all the way up to the root."""
    places: dict[tuple[int, str], int] = {}
    place_of: dict[Element, int] = {}
    members: dict[int, list[Element]] = {}
    for element in root.iter():
        above = place_of.get(element.getparent(), 0)
        place = places.setdefault((above, _signature(element)), len(places) + 1)
        place_of[element] = place
        members.setdefault(place, []).append(element)
    for elements in members.values():
        if len(elements) > 1 and elements[0].tag not in _NO_RECORDS:
            yield [(element,) for element in elements]


def _signature(element: Element) -> str:
    """Return tag and first class, without numbers and passing states."""
    for name in classes_of(element):
        if name.lower() not in _STATE and not name.lower().startswith(("is-", "has-", "js-")):
            return f"{element.tag}.{re.sub(r'[0-9]+', '0', name)}"
    return str(element.tag)


def _same_parent(root: Element) -> Iterator[list[tuple[Element, ...]]]:
    """Yield the children of one parent that share a tag whatever their classes."""
    for parent in root.iter():
        if len(parent) < _MIN_CHILDREN:
            continue
        tags = [child.tag for child in parent]
        common = max(set(tags), key=tags.count)
        alike = [child for child in parent if child.tag == common]
        mixed = len({_signature(child) for child in alike}) > 1
        if common not in _NO_RECORDS and mixed and len(alike) >= max(_MIN_CHILDREN, 0.6 * len(tags)):
            yield [(child,) for child in alike]


def _stretches(root: Element) -> Iterator[list[tuple[Element, ...]]]:
    """Yield runs of neighbours that begin with the same kind of element: flat records without a wrapper."""
    for parent in root.iter("body", "main", "div", "section", "article", "tbody", "table", "ul", "ol", "td"):
        children = list(parent)
        if len(children) < 2 * 2:
            continue
        signatures = [_signature(child) for child in children]
        for leader in dict.fromkeys(signatures):
            tag = leader.partition(".")[0]
            starts = [position for position, one in enumerate(signatures) if one == leader]
            leads = tag in {"h2", "h3", "h4", "h5", "hr"} or ("." in leader and tag in {"tr", "div", "p", "li", "dt"})
            gaps = [after - before for before, after in zip(starts, [*starts[1:], len(children)], strict=True)]
            if leads and len(starts) > 1 and min(gaps[:-1]) > 1:
                ends = [*starts[1:], min(len(children), starts[-1] + max(gaps[:-1]))]
                yield [tuple(children[start:end]) for start, end in zip(starts, ends, strict=True)]


def _has_content(records: Sequence[tuple[Element, ...]]) -> bool:
    """Tell whether the first records have text, and more than one element or a text worth reading."""
    good = 0
    for record in records[:5]:
        inner = sum(1 for part in record for one in part.iter() if isinstance(one.tag, str))
        text = any(text_of(part) for part in record)
        good += bool(text and (inner > 2 or record[0].tag in _INLINE_RECORDS))  # noqa: PLR2004 - itself and one more
    return good >= 2 or good == len(records)  # noqa: PLR2004 - one alone does not repeat


def _heading_before(element: Element) -> str:
    for one in (element, *element.iterancestors()):
        before = one.xpath("preceding-sibling::*[self::h1 or self::h2 or self::h3 or self::h4]")
        if before:
            return text_of(before[-1])
    return ""


def _weight(element: Element) -> float:
    heading = _heading_before(element)
    if _ASIDE_HEADING.match(heading):
        return 0.5
    return 0.5 if any(is_aside(one) for one in (element, *element.iterancestors())) else 1.0
