"""A page is watched by a real triggerer, which is killed at the worst moments; the DAG runs for every change."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from airflow_provider.watch.keeping import STATE_KEY
from airflow_provider.watch.look import LOOK_KEY
from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import ended_by_signals, wait_until
from dags_examples.run.rest import Run
from tests.watch.website import Website

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.live

DAGS = Path(__file__).with_name("watch_dags")
SHOP = "/shop.html"
CLOCKED = "/clocked.html"
# A whole Airflow, on a machine that may have other work.
PATIENCE = 180.0
clock = itertools.count(1)


def page(price: str, noise: int = 0) -> bytes:
    return (
        f"<html><head><title>Shop</title><script nonce='{noise}'>t={noise}</script></head><body><h1>Books</h1>"
        f"<p>Night Trains</p><p>{price}</p><div class='ad-slot'>ad {noise}</div><!-- {noise} --></body></html>"
    ).encode()


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({SHOP: page("12.90"), CLOCKED: page("1.00")}) as running:
        yield running


@pytest.fixture(scope="module")
def airflow(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalAirflow]:
    env = {
        "WATCHED_URL": site.url + SHOP,
        "CLOCKED_URL": site.url + CLOCKED,
        "AIRFLOW__TRIGGERER__TRIGGERER_HEALTH_CHECK_THRESHOLD": "4",
        "AIRFLOW__TRIGGERER__JOB_HEARTBEAT_SEC": "1",
    }
    home = tmp_path_factory.mktemp("watch")
    with ended_by_signals(), LocalAirflow(home, dags=[DAGS], env=env, parallelism=2) as running:
        running.api.wait_for_dag("watched_page")
        site.wait_for(SHOP, 304, 2)
        yield running


def told(airflow: LocalAirflow) -> list[dict[str, Any]]:
    """Return the payloads of all events of the asset, the oldest first."""
    found = airflow.api.request("GET", "/assets/events", params={"limit": 100, "order_by": "timestamp"})
    return [event["extra"]["payload"] for event in found["asset_events"]]


def state(airflow: LocalAirflow) -> dict[str, Any]:
    """Return what the watcher has stored with the asset to compare with."""
    return stored(airflow)[STATE_KEY]


def stored(airflow: LocalAirflow) -> dict[str, dict[str, Any]]:
    """Return all that the watcher has stored with the asset."""
    [asset] = airflow.api.request("GET", "/assets")["assets"]
    entries = airflow.api.request("GET", f"/assets/{asset['id']}/state-store")["asset_state_store"]
    return {entry["key"]: entry["value"] for entry in entries}


def runs(airflow: LocalAirflow) -> list[dict[str, Any]]:
    found = airflow.api.request("GET", "/dags/watched_page/dagRuns", params={"limit": 100, "order_by": "id"})
    return list(found["dag_runs"])


def wait_for_line(airflow: LocalAirflow, line: str) -> dict[str, Any]:
    """Return the last event that tells of *line*."""
    wait_until(lambda: any(line in event["changed_lines"] for event in told(airflow)), seconds=PATIENCE, what=line)
    return [event for event in told(airflow) if line in event["changed_lines"]][-1]


def wait_for_runs(airflow: LocalAirflow, number: int) -> list[dict[str, Any]]:
    def done() -> bool:
        found = runs(airflow)
        return len(found) >= number and all(run["state"] in {"success", "failed"} for run in found)

    wait_until(done, seconds=PATIENCE, what=f"run {number}")
    return runs(airflow)


def test_the_dag_runs_once_for_a_change_and_not_for_noise(airflow: LocalAirflow, site: Website) -> None:
    assert told(airflow) == []

    for noise in range(1, 4):
        site.pages[SHOP] = page("12.90", noise)
        site.wait_for(SHOP, 304, 2)
    site.pages[SHOP] = page("11.50", 9)
    event = wait_for_line(airflow, "11.50")
    site.wait_for(SHOP, 304, 3)

    [run] = wait_for_runs(airflow, 1)
    assert run["state"] == "success"
    assert told(airflow) == [event]
    assert (event["status"], event["url"]) == ("changed", site.url + SHOP)
    assert event["changed_lines"] == ["11.50"]
    xcom = airflow.api.request(
        "GET", f"/dags/watched_page/dagRuns/{run['dag_run_id']}/taskInstances/tell/xcomEntries/return_value"
    )["value"]
    assert xcom == {"link": site.url + SHOP, "events": [event]}


def test_the_state_of_the_asset_is_small_and_says_what_was_seen_last(airflow: LocalAirflow) -> None:
    [asset] = airflow.api.request("GET", "/assets")["assets"]
    kept = stored(airflow)

    assert set(kept) == {STATE_KEY, LOOK_KEY}
    assert len(str(kept[STATE_KEY])) < 1500
    assert kept[STATE_KEY]["untold"] in ([], ())
    assert (kept[LOOK_KEY]["found"], kept[LOOK_KEY]["problem"]) == ("unchanged", None)
    assert asset["extra"]["watch"]["url"] == kept[LOOK_KEY]["url"]


@pytest.mark.parametrize("seconds", [0.0, 0.5, 1.0, 2.0])
def test_no_event_is_lost_when_the_triggerer_is_killed(airflow: LocalAirflow, site: Website, seconds: float) -> None:
    triggerer = airflow.components["triggerer"]
    family = [triggerer.pid, *(child.pid for child in psutil.Process(triggerer.pid).children(recursive=True))]
    before = wait_for_line(airflow, told(airflow)[-1]["changed_lines"][0])
    price = f"{20 + seconds:.2f}"

    site.pages[SHOP] = page(price)
    site.wait_for(SHOP, 200)
    time.sleep(seconds)
    for pid in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    triggerer.kill()
    triggerer.start()
    event = wait_for_line(airflow, price)
    site.wait_for(SHOP, 304, 3)

    assert event["previous_digest"] == before["digest"]
    repeats = [one for one in told(airflow) if one["digest"] == event["digest"]]
    assert all(one == event for one in repeats)
    assert len(repeats) <= 2


def test_an_event_outlives_the_triggerer_though_the_page_is_as_before(airflow: LocalAirflow, site: Website) -> None:
    before = site.pages[SHOP]
    triggerer = airflow.components["triggerer"]
    family = [triggerer.pid, *(child.pid for child in psutil.Process(triggerer.pid).children(recursive=True))]

    seen = state(airflow)["digest"]
    site.pages[SHOP] = page("99.99")
    # Written into the asset's state; mostly too short for Airflow's sync.
    wait_until(lambda: state(airflow)["digest"] != seen, seconds=PATIENCE, what="the event in the state", every=0.02)
    for pid in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    site.pages[SHOP] = before
    triggerer.kill()
    triggerer.start()

    event = wait_for_line(airflow, "99.99")
    wait_until(
        lambda: told(airflow)[-1]["previous_digest"] == event["digest"], seconds=PATIENCE, what="the change back"
    )


def run_at_the_next_hour(airflow: LocalAirflow, dag_id: str, **conf: object) -> Run:
    """Start a run with a logical date, as the scheduler does for a DAG on a clock."""
    airflow.api.wait_for_dag(dag_id)
    body = {"logical_date": f"2026-01-01T{next(clock):02}:00:00Z", "conf": conf}
    found = airflow.api.request("POST", f"/dags/{dag_id}/dagRuns", repeat=True, json=body)
    return Run(airflow.api, dag_id, found["dag_run_id"])


def test_a_clocked_dag_goes_on_only_if_the_page_has_changed_since_its_last_success(
    airflow: LocalAirflow, site: Website
) -> None:
    def run(**conf: object) -> tuple[str, str | None]:
        done = run_at_the_next_hour(airflow, "clocked", **conf)
        return done.wait(), done.states()["go_on"]

    assert run() == ("success", "success")
    assert run() == ("success", "skipped")
    site.pages[CLOCKED] = page("2.00", 7)
    assert run(fail=True) == ("failed", "failed")
    # The failed run has seen the change, and done nothing with it.
    assert run() == ("success", "success")
    site.pages[CLOCKED] = page("2.00", 8)
    assert run() == ("success", "skipped")
    assert run() == ("success", "skipped")


def test_a_deferred_sensor_goes_on_when_the_page_changes(airflow: LocalAirflow, site: Website) -> None:
    first = run_at_the_next_hour(airflow, "waiting")
    assert first.wait() == "success"

    second = run_at_the_next_hour(airflow, "waiting")
    wait_until(lambda: second.states()["changed"] == "deferred", seconds=PATIENCE, what="the deferred sensor")
    time.sleep(2)
    assert second.states()["changed"] == "deferred"
    site.pages[CLOCKED] = page("3.00")

    assert second.wait() == "success"
    assert second.xcom("changed")["changed_lines"] == ["3.00"]
    assert second.xcom("go_on") == site.url + CLOCKED
    third = run_at_the_next_hour(airflow, "waiting")
    wait_until(lambda: third.states()["changed"] == "deferred", seconds=PATIENCE, what="the deferred sensor")
