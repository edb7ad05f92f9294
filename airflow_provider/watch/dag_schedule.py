"""When a DAG runs after changes. Builds the schedule; what it looks like to each Airflow is not known here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow.sdk import AssetAny

from airflow_provider.errors import InvalidRequestError
from airflow_provider.state.airflow_versions import one_run_for_all

if TYPE_CHECKING:
    from airflow.sdk.bases.timetable import BaseTimetable
    from airflow.sdk.definitions.asset import BaseAsset


def any_change(*assets: BaseAsset) -> BaseAsset | BaseTimetable:
    """
    Return the schedule of a DAG that runs when any of *assets* has changed, once for all changes that wait.

    Changes that come while a run is active start the next one together, where the DAG has `max_active_runs=1`:
    `changed_links` gives its tasks all of them. Raises `InvalidRequestError` without assets.
    """
    if not assets:
        raise InvalidRequestError("any_change has no assets. Name at least one, such as page_asset(...).")
    return one_run_for_all(AssetAny(*assets))
