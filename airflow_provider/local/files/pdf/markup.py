"""The blocks and tables of a document as HTML; what they are is decided already."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from airflow_provider.local.files.pdf.pieces import Table
from airflow_provider.local.files.pdf.raised import LEVEL, RAISED
from airflow_provider.local.files.pdf.texts import Spelling
from airflow_provider.local.files.pdf.words import BOLD, CLOSING, DIVIDING, OPENING, PLAIN, told

_MARKED = {ord(BOLD): "<b>", ord(PLAIN): "</b>", ord(RAISED): "<sup>", ord(LEVEL): "</sup>"}
_SIGN = re.compile(f"[{OPENING}{CLOSING}]")


@dataclass(slots=True)
class Block:
    """A heading (h1 to h6), a paragraph (p), code (pre), or an item of a bulleted (ul) or numbered (ol) list."""

    tag: str
    lines: list[str]
    number: int = 0
    x: float = 0.0


def as_html(blocks: Sequence[Block | Table], spelling: Spelling) -> str:
    """Return *blocks* as HTML, items as lists within lists by how far they are set in."""
    out: list[str] = []
    # The lists that are open: their tags, and where their items begin.
    lists: list[tuple[str, float]] = []
    for block in blocks:
        is_item = isinstance(block, Block) and block.tag in {"ul", "ol"}
        while lists and (not is_item or _is_over(lists, block)):
            out.append(f"</{lists.pop()[0]}>")
        if not isinstance(block, Block):
            out.append(_table(block, spelling))
            continue
        if block.tag == "pre":
            out.append(f"<pre>{_escaped(chr(10).join(block.lines))}</pre>")
            continue
        text = "<br>".join(_linked(spelling.joined(line.split("\n"))) for line in block.lines)
        if not is_item:
            out.append(f"<{block.tag}>{text}</{block.tag}>")
            continue
        if not lists or block.x > lists[-1][1] + 2:
            lists.append((block.tag, block.x))
            out.append(f"<{block.tag}>")
        out.append(f'<li value="{block.number}">{text}' if block.tag == "ol" else f"<li>{text}")
    out += [f"</{tag}>" for tag, _ in reversed(lists)]
    return "".join(out)


def _is_over(lists: list[tuple[str, float]], item: Block | Table) -> bool:
    """Tell whether *item* does not belong to the innermost list."""
    tag, x = lists[-1]
    if not isinstance(item, Block) or item.x < x - 2:
        return True
    return item.tag != tag and item.x <= x + 2


def _linked(text: str) -> str:
    """Return *text* as HTML; a link that the end of a line has cut is one."""
    parts: list[tuple[str, str]] = []
    for part in _SIGN.split(text):
        address, _, said = part.rpartition(DIVIDING)
        if address and parts[-2:-1] and parts[-2][0] == address and not parts[-1][1].strip():
            (_, first), (_, between) = parts.pop(-2), parts.pop()
            said = f"{first}{between}{said}"
        parts.append((address, said))
    return "".join(
        f'<a href="{html.escape(address)}">{_escaped(said)}</a>' if address else _escaped(said)
        for address, said in parts
    )


def _escaped(text: str) -> str:
    return html.escape(text).translate(_MARKED)


def _table(rows: Table, spelling: Spelling) -> str:
    out: list[str] = []
    for row in rows:
        tag = "td" if out else "th"
        cells = []
        for cell in row:
            spans = (f' colspan="{cell.across}"' if cell.across > 1 else "") + (
                f' rowspan="{cell.down}"' if cell.down > 1 else ""
            )
            cells.append(f"<{tag}{spans}>{_linked(spelling.joined([told(line) for line in cell.lines()]))}")
        out.append("<tr>" + "".join(cells))
    return f"<table>{''.join(out)}</table>"
