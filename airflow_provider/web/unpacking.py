"""Content encodings, undone up to a limit however small the packed bytes are. Pure; runs in a thread."""

from __future__ import annotations

import zlib

# zlib and gzip by their header; deflate without one, as some servers send it.
BY_HEADER = zlib.MAX_WBITS | 32
BARE = -zlib.MAX_WBITS
# What follows a member is copied with each of them: megabytes of empty ones would keep the processor for hours.
PIECE = 16 * 1024
MOST_MEMBERS = 10_000
# One is usual, two are a server and its proxy; each may take as long as a whole page.
MOST_ENCODINGS = 3


class UnpackingError(Exception):
    """The bytes are not in the encoding that the server named; the message is for a person."""


class CutOffError(UnpackingError):
    """The packed bytes end too early; *before* is what came out until then."""

    def __init__(self, name: str, before: bytes) -> None:
        super().__init__(f"the {name} that it came in is cut off")
        self.before = before


class TooLargeError(Exception):
    """More comes out than the limit."""


def unpacked(raw: bytes, encoding: str, limit: int, *, cut: bool = False) -> bytes:
    """
    Return *raw* without its content *encoding*; past *limit* bytes raise `TooLargeError`, or *cut* them off.

    Raises `UnpackingError`, which is a `CutOffError` where bytes are missing at the end.
    """
    names = [name for one in encoding.split(",") if (name := one.strip().lower()) not in {"", "identity"}]
    if len(names) > MOST_ENCODINGS:
        raise UnpackingError(f"it is packed {len(names)} times")
    for name in reversed(names):
        if name not in {"gzip", "x-gzip", "deflate"}:
            raise UnpackingError(f"it came in encoding {name[:40]!r}, which was not asked for")
        try:
            raw, is_whole = _inflated(raw, limit, BY_HEADER, cut=cut)
        except zlib.error:
            if name != "deflate":
                raise UnpackingError(f"it is not the {name} that it claims to be") from None
            try:
                raw, is_whole = _inflated(raw, limit, BARE, cut=cut)
            except zlib.error:
                raise UnpackingError(f"it is not the {name} that it claims to be") from None
        if not is_whole and not cut:
            raise CutOffError(name, raw)
    return raw


def _inflated(raw: bytes, limit: int, window: int, *, cut: bool) -> tuple[bytes, bool]:
    """Return what comes out of *raw*, and whether that is all."""
    parts: list[bytes] = []
    left, members, decoder = limit, 0, None
    for start in range(0, len(raw), PIECE):
        piece = raw[start : start + PIECE]
        while piece:
            if decoder is None or decoder.eof:
                # gzip may have several members, and some servers pad the last with zeros.
                piece = piece.lstrip(b"\0") if members else piece
                if not piece:
                    break
                decoder, members = zlib.decompressobj(window), members + 1
                if members > MOST_MEMBERS:
                    raise TooLargeError
            parts.append(decoder.decompress(piece, left + 1))
            left -= len(parts[-1])
            if left < 0:
                if cut:
                    return b"".join(parts)[:limit], False
                raise TooLargeError
            piece = decoder.unused_data
    return b"".join(parts), decoder is None or decoder.eof
