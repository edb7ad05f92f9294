"""
Which things of a page's data are what was asked for: by the kind that the prompt names, or the fields are typical of.

Things about the site, its owner or the author of the page are asked for by name or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.wording import words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.page import Page
    from airflow_provider.local.reading.things import Thing

# Types that stand for the same kind of thing as a word of a prompt.
_KINDS = {
    "product": word_set(
        "product productgroup individualproduct productmodel someproducts vehicle car book softwareapplication"
    ),
    "recipe": word_set("recipe"),
    "article": word_set(
        "article newsarticle blogposting techarticle scholarlyarticle report socialmediaposting liveblogposting"
    ),
    "job": word_set("jobposting"),
    "event": word_set("event"),
    "movie": word_set("movie film tvseries"),
    "place": word_set("place hotel restaurant lodgingbusiness localbusiness touristattraction store"),
    "organization": word_set("organization corporation localbusiness store"),
    "person": word_set("person"),
    "course": word_set("course"),
}
_WORDS = {
    "product": word_set("product sku gtin mpn brand price availability item in_stock"),
    "recipe": word_set("recipe ingredient instruction cook serving cuisine yield prep calorie nutrition dish"),
    "article": word_set("article post news story blog headline paper"),
    "job": word_set("job vacancy salary employer employment posting career"),
    "event": word_set("event concert venue organizer exhibition conference"),
    "movie": word_set("movie film director actor"),
    "place": word_set("hotel restaurant place"),
    "organization": word_set("organization company business shop"),
    "person": word_set("person profile people"),
    "course": word_set("course instructor"),
}
_OWNERS = frozenset({"organization", "person", "place"})


def asked_kinds(prompt: str, fields: Sequence[str]) -> list[str]:
    """Return the kinds of things that are asked for: those of the prompt, or else those typical of the fields."""
    named = set(words_of(prompt[:100])) | {
        word for word in prompt.lower().replace("'", " ").split()[:50] for word in words_of(word)
    }
    of_fields = {word for name in fields for word in words_of(name)}
    by_name = [
        kind
        for kind in _KINDS
        if (kind in named or named & _WORDS[kind] - word_set("price brand sku availability"))
        and (kind not in _OWNERS or not named & _WORDS[kind] & of_fields)
    ]
    by_name = [kind for kind in by_name if kind not in _OWNERS] or by_name
    if by_name:
        return by_name
    counts = {kind: len(words & of_fields) for kind, words in _WORDS.items()}
    return [kind for kind, count in counts.items() if count and count == max(counts.values())]


def things_asked_for(things: Sequence[Thing], page: Page, kinds: Sequence[str]) -> list[Thing]:
    """Return the things that the page is about: of an asked kind if there are such, and one and the same."""
    asked = [thing for thing in things if any(_is_of(thing, kind) for kind in kinds)]
    about = asked or [thing for thing in things if not thing.is_furniture and thing.types]
    main_things = [thing for thing in about if thing.node is None or not thing.node.boilerplate]
    about = main_things or ([] if not asked else about)
    names = {_name(thing) for thing in about} - {""}
    if len(names) > 1:
        titles = [_plain(text) for text in (page.heading.text if page.heading else "", page.title) if text]
        for title in titles:
            same = [thing for thing in about if _name(thing) == title] or [
                thing for thing in about if _name(thing) and (_name(thing) in title or title in _name(thing))
            ]
            if same:
                about = [
                    thing
                    for thing in about
                    if _name(thing) in {_name(same[0]), ""} and (_name(thing) or thing is same[0])
                ]
                break
        else:
            about = _of_this_page(about, page)
    if not asked and kinds and names and page.heading is not None:
        # Something of another kind lends its values only if it is what the page is called by.
        about = [
            thing
            for thing in about
            if _name(thing) and (_name(thing) in _plain(page.heading.text) or _plain(page.heading.text) in _name(thing))
        ]
    return sorted(about, key=lambda thing: -len(thing.props))


def _is_of(thing: Thing, kind: str) -> bool:
    return bool(thing.types & _KINDS[kind]) or any(name.endswith(kind) for name in thing.types if kind != "person")


def _name(thing: Thing) -> str:
    values = thing.props.get("name") or thing.props.get("headline") or [""]
    return _plain(str(values[0])) if isinstance(values[0], str) else ""


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())


def _of_this_page(things: Sequence[Thing], page: Page) -> list[Thing]:
    here = {
        page.url.rstrip("/"),
        *(one.get("href", "").rstrip("/") for one in page.head if one.get("rel") == "canonical"),
    }
    return [
        thing
        for thing in things
        if {str(value).rstrip("/") for key in ("url", "mainEntityOfPage") for value in thing.props.get(key, ())} & here
    ]
