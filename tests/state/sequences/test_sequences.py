"""Nothing that can happen to a task makes it pay twice, lose what it paid for, or miscount."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.state.sequences.machine import KINDS, Sequences
from tests.state.sequences.world import PaidService

pytestmark = pytest.mark.exhaustive

# The same ones every time, so that the gate fails for a change of ours and for nothing else.
IN_THE_GATE = settings(
    max_examples=100,
    stateful_step_count=8,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def play(service: PaidService, kind: str, how: settings) -> None:
    machine = type(kind, (Sequences,), {"kind": KINDS[kind], "service": service})
    run_state_machine_as_test(machine, settings=how)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_sequences(service: PaidService, kind: str) -> None:
    play(service, kind, IN_THE_GATE)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_sequences_never_seen_before(service: PaidService, kind: str) -> None:
    play(service, kind, settings(IN_THE_GATE, max_examples=1_000, derandomize=False, stateful_step_count=12))
