"""
What connection extra `shared` names, turned into a store of shared limits.

The one place of this floor that knows Airflow: connections of type redis are those of its redis provider, which
need not be installed.
"""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from airflow_provider.errors import ConnectionConfigError
from airflow_provider.extras import importing, require

if TYPE_CHECKING:
    from redis import Redis

    from airflow_provider.shared.store import Store

# A command takes a fraction of a millisecond: who has not answered after this is away.
SECONDS = 2.0
REPEATS = 2
# As the redis provider calls them, and as redis-py does.
TLS = {
    "ssl_cert_reqs": "ssl_cert_reqs",
    "ssl_ca_certs": "ssl_ca_certs",
    "ssl_keyfile": "ssl_keyfile",
    "ssl_certfile": "ssl_certfile",
    "ssl_check_hostname": "ssl_check_hostname",
}


def store_of(shared: str, *, required: bool) -> Store:
    """
    Return the store that *shared*, the id of an Airflow connection of type redis or a redis URL, stands for.

    Sends nothing yet. The same store for all who ask in this process, so that they share its connections.
    Raises `MissingExtraError` without redis-py, and `ConnectionConfigError` naming what is wrong.
    """
    require("shared")
    if "://" in shared:
        return _store_at(shared, (), required)
    return _store_at(None, tuple(sorted(_options_of(shared).items())), required)


@functools.cache
def _store_at(url: str | None, options: tuple[tuple[str, Any], ...], required: bool) -> Store:  # noqa: FBT001 - a key of the cache
    with importing("shared"):
        from redis import Redis
        from redis.backoff import ExponentialBackoff
        from redis.retry import Retry

        from airflow_provider.shared.store import Store
    given: dict[str, Any] = {
        "socket_timeout": SECONDS,
        "socket_connect_timeout": SECONDS,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.05), REPEATS),
    }
    try:
        client: Redis = Redis(**dict(options), **given) if url is None else Redis.from_url(url, **given)
    except ValueError as error:
        raise ConnectionConfigError(
            f"'Shared limits' (shared) is not the URL of a Redis: {error}. Correct it."
        ) from None
    return Store(client, where=_where(url, dict(options)), required=required)


def _where(url: str | None, options: dict[str, Any]) -> str:
    """Return an address without user and password."""
    if url is None:
        return f"{options['host']}:{options['port']}"
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] or parts.path


def _options_of(conn_id: str) -> dict[str, Any]:
    from airflow.sdk import BaseHook
    from airflow.sdk.exceptions import AirflowNotFoundException

    said = f"'Shared limits' (shared) names connection {conn_id!r}"
    try:
        connection = BaseHook.get_connection(conn_id)
    except AirflowNotFoundException:
        raise ConnectionConfigError(
            f"{said}, which does not exist. Add it as a connection of type redis, or give a redis URL."
        ) from None
    if connection.conn_type not in ("redis", "rediss"):
        raise ConnectionConfigError(f"{said}, which is of type {connection.conn_type!r}. Name one of type redis.")
    try:
        extra = json.loads(connection.extra or "{}")
        options = {
            "host": connection.host or "localhost",
            "port": int(connection.port or 6379),
            "username": connection.login or None,
            "password": connection.password or None,
            "db": int(extra.get("db") or 0),
        }
    except (ValueError, TypeError, AttributeError):
        raise ConnectionConfigError(f"{said}, whose extra is wrong. Use a JSON object with a number as db.") from None
    if extra.get("ssl") or connection.conn_type == "rediss":
        options |= {"ssl": True} | {ours: extra[name] for name, ours in TLS.items() if extra.get(name) is not None}
    return options
