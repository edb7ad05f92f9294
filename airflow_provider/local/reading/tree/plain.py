"""
A part of a page as plain lines, as a reader sees them.

The lines of code keep their breaks and indentation, the cells of a row stand on one line, words of neighbouring
elements that a style sheet holds apart are apart, and what opens at a press is read. What is left out is for others
to say.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import BLOCKS, BREAK, FEW_PIECES, HEADINGS, lines_in
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection

    from airflow_provider.local.reading.tree.nodes import Node

# Stands for a space of code until the lines are told apart.
_SPACE = "\ue000"
_KEPT_SPACES = {ord(" "): _SPACE, ord("\t"): _SPACE * 4, ord("\n"): BREAK}
_SWITCHES = word_set("button tab")
_SWITCH = re.compile(r"accordion|toggle|question|collaps", re.IGNORECASE)
_PANELS = word_set("tabpanel region")


def plain_lines(top: Node, left_out: Collection[int]) -> list[str]:
    """Return the lines of *top* without the elements whose places are *left_out*."""
    told = _pieces(top, left_out)
    return [line.replace(_SPACE, " ").rstrip() for line in lines_in(told) if line.strip(_SPACE)]


def is_panel(node: Node) -> bool:
    """Tell whether *node* is hidden until something is pressed: code in another language, the answer to a question."""
    return node.hidden and node.parent is not None and not node.parent.hidden and opens(node)


def opens(node: Node) -> bool:
    """Tell whether *node* is a text, and no menu, that opens where what stands before it is pressed."""
    before = node.parent.children[node.position - 1] if node.parent is not None and node.position else None
    is_opened = node.attrs.get("role") in _PANELS or (before is not None and _is_switch(before))
    return is_opened and node.tag != "select" and 2 * linked(node) < len(node.text)


def linked(node: Node) -> int:
    """Return how much of the text in *node* is links."""
    return sum(len(one.text) for one in node.inside("a"))


def _is_switch(node: Node) -> bool:
    """Tell whether *node* opens something: a term, what has a role or a name for that, a heading with a button."""
    if node.tag == "dt" or _SWITCH.search(node.attrs.get("class", "")[:200]):
        return True
    inner = (node, *node.children) if node.tag in HEADINGS else (node,)
    return any(one.attrs.get("role") in _SWITCHES or "aria-expanded" in one.attrs for one in inner)


def _pieces(top: Node, left_out: Collection[int]) -> list[str]:
    """Return the text of *top* in as many pieces as it has, what is left out being empty."""
    told = top.pieces[top.start : top.end]
    rows: list[Node] = []
    skip_to = code_to = -1
    for node in (top, *top.below()):
        start = node.start - top.start
        if node.place <= skip_to:
            continue
        if node.hidden != top.hidden:
            skip_to = node.last
            if told and node.place not in left_out and is_panel(node):
                told[_place_of(node, top)] += BREAK.join(["", *_pieces(node, left_out), ""])
        elif node.place in left_out:
            skip_to = node.last
            told[start : start + node.size] = [BREAK, *[""] * (node.size - 1)] if node.size else []
        elif node.tag == "pre":
            code_to = node.last
            told[start : start + node.size] = [
                piece.translate(_KEPT_SPACES) for piece in told[start : start + node.size]
            ]
        elif node.tag == "tr":
            rows.append(node)
        elif node.place > code_to and start and _is_glued(node):
            told[start] = f" {told[start]}"
    for row in rows:
        _join_cells(row, told, top.start)
    return told


def _place_of(panel: Node, top: Node) -> int:
    """Return the place of the last piece of *top* that is seen before *panel*."""
    above = panel.parent or top
    seen = next((one.end for one in reversed(above.children[: panel.position]) if one.hidden == top.hidden), 0)
    return max(0, max(above.start, seen) - top.start - 1)


def _join_cells(row: Node, told: list[str], start: int) -> None:
    """Put the cells of *row* on one line, unless one has several lines or it is one of a layout."""
    if row.size > 4 * FEW_PIECES or row.inside("table", "pre"):
        return
    cells = [cell for cell in row.children if cell.tag in {"td", "th"}]
    texts = [lines_in(told[cell.start - start : cell.end - start]) for cell in cells]
    if any(len(lines) > 1 for lines in texts):
        return
    first, last = row.start - start, row.end - start
    told[first:last] = [" | ".join(line for lines in texts for line in lines), *[""] * (row.size - 1)]


def _is_glued(node: Node) -> bool:
    """Tell whether *node* follows right on another one, with a look of its own: "Price" and "from" of two labels."""
    before = node.parent.children[node.position - 1] if node.parent is not None and node.position else None
    if before is None or before.end != node.start or not (before.size and node.size) or before.hidden != node.hidden:
        return False
    if node.tag in BLOCKS or before.tag in BLOCKS or not ("class" in node.attrs and "class" in before.attrs):
        return False
    if min(len(node.text), len(before.text)) == 1 or (node.parent is not None and node.parent.tag == "code"):
        return False
    left, right = node.pieces[node.start - 1][-1:], node.pieces[node.start][:1]
    return left.isalnum() and right.isalnum() and not (left.isdigit() and right.isdigit())
