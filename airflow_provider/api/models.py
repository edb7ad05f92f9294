"""
A pydantic model class as the schema of rows: how its fields travel, and whether a row is one of it.

Decides which fields have words on the wire, and what a validated value is in JSON; knows nothing of calls.
"""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import (
    AliasChoices,
    AwareDatetime,
    BaseModel,
    FutureDate,
    FutureDatetime,
    NaiveDatetime,
    PastDate,
    PastDatetime,
    ValidationError,
)

from airflow_provider.api.schema import is_model
from airflow_provider.errors import SchemaError

Row = dict[str, Any]

# What a field may hold, by its annotation. Dates travel as text, decimals as numbers: JSON has neither.
KINDS: Mapping[object, str] = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "boolean",
    Decimal: "number",
    **dict.fromkeys((date, PastDate, FutureDate), "date"),
    **dict.fromkeys((datetime, AwareDatetime, PastDatetime, FutureDatetime), "time"),
    NaiveDatetime: "local time",
}
_TEXTS = dict.fromkeys(("text", "date", "time", "local time"), "string")
# The words of contract 2.3 and 2.4 for each kind.
EXTRACTION_WORDS = {**_TEXTS, "integer": "number", "number": "number", "boolean": "boolean"}
QUERY_WORDS = {**_TEXTS, "integer": "int", "number": "float", "boolean": "boolean"}
# The column of a DataFrame for each kind of which the words say too little.
DTYPES = {
    "integer": "Int64",
    "date": "datetime64[ms]",
    "time": "datetime64[us, UTC]",
    "local time": "datetime64[us]",
}
SHOWN = 80
# Up to here a float is exactly the whole number that it shows.
EXACT = 2**53


def words_of(model: type[BaseModel], words: Mapping[str, str]) -> list[tuple[object, object]]:
    """Return each field of *model* with the one of *words* for its kind; raises `SchemaError` naming the field."""
    return [(name, words[kind]) for name, kind in _kinds_of(model).items()]


def dtypes_of(model: type[BaseModel]) -> dict[str, str]:
    """Return the pandas dtypes of those fields of which the wire says too little."""
    return {name: DTYPES[kind] for name, kind in _kinds_of(model).items() if kind in DTYPES}


def described(text: str, model: type[BaseModel]) -> str:
    """Return *text* followed by a line for each field of *model* that has a description; once, however often asked."""
    known = {name: field.description for name, field in model.model_fields.items() if field.description}
    if not known:
        return text
    lines = [f"- {_wire_name(model, name)}: {' '.join(said.split())}" for name, said in known.items()]
    added = "\n".join(("", "", "Fields:", *lines))
    return text if text.endswith(added) else text + added


class RowModel:
    """
    Holds rows against *model*, as they travelled: in JSON, already cast to the types on the wire.

    A field that is null takes the model's default where it has one, for the service says null for what it has not
    found. Of fields *besides* the model is not told.
    """

    def __init__(self, model: type[BaseModel], *, besides: Collection[str] = ()) -> None:
        self.name = model.__name__
        self._validate = _read_as_json(model) if _is_strict(model) else model.model_validate
        self._names = [(name, _wire_name(model, name)) for name in model.model_fields]
        self._read_as = {_wire_name(model, name): _read_name(model, name) for name in model.model_fields}
        self._wire_names = {read: wire for wire, read in self._read_as.items()}
        self._wire_names |= dict(self._names)
        self._optional = {
            _wire_name(model, name) for name, field in model.model_fields.items() if not field.is_required()
        }
        self._besides = frozenset(besides)

    def check(self, row: Mapping[str, Any]) -> tuple[Row | None, dict[str, str]]:
        """
        Return *row* with the model's values, in JSON, and no problems; or None and what is wrong, in words by field.

        What is wrong with no field in particular stands under "".
        """
        given = {
            self._read_as.get(name, name): value
            for name, value in row.items()
            if (value is not None or name not in self._optional) and name not in self._besides
        }
        try:
            instance = self._validate(given)
        except ValidationError as error:
            return None, self._problems(error, row)
        values = vars(instance)
        checked = dict(row)
        for name, wire in self._names:
            value = values[name]
            checked[wire] = value if value.__class__ in _SAFE else _in_json(value)
        return checked, {}

    def _problems(self, error: ValidationError, row: Mapping[str, Any]) -> dict[str, str]:
        problems: dict[str, str] = {}
        for problem in error.errors(include_url=False, include_context=False, include_input=False):
            place = str(problem["loc"][0]) if problem["loc"] else ""
            name = self._wire_names.get(place, place)
            if name not in problems:
                problems[name] = (
                    f"field {name!r}: {_shown(row.get(name))}: {problem['msg']}" if name else problem["msg"]
                )
        return problems


def _kinds_of(model: type[BaseModel]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    # A class whose annotations are text may name what was defined after it.
    model.model_rebuild(raise_errors=False)
    for name, field in model.model_fields.items():
        annotation = _bare(field.annotation)
        kind = _kind_of(annotation)
        if isinstance(annotation, typing.ForwardRef):
            raise SchemaError(
                f"Field {name!r} of {model.__name__} has type {annotation.__forward_arg__}, which is not defined where "
                "the class is. Import it there, outside of `if TYPE_CHECKING`."
            )
        if kind is None:
            what = "a nested model" if is_model(annotation) else getattr(annotation, "__name__", str(annotation))
            raise SchemaError(
                f"Field {name!r} of {model.__name__} has type {what}. Use str, int, float, bool, Decimal, date, "
                "datetime, Literal, an Enum of text or of numbers, or Optional of one of them."
            )
        kinds[_wire_name(model, name)] = kind
    return kinds


def _kind_of(annotation: object) -> str | None:
    if typing.get_origin(annotation) is typing.Literal:
        return _kind_of_values(typing.get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _kind_of_values([member.value for member in annotation])
    return KINDS.get(annotation) if isinstance(annotation, type) else None


def _kind_of_values(values: typing.Iterable[object]) -> str | None:
    found = {KINDS.get(type(value.value if isinstance(value, Enum) else value)) for value in values}
    found.discard("integer" if "number" in found else None)
    return found.pop() if len(found) == 1 else None


def _bare(annotation: object) -> object:
    """Return *annotation* without `Optional`, `Annotated` and a name of its own."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _bare(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return _bare(members[0]) if len(members) == 1 else annotation
    return annotation


def _wire_name(model: type[BaseModel], name: str) -> str:
    return model.model_fields[name].alias or name


def _read_name(model: type[BaseModel], name: str) -> str:
    """Return the name under which *model* reads the field *name*."""
    alias: Any = model.model_fields[name].validation_alias
    if isinstance(alias, AliasChoices):
        alias = next((choice for choice in alias.choices if isinstance(choice, str)), None)
    return alias if isinstance(alias, str) else _wire_name(model, name)


def _is_strict(model: type[BaseModel]) -> bool:
    fields = model.model_fields.values()
    return bool(model.model_config.get("strict")) or any(
        getattr(said, "strict", False) for field in fields for said in field.metadata
    )


def _read_as_json(model: type[BaseModel]) -> Callable[[Mapping[str, Any]], BaseModel]:
    # A strict date is no text, but where the text is JSON's.
    return lambda row: model.model_validate_json(json.dumps(row))


_SAFE = frozenset((str, int, bool, type(None)))


def _in_json(value: Any) -> Any:
    if value.__class__ in _SAFE:
        return value
    if isinstance(value, Enum):
        return _in_json(value.value)
    if isinstance(value, Decimal):
        number = float(value)
        return int(number) if number.is_integer() and abs(number) < EXACT else _in_json(number)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, date):
        return value.isoformat()
    from pydantic_core import to_jsonable_python

    # A model's own validators may return anything.
    return to_jsonable_python(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
