"""When a page was last changed, as sitemaps and feeds write it: often only a day, and sometimes nonsense."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from airflow_provider.errors import InvalidRequestError

# Where the day ends last. Who writes no zone means one of their own.
LAST_ZONE = timedelta(hours=12)
PARTIAL = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


class Moment(NamedTuple):
    """A date as it is handed on, and the last moment that it may stand for."""

    text: str
    latest: datetime


def read_date(text: str | None) -> Moment | None:
    """Return what *text* says, in ISO 8601 and UTC; None if it says nothing."""
    text = (text or "").strip()
    if not text:
        return None
    try:
        if partial := PARTIAL.fullmatch(text):
            return Moment(text, _end_of(*partial.groups()))
        written = datetime.fromisoformat(text)
        moment = _utc(written)
    except (ValueError, OverflowError):
        try:
            written = parsedate_to_datetime(text)
            moment = _utc(written)
        except (ValueError, TypeError, OverflowError):
            return None
    return Moment(moment.isoformat(timespec="seconds"), moment if written.tzinfo else moment + LAST_ZONE)


def read_since(since: object) -> datetime | None:
    """Return the moment that *since* names: a datetime, a date, or text of one; raises `InvalidRequestError`."""
    if since is None:
        return None
    if isinstance(since, datetime):
        return _utc(since)
    if isinstance(since, date):
        return datetime.combine(since, time(), UTC)
    text = since.strip() if isinstance(since, str) else None
    if text in {"", "None"}:
        # What a template renders to where there is no run before.
        return None
    try:
        return _utc(datetime.fromisoformat(text or "nothing"))
    except (ValueError, OverflowError):
        raise InvalidRequestError(
            f"Field 'since' is {since!r}. Give a date, such as '2026-01-31' or '{{{{ data_interval_start }}}}'."
        ) from None


def _utc(moment: datetime) -> datetime:
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _end_of(year: str, month: str | None, day: str | None) -> datetime:
    last_month = int(month or 12)
    last_day = int(day) if day else monthrange(int(year), last_month)[1]
    return datetime(int(year), last_month, last_day, tzinfo=UTC) + timedelta(days=1, microseconds=-1) + LAST_ZONE
