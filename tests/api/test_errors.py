"""The tree of errors: what its classes say about trying again and about money."""

from __future__ import annotations

import inspect
import pickle

import pytest

from airflow_provider import errors
from airflow_provider.api.answers import Usage

# retryable, billed, answered, parent
TREE = {
    "ContentAIError": (False, "no", True, "Exception"),
    "RefusedError": (False, "no", True, "ContentAIError"),
    "InvalidRequestError": (False, "no", True, "RefusedError"),
    "SchemaError": (False, "no", False, "InvalidRequestError"),
    "ConnectionConfigError": (False, "no", False, "RefusedError"),
    "AuthenticationError": (False, "no", True, "RefusedError"),
    "NotFoundError": (False, "no", True, "RefusedError"),
    "CertificateError": (False, "no", False, "RefusedError"),
    "MissingExtraError": (False, "no", False, "RefusedError"),
    "RedirectError": (False, "no", True, "RefusedError"),
    "BudgetExceededError": (False, "no", False, "RefusedError"),
    "TooManyFailuresError": (True, "no", True, "ContentAIError"),
    "NothingSucceededError": (True, "no", True, "ContentAIError"),
    "NothingCanSucceedError": (False, "no", True, "NothingSucceededError"),
    "BatchStoppedError": (True, "no", True, "ContentAIError"),
    "PageUnreachableError": (True, "no", True, "ContentAIError"),
    "NotSentError": (True, "no", False, "ContentAIError"),
    "LimitsUnavailableError": (True, "no", False, "ContentAIError"),
    "RateLimitError": (True, "no", True, "ContentAIError"),
    "ServerError": (True, "maybe", True, "ContentAIError"),
    "NoAnswerError": (True, "maybe", False, "ContentAIError"),
    "UnexpectedAnswerError": (True, "yes", True, "ContentAIError"),
    "RowError": (True, "yes", True, "UnexpectedAnswerError"),
    "AnswerTooLargeError": (False, "yes", True, "ContentAIError"),
    "ExpectationError": (False, "no", True, "ContentAIError"),
    "ResultError": (True, "no", True, "ContentAIError"),
}
CLASSES = {
    name: value
    for name, value in inspect.getmembers(errors, inspect.isclass)
    if issubclass(value, errors.ContentAIError)
}


def test_the_tree_is_the_one_that_is_drawn() -> None:
    assert errors.__doc__ is not None
    assert set(CLASSES) == set(TREE)
    assert all(name in errors.__doc__ for name in TREE)


@pytest.mark.parametrize(("name", "facts"), TREE.items(), ids=TREE)
def test_what_a_caller_decides_by_is_data_on_the_class(name: str, facts: tuple[bool, str, bool, str]) -> None:
    kind = CLASSES[name]

    assert (kind.retryable, kind.billed, kind.answered, kind.__base__.__name__) == facts  # type: ignore[union-attr]
    assert kind.__doc__


@pytest.mark.parametrize("kind", CLASSES.values(), ids=CLASSES)
def test_an_error_survives_the_way_between_processes(kind: type[errors.ContentAIError]) -> None:
    error = kind("It failed.", status=500, retry_after=7.5, tokens=9)
    error.add_note("seen on Monday")

    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes

    assert type(copy) is kind
    assert str(copy) == "It failed."
    assert (copy.status, copy.retry_after, copy.tokens) == (500, 7.5, 9)
    assert copy.__notes__ == ["seen on Monday"]


@pytest.mark.parametrize(
    ("kind", "tokens", "usage"),
    [
        (errors.RateLimitError, None, Usage()),
        (errors.NotSentError, None, Usage()),
        (errors.InvalidRequestError, 5, Usage()),
        (errors.ServerError, None, Usage(calls=1, unreported_calls=1)),
        (errors.ServerError, 5, Usage(calls=1, tokens=5)),
        (errors.UnexpectedAnswerError, 5, Usage(calls=1, tokens=5)),
        (errors.RowError, None, Usage(calls=1, unreported_calls=1)),
        (errors.AnswerTooLargeError, None, Usage(calls=1, unreported_calls=1)),
        (errors.NoAnswerError, None, Usage(unconfirmed_calls=1)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_an_error_may_have_cost_follows_from_its_class(
    kind: type[errors.ContentAIError], tokens: int | None, usage: Usage
) -> None:
    assert Usage.of_error(kind("x", tokens=tokens)) == usage


def test_tokens_stay_unknown_until_a_call_reports_some() -> None:
    nothing = Usage() + Usage.of_call(None)

    assert nothing == Usage(calls=1, unreported_calls=1)
    assert nothing.tokens is None
    assert (nothing + Usage.of_call(0)).tokens == 0
    assert nothing + Usage.of_call(5) == Usage(calls=2, tokens=5, unreported_calls=1)
