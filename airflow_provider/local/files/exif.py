"""EXIF: what cameras and programs write into a picture about it, such as when and with what it was taken."""

from __future__ import annotations

import struct
from collections.abc import Iterator

# The numbers of the entries that are told, and what they are called.
_TOLD = {
    0x010E: "Description",
    0x010F: "Camera maker",
    0x0110: "Camera",
    0x0131: "Software",
    0x0132: "Changed",
    0x013B: "Artist",
    0x8298: "Copyright",
    0x9003: "Taken",
    0xA434: "Lens",
    0x829A: "Exposure time",
    0x829D: "Aperture",
    0x8827: "ISO",
    0x920A: "Focal length",
}
_SUFFIXES = {"Exposure time": " s", "Focal length": " mm"}
# Entries that say where more entries are: of the camera, and of the place.
_CAMERA, _PLACE = 0x8769, 0x8825
_LATITUDE, _LONGITUDE = (1, 2), (3, 4)
_TEXT, _SHORT, _LONG, _RATIO = 2, 3, 4, 5
_SIZES = {_TEXT: 1, _SHORT: 2, _LONG: 4, _RATIO: 8}
MAX_ENTRIES = 200
MAX_TEXT = 2000

Value = str | float


def read_exif(body: bytes) -> Iterator[tuple[str, str]]:
    """Yield names and values of what *body*, the TIFF that EXIF is kept in, says; nothing where it is damaged."""
    order = {b"II": "<", b"MM": ">"}.get(body[:2])
    if order is None or len(body) < 8:  # noqa: PLR2004 - its head
        return
    entries = _entries(body, order, _at(body, order, 4))
    camera = entries.get(_CAMERA)
    if camera and isinstance(camera[0], int):
        entries |= _entries(body, order, camera[0])
    for number, name in _TOLD.items():
        if (values := entries.get(number)) and (text := f"{_shown(values[0])}".strip()):
            yield name, f"{text}{_SUFFIXES.get(name, '')}"
    place = entries.get(_PLACE)
    if place and isinstance(place[0], int):
        at = _entries(body, order, place[0])
        where = [_degrees(at.get(side), at.get(value)) for side, value in (_LATITUDE, _LONGITUDE)]
        if all(where):
            yield "Place", ", ".join(map(str, where))


def _at(body: bytes, order: str, place: int) -> int:
    found: int = struct.unpack_from(f"{order}I", body, place)[0]
    return found


def _entries(body: bytes, order: str, place: int) -> dict[int, list[Value]]:
    """Return the values at *place* by their numbers, as far as they can be read."""
    found: dict[int, list[Value]] = {}
    try:
        count = min(struct.unpack_from(f"{order}H", body, place)[0], MAX_ENTRIES)
        for number in range(count):
            start = place + 2 + 12 * number
            tag, kind, length = struct.unpack_from(f"{order}HHI", body, start)
            size = _SIZES.get(kind, 0) * length
            if 0 < size <= MAX_TEXT:
                found[tag] = _values(body, order, kind, length, start + 8 if size <= 4 else _at(body, order, start + 8))  # noqa: PLR2004 - what an entry holds itself
    except struct.error:
        """The rest is not there."""
    return found


def _values(body: bytes, order: str, kind: int, length: int, place: int) -> list[Value]:
    if kind == _TEXT:
        return [body[place : place + length].split(b"\x00")[0].decode("utf-8", "replace")]
    if kind == _RATIO:
        parts = struct.unpack_from(f"{order}{2 * length}I", body, place)
        return [above / below if below else 0.0 for above, below in zip(parts[::2], parts[1::2], strict=True)]
    return list(struct.unpack_from(f"{order}{length}{'H' if kind == _SHORT else 'I'}", body, place))


def _shown(value: Value) -> str:
    if isinstance(value, str):
        return value
    return f"1/{1 / value:.0f}" if 0 < value < 0.5 else f"{value:g}"  # noqa: PLR2004 - seconds


def _degrees(side: list[Value] | None, values: list[Value] | None) -> str:
    numbers = [one for one in values or () if not isinstance(one, str)]
    if not side or len(numbers) != 3:  # noqa: PLR2004 - degrees, minutes and seconds
        return ""
    return f"{numbers[0] + numbers[1] / 60 + numbers[2] / 3600:.5f}° {side[0]}"
