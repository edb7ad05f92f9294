"""
What is watched, how often, and what of it counts: checked once, equal wherever it is used.

Knows nothing of Airflow and does no I/O, so that a DAG file may build as many as it likes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypedDict, Unpack

from airflow_provider.errors import InvalidRequestError
from airflow_provider.web.checks import check_flag, check_selectors, check_share, check_url, name_of_reading

EVERY = timedelta(minutes=15)
SHORTEST = 1.0


class WatchError(InvalidRequestError, TypeError):
    """
    A watch that makes no sense.

    A TypeError, too: the triggerer outlives one of a trigger that it is handed, and no other exception.
    """


class WatchOptions(TypedDict, total=False):
    """
    What may be said of a watch beside its page, wherever one is set up.

    Polls come every *every*. *select* and *ignore* are CSS selectors of what counts and what does not, and *min_change*
    is the share of lines, 0 to 1, that has to change. Without *fire_on_first* the first poll only remembers the page.
    *allow_private* also dials addresses that are not public. *snapshot* is a folder on any storage that Airflow knows,
    where the text of each version is kept.
    """

    every: timedelta | float
    select: str | Iterable[str] | None
    ignore: str | Iterable[str] | None
    min_change: float
    fire_on_first: bool
    allow_private: bool
    snapshot: str | None


DEFAULTS: WatchOptions = {
    "every": EVERY,
    "select": None,
    "ignore": None,
    "min_change": 0,
    "fire_on_first": False,
    "allow_private": False,
    "snapshot": None,
}


@dataclass(frozen=True)
class Watch:
    """One page and how it is watched; `build` checks what it is given."""

    url: str
    every: float
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_change: float = 0.0
    fire_on_first: bool = False
    allow_private: bool = False
    snapshot: str | None = None

    @classmethod
    def build(cls, url: str, **options: Unpack[WatchOptions]) -> Watch:
        """Return the settings; raise `WatchError` naming the field that is wrong."""
        try:
            return cls(check_url(url), **_checked(options))
        except InvalidRequestError as error:
            raise WatchError(str(error)) from None

    @property
    def reading(self) -> str:
        """Names what is read of which page: what was remembered under another name does not compare."""
        return name_of_reading(self.url, self.select, self.ignore)

    def arguments(self) -> dict[str, Any]:
        """Return the settings as JSON-safe keyword arguments of `build`."""
        # What is not set has no part in the name that Airflow gives a trigger.
        snapshot = {} if self.snapshot is None else {"snapshot": self.snapshot}
        return {
            "url": self.url,
            "every": self.every,
            "select": list(self.select),
            "ignore": list(self.ignore),
            "min_change": self.min_change,
            "fire_on_first": self.fire_on_first,
            "allow_private": self.allow_private,
            **snapshot,
        }


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    if unknown := [name for name in options if name not in DEFAULTS]:
        raise InvalidRequestError(f"A watch has no {unknown[0]!r}. It knows {', '.join(DEFAULTS)}.")
    given = {**DEFAULTS, **options}
    return {
        "every": _seconds(given["every"]),
        "select": check_selectors(given["select"], field="select"),
        "ignore": check_selectors(given["ignore"], field="ignore"),
        "min_change": check_share(given["min_change"], field="min_change"),
        "fire_on_first": check_flag(given["fire_on_first"], field="fire_on_first"),
        "allow_private": check_flag(given["allow_private"], field="allow_private"),
        "snapshot": _folder(given["snapshot"]),
    }


def _seconds(every: object) -> float:
    seconds = every.total_seconds() if isinstance(every, timedelta) else every
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= SHORTEST:
        raise InvalidRequestError(f"Field 'every' is {every!r}. Give a timedelta of at least {SHORTEST:g} second.")
    return float(seconds)


def _folder(snapshot: object) -> str | None:
    if snapshot is None:
        return None
    # One that depends on where a triggerer was started is nobody's.
    if not isinstance(snapshot, str) or not (snapshot.startswith("/") or snapshot.partition("://")[2]):
        raise InvalidRequestError(f"Field 'snapshot' is {snapshot!r}. Give a folder, such as 's3://bucket/pages'.")
    return snapshot.rstrip("/")
