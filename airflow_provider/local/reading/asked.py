"""
Which things of a page's data are what was asked for: by the kind that the prompt names, or the fields are typical of.

Things about the site, its owner or the author of the page are asked for by name or not at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from airflow_provider.local.reading.data.meta import canonical
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.things import Thing
    from airflow_provider.local.reading.tree.page import Page


class _Kind(NamedTuple):
    """Words of prompts and fields that name a kind, types that do not end in its name, and words of fields alone."""

    words: frozenset[str]
    types: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()


_KINDS = {
    "product": _Kind(
        word_set("product gtin mpn item produto producto produit prodotto prodotti produkt produkte"),
        word_set("productgroup productmodel someproducts vehicle car book softwareapplication"),
        word_set("price brand sku availability"),
    ),
    "recipe": _Kind(
        word_set(
            """
            recipe ingredient instruction cook serving cuisine yield prep calorie nutrition dish receta recette ricetta
            rezept rezepte przepis receita recept
            """
        )
    ),
    "article": _Kind(
        word_set("article post news story blog headline paper"),
        word_set("blogposting report socialmediaposting liveblogposting"),
    ),
    "job": _Kind(
        word_set("job vacancy salary employer employment posting career stellenangebot emploi empleo vacature"),
        word_set("jobposting"),
    ),
    "event": _Kind(word_set("event concert venue organizer exhibition conference")),
    "movie": _Kind(word_set("movie film director actor"), word_set("film tvseries")),
    "place": _Kind(
        word_set("place hotel restaurant"),
        word_set("hotel restaurant lodgingbusiness localbusiness touristattraction store"),
    ),
    "organization": _Kind(word_set("organization company business shop"), word_set("corporation localbusiness store")),
    "person": _Kind(word_set("person profile people")),
    "course": _Kind(word_set("course instructor")),
}
_DIGITS = re.compile(r"\d+")
_OWNERS = frozenset({"organization", "person", "place"})
_PLACE = "postaladdress"


def asked_kinds(prompt: str, fields: Sequence[str]) -> list[str]:
    """Return the kinds of things that are asked for: those of the prompt, or else those typical of the fields."""
    named = set(words_of(prompt[:100])) | {
        word for word in prompt.lower().replace("'", " ").split()[:50] for word in words_of(word)
    }
    of_fields = {word for name in fields for word in words_of(name)}
    by_name = [
        name
        for name, kind in _KINDS.items()
        if (said := named & kind.words) and not (name in _OWNERS and said & of_fields)
    ]
    if by_name:
        return [name for name in by_name if name not in _OWNERS] or by_name
    counts = {name: len((kind.words | kind.fields) & of_fields) for name, kind in _KINDS.items()}
    return [name for name, count in counts.items() if count and count == max(counts.values())]


def things_asked_for(things: Sequence[Thing], page: Page, kinds: Sequence[str]) -> list[Thing]:
    """Return the things that the page is about: of an asked kind if there are such, and one and the same."""
    asked = [thing for thing in things if any(_is_of(thing, kind) for kind in kinds)]
    about = asked or [thing for thing in things if not thing.is_furniture and thing.types]
    main_things = [thing for thing in about if thing.node is None or not thing.node.boilerplate]
    about = main_things or asked
    heading = _plain(page.heading.text) if page.heading is not None else ""
    titles = [_plain(part) for part in page.title_parts]
    if heading and (
        titles[0].startswith(heading) or any(part.count(" ") > 1 and heading.startswith(part) for part in titles)
    ):
        about = [thing for thing in about if not _is_of_another(_name(thing), heading)]
    names = {_name(thing) for thing in about} - {""}
    if len(names) > 1:
        for title in (heading, _plain(page.title)):
            same = [thing for thing in about if title and _name(thing) == title] or _called(about, title)
            if same:
                about = [thing for thing in about if _name(thing) == _name(same[0])]
                break
        else:
            about = _of_this_page(about, page)
    if not asked and kinds and names and heading:
        # Something of another kind lends its values only if it is what the page is called by.
        about = _called(about, heading)
    # What is called by where it is has no other name.
    about += [thing for thing in things if _PLACE in thing.types and _is_headed(thing, page)]
    return sorted(about, key=lambda thing: -len(thing.props))


def _is_headed(thing: Thing, page: Page) -> bool:
    """Tell whether the heading of *page* is a part of *thing*."""
    return page.heading is not None and thing.node is not None and thing.node.holds(page.heading)


def _is_of(thing: Thing, kind: str) -> bool:
    return bool(thing.types & _KINDS[kind].types) or any(name.endswith(kind) for name in thing.types)


def _called(things: Sequence[Thing], title: str) -> list[Thing]:
    """Return those of *things* of whose name *title* is a part, or the other way round."""
    return [thing for thing in things if title and (name := _name(thing)) and (name in title or title in name)]


def _is_of_another(name: str, heading: str) -> bool:
    """Tell whether *name* is not that of what *heading* calls the page: other numbers, or hardly a word in common."""
    if name in heading or heading in name:
        return False
    numbers, own = (set(_DIGITS.findall(text)) for text in (name, heading))
    said, called = ({word for word in text.split() if len(word) > 1} for text in (name, heading))
    # Not all languages divide words by spaces.
    fewest = min(len(said), len(called))
    is_other_number = bool(numbers and own) and numbers.isdisjoint(own)
    return is_other_number or (fewest > 1 and 3 * len(said & called) < fewest)


def _name(thing: Thing) -> str:
    values = next((thing.props[key] for key in ("name", "headline", "title") if thing.props.get(key)), [""])
    return _plain(str(values[0])) if isinstance(values[0], str) else ""


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())


def _of_this_page(things: Sequence[Thing], page: Page) -> list[Thing]:
    here = {address.rstrip("/") for address in (page.url, canonical(page)) if address}
    return [
        thing
        for thing in things
        if {str(value).rstrip("/") for key in ("url", "mainEntityOfPage") for value in thing.props.get(key, ())} & here
    ]
