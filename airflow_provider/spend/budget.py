"""
How much a run or a task may spend, and what happens when it has.

Decides from sums alone; who has spent them, and where that is read, is `run`'s business.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import decimal_of, in_words, text_of
from airflow_provider.errors import InvalidRequestError

if TYPE_CHECKING:
    from airflow.sdk import BaseNotifier

    from airflow_provider.api.request import Request
    from airflow_provider.api.settings import Settings

Scope = Literal["run", "task", "day", "month"]
OnExceed = Literal["fail", "skip"]
LIMITS = ("tokens", "calls", "cost")
LONGEST_NAME = 100


class NextCall(NamedTuple):
    """What the call to be made next costs at least, before its tokens are known."""

    cost: Decimal = Decimal(0)
    currency: str | None = None

    @classmethod
    def of(cls, request: Request, settings: Settings) -> NextCall:
        """Return what *request* costs at least over the connection of *settings*."""
        return cls(settings.price_of(request).per_call or Decimal(0), settings.currency)


ANY_CALL = NextCall()


class Limit(NamedTuple):
    """One limit of a budget, and how far a sum has come: *least* is what one more call takes of it."""

    name: str
    used: Decimal
    allowed: Decimal
    least: Decimal
    words: str

    @property
    def share(self) -> float:
        """How much of it is used, 1.0 being all."""
        return float(self.used / self.allowed) if self.allowed else 1.0

    def has_room_for(self, calls: int) -> bool:
        """Say whether *calls* more can be made, as far as is known before they are."""
        return self.used < self.allowed and self.used + calls * self.least <= self.allowed


@dataclass(frozen=True, kw_only=True)
class Budget:
    """
    The most that may be spent, checked before each call.

    :param tokens: no call is sent once this many tokens are reported; the call that crosses it is paid
    :param calls: no call is sent once this many were, or may have been, billed
    :param cost: no call is sent that would cross this amount, in the currency of the connection's `prices`; where
        tokens have the price, the call that crosses it is paid
    :param scope: "run" counts every task of the DAG run, "task" one task instance; both count earlier tries.
        "day" and "month" (UTC) count all runs, and need the connection's `shared`
    :param name: of a budget for a day or month: all tasks that name the same one share it; the DAG's id unless given
    :param on_exceed: "fail" the task, without a retry, or "skip" it
    :param warn_at: share of the budget, above 0 and below 1, at which a warning is logged, once a try
    :param notify: Airflow notifiers, called once when `warn_at` is passed and once when the budget stops a task

    Extraction and deletion report no tokens: only *calls* and *cost* cap those, and *tokens* alone is refused there.
    """

    tokens: int | None = None
    calls: int | None = None
    cost: Decimal | float | str | None = None
    scope: Scope = "run"
    name: str | None = None
    on_exceed: OnExceed = "fail"
    warn_at: float | None = None
    notify: tuple[BaseNotifier, ...] | list[BaseNotifier] = ()

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
            value = value.as_dict() | {"notify": value.notify}
        if isinstance(value, str):
            value = _decoded(value)
        if not isinstance(value, Mapping):
            raise InvalidRequestError(f"budget is {value!r}. Use Budget(...), or a dict with tokens, calls or cost.")
        names = [field.name for field in fields(cls)]
        if unknown := [str(name) for name in value if name not in names]:
            raise InvalidRequestError(f"budget has {', '.join(unknown)}. It knows {', '.join(names)}.")
        given: dict[str, Any] = {name: _read(name, one) for name, one in value.items() if one is not None}
        if not given.keys() & LIMITS:
            raise InvalidRequestError("budget has neither tokens nor calls nor cost. Set one of them.")
        return cls(**given)

    def as_dict(self) -> dict[str, Any]:
        """Return the form that Airflow renders and stores: what was set, as plain values, without the notifiers."""
        set_ = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "notify"}
        if isinstance(self.cost, Decimal):
            set_["cost"] = _plain(self.cost)
        return {name: value for name, value in set_.items() if value is not None}

    @property
    def is_of_tokens_alone(self) -> bool:
        """Whether nothing but tokens is capped: calls that report none can go on for ever."""
        return {name for name in LIMITS if getattr(self, name) is not None} == {"tokens"}

    def limits(self, spent: Usage, call: NextCall = ANY_CALL) -> Iterator[Limit]:
        """Yield how far *spent* has come in each limit, before *call*; what is in flight counts as made."""
        if self.tokens is not None:
            said = "no reported tokens" if spent.tokens is None else in_words(spent.tokens, "token")
            words = f"{said} spent of {self.tokens:,} allowed"
            yield Limit("tokens", Decimal(spent.tokens or 0), Decimal(self.tokens), Decimal(0), words)
        if self.calls is not None:
            # A call without an answer may have been billed, so it counts.
            made = spent.calls + spent.unconfirmed_calls
            words = f"{in_words(made, 'call')} spent of {self.calls:,} allowed"
            yield Limit("calls", Decimal(made), Decimal(self.calls), Decimal(1), words)
        if self.cost is not None:
            yield _limit_of_cost(spent, call, _read_cost(self.cost))

    def used_up(self, spent: Usage, call: NextCall = ANY_CALL) -> str | None:
        """Return, in words, what *spent* leaves no room for *call*; None while there is room."""
        return next((limit.words for limit in self.limits(spent, call) if not limit.has_room_for(1)), None)

    def nearest(self, spent: Usage, call: NextCall = ANY_CALL) -> Limit:
        """Return the limit of which *spent* is the largest share."""
        return max(self.limits(spent, call), key=lambda limit: limit.share)


def _limit_of_cost(spent: Usage, call: NextCall, allowed: Decimal) -> Limit:
    known, pending = spent.cost.in_currency(call.currency), spent.unconfirmed_calls * call.cost
    unit = f" {call.currency}" if call.currency else ""
    words = f"{'at least ' if spent.is_at_least else ''}{text_of(known)}{unit} spent"
    if pending:
        words += f" and {text_of(pending)}{unit} for {in_words(spent.unconfirmed_calls, 'call')} without an answer"
    words += f" of {text_of(allowed)}{unit} allowed"
    if call.cost and known + pending < allowed:
        words += f", and a call costs {text_of(call.cost)}{unit}"
    return Limit("cost", known + pending, allowed, call.cost, words)


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _plain(amount: Decimal) -> float | str:
    """Return *amount* as a number for people, or as text where a number is not as exact."""
    number = float(amount)
    if decimal_of(number) != amount:
        return text_of(amount)
    return int(number) if number.is_integer() else number


def _read(name: str, value: object) -> object:
    if name in Budget.choices:
        allowed = get_args(Budget.choices[name])
        if value not in allowed:
            raise InvalidRequestError(f"budget: {name} is {value!r}. Use {' or '.join(map(repr, allowed))}.")
        return value
    if name in _READERS:
        return _READERS[name](value)
    number = _number(value)
    if number is None or number < 0 or not number.is_integer():
        raise InvalidRequestError(f"budget: {name} is {value!r}. Use a whole number.")
    return int(number)


def _read_share(value: object) -> float:
    number = _number(value)
    if number is None or not 0 < number < 1:
        raise InvalidRequestError(f"budget: warn_at is {value!r}. Use a share above 0 and below 1, such as 0.8.")
    return number


def _read_cost(value: object) -> Decimal:
    amount = value if isinstance(value, Decimal) else decimal_of(value)
    if amount is None or not amount.is_finite() or amount < 0:
        raise InvalidRequestError(f"budget: cost is {value!r}. Use an amount in the currency of the prices, such as 5.")
    return amount


def _read_name(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > LONGEST_NAME:
        raise InvalidRequestError(f"budget: name is {value!r:.120}. Use a text of at most {LONGEST_NAME} characters.")
    return value.strip()


def read_notifiers(value: object) -> tuple[BaseNotifier, ...]:
    """Return the notifiers in *value*; raises `InvalidRequestError` for what is none."""
    from airflow.sdk import BaseNotifier

    notifiers = tuple(value) if isinstance(value, list | tuple) else (value,)
    for one in notifiers:
        if not isinstance(one, BaseNotifier):
            raise InvalidRequestError(f"budget: notify has {one!r:.80}. Use a list of Airflow notifiers.")
    return notifiers


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None


_READERS = {"warn_at": _read_share, "cost": _read_cost, "name": _read_name, "notify": read_notifiers}
