"""From the events that started a run to the paid task."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from airflow.sdk import DAG

from airflow_provider import watch
from airflow_provider.operators import ExtractOperator
from airflow_provider.watch import changed_link, changed_links, page_events

PRICES, STOCK = "https://shop.example.com/prices", "https://shop.example.com/stock"


def event(url: str, second: int, status: str = "changed", digest: str = "d") -> SimpleNamespace:
    payload = {"url": url, "status": status, "digest": digest, "checked_at": f"2026-01-01T00:00:{second:02}"}
    return SimpleNamespace(extra={"from_trigger": True, "payload": payload})


OTHER = SimpleNamespace(extra={})
CONTEXT: dict[str, Any] = {
    "triggering_asset_events": {
        "stock": [event(STOCK, 3), event(STOCK, 9, "removed")],
        "prices": [event(PRICES, 5), event(PRICES, 5)],
        "a table of ours": [OTHER],
    }
}
NOTHING: dict[str, Any] = {"triggering_asset_events": {}}


def rendered(template: str, context: dict[str, Any]) -> str:
    with DAG("d", schedule=None) as dag:
        pass
    return dag.get_template_env().from_string(template).render(context)


def test_events_are_in_order_without_repeats_and_without_those_of_others() -> None:
    assert [(found["url"], found["status"]) for found in page_events(CONTEXT)] == [
        (STOCK, "changed"),
        (PRICES, "changed"),
        (STOCK, "removed"),
    ]


def test_links_are_those_of_pages_that_are_there() -> None:
    assert changed_links(CONTEXT) == [PRICES]
    assert changed_links(NOTHING) == []


def test_the_link_is_the_last_events() -> None:
    assert rendered(changed_link(), CONTEXT) == STOCK
    assert rendered(changed_link(default=PRICES), CONTEXT) == STOCK


def test_a_run_by_hand_has_no_link_but_the_default() -> None:
    assert rendered(changed_link(default=PRICES), NOTHING) == PRICES
    with pytest.raises(jinja2.UndefinedError):
        rendered(changed_link(), NOTHING)


def test_the_link_of_a_sensor_is_its_result() -> None:
    ti = SimpleNamespace(xcom_pull=lambda task_ids: {"changed": {"url": PRICES}}[task_ids])

    assert rendered(changed_link(task_id="changed"), {"ti": ti}) == PRICES


@pytest.mark.parametrize("link", [changed_link(), changed_link(default=PRICES), changed_link(task_id="x")])
def test_an_operator_takes_it_for_a_template(link: str) -> None:
    with DAG("d", schedule=None):
        assert ExtractOperator(task_id="t", link=link, prompt="p").link == link


def test_the_public_names_are_pinned() -> None:
    assert set(watch.__all__) == {
        "PageChangeSensor",
        "PageChangeTrigger",
        "PageEvent",
        "any_change",
        "changed_link",
        "changed_links",
        "page_asset",
        "page_assets",
        "page_events",
    }


def test_a_dag_file_that_watches_loads_nothing_heavy() -> None:
    code = (
        "import sys; from airflow.sdk import DAG, Asset, BaseSensorOperator; import airflow.triggers.base\n"
        "known = set(sys.modules)\n"
        "from airflow_provider.watch import page_asset; page_asset('https://shop.example.com/', select='p')\n"
        "print([name for name in ('lxml', 'protego', 'pandas', 'pyarrow', 'aiohttp', 'requests', 'httpcore') "
        "if name in set(sys.modules) - known])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)  # noqa: S603 - code of this test

    assert done.stdout.splitlines()[-1] == "[]"
