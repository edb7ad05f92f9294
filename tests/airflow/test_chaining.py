"""One task's rows are the next one's items: by XComArg, as records, DataFrames, files and templates, run by Airflow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk import task

from airflow_provider.operators import (
    ExtractBatchOperator,
    ExtractOperator,
    FindLinksOperator,
    MarkdownConvertBatchOperator,
    TextGenerationBatchOperator,
)
from tests.serving import answer, scripted

LINKS = [f"https://example.com/{number}" for number in range(3)]
LISTED = [{"link": link, "lastmod": f"2026-01-0{number + 1}"} for number, link in enumerate(LINKS)]
SCHEMA = {"title": "string"}
SITEMAP = (
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
    + "".join(f"<url><loc>{one['link']}</loc><lastmod>{one['lastmod']}</lastmod></url>" for one in LISTED)
    + "</urlset>"
)


def echo(method: str, path: str, body: bytes) -> Any:
    """Answer with what was asked."""
    if path.startswith("/v1/text"):
        return {"response": "Reply", "tokens": 1, "success": True}
    asked = json.loads(body)
    if "json_schema" in asked:
        return {"response": [{"title": asked["link"]}], "success": True}
    return {"response": f"# {asked['link']}", "tokens": 1, "success": True}


def rows(carry: tuple[str, ...] = ("lastmod",)) -> list[dict[str, Any]]:
    return [{"link": one["link"], "title": one["link"], **{name: one[name] for name in carry}} for one in LISTED]


@pytest.fixture
def sitemap() -> Any:
    site = scripted(answer(404), answer(200, SITEMAP.encode(), Content_Type="application/xml"))
    yield f"{site.url}/sitemap.xml"
    site.close()


@pytest.mark.parametrize("in_file", [False, True], ids=["records", "file"])
def test_found_links_go_on_with_their_own_fields(
    run: Any, service: Any, sitemap: str, tmp_path: Path, *, in_file: bool
) -> None:
    service.by_request = echo

    def build() -> None:
        listing = FindLinksOperator(
            task_id="links",
            source=sitemap,
            same_site=False,
            allow_private=True,
            result_path=f"{tmp_path}/links.jsonl" if in_file else None,
        )
        ExtractBatchOperator(
            task_id="t", links=listing.output, column="link", carry=["lastmod"], prompt="p", json_schema=SCHEMA
        )

    left = run(build)

    assert left.value("t") == rows()
    assert ("links", -1, "preview") in left.xcoms or not in_file


def test_a_frame_of_an_extraction_is_a_list_of_items(run: Any, service: Any) -> None:
    def listing_or_page(method: str, path: str, body: bytes) -> Any:
        if json.loads(body)["link"] != "https://example.com/":
            return echo(method, path, body)
        return {"response": [{"url": link, "shelf": number} for number, link in enumerate(LINKS)], "success": True}

    service.by_request = listing_or_page

    def build() -> None:
        listing = ExtractOperator(
            task_id="listing",
            link="https://example.com/",
            prompt="Books",
            json_schema={"url": "string", "shelf": "number"},
            output_format="dataframe",
        )
        ExtractBatchOperator(
            task_id="t",
            links=listing.output,
            column="url",
            carry="all",
            prompt="p",
            json_schema=SCHEMA,
            output_format="dataframe",
        )

    left = run(build)

    frame = left.value("t")
    assert frame.to_dict("records") == [
        {"link": link, "title": link, "shelf": number} for number, link in enumerate(LINKS)
    ]
    assert str(frame["shelf"].dtype) == "Float64"
    assert left.xcoms["listing", -1, "preview"]["columns"] == ["url", "shelf"]


def test_column_and_carry_come_from_templates_and_other_tasks(run: Any, service: Any) -> None:
    service.by_request = echo

    @task
    def fields() -> list[str]:
        return ["lastmod"]

    @task
    def items() -> list[dict[str, str]]:
        return LISTED

    def build() -> None:
        given = items()
        ExtractBatchOperator(
            task_id="t", links=given, column="{{ 'li' + 'nk' }}", carry=fields(), prompt="p", json_schema=SCHEMA
        )
        as_text = ExtractBatchOperator(
            task_id="text",
            links="{{ ti.xcom_pull('items') | tojson }}",
            carry="{{ ['lastmod'] }}",
            prompt="p",
            json_schema=SCHEMA,
        )
        given >> as_text

    left = run(build)

    assert left.value("t") == left.value("text") == rows()


def test_pages_become_markdown_and_that_becomes_texts_each_with_what_it_came_with(
    run: Any, service: Any, tmp_path: Path
) -> None:
    service.by_request = echo

    def build() -> None:
        pages = MarkdownConvertBatchOperator(
            task_id="pages", resources=LISTED, carry=["lastmod"], result_path=f"{tmp_path}/pages.parquet"
        )
        TextGenerationBatchOperator(
            task_id="t", conversations=pages.output, column="response", carry=["link", "lastmod"], model="m"
        )

    left = run(build)

    assert pd.read_parquet(left.value("pages")).to_dict("records") == [
        {"link": one["link"], "response": f"# {one['link']}", "lastmod": one["lastmod"]} for one in LISTED
    ]
    assert left.value("t") == [
        {"item": number, "response": "Reply", "link": one["link"], "lastmod": one["lastmod"]}
        for number, one in enumerate(LISTED, 1)
    ]


def test_conversations_may_be_fields_of_records(run: Any, service: Any) -> None:
    service.by_request = echo
    talk = [{"role": "user", "content": "Hi"}]
    records = [{"conversation": talk, "id": 1}, {"conversation": "Hi", "id": 2}]

    left = run(
        lambda: (
            TextGenerationBatchOperator(task_id="t", conversations=records, carry="all", model="m")
            and TextGenerationBatchOperator(
                task_id="messages", conversations=[{"messages": talk, "id": 3}], carry=["id"], model="m"
            )
        )
    )

    assert [row["id"] for row in left.value("t")] == [1, 2]
    assert left.value("messages") == [{"item": 1, "response": "Reply", "id": 3}]


def test_a_mapped_batch_carries_too(run: Any, service: Any) -> None:
    service.by_request = echo

    left = run(
        lambda: ExtractBatchOperator.partial(task_id="t", prompt="p", json_schema=SCHEMA, carry=["lastmod"]).expand(
            links=[LISTED[:1], LISTED[1:]]
        )
    )

    assert left.value("t", 0) + left.value("t", 1) == rows()
