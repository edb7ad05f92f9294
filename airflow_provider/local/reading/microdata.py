"""
Data written into the markup itself: microdata, and RDFa where it is used the same way.

Returns nested objects as JSON-LD would; what they mean is decided in `structured`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airflow_provider.local.reading.page import text_of

if TYPE_CHECKING:
    from airflow_provider.local.reading.page import Element, Page

Data = dict[str, Any]

_MAX_DEPTH = 8
_MAX_ITEMS = 5000


def read_microdata(page: Page) -> list[Data]:
    """Return the outermost items of *page*."""
    tops = [one for one in page.root.iter() if _is_scope(one) and _property_of(one) is None]
    return [_scope(top, page, depth=0) for top in tops[:_MAX_ITEMS]]


def _is_scope(element: Element) -> bool:
    return element.get("itemscope") is not None or element.get("typeof") is not None


def _property_of(element: Element) -> str | None:
    name: str | None = element.get("itemprop") or (
        element.get("property") if element.tag != "meta" or element.getparent().tag != "head" else None
    )
    return name


def _scope(top: Element, page: Page, *, depth: int) -> Data:
    kind = (top.get("itemtype") or top.get("typeof") or "").split()
    data: Data = {"@type": kind[0].rstrip("/") if kind else ""}
    pending = list(reversed(list(top)))
    while pending:
        element = pending.pop()
        names = (_property_of(element) or "").split()
        scope = _is_scope(element)
        if names and depth < _MAX_DEPTH:
            value: Any = _scope(element, page, depth=depth + 1) if scope else property_value(element, page)
            for name in names:
                data.setdefault(name.rpartition(":")[2], []).append(value)
        if not scope:
            pending.extend(reversed(list(element)))
    return {key: value[0] if isinstance(value, list) and len(value) == 1 else value for key, value in data.items()}


def property_value(element: Element, page: Page) -> str:
    """Return the value of a microdata property, as HTML defines it for each element."""
    content = element.get("content")
    if content is not None:
        return str(content)
    if element.tag in {"a", "area", "link"} and element.get("href"):
        named = (_property_of(element) or "").lower()
        link = "url" in named or named in {"sameas", "image", "availability", "itemcondition"} or not text_of(element)
        return page.absolute(element.get("href")) if link else text_of(element)
    if element.tag in {"img", "audio", "embed", "source", "video"}:
        return page.absolute(element.get("src") or element.get("data-src") or "")
    if element.tag in {"data", "meter"} and element.get("value"):
        return str(element.get("value"))
    return str(element.get("datetime") or text_of(element))
