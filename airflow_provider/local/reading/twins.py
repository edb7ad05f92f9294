"""Records that hold the same card several times, once for each kind of screen, of which styles show but one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.alike import Record
    from airflow_provider.local.reading.records import Records

_TIMES = (2, 3)


def without_twins(lists: Sequence[Records]) -> list[Records]:
    """Return *lists* without those of which each record of another one holds the same several times."""
    return [one for one in lists if not any(_are_twins(one, outer) for outer in lists)]


def _are_twins(inner: Records, outer: Records) -> bool:
    """Tell whether each of *outer* holds two or three of *inner*, all of which lead to the same by the same words."""
    times, rest = divmod(len(inner.records), len(outer.records))
    if rest or times not in _TIMES or not (outer.first.holds(inner.first) and outer.last.holds(inner.last)):
        return False
    held = zip(outer.records, *(inner.records[at::times] for at in range(times)), strict=True)
    leads: set[tuple[str, str]] = set()
    for record, *parts in held:
        led = set(map(_lead_of, parts))
        if len(led) > 1 or ("", "") in led or not all(record[0].holds(part[0]) for part in parts):
            return False
        leads |= led
    return 2 * len(leads) > len(outer.records)


def _lead_of(record: Record) -> tuple[str, str]:
    """Return where the first link with a text in *record* leads, and that text."""
    links = (one for part in record for one in (part, *part.below()) if one.href and one.text)
    return next(((one.href, one.text) for one in links), ("", ""))
