"""
What one task instance keeps in the task state store: its record, and the log of its paid answers.

Decides in which order they are written: whatever is killed in between, the record names only what is there.
"""

from __future__ import annotations

import logging
from typing import Any

from airflow_provider.state.first_version import FirstVersion
from airflow_provider.state.log import AnswerLog
from airflow_provider.state.record import STATE_KEY, VERSION, Record
from airflow_provider.state.store import StateStore, put

log = logging.getLogger(__name__)


class TaskState:
    """
    The state of the task instance that *store* belongs to; reads one value, and never raises for what is in it.

    Change `record` and `answers`, then `save`.
    """

    def __init__(self, store: StateStore) -> None:
        self._store = store
        found = store.get(STATE_KEY)
        self.is_new = found is None
        self.record = Record.new() if found is None else Record.read(found)
        newer = self.record.is_newer
        self.answers = AnswerLog(store, None if newer else self.record.log)
        self.first_version = FirstVersion(store, {} if newer else self.record.unknown)
        # Parts of the first version that have left the record and are not known to be written.
        self._moved: list[tuple[str, Any]] = []
        if problems := [problem for problem in (self.record.problem, self.answers.problem) if problem is not None]:
            _warn(self.record, ", ".join(problems))

    @property
    def keeps_answers(self) -> bool:
        """Whether there is anything to forget."""
        return bool(len(self.answers) or self.first_version)

    def values(self) -> list[tuple[str, Any]]:
        """Return what is to be written, in this order: the record last, for it names the others."""
        header = self.answers.header
        if header is not None:
            # Two versions' answers in one value would be more than Airflow likes.
            self._moved += self.first_version.make_room()
        value = self.record.value
        if header is not None:
            value["log"] = header
        elif self.record.is_newer:
            # Nothing was added: whoever can read it, may.
            value |= {"version": self.record.version, "log": self.record.log}
        return [*self._moved, *self.answers.full_parts, (STATE_KEY, value)]

    def put(self, values: list[tuple[str, Any]]) -> None:
        """Write *values*, which `values` has returned; raises what the store raises."""
        for key, value in values:
            put(self._store, key, value)

    def written(self, values: list[tuple[str, Any]]) -> None:
        """Note that *values* have been written."""
        moved = len(self._moved)
        self._moved.clear()
        self.answers.parts_written(len(values) - 1 - moved)

    def save(self) -> None:
        """Write record and answers; raises what the store raises, and the next `save` makes up for it."""
        values = self.values()
        self.put(values)
        self.written(values)

    def forget(self) -> None:
        """Let go of all answers."""
        keys = [*self.answers.keys, *self.first_version.clear()]
        self.answers = AnswerLog(self._store, None)
        self.save()
        # The record first: one that names parts which are gone would cost a second call.
        for key in keys:
            self._store.delete(key)


def _warn(record: Record, problems: str) -> None:
    paid = record.usage.calls + record.usage.unconfirmed_calls
    if record.is_newer:
        log.warning(
            "The spend record of this task was written by another version of the provider: %s. Its %d calls stay "
            "counted; the answers that it keeps cannot be used, and are asked, and paid, again. Upgrade the provider "
            "on this worker to use them.",
            problems,
            paid,
        )
    else:
        log.warning(
            "The spend record of this task is damaged: %s. What can be read stays counted (%d calls), and is used; "
            "answers that cannot be read are asked, and paid, again. "
            "Look into its task state store, key %s (version %d).",
            problems,
            paid,
            STATE_KEY,
            VERSION,
        )
