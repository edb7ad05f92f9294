"""Watching pages for free: run a DAG when a page changes, or let one on a clock go on only then."""

from airflow_provider.watch.asset import page_asset, page_assets
from airflow_provider.watch.check import PageEvent
from airflow_provider.watch.dag_schedule import any_change
from airflow_provider.watch.payload import changed_link, changed_links, page_events
from airflow_provider.watch.sensor import PageChangeSensor
from airflow_provider.watch.trigger import PageChangeTrigger

__all__ = [
    "PageChangeSensor",
    "PageChangeTrigger",
    "PageEvent",
    "any_change",
    "changed_link",
    "changed_links",
    "page_asset",
    "page_assets",
    "page_events",
]
