"""
What was paid for in an earlier run, used again while its page is as it was: what the operators share that load pages.

Says which argument means what, and when the memory is asked and told; which page is paid for is `web.policy`'s
business. An answer whose rows are at fault is not remembered: a later run would fail by it again, for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ExpectationError, InvalidRequestError, ResultError, UnexpectedAnswerError
from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.operators.rows import RowsOperator
from airflow_provider.operators.templates import is_literal

if TYPE_CHECKING:
    from airflow.sdk import Context

    from airflow_provider.reuse import AnswerMemory
    from airflow_provider.spend.recorder import Recorder
    from airflow_provider.web import Reuse
    from airflow_provider.web.policy import Pay, Reused


class ReusingOperator(ContentAIOperator):
    """
    Base of the operators that can do without paying for pages that have not changed.

    :param reuse: a `Reuse` of `airflow_provider.web`, or a dict of the same: where paid answers are remembered, and
        how it is told that a page is as it was (templated)
    """

    def __init__(self, *, reuse: Reuse | Mapping[str, Any] | str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # A dict, for that is what Airflow renders, shows and stores.
        self.reuse = _plain(reuse)
        # What was asked last, for `reuse`: why it was paid for, and the answer.
        self._paid: tuple[Pay, Answer] | None = None
        self._reused_from: str | None = None

    @classmethod
    def partial(cls, **kwargs: Any) -> Any:
        """Map the operator; a `Reuse` among *kwargs* becomes a dict, as in `__init__`."""
        if "reuse" in kwargs:
            kwargs["reuse"] = _plain(kwargs["reuse"])
        return super().partial(**kwargs)

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `reuse` that is wrong, too."""
        super().refuse_wrong_literals(fields)
        if is_literal(reuse := fields.get("reuse")):
            reuse_of(reuse)

    @contextmanager
    def remembering(self, settings: Settings) -> Iterator[None]:
        """Have what earlier runs have paid for at hand, if `reuse` is given."""
        reuse = reuse_of(self.reuse)
        if reuse is None:
            yield
            return
        # Imported here: most tasks read no pages.
        from airflow_provider.reuse import AnswerMemory

        with AnswerMemory(reuse, settings.base_url, keeps_pages=self.checks_pages()) as memory:
            self._memory = memory
            try:
                yield
            finally:
                self._memory = None

    def answer_to(self, request: Request, ask: Callable[[], Answer], recorder: Recorder, settings: Settings) -> Answer:
        """Return what an earlier try has paid for, or an earlier run while the page is as it was, or else ask."""
        memory = self._memory
        if memory is None:
            return ask()
        if (kept := recorder.recall(request, settings)) is not None:
            return kept
        from airflow_provider.web.policy import Reused

        decision = memory.look_now(request)
        if isinstance(decision, Reused) and (answer := memory.answer(request, decision.entry)) is not None:
            self._reused_from = decision.entry.paid_at
            recorder.calls.ledger.reused(request, answer, settings)
            self.log.info("%s is as it was: using what was paid for at %s.", request.named, self._reused_from)
            return answer
        return self._bought(decision, ask, request)

    def result_of(self, request: Any, answer: Any, ask: Callable[[], Answer], context: Context) -> Any:
        """Return the shaped *answer*, and remember what was paid for."""
        memory = self._memory
        if memory is None:
            return super().result_of(request, answer, ask, context)

        def ask_again() -> Answer:
            return self._bought(memory.look_now(request, anew=True), ask, request)

        try:
            result = super().result_of(request, answer, ask_again, context)
        except BaseException as error:
            if isinstance(error, UnexpectedAnswerError | ExpectationError):
                # A later run would fail by it again, for nothing.
                self._paid = None
                memory.drop(request)
            try:
                self._remember(memory, request)
            except ResultError:
                # What is at fault with the answer is what a person, and the retry policy, has to see.
                self.log.exception("What was paid for is not remembered.")
            raise
        self._remember(memory, request)
        return result

    def _bought(self, decision: Reused | Pay, ask: Callable[[], Answer], request: Request) -> Answer:
        """Return what *ask* brings; it is paid for now, as *decision* says."""
        from airflow_provider.web.policy import Pay

        pay = decision if isinstance(decision, Pay) else Pay("new")
        detail = f" ({pay.detail})" if pay.detail else ""
        self.log.info("%s is paid for: %s%s.", request.named, pay.reason.replace("_", " "), detail)
        answer = ask()
        self._reused_from, self._paid = None, (pay, answer)
        return answer

    def _remember(self, memory: AnswerMemory, request: Request) -> None:
        if self._paid is not None:
            pay, answer = self._paid
            memory.keep(request, memory.seen(request, pay, answer), answer)
        memory.save()


class ReusingRowsOperator(ReusingOperator, RowsOperator):
    """
    Base of those that return rows.

    :param reuse_column: a column that says when a row was paid for, if that was in an earlier run; null in all others
        (templated)
    """

    def __init__(self, *, reuse_column: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reuse_column = reuse_column

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `reuse_column` without `reuse`, too."""
        super().refuse_wrong_literals(fields)
        if "reuse" in fields:
            refuse_column_alone(fields.get("reuse_column"), fields["reuse"])

    def check_arguments(self) -> None:
        """Refuse a `reuse` that is wrong, and a `reuse_column` without it, too."""
        super().check_arguments()
        self.check_reuse()

    def check_reuse(self) -> None:
        """Refuse a `reuse` that is wrong, and a `reuse_column` without it."""
        reuse_of(self.reuse)
        refuse_column_alone(self.reuse_column, self.reuse)


def reuse_of(value: object) -> Reuse | None:
    """Return what *value* stands for, as `Reuse.of` does."""
    if value is None:
        return None
    from airflow_provider.web import Reuse

    return Reuse.of(value)


def refuse_column_alone(column: object, reuse: object) -> None:
    """Refuse a `reuse_column` that is no name, or that nothing would ever be in."""
    if column is not None and (not isinstance(column, str) or not column.strip()):
        raise InvalidRequestError(f"Field 'reuse_column' is {column!r}. Give the name of a column, such as 'paid_at'.")
    if column is not None and reuse is None:
        raise InvalidRequestError("Field 'reuse_column' needs 'reuse', for without it every row is paid for.")


def _plain(reuse: Any) -> Any:
    """Return *reuse* as Airflow renders, shows and stores it: a dict of plain values."""
    if isinstance(reuse, Mapping):
        max_age = reuse.get("max_age")
        return {**reuse, "max_age": max_age.total_seconds()} if isinstance(max_age, timedelta) else reuse
    # Whatever else somebody gives is refused by the name of the field.
    return reuse.as_dict() if hasattr(reuse, "as_dict") else reuse
