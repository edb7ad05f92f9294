"""Every route, as a stranger, as a user who may read one DAG, and as one who may read all."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pyarrow.parquet as pq
import pytest
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import select
from sqlalchemy.orm import Session

from airflow_provider.plugin import files, sums, tables
from airflow_provider.spend import focus
from tests.plugin.one_dag import ONE_DAG, READER

RUN = {"dag_id": ONE_DAG, "run_id": "x"}
ADDRESSES = {
    "/": [{}],
    "/static/{name}": [{}],
    "/data/overview": [{}, {"dag_id": ONE_DAG}],
    "/data/running": [{}, {"dag_id": ONE_DAG}],
    "/data/breakdown": [{}, {"dag_id": ONE_DAG, "by": "task"}],
    "/data/days": [{}, {"dag_id": ONE_DAG}],
    "/data/dags": [{}, {"dag_id": ONE_DAG}],
    "/data/runs": [{}, {"dag_id": ONE_DAG}],
    "/data/focus": [{}, {"dag_id": ONE_DAG, "format": "parquet"}],
    "/data/tasks": [RUN],
}
OF_ONE_DAG = [path for path in ADDRESSES if path.startswith("/data")]


def _routes() -> list[tuple[str, str]]:
    from airflow_provider.plugin.app import app

    return [(route.path, method) for route in app.routes for method in route.methods]


def _run_of(ask: Any, dag_id: str) -> str:
    return str(ask("/data/runs", user="admin", params={"dag_id": dag_id}).json()["rows"][0]["run_id"])


def test_the_table_of_this_test_has_every_route() -> None:
    assert {path for path, _ in _routes()} == set(ADDRESSES)


def test_a_stranger_gets_nothing_but_a_refusal(ask: Any) -> None:
    for path, method in _routes():
        for params in ADDRESSES[path]:
            answer = ask(path.format(name="spend.js"), params=params, method=method)
            assert (path, answer.status_code) == (path, 401)
            assert "rows" not in answer.text
        wrong = ask(path.format(name=files.PLOTLY), headers={"Authorization": "Bearer nonsense"}, method=method)
        assert wrong.status_code in (401, 403)


def test_also_what_does_not_exist_is_refused_to_a_stranger_or_unknown(ask: Any) -> None:
    for path in ("/nothing", "/docs", "/openapi.json", "/static/../app.py", "/data"):
        assert ask(path).status_code in (401, 404)


def test_a_user_with_one_dag_sees_that_one_only(ask: Any) -> None:
    for path in ("/data/days", "/data/dags", "/data/breakdown?by=task", "/data/runs"):
        rows = ask(path, user=READER).json()["rows"]
        assert {row["dag_id"] for row in rows} == {ONE_DAG}
    run_id = _run_of(ask, ONE_DAG)
    assert ask("/data/tasks", user=READER, params={"dag_id": ONE_DAG, "run_id": run_id}).json()["rows"]


@pytest.mark.parametrize("dag_id", ["secret", "there-is-none"])
def test_another_dag_is_refused_in_the_same_words_whether_it_is_there_or_not(ask: Any, dag_id: str) -> None:
    said = set()
    for path in OF_ONE_DAG:
        answer = ask(path, user=READER, params={"dag_id": dag_id, "run_id": "x"})
        assert (path, answer.status_code) == (path, 403)
        said.add(answer.json()["detail"])

    assert said == {"There is no such DAG, or you may not read it."}


def test_a_run_of_another_dag_cannot_be_had_under_the_name_of_ones_own(ask: Any) -> None:
    run_id = _run_of(ask, "secret")

    assert ask("/data/tasks", user=READER, params={"dag_id": ONE_DAG, "run_id": run_id}).status_code == 404


WRONG: dict[str, tuple[str, dict[str, str]]] = {
    "not a day": ("/data/days", {"since": "yesterday"}),
    "the wrong way round": ("/data/days", {"since": "2026-02-01", "until": "2026-01-01"}),
    "too long": ("/data/dags", {"since": "2020-01-01", "until": "2026-01-01"}),
    "out of the calendar": ("/data/dags", {"until": "9999-12-31"}),
    "before the calendar": ("/data/dags", {"since": "0001-01-01", "until": "0001-01-02"}),
    "unknown format of FOCUS": ("/data/focus", {"format": "json"}),
    "unknown format": ("/data/dags", {"format": "xlsx"}),
    "no such breakdown": ("/data/breakdown", {"by": "colour"}),
    "no such column": ("/data/runs", {"sort": "colour"}),
    "before the first row": ("/data/runs", {"offset": "-1"}),
    "empty dag": ("/data/runs", {"dag_id": ""}),
    "long dag": ("/data/runs", {"dag_id": "x" * 251}),
    "no run": ("/data/tasks", {"dag_id": ONE_DAG}),
    "no limit": ("/data/runs", {"dag_id": ONE_DAG, "limit": "0"}),
    "huge limit": ("/data/runs", {"dag_id": ONE_DAG, "limit": "100001"}),
}


@pytest.mark.parametrize(("path", "params"), WRONG.values(), ids=WRONG)
def test_input_is_validated(ask: Any, path: str, params: dict[str, str]) -> None:
    assert ask(path, user="admin", params=params).status_code == 422


def test_every_answer_forbids_what_comes_from_elsewhere(ask: Any) -> None:
    for path, user in (("/", "admin"), ("/data/dags", "admin"), ("/data/dags", None), ("/static/spend.js", "admin")):
        headers = ask(path, user=user).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"


def test_figures_are_kept_by_no_cache(ask: Any) -> None:
    assert ask("/data/dags", user="admin").headers["cache-control"] == "no-store"


def test_the_page_itself_says_nothing_of_a_dag_so_that_its_script_can_say_it_in_words(ask: Any) -> None:
    pages = {ask("/", user=READER, params={"dag_id": dag_id}).text for dag_id in (ONE_DAG, "secret", "there-is-none")}

    assert len(pages) == 1
    assert "secret" not in pages.pop()


def test_the_page_weighs_little() -> None:
    own = sum(file.stat().st_size for file in files.PAGE.iterdir())

    assert own <= 60_000
    assert {file.name for file in files.PAGE.iterdir()} == {*files.TYPES, "index.html"}


@pytest.fixture
def in_euros(filled: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What one DAG has spent was paid in euros, as long as the test runs; nothing is remembered."""
    from airflow.settings import engine

    monkeypatch.setattr(tables, "days_of_dags", sums.Days())
    with Session(engine) as session:
        stored = select(State).where(State.key == "content_ai_spend", State.dag_id == ONE_DAG)
        before = {one: one.value for one in session.scalars(stored)}
        for one, value in before.items():
            record = json.loads(value)
            # Other tests' runs in the same database may have no price.
            cost = record["cost"] or 1
            paid = {"cost": cost, "costs": {"EUR": str(cost)}, "currency": "EUR", "unpriced_calls": 0}
            one.value = json.dumps({**record, **paid})
        session.commit()
        yield
        for one, value in before.items():
            one.value = value
        session.commit()


def test_csv_has_the_rows_of_json(ask: Any) -> None:
    told = ask("/data/dags", user="admin").json()
    answer = ask("/data/dags", user="admin", params={"format": "csv"})

    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert "attachment" in answer.headers["content-disposition"]
    assert list(rows[0]) == told["columns"]
    assert [row["dag_id"] for row in rows] == [row["dag_id"] for row in told["rows"]]


def test_focus_has_what_the_user_may_read_and_parquet_the_same_as_csv(ask: Any, in_euros: None) -> None:
    answer = ask("/data/focus", user=READER)
    packed = ask("/data/focus", user="admin", params={"dag_id": ONE_DAG, "format": "parquet"})
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    table = pq.read_table(io.BytesIO(packed.content))
    days = ask("/data/days", user=READER).json()

    assert list(rows[0]) == table.column_names == list(focus.COLUMNS)
    assert [Decimal(row["BilledCost"]) for row in rows] == table["BilledCost"].to_pylist()
    assert sum(Decimal(row["BilledCost"]) for row in rows) == Decimal(days["total"]["costs"]["EUR"])
    assert {row["ChargePeriodStart"][:10] for row in rows} == {row["day"] for row in days["rows"]}
    assert {json.loads(row["Tags"])["dag_id"] for row in rows} == {ONE_DAG}
    assert answer.headers["content-ai-left-out"] == "nothing"
    assert "attachment" in answer.headers["content-disposition"]


def test_focus_says_what_it_leaves_out(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "days_of_dags", sums.Days())
    answer = ask("/data/focus", user=READER)

    # The prices of these runs name no currency.
    assert answer.text.splitlines() == [",".join(focus.COLUMNS)]
    assert "without a currency" in answer.headers["content-ai-left-out"]


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    answer = files.csv_file(["run_id"], [{"run_id": "=1+1"}], "x.csv")

    assert bytes(answer.body).decode().splitlines()[1] == "'=1+1"


def test_plotlys_script_is_the_installed_one_packed_and_not_sent_twice(ask: Any) -> None:
    first = ask(f"/static/{files.PLOTLY}", user="admin", headers={"Accept-Encoding": "gzip"})
    again = ask(f"/static/{files.PLOTLY}", user="admin", headers={"If-None-Match": first.headers["etag"]})

    assert first.headers["content-encoding"] == "gzip"
    assert "plotly.js" in first.text[:200]
    assert (again.status_code, again.content) == (304, b"")


def test_without_plotly_the_page_is_there_and_says_what_to_install(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    files._plotly_script.cache_clear()
    # Python's own way to say that there is none.
    monkeypatch.setitem(sys.modules, "plotly", None)
    answer = ask(f"/static/{files.PLOTLY}", user="admin")
    files._plotly_script.cache_clear()

    assert answer.status_code == 404
    assert "airflow-provider-content-ai[ui]" in answer.json()["detail"]
    assert ask("/", user="admin").status_code == 200
