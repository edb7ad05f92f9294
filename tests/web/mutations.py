"""
Pages that change: in 20 ways that a reader does not see, and in 20 that a reader sees.

A page here is data; `html` writes it with all the noise that real pages have, drawn from a seed for each kind of noise.
"""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = (
    *("night", "trains", "letters", "river", "bread", "beginners", "repairing", "bicycles", "lighthouse", "ledger"),
    *("harbour", "lane", "atlas", "winter", "garden", "quiet", "engines", "maps", "islands", "clockmaker", "daughter"),
    *("salt", "road", "northern", "kitchen", "paper", "boats", "amber"),
)
# Kinds of noise, each drawn from a seed of its own.
INVISIBLE = (
    *("attributes", "class_order", "class_names", "ids", "whitespace", "token", "nonce", "script_time", "comment"),
    *("ignored_ad", "named_ad", "style", "cache_buster", "session", "entities", "soft_hyphens", "hidden", "noscript"),
    *("iframe", "structured_data"),
)


@dataclass
class Book:
    """A row of the page."""

    title: str
    price: str
    stock: str
    cover: str


@dataclass
class Page:
    """What a reader sees, and the seed of each kind of noise."""

    title: str
    heading: str
    intro: str
    books: list[Book]
    button: str
    placeholder: str
    options: list[str]
    note: str
    footer: str
    noise: dict[str, int] = field(default_factory=lambda: dict.fromkeys(INVISIBLE, 0))


def page(seed: int) -> Page:
    """Return a page like no other."""
    chance = random.Random(seed)

    def words(least: int, most: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(chance.randint(least, most))).capitalize()

    return Page(
        title=words(2, 4),
        heading=words(2, 5),
        intro=words(20, 60) + ".",
        books=[
            Book(
                f"{words(2, 4)} {number}",
                f"£{chance.randint(3, 90)}.{chance.randint(10, 99)}",
                f"{chance.randint(1, 40)} left",
                words(2, 3),
            )
            for number in range(chance.randint(4, 30))
        ],
        button=words(1, 2),
        placeholder=words(2, 4),
        options=[words(1, 2) for _ in range(4)],
        note=words(8, 20) + ".",
        footer=words(4, 9),
    )


class Noise:
    """Draws what a reader does not see."""

    def __init__(self, seeds: dict[str, int]) -> None:
        self._chances = {kind: random.Random(f"{kind} {seed}") for kind, seed in seeds.items()}

    def hexes(self, kind: str, length: int = 8) -> str:
        return "".join(self._chances[kind].choice("0123456789abcdef") for _ in range(length))

    def attributes(self) -> str:
        chance = self._chances["attributes"]
        names = chance.sample(["data-reactid", "data-track", "data-v-8f3a", "tabindex", "lang", "onclick"], k=2)
        return "".join(f' {name}="{self.hexes("attributes")}"' for name in names)

    def classes(self, *names: str) -> str:
        order = list(names)
        self._chances["class_order"].shuffle(order)
        order.insert(0, f"css-{self.hexes('class_names', 5)}")
        return f' class="{" ".join(order)}"'

    def identity(self) -> str:
        return f' id="r-{self.hexes("ids", 4)}"'

    def space(self) -> str:
        return self._chances["whitespace"].choice(["", "\n", "\n\n    ", " \t ", "\r\n  "])

    def text(self, shown: str) -> str:
        """Write *shown* so that it looks the same."""
        written = escape(shown)
        chance = self._chances["entities"]
        for character, entity in (("£", "&pound;"), ("é", "&#233;"), (".", "&#46;")):
            if chance.random() < 0.5:
                written = written.replace(character, entity)
        spaces = self._chances["whitespace"].choice([" ", "  ", "\n "])
        hyphen = self._chances["soft_hyphens"].choice(["", "&shy;", "&#8203;"])
        return written.replace(" ", spaces).replace("th", f"t{hyphen}h")


def html(shown: Page) -> bytes:
    """Write *shown* as a shop would."""
    noise = Noise(shown.noise)
    text, space = noise.text, noise.space
    rows = "".join(
        f"<tr{noise.attributes()}{noise.identity()}>{space()}<td{noise.classes('cover', 'small')}>"
        f'<img src="/c.jpg?v={noise.hexes("cache_buster")}" alt="{escape(book.cover)}"></td>{space()}'
        f'<td><a href="/book?sid={noise.hexes("session")}">{text(book.title)}</a></td>'
        f"<td{noise.classes('price', 'now', 'bold')}>{text(book.price)}</td>{space()}<td>{text(book.stock)}</td></tr>"
        for book in shown.books
    )
    options = "".join(f"<option value='{noise.hexes('token')}'>{text(option)}" for option in shown.options)
    return f"""<!doctype html><html><head><title>{text(shown.title)}</title>
<style nonce="{noise.hexes("nonce")}">.css-{noise.hexes("style")}{{color:#{noise.hexes("style", 6)}}}</style>
<script nonce="{noise.hexes("nonce")}">window.t={noise.hexes("script_time")};</script>
<script type="application/ld+json">{{"@type":"Thing","dateModified":"{noise.hexes("structured_data")}"}}</script>
</head><body{noise.attributes()}><!-- rendered {noise.hexes("comment")} -->{space()}
<h1{noise.classes("big", "title")}>{text(shown.heading)}</h1><p>{text(shown.intro)}</p>{space()}
<div class="offers">Today only: {noise.hexes("ignored_ad")}</div>
<div class="box ad-slot">Cheap boats {noise.hexes("named_ad")}</div>
<div hidden>{noise.hexes("hidden")}</div><span style="display:none">{noise.hexes("hidden")}</span>
<noscript><img src="/pixel?{noise.hexes("noscript")}">{noise.hexes("noscript")}</noscript>
<iframe src="/frame?{noise.hexes("iframe")}">{noise.hexes("iframe")}</iframe>
<form><input type="hidden" name="csrf" value="{noise.hexes("token", 16)}">
<input placeholder="{escape(shown.placeholder)}"{noise.identity()}>
<button{noise.attributes()}>{text(shown.button)}</button>
<select>{options}</select></form>
<table>{rows}</table>{space()}<blockquote>{text(shown.note)}</blockquote>
<footer{noise.classes("foot", "wide")}>{text(shown.footer)}</footer></body></html>""".encode()


def invisible(shown: Page, kind: str, seed: int) -> Page:
    """Return *shown* with other noise of *kind*."""
    changed = deepcopy(shown)
    changed.noise[kind] = seed
    return changed


def _digit(text: str, chance: random.Random) -> str:
    places = [place for place, character in enumerate(text) if character.isdigit()]
    place = chance.choice(places)
    return f"{text[:place]}{(int(text[place]) + chance.randint(1, 9)) % 10}{text[place + 1 :]}"


def _word(text: str, chance: random.Random) -> str:
    words = text.split(" ")
    words[chance.randrange(len(words))] = f"other{chance.randrange(100)}"
    return " ".join(words)


def _swap(changed: Page, chance: random.Random) -> None:
    one, other = chance.sample(range(len(changed.books)), 2)
    changed.books[one], changed.books[other] = changed.books[other], changed.books[one]


def _cents(changed: Page, chance: random.Random) -> None:
    book = chance.choice(changed.books)
    book.price = book.price[:-1] + str((int(book.price[-1]) + 1) % 10)


def _new_row(changed: Page, chance: random.Random) -> None:
    changed.books.append(Book("One more", f"£{chance.randint(1, 9)}", "1 left", "c"))


def _row_gone(changed: Page, chance: random.Random) -> None:
    changed.books.pop(chance.randrange(len(changed.books)))


def _move_cell(changed: Page, chance: random.Random) -> None:
    book = chance.choice(changed.books)
    book.price, book.stock = book.stock, book.price


def _set(name: str, change: Callable[[str, random.Random], str]) -> Callable[[Page, random.Random], None]:
    def act(changed: Page, chance: random.Random) -> None:
        setattr(changed, name, change(getattr(changed, name), chance))

    return act


def _in_book(name: str, change: Callable[[str, random.Random], str]) -> Callable[[Page, random.Random], None]:
    def act(changed: Page, chance: random.Random) -> None:
        book = chance.choice(changed.books)
        setattr(book, name, change(getattr(book, name), chance))

    return act


VISIBLE: dict[str, Callable[[Page, random.Random], None]] = {
    "digit of a price": _in_book("price", _digit),
    "last cent": _cents,
    "currency": _in_book("price", lambda text, _: text.replace("£", "€")),
    "minus sign": _in_book("price", lambda text, _: f"-{text}"),
    "decimal point gone": _in_book("price", lambda text, _: text.replace(".", "")),
    "stock": _in_book("stock", _digit),
    "sold out": _in_book("stock", lambda *_: "sold out"),
    "word of a title": _in_book("title", _word),
    "case of a title": _in_book("title", lambda text, _: text.upper()),
    "alternative text": _in_book("cover", _word),
    "row gone": _row_gone,
    "row new": _new_row,
    "order of rows": _swap,
    "cells changed places": _move_cell,
    "page title": _set("title", _word),
    "heading": _set("heading", _word),
    "word of the text": _set("intro", _word),
    "button": _set("button", _word),
    "placeholder": _set("placeholder", _word),
    "footer": _set("footer", _word),
}


def visible(shown: Page, kind: str, seed: int) -> Page:
    """Return *shown* with a change of *kind* that a reader sees."""
    changed = deepcopy(shown)
    VISIBLE[kind](changed, random.Random(f"{kind} {seed}"))
    return changed
