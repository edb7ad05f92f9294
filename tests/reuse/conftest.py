"""A site, a service that tells what the site shows, and a task over both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider.operators import ExtractBatchOperator, MarkdownConvertBatchOperator, MarkdownConvertOperator
from tests.batch.service import Service
from tests.reuse.site import Site, Task, connection
from tests.serving import Act, answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def site() -> Iterator[Site]:
    with Site(prices={number: 10 + number for number in range(12)}) as running:
        yield running


@pytest.fixture
def task(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Task]]:
    """Return a task with *arguments*, whose service answers with what the site shows, or as *act* says."""
    running: list[Service] = []

    def truth(link: str, _: int) -> Act:
        row = site.row(int(link.rpartition("/")[2]))
        return answer(200, {"response": [row], "tokens": 2, "success": True})

    def told(link: str, _: int) -> Act:
        return answer(200, {"response": f"# {site.row(int(link.rpartition('/')[2]))}", "tokens": 2, "success": True})

    def build(
        act: Callable[[str, int], Act] | None = None, *, operator: type[Any] = ExtractBatchOperator, **arguments: Any
    ) -> Task:
        of_text = operator in (MarkdownConvertOperator, MarkdownConvertBatchOperator)
        service = Service(act or (told if of_text else truth))
        running.append(service)
        monkeypatch.setenv("AIRFLOW_CONN_C", connection(service.url))
        return Task(site, service, f"file://{tmp_path}/memory", operator, **arguments)

    yield build
    for service in running:
        service.close()
