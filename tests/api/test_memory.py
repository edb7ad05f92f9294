"""Whatever a service sends, an answer takes no more memory than twice what the connection allows."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import pytest

from tests.hostile import ANSWERED, ANSWERS, MB, OTHERWISE, read, serving

MOST = 10 * MB


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Serve hostile answers."""
    with serving(MOST) as where:
        yield where


def read_all(url: str, most: int, by_async: bool) -> dict[str, tuple[str, int]]:  # noqa: FBT001 - sent to a process
    """Make one call after the other; returns what each ended in, and by how much it made the process grow."""
    read(url, "small", most, by_async=by_async)
    return {name: read(url, name, most, by_async=by_async) for name in ANSWERS}


@pytest.mark.parametrize("by_async", [False, True], ids=["sync", "async"])
def test_no_answer_exhausts_the_client(url: str, *, by_async: bool) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.apply(read_all, (url, MOST, by_async))

    ended = {name: how for name, (how, _) in found.items()}
    expected = dict.fromkeys(ANSWERS, "AnswerTooLargeError") | dict.fromkeys(ANSWERED, "answered") | OTHERWISE
    assert ended == expected
    grown = {name: round(most / MOST, 2) for name, (_, most) in found.items()}
    assert max(grown.values()) <= 2, grown
