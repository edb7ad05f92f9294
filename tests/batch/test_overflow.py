"""Answers too large for the task state store wait in files; a storage that is away for a moment costs none of them."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.batch.overflow import Overflow
from airflow_provider.errors import ResultError

CONTENT = b'{"tokens": 7, "response": "\xc3\xa9"}'


def write(folder: Path | str, name: str = "f1") -> Any:
    """Return what is kept in place of the content of the file that is written."""
    return json.loads(asyncio.run(Overflow(str(folder)).write(name, CONTENT)))


def test_what_is_written_is_read_again_by_its_path(tmp_path: Path) -> None:
    kept = write(tmp_path / "rows.parts")

    assert kept == {"overflow": f"{tmp_path}/rows.parts/f1.json.gz"}
    assert Overflow(None).read(kept) == json.loads(CONTENT)


def test_a_file_of_the_first_version_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "7.json.gz"
    path.write_bytes(gzip.compress(b'[7, "x"]'))

    assert Overflow(None).read({"aside": str(path)}) == [7, "x"]


@pytest.mark.parametrize("kept", [{"tokens": 7, "response": {"overflow": "x"}}, [7, "x"], None, "x", {"overflow": 7}])
def test_what_names_no_file_is_itself(kept: Any) -> None:
    assert Overflow(None).read(kept) == kept


def test_without_a_place_a_large_answer_is_refused_with_the_way_out() -> None:
    with pytest.raises(ResultError, match="Set result_path"):
        asyncio.run(Overflow(None).write("f1", CONTENT))


def test_a_place_that_cannot_be_written_fails_the_item_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ResultError, match=r"cannot be kept at '.*/file/parts/f1.json.gz' \(.*Error: "):
        write(tmp_path / "file" / "parts")


DAMAGED = {
    "cut": gzip.compress(CONTENT)[:-9],
    "no gzip": b"plain",
    "other bytes": gzip.compress(CONTENT)[:12] + b"\xff\xff\xff\xff",
    "no JSON": gzip.compress(b"{'a'"),
    "JSON too deep": gzip.compress(b"[" * 10**6),
    "not UTF-8": gzip.compress(b'"\xff"'),
    "empty": b"",
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_by_its_path(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f1.json.gz"
    path.write_bytes(content)

    with pytest.raises(ValueError, match=f"{path} is damaged"):
        Overflow(None).read({"overflow": str(path)})


def test_a_file_that_is_gone_is_told_by_its_path(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"{tmp_path}/f1 is not there"):
        Overflow(None).read({"overflow": f"{tmp_path}/f1"})


def test_a_storage_that_fails_is_not_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="Nothing was sent; a retry uses it once it can be read") as raised:
        Overflow(None).read({"overflow": str(tmp_path)})

    assert raised.value.retryable
    with pytest.raises(ResultError, match="cannot be read from 'unknown://x/y'"):
        Overflow(None).read({"overflow": "unknown://x/y"})


def test_deleting_takes_all_that_was_written_read_or_noted_and_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "rows.parts"
    read, noted = write(folder, "read"), write(folder, "noted")
    overflow = Overflow(str(folder))
    overflow.read(read)
    overflow.note(noted)
    overflow.note({"tokens": 7})
    asyncio.run(overflow.write("written", CONTENT))
    assert len(list(folder.iterdir())) == 3

    overflow.delete()
    overflow.delete()

    assert list(tmp_path.iterdir()) == []


def test_deleting_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "rows.parts"
    kept = write(folder)
    (folder / "theirs").touch()
    overflow = Overflow(str(folder))
    overflow.read(kept)

    overflow.delete()

    assert [path.name for path in folder.iterdir()] == ["theirs"]
    Overflow(str(folder)).delete()
    Overflow(None).delete()
