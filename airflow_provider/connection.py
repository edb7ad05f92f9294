"""
An Airflow connection, read as the settings of a client.

Decides what the fields of a connection mean, in whichever of the four ways it was given, and what of it is a secret.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent_encoded
from urllib.parse import urlsplit

from airflow_provider.api.settings import Settings
from airflow_provider.errors import ConnectionConfigError

if TYPE_CHECKING:
    from airflow.sdk import Connection


def settings_of(connection: Connection) -> Settings:
    """
    Return the settings that *connection* stands for; raises `ConnectionConfigError` naming the field.

    Host, port and schema make the base URL, because a URI cuts an address into these three.
    """
    name = connection.conn_id
    extra = _extra(connection, name)
    given = {field: value for field, value in extra.items() if value is not None and value != ""}
    if "auth_prefix" in extra and not extra["auth_prefix"]:
        # The form shows its default, so an emptied field, which it saves as null, asks for the bare key.
        given["auth_prefix"] = ""
    if clash := {"base_url", "token"} & set(given):
        raise ConnectionConfigError(
            f"Connection {name!r} has {', '.join(sorted(clash))} in its extra. Use Base URL and Token."
        )
    _mask(given)
    return Settings.build(name, base_url=_base_url(connection, name), token=connection.password or "", **given)


def _extra(connection: Connection, name: str) -> dict[str, Any]:
    try:
        extra = json.loads(connection.extra or "{}")
    except ValueError:
        extra = None
    if not isinstance(extra, dict):
        raise ConnectionConfigError(f"Connection {name!r} has an extra that is not a JSON object. Correct it.")
    return extra


def _base_url(connection: Connection, name: str) -> str:
    host = (connection.host or "").strip()
    path = (connection.schema or "").strip().strip("/")
    scheme = "https"
    if "://" not in host and path in ("http", "https"):
        # Connections of the http type keep the scheme there, and are copied.
        scheme, path = path, ""
    if not host:
        raise ConnectionConfigError(f"Connection {name!r} has no Base URL. Fill it in under Admin > Connections.")
    base = host if "://" in host else f"{scheme}://{host}"
    if connection.port:
        base = _with_port(base, connection.port)
    return f"{base.rstrip('/')}/{percent_encoded(path, safe='/%')}" if path else base


def _with_port(base: str, port: int) -> str:
    parts = urlsplit(base)
    if parts.netloc.rpartition("]")[2].partition(":")[2]:
        return base
    return parts._replace(netloc=f"{parts.netloc}:{port}").geturl()


def _mask(extra: Mapping[str, Any]) -> None:
    """Keep from logs what may be a secret though its name does not say so."""
    from airflow.sdk.log import mask_secret

    headers = extra.get("headers")
    if isinstance(headers, str):
        mask_secret(headers)
    elif isinstance(headers, Mapping):
        for value in headers.values():
            mask_secret(value)
    for address in (extra.get("proxy"), extra.get("shared")):
        if isinstance(address, str) and "@" in address:
            from airflow_provider.api.redaction import proxy_secrets

            for secret in proxy_secrets(address):
                mask_secret(secret)
