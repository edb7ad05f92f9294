"""Convert a file or a web page to Markdown: contract 4.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import field_validator

from airflow_provider.api.answers import TextAnswer, read_tokens, text_in
from airflow_provider.api.footprint import Room
from airflow_provider.api.request import MarkdownNames, Request, not_blank
from airflow_provider.api.urls import check_resource, shown_url


class MarkdownRequest(Request):
    """Convert a file or a web page to Markdown (contract 4.2)."""

    operation = "markdown_convert"
    path = "/v2/markdown-converter/"
    encoding = "json"
    answer_type = TextAnswer
    missing = "page"
    page_field = "resource"
    thing = "resource"

    resource: str
    resource_type: str = "web"

    @field_validator("resource_type")
    @classmethod
    def _check_type(cls, value: str) -> str:
        return not_blank("resource_type", value, "Use 'web' or 'file'")

    @field_validator("resource")
    @classmethod
    def _check_resource(cls, value: str) -> str:
        return check_resource(value)

    @property
    def subject(self) -> str:
        """The resource's address, safe to log."""
        return shown_url(self.resource)

    def wire(self, names: MarkdownNames) -> dict[str, Any]:
        """Return the fields as the contract's examples name them: a page as `link`, anything else `resource`."""
        url = names.url or ("link" if self.resource_type == "web" else "resource")
        return {url: self.resource, names.kind: self.resource_type}

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> TextAnswer:  # noqa: ARG002 - reads no further text
        """Return the Markdown."""
        return TextAnswer(response=text_in(body), tokens=read_tokens(body.get("tokens")))
