"""What Airflow 3.4 does otherwise, on whichever Airflow this is: archived attempts, loops, runs for changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from airflow_provider.state.airflow_versions import attempts_are_archived, clear_discards_state
from dags_examples.run.processes import wait_until
from tests.live.browser import Browser, browser
from tests.live.paid_dags.paid import LOOPS, PAGES, QUESTIONS
from tests.live.paid_service import PATIENCE
from tests.live.paying import PaidAirflow, PaidRun, calls_in
from tests.watch.website import Website

pytestmark = pytest.mark.live

# The tile of the page for what is missing in the sums.
UNKNOWN = "Not known, or not final"


@pytest.fixture(scope="module")
def window(paid: PaidAirflow) -> Iterator[Browser]:
    """A browser that the admin is signed in to."""
    with browser(paid.airflow.url) as one:
        api = paid.airflow.api
        api.request("GET", "/version")
        one.sign_in(api._http.headers["Authorization"].removeprefix("Bearer "))
        yield one


def shown(window: Browser, run: PaidRun) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the rows of the table of tasks that the page shows of a run, and its totals, by their titles."""
    window.open(f"/content-ai-spend/?dag_id={run.run.dag_id}&run_id={run.run.run_id.replace('+', '%2B')}")
    window.wait_for_figures()
    return window.steadily(lambda: _figures(window))


def _figures(window: Browser) -> tuple[list[dict[str, str]], dict[str, str]]:
    titles = [cell.text.rstrip(" ▼▲") for cell in window.all("#table thead th")]
    rows = [
        dict(zip(titles, [cell.text for cell in row.find_elements("css selector", "td")], strict=True))
        for row in window.all("#table tbody tr")
    ]
    tiles = [tile.text.partition("\n") for tile in window.all("#tiles > div")]
    return rows, {title: figures for title, _, figures in tiles}


def test_the_page_shows_what_the_service_counted_after_a_kill_a_retry_and_clears(
    paid: PaidAirflow, window: Browser, tmp_path: Path
) -> None:
    run = paid.start("paid_one")
    ambush = run.service.ambush(PAGES)
    process = run.wait_for_process()
    assert process is not None
    assert ambush.sprung.wait(PATIENCE)
    process.kill()
    ambush.release()
    # Its retry is answered with an error and billed, and the next one is answered.
    run.service.ambush(PAGES, fails=True).release()
    assert run.wait_until_over() == "success"
    assert run.service.paid[PAGES[0]] == 3
    run.clear()
    assert run.wait_until_over() == "success"
    run.service.ambush(PAGES, fails=True).release()
    run.clear()
    assert run.wait_until_over() == "success"
    assert run.service.paid[PAGES[0]] == 6

    [row], totals = shown(window, run)
    window.shot(tmp_path / "page.png")

    assert (row["Calls"].split()[0], totals["Calls"].split()[0]) == ("5", "5")
    # The mark stands in the cell: a call of a try that got no answer.
    assert "1 without an answer" in row["Calls"]
    assert "1 call without an answer" in totals[UNKNOWN]
    assert row["Task"] == "ask"
    assert row["State"] == "success"
    assert window.problems() == []
    assert calls_in(run.page()["total"]) == run.service.paid.total()


@pytest.mark.skipif(not clear_discards_state(), reason="a clear discards no state before Airflow 3.4")
def test_a_clear_that_discards_the_state_pays_again_says_so_and_counts_on(paid: PaidAirflow, window: Browser) -> None:
    run = paid.start("paid_python")
    ambush = run.service.ambush(QUESTIONS, after=2)
    assert ambush.sprung.wait(PATIENCE)
    run.mark_failed()
    ambush.release()
    assert run.wait_until_over() == "failed"
    run.clear()
    assert run.wait_until_over() == "success"
    log = paid.ask(lambda: run.run.log("ask", try_number=2))

    [row], totals = shown(window, run)

    assert run.service.paid == dict.fromkeys(QUESTIONS, 2)
    assert calls_in(run.page()["total"]) == 6
    unanswered = re.search(r"(\d+) calls? without an answer", totals.get(UNKNOWN, ""))
    assert int(totals["Calls"].split()[0]) + int(unanswered[1] if unanswered else 0) == 6
    assert row["Tries"] == "2"
    assert "Clear with keep_task_state=true to keep both." in log


@pytest.mark.skipif(not attempts_are_archived(), reason="there are no task loops before Airflow 3.4")
def test_a_loop_of_paid_calls_is_counted_once_an_iteration(paid: PaidAirflow, window: Browser) -> None:
    run = paid.start("paid_loop")
    ambush = run.service.ambush(PAGES, after=1)
    assert ambush.sprung.wait(PATIENCE)
    # The second iteration is killed while its call is under way, and asks again.
    # Of the iteration before, there may be something left.
    wait_until(lambda: len(run.processes()) == 1, seconds=PATIENCE, what="the process of one iteration")
    [process] = run.processes().values()
    process.kill()
    ambush.release()
    assert run.run.wait() == "success"

    rows = {(row["task_id"], row["iteration"]): row for row in run.page()["rows"]}
    names = [row["Task"] for row in shown(window, run)[0]]

    iterations = [str(number) for number in range(LOOPS)]
    assert set(rows) == {(f"again.{name}", number) for name in ("ask", "in_python") for number in iterations}
    calls = {name: [calls_in(rows[f"again.{name}", number]) for number in iterations] for name in ("ask", "in_python")}
    assert calls == {"ask": [1, 2, 1], "in_python": [1, 1, 1]}
    assert run.service.paid == {PAGES[0]: LOOPS + 1, QUESTIONS[0]: LOOPS}
    assert sorted(names) == sorted(f"{name}, iteration {number}" for name, number in rows)


def test_four_changes_during_one_run_start_one_more(paid: PaidAirflow, changing_site: Website) -> None:
    api, path = paid.airflow.api, "/dags/many_changes/dagRuns"
    api.wait_for_dag("many_changes")
    for number in range(4):
        changing_site.wait_for(f"/{number}.html", 304)
    paid.hold.touch()
    changing_site.pages["/0.html"] = b"<p>The first change.</p>"
    wait_until(lambda: len(api.pages(path, "dag_runs")) == 1, seconds=PATIENCE, what="the first run")

    for number in range(4):
        changing_site.pages[f"/{number}.html"] = b"<p>Another change.</p>"
    wait_until(
        lambda: api.request("GET", "/assets/events")["total_entries"] == 5,
        seconds=PATIENCE,
        what="the events of the changes",
    )
    paid.hold.unlink()
    wait_until(lambda: len(api.pages(path, "dag_runs")) >= 2, seconds=PATIENCE, what="the second run")
    runs = api.runs("many_changes")
    ends = [run.wait() for run in runs]
    # Another run would be made by the same scheduler that ends this one.
    changing_site.wait_for("/0.html", 304, 3)

    assert ends == ["success", "success"]
    assert len(api.runs("many_changes")) == 2
    links = [[f"{changing_site.url}/{number}.html" for number in numbers] for numbers in ([0], range(4))]
    assert [run.xcom("tell") for run in runs] == links
