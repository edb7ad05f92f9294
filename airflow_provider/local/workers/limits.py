"""What a document may take, and how much may wait; numbers and no behaviour."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MB = 1024 * 1024


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one job, and of all of them together."""

    seconds: int = 10
    """Processor time of one job: on a busy machine it may take longer by the clock."""
    memory: int = 512 * MB
    """Address space of a worker, in bytes."""
    output: int = 10 * MB
    """What one job may answer, in bytes."""
    patience: float = 60.0
    """Seconds by the clock, of a job that gets no processor time."""
    starting: float = 1.0
    """What the start of a worker may take, beside its first job, in seconds of processor time."""
    soon: float = 0.2
    """A job that takes more processor time than this, in seconds, goes on behind all others."""
    late: float = 1.0
    """One that takes more than this, and finds no place behind all others, is given up."""
    at_once: int = field(default_factory=_processors)
    """Jobs worked on at once."""
    slow_at_once: int = 8
    """Jobs that go on behind all others."""
    requests: int = 256
    """Requests that are answered or wait at once."""
    waiting_bytes: int = 256 * MB
    """What the documents that wait for a worker may hold together."""
    rendered_at_once: int = 2
    """Pages rendered at once."""
    rendered_waiting: int = 64
    """Pages that wait to be rendered."""
    rendering_memory: int = 1024 * MB
    """Memory of all processes of a browser that renders a page, in bytes, without what they share."""
    idle: float = 60.0
    """Seconds after which a worker without work ends."""
