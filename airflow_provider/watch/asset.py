"""Assets that are updated whenever a page changes. Builds them; does no I/O and knows nothing of pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack
from urllib.parse import quote

from airflow.sdk import Asset, AssetWatcher

from airflow_provider.watch.settings import WatchError, WatchOptions
from airflow_provider.watch.trigger import PageChangeTrigger


def page_asset(url: str, *, name: str | None = None, **options: Unpack[WatchOptions]) -> Asset:
    """
    Return an Asset for the page at *url*; a DAG scheduled on it runs when the page changes.

    Polling is free, for it is the triggerer that polls. The *options* are those of `WatchOptions`. *name* is the
    asset's; by default the URL, with the selectors where there are any, so that several assets may watch parts of one
    page. Raises `InvalidRequestError` for what cannot be watched.
    """
    if name is not None and (not isinstance(name, str) or not name.strip()):
        raise WatchError(f"Field 'name' is {name!r}. Give the asset a name, or leave it out.")
    trigger = PageChangeTrigger(url, **options)
    watch = trigger.watch
    asset_name = name or " ".join((watch.url, *watch.select, *(f"-{selector}" for selector in watch.ignore)))
    trigger.key = asset_name
    # Airflow wants one URI for one name, and tidies up http URIs until different pages are the same.
    uri = f"x-page+{watch.url}" + ("" if asset_name == watch.url else f"#{quote(asset_name, safe='')}")
    watcher = AssetWatcher(name="page", trigger=trigger)
    return Asset(name=asset_name, uri=uri, extra={"watch": watch.arguments()}, watchers=[watcher])


def page_assets(urls: Iterable[str], **options: Unpack[WatchOptions]) -> list[Asset]:
    """
    Return an Asset for each page of *urls*, in their order, each page once; the others are as for `page_asset`.

    Raises `InvalidRequestError` for what cannot be watched, and for one address in place of many.
    """
    if isinstance(urls, str) or not isinstance(urls, Iterable):
        raise WatchError(f"Field 'urls' is {urls!r:.80}. Give a list of addresses, or use page_asset.")
    # As lists, for what can be read only once would be there for the first page alone.
    for field in ("select", "ignore"):
        if isinstance(selectors := options.get(field), Iterable) and not isinstance(selectors, str):
            options[field] = list(selectors)
    return list({asset.name: asset for asset in (page_asset(url, **options) for url in urls)}.values())
