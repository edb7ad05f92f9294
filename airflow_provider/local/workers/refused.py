"""
Documents that have passed a limit, by their digest: the same one is refused at once when it comes again.

What a document takes is its own doing, so a second try would cost as much and end as the first.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from airflow_provider.local.errors import Invalid

if TYPE_CHECKING:
    from airflow_provider.local.workers.frames import Frame

MOST = 1000
# Seconds; a new version of a library may read what the old one could not.
KEPT = 600.0


class LimitPassedError(Invalid):
    """Reading the document took more than a limit allows, or crashed the worker."""


class Refused:
    """The most recent of these documents; may be shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def check(self, job: Frame) -> None:
        """Raise again what *job* was refused with, if it was."""
        if not self._found:
            return
        key = _key(job)
        with self._lock:
            message, until = self._found.get(key, ("", 0.0))
        if until > time.monotonic():
            raise LimitPassedError(message)

    def add(self, job: Frame, error: LimitPassedError) -> None:
        """Remember that *job* ended in *error*."""
        key = _key(job)
        with self._lock:
            self._found[key] = (error.message, time.monotonic() + KEPT)
            self._found.move_to_end(key)
            if len(self._found) > MOST:
                self._found.popitem(last=False)


def _key(job: Frame) -> bytes:
    return hashlib.sha256(job.head["job"].encode() + b"\0" + job.body).digest()
