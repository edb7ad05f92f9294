"""One DAG on a real Airflow of whatever version: its rows, its spend, and the page that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.live.paying import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from dags_examples.run.rest import Run

pytestmark = pytest.mark.live


def test_a_dag_runs_and_the_page_shows_what_it_has_spent(run: Callable[..., Run]) -> None:
    ran = run("ten_lines")
    usage = ran.xcom("books", "usage")
    page = page_of(ran)

    assert ran.state() == "success"
    assert ran.xcom("books", "return_value")[0] == {
        "title": "The Lighthouse Ledger",
        "author": "Mara Ellingham",
        "price": 14.5,
    }
    assert (usage["calls"], usage["unreported_calls"], usage["tries"]) == (1, 1, 1)
    assert [(row["task_id"], row["calls"]) for row in page["rows"]] == [("books", 1)]
    assert page["total"]["calls"] == 1
