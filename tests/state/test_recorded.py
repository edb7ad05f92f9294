"""What every earlier version has left in Airflow's database is read by this one: counted, and never paid for again."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.standins import KEY, MemoryStore, TaskInstance, execute, succeed
from tests.state.record import CASES, OWN, RECORDED, record, task_of
from tests.state.service import Service, subject_of, text

FILES = sorted(RECORDED.rglob("*.json"))
IDS = [str(path.relative_to(RECORDED).with_suffix("")) for path in FILES]
TRIES = 3

Continue = Callable[..., "Continued"]


class Continued:
    """The try after the one that was recorded, by the code of today."""

    def __init__(self, recorded: dict[str, Any], service: Service, *, cleared: bool, succeeds: bool) -> None:
        self.recorded = recorded
        self.service = service
        self.store = MemoryStore()
        for key, value in recorded["state"].items():
            self.store.set(key, value)
        for name, content in recorded["files"].items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(base64.b64decode(content))
        last = recorded["state"]["content_ai_spend"]["last_try"]
        self.ti = TaskInstance(try_number=last + 1, max_tries=last + TRIES if cleared else TRIES, id=uuid4().hex)
        request = recorded["request"]
        more = {} if request["operator"] == "ContentAIHook" else {"max_xcom_bytes": 10**8}
        task = task_of(request["operator"], request["arguments"] | more, beside=request.get("beside", {}))
        self.result = execute(task, self.store, self.ti)
        if succeeds:
            succeed(self.ti)

    @property
    def counted(self) -> int:
        """How many payments the spend has, those before the recording included."""
        usage = self.ti.xcoms["usage"]
        return int(usage["calls"] + usage["unconfirmed_calls"])


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Continue]:
    services: list[Service] = []
    monkeypatch.chdir(tmp_path)

    def begin(recorded: dict[str, Any], *, cleared: bool = False, succeeds: bool = True) -> Continued:
        service = Service(size=recorded["size"])
        services.append(service)
        # The service counts on from the recording, so that a second payment gives another answer.
        service.paid.update(recorded["paid"])
        extra = {"proxy": service.url, "max_attempts": 1}
        value = {"conn_type": "content_ai", "host": recorded["base_url"], "password": KEY, "extra": extra}
        monkeypatch.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", json.dumps(value))
        return Continued(recorded, service, cleared=cleared, succeeds=succeeds)

    yield begin
    for service in services:
        service.close()


def subjects(recorded: dict[str, Any]) -> set[str]:
    """Return the subjects of all that the recorded task asks."""
    arguments, beside = recorded["request"]["arguments"], recorded["request"].get("beside", {})
    if recorded["request"]["operator"] == "ContentAIHook":
        arguments, beside = {}, arguments
    asked = {call["messages"] for call in beside.get("generate_text", ())}
    if not arguments:
        return asked
    items = arguments.get("links") or arguments.get("resources") or arguments.get("conversations")
    found = (
        [arguments] if items is None else [{"messages" if "conversations" in arguments else "link": i} for i in items]
    )
    for fields in found:
        if isinstance(fields.get("messages"), str):
            fields["messages"] = [{"content": fields["messages"]}]
    return asked | {subject_of(fields) for fields in found}


@pytest.fixture(params=FILES, ids=IDS)
def recorded(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.param.read_text())
    return found


@pytest.mark.parametrize("cleared", [False, True], ids=["retried", "cleared"])
def test_a_retry_and_a_clear_pay_only_for_what_was_not_answered(
    go_on: Continue, recorded: dict[str, Any], *, cleared: bool
) -> None:
    after = go_on(recorded, cleared=cleared)

    paid = {subject: after.service.paid[subject] - recorded["paid"].get(subject, 0) for subject in subjects(recorded)}
    assert paid == {subject: int(subject not in recorded["answered"]) for subject in subjects(recorded)}


def test_what_was_paid_before_stays_counted(go_on: Continue, recorded: dict[str, Any]) -> None:
    before = recorded["state"]["content_ai_spend"]
    unsent = before["calls"] + before["unconfirmed_calls"] - sum(recorded["paid"].values())
    after = go_on(recorded)

    assert after.counted == after.service.paid.total() + unsent


def test_every_answer_is_the_one_that_was_paid_for(go_on: Continue, recorded: dict[str, Any]) -> None:
    after = go_on(recorded)
    path = recorded["request"]["arguments"].get("result_path")
    result = json.dumps(after.result, ensure_ascii=False) if path is None else Path(path).read_text()

    assert all(text(subject, after.service.paid[subject], recorded["size"]) in result for subject in subjects(recorded))


def test_a_task_that_succeeds_leaves_nothing_but_its_spend_and_has_warned_of_nothing(
    go_on: Continue, recorded: dict[str, Any], warnings: list[str]
) -> None:
    after = go_on(recorded)

    assert warnings == []
    assert set(after.store.values) == {"content_ai_spend"}
    assert not {"answer", "journal", "log"} & set(after.store.get("content_ai_spend"))
    assert set(Path().rglob("*.gz")) == set()


def test_a_try_that_is_killed_before_it_has_succeeded_costs_nothing_either(
    go_on: Continue, recorded: dict[str, Any]
) -> None:
    once = go_on(recorded, succeeds=False)
    left = recorded | {
        "state": {key: once.store.get(key) for key in once.store.values},
        "paid": dict(once.service.paid),
        "files": {str(path): base64.b64encode(path.read_bytes()).decode() for path in Path().rglob("*.gz")},
    }

    again = go_on(left, cleared=True)

    assert again.service.paid == once.service.paid
    assert paid_in(again) == paid_in(once)
    assert again.result == once.result


def paid_in(after: Continued) -> dict[str, Any]:
    """Return what is counted as paid: each try uses kept answers anew."""
    return {key: value for key, value in after.ti.xcoms["usage"].items() if key != "reused_calls"}


def test_each_case_of_this_version_is_recorded() -> None:
    assert {path.stem for path in OWN.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_what_is_recorded_is_what_this_version_leaves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    recorded = json.loads((OWN / f"{name}.json").read_text())

    assert shape(record(CASES[name])) == shape(recorded)


def shape(recorded: dict[str, Any]) -> dict[str, Any]:
    """Return what of a recording is the same in every run: compression, time and names are not."""
    state = dict(recorded["state"])
    spend = state.pop("content_ai_spend")
    parts = {key: len(value) // 100 for key, value in state.items()}
    return {
        "parts": parts,
        "spend": {key: spend[key] for key in sorted(spend) if key not in ("id", "seconds", "log")},
        "log": {key: value for key, value in spend.get("log", {}).items() if key != "open"},
        **{key: recorded[key] for key in ("request", "paid", "answered")},
        "files": sorted(recorded["files"]),
    }
