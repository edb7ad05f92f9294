"""
Rows that are not as expected, over the tries of a task: what is raised, kept, told and paid.

Airflow itself is left out, as in test_execute; tests/airflow has mapped operators.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from airflow_provider import errors
from airflow_provider.operators import ExtractOperator
from airflow_provider.results import Expect
from airflow_provider.retry import ContentAIRetryPolicy
from tests.serving import answer
from tests.unit.tries import EXTRACT, GOOD, SCHEMA, ok


class Book(BaseModel):
    title: str
    price: float


JUNK: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "null rows": ([{"title": None, "price": None}] * 2, {"json_schema": Book}),
    "renamed keys": ([{"name": "Emma", "cost": 7.5}], {"json_schema": Book}),
    "no rows": ([], {"json_schema": Book, "expect": {"min_rows": 1}}),
    "null rows of a dict": ([{"title": None, "price": None}], {"expect": {"required": ["title", "price"]}}),
    "renamed keys of a dict": ([{"name": "Emma"}], {"expect": {"required": ["title"]}}),
    "no rows of a dict": ([], {"expect": {"min_rows": 1}}),
}


@pytest.mark.parametrize(("response", "fields"), JUNK.values(), ids=JUNK)
def test_junk_does_not_pass(task: Any, tmp_path: Path, response: Any, fields: dict[str, Any]) -> None:
    older = tmp_path / "books.jsonl"
    older.write_text("what was there")
    ran = task(ok(response), **fields, result_path=str(older))

    ran.fails()

    assert older.read_text() == "what was there"
    assert ran.ti.xcoms["usage"]["calls"] == 1


RULES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "min_rows": (GOOD, {"min_rows": 3}, "min_rows: there are 2 rows, and at least 3 are expected."),
    "max_rows": (GOOD, {"max_rows": 1}, "max_rows: there are 2 rows, and at most 1 are expected."),
    "required": (
        [GOOD[0], {"title": "Sanditon"}],
        {"required": ["title", "price"]},
        'required: field \'price\' is null in 1 of 2 rows: row 2, {"title": "Sanditon", "price": null}.',
    ),
    "max_null_share": (
        [GOOD[0], {"title": "Sanditon"}],
        {"max_null_share": {"price": 0.25}},
        "max_null_share: field 'price' is null in 1 of 2 rows (50 %), and at most 25 % are expected: row 2, {",
    ),
    "unique": (
        [GOOD[0], GOOD[1], {"title": "Emma", "price": 9}],
        {"unique": ["title"]},
        'unique: field \'title\' is the same as in a row before in 1 of 3 rows: row 3, {"title": "Emma", "price": 9}.',
    ),
    "max_drop": (
        GOOD,
        {"max_drop": 0.2},
        "max_drop: there are 2 rows, 80 % fewer than the 10 of the last success, and at most 20 % fewer are expected.",
    ),
}


@pytest.mark.parametrize(("response", "expect", "said"), RULES.values(), ids=RULES)
def test_a_rule_that_is_not_met_is_named_with_its_figure_and_rows_and_a_correction_pays_nothing(
    task: Any, response: Any, expect: dict[str, Any], said: str
) -> None:
    ran = task(ok(response), expect=Expect(**expect))

    assert said in ran.fails(earlier={"rows": 10})
    assert "page https://b.test/1" in ran.fails(earlier={"rows": 10})
    assert len(ran.run(expect=None)) == len(response)
    assert ran.calls == 1


@pytest.mark.parametrize(("response", "expect", "said"), RULES.values(), ids=RULES)
def test_a_warning_delivers_the_rows(
    task: Any, response: Any, expect: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = task(ok(response), expect={**expect, "on_unmet": "warn"})

    assert len(ran.run(earlier={"rows": 10})) == len(response)
    assert said in capsys.readouterr().out


def test_an_error_of_expectation_is_not_retried() -> None:
    decision = ContentAIRetryPolicy().evaluate(errors.ExpectationError("x"), 1, 3)

    assert "FAIL" in str(decision.action).upper()


def test_at_most_three_rows_are_shown_and_all_are_rejected(task: Any, tmp_path: Path) -> None:
    path = tmp_path / "books.csv"
    rows = [{"title": f"Book {number}", "price": None} for number in range(250)]
    ran = task(ok(rows), expect={"required": ["price"]}, result_path=str(path))

    said = ran.fails()

    assert said.count("Book") == 3
    lines = [json.loads(line) for line in Path(f"{path}.rejected.jsonl").read_text().splitlines()]
    assert [line["row"]["title"] for line in lines] == [row["title"] for row in rows]
    assert lines[0]["reason"] == "required: field 'price' is null"
    assert "rejected" not in ran.ti.xcoms
    assert not path.exists()


def test_without_a_path_at_most_100_rejected_rows_are_in_an_xcom(task: Any) -> None:
    rows = [{"title": f"Book {number}", "price": None} for number in range(250)]
    ran = task(ok(rows), expect={"required": ["price"]})
    ran.fails()

    assert [one["row"]["title"] for one in ran.ti.xcoms["rejected"]] == [row["title"] for row in rows[:100]]


def test_a_message_is_no_longer_than_a_log_line_may_be(task: Any) -> None:
    schema = {f"field_{number}": "string" for number in range(40)}
    ran = task(ok([{"field_0": "x" * 5000}] * 5), json_schema=schema, expect={"required": list(schema)})

    assert len(ran.fails()) < 4_000


def test_a_file_of_rejected_rows_of_an_earlier_run_goes_when_there_are_none(task: Any, tmp_path: Path) -> None:
    path, rejected = tmp_path / "books.jsonl", tmp_path / "books.jsonl.rejected.jsonl"
    rejected.write_text("{}")
    task(ok(GOOD), expect={"required": ["price"]}, result_path=str(path)).run()

    assert not rejected.exists()
    assert path.exists()


def test_rejected_rows_that_cannot_be_written_hide_nothing(task: Any, tmp_path: Path) -> None:
    path = tmp_path / "books.jsonl"
    (tmp_path / "books.jsonl.rejected.jsonl").mkdir()
    ran = task(ok([{"title": "Emma"}]), expect={"required": ["price"]}, result_path=str(path))

    assert "required: field 'price'" in ran.fails()


class TestAskingAgain:
    EXPECT: ClassVar = {"required": ["price"], "on_unmet": "ask_again"}
    BAD = staticmethod(ok([{"title": "Emma"}]))

    def test_a_better_answer_is_delivered_and_both_are_counted(
        self, task: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ran = task(self.BAD, ok(GOOD), expect=self.EXPECT)

        assert ran.run() == GOOD
        assert ran.ti.xcoms["usage"]["calls"] == ran.calls == 2
        logged = capsys.readouterr().out
        assert "required: field 'price' is null in 1 of 1 row" in logged
        assert "Asking again, once." in logged

    def test_another_bad_answer_fails_and_no_try_asks_a_third_time(self, task: Any) -> None:
        ran = task(self.BAD, ok([{"title": "Persuasion"}]), expect=self.EXPECT)

        assert "Persuasion" in ran.fails()
        assert "asked twice" in ran.fails()
        assert ran.calls == 2
        assert ran.run(expect=None) == [{"title": "Emma", "price": None}]
        assert ran.calls == 2

    @pytest.mark.parametrize("on_exceed", ["fail", "skip"])
    def test_a_spent_budget_leaves_it_at_the_first(self, task: Any, on_exceed: str) -> None:
        budget = {"calls": 1, "scope": "task", "on_exceed": on_exceed}
        ran = task(self.BAD, ok(GOOD), expect=self.EXPECT, budget=budget)
        said = ran.fails()

        assert "required: field 'price'" in said
        assert "Asking again has failed: 1 call spent of 1 allowed, by task 'task'." in said
        assert ran.calls == 1
        assert ran.run(budget=None) == GOOD

    def test_an_answer_of_no_use_to_asking_again_costs_no_third_call(self, task: Any) -> None:
        ran = task(self.BAD, ok([{"price": "call us"}]), ok(GOOD), expect=self.EXPECT)

        assert "is not a number" in ran.fails()
        assert ran.run(expect=None) == [{"title": "Emma", "price": None}]
        assert ran.calls == 2

    def test_a_rate_limit_while_asking_again_may_be_retried(self, task: Any) -> None:
        ran = task(self.BAD, answer(429, headers={"retry-after": "500"}), ok(GOOD), expect=self.EXPECT)
        with pytest.raises(errors.RateLimitError):
            ran.run()

        assert ran.run() == GOOD
        assert ran.calls == 3


class TestDrop:
    EXPECT: ClassVar = {"max_drop": 0.5}

    def test_the_first_run_passes_and_leaves_its_figure(self, task: Any) -> None:
        ran = task(ok(GOOD), expect=self.EXPECT)
        ran.run()

        assert ran.ti.xcoms["rows"] == 2

    @pytest.mark.parametrize("before", [2, 4, 0, "many", True])
    def test_as_many_or_just_so_few_pass(self, task: Any, before: Any) -> None:
        ran = task(ok(GOOD), expect=self.EXPECT)

        assert ran.run(earlier={"rows": before}) == GOOD

    def test_a_try_that_fails_leaves_none(self, task: Any) -> None:
        ran = task(ok(GOOD), expect={"max_drop": 0.5, "min_rows": 5})
        ran.fails(earlier={"rows": 9})

        assert "rows" not in ran.ti.xcoms


WRONG: dict[str, tuple[Any, str]] = {
    "unknown": ({"min_row": 1}, "It knows min_rows, max_rows, required"),
    "not a dict": (5, "Use Expect"),
    "text": ("at least one", "Use Expect"),
    "negative": ({"min_rows": -1}, "min_rows is -1. Use a whole number"),
    "a part": ({"max_rows": 1.5}, "max_rows is 1.5"),
    "a boolean": ({"min_rows": True}, "min_rows is True"),
    "endless": ({"min_rows": "inf"}, "min_rows is 'inf'"),
    "contradiction": ({"min_rows": 2, "max_rows": 1}, "no rows can be right"),
    "bare name": ({"required": "price"}, "Use a list of field names"),
    "share": ({"max_null_share": {"price": 10}}, "max_null_share of 'price' is 10. Use a share from 0 to 1"),
    "no dict of shares": ({"max_null_share": 0.1}, "Use a dict of field to share"),
    "drop": ({"max_drop": 20}, "max_drop is 20"),
    "choice": ({"on_unmet": "retry"}, "on_unmet is 'retry'. Use 'fail' or 'warn' or 'ask_again'"),
    "required of another": ({"required": ["cost"]}, "required names 'cost', which rows do not have. They have title"),
    "share of another": ({"max_null_share": {"cost": 0}}, "max_null_share names 'cost'"),
    "unique of another": ({"unique": ["cost"]}, "unique names 'cost'"),
}


@pytest.mark.parametrize("mapped", [False, True], ids=["plain", "mapped"])
@pytest.mark.parametrize(("expect", "said"), WRONG.values(), ids=WRONG)
def test_an_expectation_that_is_wrong_is_refused_when_the_dag_is_parsed(expect: Any, said: str, mapped: Any) -> None:
    make = ExtractOperator.partial if mapped else ExtractOperator
    with pytest.raises(errors.InvalidRequestError, match=said):
        make(task_id="t", **EXTRACT, json_schema=SCHEMA, expect=expect)


def test_text_has_no_rows_to_expect() -> None:
    with pytest.raises(errors.InvalidRequestError, match="Give json_schema"):
        ExtractOperator(task_id="t", **EXTRACT, expect={"min_rows": 1})


def test_what_a_template_renders_wrong_is_refused_before_anything_is_sent(task: Any) -> None:
    ran = task(ok(GOOD), expect="{{ params.expect }}")
    with pytest.raises(errors.InvalidRequestError, match="names 'cost'"):
        ran.run(expect='{"required": ["cost"]}')

    assert ran.calls == 0


def test_numbers_and_lists_may_be_text_as_templates_render_them() -> None:
    given = {"min_rows": "1", "required": "['title']", "max_null_share": '{"price": "0.5"}', "max_drop": "0.2"}

    assert (
        Expect.of(given)
        == Expect.of(json.dumps(given))
        == Expect(min_rows=1, required=("title",), max_null_share={"price": 0.5}, max_drop=0.2)
    )


def test_a_dict_of_an_expectation_holds_what_was_set() -> None:
    expect = Expect(min_rows=0, unique=("title",), on_unmet="warn")

    assert expect.as_dict() == {"min_rows": 0, "unique": ["title"], "on_unmet": "warn"}
    assert Expect.of(expect.as_dict()) == expect
