"""Random sequences on a real scheduler: the page counts what the service counted, and nothing is paid for twice."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy.exc import OperationalError

from tests.live.paying import PaidAirflow, paid_airflow
from tests.live.sequence import Kind, Sequence
from tests.plugin.databases import empty_postgres

pytestmark = pytest.mark.live

KINDS: tuple[Kind, ...] = get_args(Kind)


def play(airflow: PaidAirflow, sequences: Iterable[Sequence]) -> None:
    """Play *sequences* at the same time, and print what each has counted."""
    sequences = list(sequences)
    with ThreadPoolExecutor(len(sequences)) as pool:
        ends = [pool.submit(one.play, airflow) for one in sequences]
    wrong = [
        f"{one.kind}-{one.seed} ({one.told}): {end.exception()!r}"
        for one, end in zip(sequences, ends, strict=True)
        if end.exception()
    ]
    for end in ends:
        if end.exception() is None:
            print(end.result())  # noqa: T201 - the figures, for `-s`
    assert not wrong, "\n".join(wrong)


def test_every_act_is_in_the_sequences() -> None:
    for kind in KINDS:
        assert {act for seed in range(5) for act in Sequence(kind, seed).acts} == {"kill", "error", "mark", "clear"}


def test_a_sequence_of_each_kind_of_task(paid: PaidAirflow) -> None:
    play(paid, [Sequence(kind, number) for number, kind in enumerate(KINDS)])


@pytest.fixture
def on_postgres(tmp_path: Path) -> Iterator[PaidAirflow]:
    """An Airflow that bears twenty runs at once: on SQLite its scheduler dies of a locked database."""
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(empty_postgres())
        except OperationalError:
            if os.environ.get("CI"):
                raise
            pytest.skip("PostgreSQL does not listen on loopback.")
        yield stack.enter_context(paid_airflow(tmp_path, database=database))


@pytest.mark.long
def test_twenty_sequences(on_postgres: PaidAirflow) -> None:
    play(on_postgres, [Sequence(kind, seed) for seed in range(5) for kind in KINDS])
