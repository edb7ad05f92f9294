"""What differs between versions of Airflow is asked in one place."""

from __future__ import annotations

import pytest

from airflow_provider.state import airflow_versions


@pytest.mark.parametrize(
    ("version", "discards"),
    [("3.3.0", False), ("3.3.2", False), ("3.4.0b2", True), ("3.4.0", True), ("3.10.1", True), ("4.0.0.dev0", True)],
)
def test_a_clear_discards_the_state_since_3_4(monkeypatch: pytest.MonkeyPatch, version: str, *, discards: bool) -> None:
    monkeypatch.setattr(airflow_versions, "airflow_version", version)

    assert airflow_versions.clear_discards_state() is discards
