"""Every route, as a stranger, as a user who may read one DAG, and as one who may read all."""

from __future__ import annotations

import csv
import io
import sys
from typing import Any

import pytest

from airflow_provider.plugin import files
from tests.plugin.one_dag import ONE_DAG, READER

RUN = {"dag_id": ONE_DAG, "run_id": "x"}
ADDRESSES = {
    "/": [{}],
    "/static/{name}": [{}],
    "/data/days": [{}, {"dag_id": ONE_DAG}],
    "/data/dags": [{}, {"dag_id": ONE_DAG}],
    "/data/runs": [{"dag_id": ONE_DAG}],
    "/data/tasks": [RUN],
}
OF_ONE_DAG = ["/data/days", "/data/dags", "/data/runs", "/data/tasks", "/"]


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
    for path in ("/data/days", "/data/dags"):
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
    "unknown format": ("/data/dags", {"format": "xlsx"}),
    "no dag": ("/data/runs", {}),
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


def test_csv_has_the_rows_of_json(ask: Any) -> None:
    told = ask("/data/dags", user="admin").json()
    answer = ask("/data/dags", user="admin", params={"format": "csv"})

    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert "attachment" in answer.headers["content-disposition"]
    assert list(rows[0]) == told["columns"]
    assert [row["dag_id"] for row in rows] == [row["dag_id"] for row in told["rows"]]


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
