"""
A thing as labelled values: ``offers.price`` of a product is its price, ``author.name`` its author.

Every value carries every wording of its label. Where a thing states one property several times, texts are
joined, and numbers count only if they agree.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import DATA, Fact, Item
from airflow_provider.local.reading.data.sloppy import unmarked
from airflow_provider.local.reading.data.things import Thing, Value
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.tree.nodes import join
from airflow_provider.local.reading.words.lines import clean_entries
from airflow_provider.local.reading.words.names import Words, without_label, words_of
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

Path = tuple[str, ...]

_MAX_DEPTH = 6
_MAX_FACTS = 2000
_MAX_VISITED = 2000
# What stands in these belongs to the thing itself, not to another one.
TRANSPARENT = word_set(
    """
    offer aggregate rating address job location geo nutrition base salary value price specification review quantitative
    monetary amount estimated place
    """
)
_NAMING = ("name", "value", "text", "headline", "title", "ratingValue", "contentUrl")
_LINKED = frozenset({"image", "url", "logo", "thumbnail", "mainEntityOfPage", "primaryImageOfPage", "thumbnailUrl"})
_STEPS = ("itemListElement", "ItemListElement", "steps")
# What may be said not to be.
_DENIED = FLAGS | {"availability"}
# These speak of other things, or of what somebody thinks of this one.
_OTHERS = word_set(
    """
    review reviews comment comments isRelatedTo isSimilarTo relatedLink isPartOf video potentialAction
    isAccessoryOrSparePartFor isConsumableFor breadcrumb hasVariant interactionStatistic speakable mentions
    shippingDetails hasMerchantReturnPolicy eligibleQuantity
    """
)
# The letters of "TX" and "NSW".
_LONGEST_STATE = 3
# Behind a street, up to the end of its line, the parts of an address: ", Mill Lane, Leeds, LS1 2AB".
_REST_OF_LINE = re.compile(r"(?:, [^\W_a-z][^,.;:!?\n]{0,30}){1,5}(?=\n|$)")
_LISTED = re.compile(r"list|strikethrough|srp|msrp", re.IGNORECASE)
_LINE_END = re.compile(r"\n|</?(?:br|p|li|div)\b[^<>]{0,300}>", re.IGNORECASE)
_BOUNDS = ("lowPrice", "highPrice")
_PER_OFFER = frozenset({"price", "lowPrice", "highPrice", "priceCurrency", "sku", "mpn", "gtin13", "itemCondition"})


def flatten(thing: Thing, page: Page, *, left: list[int] | None = None) -> Item:
    """
    Return what *thing* states.

    *left* counts down how many things may still be visited for all that are read with it: references can make
    a few lines of data endless.
    """
    left = [_MAX_VISITED] if left is None else left
    found: dict[Path, list[str | float | bool]] = {}
    if "offers" not in thing.props:
        variants = [one for one in thing.props.get("hasVariant", ()) if isinstance(one, Thing)]
        offers = [offer for one in variants for offer in one.props.get("offers", ())]
        thing = Thing(thing.types, {**thing.props, "offers": offers}) if offers else thing
    for path, value in islice(_leaves(thing, (), left), _MAX_FACTS):
        cleaned = _cleaned(path, value, page)
        # What is written for readers may begin with its label.
        if thing.node is not None and len(path) == 1 and isinstance(cleaned, str):
            cleaned = without_label(cleaned, words_of(path[0]))
        # Two parts of a dish may need the same.
        if cleaned != "" and (cleaned not in found.setdefault(path, []) or _is_ingredient(path[-1])):
            found[path].append(cleaned)
    for path in [one for one in found if "instruction" in one[-1].lower()]:
        # What all of it is called in short is no way to make it.
        if found[path] == found.get(("description",)):
            del found[path]
    item = Item()
    for street, written, told in _whole_addresses(thing):
        at = page.root.text.find(street)
        whole = next((one for one in written if at >= 0 and page.root.text.startswith(one, at)), written[-1])
        # Readers may be told more of it, all on one line.
        rest = _REST_OF_LINE.match(_lined(page.root).partition(street)[2]) if at >= 0 else None
        shown = street + rest[0] if rest and all(one in rest[0] for one in told) else ""
        item.facts.append(Fact((("address",),), max(whole, shown, key=len), DATA))
    # What a thing says itself comes before what its offers say.
    for path, values in sorted(found.items(), key=lambda one: len(one[0])):
        one, labels = _one_of(path, values), _labels(path)
        if labels and one is not None:
            item.facts.append(Fact(labels, one, DATA))
    return item


@kept
def _lined(node: Node) -> str:
    """Return the text of *node* with a line feed between its lines."""
    return "\n".join(node.lines)


def _whole_addresses(thing: Thing) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield street, ways to write and parts of the only address of *thing*, or of where it is, if that has more."""
    places = [one for key in ("location", "jobLocation") for one in thing.props.get(key, ()) if isinstance(one, Thing)]
    stated = [one for part in (thing, *places) for one in part.props.get("address", ()) if isinstance(one, Thing)]
    parts = ("streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry")
    for one in stated if len(stated) == 1 else ():
        street, town, region, code, country = (str(next(iter(one.props.get(part, ())), "")).strip() for part in parts)
        # Some state all of it as the street.
        if street and (town or code) and town not in street.split(", "):
            # "Austin, TX 78747", but "10115 Berlin".
            is_state = region.isupper() and len(region) <= _LONGEST_STATE
            behind = f"{town}, {region} {code}" if is_state else f"{code} {town}"
            whole = f"{street}, {behind.strip(' ,')}"
            plain = [", ".join(filter(None, (street, town, *more))) for more in ((region, country), (region,), ())]
            ways = [*([f"{whole}, {country}"] if country else []), *plain[:2], whole, plain[2], whole]
            yield street, ways, [one for one in (town, region, code) if one]


def _leaves(thing: Thing, path: Path, left: list[int]) -> Iterator[tuple[Path, Value]]:
    """Yield the values of *thing* with their paths; *left* counts down what may still be visited."""
    left[0] -= 1
    low, high = (thing.props.get(bound) for bound in _BOUNDS)
    ranged = high is not None and low != high
    for key, values in thing.props.items():
        # Of a range of prices neither end is the price; the address of an author is not the author.
        if key in _OTHERS or (key == "url" and path and path[-1] not in _LINKED):
            # So vocabularies before schema.org called how all rated it together.
            sums = [one for one in values if isinstance(one, Thing) and "Review-aggregate" in one.types]
            yield from (leaf for one in sums for leaf in _leaves(one, (*path, "aggregateRating"), left))
            continue
        # Of an offer it is the kind of the offer.
        if key == "category" and path[-1:] == ("offers",):
            continue
        if key == "priceSpecification" and "price" in thing.props:
            priced = [one for one in values if isinstance(one, Thing) and _is_list_price(one)]
            yield from ((("old price",), value) for one in priced for value in one.props.get("price", ()))
            continue
        if key == "nutrition":
            yield from (((key,), text) for one in values if isinstance(one, Thing) and (text := _spelled(one)))
        # So some templates write that they know nothing.
        for value in () if values == [False] and _is_text(key) else _entries(key, values, left):
            if not isinstance(value, Thing):
                yield (*path, "price" if key in _BOUNDS and not ranged else key), value
            elif {"name", "value"} <= value.props.keys() and "property" in key.lower():
                yield from (((str(value.props["name"][0]),), one) for one in value.props["value"])
            elif len(path) < _MAX_DEPTH and left[0] > 0:
                named = "old price" if key == "priceSpecification" and _is_list_price(value) else key
                yield from _leaves(value, (*path, named), left)


def _entries(key: str, values: Sequence[Value], left: list[int]) -> Sequence[Value]:
    """Return *values*, but of instructions and ingredients their entries as texts."""
    if "instruction" in key.lower():
        steps = islice((text for one in values for text in _steps(one, 0, left)), _MAX_FACTS)
        return clean_entries(list(steps), "instruction")
    if not _is_ingredient(key):
        return values
    # All of them in one text, or each in parts of its own.
    lines = _LINE_END.split(values[0]) if len(values) == 1 and isinstance(values[0], str) else values
    return [one.node.text if isinstance(one, Thing) and one.node is not None else one for one in lines]


def _is_text(key: str) -> bool:
    """Tell whether *key* is known to state something else than yes or no."""
    words = words_of(key)
    return _DENIED.isdisjoint(PHRASES.get(words) or PHRASES.get(words[1:]) or _DENIED)


def _is_ingredient(key: str) -> bool:
    return "ingredient" in key.lower()


def _is_list_price(thing: Thing) -> bool:
    return any(_LISTED.search(str(one)) for one in thing.props.get("priceType", ()))


def _spelled(thing: Thing) -> str:
    """Return the properties of *thing* in words, such as ``calories: 240 kcal``."""
    return ", ".join(
        f"{key}: {values[0]}" for key, values in thing.props.items() if values and not isinstance(values[0], Thing)
    )


def _steps(value: Value, depth: int, left: list[int]) -> Iterator[str]:
    """Yield the texts of the steps of an instruction, those of its sections in turn."""
    left[0] -= 1
    if not isinstance(value, Thing):
        yield str(value)
    elif depth <= _MAX_DEPTH and left[0] > 0:
        inner = next((steps for key in _STEPS if (steps := value.props.get(key))), [])
        texts = value.props.get("text") or ([] if inner else value.props.get("name", []))
        for one in texts or inner:
            yield from _steps(one, depth + 1, left)


def _cleaned(path: Path, value: Value, page: Page) -> str | float | bool:
    """Return *value* without the markup that some sites leave in their data."""
    if not isinstance(value, str):
        return value if isinstance(value, (int, float, bool)) else str(value)
    text = unmarked(value)
    if path[-1] == "name" and text.startswith(("http://", "https://")):
        return ""
    if text and path[-1] in {*_LINKED, "contentUrl"} and (len(path) == 1 or path[-2] in _LINKED):
        return page.absolute(text) if " " not in text else text
    return text


def _one_of(path: Path, values: Sequence[str | float | bool]) -> str | float | bool | None:
    """Return what several values of one property say together; None where they contradict each other."""
    if len(values) == 1:
        return values[0]
    last = path[-1]
    if last == "availability":
        # What comes in several kinds can be bought if one of them can.
        best = [one for one in values if str(one).rpartition("/")[2].lower() in {"instock", "limitedavailability"}]
        return best[0] if best else None
    texts = [one for one in values if isinstance(one, str)]
    if len(texts) < len(values) or last in _PER_OFFER or last.lower().startswith("rating"):
        return None
    if last in _LINKED or path[0] in _LINKED or texts[0].startswith(("http://", "https://")):
        return texts[0]
    if last in {"name", "headline"} and len(path) == 1:
        return texts[0]
    return join(text for text in texts if not any(text != other and _within(text, other) for other in texts[:50]))


def _within(short: str, long: str) -> bool:
    """Tell whether *long* begins with the words of *short*: "4" says less than "4 servings"."""
    return len(short) < len(long) and long.startswith(short) and not long[len(short)].isalnum()


@lru_cache(maxsize=4096)
def _labels(path: Path) -> tuple[Words, ...]:
    """Return every wording of *path*; the last one is the whole path."""
    parts = [words_of(part) for part in path]
    if not parts[-1]:
        return ()
    owners = parts[:-1]
    found: list[Words] = []
    if all(set(owner) <= TRANSPARENT for owner in owners):
        found.append(parts[-1])
    # The name of what is a part of this thing stands for the part.
    is_name = path[-1] in _NAMING or (path[-1] == "url" and path[-2:-1] and path[-2] in _LINKED)
    if owners and is_name and all(set(owner) <= TRANSPARENT for owner in owners[:-1]):
        found.append(owners[-1])
    if owners:
        found.append(owners[-1] + parts[-1])
    return (*found, tuple(word for part in parts for word in part))
