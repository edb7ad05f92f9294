"""
A folder of files that are written as a whole or not at all, on whatever fsspec reaches.

Knows nothing of what the files hold.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from airflow_provider.storages import has_folders, is_disk

# As Airflow writes an object in a bucket with its connection; no bucket has such a name.
WITH_CONNECTION = re.compile(r"(s3a?|gcs|gs)://[^/@]*@(.*)")


class Storage(Protocol):
    """What a memory needs of a folder; names are relative and use slashes."""

    def names(self, folder: str) -> Sequence[str]:
        """Return the names of the files in *folder*, sorted; none where there is no such folder."""

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading; raises `FileNotFoundError` where there is none."""

    def put(self, name: str, source: Path) -> None:
        """Copy the file of this machine at *source* there; nobody ever sees a part of it."""

    def delete(self, name: str) -> None:
        """Remove a file, if it is there."""


class FsspecStorage:
    """
    A folder on an fsspec file system.

    :param fs: the file system
    :param root: the folder's path there
    """

    def __init__(self, fs: Any, root: str) -> None:
        self._fs = fs
        self._root = root.rstrip("/")

    @classmethod
    def at(cls, path: str) -> FsspecStorage:
        """
        Return the folder that *path* names, such as `s3://bucket/books` or `/var/lib/books`.

        Raises `ValueError` for a path with a connection of Airflow, which nobody reads here.
        """
        from fsspec.core import url_to_fs

        if found := WITH_CONNECTION.fullmatch(path):
            raise ValueError(
                f"it names a connection of Airflow. Write {found[1]}://{found[2]}, and let the environment say how to "
                "reach it, as AWS_ENDPOINT_URL and AWS_ACCESS_KEY_ID do"
            )
        return cls(*url_to_fs(path))

    def names(self, folder: str) -> Sequence[str]:
        """Return the names of the files in *folder*, sorted; none where there is no such folder."""
        # A listing that was remembered would hide what others have written.
        self._fs.invalidate_cache()
        try:
            found = self._fs.ls(self._path(folder), detail=False)
        except FileNotFoundError:
            return []
        return sorted(f"{folder}/{posixpath.basename(path)}" for path in found)

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading; raises `FileNotFoundError` where there is none."""
        file: IO[bytes] = self._fs.open(self._path(name), "rb")
        return file

    def put(self, name: str, source: Path) -> None:
        """Copy the file of this machine at *source* there; nobody ever sees a part of it."""
        path = self._path(name)
        if has_folders(self._fs):
            self._fs.makedirs(posixpath.dirname(path), exist_ok=True)
        if not is_disk(self._fs):
            # An object appears when its upload is complete.
            self._fs.put_file(str(source), path)
            return
        growing = f"{path}.{uuid.uuid4().hex[:8]}.part"
        self._fs.put_file(str(source), growing)
        self._fs.mv(growing, path)

    def delete(self, name: str) -> None:
        """Remove a file, if it is there."""
        with contextlib.suppress(FileNotFoundError):
            self._fs.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"
