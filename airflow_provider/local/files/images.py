"""Images: their size and what they state about themselves; what they show is not known here."""

from __future__ import annotations

import html
import struct
from collections.abc import Iterator

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.exif import read_exif

_JPEG_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
_COMMENT, _APPLICATION = 0xFE, 0xE1
MAX_TEXT = 2000
# The sizes that the head of a bitmap can have.
_BMP_HEADS = {bytes([size, 0, 0, 0]) for size in (40, 56, 108, 124)}
_KINDS = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"\xff\xd8\xff": "JPEG",
}


def kind_of(body: bytes) -> str | None:
    """Return what kind of image *body* begins as, None where it is none."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "WebP"
    if body[:2] == b"BM" and body[14:18] in _BMP_HEADS:
        return "BMP"
    return next((kind for start, kind in _KINDS.items() if body.startswith(start)), None)


def read_image(body: bytes, kind: str) -> str:
    """Return, as HTML, what an image states of itself."""
    try:
        width, height = _SIZES[kind](body)
        texts = list(_TEXTS[kind](body)) if kind in _TEXTS else []
    except (struct.error, IndexError, StopIteration, RuntimeError):
        message = f"The {kind} image cannot be read: it is damaged."
        raise Invalid(message) from None
    rows = [("Format", kind), ("Width", f"{width} pixels"), ("Height", f"{height} pixels"), *texts]
    cells = "".join(f"<tr><th>{html.escape(name)}<td>{html.escape(value)}" for name, value in rows)
    return f"<h1>{kind} image</h1><table>{cells}</table>"


def _png_size(body: bytes) -> tuple[int, int]:
    return struct.unpack_from(">II", body, 16)


def _gif_size(body: bytes) -> tuple[int, int]:
    return struct.unpack_from("<HH", body, 6)


def _bmp_size(body: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<ii", body, 18)
    return width, abs(height)


def _jpeg_size(body: bytes) -> tuple[int, int]:
    sizes = (place for kind, place, _ in _segments(body) if kind in _JPEG_SIZES)
    height, width = struct.unpack_from(">HH", body, next(sizes) + 5)
    return width, height


def _webp_size(body: bytes) -> tuple[int, int]:
    chunk = body[12:16]
    if chunk == b"VP8X":
        # 24 bits each, one less than the size.
        return int.from_bytes(body[24:27], "little") + 1, int.from_bytes(body[27:30], "little") + 1
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", body, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", body, 26)
    return width & 0x3FFF, height & 0x3FFF


_SIZES = {"PNG": _png_size, "GIF": _gif_size, "BMP": _bmp_size, "JPEG": _jpeg_size, "WebP": _webp_size}


def _png_texts(body: bytes) -> Iterator[tuple[str, str]]:
    place = 8
    while place + 8 <= len(body):
        length, kind = struct.unpack_from(">I4s", body, place)
        if kind == b"tEXt":
            name, _, text = body[place + 8 : place + 8 + length].partition(b"\x00")
            yield name.decode("latin-1")[:MAX_TEXT], text.decode("latin-1")[:MAX_TEXT]
        if kind == b"eXIf":
            yield from read_exif(body[place + 8 : place + 8 + length])
        if kind == b"iTXt":
            yield from _international(body[place + 8 : place + 8 + length])
        if kind == b"IDAT":
            return
        place += length + 12


def _international(chunk: bytes) -> Iterator[tuple[str, str]]:
    """Yield a text in UTF-8; packed ones are left out, for nothing limits what they unpack to."""
    name, _, rest = chunk.partition(b"\x00")
    if rest[:1] == b"\x00":
        text = rest[2:].split(b"\x00", 2)[-1]
        yield name.decode("latin-1")[:MAX_TEXT], text.decode("utf-8", "replace")[:MAX_TEXT]


def _jpeg_texts(body: bytes) -> Iterator[tuple[str, str]]:
    for kind, place, length in _segments(body):
        if kind == _APPLICATION and body[place + 4 : place + 10] == b"Exif\x00\x00":
            yield from read_exif(body[place + 10 : place + 2 + length])
        if kind == _COMMENT:
            yield "Comment", body[place + 4 : place + 2 + length].decode("utf-8", "replace")[:MAX_TEXT]


def _webp_texts(body: bytes) -> Iterator[tuple[str, str]]:
    place = 12
    while place + 8 <= len(body):
        kind, length = struct.unpack_from("<4sI", body, place)
        if kind == b"EXIF":
            yield from read_exif(body[place + 8 : place + 8 + length].removeprefix(b"Exif\x00\x00"))
        place += 8 + length + length % 2


_TEXTS = {"PNG": _png_texts, "JPEG": _jpeg_texts, "WebP": _webp_texts}


def _segments(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield kind, place and length of the parts of a JPEG before its picture."""
    place = 2
    while place + 4 <= len(body) and body[place] == 0xFF:  # noqa: PLR2004 - begins every part
        kind, length = body[place + 1], struct.unpack_from(">H", body, place + 2)[0]
        yield kind, place, length
        place += 2 + length
