"""
What is cleaned up should this process be killed: sessions are ended and folders removed.

A small helper process reads from us what to watch: lines of `+session PID`, `-session PID`, `+folder PATH` and
`-folder PATH`. Its standard input ends when we do, whatever we die of; then it cleans up what is left.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Guard:
    """Our side: tells the helper, which runs for as long as there is something to watch."""

    def __init__(self) -> None:
        self._helper: subprocess.Popen[str] | None = None
        self._watched: set[str] = set()

    def watch_session(self, leader: int) -> None:
        """Have the session of process *leader* ended should we die."""
        self._watch(f"session {leader}")

    def forget_session(self, leader: int) -> None:
        """Say that the session has ended."""
        self._forget(f"session {leader}")

    def watch_folder(self, folder: Path) -> None:
        """Have *folder* removed should we die."""
        self._watch(f"folder {folder}")

    def forget_folder(self, folder: Path) -> None:
        """Say that the folder is gone."""
        self._forget(f"folder {folder}")

    def _watch(self, what: str) -> None:
        if self._helper is None:
            self._helper = subprocess.Popen(
                [sys.executable, "-m", "dags_examples.run.guard"],
                cwd=Path(__file__).parents[2],
                stdin=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        self._watched.add(what)
        self._tell(f"+{what}")

    def _forget(self, what: str) -> None:
        if what not in self._watched:
            return
        self._watched.remove(what)
        self._tell(f"-{what}")
        if not self._watched and self._helper is not None:
            self._helper.communicate()
            self._helper = None

    def _tell(self, line: str) -> None:
        if self._helper is not None and self._helper.stdin is not None:
            # Without its helper a clean-up after our own death is lost, and nothing else.
            with contextlib.suppress(BrokenPipeError):
                self._helper.stdin.write(line + "\n")
                self._helper.stdin.flush()


guard = Guard()


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Give a new folder that is removed at the end, also when this process is killed."""
    folder = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
    guard.watch_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        guard.forget_folder(folder)


def main() -> None:
    """Read what to watch until the parent is gone, then clean up."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    watched: dict[str, list[str]] = {"session": [], "folder": []}
    for line in sys.stdin:
        kind, _, value = line.rstrip("\n").partition(" ")
        if kind.startswith("+"):
            watched[kind[1:]].append(value)
        elif value in watched[kind[1:]]:
            watched[kind[1:]].remove(value)
    if watched["session"]:
        # Only now: as long as nothing goes wrong this stays a small process.
        from dags_examples.run.processes import end_sessions  # noqa: PLC0415

        end_sessions([int(leader) for leader in watched["session"]], grace=3)
    for folder in watched["folder"]:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
