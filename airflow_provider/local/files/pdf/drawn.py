"""
What a page shows that is no text of it: what its forms are filled in with, and bullets that are drawn.

Both become words where they stand, as if they were written.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from airflow_provider.local.files.pdf.words import Point, Word

MAX_WIDGETS = 2000
MAX_VALUE = 2000
MAX_DRAWINGS = 5000
_BULLET = "\u2022"
# Of a drawn bullet, in points, and how far from its line it stands, in sizes of its letters.
_SMALLEST, _LARGEST = 1.5, 8.0
_BESIDE = 2.0


def filled_in(raw: Any, page: Any, turn: Callable[[float, float], Point]) -> Iterator[Word]:
    """Yield the words that the fields of a form hold."""
    box = raw.FS_RECTF()
    for number in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MAX_WIDGETS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, number)
        if not annotation:
            continue
        is_field = raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_WIDGET
        value = _value(raw, annotation) if is_field and raw.FPDFAnnot_GetRect(annotation, box) else ""
        raw.FPDFPage_CloseAnnot(annotation)
        if value:
            one, other = turn(box.left, box.bottom), turn(box.right, box.top)
            (x0, x1), (y0, y1) = sorted((one[0], other[0])), sorted((one[1], other[1]))
            size = max(min(0.7 * (y1 - y0), 12.0), 1.0)
            width = min((x1 - x0) / len(value), 0.5 * size)
            place = 0
            for text in value.split():
                place = value.index(text, place)
                yield Word(text, x0 + place * width, x0 + (place + len(text)) * width, y1 - 0.3 * size, size)
                place += len(text)


def _value(raw: Any, annotation: Any) -> str:
    """Return what a field holds, in one line; of one to tick, whether it is ticked."""
    buffer = (ctypes.c_ushort * (MAX_VALUE + 1))()
    is_ticking = raw.FPDFAnnot_GetValueType(annotation, b"AS") == raw.FPDF_OBJECT_NAME
    if not is_ticking and raw.FPDFAnnot_GetValueType(annotation, b"V") != raw.FPDF_OBJECT_STRING:
        return ""
    length = raw.FPDFAnnot_GetStringValue(annotation, b"AS" if is_ticking else b"V", buffer, ctypes.sizeof(buffer))
    told = bytes(buffer)[:length].decode("utf-16-le", "replace") if length <= ctypes.sizeof(buffer) else ""
    told = told.replace("\x00", "")
    if is_ticking:
        return "\u2610" if told == "Off" else "\u2611"
    return " ".join(told.split())


def bullets(
    raw: Any, page: Any, turn: Callable[[float, float], Point], words: Sequence[Word], *, width: float | None
) -> Iterator[Word]:
    """Yield a bullet for each small drawing right before a line of *words*; *width* is that of a mirrored page."""
    by_height = sorted(words, key=lambda word: word.y)
    heights = [word.y for word in by_height]
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for number, one in enumerate(page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=2)):
        if number >= MAX_DRAWINGS:
            return
        if not raw.FPDFPageObj_GetBounds(one.raw, left, bottom, right, top):
            continue
        across, up = right.value - left.value, top.value - bottom.value
        if not (_SMALLEST < across < _LARGEST and 0.8 * up < across < 1.25 * up):
            continue
        x, y = turn((left.value + right.value) / 2, (bottom.value + top.value) / 2)
        x = x if width is None else width - x
        line = by_height[bisect_left(heights, y) : bisect_right(heights, y + _LARGEST)]
        first = min((word for word in line if word.y - y < 0.6 * word.size), key=lambda word: word.x0, default=None)
        if first is not None and 0 < first.x0 - x < _BESIDE * first.size:
            yield Word(_BULLET, x - across / 2, x + across / 2, first.y, first.size)
