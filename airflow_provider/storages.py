"""
Kinds of storages, told by their fsspec file system: what differs for whoever writes files there.

Knows neither Airflow nor what is written.
"""

from __future__ import annotations

from typing import Any

DISK = frozenset({"file", "local"})
# Asked for a folder, they would make a bucket of a name that is misspelt.
BUCKETS = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss"})


def is_disk(fs: Any) -> bool:
    """Tell whether *fs* is a disk of this machine."""
    return not DISK.isdisjoint(protocols(fs))


def has_folders(fs: Any) -> bool:
    """Tell whether a folder has to be there before a file is written into it."""
    return BUCKETS.isdisjoint(protocols(fs))


def protocols(fs: Any) -> set[str]:
    """Return the schemes of the addresses of *fs*."""
    return {fs.protocol} if isinstance(fs.protocol, str) else set(fs.protocol)
