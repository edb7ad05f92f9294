"""Which picture shows a record: one that only decorates is none, and a logo tells whose record it is."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.written.hints import NAMED
from airflow_provider.local.reading.written.links import telling_links
from airflow_provider.local.reading.written.roles import found_by
from airflow_provider.local.reading.written.users import leads_to_user

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# "Acme logo", and "Acme jobs", as the picture is called that leads to all jobs of Acme.
_LOGO = re.compile(r"^(?:(\S.{1,40}) (?:logo|jobs)|logo (?:(?-i:of|von|de|di|van|for) )?(\S.{1,40}))$", re.IGNORECASE)
# Narrower or lower in pixels, a picture only decorates.
_LEAST_SIDE = 50
# So many times as long as it is high or wide, it is a banner.
_LONGEST = 3
_DECORATION = re.compile(
    r"(?:^|[-_ .])(?:pixel|spacer|blank|clear|transparent|placeholder|(?:pre)?load(?:ing|er)?(?=\.gif)"
    r"|logo|icon|sprite|avatar|badge|button|btn|arrow|rating|ads?)"
    r"(?:$|[-_ .\d])",
    re.IGNORECASE,
)
_FOLDERS = ("/badges", "/icons", "/flags", "/sprites", "/smilies", "/smileys", "/emoticons", "/buttons")
# A picture, the link around it, and what holds these alone.
_AROUND = 4
# A number of more figures counts no pictures, nor does one that is not behind that of the first.
_MANY = 4
_FIRST_OF = re.compile(r"1\s?/\s?(\d{1,3})$")
_SWATCH = frozenset({"swatch", "swatches"})
_PARTY = "shop|store|company|brand|seller|bank|partner|merchant|vendor"
_CALLED = re.compile(rf"(?:{_PARTY})?logo")
# "/company-logo_100_100/".
_FOLDER_OF_LOGOS = re.compile(rf"/(?:(?:{_PARTY})[-_]?)?logos?(?:[-_x]?\d{{1,4}}){{0,2}}/", re.IGNORECASE)


def add_picture(
    item: Item, nodes: Sequence[Node], headings: Sequence[Node], page: Page, shared: Collection[str] = frozenset()
) -> None:
    """
    Add the picture that a heading names, or else the first that is no decoration, and whose logo comes first.

    One that is *shared* with the other records of a list shows none of them, if it is not called as one is.
    """
    images = [node for node in nodes if node.tag == "img"]
    if not images:
        return
    for image in images[:1]:
        if owner := _LOGO.match(_described(image)):
            item.add("seller", owner[1] or owner[2], strength=SHAPED)
            item.add("company", owner[1] or owner[2], strength=SHAPED)
    # What is said to be of nobody may be the logo of the page, unless it is the only picture.
    logos = {image.source for image in images if _is_logo(image) and (_described(image) or len(images) == 1)}
    item.add("logo", page.absolute(logos.pop()) if len(logos) == 1 else None, strength=SHAPED)
    shown = [one for one in images if not _is_decoration(one)]
    named = {one.text for one in headings}
    called = named | {fact.value for fact in item.facts if fact.labels[-1] == ("title",)}
    # What neither a heading nor a link names is called what its picture shows and a text says, too.
    said = {_described(one) for one in shown} & {one.text for one in nodes if one.is_short} - {""}
    if not named and len(said) == 1 and not telling_links(nodes):
        item.add("title", *said, strength=SHAPED)
    own = [one for one in shown if one.source not in shared]
    for image in [*(one for one in shown if _described(one) in called), *own][:1]:
        item.add("image", page.absolute(image.source), strength=SHAPED)
        item.add("alt text", _described(image), strength=SHAPED)
        boxes = (one.text for one in islice(image.up(), _AROUND) if one.size)
        counts = {found[1] for one in nodes if one.is_short and (found := _FIRST_OF.match(one.text))}
        counts = counts or {text for text in (next(boxes, ""),) if text.isdecimal() and len(text) < _MANY}
        item.add("photo count", counts.pop() if len(counts) == 1 else None, strength=SHAPED)


def add_avatar(item: Item, nodes: Sequence[Node], page: Page) -> None:
    """Add the picture of who wrote *nodes*: in a link that leads where the first name does, or the only one."""
    users = [one.href for one in nodes if one.text and leads_to_user(one)]
    found: dict[str, Node | None] = {}
    for image in (one for one in nodes if one.tag == "img" and one.source):
        link = next((one for one in islice(image.up(), _AROUND) if leads_to_user(one)), None)
        around = (image, *islice(image.up(), 1))
        called = (words_of(name) for one in around for name in (*one.names, *found_by(one), _described(one)))
        if link is not None or any("avatar" in words for words in called):
            found[image.source] = link
    own = [source for source, link in found.items() if link is None or link.href in users[:1]]
    item.add("avatar", page.absolute(own[0]) if len(own) == 1 else None, strength=SHAPED)


def add_owner(item: Item, nodes: Sequence[Node]) -> None:
    """Add whose record it is, as the only logo among *nodes* says, or a picture that a class calls a party."""
    logos = [one for one in nodes if one.tag == "img" and _described(one) and _is_logo(one)]
    # "Partner", of class "logo-partner", is no name of one.
    named = [one for one in logos if len(_described(one)) < SENTENCE]
    named = [one for one in named if not {*words_of(_described(one))} <= {*words_of(" ".join(one.names))}]
    owners = {_LOGO.sub(r"\1\2", _described(one)) for one in named}
    item.add("company", owners.pop() if len(owners) == 1 else None, strength=SHAPED)
    # "Acme", of class "item-brand".
    for image in (one for one in nodes if one.tag == "img" and 0 < len(_described(one)) < SENTENCE):
        names = (words_of(name) for one in (image, *islice(image.up(), 1)) if not one.text for name in one.names)
        parties = {words[-1] for words in names if not NAMED.isdisjoint(words[-1:])}
        for party in parties if {_described(image).lower()}.isdisjoint(parties) else ():
            item.add(party, _described(image), strength=SHAPED)


def add_swatches(item: Item, nodes: Sequence[Node]) -> None:
    """Add the colours that *nodes* without a text show, as they are called where a class or a folder calls them so."""
    last = -1
    for node in (one for one in nodes if one.attrs and not one.text):
        folders = node.source.lower().split("/")[:-1] if node.tag == "img" else []
        is_one = not _SWATCH.isdisjoint(folders) or any("swatch" in words_of(name) for name in node.names)
        said = next(filter(None, (node.attrs.get(name) for name in ("alt", "title", "aria-label"))), None)
        # A link, and the picture in it, are one, but what holds them all is none.
        if is_one and said and node.place > last and (node.tag == "a" or not node.children):
            item.add("color", said, strength=SHAPED)
            last = node.last


def _described(image: Node) -> str:
    return " ".join(image.attrs.get("alt", "").split())


def _is_logo(image: Node) -> bool:
    """Tell whether class names, its file or a folder say that *image*, which is said to be of somebody, is a logo."""
    around = islice((image, *image.up()), _AROUND)
    path = image.source.partition("?")[0]
    called = [*(name for one in around for name in (*one.names, *found_by(one))), path.rpartition("/")[2]]
    is_called = any(_CALLED.fullmatch(word) for name in called for word in words_of(name))
    is_called = is_called or _FOLDER_OF_LOGOS.search(path) is not None
    # Firms have long names.
    return is_called and len(_described(image)) < 2 * SENTENCE


def _is_decoration(image: Node) -> bool:
    """Tell whether *image* only spaces or marks the page, as its stated size, its file or its class tells."""
    said = [image.attrs.get(side, "").removesuffix("px") for side in ("width", "height")]
    sides = sorted(int(side[:6]) for side in said if side.isdecimal())
    folder, _, file = image.source.partition("?")[0].rpartition("/")
    odd = sides != [] and (sides[0] < _LEAST_SIDE or sides[-1] > _LONGEST * sides[0])
    is_called = _DECORATION.search(f"{' '.join(image.names)} {file}") or folder.endswith(_FOLDERS)
    return odd or not image.source or bool(is_called)
