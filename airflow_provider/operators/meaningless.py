"""Arguments that cannot mean anything to an operator, refused in words instead of as unknown."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from airflow_provider.errors import InvalidRequestError

NOT_DEFERRABLE = (
    "It runs on its worker from beginning to end; docs/explanation/why-not-deferrable.md says why, and what to do "
    "instead. Remove it."
)
NOT_CAST = "Its answers are text as the service wrote it, and nothing is cast. Remove it."

NEVER: Mapping[str, str] = {"deferrable": NOT_DEFERRABLE}
WITHOUT_SCHEMA: Mapping[str, str] = {**NEVER, "coerce": NOT_CAST, "on_invalid": NOT_CAST}


def refuse_meaningless(operator: type, given: Collection[str], words: Mapping[str, str]) -> None:
    """Raise `InvalidRequestError` for the first of the argument names *given* that has *words*."""
    # Those of `default_args` are not among them: Airflow hands on what an operator knows.
    for name in given:
        if name in words:
            raise InvalidRequestError(f"Field {name!r} cannot mean anything to {operator.__name__}. {words[name]}")
