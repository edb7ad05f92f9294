"""The event of an asset says what its result is and what it has cost, whichever operator made it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk import Asset, AssetAlias

from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ExtractBatchOperator,
    ExtractOperator,
    MarkdownConvertBatchOperator,
    MarkdownConvertOperator,
    TextGenerationBatchOperator,
    TextGenerationOperator,
)

LINKS = [f"https://example.com/{number}" for number in range(3)]
PAGE = {"prompt": "Every book", "json_schema": {"title": "string"}}
QUERY = {"collection_id": "c", "request_query": "q", "json_schema_rules": "none"}
numbers = itertools.count(1)


def answering(method: str, path: str, body: bytes) -> Any:
    if "extract" in path:
        return {"response": [{"title": "Night Trains"}, {"title": "Salt Roads"}], "success": True}
    if method == "DELETE":
        return {"message": "Deleted.", "success": True}
    response = [{"title": "Tides"}] if b"[{" in body and "query" in path else {"title": "Tides"}
    return {"response": response if "query" in path else "# Books", "tokens": 7, "success": True}


def books() -> Asset:
    return Asset(f"books-{next(numbers)}", extra={"owner": "the shop"})


def events_of(source: Asset | AssetAlias) -> list[Any]:
    """Return the events of an asset, or of an alias, ordered by map index."""
    from airflow.models.asset import AssetEvent
    from airflow.utils.session import create_session
    from sqlalchemy import select
    from sqlalchemy.orm import joinedload

    with create_session() as session:
        found = session.scalars(
            select(AssetEvent).options(joinedload(AssetEvent.asset), joinedload(AssetEvent.source_aliases))
        ).unique()
        ours = [
            event
            for event in found
            if event.asset.name == source.name or source.name in {alias.name for alias in event.source_aliases}
        ]
        session.expunge_all()
    return sorted(ours, key=lambda event: event.source_map_index)


def extra_of(source: Asset | AssetAlias) -> dict[str, Any]:
    [event] = events_of(source)
    extra: dict[str, Any] = event.extra
    return extra


KINDS: dict[str, tuple[Callable[..., Any], dict[str, Any], str | None, int | None, int, int | None]] = {
    "rows": (ExtractOperator, {"link": LINKS[0], **PAGE}, None, 2, 1, None),
    "rows in a file": (ExtractOperator, {"link": LINKS[0], **PAGE}, "rows.parquet", 2, 1, None),
    "frame": (ExtractOperator, {"link": LINKS[0], **PAGE, "output_format": "dataframe"}, None, 2, 1, None),
    "Markdown": (MarkdownConvertOperator, {"resource": LINKS[0]}, "page.md", None, 1, 7),
    "text": (TextGenerationOperator, {"messages": "hello", "model": "m"}, None, None, 1, 7),
    "list": (CollectionQueryOperator, {**QUERY, "json_schema": [{"title": "string"}]}, None, 1, 1, 7),
    "object": (CollectionQueryOperator, {**QUERY, "json_schema": {"title": "string"}}, None, 1, 1, 7),
    "message": (CollectionDeleteOperator, {"collection_id": "c"}, None, None, 1, None),
    "batch": (ExtractBatchOperator, {"links": LINKS, **PAGE}, None, 6, 3, None),
    "batch in a file": (ExtractBatchOperator, {"links": LINKS, **PAGE}, "rows.jsonl", 6, 3, None),
    "batch of Markdown": (MarkdownConvertBatchOperator, {"resources": LINKS}, "pages/", 3, 3, 21),
    "batch of texts": (TextGenerationBatchOperator, {"conversations": ["a", "b"], "model": "m"}, None, 2, 2, 14),
}


@pytest.mark.parametrize(("kind", "fields", "file", "rows", "calls", "tokens"), KINDS.values(), ids=KINDS)
def test_the_event_tells_rows_path_usage_run_and_task(  # noqa: PLR0913, PLR0917 - the facts of a table
    run: Any,
    connection: Any,
    service: Any,
    tmp_path: Path,
    kind: Any,
    fields: dict[str, Any],
    file: str | None,
    rows: int | None,
    calls: int,
    tokens: int | None,
) -> None:
    connection(price_per_1k_tokens=1)
    service.by_request = answering
    asset = books()
    path = None if file is None else f"{tmp_path}/{file}"
    to_file = {} if path is None else {"result_path": path}

    done = run(lambda: kind(task_id="t", outlets=[asset], **fields, **to_file))

    extra = extra_of(asset)
    [event] = events_of(asset)
    assert list(extra) == ["rows", "path", "usage", "run", "task"]
    assert (extra["rows"], extra["path"]) == (rows, path)
    assert extra["usage"] == done.usage("t")
    assert (extra["usage"]["calls"], extra["usage"]["tokens"]) == (calls, tokens)
    assert extra["usage"]["cost"] == (None if tokens is None else tokens / 1000)
    assert extra["run"] == {"dag_id": event.source_dag_id, "run_id": event.source_run_id}
    assert extra["task"] == {"task_id": "t", "map_index": -1}


def test_each_mapped_instance_tells_of_its_own_rows(run: Any, service: Any) -> None:
    service.by_request = answering
    asset = books()
    chunks = [LINKS[:1], LINKS[1:]]

    run(lambda: ExtractBatchOperator.partial(task_id="t", outlets=[asset], **PAGE).expand(links=chunks))

    told = [event.extra for event in events_of(asset)]
    assert [(one["rows"], one["usage"]["calls"]) for one in told] == [(2, 1), (4, 2)]
    assert [one["task"]["map_index"] for one in told] == [0, 1]


def test_what_the_author_of_the_dag_has_set_stays(run: Any, service: Any) -> None:
    service.by_request = answering
    asset = books()

    def mine(context: Any, result: Any) -> None:
        context["outlet_events"][asset].extra = {"rows": "as counted by me", "layer": "raw"}

    run(lambda: ExtractOperator(task_id="t", link=LINKS[0], outlets=[asset], post_execute=mine, **PAGE))

    extra = extra_of(asset)
    assert (extra["rows"], extra["layer"], extra["usage"]["calls"]) == ("as counted by me", "raw", 1)
    assert events_of(asset)[0].asset.extra == {"owner": "the shop"}


def test_the_file_of_the_result_is_the_asset_of_an_alias(run: Any, service: Any, tmp_path: Path) -> None:
    service.by_request = answering
    alias = AssetAlias(f"alias-{next(numbers)}")
    path = f"{tmp_path.as_uri()}/{{{{ dag.dag_id }}}}.jsonl"

    run(lambda: ExtractOperator(task_id="t", link=LINKS[0], outlets=[alias], result_path=path, **PAGE))

    [event] = events_of(alias)
    assert event.extra["path"] == event.asset.uri
    assert event.extra["path"].startswith(tmp_path.as_uri())
    assert event.extra["rows"] == 2


def test_an_alias_without_a_file_and_without_an_asset_has_no_event(run: Any, service: Any) -> None:
    service.by_request = answering
    alias = AssetAlias(f"alias-{next(numbers)}")

    done = run(lambda: ExtractOperator(task_id="t", link=LINKS[0], outlets=[alias], **PAGE))

    assert done.states == {"t": "success"}
    assert events_of(alias) == []


def test_an_asset_that_the_author_adds_to_an_alias_is_told_of_and_no_other(
    run: Any, service: Any, tmp_path: Path
) -> None:
    service.by_request = answering
    alias, asset = AssetAlias(f"alias-{next(numbers)}"), books()

    def add(context: Any, result: Any) -> None:
        context["outlet_events"][alias].add(asset, extra={"layer": "raw"})

    path = f"{tmp_path}/rows.jsonl"
    run(
        lambda: ExtractOperator(task_id="t", link=LINKS[0], outlets=[alias], post_execute=add, result_path=path, **PAGE)
    )

    [event] = events_of(alias)
    assert event.asset.name == asset.name
    assert (event.extra["layer"], event.extra["rows"], event.extra["path"]) == ("raw", 2, path)


def test_metadata_that_cannot_be_added_does_not_fail_a_paid_task(run: Any, service: Any, tmp_path: Path) -> None:
    service.by_request = answering
    # Longer than the name of an asset may be.
    path = "/".join([str(tmp_path), *["long" * 50] * 8, "rows.jsonl"])

    done = run(
        lambda: ExtractOperator(task_id="t", link=LINKS[0], outlets=[AssetAlias("any")], result_path=path, **PAGE)
    )

    assert done.states == {"t": "success"}
    assert len(service.seen) == 1


def test_a_password_in_a_path_is_not_told() -> None:
    from airflow_provider.operators import outlets
    from tests.standins import TaskInstance

    context: Any = {"ti": TaskInstance()}
    path = "sftp://loader:s3cret@files.example.com/rows.csv"

    told = outlets.extra_of(context, rows=1, path=path, usage={})

    assert told["path"] == "sftp://loader:***@files.example.com/rows.csv"
