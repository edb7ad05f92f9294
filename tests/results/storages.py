"""Storages as fsspec knows them, in memory: one that completes uploads, and some that rename badly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from fsspec import AbstractFileSystem
from fsspec.implementations.memory import MemoryFileSystem
from fsspec.spec import AbstractBufferedFile


class Upload(AbstractBufferedFile):
    """An object on its way: in parts, or in one put where it is smaller than a part."""

    DEFAULT_BLOCK_SIZE = 1000

    def _initiate_upload(self) -> None:
        self.parts: list[bytes] = []

    def _upload_chunk(self, final: bool = False) -> bool:  # noqa: FBT001, FBT002 - fsspec's signature
        if self.fs.fails_after is not None and len(self.parts) >= self.fs.fails_after:
            raise ConnectionError("the storage is away")
        self.parts.append(self.buffer.getvalue())
        if final:
            self.fs.keep(self.path, b"".join(self.parts))
            self.fs.log.append("put" if len(self.parts) == 1 else "completed")
        return True

    def discard(self) -> None:
        self.fs.log.append("aborted")


class Bucket(AbstractFileSystem):
    """An object store: an object is there once its upload is completed, and asking for a folder makes its bucket."""

    protocol = "s3"
    cachable = False
    objects: ClassVar[dict[str, bytes]] = {}
    log: ClassVar[list[str]] = []
    buckets: ClassVar[set[str]] = {"b"}
    # After so many parts it takes no more.
    fails_after: ClassVar[int | None] = None

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Upload:
        return Upload(self, path, mode, size=len(self.objects.get(path, b"")))

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **options: Any) -> bytes:
        return self.objects[self._strip_protocol(path)][start:end]

    def info(self, path: str, **options: Any) -> dict[str, Any]:
        if path not in self.objects:
            raise FileNotFoundError(path)
        return {"name": path, "size": len(self.objects[path]), "type": "file"}

    def mkdir(self, path: str, create_parents: bool = True, **options: Any) -> None:  # noqa: FBT001, FBT002 - as above
        self.buckets.add(self._strip_protocol(path).partition("/")[0])

    def makedirs(self, path: str, exist_ok: bool = False) -> None:  # noqa: FBT001, FBT002 - as above
        self.mkdir(path)

    def put_file(self, lpath: str, rpath: str, **options: Any) -> None:
        self.keep(rpath, Path(lpath).read_bytes())

    def keep(self, path: str, content: bytes) -> None:
        if path.partition("/")[0] not in self.buckets:
            raise FileNotFoundError("The specified bucket does not exist")
        self.objects[path] = content


class NoOverwrite(MemoryFileSystem):
    """Renames only to a name that is free, as SMB does."""

    cachable = False
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    # Whether it says so, as WebHDFS does not.
    says_so: ClassVar[bool] = True

    def mv(self, path1: str, path2: str, **options: Any) -> None:
        if self.exists(path2):
            if self.says_so:
                raise FileExistsError(path2)
            return
        super().mv(path1, path2, **options)
