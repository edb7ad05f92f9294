"""The garbage collector is off while something large is read, and as it was found afterwards."""

from __future__ import annotations

import gc
from contextlib import suppress

import pytest

from airflow_provider.collector import uncollected


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_left_as_it_was_found(enabled: bool) -> None:  # noqa: FBT001 - a parameter
    try:
        (gc.enable if enabled else gc.disable)()
        with suppress(ValueError), uncollected():
            assert not gc.isenabled()
            raise ValueError

        assert gc.isenabled() is enabled
    finally:
        gc.enable()
