"""What the page knows of each day, as charges of FOCUS: a row for each task, operation, model and connection."""

from __future__ import annotations

from sqlalchemy.orm import Session

from airflow_provider.api.answers import Usage
from airflow_provider.plugin import tables
from airflow_provider.plugin.period import Period
from airflow_provider.plugin.spent import Sum
from airflow_provider.spend.focus import Charge, Charges, charges


def charges_of(session: Session, dag_ids: frozenset[str], period: Period) -> Charges:
    """Return the charges of the period, day by day."""
    days = tables.days_of_dags.of(session, dag_ids, period)
    return charges(
        Charge(
            at, group.operation, group.model, group.connection, {"dag_id": dag_id, "task_id": group.task_id}, _used(one)
        )
        for (dag_id, at), day in sorted(days.items(), key=lambda item: (item[0][1], item[0][0]))
        for group, one in day.spent.groups.items()
    )


def _used(one: Sum) -> Usage:
    return Usage(
        calls=one.calls,
        tokens=one.tokens,
        unreported_calls=one.unreported_calls,
        unconfirmed_calls=one.unconfirmed_calls + one.in_flight_calls,
        unpriced_calls=one.unpriced_calls,
        cost=one.cost,
    )
