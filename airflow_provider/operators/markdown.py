"""`MarkdownConvertOperator`: one page or file, as contract 4.2 describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from airflow_provider import results
from airflow_provider.api.answers import TextAnswer
from airflow_provider.api.requests.markdown import MarkdownRequest
from airflow_provider.operators.links import OF_PAID_TASK_WITH_RESULT
from airflow_provider.operators.reusing import ReusingOperator, reuse_of
from airflow_provider.results import TEXT_SUFFIXES, check_path, refuse_suffix


class MarkdownConvertOperator(ReusingOperator):
    """
    Convert a web page or a file to Markdown (contract 4.2); returns the text, or the path it was written to.

    :param resource: URL of the page or file; the service loads it, so a local path is refused (templated)
    :param resource_type: "web", "file", or another type that the service knows (templated)
    :param result_path: write the Markdown there (`.md`, `.txt`) and return the path (templated)
    """

    operator_extra_links = OF_PAID_TASK_WITH_RESULT
    request_type = MarkdownRequest
    page_fields = ("resource",)
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "budget",
        "resource",
        "resource_type",
        "reuse",
        "result_path",
    )

    def __init__(
        self,
        *,
        resource: str,
        resource_type: str = "web",
        result_path: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.resource = resource
        self.resource_type = resource_type
        self.result_path = result_path
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `result_path` of another format, too."""
        super().refuse_wrong_literals(fields)
        refuse_suffix(fields.get("result_path"), TEXT_SUFFIXES)

    def check_arguments(self) -> None:
        """Refuse a `reuse` that is wrong, and a result path that cannot be written."""
        reuse_of(self.reuse)
        if self.result_path is not None:
            check_path(self.result_path, TEXT_SUFFIXES)

    def shape(self, request: MarkdownRequest, answer: TextAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the Markdown, or the path it was written to."""
        return answer.response if self.result_path is None else results.write_text(self.result_path, answer.response)
