"""
The routes of the spend page, each behind Airflow's own sign-in.

The page itself holds no figures: its script asks the data routes for them, and these give only what the
signed-in user may read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from airflow.api_fastapi.common.db.common import SessionDep
from airflow.api_fastapi.core_api.security import get_user
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException, Query, Request, Response

from airflow_provider.plugin import files, tables
from airflow_provider.plugin.access import ReadableDags, WantedDag
from airflow_provider.plugin.period import Period, PeriodDep

# Nothing from elsewhere, and nobody else may frame it; Plotly writes style attributes.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

Limit = Annotated[int, Query(ge=1, le=100_000)]
Format = Annotated[Literal["json", "csv"], Query(alias="format")]
RunId = Annotated[str, Query(min_length=1, max_length=250)]

# One dependency guards whatever is added here.
app = FastAPI(title="Content AI spend", openapi_url=None, dependencies=[Depends(get_user)])


@app.middleware("http")
async def add_security_headers(request: Request, call_next: Callable[[Request], Any]) -> Response:
    """Set the headers on every answer, refusals included."""
    response: Response = await call_next(request)
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    return response


@app.get("/")
def page(dags: ReadableDags, later: BackgroundTasks) -> Response:
    """Return the page; which DAG, run and period it shows is in its own query."""
    # Its script will ask for the figures as soon as it runs.
    later.add_task(tables.look_ahead, dags)
    return files.page()


@app.get("/static/{name}")
def static(name: str, request: Request) -> Response:
    """Return a script or style of the page, or Plotly's script out of its installed package."""
    return files.static(name, request.headers)


@app.get("/data/days")
def days(session: SessionDep, dags: ReadableDags, period: PeriodDep, shape: Format = "json") -> Response:
    """Return a row for each day and DAG."""
    return _answer(tables.days(session, dags, period), "spend-days", shape, period)


@app.get("/data/dags")
def dags(session: SessionDep, dags: ReadableDags, period: PeriodDep, shape: Format = "json") -> Response:
    """Return a row for each DAG, the dearest first."""
    return _answer(tables.dags(session, dags, period), "spend-dags", shape, period)


@app.get("/data/runs")
def runs(
    session: SessionDep, dag: WantedDag, period: PeriodDep, shape: Format = "json", limit: Limit = 500
) -> Response:
    """Return a row for each run of a DAG, the latest first."""
    return _answer(tables.runs(session, dag, period, limit), "spend-runs", shape, period)


@app.get("/data/tasks")
def tasks(session: SessionDep, dag: WantedDag, run_id: RunId, shape: Format = "json", limit: Limit = 500) -> Response:
    """Return a row for each task instance of a run, the dearest first."""
    table = tables.tasks(session, dag, run_id, limit)
    if table is None:
        raise HTTPException(404, "There is no such run of this DAG.")
    return _answer(table, "spend-tasks", shape)


def _answer(table: tables.Table, name: str, shape: str, period: Period | None = None) -> Response:
    if shape == "csv":
        return files.csv_file(table.columns, table.rows, f"{name}.csv")
    shown: Mapping[str, date] = {} if period is None else {"since": period.since, "until": period.until}
    return files.json_file({**table.as_dict(), **{key: day.isoformat() for key, day in shown.items()}})
