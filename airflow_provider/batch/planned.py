"""
What a batch is about to do, told before its first call: how many calls, and what they cost at most.

Decides from counts and prices alone. What tokens will cost nobody knows before they are used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from airflow_provider.api.money import NOTHING, Money, in_words
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Planned:
    """
    The calls that are left to make for *items*, of which some are *duplicates* and some answers are *kept*.

    *again* counts the items that `expect` may have asked a second time.
    """

    items: int
    duplicates: int
    kept: int
    again: int
    cost_at_most: Money | None

    @classmethod
    def of(  # noqa: PLR0913 - keyword-only, each a count or what prices it
        cls, *, items: int, unique: int, kept: int, again: int = 0, request: Request | None, settings: Settings
    ) -> Planned:
        """Return the plan of a batch whose calls are all like *request*, None for one without any."""
        calls = unique - kept + again
        most: Money | None = NOTHING
        if calls and request is not None:
            price = settings.price_of(request)
            known = price.per_call is not None and price.per_1k_tokens is None
            most = Money.of(calls * (price.per_call or Decimal(0)), settings.currency) if known else None
        return cls(items, items - unique, kept, again, most)

    @property
    def calls(self) -> int:
        """How many calls it will make, unless one has to be sent again or `expect` asks for a better answer."""
        return self.items - self.duplicates - self.kept

    def as_dict(self) -> dict[str, Any]:
        """Return it as XCom `manifest` has it; `cost_at_most` is null where it cannot be known."""
        most = self.cost_at_most
        return {
            "items": self.items,
            "duplicates": self.duplicates,
            "kept": self.kept,
            "calls": self.calls,
            "cost_at_most": None if most is None else most.number or 0,
            "currency": None if most is None else most.currency,
        }

    def tell(self, shortfall: str | None, label: str, *, reuses: bool = False) -> None:
        """
        Log it, and as a warning that the budget has *shortfall*; *label* names a mapped task.

        A batch that *reuses* makes as many calls only if every page has changed.
        """
        said = [in_words(self.items, "item")]
        said += [in_words(self.duplicates, "duplicate")] if self.duplicates else []
        said += [f"{self.kept:,} already answered"] if self.kept else []
        calls = f"{'at most ' if reuses else ''}{in_words(self.calls, 'call')} to make"
        plan = f"{label + ': ' if label else ''}{', '.join(said)}: {calls}"
        if self.calls or self.again:
            most = self.cost_at_most
            plan += ", for which there is no price per call" if most is None else f", for {most} at most"
            plan += f", with {in_words(self.again, 'item')} that may be asked again" if self.again else ""
        if shortfall is None:
            log.info("%s.", plan)
        else:
            log.warning("%s. %s The batch will stop there, and keep what it has.", plan, shortfall)
