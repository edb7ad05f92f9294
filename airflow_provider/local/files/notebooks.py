"""Jupyter notebooks: text as it is, code and its output in fences."""

from __future__ import annotations

import re
from typing import Any

_FENCE = re.compile(r"`{3,}")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
MAX_OUTPUT = 20_000


def read_notebook(value: object) -> str | None:
    """Return the notebook that the JSON *value* is as Markdown; None where it is none."""
    cells = _cells(value)
    if not isinstance(value, dict) or cells is None or "nbformat" not in value:
        return None
    language = _at(value, "metadata", "kernelspec", "language") or _at(value, "metadata", "language_info", "name")
    parts = []
    for cell in (cell for cell in cells if isinstance(cell, dict)):
        source = _joined(cell.get("source", cell.get("input"))).strip("\n")
        if cell.get("cell_type") == "markdown":
            parts.append(source)
        elif cell.get("cell_type") == "heading":
            parts.append(f"{'#' * min(level, 6) if isinstance(level := cell.get('level'), int) else '#'} {source}")
        elif source:
            is_code = cell.get("cell_type") == "code"
            parts.append(_fenced(source, language if is_code and isinstance(language, str) else ""))
            parts += [_fenced(text, "") for text in _outputs(cell) if text.strip()]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def _cells(value: object) -> list[Any] | None:
    """Return the cells of a notebook; before version 4 they lay in a worksheet."""
    sheets = _at(value, "worksheets")
    cells = _at(sheets[0] if isinstance(sheets, list) and sheets else value, "cells")
    return cells if isinstance(cells, list) else None


def _outputs(cell: dict[str, Any]) -> list[str]:
    outputs = cell.get("outputs")
    found = []
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict):
            text = _joined(output.get("text")) or _joined(_at(output, "data", "text/plain"))
            if output.get("output_type") == "error":
                text = f"{output.get('ename')}: {output.get('evalue')}"
            found.append(_COLOURS.sub("", text)[:MAX_OUTPUT].strip("\n"))
    return found


def _at(value: object, *names: str) -> object:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _joined(value: object) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _fenced(text: str, language: str) -> str:
    fence = "`" * (max((len(run) for run in _FENCE.findall(text)), default=2) + 1)
    return f"{fence}{language}\n{text}\n{fence}"
