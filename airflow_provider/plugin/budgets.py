"""
How far budgets have come, as the records of their tasks tell: each by the record in which it has counted most.

A record says of a budget what it had counted when its task ended. Knows nothing of where records are read.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from airflow_provider.api.money import decimal_of

log = logging.getLogger(__name__)

SCOPES = ("run", "task", "day", "month")
MEASURES = ("cost", "tokens", "calls")
# By what they say, so that each view of the page does not name them anew.
MOST_NAMED = 1000
_named: set[str] = set()

Budgets = dict[tuple[Any, ...], dict[str, Any]]


def budgets_in(dag_id: str, task_id: str, stored: object) -> Budgets:
    """Return what a record tells of budgets, by what makes them the same one; the rest is named in the log, once."""
    found: Budgets = {}
    for told in stored if isinstance(stored, list) else [stored]:
        one = _read(told)
        if one is None:
            _name(dag_id, task_id, told)
            continue
        # A name is shared by DAGs where a day or month is counted.
        shared = one["name"] is not None and one["period"] is not None
        owner = () if shared else (dag_id, task_id) if one["scope"] == "task" else (dag_id,)
        limits = tuple(sorted(one["limit"].items()))
        one["dag_id"] = None if shared else dag_id
        one["task_id"] = task_id if one["scope"] == "task" else None
        keep_fullest(found, {(*owner, one["scope"], one["name"], one["period"], limits): one})
    return found


def keep_fullest(known: Budgets, more: Budgets) -> None:
    """Add *more* to *known*; of the same budget what has counted most stays."""
    for key, one in more.items():
        before = known.get(key, one)
        fuller, other = (one, before) if (one["share"] or 0) >= (before["share"] or 0) else (before, one)
        # Not every task that shares a budget warns, and what was recorded before an upgrade does not tell.
        known[key] = fuller if fuller["warn_at"] is not None else {**fuller, "warn_at": other["warn_at"]}


def shown_budgets(found: Iterable[Budgets], today: date, *, of_one_dag: bool) -> list[dict[str, Any]]:
    """Return the budgets of this day and month, and of one DAG those of its runs and tasks, the fullest first."""
    current = {"day": f"{today:%Y-%m-%d}", "month": f"{today:%Y-%m}"}
    known: Budgets = {}
    for some in found:
        keep_fullest(known, some)
    wanted = [
        one
        for one in known.values()
        if (current[one["scope"]] == one["period"] if one["scope"] in current else of_one_dag)
    ]
    return sorted(wanted, key=lambda one: -(one["share"] or 0))


def _read(told: object) -> dict[str, Any] | None:
    if not isinstance(told, Mapping) or told.get("scope") not in SCOPES:
        return None
    names = {key: told.get(key) for key in ("name", "period", "on_exceed")}
    limit, spent = told.get("limit"), told.get("spent")
    sound = all(value is None or isinstance(value, str) for value in names.values())
    if not (sound and isinstance(limit, Mapping) and isinstance(spent, Mapping)):
        return None
    limits = {name: _amount(name, limit[name]) for name in MEASURES if limit.get(name) is not None}
    counted = {name: _amount(name, spent[name]) for name in limits if spent.get(name) is not None}
    currency, warn_at = limit.get("currency"), told.get("warn_at")
    if not limits or None in limits.values() or None in counted.values() or not isinstance(currency, str | None):
        return None
    if warn_at is not None and not (isinstance(warn_at, float) and 0 < warn_at < 1):
        return None
    shares = [float(counted[name] / allowed) for name, allowed in limits.items() if name in counted and allowed]
    return {
        "scope": told["scope"],
        **names,
        "currency": currency,
        "limit": {name: str(allowed) for name, allowed in limits.items()},
        # What nobody has told is unknown, not nought.
        "spent": {name: None if name not in counted else str(counted[name]) for name in limits},
        "share": max(shares, default=None),
        "warn_at": warn_at,
    }


def _amount(name: str, value: object) -> Any:
    if name == "cost":
        amount = decimal_of(value)
        return None if amount is None else amount.normalize() + 0
    return Decimal(value) if type(value) is int and value >= 0 else None


def _name(dag_id: str, task_id: str, told: object) -> None:
    text = json.dumps(told, default=str)[:200]
    if text not in _named and len(_named) < MOST_NAMED:
        _named.add(text)
        log.warning("A budget of task %r of DAG %r is left out on the Spend page: %s.", task_id, dag_id, text)
