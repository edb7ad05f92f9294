"""
A file that is replaced as a whole or not at all, on any storage.

On a disk it is written beside its place and renamed into it; an object store completes one upload, or none.
Knows nothing of what is in the file.
"""

from __future__ import annotations

import logging
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from airflow_provider.results.paths import file_system, storage
from airflow_provider.storages import has_folders, is_disk, protocols

log = logging.getLogger(__name__)

# fsspec calls their files uploads, too, and yet what is written stands in the file at once.
IN_PLACE = frozenset({"dbfs", "ftp", "oss", "webhdfs"})
# Of the name, so that what is beside it fits into 255 bytes in any script.
SHOWN = 40


@contextmanager
def replacing(path: str, *, synced: bool = True) -> Iterator[Any]:
    """
    Yield a binary file that takes the place of the one at *path* when the block ends.

    If the block raises, or the file cannot be written to the end, what was at *path* stays as it was, and nothing
    else is left. Raises what the storage raises.
    Unless *synced*, whoever writes many files makes them safe from a power cut in one go: `sync`.
    """
    target = storage(path)
    system = file_system(target)
    if has_folders(system):
        target.parent.mkdir(parents=True, exist_ok=True)
    with _on_disk(target.path, synced=synced) if is_disk(system) else _elsewhere(system, target.path) as raw:
        yield raw


def sync(path: str) -> None:
    """Have all that was written to the storage of *path* survive a power cut; a remote one sees to that itself."""
    if is_disk(file_system(storage(path))):
        os.sync()


@contextmanager
def _on_disk(path: str, *, synced: bool) -> Iterator[Any]:
    # What a link points to is replaced, not the link.
    place = Path(path).resolve()
    older = _older(place)
    if older is not None and not stat.S_ISREG(older.st_mode):
        # A device or a pipe has no content to keep, and a file must not take its place.
        with place.open("wb") as raw:
            yield raw
        return
    beside = Path(_beside(str(place)))
    try:
        with beside.open("xb") as raw:
            yield raw
            raw.flush()
            if older is not None:
                _take_over(raw.fileno(), older)
            if synced:
                # A rename may reach the disk before what was written: after a power cut the file would be empty.
                os.fsync(raw.fileno())
        beside.replace(place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if synced:
        _sync_folder(place.parent)


def _older(place: Path) -> os.stat_result | None:
    try:
        older = place.stat()
    except FileNotFoundError:
        return None
    if not os.access(place, os.W_OK):
        raise PermissionError(f"{place} may not be written")
    return older


def _take_over(file: int, older: os.stat_result) -> None:
    """Give *file* owner and permissions of the *older* one."""
    new = os.fstat(file)
    if (new.st_uid, new.st_gid) != (older.st_uid, older.st_gid):
        # Only root may give files away; whoever else may write there has to do without.
        with suppress(PermissionError):
            os.fchown(file, older.st_uid, older.st_gid)
    os.fchmod(file, stat.S_IMODE(older.st_mode))


def _sync_folder(folder: Path) -> None:
    # Not every file system can; then the name is as safe as it makes it.
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _elsewhere(system: Any, path: str) -> AbstractContextManager[Any]:
    from fsspec.spec import AbstractBufferedFile

    beside = _beside(path)
    raw = system.open(beside, "wb")
    if not isinstance(raw, AbstractBufferedFile) or not IN_PLACE.isdisjoint(protocols(system)):
        return _moved(system, raw, beside, path)
    # Nothing of an upload is there before it is completed. This one has not begun; so it needs no other name.
    raw.closed = True
    return _uploaded(system.open(path, "wb"))


@contextmanager
def _uploaded(raw: Any) -> Iterator[Any]:
    try:
        yield raw
        raw.close()
    except BaseException:
        # Closed as usual, it would complete the upload of what there is.
        raw.closed = True
        _try(raw.discard)
        raise


@contextmanager
def _moved(system: Any, raw: Any, beside: str, path: str) -> Iterator[Any]:
    try:
        with raw:
            yield raw
        _move(system, beside, path)
    except BaseException:
        _try(system.rm_file, beside)
        raise


def _move(system: Any, beside: str, path: str) -> None:
    try:
        system.mv(beside, path)
    except Exception:
        if not system.exists(path):
            raise
    if not system.exists(beside):
        return
    # Some storages do not rename over a file that is there; not all of them say so.
    older = f"{beside}.older"
    system.mv(path, older)
    try:
        system.mv(beside, path)
    except BaseException:
        system.mv(older, path)
        raise
    _try(system.rm_file, older)


def _beside(path: str) -> str:
    folder, slash, name = path.rpartition("/")
    # Hidden, so that nobody who reads the folder takes it for a result.
    return f"{folder}{slash}.{name[:SHOWN]}.{uuid.uuid4().hex[:12]}.part"


def _try(clean: Any, *arguments: object) -> None:
    """Call *clean*; what has failed before is what a person has to see."""
    try:
        clean(*arguments)
    except Exception:
        log.warning("A file that was being written may have been left behind.", exc_info=True)
