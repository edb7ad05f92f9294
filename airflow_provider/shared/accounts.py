"""
Whose budget it is, and who spends it: the data of reservations, without I/O.

An account is the budget of a run, or of a day or month under a name. Its members are those who spend: for a run,
the record of a task instance, which outlives its tries; for a period, a try. The holder is the try that speaks for
a member: once a new try does, what an older one still says is not heard. Each message of a holder has a sequence
number and states what the member has done in all, so that it may arrive twice, or find Redis empty.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

# One unit of money; a sum is kept as a whole number of 64 bits, which reaches to nine billion.
UNIT = 1_000_000_000
# A run is remembered this long after its last call, in seconds, a period this long after its end.
RUN_KEPT = 90 * 86_400
PERIOD_KEPT = 3 * 86_400


@dataclass(frozen=True)
class Spent:
    """What calls have come to; `cost` in whole billionths, rounded up."""

    calls: int = 0
    unreported: int = 0
    unconfirmed: int = 0
    tokens: int = 0
    cost: int = 0

    def __add__(self, other: Spent) -> Spent:
        # Written out: for each call of a batch this is added up a few times.
        return Spent(
            self.calls + other.calls,
            self.unreported + other.unreported,
            self.unconfirmed + other.unconfirmed,
            self.tokens + other.tokens,
            self.cost + other.cost,
        )

    def without(self, part: Spent) -> Spent:
        """Return what is left without *part*."""
        return Spent(
            self.calls - part.calls,
            self.unreported - part.unreported,
            self.unconfirmed - part.unconfirmed,
            self.tokens - part.tokens,
            self.cost - part.cost,
        )


@dataclass(frozen=True)
class Price:
    """
    What a call of *kind* costs: *fixed*, and *rate* for 1,000 tokens, both in whole billionths of *currency*.

    How many tokens a call consumes is estimated: as many as the most that one of its kind has consumed so far.
    *reports* says whether calls of this kind report tokens at all.
    """

    kind: str
    fixed: int = 0
    rate: int = 0
    currency: str = ""
    reports: bool = True


@dataclass(frozen=True)
class Account:
    """
    Whose budget it is: *key*, from when until when, in seconds since 1970, and for how long Redis remembers it.

    *period* is the day or month as people write it, None for a run.
    """

    key: str
    begins: float | None = None
    ends: float | None = None
    kept: float = RUN_KEPT
    period: str | None = None

    @classmethod
    def of_run(cls, dag_id: str, run_id: str) -> Account:
        """Return the account of a DAG run."""
        return cls(f"run:{dag_id}:{run_id}")

    @classmethod
    def of_period(cls, scope: str, name: str, at: float) -> Account:
        """Return the account of the "day" or "month" in UTC that *at*, in seconds since 1970, is in."""
        moment = datetime.fromtimestamp(at, UTC)
        begins = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        ends = datetime.fromtimestamp(begins.timestamp() + 86_400, UTC)
        label = f"{begins:%Y-%m-%d}"
        if scope == "month":
            begins = begins.replace(day=1)
            ends = begins.replace(year=begins.year + begins.month // 12, month=begins.month % 12 + 1)
            label = f"{begins:%Y-%m}"
        kept = ends.timestamp() - begins.timestamp() + PERIOD_KEPT
        return cls(f"{scope}:{label}:{name}", begins.timestamp(), ends.timestamp(), kept, label)

    @property
    def keys(self) -> list[str]:
        """The keys of Redis, all in one slot of a cluster."""
        return [f"{{{self.key}}}", *(f"{{{self.key}}}:{part}" for part in ("members", "leases", "peaks"))]


@dataclass
class Member:
    """What a try has done in *account*, as Redis is told; for a member that `outlives` it, later tries go on."""

    account: Account
    name: str
    outlives: bool
    # What is told elsewhere of it, and what is noted here besides.
    base: Callable[[], Spent]
    noted: Spent = Spent()
    holder: str = field(default_factory=lambda: uuid.uuid4().hex)
    sequence: int = 0
    lease: float = 0.0
    sent: int = 0
    sent_tokens: int = 0
    sent_cost: int = 0
    peaks: dict[str, int] = field(default_factory=dict)
    # Whether Redis has answered this try, which so speaks for the member.
    was_heard: bool = False
    # Whether Redis has not heard of all that is noted here.
    is_ahead: bool = False
    # What Redis was told of it last, and what it has answered that all members have spent.
    told: Spent = Spent()
    of_all: Spent = Spent()

    @property
    def state(self) -> dict[str, int]:
        """The sums of what is settled and of what is in flight."""
        held = {"sent": self.sent, "sent_tokens": self.sent_tokens, "sent_cost": self.sent_cost}
        return {**vars(self.base() + self.noted), **held}

    @property
    def spent(self) -> Spent:
        """What all members have spent: as Redis has said last, and what it has not been told since."""
        return self.of_all + (self.base() + self.noted).without(self.told)

    def heard(self, told: Mapping[str, int], of_all: Spent) -> None:
        """Note that Redis, *told* of this state, has answered that all members have spent *of_all*."""
        self.was_heard = True
        self.told, self.of_all = Spent(*(told[name] for name in vars(of_all))), of_all

    def place(self, kind: str, tokens: int, cost: int) -> Place:
        """Note that a call is in flight, and return its place."""
        self.sent, self.sent_tokens, self.sent_cost = self.sent + 1, self.sent_tokens + tokens, self.sent_cost + cost
        return Place(self, kind, tokens, cost)

    def settle(self, place: Place, spent: Spent, told: Spent) -> None:
        """Replace the estimate of *place* by what the call has *spent*, of which `base` tells *told*."""
        self.sent, self.sent_tokens = self.sent - 1, self.sent_tokens - place.tokens
        self.sent_cost -= place.cost
        self.noted += spent.without(told)
        if spent.calls:
            self.peaks[place.kind] = max(spent.tokens, self.peaks.get(place.kind, 0))
        self.is_ahead = True


@dataclass(frozen=True)
class Place:
    """Room for one call, which is thought to consume *tokens* and to cost *cost*."""

    member: Member
    kind: str
    tokens: int
    cost: int
