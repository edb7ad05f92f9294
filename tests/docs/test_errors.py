"""Each message of the page of errors, provoked as a user would meet it and compared with what is printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.docs.blocks import ROOT, blocks_of
from tests.docs.failures import FAILURES, Scene
from tests.docs.tables import name_in, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.serving import Listener

PAGE = ROOT / "docs/reference/errors.md"
WRITTEN = {block.words[0]: block.text for block in blocks_of(PAGE) if block.kind == "text message"}
LABEL = re.compile(r"'([A-Z][^']*)' \((\w+)\)")


@pytest.mark.parametrize("name", FAILURES)
def test_a_message_is_printed_as_the_page_says(
    name: str, serve: Callable[..., Listener], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(serve, tmp_path, monkeypatch)

    assert scene.printed(FAILURES[name]) == WRITTEN[name].rstrip("\n")


def test_every_message_of_the_page_is_provoked_here() -> None:
    names = [block.words[0] for block in blocks_of(PAGE) if block.kind == "text message"]

    assert sorted(names) == sorted(FAILURES)


def test_there_is_a_message_of_every_error_that_is_raised() -> None:
    from airflow_provider import errors
    from airflow_provider.spend.guard import SpentError

    rows = tables_of("docs/reference/errors.md")["The tree/0"]
    raised = {name_in(row["Error"]) for row in rows if row["Raised when"] != "never itself"}
    shown = {text.partition(":")[0] for text in WRITTEN.values()}
    known = {**vars(errors), "SpentError": SpentError}
    kinds = [known[name] for name in shown if name in known]

    assert {name for name in raised if not any(issubclass(kind, getattr(errors, name)) for kind in kinds)} == set()
    assert raised - {"BudgetExceededError"} <= shown


def test_a_message_stands_under_the_name_of_its_error() -> None:
    text = PAGE.read_text(encoding="utf-8")

    for section in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        for said in re.findall(r"^```text message \S+\n(\w+):", rest, re.MULTILINE):
            assert f"`{said}`" in heading or said == "error", f"{said} stands under {heading}"


def test_a_field_of_the_connection_is_called_as_its_form_calls_it() -> None:
    from airflow_provider.provider_info import get_provider_info

    fields: Any = get_provider_info()["connection-types"][0]["conn-fields"]
    found = {(name, label) for text in WRITTEN.values() for label, name in LABEL.findall(text)}

    assert len(found) >= 5
    assert {(name, label) for name, label in found if name in fields} == {
        (name, fields[name]["label"]) for name, _ in found
    }


# What a user meets most often.
FREQUENT = (
    *("connection-refused", "unknown-host", "connect-timeout", "read-timeout", "connection-cut"),
    *("token-refused", "plan-refused", "page-unreachable", "unknown-collection", "not-the-api"),
    *("bad-request", "rate-limit-too-long", "rate-limit-too-often", "server-error", "redirect", "html-instead-of-json"),
)


@pytest.mark.parametrize("name", FREQUENT)
def test_a_frequent_failure_names_host_and_subject_the_next_step_and_what_was_billed(name: str) -> None:
    text = WRITTEN[name]

    assert re.search(r"(POST|DELETE) http://[\w.:]+/v\d/\S+ for (page|collection) \S+", text)
    assert re.search(r"Nothing was billed\.|It may have been billed\.|The call counts as billed\.", text)
    assert not text.rstrip().endswith("billed.") or "Asking again" in text or "asking again" in text
    assert "connection 'content_ai_default'" in text or "address" in text or "again" in text


@pytest.mark.parametrize("name", FAILURES)
def test_no_message_promises_a_retry(name: str) -> None:
    # `retries=0`, Airflow's default, makes none.
    assert not re.search(r"will (be )?(retr|try|tried)|(task|Airflow) (retries|tries)", WRITTEN[name])
