"""Operators: one for each of the service's five operations, their batch forms, free ones, and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.late import importer

if TYPE_CHECKING:
    from airflow_provider.operators.base import ContentAIOperator
    from airflow_provider.operators.batch import (
        ExtractBatchOperator,
        MarkdownConvertBatchOperator,
        TextGenerationBatchOperator,
    )
    from airflow_provider.operators.collections import CollectionDeleteOperator, CollectionQueryOperator
    from airflow_provider.operators.extract import ExtractOperator
    from airflow_provider.operators.find_links import FindLinksOperator
    from airflow_provider.operators.markdown import MarkdownConvertOperator
    from airflow_provider.operators.report import SpendReportOperator
    from airflow_provider.operators.text import TextGenerationOperator

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

# Every task process imports its DAG file anew, and most use one of them.
__getattr__ = importer(
    __name__,
    {
        "base": ("ContentAIOperator",),
        "batch": ("ExtractBatchOperator", "MarkdownConvertBatchOperator", "TextGenerationBatchOperator"),
        "collections": ("CollectionDeleteOperator", "CollectionQueryOperator"),
        "extract": ("ExtractOperator",),
        "find_links": ("FindLinksOperator",),
        "markdown": ("MarkdownConvertOperator",),
        "report": ("SpendReportOperator",),
        "text": ("TextGenerationOperator",),
    },
)
