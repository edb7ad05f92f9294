"""The operator over a website on loopback: what it returns, what it writes, and what it remembers from run to run."""

from __future__ import annotations

import gzip
import json
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from airflow.sdk import DAG

from airflow_provider.batch.sources import Fields, read_items
from airflow_provider.errors import InvalidRequestError, PageUnreachableError, ResultError
from airflow_provider.operators import FindLinksOperator
from airflow_provider.retry import ContentAIRetryPolicy
from tests.standins import TaskInstance
from tests.watch.website import Website

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def site() -> Iterator[Website]:
    with Website() as running:
        yield running


def sitemap(site: Website, *names: str) -> bytes:
    urls = "".join(f"<url><loc>{site.url}/{name}</loc><lastmod>2026-01-0{name[-1]}</lastmod></url>" for name in names)
    return f"<urlset>{urls}</urlset>".encode()


def find(site: Website, *, run: str = "one", xcoms: dict[str, Any] | None = None, **options: Any) -> Any:
    with DAG("links", schedule=None):
        operator = FindLinksOperator(
            task_id="find", **{"source": f"{site.url}/sitemap.xml", "allow_private": True, **options}
        )
    ti = TaskInstance(dag_id="links", task_id="find", run_id=run, xcoms={} if xcoms is None else xcoms)
    return operator.execute({"ti": ti})  # type: ignore[arg-type, typeddict-item]


def names(found: list[dict[str, str]]) -> list[str]:
    return [one["link"].rpartition("/")[2] for one in found]


def test_it_returns_records_in_order(site: Website) -> None:
    site.pages["/sitemap.xml"] = sitemap(site, "book2", "book1")

    assert find(site) == [
        {"link": f"{site.url}/book2", "lastmod": "2026-01-02"},
        {"link": f"{site.url}/book1", "lastmod": "2026-01-01"},
    ]


def test_it_reads_what_robots_txt_lists_packed_or_not(site: Website) -> None:
    site.pages["/robots.txt"] = f"User-agent: *\nDisallow: /x\nSitemap: {site.url}/index.xml".encode()
    site.pages["/index.xml"] = b"<sitemapindex><sitemap><loc>/1.xml.gz</loc></sitemap></sitemapindex>"
    site.pages["/1.xml.gz"] = gzip.compress(sitemap(site, "book1"))

    assert names(find(site, source=f"{site.url}/robots.txt")) == ["book1"]


@pytest.mark.parametrize("name", ["links.jsonl", "links.jsonl.gz", "links.csv"])
def test_a_file_of_links_is_ready_as_the_items_of_a_batch(site: Website, tmp_path: Path, name: str) -> None:
    site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2")

    xcoms: dict[str, Any] = {}
    path = find(site, result_path=f"file://{tmp_path}/{name}", xcoms=xcoms)

    assert (xcoms["preview"]["rows"], xcoms["preview"]["columns"]) == (2, ["link", "lastmod"])
    assert path == f"file://{tmp_path}/{name}"
    read = read_items(path, Fields("links", ("link",)))
    assert [item for item, _ in read] == [f"{site.url}/book1", f"{site.url}/book2"]


def test_a_limit_ends_the_search(site: Website) -> None:
    site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2", "book3")

    assert names(find(site, limit=2)) == ["book1", "book2"]


def test_a_result_that_is_too_large_says_what_to_do(site: Website) -> None:
    site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2")

    with pytest.raises(ResultError, match="result_path"):
        find(site, max_xcom_bytes=50)


class TestOnlyNew:
    @pytest.fixture
    def options(self, tmp_path: Path) -> dict[str, Any]:
        return {"only_new": True, "memory": f"file://{tmp_path}/memory"}

    def test_a_run_gets_what_no_run_before_has_found(self, site: Website, options: dict[str, Any]) -> None:
        site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2")
        first = find(site, run="one", **options)
        site.pages["/sitemap.xml"] = sitemap(site, "book3", "book2", "book1")

        assert names(first) == ["book1", "book2"]
        assert names(find(site, run="two", **options)) == ["book3"]
        assert find(site, run="three", **options) == []

    def test_a_run_that_is_tried_again_gets_the_same(self, site: Website, options: dict[str, Any]) -> None:
        site.pages["/sitemap.xml"] = sitemap(site, "book1")
        find(site, run="one", **options)
        site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2")

        assert names(find(site, run="one", **options)) == ["book1", "book2"]
        assert find(site, run="two", **options) == []

    @pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
    def test_what_was_behind_a_cut_is_new_to_the_next_run(
        self, site: Website, options: dict[str, Any], caplog: pytest.LogCaptureFixture, *, packed: bool
    ) -> None:
        whole = sitemap(site, "book1", "book2", "book31")
        body = gzip.compress(whole, compresslevel=0) if packed else whole
        site.pages["/sitemap.xml"] = body[: len(body) * 9 // 10]
        first = find(site, run="one", **options)
        site.pages["/sitemap.xml"] = body
        second = find(site, run="two", **options)

        assert "sitemap.xml is cut off or damaged. Only its first 2 links were read" in caplog.text
        assert (names(first), names(second)) == (["book1", "book2"], ["book31"])

    def test_a_source_of_which_nothing_can_be_read_leaves_file_and_memory_as_they_were(
        self, site: Website, options: dict[str, Any], tmp_path: Path
    ) -> None:
        result = tmp_path / "links.jsonl"
        result.write_text("older")
        site.pages["/sitemap.xml"] = b"<urlset><url><loc>/boo"

        with pytest.raises(PageUnreachableError):
            find(site, run="one", result_path=f"file://{result}", **options)

        assert result.read_text() == "older"
        site.pages["/sitemap.xml"] = sitemap(site, "book1")
        assert names(find(site, run="two", **options)) == ["book1"]

    def test_a_run_that_fails_remembers_nothing(self, site: Website, options: dict[str, Any]) -> None:
        site.pages["/sitemap.xml"] = sitemap(site, "book1")
        with pytest.raises(ResultError):
            find(site, run="one", max_xcom_bytes=1, **options)

        assert names(find(site, run="two", **options)) == ["book1"]

    def test_what_a_limit_has_left_out_comes_next_time(self, site: Website, options: dict[str, Any]) -> None:
        site.pages["/sitemap.xml"] = sitemap(site, "book1", "book2", "book3")

        found = [names(find(site, run=run, limit=2, **options)) for run in ("one", "two", "three")]

        assert found == [["book1", "book2"], ["book3"], []]

    def test_many_runs_leave_few_files(self, site: Website, options: dict[str, Any], tmp_path: Path) -> None:
        for number in range(70):
            site.pages["/sitemap.xml"] = sitemap(site, f"run{number}x1")
            assert names(find(site, run=f"{number}", **options)) == [f"run{number}x1"]

        [manifest] = [
            json.loads(one.read_text()) for one in sorted((tmp_path / "memory" / "links" / "manifests").iterdir())[-1:]
        ]
        assert len(manifest["parts"]) < 40
        site.pages["/sitemap.xml"] = sitemap(site, *(f"run{number}x1" for number in range(70)))
        assert find(site, run="last", **options) == []

    @pytest.mark.parametrize("kind", ["parts", "manifests"])
    def test_a_memory_that_cannot_be_read_is_no_reason_to_take_all_links_for_new(
        self, site: Website, options: dict[str, Any], tmp_path: Path, kind: str
    ) -> None:
        site.pages["/sitemap.xml"] = sitemap(site, "book1")
        find(site, run="one", **options)
        [file] = (tmp_path / "memory" / "links" / kind).iterdir()
        file.write_bytes(b"damaged")

        with pytest.raises(ResultError, match="cannot be read"):
            find(site, run="two", **options)

    @pytest.mark.parametrize(("there", "what"), [("memory", "read"), ("memory/links/parts", "written")])
    def test_a_memory_whose_storage_fails_is_told(
        self, site: Website, options: dict[str, Any], tmp_path: Path, there: str, what: str
    ) -> None:
        (tmp_path / there).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / there).write_text("a file where a folder should be")
        site.pages["/sitemap.xml"] = sitemap(site, "book1")

        with pytest.raises(ResultError, match=f"cannot be {what}"):
            find(site, run="one", **options)

    @pytest.mark.parametrize("name", ["same_site", "only_new", "allow_private"])
    def test_a_flag_that_is_neither_true_nor_false_is_refused(self, name: str) -> None:
        with pytest.raises(InvalidRequestError, match=f"Field '{name}' is 'no'. Use True or False"):
            FindLinksOperator(task_id="t", source="https://shop.example.com/", **{name: "no"})

    def test_it_needs_a_memory(self) -> None:
        with pytest.raises(InvalidRequestError, match="'only_new' needs 'memory'"):
            FindLinksOperator(task_id="t", source="https://shop.example.com/", only_new=True)


def test_private_addresses_are_not_read_unless_allowed(site: Website) -> None:
    with pytest.raises(InvalidRequestError, match="not public"):
        find(site, allow_private=False)

    assert site.asked == {}


def test_a_source_that_is_away_is_retried_by_airflow(site: Website) -> None:
    site.pages["/sitemap.xml"] = 503

    with pytest.raises(PageUnreachableError) as failed:
        find(site)

    assert failed.value.retryable
    assert isinstance(FindLinksOperator(task_id="t", source=site.url).retry_policy, ContentAIRetryPolicy)


@pytest.mark.parametrize(
    "given",
    [
        {"source": "shop.example.com"},
        {"include": ["/a"]},
        {"since": "soon"},
        {"select": "a["},
        {"max_pages": 0},
        {"limit": 0},
        {"result_path": "links.parquet"},
    ],
    ids=lambda given: next(iter(given)),
)
def test_what_makes_no_sense_is_refused_when_the_dag_is_parsed(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=f"Field '{next(iter(given))}'"):
        FindLinksOperator(task_id="t", **{"source": "https://shop.example.com/", **given})


def test_what_is_rendered_is_checked_when_it_is() -> None:
    operator = FindLinksOperator(task_id="t", source="{{ params.site }}", include="{{ params.of }}", since=date.today())  # noqa: DTZ011

    assert operator.source == "{{ params.site }}"
    operator.source, operator.include = "https://shop.example.com/", "/books"
    with pytest.raises(InvalidRequestError, match="Field 'include'"):
        operator.execute({"ti": None})  # type: ignore[arg-type, typeddict-item]
