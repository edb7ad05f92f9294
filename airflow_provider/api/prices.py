"""
What calls cost: the prices of a connection, checked, and looked up for a request.

Decides which price holds for a call; amounts are `money`'s business, and what was spent is `spend`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from airflow_provider.api.money import EXACT
from airflow_provider.api.request import Request

ZERO, THOUSAND = Decimal(0), Decimal(1000)


def _written(value: object) -> object:
    # A number's shortest text is what somebody has written, and not what binary has made of it.
    return str(value) if isinstance(value, float) else value


# To 12 places, as amounts are kept.
Amount = Annotated[Decimal, BeforeValidator(_written), Field(ge=0, le=10**9, decimal_places=12, allow_inf_nan=False)]


class _Checked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, defer_build=True)


class Price(_Checked):
    """What a call costs: `per_call`, and `per_1k_tokens` for the tokens that it reports."""

    per_call: Amount | None = None
    per_1k_tokens: Amount | None = None

    @model_validator(mode="after")
    def _check_it_says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("is empty; give per_call, per_1k_tokens or both")
        return self

    @property
    def is_none(self) -> bool:
        """Whether it names no price."""
        return self.per_call is None and self.per_1k_tokens is None

    def of_call(self, tokens: int | None) -> Decimal | None:
        """Return what a call costs that has reported *tokens*; None where its price needs tokens and has none."""
        if self.is_none or (self.per_1k_tokens is not None and tokens is None):
            return None
        of_tokens = EXACT.multiply(self.per_1k_tokens or ZERO, Decimal(tokens or 0))
        return EXACT.add(self.per_call or ZERO, EXACT.divide(of_tokens, THOUSAND))

    def can_price(self, request: Request) -> bool:
        """Say whether calls of *request* can be priced at all: tokens that are not reported have no price."""
        return not self.is_none and (self.per_1k_tokens is None or request.reports_tokens)


class TextPrice(Price):
    """The price of text generation; a model in `models` has its own instead."""

    models: dict[str, Price] = Field(default_factory=dict)


class Prices(_Checked):
    """The extra `prices` of a connection: by operation; what is not named has the connection's price of tokens."""

    currency: str | None = Field(default=None, pattern=r"^[^\s,]{1,16}$")
    extract: Price | None = None
    markdown_convert: Price | None = None
    text_generation: TextPrice | None = None
    collection_query: Price | None = None
    collection_delete: Price | None = None

    def of(self, request: Request, otherwise: Price) -> Price:
        """Return the price of *request*; *otherwise* where neither its model nor its operation has one of its own."""
        price: Price | None = getattr(self, request.operation, None)
        model = getattr(request, "model", None)
        if isinstance(price, TextPrice) and model in price.models:
            price = price.models[model]
        return otherwise if price is None or price.is_none else price


def known_in(path: Sequence[str | int]) -> list[str]:
    """Return the keys that the object at *path* of the prices may have."""
    kind = Prices if not path else TextPrice if tuple(path) == ("text_generation",) else Price
    return list(kind.model_fields)
