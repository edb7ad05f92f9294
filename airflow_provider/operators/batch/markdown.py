"""Many pages or files to Markdown: `MarkdownConvertOperator` as a batch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from airflow_provider.api.requests import MarkdownRequest
from airflow_provider.api.rows import Row
from airflow_provider.api.schema import RowSchema
from airflow_provider.batch.run import BatchRun
from airflow_provider.batch.sources import carry_of
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.batch.base import BatchOperator
from airflow_provider.operators.reusing import ReusingRowsOperator
from airflow_provider.operators.templates import is_literal
from airflow_provider.results import ROW_SUFFIXES, write_texts
from airflow_provider.results.preview import Preview


class MarkdownConvertBatchOperator(ReusingRowsOperator, BatchOperator):
    """
    Convert many web pages or files to Markdown (contract 4.2).

    A row is `link` and `response`. A *result_path* that ends in / is a folder: one `.md` file a page,
    numbered in the order of the items.

    :param resources: URLs, or records with them in `resource` or `link`: a list, a DataFrame, text that renders to a
        list, or the path of a file of them (templated)
    :param resource_type: "web", "file", or another type that the service knows (templated)
    """

    request_type = MarkdownRequest
    item_field = "resource"
    items_field = "resources"
    items_attribute = "resource_urls"
    page_fields = ("resource_urls", "resources")
    usual_columns = ("resource", "link")
    suffixes = (*ROW_SUFFIXES, "/")
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "resource_urls",
        "resource_type",
        "column",
        "carry",
        "reuse",
        "reuse_column",
        "concurrency",
        "on_item_error",
        "max_failures",
        "output_format",
        "result_path",
        "budget",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"resource_urls": "json"}

    def __init__(
        self,
        *,
        resources: Iterable[Any] | str,
        resource_type: str = "web",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        # Airflow's operators own the attribute `resources`.
        self.resource_urls = resources
        self.resource_type = resource_type
        # Of the files of a folder together.
        self._size: int | None = None
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def own_schema(cls, fields: Mapping[str, Any]) -> RowSchema:  # noqa: ARG003 - the base's signature
        """Return `link` and `response`."""
        return RowSchema({"link": "string", "response": "string"})

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:  # noqa: ARG002 - the base's
        """Return the one row of a page."""
        return [{"link": item, "response": response}]

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse columns beside the Markdown of a folder, too."""
        super().refuse_wrong_literals(fields)
        path, carry = fields.get("result_path"), fields.get("carry")
        if is_literal(carry) and isinstance(path, str):
            _refuse_columns(path, carry, fields.get("reuse_column"))

    def check_arguments(self) -> None:
        """Refuse columns beside the Markdown of a folder, and a result path that cannot be written."""
        super().check_arguments()
        if self.result_path is not None:
            _refuse_columns(self.result_path, self.carry, self.reuse_column)

    def written(self, batch: BatchRun) -> Any:
        """Write one Markdown file a page where `result_path` is a folder, and return what the base does otherwise."""
        if self.result_path is None or not self.result_path.endswith("/"):
            return super().written(batch)
        self._preview, self._size = Preview(self.row_schema().columns), 0
        return write_texts(self.result_path, self._texts(batch, self._preview))

    def written_bytes(self) -> int | None:
        """Return the size of what was written, of the files of a folder together; None if nothing was."""
        return super().written_bytes() if self._size is None else self._size

    def _texts(self, batch: BatchRun, preview: Preview) -> Iterator[tuple[str, str]]:
        """Yield name and content of each file."""
        for number, item, response, _ in batch.answers():
            preview.add({"link": item, "response": response})
            self._size = (self._size or 0) + len(response.encode())
            yield f"{number:06d}-{_slug(item)}.md", response


def _refuse_columns(path: str, carry: object, reuse_column: object) -> None:
    for name, given in (("carry", carry_of(carry)), ("reuse_column", reuse_column)):
        if path.endswith("/") and given:
            raise InvalidRequestError(
                f"Field {name!r} needs rows, and result_path is the folder {path!r}, whose files hold Markdown alone. "
                f"Let result_path end in .jsonl, .parquet or .csv, or leave {name} out."
            )


def _slug(url: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", url.partition("://")[2])[:80].strip("-") or "page"
