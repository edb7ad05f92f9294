"""What Airflow loads of the plugin, and what that costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

from airflow_provider.plugin import ContentAISpendPlugin


def test_airflow_finds_the_plugin_by_its_entry_point_and_by_that_only() -> None:
    from airflow_provider.provider_info import get_provider_info

    [found] = [one for one in entry_points(group="airflow.plugins") if one.name == "content_ai_spend"]

    assert found.load() is ContentAISpendPlugin
    assert "plugins" not in get_provider_info()


def test_it_is_shown_in_the_navigation_on_dags_and_on_runs() -> None:
    views = ContentAISpendPlugin.external_views

    assert [view["destination"] for view in views] == ["nav", "dag", "dag_run"]
    assert len({view["url_route"] for view in views}) == 3
    # Relative addresses also hold below a base URL with a path.
    assert [view["href"][0] for view in views] == ["c", "c", "c"]
    assert {view["icon"] for view in views} == {"content-ai-spend/static/icon.svg"}


def test_loading_it_costs_next_to_nothing() -> None:
    code = (
        "import sys, airflow.plugins_manager; before = set(sys.modules)\n"
        "import airflow_provider.plugin\n"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)  # noqa: S603 - code of this file

    assert done.stdout.splitlines()[-1] in (
        "['airflow_provider', 'airflow_provider.plugin']",
        "['airflow_provider.plugin']",
    )
