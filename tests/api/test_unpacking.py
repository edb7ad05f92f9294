"""Content encodings: what comes out is what went in, however it is cut up, and never much at once."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Callable

import pytest

from airflow_provider.api.unpacking import MOST_MEMBERS, PIECE, Unpacker, UnpackingError, unpackers_for

TEXT = bytes(random.Random(7).choices(b"abcdefgh {}[],:", k=300_000))


def deflate(data: bytes, window: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    return packer.compress(data) + packer.flush()


def unpacked(encodings: str, packed: bytes, size: int) -> bytes:
    """Unpack *packed*, which comes in chunks of *size* bytes."""
    chunks = [packed[start : start + size] for start in range(0, len(packed), size)]
    for unpacker in unpackers_for(encodings):
        chunks = [piece for chunk in chunks for piece in unpacker.pieces(chunk)]
    return b"".join(chunks)


PACKED: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "plain": ("identity", bytes),
    "nothing named": ("", bytes),
    "no encoding": ("utf-8", bytes),
    "gzip": ("gzip", gzip.compress),
    "GZIP": (" GZIP ", gzip.compress),
    "x-gzip": ("x-gzip", gzip.compress),
    "deflate": ("deflate", lambda data: deflate(data, 15)),
    "deflate without a header": ("deflate", lambda data: deflate(data, -15)),
    "deflate of a small window": ("deflate", lambda data: deflate(data, 9)),
    "members": ("gzip", lambda data: gzip.compress(data[:1]) + gzip.compress(data[1:9]) + gzip.compress(data[9:])),
    "an empty member": ("gzip", lambda data: gzip.compress(b"") + gzip.compress(data)),
    "padded": ("gzip", lambda data: gzip.compress(data) + bytes(1000)),
    "with something after it": ("deflate", lambda data: deflate(data, 15) + b"anything"),
    "gzip in gzip": ("gzip, gzip", lambda data: gzip.compress(gzip.compress(data))),
    "gzip, then deflate": ("gzip,identity, deflate", lambda data: deflate(gzip.compress(data), 15)),
}


@pytest.mark.parametrize(("encodings", "pack"), PACKED.values(), ids=PACKED)
@pytest.mark.parametrize(
    ("data", "size"),
    [(b"", 1), (b"Hi", 1), (TEXT[:5000], 1), (TEXT[:5000], 2), (TEXT, 1000), (TEXT, 10**6), (bytes(500_000), 7)],
    ids=["nothing", "tiny", "by 1", "by 2", "by 1,000", "at once", "zeros"],
)
def test_what_comes_out_is_what_went_in(encodings: str, pack: Callable[[bytes], bytes], size: int, data: bytes) -> None:
    assert unpacked(encodings, pack(data), size) == data


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_piece_is_small_however_much_is_packed(encoding: str) -> None:
    unpacker = Unpacker(encoding)
    packed = deflate(bytes(10_000_000), 31 if encoding == "gzip" else 15)
    pieces = unpacker.pieces(packed)

    assert len(next(pieces)) == len(next(pieces)) == PIECE
    assert unpacker.given == 2 * PIECE
    assert sum(map(len, pieces)) == 10_000_000 - 2 * PIECE


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", b"plain text"),
        ("gzip", deflate(TEXT, 15)),
        ("gzip", gzip.compress(TEXT)[:100] + bytes(100) + gzip.compress(TEXT)[200:]),
        ("gzip", gzip.compress(TEXT)[:-8] + bytes(8)),
        ("gzip", gzip.compress(TEXT) + b"\x1f\x8b plain text"),
        ("deflate", b"\xff plain text"),
    ],
    ids=["text", "deflate", "damaged", "wrong sum", "a damaged member", "no deflate"],
)
@pytest.mark.parametrize("size", [3, 10**6])
def test_what_is_not_in_its_encoding_is_refused_by_its_name(encoding: str, body: bytes, size: int) -> None:
    with pytest.raises(UnpackingError, match=f"is not the {encoding} that it claims to be"):
        unpacked(encoding, body, size)


def test_what_is_cut_off_gives_what_there_is() -> None:
    assert TEXT.startswith(unpacked("gzip", gzip.compress(TEXT)[:-20], 1000))
    assert len(unpacked("gzip", gzip.compress(TEXT)[:-20], 1000)) > 100_000


def test_members_without_end_are_refused() -> None:
    member = gzip.compress(b"")

    assert unpacked("gzip", member * MOST_MEMBERS, 10**6) == b""
    with pytest.raises(UnpackingError, match="more than 1,000 members"):
        unpacked("gzip", member * (MOST_MEMBERS + 1), 10**6)


def test_encodings_without_end_are_refused() -> None:
    assert len(unpackers_for("gzip, deflate, gzip")) == 3
    with pytest.raises(UnpackingError, match="packed 4 times"):
        unpackers_for("gzip, deflate, gzip, x-gzip")
