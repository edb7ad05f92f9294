"""
Answers, shaped for whoever comes next: JSON for XCom, a DataFrame, or a file on any object store.

    paths      where a result may go, and what is refused before anything is paid
    frames     rows as a DataFrame, and what a value takes in XCom
    files      rows and text as files, in the format of their suffix
    replace    a file that is replaced as a whole or not at all

Knows nothing of calls or spend. pandas and pyarrow are imported where they are used, for most tasks use neither.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from airflow_provider.results.paths import (
    MAX_XCOM_BYTES,
    ROW_SUFFIXES,
    TEXT_SUFFIXES,
    CsvFormulas,
    OutputFormat,
    check_path,
    open_binary,
    refuse_suffix,
    storage,
    suffix_of,
)

if TYPE_CHECKING:
    from airflow_provider.diffing import RecordDiff, diff_records
    from airflow_provider.results.files import write_rows, write_text, write_texts
    from airflow_provider.results.frames import check_size, frame

# Imported when they are used: a DAG file that is parsed needs none of them.
_LATE = {
    "RecordDiff": "airflow_provider.diffing",
    "check_size": "airflow_provider.results.frames",
    "diff_records": "airflow_provider.diffing",
    "frame": "airflow_provider.results.frames",
    "write_rows": "airflow_provider.results.files",
    "write_text": "airflow_provider.results.files",
    "write_texts": "airflow_provider.results.files",
}

__all__ = [
    "MAX_XCOM_BYTES",
    "ROW_SUFFIXES",
    "TEXT_SUFFIXES",
    "CsvFormulas",
    "OutputFormat",
    "RecordDiff",
    "check_path",
    "check_size",
    "diff_records",
    "frame",
    "open_binary",
    "refuse_suffix",
    "storage",
    "suffix_of",
    "write_rows",
    "write_text",
    "write_texts",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the names in _LATE
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LATE[name]), name)
