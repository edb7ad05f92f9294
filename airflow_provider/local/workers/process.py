"""
One worker process, as the service sees it: a job goes in, and an answer, an error or the cause of its end comes out.

Knows how a process is started, watched and ended, and nothing of who waits for it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from airflow_provider.local.errors import Busy, Refusal
from airflow_provider.local.workers import frames
from airflow_provider.local.workers.child import NO_MEMORY
from airflow_provider.local.workers.refused import LimitPassedError

if TYPE_CHECKING:
    from airflow_provider.local.workers.frames import Frame
    from airflow_provider.local.workers.limits import Limits

# Head of an answer, and what an error says.
_MOST_BESIDE = 1024 * 1024
_LOWEST_PRIORITY = 19
# What ends a process by its own doing; anything else says nothing of the document.
_CRASHES = {
    NO_MEMORY,
    *(
        -number
        for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL, signal.SIGTRAP, signal.SIGFPE)
    ),
}
_ENDING = 5.0


class WorkerGoneError(Exception):
    """The worker had ended before it took the job: it was idle for long, or was ended from outside."""


class WorkerBugError(Exception):
    """A job failed with what is no refusal; the message is the name of that error."""


class Worker:
    """
    A process that works on one job at a time; not to be shared by threads, except for `kill`.

    `spent` is set where it must not be given another job.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.spent = False
        end, self._lifeline = os.pipe()
        given = {
            "lifeline": end,
            "seconds": limits.seconds,
            "memory": limits.memory,
            "output": limits.output,
            "idle": limits.idle,
        }
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "airflow_provider.local.workers.child", json.dumps(given)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                pass_fds=[end],
            )
        except OSError:
            os.close(self._lifeline)
            raise
        finally:
            os.close(end)
        self._used = 0.0
        self._starting = limits.starting

    def begin(self, job: Frame) -> None:
        """Hand *job* over; raises `WorkerGoneError` where there is nobody to take it."""
        self._used = 0.0
        # What its start takes is not the first document's doing.
        self._used, self._starting = self.processor_seconds() + self._starting, 0.0
        try:
            frames.write(self._input, job)
        except OSError:
            self.spent = True
            # A worker that has read a part of the job, and ended, has crashed; its end tells more than this.
            if self._ended() in {0, -signal.SIGTERM}:
                raise WorkerGoneError from None

    def has_answered(self, *, within: float) -> bool:
        """Wait for the answer, or the worker's end, for at most *within* seconds."""
        return bool(select.select([self._output], [], [], within)[0])

    def answer(self) -> bytes:
        """
        Return what the job gave.

        Raises the `Refusal` that it ended in, `WorkerBugError` for a bug, `LimitPassedError` where a limit or a crash
        ended the worker, and `Busy` where the machine did.
        """
        try:
            found = frames.read(self._output, most=self._limits.output + _MOST_BESIDE)
        except ValueError:
            # Only a worker that is no longer itself does that.
            self.kill()
            found = None
        if found is None:
            self.spent = True
            raise self._cause_of_end()
        self.spent = self.spent or bool(found.head.get("last"))
        if found.head["is"] == "answer":
            return found.body
        if found.head["is"] == "bug":
            raise WorkerBugError(str(found.head["name"]))
        refusal = Refusal(found.body.decode())
        refusal.status = int(found.head["status"])
        raise refusal

    def is_alive(self) -> bool:
        """Tell whether the process has not ended."""
        return self._process.poll() is None

    def processor_seconds(self) -> float:
        """Return the processor time used for the present job; without /proc, the time by the clock."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return time.monotonic() - self._used
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") - self._used

    def step_back(self) -> None:
        """Let every other process go first, from now on and for good."""
        self.spent = True
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, _LOWEST_PRIORITY)
            if hasattr(os, "SCHED_IDLE"):
                os.sched_setscheduler(self._process.pid, os.SCHED_IDLE, os.sched_param(0))

    def _step_forward(self) -> None:
        """Let it end now: one that is behind all others would give back its memory behind all others, too."""
        with suppress(OSError):
            if hasattr(os, "SCHED_IDLE") and self.is_alive():
                os.sched_setscheduler(self._process.pid, os.SCHED_OTHER, os.sched_param(0))
                os.setpriority(os.PRIO_PROCESS, self._process.pid, 0)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.spent = True
        self._process.kill()
        self._step_forward()

    def close(self) -> None:
        """End it, at once if it is spent, and wait for that."""
        if self.spent:
            self._process.kill()
        with suppress(OSError):
            self._input.close()
        self._output.close()
        self._ended()
        with suppress(OSError):
            os.close(self._lifeline)

    def _cause_of_end(self) -> Exception:
        code = self._ended()
        if code in {0, -signal.SIGTERM}:
            return WorkerGoneError()
        if code == -signal.SIGKILL:
            return Busy("The worker was ended from outside, as a machine without memory does. Send it again later.")
        if code == -signal.SIGXCPU:
            return LimitPassedError(f"The document takes longer than {self._limits.seconds} s to be read.")
        if code not in _CRASHES:
            return WorkerBugError(f"exit {code}")
        return LimitPassedError(
            f"The document cannot be read: it is damaged, or needs more than {self._limits.memory // 1024**2} MB "
            "of memory."
        )

    def _ended(self) -> int:
        """Return the exit code, negative for a signal; waits for it."""
        try:
            return self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    @property
    def _input(self) -> IO[bytes]:
        return self._process.stdin  # type: ignore[return-value] # it is a pipe

    @property
    def _output(self) -> IO[bytes]:
        return self._process.stdout  # type: ignore[return-value] # it is a pipe


def _environment() -> dict[str, str]:
    """Return what a worker needs of the environment: it finds the same modules, and none of our keys."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CONTENT_AI_")}
    return {**ours, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
