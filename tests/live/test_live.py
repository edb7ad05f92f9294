"""The example DAGs and the rules of spending, on a real scheduler and over Airflow's own REST API."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from dags_examples.run import report

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dags_examples.run.rest import Run
    from dags_examples.run.stack import Stack

    RunDag = Callable[..., Run]

pytestmark = pytest.mark.live

EXAMPLES = {
    "any_page",
    "asset_consumer",
    "asset_producer",
    "bookshop_catalogue",
    "clock_with_sensor",
    "files_to_parquet",
    "hundred_pages",
    "hundred_thousand_pages",
    "mapped_pages",
    "new_books",
    "nightly_books",
    "price_history",
    "spend_alert",
    "spend_archive",
    "taskflow_hook",
    "ten_lines",
    "typed_schema",
    "watch_a_page",
    "watch_many_pages",
}
BOOKS = 12
USAGE_KEYS = [
    "calls",
    "connection",
    "cost",
    "currency",
    "model",
    "operation",
    "reused_calls",
    "saved",
    "tokens",
    "tries",
    "unconfirmed_calls",
    "unpriced_calls",
    "unreported_calls",
]


@pytest.fixture(scope="module")
def catalogue(stack: Stack, run: RunDag) -> Run:
    """Run the demo's DAG once for all tests that look at it."""
    stack.fill_collection()
    return run("bookshop_catalogue")


def succeeded(run: Run) -> bool:
    """Whether the run succeeded; the logs of failed tasks are printed otherwise."""
    if (state := run.state()) != "success":
        print(report.failures(run))  # noqa: T201 - shown by pytest with the failure
    return state == "success"


def usage(run: Run, task_id: str, *, map_index: int = -1) -> dict[str, Any]:
    """Return what the task says that it has spent."""
    found: dict[str, Any] = run.xcom(task_id, "usage", map_index=map_index)
    return found


def test_every_example_is_a_dag_and_nothing_else_is_parsed(stack: Stack) -> None:
    for dag_id in EXAMPLES:
        stack.airflow.api.wait_for_dag(dag_id)

    assert stack.airflow.api.import_errors() == {}
    found = stack.airflow.api.request("GET", "/dags")["dags"]
    assert {dag["dag_id"] for dag in found if dag["bundle_name"] == "dags_examples"} == EXAMPLES


def test_a_listing_page_becomes_a_dataframe_with_the_columns_and_types_of_its_schema(catalogue: Run) -> None:
    assert succeeded(catalogue)

    frame = report.frame_of(catalogue.xcom("listing"))
    assert [str(kind) for kind in frame.dtypes] == ["string", "string", "Float64", "boolean"]
    assert list(frame.columns) == ["title", "author", "price", "in_stock"]
    assert len(frame) == BOOKS
    assert catalogue.xcom("sum_up")["in_stock"] == BOOKS - 3


def test_a_page_and_both_kinds_of_file_become_markdown(catalogue: Run) -> None:
    assert "# About us" in catalogue.xcom("about_page")
    assert "The Lighthouse Ledger" in catalogue.xcom("catalogue_pdf")
    assert "# Opening hours" in catalogue.xcom("opening_hours_docx")


def test_a_query_with_a_list_schema_gives_a_list_of_rows(catalogue: Run) -> None:
    rows = catalogue.xcom("query_collection")

    assert sorted(rows, key=lambda row: row["pages"]) == [
        {"title": "Letters to a River", "author": "Mara Ellingham", "pages": 144},
        {"title": "The Lighthouse Ledger", "author": "Mara Ellingham", "pages": 312},
    ]


def test_the_extractive_model_answers_from_the_conversation(catalogue: Run) -> None:
    # The Markdown that it quotes from escapes punctuation.
    assert "16:00" in catalogue.xcom("answer_in_words").replace("\\", "")


def test_a_deleted_collection_is_gone(stack: Stack, catalogue: Run) -> None:
    assert catalogue.states()["delete_collection"] == "success"

    answer = httpx.post(
        f"{stack.service.url}/v1/collection/query/",
        headers={"Authorization": f"Token {stack.service.key}"},
        data={
            "collection_id": "harbour-lane",
            "request_query": "books",
            "json_schema": "{}",
            "json_schema_rules": "",
        },
        trust_env=False,
        timeout=60,
    )
    assert answer.status_code in {400, 404}


@pytest.mark.parametrize(
    ("task_id", "operation_reports"),
    [
        ("listing", False),
        ("about_page", True),
        ("catalogue_pdf", True),
        ("opening_hours_docx", True),
        ("query_collection", True),
        ("answer_in_words", True),
        ("delete_collection", False),
    ],
)
def test_every_task_publishes_its_spend_and_unreported_is_never_zero(
    catalogue: Run, task_id: str, *, operation_reports: bool
) -> None:
    spent = usage(catalogue, task_id)

    assert sorted(spent) == USAGE_KEYS
    assert (spent["calls"], spent["tries"], spent["unconfirmed_calls"]) == (1, 1, 0)
    if operation_reports:
        assert spent["tokens"] > 0
        assert spent["cost"] == pytest.approx(spent["tokens"] * 0.5 / 1000)
    else:
        assert (spent["tokens"], spent["cost"], spent["unreported_calls"]) == (None, None, 1)


def test_each_mapped_page_has_a_row_and_a_spend_of_its_own(run: RunDag) -> None:
    done = run("mapped_pages", books=["night-trains", "letters-to-a-river"])

    assert succeeded(done)
    assert [done.xcom("book", map_index=index)[0]["price"] for index in (0, 1)] == [12.9, 11]
    assert [usage(done, "book", map_index=index)["calls"] for index in (0, 1)] == [1, 1]


def test_a_hundred_pages_are_read_in_one_task(run: RunDag) -> None:
    done = run("hundred_pages", pages=100)

    assert succeeded(done)
    assert done.xcom("sum_up") == "100 rows of 100 pages, 0 failed"
    assert [row["title"] for row in done.xcom("books")[:2]] == ["Night Trains", "Letters to a River"]
    assert usage(done, "books")["calls"] == 100


def test_a_file_of_pages_is_cut_into_chunks_and_read_by_mapped_batches(
    stack: Stack, run: RunDag, tmp_path: Path
) -> None:
    links = tmp_path / "links.txt"
    links.write_text("".join(f"{stack.bookshop.url}/books/night-trains.html?copy={number}\n" for number in range(45)))

    done = run("hundred_thousand_pages", links=links.as_uri(), folder=tmp_path.as_uri(), pages_per_task=20)

    assert succeeded(done)
    assert done.xcom("sum_up") == {"items": 45, "succeeded": 45, "failed": 0}
    assert sorted(file.name for file in tmp_path.glob("*.parquet")) == [f"books-{n:04d}.parquet" for n in range(3)]


def test_pages_that_state_their_facts_in_four_ways_give_the_same_kind_of_row(run: RunDag) -> None:
    done = run("mapped_pages")

    assert succeeded(done)
    rows = [done.xcom("book", map_index=index)[0] for index in range(4)]
    assert [row["author"] for row in rows] == [
        "Joren Halvorsen",
        "Mara Ellingham",
        "Tomas Okafor",
        "Dirk van Aalst",
    ]


def test_the_hook_answers_inside_a_python_task(run: RunDag) -> None:
    done = run("taskflow_hook")

    assert succeeded(done)
    found = done.xcom("delivery_answer")
    assert "island" in found["answer"]
    assert found["used"] > 0


def test_a_result_path_keeps_the_rows_out_of_xcom(run: RunDag, tmp_path: Path) -> None:
    done = run("files_to_parquet", folder=tmp_path.as_uri())

    assert succeeded(done)
    assert done.xcom("books").endswith("/books.parquet")
    assert done.xcom("dearest") == "Gardens on a Roof"
    assert done.xcom("first_line") == "# Opening hours"


def test_a_dag_that_runs_on_an_asset_is_told_what_the_rows_are_and_what_they_cost(
    stack: Stack, run: RunDag, tmp_path: Path
) -> None:
    made = run("asset_producer", folder=tmp_path.as_uri())
    assert succeeded(made)

    deadline = time.monotonic() + 180
    while not (runs := stack.airflow.api.runs("asset_consumer")):
        assert time.monotonic() < deadline, "the event has started no run"
        time.sleep(0.3)
    runs[0].wait()

    assert succeeded(runs[0])
    assert runs[0].xcom("dearest") == [
        {
            "dearest": "Gardens on a Roof",
            "of": BOOKS,
            "calls": 1,
            "by": {"dag_id": "asset_producer", "run_id": made.run_id},
        }
    ]


def test_a_pydantic_model_can_be_the_schema(run: RunDag) -> None:
    done = run("typed_schema")

    assert succeeded(done)
    assert done.xcom("cheapest") == "The Clockmaker's Cat"


def test_a_schema_may_be_json_text_from_a_template(stack: Stack, run: RunDag) -> None:
    link = f"{stack.bookshop.url}/books/night-trains.html"
    done = run("any_page", link=link, prompt="The book", json_schema='{"title": "string", "pages": "number"}')

    assert succeeded(done)
    assert done.xcom("extract") == [{"title": "Night Trains", "pages": 240}]


def test_without_a_schema_the_answer_is_a_text(stack: Stack, run: RunDag) -> None:
    done = run("any_page", link=f"{stack.bookshop.url}/about.html", prompt="When was the shop opened?")

    assert succeeded(done)
    assert "1987" in done.xcom("extract")


def test_an_error_that_cannot_go_away_fails_at_once_and_costs_nothing(run: RunDag) -> None:
    done = run("unknown_collection")

    assert (done.state(), done.tasks()[0]["try_number"]) == ("failed", 1)
    assert usage(done, "query")["calls"] == 0
    assert "404" in done.log("query")


def test_a_page_that_may_come_back_is_tried_again_and_costs_nothing(run: RunDag) -> None:
    done = run("missing_page")

    assert (done.state(), done.tasks()[0]["try_number"]) == ("failed", 2)
    assert usage(done, "page")["calls"] == 0


def test_an_answer_that_cannot_be_written_is_paid_for_once(run: RunDag) -> None:
    done = run("unwritable_result")

    assert (done.state(), done.tasks()[0]["try_number"]) == ("failed", 2)
    assert usage(done, "page")["calls"] == 1
    assert usage(done, "page")["tokens"] > 0


def test_a_cleared_task_calls_again_and_its_spend_counts_both_calls(run: RunDag) -> None:
    done = run("ten_lines")
    assert succeeded(done)
    assert done.state_store("books")

    done.clear("books")
    done.wait()

    assert succeeded(done)
    assert len(done.xcom("books")) == BOOKS
    assert (usage(done, "books")["calls"], usage(done, "books")["tries"]) == (2, 2)


def test_a_connection_that_a_user_has_changed_is_kept_at_the_next_start(stack: Stack) -> None:
    api = stack.airflow.api
    at_start = api.get("connections", "content_ai_default")
    assert at_start is not None

    def change(field: str, value: object) -> dict[str, Any]:
        body = {"connection_id": "content_ai_default", "conn_type": "content_ai", field: value}
        api.put("connections", "connection_id", "content_ai_default", body, only=[field])
        stack.connect()
        return api.get("connections", "content_ai_default") or {}

    extra = json.dumps({**json.loads(at_start["extra"]), "max_attempts": 2})
    try:
        assert json.loads(change("extra", extra)["extra"]) == json.loads(extra)
        assert stack.leads_here
        assert change("host", "https://api.example.com")["host"] == "https://api.example.com"
        assert not stack.leads_here
    finally:
        change("host", at_start["host"])
        change("extra", at_start["extra"])
    assert api.get("connections", "content_ai_default") == at_start


def test_no_secret_is_in_any_log(stack: Stack, catalogue: Run) -> None:
    assert succeeded(catalogue)

    logs = [file for file in stack.airflow.home.glob("logs/**/*") if file.is_file()]
    texts = [file.read_text(errors="replace") for file in logs]
    assert not any(stack.service.key in text or stack.airflow.password in text for text in texts)
