"""What a page says of itself as a whole: its meta elements, its address, its language, the name of its site."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import DATA, META, OF_PAGE, SHAPED, TIMED, WEAKEST, Fact, Item
from airflow_provider.local.reading.tree.page import TITLE_PARTS
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.things import Thing
    from airflow_provider.local.reading.tree.page import Page

_OF_LANGUAGES = word_set(
    "book movie film course game isbn edition podcast album song video hotel doctor tutor guide spoken taught"
)
_PREFIXES = word_set("og article product book twitter dc dcterms music video profile event recipe citation parsely")
_LINKS = frozenset({"image", "url", "image url", "image secure_url", "image src"})
_NO_META = word_set(
    """
    viewport robots generator type locale card width height googlebot charset referrer apple msapplication verification
    verify theme csrf
    """
)


def read_meta(page: Page) -> Item:
    """Return what the head of the page says about it."""
    item = Item()
    said = _said(page, "itemprop")
    for name, content in said.items():
        prefix, _, rest = (
            name.replace(".", ":", 1).partition(":") if ":" in name or name.startswith("dc") else ("", "", name)
        )
        label = (rest if prefix in _PREFIXES else name).replace(":", " ")
        if set(label.replace("-", " ").split()) & _NO_META or (
            label == "price amount" and any("sale_price" in one for one in said)
        ):
            continue
        # What an account of the site is called names nobody: "@acme".
        if name == "twitter:creator" and content.lower() == said.get("twitter:site", content).lower():
            continue
        # It is described once, for searches or for those who share it.
        is_told = any(fact.labels[-1] == (label,) for fact in item.facts)
        if label == "description" and (is_told or page.title.lower().startswith(content.lower())):
            continue
        text = page.absolute(content) if label in _LINKS else content
        if label == "title" and "og:site_name" in said:
            text = TITLE_PARTS.sub("\n", content).removesuffix(f"\n{said['og:site_name']}").replace("\n", " - ")
        exact = (prefix in {"product", "recipe", "book"} or label.startswith("price")) and "retailer" not in label
        item.add(label, text, strength=DATA if exact else META)
    for number in range(1, 5):
        item.add(said.get(f"twitter:label{number}", ""), said.get(f"twitter:data{number}"), strength=META)
    item.add("sku", said.get("product:retailer_item_id"), strength=SHAPED)
    site = said.get("og:site_name", "")
    parts = [part for part in page.title_parts if part != site]
    item.add("page title", parts[0] if parts else "", strength=SHAPED)
    return item


def _said(page: Page, other: str) -> dict[str, str]:
    """Return what the meta elements of *page* say first, by their property, name or *other* attribute."""
    said: dict[str, str] = {}
    for attrs in page.head:
        name = attrs.get("property") or attrs.get("name") or attrs.get(other) or ""
        if attrs.get("content") and name and "rel" not in attrs:
            # Capitals tell the words of a property from each other: "datePublished".
            key = name if name == attrs.get("itemprop") else name.lower()
            # Some escape signs twice: "B&amp;uuml;cher".
            said.setdefault(key, " ".join(unescape(attrs["content"]).split()))
    return said


def canonical(page: Page) -> str:
    """Return the address that *page* gives itself in its head."""
    links = [one for one in page.head if "canonical" in one.get("rel", "").lower().split()]
    return next((one["href"] for one in links if one.get("href")), "")


def add_page(item: Item, page: Page, words: set[str]) -> None:
    """Add what is true of the page as a whole: its address, its language, and its site's name."""
    said = _said(page, "http-equiv")
    address = canonical(page) or said.get("og:url", "")
    for label in ("url", "canonical url") if address else ():
        item.add(label, page.absolute(address), strength=OF_PAGE)
    item.add("page url", page.url, strength=WEAKEST)
    item.add("host", page.host, strength=WEAKEST)
    language = page.language or said.get("content-language", "") or said.get("og:locale", "").replace("_", "-")
    # A film or a course has a language of its own, which the page need not be in.
    item.add("language", None if words & _OF_LANGUAGES else language, strength=OF_PAGE)
    item.add(
        "site name",
        said.get("og:site_name") or said.get("application-name") or page.logo or page.site,
        strength=OF_PAGE,
    )


def site_names(things: Sequence[Thing]) -> list[Fact]:
    """Return the name that the site gives itself as data, where its head does not."""
    item = Item()
    for thing in things:
        named = thing.props.get("name", [""])[0] if "website" in thing.types else ""
        if isinstance(named, str):
            item.add("site name", named, strength=TIMED)
    return item.facts[:1]
