"""
The two schemas of the API, read from what a request holds.

Knows which shapes and type names are allowed. How values become those types is the business of
`reading.values`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from airflow_provider.local.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["string", "number", "integer", "boolean"]

MAX_SCHEMA_FIELDS = 200
MAX_NAME = 200

_EXTRACT_KINDS: Mapping[str, Kind] = {"string": "string", "number": "number", "boolean": "boolean"}
# The examples of the query use `string` and `int`; the others are what people write in their place.
_QUERY_KINDS: Mapping[str, Kind] = {
    **_EXTRACT_KINDS,
    "str": "string",
    "text": "string",
    "date": "string",
    "datetime": "string",
    "url": "string",
    "int": "integer",
    "integer": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "bool": "boolean",
}


@dataclass(frozen=True, slots=True)
class Schema:
    """Field names with the kind of each, in order; *many* asks for a list of items."""

    fields: Mapping[str, Kind]
    many: bool


def read_extract_schema(value: object) -> Schema:
    """Read an array of single-key objects such as ``[{"title": "string"}, {"price": "number"}]``."""
    if not isinstance(value, list) or not value:
        message = 'Field \'json_schema\' must be a non-empty array such as [{"title": "string"}].'
        raise Invalid(message)
    fields: dict[str, Kind] = {}
    for position, entry in enumerate(value, start=1):
        if not isinstance(entry, dict) or len(entry) != 1:
            message = f"Entry {position} of json_schema must be an object with exactly one key, the field name."
            raise Invalid(message)
        ((name, kind),) = entry.items()
        if name in fields:
            message = f"Field {name[:MAX_NAME]!r} is in json_schema more than once."
            raise Invalid(message)
        fields[_checked(name)] = _kind(name, kind, known=_EXTRACT_KINDS)
    return _bounded(Schema(fields, many=True))


def read_query_schema(value: object) -> Schema:
    """Read one object of field names and types, or a list of one such object, which asks for a list."""
    many = isinstance(value, list)
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if not isinstance(value, dict) or not value:
        message = "Field 'json_schema' must hold one JSON object of field names and types, or a list of one."
        raise Invalid(message)
    fields = {_checked(name): _kind(name, kind, known=_QUERY_KINDS) for name, kind in value.items()}
    return _bounded(Schema(fields, many=many))


def _checked(name: str) -> str:
    if not name.strip() or len(name) > MAX_NAME:
        message = f"A field name of json_schema is empty or longer than {MAX_NAME} characters."
        raise Invalid(message)
    return name


def _kind(name: str, kind: object, *, known: Mapping[str, Kind]) -> Kind:
    found = known.get(kind.strip().lower()) if isinstance(kind, str) else None
    if found is None:
        shown = repr(kind[:40]) if isinstance(kind, str) else f"a JSON {type(kind).__name__}"
        listed = ", ".join(list(known)[:-1]) + f" or {list(known)[-1]}"
        message = f"Field {name[:MAX_NAME]!r} of json_schema has type {shown}. Use {listed}."
        raise Invalid(message)
    return found


def _bounded(schema: Schema) -> Schema:
    if len(schema.fields) > MAX_SCHEMA_FIELDS:
        message = f"Field 'json_schema' has more than {MAX_SCHEMA_FIELDS} fields."
        raise Invalid(message)
    return schema
