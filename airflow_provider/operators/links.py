"""The links of a task in Airflow's UI: to what its run has spent, and to its result where that has a web address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from airflow.sdk import BaseOperatorLink

if TYPE_CHECKING:
    from airflow.sdk import BaseOperator

# Where a browser finds what is stored under these schemes.
CONSOLES = {
    "s3": "https://console.aws.amazon.com/s3/object/{bucket}?prefix={key}",
    "gs": "https://console.cloud.google.com/storage/browser/_details/{bucket}/{key}",
}
WEB = ("http", "https")


class SpendOfRunLink(BaseOperatorLink):
    """To the run's tab of the page "Spend"."""

    @property
    def name(self) -> str:
        """What the UI calls it."""
        return "Spend of this run"

    def get_link(self, operator: BaseOperator, *, ti_key: Any) -> str:  # noqa: ARG002 - Airflow's signature
        """Return the address of the tab."""
        # Airflow loads its configuration for nothing else here.
        from airflow.sdk.configuration import conf

        base = conf.get("api", "base_url", fallback="/").rstrip("/")
        run = f"dags/{quote(ti_key.dag_id, safe='')}/runs/{quote(ti_key.run_id, safe='')}"
        return f"{base}/{run}/plugin/content-ai-spend-run"


class ResultLink(BaseOperatorLink):
    """To the file that the result was written to."""

    @property
    def name(self) -> str:
        """What the UI calls it."""
        return "Result"

    def get_link(self, operator: BaseOperator, *, ti_key: Any) -> str:  # noqa: ARG002 - Airflow's signature
        """Return the address of the result; an empty one, which the UI does not show, where a browser has no way."""
        return web_address(getattr(operator, "result_path", None)) or ""


def web_address(path: object) -> str | None:
    """Return where a browser finds *path*, without user and password; None for a path that is no address of the web."""
    if not isinstance(path, str):
        return None
    parts = urlsplit(path)
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme in WEB:
        return parts._replace(netloc=host).geturl()
    if parts.scheme not in CONSOLES:
        return None
    return CONSOLES[parts.scheme].format(bucket=host, key=quote(parts.path.lstrip("/")))


OF_PAID_TASK: tuple[BaseOperatorLink, ...] = (SpendOfRunLink(),)
OF_PAID_TASK_WITH_RESULT: tuple[BaseOperatorLink, ...] = (*OF_PAID_TASK, ResultLink())
