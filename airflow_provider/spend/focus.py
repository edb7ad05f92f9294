"""
Spend as FOCUS 1.2, the form in which tools for the cost of clouds read charges.

Decides what each column holds, and what cannot be a charge there: FOCUS has no cost that is unknown, and no currency
but those of ISO 4217. Where charges are read from, and how rows become a file, is decided elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import in_words, text_of
from airflow_provider.api.schema import RowSchema
from airflow_provider.spend.run import published
from airflow_provider.state.record import usage_in

SERVICE = "Content AI"
# Of a record that does not say it.
UNKNOWN = "unknown"
CURRENCY = re.compile("[A-Z]{3}")
TEXT, DECIMAL, TIME = "string", "decimal", "datetime64[us, UTC]"

# The columns in order, with their types; `docs/reference/focus.md` says what each holds.
COLUMNS: Mapping[str, str] = {
    "BilledCost": DECIMAL,
    "BillingAccountId": TEXT,
    "BillingAccountName": TEXT,
    "BillingCurrency": TEXT,
    "BillingPeriodEnd": TIME,
    "BillingPeriodStart": TIME,
    "ChargeCategory": TEXT,
    "ChargeClass": TEXT,
    "ChargeDescription": TEXT,
    "ChargeFrequency": TEXT,
    "ChargePeriodEnd": TIME,
    "ChargePeriodStart": TIME,
    "CommitmentDiscountStatus": TEXT,
    "ConsumedQuantity": DECIMAL,
    "ConsumedUnit": TEXT,
    "ContractedCost": DECIMAL,
    "EffectiveCost": DECIMAL,
    "InvoiceId": TEXT,
    "InvoiceIssuerName": TEXT,
    "ListCost": DECIMAL,
    "PricingCategory": TEXT,
    "PricingQuantity": DECIMAL,
    "PricingUnit": TEXT,
    "ProviderName": TEXT,
    "PublisherName": TEXT,
    "ServiceCategory": TEXT,
    "ServiceName": TEXT,
    "ServiceSubcategory": TEXT,
    "SkuId": TEXT,
    "Tags": TEXT,
    "x_Calls": DECIMAL,
    "x_Tokens": DECIMAL,
    "x_UnreportedCalls": DECIMAL,
    "x_UnpricedCalls": DECIMAL,
    "x_UnconfirmedCalls": DECIMAL,
}
# Every value is text, so that CSV has amounts digit by digit; Parquet makes of it what it is.
SCHEMA = RowSchema(dict.fromkeys(COLUMNS, "string"), dtypes=COLUMNS)

# What is the same in every row; null where there is nothing to say.
ALWAYS: Mapping[str, str | None] = {
    "BillingAccountName": None,
    "ChargeCategory": "Usage",
    "ChargeClass": None,
    "ChargeFrequency": "Usage-Based",
    # Without it the validator cannot evaluate what it says of ConsumedQuantity.
    "CommitmentDiscountStatus": None,
    "InvoiceId": None,
    "InvoiceIssuerName": SERVICE,
    "PricingCategory": "Standard",
    "ProviderName": SERVICE,
    "PublisherName": SERVICE,
    "ServiceCategory": "AI and Machine Learning",
    "ServiceName": SERVICE,
    "ServiceSubcategory": "Generative AI",
}
Row = dict[str, str | None]


class Charge(NamedTuple):
    """What was spent on a day (UTC) by what *tags* say."""

    day: date
    operation: str | None
    model: str | None
    connection: str | None
    tags: Mapping[str, Any]
    spent: Usage


class Charges(NamedTuple):
    """Rows of FOCUS, and how much spend could not be one: without a price, or without a currency of ISO 4217."""

    rows: list[Row]
    unpriced: int
    no_currency: int

    @property
    def left_out(self) -> str | None:
        """What is not in the rows, in words; None if all is."""
        if not (self.unpriced or self.no_currency):
            return None
        return (
            f"{in_words(self.unpriced + self.no_currency, 'charge')} of what was spent cannot be told as FOCUS: "
            f"{self.unpriced} without a price, {self.no_currency} without a currency of three capital letters. "
            "Give both in the connection's field 'prices'."
        )


def charges_of_run(context: Mapping[str, Any]) -> tuple[Charges, Usage]:
    """Return the charges of the run that a running task is in, a row for each task instance; and their sum."""
    run, total, found = context["dag_run"], Usage(), []
    day = run.run_after.astimezone(UTC).date()
    for task_id, record in published(context):
        spent = usage_in(record)
        total += spent
        tags = {
            "dag_id": context["ti"].dag_id,
            "run_id": context["ti"].run_id,
            "task_id": task_id,
            "map_index": record.get("map_index"),
        }
        operation, model, connection = (record.get(name) for name in ("operation", "model", "connection"))
        found.append(Charge(day, operation, model, connection, tags, spent))
    found.sort(key=lambda charge: (charge.tags["task_id"], charge.tags["map_index"] or 0))
    return charges(found), total


def charges(found: Iterable[Charge]) -> Charges:
    """Return the rows of *found*: one for each currency of a charge."""
    rows: list[Row] = []
    unpriced = no_currency = 0
    for charge in found:
        amounts = charge.spent.cost.amounts
        if not amounts:
            unpriced += bool(charge.spent.calls or charge.spent.unconfirmed_calls)
            continue
        named = [(currency, amount) for currency, amount in amounts if CURRENCY.fullmatch(currency)]
        no_currency += len(amounts) - len(named)
        # Which currency paid for which calls nobody knows: they count once, in the first row.
        rows.extend(
            _row(charge, currency, text_of(amount), counted=not place) for place, (currency, amount) in enumerate(named)
        )
    return Charges(rows, unpriced, no_currency)


def _row(charge: Charge, currency: str, cost: str, *, counted: bool) -> Row:
    spent = charge.spent
    # Tokens are only known to be all where each call has named its own.
    by_tokens = spent.tokens is not None and not spent.unreported_calls
    quantity = _decimal(str((spent.tokens if by_tokens else spent.calls) if counted else 0))
    unit = "Tokens" if by_tokens else "Requests"
    operation = charge.operation or UNKNOWN
    month = charge.day.replace(day=1)
    tags = {**charge.tags, "connection": charge.connection}
    row = {
        **ALWAYS,
        **dict.fromkeys(("BilledCost", "ContractedCost", "EffectiveCost", "ListCost"), _decimal(cost)),
        "BillingAccountId": charge.connection or UNKNOWN,
        "BillingCurrency": currency,
        "BillingPeriodStart": _midnight(month),
        "BillingPeriodEnd": _midnight((month + timedelta(days=31)).replace(day=1)),
        "ChargeDescription": f"{operation} with {charge.model}" if charge.model else operation,
        "ChargePeriodStart": _midnight(charge.day),
        "ChargePeriodEnd": _midnight(charge.day + timedelta(days=1)),
        **dict.fromkeys(("ConsumedQuantity", "PricingQuantity"), quantity),
        **dict.fromkeys(("ConsumedUnit", "PricingUnit"), unit),
        "SkuId": f"{operation}/{charge.model}" if charge.model else operation,
        "Tags": json.dumps({name: tag for name, tag in tags.items() if tag is not None}, ensure_ascii=False),
        "x_Calls": _count(spent.calls, counted=counted),
        "x_Tokens": _count(spent.tokens, counted=counted),
        "x_UnreportedCalls": _count(spent.unreported_calls, counted=counted),
        "x_UnpricedCalls": _count(spent.unpriced_calls, counted=counted),
        "x_UnconfirmedCalls": _count(spent.unconfirmed_calls, counted=counted),
    }
    return {name: row[name] for name in COLUMNS}


def _decimal(text: str) -> str:
    # Who guesses a column's type from CSV takes one of whole numbers for integers, and FOCUS wants decimals.
    return text if "." in text else f"{text}.0"


def _count(number: int | None, *, counted: bool) -> str | None:
    return None if number is None else str(number if counted else 0)


def _midnight(day: date) -> str:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
