"""By which number a site knows the records of a list, as where these lead tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import WEAKEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item

# ".../jobs/6204594057", ".../job?id=118407&from=list".
_NUMBERED = re.compile(r"[/=-](\d{4,18})/?(?:[?#]|$)|[?&](?:[a-z]{1,12}[_-]?)?id=(\d{4,18})(?:[&#]|$)", re.IGNORECASE)


def add_numbers(items: Sequence[Item]) -> None:
    """Add by which number the link of each of *items* knows it, if most have one, and each of these its own."""
    links = ((str(fact.value) for fact in item.facts if fact.labels[-1] == ("url",)) for item in items)
    found = [_NUMBERED.search(next(urls, "")) for urls in links]
    numbers = [one[1] or one[2] for one in found if one is not None]
    if 5 * len(numbers) < 4 * len(items) or len({*numbers}) < len(numbers):
        return
    for item, one in zip(items, found, strict=True):
        item.add("id", (one[1] or one[2]) if one is not None else None, strength=WEAKEST)
