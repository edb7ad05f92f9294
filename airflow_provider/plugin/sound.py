"""
What a record has spent that is sound, read in a fraction of the time that a `Record` takes: there may be 100,000.

Whatever is not sound, or was added to by a version that knows less, is left to `Record`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, MsgspecError, Struct, convert
from msgspec.json import Decoder

from airflow_provider.api.money import NO_CURRENCY, Money, decimal_of
from airflow_provider.plugin.spent import Amounts, Sum
from airflow_provider.state.record import MOST, VERSION, unpriced_before

# Above it, a number is not read as it is written.
EXACT_FLOAT = 2**53
Names = tuple[str | None, str | None, str | None]
Count = Annotated[int, Meta(ge=0, le=MOST)] | None
Number = Annotated[float, Meta(ge=0, le=EXACT_FLOAT)] | None


# Nothing that it holds can be in a cycle.
class Stored(Struct, gc=False):
    """As much of a stored record as the page adds up."""

    # What every record has, and hardly anything else.
    unconfirmed_calls: Count
    version: Annotated[int, Meta(ge=1, le=VERSION)] = 1
    operation: str | None = None
    model: str | None = None
    connection: str | None = None
    calls: Count = None
    tokens: Count = None
    unreported_calls: Count = None
    unpriced_calls: Count = None
    reused_calls: Count = None
    seconds: Number = None
    currency: str | None = None
    cost: Number = None
    costs: dict[str, str] | None = None
    saved: Number = None
    savings: dict[str, str] | None = None
    # Read by `budgets`, as far as it is sound.
    budgets: object = None


_decode = Decoder(Stored).decode


def sum_of(stored: object, *, running: bool = False) -> tuple[Names, Sum, object] | None:
    """
    Return a stored record's operation, model and connection, its sum, and what it tells of budgets.

    None unless all of it is sound, but for the budgets. The sum is that of `Sum.of(Record.read(value))`.
    """
    try:
        one = _decode(stored) if type(stored) is str else convert(stored, Stored)
    except (MsgspecError, RecursionError):
        return None
    costs = _amounts(one.cost, one.costs, one.currency)
    savings = _amounts(one.saved, one.savings, one.currency)
    if costs is None or savings is None:
        return None
    calls, unreported, unconfirmed = one.calls or 0, one.unreported_calls or 0, one.unconfirmed_calls or 0
    unpriced = one.unpriced_calls
    if unpriced is None:
        unpriced = unpriced_before({"calls": calls, "unreported_calls": unreported}, has_cost=bool(costs))
    unanswered = (0, unconfirmed) if running else (unconfirmed, 0)
    counts = calls, one.tokens, unreported, *unanswered, unpriced, one.reused_calls or 0
    # A third of the time that `Sum` itself takes.
    told = tuple.__new__(Sum, (1, *counts, one.seconds, costs, savings))
    return (one.operation, one.model, one.connection), told, one.budgets


def _amounts(number: float | None, stored: dict[str, str] | None, currency: str | None) -> Amounts | None:
    """Return the exact sums of money beside *number*; None where they are not sound, or do not say what it does."""
    if number is None and not stored:
        return ()
    if stored is None:
        # Version 0.1 knew the number alone, and no currencies.
        return _amount(currency or NO_CURRENCY, number)
    if len(stored) == 1:
        [(named, text)] = stored.items()
        return _amount(named, text, number)
    try:
        return Money.read(stored).amounts if number is None else None
    except ValueError:
        return None


# Prices are alike, and so are many of the amounts.
@lru_cache(maxsize=50_000)
def _amount(currency: str, stored: float | str | None, number: float | None = None) -> Amounts | None:
    amount = decimal_of(stored)
    # Where they differ, another version has added to the number: `Record` knows what that means.
    if amount is None or (number is not None and float(amount) != number):
        return None
    return ((currency, amount),)
