"""
A worker process: takes one job after the other from its standard input until that is closed.

Limits itself before it reads anything of a document. What a limit or a crash means to whoever asked is decided by
`process`, for a dead worker cannot tell.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import re
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from airflow_provider.local.errors import Invalid, Refusal
from airflow_provider.local.workers import frames
from airflow_provider.local.workers.frames import Frame

# More resident memory than ordinary documents need: a worker that has grown so far makes room for a fresh one.
GROWN = 160 * 1024 * 1024
# What a job may bring along: a page or file of 10 MB, and the fields of a request.
MOST = 64 * 1024 * 1024


# The exit code where there was not even memory to say so.
NO_MEMORY = 70


def main(lifeline: int, seconds: int, memory: int, output: int, idle: float) -> None:
    """
    Work until the service closes the pipe or nothing has come for *idle* seconds; see `Limits` for the rest.

    *lifeline* is a pipe on which nothing is ever written, and which ends with the service.
    """
    # Ctrl-C in a terminal reaches every process of the service; only the service itself answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _end_with(lifeline)
    source, target = _streams()
    while select.select([source], [], [], idle)[0]:
        job = frames.read(source, most=MOST)
        if job is None:
            return
        with _limited(seconds):
            answer = _answer(job, output=output, memory=memory)
        last = answer.head.get("last", False) or _resident() > GROWN
        frames.write(target, Frame({**answer.head, "last": last}, answer.body))
        if last:
            return


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes; what a library prints goes nowhere."""
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb"), target


def _end_with(lifeline: int) -> None:
    """Have the kernel end this process when the service is gone, even in the middle of a job: SIGIO does that."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:
        # It was gone before we could be told.
        sys.exit()


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Have the kernel end this process after *seconds* of processor time."""
    used = math.ceil(time.process_time())
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, hard))


def _answer(job: Frame, *, output: int, memory: int) -> Frame:
    from airflow_provider.local.workers.jobs import JOBS

    try:
        body = JOBS[job.head["job"]](job.body, **job.head["arguments"])
        if len(body) <= output:
            return Frame({"is": "answer"}, body)
        refusal: Refusal = Invalid(f"What the document becomes is larger than {output // 1024**2} MB.")
    except Refusal as error:
        refusal = error
    except RecursionError:
        refusal = Invalid("The document is nested too deeply to be read.")
    except MemoryError:
        return _refused(Invalid(f"The document needs more than {memory // 1024**2} MB of memory."), last=True)
    except Exception as error:  # noqa: BLE001 - a bug is told by its name; its text may quote the document
        return Frame({"is": "bug", "name": type(error).__name__})
    return _refused(refusal)


def _refused(refusal: Refusal, *, last: bool = False) -> Frame:
    return Frame({"is": "refusal", "status": refusal.status, "last": last}, refusal.message.encode(errors="replace"))


def _resident() -> int:
    """Return the most memory that this process has had resident, in bytes."""
    with suppress(OSError):
        # Not what Linux tells as its usage: that begins with the size of the process which started this one.
        found = re.search(rb"^VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_bytes(), re.MULTILINE)
        if found:
            return int(found[1]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    try:
        main(**json.loads(sys.argv[1]))
    except MemoryError:
        os._exit(NO_MEMORY)
