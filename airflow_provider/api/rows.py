"""
Rows of an answer, held against the schema they were asked with.

Decides what counts as a string, a number or a boolean; what to do with the rest is the caller's choice.
Knows nothing of DataFrames or files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from airflow_provider.api.schema import RowSchema
from airflow_provider.api.words import BILLED
from airflow_provider.errors import RowError

Coerce = Literal["strict", "lenient"]
OnInvalid = Literal["raise", "null", "skip"]
Row = dict[str, Any]

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
TRUE_WORDS = frozenset({"true", "yes", "y", "on", "1"})
FALSE_WORDS = frozenset({"false", "no", "n", "off", "0"})
INT64 = 2**63
SHOWN = 80


class _NotCastError(ValueError):
    pass


def check_rows(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
    rows: Sequence[Mapping[str, Any]],
    schema: RowSchema,
    *,
    coerce: Coerce = "strict",
    on_invalid: OnInvalid = "raise",
    tokens: int | None = None,
    of: Callable[[], str] = lambda: "the answer",
) -> list[Row]:
    """
    Return *rows* with the schema's fields first, in order and cast to their types; other fields follow as given.

    A missing field becomes None.
    With `coerce="lenient"` text such as "$12" or "1,299.00" is a number, as `lenient` reads it, and "yes" a boolean.
    What cannot be cast raises `RowError` naming row (from 1), what it is the row *of*, and field,
    or with *on_invalid* becomes None, or leaves out its row. Only then *of* is asked.
    """
    casts = {name: _CASTS.get(kind.strip().lower()) for name, kind in schema.fields.items()}
    checked: list[Row] = []
    for number, row in enumerate(rows, 1):
        try:
            checked.append(_check_row(row, casts, lenient=coerce == "lenient", nullify=on_invalid == "null"))
        except _NotCastError as error:
            if on_invalid == "skip":
                continue
            advice = "Say in the prompt which form you want" if coerce == "lenient" else "Set coerce='lenient'"
            raise RowError(
                f"Row {number} of {of()}, {error}. {BILLED[RowError.billed]} {advice}, or on_invalid='null' or 'skip'.",
                status=200,
                tokens=tokens,
            ) from None
    return checked


def _check_row(row: Mapping[str, Any], casts: Mapping[str, Cast | None], *, lenient: bool, nullify: bool) -> Row:
    checked: Row = {}
    for name, cast in casts.items():
        value = row.get(name)
        if value is not None and cast is not None:
            try:
                value = cast(value, lenient)
            except _NotCastError as error:
                if not nullify:
                    raise _NotCastError(f"field {name!r}: {_shown(row[name])} is not {error}") from None
                value = None
        checked[name] = value
    return checked | {name: value for name, value in row.items() if name not in casts}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _string(value: object, lenient: bool) -> str:  # noqa: ARG001, FBT001 - one signature for every cast
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise _NotCastError("text")


def _number(value: object, lenient: bool) -> int | float:  # noqa: FBT001 - one signature for every cast
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        if NUMBER.fullmatch(text := value.strip()):
            return _finite(text)
        if lenient:
            # Imported here: its many patterns are compiled for whoever asks for them.
            from airflow_provider.api.lenient import plain_number

            if (plain := plain_number(text)) is not None:
                return _finite(plain)
    raise _NotCastError("a number")


def _finite(text: str) -> int | float:
    number = float(text)
    if not math.isfinite(number):
        raise _NotCastError("a number")
    # Beyond 64 bits neither Parquet nor Airflow's messages carry an integer.
    if re.fullmatch(r"[+-]?[0-9]+", text) and abs(number) <= INT64 and abs(int(text)) < INT64:
        return int(text)
    return number


def _integer(value: object, lenient: bool) -> int:  # noqa: FBT001 - one signature for every cast
    number = _number(value, lenient)
    if number != int(number) or abs(number) >= INT64:
        raise _NotCastError("a whole number")
    return int(number)


def _boolean(value: object, lenient: bool) -> bool:  # noqa: FBT001 - one signature for every cast
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if isinstance(value, str) and word in ("true", "false"):
        return word == "true"
    if lenient and isinstance(value, str | int) and word in TRUE_WORDS | FALSE_WORDS:
        return word in TRUE_WORDS
    raise _NotCastError("a boolean")


Cast = Callable[[Any, bool], Any]

# Extraction knows the first three; a query's type names are free, so the field's usual words are understood
# and any other word leaves its values as they came.
_CASTS: dict[str, Cast] = {
    **dict.fromkeys(("string", "str", "text"), _string),
    **dict.fromkeys(("number", "float", "double", "decimal"), _number),
    **dict.fromkeys(("boolean", "bool"), _boolean),
    **dict.fromkeys(("int", "integer"), _integer),
}

COLUMN_TYPES: dict[Cast | None, str] = {
    _string: "string",
    _number: "Float64",
    _boolean: "boolean",
    _integer: "Int64",
}


def column_types(schema: RowSchema) -> dict[str, str]:
    """Return for each column the name of its nullable pandas dtype; `object` where the type name is free."""
    return {
        name: schema.dtypes.get(name) or COLUMN_TYPES.get(_CASTS.get(kind.strip().lower()), "object")
        for name, kind in schema.fields.items()
    }
