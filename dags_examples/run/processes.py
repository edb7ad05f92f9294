"""
Child processes that never outlive the process that started them.

Every child is the leader of a new session. It is stopped with all that it started, by process id: with
SIGTERM, and after a grace period with SIGKILL. A guard process does the same when we are killed ourselves.
Knows nothing of Airflow.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import psutil

from dags_examples.run.guard import guard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


# Below those that Linux and macOS give away by themselves.
PORTS = range(10_000, 32_000)


class StartError(Exception):
    """A process ended, or did not become ready in time; the message ends with the tail of its log."""


class Process:
    """
    A command in a session of its own, with its output in a log file.

    The same object may be started again after a `stop` or a `kill`; the log is appended to.
    """

    def __init__(self, name: str, command: Sequence[str], *, env: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.command = list(command)
        self.env = dict(env)
        self.log = log
        self._popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the command; it must not be running."""
        if self.running:
            msg = f"{self.name} runs already, as process {self.pid}."
            raise RuntimeError(msg)
        with self.log.open("ab") as log:
            self._popen = subprocess.Popen(  # noqa: S603 - the callers' own commands
                self.command,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        guard.watch_session(self._popen.pid)

    @property
    def pid(self) -> int:
        """The process id, also after its end."""
        if self._popen is None:
            msg = f"{self.name} was never started."
            raise RuntimeError(msg)
        return self._popen.pid

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._popen is not None and self._popen.poll() is None

    def stop(self, *, grace: float = 5) -> None:
        """Ask it to end, and after *grace* seconds end it and everything it started."""
        stop_all([self], grace=grace)

    def kill(self) -> None:
        """End it at once with SIGKILL, with everything it started: what a crash of the machine looks like."""
        stop_all([self], grace=0)

    def tail(self, lines: int = 30) -> str:
        """Return the last *lines* lines of the log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def check(self) -> None:
        """Raise a `StartError` if it has ended."""
        if self._popen is not None and (code := self._popen.poll()) is not None:
            msg = f"{self.name} ended with code {code}. The end of its log:\n{self.tail()}"
            raise StartError(msg)

    def reap(self) -> None:
        """Collect the exit status of a process that has been stopped."""
        if self._popen is not None:
            self._popen.wait()


def stop_all(processes: Iterable[Process], *, grace: float = 5) -> None:
    """Stop several processes together, so that their grace periods run at the same time."""
    started = [process for process in processes if process._popen is not None]  # noqa: SLF001 - one module
    end_sessions([process.pid for process in started], grace=grace)
    for process in started:
        process.reap()
        guard.forget_session(process.pid)


def end_sessions(leaders: Sequence[int], *, grace: float) -> None:
    """
    End the sessions led by the processes *leaders*, and all their descendants.

    Airflow puts each task into a process group of its own, and a Bash task into a session of its own: neither
    names them all, so descendants are listed before their parents are gone.
    """
    doomed = _members(leaders)
    if grace > 0:
        for leader in leaders:
            with contextlib.suppress(ProcessLookupError):
                os.kill(leader, signal.SIGTERM)
        psutil.wait_procs([p for p in doomed if p.pid in leaders], timeout=grace)
    for process in doomed | _members(leaders):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(doomed, timeout=5)


def _members(leaders: Sequence[int]) -> set[psutil.Process]:
    found: set[psutil.Process] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError, PermissionError):
            if os.getsid(process.pid) in leaders:
                found |= {process, *process.children(recursive=True)}
    return found


def run(command: Sequence[str], *, env: Mapping[str, str], timeout: float = 300) -> str:
    """Run a command to its end and return what it prints; raise `StartError` with its output if it fails."""
    with subprocess.Popen(  # noqa: S603 - the callers' own commands
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as popen:
        guard.watch_session(popen.pid)
        try:
            printed = popen.communicate(timeout=timeout)[0]
        finally:
            # Interrupted or too slow: nothing of it may go on.
            end_sessions([popen.pid], grace=0)
            guard.forget_session(popen.pid)
    if popen.returncode:
        end = "\n".join(printed.splitlines()[-30:])
        msg = f"{' '.join(command)} ended with code {popen.returncode}:\n{end}"
        raise StartError(msg)
    return printed


def free_port(preferred: int = 0) -> int:
    """
    Return a free TCP port of 127.0.0.1: *preferred* if nobody has it.

    Not one of those that the system gives to connections and to servers which take any: whoever starts in the
    meantime would have it.
    """
    for port in filter(None, (preferred, *random.sample(PORTS, k=100))):
        with socket.socket() as probe, contextlib.suppress(OSError):
            # A port whose last connections are still winding down is free: the servers reuse it as well.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise StartError("No port of 127.0.0.1 is free.")


def wait_until(ready: Callable[[], bool], *, seconds: float, what: str, every: float = 0.1) -> None:
    """Return once *ready()* is true; raise a `StartError` naming *what* after *seconds*."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            msg = f"{what} was not ready after {seconds:.0f} s."
            raise StartError(msg)
        time.sleep(every)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into the KeyboardInterrupt of Ctrl-C, so that every `with` cleans up."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    # SIGINT too: a shell script that starts us in the background has it ignored.
    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
