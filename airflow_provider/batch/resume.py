"""
The answers of earlier tries, taken up by this one: what is there is not asked, or paid for, again.

Decides which kept answer belongs to which item, and what can be used of it. Sends nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.items import Items
from airflow_provider.batch.origins import REUSED, SEEN, Origins, marked_in
from airflow_provider.batch.overflow import Overflow
from airflow_provider.batch.spill import SpillFile
from airflow_provider.spend.ledger import Ledger
from airflow_provider.state.first_version import journal_fingerprint
from airflow_provider.state.kept import content_of
from airflow_provider.state.log import warn_of_lost

if TYPE_CHECKING:
    from airflow_provider.reuse import AnswerMemory


@dataclass(kw_only=True)
class Resume:
    """
    Fills *spill* with the answers that the state of *ledger*, *overflow* and *memory* still have for *items*.

    *build* makes the request of an item, and *name* calls one by a name. `resumed` has a 1 for each answered item.
    """

    items: Items
    build: Callable[[Any], Request]
    name: Callable[[int], str]
    settings: Settings
    ledger: Ledger
    spill: SpillFile
    origins: Origins
    overflow: Overflow
    memory: AnswerMemory | None
    resumed: bytearray = field(init=False)
    # What has been asked a second time, for its answer was not as expected.
    asked_twice: set[int] = field(default_factory=set)
    # Why kept answers cannot be used, by item.
    _lost: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.resumed = bytearray(len(self.items.unique))

    def run(self) -> None:
        """Take what there is, whichever items it was asked with; warns once of what is lost."""
        state = self.ledger.state
        if not state.keeps_answers:
            return
        requests = [self.build(item) for item in self.items.unique]
        self._take_first_version(requests)
        places = defaultdict(list)
        for index, request in enumerate(requests):
            places[request.fingerprint(self.settings.base_url)].append(index)
        found: set[str] = set()
        for entry in state.answers.read():
            if entry.fingerprint in found:
                self.asked_twice.update(places.get(entry.fingerprint, ()))
            found.add(entry.fingerprint)
            for index in places.get(entry.fingerprint, ()):
                self._take(index, requests[index], entry.value)
            if entry.fingerprint not in places:
                self.overflow.note(entry.value)
        if self._lost:
            index, why = next(iter(self._lost.items()))
            warn_of_lost(len(self._lost), f"that of {self.name(index)}, for one: {why}")

    def _take_first_version(self, requests: list[Request]) -> None:
        first_version = self.ledger.state.first_version
        if not first_version:
            return
        asked = journal_fingerprint(self.items, requests[0] if requests else None, self.settings.base_url)
        for index, kept in first_version.journalled(asked):
            if 0 <= index < len(requests):
                self._take(index, requests[index], kept)
        lost = max(1, self.ledger.usage.calls - sum(self.resumed))
        if not first_version.has_journal_of(asked):
            warn_of_lost(lost, "version 0.1 of the provider kept them for other items than those of this try")
        elif first_version.is_damaged:
            warn_of_lost(lost, "they are damaged or missing in the task state store")

    def _take(self, index: int, request: Request, kept: Any) -> None:
        if (paid_at := marked_in(kept)) is not None:
            self._take_reused(index, request, paid_at)
            return
        try:
            value = self.overflow.read(kept)
            if isinstance(value, list):
                # As version 0.1 wrote them.
                value = dict(zip(("tokens", "response"), value, strict=False))
            answer = request.answer_type.revived(value)
        except ValueError as error:
            # A batch that was asked again has a better one further on.
            self._lost.setdefault(index, str(error))
            return
        seen = value.get(SEEN)
        if isinstance(seen, Mapping):
            self.origins.paid(index, str(seen.get("reason")))
        if not self.resumed[index]:
            self.ledger.reused(request, answer, self.settings)
        self._put(index, content_of(answer, **({SEEN: seen} if seen else {})))

    def _take_reused(self, index: int, request: Request, paid_at: str) -> None:
        """Take an answer that an earlier try has found in the memory; its page is looked at again if it is gone."""
        entry = None if self.memory is None else self.memory.paid_at(request, paid_at)
        if self.memory is None or entry is None:
            return
        if (answer := self.memory.answer(request, entry)) is not None:
            # Counted by the try that found it.
            self.origins.reused(index, paid_at)
            self._put(index, content_of(answer, **{REUSED: paid_at}))

    def _put(self, index: int, content: bytes) -> None:
        self.spill.put(index, content)
        self.resumed[index] = True
        self._lost.pop(index, None)
