"""
The contract's five requests, as data.

Each carries its method, path, encoding and how its answer is read; nothing here sends or retries.
Building one checks it, so that what the service would refuse is refused before anything is paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.late import importer

if TYPE_CHECKING:
    from airflow_provider.api.requests.collections import DeleteRequest, QueryRequest
    from airflow_provider.api.requests.extract import ExtractRequest
    from airflow_provider.api.requests.markdown import MarkdownRequest
    from airflow_provider.api.requests.text import TextGenerationRequest

__all__ = ["DeleteRequest", "ExtractRequest", "MarkdownRequest", "QueryRequest", "TextGenerationRequest"]

# Most tasks use one of them.
__getattr__ = importer(
    __name__,
    {
        "collections": ("DeleteRequest", "QueryRequest"),
        "extract": ("ExtractRequest",),
        "markdown": ("MarkdownRequest",),
        "text": ("TextGenerationRequest",),
    },
)
