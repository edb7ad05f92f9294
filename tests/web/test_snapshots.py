"""Versions of a page, kept as text, and what has changed between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from airflow_provider.web.__main__ import main
from airflow_provider.web.memory.storage import FsspecStorage
from airflow_provider.web.snapshots import keep_text

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://shop.example.com/books/1"


@pytest.fixture
def kept(tmp_path: Path) -> list[str]:
    """Three versions of a page, on three days."""
    storage = FsspecStorage.at(str(tmp_path))
    texts = (["Books", "12.90"], ["Books", "11.50"], ["Books", "Sold out"])
    return [
        keep_text(storage, lines, url=URL, reading="r", digest=f"{day}" * 64, at=f"2026-01-0{day}T03:04:05.678+00:00")
        for day, lines in enumerate(texts, 1)
    ]


def test_a_version_is_named_by_its_time_and_fingerprint(kept: list[str]) -> None:
    assert [name.partition("/")[2] for name in kept] == [
        f"2026-01-0{day}T030405.678Z-{str(day) * 16}.txt" for day in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ([], ["-11.50", "+Sold out"]),
        (["--to", "2026-01-02T23:00"], ["-12.90", "+11.50"]),
        (["--from", "2026-01-01T12:00:00+01:00"], ["-12.90", "+Sold out"]),
        (["--from", "2026-01-02", "--to", "2026-01-03T03:04:05.678Z"], ["-12.90", "+Sold out"]),
    ],
    ids=["the last two", "until then", "since then", "both"],
)
def test_the_diff_of_a_watched_page(
    kept: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], changes: list[str]
) -> None:
    assert main(["diff", str(tmp_path), URL, *options]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line[:3] for line in lines[:2]] == ["---", "+++"]
    assert lines[3:] == [" Books", *changes]


def test_the_diff_of_two_files(kept: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", f"file://{tmp_path}/{kept[0]}", f"{tmp_path}/{kept[2]}"]) == 0
    assert capsys.readouterr().out.endswith(" Books\n-12.90\n+Sold out\n")

    assert main(["diff", f"{tmp_path}/{kept[0]}", f"{tmp_path}/{kept[0]}"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt", "either.txt"], "nowhere.txt"),
        ([".", f"{URL}2"], "has no versions"),
        ([".", URL, "--from", "2025-01-01"], "has 3 versions, and none so early"),
        ([".", URL, "--to", "yesterday"], "yesterday"),
    ],
    ids=["no file", "no page", "too early", "no time"],
)
def test_what_cannot_be_compared_is_said(
    kept: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    a, *others = arguments

    assert main(["diff", str(tmp_path / a), *others]) == 1
    assert said in capsys.readouterr().err


def test_a_page_that_is_read_in_two_ways_asks_for_files(
    kept: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_text(
        FsspecStorage.at(str(tmp_path)), ["x"], url=URL, reading="other", digest="4" * 64, at="2026-01-04T00:00:00Z"
    )

    assert main(["diff", str(tmp_path), URL]) == 1
    assert "is read in 2 ways" in capsys.readouterr().err


def test_nobody_sees_a_part_of_a_version(kept: list[str], tmp_path: Path) -> None:
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".txt"] == []
