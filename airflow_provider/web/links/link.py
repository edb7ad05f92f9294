"""One link and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from airflow_provider.web.links.addresses import normalised
from airflow_provider.web.links.dates import read_date


@dataclass(frozen=True, slots=True)
class Link:
    """
    The address of a page, normalised.

    *lastmod* is when it was last changed, in ISO 8601, and *latest* the last moment that this may stand for; both
    are None where nobody says.
    """

    link: str
    lastmod: str | None = None
    latest: datetime | None = None

    @classmethod
    def of(cls, link: str | None, base: str, changed: str | None = None) -> Link | None:
        """Return the link that *link* on the page *base* is, last *changed* as written; None if it is no page's."""
        found = normalised(link, base) if link and link.strip() else None
        if found is None:
            return None
        moment = read_date(changed)
        return cls(found) if moment is None else cls(found, moment.text, moment.latest)

    def record(self) -> dict[str, str | None]:
        """Return the link as JSON."""
        return {"link": self.link, "lastmod": self.lastmod}
