"""Rows of a batch that are not as expected: what is asked again, what is kept, and what a corrected try pays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from airflow_provider import errors
from tests.batch.service import links, page, refusal, rows
from tests.serving import Act, answer


class Book(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    price: float = Field(gt=0, description="In EUR")


LINKS = links(12)
BAD = {LINKS[3], LINKS[7]}


def ok(response: object) -> Act:
    return answer(200, {"response": response, "tokens": 2, "success": True})


def null_prices(link: str, count: int) -> Act:
    return ok([{"title": link}]) if link in BAD else page(link)


def null_prices_at_first(link: str, count: int) -> Act:
    return null_prices(link, count) if count == 1 else page(link)


EXPECT = {"required": ["price"]}
AGAIN = {**EXPECT, "on_unmet": "ask_again"}


@pytest.mark.parametrize("suffix", ["jsonl", "parquet", None])
def test_rows_at_fault_fail_the_batch_and_a_corrected_one_pays_nothing(
    batch: Any, tmp_path: Path, suffix: str | None
) -> None:
    path = None if suffix is None else tmp_path / f"books.{suffix}"
    ran = batch(null_prices, links=LINKS, expect=EXPECT, result_path=path and str(path))
    if path is not None:
        path.write_text("what was there")
    with pytest.raises(errors.ExpectationError, match=r"field 'price' is null in 2 of 12 rows: row 4, .*row 8"):
        ran.run()
    assert path is None or path.read_text() == "what was there"
    rejected = (
        ran.ti.xcoms["rejected"]
        if path is None
        else [json.loads(line) for line in Path(f"{path}.rejected.jsonl").read_text().splitlines()]
    )
    assert [one["row"]["link"] for one in rejected] == sorted(BAD)
    assert ran.manifest["succeeded"] == 12

    ran.clear()
    ran.run(expect={"max_null_share": {"price": 0.5}})

    assert ran.service.sent.total() == 12


def test_only_the_pages_at_fault_are_asked_again(batch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ran = batch(null_prices_at_first, links=LINKS, expect=AGAIN)

    assert ran.run() == rows(LINKS)
    assert {link for link, count in ran.service.sent.items() if count == 2} == BAD
    assert ran.usage["calls"] == 14
    assert "Asking again, once, for those of 2 pages" in capsys.readouterr().out


def test_no_try_asks_a_third_time(batch: Any) -> None:
    ran = batch(null_prices, links=LINKS, expect=AGAIN)
    for said in ("2 pages were asked twice", "No page is left to be asked again"):
        with pytest.raises(errors.ExpectationError, match=said):
            ran.run()
        ran.clear()

    assert ran.service.sent.total() == 14
    assert len(ran.run(expect=None)) == 12
    assert ran.service.sent.total() == 14


def test_an_answer_is_kept_where_asking_again_fails(batch: Any) -> None:
    ran = batch(lambda link, count: null_prices(link, count) if count == 1 else refusal(404), links=LINKS, expect=AGAIN)
    with pytest.raises(errors.ExpectationError, match=r"2 pages were asked twice, and failed for one: .*404"):
        ran.run()

    assert len(ran.run(expect=None)) == 12
    assert ran.service.sent.total() == 14


@pytest.mark.parametrize("on_exceed", ["fail", "skip"])
def test_asking_again_stays_within_the_budget(batch: Any, on_exceed: str) -> None:
    budget = {"calls": 13, "scope": "task", "on_exceed": on_exceed}
    ran = batch(null_prices_at_first, links=LINKS, expect=AGAIN, budget=budget, concurrency=1)
    with pytest.raises(errors.ExpectationError, match=r"null in 1 of 12 rows.* Asking again has ended early: .*budget"):
        ran.run()
    assert ran.service.sent.total() == 13

    assert len(ran.run(budget=None)) == 12


def test_a_page_without_rows_is_asked_again_and_many_rows_are_nobodys_fault(batch: Any) -> None:
    def act(link: str, count: int) -> Any:
        return ok([]) if link in BAD and count == 1 else page(link)

    ran = batch(act, links=LINKS, expect={"min_rows": 12, "on_unmet": "ask_again"})
    assert ran.run() == rows(LINKS)
    assert ran.service.sent.total() == 14

    ran = batch(links=LINKS, expect={"max_rows": 3, "on_unmet": "ask_again"})
    with pytest.raises(errors.ExpectationError, match="none was asked again"):
        ran.run()
    assert ran.service.sent.total() == 12


def test_a_warning_delivers_every_row(batch: Any) -> None:
    ran = batch(null_prices, links=LINKS, expect={**EXPECT, "on_unmet": "warn"})

    assert len(ran.run()) == 12


def test_a_batch_that_is_told_to_end_while_it_writes_asks_nobody_again(batch: Any, monkeypatch: Any) -> None:
    from airflow_provider.operators import ExtractBatchOperator

    ran = batch(null_prices_at_first, links=LINKS, expect=AGAIN)
    original = ExtractBatchOperator.written

    def written(self: Any, run: Any) -> Any:
        self.on_kill()
        return original(self, run)

    # Airflow's signal comes when it comes; this is the one moment that matters here.
    monkeypatch.setattr(ExtractBatchOperator, "written", written)
    with pytest.raises(errors.BatchStoppedError):
        ran.run()
    monkeypatch.undo()

    assert ran.service.sent.total() == 12


def test_a_model_validates_each_row_without_the_link(batch: Any) -> None:
    ran = batch(links=LINKS, json_schema=Book)
    assert ran.run() == rows(LINKS)
    asked = json.loads(ran.service.requests[0].body)
    assert asked["prompt"] == "Every book\n\nFields:\n- price: In EUR"

    free = batch(lambda link, _: ok([{"title": link, "price": 0}]), links=LINKS, json_schema=Book)
    with pytest.raises(errors.ExpectationError, match="Book refuses 12 of 12 rows: row 1, field 'price': 0: Input"):
        free.run()
    assert free.manifest["succeeded"] == 12


def test_a_frame_has_the_link_and_what_the_model_says(batch: Any) -> None:
    class Stock(BaseModel):
        title: str
        price: int

    frame = batch(links=LINKS, json_schema=Stock, output_format="dataframe").run()

    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        "link": "string",
        "title": "string",
        "price": "Int64",
    }


def test_unique_sees_pages_together(batch: Any) -> None:
    ran = batch(lambda link, _: ok([{"title": "Emma", "price": 1}]), links=LINKS, expect={"unique": ["title"]})
    with pytest.raises(errors.ExpectationError, match="the same as in a row before in 11 of 12 rows"):
        ran.run()

    assert len(ran.run(expect={"unique": ["link", "title"]})) == 12


def test_a_batch_of_text_can_be_expected_too(batch: Any) -> None:
    ran = batch(lambda *_: ok("Two books."), links=LINKS, json_schema=None, expect={"unique": ["response"]})
    with pytest.raises(errors.ExpectationError, match="field 'response' is the same"):
        ran.run()
