"""Bytes as they come: kept in order, never more than may be, and let go."""

from __future__ import annotations

import random

import pytest

from airflow_provider.api.buffer import SMALL, Buffer

BYTES = random.Random(7).randbytes(3 * SMALL)


@pytest.mark.parametrize("size", [0, 1, SMALL - 1, SMALL, SMALL + 1, 3 * SMALL])
@pytest.mark.parametrize("piece", [65_536, SMALL, 3 * SMALL])
@pytest.mark.parametrize("most", [3 * SMALL, 100 * SMALL], ids=["just fitting", "fitting"])
def test_what_was_added_is_there(size: int, piece: int, most: int) -> None:
    buffer = Buffer(most)

    assert all(buffer.add(BYTES[start : min(start + piece, size)]) for start in range(0, size, piece))
    assert len(buffer) == size
    with buffer.view() as view:
        assert bytes(view) == BYTES[:size]


@pytest.mark.parametrize("most", [1, 10_000, SMALL, SMALL + 1, 2 * SMALL])
@pytest.mark.parametrize("piece", [999, 3 * SMALL])
def test_what_does_not_fit_is_cut(most: int, piece: int) -> None:
    buffer = Buffer(most)
    pieces = (BYTES[start : start + piece] for start in range(0, 3 * SMALL, piece))

    assert not all(buffer.add(one) for one in pieces)
    with buffer.view() as view:
        assert bytes(view) == BYTES[:most]


@pytest.mark.parametrize("size", [10, 2 * SMALL])
def test_what_was_let_go_is_gone(size: int) -> None:
    buffer = Buffer(3 * SMALL)
    buffer.add(BYTES[:size])
    buffer.clear()

    assert len(buffer) == 0
    with buffer.view() as view:
        assert bytes(view) == b""
