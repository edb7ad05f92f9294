"""
What a budget needs of a connection, found out before the first call is sent.

Decides which budgets a connection can hold; what was spent is `guard`'s business.
"""

from __future__ import annotations

from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ConnectionConfigError
from airflow_provider.spend.budget import Budget


def refuse_unfit(budget: Budget, request: Request, settings: Settings) -> None:
    """Raise `ConnectionConfigError` if *budget* can never stop calls of *request* over the connection of *settings*."""
    if budget.scope in ("day", "month") and settings.shared is None:
        raise ConnectionConfigError(
            f"A budget for a {budget.scope} counts over all runs, and connection {settings.connection!r} has no store "
            "that they share. Set its extra field 'shared' to a Redis, or use scope='run' or 'task'."
        )
    if budget.cost is not None and not settings.price_of(request).can_price(request):
        raise ConnectionConfigError(
            f"A budget with cost needs a price, and connection {settings.connection!r} has none for "
            f"{_named(request)}. Set it in the extra field 'prices'{_why(request)}, or cap calls instead."
        )


def _named(request: Request) -> str:
    model = getattr(request, "model", None)
    return request.operation if model is None else f"{request.operation} by model {model!r}"


def _why(request: Request) -> str:
    return "" if request.reports_tokens else ", as per_call: the service reports no tokens for it"
