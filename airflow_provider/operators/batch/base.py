"""
What the batch operators share: items checked and sent, answers kept until their rows are delivered.

Knows no operation: a subclass names its request, what an answer has to be, and the rows it becomes.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider import telemetry
from airflow_provider.api.answers import Usage
from airflow_provider.api.request import Request
from airflow_provider.api.rows import Row
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.failures import OnItemError, max_failures_of
from airflow_provider.batch.limiter import concurrency_of
from airflow_provider.batch.plan import Plan
from airflow_provider.batch.run import BatchRun
from airflow_provider.errors import ResultError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators.batch.items import ItemsOperator
from airflow_provider.operators.batch.manifest import MANIFEST_KEY, manifest_of, tell_reuse, warn_of_failures
from airflow_provider.operators.templates import is_literal
from airflow_provider.results import ROW_SUFFIXES, check_path, refuse_suffix, size_of
from airflow_provider.shared.pace import SharedPace
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.recorder import calls_of
from airflow_provider.state.success import after_success

if TYPE_CHECKING:
    from airflow.sdk import Context

    from airflow_provider.api.settings import Settings


class BatchOperator(ItemsOperator):
    """
    Base of the batch operators; does nothing by itself.

    Returns rows in the order of the items, or the path they were written to. Equal items are sent once.
    Pushes XCom `usage`, and `manifest`: `{"items", "succeeded", "failed", "resumed", "planned", "seconds", "usage",
    "rows", "bytes", "result_path", "failures": [{"link", "error", "status"}], "failures_path"}`, at most 100 failures;
    with `reuse` also `"reused"`, `"reused_from"` and `"paid_for"`.

    A retry, and a cleared task that had failed, sends only what has no answer; a cleared task that had
    succeeded asks everything anew.

    :param concurrency: the most calls in flight (templated)
    :param on_item_error: "continue" with the others, or "fail" at the first failed item (templated)
    :param max_failures: how many items may fail before the task does: a number, or a share of all below 1 (templated)
    """

    choices: ClassVar[Mapping[str, Any]] = {**ItemsOperator.choices, "on_item_error": OnItemError}
    suffixes: ClassVar[tuple[str, ...]] = ROW_SUFFIXES

    def __init__(
        self,
        *,
        concurrency: int | str = 16,
        on_item_error: OnItemError | str = "continue",
        max_failures: float | str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.concurrency = concurrency
        self.on_item_error = on_item_error
        self.max_failures = max_failures
        self._batch: BatchRun | None = None
        self._told_to_end = False

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse numbers out of range, too."""
        super().refuse_wrong_literals(fields)
        if is_literal(concurrency := fields.get("concurrency", 1)):
            concurrency_of(concurrency)
        if is_literal(most := fields.get("max_failures")):
            max_failures_of(most)

    @classmethod
    def refuse_wrong_path(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `result_path` of no known format."""
        refuse_suffix(fields.get("result_path"), cls.suffixes)

    def check_arguments(self) -> None:
        """Refuse an unknown choice, numbers out of range, and a result path that cannot be written."""
        self.refuse_unknown_choices(vars(self))
        concurrency_of(self.concurrency)
        max_failures_of(self.max_failures)
        if self.result_path is not None:
            check_path(self.result_path, self.suffixes)

    def check_columns(self) -> None:
        """Refuse what does not go with the columns of the rows, once the items are read and these are known."""
        self.row_schema()

    def execute(self, context: Context) -> Any:
        """Send what has no answer yet and return the rows of all, or where they are."""

        def observe(operation: str, usage: Usage, seconds: float) -> None:
            telemetry.emit(operation, self.content_ai_conn_id, usage, seconds)

        ledger = calls_of({**context, "task": self}).ledger
        try:
            self.check_arguments()
            self.refuse_shared_path(context)
            self.warn_of_past_date(context)
            with closing(self.read()) as items:
                self.check_columns()
                ledger.begin()
                hook = ContentAIHook(self.content_ai_conn_id)
                settings, budget = hook.settings, self.budget_at_work()
                commits = GroupCommit(ledger, budget=budget, observe=observe, store=hook.store)
                with closing(commits), self.remembering(settings):
                    plan = self._plan(settings, hook.pace)
                    run = BatchRun(plan, items, settings, commits, label=_label(context), memory=self._memory)
                    with closing(run) as self._batch:
                        if self._told_to_end:
                            run.terminate()
                        return self._sent_and_written(run, ledger, context)
        finally:
            self._batch = None
            ledger.publish(self.request_type.operation)

    def on_kill(self) -> None:
        """Finish writing: nothing that is answered is lost, and no call is left uncounted."""
        self._told_to_end = True
        if self._batch is not None:
            self._batch.terminate()

    def check(self, request: Any, answer: Any) -> None:
        """Refuse, with a `ContentAIError`, an answer that is of no use; any is of use unless a subclass says so."""

    def build_request(self) -> Request:
        """Refuse: there is not one request."""
        raise NotImplementedError

    def get_openlineage_facets_on_complete(self, task_instance: Any) -> Any:
        """Name no inputs, for there may be thousands; the tokens are a run facet."""
        from airflow_provider import lineage

        return lineage.facets(None, task_instance)

    def _plan(self, settings: Settings, pace: SharedPace | None) -> Plan:
        overflow = None if self.result_path is None else f"{self.result_path.rstrip('/')}.parts"
        return Plan(
            build=self.request_for,
            check=self.check,
            name=self.name_of,
            trace=telemetry.tracer(self.content_ai_conn_id, settings.base_url),
            overflow=overflow,
            concurrency=concurrency_of(self.concurrency),
            on_item_error="fail" if self.on_item_error == "fail" else "continue",
            max_failures=max_failures_of(self.max_failures),
            pace=pace,
            asks_again=self.asks_again,
        )

    def _sent_and_written(self, batch: BatchRun, ledger: Ledger, context: Context) -> Any:
        ti = context["ti"]
        # Both hold only once Airflow has recorded the success: until then a retry, or a clear, wants the answers.
        after_success(ledger.context, batch.delete_overflow)
        ledger.forget_after_success()
        try:
            batch.send()
            # Before the rows are written: a kill from here on still leaves the spend to see.
            ledger.publish()
            self.log.info("Spent so far, in all tries: %s.", ledger.usage)
            result = self.result_of_batch(batch, ledger, context)
        except BaseException:
            self._remember_failing(batch)
            try:
                manifest = manifest_of(batch, ledger.published(), self.result_path, rows=None, size=None)
                warn_of_failures(batch, manifest, _label(context))
                ti.xcom_push(key=MANIFEST_KEY, value=manifest)
            except Exception:
                # What stopped the batch is what a person, and the retry policy, has to see.
                self.log.exception("XCom 'manifest' could not be pushed.")
            raise
        batch.remember(self.at_fault())
        rows = None if self._preview is None else self._preview.count
        manifest = manifest_of(batch, ledger.published(), self.result_path, rows=rows, size=self.written_bytes())
        ti.xcom_push(key=MANIFEST_KEY, value=manifest)
        self.delivered(context)
        tell_reuse(manifest, _label(context))
        warn_of_failures(batch, manifest, _label(context))
        return result

    def _remember_failing(self, batch: BatchRun) -> None:
        """Remember what a try that fails has paid for: there may be none after it."""
        try:
            batch.remember(self.at_fault())
        except Exception:
            self.log.exception("What was paid for is not remembered; a retry uses it all the same.")

    @property
    def asks_again(self) -> bool:
        """Whether items may be asked a second time, for rows that are as expected."""
        return False

    def at_fault(self) -> Collection[int]:
        """Return the input numbers of items whose rows are not to be used again."""
        return ()

    def result_of_batch(self, batch: BatchRun, ledger: Ledger, context: Context) -> Any:  # noqa: ARG002 - as below; a subclass may ask again
        """Return the rows of all answers, or where they are."""
        return self.written(batch)

    def written(self, batch: BatchRun) -> Any:
        """Return `all_rows` as a path, a DataFrame or a list."""
        rows = self.all_rows(batch)
        return self.shaped(rows if self.result_path is not None else self._small(rows), self.row_schema())

    def written_bytes(self) -> int | None:
        """Return the size of what was written; None if nothing was."""
        return None if self.result_path is None else size_of(self.result_path)

    def _small(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield *rows* for XCom; raises `ResultError` once they are too many for it."""
        size = 0
        for row in rows:
            size += len(json.dumps(row)) + 2
            if size > self.max_xcom_bytes and self.do_xcom_push:
                raise ResultError(
                    f"The rows take more than max_xcom_bytes ({self.max_xcom_bytes:,}) in XCom. "
                    "Set result_path to write them to a file; the answers are kept, and a retry pays nothing."
                )
            yield row

    def all_rows(self, batch: BatchRun) -> Iterator[Row]:
        """Yield the rows of all answers, in input order."""
        for _, rows in self.rows_by_item(batch):
            yield from rows


def _label(context: Context) -> str:
    ti = context["ti"]
    if ti.map_index is None or ti.map_index < 0:
        return ""
    return str(getattr(ti, "rendered_map_index", None) or f"map index {ti.map_index}")
