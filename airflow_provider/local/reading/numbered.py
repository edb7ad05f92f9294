"""By which number, or code with one, a site knows the records of a list, as where these lead tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import WEAKEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item

# ".../jobs/6204594057", ".../job?id=118407&from=list".
_NUMBERED = re.compile(r"[/=-](\d{4,18})/?(?:[?#]|$)|[?&](?:[a-z]{1,12}[_-]?)?id=(\d{4,18})(?:[&#]|$)", re.IGNORECASE)
# What a record may show of it, with letters before the number: "R-104882".
_CODE = re.compile(r"[A-Z]{1,5}[-_]?\d{4,18}$")


def add_numbers(items: Sequence[Item]) -> None:
    """Add by which number the link of each of *items* knows it, if most have one, and each of these its own."""
    found = [_number_of(item) for item in items]
    numbers = [one for one in found if one]
    if 5 * len(numbers) < 4 * len(items) or len({*numbers}) < len(numbers):
        return
    for item, number in zip(items, found, strict=True):
        item.add("id", number, strength=WEAKEST)


def _number_of(item: Item) -> str:
    """Return the code that *item* shows and its link has, or else the number by which the link knows it."""
    url = next((str(fact.value) for fact in item.facts if fact.labels[-1] == ("url",)), "")
    one = _NUMBERED.search(url)
    codes = (node.text for node in item.nodes if node.own and node.text in url and _CODE.match(node.text))
    return next(codes, (one[1] or one[2]) if one else "")
