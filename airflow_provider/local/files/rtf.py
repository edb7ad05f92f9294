"""
RTF, taken apart: texts and words of control in their order, in characters, without what no reader sees.

What they mean together, `richtext` knows.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

MAX_DEPTH = 1000
_TOKEN = re.compile(
    rb"\\(?:(?P<word>[a-zA-Z]{1,40})(?P<number>-?[0-9]{1,9})? ?|'(?P<byte>[0-9a-fA-F]{2})|(?P<sign>[^a-zA-Z']))"
    rb"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|.",
    re.DOTALL,
)
_CHARACTERS = {
    "tab": "\t", "emdash": "\u2014", "endash": "\u2013", "emspace": "\u2003", "enspace": "\u2002", "bullet": "\u2022",
    "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
    "~": "\xa0", "_": "\u2011", "\\": "\\", "{": "{", "}": "}",
}  # fmt: skip
# Windows' character sets of fonts.
_CODE_PAGES = {
    77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250,
}  # fmt: skip
_SWITCHES = {"b": "bold", "i": "italic", "v": "is_hidden", "deleted": "is_hidden", "htmlrtf": "is_for_others"}
# What the text of a group is for, by the word that begins it; one that is marked and not known here is unseen, too.
_PURPOSES = {
    "htmltag": "tag",
    "fldinst": "instruction",
    "fldrslt": "result",
    "listtext": "label",
    "pntext": "label",
    "fonttbl": "fonts",
    **dict.fromkeys(
        ("colortbl", "stylesheet", "info", "filetbl", "revtbl", "listtable", "listoverridetable"), "unseen"
    ),
    **dict.fromkeys(("pict", "nonshppict", "object", "themedata", "datastore", "xe", "tc", "rxe"), "unseen"),
    **dict.fromkeys(("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"), "unseen"),
}


@dataclass(slots=True)
class Group:
    """What holds from one brace to the other: what its text is for, and how it looks."""

    purpose: str = "text"
    font: int | None = None
    replaced: int = 1
    bold: bool = False
    italic: bool = False
    is_hidden: bool = False
    # Of a paragraph that is a heading, from 0.
    outline: int | None = None
    # Of a paragraph that is an item, from 0.
    depth: int = 0
    # Only programs that know no HTML show it.
    is_for_others: bool = False

    @property
    def is_seen(self) -> bool:
        """Whether its text is of any use: it is neither hidden, unseen nor the name of a font."""
        return not self.is_hidden and self.purpose not in {"unseen", "fonts"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A *text*, or a *word* of control, and the group around it as it is then."""

    group: Group
    text: str = ""
    word: str = ""


class Rtf:
    """An RTF document, read once."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._fonts: dict[int, str] = {}
        self._charset = "cp1252"
        self._group = Group()
        self._outer: list[Group] = []
        self._bytes = bytearray()
        # How many characters stand for one that older programs cannot show.
        self._skipped = 0
        self._is_marked = False

    def pieces(self) -> Iterator[Piece]:
        """Yield what the document consists of; raises ValueError where its braces are too deep."""
        place = 0
        while found := _TOKEN.match(self._body, place):
            place = found.end()
            kind = found.lastgroup
            if kind == "byte":
                self._take(bytes.fromhex(found["byte"].decode()))
                continue
            if kind == "text":
                self._take(found["text"])
                continue
            if kind is None:
                continue
            yield from self._flushed()
            if kind == "brace":
                self._nest(opens=found["brace"] == b"{")
                continue
            name = (found["word"] or found["sign"]).decode("latin-1")
            number = int(found["number"]) if found["number"] else None
            if name == "bin":
                place += max(number or 0, 0)
            else:
                yield from self._control(name, number)
        yield from self._flushed()

    def _take(self, text: bytes) -> None:
        """Keep *text* until it can be decoded: a character may have bytes of either kind."""
        cut = min(self._skipped, len(text))
        self._skipped -= cut
        self._bytes += text[cut:]

    def _flushed(self) -> Iterator[Piece]:
        if not self._bytes:
            return
        charset = self._fonts.get(self._group.font or 0, self._charset)
        text = bytes(self._bytes).decode(charset, "replace")
        self._bytes.clear()
        if self._group.is_seen:
            yield Piece(copy(self._group), text)

    def _nest(self, *, opens: bool) -> None:
        self._skipped = 0
        if opens:
            if len(self._outer) >= MAX_DEPTH:
                message = "Its braces are too deep."
                raise ValueError(message)
            self._outer.append(copy(self._group))
        elif self._outer:
            self._group = self._outer.pop()

    def _control(self, name: str, number: int | None) -> Iterator[Piece]:
        group = self._group
        is_marked, self._is_marked = self._is_marked, name == "*"
        if is_marked or name in _PURPOSES:
            group.purpose = _PURPOSES.get(name, "unseen") if group.is_seen else group.purpose
        elif not self._set(name, number) and group.is_seen:
            if name == "u" and number is not None:
                self._skipped = group.replaced
                yield Piece(copy(group), chr(number % 0x10000))
            elif name in _CHARACTERS:
                yield Piece(copy(group), _CHARACTERS[name])
            else:
                # The end of a line behind a backslash is that of a paragraph.
                yield Piece(copy(group), word="par" if name in {"\r", "\n"} else name)

    def _set(self, name: str, number: int | None) -> bool:
        """Change how text is read or looks from here on, where *name* says so."""
        group = self._group
        match name:
            case "ansicpg":
                self._charset = _known(number)
            case "fcharset" if group.font is not None and number in _CODE_PAGES:
                self._fonts[group.font] = _known(_CODE_PAGES[number])
            case "uc":
                group.replaced = min(max(number or 0, 0), 9)
            case "f":
                group.font = number
            case "plain":
                group.font, group.bold, group.italic, group.is_hidden = None, False, False, False
            case "outlinelevel":
                group.outline = number
            case "ilvl":
                group.depth = number or 0
            case "pard":
                group.outline, group.depth = None, 0
                return False
            case _ if name in _SWITCHES:
                setattr(group, _SWITCHES[name], number != 0)
            case _:
                return False
        return True


def _known(page: int | None) -> str:
    """Return the character set that is Windows' code page *page*."""
    name = "utf-8" if page == 65001 else "mac-roman" if page == 10000 else f"cp{page}"  # noqa: PLR2004 - their numbers
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name
