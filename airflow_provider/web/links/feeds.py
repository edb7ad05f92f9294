"""Links of feeds: RSS of any version, Atom, and JSON Feed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from airflow_provider.web.links.addresses import joined, normalised
from airflow_provider.web.links.endings import Ending
from airflow_provider.web.links.link import Link

if TYPE_CHECKING:
    from lxml.etree import _Element

ITEM, ENTRY = "item", "entry"
ATOM = "http://www.w3.org/2005/Atom"
BASE = "{http://www.w3.org/XML/1998/namespace}base"
# The date of an entry, in the order in which it is believed.
JSON_DATES = ("date_modified", "date_published")
DATES = ("updated", "modified", "pubDate", "date", "published", "issued")


def links_of_xml_feed(root: _Element, base: str, ending: Ending) -> Iterator[Link]:
    """Return the entries of an RSS or Atom feed; raises `IncompleteError` after the last, as *ending* says."""
    bases: dict[_Element | None, str] = {None: base}
    for entry in ending.counted(root.iter(f"{{*}}{ITEM}", f"{{*}}{ENTRY}")):
        link = Link.of(_address_of(entry), _base_of(entry, bases), _date_of(entry))
        if link is not None:
            yield link


def next_of_xml_feed(root: _Element, base: str) -> str | None:
    """Return the address of the feed's next page, None if it is the last (RFC 5005)."""
    for link in root.iter(f"{{{ATOM}}}link"):
        if link.get("rel") == "next" and _local_name(link.getparent()) in {"feed", "channel"}:
            return normalised(link.get("href") or "", _base_of(link, {None: base}))
    return None


def links_of_json_feed(text: str, base: str) -> tuple[list[Link], str | None]:
    """
    Return the entries of a JSON Feed and the address of its next page, nothing of any other JSON.

    Raises `ValueError` or `RecursionError` for what cannot be read as JSON.
    """
    feed = json.loads(text)
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        return [], None
    entries = (item for item in feed["items"] if isinstance(item, dict))
    found = (Link.of(_text(item, "url", "external_url"), base, _text(item, *JSON_DATES)) for item in entries)
    following = _text(feed, "next_url")
    return [link for link in found if link is not None], normalised(following, base) if following else None


def _text(item: dict[str, Any], *names: str) -> str | None:
    return next((item[name] for name in names if isinstance(item.get(name), str)), None)


def _address_of(entry: _Element) -> str | None:
    alternates = [link for link in entry.iterfind("{*}link") if link.get("rel", "alternate") == "alternate"]
    for link in alternates:
        address = link.get("href") or link.text
        if address and address.strip():
            return str(address)
    guid = entry.find("{*}guid")
    if guid is not None and guid.get("isPermaLink", "true") != "false":
        return str(guid.text or "")
    return str(entry.findtext("{*}id") or "") if _local_name(entry) == "entry" else None


def _date_of(entry: _Element) -> str | None:
    return next((text for name in DATES if (text := entry.findtext(f"{{*}}{name}"))), None)


def _base_of(element: _Element, known: dict[_Element | None, str]) -> str:
    """Return the address that links in *element* are relative to; *known* are those of what may hold it."""
    above = []
    up = element.getparent()
    while up not in known:
        above.append(up)
        up = up.getparent()
    base = known[up]
    for one in reversed(above):
        known[one] = base = _joined(base, one)
    return _joined(base, element)


def _joined(base: str, element: _Element) -> str:
    written = element.get(BASE)
    return joined(base, written) if written else base


def _local_name(element: _Element | None) -> str:
    return "" if element is None else str(element.tag).rpartition("}")[2]
