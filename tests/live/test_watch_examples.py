"""The examples of reading pages for free, run by hand; test_watch_live has pages that change by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dags_examples.run.rest import Run
    from dags_examples.run.stack import Stack

pytestmark = pytest.mark.live


def test_a_watched_page_can_be_extracted_by_hand(run: Callable[..., Run]) -> None:
    done = run("watch_a_page")

    assert done.state() == "success"
    assert len(done.xcom("books")) == 12


def test_a_run_by_hand_has_no_changed_pages(run: Callable[..., Run]) -> None:
    done = run("watch_many_pages")

    assert done.xcom("changed") == []
    assert done.states()["book"] == "skipped"


def test_the_clocked_example_goes_on_when_it_sees_the_page_for_the_first_time(
    stack: Stack, run: Callable[..., Run]
) -> None:
    run("clock_with_sensor")

    # Soon after seven, the scheduler has run it by itself, and only one of the two need have gone on.
    runs = stack.airflow.api.runs("clock_with_sensor")
    assert {one.wait() for one in runs} == {"success"}, [one.states() for one in runs]
    went_on = [one for one in runs if one.states()["books"] == "success"]
    assert [one.xcom("changed")["status"] for one in went_on] == ["new"] * len(went_on)
    assert [len(one.xcom("books")) for one in went_on] == [12] * len(went_on)
    assert went_on


def test_the_history_of_prices_tells_the_difference_and_its_spend(
    stack: Stack, run: Callable[..., Run], tmp_path: Path
) -> None:
    page = stack.bookshop.folder / "index.html"
    before = page.read_text(encoding="utf-8")
    first = run("price_history", folder=tmp_path.as_uri())
    page.write_text(before.replace("£14.50", "£13.50"), encoding="utf-8")
    try:
        second = run("price_history", folder=tmp_path.as_uri())
    finally:
        page.write_text(before, encoding="utf-8")

    assert (first.state(), second.state()) == ("success", "success")
    assert len(first.xcom("difference")["new"]) == 12
    found = second.xcom("difference")
    assert found["changed"] == [{"title": "The Lighthouse Ledger", "price": 13.5}]
    assert found["before"] == [{"title": "The Lighthouse Ledger", "price": 14.5}]
    assert (found["new"], found["removed"], found["usage"]["calls"]) == ([], [], 1)
    assert len(list(tmp_path.glob("*.parquet"))) == 2


def test_each_new_book_is_extracted_once(run: Callable[..., Run], tmp_path: Path) -> None:
    first = run("new_books", folder=tmp_path.as_uri())
    second = run("new_books", folder=tmp_path.as_uri())

    assert (first.state(), second.state()) == ("success", "success")
    assert [done.xcom("books", "manifest")["items"] for done in (first, second)] == [12, 0]
