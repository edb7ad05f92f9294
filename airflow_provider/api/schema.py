"""
What the caller wants a row to look like, in the contract's words (2.3 and 2.4).

Decides what can be expressed as a `json_schema` and how it is written on the wire.
Knows nothing of answers: `rows` holds those against a schema.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel

from airflow_provider.errors import SchemaError

EXTRACTION_TYPES = ("string", "number", "boolean")


@dataclass(frozen=True)
class RowSchema:
    """
    Field names, in order, with their type names; *many* says whether a list of rows is wanted.

    *dtypes* has the pandas dtypes of columns of which a pydantic model says more than the type name does.
    """

    fields: Mapping[str, str]
    many: bool = True
    dtypes: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """The field names in order."""
        return list(self.fields)

    def extraction_wire(self) -> list[dict[str, str]]:
        """Return the array of single-key objects of contract 2.3."""
        return [{name: kind} for name, kind in self.fields.items()]

    def query_wire(self) -> str:
        """Return the string holding JSON of contract 2.4."""
        fields = dict(self.fields)
        return json.dumps([fields] if self.many else fields, ensure_ascii=False)


def extraction_schema(value: object) -> RowSchema:
    """
    Read the `json_schema` of an extraction (contract 2.3).

    Takes the wire form, a dict of field to type, a pydantic model class, or JSON text of one of the first two.
    Raises `SchemaError`, naming the field, for what the service has no words for.
    """
    value = _decoded(value)
    dtypes: Mapping[str, str] = {}
    if is_model(value):
        from airflow_provider.api.models import EXTRACTION_WORDS, dtypes_of, words_of

        pairs, dtypes = words_of(value, EXTRACTION_WORDS), dtypes_of(value)
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, list | tuple):
        pairs = [_only_pair(item, position) for position, item in enumerate(value, 1)]
    else:
        raise SchemaError(
            f"json_schema is {_kind(value)}. "
            "Use a list of single-key objects, a dict of field to type, or a pydantic model class."
        )
    return RowSchema(_checked(pairs, EXTRACTION_TYPES), dtypes=dtypes)


def query_schema(value: object) -> RowSchema:
    """
    Read the `json_schema` of a collection query (contract 2.4); type names are free.

    Takes an object or a list of one object, as JSON text or decoded, a pydantic model class or `list[Model]`.
    Raises `SchemaError`, naming the field, for what the service has no words for.
    """
    value = _decoded(value)
    many = False
    if typing.get_origin(value) is list:
        (value,), many = typing.get_args(value), True
    elif isinstance(value, list | tuple):
        if len(value) != 1:
            raise SchemaError(f"json_schema is a list of {len(value)} objects. Use one object, or a list holding one.")
        value, many = value[0], True
    dtypes: Mapping[str, str] = {}
    if is_model(value):
        from airflow_provider.api.models import QUERY_WORDS, dtypes_of, words_of

        pairs, dtypes = words_of(value, QUERY_WORDS), dtypes_of(value)
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        raise SchemaError(f"json_schema is {_kind(value)}. Use an object, a list holding one, or a pydantic model.")
    return RowSchema(_checked(pairs, None), many=many, dtypes=dtypes)


def is_model(value: object) -> typing.TypeGuard[type[BaseModel]]:
    """Say whether *value* is a pydantic model class."""
    # A subscripted generic such as list[Model] passes isinstance(..., type) on no supported Python.
    return isinstance(value, type) and issubclass(value, BaseModel)


def holds_model(value: object) -> bool:
    """Say whether *value* is a pydantic model class, `list[Model]` or `[Model]`."""
    return _model_of(value) is not None


def model_in(value: object) -> type[BaseModel] | None:
    """Return the model of what `holds_model` or was made from that by `wire_of_model`; None for any other schema."""
    return getattr(value, "model", None) if isinstance(value, ListOfModel | TextOfModel) else _model_of(value)


def wire_of_model(wire: list[dict[str, str]] | str, schema: object) -> ListOfModel | TextOfModel:
    """
    Return *wire*, the wire form of *schema*, as a value that `model_in` finds the model in.

    Airflow hands the arguments of `partial()` on to each mapped instance, and would call a class among them.
    """
    carrier = TextOfModel(wire) if isinstance(wire, str) else ListOfModel(wire)
    carrier.model = model_in(schema)
    return carrier


class ListOfModel(list[dict[str, str]]):
    """A schema on the wire that was a pydantic model: to Airflow the list that it is."""

    model: type[BaseModel] | None


class TextOfModel(str):
    """A schema on the wire that was a pydantic model: to Airflow the text that it is."""

    __slots__ = ("model",)
    model: type[BaseModel] | None


def _model_of(value: object) -> type[BaseModel] | None:
    if typing.get_origin(value) is list:
        (value,) = typing.get_args(value)
    elif isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if is_model(value) else None


def _decoded(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        # An object that names a field twice would silently lose one of them.
        return json.loads(value, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise SchemaError(f"json_schema is text that is not JSON ({error}). Use JSON, a list or a dict.") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for name, _ in pairs:
        if [other for other, _ in pairs].count(name) > 1:
            raise SchemaError(f"Field {name!r} stands twice in json_schema. Give each field once.")
    return dict(pairs)


def _only_pair(item: object, position: int) -> tuple[object, object]:
    if not isinstance(item, Mapping):
        raise SchemaError(f"Item {position} of json_schema is {_kind(item)}. Use an object with one field.")
    if len(item) != 1:
        raise SchemaError(
            f"Item {position} of json_schema has {len(item)} fields ({', '.join(map(repr, item))}). "
            "Use one object per field."
        )
    return next(iter(item.items()))


def _checked(pairs: Iterable[tuple[object, object]], allowed: tuple[str, ...] | None) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, kind in pairs:
        if not isinstance(name, str) or not name.strip():
            raise SchemaError(f"json_schema has an empty field name ({name!r}). Name every field.")
        if name in fields:
            raise SchemaError(f"Field {name!r} stands twice in json_schema. Give each field once.")
        if not isinstance(kind, str) or not kind.strip() or (allowed and kind not in allowed):
            advice = " or ".join((", ".join(allowed[:-1]), allowed[-1])) if allowed else "a type name such as string"
            given = repr(kind) if isinstance(kind, str) else _kind(kind)
            raise SchemaError(f"Field {name!r} of json_schema has type {given}. Use {advice}.")
        fields[name] = kind
    if not fields:
        raise SchemaError("json_schema is empty. Name at least one field, or leave json_schema out.")
    return fields


def _kind(value: object) -> str:
    names = {type(None): "null", dict: "an object", list: "a list", str: "text", bool: "a boolean"}
    return names.get(type(value), f"of type {type(value).__name__}")
