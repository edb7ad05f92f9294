"""
Places in a budget that all workers share: reserved before a call, settled after it.

Decides what a try tells Redis and when; what fits into a budget is decided by the script.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from airflow_provider.errors import LimitsUnavailableError
from airflow_provider.shared.accounts import Account, Member, Place, Price, Spent

if TYPE_CHECKING:
    # It imports redis, which comes with an extra.
    from airflow_provider.shared.store import Store

SECOND = 1_000_000
# So long a settled member of a period is remembered, in seconds, for messages that are still under way.
LEASE_WHEN_DONE = 60.0
UNPRICED = Price("", reports=False)
NOTHING = Spent()


@dataclass(frozen=True)
class Reply:
    """
    What came of asking for places.

    *said* is "go" when all were given, "wait" when it depends on calls in flight, "full" when there is no room,
    "currency" when a limit of "cost" is in another one than what the account has counted, *currency*.
    *spent* and *in_flight* are the sums of all members, the new places included, the cost of two currencies left out;
    *price* is what one more is thought to cost.
    """

    said: str
    places: list[Place] = field(default_factory=list)
    spent: Spent = NOTHING
    in_flight: int = 0
    price: int = 0
    currency: str = ""


class Reservations:
    """
    The places of one try in the account that *account_at* returns for a moment; safe to share between threads.

    *member* is the id under which later tries go on, None for an account whose members are tries.
    *base* returns what is settled of the member besides what `settle` is told here.
    *seeds* returns what is known of the other members when Redis knows nothing.
    """

    def __init__(
        self,
        store: Store,
        account_at: Callable[[float], Account],
        *,
        member: str | None = None,
        base: Callable[[], Spent] = Spent,
        seeds: Callable[[], Mapping[str, Spent]] = dict,
    ) -> None:
        self._store = store
        self._account_at = account_at
        self._name = member
        self.base = base
        self._seeds = seeds
        # One message at a time; what is noted meanwhile must not wait for it.
        self._speaking = threading.Lock()
        self._noting = threading.Lock()
        self._current: Member | None = None
        self._last: Member | None = None
        self._earlier: list[Member] = []

    def reserve(self, count: int, price: Price, limits: Mapping[str, int], *, lease: float) -> Reply:
        """
        Ask for *count* places for calls that cost *price* each, and return those that *limits* leave room for.

        *limits* are the most "calls", "tokens" and "cost" of the account. A place that is not settled *lease* seconds
        after the last message counts as a call without an answer. Raises `LimitsUnavailableError`.
        """
        asked = {"count": count, "limits": dict(limits)}
        with self._speaking:
            while True:
                member = self._current or self._begin(time.time())
                member.lease = lease
                said, now, *numbers = self._told(member, asked, price)
                if said != "period":
                    break
                # By the clock of Redis, another day or month.
                self._retire()
                self._begin(now / SECOND)
            if said == "currency":
                return Reply(said, currency=numbers[0].decode())
            granted, tokens, cost, *sums, in_flight = numbers
            with self._noting:
                places = [member.place(price.kind, tokens, cost) for _ in range(granted)]
            return Reply(said, places, Spent(*sums), in_flight, cost)

    def settle(self, place: Place, spent: Spent, *, told: Spent = NOTHING) -> None:
        """
        Note that the call of *place* has *spent* so much, nothing if it was not billed; Redis hears of it later.

        *told* is how much of that `base` says.
        """
        with self._noting:
            place.member.settle(place, spent, told)

    def claim(self, notice: str) -> bool:
        """Say whether nobody has claimed *notice* in the account of the last call; raises `LimitsUnavailableError`."""
        with self._noting:
            last = self._last
        account = self._account_at(time.time()) if last is None else last.account
        said, *_ = self._store.ask("claim", account.keys, {"notice": notice, "kept": int(account.kept)})
        return bool(said == "go")

    @property
    def is_ahead(self) -> bool:
        """Whether Redis has not heard of all that was settled."""
        with self._noting:
            return any(member.is_ahead for member in self._members())

    def flush(self) -> None:
        """Tell Redis what was settled; raises `LimitsUnavailableError`."""
        with self._speaking:
            for member in [one for one in self._members() if one.is_ahead]:
                self._told(member, {"count": 0, "limits": {}}, UNPRICED)

    @property
    def standing(self) -> tuple[Account, Spent] | None:
        """The account of the last call, and what all its members have spent, as far as is known; None before one."""
        with self._noting:
            return None if self._last is None else (self._last.account, self._last.spent)

    def _members(self) -> list[Member]:
        return [*self._earlier, *([self._current] if self._current is not None else [])]

    def _begin(self, at: float) -> Member:
        account = self._account_at(at)
        name = self._name or uuid.uuid4().hex
        self._current = self._last = Member(account, name, outlives=self._name is not None, base=self._told_elsewhere)
        return self._current

    def _told_elsewhere(self) -> Spent:
        return self.base()

    def _retire(self) -> None:
        if self._current is not None and (self._current.sent or self._current.is_ahead):
            self._earlier.append(self._current)
        self._current = None

    def _told(self, member: Member, asked: Mapping[str, Any], price: Price) -> list[Any]:
        """Tell what *member* has done, and return what the script answers."""
        account = member.account
        message = {**asked, **vars(price), "member": member.name, "holder": member.holder, "kept": int(account.kept)}
        if account.begins is not None and account.ends is not None:
            # What others have spent in a period is written nowhere else.
            message |= {"begins": account.begins * SECOND, "ends": account.ends * SECOND, "seeds": {}}
        while True:
            with self._noting:
                member.sequence += 1
                member.is_ahead = False
                # A member that is a try has nothing more to say: the next call is that of another one.
                done = not (member.outlives or asked["count"] or member.sent)
                state = member.state
                known = {"state": state, "peaks": dict(member.peaks), "done": done}
                known |= {"sequence": member.sequence, "heard": member.was_heard}
            lease = member.lease if asked["count"] or member.sent else LEASE_WHEN_DONE
            try:
                reply = self._store.ask("exchange", account.keys, {**message, **known, "lease": lease * SECOND})
            except BaseException:
                member.is_ahead = True
                raise
            if reply[0] == "unknown":
                message["seeds"] = {name: asdict(seed) for name, seed in self._seeds().items() if name != member.name}
                continue
            if reply[0] == "superseded":
                raise LimitsUnavailableError(
                    "A newer try of this task instance is under way, and speaks for it in the shared budget. "
                    "Nothing was sent. Let that one finish."
                )
            if reply[0] not in ("period", "currency"):
                with self._noting:
                    member.heard(state, Spent(*reply[5:10]))
            if done:
                self._forget(member)
            return reply

    def _forget(self, member: Member) -> None:
        if member is self._current:
            self._current = None
        else:
            self._earlier.remove(member)
