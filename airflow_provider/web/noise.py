"""
What of an HTML page its reader does not see, or sees as an advertisement: names and patterns, nothing else.

Attributes are read only where a reader sees them, so nonces, tokens and timestamps in them never count.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

# Strings, for as lists they would fill two screens.
INVISIBLE = frozenset(
    "head script style template noscript noframes iframe frame object embed applet canvas audio video map datalist "  # noqa: SIM905
    "title meta link base param source track progress meter defs desc metadata symbol".split()
)
VISIBLE_INPUTS = frozenset(
    "text search tel url email number range date month week time datetime-local color submit reset button".split()  # noqa: SIM905
)
HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)

# A page that hides more than this many times what it shows is waiting for its script.
MOST_HIDDEN = 10

# Whole names of classes and ids. "address", "add-to-cart", "ad-free" and "no-ads" are none of them.
AD_NAME = re.compile(
    r"""
    (?:(?:c|o|m|js|el|widget|block|module)[-_]{1,2})?
    (?:
        (?:ads?|adverts?|advertisements?|advertising|adsense|adsbygoogle|adserver|adchoices)
        (?:[-_]{1,2}(?:top|bottom|left|right|middle|center|side|inner|outer|\d+(?:x\d+)?|[a-z]))?
      | ads?(?:vert(?:isement)?)?[-_]{0,2}
        (?:slot|unit|banner|box|container|wrapper|wrap|frame|space|spot|zone|block|area|placement|placeholder
          |leaderboard|rectangle|skyscraper|mpu|rail|sidebar|holder|label|region|row|section|iframe|div)s?
        (?:[-_]{1,2}[\w-]*|\d+)?
      | (?:top|bottom|side|sidebar|header|footer|left|right|banner|leaderboard|sticky|native|display|inline|text
          |google|page|mid|middle|center|native|mobile|desktop|sponsored)[-_]?
        (?:ads?|adverts?|advertisements?)(?:[-_]{1,2}[\w-]*|\d+)?
      | (?:div[-_])?gpt[-_]?ad.* | google[-_]ads?[-_].* | aswift_.* | dfp(?:[-_].*)?
      | sponsor(?:ed)?[-_]{1,2}(?:ad|box|slot|message|link)s?
      | sponsored(?:[-_]{1,2}(?:content|links?|posts?|items?|results?|products?|box|slot|block|message))?
      | (?:taboola|outbrain|revcontent|mgid|criteo|doubleclick|carbon-?ads|ethical-?ads?|buysellads)(?:[-_].*)?
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
AD_ATTRIBUTES = frozenset(
    "data-ad data-ad-slot data-ad-unit data-ad-unit-path data-ad-client data-ad-name data-adunit data-ad-format "  # noqa: SIM905
    "data-ad-region data-ad-position data-ad-placement data-ad-size data-ad-layout data-google-query-id "
    "data-advertisement".split()
)
AD_TAGS = frozenset({"amp-ad", "amp-embed", "amp-sticky-ad"})
AD_LABELS = frozenset({"ad", "ads", "advert", "advertisement", "advertisements", "advertising", "sponsored"})
LONGEST_KEPT = 200
# A page that calls all of itself "ads" is not an advertisement.
NEVER_ADS = frozenset({"html", "body", "main", "article", "h1"})


def unseen_on(page: _Element) -> Callable[[_Element], bool]:
    """Return what tells whether a reader does not see an element of *page*, or is not meant to care for it."""
    holding: set[_Element] = set()

    def holds_content(element: _Element) -> bool:
        # Asked for all elements at once: advertisements in advertisements would be walked through again and again.
        if not holding:
            holding.update(_holding(page))
        return element in holding

    return partial(_unseen, holds_content)


def _holding(page: _Element) -> set[_Element]:
    """Return the elements of *page* that are never advertisements, and what holds them; the page itself always."""
    found = {page}
    for element in page.iter(*NEVER_ADS):
        up: _Element | None = element
        while up is not None and up not in found:
            found.add(up)
            up = up.getparent()
    return found


def _unseen(holds_content: Callable[[_Element], bool], element: _Element) -> bool:
    tag = element.tag
    if tag in INVISIBLE:
        # A browser shows the template of a shadow root.
        return tag != "template" or element.get("shadowrootmode") is None
    named = tag in AD_TAGS
    closed = tag == "dialog"
    attributes = element.items()
    if not attributes:
        return named or closed
    for name, value in attributes:
        if name == "hidden" or (name == "style" and HIDING_STYLE.search(value)):
            return True
        if name == "open":
            closed = False
        elif name in {"class", "id"}:
            # Long ones are seldom seen again, and are not kept.
            named = named or (_names_ad(value) if len(value) < LONGEST_KEPT else _names_ad.__wrapped__(value))
        elif name in AD_ATTRIBUTES or (name == "aria-label" and value.strip().lower() in AD_LABELS):
            named = True
    return closed or (named and not holds_content(element))


@lru_cache(maxsize=16_384)
def _names_ad(names: str) -> bool:
    return any(AD_NAME.fullmatch(name) for name in names.split())
