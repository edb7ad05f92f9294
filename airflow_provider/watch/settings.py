"""
What is watched, how often, and what of it counts: checked once, equal wherever it is used.

Knows nothing of Airflow and does no I/O, so that a DAG file may build as many as it likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from airflow_provider.errors import InvalidRequestError
from airflow_provider.web.checks import check_selectors, check_share, check_url, name_of_reading

EVERY = timedelta(minutes=15)
SHORTEST = 1.0


class WatchError(InvalidRequestError, TypeError):
    """
    A watch that makes no sense.

    A TypeError, too: the triggerer outlives one of a trigger that it is handed, and no other exception.
    """


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

    @classmethod
    def build(  # noqa: PLR0913 - the settings that users type
        cls,
        url: str,
        *,
        every: timedelta | float = EVERY,
        select: str | Iterable[str] | None = None,
        ignore: str | Iterable[str] | None = None,
        min_change: float = 0,
        fire_on_first: bool = False,
        allow_private: bool = False,
    ) -> Watch:
        """Return the settings; raise `WatchError` naming the field that is wrong."""
        try:
            return cls(
                url=check_url(url),
                every=_seconds(every),
                select=check_selectors(select, field="select"),
                ignore=check_selectors(ignore, field="ignore"),
                min_change=check_share(min_change, field="min_change"),
                fire_on_first=bool(fire_on_first),
                allow_private=bool(allow_private),
            )
        except InvalidRequestError as error:
            raise WatchError(str(error)) from None

    @property
    def reading(self) -> str:
        """Names what is read of which page: what was remembered under another name does not compare."""
        return name_of_reading(self.url, self.select, self.ignore)

    def arguments(self) -> dict[str, Any]:
        """Return the settings as JSON-safe keyword arguments of `build`."""
        return {
            "url": self.url,
            "every": self.every,
            "select": list(self.select),
            "ignore": list(self.ignore),
            "min_change": self.min_change,
            "fire_on_first": self.fire_on_first,
            "allow_private": self.allow_private,
        }


def _seconds(every: object) -> float:
    seconds = every.total_seconds() if isinstance(every, timedelta) else every
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= SHORTEST:
        raise InvalidRequestError(f"Field 'every' is {every!r}. Give a timedelta of at least {SHORTEST:g} second.")
    return float(seconds)
