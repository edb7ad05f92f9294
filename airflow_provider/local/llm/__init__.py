"""
Asking a language model, and holding its answer to what was asked for.

The endpoint is the operator's own choice, so it may be on any network. What a page says is data for it, and so is
what it answers: only the fields of the schema leave, cast to their types. Awaits, and blocks nowhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from airflow_provider.local.errors import Busy, ModelFailed
from airflow_provider.local.llm.answers import read_items, without_thoughts
from airflow_provider.local.llm.endpoint import Completion, complete
from airflow_provider.local.llm.formats import complete_as_json
from airflow_provider.local.llm.pictures import describe
from airflow_provider.local.llm.prompts import Question, messages_of, repair_of, room_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.generation import Message
    from airflow_provider.local.models import Model
    from airflow_provider.local.schemas import Schema

__all__ = ["Completion", "Question", "answer", "describe", "fill", "reply", "room_of"]

Items = list[dict[str, Any]]


async def reply(model: Model, messages: Sequence[Message]) -> Completion:
    """Return what *model* answers to a conversation."""
    return await complete(model, [{"role": one.role, "content": one.content} for one in messages])


async def answer(model: Model, question: Question, source: str) -> Completion:
    """Return what *model* answers to *question* about *source*, in words of its own."""
    found = await complete(model, messages_of(question, source))
    return replace(found, text=without_thoughts(found.text))


async def fill(model: Model, question: Question, source: str, schema: Schema) -> tuple[Items, int]:
    """
    Return items of *schema* that *model* reads out of *source*, and the tokens of all rounds.

    An answer that is not of the schema's shape is asked for once more, with what is wrong with it; values that are
    still of the wrong type then are null. Raises `ModelFailed` where it is no list of objects by then.
    """
    messages = messages_of(question, source)
    first = await complete_as_json(model, messages, schema)
    items, problems = read_items(first.text, schema)
    if not problems:
        return items or [], first.tokens
    try:
        second = await complete_as_json(model, [*messages, *repair_of(first.text, problems, model)], schema)
    except (Busy, ModelFailed) as error:
        if items is not None:
            return items, first.tokens
        # The first round has been paid for: nobody may be told that nothing was done.
        raise ModelFailed(f"The first answer of the language model did not fit the schema. {error.message}") from None
    again, left = read_items(second.text, schema)
    best = again if again is not None else items
    if best is None:
        raise ModelFailed(f"The language model gave no answer that fits the schema, asked twice: {left[0]}.")
    return best, first.tokens + second.tokens
