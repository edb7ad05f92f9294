"""Records in tables that are but a layout: cells with cards in them, and rows that one cell reaches down to."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# Two neighbours that are alike may be anything; of so many there is a list.
ALIKE = 3


def cells_of(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[tuple[Node, ...], ...]]:
    """Yield the cells of tables that are but a layout, one by one and by place: most of them hold a link and more."""
    sections: dict[tuple[str, str, str], list[tuple[tuple[Node, ...], ...]]] = {}
    for table in nodes:
        if table.tag == "table" and not table.hidden:
            rows = [row for child in table.children for row in (child, *child.children) if row.tag == "tr"]
            cells = [cell for row in rows for cell in row.children if cell.tag == "td" and cell.size]
            full = (cell for cell in cells if len(cell.children) >= ALIKE or cell.inside("img"))
            linked = tuple((cell,) for cell in full if len(cell.children) > 1 and cell.inside("a"))
            alike = linked or _of_two_parts(cells, kinds)
            if 2 * len(alike) <= len(cells):
                continue
            if len(alike) >= ALIKE:
                yield alike
            if table.parent is not None:
                place = (kinds[table.place], kinds[table.parent.place], kinds[alike[0][0].place])
                sections.setdefault(place, []).append(alike)
    # Each section may have a table of its own; what holds another one is a layout of such.
    for several in sections.values():
        inner = [cells for cells, then in pairwise(several) if cells[-1][0].last < then[0][0].place]
        together = tuple(chain(*inner, several[-1]))
        if inner and len(together) >= ALIKE:
            yield together


def _of_two_parts(cells: Sequence[Node], kinds: Sequence[str]) -> tuple[tuple[Node], ...]:
    """Return those of *cells* that hold two or more texts in elements of the same kinds, which classes tell."""
    shapes = [tuple(kinds[one.place] for one in cell.children if one.size) for cell in cells]
    shape, _ = next(iter(Counter(shapes).most_common(1)), ((), 0))
    is_told = len(shape) > 1 and all("." in kind for kind in shape) and len(set(shape)) == len(shape)
    return tuple((cell,) for cell, own in zip(cells, shapes, strict=True) if own == shape) if is_told else ()


def spanned(nodes: Sequence[Node]) -> Iterator[tuple[tuple[Node, ...], ...]]:
    """Yield rows of tables with those that a cell reaches down to, or below that are one cell, where most are such."""
    for table in nodes:
        rows = [one for one in table.children if one.tag == "tr"] if table.tag in {"table", "tbody"} else []
        # What is one cell at the end stands above nothing.
        ends = (_end_of_cells, _end_of_notes) if rows and _is_one_cell(rows[-1]) else (_end_of_cells,)
        for end_of in ends:
            end = 0
            starts = (at for at in range(len(rows)) if at >= end)
            runs = [tuple(rows[at:end]) for at in starts if (end := end_of(rows, at)) > at + 1]
            held = sum(bool(row.text) for run in runs for row in run)
            if len(runs) >= ALIKE and held > len(runs) and 2 * held > sum(bool(row.text) for row in rows):
                yield tuple(runs)


def _end_of_cells(rows: Sequence[Node], at: int) -> int:
    """Return up to where cells of the row *at* reach down."""
    return at + max((span_of(cell.attrs.get("rowspan")) for cell in rows[at].children), default=1)


def _end_of_notes(rows: Sequence[Node], at: int) -> int:
    """Return up to where rows below the one *at*, which has several cells, are one cell over these."""
    end = at + 1
    while end < len(rows) and len(rows[at].children) > 1 and _is_one_cell(rows[end]):
        end += 1
    return end


def _is_one_cell(row: Node) -> bool:
    return len(row.children) == 1 and span_of(row.children[0].attrs.get("colspan")) > 1
