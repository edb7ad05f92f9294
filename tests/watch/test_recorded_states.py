"""
What version 0.1 left in Airflow's database is read on, and nothing of it is told again.

`recorded_states.json` was written by that version: for each page its trigger's arguments, and the state and the event
of its first poll.
"""

from __future__ import annotations

import base64
import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.watch.check import PageState, decide, read_and_decide
from airflow_provider.watch.settings import Watch
from airflow_provider.web.outcomes import Gone, Page, Validators

RECORDED = json.loads(Path(__file__).with_name("recorded_states.json").read_text(encoding="utf-8"))
PAGES = {page["name"]: page for page in RECORDED["pages"]}
LONG = "".join(f"<p>Line {number} of a long page</p>" for number in range(6000)).encode()
NOW = "2026-02-03T04:05:06.789+00:00"


def revived(page: dict[str, Any]) -> Any:
    """Return the trigger as Airflow makes it of its row."""
    module, _, name = page["trigger"].rpartition(".")
    return getattr(importlib.import_module(module), name)(**page["arguments"])


def without_lines(state: PageState) -> dict[str, Any]:
    """Return what is stored, without what version 0.1 did not keep."""
    stored: dict[str, Any] = json.loads(json.dumps(state.stored()))
    stored.pop("lines")
    return stored


def content_of(page: dict[str, Any]) -> Page:
    body = LONG if page["body"] is None else base64.b64decode(page["body"])
    return Page(page["arguments"]["url"], body, page["content_type"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_as_it_was_is_not_told(name: str) -> None:
    page = PAGES[name]
    watch = revived(page).watch

    decision = read_and_decide(watch, PageState.restored(page["state"], watch), content_of(page), NOW)

    assert decision.event is None
    assert without_lines(decision.state) == page["state"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_has_changed_is_told_with_the_digest_of_then(name: str) -> None:
    page = PAGES[name]
    watch = revived(page).watch
    content = content_of(page)
    changed = Page(content.url, content.body.replace(b"n", b"m").replace(b"PDF", b"FDP"), content.content_type)

    decision = read_and_decide(watch, PageState.restored(page["state"], watch), changed, NOW)

    assert decision.event is not None
    assert (decision.event["status"], decision.event["previous_digest"]) == ("changed", page["state"]["digest"])


@pytest.mark.parametrize(
    ("name", "before", "after", "share", "lines"),
    [
        ("page", b"12.90", b"11.50", 0.0667, ["Night Trains | £11.50"]),
        ("long page", b"7 of a", b"7 of the", 0.1, None),
    ],
)
def test_the_fingerprint_of_then_says_how_much_has_changed(
    name: str, before: bytes, after: bytes, share: float, lines: list[str] | None
) -> None:
    page = PAGES[name]
    watch = revived(page).watch
    content = content_of(page)
    changed = Page(content.url, content.body.replace(before, after), content.content_type)

    event = read_and_decide(watch, PageState.restored(page["state"], watch), changed, NOW).event

    assert event is not None
    assert event["changed_share"] == pytest.approx(share, abs=0.02)
    assert lines is None or event["changed_lines"] == lines


@pytest.mark.parametrize("name", PAGES)
def test_a_first_poll_writes_what_it_wrote_then(name: str) -> None:
    page = PAGES[name]
    trigger = revived(page)

    decision = read_and_decide(trigger.watch, PageState.restored(None, trigger.watch), content_of(page), "then")

    assert without_lines(decision.state) == page["state"]
    added = {"removed_lines": [], "snapshot_before": None, "snapshot_after": None}
    assert decision.event == {**page["event"], **added, "checked_at": "then"}
    assert trigger.serialize() == (page["trigger"], page["arguments"])


def test_a_removed_page_stays_removed_and_comes_back() -> None:
    watch = Watch.build("https://shop.example.com/page")
    state = PageState.restored(RECORDED["states"]["removed"], watch)

    assert decide(watch, state, Gone(404), NOW).event is None
    back = read_and_decide(watch, state, content_of(PAGES["page"]), NOW).event
    assert back is not None
    assert (back["status"], back["changed_lines"]) == ("back", [])


def test_an_event_that_was_not_known_to_be_stored_is_still_there() -> None:
    watch = Watch.build("https://shop.example.com/page")
    state = PageState.restored(RECORDED["states"]["untold"], watch)

    assert [event["status"] for event in state.untold] == ["removed"]
    assert without_lines(state) == RECORDED["states"]["untold"]


def test_the_xcom_of_a_sensor_is_compared_with() -> None:
    watch = Watch.build("https://shop.example.com/page")
    xcom = RECORDED["states"]["sensor"]

    assert Validators(**xcom["validators"]) == Validators(watch.url, '"1"')
    assert read_and_decide(watch, PageState.restored(xcom, watch), content_of(PAGES["page"]), NOW).event is None
