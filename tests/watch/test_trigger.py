"""
The trigger on Airflow's own shared streams: what it tells, what it remembers, and what a kill cannot take.

The triggerer here is Airflow's stream manager with a database that is a list; a kill stops everything at
once and ignores whatever is still written, as SIGKILL does.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from airflow.triggers.base import BaseEventTrigger
from airflow.triggers.shared_stream import SharedStreamManager

from airflow_provider.watch import PageChangeTrigger, page_asset, page_assets, poller, schedule
from airflow_provider.watch.keeping import STATE_KEY
from airflow_provider.watch.look import LOOK_KEY
from airflow_provider.watch.settings import WatchError
from airflow_provider.web.fingerprint import digest_of
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

URL = "https://shop.example.com/"


class Site:
    """Stands for the network: what it holds is seen, and 304 is answered to whoever has seen it before."""

    def __init__(self, *lines: str) -> None:
        self.now: Outcome | tuple[str, ...] = lines
        self.asked: list[Validators | None] = []

    async def fetch(self, url: str, validators: Validators | None) -> Outcome:
        self.asked.append(validators)
        if not isinstance(self.now, tuple):
            return self.now
        etag = "|".join(self.now)
        if validators is not None and validators.etag == etag:
            return NotModified()
        return Page(url, "".join(f"<p>{line}" for line in self.now).encode(), "text/html", Validators(url, etag))


class Store:
    """Stands for the asset's state store, which outlives a triggerer."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values
        self.dead = False
        self.broken = False

    async def aget(self, key: str) -> Any:
        await asyncio.sleep(0)
        if self.broken:
            raise ConnectionError("no database")
        return json.loads(self.values[key]) if key in self.values else None

    async def aset(self, key: str, value: Any) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise ConnectionError("no database")
        if not self.dead:
            self.values[key] = json.dumps(value)


class Triggerer:
    """What Airflow does around a trigger, until it is killed."""

    def __init__(self, values: dict[str, str], database: list[dict[str, Any]]) -> None:
        self.store = Store(values)
        self.database = database
        self.unsent: list[tuple[dict[str, Any], int | None]] = []
        self.manager = SharedStreamManager(ack_timeout=30)
        self.tasks: list[asyncio.Task[None]] = []
        # How many observations each trigger has made what it can of.
        self.polls: dict[int, int] = {}

    def start(self, *triggers: PageChangeTrigger) -> Triggerer:
        for number, trigger in enumerate(triggers, len(self.tasks)):
            path, arguments = trigger.serialize()
            assert path == f"{PageChangeTrigger.__module__}.{PageChangeTrigger.__qualname__}"
            revived = PageChangeTrigger(**json.loads(json.dumps(arguments)))
            revived.asset_state_store = self.store  # type: ignore[assignment]
            self.polls[number] = 0
            self.tasks.append(asyncio.create_task(self._run(number, revived)))
        return self

    async def _run(self, number: int, trigger: PageChangeTrigger) -> None:
        key = trigger.shared_stream_key()
        stream = self.manager.subscribe(trigger_id=number, trigger=trigger, key=key)
        async for event in trigger.filter_shared_stream(self._counted(number, stream)):
            self.unsent.append((event.payload, self.manager.bind_pending_event(trigger_id=number, key=key)))

    async def _counted(self, number: int, stream: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for observation in stream:
            yield observation
            self.polls[number] += 1

    def sync(self) -> None:
        """Store the events, and confirm them, as the triggerer does once a second."""
        unsent, self.unsent = self.unsent, []
        self.database += [payload for payload, _ in unsent]
        self.manager.confirm_persisted([seq for _, seq in unsent if seq is not None])

    async def fires(self, number: int) -> None:
        """Wait until that many events are on their way, none of them stored."""
        while len(self.unsent) < number:  # noqa: ASYNC110 - Airflow's runner has no event for it either
            await asyncio.sleep(0.001)

    async def settle(self, polls: int = 3) -> None:
        """Let that many polls pass, with everything in time, and what came of them be stored."""
        enough = {number: done + polls for number, done in self.polls.items()}
        async with asyncio.timeout(20):
            while any(done < enough[number] for number, done in self.polls.items()):
                assert not any(task.done() for task in self.tasks)
                await asyncio.sleep(0.002)
                self.sync()
        for _ in range(5):
            await asyncio.sleep(0.002)
            self.sync()

    async def kill(self) -> None:
        self.store.dead = True
        for task in self.tasks:
            task.cancel()
        await self.manager.stop_all()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    """Hand every poller a site without a network, and let no time pass between polls."""
    site = Site("a")
    monkeypatch.setattr(poller, "shared_fetcher", lambda **_: site)
    monkeypatch.setattr(schedule.Schedule, "before_first", lambda _: 0.0)
    monkeypatch.setattr(schedule.Schedule, "after", lambda *_: 0.005)
    return site


def watch(**options: Any) -> PageChangeTrigger:
    return PageChangeTrigger(URL, **options)


def digests(database: list[dict[str, Any]]) -> list[str | None]:
    return [event["digest"] for event in database]


def run(story: Callable[[dict[str, str], list[dict[str, Any]]], Any]) -> list[dict[str, Any]]:
    database: list[dict[str, Any]] = []
    asyncio.run(story({}, database))
    return database


def test_each_change_is_told_once(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        for line in "bcd":
            site.now = (line,)
            await triggerer.settle()
        await triggerer.kill()

    assert digests(run(story)) == [digest_of([line]) for line in "bcd"]


def test_nothing_is_forgotten_over_a_restart_and_nothing_told_again(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        first = Triggerer(values, database).start(watch(fire_on_first=True))
        await first.settle()
        await first.kill()
        second = Triggerer(values, database).start(watch(fire_on_first=True))
        await second.settle()
        await second.kill()
        site.now = ("b",)
        third = Triggerer(values, database).start(watch(fire_on_first=True))
        await third.settle()
        await third.kill()

    assert [event["status"] for event in run(story)] == ["new", "changed"]


def test_an_event_that_airflow_had_not_stored_is_told_again_though_the_page_is_as_before(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        first = Triggerer(values, database).start(watch())
        await first.settle()
        site.now = ("b",)
        await first.fires(1)
        await first.kill()
        site.now = ("a",)
        second = Triggerer(values, database).start(watch())
        await second.settle(6)
        await second.kill()

    assert digests(run(story)) == [digest_of(["b"]), digest_of(["a"])]


def test_a_change_while_events_are_told_again_is_not_missed(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        first = Triggerer(values, database).start(watch())
        await first.settle()
        for line in "bc":
            site.now = (line,)
            await first.fires(len(first.unsent) + 1)
        await first.kill()
        site.now = ("d",)
        second = Triggerer(values, database).start(watch())
        await second.settle(6)
        await second.kill()

    assert digests(run(story)) == [digest_of([line]) for line in "bcd"]


@pytest.mark.parametrize("seed", range(25))
def test_no_event_is_lost_at_whatever_moments_the_triggerer_is_killed(site: Site, seed: int) -> None:
    chance = random.Random(seed)

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        for number in range(6):
            site.now = (f"version {number}",)
            while digest_of([f"version {number}"]) not in digests(database):
                for _ in range(chance.randrange(12)):
                    # Any number of steps of the loop: between check, write, event and confirmation.
                    await asyncio.sleep(chance.choice([0, 0, 0, 0.003]))
                if chance.random() < 0.4:
                    triggerer.sync()
                if chance.random() < 0.4:
                    await triggerer.kill()
                    triggerer = Triggerer(values, database).start(watch())
            if chance.random() < 0.5:
                await triggerer.kill()
                triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        await triggerer.kill()

    database = run(story)

    assert list(dict.fromkeys(digests(database))) == [digest_of([f"version {number}"]) for number in range(6)]
    for event in database:
        # A repeat is the same event to the letter.
        assert all(other == event for other in database if other["checked_at"] == event["checked_at"])


def test_a_page_that_is_away_is_not_forgotten(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        for outcome in (Failed("answered 500"), ("a",), Failed("no answer"), ("b",)):
            site.now = outcome
            await triggerer.settle()
        await triggerer.kill()

    assert digests(run(story)) == [digest_of(["b"])]


def test_a_removed_page_that_comes_back_is_read_anew(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        site.now = Gone(410)
        await triggerer.settle(8)
        site.now = ("a",)
        await triggerer.settle(5)
        await triggerer.kill()

    assert [event["status"] for event in run(story)] == ["removed", "back"]


def test_triggers_of_one_address_share_its_polls_and_read_them_differently(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch(fire_on_first=True))
        other = Triggerer({}, database)
        other.manager = triggerer.manager
        await triggerer.settle()
        # Joins later, when the server answers 304: it has to see the page all the same.
        other.tasks = [*triggerer.tasks]
        other.start(watch(fire_on_first=True, select="p"))
        await other.settle(8)
        assert len(triggerer.manager._groups) == 1
        await triggerer.kill()

    assert [event["status"] for event in run(story)] == ["new", "new"]


def test_a_database_that_is_away_costs_a_repeat_at_most_and_is_told_once(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        triggerer.store.broken = True
        await triggerer.settle(5)
        triggerer.store.broken = False
        await triggerer.settle(5)
        triggerer.store.broken = True
        site.now = ("b",)
        await triggerer.settle(5)
        triggerer.store.broken = False
        await triggerer.settle(5)
        await triggerer.kill()
        assert json.loads(values[STATE_KEY])["digest"] == digest_of(["b"])

    with caplog.at_level(logging.ERROR):
        database = run(story)

    assert digests(database) == [digest_of(["b"])]
    assert [("read" in one.message, "written" in one.message) for one in caplog.records] == [
        (True, False),
        (False, True),
    ]


def test_a_page_that_cannot_be_read_is_told_once_and_watched_on(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("too strange")

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch(fire_on_first=True))
        with monkeypatch.context() as strange:
            strange.setattr("airflow_provider.web.reading.lines_of", fail)
            await triggerer.settle(5)
        await triggerer.settle(5)
        await triggerer.kill()

    with caplog.at_level(logging.ERROR):
        database = run(story)

    assert [event["status"] for event in database] == ["new"]
    assert len(caplog.records) == 1


def test_trouble_with_a_page_is_logged_once_and_so_is_its_end(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        site.now = Failed("answered 500")
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle(6)
        site.now = ("a",)
        await triggerer.settle(4)
        await triggerer.kill()

    with caplog.at_level(logging.WARNING):
        assert run(story) == []

    assert [record.message for record in caplog.records] == [
        f"The page {URL} cannot be loaded: answered 500. Polling on, with longer pauses, up to an hour.",
        f"The page {URL} is there again.",
    ]


def test_no_page_is_held_between_polls(site: Site) -> None:
    import gc

    def pages() -> list[Page]:
        gc.collect()
        return [one for one in gc.get_objects() if type(one) is Page]

    others = pages()

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        site.now = ("b",)
        await triggerer.settle()
        # By identity: a page of another test may be equal.
        assert [page for page in pages() if not any(page is other for other in others)] == []
        await triggerer.kill()

    run(story)


def test_with_a_state_it_fires_once_and_ends(site: Site) -> None:
    async def story() -> list[Any]:
        since = {"reading": watch().watch.reading, "digest": digest_of(["a"]), "fingerprint": ""}
        trigger = watch(since=since)
        assert trigger.shared_stream_key() is None
        task = asyncio.ensure_future(_all(trigger))
        async with asyncio.timeout(20):
            while len(site.asked) < 3:  # noqa: ASYNC110 - Airflow's runner has no event for it either
                await asyncio.sleep(0.002)
        assert not task.done()
        site.now = ("b",)
        return await task

    [event] = asyncio.run(story())

    assert event["event"]["digest"] == event["memory"]["digest"] == digest_of(["b"])
    assert json.loads(json.dumps(event)) == event


def test_the_state_says_what_the_last_look_has_found_and_what_is_wrong(site: Site) -> None:
    outcomes: list[Outcome | tuple[str, ...]] = [
        ("a",),
        ("b",),
        Failed("it took longer than 60 s"),
        ("b",),
        Gone(404),
    ]
    looks: list[tuple[str, str | None]] = []

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database).start(watch())
        for site.now in outcomes:
            await triggerer.settle(5)
            look = json.loads(values[LOOK_KEY])
            looks.append((look["found"], look["problem"]))
            assert look["url"] == URL
        await triggerer.kill()

    database = run(story)

    assert looks == [
        ("unchanged", None),
        # What comes after the change is unchanged again.
        ("unchanged", None),
        ("not loaded", "it took longer than 60 s"),
        ("unchanged", None),
        ("missing", "answered 404"),
    ]
    assert [event["status"] for event in database] == ["changed", "removed"]


def test_looks_that_find_the_same_are_written_once_a_minute(site: Site) -> None:
    class Counting(Store):
        looks = 0

        async def aset(self, key: str, value: Any) -> None:
            Counting.looks += key == LOOK_KEY
            await super().aset(key, value)

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database)
        triggerer.store = Counting(values)
        triggerer.start(watch())
        await triggerer.settle(10)
        await triggerer.kill()

    run(story)

    assert len(site.asked) > 5
    assert Counting.looks == 1


async def _all(trigger: PageChangeTrigger) -> list[Any]:
    return [event.payload async for event in trigger.run()]


def test_without_a_shared_stream_it_tells_the_same_and_forgets_with_the_next_poll(site: Site) -> None:
    values: dict[str, str] = {}

    async def story() -> list[Any]:
        trigger = watch(fire_on_first=True)
        trigger.asset_state_store = Store(values)  # type: ignore[assignment]
        events = trigger.run()
        first = await anext(events)
        assert len(json.loads(values[STATE_KEY])["untold"]) == 1
        site.now = ("b",)
        second = await anext(events)
        assert json.loads(values[STATE_KEY])["untold"] == [second.payload]
        return [first.payload, second.payload]

    assert [event["status"] for event in asyncio.run(story())] == ["new", "changed"]


def test_after_a_restart_the_server_is_asked_whether_the_page_has_changed(site: Site) -> None:
    asked: list[Validators | None] = []

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        first = Triggerer(values, database).start(watch())
        await first.settle()
        await first.kill()
        del site.asked[:]
        second = Triggerer(values, database).start(watch())
        await second.settle()
        asked.append(site.asked[0])
        await second.kill()
        site.now = ("b",)
        third = Triggerer(values, database).start(watch())
        await third.settle()
        await third.kill()

    database = run(story)

    assert asked == [Validators(URL, "a")]
    assert digests(database) == [digest_of(["b"])]


def test_a_trigger_is_not_told_that_a_page_is_as_another_trigger_has_seen_it(site: Site) -> None:
    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        ahead: dict[str, str] = {}
        for known, line in ((values, "a"), (ahead, "b")):
            site.now = (line,)
            triggerer = Triggerer(known, []).start(watch())
            await triggerer.settle()
            await triggerer.kill()
        # The one that is ahead comes first, so the poll asks what its page is like.
        both = Triggerer(ahead, []).start(watch())
        other = Triggerer(values, database)
        other.manager = both.manager
        other.tasks = [*both.tasks]
        other.start(watch(select="p"), watch())
        await other.settle(8)
        await both.kill()

    assert digests(run(story)) == [digest_of(["b"])]


def test_validators_that_change_while_the_page_does_not_are_not_written_each_time(site: Site) -> None:
    class Counting(Store):
        writes = 0

        async def aset(self, key: str, value: Any) -> None:
            Counting.writes += key == STATE_KEY
            await super().aset(key, value)

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        triggerer = Triggerer(values, database)
        triggerer.store = Counting(values)
        triggerer.start(watch())
        for number in range(12):
            site.now = Page(URL, b"<p>a<!-- %d -->" % number, "text/html", Validators(URL, str(number)))
            await triggerer.settle(2)
        await triggerer.kill()

    assert run(story) == []
    assert len(set(map(str, site.asked))) > 5
    assert Counting.writes == 3


def test_a_server_whose_validators_never_change_is_not_believed_for_ever(site: Site) -> None:
    class Lying(Site):
        async def fetch(self, url: str, validators: Validators | None) -> Outcome:
            self.asked.append(validators)
            assert isinstance(self.now, tuple)
            return NotModified() if validators else Page(url, self.now[0].encode(), "", Validators(url, "1"))

    async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
        site.__class__ = Lying
        triggerer = Triggerer(values, database).start(watch())
        await triggerer.settle()
        site.now = ("b",)
        while not database:
            await triggerer.settle(1)
        await triggerer.kill()

    assert digests(run(story)) == [digest_of(["b"])]


class TestSnapshot:
    @staticmethod
    def told(site: Site, folder: str, *pages: Outcome | tuple[str, ...]) -> list[dict[str, Any]]:
        async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
            for site.now in pages:
                # Each by another triggerer, for what is known has to outlive it.
                triggerer = Triggerer(values, database).start(watch(snapshot=folder))
                await triggerer.settle(8)
                await triggerer.kill()

        return run(story)

    def test_each_version_is_kept_and_events_say_where(self, site: Site, tmp_path: Path) -> None:
        changed, removed, back = self.told(site, f"file://{tmp_path}", ("a", "x"), ("b", "x"), Gone(404), ("c", "x"))

        texts = [[read(event[f"snapshot_{one}"]) for one in ("before", "after")] for event in (changed, removed, back)]
        assert texts == [["a\nx\n", "b\nx\n"], ["b\nx\n", None], ["b\nx\n", "c\nx\n"]]
        names = sorted(path.name for path in tmp_path.rglob("*.txt"))
        assert len(names) == 3
        assert names[1].endswith(f"Z-{changed['digest'][:16]}.txt")
        assert changed["checked_at"].replace(":", "").startswith(names[1][:17])

    def test_a_page_that_was_watched_without_it_is_kept_from_the_next_poll_on(self, site: Site, tmp_path: Path) -> None:
        async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
            first = Triggerer(values, database).start(watch())
            await first.settle()
            await first.kill()
            second = Triggerer(values, database).start(watch(snapshot=f"{tmp_path}"))
            await second.settle(8)
            await second.kill()

        assert run(story) == []
        assert [path.read_text() for path in tmp_path.rglob("*.txt")] == ["a\n"]

    def test_a_version_that_was_written_before_a_kill_is_not_written_twice(self, site: Site, tmp_path: Path) -> None:
        self.told(site, str(tmp_path), ("a",))
        self.told(site, str(tmp_path), ("a",))

        assert len(list(tmp_path.rglob("*.txt"))) == 1

    def test_a_change_is_told_although_its_text_cannot_be_kept_and_the_text_is_kept_later(
        self, site: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        in_the_way = tmp_path / "pages"
        in_the_way.write_text("")

        async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
            triggerer = Triggerer(values, database).start(watch(snapshot=f"file://{in_the_way}"))
            await triggerer.settle()
            for line in "bc":
                site.now = (line,)
                while len(database) == (line == "c"):
                    await triggerer.settle(1)
                if line == "b":
                    in_the_way.unlink()
                    while '"snapshot"' not in values[STATE_KEY]:
                        await triggerer.settle(1)
            await triggerer.kill()

        first, second = run(story)

        assert (first["snapshot_before"], first["snapshot_after"]) == (None, None)
        assert [read(second["snapshot_before"]), read(second["snapshot_after"])] == ["b\n", "c\n"]
        assert "cannot be kept" in caplog.text

    def test_two_readings_of_a_page_do_not_share_a_folder(self, site: Site, tmp_path: Path) -> None:
        async def story(values: dict[str, str], database: list[dict[str, Any]]) -> None:
            for select in ("p", "body"):
                triggerer = Triggerer({}, database).start(watch(snapshot=str(tmp_path), select=select))
                await triggerer.settle(8)
                await triggerer.kill()

        run(story)

        assert len(list(tmp_path.iterdir())) == 2

    @pytest.mark.parametrize("folder", ["pages", "", 3, "s3:/bucket"])
    def test_what_is_no_folder_is_refused_when_the_dag_is_parsed(self, folder: Any) -> None:
        with pytest.raises(WatchError, match="Field 'snapshot'"):
            page_asset(URL, snapshot=folder)

    def test_one_that_is_not_set_changes_no_trigger_row(self) -> None:
        assert "snapshot" not in watch().serialize()[1]
        assert watch(snapshot="s3://b/pages/").serialize()[1]["snapshot"] == "s3://b/pages"


def read(path: str | None) -> str | None:
    return None if path is None else Path(path.removeprefix("file://")).read_text()


class TestAsset:
    def test_it_has_a_watcher_with_a_key_of_its_own(self) -> None:
        asset = page_asset(URL, select=".price", ignore=["time", ".views"], every=60)

        [watcher] = asset.watchers
        assert isinstance(watcher.trigger, PageChangeTrigger)
        assert watcher.trigger.key == asset.name == f"{URL} .price -time -.views"

    def test_assets_of_different_pages_or_parts_differ_in_name_uri_and_trigger_row(self) -> None:
        assets = [
            page_asset(URL),
            page_asset(f"{URL}a"),
            page_asset(f"{URL}a/"),
            page_asset(f"{URL}?b=1&a=2"),
            page_asset(f"{URL}?a=2&b=1"),
            page_asset(URL, select="p"),
            page_asset(URL, ignore="p"),
            page_asset(URL, name="shop"),
            page_asset(URL, name="shop again"),
        ]

        assert len({asset.name for asset in assets}) == len(assets)
        assert len({asset.uri for asset in assets}) == len(assets)
        rows = {BaseEventTrigger.hash(*asset.watchers[0].trigger.serialize()) for asset in assets}
        assert len(rows) == len(assets)

    def test_the_same_call_gives_the_same_asset_and_row_each_time_the_dag_is_parsed(self) -> None:
        first, second = (page_asset(URL, select=(".a", ".b"), min_change=0.5) for _ in range(2))

        assert (first.name, first.uri) == (second.name, second.uri)
        assert first.watchers[0].trigger.serialize() == second.watchers[0].trigger.serialize()

    def test_many_pages_have_an_asset_each_in_their_order_and_once(self) -> None:
        assets = page_assets([f"{URL}b", f"{URL}a", f"{URL}b#top"], select=iter([".price"]), every=60)

        alike = [page_asset(f"{URL}{name}", select=".price", every=60) for name in "ba"]
        assert [asset.name for asset in assets] == [asset.name for asset in alike]
        triggers = [[asset.watchers[0].trigger.serialize() for asset in some] for some in (assets, alike)]
        assert triggers[0] == triggers[1]

    @pytest.mark.parametrize(("urls", "said"), [(URL, "urls"), (None, "urls"), ([URL, "shop"], "url")])
    def test_many_pages_that_cannot_be_watched_are_refused(self, urls: Any, said: str) -> None:
        with pytest.raises(WatchError, match=f"Field '{said}'"):
            page_assets(urls)

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            ({"url": "shop.example.com"}, "url"),
            ({"url": "ftp://example.com/"}, "url"),
            ({"url": "https://"}, "url"),
            ({"url": "https://user:secret@example.com/"}, "url"),
            ({"url": "https://example.com/a b"}, "url"),
            ({"url": "https://example.com:99999/"}, "url"),
            ({"url": None}, "url"),
            ({"url": URL, "every": 0}, "every"),
            ({"url": URL, "every": True}, "every"),
            ({"url": URL, "every": float("nan")}, "every"),
            ({"url": URL, "every": "15m"}, "every"),
            ({"url": URL, "select": "p["}, "select"),
            ({"url": URL, "select": 3}, "select"),
            ({"url": URL, "ignore": ["p", ""]}, "ignore"),
            ({"url": URL, "min_change": 5}, "min_change"),
            ({"url": URL, "min_change": -0.1}, "min_change"),
            ({"url": URL, "fire_on_first": "no"}, "fire_on_first"),
            ({"url": URL, "allow_private": 1}, "allow_private"),
            ({"url": URL, "name": ""}, "name"),
        ],
    )
    def test_what_cannot_be_watched_is_refused_when_the_dag_is_parsed(
        self, arguments: dict[str, Any], field: str
    ) -> None:
        with pytest.raises(WatchError, match=f"Field '{field}'") as refused:
            page_asset(**arguments)

        assert "secret" not in str(refused.value)

    @pytest.mark.parametrize("build", [page_asset, PageChangeTrigger, lambda url, **some: page_assets([url], **some)])
    def test_a_keyword_that_no_watch_has_is_named_with_those_that_it_has(self, build: Callable[..., Any]) -> None:
        with pytest.raises(WatchError, match=r"A watch has no 'selct'\. It knows every, select, ignore, min_change"):
            build(URL, selct="p")

    def test_a_trigger_that_makes_no_sense_does_not_end_the_triggerer(self) -> None:
        # Airflow's runner catches a TypeError of a trigger's constructor, and dies of anything else.
        assert issubclass(WatchError, TypeError)
