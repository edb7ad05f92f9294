"""A backfill as Airflow runs it: its log says that each date pays for today's page."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.operators import ExtractOperator, MarkdownConvertBatchOperator


@pytest.fixture
def backfilled(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return `run`, with a run of a backfill in place of a manual one."""
    from airflow.serialization.definitions.dag import SerializedDAG
    from airflow.utils.types import DagRunType

    create = SerializedDAG.create_dagrun

    def create_dagrun(self: Any, **given: Any) -> Any:
        # `dag.test()` makes no other runs than manual ones, and a scheduler takes its time.
        run_id = given["run_id"].replace("manual", "backfill")
        return create(self, **{**given, "run_id": run_id, "run_type": DagRunType("backfill")})

    monkeypatch.setattr(SerializedDAG, "create_dagrun", create_dagrun)
    return run


def test_a_backfill_over_a_literal_link_says_what_it_pays_for(
    backfilled: Any, service: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers({"response": "A page", "tokens": 1, "success": True})

    def build() -> None:
        ExtractOperator(task_id="literal", link="https://example.com/", prompt="All of {{ run_id }}")
        ExtractOperator(task_id="dated", link="https://example.com/{{ run_id }}", prompt="All")
        MarkdownConvertBatchOperator(task_id="batch", resources=["https://example.com/"])

    left = backfilled(build)

    assert set(left.states.values()) == {"success"}
    said = sorted(line for line in caplog.messages if "each date pays for the same" in line)
    assert len(said) == 2
    assert "(backfill), and field 'link' is the same for every date" in said[0]
    assert "(backfill), and field 'resources' is the same for every date" in said[1]
