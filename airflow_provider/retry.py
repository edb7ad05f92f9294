"""
Our errors, read by Airflow: whether a failed task tries again, and after how long.

What may be retried is data on the errors; this module only hands it on, and says how long waiting may go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from airflow.sdk import RetryDecision, RetryPolicy

from airflow_provider.errors import ContentAIError, NotSentError, RateLimitError
from airflow_provider.state.airflow_versions import wait_and_run_again

# A service that asks for more is asking for a person.
LONGEST_DELAY = timedelta(days=1)
# After these the service has done nothing and will do later, so that waiting need not use up a retry. A limit passes
# as the service says; an address that nobody answers at may be a wrong one, which a person should hear of.
LONGEST_WAITS: Mapping[type[ContentAIError], timedelta] = {
    RateLimitError: timedelta(days=1),
    NotSentError: timedelta(hours=1),
}
# For a service that says "in a second" each time.
MOST_WAITS = 100


class ContentAIRetryPolicy(RetryPolicy):
    """
    Retries what can succeed, fails at once what cannot, waits as long as the service asked.

    Errors that are not ours follow the task's own `retries` and `retry_delay`.
    RETRY never exceeds the task's `retries`. From Airflow 3.4 on, a rate limit or a service that cannot be reached
    uses up none of them, whatever their number, until `LONGEST_WAITS` or `MOST_WAITS` is reached.
    """

    def evaluate(
        self,
        exception: BaseException,
        try_number: int,  # noqa: ARG002 - Airflow's signature
        max_tries: int,  # noqa: ARG002 - Airflow's signature
        context: Any = None,  # noqa: ARG002 - Airflow's signature; its Context is a TypedDict of its own
    ) -> RetryDecision:
        """Decide from the error's class and its `retry_after`."""
        if not isinstance(exception, ContentAIError):
            return RetryDecision.default()
        if not exception.retryable:
            return RetryDecision.fail(reason=f"{type(exception).__name__} will not go away by trying again.")
        delay = None
        if exception.retry_after is not None:
            delay = timedelta(seconds=min(exception.retry_after, LONGEST_DELAY.total_seconds()))
        note = {
            "no": "",
            "maybe": " The failed call may have been billed.",
            "yes": " The failed call was billed.",
        }
        reason = f"{type(exception).__name__} may pass.{note[exception.billed]}"
        for kind, longest in LONGEST_WAITS.items():
            if isinstance(exception, kind):
                return wait_and_run_again(delay, reason, longest=longest, most=MOST_WAITS)
        return RetryDecision.retry(delay=delay, reason=reason)

    def serialize(self) -> dict[str, Any]:
        """Return nothing: the policy has no settings."""
        return {}

    @classmethod
    def deserialize(cls, data: dict[str, Any]) -> ContentAIRetryPolicy:  # noqa: ARG003 - Airflow's signature
        """Return the policy."""
        return cls()
