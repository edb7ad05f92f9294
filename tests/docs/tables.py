"""The tables of a page of the documentation, as data."""

from __future__ import annotations

import re

from tests.docs.blocks import ROOT

Row = dict[str, str]


def tables_of(page: str) -> dict[str, list[Row]]:
    """Return the tables of a page by the heading that they stand under and their number, from 0, there."""
    found: dict[str, list[Row]] = {}
    heading, columns, number = "", [], 0
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading, number = line.lstrip("# "), 0
        if not line.startswith("|"):
            number += bool(columns)
            columns = []
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not columns:
            columns = cells
            found[f"{heading}/{number}"] = []
        elif not set(line) <= set("|-"):
            assert len(cells) == len(columns), f"{page}: {line}"
            found[f"{heading}/{number}"].append(dict(zip(columns, cells, strict=True)))
    return found


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def name_in(cell: str) -> str:
    return cell.strip("`")
