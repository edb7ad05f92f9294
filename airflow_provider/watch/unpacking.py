"""Content encodings, undone up to a limit however small the packed bytes are. Pure; runs in a thread."""

from __future__ import annotations

import zlib

# zlib and gzip by their header; deflate without one, as some servers send it.
BY_HEADER = zlib.MAX_WBITS | 32
BARE = -zlib.MAX_WBITS


class UnpackingError(Exception):
    """The bytes are not in the encoding that the server named; the message is for a person."""


class TooLargeError(Exception):
    """More comes out than the limit."""


def unpacked(raw: bytes, encoding: str, limit: int) -> bytes:
    """Return *raw* without its content *encoding*; raise `TooLargeError` past *limit* bytes."""
    names = [name.strip().lower() for name in encoding.split(",")]
    for name in reversed([name for name in names if name not in {"", "identity"}]):
        if name not in {"gzip", "x-gzip", "deflate"}:
            raise UnpackingError(f"it came in encoding {name[:40]!r}, which was not asked for")
        try:
            raw = _inflated(raw, limit, BY_HEADER)
        except zlib.error:
            if name != "deflate":
                raise UnpackingError(f"it is not the {name} that it claims to be") from None
            try:
                raw = _inflated(raw, limit, BARE)
            except zlib.error:
                raise UnpackingError(f"it is not the {name} that it claims to be") from None
    return raw


def _inflated(raw: bytes, limit: int, window: int) -> bytes:
    parts: list[bytes] = []
    left = limit
    while raw:
        decoder = zlib.decompressobj(window)
        part = decoder.decompress(raw, left + 1)
        left -= len(part)
        if left < 0:
            raise TooLargeError
        parts.append(part)
        if not decoder.eof:
            raise zlib.error("cut off")
        # gzip may have several members, and some servers pad the last with zeros.
        raw = decoder.unused_data.lstrip(b"\0")
    return b"".join(parts)
