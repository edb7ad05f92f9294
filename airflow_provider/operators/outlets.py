"""
What the consumers of an asset are told of a result: the extra of the event of each outlet.

Keys that the author of the DAG has set stay as they are. Nothing here fails a task, for its result is paid for.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from airflow.sdk import AssetAlias, Context

log = logging.getLogger(__name__)

# Of an address with a user and a password, what stands between them and the host.
PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


def extra_of(context: Context, *, rows: int | None, path: str | None, usage: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return `{"rows", "path", "usage", "run": {"dag_id", "run_id"}, "task": {"task_id", "map_index"}}`, as JSON.

    *rows* is None for a result that is not rows, *path* for one that is not in a file; *usage* is that of XCom `usage`.
    """
    ti: Any = context["ti"]
    return {
        "rows": rows,
        "path": None if path is None else PASSWORD.sub(r"\1:***@", path),
        "usage": dict(usage),
        "run": {"dag_id": ti.dag_id, "run_id": ti.run_id},
        "task": {"task_id": ti.task_id, "map_index": -1 if ti.map_index is None else ti.map_index},
    }


def tell_consumers(outlets: Sequence[Any], context: Context, told: Mapping[str, Any]) -> None:
    """
    Add *told* to the extra of the event of each asset in *outlets*.

    An alias has an event for each asset that was added to it; without any, the file of the result is its asset.
    """
    from airflow.sdk import Asset, AssetAlias
    from airflow.sdk.definitions.asset import AssetRef

    for outlet in outlets:
        try:
            if isinstance(outlet, AssetAlias):
                _tell_alias(outlet, context["outlet_events"][outlet], told)
            elif isinstance(outlet, Asset | AssetRef):
                _complete(context["outlet_events"][outlet].extra, told)
        except Exception:
            log.exception("The event of %r has no metadata: it could not be added.", outlet)


def _tell_alias(alias: AssetAlias, accessor: Any, told: Mapping[str, Any]) -> None:
    from airflow.sdk import Asset

    if accessor.asset_alias_events:
        for event in accessor.asset_alias_events:
            _complete(event.extra, told)
    elif (path := told["path"]) is None:
        log.info("The asset alias %r gets no event: without result_path there is no asset to name.", alias.name)
    else:
        accessor.add(Asset(uri=path), extra=deepcopy(dict(told)))


def _complete(extra: dict[str, Any], told: Mapping[str, Any]) -> None:
    for key, value in told.items():
        extra.setdefault(key, deepcopy(value))
