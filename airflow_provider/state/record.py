"""
What a task instance has spent, as one versioned value of the task state store.

Decides what of a stored value can be believed, and never raises for one that cannot; does no I/O.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from airflow_provider.api.answers import Usage

STATE_KEY = "content_ai_spend"
# The newest form that is known here; version 0.1 of the provider wrote none, which is 1.
VERSION = 2
COUNTS = ("calls", "tokens", "unreported_calls", "unconfirmed_calls")
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
    cost: float | None = None
    tries: int = 0
    last_try: int = 0
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    log: Any = None
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
        problems: list[str] = []
        known = {name: _believed(name, given.pop(name), problems) for name in _READ if name in given}
        record = cls(
            **known,
            version=version,
            usage=usage_in(given, problems),
            log=given.pop("log", None),
            unknown={name: one for name, one in given.items() if name not in COUNTS},
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
        return {
            **self.unknown,
            "version": VERSION,
            "id": self.id,
            "operation": self.operation,
            "model": self.model,
            "cost": self.cost,
            "tries": self.tries,
            "last_try": self.last_try,
            "seconds": self.seconds,
            **asdict(self.usage),
        }


def usage_in(value: Mapping[str, Any], problems: list[str] | None = None) -> Usage:
    """Return the counts in *value*, a record or a published `usage`; what is no count is nought, and named."""
    counts = {name: value[name] for name in COUNTS if value.get(name) is not None}
    wrong = [name for name, count in counts.items() if not _is_count(count)]
    if problems is not None:
        problems.extend(f"{name} is {counts[name]!r:.40}" for name in wrong)
    return Usage(**{name: count for name, count in counts.items() if name not in wrong})


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST and math.isfinite(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


# How each field is checked; null is what it is without a value.
_READ = {
    "id": _is_text,
    "operation": _is_text,
    "model": _is_text,
    "cost": _is_number,
    "tries": _is_count,
    "last_try": _is_count,
    "seconds": _is_number,
}


def _believed(name: str, value: object, problems: list[str]) -> Any:
    if value is None or not _READ[name](value):
        if value is not None:
            problems.append(f"{name} is {value!r:.40}")
        return getattr(Record, name, None)
    return value
