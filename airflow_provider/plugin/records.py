"""
Stored values, read as records of spend: what is ours counts as far as it is sound, the rest is named in the log.

Anybody may write to the task state store and to XCom, by hand too, so that nothing that stands there may fail the page.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable

import pydantic_core

from airflow_provider.state.record import Record

log = logging.getLogger(__name__)

# By what they are of, so that each view of the page does not name them anew.
MOST_NAMED = 10_000
_named: set[Hashable] = set()


def decoded(value: object) -> dict[str, object] | None:
    """Return the record in a stored value, unchecked; None for what somebody else has put there."""
    if isinstance(value, str):
        try:
            # An XCom that no task has sent is JSON within JSON.
            return decoded(pydantic_core.from_json(value))
        except ValueError:
            return None
    return value if isinstance(value, dict) and "unconfirmed_calls" in value else None


def read(value: object, key: Hashable, whose: Callable[[], str]) -> Record | None:
    """
    Return the record in a stored value as far as it is sound, None for what somebody else has put there.

    What is left out is named once a *key*; *whose* tells in words what the value is and where it stands.
    """
    found = decoded(value)
    record = None if found is None else Record.read(found)
    if record is None:
        _name(key, whose, "is skipped on the Spend page, for it is no record of spend")
    elif record.problem is not None:
        _name(key, whose, f"counts on the Spend page as far as it is sound: {record.problem}")
    return record


def _name(key: Hashable, whose: Callable[[], str], what: str) -> None:
    if key not in _named and len(_named) < MOST_NAMED:
        _named.add(key)
        log.warning("%s %s.", whose(), what)
