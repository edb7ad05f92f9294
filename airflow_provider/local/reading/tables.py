"""
Tables whose rows are records, and those whose columns are.

A table of labels and values is left to `pairs`. Both readings of an ambiguous table are returned; which of
them fits is seen when a schema is filled.
"""

from __future__ import annotations

import re
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.cards import LAST, add_last
from airflow_provider.local.reading.data.facts import SHAPED, STATED, TIMED, WEAKEST, Group, Item
from airflow_provider.local.reading.data.things import property_names
from airflow_provider.local.reading.listing import section_facts
from airflow_provider.local.reading.tree.nodes import MOST_PIECES
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import bare, form_of
from airflow_provider.local.reading.words.lines import COLONS, MAX_LABEL
from airflow_provider.local.reading.words.names import match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.flags import add_flags
from airflow_provider.local.reading.written.hints import user_in
from airflow_provider.local.reading.written.titles import before_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

MAX_ROWS = 20_000
_MAX_SPAN = 50
_MAX_CELLS = 200_000
_MAX_SPANNED = 5_000
# More rows of header cells than these are no header.
_MOST_HEADERS = 3
_HEAD_CLASS = re.compile(
    r"(?:t?head(?:er|ing)?|col-?head(?:er|ing)?|tcat|titlebg|catbg|infoboxheading)\d?$", re.IGNORECASE
)
# What divides a name from a day, and labels of what was last without a word for what.
_AROUND_DAY = " \u00bb\u203a|\u00b7,-"
_LATEST = frozenset({("most", "recent"), ("latest",), ("last",)})
_NAMES = frozenset({"name", "headline"})
_NUMERIC = re.compile(r"^[^\w]{0,3}\d[\d.,%\s/-]{0,30}\w{0,3}$")
_TICKS = {"✓": "yes", "✔": "yes", "✅": "yes", "✗": "no", "✘": "no", "❌": "no", "✕": "no"}

Grid = list[list["Node"]]


def read_tables(page: Page) -> list[Group]:
    """Return one group for each table with a header, and a second one where its columns could be records."""
    tables = [node for node in page.nodes if node.tag == "table" and not node.hidden]
    around = zip_longest(tables, tables[1:])
    return [group for table, after in around for group in _read_table(table, _rows(table, after), page)]


def _rows(table: Node, after: Node | None) -> list[Node]:
    """Return the rows of *table*; with the one *after* it in it, and without a header, it is the layout of the page."""
    if after is None or not table.holds(after):
        return table.inside("tr")
    rows = [row for child in table.children for row in (child, *child.children) if row.tag == "tr"]
    named = [cell for cell in rows[0].children if cell.tag == "th" and cell.text] if rows else []
    return rows if len(named) > 2 and len(named) == len(rows[0].children) else []  # noqa: PLR2004 - two may be a layout


def _read_table(table: Node, rows: Sequence[Node], page: Page) -> list[Group]:
    grid = _grid(rows)
    header = _header_rows(grid)
    width = max((len(row) for row in grid), default=0)
    if not header or len(grid) <= header or width < 2:  # noqa: PLR2004 - one column is a list
        return []
    labels = _labels([row for row in grid[:header] if not _is_section(row)], width)
    # The first section may stand among the header cells.
    below = header - int(header > 1 and _is_section(grid[header - 1]))
    lines = [row for row in grid[below:] if not _repeats(row, labels)]
    body = [row for row in lines if not _is_section(row)]
    sections = _sections(lines)
    caption = next((one.text for one in table.children if one.tag == "caption"), "")
    name = caption or table.heading_before
    leads = [_only_leads([row[column] for row in body if column < len(row)]) for column in range(width)]
    items = [_item(row, labels, page, leads) for row in body]
    for item, section in zip(items, sections, strict=True) if len(set(sections)) > 1 else ():
        for label, text in section_facts(section).items():
            item.add(label, text, strength=SHAPED)
    groups = [Group(items, "table", name, table.boilerplate)]
    if width > 2:  # noqa: PLR2004 - label and value are no comparison
        groups.append(Group(_columns(body, labels), "columns", name, table.boilerplate))
    return groups


def _grid(rows: Sequence[Node]) -> Grid:
    """Return the cells of *rows* by row and column, each repeated over the rows and columns that it spans."""
    grid: Grid = []
    carried: dict[int, tuple[Node, int]] = {}
    total = spanned = 0
    for row in rows[:MAX_ROWS]:
        line: list[Node] = []
        for cell in [cell for cell in row.children if cell.tag in {"td", "th"}]:
            _carry(line, carried)
            down = _span(cell.attrs.get("rowspan"))
            across = _span(cell.attrs.get("colspan"))
            spanned += across - 1
            for _ in range(across if spanned < _MAX_SPANNED else 1):
                if down > 1 and spanned < _MAX_SPANNED:
                    carried[len(line)] = (cell, down - 1)
                line.append(cell)
        _carry(line, carried)
        total += len(line)
        if total > _MAX_CELLS:
            break
        if line:
            grid.append(line)
    return grid


def _carry(line: list[Node], carried: dict[int, tuple[Node, int]]) -> None:
    """Put the cells that reach down from the rows above at the end of *line*."""
    while (column := len(line)) in carried:
        cell, left = carried.pop(column)
        line.append(cell)
        if left > 1:
            carried[column] = (cell, left - 1)


def _span(text: str | None) -> int:
    return max(1, min(int(text[:6]), _MAX_SPAN)) if text and text.isascii() and text.isdigit() else 1


def _header_rows(grid: Grid) -> int:
    """Return how many rows on top are headers: of header cells, or of short words over numbers."""
    count = len(list(takewhile(lambda row: all(map(_is_head, row)), grid[:_MOST_HEADERS])))
    if count or len(grid) < 2:  # noqa: PLR2004 - a header needs a row below it
        return count
    first = [_text(cell) for cell in dict.fromkeys(grid[0])]
    # Columns of icons have no header.
    if sum(words_of(text) in PHRASES for text in first) > 1:
        first = [text for text in first if text]
    second = [_text(cell) for cell in grid[1]]
    bold = all(cell.inside("b", "strong") for cell in grid[0])
    words = all(text and not _NUMERIC.match(text) and len(text) <= MAX_LABEL for text in first)
    wide = len(set(map(id, grid[0]))) > 2 or bold  # noqa: PLR2004 - two plain columns are rather labels and values
    formed = any(_NUMERIC.match(text) or form_of(text) for text in second) and not any(form_of(text) for text in first)
    return int(words and len(set(first)) == len(first) and wide and (bold or formed))


def _is_head(cell: Node) -> bool:
    row = cell.parent
    if cell.tag == "th" or row is None or (row.parent is not None and row.parent.tag == "thead"):
        return True
    if any(_HEAD_CLASS.match(name) for name in cell.names):
        return True
    return not cell.text and any(one.tag == "th" for one in row.children)


def _labels(rows: Grid, width: int) -> list[str]:
    """Return the header of each column; headers over several columns are put before those below them."""
    labels = []
    for column in range(width):
        parts = [_header(row[column]) for row in rows if column < len(row)]
        labels.append(" ".join(dict.fromkeys(part for part in parts if part)))
    return labels


def _header(cell: Node) -> str:
    """Return the text of *cell*, or what its title says that an unknown sign or abbreviation stands for."""
    text = _text(cell)
    titles = [one.attrs.get("title", "") for one in (cell, *cell.children)]
    said = (title for title in titles if 0 < len(title) <= MAX_LABEL and not title.startswith(("Sort", "Click")))
    return text if text.upper() != text or words_of(text) in PHRASES else next(said, text)


def _is_section(row: list[Node]) -> bool:
    return len(row) > 1 and all(cell is row[0] for cell in row)


def _sections(rows: Grid) -> list[str]:
    """Return for each of *rows* that is none what the row over all columns says that it stands under."""
    found: list[str] = []
    above = ""
    for row in rows:
        if _is_section(row):
            above = _text(row[0])
        else:
            found.append(above)
    return found


def _repeats(row: list[Node], labels: list[str]) -> bool:
    return [_text(cell) for cell in row] == labels[: len(row)]


def _only_leads(cells: Sequence[Node]) -> bool:
    """Tell whether *cells* of one column have no text but links that all show the same, as an icon of a document."""
    shown, links = {_text(cell) for cell in cells}, {one.href for cell in cells for one in cell.inside("a")}
    return len(shown - {""}) == 1 < len(links) and not any(cell.text for cell in cells)


def _item(row: list[Node], labels: list[str], page: Page, leads: Sequence[bool]) -> Item:
    item = Item()
    links: list[str] = []
    named = next((column for column, label in enumerate(labels) if label), 0)
    for column, (label, cell) in enumerate(zip(labels, row, strict=False)):
        # What stands before several rows is what they stand under.
        if not label and cell.tag == "th" and _span(cell.attrs.get("rowspan")) > 1:
            for part, text in section_facts(_text(cell)).items():
                item.add(part, text, strength=SHAPED)
            continue
        # Behind labelled columns, one without a label is there to be pressed; an icon may share the label of a name.
        if (column > named and not label) or (not cell.text and labels.count(label) > 1):
            continue
        inside = [one.href for one in cell.inside("a") if one.href]
        links += inside
        # A picture leads elsewhere than to itself.
        concepts = PHRASES.get(words_of(label), frozenset())
        link = "" if "image" in concepts else page.absolute("".join(inside[:1]))
        # An address may be shown without its scheme, and cut short.
        is_address = leads[column] or not concepts.isdisjoint({"url", "website"})
        for part, text in [(label, link)] if link and is_address else _labelled(label, cell):
            item.add(part, text, strength=STATED if label else SHAPED)
        if label:
            by = next((one.text for one in cell.below() if form_of(one.text) == "author"), "")
            item.add("author", bare(by, "author") if match(("title",), words_of(label)) else "", strength=SHAPED)
            item.add(f"{label} url", link, strength=TIMED)
            if LAST.match(label):
                add_last(item, [cell, *cell.below()])
    add_flags(item, [one for cell in dict.fromkeys(row) for one in (cell, *cell.below())])
    if len(set(links)) == 1:
        item.add("website", links[0] if page.is_elsewhere(links[0]) else None, strength=WEAKEST)
        item.add("url", page.absolute(links[0]), strength=SHAPED)
        # What leads to the record is called by what it is: "Card".
        leading = [cell for label, cell in zip(labels, row, strict=False) if label and cell.inside("a")]
        is_known = len(leading) != 1 or any(match(("title",), words_of(label)) for label in labels)
        item.add("title", None if is_known else _labelled("title", leading[0])[0][1], strength=SHAPED)
    return item


def _labelled(label: str, cell: Node) -> list[tuple[str, str]]:
    """Return what *cell* says under *label*: line by line if that names several, who and when, or a name alone."""
    lines, names = cell.content_lines if cell.size < MOST_PIECES else [], label.split(" / ")
    if len(names) == len(lines) > 1:
        # Beside the name of a thread stand links to its pages.
        name = _name_in(cell, lines) if match(("title",), words_of(names[0])) else ""
        return list(zip(names, (name if name and name in lines[0] else lines[0], *lines[1:]), strict=True))
    if told := _day_and(label, cell, lines):
        return told
    name = _name_in(cell, lines) if not label or match(("title",), words_of(label)) else ""
    return [(label or "name", name if name and label else _text(cell))]


def _day_and(label: str, cell: Node, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the day that *cell* states, with its hours, or with who wrote then, each under a label of its own."""
    asked = PHRASES.get(words_of(label), frozenset())
    if len(lines) == 2 and form_of(lines[1]) == "hours" and "date" in asked:  # noqa: PLR2004 - a day, and when on it
        return [(label, lines[0]), ("time", lines[1])]
    is_last = LAST.match(label) is not None or words_of(label) in _LATEST
    links = [one for one in cell.inside("a") if one.text]
    if len(links) == 1 and not form_of(links[0].text):
        around = (*cell.pieces[cell.start : links[0].start], " ", *cell.pieces[links[0].end : cell.end])
        day, name = day_in(" ".join("".join(around).split()).strip(_AROUND_DAY)), links[0].text
        if day and is_last:
            return [(label, day), ("last post date", day), ("last post by", name)]
        if day and not asked.isdisjoint({"author", "date"}):
            return [(label, name), ("date", day)] if "author" in asked else [(label, day), ("author", name)]
    if is_last and (told := _last_in(lines)):
        return [(label, told[0][1]), *told]
    # Who wrote last has a label of its own.
    if is_last and (user := user_in(cell.inside("a"))) in lines:
        return [(label, " ".join(line for line in lines if line != user))]
    return []


def _last_in(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return when somebody wrote last, and who, as *lines* say it: in one byline, or on a line of its own."""
    said = dict(byline_of(" ".join(lines)))
    if said.keys() == {"date", "author"}:
        return [("last post date", said["date"]), ("last post by", said["author"])]
    days = [line for line in lines if day_in(line)]
    return [("last post date", days[0])] if len(days) == 1 < len(lines) else []


def _name_in(cell: Node, lines: Sequence[str]) -> str:
    """Return the name in *cell*, beside which it may have marks, links to pages, and who began it; else nothing."""
    links = [one for one in cell.inside("a") if one.text]
    stated = {one.text for one in links if not _NAMES.isdisjoint(property_names(one))}
    # "Announcement:", before the name.
    # Behind the name of a thread stands who began it, and links to its pages.
    pages = [one for one in links[1:] if one.text.isdecimal() or one.href.startswith(links[0].href)]
    is_led = bool(links) and links[0].before().rstrip().endswith(COLONS)
    if len(stated) == 1 or (len(links) == 1 + len(pages) and (is_led or pages)):
        return stated.pop() if stated else links[0].text
    if links and any(form_of(one.text) == "author" for one in cell.below()):
        return max(links, key=lambda one: len(one.text)).text
    if not links:
        return before_parts(cell)
    is_linked = len(lines) > 1 and any(one.text in {lines[0], cell.text} for one in links)
    return lines[0] if is_linked else ""


def _columns(body: Grid, labels: list[str]) -> list[Item]:
    """Return the columns as records, each called by its header; the first one has their labels."""
    items = []
    for column in range(1, min(len(labels), _MAX_SPAN)):
        item = Item()
        item.add("name", labels[column], strength=TIMED)
        for row in body[:_MAX_SPAN]:
            if column < len(row):
                item.add(_text(row[0]), _text(row[column]))
        items.append(item)
    return items


def _text(cell: Node) -> str:
    if cell.size > MOST_PIECES:
        return ""
    lines = cell.content_lines
    if not lines:
        boxes = ["checked" in one.attrs for one in cell.below() if one.attrs.get("type") == "checkbox"]
        if boxes:
            return "yes" if boxes[0] else "no"
        return " ".join(one.attrs.get("alt", "") for one in cell.inside("img")).strip()
    text = ", ".join(lines) if cell.inside("li") else " ".join(lines)
    return _TICKS.get(text, text)
