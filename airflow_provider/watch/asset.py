"""An Asset that is updated whenever a page changes. Builds it; does no I/O and knows nothing of pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import quote

from airflow.sdk import Asset, AssetWatcher

from airflow_provider.watch.settings import EVERY
from airflow_provider.watch.trigger import PageChangeTrigger


def page_asset(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
    url: str,
    *,
    every: timedelta | float = EVERY,
    select: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    min_change: float = 0,
    fire_on_first: bool = False,
    allow_private: bool = False,
    name: str | None = None,
) -> Asset:
    """
    Return an Asset for the page at *url*; a DAG scheduled on it runs when the page changes.

    Polling is free, for it is the triggerer that polls, every *every*. *select* and *ignore* are CSS
    selectors, *min_change* is the share of lines (0 to 1) that has to change. Without *fire_on_first* the
    first poll only remembers the page. *allow_private* also dials addresses that are not public. *name* is
    the asset's; by default the URL, with the selectors where there are any, so that several assets may
    watch parts of one page. Raises `InvalidRequestError` for what cannot be watched.
    """
    trigger = PageChangeTrigger(
        url,
        every=every,
        select=select,
        ignore=ignore,
        min_change=min_change,
        fire_on_first=fire_on_first,
        allow_private=allow_private,
    )
    watch = trigger.watch
    asset_name = name or " ".join((watch.url, *watch.select, *(f"-{selector}" for selector in watch.ignore)))
    trigger.key = asset_name
    # Airflow wants one URI for one name, and tidies up http URIs until different pages are the same.
    uri = f"x-page+{watch.url}" + ("" if asset_name == watch.url else f"#{quote(asset_name, safe='')}")
    return Asset(name=asset_name, uri=uri, watchers=[AssetWatcher(name="page", trigger=trigger)])
