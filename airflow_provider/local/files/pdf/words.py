"""
What PDFium tells of a page: its words with their places, sizes and links, and its straight lines.

Places are turned to how a person sees the page, from its top left corner; what they mean is decided elsewhere.
"""

from __future__ import annotations

import ctypes
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from airflow_provider.local.files.pdf import raised
from airflow_provider.local.files.pdf.directions import in_order, is_leftward, turned_over

MAX_CHARACTERS = 50_000
MAX_OBJECTS = 5000
MAX_SEGMENTS = 20_000
MAX_LINKS = 2000
MAX_ADDRESS = 2000
# PDFium joins the parts of a word that a line end has cut, by one of these signs.
_WORD = re.compile(r"[^\s\x00\x02\ufffe]+[\x02\ufffe]?")
_BOLD = re.compile(rb"bold|black|heavy|semibd|demi", re.IGNORECASE)
_FIXED = re.compile(rb"mono|courier|consol|typewriter|cmtt|menlo", re.IGNORECASE)
_FIXED_PITCH = 1
_ON_THE_WEB = re.compile(r"(?:https?://|mailto:)[^\s\ufdd0-\ufdd6]+\Z", re.IGNORECASE)
# Around the text of a link, with the address that it leads to before; no document holds them, for they are no letters.
OPENING, DIVIDING, CLOSING = "\ufdd0", "\ufdd1", "\ufdd2"
# The same around bold letters.
BOLD, PLAIN = "\ufdd3", "\ufdd4"
# In points; what is shorter is part of a drawing.
_SHORTEST = 4.0
# Of two words on one line, this much is beside each other, in sizes of the smaller; capitals are 0.7 high.
_BESIDE = 0.3

Point = tuple[float, float]


class Word(NamedTuple):
    """A word, its box, the size of its letters, in points, and where it leads to; *y* is its base line."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool = False
    fixed: bool = False
    link: str = ""
    # Whether it is read in the other direction than the page.
    against: bool = False


class Rule(NamedTuple):
    """A straight line, from the lower to the higher coordinates."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(slots=True)
class Page:
    """What a page shows; *plain* is text without places: turned sideways, or beyond what is placed."""

    words: list[Word] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    plain: str = ""
    height: float = 0.0
    characters: int = 0
    has_pictures: bool = False


def read_page(page: Any, *, placed: bool) -> Page:
    """Return what *page*, one of PDFium's, shows; only its text unless it is to be *placed*."""
    from pypdfium2 import raw

    from airflow_provider.local.files.pdf.drawn import bullets, filled_in

    text = page.get_textpage()
    count = raw.FPDFText_CountChars(text.raw)
    if not placed or count > MAX_CHARACTERS:
        return Page(plain=text.get_text_bounded().replace("\r\n", "\n").replace("\x00", ""), characters=max(count, 0))
    width, height = page.get_size()
    turn = _turned(page.get_rotation(), width, height)
    found = Page(height=height, characters=max(count, 0))
    unplaced = []
    for word in _words(raw, text.raw, count, turn):
        if isinstance(word, str):
            unplaced.append(word)
        else:
            found.words.append(word)
    found.plain = " ".join(unplaced)
    found.words += filled_in(raw, page, turn)
    if found.words:
        _lead(found.words, _links(raw, page, turn))
        found.rules = list(_rules(raw, page, turn))
        mirrored = turned_over(found, width)
        found.words += list(bullets(raw, page, turn, found.words, width=width if mirrored else None))
    else:
        found.has_pictures = any(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=2))
    return found


def told(words: Sequence[Word], *, bold: bool = False) -> str:
    """Return *words* with a space between them, and signs around those that lead somewhere or, if asked, are bold."""
    out = []
    for (address, strong), run in groupby(words, lambda word: (word.link, bold and word.bold and not word.link)):
        text = " ".join(word.text for word in run)
        out.append(_leading(address, text) if address else f"{BOLD}{text}{PLAIN}" if strong else text)
    return " ".join(out)


def _leading(address: str, text: str) -> str:
    """Return *text* with its signs; the end of a sentence is none of the link's."""
    linked = text.rstrip(".,;:") or text
    return f"{OPENING}{address}{DIVIDING}{linked}{CLOSING}{text[len(linked) :]}"


def in_lines(words: list[Word]) -> list[list[Word]]:
    """Return *words* line by line, from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.y):
        if lines and _beside(lines[-1][0], word):
            # The largest stands first while they are gathered: beside it small raised signs find their line.
            lines[-1].insert(0 if word.size > lines[-1][0].size else len(lines[-1]), word)
        else:
            lines.append([word])
    return [raised.joined(in_order(sorted(line, key=lambda word: word.x0))) for line in lines]


def _beside(one: Word, other: Word) -> bool:
    """Tell whether nearly half of the smaller of two words is beside the other, as a raised number is."""
    top, bottom = max(one.y - 0.7 * one.size, other.y - 0.7 * other.size), min(one.y, other.y)
    return bottom - top > _BESIDE * min(one.size, other.size)


def _turned(rotation: int, width: float, height: float) -> Callable[[float, float], Point]:
    """Return what turns the coordinates of a page to those of a person who reads it."""
    return {
        90: lambda x, y: (y, x),
        180: lambda x, y: (width - x, y),
        270: lambda x, y: (width - y, height - x),
    }.get(rotation, lambda x, y: (x, height - y))


def _words(raw: Any, text: Any, count: int, turn: Callable[[float, float], Point]) -> Iterator[Word | str]:
    """Yield the words; of one that does not run from left to right, its text alone."""
    x, y, flags = ctypes.c_double(), ctypes.c_double(), ctypes.c_int()
    box, matrix, name = raw.FS_RECTF(), raw.FS_MATRIX(), ctypes.create_string_buffer(128)

    def letter(place: int) -> tuple[float, float]:
        raw.FPDFText_GetCharOrigin(text, place, x, y)
        raw.FPDFText_GetMatrix(text, place, matrix)
        return raw.FPDFText_GetFontSize(text, place) * math.hypot(matrix.c, matrix.d), turn(x.value, y.value)[1]

    for found in _WORD.finditer(_characters(raw, text, count)):
        first, last = found.start(), found.end() - 1
        raw.FPDFText_GetCharOrigin(text, first, x, y)
        raw.FPDFText_GetLooseCharBox(text, last, box)
        raw.FPDFText_GetMatrix(text, first, matrix)
        raw.FPDFText_GetFontInfo(text, first, name, 128, flags)
        start, base = turn(x.value, y.value)
        ends = (turn(box.left, box.bottom), turn(box.right, box.top))
        zero, along = turn(0, 0), turn(matrix.a, matrix.b)
        size = raw.FPDFText_GetFontSize(text, first) * math.hypot(matrix.c, matrix.d)
        if abs(along[1] - zero[1]) > abs(along[0] - zero[0]) or not 0 < size < 10_000:  # noqa: PLR2004 - points
            yield found[0]
            continue
        low, high = min(start, ends[0][0], ends[1][0]), max(start, ends[0][0], ends[1][0])
        said = raised.marked(found[0], first, letter)
        if last > first and is_leftward(said):
            raw.FPDFText_GetCharOrigin(text, last, x, y)
            # Its letters stand in the file as they are seen, from left to right.
            said = said[::-1] if turn(x.value, y.value)[0] > start else said
        fixed = bool(flags.value & _FIXED_PITCH) or _FIXED.search(name.value) is not None
        yield Word(said, low, high, base, size, _BOLD.search(name.value) is not None, fixed)


def _characters(raw: Any, text: Any, count: int) -> str:
    """Return the text with as many characters as PDFium counts, so that they have its numbers."""
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (count + 1))()
    known = raw.FPDFText_GetText(text, 0, count, buffer) == count + 1
    codes = buffer[:count] if known else [raw.FPDFText_GetUnicode(text, number) for number in range(count)]
    return "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes)  # noqa: PLR2004 - the last of Unicode


def _links(raw: Any, page: Any, turn: Callable[[float, float], Point]) -> Iterator[tuple[Rule, str]]:
    """Yield the places of a page that lead to an address on the web, up to a number of them."""
    position, link, box = ctypes.c_int(), raw.FPDF_LINK(), raw.FS_RECTF()
    address = ctypes.create_string_buffer(MAX_ADDRESS)
    for _ in range(MAX_LINKS):
        if not raw.FPDFLink_Enumerate(page.raw, position, link):
            return
        action = raw.FPDFLink_GetAction(link)
        if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
            continue
        length = raw.FPDFAction_GetURIPath(page.pdf.raw, action, address, MAX_ADDRESS)
        told = address.value.decode("utf-8", "replace")
        if length <= MAX_ADDRESS and _ON_THE_WEB.match(told) and raw.FPDFLink_GetAnnotRect(link, box):
            one, other = turn(box.left, box.bottom), turn(box.right, box.top)
            (x0, x1), (y0, y1) = sorted((one[0], other[0])), sorted((one[1], other[1]))
            yield Rule(x0, y0, x1, y1), told


def _lead(words: list[Word], links: Iterator[tuple[Rule, str]]) -> None:
    """Have those of *words* that stand in the place of a link lead there."""
    order = sorted(range(len(words)), key=lambda number: words[number].y)
    heights = [words[number].y for number in order]
    for place, address in links:
        for number in order[bisect_left(heights, place.y0) : bisect_right(heights, place.y1)]:
            word = words[number]
            if place.x0 < (word.x0 + word.x1) / 2 < place.x1:
                words[number] = word._replace(link=address)


def _rules(raw: Any, page: Any, turn: Callable[[float, float], Point]) -> Iterator[Rule]:
    """Yield the straight lines of a page, and the edges of its rectangles, up to a number of them."""
    left = MAX_SEGMENTS
    objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=2)
    for number, one in enumerate(objects):
        count = raw.FPDFPath_CountSegments(one.raw)
        left -= max(count, 0)
        if number >= MAX_OBJECTS or left < 0:
            return
        matrix = one.get_matrix()
        before = start = None
        for place in range(count):
            segment = raw.FPDFPath_GetPathSegment(one.raw, place)
            kind = raw.FPDFPathSegment_GetType(segment)
            here = turn(*matrix.on_point(*_point(raw, segment)))
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = here
            elif kind == raw.FPDF_SEGMENT_LINETO and before:
                yield from _straight(before, here)
            before = here
            if raw.FPDFPathSegment_GetClose(segment) and start:
                yield from _straight(here, start)


def _point(raw: Any, segment: Any) -> Point:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, x, y)
    return x.value, y.value


def _straight(one: Point, other: Point) -> Iterator[Rule]:
    (x0, x1), (y0, y1) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    across, down = x1 - x0, y1 - y0
    if max(across, down) > _SHORTEST and min(across, down) < 1:
        yield Rule(x0, y0, x1, y1)
