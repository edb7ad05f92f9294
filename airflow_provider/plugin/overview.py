"""The first screen: a period beside the one before, the month so far, and how the days of the period compare."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from airflow_provider.collector import uncollected
from airflow_provider.plugin import tables
from airflow_provider.plugin.budgets import shown_budgets
from airflow_provider.plugin.period import Period, period_of
from airflow_provider.plugin.runs import Where
from airflow_provider.plugin.spent import Sum, Tally
from airflow_provider.plugin.sums import Day
from airflow_provider.plugin.tables import By, Names, parts_of, shown

# The month is expected to go on at the pace of so many days.
PACE_DAYS = 7
MOST_SERIES = 8


# Adding up what was read makes as much as reading it.
@uncollected()
def overview(session: Session, dag_ids: frozenset[str], period: Period, by: By) -> dict[str, Any]:
    """Return the sums of *period* and of the one before, of the month, and the period's days in series of *by*."""
    now = datetime.now(UTC)
    before, month = period.before, Period(now.date().replace(day=1), now.date())
    pace = Period(now.date() - timedelta(days=PACE_DAYS), now.date() - timedelta(days=1))
    days = tables.days_of_dags.of(session, dag_ids, _widest(period, before, month, pace))
    so_far, recent = _within(days, month), _within(days, pace)
    here = {where: day for where, day in days.items() if where[1] in period}
    return {
        "since": period.since.isoformat(),
        "until": period.until.isoformat(),
        "total": shown(Tally.of(day.total for day in here.values())),
        "runs": sum(day.spent.runs for day in here.values()),
        "before": {
            "since": before.since.isoformat(),
            "until": before.until.isoformat(),
            "total": shown(_within(days, before)),
        },
        "month": {"so_far": shown(so_far), "expected": _expected(so_far, recent, now)},
        "budgets": shown_budgets(
            (day.spent.budgets for day in days.values()), now.date(), of_one_dag=len(dag_ids) == 1
        ),
        "charts": _charts(here, by, of_one_dag=len(dag_ids) == 1),
    }


def look_ahead(dag_ids: frozenset[str]) -> None:
    """Read what the page will ask for first, so that the answer is there or on its way."""
    from airflow.utils.session import create_session

    with create_session() as session:
        overview(session, dag_ids, period_of(), "dag")


def _widest(*periods: Period) -> Period:
    return Period(min(one.since for one in periods), max(one.until for one in periods))


def _within(days: Mapping[Where, Day], period: Period) -> Sum:
    return Tally.of(day.total for (_, at), day in days.items() if at in period)


def _expected(so_far: Sum, recent: Sum, now: datetime) -> dict[str, Any]:
    """Return cost by currency and tokens of the whole month, if it goes on at the pace of the last days."""
    ends = now.replace(hour=0, minute=0, second=0, microsecond=0, day=calendar.monthrange(now.year, now.month)[1])
    left = Decimal(str((ends + timedelta(days=1) - now) / timedelta(days=PACE_DAYS)))
    costs = {
        currency: f"{so_far.cost.in_currency(currency) + recent.cost.in_currency(currency) * left:.4f}"
        for currency, _ in (so_far.cost + recent.cost).amounts
    }
    tokens = None
    if so_far.tokens is not None or recent.tokens is not None:
        tokens = (so_far.tokens or 0) + round((recent.tokens or 0) * left)
    return {"costs": costs, "tokens": tokens}


def _charts(days: Mapping[Where, Day], by: By, *, of_one_dag: bool) -> list[dict[str, Any]]:
    """Return a chart for the cost in each currency, and one for the tokens, each with its own series."""
    by_name: dict[str | None, dict[date, Tally]] = {}
    for where, day in days.items():
        for names, spent in parts_of(where, day, by):
            by_name.setdefault(_series(names, of_one_dag=of_one_dag), {}).setdefault(where[1], Tally()).add(spent)
    sums = {name: {at: tally.sum for at, tally in by_day.items()} for name, by_day in by_name.items()}
    currencies = sorted({currency for day in days.values() for currency, _ in day.total.costs})
    charts = [_chart("cost", currency, sums) for currency in currencies]
    return [chart for chart in (*charts, _chart("tokens", None, sums)) if chart["series"]]


def _series(names: Names, *, of_one_dag: bool) -> str | None:
    return names[-1] if of_one_dag or len(names) == 1 else ".".join(map(str, names))


def _chart(measure: str, currency: str | None, sums: Mapping[str | None, Mapping[date, Sum]]) -> dict[str, Any]:
    values = {}
    for name, by_day in sums.items():
        found = {at: _value(spent, measure, currency) for at, spent in by_day.items()}
        if known := {at: value for at, value in found.items() if value}:
            values[name] = known
    ranked = sorted(values, key=lambda name: -sum(values[name].values()))
    series: list[dict[str, Any]] = [{"name": name, "days": _dated(values[name])} for name in ranked[:MOST_SERIES]]
    others: dict[date, float] = {}
    for name in ranked[MOST_SERIES:]:
        for at, value in values[name].items():
            others[at] = others.get(at, 0) + value
    if others:
        series.append({"name": None, "others": len(ranked) - MOST_SERIES, "days": _dated(others)})
    return {"measure": measure, "currency": currency, "series": series}


def _value(spent: Sum, measure: str, currency: str | None) -> float | None:
    return spent.tokens if measure == "tokens" else float(spent.cost.in_currency(currency))


def _dated(values: Mapping[date, float]) -> dict[str, float]:
    return {at.isoformat(): round(value, 12) for at, value in sorted(values.items())}
