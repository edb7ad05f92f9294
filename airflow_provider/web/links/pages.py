"""Links of HTML pages, and the link that leads to the next page of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from airflow_provider.extras import importing
from airflow_provider.web.links.addresses import joined, normalised
from airflow_provider.web.links.link import Link
from airflow_provider.web.reading import outermost

if TYPE_CHECKING:
    from lxml.etree import _Element

LINKS = ("a", "area")
MOST_IN_A_LINK = 100
# What the link to the next page is called, where no attribute says so; and arrows.
NEXT_WORDS = (
    *("next", "next page", "older", "older posts", "older entries", "nächste", "nächste seite", "weiter", "suivant"),
    *("suivante", "page suivante", "siguiente", "página siguiente", "seguente", "successiva", "avanti", "próxima"),
    *("próximo", "seguinte", "volgende", "nästa", "næste", "neste", "seuraava", "następna", "další", "sonraki"),
    *("следующая", "вперёд", "далее", "次へ", "次のページ", "下一页", "下一頁", "다음", ""),
)
NEXT_ARROWS = " :>\u00bb\u203a\u2192\u27e9"
NEXT_NAMES = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-])", re.IGNORECASE)


def links_of_page(root: _Element, url: str, select: Sequence[str] = ()) -> Iterator[Link]:
    """Return the links of the page *root*, in the order of the page, or those in what *select* matches."""
    base = _base_of(root, url)
    for anchor in _anchors(root, select):
        link = Link.of(anchor.get("href"), base)
        if link is not None:
            yield link


def next_of_page(root: _Element, url: str) -> str | None:
    """Return the address of the next page of the list that *root* is a page of, None if there is none."""
    base = _base_of(root, url)
    candidates = [element for element in root.iter("link", *LINKS) if element.get("href")]
    for says_so in (_by_rel, _by_name, _by_text):
        for element in candidates:
            if says_so(element):
                address = normalised(element.get("href"), base)
                if address is not None and address != normalised(url):
                    return address
    return None


def _anchors(root: _Element, select: Sequence[str]) -> Iterator[_Element]:
    if not select:
        yield from root.iter(*LINKS)
        return
    for element in outermost(root, {element for selector in select for element in _compiled(selector)(root)}):
        yield from element.iter(*LINKS)


@lru_cache(maxsize=256)
def _compiled(selector: str) -> Any:
    with importing("watch"):
        from lxml.cssselect import CSSSelector

    return CSSSelector(selector, translator="html")


def _base_of(root: _Element, url: str) -> str:
    found = root.find(".//base[@href]")
    return url if found is None else joined(url, found.get("href", "").strip())


def _by_rel(element: _Element) -> bool:
    return "next" in (element.get("rel") or "").lower().split()


def _by_name(element: _Element) -> bool:
    if element.tag == "link":
        return False
    around = element.getparent()
    is_alone = element.getprevious() is None and element.getnext() is None
    # A name of what holds nothing else is the link's as well.
    places = [element, around] if is_alone and around is not None else [element]
    names = " ".join(f"{one.get('class', '')} {one.get('id', '')}" for one in places)
    return NEXT_NAMES.search(names) is not None or _is_next(element.get("aria-label") or "")


def _by_text(element: _Element) -> bool:
    # A link in which there is half a page is none to the next one.
    if element.tag == "link" or next(islice(element.iter(), MOST_IN_A_LINK, None), None) is not None:
        return False
    return _is_next(" ".join(element.itertext()))


def _is_next(text: str) -> bool:
    words = " ".join(text.split()).lower()
    return bool(words) and words.rstrip(NEXT_ARROWS) in NEXT_WORDS
