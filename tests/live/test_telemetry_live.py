"""What StatsD and OpenLineage hear of a task on a real Airflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dags_examples.run.processes import wait_until

if TYPE_CHECKING:
    from dags_examples.run.rest import Run
    from dags_examples.run.stack import Stack
    from tests.live.ears import Ears

pytestmark = pytest.mark.live

TAGS = "operation=markdown_convert,conn_id=content_ai_default"


def test_statsd_hears_calls_tokens_and_seconds_with_their_tags(ears: Ears, spent: Run) -> None:
    def heard() -> dict[str, list[str]]:
        return {
            name: [line for line in [*ears.heard] if line.startswith(f"airflow.content_ai.{name},{TAGS}")]
            for name in ("calls", "tokens", "seconds")
        }

    wait_until(lambda: all(heard().values()), seconds=60, what="calls, tokens and seconds")

    said = heard()
    assert said["calls"][0].endswith(":1|c")
    assert said["seconds"][0].endswith("|ms")


def test_openlineage_hears_of_the_page_and_of_the_tokens(ears: Ears, spent: Run, below_a_path: Stack) -> None:
    name = "bookshop_catalogue.about_page"
    # Told by a process that may outlive its task.
    wait_until(
        lambda: any(event["job"]["name"] == name for event in ears.complete()), seconds=180, what=f"an event of {name}"
    )

    about = next(event for event in ears.complete() if event["job"]["name"] == name)
    (dataset,) = about["inputs"]
    assert dataset["namespace"] + dataset["name"] == f"{below_a_path.bookshop.url}/about.html"
    usage = about["run"]["facets"]["contentAI_usage"]
    assert usage["calls"] == 1
    assert usage["tokens"] > 0
