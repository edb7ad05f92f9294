"""A batch that loses items: what is said of them, when nothing is left, and what is told of what was delivered."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.errors import NothingCanSucceedError, NothingSucceededError
from airflow_provider.retry import ContentAIRetryPolicy
from tests.batch.service import links, page, refusal, rows
from tests.serving import Act, answer

Build = Callable[..., Any]


def lost(*numbers: int) -> Callable[[str, int], Act]:
    """Answer 404 for the pages with *numbers*."""
    gone = {f"https://example.com/{number}" for number in numbers}
    return lambda link, _: refusal(404) if link in gone else page(link)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def is_retried(error: BaseException) -> bool:
    return ContentAIRetryPolicy().evaluate(error, 1, 3).action.name == "RETRY"


def test_three_links_that_are_gone_leave_the_file_of_three_good_ones_as_it_is(batch: Build, tmp_path: Path) -> None:
    path = f"{tmp_path}/books.parquet"
    task = batch(lost(3, 4, 5), links=links(3), result_path=path)
    task.run()
    good = Path(path).read_bytes()
    task.clear()

    with pytest.raises(
        NothingSucceededError, match=r"None of 3 items succeeded: 3 PageUnreachableError \(404\)\. Nothi"
    ):
        task.run(links=links(6)[3:])

    assert Path(path).read_bytes() == good
    assert [file.name for file in tmp_path.iterdir()] == ["books.parquet"]
    assert (task.manifest["succeeded"], task.manifest["rows"], task.manifest["bytes"]) == (0, None, None)
    assert "preview" not in task.ti.xcoms


@pytest.mark.parametrize("most", [None, 0.99, 1, 1.0, 3, 100])
def test_a_batch_of_which_nothing_succeeded_fails_whatever_max_failures_says(batch: Build, most: float | None) -> None:
    task = batch(lambda *_: refusal(404), links=links(3) * 2, max_failures=most)

    with pytest.raises(Exception, match=r"items succeeded|items failed"):
        task.run()


def test_no_items_are_no_failure(batch: Build) -> None:
    assert batch(links=[]).run() == []


def test_what_an_earlier_try_was_answered_counts_as_succeeded(batch: Build) -> None:
    task = batch(lambda link, asked: refusal(503) if link == links(2)[1] else page(link), links=links(2), concurrency=1)
    with pytest.raises(Exception, match="503"):
        task.run(on_item_error="fail")

    assert task.run(on_item_error="continue") == rows(links(1))
    assert (task.manifest["resumed"], task.manifest["failed"]) == (1, 1)


@pytest.mark.parametrize(
    ("statuses", "kind"),
    [
        ((503, 503), NothingSucceededError),
        ((404, 404), NothingSucceededError),
        ((400, 503), NothingSucceededError),
        ((400, 422), NothingCanSucceedError),
    ],
)
def test_a_batch_without_success_is_retried_if_one_of_its_failures_may_pass(
    batch: Build, statuses: tuple[int, int], kind: type[NothingSucceededError]
) -> None:
    task = batch(lambda link, _: refusal(statuses[int(link[-1])]), links=links(2))

    with pytest.raises(NothingSucceededError) as caught:
        task.run()

    assert type(caught.value) is kind
    assert is_retried(caught.value) is kind.retryable


def test_ten_of_a_hundred_and_twenty_lost_pages_are_one_warning_and_the_last_line(
    batch: Build, caplog: pytest.LogCaptureFixture
) -> None:
    def act(link: str, _: int) -> Act:
        number = int(link.rpartition("/")[2])
        return refusal(404 if number < 7 else 500) if number < 10 else page(link)

    task = batch(act, links=links(120), concurrency=1)
    with caplog.at_level(logging.INFO):
        task.run()

    assert said(caplog) == [caplog.messages[-1]]
    assert caplog.messages[-1] == (
        "10 of 120 items failed: 7 PageUnreachableError (404), 3 ServerError (500). "
        "The first: https://example.com/0, https://example.com/1, https://example.com/2. See XCom 'manifest'."
    )


def test_the_line_counts_repeated_items_and_shows_no_secret_of_a_link(
    batch: Build, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "https://example.com/a?signature=5ecret&page=" + "7" * 400
    task = batch(lambda link, _: refusal(404) if "signature" in link else page(link), links=[secret, *links(1), secret])
    task.run()

    [line] = said(caplog)
    assert line.startswith(
        "2 of 3 items failed: 2 PageUnreachableError (404). The first: https://example.com/a?signature"
    )
    assert "5ecret" not in line
    assert len(line) < 400


@pytest.mark.parametrize("has_path", [True, False])
def test_the_line_says_where_all_are_once_they_are_many(
    batch: Build, tmp_path: Path, caplog: pytest.LogCaptureFixture, *, has_path: bool
) -> None:
    path = f"{tmp_path}/rows.jsonl"
    task = batch(lost(*range(110)), links=links(111), result_path=path if has_path else None)
    task.run()

    where = f"{path}.failures.jsonl" if has_path else "XCom 'manifest', which has the first 100; with result_path"
    assert f"See {where}" in said(caplog)[-1]


def test_a_batch_without_failures_warns_of_nothing(batch: Build, caplog: pytest.LogCaptureFixture) -> None:
    batch(links=links(3)).run()

    assert said(caplog) == []


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz", "csv", "parquet"])
def test_the_manifest_and_a_preview_tell_what_a_file_holds(batch: Build, tmp_path: Path, suffix: str) -> None:
    path = f"{tmp_path}/rows.{suffix}"
    task = batch(links=links(12), result_path=path)
    task.run()

    assert (task.manifest["rows"], task.manifest["bytes"]) == (12, Path(path).stat().st_size)
    assert task.ti.xcoms["preview"] == {"rows": 12, "columns": ["link", "title", "price"], "first": rows(links(5))}


def test_a_frame_has_a_preview_and_records_need_none(batch: Build) -> None:
    task = batch(links=links(2), output_format="dataframe")
    task.run()
    assert task.ti.xcoms["preview"]["rows"] == 2
    assert (task.manifest["rows"], task.manifest["bytes"]) == (2, None)

    task.clear()
    task.run(output_format="records")
    assert "preview" not in task.ti.xcoms
    assert (task.manifest["rows"], task.manifest["bytes"]) == (2, None)


def test_a_line_of_progress_never_shows_an_unknown_count_as_none(
    batch: Build, caplog: pytest.LogCaptureFixture
) -> None:
    unreported = batch(lambda link, _: answer(200, {"response": [{"title": link}], "success": True}), links=links(2))
    with caplog.at_level(logging.INFO):
        unreported.run()

    [line] = [message for message in caplog.messages if "2 of 2 done" in message]
    assert line.endswith("/s, tokens not reported")
    assert json.dumps(unreported.usage["tokens"]) == "null"
