"""Labels with their values in definition lists and in rows of tables with one header, or alternating ones."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import BOLD
from airflow_provider.local.reading.words.bylines import OF_JOBS
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import COLONS, bare, is_label, split_pair
from airflow_provider.local.reading.written.entries import without_more
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.words.lines import Pair

_AMOUNT = re.compile(r"^\d[\d.,]{0,10}\s?[^\W\d_]{0,4}$")


def definitions(top: Node) -> Iterator[Pair]:
    """Yield the terms of *top*, a definition list, each with its values."""
    groups: list[tuple[list[str], list[str]]] = [([""], [])]
    # A dl may wrap each of its groups in a div.
    parts = [one for one in top.inside("dt", "dd") if one.hidden == top.hidden]
    # Some put the value, in large letters, above what it is.
    above = bool(parts) and parts[0].tag == "dd" and parts[-1].tag == "dt"
    for node in parts[::-1] if above else parts:
        if node.tag == "dt":
            groups.append((_labels_of(node), []))
        elif node.text:
            groups[-1][1].append(without_more(node.text, node).rstrip(" ,"))
    # Two with labels of their own only stand below a heading.
    told = [(labels, values) for labels, values in groups if len(list(filter(None, map(split_pair, values)))) <= 1]
    yield from ((label, ", ".join(_entries(values))) for labels, values in told for label in labels if label and values)
    # "Council tax", and behind it "Band: D".
    inner = [(label, split_pair(value)) for labels, values in told for label in labels for value in values if label]
    yield from ((f"{label} {pair[0]}", pair[1]) for label, pair in inner if pair and is_label(f"{label} {pair[0]}"))


def _entries(values: Sequence[str]) -> Sequence[str]:
    """Return *values* up to the first behind another that says how a job employs or pays: "Munich", not "Hybrid"."""
    if form_of(values[0]) in OF_JOBS:
        return values
    return list(takewhile(lambda value: form_of(value) not in OF_JOBS, values))


def _labels_of(term: Node) -> list[str]:
    """Return what *term* says, or is called for those who cannot see, and what it is short for."""
    whole = [one.attrs.get("title", "") for one in term.children if one.tag == "abbr" and one.text == term.text]
    return [label_of(term) or _spoken_label(term), *filter(is_label, whole)]


def _spoken_label(term: Node) -> str:
    """Return what *term*, or the only part of it that says so, is called for those who cannot see its icon."""
    parts = () if term.text else (term, *term.below())
    told = {said for one in parts for name in ("title", "aria-label") if (said := one.attrs.get(name, ""))}
    return told.pop() if len(told) == 1 and is_label(*told) else ""


def row_pairs(row: Node) -> Iterator[Pair]:
    """Yield the pairs of a row that alternates header and cell, or label with colon and cell, or has just two cells."""
    # A box to tick in a cell of its own is neither label nor value.
    cells = [cell for cell in row.shown if cell.tag in {"th", "td"} and (cell.text or not cell.inside("input"))]
    # Beside labels with colons may also stand a picture, or a cell with a label of its own.
    if any(cell.text.endswith(COLONS) for cell in cells):
        cells = [cell for cell in cells if cell.text and not _has_label(cell)]
    heads = [cell.tag == "th" or (len(cells) > 2 and cell.text.endswith(COLONS)) for cell in cells]  # noqa: PLR2004 - a label and a value
    if heads == [True, False] * (len(cells) // 2) or (len(cells) == 2 and not all(heads)):  # noqa: PLR2004 - a label and a value
        for head, cell in zip(cells[::2], cells[1::2], strict=True):
            broken = any(one.tag in {"br", "li", "ul"} for one in cell.children)
            value = ", ".join(cell.lines) if broken else _before_label(cell)
            if value and (label := label_of(head)):
                yield label, value
            if _AMOUNT.match(head.text) and (label := label_of(cell)) and not (has_digit(label) or cell.inside("a")):
                yield label, head.text
    elif heads and all(heads):
        yield from zip(map(label_of, cells), _only_values(row), strict=False)


def _only_values(header: Node) -> list[str]:
    """Return the texts of the only row below *header*, one for each of its cells, if these are figures, not names."""
    table = next((one for one in header.up() if one.tag == "table"), header)
    rows = table.inside("tr")
    cells = rows[1].shown if [header] == rows[:1] and len(rows) == 2 else []  # noqa: PLR2004 - labels and values
    is_like = len(cells) == len(header.shown) and all(one.tag == "td" and has_digit(one.text) for one in cells)
    return [one.text for one in cells] if is_like else []


def _has_label(cell: Node) -> bool:
    """Tell whether *cell* begins with a label, which is not all of it."""
    label = next((one.text for one in cell.children[:1] if one.tag in BOLD and one.text.endswith(COLONS)), "")
    return label not in {"", cell.text} and cell.text.startswith(label)


def _before_label(cell: Node) -> str:
    """Return the text of *cell* up to the next label in it."""
    end = next((one.start for one in cell.inside(*BOLD) if one.text.endswith(COLONS)), cell.end)
    return " ".join("".join(cell.pieces[cell.start : end]).split())


def label_of(node: Node) -> str:
    """Return the label that the text of *node* may be; nothing where it is too long for one."""
    label = bare(node.text) if node.is_short else ""
    return label if is_label(label) else ""
