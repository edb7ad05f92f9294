"""Mapped instances that would write the same file are refused before anything is paid; no others are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk import task, task_group

from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators import ExtractBatchOperator, ExtractOperator, MarkdownConvertOperator

SCHEMA = {"title": "string"}
LINKS = [f"https://example.com/{number}" for number in range(3)]
FIELDS: dict[str, Any] = {"task_id": "t", "prompt": "Every book", "json_schema": SCHEMA}


def page(method: str, path: str, body: bytes) -> Any:
    return {"response": [{"title": json.loads(body)["link"]}], "success": True}


def rows_in(folder: Path) -> list[str]:
    return sorted(json.loads(line)["title"] for path in folder.iterdir() for line in path.read_text().splitlines())


def mapped_over_links(path: str, **fields: Any) -> Callable[[], object]:
    return lambda: ExtractOperator.partial(**FIELDS, result_path=path, **fields).expand(link=LINKS)


def in_a_mapped_group(path: str) -> Callable[[], object]:
    def build() -> object:
        @task_group
        def pages(link: str) -> None:
            ExtractOperator(**FIELDS, link=link, result_path=path)

        return pages.expand(link=LINKS)

    return build


def over_the_output_of_a_task(path: str) -> Callable[[], object]:
    @task
    def links() -> list[str]:
        return LINKS

    return lambda: ExtractOperator.partial(**FIELDS, result_path=path).expand(link=links())


def chunks(path: str) -> Callable[[], object]:
    return lambda: ExtractBatchOperator.partial(**FIELDS, result_path=path).expand(links=[LINKS[:1], LINKS[1:]])


WAYS = {
    "links": mapped_over_links,
    "group": in_a_mapped_group,
    "output": over_the_output_of_a_task,
    "chunks": chunks,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_instances_with_one_path_are_refused_before_anything_is_paid(
    run: Any, service: Any, tmp_path: Path, way: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service.by_request = page

    left = run(way(f"{tmp_path}/{{{{ dag.dag_id }}}}.jsonl"))

    assert next(state for name, state in left.states.items() if name.endswith("t")) == "failed"
    assert service.seen == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "{{ ti.map_index }}",
        "{{ '%04d' % task_instance.map_index }}",
        "{{ macros.uuid.uuid4() }}",
        "{{ ti.id }}",
    ],
)
def test_instances_with_a_path_each_run(run: Any, service: Any, tmp_path: Path, name: str) -> None:
    service.by_request = page

    run(mapped_over_links(f"{tmp_path}/{name}.jsonl"))

    assert rows_in(tmp_path) == LINKS


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_path_may_come_from_what_is_mapped_over(run: Any, service: Any, tmp_path: Path, way: Any) -> None:
    service.by_request = page
    name = "{{ (task.link if task.link is defined else task.links[0]) | replace('/', '-') }}"

    run(way(f"{tmp_path}/{name}.jsonl"))

    assert rows_in(tmp_path) == LINKS


def test_a_single_instance_may_have_any_path(run: Any, service: Any, tmp_path: Path) -> None:
    service.by_request = page
    path = f"{tmp_path}/{{{{ dag.dag_id }}}}.jsonl"

    run(lambda: ExtractOperator.partial(**FIELDS, result_path=path).expand(link=LINKS[:1]))

    assert rows_in(tmp_path) == LINKS[:1]


@pytest.mark.parametrize(("names", "calls"), [("abc", 3), ("aba", 1), ("aaa", 0)])
def test_paths_that_are_mapped_over_may_not_repeat(
    run: Any, service: Any, tmp_path: Path, names: str, calls: int
) -> None:
    service.by_request = page
    each = [{"link": link, "result_path": f"{tmp_path}/{name}.jsonl"} for link, name in zip(LINKS, names, strict=True)]

    run(lambda: ExtractOperator.partial(**FIELDS).expand_kwargs(each))

    assert len(service.seen) == calls


def test_every_combination_has_to_have_its_own_path(run: Any, service: Any, tmp_path: Path) -> None:
    service.by_request = page
    paths = [f"{tmp_path}/a.jsonl", f"{tmp_path}/b.jsonl"]

    run(lambda: ExtractOperator.partial(**FIELDS).expand(link=LINKS[:2], result_path=paths))

    assert service.seen == []


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ExtractOperator, {"prompt": "p", "json_schema": SCHEMA, "result_path": "/data/rows.jsonl"}),
        (ExtractBatchOperator, {"prompt": "p", "json_schema": SCHEMA, "result_path": "/data/rows.jsonl"}),
        (MarkdownConvertOperator, {"result_path": "/data/page.md"}),
    ],
)
def test_a_path_that_cannot_differ_is_refused_at_parse_time(kind: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=r"ti\.map_index"):
        kind.partial(task_id="t", **fields)
