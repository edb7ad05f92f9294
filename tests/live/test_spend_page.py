"""The spend page in a real browser, inside a real Airflow that is below a path."""

from __future__ import annotations

import csv
import io
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from airflow.models.dagrun import DagRun
from airflow.models.taskinstance import TaskInstance
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sqlalchemy import Engine, create_engine, update

from airflow_provider.state.record import Record
from dags_examples.run.rest import Run
from dags_examples.run.stack import Stack
from tests.live.browser import Browser, browser, token_of
from tests.plugin.filling import fill, record

pytestmark = pytest.mark.live

PAGE = "/content-ai-spend"


@pytest.fixture(scope="module")
def window(below_a_path: Stack, spent: Run) -> Iterator[Browser]:
    """A browser that the admin is signed in to."""
    with browser(below_a_path.airflow.url) as one:
        one.sign_in(token_of(below_a_path.airflow, "admin"))
        yield one


def test_the_navigation_leads_to_the_page_and_nothing_is_refused_or_missing(window: Browser) -> None:
    window.open("/")
    window.press(f'a[href$="/plugin{PAGE}"]')
    window.enter_frame()

    assert window.read("h1") == "Spend"
    names = window.texts("#table td.name a:first-child")
    assert {"bookshop_catalogue", "ten_lines", "spend_race"} <= set(names)
    # All runs are of today: a chart of a single day says nothing that its number does not.
    assert window.all("figure") == []
    window.leave_frame()
    assert window.find(f'a[href$="/plugin{PAGE}"] img[src$="/static/icon.svg"]')
    assert window.problems() == []


def test_what_is_not_known_is_said_in_words(window: Browser) -> None:
    window.open(f"/dags/ten_lines/plugin{PAGE}-dag")
    window.enter_frame()

    assert "1 call with tokens not reported" in window.text()
    assert "1 call without a price" in window.text()
    assert "Tokens\nnot reported" in window.text()


def test_a_budget_is_a_bar_with_its_figures_that_changes_where_it_warns_and_when_it_is_used_up(
    window: Browser, spent: Run
) -> None:
    run = spent.api.trigger("spend_warned")
    assert run.wait() == "success"
    tokens = run.xcom("ask", "usage")["tokens"]

    window.open(f"/dags/spend_warned/plugin{PAGE}-dag")
    window.enter_frame()
    title = window.read("#budgets dt")
    warned = window.steadily(lambda: _bars(window))
    window.leave_frame()
    window.open(f"/dags/spend_race/plugin{PAGE}-dag")
    window.enter_frame()
    [used_up] = window.steadily(lambda: _bars(window))
    window.leave_frame()

    assert title == "Budget, fullest run"
    assert warned == [
        (f"{tokens:,} of 1,000,000 tokens, 0 %", tokens / 1_000_000, ""),
        ("1 of 4 calls, 25 %: past its warning at 20 %", 0.25, "warned"),
    ]
    # Tasks that run at the same moment may have gone over it: the bar is full then.
    assert re.fullmatch(r"[3-6] of 3 calls, \d+ %: used up", used_up[0])
    assert used_up[1:] == (1, "exceeded")


def _bars(window: Browser) -> list[tuple[str, float, str]]:
    """Return of each bar what stands beside it, how far it is filled, and what its colour says."""
    bars = []
    for line in window.all("#budgets dd"):
        bar = line.find_element(By.TAG_NAME, "progress")
        text = line.find_element(By.TAG_NAME, "span").text
        assert bar.get_attribute("aria-label").endswith(f": {text}")
        filled = float(bar.get_attribute("value")) / float(bar.get_attribute("max"))
        bars.append((text, filled, bar.get_attribute("class")))
    return bars


def test_a_dag_has_a_tab_whose_runs_lead_to_airflow(window: Browser, spent: Run) -> None:
    window.open("/dags/bookshop_catalogue")
    window.press(f'a[href$="/plugin{PAGE}-dag"]')
    window.enter_frame()
    assert window.read("h1") == "Spend of bookshop_catalogue"

    window.press("#table a.out")
    window.leave_frame()

    window.wait_until_at(f"/airflow/dags/bookshop_catalogue/runs/{_part(spent.run_id)}")


def test_a_run_has_a_tab_whose_tasks_lead_to_airflow(window: Browser, spent: Run) -> None:
    window.open(f"/dags/bookshop_catalogue/runs/{_part(spent.run_id)}/plugin{PAGE}-run")
    window.enter_frame()
    assert "answer_in_words" in window.text()

    window.press_link("about_page")
    window.leave_frame()

    window.wait_until_at(f"/airflow/dags/bookshop_catalogue/runs/{_part(spent.run_id)}/tasks/about_page")


def test_another_period_can_be_chosen_and_is_in_the_address(window: Browser) -> None:
    window.open(f"/plugin{PAGE}")
    window.enter_frame()
    before = _days_ago(6)
    window.press_link("7 days")
    window.leave_frame()
    window.enter_frame()
    window.wait_until(lambda: window.texts('#presets [aria-current="true"]') == ["7 days"], "another period")
    since = window.find('input[name="since"]').get_attribute("value")
    window.leave_frame()

    assert f"since={since}" in window.driver.current_url
    # It may have been midnight.
    assert since in {before, _days_ago(6)}


def _days_ago(number: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() - number * 86400))


def test_a_table_is_searched_and_sorted_and_a_reload_of_a_tab_shows_it_so_again(window: Browser) -> None:
    window.open(f"/dags/bookshop_catalogue/plugin{PAGE}-dag")
    window.enter_frame()
    window.press_link("Tasks")
    window.type('input[aria-label="Search Tasks"]', "page")
    window.wait_for_text(" out of ")
    window.press_link("Calls")
    # It may have been another column.
    window.wait_until(lambda: window.read('th[aria-sort="descending"]').startswith("Calls"), "another order")
    before = window.read("#table")
    window.leave_frame()

    window.driver.refresh()
    window.enter_frame()

    assert window.read("#table") == before
    assert window.read('#tabs a[aria-current="page"]') == "Tasks"
    assert window.find('input[aria-label="Search Tasks"]').get_attribute("value") == "page"
    assert window.read('th[aria-sort="descending"]').startswith("Calls")
    window.leave_frame()


def test_a_task_links_to_the_spend_of_its_run(below_a_path: Stack, spent: Run) -> None:
    told = spent.api.request(
        "GET", f"/dags/{spent.dag_id}/dagRuns/{_part(spent.run_id)}/taskInstances/about_page/links"
    )

    address = told["extra_links"]["Spend of this run"]
    assert address == f"{below_a_path.airflow.url}/dags/{spent.dag_id}/runs/{_part(spent.run_id)}/plugin{PAGE}-run"


def test_a_period_without_spend_says_what_to_do(window: Browser) -> None:
    window.open(f"{PAGE}/?since=2020-01-01&until=2020-01-31")
    window.wait_for_figures()

    said = window.read("#empty")
    assert "Choose a longer one, or run a DAG" in said
    assert window.link("Open the list of DAGs").get_attribute("href").endswith("/airflow/dags")


def test_a_wrong_period_is_told_and_can_be_mended(window: Browser) -> None:
    window.open(f"{PAGE}/?since=2020-01-01&until=2026-01-31")
    window.wait_for_figures()

    assert "at most 366 days" in window.read("#status")
    assert window.find('input[name="since"]').is_displayed()
    window.problems()


def test_what_is_shown_can_be_had_as_csv(window: Browser, tmp_path: Path) -> None:
    window.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    window.open(f"/plugin{PAGE}")
    window.enter_frame()
    shown = window.texts("#table td.name a:first-child")
    window.press('a[download="spend-dag.csv"]')
    file = tmp_path / "spend-dag.csv"
    window.wait_until(file.exists, "a file")

    assert [row["dag_id"] for row in csv.DictReader(io.StringIO(file.read_text()))] == shown


def test_it_follows_airflows_dark_theme_while_it_is_open(window: Browser) -> None:
    window.open(f"/plugin{PAGE}")
    window.enter_frame()
    light = _ground(window)
    window.leave_frame()
    window.driver.execute_script("document.documentElement.classList.replace('light', 'dark')")
    window.driver.switch_to.frame(window.find("iframe"))
    window.wait_until(lambda: _ground(window) != light, "the other theme")
    dark = _ground(window)
    window.leave_frame()
    window.driver.execute_script("localStorage.setItem('theme', 'dark')")
    window.open(f"/plugin{PAGE}")
    window.enter_frame()
    again = _ground(window)
    window.driver.execute_script("localStorage.setItem('theme', 'light')")

    assert light == "rgb(255, 255, 255)"
    assert dark == again != light


def _ground(window: Browser) -> str:
    return str(window.driver.execute_script("return getComputedStyle(document.body).backgroundColor"))


def test_every_control_is_reached_by_keyboard_and_a_link_follows_enter(window: Browser) -> None:
    window.open(f"{PAGE}/")
    window.wait_for_figures()
    reached = set()
    for _ in range(80):
        window.driver.switch_to.active_element.send_keys(Keys.TAB)
        one = window.driver.switch_to.active_element
        outline = window.driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", one)
        assert outline != "none", one.get_attribute("outerHTML")
        reached.add(one.get_attribute("name") or one.text or one.get_attribute("aria-label"))
        if one.text == "bookshop_catalogue":
            one.send_keys(Keys.ENTER)
            break

    window.find("#trail a")
    assert window.read("h1") == "Spend of bookshop_catalogue"
    assert {"30 days", "since", "until", "Show", "Models", "Search DAGs", "Cost", "CSV", "JSON", "FOCUS"} <= reached


def test_it_fits_a_phone(below_a_path: Stack, spent: Run) -> None:
    with browser(below_a_path.airflow.url) as phone:
        metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        phone.sign_in(token_of(below_a_path.airflow, "admin"))
        for query in ("", "?dag_id=bookshop_catalogue", f"?dag_id=bookshop_catalogue&run_id={_part(spent.run_id)}"):
            phone.open(f"{PAGE}/{query}")
            phone.wait_for_figures()
            width = phone.driver.execute_script("return document.documentElement.scrollWidth")
            assert width <= 390, query


def test_a_user_with_one_dag_sees_that_one_only(below_a_path: Stack, spent: Run) -> None:
    with browser(below_a_path.airflow.url) as theirs:
        theirs.sign_in(token_of(below_a_path.airflow, "reader"))
        theirs.open(f"{PAGE}/")
        theirs.wait_for_figures()

        assert "ten_lines" in theirs.text()
        assert "bookshop_catalogue" not in theirs.text()

        theirs.open(f"{PAGE}/?dag_id=bookshop_catalogue")
        theirs.wait_for_figures()
        assert "There is no such DAG, or you may not read it." in theirs.read("#status")
        theirs.open(f"{PAGE}/?dag_id=ten_lines&run_id=nothing")
        theirs.wait_for_figures()
        assert "There is no such run of this DAG." in theirs.read("#status")


def test_a_stranger_is_refused(below_a_path: Stack) -> None:
    for path in ("/", "/static/spend.js", "/data/dags", "/data/tasks?dag_id=ten_lines&run_id=x"):
        answer = httpx.get(f"{below_a_path.airflow.url}{PAGE}{path}", trust_env=False, timeout=60)
        assert (path, answer.status_code) == (path, 401)
    with browser(below_a_path.airflow.url) as theirs:
        theirs.open(f"{PAGE}/")
        assert "Not authenticated" in theirs.text()


def test_nothing_that_somebody_wrote_becomes_part_of_the_page(below_a_path: Stack, window: Browser) -> None:
    name = "<img src=x onerror=alert(1)>"
    window.open(f"{PAGE}/?dag_id=ten_lines&run_id={_part(name)}")
    window.wait_for_figures()

    assert name in window.read("h1")
    assert window.all("img") == []
    window.problems()


def test_of_many_batches_that_run_twelve_are_shown_and_the_others_are_counted(
    below_a_path: Stack, window: Browser
) -> None:
    engine = create_engine(below_a_path.airflow.database)
    fill(engine, dag_ids=["many_batches"], runs=1, tasks=14, days=1, of=_at_work)
    _set_states(engine, "running")

    window.open(f"{PAGE}/?dag_id=many_batches")
    window.wait_for_figures()
    window.find("#running p")
    *shown, rest = window.texts("#running li, #running p")
    _set_states(engine, "success")
    engine.dispose()

    assert [line.split("\n")[0] for line in shown] == [f"many_batches: task_{number:02}" for number in range(12)]
    assert all("60 of 100 done, 2 failed, 8 in flight" in line for line in shown)
    assert rest == "and 2 more"


def _at_work(chance: random.Random) -> Record:
    now = {"total": 100, "done": 60, "failed": 2, "in_flight": 8, "seconds_left": None, "at": time.time()}
    return replace(record(chance), progress=now)


def _set_states(engine: Engine, state: str) -> None:
    with engine.begin() as connection:
        for model in (DagRun, TaskInstance):
            connection.execute(update(model).where(model.dag_id == "many_batches").values(state=state))


def _part(name: str) -> str:
    from urllib.parse import quote

    return quote(name, safe="")
