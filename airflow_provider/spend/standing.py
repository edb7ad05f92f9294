"""
How far a budget has come, as the record of a task keeps it for the Spend page.

Decides what of a budget is told; what it has counted, and for which period, is `guard`'s business.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import text_of
from airflow_provider.spend.budget import Budget, NextCall


def standing_of(budget: Budget, spent: Usage, call: NextCall, period: str | None) -> dict[str, Any]:
    """
    Return *budget*, and what it has counted; *call* is the last that was held against it.

    `limit` and `spent` have the same keys; an amount is text, and tokens are null while no call has reported any.
    `warn_at` is the share at which the task warns, null where it does not.
    """
    limits = {limit.name: limit for limit in budget.limits(spent, call)}
    told = {name: (_plain(name, limit.allowed), _plain(name, limit.used)) for name, limit in limits.items()}
    if "tokens" in told and spent.tokens is None:
        told["tokens"] = told["tokens"][0], None
    if "cost" in told:
        told["currency"] = call.currency, call.currency
    return {
        "name": budget.name,
        "scope": budget.scope,
        "limit": {name: allowed for name, (allowed, _) in told.items()},
        "on_exceed": budget.on_exceed,
        "warn_at": budget.warn_at,
        "spent": {name: used for name, (_, used) in told.items()},
        "period": period,
    }


def _plain(name: str, amount: Decimal) -> int | str | None:
    return text_of(amount) if name == "cost" else int(amount)
