"""
A page in a few kilobytes: enough to tell that, how much and where its lines have changed.

Lines compare without their spaces, for those change with the layout of the source. Pure.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

# 5 bytes tell a million lines apart; 4,000 of them take 27 kB as text.
HASH_BYTES = 5
MOST_HASHES = 4000
MOST_SHOWN = 20
LONGEST_SHOWN = 200
# So many characters the lines themselves may take, packed; of a longer page the first ones are kept.
MOST_PACKED = 16_000


def digest_of(lines: Sequence[str]) -> str:
    """Return what names the content of *lines*: equal if and only if a reader sees the same."""
    text = "\n".join("".join(line.split()) for line in lines)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def packed_lines(lines: Sequence[str]) -> str:
    """Return the first of *lines*, each cut to what is shown of it, packed: as many as there is room for."""
    kept = [_cut(line) for line in lines[:MOST_HASHES]]
    while len(packed := base64.b64encode(zlib.compress(json.dumps(kept).encode())).decode()) > MOST_PACKED:
        kept = kept[: len(kept) // 2]
    return packed


def removed_lines(packed: str, lines: Sequence[str]) -> list[str]:
    """Return those that `packed_lines` has kept and that are gone from *lines*, or have moved; at most 20."""
    before = json.loads(zlib.decompress(base64.b64decode(packed))) if packed else []
    kept = _kept([_hash(_cut(line)) for line in lines], [_hash(line) for line in before])
    gone = (line for position, line in enumerate(before) if position not in kept)
    return [line for line, _ in zip(gone, range(MOST_SHOWN), strict=False)]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """
    The hashes of a page's lines in order.

    Of a long page only those that are multiples of 2 ** *thinning*: the same lines of either version.
    """

    hashes: tuple[int, ...] = ()
    thinning: int = 0

    @classmethod
    def of(cls, lines: Sequence[str]) -> Fingerprint:
        """Return the fingerprint of *lines*."""
        hashes = tuple(_hash(line) for line in lines)
        thinning = 0
        while len(hashes) > MOST_HASHES and thinning < 8 * HASH_BYTES:
            thinning += 1
            hashes = tuple(value for value in hashes if value % (1 << thinning) == 0)
        return cls(hashes, thinning)

    def packed(self) -> str:
        """Return the fingerprint as text."""
        raw = b"".join(value.to_bytes(HASH_BYTES, "big") for value in self.hashes)
        return f"{self.thinning}:{base64.b64encode(raw).decode()}"

    @classmethod
    def unpacked(cls, text: str) -> Fingerprint:
        """Return what `packed` was called on."""
        thinning, _, packed = text.partition(":")
        raw = base64.b64decode(packed)
        starts = range(0, len(raw), HASH_BYTES)
        return cls(tuple(int.from_bytes(raw[start : start + HASH_BYTES], "big") for start in starts), int(thinning))

    def difference(self, lines: Sequence[str]) -> tuple[float, list[str]]:
        """
        Return the share of lines in which *lines* differ from this, and those that are new or have moved.

        The share is 0 for the same lines in the same order, 1 for nothing in common.
        """
        now = [(line, _hash(line)) for line in lines]
        thinning = max(self.thinning, Fingerprint.of(lines).thinning)
        now = [(line, value) for line, value in now if value % (1 << thinning) == 0]
        before = [value for value in self.hashes if value % (1 << thinning) == 0]
        kept = _kept(before, [value for _, value in now])
        total = len(before) + len(now)
        share = 1 - 2 * len(kept) / total if total else 0.0
        changed = (line for position, (line, _) in enumerate(now) if position not in kept)
        return round(share, 4), [_cut(line) for line, _ in zip(changed, range(MOST_SHOWN), strict=False)]


def _hash(line: str) -> int:
    text = "".join(line.split()).encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=HASH_BYTES).digest(), "big")


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def _kept(before: Sequence[int], now: Sequence[int]) -> set[int]:
    """Return the positions in *now* that stood in *before* in the same order: the longest such row."""
    places: dict[int, list[int]] = defaultdict(list)
    for position, value in enumerate(before):
        places[value].append(position)
    # The k-th line of a kind stands for the k-th before; then the longest increasing row of places.
    pairs: list[tuple[int, int]] = []
    seen: dict[int, int] = defaultdict(int)
    for position, value in enumerate(now):
        if seen[value] < len(places.get(value, ())):
            pairs.append((position, places[value][seen[value]]))
            seen[value] += 1
    ends: list[int] = []
    tails: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        previous.append(tails[at - 1] if at else -1)
        ends[at : at + 1] = [place]
        tails[at : at + 1] = [number]
    kept = set()
    number = tails[-1] if tails else -1
    while number >= 0:
        kept.add(pairs[number][0])
        number = previous[number]
    return kept
