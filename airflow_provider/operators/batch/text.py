"""Many conversations, one model: `TextGenerationOperator` as a batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from airflow_provider.api.requests import TextGenerationRequest
from airflow_provider.api.rows import Row
from airflow_provider.api.schema import RowSchema
from airflow_provider.operators.batch.base import BatchOperator


class TextGenerationBatchOperator(BatchOperator):
    """
    Continue many conversations with one model (contract 4.3).

    A row is `item`, the conversation's number from 1, and `response`.

    :param conversations: each a list of messages or one string, or a record with it in `conversation` or `messages`:
        a list, a DataFrame, text that renders to a list, or the path of a file of them (templated)
    :param model: identifier of a model of your account (templated)
    """

    request_type = TextGenerationRequest
    item_field = "messages"
    items_field = items_attribute = "conversations"
    usual_columns = ("conversation", "messages")
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "conversations",
        "model",
        "column",
        "carry",
        "concurrency",
        "on_item_error",
        "max_failures",
        "output_format",
        "result_path",
        "budget",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"conversations": "json"}

    def __init__(
        self,
        *,
        conversations: Iterable[Any] | str,
        model: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.conversations = conversations
        self.model = model
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def own_schema(cls, fields: Mapping[str, Any]) -> RowSchema:  # noqa: ARG003 - the base's signature
        """Return `item` and `response`."""
        return RowSchema({"item": "int", "response": "string"})

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:  # noqa: ARG002 - the base's
        """Return the one row of a conversation."""
        return [{"item": number, "response": response}]

    def name_of(self, index: int, item: Any) -> str:  # noqa: ARG002 - the base's
        """Return the conversation's number: what is said stays out of logs."""
        return f"conversation {index + 1}"
