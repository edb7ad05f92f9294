"""Rows that claim what their page does not state, told by reading the page for free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider import errors
from airflow_provider.operators import CollectionQueryOperator, ExtractOperator
from tests.serving import Act, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.reuse.site import Site, Task

EXPECT = {"check_on_page": ["title", "price"], "allow_private": True}


def inventing(site: Site, numbers: set[int], *, once: bool = False) -> Callable[[str, int], Act]:
    """Return a service that invents the prices of the books *numbers*."""
    asked: set[int] = set()

    def act(link: str, _: int) -> Act:
        number = int(link.rpartition("/")[2])
        row = site.row(number)
        if number in numbers and not (once and number in asked):
            row["price"] = 9999
        asked.add(number)
        return answer(200, {"response": [row], "tokens": 2, "success": True})

    return act


def test_what_stands_in_the_pages_passes_and_costs_no_call(site: Site, task: Callable[..., Task]) -> None:
    ran = task(expect=EXPECT, reuse=None)

    assert ran.night() == site.rows()
    assert ran.ti.xcoms["on_page"] == {"found": 24, "absent": 0, "not_read": 0}
    assert ran.usage["calls"] == 12


def test_an_invention_fails_the_task_and_is_named_in_the_refused_rows(site: Site, task: Callable[..., Task]) -> None:
    ran = task(inventing(site, {4, 7}), expect=EXPECT, reuse=None)
    with pytest.raises(errors.ExpectationError, match=r"check_on_page: 2 of 24 values .* row 5, price 9999; row 8"):
        ran.night()

    rejected = ran.ti.xcoms["rejected"]
    assert [one["reason"] for one in rejected] == ["check_on_page: not in the page: price 9999"] * 2
    assert [one["row"]["title"] for one in rejected] == ["Book 4", "Book 7"]
    assert ran.ti.xcoms["on_page"] == {"found": 22, "absent": 2, "not_read": 0}


def test_a_share_may_be_absent(site: Site, task: Callable[..., Task]) -> None:
    ran = task(inventing(site, {4}), reuse=None)

    assert len(ran.night(expect={**EXPECT, "min_found": 0.95})) == 12
    with pytest.raises(errors.ExpectationError, match=r"95.8 % do\), and at least 97 %"):
        ran.night(expect={**EXPECT, "min_found": 0.97})


def test_pages_that_invent_are_asked_again_where_the_user_says_so(site: Site, task: Callable[..., Task]) -> None:
    ran = task(inventing(site, {4}, once=True), expect={**EXPECT, "on_unmet": "ask_again"}, reuse=None)

    assert ran.night() == site.rows()
    assert {link.rpartition("/")[2]: count for link, count in ran.service.sent.items() if count > 1} == {"4": 2}


def test_inventions_are_not_remembered(site: Site, task: Callable[..., Task]) -> None:
    ran = task(inventing(site, {4}, once=True), expect=EXPECT)
    with pytest.raises(errors.ExpectationError):
        ran.night()

    assert ran.night() == site.rows()
    assert ran.paid == {4}


def test_a_page_that_cannot_be_read_is_counted_and_no_fault(
    site: Site, task: Callable[..., Task], caplog: pytest.LogCaptureFixture
) -> None:
    site.answers |= {"/books/1": 403, "/books/2": "<div id='app'></div><script src='/a.js'></script>"}
    ran = task(inventing(site, {1, 2}), expect=EXPECT, reuse=None)

    assert len(ran.night()) == 12
    assert ran.ti.xcoms["on_page"] == {"found": 20, "absent": 0, "not_read": 4}
    assert "20 values stand in their pages, 0 do not, and of 4 the page cannot be read" in caplog.text


def test_nulls_booleans_and_pages_without_rows_have_nothing_to_look_for(site: Site, task: Callable[..., Task]) -> None:
    def act(link: str, _: int) -> Act:
        rows: list[Any] = [] if link.endswith("/3") else [{"title": None, "price": True}]
        return answer(200, {"response": rows, "tokens": 2, "success": True})

    ran = task(act, expect=EXPECT, json_schema={"title": "string", "price": "boolean"}, reuse=None)

    assert len(ran.night()) == 11
    assert ran.ti.xcoms["on_page"] == {"found": 0, "absent": 0, "not_read": 0}
    assert "/books/3" not in site.looks


@pytest.mark.parametrize("lies", ["", "honest"])
def test_a_page_that_was_looked_at_is_not_loaded_again_to_be_checked(
    site: Site, task: Callable[..., Task], lies: str
) -> None:
    site.lies = lies
    ran = task(inventing(site, {7}), expect={**EXPECT, "min_found": 0.9})

    for night in range(3):
        site.prices[night] += 1
        ran.night()

        assert ran.ti.xcoms["on_page"] == {"found": 23, "absent": 1, "not_read": 0}
        assert site.looks == {"/robots.txt": 0} | {f"/books/{number}": 1 for number in range(12)}
    assert ran.paid == {2}


def test_a_page_that_there_is_no_room_for_is_loaded_again(
    site: Site, task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("airflow_provider.web.seen.MOST_BYTES", 1000)
    ran = task(inventing(site, {4}), expect=EXPECT)
    with pytest.raises(errors.ExpectationError, match="1 of 24 values"):
        ran.night()

    assert set(site.looks.values()) == {0, 1, 2}


def test_what_is_asked_again_is_held_against_the_page_of_then(site: Site, task: Callable[..., Task]) -> None:
    shown: dict[int, int] = {}

    def act(link: str, number: int) -> Act:
        # The page changes while it is paid for.
        book = int(link.rpartition("/")[2])
        site.prices[book] += 100 * (book == 4 and not shown)
        shown.setdefault(book, number)
        return answer(200, {"response": [site.row(book)], "tokens": 2, "success": True})

    ran = task(act, expect={**EXPECT, "on_unmet": "ask_again"}, links=[site.link(4)])

    assert [row["price"] for row in ran.night()] == [114]
    assert site.looks == {"/robots.txt": 0, "/books/4": 2}


def test_one_page_is_looked_at_once_too(site: Site, task: Callable[..., Task]) -> None:
    ran = task(operator=ExtractOperator, expect=EXPECT)

    for _ in range(2):
        assert ran.night() == [site.row(0)]
        assert ran.ti.xcoms["on_page"] == {"found": 2, "absent": 0, "not_read": 0}
        assert site.looks == {"/robots.txt": 0, "/books/0": 1}


def test_one_page_is_checked_too(site: Site, task: Callable[..., Task]) -> None:
    ran = task(inventing(site, {0}), operator=ExtractOperator, expect=EXPECT, reuse=None)
    with pytest.raises(errors.ExpectationError, match="1 of 2 values"):
        ran.night()


def test_a_collection_has_no_page() -> None:
    with pytest.raises(errors.InvalidRequestError, match="check_on_page needs a page"):
        CollectionQueryOperator(
            task_id="t",
            collection_id="c",
            request_query="q",
            json_schema=[{"title": "string"}],
            json_schema_rules="r",
            expect={"check_on_page": ["title"]},
        )


def test_a_field_that_rows_do_not_have_is_refused() -> None:
    with pytest.raises(errors.InvalidRequestError, match="check_on_page names 'tilte'"):
        ExtractOperator(
            task_id="t", link="https://example.com/", prompt="p", json_schema={"title": "string"},
            expect={"check_on_page": ["tilte"]},
        )  # fmt: skip
