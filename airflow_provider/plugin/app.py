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
from airflow_provider.plugin.access import AllReadableDags, ReadableDags, WantedDag
from airflow_provider.plugin.charges import charges_of
from airflow_provider.plugin.overview import look_ahead, overview
from airflow_provider.plugin.period import Period, PeriodDep
from airflow_provider.plugin.running import running_batches
from airflow_provider.spend import focus

# Nothing from elsewhere, and nobody else may frame it; Plotly writes style attributes.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

Format = Annotated[Literal["json", "csv"], Query(alias="format")]
FileFormat = Annotated[Literal["csv", "parquet"], Query(alias="format")]
RunId = Annotated[str, Query(min_length=1, max_length=250)]
ByQuery = Annotated[tables.By, Query()]


def wanted_rows(
    search: Annotated[str, Query(max_length=250)] = "",
    sort: Annotated[str | None, Query(max_length=50)] = None,
    order: Literal["asc", "desc"] = "desc",
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100_000)] = 500,
) -> tables.Wanted:
    """Return which rows of a table are asked for."""
    return tables.Wanted(search, sort, order == "desc", offset, limit)


WantedRows = Annotated[tables.Wanted, Depends(wanted_rows)]

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
def page(dags: AllReadableDags, later: BackgroundTasks) -> Response:
    """Return the page; which DAG, run and period it shows is in its own query."""
    # Its script will ask for the figures as soon as it runs.
    later.add_task(look_ahead, dags)
    return files.page()


@app.get("/static/{name}")
def static(name: str, request: Request) -> Response:
    """Return a script or style of the page, or Plotly's script out of its installed package."""
    return files.static(name, request.headers)


@app.get("/data/overview")
def first_screen(session: SessionDep, dags: ReadableDags, period: PeriodDep, by: ByQuery = "dag") -> Response:
    """Return the sums of the period, of the one before and of the month, and the charts of its days."""
    return files.json_file(overview(session, dags, period, by))


@app.get("/data/focus")
def in_focus(session: SessionDep, dags: ReadableDags, period: PeriodDep, shape: FileFormat = "csv") -> Response:
    """Return the charges of each day as FOCUS 1.2; a header says how many could not be told so."""
    charges = charges_of(session, dags, period)
    name = f"spend-focus-{period.since}-{period.until}.{shape}"
    if shape == "csv":
        answer = files.csv_file(focus.SCHEMA.columns, charges.rows, name)
    else:
        answer = files.parquet_file(focus.SCHEMA, charges.rows, name)
    answer.headers["Content-AI-Left-Out"] = charges.left_out or "nothing"
    return answer


@app.get("/data/running")
def running(session: SessionDep, dags: ReadableDags, run_id: RunId | None = None) -> Response:
    """Return a row for each batch that is running now."""
    return files.json_file({"rows": running_batches(session, dags, run_id)})


@app.get("/data/days")
def days(session: SessionDep, dags: ReadableDags, period: PeriodDep, shape: Format = "json") -> Response:
    """Return a row for each day and DAG."""
    return _answer(tables.days(session, dags, period), "spend-days", shape, period)


@app.get("/data/dags")
def dags(
    session: SessionDep, dags: ReadableDags, period: PeriodDep, wanted: WantedRows, shape: Format = "json"
) -> Response:
    """Return a row for each DAG, the dearest first."""
    return _answer(tables.breakdown(session, dags, period, "dag", wanted), "spend-dags", shape, period)


@app.get("/data/breakdown")
def breakdown(  # noqa: PLR0913, PLR0917 - a parameter each
    session: SessionDep,
    dags: ReadableDags,
    period: PeriodDep,
    wanted: WantedRows,
    by: ByQuery = "dag",
    shape: Format = "json",
) -> Response:
    """Return a row for each DAG, task, operation, model or connection, the dearest first."""
    return _answer(tables.breakdown(session, dags, period, by, wanted), f"spend-{by}", shape, period)


@app.get("/data/runs")
def runs(
    session: SessionDep, dags: ReadableDags, period: PeriodDep, wanted: WantedRows, shape: Format = "json"
) -> Response:
    """Return a row for each run, the latest first."""
    return _answer(tables.runs(session, dags, period, wanted), "spend-runs", shape, period)


@app.get("/data/tasks")
def tasks(session: SessionDep, dag: WantedDag, run_id: RunId, wanted: WantedRows, shape: Format = "json") -> Response:
    """Return a row for each task instance of a run, the dearest first."""
    table = tables.tasks(session, dag, run_id, wanted)
    if table is None:
        raise HTTPException(404, "There is no such run of this DAG.")
    return _answer(table, "spend-tasks", shape)


@app.exception_handler(tables.UnknownColumnError)
def refuse_column(_: Request, error: Exception) -> Response:
    """Say by which columns a table can be sorted."""
    return files.json_file({"detail": str(error)}, status=422)


def _answer(table: tables.Table, name: str, shape: str, period: Period | None = None) -> Response:
    if shape == "csv":
        return files.csv_file(table.columns, map(tables.in_csv, table.rows), f"{name}.csv")
    dates: Mapping[str, date] = {} if period is None else {"since": period.since, "until": period.until}
    return files.json_file({**table.as_dict(), **{key: day.isoformat() for key, day in dates.items()}})
