"""
Which links were found before, and by which run first.

A link is new to the run that has found it first, however often that run is tried again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import chain

from airflow_provider.web.memory.generations import Generations, Part, UnreadableMemoryError
from airflow_provider.web.memory.storage import Storage

KIND = "links"
# So many parts are put together: each is a file to open.
MOST_PARTS = 30


class LinkMemory:
    """
    The memory of one run.

    :param storage: where it is kept
    :param run: names the run, the same in every try
    """

    def __init__(self, storage: Storage, run: str) -> None:
        self._generations = Generations(storage, KIND)
        self._run = run
        # Eight bytes tell a billion links apart, and take a tenth of the space.
        self._before: set[bytes] = set()
        self._mine: set[bytes] = set()
        self._parts: tuple[Part, ...] = ()

    def load(self) -> None:
        """Read what earlier runs have found; raises `UnreadableMemoryError`, for nothing can be told without it."""
        mine: set[bytes] = set()
        generation = self._generations.read()
        if generation.lost:
            raise UnreadableMemoryError(f"{generation.lost[0]} is damaged")
        self._parts = generation.parts
        for part in self._parts:
            for record in self._generations.records(part):
                (mine if record.get("first_run") == self._run else self._before).add(_hash(str(record.get("link"))))
        self._mine = mine - self._before

    def is_new(self, link: str) -> bool:
        """Tell whether no earlier run has found *link*."""
        return _hash(link) not in self._before

    def save(self, links: Iterable[str]) -> None:
        """Remember that this run has found *links*."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        new = (link for link in links if self.is_new(link) and _hash(link) not in self._mine)
        records = ({"link": link, "first_run": self._run, "first_seen": at} for link in new)
        worn = self._parts if len(self._parts) > MOST_PARTS else ()
        known = (record for part in worn for record in self._generations.records(part))
        parts = self._generations.write(chain(known, records))
        if parts:
            self._generations.switch(parts, instead_of=worn, facts={})
            self._generations.sweep()


def _hash(link: str) -> bytes:
    return hashlib.blake2b(link.encode("utf-8", "replace"), digest_size=8).digest()
