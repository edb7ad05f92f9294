"""The schedule that runs a DAG after any change, on the Airflow that is installed."""

from __future__ import annotations

import pytest
from airflow.sdk import DAG, Asset, AssetAny

from airflow_provider.errors import InvalidRequestError
from airflow_provider.watch import any_change, page_asset

PAGES = [page_asset(f"https://shop.example.com/{name}", name=name) for name in ("a", "b")]


def test_a_dag_has_each_asset_as_a_condition_of_its_own() -> None:
    with DAG("d", schedule=any_change(*PAGES)) as dag:
        condition = dag.timetable.asset_condition

    assert isinstance(condition, AssetAny)
    assert list(condition.objects) == PAGES


def test_changes_that_wait_are_told_together() -> None:
    with DAG("d", schedule=any_change(Asset("one"))) as dag:
        # Airflow 3.3 has no other way.
        assert getattr(dag.timetable, "batch_asset_events", True) is True


def test_it_travels_to_the_scheduler() -> None:
    from airflow.serialization.serialized_objects import DagSerialization

    with DAG("d", schedule=any_change(*PAGES)) as dag:
        stored = DagSerialization.to_dict(dag)

    timetable = DagSerialization.from_dict(stored).timetable
    assert getattr(timetable, "batch_asset_events", True) is True
    assert {asset.name for _, asset in timetable.asset_condition.iter_assets()} == {"a", "b"}


def test_without_an_asset_it_says_what_is_missing() -> None:
    with pytest.raises(InvalidRequestError, match="at least one"):
        any_change()
