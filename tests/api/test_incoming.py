"""How much of an answer is read: a success as far as it may go, a refusal as far as anybody reads."""

from __future__ import annotations

import gzip

import pytest

from airflow_provider.api.body import start_of
from airflow_provider.api.incoming import EXPLANATION, Incoming
from airflow_provider.api.outcomes import Outcome, Reply, TooLarge


def outcome(chunks: list[bytes], *, most: int, status: int = 200, encoding: str = "identity") -> tuple[Outcome, int]:
    """Return what comes of an answer in *chunks*, and how many of these were read."""
    incoming = Incoming(most)
    incoming.begin(status, {"content-encoding": encoding})
    read = 0
    for chunk in chunks:
        read += 1
        if not incoming.add(chunk):
            break
    return incoming.end(), read


def kept(came: Outcome) -> bytes:
    """Return what was kept of the body."""
    assert isinstance(came, Reply)
    return start_of(came.body, 10**9)


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_success_may_be_as_long_as_the_limit(size: int) -> None:
    came, _ = outcome([b"x" * size], most=100)

    assert kept(came) == b"x" * size


def test_a_byte_more_is_too_large_and_the_rest_is_not_read() -> None:
    assert outcome([b"x" * 100, b"x", b"x"], most=100) == (TooLarge(200), 2)


def test_what_unpacks_to_more_is_too_large() -> None:
    packed = gzip.compress(bytes(101))

    assert len(packed) < 100
    assert outcome([packed], most=100, encoding="gzip") == (TooLarge(200), 1)
    came, _ = outcome([gzip.compress(bytes(100))], most=100, encoding="gzip")
    assert isinstance(came, Reply)


def test_the_packed_bytes_are_bounded_as_well() -> None:
    padding = gzip.compress(b"Hi") + bytes(1000)

    assert outcome([padding], most=100, encoding="gzip") == (TooLarge(200), 1)


def test_so_is_what_comes_out_between_two_encodings() -> None:
    # A thousand bytes of padding, packed to a few; two bytes come out in the end.
    packed = gzip.compress(gzip.compress(b"Hi") + bytes(1000))

    assert len(packed) < 100
    assert outcome([packed], most=100, encoding="gzip, gzip") == (TooLarge(200), 1)


@pytest.mark.parametrize("status", [301, 400, 404, 429, 500, 503])
@pytest.mark.parametrize("most", [100, 10_000_000])
def test_a_refusal_stays_one_and_is_cut(status: int, most: int) -> None:
    chunk = b"no" * 10_000
    came, read = outcome([chunk] * 1000, most=most, status=status)

    assert kept(came) == (chunk * 4)[:EXPLANATION]
    assert came.status == status
    assert read == 4


def test_a_refusal_that_unpacks_to_much_is_cut() -> None:
    came, _ = outcome([gzip.compress(b"no" * 10**6)], most=100, status=400, encoding="gzip")

    assert kept(came) == b"no" * (EXPLANATION // 2)
