"""
What a task instance has spent, as one versioned value of the task state store.

Decides what of a stored value can be believed, and never raises for one that cannot; does no I/O.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import NOTHING, Money, decimal_of

STATE_KEY = "content_ai_spend"
# The newest form that is known here; version 0.1 of the provider wrote none, which is 1.
VERSION = 2
COUNTS = ("calls", "tokens", "unreported_calls", "unconfirmed_calls", "unpriced_calls", "reused_calls")
# Sums of money: the number, and beside it the exact sums by currency.
MONEY = {"cost": "costs", "saved": "savings"}
USAGE_KEYS = frozenset({*COUNTS, *MONEY, *MONEY.values(), "currency"})
TOLD, MOST_TOLD = "told", 20
BUDGETS, MOST_BUDGETS = "budgets", 20
# Beyond 64 bits nothing has been counted.
MOST = 2**63 - 1


@dataclass
class Record:
    """
    The sums of a task instance over its tries; mutable, for a task adds to it.

    `id` tells records apart: a new one begins where Airflow has discarded the old one. None in version 1.
    `unknown` holds what this version has no name for: it is written back as it came.
    `problem` says in words what could not be believed, None when all could.
    """

    id: str | None = None
    # As it came; a number, unless somebody has edited it.
    version: object = VERSION
    operation: str | None = None
    model: str | None = None
    connection: str | None = None
    tries: int = 0
    last_try: int = 0
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    # What budgets have told people, by the events of `spend.guard`.
    told: tuple[str, ...] = ()
    # How far the budgets have come that held its calls, as `spend.standing` has them.
    budgets: tuple[dict[str, Any], ...] = ()
    # Whether all of it is counted by the Redis that keeps the budget of the run.
    shared: bool = False
    log: Any = None
    # Of a batch that runs, for people; None once it has ended.
    progress: dict[str, Any] | None = None
    unknown: dict[str, Any] = field(default_factory=dict)
    problem: str | None = None

    @classmethod
    def new(cls) -> Record:
        """Return the record of a task instance that has not called."""
        return cls(id=os.urandom(6).hex())

    @classmethod
    def read(cls, value: object) -> Record:
        """Return the record that a stored *value* holds; what is wrong in it is left at nought, and named."""
        if not isinstance(value, Mapping):
            return cls(id=os.urandom(6).hex(), problem=f"it is not an object but {type(value).__name__}")
        given = dict(value)
        version = given.pop("version", 1)
        # That of an earlier try, which did not come to its end.
        given.pop("progress", None)
        problems: list[str] = []
        known = {name: _believed(name, given.pop(name), problems) for name in _READ if name in given}
        record = cls(
            **known,
            version=version,
            usage=usage_in(given, problems),
            told=told_in(given),
            budgets=budgets_in(given),
            log=given.pop("log", None),
            unknown={name: one for name, one in given.items() if name not in {*USAGE_KEYS, TOLD, BUDGETS}},
        )
        if record.is_newer:
            problems.insert(0, f"its version is {version!r}, and this provider knows {VERSION}")
        record.problem = ", ".join(problems) or None
        return record

    @property
    def is_newer(self) -> bool:
        """Whether another version of the provider has written it, whose answers are not to be understood here."""
        return not _is_count(self.version) or self.version not in range(1, VERSION + 1)

    @property
    def value(self) -> dict[str, Any]:
        """The value to store, without the log."""
        progress = {} if self.progress is None else {"progress": self.progress}
        return {
            **self.unknown,
            **progress,
            "version": VERSION,
            "id": self.id,
            "operation": self.operation,
            "model": self.model,
            "connection": self.connection,
            "tries": self.tries,
            "last_try": self.last_try,
            "seconds": self.seconds,
            **usage_as_json(self.usage),
            **exact_sums(self.usage),
            **({TOLD: list(self.told)} if self.told else {}),
            **({BUDGETS: list(self.budgets)} if self.budgets else {}),
            **({"shared": True} if self.shared else {}),
        }


def usage_as_json(usage: Usage) -> dict[str, Any]:
    """
    Return *usage* as people read it.

    `cost` and `saved` are null while nothing has a price, and where two currencies cannot be one sum.
    """
    return {
        **{name: getattr(usage, name) for name in COUNTS},
        **{name: getattr(usage, name).number for name in MONEY},
        "currency": (usage.cost + usage.saved).currency,
    }


def exact_sums(usage: Usage) -> dict[str, dict[str, str]]:
    """Return, to stand beside `usage_as_json`, the exact sums by currency: a number alone cannot hold them."""
    return {exact: getattr(usage, name).stored for name, exact in MONEY.items()}


def usage_in(value: Mapping[str, Any], problems: list[str] | None = None) -> Usage:
    """Return the usage in *value*, a record or a published `usage`; what cannot be believed is nought, and named."""
    problems = [] if problems is None else problems
    counts = {name: value[name] for name in COUNTS if value.get(name) is not None}
    wrong = [name for name, count in counts.items() if not _is_count(count)]
    problems.extend(f"{name} is {counts[name]!r:.40}" for name in wrong)
    money: dict[str, Any] = {name: _money_in(value, name, exact, problems) for name, exact in MONEY.items()}
    sound: dict[str, Any] = {name: count for name, count in counts.items() if name not in wrong}
    if "unpriced_calls" not in value:
        sound["unpriced_calls"] = unpriced_before(sound, has_cost=bool(money["cost"]))
    return Usage(**sound, **money)


def told_in(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what budgets have told people, as *value*, a record or what was published of it, says."""
    told = value.get(TOLD)
    return tuple(one for one in told if _is_text(one))[-MOST_TOLD:] if isinstance(told, list) else ()


def budgets_in(value: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return how far budgets have come, as *value*, a record or what was published of it, says."""
    found = value.get(BUDGETS)
    sound = [one for one in found if _is_budget(one)] if isinstance(found, list) else []
    return tuple(sound)[-MOST_BUDGETS:]


def with_budget(known: tuple[dict[str, Any], ...], now: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Return *known* with *now* in the place of the same budget, in the same period."""
    # When a warning is due makes it no other budget: version 0.2 did not tell it at first, and a user may change it.
    same = now.keys() - {"spent", "warn_at"}
    others = (one for one in known if any(one.get(name) != now[name] for name in same))
    return (*others, now)[-MOST_BUDGETS:]


def _is_budget(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), dict) for name in ("limit", "spent"))


def unpriced_before(counts: Mapping[str, Any], *, has_cost: bool) -> int:
    """Return how many calls have no price in a record that does not say it: only tokens had one."""
    return (counts.get("unreported_calls") if has_cost else counts.get("calls")) or 0


def _money_in(value: Mapping[str, Any], name: str, exact: str, problems: list[str]) -> Money:
    number, stored = value.get(name), value.get(exact)
    if number is not None and not _is_number(number):
        problems.append(f"{name} is {number!r:.40}")
        number = None
    try:
        money = NOTHING if stored is None else Money.read(stored)
    except ValueError:
        problems.append(f"{exact} is {stored!r:.40}")
        money = NOTHING
    if number is None or number == money.number:
        return money
    # A version that knows no currencies has written the number, or added to it.
    known, total = decimal_of(money.number or 0), decimal_of(number)
    if known is None or total is None or total <= known:
        return money
    return money + Money.of(total - known, money.currency if len(money.amounts) == 1 else None)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST and math.isfinite(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


# How each field is checked; null is what it is without a value.
_READ = {
    "id": _is_text,
    "operation": _is_text,
    "model": _is_text,
    "connection": _is_text,
    "tries": _is_count,
    "last_try": _is_count,
    "seconds": _is_number,
    "shared": _is_yes_or_no,
}


def _believed(name: str, value: object, problems: list[str]) -> Any:
    if value is None or not _READ[name](value):
        if value is not None:
            problems.append(f"{name} is {value!r:.40}")
        return getattr(Record, name, None)
    return value
