"""What a call costs at the prices of a connection, and which prices are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.errors import ConnectionConfigError
from tests.standins import settings

PRICES: dict[str, Any] = {
    "currency": "EUR",
    "extract": {"per_call": 0.01},
    "markdown_convert": {"per_1k_tokens": 0.002},
    "text_generation": {"per_1k_tokens": 0.004, "models": {"large": {"per_1k_tokens": 0.03, "per_call": 0.001}}},
    "collection_query": {"per_call": "0.05", "per_1k_tokens": 1},
    "collection_delete": {"per_call": 0},
}
PAGE = ExtractRequest.build(link="https://example.com/", prompt="All")
FILE = MarkdownRequest.build(resource="https://example.com/", resource_type="web")
SMALL, LARGE = (TextGenerationRequest.build(messages="Hi", model=model) for model in ("small", "large"))
QUERY = QueryRequest.build(
    collection_id="c", request_query="new", json_schema={"title": "string"}, json_schema_rules="All."
)
DELETE = DeleteRequest.build(collection_id="c")

COSTS: dict[str, tuple[Any, int | None, str]] = {
    # what is asked, the tokens of the answer, what it costs in EUR
    "extract": (PAGE, None, "0.01 EUR"),
    "markdown_convert": (FILE, 1500, "0.003 EUR"),
    "text_generation": (SMALL, 7, "0.000028 EUR"),
    "a model with its own price": (LARGE, 1000, "0.031 EUR"),
    "per call and per token": (QUERY, 10, "0.06 EUR"),
    "free of charge": (DELETE, None, "0 EUR"),
    "tokens that are not reported": (FILE, None, ""),
}


@pytest.mark.parametrize(("request_", "tokens", "cost"), COSTS.values(), ids=COSTS)
@pytest.mark.parametrize("given", [PRICES, json.dumps(PRICES)], ids=["object", "text of a URI or form"])
def test_each_operation_has_its_price(given: Any, request_: Any, tokens: int | None, cost: str) -> None:
    priced = settings(prices=given).priced(request_, Usage.of_call(tokens))

    assert str(priced.cost) == cost
    assert priced.unpriced_calls == (not cost)


OTHERWISE: dict[str, tuple[dict[str, Any], Any, str]] = {
    "no price": ({}, SMALL, ""),
    "an operation that is not named": ({"prices": {"extract": {"per_call": 1}}}, SMALL, ""),
    "the price of tokens of the connection": ({"price_per_1k_tokens": 0.5}, SMALL, "0.5"),
    "the same beside others, in their currency": (
        {"price_per_1k_tokens": 0.5, "prices": {"currency": "EUR", "extract": {"per_call": 1}}},
        SMALL,
        "0.5 EUR",
    ),
    "only another model has a price": (
        {"price_per_1k_tokens": 0.5, "prices": {"text_generation": {"models": {"large": {"per_call": 2}}}}},
        SMALL,
        "0.5",
    ),
    "the model has one": ({"prices": {"text_generation": {"models": {"large": {"per_call": 2}}}}}, LARGE, "2"),
}


@pytest.mark.parametrize(("extra", "asked", "cost"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_has_no_price_of_its_own_has_that_of_the_connection(extra: dict[str, Any], asked: Any, cost: str) -> None:
    priced = settings(**extra).priced(asked, Usage.of_call(1000))

    assert str(priced.cost) == cost
    assert priced.unpriced_calls == (not cost)


@pytest.mark.parametrize("usage", [Usage(), Usage(unconfirmed_calls=1)], ids=["refused", "no answer"])
def test_what_was_not_answered_has_no_cost(usage: Usage) -> None:
    assert settings(prices=PRICES).priced(PAGE, usage) == usage


WRONG: dict[str, tuple[Any, str]] = {
    "operation": ({"extrakt": {"per_call": 1}}, "extrakt: is not known; known are currency, extract, "),
    "price": ({"extract": {"per_cal": 1}}, "extract.per_cal: is not known; known are per_call, per_1k_tokens"),
    "model": (
        {"text_generation": {"models": {"m": {"x": 1}}}},
        "text_generation.models.m.x: is not known; known are per_",
    ),
    "models elsewhere": ({"extract": {"models": {}}}, "extract.models: is not known"),
    "empty": ({"extract": {}}, "extract: is empty; give per_call, per_1k_tokens or both"),
    "negative": ({"extract": {"per_call": -1}}, "extract.per_call: "),
    "text": ({"extract": {"per_call": "dear"}}, "extract.per_call: "),
    "truth": ({"extract": {"per_call": True}}, "extract.per_call: "),
    "endless": ({"extract": {"per_call": "inf"}}, "extract.per_call: "),
    "too fine": ({"extract": {"per_call": "0.0000000000001"}}, "extract.per_call: "),
    "currency of two words": ({"currency": "EUR, USD"}, "currency: "),
    "no object": ([1], "Input should be "),
    "no JSON": ("{", "Expecting "),
}


@pytest.mark.parametrize(("prices", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused_by_its_name_and_place(prices: Any, said: str) -> None:
    with pytest.raises(ConnectionConfigError) as caught:
        settings(prices=prices)

    assert f"'Prices' (prices): {said}" in str(caught.value)
