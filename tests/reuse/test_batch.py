"""A batch over a site that changes from night to night: paid, reused and rows, against what the site really held."""

from __future__ import annotations

import gzip
import json
import logging
import shutil
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from pydantic import BaseModel

from airflow_provider import errors
from airflow_provider.operators import ExtractBatchOperator, MarkdownConvertBatchOperator
from airflow_provider.web import Reuse
from tests.reuse.site import TEXT, Task
from tests.serving import Act, answer
from tests.standins import MemoryStore, TaskInstance

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.reuse.site import Site

ALL = set(range(12))


def change(site: Site, *numbers: int) -> None:
    for number in numbers:
        site.prices[number] += 1


def folder_of(task: Task) -> Path:
    return Path(task.reuse["memory"].removeprefix("file://"))


def test_only_changed_pages_are_paid_for_again(site: Site, task: Callable[..., Task]) -> None:
    ran = task()
    assert ran.night() == site.rows()
    assert ran.paid == ALL

    change(site, 3, 7)
    assert ran.night() == site.rows()
    assert ran.paid == {3, 7}

    assert ran.night() == site.rows()
    assert ran.paid == set()


def test_what_was_reused_is_said_everywhere(
    site: Site, task: Callable[..., Task], caplog: pytest.LogCaptureFixture
) -> None:
    ran = task()
    ran.night()
    assert ran.manifest["paid_for"] == {"new": 12}
    assert (ran.manifest["reused"], ran.manifest["reused_from"]) == (0, None)
    change(site, 3, 7)

    with caplog.at_level(logging.INFO):
        ran.night()

    manifest = ran.manifest
    assert (manifest["items"], manifest["succeeded"], manifest["reused"]) == (12, 12, 10)
    assert manifest["paid_for"] == {"changed": 2}
    assert manifest["reused_from"]["oldest"] <= manifest["reused_from"]["newest"]
    assert manifest["reused_from"]["oldest"].startswith("20")
    usage = ran.usage
    assert (usage["calls"], usage["reused_calls"], usage["cost"], usage["saved"]) == (2, 10, 2.0, 10.0)
    last = caplog.records[-1].getMessage()
    assert last.startswith("2 paid (2 changed), 10 reused (paid for since 20")
    assert last.endswith("10 saved.")


def test_rows_from_the_memory_say_when_they_were_paid_for(
    site: Site, task: Callable[..., Task], tmp_path: Path
) -> None:
    ran = task(reuse_column="paid_at", result_path=f"{tmp_path}/rows.parquet", carry=["shelf"])
    links = [{"link": link, "shelf": number} for number, link in enumerate(site.links)]
    ran.night(links=links)
    assert pd.read_parquet(tmp_path / "rows.parquet")["paid_at"].isna().all()
    change(site, 3)

    ran.night(links=links)

    frame = pd.read_parquet(tmp_path / "rows.parquet")
    assert list(frame.columns) == ["link", "title", "price", "shelf", "paid_at"]
    assert frame["paid_at"].isna().tolist() == [number == 3 for number in range(12)]
    assert frame["paid_at"].dropna().between(*ran.manifest["reused_from"].values()).all()
    assert frame["shelf"].tolist() == list(range(12))


@pytest.mark.parametrize("lies", ["honest", "never changes", "always changes", "from the future"])
def test_what_a_server_says_of_its_pages_is_believed_only_when_it_was_true(
    site: Site, task: Callable[..., Task], lies: str
) -> None:
    site.lies = lies
    ran = task()
    ran.night()
    for night in range(6):
        changed = {night, night + 1, night + 5}
        change(site, *changed)

        assert ran.night() == site.rows()
        assert ran.paid == changed


def test_an_error_page_with_status_200_is_a_change_and_so_is_what_follows_it(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task()
    ran.night()
    site.answers["/books/3"] = "<h1>Sorry</h1><p>Something has gone wrong on our side. Please come back in a while.</p>"
    ran.night()
    assert ran.paid == {3}

    del site.answers["/books/3"]
    ran.night()
    assert ran.paid == {3}


SHELL = "<title>Books</title><div id='root'></div><script src='/app.js'></script>"
LOGIN = "<h1>Sign in</h1><form><input name=user><input type=password></form>"


def test_what_cannot_be_looked_at_is_paid_for_and_counted_apart(site: Site, task: Callable[..., Task]) -> None:
    site.answers |= {
        "/books/1": 403,
        "/books/2": 500,
        "/books/3": SHELL,
        "/books/4": LOGIN,
        "/books/5": "",
        "/robots.txt": "User-agent: *\nDisallow: /books/11\n",
    }
    ran = task()
    for night in range(2):
        assert ran.night() == site.rows()
        reasons = {"not_readable": 3, "needs_scripts": 3, **({} if night else {"new": 6})}
        assert ran.manifest["paid_for"] == reasons
    assert ran.manifest["reused"] == 6
    assert "/books/11" not in site.looks


def test_selectors_find_what_counts_in_a_page_that_scripts_fill(site: Site, task: Callable[..., Task]) -> None:
    site.answers["/books/1"] = f"<p id=price>11</p>{SHELL}"
    ran = task(reuse={"select": "#price, h1, p"})
    ran.night()

    ran.night()

    assert ran.paid == set()


@pytest.mark.parametrize(
    ("select", "paid"),
    [(None, set()), (["h1", "script[type='application/ld+json']"], {1}), (["h1", "meta[property^='product:']"], {2})],
    ids=["what a reader sees", "JSON-LD", "meta tags"],
)
def test_data_that_no_reader_sees_counts_where_it_is_selected(
    site: Site, task: Callable[..., Task], select: list[str] | None, paid: set[int]
) -> None:
    def show(price: int) -> None:
        data = f'<script type=\'application/ld+json\'>{{"offers": {{"price": {price}}}}}</script>'
        meta = f"<meta property='product:price:amount' content='{price}'>"
        site.answers["/books/1"] = f"<head>{data}</head><h1>Book 1</h1><p>{TEXT}</p>"
        site.answers["/books/2"] = f"<head>{meta}</head><h1>Book 2</h1><p>{TEXT}</p>"

    show(12)
    ran = task(reuse={"select": select})
    ran.night()
    show(13)
    ran.night()

    assert ran.paid == paid


def test_a_page_that_waits_for_scripts_is_paid_for_without_a_look(site: Site, task: Callable[..., Task]) -> None:
    ran = task(delay=3)
    ran.night()
    ran.night()

    assert ran.paid == ALL
    assert ran.manifest["paid_for"] == {"needs_scripts": 12}
    assert not site.looks


def test_recent_goes_by_age_alone_and_looks_at_nothing(site: Site, task: Callable[..., Task]) -> None:
    ran = task(reuse={"when": "recent", "max_age": 3600})
    before = ran.night()
    change(site, 3)

    assert ran.night() == before
    assert ran.paid == set()
    assert not site.looks

    ran.night(reuse={"when": "recent", "max_age": 1e-6})
    assert ran.paid == ALL
    assert ran.manifest["paid_for"] == {"too_old": 12}


def test_what_is_too_old_is_paid_for_although_nothing_has_changed(site: Site, task: Callable[..., Task]) -> None:
    ran = task()
    ran.night()
    ran.night(reuse={"max_age": 1e-6})

    assert ran.paid == ALL
    assert ran.manifest["paid_for"] == {"too_old": 12}


@pytest.mark.parametrize(
    ("changed", "paid"),
    [
        ({"prompt": "The author"}, ALL),
        ({"json_schema": {"title": "string"}}, ALL),
        ({"delay": 0}, set()),
        ({"delay": "0"}, set()),
        ({"concurrency": 3, "on_invalid": "null"}, set()),
        ({"reuse": {"min_change": 0.5}}, set()),
        ({"reuse": {"ignore": "p"}}, ALL),
    ],
    ids=lambda one: next(iter(one)) if isinstance(one, dict) else "",
)
def test_another_request_is_another_page(task: Callable[..., Task], changed: dict[str, Any], paid: set[int]) -> None:
    ran = task()
    ran.night()
    ran.night(**changed)

    assert ran.paid == paid


def test_a_small_change_is_none(site: Site, task: Callable[..., Task]) -> None:
    ran = task(reuse={"min_change": 0.5})
    before = ran.night()
    change(site, 3)
    assert ran.night() == before
    assert ran.paid == set()

    site.answers["/books/3"] = "<p>Another page, with another text from its beginning to its end, in one paragraph.</p>"
    ran.night()
    assert ran.paid == {3}


def test_a_run_that_fails_has_remembered_what_it_paid_for(site: Site, task: Callable[..., Task]) -> None:
    ran = task(concurrency=1)
    with pytest.raises(errors.BudgetExceededError):
        ran.night(budget={"calls": 5, "scope": "task"})
    first = ran.paid
    assert len(first) == 5

    assert ran.night() == site.rows()
    assert ran.paid == ALL - first


def test_a_retry_pays_for_nothing_twice_and_remembers_what_the_tries_before_it_paid_for(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task(concurrency=1)
    with pytest.raises(errors.BudgetExceededError):
        ran.night(budget={"calls": 5, "scope": "task"})
    shutil.rmtree(folder_of(ran))

    assert ran.try_() == site.rows()
    assert ran.paid == ALL
    assert ran.manifest["paid_for"] == {"new": 12}
    assert ran.manifest["resumed"] == 5
    ran.night()
    assert ran.paid == set()


class Remembering(MemoryStore):
    """A store that keeps what it held after every write."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[dict[str, str]] = []

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        super().set(key, value, retention=retention)
        self.moments.append(deepcopy(self.values))


def test_a_kill_at_any_moment_pays_for_no_page_twice_and_forgets_none(
    site: Site, task: Callable[..., Task], tmp_path: Path
) -> None:
    ran = task(concurrency=1)
    ran.night()
    change(site, 3, 7)
    before = tmp_path / "before"
    shutil.copytree(folder_of(ran), before)
    ran.begin()
    ran.store = Remembering()
    ran.try_(dies=True)
    moments = ran.store.moments
    assert len(moments) >= 4

    for moment in moments:
        # Dead before it could tell the memory.
        shutil.rmtree(folder_of(ran))
        shutil.copytree(before, folder_of(ran))
        ran.begin()
        ran.service.sent.clear()
        ran.store.values = deepcopy(moment)
        ran.ti = TaskInstance(try_number=1, max_tries=9)
        known = json.loads(moment["content_ai_spend"])["calls"]

        assert ran.try_() == site.rows()
        assert len(ran.paid) == 2 - known
        assert ran.paid <= {3, 7}
        assert (ran.manifest["reused"], ran.manifest["paid_for"]) == (10, {"changed": 2})
        # Those of the try that was killed are its own.
        assert ran.usage["reused_calls"] in {10, 10 + known}
        ran.night()
        assert ran.paid == set()


def test_two_runs_at_once_lose_nothing(site: Site, task: Callable[..., Task]) -> None:
    others: list[Task] = []

    def while_another_runs(link: str, _: int) -> Act:
        def act(stage: Any) -> None:
            if others:
                others.pop().try_(links=site.links[6:])
            row = site.row(int(link.rpartition("/")[2]))
            answer(200, {"response": [row], "tokens": 2, "success": True})(stage)

        return act

    ran = task(while_another_runs)
    others.append(Task(site, ran.service, ran.reuse["memory"]))
    ran.night(links=site.links[:6])
    assert ran.paid == ALL
    assert not others

    assert ran.night() == site.rows()
    assert ran.paid == set()


def test_a_retry_without_reuse_asks_what_was_reused(site: Site, task: Callable[..., Task]) -> None:
    ran = task(concurrency=1)
    ran.night()
    change(site, 3, 7)
    with pytest.raises(errors.BudgetExceededError):
        ran.night(budget={"calls": 1, "scope": "task"})

    assert ran.try_(reuse=None) == site.rows()
    assert ran.paid == ALL


def nulls(numbers: set[int], site: Site) -> Callable[[str, int], Act]:
    """Return a service that finds no price of the books *numbers* when it is first asked about them."""
    asked: set[int] = set()

    def act(link: str, _: int) -> Act:
        number = int(link.rpartition("/")[2])
        row = site.row(number)
        if number in numbers - asked:
            row["price"] = None
        asked.add(number)
        return answer(200, {"response": [row], "tokens": 2, "success": True})

    return act


EXPECT = {"required": ["price"]}


def test_rows_at_fault_are_not_remembered(site: Site, task: Callable[..., Task]) -> None:
    ran = task(nulls({4}, site), expect=EXPECT)
    with pytest.raises(errors.ExpectationError):
        ran.night()

    assert ran.night() == site.rows()
    assert ran.paid == {4}


def test_rows_from_the_memory_are_checked_as_paid_ones_are_and_asked_for_again_by_the_next_run(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task(nulls({4}, site))
    ran.night()
    with pytest.raises(errors.ExpectationError, match="'price' is null in 1 of 12 rows"):
        ran.night(expect=EXPECT)
    assert ran.paid == set()

    assert ran.night(expect=EXPECT) == site.rows()
    assert ran.paid == {4}


def test_rows_from_the_memory_are_asked_for_again_at_once_where_the_user_says_so(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task(nulls({4}, site))
    ran.night()

    assert ran.night(expect={**EXPECT, "on_unmet": "ask_again"}) == site.rows()
    assert ran.paid == {4}
    assert ran.manifest["reused"] == 11
    assert ran.night(expect=EXPECT) == site.rows()
    assert ran.paid == set()


def test_rows_that_are_warned_of_are_remembered(site: Site, task: Callable[..., Task]) -> None:
    ran = task(nulls({4}, site), expect={**EXPECT, "on_unmet": "warn"})
    ran.night()
    ran.night()

    assert ran.paid == set()


def test_an_answer_that_today_s_rules_refuse_is_not_used(site: Site, task: Callable[..., Task]) -> None:
    def in_words(link: str, _: int) -> Act:
        row = site.row(int(link.rpartition("/")[2]))
        return answer(200, {"response": [{**row, "price": f"${row['price']}"}], "tokens": 2, "success": True})

    ran = task(in_words, coerce="lenient")
    ran.night()
    assert ran.night() == site.rows()
    assert ran.paid == set()

    with pytest.raises(errors.NothingSucceededError):
        ran.night(coerce="strict")
    assert ran.paid == ALL


def test_a_model_validates_rows_from_the_memory(site: Site, task: Callable[..., Task]) -> None:
    class Book(BaseModel):
        title: str
        price: float

    ran = task(json_schema=Book, reuse_column="paid_at")
    ran.night()

    rows = ran.night()

    assert ran.paid == set()
    assert [{name: row[name] for name in ("link", "title", "price")} for row in rows] == site.rows()
    assert all(row["paid_at"] for row in rows)


def test_an_unreadable_memory_is_said_paid_for_and_left_as_it_is(
    site: Site, task: Callable[..., Task], caplog: pytest.LogCaptureFixture
) -> None:
    ran = task()
    ran.night()
    [manifest] = (folder_of(ran) / "pages" / "manifests").iterdir()
    manifest.write_text(manifest.read_text().replace('"version": 1', '"version": 99'))

    assert ran.night() == site.rows()

    assert ran.paid == ALL
    assert "The memory cannot be read" in caplog.text
    assert [manifest] == list((folder_of(ran) / "pages" / "manifests").iterdir())


def test_a_memory_that_cannot_be_written_fails_the_task_and_a_retry_pays_nothing(
    site: Site, task: Callable[..., Task]
) -> None:
    ran = task()
    in_the_way = folder_of(ran) / "pages" / "parts"
    in_the_way.parent.mkdir(parents=True)
    in_the_way.write_text("")
    with pytest.raises(errors.ResultError, match=r"memory .* cannot be written"):
        ran.night()
    in_the_way.unlink()

    assert ran.try_() == site.rows()
    assert ran.paid == ALL
    ran.night()
    assert ran.paid == set()


def test_the_answers_of_the_memory_can_be_read_by_people(site: Site, task: Callable[..., Task]) -> None:
    ran = task()
    ran.night()

    [part] = (folder_of(ran) / "pages" / "parts").iterdir()
    first = json.loads(gzip.decompress(part.read_bytes()).splitlines()[0])

    assert first["entry"]["link"] in site.links
    assert first["answer"]["response"][0]["title"].startswith("Book ")


def test_markdown_is_reused(site: Site, task: Callable[..., Task]) -> None:
    ran = task(operator=MarkdownConvertBatchOperator, reuse_column="paid_at")
    ran.night()
    change(site, 3)

    rows = ran.night()

    assert ran.paid == {3}
    assert [row["response"] for row in rows] == [f"# {site.row(number)}" for number in site.prices]
    assert [row["paid_at"] is None for row in rows] == [number == 3 for number in range(12)]


REUSE = {"memory": "file:///tmp/never"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"reuse": {}}, "memory"),
        ({"reuse": 3}, "reuse is 3"),
        ({"reuse": {"memory": "m", "whn": "recent"}}, "whn"),
        ({"reuse": {"memory": "m", "when": "recent"}}, "max_age"),
        ({"reuse_column": "paid_at"}, "needs 'reuse'"),
        ({"reuse": REUSE, "reuse_column": " "}, "reuse_column"),
    ],
    ids=["no memory", "a number", "misspelt", "recent without an age", "a column alone", "a column without a name"],
)
def test_what_makes_no_sense_is_refused_when_the_dag_is_parsed(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(errors.InvalidRequestError, match=said):
        ExtractBatchOperator(task_id="t", links=["https://example.com/"], prompt="p", **arguments)


@pytest.mark.parametrize("name", ["link", "title", "shelf"])
def test_a_column_that_is_there_already_is_refused_before_anything_is_paid(
    site: Site, task: Callable[..., Task], name: str
) -> None:
    ran = task(reuse_column=name, carry="all")
    with pytest.raises(errors.InvalidRequestError, match=f"'{name}', which rows have already"):
        ran.night(links=[{"link": link, "shelf": 1} for link in site.links])

    assert ran.paid == set()


def test_a_folder_of_markdown_has_no_column() -> None:
    with pytest.raises(errors.InvalidRequestError, match="'reuse_column' needs rows"):
        MarkdownConvertBatchOperator(
            task_id="t",
            resources=["https://example.com/"],
            reuse=REUSE,
            reuse_column="x",
            result_path="s3://bucket/pages/",
        )


def test_reuse_is_a_template_and_shown_as_plain_values() -> None:
    from datetime import timedelta

    reuse = Reuse(memory="s3://{{ params.bucket }}/m", max_age=timedelta(days=30))
    operator = ExtractBatchOperator(task_id="t", links=["https://example.com/"], prompt="p", reuse=reuse)
    assert operator.reuse == {"memory": "s3://{{ params.bucket }}/m", "max_age": 2592000.0}

    operator.render_template_fields({"params": {"bucket": "books"}})  # type: ignore[typeddict-item] # as much of a context as it reads

    assert operator.reuse["memory"] == "s3://books/m"


def test_a_mapped_operator_takes_it_too() -> None:
    from datetime import timedelta

    partial = ExtractBatchOperator.partial(
        task_id="t", prompt="p", reuse={"memory": "m", "max_age": timedelta(hours=1)}
    )

    assert partial.kwargs["reuse"] == {"memory": "m", "max_age": 3600.0}
    with pytest.raises(errors.InvalidRequestError, match="memory"):
        ExtractBatchOperator.partial(task_id="t", prompt="p", reuse={"when": "recent"})
