"""
Answers, shaped for whoever comes next: JSON for XCom, a DataFrame, or a file on any object store.

    paths      where a result may go, and what is refused before anything is paid
    frames     rows as a DataFrame, and what a value takes in XCom
    files      rows and text as files, in the format of their suffix
    replace    a file that is replaced as a whole or not at all
    expect     what rows have to be, as the user says it
    checking   rows held against that, one after the other
    tally      what came of it, and what is not met, in words
    rejected   the rows that were refused, each with the reason
    preview    what is seen of rows that are elsewhere

Knows nothing of calls or spend. pandas and pyarrow are imported where they are used, for most tasks use neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.late import importer
from airflow_provider.results.paths import (
    MAX_XCOM_BYTES,
    ROW_SUFFIXES,
    TEXT_SUFFIXES,
    CsvFormulas,
    OutputFormat,
    check_path,
    open_binary,
    refuse_suffix,
    size_of,
    storage,
    suffix_of,
)

if TYPE_CHECKING:
    from airflow_provider.diffing import RecordDiff, diff_records
    from airflow_provider.results.expect import Expect
    from airflow_provider.results.files import write_rows, write_text, write_texts
    from airflow_provider.results.frames import check_size, frame

__all__ = [
    "MAX_XCOM_BYTES",
    "ROW_SUFFIXES",
    "TEXT_SUFFIXES",
    "CsvFormulas",
    "Expect",
    "OutputFormat",
    "RecordDiff",
    "check_path",
    "check_size",
    "diff_records",
    "frame",
    "open_binary",
    "refuse_suffix",
    "size_of",
    "storage",
    "suffix_of",
    "write_rows",
    "write_text",
    "write_texts",
]

# A DAG file that is parsed needs none of them.
__getattr__ = importer(
    __name__,
    {
        "airflow_provider.diffing": ("RecordDiff", "diff_records"),
        "expect": ("Expect",),
        "files": ("write_rows", "write_text", "write_texts"),
        "frames": ("check_size", "frame"),
    },
)
