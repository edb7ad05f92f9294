"""A result file is replaced as a whole or not at all, on every kind of storage."""

from __future__ import annotations

import gc
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec
import pytest
from airflow.sdk import ObjectStoragePath
from fsspec.registry import _registry

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import ResultError
from airflow_provider.results import ROW_SUFFIXES, write_rows, write_text, write_texts
from airflow_provider.results.replace import replacing
from tests.results.storages import Bucket, NoOverwrite

SCHEMA = RowSchema({"title": "string", "price": "number"})
OLDER = [{"title": f"Book {number}", "price": number} for number in range(24)]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> type[Bucket]:
    """Register the object store under a scheme whose own package is not installed here."""
    monkeypatch.setitem(_registry, "s3", Bucket)
    monkeypatch.setattr(Bucket, "objects", {})
    monkeypatch.setattr(Bucket, "log", [])
    monkeypatch.setattr(Bucket, "buckets", {"b"})
    return Bucket


@pytest.fixture(params=["disk", "memory", "object store"])
def place(request: pytest.FixtureRequest, tmp_path: Path, bucket: type[Bucket]) -> str:
    """Return a folder on one of three kinds of storage."""
    return {"disk": str(tmp_path), "memory": f"memory://b/{tmp_path.name}", "object store": "s3://b"}[request.param]


def stored(path: str) -> bytes:
    with fsspec.open(path, "rb") as raw:
        content: bytes = raw.read()
    return content


def names_in(folder: str) -> list[str]:
    if folder.startswith("s3:"):
        return sorted(Bucket.objects)
    return sorted(path.name for path in ObjectStoragePath(folder).iterdir())


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond *size* bytes, as on a disk that is full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def broken_rows() -> Iterator[dict[str, Any]]:
    for number in range(2_100):
        yield {"title": f"New {number}", "price": number}
    raise RuntimeError("the answers cannot be read")


@pytest.mark.parametrize("suffix", ROW_SUFFIXES)
def test_the_older_file_stays_when_the_rows_end_too_soon(place: str, suffix: str) -> None:
    path = write_rows(f"{place}/books{suffix}", OLDER, SCHEMA)
    before, names = stored(path), names_in(place)

    with pytest.raises(ResultError, match=r"the answers cannot be read.*What was there is unchanged"):
        write_rows(path, broken_rows(), SCHEMA)

    # What is collected late must not write either.
    gc.collect()
    assert stored(path) == before
    assert names_in(place) == names


@pytest.mark.parametrize("suffix", ROW_SUFFIXES)
def test_a_file_that_was_never_there_is_not_there_after_a_failure(place: str, suffix: str) -> None:
    with pytest.raises(ResultError):
        write_rows(f"{place}/books{suffix}", broken_rows(), SCHEMA)

    gc.collect()
    assert names_in(place) == []


@pytest.mark.parametrize("suffix", ROW_SUFFIXES)
def test_the_older_file_stays_on_a_full_disk(tmp_path: Path, suffix: str) -> None:
    path = write_rows(f"{tmp_path}/books{suffix}", OLDER, SCHEMA)
    before = Path(path).read_bytes()

    with full_after(2_000), pytest.raises(ResultError, match="File too large"):
        write_rows(path, ({"title": os.urandom(20).hex(), "price": 1} for _ in range(10_000)), SCHEMA)

    gc.collect()
    assert Path(path).read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [f"books{suffix}"]


def test_readers_see_the_older_file_until_the_new_one_is_whole(place: str) -> None:
    path = f"{place}/page.md"
    write_text(path, "older")

    with replacing(path) as raw:
        raw.write(b"new")
        assert stored(path) == b"older"

    assert stored(path) == b"new"
    assert [name.rpartition("/")[2] for name in names_in(place)] == ["page.md"]


def test_an_interruption_leaves_nothing_behind(place: str) -> None:
    def interrupted() -> Iterator[dict[str, Any]]:
        yield OLDER[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_rows(f"{place}/books.jsonl", interrupted(), SCHEMA)

    assert names_in(place) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "page.md"
    path.write_text("older")
    path.chmod(mode)

    write_text(str(path), "new")

    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_that_any_other_would_have(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    write_text(f"{tmp_path}/page.md", "new")

    assert (tmp_path / "page.md").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("older")
    os.chown(path, 1234, 1235)

    write_text(str(path), "new")

    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("older")
    path.chmod(0o444)

    with pytest.raises(ResultError, match="may not be written"):
        write_text(str(path), "new")

    assert path.read_text() == "older"


def test_what_a_link_points_to_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "page.md").write_text("older")
    (tmp_path / "page.md").symlink_to("real/page.md")

    write_text(f"{tmp_path}/page.md", "new")

    assert (tmp_path / "page.md").is_symlink()
    assert (tmp_path / "real" / "page.md").read_text() == "new"


def test_a_device_stays_a_device() -> None:
    with replacing("/dev/null") as raw:
        raw.write(b"nothing")

    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_name_may_be_as_long_as_the_disk_takes_it(tmp_path: Path) -> None:
    name = f"{'ほ' * 83}.md"

    assert stored(write_text(f"{tmp_path}/{name}", "new")) == b"new"


def test_each_of_many_texts_is_whole_or_not_there(place: str) -> None:
    def texts() -> Iterator[tuple[str, str]]:
        yield from (("1.md", "one"), ("2.md", "two"))
        raise RuntimeError("the third cannot be read")

    with pytest.raises(RuntimeError):
        write_texts(f"{place}/", texts())
    assert write_texts(f"{place}/", [("2.md", "new")]) == f"{place}/"

    assert [name.rpartition("/")[2] for name in names_in(place)] == ["1.md", "2.md"]
    assert [stored(f"{place}/{name}") for name in ("1.md", "2.md")] == [b"one", b"new"]


@pytest.mark.parametrize(("size", "done"), [(10, ["put"]), (5_000, ["completed"])], ids=["small", "large"])
def test_an_object_is_put_at_once_or_by_one_completed_upload(bucket: type[Bucket], size: int, done: list[str]) -> None:
    write_text("s3://b/page.md", "x" * size)

    assert bucket.log == done
    assert list(bucket.objects) == ["b/page.md"]


def test_a_bucket_that_is_not_there_is_not_made(bucket: type[Bucket]) -> None:
    with pytest.raises(ResultError, match="bucket does not exist"):
        write_text("s3://c/pages/page.md", "x")

    assert bucket.buckets == {"b"}
    assert not bucket.objects


@pytest.mark.parametrize("parts", [0, 1, 3])
def test_an_upload_that_fails_is_aborted(bucket: type[Bucket], monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    bucket.objects["b/rows.jsonl"] = b"older"
    monkeypatch.setattr(bucket, "fails_after", parts)

    with pytest.raises(ResultError, match="the storage is away"):
        write_rows("s3://b/rows.jsonl", OLDER * 10, SCHEMA)

    gc.collect()
    assert bucket.objects == {"b/rows.jsonl": b"older"}
    assert bucket.log == ["aborted"]


@pytest.mark.parametrize("says_so", [True, False], ids=["refuses", "does nothing"])
def test_a_storage_that_does_not_rename_over_a_file_has_the_older_one_moved_away(
    monkeypatch: pytest.MonkeyPatch, *, says_so: bool
) -> None:
    monkeypatch.setitem(_registry, "memory", NoOverwrite)
    monkeypatch.setattr(NoOverwrite, "says_so", says_so)

    write_text("memory://b/page.md", "older")
    write_text("memory://b/page.md", "new")

    assert {name: file.getvalue() for name, file in NoOverwrite.store.items()} == {"/b/page.md": b"new"}
