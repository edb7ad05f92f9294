"""The tables of errors, retries, spend, metrics and lineage are what the code does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.docs.blocks import ROOT
from tests.docs.tables import Row, name_in, tables_of

YES = {True: "yes", False: "no"}


def example_requests() -> dict[str, Any]:
    from airflow_provider.api import requests

    return {
        "extract": requests.ExtractRequest.build(link="https://example.com/", prompt="all"),
        "markdown": requests.MarkdownRequest.build(resource="https://example.com/"),
        "text": requests.TextGenerationRequest.build(messages="hello", model="m"),
        "query": requests.QueryRequest.build(
            collection_id="c", request_query="q", json_schema={"a": "string"}, json_schema_rules="r"
        ),
        "delete": requests.DeleteRequest.build(collection_id="c"),
    }


class TestErrors:
    PAGE = tables_of("docs/reference/errors.md")

    def test_the_tree_is_that_of_the_code(self) -> None:
        from airflow_provider import errors

        classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Exception)]
        real = [
            {
                "Error": f"`{one.__name__}`",
                "Under": f"`{one.__mro__[1].__name__}`",
                "Retryable": YES[one.retryable],
                "Billed": one.billed,
                "Answered": YES[one.answered],
            }
            for one in classes
        ]
        written = [{name: row[name] for name in real[0]} for row in self.PAGE["The tree/0"]]
        assert sorted(written, key=str) == sorted(real, key=str)


class TestOutcomes:
    ROWS = tables_of("docs/explanation/cost-and-retries.md")["The table/0"]

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row["Outcome"][:30])
    def test_retry_and_bill_are_those_of_the_error(self, row: Row) -> None:
        from airflow_provider import errors

        if row["Error"].startswith("none"):
            return
        error = getattr(errors, name_in(row["Error"]))
        assert row["Airflow retries"].startswith(YES[error.retryable])
        assert row["May be billed"] == YES[error.billed != "no"]

    def test_every_status_ends_as_the_table_says(self) -> None:
        from airflow_provider import errors
        from airflow_provider.api.policy import Limits, Reply, settle

        seen = []
        for row in self.ROWS:
            for status, extract in re.findall(r"\b([345]\d\d)\b(?: from (?:an? )?(\w+)|)", row["Outcome"]):
                request = example_requests()[(extract or "extract").lower()]
                headers = {"retry-after": "1"} if "`Retry-After`" in row["Outcome"] else {}
                reply = Reply(int(status), headers, b'{"error": "an example", "success": false}')
                seen.append(int(status))
                if row["Error"].startswith("none"):
                    assert not settle(request, 3, reply, Limits()).existed
                    continue
                with pytest.raises(errors.ContentAIError) as caught:
                    settle(request, 3, reply, Limits())
                assert type(caught.value).__name__ == name_in(row["Error"]), row
        assert {301, 400, 401, 403, 404, 413, 415, 422, 429, 500, 503} <= set(seen)
        assert seen.count(404) == 5

    def test_only_what_the_table_says_is_sent_again_inside_the_task(self) -> None:
        from airflow_provider.api.policy import Broken, Failure, Limits, Reply, Wait, settle

        again = {name_in(row["Error"]) for row in self.ROWS if row["Again inside the task"].startswith("yes")}
        assert again == {"NotSentError", "RateLimitError"}
        for outcome in (Failure(Broken.NOT_SENT, ""), Reply(429, {}, b""), Reply(503, {"retry-after": "9"}, b"")):
            assert isinstance(settle(example_requests()["extract"], 1, outcome, Limits()), Wait)


class TestXComAndState:
    PAGE = tables_of("docs/reference/xcom-and-state.md")

    def test_the_keys_are_those_of_the_code(self) -> None:
        from airflow_provider import spend
        from airflow_provider.operators.batch.manifest import MANIFEST_KEY
        from airflow_provider.operators.expectations import ON_PAGE_KEY, REJECTED_KEY, ROWS_KEY
        from airflow_provider.results.preview import PREVIEW_KEY
        from airflow_provider.state import log

        assert [name_in(row["Key"]) for row in self.PAGE["XCom/0"]] == [
            "return_value",
            spend.XCOM_KEY,
            MANIFEST_KEY,
            PREVIEW_KEY,
            REJECTED_KEY,
            ROWS_KEY,
            ON_PAGE_KEY,
        ]
        part = log.LOG_KEY.format(number="N")
        assert [name_in(row["Key"]) for row in self.PAGE["Task state store/0"]] == [spend.STATE_KEY, part]

    def test_usage_and_record_have_the_documented_keys(self) -> None:
        from airflow_provider.api.answers import TextAnswer
        from airflow_provider.spend import STATE_KEY
        from airflow_provider.spend.recorder import Recorder, TaskCalls
        from tests.standins import MemoryStore, context, settings

        store = MemoryStore()
        calls = TaskCalls(context(store))
        recorder, request = Recorder(calls, kept=calls.of_operator), example_requests()["markdown"]
        rare = {"told", "progress", "budgets", "shared"}
        further = {name_in(row["Key"]) for row in self.PAGE["Task state store/1"]} - rare
        recorder.sending(request, settings())
        usage = [name_in(row["Key"]) for row in self.PAGE["usage/0"]]

        assert usage == list(calls.ledger.published())
        assert set(store.get(STATE_KEY)) == set(usage) | further - {"log"}
        recorder.settled(request, TextAnswer(response="# Books", tokens=7), settings())
        assert set(store.get(STATE_KEY)) == set(usage) | further

    def test_the_event_of_an_asset_has_the_documented_keys(self) -> None:
        from airflow_provider.operators.outlets import extra_of
        from tests.standins import TaskInstance

        context: Any = {"ti": TaskInstance()}
        told = extra_of(context, rows=1, path="/data/rows.jsonl", usage={})

        assert [name_in(row["Key"]) for row in self.PAGE["Events of assets/0"]] == list(told)

    def test_sizes_are_those_of_the_code(self) -> None:
        from airflow_provider.state.store import PART_BYTES

        # In base64 it takes a third more.
        limit = re.search(r"each under (\d+) kB", self.PAGE["Task state store/0"][1]["Value"])
        assert limit is not None
        assert PART_BYTES * 4 / 3 < int(limit[1]) * 1000 < PART_BYTES * 3 / 2
        assert f"more than {PART_BYTES // 1000} kB" in (ROOT / "docs/explanation/cost-and-retries.md").read_text()


class TestMetricsAndLineage:
    PAGE = tables_of("docs/reference/metrics-and-lineage.md")

    def test_the_metrics_are_those_that_are_emitted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from airflow.sdk.observability.stats import Stats

        from airflow_provider import telemetry
        from airflow_provider.api.answers import Usage

        emitted: dict[str, str] = {}
        tags: list[set[str]] = []

        def hear(kind: str) -> Any:
            def note(name: str, *_: Any, tags: dict[str, str], **__: Any) -> None:
                emitted[name] = kind
                all_tags.append(set(tags))

            return note

        all_tags = tags
        # Airflow sends metrics nowhere in a test, so its own end of the line is listened to.
        monkeypatch.setattr(Stats, "incr", hear("counter"))
        monkeypatch.setattr(Stats, "timing", hear("timer"))
        telemetry.emit("extract", "content_ai_default", Usage.of_call(7), 0.5)

        assert {name_in(row["Metric"]): row["Type"] for row in self.PAGE["Metrics/0"]} == emitted
        assert all(one == {"operation", "conn_id"} for one in tags)

    def test_the_inputs_are_those_that_are_named(self) -> None:
        from airflow_provider.lineage import facets

        class TaskInstance:
            task_id = "t"
            map_index = -1

            def xcom_pull(self, **_: Any) -> dict[str, Any]:
                return {"calls": 1}

        operators = {
            "ExtractOperator": "extract",
            "MarkdownConvertOperator": "markdown",
            "CollectionQueryOperator": "query",
            "TextGenerationOperator": "text",
            "CollectionDeleteOperator": "delete",
        }
        for row in self.PAGE["Lineage/0"]:
            found = facets(example_requests()[operators[name_in(row["Operator"])]], TaskInstance())
            inputs = [(one.namespace, one.name) for one in found.inputs]
            if row["Namespace"] == "none":
                assert inputs == []
            elif row["Namespace"].startswith("`"):
                assert inputs == [(name_in(row["Namespace"]), "c")]
            else:
                assert inputs == [("https://example.com", "/")]
            assert list(found.run_facets) == ["contentAI_usage"]
