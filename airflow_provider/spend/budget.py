"""
How much a run or a task may spend, and what happens when it has.

Decides from sums alone; who has spent them, and where that is read, is `run`'s business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Literal, get_args

from airflow_provider.api.answers import Usage
from airflow_provider.errors import InvalidRequestError

Scope = Literal["run", "task"]
OnExceed = Literal["fail", "skip"]
LIMITS = ("tokens", "calls")


@dataclass(frozen=True, kw_only=True)
class Budget:
    """
    The most that may be spent, checked before each call.

    :param tokens: no call is sent once this many tokens are reported; the call that crosses it is paid
    :param calls: no call is sent once this many were, or may have been, billed
    :param scope: "run" counts every task of the DAG run, "task" one task instance; both count earlier tries
    :param on_exceed: "fail" the task, without a retry, or "skip" it
    :param warn_at: share of the budget, above 0 and below 1, at which a warning is logged, once a try

    Extraction and deletion report no tokens: only *calls* caps those, and *tokens* alone is refused there.
    """

    tokens: int | None = None
    calls: int | None = None
    scope: Scope = "run"
    on_exceed: OnExceed = "fail"
    warn_at: float | None = None

    choices: ClassVar[Mapping[str, Any]] = {"scope": Scope, "on_exceed": OnExceed}

    @classmethod
    def of(cls, value: object) -> Budget | None:
        """
        Return the budget that *value* stands for: a Budget, a dict or JSON text of one; None is no budget.

        Numbers may be text, as templates render them. Raises `InvalidRequestError` naming the field.
        """
        if value is None or value == "":
            return None
        if isinstance(value, Budget):
            value = value.as_dict()
        if isinstance(value, str):
            value = _decoded(value)
        if not isinstance(value, Mapping):
            raise InvalidRequestError(f"budget is {value!r}. Use Budget(...), or a dict with tokens or calls.")
        names = [field.name for field in fields(cls)]
        if unknown := [str(name) for name in value if name not in names]:
            raise InvalidRequestError(f"budget has {', '.join(unknown)}. It knows {', '.join(names)}.")
        given: dict[str, Any] = {name: _read(name, one) for name, one in value.items() if one is not None}
        if not given.keys() & LIMITS:
            raise InvalidRequestError("budget has neither tokens nor calls. Set one of them.")
        return cls(**given)

    def as_dict(self) -> dict[str, Any]:
        """Return the form that Airflow renders and stores: what was set, as plain values."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @property
    def is_of_tokens_alone(self) -> bool:
        """Whether nothing but tokens is capped: calls that report none can go on for ever."""
        return {name for name in LIMITS if getattr(self, name) is not None} == {"tokens"}

    def share(self, spent: Usage) -> float:
        """Return how much of the budget *spent* is, 1.0 being all of it: of tokens or calls, whichever is further."""
        return max(
            (used / limit if limit else 1.0) for limit, used in self._limits(spent).values() if limit is not None
        )

    def used_up(self, spent: Usage) -> str | None:
        """Return, in words, what *spent* leaves no room for another call; None while there is room."""
        for name, (limit, used) in self._limits(spent).items():
            if limit is not None and used >= limit:
                known = name != "tokens" or spent.tokens is not None
                return f"{f'{used:,}' if known else 'no reported'} {name} of a budget of {limit:,}"
        return None

    def _limits(self, spent: Usage) -> dict[str, tuple[int | None, int]]:
        # A call without an answer may have been billed, so it counts.
        return {
            "tokens": (self.tokens, spent.tokens or 0),
            "calls": (self.calls, spent.calls + spent.unconfirmed_calls),
        }


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read(name: str, value: object) -> object:
    if name in Budget.choices:
        allowed = get_args(Budget.choices[name])
        if value not in allowed:
            raise InvalidRequestError(f"budget: {name} is {value!r}. Use {' or '.join(map(repr, allowed))}.")
        return value
    number = _number(value)
    if name == "warn_at":
        if number is None or not 0 < number < 1:
            raise InvalidRequestError(f"budget: warn_at is {value!r}. Use a share above 0 and below 1, such as 0.8.")
        return number
    if number is None or number < 0 or not number.is_integer():
        raise InvalidRequestError(f"budget: {name} is {value!r}. Use a whole number.")
    return int(number)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None
