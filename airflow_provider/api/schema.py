"""
What the caller wants a row to look like, in the contract's words (2.3 and 2.4).

Decides what can be expressed as a `json_schema` and how it is written on the wire.
Knows nothing of answers: `rows` holds those against a schema.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from airflow_provider.errors import SchemaError

EXTRACTION_TYPES = ("string", "number", "boolean")


@dataclass(frozen=True)
class RowSchema:
    """Field names, in order, with their type names; *many* says whether a list of rows is wanted."""

    fields: Mapping[str, str]
    many: bool = True

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
    if is_model(value):
        names = {str: "string", int: "number", float: "number", bool: "boolean"}
        pairs = _model_fields(value, names)
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, list | tuple):
        pairs = [_only_pair(item, position) for position, item in enumerate(value, 1)]
    else:
        raise SchemaError(
            f"json_schema is {_kind(value)}. "
            "Use a list of single-key objects, a dict of field to type, or a pydantic model class."
        )
    return RowSchema(_checked(pairs, EXTRACTION_TYPES))


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
    if is_model(value):
        pairs = _model_fields(value, {str: "string", int: "int", float: "float", bool: "boolean"})
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        raise SchemaError(f"json_schema is {_kind(value)}. Use an object, a list holding one, or a pydantic model.")
    return RowSchema(_checked(pairs, None), many=many)


def is_model(value: object) -> typing.TypeGuard[type[BaseModel]]:
    """Say whether *value* is a pydantic model class."""
    # A subscripted generic such as list[Model] passes isinstance(..., type) on no supported Python.
    return isinstance(value, type) and issubclass(value, BaseModel)


def holds_model(value: object) -> bool:
    """Say whether *value* is a pydantic model class, `list[Model]` or `[Model]`."""
    if typing.get_origin(value) is list:
        return any(is_model(argument) for argument in typing.get_args(value))
    return is_model(value) or (isinstance(value, list) and len(value) == 1 and is_model(value[0]))


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


def _model_fields(model: type[BaseModel], names: Mapping[type, str]) -> list[tuple[object, object]]:
    pairs: list[tuple[object, object]] = []
    for name, field in model.model_fields.items():
        kind = _without_none(field.annotation)
        known = names.get(kind) if isinstance(kind, type) else None
        if known is None:
            what = "a nested model" if is_model(kind) else getattr(kind, "__name__", str(kind))
            raise SchemaError(
                f"Field {name!r} of {model.__name__} has type {what}. "
                "Use str, int, float, bool, or Optional of one of them."
            )
        pairs.append((field.alias or name, known))
    return pairs


def _without_none(annotation: object) -> object:
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else annotation
    return annotation


def _kind(value: object) -> str:
    names = {type(None): "null", dict: "an object", list: "a list", str: "text", bool: "a boolean"}
    return names.get(type(value), f"of type {type(value).__name__}")
