"""What a row of a table says, cell by cell: under the label of its column, by name, by day, by where it leads."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, STATED, TIMED, WEAKEST, Item
from airflow_provider.local.reading.data.things import property_names
from airflow_provider.local.reading.sections import section_facts
from airflow_provider.local.reading.tabledays import day_and
from airflow_provider.local.reading.tree.nodes import HEADINGS, MOST_PIECES, span_of, without
from airflow_provider.local.reading.tree.page import host_of
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE, split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import SYNONYM, match, without_label, words_of
from airflow_provider.local.reading.words.stated import bare
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.addresses import add_links
from airflow_provider.local.reading.written.attributes import IN_ROLE, add_spoken_role, stated_in
from airflow_provider.local.reading.written.flags import add_flags
from airflow_provider.local.reading.written.lastpost import LAST, add_last, is_last
from airflow_provider.local.reading.written.links import NO_PAGE
from airflow_provider.local.reading.written.prices import price_and_old_price
from airflow_provider.local.reading.written.sums import find_sums
from airflow_provider.local.reading.written.titles import before_parts, is_mark, is_titled
from airflow_provider.local.reading.written.users import is_author, leads_to_user

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_STRUCK = ("del", "s", "strike")
# "[For Sale]", before the link of a thread.
_PREFIX = re.compile(r"^\[[^\[\]]{1,20}\]\s")
# "(2.6k)", behind the link of a thread, but no year.
_SIZE = re.compile(r" ?\((?!(?:19|20)\d\d\))\d[\d.,]{0,9} ?[^\W\d_]{0,2}\)")
_SLASH = re.compile(r"\s?/\s?")
# "Salary and grade".
_BOTH = re.compile(r"\s?/\s?|\s(?:and|&|und|et|y|e|en|och|og|i)\s")
_FIGURES = re.compile(r"\d[\d.,]{0,12}(?:\s?/\s?\d[\d.,]{0,12}){1,3}$")
_NAMES = frozenset({"name", "headline"})
_TICKS = {"✓": "yes", "✔": "yes", "✅": "yes", "✗": "no", "✘": "no", "❌": "no", "✕": "no"}


def read_row(
    row: Sequence[Node], labels: Sequence[str], page: Page, leads: Sequence[bool], divided: Collection[str] = ()
) -> Item:
    """
    Return what the cells of *row* say under their *labels*, of which cells are *divided* as some of these are.

    *leads* tells of each column whether it has nothing but links that all show the same.
    """
    item = Item()
    links: list[str] = []
    named = next((column for column, label in enumerate(labels) if label), 0)
    for column, (label, cell) in enumerate(zip(labels, row, strict=False)):
        # What stands before several rows is what they stand under.
        if not label and cell.tag == "th" and span_of(cell.attrs.get("rowspan")) > 1:
            for part, text in section_facts(cell_text(cell)).items():
                item.add(part, text, strength=SHAPED)
            continue
        # Behind labelled columns, one without a label is there to be pressed; an icon may share the label of a name.
        if (column > named and not label) or (not cell.text and labels.count(label) > 1):
            continue
        inside = [one for one in cell.inside("a") if one.href and not NO_PAGE.match(one.href)]
        # Beside a name, a picture leads elsewhere, and so does what was written last.
        links += [one.href for one in [one for one in inside if one.text] or inside] if not LAST.match(label) else []
        if label in divided and not cell.inside("a"):
            # "Type / Duty", over "Tender / None" or "Tender".
            for part, text in zip(label.split(" / "), cell.text.split(" / "), strict=False):
                item.add(part, text, strength=STATED)
            continue
        _add_cell(item, label, cell, page, leads=leads[column])
    # Whose thread was the last one, and in what it stands, is told of that.
    told = zip_longest(labels, row)
    own = [(label, cell) for label, cell in told if cell and not (label and LAST.match(label))]
    add_links(item, [one for cell in dict.fromkeys(cell for _, cell in own) for one in cell.inside("a")], page)
    for one in [one for cell in dict.fromkeys(row) for one in cell.inside("a", "img")]:
        add_spoken_role(item, one, page)
    add_flags(item, [one for cell in dict.fromkeys(row) for one in (cell, *cell.below())])
    if len(set(links)) == 1:
        item.add("website", links[0] if page.is_elsewhere(links[0]) else None, strength=WEAKEST)
        item.add("url", page.absolute(links[0]), strength=SHAPED)
        # What leads to the record is called by what it is: "Card".
        leading = [cell for label, cell in own if label and cell.inside("a")]
        # "Discussions" may count these.
        worded = (label for label, cell in own if label and any(map(str.isalpha, cell.text[:SENTENCE])))
        is_known = len(leading) != 1 or any(match(("title",), words_of(label)) for label in worded)
        item.add("title", None if is_known else _labelled("title", leading[0])[0][1], strength=SHAPED)
    # What has all cells and leads somewhere is one of them, however little of it is asked for.
    is_whole = len(dict.fromkeys(row)) == len(labels)
    item.alike = is_whole and any(fact.labels[-1] == ("url",) for fact in item.facts)
    return item


def _add_cell(item: Item, label: str, cell: Node, page: Page, *, leads: bool) -> None:
    """Add what *cell* says under *label*; where it only *leads*, that is where to."""
    concepts = PHRASES.get(words_of(label), frozenset())
    # A picture leads elsewhere than to itself.
    href = next((one.href for one in cell.inside("a") if one.href), "") if "image" not in concepts else ""
    link = page.absolute(href)
    # An address may be shown without its scheme, and cut short.
    is_address = link != "" and (leads or not concepts.isdisjoint({"url", "website"}))
    for part, text in [(label, link)] if is_address else _labelled(label, cell):
        item.add(part, text, strength=STATED if label else SHAPED)
    if not label:
        return
    # "Office / Company", of which each row has but one.
    for part in label.split(" / ") if " / " in label and len(cell.lines) == 1 else ():
        item.add(part, cell.text, strength=SHAPED)
    if any(match(("title",), words_of(part)) for part in parts_of(label)):
        _add_named(item, cell, page)
        # Below its title may stand where a thread belongs.
        within = {one.text for one in cell.below() if any(map(_is_category, one.names))}
        item.add("category", within.pop() if len(within) == 1 else None, strength=SHAPED)
    if "price" in concepts and len(MONEY.findall(cell.text)) > 1:
        price, old = price_and_old_price(find_sums((cell, *cell.below()), comma=page.comma))
        for part, told in (("price", price), ("old price", old)) if price and old else ():
            item.add(part, told, strength=SHAPED)
    if LAST.match(label):
        add_last(item, [cell, *cell.below()], page)
    else:
        item.add(f"{label} url", link, strength=TIMED)


def parts_of(label: str) -> list[str]:
    """Return the labels in *label*, which slashes or "and" divide; with no space around them only known ones."""
    parts = _BOTH.split(label)
    return parts if all(words_of(part) in PHRASES for part in parts) else label.split(" / ")


def _is_category(name: str) -> bool:
    return "category" in PHRASES.get(words_of(name)[-1:], ())


def _add_named(item: Item, cell: Node, page: Page) -> None:
    """Add where the name in *cell* leads, who wrote what has it, and the line below it."""
    told = without(cell.below(), is_last)
    by = next((one.text for one in told if form_of(one.text) == "author"), "")
    called = {one.text for one in told if one.is_short and any(map(is_author, one.names))}
    item.add("author", bare(by, "author") or (called.pop() if len(called) == 1 else None), strength=SHAPED)
    lines = cell.content_lines if cell.size < MOST_PIECES else []
    name = _name_in(cell, lines)
    links = [one for one in cell.inside("a") if one.text and one.text in (lines or [""])[0]]
    link = next((one for one in links if one.text == name), max(links, key=lambda one: len(one.text), default=None))
    item.add("url", page.absolute(link.href) if link is not None else None)
    # "[Solved] ", in an element of its own.
    led = lines[0].partition(name)[0].strip() if name and lines and name in lines[0] else ""
    is_apart = any(one.text == led for one in cell.below())
    item.add("prefix", led.strip("[]") if is_apart and len(led) < SENTENCE else "", strength=SHAPED)
    below = lines[1] if len(lines) == 2 and name and name in lines[0] else ""  # noqa: PLR2004 - a name, and a line below it
    is_told = below == by or " " not in below or form_of(below) or byline_of(below) or split_pair(below)
    item.add("description", "" if is_told else below, strength=SHAPED)


def _labelled(label: str, cell: Node) -> list[tuple[str, str]]:
    """Return what *cell* says under *label*: line by line if that names several, who and when, or a name alone."""
    lines, names = cell.content_lines if cell.size < MOST_PIECES else [], parts_of(label)
    # "1/973", under "Replies/Views".
    lines = _SLASH.split(lines[0]) if len(names) > 1 and len(lines) == 1 and _FIGURES.match(lines[0]) else lines
    # "£54 per hour", under "Salary and grade".
    is_first = len(names) > len(lines) == 1 and match(words_of(names[0]), words_of(form_of(lines[0]))) >= SYNONYM
    label = names[0] if is_first else label
    asked = words_of(label)
    told = [one for one in cell.below() if one.text]
    stated = {one.text for one in told if any(match(words_of(name), asked) for name in property_names(one))}
    stated = stated or {day for one in cell.inside("time") if one.text == cell.text and (day := day_in(stated_in(one)))}
    if len(stated) == 1:
        return [(label, stated.pop())]
    if len(names) == len(lines) > 1:
        # Beside the name of a thread stand links to its pages.
        name = _name_in(cell, lines) if match(("title",), words_of(names[0])) else ""
        return list(zip(names, (name if name and name in lines[0] else lines[0], *lines[1:]), strict=True))
    if days := day_and(label, cell, lines):
        return days
    # Beside the only heading of a cell stands what says more of what has that name.
    heads = {one.text for one in cell.inside(*HEADINGS)} - {""}
    if label and len(heads) == 1:
        head = heads.pop()
        # It may be the label once more, for a narrow screen.
        return [(label, head if words_of(head) != asked else cell_text(cell).removeprefix(head).strip())]
    # Below a name may stand the address of its site.
    if len(lines) == 2 and any(one.text == lines[1] and "." in host_of(f"//{one.text}") for one in cell.inside("a")):  # noqa: PLR2004 - a name, and an address
        return [(label or "name", lines[0])]
    name = _name_in(cell, lines) if not label or match(("title",), words_of(label)) else ""
    # A label may be said again, for those who cannot see whose column it is.
    return [(label or "name", name if name and label else without_label(cell_text(cell), words_of(label)))]


def _name_in(cell: Node, lines: Sequence[str]) -> str:
    """Return the name in *cell*, beside which it may have marks, links to pages, and who began it; else nothing."""
    links = [one for one in cell.inside("a") if one.text]
    stated = {one.text for one in links if not _NAMES.isdisjoint(property_names(one))}
    # A class may tell which link is the name: "subject".
    stated = stated or {*[_without_figures(one) for one in links if is_titled(one) or _is_all_of_title(one)][:1]}
    # "Announcement:", before the name.
    # Behind the name of a thread stands who began it, and links to its pages.
    pages = [one for one in links[1:] if one.text.isdecimal() or one.href.startswith(links[0].href)]
    is_led = bool(links) and links[0].before().rstrip().endswith(COLONS)
    is_led = is_led or (len(links) == 1 == len(lines) and bool(_SIZE.fullmatch(lines[0].partition(links[0].text)[2])))
    if len(stated) == 1 or (len(links) == 1 + len(pages) and (is_led or pages)):
        return stated.pop() if stated else links[0].text
    if links and any(form_of(one.text) == "author" for one in cell.below()):
        return max(links, key=lambda one: len(one.text)).text
    if not links or not lines:
        return "" if links else before_parts(cell)
    marks = [one.text for one in cell.below() if is_mark(one)]
    line = next((lines[0].removesuffix(mark).rstrip() for mark in marks if lines[0].endswith(f" {mark}")), lines[0])
    line = _PREFIX.sub("", line) if len(links) == 1 and not line.startswith(links[0].text) else line
    leads = [one.text for one in links if (len(lines) > 1 or marks) and _is_all_but_note(one.text, line)]
    return leads[0] if leads else lines[0] if len(lines) > 1 and any(one.text == cell.text for one in links) else ""


def _without_figures(link: Node) -> str:
    """Return the text of *link* without lines of figures below the first one: how many rated it."""
    return link.text if any(map(str.isalpha, "".join(link.lines[1:]))) else link.lines[0]


def _is_all_of_title(link: Node) -> bool:
    """Tell whether *link* is all of an element that a class calls a title."""
    return link.parent is not None and link.parent.text == link.text and is_titled(link.parent)


def _is_all_but_note(name: str, line: str) -> bool:
    """Tell whether *name* is all of *line*, but for a note in brackets behind it."""
    rest = line.removeprefix(name).strip()
    return line.startswith(name) and (rest == "" or (rest[0], rest[-1]) == ("(", ")"))


def cell_text(cell: Node) -> str:
    """Return the text of *cell*: its lines, its entries divided by commas, or what its boxes and pictures say."""
    if cell.size > MOST_PIECES:
        return ""
    # A day that was struck out has changed.
    lines = (cell.inside(*_STRUCK) and cell.lines_without(*_STRUCK)) or cell.content_lines
    if not lines:
        boxes = ["checked" in one.attrs for one in cell.below() if one.attrs.get("type") == "checkbox"]
        if boxes:
            return "yes" if boxes[0] else "no"
        told = [one.attrs.get("alt") or one.attrs.get("title", "") for one in cell.inside("img")]
        # Who has which part in a thread is told of each of them.
        is_of_users = all(map(IN_ROLE.match, told)) and any(map(leads_to_user, cell.inside("a")))
        return "" if is_of_users else " ".join(told).strip()
    text = ", ".join(lines) if cell.inside("li") else " ".join(lines)
    # A flag, "flag-ec", may read "ec" beside the name.
    for one in cell.shown:
        if len(one.text) == 2 and any(name.endswith(f"-{one.text}") for name in one.names) and cell.inside("a"):  # noqa: PLR2004 - the code of a country
            text = text.removeprefix(f"{one.text} ").removesuffix(f" {one.text}")
    return _TICKS.get(text, text)
