"""Batches run by Airflow: what is sent, what comes out, and what a second try does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk import task
from airflow.sdk.definitions._internal.contextmanager import DagContext

from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators import (
    ExtractBatchOperator,
    MarkdownConvertBatchOperator,
    TextGenerationBatchOperator,
)

SCHEMA = {"title": "string", "price": "number"}
LINKS = [f"https://example.com/{number}" for number in range(30)]


def page(method: str, path: str, body: bytes) -> Any:
    """Answer with a row that tells which page was asked for."""
    link = json.loads(body)["link"]
    return {"response": [{"title": link, "price": str(len(link))}], "tokens": 2, "success": True}


def rows_of(links: list[str]) -> list[dict[str, Any]]:
    return [{"link": link, "title": link, "price": len(link)} for link in links]


def _extract(**arguments: Any) -> Callable[[], ExtractBatchOperator]:
    arguments = {"links": LINKS, "json_schema": SCHEMA, **arguments}
    return lambda: ExtractBatchOperator(task_id="t", prompt="Every book", **arguments)


def test_rows_come_in_input_order_with_their_links(run: Any, service: Any) -> None:
    service.by_request = page

    left = run(_extract())

    assert left.value("t") == rows_of(LINKS)
    assert left.usage("t")["calls"] == 30
    assert left.usage("t")["tokens"] == 60
    manifest = left.xcoms["t", -1, "manifest"]
    assert {name: manifest[name] for name in ("items", "succeeded", "failed", "resumed", "failures")} == {
        "items": 30,
        "succeeded": 30,
        "failed": 0,
        "resumed": 0,
        "failures": [],
    }
    assert set(left.stored) == {("t", "content_ai_spend")}
    assert "log" not in left.stored["t", "content_ai_spend"]


def test_a_repeated_link_is_sent_once_and_filled_in_everywhere(run: Any, service: Any) -> None:
    service.by_request = page
    links = [LINKS[0], LINKS[1], LINKS[0]]

    left = run(_extract(links=links))

    assert left.value("t") == rows_of(links)
    assert len(service.seen) == 2


@pytest.mark.parametrize("suffix", ["jsonl", "parquet", "csv"])
def test_rows_are_written_as_a_stream(run: Any, service: Any, tmp_path: Path, suffix: str) -> None:
    service.by_request = page
    path = f"{tmp_path}/rows.{suffix}"

    left = run(_extract(result_path=path))

    assert left.value("t") == path
    read = {"jsonl": lambda file: pd.read_json(file, lines=True), "parquet": pd.read_parquet, "csv": pd.read_csv}
    assert read[suffix](path).to_dict("records") == rows_of(LINKS)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("links.txt", "https://example.com/0\n\nhttps://example.com/1\n"),
        ("links.csv", "name,link\na,https://example.com/0\nb,https://example.com/1\n"),
        ("links.jsonl", '{"link": "https://example.com/0"}\n"https://example.com/1"\n'),
    ],
)
def test_links_are_read_from_a_file(run: Any, service: Any, tmp_path: Path, name: str, content: str) -> None:
    service.by_request = page
    (tmp_path / name).write_text(content)

    left = run(_extract(links=f"file://{tmp_path}/{name}"))

    assert left.value("t") == rows_of(LINKS[:2])


def test_links_come_from_a_template_or_another_task(run: Any, service: Any) -> None:
    service.by_request = page

    @task
    def links() -> list[str]:
        return LINKS[:2]

    def build() -> None:
        given = links()
        ExtractBatchOperator(task_id="x", links=given, prompt="p", json_schema=SCHEMA)
        template = ExtractBatchOperator(
            task_id="t", links="{{ ti.xcom_pull('links') }}", prompt="p", json_schema=SCHEMA
        )
        given >> template

    left = run(build)

    assert left.value("t") == left.value("x") == rows_of(LINKS[:2])


def test_bad_items_are_all_named_before_anything_is_sent(
    run: Any, service: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    service.by_request = page

    left = run(_extract(links=[LINKS[0], "ftp://x/", "nowhere"]))

    assert left.states["t"] == "failed"
    assert service.seen == []
    assert left.usage("t")["calls"] == 0


def test_a_failed_page_does_not_fail_the_others(run: Any, service: Any) -> None:
    def mostly(method: str, path: str, body: bytes) -> Any:
        if json.loads(body)["link"].endswith("/3"):
            return 404, {"error": "No such page.", "success": False}
        return page(method, path, body)

    service.by_request = mostly

    left = run(_extract())

    assert left.value("t") == rows_of(LINKS[:3] + LINKS[4:])
    manifest = left.xcoms["t", -1, "manifest"]
    assert manifest["failed"] == 1
    assert manifest["failures"][0]["link"] == LINKS[3]
    assert manifest["failures"][0]["status"] == 404
    assert "No such page." in manifest["failures"][0]["error"]


@pytest.mark.parametrize("limit", [{"on_item_error": "fail"}, {"max_failures": 0}, {"max_failures": 0.01}])
def test_a_retry_sends_only_what_has_no_answer(run: Any, service: Any, limit: Any) -> None:
    failed: list[str] = []

    def once(method: str, path: str, body: bytes) -> Any:
        link = json.loads(body)["link"]
        if link.endswith("/29") and not failed:
            failed.append(link)
            return 500, {"error": "Oops.", "success": False}
        return page(method, path, body)

    service.by_request = once

    left = run(_extract(retries=1, concurrency=4, **limit))

    assert left.states["t"] == "success"
    assert left.value("t") == rows_of(LINKS)
    assert len(service.seen) == 31
    assert left.usage("t")["calls"] == 31
    assert left.xcoms["t", -1, "manifest"]["resumed"] == 29


def test_a_refused_key_stops_the_batch_at_once(run: Any, service: Any) -> None:
    service.by_request = lambda *_: (401, {"detail": "Invalid token."})

    left = run(_extract(retries=2, concurrency=2))

    assert left.states["t"] == "failed"
    assert len(service.seen) <= 2


def test_a_storm_of_429_slows_the_batch_and_loses_nothing(run: Any, service: Any) -> None:
    told: list[int] = []

    def storm(method: str, path: str, body: bytes) -> Any:
        if len(told) < 20:
            told.append(1)
            return 429, {"error": "Slow down.", "success": False}, {"Retry-After": "0"}
        return page(method, path, body)

    service.by_request = storm

    left = run(_extract(concurrency=16))

    assert left.value("t") == rows_of(LINKS)
    assert left.usage("t")["calls"] == 30


def test_rows_too_large_for_xcom_are_kept_and_delivered_without_paying_again(
    run: Any, service: Any, tmp_path: Path
) -> None:
    service.by_request = page
    path = f"{{{{ '/dev/null/rows.csv' if ti.try_number == 1 else '{tmp_path}/rows.csv' }}}}"

    left = run(_extract(result_path=path, retries=1))

    assert left.states["t"] == "success"
    assert len(service.seen) == 30
    assert left.xcoms["t", -1, "manifest"]["resumed"] == 30


def test_an_answer_too_large_for_the_state_store_is_kept_beside_the_result(
    run: Any, service: Any, tmp_path: Path
) -> None:
    text = random.Random(7).randbytes(60_000).hex()
    service.answers({"response": text, "tokens": 3, "success": True})

    def build() -> None:
        MarkdownConvertBatchOperator(task_id="without", resources=LINKS[:1], max_failures=0)
        MarkdownConvertBatchOperator(task_id="t", resources=LINKS[:2], result_path=f"{tmp_path}/pages/")

    left = run(build)

    assert left.states == {"without": "failed", "t": "success"}
    assert left.usage("without")["tokens"] == 3
    assert "result_path" in left.xcoms["without", -1, "manifest"]["failures"][0]["error"]
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]
    assert [path.read_text() for path in sorted((tmp_path / "pages").iterdir())] == [text, text]


def test_markdown_files_are_numbered_in_input_order(run: Any, service: Any, tmp_path: Path) -> None:
    service.by_request = lambda method, path, body: {
        "response": json.loads(body)["link"],
        "tokens": 1,
        "success": True,
    }

    left = run(lambda: MarkdownConvertBatchOperator(task_id="t", resources=LINKS[:3], result_path=f"{tmp_path}/md/"))

    assert left.value("t") == f"{tmp_path}/md/"
    assert [path.name for path in sorted((tmp_path / "md").iterdir())] == [
        "000001-example-com-0.md",
        "000002-example-com-1.md",
        "000003-example-com-2.md",
    ]


def test_conversations_are_answered_by_number(run: Any, service: Any) -> None:
    service.answers({"response": "Hello.", "tokens": 2, "success": True})

    left = run(
        lambda: TextGenerationBatchOperator(
            task_id="t",
            conversations=["Hello", [{"role": "user", "content": "Hi"}]],
            model="small",
            output_format="dataframe",
        )
    )

    assert left.value("t").to_dict("records") == [{"item": 1, "response": "Hello."}, {"item": 2, "response": "Hello."}]


@pytest.mark.parametrize("native", [False, True])
def test_how_a_batch_is_sent_comes_from_templates_and_other_tasks(run: Any, service: Any, *, native: bool) -> None:
    def act(method: str, path: str, body: bytes) -> Any:
        link = json.loads(body)["link"]
        return (404, {"error": "Gone.", "success": False}) if link == LINKS[0] else page(method, path, body)

    service.by_request = act

    @task
    def how() -> dict[str, Any]:
        return {"concurrency": 2, "max_failures": 0}

    def build() -> None:
        DagContext.get_current().render_template_as_native_obj = native
        told = how()
        _extract(
            concurrency="{{ 1 + 1 }}",
            max_failures="{{ 0.5 }}",
            on_item_error="{{ 'continue' }}",
            output_format="{{ 'data' ~ 'frame' }}",
        )()
        ExtractBatchOperator(
            task_id="strict",
            links=LINKS,
            prompt="p",
            concurrency=told["concurrency"],
            max_failures=told["max_failures"],
        )

    left = run(build)

    assert left.states == {"how": "success", "t": "success", "strict": "failed"}
    assert left.value("t").to_dict("records") == rows_of(LINKS[1:])
    assert left.xcoms["strict", -1, "manifest"]["failed"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"concurrency": "{{ 'many' }}"},
        {"max_failures": "{{ -1 }}"},
        {"on_item_error": "{{ 'ignore' }}"},
        {"output_format": "{{ 'xml' }}"},
    ],
    ids=str,
)
def test_a_template_that_renders_to_nonsense_is_refused_before_anything_is_sent(
    run: Any, service: Any, arguments: dict[str, str]
) -> None:
    service.by_request = page

    left = run(_extract(**arguments))

    assert left.states["t"] == "failed"
    assert service.seen == []


def test_a_mapped_batch_runs_over_chunks(run: Any, service: Any) -> None:
    service.by_request = page

    left = run(
        lambda: ExtractBatchOperator.partial(task_id="t", prompt="p", json_schema=SCHEMA).expand(
            links=[LINKS[:2], LINKS[2:4]]
        )
    )

    assert [left.value("t", index) for index in (0, 1)] == [rows_of(LINKS[:2]), rows_of(LINKS[2:4])]


def test_resources_are_mapped_under_the_name_that_users_type(run: Any, service: Any) -> None:
    service.answers({"response": "# A", "tokens": 1, "success": True})

    left = run(lambda: MarkdownConvertBatchOperator.partial(task_id="t").expand(resources=[LINKS[:2], LINKS[2:3]]))

    assert [len(left.value("t", index)) for index in (0, 1)] == [2, 1]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({"links": "https://example.com/"}, id="bare-string"),
        pytest.param({"json_schema": {"link": "string"}}, id="field-named-link"),
        pytest.param({"concurrency": 0}, id="concurrency"),
        pytest.param({"on_item_error": "ignore"}, id="on-item-error"),
        pytest.param({"max_failures": 1.5}, id="max-failures"),
        pytest.param({"result_path": "/x/"}, id="folder-of-rows"),
    ],
)
def test_a_plainly_wrong_argument_is_refused_at_parse_time(arguments: Any) -> None:
    with pytest.raises(InvalidRequestError):
        _extract(**arguments)()
