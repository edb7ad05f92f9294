"""What Airflow decides after each of our errors."""

from __future__ import annotations

import inspect
from datetime import timedelta

import pytest
from airflow.sdk import RetryAction

from airflow_provider import errors
from airflow_provider.retry import ContentAIRetryPolicy

CLASSES = [
    value for _, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, errors.ContentAIError)
]
# Airflow 3.3 has no other way to wait than to use up a retry.
WAIT = getattr(RetryAction, "RESCHEDULE", RetryAction.RETRY)
NOTES = {"no": "", "maybe": "may have been billed", "yes": "was billed"}


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_the_decision_is_the_one_on_the_class(kind: type[errors.ContentAIError]) -> None:
    decision = ContentAIRetryPolicy().evaluate(kind("x"), try_number=1, max_tries=3)

    again = WAIT if issubclass(kind, errors.RateLimitError | errors.NotSentError) else RetryAction.RETRY
    assert decision.action is (again if kind.retryable else RetryAction.FAIL)
    assert kind.__name__ in decision.reason
    if kind.retryable:
        assert NOTES[kind.billed] in decision.reason
        assert decision.retry_delay is None


@pytest.mark.parametrize(
    ("told", "delay"),
    [(0, timedelta()), (7.5, timedelta(seconds=7.5)), (10**9, timedelta(days=1)), (float("inf"), timedelta(days=1))],
)
def test_the_service_says_how_long_to_wait_up_to_a_day(told: float, delay: timedelta) -> None:
    error = errors.RateLimitError("x", status=429, retry_after=told)

    assert ContentAIRetryPolicy().evaluate(error, 1, 3).retry_delay == delay


@pytest.mark.skipif(WAIT is RetryAction.RETRY, reason="Airflow 3.3 waits by using up a retry")
@pytest.mark.parametrize(("kind", "hours"), [(errors.RateLimitError, 24), (errors.NotSentError, 1)])
@pytest.mark.parametrize("retries", [0, 3])
def test_waiting_for_the_service_uses_up_no_retry_and_ends_some_time(
    kind: type[errors.ContentAIError], hours: int, retries: int
) -> None:
    decision = ContentAIRetryPolicy().evaluate(kind("x"), try_number=1, max_tries=retries)

    assert (decision.max_reschedules, decision.reschedule_timeout) == (100, timedelta(hours=hours))


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), OSError()], ids=repr)
def test_errors_of_others_follow_the_tasks_own_settings(error: BaseException) -> None:
    assert ContentAIRetryPolicy().evaluate(error, 1, 3).action is RetryAction.DEFAULT


def test_the_policy_travels_with_the_dag() -> None:
    policy = ContentAIRetryPolicy()

    assert isinstance(ContentAIRetryPolicy.deserialize(policy.serialize()), ContentAIRetryPolicy)
