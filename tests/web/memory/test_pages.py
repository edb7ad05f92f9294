"""What is remembered of pages over many runs, and what a memory that cannot be read does: nothing but warn."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider.web.memory.pages import Entry, PageMemory, Trust
from airflow_provider.web.memory.storage import FsspecStorage
from airflow_provider.web.outcomes import Validators

if TYPE_CHECKING:
    from pathlib import Path

NIGHT = datetime(2026, 1, 1, 3, tzinfo=UTC)


def entry(number: int, night: int = 0, **given: Any) -> Entry:
    at = (NIGHT + timedelta(days=night)).isoformat()
    return Entry(link=f"https://shop.example.com/{number}", request="books", paid_at=at, **given)


def pay(storage: FsspecStorage, *entries: Entry) -> None:
    with PageMemory(storage) as memory:
        for one in entries:
            memory.keep(one, [{"paid": one.paid_at}])
        memory.save()


def files_of(folder: Path) -> set[tuple[str, int]]:
    return {(str(one.relative_to(folder)), one.stat().st_mtime_ns) for one in folder.rglob("*") if one.is_file()}


def test_what_was_paid_for_is_found_by_page_and_request_with_its_answer(storage: FsspecStorage) -> None:
    known = entry(
        1,
        reading="r",
        body="b",
        digest="d",
        fingerprint="f",
        validators=Validators("https://shop.example.com/1", '"1"'),
        usage={"calls": 1, "tokens": None},
    )
    pay(storage, known)

    with PageMemory(storage) as memory:
        found = memory.find(known.link, "books")
        assert found == known
        assert memory.answer(found) == [{"paid": known.paid_at}]
        assert memory.find(known.link, "authors") is None
        assert memory.find("https://shop.example.com/2", "books") is None


def test_what_was_not_saved_is_forgotten(storage: FsspecStorage) -> None:
    with PageMemory(storage) as memory:
        memory.keep(entry(1), "x")

    with PageMemory(storage) as memory:
        assert len(memory) == 0


def test_the_newest_answer_counts_in_whichever_order_runs_finish(storage: FsspecStorage) -> None:
    pay(storage, entry(1, night=2))
    pay(storage, entry(1, night=1))

    with PageMemory(storage) as memory:
        found = memory.find(entry(1).link, "books")
        assert found is not None
        assert memory.answer(found) == [{"paid": entry(1, night=2).paid_at}]


def test_two_runs_at_once_lose_nothing(storage: FsspecStorage) -> None:
    with PageMemory(storage) as one, PageMemory(storage) as other:
        one.keep(entry(1), "one")
        other.keep(entry(2), "other")
        one.save()
        other.save()

    with PageMemory(storage) as memory:
        assert len(memory) == 2


def test_a_run_that_pays_nothing_writes_nothing(storage: FsspecStorage, folder: Path) -> None:
    pay(storage, entry(1))
    before = files_of(folder)

    pay(storage)

    assert files_of(folder) == before


def test_unchanged_parts_are_not_written_again(storage: FsspecStorage, folder: Path) -> None:
    pay(storage, *(entry(number) for number in range(100)))
    before = {one for one in files_of(folder) if "/parts/" in one[0]}

    pay(storage, entry(1, night=1))

    after = {one for one in files_of(folder) if "/parts/" in one[0]}
    assert before < after
    assert len(after) == 2


def test_parts_that_are_mostly_outdated_or_many_and_small_are_put_together(
    storage: FsspecStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("airflow_provider.web.memory.pages.MOST_SMALL_PARTS", 5)
    for night in range(60):
        pay(storage, *(entry(number, night) for number in range(night, night + 4)))
        with PageMemory(storage) as memory:
            assert len(memory._whole) <= 7
            assert len(memory) == night + 4
            for number in range(night + 4):
                found = memory.find(entry(number).link, "books")
                assert found is not None
                assert found.paid_at == entry(number, min(number, night)).paid_at


def test_a_note_changes_the_validators_of_the_answer_that_it_was_made_for(storage: FsspecStorage) -> None:
    url = entry(1).link
    pay(storage, entry(1, digest="d", validators=Validators(url, '"1"')))
    with PageMemory(storage) as memory:
        found = memory.find(url, "books")
        assert found is not None
        memory.note(replace(found, validators=Validators(url, '"2"'), unsteady=1), (NIGHT + timedelta(1)).isoformat())
        memory.save()

    with PageMemory(storage) as memory:
        noted = memory.find(url, "books")
        assert noted is not None
        assert (noted.validators, noted.unsteady, noted.digest) == (Validators(url, '"2"'), 1, "d")
        assert memory.answer(noted) == [{"paid": entry(1).paid_at}]
        memory.keep(entry(1, night=2, validators=Validators(url, '"3"')), "new")
        memory.save()
    with PageMemory(storage) as memory:
        paid = memory.find(url, "books")
        assert paid is not None
        assert (paid.validators, paid.unsteady) == (Validators(url, '"3"'), 0)


def test_a_note_can_take_the_validators_away(storage: FsspecStorage) -> None:
    pay(storage, entry(1, validators=Validators(entry(1).link, '"1"')))
    with PageMemory(storage) as memory:
        found = memory.find(entry(1).link, "books")
        assert found is not None
        memory.note(replace(found, validators=None, unsteady=2), NIGHT.isoformat())
        noted = memory.find(entry(1).link, "books")

    assert noted is not None
    assert (noted.validators, noted.unsteady) == (None, 2)


def test_what_is_known_of_hosts_adds_up(storage: FsspecStorage) -> None:
    for proofs, lies in ((1, 0), (2, 0), (2, 1)):
        with PageMemory(storage) as memory:
            memory.hosts["shop.example.com"] = Trust(proofs, lies)
            memory.save()

    with PageMemory(storage) as memory:
        assert memory.hosts == {"shop.example.com": Trust(2, 1)}


def test_an_unreadable_memory_warns_and_is_left_as_it_is(
    storage: FsspecStorage, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pay(storage, entry(1))
    [manifest] = (folder / "pages" / "manifests").iterdir()
    manifest.write_text(manifest.read_text().replace('"version": 1', '"version": 99'))
    before = files_of(folder)

    with caplog.at_level(logging.WARNING):
        pay(storage, entry(2))

    assert files_of(folder) == before
    assert "newer version" in caplog.text
    assert "All pages are paid for" in caplog.text


def test_a_damaged_part_costs_its_own_pages_only(
    storage: FsspecStorage, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pay(storage, entry(1))
    pay(storage, entry(2))
    first = min((folder / "pages" / "parts").iterdir())
    first.write_bytes(first.read_bytes()[:20])

    with caplog.at_level(logging.WARNING), PageMemory(storage) as memory:
        assert memory.find(entry(1).link, "books") is None
        assert memory.find(entry(2).link, "books") is not None
        memory.keep(entry(1, night=1), "again")
        memory.save()

    assert "Its pages are paid for" in caplog.text
    assert first.exists()
    with PageMemory(storage) as memory:
        assert len(memory) == 2


def test_a_storage_that_is_away_is_an_unreadable_memory(caplog: pytest.LogCaptureFixture) -> None:
    class Away:
        def names(self, folder: str) -> list[str]:
            raise RuntimeError("no credentials")

    with caplog.at_level(logging.WARNING), PageMemory(Away()) as memory:  # type: ignore[arg-type]
        assert not memory.readable
        memory.keep(entry(1), "x")
        memory.save()

    assert "no credentials" in caplog.text


def test_nothing_stays_on_this_machine(storage: FsspecStorage) -> None:
    with PageMemory(storage) as memory:
        place = memory._folder.name

    from pathlib import Path

    assert not Path(place).exists()
