"""Where the links of a task lead."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from airflow_provider import operators
from airflow_provider.operators.links import ResultLink, SpendOfRunLink, web_address

TASK: Any = SimpleNamespace(dag_id="prices", run_id="manual__2026-01-31T00:00:00+00:00/x", task_id="t", map_index=-1)

ADDRESSES: dict[str, tuple[Any, str | None]] = {
    "a page": ("https://files.example.com/a.csv", "https://files.example.com/a.csv"),
    "a page behind a password": ("https://me:secret@files.example.com/a.csv", "https://files.example.com/a.csv"),
    "S3": (
        "s3://aws_default@books/rows/a b.jsonl",
        "https://console.aws.amazon.com/s3/object/books?prefix=rows/a%20b.jsonl",
    ),
    "Google": (
        "gs://books/rows/a.jsonl",
        "https://console.cloud.google.com/storage/browser/_details/books/rows/a.jsonl",
    ),
    "a folder of the worker": ("file:///tmp/a.csv", None),
    "a script": ("javascript:alert(1)", None),
    "none": (None, None),
}


@pytest.mark.parametrize(("path", "address"), ADDRESSES.values(), ids=ADDRESSES)
def test_a_result_has_a_link_where_a_browser_can_go(path: Any, address: str | None) -> None:
    assert web_address(path) == address
    assert ResultLink().get_link(SimpleNamespace(result_path=path), ti_key=TASK) == (address or "")  # type: ignore[arg-type] # it reads nothing else of an operator


def test_the_link_to_the_spend_holds_below_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__API__BASE_URL", "https://airflow.example.com/team/")

    link = SpendOfRunLink().get_link(SimpleNamespace(), ti_key=TASK)  # type: ignore[arg-type] # it reads nothing of an operator

    run = "manual__2026-01-31T00%3A00%3A00%2B00%3A00%2Fx"
    assert link == f"https://airflow.example.com/team/dags/prices/runs/{run}/plugin/content-ai-spend-run"


def test_every_paid_operator_has_its_links() -> None:
    paid = [kind for name in operators.__all__ if hasattr(kind := getattr(operators, name), "request_type")]
    with_result = {kind for kind in paid if "result_path" in kind.template_fields}

    assert len(paid) >= 8
    for kind in paid:
        names = {link.name for link in kind.operator_extra_links}
        assert names == ({"Spend of this run", "Result"} if kind in with_result else {"Spend of this run"}), kind
