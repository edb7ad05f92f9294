"""
What is kept of a watched page between polls, and over restarts: the state in the asset's state store.

Decides what is worth a write. What the state means is the business of `check`; a database that is away must not end
the watch, so nothing is raised for it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from airflow_provider.watch.check import PageEvent, PageState, Seen
from airflow_provider.watch.look import LOOK_KEY, Look, Looks
from airflow_provider.watch.settings import Watch

log = logging.getLogger(__name__)

# Stored in Airflow's database: it never changes.
STATE_KEY = "content_ai_page"
# Validators that change so often while what was read does not are not worth a write each.
MOST_UNSTEADY = 2


class Keeping:
    """
    The state of one watch.

    :param watch: what is watched, and how
    :param key: the name of the asset, where several may share a store
    :param since: the state to begin with, as `PageState.stored` gave it; None to begin with what is stored
    """

    def __init__(self, watch: Watch, *, key: str | None, since: dict[str, Any] | None) -> None:
        self._watch = watch
        self._key = key
        self._store: Any = None
        self._untold_before: tuple[PageEvent, ...] = ()
        self._saved = True
        self._kept_seen: Seen | None = None
        self._seen_alone = 0
        self._complaint = ""
        self._looks = Looks()
        self.state = None if since is None else PageState.restored(since, watch)
        """What is known of the page; None before `restore`."""

    def use(self, store: Any) -> None:
        """Keep the state in *store*, that of all assets of a trigger, or nowhere if there is none."""
        self._store = store if store is None or self._key is None else _of_asset(store, self._key)

    async def restore(self) -> bool:
        """Read what is stored, unless it is known; return whether the state is known now."""
        if self.state is not None:
            return True
        try:
            stored = None if self._store is None else await self._store.aget(STATE_KEY)
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self.complain(
                f"The state of the page {self._watch.url} cannot be read ({type(error).__name__}: {error}). "
                "If several assets use this trigger, give each its own key."
            )
            return False
        self.state = PageState.restored(stored, self._watch)
        self._untold_before = self.state.untold
        self._kept_seen = self.state.seen
        return True

    def take_untold(self) -> tuple[PageEvent, ...]:
        """Return, once, the events of before a restart of which nobody knows whether Airflow has stored them."""
        untold, self._untold_before = self._untold_before, ()
        return untold

    async def keep(self, state: PageState) -> None:
        """Have *state* be what is known, and write it where it says something new."""
        # How often a page was missing is not worth a write.
        before = replace(self.state or PageState(), missing=0, seen=None)
        durable = self.state is None or before != replace(state, missing=0, seen=None)
        self._seen_alone = 0 if durable else self._seen_alone
        if not durable and _has_new_validators(state.seen, self._kept_seen) and self._seen_alone < MOST_UNSTEADY:
            self._seen_alone += 1
            durable = True
        self.state = state
        if durable or not self._saved:
            await self._save()

    async def strike_out(self, events: tuple[PageEvent, ...]) -> None:
        """Forget *events*: Airflow has stored them."""
        if self.state is not None:
            left = tuple(event for event in self.state.untold if event not in events)
            self.state = replace(self.state, untold=left)
            await self._save()

    async def note(self, look: Look) -> None:
        """Write down the last look, where that is due."""
        if self._store is None or not self._looks.due(look):
            return
        try:
            await self._store.aset(LOOK_KEY, look)
        except Exception as error:  # noqa: BLE001 - it is for people to read, and the watch has to go on
            log.info("The last look at %s cannot be written down (%s).", self._watch.url, type(error).__name__)

    def complain(self, message: str) -> None:
        """Log *message*, unless the one before was of its kind."""
        kind = message.partition("(")[0]
        if kind != self._complaint:
            self._complaint = kind
            log.error(message)

    async def _save(self) -> None:
        if self._store is None or self.state is None:
            return
        try:
            await self._store.aset(STATE_KEY, self.state.stored())
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self._saved = False
            self.complain(
                f"The state of the page {self._watch.url} cannot be written ({type(error).__name__}: {error}). "
                "Its last change may be told again after a restart."
            )
        else:
            self._saved, self._complaint = True, ""
            self._kept_seen = self.state.seen


def _of_asset(store: Any, name: str) -> Any:
    from airflow.sdk import Asset

    try:
        return store[Asset.ref(name=name)]
    except KeyError:
        return store


def _has_new_validators(seen: Seen | None, kept: Seen | None) -> bool:
    return seen is not None and seen.validators not in (None, kept.validators if kept is not None else None)
