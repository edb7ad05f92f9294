"""
What a batch asks: each item once, however often it stands there.

Decides which items can be sent and refuses the others, all at once, before any call; sends nothing.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.request import Request
from airflow_provider.batch.carried import Carried
from airflow_provider.errors import InvalidRequestError

# With their problems; further ones by their numbers, in so many ranges, for a log line has its limits.
NAMED_PROBLEMS = 20
NAMED_RANGES = 80


@dataclass(frozen=True)
class Items:
    """
    The items of a batch: *unique* ones in the order of their first appearance, sent once each.

    `positions[n]` is the place in *unique* of input item number n, and *carried* has what each of those brings.
    """

    unique: Sequence[Any]
    positions: array[int]
    carried: Carried | None = None

    def __iter__(self) -> Iterator[Any]:
        return (self.unique[place] for place in self.positions)

    def close(self) -> None:
        """Give the disk space back."""
        if self.carried is not None:
            self.carried.close()


def check_items(
    items: Iterable[tuple[Any, Mapping[str, Any]]],
    build: Callable[[Any], Request],
    *,
    field: str,
    carried: Carried | None = None,
) -> Items:
    """
    Return *items* without their repetitions, and what each brings in *carried*.

    Raises `InvalidRequestError` naming all that *build* refuses, or that bring what is no JSON.
    """
    seen: dict[str, int] = {}
    unique: list[Any] = []
    positions = array("l")
    problems: list[str] = []
    refused: list[int] = []
    for number, (item, values) in enumerate(items, 1):
        try:
            build(item)
            if carried is not None:
                carried.add(values)
        except InvalidRequestError as error:
            refused.append(number)
            if len(refused) <= NAMED_PROBLEMS:
                problems.append(f"Item {number}: {error}")
            continue
        # No text is equal to what is not text, not even to its JSON.
        key = item if isinstance(item, str) else f"\0{json.dumps(item, sort_keys=True)}"
        if key not in seen:
            seen[key] = len(unique)
            unique.append(item)
        positions.append(seen[key])
    if problems:
        others = _ranges(refused[NAMED_PROBLEMS:])
        more = f" Items {others} cannot be sent either." if others else ""
        raise InvalidRequestError(
            f"{len(refused)} of {field!r} cannot be sent, so nothing was. {' '.join(problems)}{more}"
        )
    return Items(unique, positions, carried)


def _ranges(numbers: Iterable[int]) -> str:
    """Return sorted *numbers* as a person writes them: 3, 7-9."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    shown = ", ".join("-".join(map(str, span)) for span in spans[:NAMED_RANGES])
    left = len(spans) - NAMED_RANGES
    return f"{shown} and {left} ranges more" if left > 0 else shown
