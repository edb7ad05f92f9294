"""
Records what this version leaves in Airflow's task state store, for every later version to read.

`PYTHONPATH=. .venv/bin/python -m tests.state.record` writes one file for each case into `recorded/MAJOR.MINOR/`.
A recording is made once, from the code of its version, and never changed: what users have in their databases
does not change either; one that is there is not written again. Each holds:

    what       the case in words
    request    the operator's name and arguments, or the hook's calls; beside, those of a hook before the operator's
    base_url   the service that was asked; a connection reaches it through the proxy of whoever plays it
    state      the task state store, key by key
    xcoms      XCom `usage` and `content_ai_spend` of the try, as far as they were pushed
    paid       how often the service was paid, by subject
    answered   the subjects whose answers a retry must not pay for again
    size       how many characters of noise each answer has; `service.text` says them again
    files      what lies beside the result file, in base64
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from airflow.sdk import BaseOperator
from airflow.sdk.execution_time.context import set_current_context

import airflow_provider
from airflow_provider import operators
from airflow_provider.errors import ContentAIError
from airflow_provider.hooks import ContentAIHook
from tests.serving import Act, answer, cut_off
from tests.standins import KEY, MemoryStore, TaskInstance, execute, succeed
from tests.state.service import Service

if TYPE_CHECKING:
    from airflow.sdk import Context

RECORDED = Path(__file__).with_name("recorded")
# The folder of this version.
OWN = RECORDED / airflow_provider.__version__.rpartition(".")[0]
BASE_URL = "http://content-ai.test"
SCHEMA = {"title": "string", "price": "number", "sold": "boolean", "author": "string"}


class KilledError(BaseException):
    """The process of the try is gone."""


class DyingStore(MemoryStore):
    """A state store whose writer is killed right after write number *last*."""

    last = 1_000

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        if self.writes >= self.last:
            raise KilledError
        super().set(key, value, retention=retention)
        if self.writes >= self.last:
            raise KilledError


class UndeliverableTask(TaskInstance):
    """A task instance that cannot push its result."""

    def xcom_push(self, key: str, value: Any) -> None:
        if key == "return_value":
            raise ConnectionError("the API server is away")
        super().xcom_push(key, value)


@dataclass(frozen=True)
class Case:
    """One try, and what it is like: `end` is how it ends."""

    what: str
    operator: str
    arguments: dict[str, Any]
    end: Literal["undelivered", "killed", "succeeded", "announced", "cut off", "of no use"] = "undelivered"
    size: int = 0
    # From this subject on the service finds no page.
    missing: str | None = None
    # What an earlier try of the same task instance was given.
    before: dict[str, Any] = field(default_factory=dict)
    # What a hook asks in the same task before the operator does.
    beside: dict[str, Any] = field(default_factory=dict)
    # Whether the calls of a hook overlap in time.
    at_once: bool = False
    # Further fields of the connection.
    extra: dict[str, Any] = field(default_factory=dict)
    answered: tuple[str, ...] = ()


def pages(count: int) -> list[str]:
    return [f"https://example.com/{number}" for number in range(count)]


def questions(*numbers: int) -> dict[str, Any]:
    return {"generate_text": [{"messages": f"Question {number}", "model": "m-1"} for number in numbers]}


QUESTIONS = ("Question 0", "Question 1", "Question 2")


def single(operator: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    return operator, arguments


EXTRACT = single("ExtractOperator", link="https://example.com/page", prompt="The title")
ROWS = single("ExtractOperator", link="https://example.com/page", prompt="Every book", json_schema=SCHEMA, delay=2)
MARKDOWN = single("MarkdownConvertOperator", resource="https://example.com/page")
QUESTION = "What is new? Schön, 日本"
ROLES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
TEXT = single("TextGenerationOperator", messages=ROLES, model="m-1")
QUERY = {"collection_id": "books", "request_query": "new books", "json_schema_rules": "Newest first."}
BATCH = {"prompt": "Every book", "json_schema": SCHEMA, "concurrency": 1, "on_item_error": "fail"}
LINK = ("https://example.com/page",)

CASES: dict[str, Case] = {
    "answer-text": Case("A text, answered and not delivered.", *EXTRACT, answered=LINK),
    "answer-rows": Case("Rows, answered and not delivered.", *ROWS, answered=LINK),
    "answer-markdown": Case("Markdown of a page, answered and not delivered.", *MARKDOWN, answered=LINK),
    "answer-budget": Case(
        "A page, answered and not delivered, by a task with a budget.",
        *single("MarkdownConvertOperator", resource="https://example.com/page", budget={"calls": 5, "scope": "task"}),
        answered=LINK,
    ),
    "answer-markdown-file": Case(
        "Markdown of a file, answered and not delivered.",
        *single("MarkdownConvertOperator", resource="https://example.com/a.pdf", resource_type="file"),
        answered=("https://example.com/a.pdf",),
    ),
    "answer-conversation": Case("A reply, answered and not delivered.", *TEXT, answered=(QUESTION,)),
    "answer-object": Case(
        "A query of one object, answered and not delivered.",
        *single("CollectionQueryOperator", **QUERY, json_schema=SCHEMA),
        answered=("new books",),
    ),
    "answer-list": Case(
        "A query of a list, answered and not delivered.",
        *single("CollectionQueryOperator", **QUERY, json_schema=[SCHEMA]),
        answered=("new books",),
    ),
    "answer-delete": Case(
        "A deletion, answered and not delivered.",
        *single("CollectionDeleteOperator", collection_id="books"),
        answered=("books",),
    ),
    "answer-large": Case("A large answer, kept in parts and not delivered.", *MARKDOWN, size=64_000, answered=LINK),
    "answer-delivered": Case(
        "Markdown, delivered by a try that was killed before Airflow had recorded its success.",
        *MARKDOWN,
        end="killed",
        answered=LINK,
    ),
    "answer-dropped": Case(
        "Rows that could not be cast, in a task whose hook has answers, too.",
        *ROWS,
        end="of no use",
        beside=questions(0, 1),
        answered=QUESTIONS[:2],
    ),
    "spend-delivered": Case(
        "One call of a task that has succeeded: only its spend is left.", *MARKDOWN, end="succeeded"
    ),
    "spend-priced": Case(
        "A call with a price and a currency, of a task that has succeeded.",
        *MARKDOWN,
        end="succeeded",
        extra={"prices": {"currency": "EUR", "markdown_convert": {"per_call": "0.010000000001"}}},
    ),
    "spend-announced": Case("Killed between announcement and sending.", *MARKDOWN, end="announced"),
    "spend-unconfirmed": Case("Sent, and cut off before the answer was complete.", *MARKDOWN, end="cut off"),
    "hook-calls": Case(
        "Three calls of a hook in a Python task, which then failed.",
        "ContentAIHook",
        questions(0, 1, 2),
        answered=QUESTIONS,
    ),
    "hook-twice": Case(
        "The same call of a hook twice, in a Python task, which then failed.",
        "ContentAIHook",
        questions(0, 0, 1),
        answered=QUESTIONS[:2],
    ),
    "hook-diverged": Case(
        "Calls of a hook, of which a retry changed the second; then it failed.",
        "ContentAIHook",
        questions(0, 3, 2),
        before=questions(0, 1, 2),
        answered=("Question 0", "Question 3", "Question 2"),
    ),
    "hook-at-once": Case(
        "Calls of a hook in threads, which then failed.",
        "ContentAIHook",
        questions(0, 1, 2),
        at_once=True,
        answered=QUESTIONS,
    ),
    "hook-large": Case(
        "Large answers of a hook over two tries: parts of the first, and others after them.",
        "ContentAIHook",
        questions(0, 1, 2),
        size=64_000,
        before=questions(0),
        answered=QUESTIONS,
    ),
    "batch-half": Case(
        "A batch that stopped half way: full parts of its answers, and one that is open.",
        "ExtractBatchOperator",
        {"links": pages(12), **BATCH},
        size=16_000,
        missing=pages(12)[8],
        answered=tuple(pages(8)),
    ),
    "batch-reusing": Case(
        "A batch with a memory that stopped half way: with each answer stands what was seen of its page.",
        "ExtractBatchOperator",
        # Nothing is looked at, for these pages are nobody's, and nothing is young enough to be used again.
        {"links": pages(6), **BATCH, "reuse": {"memory": "memory://recorded", "when": "recent", "max_age": 1e-6}},
        missing=pages(6)[4],
        answered=tuple(pages(4)),
    ),
    "batch-delivered": Case(
        "A batch that had delivered when it was killed, before Airflow had recorded its success.",
        "ExtractBatchOperator",
        {"links": pages(6), **BATCH},
        end="killed",
        answered=tuple(pages(6)),
    ),
    "batch-beside": Case(
        "A batch with answers beside its result file, which stopped half way.",
        "ExtractBatchOperator",
        {"links": pages(4), **BATCH, "json_schema": None, "result_path": "rows.jsonl"},
        size=60_000,
        missing=pages(4)[2],
        answered=tuple(pages(2)),
    ),
    "batch-changed": Case(
        "A batch whose list was changed while answers of an earlier one were there; it stopped half way.",
        "ExtractBatchOperator",
        {"links": pages(4)[1:], **BATCH},
        size=24_000,
        missing=pages(4)[3],
        before={"links": pages(4)},
        answered=tuple(pages(4)[1:3]),
    ),
    "batch-markdown": Case(
        "A batch of Markdown that stopped half way; one page is in it twice.",
        "MarkdownConvertBatchOperator",
        {"resources": [*pages(2), *pages(4)], "concurrency": 1, "on_item_error": "fail"},
        missing=pages(4)[2],
        answered=tuple(pages(2)),
    ),
    "batch-conversations": Case(
        "A batch of conversations, one a string and one a list, that stopped half way.",
        "TextGenerationBatchOperator",
        {"conversations": ["First", ROLES, "Third"], "model": "m-1", "concurrency": 1, "on_item_error": "fail"},
        missing="Third",
        answered=("First", QUESTION),
    ),
}


def record(case: Case) -> dict[str, Any]:
    """Run the try that *case* describes in the current folder, and return what it has left."""
    service = Service(size=case.size)
    service._act = lambda subject, payment: _misfortune(case, service, subject, payment)
    store = DyingStore()
    try:
        with _connected(service, case.extra):
            if case.before:
                attempt(case.operator, case.arguments | case.before, store, TaskInstance(max_tries=3))
            ti = (TaskInstance if case.end != "undelivered" else UndeliverableTask)(
                try_number=1 + bool(case.before), max_tries=3
            )
            if case.end == "announced":
                store.last = 1
            attempt(case.operator, case.arguments, store, ti, beside=case.beside, at_once=case.at_once)
            if case.end == "succeeded":
                succeed(ti)
            if case.end == "announced":
                # Pushed on the way out of our own process, which a killed one does not have.
                ti.xcoms.clear()
    finally:
        service.close()
    return {
        "what": case.what,
        "request": {"operator": case.operator, "arguments": case.arguments, "beside": case.beside},
        "base_url": BASE_URL,
        "state": {key: store.get(key) for key in store.values},
        "xcoms": {key: ti.xcoms[key] for key in ("usage", "content_ai_spend") if key in ti.xcoms},
        "paid": dict(+service.paid),
        "answered": list(case.answered),
        "size": case.size,
        "files": {
            str(path): base64.b64encode(path.read_bytes()).decode() for path in Path().rglob("*") if path.is_file()
        },
    }


def _misfortune(case: Case, service: Service, subject: str, payment: int) -> Act | None:
    if case.at_once:
        # All are on their way before the first is answered.
        time.sleep(0.1)
    if case.end == "cut off":
        return cut_off()
    if case.end == "of no use" and not subject.startswith("Question"):
        return answer(200, {"response": [{"title": f"{subject} #{payment}", "price": "dear"}], "success": True})
    if subject != case.missing:
        return None
    service.refund(subject)
    return answer(404, {"error": "The page cannot be loaded.", "success": False})


def attempt(operator: str, arguments: dict[str, Any], store: MemoryStore, ti: TaskInstance, **how: Any) -> None:
    """Run a try as far as it comes."""
    with contextlib.suppress(KilledError, ConnectionError, ContentAIError):
        execute(task_of(operator, arguments, **how), store, ti)


def task_of(
    operator: str, arguments: dict[str, Any], *, beside: Mapping[str, Any] = MappingProxyType({}), at_once: bool = False
) -> BaseOperator:
    """Return the task of a request: an operator, or Python code that calls a hook, or code that does both."""
    if operator == "ContentAIHook":
        return Code(task_id="task", calls=arguments, at_once=at_once)
    inner: BaseOperator = getattr(operators, operator)(task_id="task", **arguments)
    return Code(task_id="task", calls=beside, inner=inner) if beside else inner


class Code(BaseOperator):
    """What a Python task does: each of *calls* of a hook, and then what *inner* does; returns all that it got."""

    def __init__(
        self, *, calls: Mapping[str, Any], inner: BaseOperator | None = None, at_once: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.calls = [partial(getattr(ContentAIHook(), method), **one) for method in calls for one in calls[method]]
        self.inner = inner
        self.at_once = at_once

    def execute(self, context: Context) -> Any:
        with set_current_context(context), ThreadPoolExecutor(len(self.calls) if self.at_once else 1) as pool:
            got = [answered.response for answered in pool.map(lambda call: call(), self.calls)]
            return [*got, *([] if self.inner is None else [self.inner.execute(context)])]


@contextlib.contextmanager
def _connected(service: Service, more: Mapping[str, Any]) -> Iterator[None]:
    extra = {"proxy": service.url, "max_attempts": 1, "price_per_1k_tokens": 0.5, **more}
    value = {"conn_type": "content_ai", "host": BASE_URL, "password": KEY, "extra": extra}
    os.environ["AIRFLOW_CONN_CONTENT_AI_DEFAULT"] = json.dumps(value)
    try:
        yield
    finally:
        del os.environ["AIRFLOW_CONN_CONTENT_AI_DEFAULT"]


def main(names: list[str]) -> None:
    """Write the recordings of the cases called *names*, or of all."""
    folder = OWN
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or CASES:
        file = folder / f"{name}.json"
        if file.exists():
            print(f"{file} is there, and stays as it is.")  # noqa: T201 - talks to a person
            continue
        with tempfile.TemporaryDirectory() as empty, contextlib.chdir(empty):
            left = record(CASES[name])
        file.write_text(json.dumps(left, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
