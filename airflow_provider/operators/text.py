"""`TextGenerationOperator`: one reply, as contract 4.3 describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from airflow_provider.api.answers import TextAnswer
from airflow_provider.api.requests.text import TextGenerationRequest
from airflow_provider.operators.base import ContentAIOperator


class TextGenerationOperator(ContentAIOperator):
    """
    Continue a conversation (contract 4.3); returns the reply.

    :param messages: objects with `role` (system, user or assistant) and `content`, or one string, which is
        a user's message (templated)
    :param model: identifier of a model of your account (templated)
    """

    request_type = TextGenerationRequest
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget", "messages", "model")
    template_fields_renderers: ClassVar[dict[str, str]] = {"messages": "json"}

    def __init__(
        self,
        *,
        messages: Sequence[Mapping[str, str]] | str,
        model: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.messages = messages
        self.model = model
        self.refuse_wrong_literals(vars(self))

    def shape(self, request: TextGenerationRequest, answer: TextAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the reply."""
        return answer.response
