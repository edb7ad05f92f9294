"""
How a model is asked for JSON: by a schema that the endpoint enforces, as any JSON object, or in words alone.

An endpoint that refuses one form is asked in the next; what it has taken is remembered for each model until the
service ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airflow_provider.local.llm.answers import ITEMS
from airflow_provider.local.llm.endpoint import Completion, RefusedError, complete

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.models import Model
    from airflow_provider.local.schemas import Schema

_ACCEPTED: dict[tuple[str, str], int] = {}
_FORMS = 3


async def complete_as_json(model: Model, messages: Sequence[Mapping[str, str]], schema: Schema) -> Completion:
    """Return the answer of *model* in the strictest form that its endpoint takes; raises as `complete` does."""
    asked = (model.url, model.name)
    refusals: list[RefusedError] = []
    for position in range(_ACCEPTED.get(asked, 0), _FORMS):
        try:
            found = await complete(model, messages, response_format=_form(position, schema))
        except RefusedError as error:
            refusals.append(error)
        else:
            _ACCEPTED[asked] = position
            return found
    # It was not about the form.
    _ACCEPTED.pop(asked, None)
    raise refusals[-1]


def _form(position: int, schema: Schema) -> dict[str, Any] | None:
    if position == 0:
        named = {"name": "items", "strict": True, "schema": json_schema_of(schema)}
        return {"type": "json_schema", "json_schema": named}
    return {"type": "json_object"} if position == 1 else None


def json_schema_of(schema: Schema) -> dict[str, Any]:
    """Return *schema* as JSON Schema: an object with the list of items, for no other root is taken everywhere."""
    fields = {name: {"type": [kind, "null"]} for name, kind in schema.fields.items()}
    item = _object(fields)
    return _object({ITEMS: {"type": "array", "items": item}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
