"""
RTF as HTML: what it says itself, or the HTML or plain text that an e-mail program has put into it.

How HTML stands in RTF is Microsoft's [MS-OXRTFEX], and how Outlook packs RTF, [MS-OXRTFCP].
"""

from __future__ import annotations

import html
import re
import struct
from dataclasses import dataclass, replace
from itertools import groupby

from airflow_provider.local.files.lists import Line, listed
from airflow_provider.local.files.mail import plain
from airflow_provider.local.files.rtf import Group, Rtf

MAX_BYTES = 20 * 1024 * 1024
_PACKED, _AS_IT_IS = b"LZFu", b"MELA"
_HEAD = 16
_WINDOW = 4096
_FIRST = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}"
    rb"{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier"
    rb"{\colortbl\red0\green0\blue0" + b"\r\n" + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_HOLDS_HTML = re.compile(rb"\\fromhtml[1-9]")
_HOLDS_TEXT = re.compile(rb"\\fromtext\b")
_SEARCHED = 1000
_HEADINGS = 6
_WRITTEN = {"text", "result"}
_BREAKS = {"par": "\n", "line": "\n"}
_LINK = re.compile(r'HYPERLINK\s+"([^"]{1,2000})"')
_BULLET = re.compile(r"[\u00b7\u2022\uf0b7o\u25aa\u25e6-]\t")
_PLAIN_NUMBER = re.compile(r"\(?([0-9]{1,9})[.)]?")


def unpacked(body: bytes) -> bytes:
    """Return the RTF that Outlook has packed; raises ValueError where it is none, or too long."""
    if len(body) < _HEAD:
        message = "It is cut off."
        raise ValueError(message)
    size, kind = struct.unpack_from("<I4s", body, 4)
    if kind == _AS_IT_IS:
        return body[_HEAD : _HEAD + size]
    if kind != _PACKED or size > MAX_BYTES:
        message = "It is no packed RTF."
        raise ValueError(message)
    return _expanded(body, size)


def _expanded(body: bytes, size: int) -> bytes:
    """Return *size* bytes of RTF: each bit of a control byte tells a byte from a place and length in the window."""
    # The window is the last 4,096 bytes, at first of spaces and of what RTF often begins with.
    told = bytearray(b" " * _WINDOW + _FIRST)
    first = len(told)
    at = _HEAD
    while at < len(body) and len(told) - first < size:
        control = body[at]
        at += 1
        for bit in range(8):
            if not control >> bit & 1:
                told += body[at : at + 1]
                at += 1
                continue
            place, length = divmod(int.from_bytes(body[at : at + 2]), 16)
            start = len(told) - (len(told) - place) % _WINDOW
            if start == len(told) or at + 2 > len(body):
                return bytes(told[first : first + size])
            for one in range(start, start + length + 2):
                told.append(told[one])
            at += 2
    return bytes(told[first : first + size])


def read_rtf(body: bytes) -> str:
    """Return RTF as HTML; raises ValueError where it is too deep."""
    document = Rtf(body)
    if _HOLDS_HTML.search(body[:_SEARCHED]):
        return _html_within(document)
    if _HOLDS_TEXT.search(body[:_SEARCHED]):
        pieces = document.pieces()
        told = "".join(_BREAKS.get(one.word, one.text) for one in pieces if one.group.purpose in _WRITTEN)
        return plain(_characters(told))
    return _Writer().written(document)


def _html_within(document: Rtf) -> str:
    parts = []
    for piece in document.pieces():
        if piece.group.purpose == "tag":
            parts.append(piece.text or _BREAKS.get(piece.word, ""))
        elif piece.group.purpose in _WRITTEN and not piece.group.is_for_others:
            parts.append(html.escape(piece.text, quote=False) or _BREAKS.get(piece.word, ""))
    return _characters("".join(parts))


def _characters(text: str) -> str:
    """Return *text* with the two halves of a character as the one that they are."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class _Run:
    """Some text that looks the same."""

    text: str
    link: str = ""
    bold: bool = False
    italic: bool = False

    def html(self) -> str:
        """Return it as HTML, but for its link."""
        told = html.escape(self.text).replace("\n", "<br>")
        for tag, is_on in (("strong", self.bold), ("em", self.italic)):
            told = f"<{tag}>{told}</{tag}>" if is_on else told
        return told


class _Writer:
    """Paragraphs, items and tables of RTF that was written as such."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        # The items since the last block that is none.
        self._items: list[Line] = []
        self._label = ""
        self._runs: list[_Run] = []
        self._cells: list[str] = []
        self._in_table = False
        self._link = ""

    def written(self, document: Rtf) -> str:
        """Return *document* as HTML."""
        for piece in document.pieces():
            group = piece.group
            if group.purpose == "instruction":
                found = _LINK.match(piece.text.lstrip())
                self._link = found[1] if found else ""
            elif group.purpose == "label" and not self._in_table:
                self._label += piece.text
            elif piece.text:
                link = self._link if group.purpose == "result" else ""
                self._runs.append(_Run(piece.text, link, bold=group.bold, italic=group.italic))
            elif group.purpose != "label":
                self._obey(piece.word, group)
        self._end_paragraph(Group())
        return _characters("".join([*self._parts, listed(self._items)]).replace("</table><table>", ""))

    def _obey(self, word: str, group: Group) -> None:
        if word == "line" or (word == "par" and self._in_table):
            self._runs.append(_Run("\n"))
        elif word in {"par", "sect", "page"}:
            self._end_paragraph(group)
        elif word in {"intbl", "pard"}:
            self._in_table = word == "intbl"
        elif word == "cell":
            self._cells.append(f"<td>{self._line()}</td>")
        elif word == "row":
            self._end_block("table", f"<tr>{''.join(self._cells)}</tr>")
            self._cells.clear()

    def _end_paragraph(self, group: Group) -> None:
        """Keep the line since the last paragraph as a heading, an item or a paragraph."""
        label, self._label = self._label.strip(), ""
        is_heading = group.outline is not None and 0 <= group.outline < _HEADINGS
        if is_heading:
            self._runs = [replace(run, bold=False) for run in self._runs]
        line = self._line()
        number, bullet = _PLAIN_NUMBER.fullmatch(label), _BULLET.match(line)
        # One sign is that of a bullet; Markdown has no numbers such as a. and 1.1.
        told = f"{html.escape(label)} {line}" if len(label) > 1 and any(map(str.isalnum, label)) else line
        if is_heading:
            self._end_block(f"h{(group.outline or 0) + 1}", line and told)
        elif number and line:
            self._items.append(Line(line, "ol", group.depth, int(number[1])))
        elif bullet or (label and line):
            self._items.append(Line(line[bullet.end() :] if bullet else told, "ul", group.depth))
        else:
            self._end_block("p", line)

    def _end_block(self, tag: str, content: str) -> None:
        if content:
            self._parts += [listed(self._items), f"<{tag}>{content}</{tag}>"]
            self._items.clear()

    def _line(self) -> str:
        """Return the runs since the last end of a paragraph or cell, those of the same link and look as one."""
        line = ""
        for link, runs in groupby(self._runs, lambda run: run.link):
            looks = groupby(runs, lambda run: replace(run, text=""))
            told = "".join(replace(look, text="".join(run.text for run in alike)).html() for look, alike in looks)
            line += f'<a href="{html.escape(link)}">{told}</a>' if link else told
        self._runs.clear()
        return line.strip()
