"""Notices to people are given beside the calls, in their order, and are not waited for without end."""

from __future__ import annotations

import threading

import pytest

from airflow_provider.spend import notify


def test_they_are_given_one_after_the_other() -> None:
    notices, given, go = notify.Notices(), [], threading.Event()
    notices.give(go.wait)
    for number in range(3):
        notices.give(lambda number=number: given.append(number))  # type: ignore[misc] # mypy infers no lambda with a default

    assert given == []
    go.set()
    assert notices.finish()
    assert given == [0, 1, 2]
    assert not notices.finish()


def test_one_that_hangs_is_waited_for_a_while_and_named_in_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notify, "PATIENCE", 0.01)
    notices, go = notify.Notices(), threading.Event()
    notices.give(go.wait)

    assert notices.finish()
    go.set()
    assert "A notifier of the budget has not returned" in caplog.text
