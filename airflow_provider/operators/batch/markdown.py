"""Many pages or files to Markdown: `MarkdownConvertOperator` as a batch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from airflow_provider.api.requests import MarkdownRequest
from airflow_provider.api.rows import Row
from airflow_provider.api.schema import RowSchema
from airflow_provider.batch.run import BatchRun
from airflow_provider.operators.batch.base import BatchOperator
from airflow_provider.results import ROW_SUFFIXES, write_texts


class MarkdownConvertBatchOperator(BatchOperator):
    """
    Convert many web pages or files to Markdown (contract 4.2).

    A row is `link` and `response`. A *result_path* that ends in / is a folder: one `.md` file a page,
    numbered in the order of the items.

    :param resources: URLs: a list, text that renders to one, or the path of a file of them (templated)
    :param resource_type: "web", "file", or another type that the service knows (templated)
    """

    request_type = MarkdownRequest
    item_field = "resource"
    items_field = "resources"
    items_attribute = "resource_urls"
    suffixes = (*ROW_SUFFIXES, "/")
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "resource_urls",
        "resource_type",
        "column",
        "result_path",
        "budget",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"resource_urls": "json"}

    def __init__(
        self,
        *,
        resources: Iterable[str] | str,
        resource_type: str = "web",
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        # Airflow's operators own the attribute `resources`.
        self.resource_urls = resources
        self.resource_type = resource_type
        self.refuse_wrong_literals(vars(self))

    def row_schema(self) -> RowSchema:
        """Return `link` and `response`."""
        return RowSchema({"link": "string", "response": "string"})

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:  # noqa: ANN401, ARG002 - the base's
        """Return the one row of a page."""
        return [{"link": item, "response": response}]

    def write(self, path: str, batch: BatchRun) -> str:
        """Write one file of rows, or one Markdown file a page."""
        if not path.endswith("/"):
            return super().write(path, batch)
        return write_texts(
            path, ((f"{number:06d}-{_slug(item)}.md", response) for number, item, response in batch.answers())
        )


def _slug(url: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", url.partition("://")[2])[:80].strip("-") or "page"
