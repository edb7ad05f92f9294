"""
Reading public pages within Airflow: how they are asked for, and where what is remembered of them lies.

The rules are those of `web`, which knows nothing of Airflow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from airflow_provider.errors import InvalidRequestError

if TYPE_CHECKING:
    from airflow_provider.web.memory.storage import FsspecStorage


class Manners(TypedDict, total=False):
    """What a fetcher is told: the name that it gives, and whether robots.txt is obeyed."""

    user_agent: str
    obey_robots: bool


def configured_manners() -> Manners:
    """Return `watch_user_agent`, where it is set, and `watch_obey_robots` of section `content_ai`."""
    from airflow.sdk.configuration import conf

    manners = Manners(obey_robots=conf.getboolean("content_ai", "watch_obey_robots", fallback=True))
    user_agent = conf.get("content_ai", "watch_user_agent", fallback="")
    if user_agent:
        manners["user_agent"] = user_agent
    return manners


def memory_at(path: str, *, field: str = "memory") -> FsspecStorage:
    """Return the folder *path* on any storage that Airflow knows; raises `InvalidRequestError` naming *field*."""
    import fsspec
    from airflow.sdk import ObjectStoragePath

    from airflow_provider.web.memory.storage import FsspecStorage

    try:
        target = ObjectStoragePath(path)
        try:
            file_system = target.fs
        except ValueError:
            # Not one of Airflow's, which are set up from connections.
            file_system = fsspec.filesystem(target.protocol)
    except (ValueError, ImportError, OSError) as error:
        raise InvalidRequestError(f"Field {field!r} is {path!r}, which cannot be opened ({error}).") from None
    return FsspecStorage(file_system, target.path)
