"""What many runs write into one memory: a switch by one write, nothing lost, old files left for whoever reads."""

from __future__ import annotations

import json
import random
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING

import fsspec
import pytest

from airflow_provider.web.memory import generations
from airflow_provider.web.memory.generations import MOMENT, Generation, Generations, Part, UnreadableMemoryError
from airflow_provider.web.memory.storage import FsspecStorage
from tests.results.storages import Bucket

if TYPE_CHECKING:
    from collections.abc import Iterable


@pytest.fixture(params=["file", "memory"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> FsspecStorage:
    """Return an empty folder, on this machine's disk or on an object store of this process."""
    root = str(tmp_path / "memory") if request.param == "file" else f"/{uuid.uuid4().hex}"
    return FsspecStorage(fsspec.filesystem(request.param), root)


def test_a_bucket_that_is_not_there_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bucket, "objects", {})
    monkeypatch.setattr(Bucket, "buckets", {"b"})
    (tmp_path / "file").write_bytes(b"x")

    FsspecStorage(Bucket(), "b/memory").put("a/b", tmp_path / "file")
    with pytest.raises(FileNotFoundError):
        FsspecStorage(Bucket(), "c/memory").put("a/b", tmp_path / "file")

    assert Bucket.objects == {"b/memory/a/b": b"x"}
    assert Bucket.buckets == {"b"}


def held(memory: Generations, generation: Generation | None = None) -> list[int]:
    parts = (generation or memory.read()).parts
    return sorted(record["number"] for part in parts for record in memory.records(part))


def add(memory: Generations, numbers: Iterable[int], *, instead_of: Iterable[Part] = ()) -> Generation:
    return memory.switch(memory.write({"number": number} for number in numbers), instead_of=instead_of, facts={})


def test_an_empty_folder_is_an_empty_memory(storage: FsspecStorage) -> None:
    assert Generations(storage, "kind").read() == Generation()


def test_what_was_switched_to_counts_and_what_was_only_written_does_not(storage: FsspecStorage) -> None:
    memory = Generations(storage, "kind")
    add(memory, range(3))

    # As a run does that is killed before its one last write.
    memory.write({"number": number} for number in range(3, 6))

    assert held(memory) == [0, 1, 2]


def test_parts_are_never_written_again(storage: FsspecStorage) -> None:
    memory = Generations(storage, "kind")
    first = add(memory, range(3))

    second = add(memory, [3])

    assert set(first.parts) < set(second.parts)
    assert len(storage.names("kind/parts")) == 2


def test_many_records_make_several_parts(storage: FsspecStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("airflow_provider.web.memory.generations.RECORDS_OF_A_PART", 4)
    memory = Generations(storage, "kind")

    generation = add(memory, range(10))

    assert [part.records for part in generation.parts] == [4, 4, 2]
    assert held(memory) == list(range(10))


def test_the_second_of_two_runs_to_finish_merges(storage: FsspecStorage) -> None:
    one, other = Generations(storage, "kind"), Generations(storage, "kind")
    begin = add(one, [0])
    other.read()
    add(one, [1], instead_of=begin.parts)
    add(other, [2])

    assert held(one) == [1, 2]


def test_runs_that_switch_at_the_same_moment_both_count_and_the_next_one_joins_them(storage: FsspecStorage) -> None:
    memory = Generations(storage, "kind")
    add(memory, [0])

    class Stale(Generations):
        """Reads what counted before the other run's switch, however late it asks."""

        def read(self) -> Generation:
            return stale

    stale = memory.read()
    add(memory, [1])
    add(Stale(storage, "kind"), [2])

    assert len(memory.read().manifests) == 2
    assert held(memory) == [0, 1, 2]
    add(memory, [3])
    assert len(memory.read().manifests) == 1
    assert held(memory) == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_however_the_steps_of_runs_interleave(storage: FsspecStorage, seed: int) -> None:
    chance = random.Random(seed)
    numbers = iter(range(1000))
    saved: set[int] = set()

    class Run(Generations):
        """Some time passes between its last reading and its switch, in which others may finish."""

        def read(self) -> Generation:
            self.seen = super().read() if chance.random() < 0.5 or not hasattr(self, "seen") else self.seen
            return self.seen

    runs = [Run(storage, "kind") for _ in range(3)]
    for _ in range(30):
        run = chance.choice(runs)
        mine = [next(numbers) for _ in range(chance.randrange(3))]
        parts = run.write({"number": number} for number in mine)
        if chance.random() < 0.3:
            # Killed. A new run takes its place.
            runs[runs.index(run)] = Run(storage, "kind")
            continue
        old = run.read().parts
        worn = [part for part in old if chance.random() < 0.2]
        again = run.write(record for part in worn for record in run.records(part))
        run.switch([*parts, *again], instead_of=worn, facts={})
        saved |= set(mine)
        if chance.random() < 0.3:
            run.sweep()

    assert set(held(Generations(storage, "kind"))) == saved


def test_replaced_files_stay_a_day_for_whoever_reads_them_and_are_then_deleted(storage: FsspecStorage) -> None:
    memory = Generations(storage, "kind")
    old = add(memory, [0])
    add(memory, [1], instead_of=old.parts)

    memory.sweep()
    assert held(memory, old) == [0]
    memory.sweep(keep=timedelta(days=-1))

    assert held(memory) == [1]
    assert (len(storage.names("kind/manifests")), len(storage.names("kind/parts"))) == (1, 1)


def test_files_of_others_are_never_deleted(storage: FsspecStorage, tmp_path: Path) -> None:
    (tmp_path / "note").write_text("mine")
    storage.put("kind/parts/README.txt", tmp_path / "note")

    Generations(storage, "kind").sweep(keep=timedelta(days=-1))

    assert storage.names("kind/parts") == ["kind/parts/README.txt"]


def damage(storage: FsspecStorage, name: str, content: bytes, folder: Path) -> None:
    (folder / "damaged").write_bytes(content)
    storage.put(name, folder / "damaged")


@pytest.mark.parametrize("content", [b"", b'{"format": "content-ai-memory", "vers', b"[]", b'{"format": "x"}', b"\xff"])
def test_a_damaged_manifest_gives_the_one_before_and_nothing_is_deleted(
    storage: FsspecStorage, tmp_path: Path, content: bytes
) -> None:
    memory = Generations(storage, "kind")
    first = add(memory, [0])
    second = add(memory, [1])
    damage(storage, second.manifests[0], content, tmp_path)

    assert memory.read() == first
    memory.sweep(keep=timedelta(days=-1))
    assert len(storage.names("kind/parts")) == 2


def test_the_memory_of_a_newer_version_is_left_alone(storage: FsspecStorage, tmp_path: Path) -> None:
    memory = Generations(storage, "kind")
    name = add(memory, [0]).manifests[0]
    with storage.open(name) as file:
        manifest = json.loads(file.read())
    damage(storage, name, json.dumps({**manifest, "version": 2, "parts": "other"}).encode(), tmp_path)

    for act in (memory.read, memory.sweep, lambda: memory.switch([], facts={})):
        with pytest.raises(UnreadableMemoryError, match="newer version"):
            act()


@pytest.mark.parametrize("content", [b"", b"plain", b"\x1f\x8b\x08\x00\x00"])
def test_a_damaged_part_says_so(storage: FsspecStorage, tmp_path: Path, content: bytes) -> None:
    memory = Generations(storage, "kind")
    [part] = add(memory, [0]).parts
    damage(storage, part.name, content, tmp_path)

    with pytest.raises(UnreadableMemoryError, match=part.name):
        list(memory.records(part))


def test_a_part_that_is_gone_says_so(storage: FsspecStorage) -> None:
    memory = Generations(storage, "kind")
    [part] = add(memory, [0]).parts
    storage.delete(part.name)

    with pytest.raises(UnreadableMemoryError, match="FileNotFoundError"):
        list(memory.records(part))


def test_kinds_lie_side_by_side(storage: FsspecStorage) -> None:
    add(Generations(storage, "one"), [1])
    add(Generations(storage, "other"), [2])

    assert held(Generations(storage, "one")) == [1]


def test_a_file_that_is_being_written_is_seen_by_nobody(tmp_path: Path) -> None:
    class Failing(type(fsspec.filesystem("file"))):  # type: ignore[misc]
        """A disk that is full half-way."""

        def put_file(self, source: str, target: str, **_: object) -> None:
            with open(target, "wb") as file:  # noqa: PTH123 - as fsspec does
                file.write(b"half")
            raise OSError("no space left")

    storage = FsspecStorage(Failing(skip_instance_cache=True), str(tmp_path / "memory"))
    (tmp_path / "whole").write_bytes(b"whole")

    with pytest.raises(OSError, match="no space"):
        storage.put("kind/manifests/a.json", tmp_path / "whole")

    assert [name for name in storage.names("kind/manifests") if name.endswith(".json")] == []


def chain(memory: Generations, length: int) -> None:
    """Have *length* runs, each of which replaces all that the one before it has written."""
    for number in range(length):
        add(memory, [number], instead_of=memory.read().parts)


class DiesError(Exception):
    """Stands for a kill."""


@pytest.mark.parametrize("deleted", range(8))
def test_a_sweep_that_is_killed_lets_nothing_count_again(storage: FsspecStorage, deleted: int) -> None:
    memory = Generations(storage, "kind")
    chain(memory, 5)

    class Killed(FsspecStorage):
        left = deleted

        def delete(self, name: str) -> None:
            if not self.left:
                raise DiesError
            self.left -= 1
            super().delete(name)

    with pytest.raises(DiesError):
        Generations(Killed(storage._fs, storage._root), "kind").sweep(keep=timedelta(days=-1))

    assert held(memory) == [4]
    memory.sweep(keep=timedelta(days=-1))
    assert (len(storage.names("kind/manifests")), len(storage.names("kind/parts"))) == (1, 1)


@pytest.mark.parametrize("read", range(6))
def test_who_reads_while_others_sweep_sees_nothing_count_again(storage: FsspecStorage, read: int) -> None:
    memory = Generations(storage, "kind")
    chain(memory, 5)

    class Slow(FsspecStorage):
        """Others sweep when so many manifests have been read."""

        left = read

        def open(self, name: str) -> IO[bytes]:
            if not self.left:
                Generations(storage, "kind").sweep(keep=timedelta(days=-1))
            self.left -= 1
            return super().open(name)

    assert held(Generations(Slow(storage._fs, storage._root), "kind")) == [4]


def aged(name: str, by: timedelta) -> str:
    """Return the *name* of a file as if it had been written earlier."""
    folder, _, file = name.rpartition("/")
    moment = datetime.strptime(file[:17], MOMENT).replace(tzinfo=UTC) - by
    return f"{folder}/{moment.strftime(MOMENT)}{file[17:]}"


def test_a_sweep_takes_what_killed_runs_have_left_and_nothing_that_a_run_is_about_to_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = FsspecStorage.at(str(tmp_path / "memory"))
    memory = Generations(storage, "kind")
    add(memory, [0])
    new_id = generations._new_id
    # A long save has begun to write its parts 20 hours ago; one that was killed did 25 hours ago.
    monkeypatch.setattr(generations, "_new_id", lambda: aged(new_id(), timedelta(hours=20)).strip("/"))
    about_to_count = memory.write([{"number": 1}])
    monkeypatch.setattr(generations, "_new_id", lambda: aged(new_id(), timedelta(hours=25)).strip("/"))
    [orphan] = memory.write([{"number": 2}])
    monkeypatch.undo()
    beside = [f"{orphan.name}.1a2b3c4d.part", f"kind/manifests/{Path(orphan.name).name[:32]}.json.1a2b3c4d.part"]
    for name in beside:
        storage.put(name, tmp_path / "memory" / orphan.name)

    memory.sweep()

    memory.switch(about_to_count, facts={})
    assert held(memory) == [0, 1]
    assert not {orphan.name, *beside} & {*storage.names("kind/parts"), *storage.names("kind/manifests")}


def test_a_damaged_manifest_that_was_replaced_stops_no_sweep(storage: FsspecStorage, tmp_path: Path) -> None:
    memory = Generations(storage, "kind")
    first = add(memory, [0])
    add(memory, [1], instead_of=first.parts)
    damage(storage, first.manifests[0], b"", tmp_path)

    memory.sweep(keep=timedelta(days=-1))

    assert not memory.read().lost
    assert len(storage.names("kind/parts")) == 1
