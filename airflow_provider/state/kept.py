"""
Answers that earlier tries have paid for, handed to the calls that ask for the same.

Decides which call gets which answer; knows neither money nor who is calling.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from typing import Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.state.log import warn_of_lost
from airflow_provider.state.task_state import TaskState

# Before the fingerprint of a call that code made, whose calls have an order.
IN_ORDER = "+"
# Not a fingerprint: its value lists the answers before it that are still in use, by their places.
DIVERGED = "="
# In place of an answer: those before it to the same request are not to be used.
DROPPED = b"null"
# In place of an answer: the call failed, and its code may have gone on. To ask again is no sign of other code.
FAILED = b"false"
_as_text = json.JSONEncoder(ensure_ascii=False).encode


def content_of(answer: Answer, **beside: Any) -> bytes:
    """Return *answer* as the log holds it, with what is kept *beside* it."""
    return _as_text({**answer.kept, **beside}).encode()


class KeptAnswers:
    """
    The answers in *state*, for a task that makes its calls one by one.

    Each is handed out once: a request that is made twice in one try is two calls.
    With *in_order*, for code that a retry runs again: a call that no earlier try has made means that the code or its
    data have changed, and none of the answers that are left is used. Calls that overlapped in time have no order.
    """

    def __init__(self, state: TaskState, *, in_order: bool) -> None:
        self._state = state
        self._in_order = in_order
        self._dropped: set[str] = set()
        self._failed: set[str] = set()
        self._answers = self._in_use()
        # Places of those that nobody has asked for yet, by name.
        self._left: defaultdict[str, deque[int]] = defaultdict(deque)
        for place, (name, _) in enumerate(self._answers):
            self._left[name].append(place)
        self._unused = len(self._answers)
        # Places of those that this try has used or added.
        self._used: list[int] = []
        self._next = len(self._answers)

    def take(self, request: Request, base_url: str) -> Answer | None:
        """Return the answer that was paid for by an earlier try, None if there is none."""
        name, damaged = self._name(request, base_url), False
        while self._left[name]:
            place = self._left[name].popleft()
            self._unused -= 1
            if (answer := _revived(request, self._answers[place][1])) is not None:
                self._used.append(place)
                return answer
            damaged = True
        if self._unused and self._has_order and not damaged and name not in self._failed:
            self._diverge()
        if name in self._dropped or self._in_order:
            return None
        fields = self._state.first_version.answer(request, base_url)
        return None if fields is None else _revived(request, fields)

    def keep(self, request: Request, base_url: str, answer: Answer) -> None:
        """Append *answer* to the log; it stands once the state is saved."""
        self._state.answers.append(self._name(request, base_url), content_of(answer))
        self._used.append(self._next)
        self._next += 1

    def drop(self, request: Request, base_url: str) -> None:
        """Have no later try use an answer to *request*: it is at fault; it stands once the state is saved."""
        name = self._name(request, base_url)
        self._state.answers.append(name, DROPPED)
        self._dropped.add(name)

    def failed(self, request: Request, base_url: str) -> None:
        """Note that code has made this call in vain; it stands once the state is saved."""
        if self._in_order:
            self._state.answers.append(self._name(request, base_url), FAILED)

    @property
    def _has_order(self) -> bool:
        """Whether a call that is not found says something: not if answers are missing, or have overlapped."""
        log = self._state.answers
        return self._in_order and not (log.overlapped or log.has_lost)

    def _name(self, request: Request, base_url: str) -> str:
        return (IN_ORDER if self._in_order else "") + request.fingerprint(base_url)

    def _in_use(self) -> list[tuple[str, Any]]:
        answers: list[tuple[str, Any]] = []
        for fingerprint, value, _ in self._state.answers.read():
            if fingerprint == DIVERGED:
                if self._in_order and isinstance(value, list):
                    answers = [answers[place] for place in value if isinstance(place, int) and place < len(answers)]
                    self._failed.clear()
            elif fingerprint.startswith(IN_ORDER) is not self._in_order:
                continue
            elif value is False:
                self._failed.add(fingerprint)
            elif value is None:
                self._dropped.add(fingerprint)
                answers = [one for one in answers if one[0] != fingerprint]
            else:
                answers.append((fingerprint, value))
        return answers

    def _diverge(self) -> None:
        self._left.clear()
        self._unused = 0
        self._state.answers.append(DIVERGED, json.dumps(self._used).encode())


def _revived(request: Request, fields: object) -> Answer | None:
    try:
        return request.answer_type.revived(fields)
    except ValueError as error:
        warn_of_lost(1, str(error))
        return None
