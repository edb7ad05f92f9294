"""Extract data from a page: contract 4.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import field_validator

from airflow_provider.api.answers import ExtractAnswer, read_tokens, rows_in, text_in
from airflow_provider.api.footprint import Room
from airflow_provider.api.request import Request, not_blank
from airflow_provider.api.schema import RowSchema, extraction_schema
from airflow_provider.api.urls import check_web_url, shown_url
from airflow_provider.errors import InvalidRequestError


class ExtractRequest(Request):
    """Extract data from a page (contract 4.1)."""

    operation = "extract"
    path = "/v1/extract/"
    encoding = "json"
    answer_type = ExtractAnswer
    reports_tokens = False
    missing = "page"
    page_field = "link"
    thing = "page"

    link: str
    prompt: str
    json_schema: list[dict[str, str]] | None = None
    delay: int = 0

    @field_validator("link")
    @classmethod
    def _check_link(cls, value: str) -> str:
        return check_web_url("link", value)

    @field_validator("prompt")
    @classmethod
    def _check_prompt(cls, value: str) -> str:
        return not_blank("prompt", value, "Say what to extract")

    @field_validator("json_schema", mode="before")
    @classmethod
    def _check_schema(cls, value: object) -> object:
        return None if value is None else cls.schema_on_wire(value)

    @classmethod
    def schema_on_wire(cls, value: object) -> list[dict[str, str]]:
        """Return the array of single-key objects (contract 2.3)."""
        return extraction_schema(value).extraction_wire()

    @field_validator("delay", mode="before")
    @classmethod
    def _check_delay(cls, value: object) -> object:
        # A rendered template is always text.
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InvalidRequestError(f"Field 'delay' is {value!r}. Use a whole number of seconds, 0 or more.")
        return value

    @property
    def row_schema(self) -> RowSchema | None:
        """The schema that the rows of the answer have; None asks for text."""
        return None if self.json_schema is None else extraction_schema(self.json_schema)

    @property
    def subject(self) -> str:
        """The page's address, safe to log."""
        return shown_url(self.link)

    @property
    def patience(self) -> int:
        """The delay: the service does nothing until it is over."""
        return self.delay

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> ExtractAnswer:  # noqa: ARG002 - reads no further text
        """Return rows when a schema was given, text otherwise; a single object counts as one row."""
        if self.json_schema is None:
            return ExtractAnswer(response=text_in(body), tokens=read_tokens(body.get("tokens")))
        return ExtractAnswer(response=rows_in(body.get("response")), tokens=read_tokens(body.get("tokens")))
