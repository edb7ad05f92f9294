"""What a memory tells people, and what it forgets for good."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from airflow_provider.web.__main__ import main
from airflow_provider.web.memory.generations import Generations
from airflow_provider.web.memory.links import LinkMemory
from airflow_provider.web.memory.pages import PageMemory, Trust
from airflow_provider.web.memory.storage import FsspecStorage
from tests.web.memory.test_pages import entry, pay

if TYPE_CHECKING:
    from pathlib import Path


def everything_in(folder: Path) -> str:
    files = [one for one in folder.rglob("*") if one.is_file()]
    return "".join(
        (gzip.decompress(one.read_bytes()) if one.suffix == ".gz" else one.read_bytes()).decode() for one in files
    )


def test_it_says_how_much_it_holds(storage: FsspecStorage, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "show", str(folder)]) == 0
    assert "holds nothing" in capsys.readouterr().out

    pay(storage, entry(1), entry(2, night=3))
    pay(storage, entry(2, night=4))
    LinkMemory(storage, "run").save(["https://shop.example.com/1"])
    assert main(["memory", "show", f"file://{folder}"]) == 0

    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"pages: 2 in 2 parts, from {entry(1).paid_at} to {entry(2, night=4).paid_at}"
    assert said[1].startswith("links: 1 in 1 parts, from 20")


def test_it_prints_what_it_knows_of_a_link(
    storage: FsspecStorage, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pay(storage, entry(1), entry(2))

    main(["memory", "show", str(folder), entry(2).link])

    [record] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert record["entry"]["link"] == entry(2).link
    assert record["answer"] == [{"paid": entry(2).paid_at}]


def test_it_forgets_links_for_good(storage: FsspecStorage, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pay(storage, entry(1), entry(2))
    pay(storage, entry(3), entry(2, night=1))
    with PageMemory(storage) as memory:
        memory.hosts["shop.example.com"] = Trust(3, 0)
        memory.save()
    LinkMemory(storage, "run").save([entry(2).link, entry(3).link])

    assert main(["memory", "forget", str(folder), entry(2).link]) == 0

    assert "3 records" in capsys.readouterr().out
    assert entry(2).link + '"' not in everything_in(folder)
    with PageMemory(storage) as memory:
        found = [memory.find(entry(number).link, "books") for number in (1, 2, 3)]
        assert [one is not None for one in found] == [True, False, True]
        assert memory.hosts == {"shop.example.com": Trust(3, 0)}
    links = LinkMemory(storage, "another run")
    links.load()
    assert links.is_new(entry(2).link)
    assert not links.is_new(entry(3).link)


def test_it_forgets_what_is_only_left_for_those_who_are_reading_it(storage: FsspecStorage, folder: Path) -> None:
    pay(storage, entry(1), entry(2))
    generations = Generations(storage, "pages")
    old = generations.read().parts
    generations.switch(
        generations.write(record for part in old for record in generations.records(part)), instead_of=old, facts={}
    )
    assert everything_in(folder).count(entry(2).link + '"') == 2

    assert main(["memory", "forget", str(folder), entry(2).link]) == 0

    assert entry(2).link + '"' not in everything_in(folder)
    assert entry(1).link + '"' in everything_in(folder)


def test_what_a_run_under_way_writes_does_not_bring_it_back(storage: FsspecStorage, folder: Path) -> None:
    pay(storage, entry(1), entry(2))
    with PageMemory(storage) as running:
        main(["memory", "forget", str(folder), entry(2).link])
        running.keep(entry(1, night=1), "new")
        running.save()

    with PageMemory(storage) as memory:
        assert memory.find(entry(2).link, "books") is None
        assert memory.find(entry(1).link, "books") is not None


def test_a_memory_that_cannot_be_read_is_left_as_it_is(
    storage: FsspecStorage, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pay(storage, entry(1))
    [part] = (folder / "pages" / "parts").iterdir()
    part.write_bytes(part.read_bytes()[:-4])
    before = everything_in(folder / "pages" / "manifests")

    assert main(["memory", "forget", str(folder), entry(1).link]) == 1

    assert "Nothing was changed" in capsys.readouterr().err
    assert everything_in(folder / "pages" / "manifests") == before


@pytest.mark.parametrize("arguments", [["memory", "show"], ["memory", "forget"], ["diff"]], ids=" ".join)
def test_a_path_with_a_connection_of_airflow_is_refused_with_what_to_do(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "s3://aws_default@bucket/memory", entry(1).link]) == 1

    assert "Write s3://bucket/memory, and let the environment say" in capsys.readouterr().err
