"""
Our errors, read by Airflow: whether a failed task tries again, and after how long.

What may be retried is data on the errors; this module only hands it on.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from airflow.sdk import RetryDecision, RetryPolicy

from airflow_provider.errors import ContentAIError

# A service that asks for more is asking for a person.
LONGEST_DELAY = timedelta(days=1)


class ContentAIRetryPolicy(RetryPolicy):
    """
    Retries what can succeed, fails at once what cannot, waits as long as the service asked.

    Errors that are not ours follow the task's own `retries` and `retry_delay`.
    RETRY never exceeds the task's `retries`.
    """

    def evaluate(
        self,
        exception: BaseException,
        try_number: int,  # noqa: ARG002 - Airflow's signature
        max_tries: int,  # noqa: ARG002 - Airflow's signature
        context: Any = None,  # noqa: ANN401, ARG002 - Airflow's signature; its Context is a TypedDict of its own
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
        return RetryDecision.retry(
            delay=delay,
            reason=f"{type(exception).__name__} may pass.{note[exception.billed]}",
        )

    def serialize(self) -> dict[str, Any]:
        """Return nothing: the policy has no settings."""
        return {}

    @classmethod
    def deserialize(cls, data: dict[str, Any]) -> ContentAIRetryPolicy:  # noqa: ARG003 - Airflow's signature
        """Return the policy."""
        return cls()
