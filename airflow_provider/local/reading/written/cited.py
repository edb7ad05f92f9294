"""What a result of a search is from: the address that it shows, its host, the name of the site, or the journal."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, SHAPED, WEAKEST
from airflow_provider.local.reading.tree.nodes import FEW_PIECES, HEADINGS
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import form_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node

# "www.acme.example > guides".
_SHOWN = re.compile(r"(?:https?://)?((?:[\w-]{1,40}\.){1,4}[a-z]{2,12})(?:$|[/:\s\u203a])", re.IGNORECASE)
# "https://www.acme.example > guides > roofs".
_PATH = re.compile(
    r"(?:https?://(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}|(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}(?=\s?\u203a))/?(?:\s?\u203a\s?\S{1,80}){0,8}",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\(\s?((?:[\w-]{1,40}\.){1,4}[a-z]{2,12}(?:/[\w-]{1,40})?)\s?\)$")
_VOLUME = re.compile(r",?\s?(?:vol(?:ume|\.)?\s)?\d{1,4}\s?\(\d{1,4}(?:[-\u2013/]\d{1,4})?\)", re.IGNORECASE)
# "November 2023, pp 812-826".
_PAGES = re.compile(r",?\s?(?:[^\W\d_]{3,12} )?(?:\d{4})?,\s?pp?\.?\s?\d{1,5}\s?[-\u2013]\s?\d{1,5}")
# "Volume 66, Issue 1", a part of one.
_NUMBERED = re.compile(r"(?:vol(?:ume|\.)|issue|no\.)\s?\d", re.IGNORECASE)
_DAY = re.compile(r"\(([^\W\d_][^()]{3,20})\)$")
# So far up stands what holds an address with the name of its site.
_NEAR = 3
_OF_ADDRESS = re.compile(r"(?:^|[-_])(?:url|domain|hostname)$", re.IGNORECASE)


def add_site(item: Item, nodes: Sequence[Node]) -> None:
    """Add the address that a result of a search shows, its host, and the name of the site before it."""
    at = next((at for at, one in enumerate(nodes) if "." in one.text and _is_cited(one)), -1)
    if at < 0:
        # "(acme.example)", behind the title of a story; the link may be but what is in the brackets.
        told = ((found[1], one.href) for one in nodes if one.href and "." in one.text and (found := _bracketed(one)))
        item.add("domain", next((site for site, href in told if site in href), None), strength=SHAPED)
        return
    cited = nodes[at]
    # Behind it may stand when it was read.
    inner = [one for one in nodes[at + 1 : at + 1 + FEW_PIECES] if cited.is_short and cited.holds(one)]
    cited = next((one for one in inner if form_of(cited.text.removeprefix(one.text).strip()) == "date"), cited)
    item.add("displayed url", cited.text, strength=HINTED)
    address = _SHOWN.match(cited.text)
    item.add("domain", address[1] if address else None, strength=SHAPED)
    is_path = _PATH.fullmatch(cited.text) is not None
    if cited.tag != "cite" and not is_path:
        item.add("site name", address[1] if address else None, strength=WEAKEST)
        return
    around = [] if cited.tag == "cite" else list(islice(cited.up(), _NEAR))[-1:]
    named = [one for one in nodes[:at] if one.own and one.is_short and not one.href]
    # It stands right above the address, and not around it.
    named = [one for one in named if one.end <= cited.start and not "".join(one.pieces[one.end : cited.start]).strip()]
    named = [one for one in named if all(box.holds(one) for box in around)][-1:]
    titles = {fact.value for fact in item.facts if fact.labels[-1] == ("title",)}
    if named and named[0].text not in titles and named[0].tag not in HEADINGS and not form_of(named[0].text):
        item.add("site name", named[0].text, strength=SHAPED)
    elif cited.tag != "cite":
        item.add("site name", address[1] if address else None, strength=WEAKEST)


def _bracketed(link: Node) -> re.Match[str] | None:
    """Return the host in brackets that *link* is, or that is *link* in brackets."""
    is_led = link.text[:1] != "(" and link.before().rstrip()[-1:] == "("
    return _BRACKETED.match(f"({link.text}{link.after(link.end + _NEAR).strip()[:1]}" if is_led else link.text)


def add_journal(item: Item, nodes: Sequence[Node]) -> None:
    """Add the only one of *nodes* right behind which a volume stands, "Acta, 33(2): 211", or a day, "(Jun 2026)"."""
    titles = {fact.value for fact in item.facts if fact.labels[-1] == ("title",)}
    behind = [(one.text, one.after(one.end + FEW_PIECES)) for one in nodes if one.is_short and one.text not in titles]
    named = {text for text, told in behind if _VOLUME.match(told) or _PAGES.match(told)}
    named = {text for text in named if not _NUMBERED.match(text)}
    named = named or {text for text, told in behind if (day := _DAY.match(told)) and day_in(day[1])}
    item.add("journal", named.pop() if len(named) == 1 else None, strength=SHAPED)


def _is_cited(node: Node) -> bool:
    """Tell whether *node* is an address as results of a search show it."""
    if node.tag == "cite" or _PATH.fullmatch(node.text):
        return True
    return _SHOWN.match(node.text) is not None and any(map(_OF_ADDRESS.search, node.names))
