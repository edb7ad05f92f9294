"""The batch forms of the operators: many calls in one task, resumed after a crash without paying twice."""

from airflow_provider.operators.batch.base import BatchOperator
from airflow_provider.operators.batch.extract import ExtractBatchOperator
from airflow_provider.operators.batch.markdown import MarkdownConvertBatchOperator
from airflow_provider.operators.batch.text import TextGenerationBatchOperator

__all__ = [
    "BatchOperator",
    "ExtractBatchOperator",
    "MarkdownConvertBatchOperator",
    "TextGenerationBatchOperator",
]
