"""What task instances have spent, as numbers that add up; knows nothing of where they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from airflow_provider.state.record import MOST, VERSION, Record


class Sum(NamedTuple):
    """What some task instances have spent; `tokens`, `cost` and `seconds` are None while nobody has told any."""

    tasks: int = 0
    calls: int = 0
    tokens: int | None = None
    unreported_calls: int = 0
    unconfirmed_calls: int = 0
    cost: float | None = None
    seconds: float | None = None

    @classmethod
    def of(cls, *records: Record) -> Sum:
        """Return what one task instance has spent, which may have more than one record."""
        spent = cls(tasks=1)
        for record in records:
            usage = record.usage
            spent = spent.plus(
                cls(
                    0,
                    usage.calls,
                    usage.tokens,
                    usage.unreported_calls,
                    usage.unconfirmed_calls,
                    record.cost,
                    record.seconds,
                )
            )
        return spent

    def plus(self, other: Sum) -> Sum:
        """Return the sum of both; what is unknown in one is what the other says."""
        return Sum(
            self.tasks + other.tasks,
            self.calls + other.calls,
            _added(self.tokens, other.tokens),
            self.unreported_calls + other.unreported_calls,
            self.unconfirmed_calls + other.unconfirmed_calls,
            _added(self.cost, other.cost),
            _added(self.seconds, other.seconds),
        )


COUNT, AMOUNT = (int,), (int, float)
KINDS = tuple(
    (place, name, AMOUNT if name in ("cost", "seconds") else COUNT) for place, name in enumerate(Sum._fields) if place
)
VERSIONS = range(1, VERSION + 1)


def add_record(numbers: list[Any], value: Mapping[str, Any]) -> bool:
    """
    Add a stored record to *numbers*, which are in the order of `Sum`, and say whether all of it was sound.

    The same as `Sum.plus` of `Record.read`, for which *numbers* are of no use after a False; but of 100,000 records
    it takes a tenth of the time.
    """
    numbers[0] += 1
    for place, name, kinds in KINDS:
        number = value.get(name)
        if number is not None:
            # What is not a number compares as false, too.
            if type(number) not in kinds or not 0 <= number <= MOST:
                return False
            numbers[place] = number + (numbers[place] or 0)
    return value.get("version", 1) in VERSIONS


def _added(one: Any, other: Any) -> Any:
    return other if one is None else one if other is None else one + other
