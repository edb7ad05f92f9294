"""Operators: one for each of the service's five operations, their batch forms, free ones, and reports."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.operators.calls import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)

if TYPE_CHECKING:
    from airflow_provider.operators.batch import (
        ExtractBatchOperator,
        MarkdownConvertBatchOperator,
        TextGenerationBatchOperator,
    )
    from airflow_provider.operators.find_links import FindLinksOperator
    from airflow_provider.operators.report import SpendReportOperator

# Imported when a DAG asks for them: every task process imports its DAG file, and most use none of these.
_LATE = {
    "ExtractBatchOperator": "airflow_provider.operators.batch",
    "FindLinksOperator": "airflow_provider.operators.find_links",
    "MarkdownConvertBatchOperator": "airflow_provider.operators.batch",
    "SpendReportOperator": "airflow_provider.operators.report",
    "TextGenerationBatchOperator": "airflow_provider.operators.batch",
}

__all__ = [
    "CollectionDeleteOperator",
    "CollectionQueryOperator",
    "ContentAIOperator",
    "ExtractBatchOperator",
    "ExtractOperator",
    "FindLinksOperator",
    "MarkdownConvertBatchOperator",
    "MarkdownConvertOperator",
    "SpendReportOperator",
    "TextGenerationBatchOperator",
    "TextGenerationOperator",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the classes in _LATE
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LATE[name]), name)
