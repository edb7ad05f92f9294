"""For a DAG on a clock that should go on only if a page has changed since the DAG last succeeded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseSensorOperator
from airflow.sdk.bases.sensor import PokeReturnValue
from airflow.sdk.configuration import conf

from airflow_provider.errors import PageUnreachableError
from airflow_provider.extras import require
from airflow_provider.watch.check import Decision, PageEvent, PageState, decide, read_and_decide
from airflow_provider.watch.settings import EVERY, Watch
from airflow_provider.watch.trigger import PageChangeTrigger
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Validators

if TYPE_CHECKING:
    from airflow.sdk import Context

XCOM_KEY = "page"
# How many runs without success are passed over in search of one.
RUNS_BACK = 100


class PageChangeSensor(BaseSensorOperator):
    """
    Succeeds if the page has changed since the DAG's last successful run, and returns the `PageEvent`.

    Polls the page once and is skipped, with what comes after it, if nothing has changed; with `timeout` it goes
    on polling every `poke_interval`. XCom `page` holds what the page looked like: a fingerprint, not the page.
    A run without a logical date is compared like any other, but later runs are not compared with it.

    :param url: the page (templated)
    :param select: CSS selectors of what counts; everything by default (templated)
    :param ignore: CSS selectors of what does not count (templated)
    :param min_change: the share of lines, 0 to 1, that has to change
    :param fire_on_first: succeed when there was no successful run before
    :param allow_private: watch addresses that are not public, too
    :param poke_interval: seconds between polls, if `timeout` leaves time for more than one
    :param timeout: seconds to go on polling; 0 polls once
    :param soft_fail: be skipped rather than fail when nothing has changed in time
    :param deferrable: wait in the triggerer, without a worker slot
    """

    template_fields: Sequence[str] = ("url", "select", "ignore")
    ui_color = "#e8f1ec"

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        *,
        url: str,
        select: str | Iterable[str] | None = None,
        ignore: str | Iterable[str] | None = None,
        min_change: float = 0,
        fire_on_first: bool = True,
        allow_private: bool = False,
        poke_interval: timedelta | float = EVERY,
        timeout: timedelta | float = 0,
        soft_fail: bool = True,
        deferrable: bool = conf.getboolean("operators", "default_deferrable", fallback=False),
        **kwargs: Any,
    ) -> None:
        super().__init__(poke_interval=poke_interval, timeout=timeout, soft_fail=soft_fail, **kwargs)
        self.url = url
        self.select = select
        self.ignore = ignore
        self.min_change = min_change
        self.fire_on_first = fire_on_first
        self.allow_private = allow_private
        self.deferrable = deferrable
        # What is a template is checked when it is rendered.
        Watch.build(
            url if _is_literal(url) else "https://example.com/",
            select=select if _is_literal(select) else None,
            ignore=ignore if _is_literal(ignore) else None,
            min_change=min_change,
            fire_on_first=fire_on_first,
            allow_private=allow_private,
        )

    def execute(self, context: Context) -> Any:
        """Poll the page; then succeed, wait, or give up."""
        if not (self.deferrable and self.timeout > 0):
            return super().execute(context)
        found = self.poke(context)
        if isinstance(found, PokeReturnValue):
            return found.xcom_value
        trigger = PageChangeTrigger(**self._watch().arguments(), since=self._pulled(context["ti"]))
        self.defer(trigger=trigger, method_name="execute_complete", timeout=timedelta(seconds=self.timeout))
        return None

    def execute_complete(self, context: Context, event: dict[str, Any]) -> PageEvent:
        """Return what the trigger has found."""
        self._push(context, event["memory"])
        found: PageEvent = event["event"]
        return found

    def poke(self, context: Context) -> PokeReturnValue | bool:
        """Poll once, and keep for later runs what was seen."""
        watch = self._watch()
        stored = self._pulled(context["ti"]) or self._last_success(context) or {}
        state = PageState.restored(stored, watch)
        # An older version has kept the validators by themselves.
        given = stored.get("validators") if state.digest else None
        validators = Validators(**given) if given else None
        if state.seen is not None:
            validators = state.seen.validators
        decision = _poll(watch, state, validators, datetime.now(UTC).isoformat(timespec="milliseconds"))
        self._push(context, decision.state.stored())
        if decision.event is None:
            self.log.info("The page %s has not changed.", watch.url)
            return False
        return PokeReturnValue(is_done=True, xcom_value=decision.event)

    def _watch(self) -> Watch:
        return Watch.build(
            self.url,
            # Only between polls, where a sensor may not pause at all.
            every=max(self.poke_interval, 1.0),
            select=self.select,
            ignore=self.ignore,
            min_change=self.min_change,
            fire_on_first=self.fire_on_first,
            allow_private=self.allow_private,
        )

    def _push(self, context: Context, value: dict[str, Any]) -> None:
        context["ti"].xcom_push(key=XCOM_KEY, value=value)

    def _pulled(self, ti: Any, run_id: str | None = None) -> dict[str, Any] | None:
        found = ti.xcom_pull(task_ids=self.task_id, key=XCOM_KEY, run_id=run_id, map_indexes=ti.map_index)
        return found if isinstance(found, dict) else None

    def _last_success(self, context: Context) -> dict[str, Any] | None:
        """Return what this task saw in the last run of the DAG that succeeded as a whole."""
        ti: Any = context["ti"]
        before = context["dag_run"].logical_date or datetime.now(UTC)
        for _ in range(RUNS_BACK):
            previous = ti.get_previous_ti(logical_date=before, map_index=ti.map_index)
            if previous is None or previous.logical_date is None:
                return None
            if ti.get_dagrun_state(ti.dag_id, previous.run_id) == "success":
                return self._pulled(ti, previous.run_id)
            before = previous.logical_date
        return None


def _is_literal(value: object) -> bool:
    parts = value if isinstance(value, list | tuple) else (value,)
    return all(part is None or (isinstance(part, str) and "{" not in part) for part in parts)


def _poll(watch: Watch, state: PageState, validators: Validators | None, checked_at: str) -> Decision:
    require("watch")
    from airflow_provider.pages import configured_manners
    from airflow_provider.web.fetching import Fetcher

    outcome = Fetcher(allow_private=watch.allow_private, **configured_manners()).fetch(watch.url, validators)
    if isinstance(outcome, Failed):
        raise PageUnreachableError(
            f"The page {watch.url} cannot be loaded: {outcome.reason}. Check its address. Polling is not billed.",
            retry_after=outcome.retry_after,
        )
    if isinstance(outcome, NotModified):
        return Decision(state)
    if isinstance(outcome, Gone):
        return decide(watch, state, outcome, checked_at)
    return read_and_decide(watch, state, outcome, checked_at)
