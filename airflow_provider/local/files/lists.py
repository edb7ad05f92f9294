"""Lists in lists, made of lines that know only how deep they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """The HTML of a line, the *tag* of the list it is an item of, empty where of none, and how deep; its *number*."""

    html: str
    tag: str = ""
    level: int = 0
    number: int | None = None


def listed(lines: Iterable[Line]) -> str:
    """Return *lines* as paragraphs, and as items of lists in lists."""
    parts: list[str] = []
    opened: list[tuple[str, int]] = []
    for line in lines:
        while opened and (not line.tag or opened[-1][1] >= line.level):
            tag, _ = opened.pop()
            # One that begins deeper than it goes on is the same list; one of the other kind ends it.
            if tag == line.tag and (not opened or opened[-1][1] < line.level):
                opened.append((tag, line.level))
                break
            parts.append(f"</{tag}>")
        if line.tag and (not opened or opened[-1][1] < line.level):
            opened.append((line.tag, line.level))
            parts.append(f"<{line.tag}>")
        value = "" if line.number is None else f' value="{line.number}"'
        parts.append(f"<li{value}>{line.html}" if line.tag else f"<p>{line.html}</p>")
    return "".join(parts) + "".join(f"</{tag}>" for tag, _ in reversed(opened))
