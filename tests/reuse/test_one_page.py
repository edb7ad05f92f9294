"""One page by one task, night after night: paid for when it has changed, and only then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider import errors
from airflow_provider.operators import ExtractOperator, MarkdownConvertOperator
from tests.serving import answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.reuse.site import Site, Task
    from tests.serving import Act


@pytest.fixture(params=[ExtractOperator, MarkdownConvertOperator])
def ran(task: Callable[..., Task], request: pytest.FixtureRequest) -> Task:
    return task(operator=request.param)


def shown(site: Site, ran: Task) -> Any:
    return [site.row(0)] if ran.operator is ExtractOperator else f"# {site.row(0)}"


def test_a_page_is_paid_for_when_it_has_changed_and_only_then(site: Site, ran: Task) -> None:
    paid = []
    for night in range(4):
        site.prices[0] += night % 2
        assert ran.night() == shown(site, ran)
        paid.append(len(ran.paid))

    assert paid == [1, 1, 0, 1]
    assert (ran.usage["calls"], ran.usage["reused_calls"]) == (1, 0)


def test_what_was_reused_is_in_the_usage(site: Site, ran: Task) -> None:
    ran.night()
    ran.night()

    assert ran.paid == set()
    usage = ran.usage
    assert (usage["calls"], usage["reused_calls"], usage["saved"]) == (0, 1, 1.0)


def test_a_page_that_cannot_be_read_is_paid_for(site: Site, ran: Task, capsys: pytest.CaptureFixture[str]) -> None:
    site.answers["/books/0"] = 403
    ran.night()
    ran.night()

    assert ran.paid == {0}
    assert "is paid for: not readable (answered 403)" in capsys.readouterr().out


def test_a_retry_pays_nothing_and_the_next_run_neither(site: Site, ran: Task) -> None:
    with pytest.raises(errors.ResultError):
        ran.night(max_xcom_bytes=1)

    assert ran.try_() == shown(site, ran)
    assert ran.paid == {0}
    ran.night()
    assert ran.paid == set()


def test_rows_say_when_they_were_paid_for(site: Site, task: Callable[..., Task]) -> None:
    ran = task(operator=ExtractOperator, reuse_column="paid_at")

    assert ran.night() == [{**site.row(0), "paid_at": None}]
    [row] = ran.night()
    assert row["paid_at"].startswith("20")


def test_rows_at_fault_are_asked_for_again(site: Site, task: Callable[..., Task]) -> None:
    asked = []

    def at_first_without_a_price(link: str, _: int) -> Act:
        asked.append(link)
        row = {**site.row(0), "price": None if len(asked) == 1 else site.prices[0]}
        return answer(200, {"response": [row], "tokens": 2, "success": True})

    ran = task(at_first_without_a_price, operator=ExtractOperator, expect={"required": ["price"]})
    with pytest.raises(errors.ExpectationError):
        ran.night()

    assert ran.night() == [site.row(0)]
    assert ran.paid == {0}
    ran.night()
    assert ran.paid == set()


def test_rows_from_the_memory_that_are_at_fault_are_asked_for_again_at_once(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task(lambda link, count: answer(200, {"response": [site.row(0)], "success": True}), operator=ExtractOperator)
    ran.night()

    with pytest.raises(errors.ExpectationError):
        ran.night(expect={"min_rows": 2, "on_unmet": "ask_again"})

    assert ran.paid == {0}


def test_text_has_no_column(task: Callable[..., Task]) -> None:
    ran = task(operator=ExtractOperator, reuse_column="paid_at", json_schema=None)
    with pytest.raises(errors.InvalidRequestError, match="needs rows"):
        ran.night()

    assert ran.paid == set()
