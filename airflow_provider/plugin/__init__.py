"""
The page "Spend" in Airflow's UI: in the navigation, on every DAG and on every run.

Airflow imports this in all its processes, so that nothing is loaded here: the first request loads the page.
"""

from __future__ import annotations

from typing import Any

from airflow.plugins_manager import AirflowPlugin

URL_PREFIX = "/content-ai-spend"
ICON = f"{URL_PREFIX[1:]}/static/icon.svg"


class SpendApp:
    """An ASGI application that becomes the real one with its first request."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hand the request on."""
        from airflow_provider.plugin.app import app

        await app(scope, receive, send)


class ContentAISpendPlugin(AirflowPlugin):
    """Tells Airflow where the page is shown."""

    name = "content_ai_spend"
    fastapi_apps: list[Any] = [  # noqa: RUF012 - Airflow's own form of a plugin
        {"name": "Content AI spend", "app": SpendApp(), "url_prefix": URL_PREFIX}
    ]
    # Relative, so that they also hold below a base URL with a path.
    external_views: list[Any] = [  # noqa: RUF012 - the same
        {
            "name": "Spend",
            "icon": ICON,
            "destination": "nav",
            "href": f"{URL_PREFIX[1:]}/",
            "url_route": "content-ai-spend",
        },
        {
            "name": "Spend",
            "icon": ICON,
            "destination": "dag",
            "href": f"{URL_PREFIX[1:]}/?dag_id={{DAG_ID}}&in=tab",
            "url_route": "content-ai-spend-dag",
        },
        {
            "name": "Spend",
            "icon": ICON,
            "destination": "dag_run",
            "href": f"{URL_PREFIX[1:]}/?dag_id={{DAG_ID}}&run_id={{RUN_ID}}&in=tab",
            "url_route": "content-ai-spend-run",
        },
    ]
