"""Continue a conversation: contract 4.3."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import field_validator

from airflow_provider.api.answers import TextAnswer, read_tokens, text_in
from airflow_provider.api.footprint import Room
from airflow_provider.api.request import MarkdownNames, Request, not_blank
from airflow_provider.errors import InvalidRequestError

ROLES = ("system", "user", "assistant")


class TextGenerationRequest(Request):
    """Continue a conversation (contract 4.3)."""

    operation = "text_generation"
    path = "/v1/text-generation/"
    encoding = "multipart"
    answer_type = TextAnswer
    thing = "model"

    messages: list[dict[str, str]]
    model: str

    @field_validator("messages", mode="before")
    @classmethod
    def _check_messages(cls, value: object) -> object:
        if isinstance(value, str):
            value = [{"role": "user", "content": not_blank("messages", value, "Say something")}]
        if not isinstance(value, list | tuple) or not value:
            raise InvalidRequestError(
                "Field 'messages' has no messages. Use a list of {'role', 'content'} objects, or one string."
            )
        return [_message(item, number) for number, item in enumerate(value, 1)]

    @field_validator("model")
    @classmethod
    def _check_model(cls, value: str) -> str:
        return not_blank("model", value, "Name a model of your account")

    @property
    def subject(self) -> str:
        """The model's name; what is said stays out of logs."""
        return self.model

    def wire(self, names: MarkdownNames) -> dict[str, Any]:  # noqa: ARG002 - only one request has a choice
        """Return the fields, the conversation as a string holding JSON."""
        return {"messages": json.dumps(self.messages, ensure_ascii=False), "model": self.model}

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> TextAnswer:  # noqa: ARG002 - reads no further text
        """Return the reply."""
        return TextAnswer(response=text_in(body), tokens=read_tokens(body.get("tokens")))


def _message(item: object, number: int) -> dict[str, str]:
    if not isinstance(item, Mapping) or set(item) != {"role", "content"}:
        raise InvalidRequestError(f"Message {number} of 'messages' needs exactly the fields role and content.")
    if item["role"] not in ROLES:
        raise InvalidRequestError(f"Message {number} has role {item['role']!r}. Use {', '.join(ROLES)}.")
    if not isinstance(item["content"], str):
        raise InvalidRequestError(f"Message {number} has content that is not text. Use a string.")
    return {"role": item["role"], "content": item["content"]}
