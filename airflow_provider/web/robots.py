"""robots.txt of one origin, parsed. How it is loaded, and what its absence means, is the business of `visiting`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from airflow_provider.extras import importing

PATH = "/robots.txt"
# RFC 9309, 2.4: not longer than a day.
REMEMBER = 6 * 3600.0
# A longer delay is meant for crawlers of whole sites.
LONGEST_DELAY = 60.0
# Whom a group is for: the name without version (RFC 9309, 2.2.1).
GROUP = re.compile(r"^([ \t]*user[ -]?agent[ \t]*:[ \t]*)([^\s/#*]+).*", re.IGNORECASE | re.MULTILINE)
# Ends each name, for Protego takes the beginning of a name for the whole of it.
END = "!"


class Rules:
    """What robots.txt allows; *text* is empty where there is none."""

    def __init__(self, text: str, now: float) -> None:
        with importing("watch"):
            from protego import Protego

        self._parsed = Protego.parse(_with_ends(text)) if text.strip() else None
        self._until = now + REMEMBER

    def fresh(self, now: float) -> bool:
        """Tell whether the rules may still be believed at *now*, in the seconds of a monotonic clock."""
        return now < self._until

    def allow(self, url: str, name: str) -> bool:
        """Tell whether the robot *name* may fetch *url*."""
        # RFC 9309, 2.2.2: robots.txt itself is always allowed.
        return self._parsed is None or urlsplit(url).path == PATH or bool(self._parsed.can_fetch(url, name + END))

    def delay(self, name: str) -> float:
        """Return how many seconds the robot *name* is to leave between two requests."""
        asked = None if self._parsed is None else self._parsed.crawl_delay(name + END)
        return min(max(float(asked or 0.0), 0.0), LONGEST_DELAY)

    def sitemaps(self) -> list[str]:
        """Return the addresses of the sitemaps that robots.txt lists, as they are written there."""
        return [] if self._parsed is None else list(self._parsed.sitemaps)


def _with_ends(text: str) -> str:
    return GROUP.sub(rf"\1\2{END}", "\n".join(text.splitlines()))
