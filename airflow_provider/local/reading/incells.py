"""Records in tables that are but a layout: cells with cards in them, and rows that one cell reaches down to."""

from __future__ import annotations

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
            alike = tuple((cell,) for cell in full if len(cell.children) > 1 and cell.inside("a"))
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


def spanned(nodes: Sequence[Node]) -> Iterator[tuple[tuple[Node, ...], ...]]:
    """Yield the rows of tables that a cell of the first one reaches down to, where most rows with text are such."""
    for table in nodes:
        rows = [one for one in table.children if one.tag == "tr"] if table.tag in {"table", "tbody"} else []
        runs: list[tuple[Node, ...]] = []
        end = 0
        for at, row in enumerate(rows):
            down = max((span_of(cell.attrs.get("rowspan")) for cell in row.children), default=1) if at >= end else 1
            if down > 1:
                end = at + down
                runs.append(tuple(rows[at:end]))
        held = sum(bool(row.text) for run in runs for row in run)
        if len(runs) >= ALIKE and held > len(runs) and 2 * held > sum(bool(row.text) for row in rows):
            yield tuple(runs)
