"""
The text of each version of a page, as a reader sees it: files in a folder for people, and for a diff.

    b1946ac92492d234-5f1d7a84db9e1ca2/2026-01-02T030405.678Z-87428fc522803d31.txt

The folder names the page and what is read of it, the file when it was read and its fingerprint. Decides no more than
that; when there is a version, others say.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path

from airflow_provider.web.memory.storage import Storage

END = ".txt"
DIGITS = 16


class NoSnapshotError(Exception):
    """There is no such version."""


def keep_text(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
    storage: Storage, lines: Sequence[str], *, url: str, reading: str, digest: str, at: str
) -> str:
    """
    Write *lines*, as read at the time *at*, as a whole or not at all; return the file's name in the folder.

    A version that was written last already, by one who was killed since, is not written again.
    """
    folder = f"{_page(url)}-{reading}"
    name = f"{folder}/{_moment(at)}-{digest[:DIGITS]}{END}"
    for last in _versions(storage, folder)[-1:]:
        if last.endswith(f"-{digest[:DIGITS]}{END}"):
            return last
    with tempfile.NamedTemporaryFile(prefix="content-ai-snapshot-") as file:
        file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        file.flush()
        storage.put(name, Path(file.name))
    return name


def two_versions(storage: Storage, url: str, *, since: str | None = None, until: str | None = None) -> tuple[str, str]:
    """
    Return the names of two versions of the page at *url*: those that were seen at the times *since* and *until*.

    Without *until* that is the last one, and without *since* the one before it. Raises `NoSnapshotError`.
    """
    folders = [name for name in storage.names("") if name.rpartition("/")[2].startswith(f"{_page(url)}-")]
    if len(folders) != 1:
        found = (
            f"is read in {len(folders)} ways: {', '.join(folders)}. Name two files" if folders else "has no versions"
        )
        raise NoSnapshotError(f"{url} {found}")
    versions = _versions(storage, folders[0].strip("/"))
    after = _at(versions, until) if until else len(versions) - 1
    before = _at(versions, since) if since else after - 1
    if before < 0 or after < 0:
        raise NoSnapshotError(f"{url} has {len(versions)} versions, and none so early")
    return versions[before], versions[after]


def difference(before: tuple[str, str], after: tuple[str, str]) -> str:
    """Return the unified diff of two texts, each with its name; empty where they are equal."""
    lines = unified_diff(before[1].splitlines(), after[1].splitlines(), before[0], after[0], lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _versions(storage: Storage, folder: str) -> list[str]:
    return [name for name in storage.names(folder) if name.endswith(END)]


def _at(versions: Sequence[str], moment: str) -> int:
    """Return the number of the version that was there at *moment*; -1 if none was yet."""
    wanted = _moment(moment)
    return sum(name.rpartition("/")[2][: len(wanted)] <= wanted for name in versions) - 1


def _page(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:DIGITS]


def _moment(at: str) -> str:
    moment = datetime.fromisoformat(at)
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H%M%S}.{moment.microsecond // 1000:03}Z"
