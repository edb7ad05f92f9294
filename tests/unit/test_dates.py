"""What is said when a run for a past date pays for pages as they are today."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from airflow.sdk import DAG, task
from airflow.sdk.api.datamodels._generated import DagRun, DagRunState, DagRunType

from airflow_provider.operators import (
    ExtractBatchOperator,
    ExtractOperator,
    MarkdownConvertBatchOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)
from airflow_provider.operators.dates import warn_of_todays_page
from tests.standins import TaskInstance

NOW = datetime.now(UTC)
LINK = "https://b.test/1"


def run_of(kind: DagRunType, *, due: datetime, began: datetime = NOW) -> DagRun:
    return DagRun(
        dag_id="d",
        run_id="r",
        logical_date=datetime(2026, 1, 5, tzinfo=UTC),
        data_interval_start=None,
        data_interval_end=None,
        run_after=due,
        start_date=began,
        end_date=None,
        run_type=kind,
        state=DagRunState.RUNNING,
        consumed_asset_events=[],
        partition_key=None,
    )


def said(
    build: Callable[[], Any], run: DagRun, caplog: pytest.LogCaptureFixture, *, catchup: bool = False
) -> list[str]:
    with DAG("d", start_date=datetime(2026, 1, 1, tzinfo=UTC), schedule="@daily", catchup=catchup) as dag:
        operator = build()
    kind = operator.operator_class if operator.is_mapped else type(operator)
    with caplog.at_level(logging.WARNING):
        warn_of_todays_page(kind.page_fields, {"dag": dag, "dag_run": run, "ti": TaskInstance(task_id="t")})
    return caplog.messages


def extract(link: Any = LINK) -> Callable[[], Any]:
    return lambda: ExtractOperator(task_id="t", link=link, prompt="Of {{ ds }}")


BACKFILL = run_of(DagRunType.BACKFILL, due=NOW)
BUILDS: dict[str, Callable[[], Any]] = {
    "link": extract(),
    "resource": lambda: MarkdownConvertOperator(task_id="t", resource=LINK),
    "links": lambda: ExtractBatchOperator(task_id="t", links=[LINK, LINK], prompt="p"),
    "resources": lambda: MarkdownConvertBatchOperator(task_id="t", resources="file:///data/links.txt"),
    "link ": lambda: ExtractOperator.partial(task_id="t", prompt="p").expand(link=[LINK]),
    "resources ": lambda: MarkdownConvertBatchOperator.partial(task_id="t", resources=[LINK]).expand(
        concurrency=[1, 2]
    ),
}


@pytest.mark.parametrize("field", BUILDS)
def test_a_backfill_over_the_same_link_says_in_one_line_that_each_date_pays(
    field: str, caplog: pytest.LogCaptureFixture
) -> None:
    [line] = said(BUILDS[field], BACKFILL, caplog)

    assert line.startswith(
        f"This run is for 2026-01-05 (backfill), and field '{field.strip()}' is the same for every date"
    )
    assert "docs/how-to/extract.md, 'Runs for past dates'" in line


@task
def links() -> list[str]:
    return [LINK]


OTHERS: dict[str, Callable[[], Any]] = {
    "template": extract("https://b.test/{{ ds }}"),
    "upstream": lambda: ExtractBatchOperator(task_id="t", links=links(), prompt="p"),
    "mapped": lambda: ExtractOperator.partial(task_id="t", prompt="p").expand(link=links()),
    "no page": lambda: TextGenerationOperator(task_id="t", messages="Hi", model="m"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_link_that_may_differ_says_nothing(name: str, caplog: pytest.LogCaptureFixture) -> None:
    assert said(OTHERS[name], BACKFILL, caplog) == []


@pytest.mark.parametrize(
    ("kind", "late", "catchup", "warns"),
    [
        (DagRunType.SCHEDULED, timedelta(days=3), True, True),
        (DagRunType.SCHEDULED, timedelta(minutes=10), True, False),
        (DagRunType.SCHEDULED, timedelta(days=3), False, False),
        (DagRunType.MANUAL, timedelta(days=3), True, False),
        (DagRunType.ASSET_TRIGGERED, timedelta(days=3), True, False),
    ],
)
def test_a_run_that_is_caught_up_says_the_same_and_others_nothing(
    kind: DagRunType, late: timedelta, caplog: pytest.LogCaptureFixture, *, catchup: bool, warns: bool
) -> None:
    lines = said(extract(), run_of(kind, due=NOW - late), caplog, catchup=catchup)

    assert [("(catch-up)" in line) for line in lines] == [True] * warns


def test_a_late_retry_is_no_catch_up(caplog: pytest.LogCaptureFixture) -> None:
    due = NOW - timedelta(days=1)

    assert said(extract(), run_of(DagRunType.SCHEDULED, due=due, began=due), caplog, catchup=True) == []


def test_what_airflow_does_not_tell_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    context: Any = {"ti": TaskInstance()}
    extract()().warn_of_past_date(context)

    assert caplog.messages == []
