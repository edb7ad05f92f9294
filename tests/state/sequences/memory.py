"""
What has been answered since a task last succeeded, and so must not be paid for again.

Two kinds: operators and batches ask by subject, in any order; a Python task's calls are told apart by their order.
Neither knows how the package keeps its answers, only what a user who pays for them may expect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Memory(Protocol):
    """What a world asks of either."""

    # Airflow has recorded a success that the task may not know of: what was answered may be used again, or asked again.
    either: bool
    # The payments that were answered, by subject.
    payments: dict[str, set[int]]

    def begin(self, asked: Sequence[str]) -> None:
        """Begin a try that asks for *asked*."""

    def charged(self, subject: str) -> str | None:
        """Hear that the service charges for *subject*; returns what is wrong with that, if anything is."""

    def answered(self, subject: str, payment: int) -> None:
        """Hear that the service answers."""

    def end(self, lost: int, *, killed: bool) -> None:
        """End the try; *lost* is how many of its answers it had not recorded."""

    def forget(self) -> None:
        """Begin anew: what is asked from here on is asked on purpose."""


@dataclass
class BySubject:
    """A subject that was answered is not paid for again while it stays on the list."""

    either: bool = False
    payments: dict[str, set[int]] = field(default_factory=dict)
    _answers: Counter[str] = field(default_factory=Counter)
    # Answers that are lost: which ones is not known, only how many.
    _lost: int = 0
    _again: int = 0
    # Off the list for at least one try, so they may have been let go of.
    _loose: set[str] = field(default_factory=set)

    def begin(self, asked: Sequence[str]) -> None:
        self._loose |= set(self._answers) - set(asked)

    def charged(self, subject: str) -> str | None:
        if not self._has_answer(subject) or self._again < self._lost:
            return None
        return f"{subject} was paid for again though its answer was recorded"

    def answered(self, subject: str, payment: int) -> None:
        self._again += self._has_answer(subject)
        self._answers[subject] += 1
        self.payments.setdefault(subject, set()).add(payment)

    def end(self, lost: int, *, killed: bool) -> None:
        self._lost += lost

    def forget(self) -> None:
        self.__init__()  # type: ignore[misc]

    def _has_answer(self, subject: str) -> bool:
        return bool(self._answers[subject]) and subject not in self._loose and not self.either


@dataclass
class Call:
    """One call of a Python task: *payment* is None while it is not answered, and for good if it failed."""

    subject: str
    payment: int | None = None


@dataclass
class InOrder:
    """
    The same calls in the same order are answered as before; from the first that differs on, all is new.

    Equal requests have equal claims: where one of them has failed, another one's answer may come in its place.
    """

    either: bool = False
    payments: dict[str, set[int]] = field(default_factory=dict)
    _kept: list[Call] = field(default_factory=list)
    _calls: list[Call] = field(default_factory=list)
    _same: bool = True
    _expected: Call | None = None
    # Of what is kept, what this try has not been given yet.
    _left: dict[str, list[int | None]] = field(default_factory=dict)

    def begin(self, asked: Sequence[str]) -> None:
        self._calls, self._same, self._expected = [], True, None
        self._left = {}
        for call in self._kept:
            self._left.setdefault(call.subject, []).append(call.payment)

    def calling(self, subject: str) -> None:
        """Hear from the Python task that it calls."""
        number = len(self._calls)
        self._expected = self._kept[number] if self._same and number < len(self._kept) else None
        if self._expected is not None and self._expected.subject != subject:
            self._same, self._expected = False, None
        self._calls.append(Call(subject))

    def returned(self, subject: str, payment: int) -> str | None:
        """Hear from the Python task what it was given; returns what is wrong with that, if anything is."""
        self._calls[-1].payment = payment
        left, due = self._due(subject)
        if payment in left:
            left.remove(payment)
        if self.either or not due or payment in (due if None in left else due[:1]):
            return None
        return f"{subject} was given answer {payment}, and answer {due[0]} was recorded"

    def charged(self, subject: str) -> str | None:
        if self.either or not self._due(subject)[1]:
            return None
        return f"{subject} was paid for again though its answer was recorded"

    def answered(self, subject: str, payment: int) -> None:
        self._calls[-1].payment = payment
        self.payments.setdefault(subject, set()).add(payment)

    def end(self, lost: int, *, killed: bool) -> None:
        if lost:
            self._calls[-1].payment = None
        if killed and self._calls and self._calls[-1].payment is None:
            self._calls.pop()
        # What this try did not come to stays as it was, but for an answer that it has used in another's place.
        rest = self._kept[len(self._calls) :] if self._same else []
        used = {(call.subject, call.payment) for call in self._calls}
        self._kept = self._calls + [
            Call(call.subject) if (call.subject, call.payment) in used else call for call in rest
        ]

    def forget(self) -> None:
        self.__init__()  # type: ignore[misc]

    def _due(self, subject: str) -> tuple[list[int | None], list[int]]:
        """Return what is left for *subject*, and what of it the call in hand has a claim on, the first one first."""
        left = self._left.get(subject, [])
        if self._expected is None or self._expected.payment is None:
            return left, []
        return left, [payment for payment in left if payment is not None]
