"""Rows of a table that only say more of the one above: notes below it, or beside a cell that reaches down to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED
from airflow_provider.local.reading.tablerows import cell_text
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.written.formed import add_shapes
from airflow_provider.local.reading.written.pairs import pairs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node

# So many cells of their own have rows that only say more of the one above them: a text, and links.
_FEW_CELLS = 2
Grid = list[list["Node"]]


def is_section(row: Sequence[Node]) -> bool:
    """Tell whether *row* is one cell over several columns."""
    return len(row) > 1 and all(cell is row[0] for cell in row)


def add_note(item: Item, cells: Sequence[Node]) -> None:
    """Add what *cells* of the row below say more of *item*: all of it, and what in it has a label or a form."""
    nodes = [one for cell in cells for one in (cell, *cell.below())]
    for label, value in pairs_of(nodes):
        item.add(label, value, strength=SHAPED)
    add_shapes(item, nodes, but="description")
    item.add("description", " ".join(map(cell_text, cells)), strength=SHAPED)


def with_notes(rows: Grid) -> list[tuple[list[Node], list[Node]]]:
    """
    Return *rows*, each with what the one below it only says more of it, in one cell; nothing where most have none.

    What stands over all columns is no such note where it stands above rows: a note is the last of all, or long.
    """
    found: list[tuple[list[Node], list[Node]]] = []
    told = [(row, [cell for cell in dict.fromkeys(row) if cell_text(cell)]) for row in rows]
    # Beside notes that stand under some columns, what stands over all of them is a banner.
    if any(len(said) == 1 and not is_section(row) for row, said in told):
        told = [(row, said) for row, said in told if not is_section(row)]
    for row, said in told:
        if len(said) > 1:
            found.append((row, []))
        elif found and not found[-1][1]:
            found[-1] = (found[-1][0], said or row[:1])
        # A line may be drawn below them.
        elif said or not found:
            return []
    noted = [note for _, note in found if note]
    lengths = sorted(len("".join(map(cell_text, note))) for note in noted)
    is_note = bool(noted) and (found[-1][1] != [] or lengths[len(lengths) // 2] >= SENTENCE)
    return found if is_note and len(noted) > max(1, len(found) / 2) and lengths[-1] else []


def joined(rows: Grid) -> tuple[Grid, dict[int, str]]:
    """
    Return *rows* without those that only say more of the one above or below, whose first cell is theirs, too.

    What they say is told by that one.
    """
    found: Grid = []
    told: dict[int, str] = {}
    for row in rows:
        above = found[-1] if found else []
        own = [cell for cell in dict.fromkeys(row) if cell not in above]
        is_wide = any(row.count(cell) > 1 for cell in own)
        if above and row[0] is above[0] and is_wide and len(own) <= _FEW_CELLS and own[0].text:
            told.setdefault(id(above), cell_text(own[0]))
            continue
        wide = [cell for cell in dict.fromkeys(above) if above.count(cell) > 1]
        # Below a line over all other columns stand their cells.
        if (
            above
            and row[0] is above[0]
            and not is_wide
            and len(wide) == 1 < len(own)
            and len(set(map(id, above))) == _FEW_CELLS
        ):
            told[id(row)] = cell_text(wide[0])
            found.pop()
        found.append(row)
    return found, told
