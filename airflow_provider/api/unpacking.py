"""
Content encodings, undone piece by piece: however small the packed bytes are, one piece comes out at a time.

Pure, and shared by both clients. How much may come out in all is for the caller to say.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zlib import _Decompress

PIECE = 65_536
GZIP = zlib.MAX_WBITS | 16
GZIP_START = b"\x1f\x8b"
# The same format with and without a header; servers call both deflate.
ZLIB, BARE = zlib.MAX_WBITS, -zlib.MAX_WBITS
# One is usual, two are a server and its proxy; each takes memory of its own.
MOST_ENCODINGS = 3
# As rare; each takes time of its own, even one of nothing.
MOST_MEMBERS = 1_000


class UnpackingError(Exception):
    """The body is not in the encoding that the server named; the message is for a person."""


class Unpacker:
    """Undoes one content encoding. `given` is how many bytes have come out so far."""

    def __init__(self, encoding: str) -> None:
        self.given = 0
        self._encoding = encoding
        self._decoder: _Decompress | None = None
        self._members = 0
        self._held = b""

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Yield what *data*, the next bytes of the body, unpacks to, in pieces of at most 64 kB."""
        data, self._held = self._held + data, b""
        while decoder := self._decoder or self._begin(data):
            try:
                piece = decoder.decompress(data, PIECE)
            except zlib.error:
                raise UnpackingError(f"the body is not the {self._encoding} that it claims to be") from None
            self.given += len(piece)
            yield piece
            if decoder.eof:
                data, self._decoder = decoder.unused_data, None
                continue
            data = decoder.unconsumed_tail
            # A full piece may leave some of its bytes behind in the decoder.
            if not data and len(piece) < PIECE:
                return

    def _begin(self, data: bytes) -> _Decompress | None:
        """Return a decoder for what begins with *data*; None where that is too short to tell, or only padding."""
        if len(data) < len(GZIP_START):
            self._held = data
            return None
        if self._encoding == "deflate":
            return None if self._members else self._decoder_of(ZLIB if _has_zlib_header(data) else BARE)
        # gzip may have several members, one after the other, and some servers pad the last.
        if self._members and not data.startswith(GZIP_START):
            return None
        if self._members == MOST_MEMBERS:
            raise UnpackingError(f"the body is gzip in more than {MOST_MEMBERS:,} members")
        return self._decoder_of(GZIP)

    def _decoder_of(self, window: int) -> _Decompress:
        self._members += 1
        self._decoder = zlib.decompressobj(window)
        return self._decoder


def _has_zlib_header(data: bytes) -> bool:
    return data[0] & 15 == zlib.DEFLATED and int.from_bytes(data[:2], "big") % 31 == 0


def unpackers_for(encodings: str) -> list[Unpacker]:
    """
    Return what undoes the value of `Content-Encoding`, the last encoding first.

    Others than gzip and deflate are passed over: some servers name what is no encoding, such as a character set.
    Raises `UnpackingError` for a body that is packed too often.
    """
    names = [name.strip().lower().removeprefix("x-") for name in encodings.split(",")]
    known = [name for name in names if name in ("gzip", "deflate")]
    if len(known) > MOST_ENCODINGS:
        raise UnpackingError(f"the body is packed {len(known)} times")
    return [Unpacker(name) for name in reversed(known)]
