"""
Answers too large for the task state store, each in a file beside the result.

Knows where they are and how they are packed; what is kept in their place is the path.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import zlib
from collections.abc import Mapping
from typing import Any

from airflow_provider.errors import ResultError
from airflow_provider.results import open_binary, storage
from airflow_provider.results.replace import replacing
from airflow_provider.state.store import PART_BYTES

PATH = "overflow"
# What version 0.1 called it.
FIRST_PATH = "aside"


class Overflow:
    """The files of one batch, in *folder*; None if there is no place for them."""

    def __init__(self, folder: str | None) -> None:
        self._folder = folder
        self._paths: set[str] = set()

    async def write(self, fingerprint: str, content: bytes) -> bytes:
        """Write *content*, and return what is kept instead of it; raises `ResultError`."""
        if self._folder is None:
            raise ResultError(
                f"The answer takes more than {PART_BYTES:,} bytes, too many for the task state store. "
                "Set result_path, and it is kept beside it."
            )
        path = f"{self._folder}/{fingerprint}.json.gz"
        await asyncio.to_thread(_write, path, content)
        self._paths.add(path)
        return json.dumps({PATH: path}).encode()

    def read(self, kept: object) -> Any:
        """
        Return what *kept* stands for: itself, or the content of the file that it names.

        Raises ValueError for a file that is gone or damaged, and `ResultError` for one that may be read later.
        """
        path = _path_in(kept)
        if path is None:
            return kept
        self._paths.add(path)
        try:
            with open_binary(path, "rb") as raw:
                content = raw.read()
        except FileNotFoundError:
            raise ValueError(f"{path} is not there") from None
        except Exception as error:
            # Every storage has errors of its own; whichever it is, what is paid for is not asked again for it.
            raise ResultError(
                f"A paid answer cannot be read from {path!r} ({type(error).__name__}: {error}). Nothing was sent; "
                "a retry uses it once it can be read, and asks for it again if it is deleted."
            ) from error
        try:
            return json.loads(gzip.decompress(content))
        except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
            raise ValueError(f"{path} is damaged ({error})") from None

    def note(self, kept: object) -> None:
        """Note a file of an item that is not asked any more."""
        if (path := _path_in(kept)) is not None:
            self._paths.add(path)

    def delete(self) -> None:
        """Delete the files: their answers are delivered."""
        for path in self._paths:
            storage(path).unlink(missing_ok=True)
        if self._paths and self._folder is not None:
            # An object store has no folders to leave behind.
            with contextlib.suppress(OSError, NotImplementedError):
                storage(self._folder).rmdir()


def _path_in(kept: object) -> str | None:
    path = kept.get(PATH, kept.get(FIRST_PATH)) if isinstance(kept, Mapping) else None
    return path if isinstance(path, str) else None


def _write(path: str, content: bytes) -> None:
    try:
        with replacing(path) as raw:
            raw.write(gzip.compress(content))
    except Exception as error:
        # Every storage has errors of its own.
        raise ResultError(
            f"A large answer cannot be kept at {path!r} ({type(error).__name__}: {error}), so the batch has stopped. "
            "Correct result_path or its storage; what was answered is kept, and a retry asks the rest."
        ) from error
