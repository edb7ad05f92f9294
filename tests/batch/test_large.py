"""Answers too large for the task state store, when the place for them cannot be written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.errors import ResultError
from tests.batch.service import links, page
from tests.serving import Act


def large(link: str, _: int) -> Act:
    """Answer with a title that hardly gets smaller when it is compressed."""
    title = random.Random(link).randbytes(60_000).hex()
    return page(link, response=[{"title": title, "price": 1}])


def test_the_batch_stops_at_the_first_large_answer_that_has_no_place(batch: Callable[..., Any], tmp_path: Path) -> None:
    in_the_way = tmp_path / "rows.jsonl.parts"
    in_the_way.write_text("no folder")
    task = batch(large, links=links(24), result_path=f"{tmp_path}/rows.jsonl", concurrency=4)

    with pytest.raises(ResultError, match=r"rows\.jsonl\.parts.*so the batch has stopped"):
        task.run()

    paid = task.service.sent.total()
    assert paid <= 4
    assert task.manifest["succeeded"] == paid
    assert task.usage["calls"] == paid

    in_the_way.unlink()
    task.run()

    assert task.manifest["resumed"] == paid
    assert task.service.sent.total() == 24
    titles = [json.loads(line)["title"] for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert titles == [random.Random(link).randbytes(60_000).hex() for link in links(24)]


def test_a_large_answer_without_a_result_path_fails_alone(batch: Callable[..., Any]) -> None:
    task = batch(lambda link, n: large(link, n) if link.endswith("/3") else page(link), links=links(6))

    assert len(task.run()) == 5
    assert "Set result_path" in task.manifest["failures"][0]["error"]
