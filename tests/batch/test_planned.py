"""What a batch says before its first call."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from airflow_provider.api.requests import ExtractRequest, TextGenerationRequest
from airflow_provider.batch.planned import Planned
from tests.standins import settings

PAGE = ExtractRequest.build(link="https://example.com/", prompt="All")
TEXT = TextGenerationRequest.build(messages="Hi", model="m")
PRICED = settings(prices={"currency": "EUR", "extract": {"per_call": 0.01}, "text_generation": {"per_1k_tokens": 1}})


def planned(request: Any = PAGE, at: Any = PRICED, *, items: int = 100, unique: int = 97, kept: int = 20) -> Planned:
    return Planned.of(items=items, unique=unique, kept=kept, request=request, settings=at)


PLANS: dict[str, tuple[Planned, str, float | None]] = {
    "priced": (
        planned(),
        "100 items, 3 duplicates, 20 already answered: 77 calls to make, for 0.77 EUR at most.",
        0.77,
    ),
    "without a price": (
        planned(at=settings(), items=1, unique=1, kept=0),
        "1 item: 1 call to make, for which there is no price per call.",
        None,
    ),
    "a price of tokens": (
        planned(TEXT, items=2, unique=2, kept=0),
        "2 items: 2 calls to make, for which there is no price per call.",
        None,
    ),
    "with pages that may be asked again": (
        Planned.of(items=3, unique=3, kept=1, again=3, request=PAGE, settings=PRICED),
        "3 items, 1 already answered: 2 calls to make, for 0.05 EUR at most, with 3 items that may be asked again.",
        0.05,
    ),
    "nothing to do": (planned(None, items=3, unique=3, kept=3), "3 items, 3 already answered: 0 calls to make.", 0),
}


@pytest.mark.parametrize(("plan", "line", "most"), PLANS.values(), ids=PLANS)
def test_it_says_how_many_calls_and_what_they_cost_at_most(
    caplog: pytest.LogCaptureFixture, plan: Planned, line: str, most: float | None
) -> None:
    with caplog.at_level(logging.INFO):
        plan.tell(None, "")

    assert caplog.messages == [line]
    assert plan.as_dict()["cost_at_most"] == most
    assert plan.as_dict()["calls"] == plan.calls


def test_a_budget_that_is_too_small_makes_it_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    planned().tell("The budget is small.", "map index 3")

    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("map index 3: 100 items, ")
    assert "The budget is small. The batch will stop there" in record.getMessage()
