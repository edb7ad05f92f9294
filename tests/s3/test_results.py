"""A result file on S3 is the old one or the new one, whole, whatever becomes of its writer."""

from __future__ import annotations

import gzip
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fsspec.config import conf
from s3fs import S3FileSystem

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import ResultError
from airflow_provider.results import ROW_SUFFIXES, write_rows, write_text
from tests.reuse.killing import run_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from multiprocessing.connection import Connection

    from tests.s3.conftest import Bucket

SCHEMA = RowSchema({"title": "string", "price": "number"})
OLDER = [{"title": "Book", "price": 1}]
MB = 1024**2
# What S3 takes as a part of an upload at least.
PART = 5 * MB
# Of several parts, packed or not.
LARGE = 300


def many_rows(number: int = LARGE) -> Iterator[dict[str, Any]]:
    """Yield rows of 64 kB that cannot be packed."""
    chance = random.Random(0)
    for _ in range(number):
        yield {"title": chance.randbytes(32 * 1024).hex(), "price": 1}


@pytest.fixture
def small_parts(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(conf, "s3", {"default_block_size": PART})
    S3FileSystem.clear_instance_cache()


@pytest.mark.parametrize("suffix", ROW_SUFFIXES)
def test_a_result_is_put_once_and_replaced_as_a_whole(bucket: Bucket, tmp_path: Path, suffix: str) -> None:
    bucket.client.put_bucket_versioning(Bucket=bucket.name, VersioningConfiguration={"Status": "Enabled"})
    new = [{"title": "Another", "price": 2}]
    path = write_rows(f"{bucket.url}/a/books{suffix}", OLDER, SCHEMA)

    write_rows(path, new, SCHEMA)

    # A packed file tells when it was packed.
    unpack = gzip.decompress if suffix.endswith(".gz") else bytes
    on_disk = Path(write_rows(f"{tmp_path}/books{suffix}", new, SCHEMA)).read_bytes()
    assert unpack(bucket.content(f"a/books{suffix}")) == unpack(on_disk)
    assert len(bucket.client.list_object_versions(Bucket=bucket.name)["Versions"]) == 2


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("number", [1, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("suffix", ROW_SUFFIXES)
def test_rows_that_end_too_soon_leave_the_older_file_and_no_upload(bucket: Bucket, suffix: str, number: int) -> None:
    def broken() -> Iterator[dict[str, Any]]:
        yield from many_rows(number)
        raise RuntimeError("the answers cannot be read")

    path = write_rows(f"{bucket.url}/books{suffix}", OLDER, SCHEMA)
    older = bucket.content(f"books{suffix}")

    with pytest.raises(ResultError, match="What was there is unchanged"):
        write_rows(path, broken(), SCHEMA)

    assert bucket.content(f"books{suffix}") == older
    assert (bucket.keys(), bucket.uploads()) == ([f"books{suffix}"], [])


@pytest.mark.usefixtures("small_parts")
def test_large_rows_are_one_upload_that_is_completed(bucket: Bucket) -> None:
    write_rows(f"{bucket.url}/books.jsonl", many_rows(), SCHEMA)

    assert bucket.content("books.jsonl").count(b"\n") == LARGE
    assert bucket.uploads() == []


def test_a_bucket_that_is_missing_is_not_made(bucket: Bucket) -> None:
    missing = f"{bucket.name}-misspelt"

    with pytest.raises(ResultError, match="bucket does not exist"):
        write_text(f"s3://{missing}/pages/page.md", "new")

    assert missing not in bucket.buckets()


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(100, 140))])
def test_a_writer_that_is_killed_leaves_a_whole_file(bucket: Bucket, seed: int) -> None:
    chance = random.Random(seed)
    path = f"{bucket.url}/books.jsonl"
    longest = write(path, bucket.environment)
    new = bucket.content("books.jsonl")
    older = bucket.content(write_rows(path, OLDER, SCHEMA).removeprefix(f"{bucket.url}/"))

    for _ in range(4):
        write(path, bucket.environment, killed_after=chance.uniform(0, longest))
        assert bucket.content("books.jsonl") in (older, new)

    write(path, bucket.environment)
    assert bucket.content("books.jsonl") == new
    assert bucket.keys() == ["books.jsonl"]


def write(path: str, environment: Mapping[str, str], *, killed_after: float | None = None) -> float:
    """Write in a process of its own; return how many seconds that took."""
    return run_apart(_write, path, environment, killed_after=killed_after)


def _write(path: str, environment: Mapping[str, str], parent: Connection) -> None:
    os.environ.update(environment)
    conf["s3"] = {"default_block_size": PART}
    parent.send("writing")
    write_rows(path, many_rows(), SCHEMA)
