"""
Where a result may go: what a path has to end in, and on which storages it can be.

Refuses, before anything is paid, what cannot be written to; opens files, and knows nothing of what is in them.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Literal

from airflow_provider.errors import InvalidRequestError

log = logging.getLogger(__name__)

OutputFormat = Literal["records", "dataframe"]
CsvFormulas = Literal["keep", "escape"]

ROW_SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet", ".csv")
TEXT_SUFFIXES = (".md", ".txt")

# Airflow's message of an XCom goes through the API server and into its database, whole.
MAX_XCOM_BYTES = 1_000_000


def check_path(path: str, suffixes: Sequence[str]) -> None:
    """Refuse a `result_path` with a suffix or a storage that is not known, before anything is paid."""
    if not isinstance(path, str) or suffix_of(path, suffixes) is None:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}. Let it end in {', '.join(suffixes)}.")
    try:
        file_system(storage(path))
    except (ValueError, ImportError, OSError) as error:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}, which cannot be opened ({error}).") from None


def refuse_suffix(path: object, suffixes: Sequence[str]) -> None:
    """Refuse a `result_path` that ends in none of *suffixes*; one that still has to be rendered may."""
    if not isinstance(path, str) or path.rstrip().endswith(("}}", "%}")):
        return
    if suffix_of(path, suffixes) is None:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}. Let it end in {', '.join(suffixes)}.")


def suffix_of(path: str, suffixes: Sequence[str]) -> str | None:
    """Return the one of *suffixes* that *path* ends in, None if it ends in another."""
    return next((suffix for suffix in suffixes if path.lower().endswith(suffix)), None)


def storage(path: str) -> Any:
    """Return the file or object that *path* names, on whatever storage."""
    from airflow.sdk import ObjectStoragePath

    return ObjectStoragePath(path)


def size_of(path: str) -> int | None:
    """Return how many bytes the file or object at *path* has; None where its storage does not say."""
    try:
        target = storage(path)
        size = file_system(target).size(target.path)
    except Exception:
        # Every storage has errors of its own, and what is written is written.
        log.debug("The size of %r is not known.", path, exc_info=True)
        return None
    return None if size is None else int(size)


def open_binary(path: str, mode: Literal["rb"]) -> Any:
    """Open the file or object that *path* names, to read it; `replace` has what writes one."""
    target = storage(path)
    return file_system(target).open(target.path, mode)


def file_system(target: Any) -> Any:
    """Return the file system of *target*; raises where its scheme is unknown or its package not installed."""
    import fsspec

    try:
        return target.fs
    except ValueError:
        # Not one of Airflow's, which are set up from connections.
        return fsspec.filesystem(target.protocol)
