"""
What of an HTML page its reader does not see, or sees as an advertisement: names and patterns, nothing else.

Attributes are read only where a reader sees them, so nonces, tokens and timestamps in them never count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
AD_ATTRIBUTES = (
    "data-ad", "data-ad-slot", "data-ad-unit", "data-ad-unit-path", "data-ad-client", "data-ad-name", "data-adunit",
    "data-ad-format", "data-ad-region", "data-ad-position", "data-ad-placement", "data-ad-size", "data-ad-layout",
    "data-google-query-id", "data-advertisement",
)  # fmt: skip
AD_TAGS = frozenset({"amp-ad", "amp-embed", "amp-sticky-ad"})
AD_LABELS = frozenset({"ad", "ads", "advert", "advertisement", "advertisements", "advertising", "sponsored"})
# A page that calls all of itself "ads" is not an advertisement.
NEVER_ADS = frozenset({"html", "body", "main", "article", "h1"})


def unseen(element: _Element) -> bool:
    """Tell whether a reader does not see *element*, or is not meant to care for it."""
    attributes = element.attrib
    tag = element.tag
    if tag in INVISIBLE:
        return True
    if not attributes:
        return tag in AD_TAGS or tag == "dialog"
    if "hidden" in attributes or (tag == "dialog" and "open" not in attributes):
        return True
    if HIDING_STYLE.search(attributes.get("style", "")):
        return True
    return _is_ad(element)


def _is_ad(element: _Element) -> bool:
    attributes = element.attrib
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}".split()
    named = (
        element.tag in AD_TAGS
        or any(AD_NAME.fullmatch(name) for name in names)
        or any(name in attributes for name in AD_ATTRIBUTES)
        or attributes.get("aria-label", "").strip().lower() in AD_LABELS
    )
    return named and next(element.iter(*NEVER_ADS), None) is None
