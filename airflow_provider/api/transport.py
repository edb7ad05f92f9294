"""
The way to the service: TLS, proxy, and the headers that every request carries.

Uses httpx's transport without its client: cookies, redirects and login schemes have no place here.
"""

from __future__ import annotations

import functools
import ssl
import urllib.request
from urllib.parse import urlsplit

import httpx

from airflow_provider import __version__
from airflow_provider.api.line import Line
from airflow_provider.api.redaction import proxy_secrets
from airflow_provider.api.settings import Settings
from airflow_provider.api.words import Service
from airflow_provider.errors import ConnectionConfigError

# A pool hands a free connection to all that wait, and all but one have to ask again. So each call of a
# batch has a transport of its own instead of a place in a pool.
ONE_CALL = httpx.Limits(max_connections=1)


def transport_for(settings: Settings) -> httpx.HTTPTransport:
    """Return a transport for one call at a time."""
    proxy = _proxy(settings)
    return httpx.HTTPTransport(verify=_tls(settings, proxy), proxy=proxy, limits=ONE_CALL)


def async_transport_for(settings: Settings) -> httpx.AsyncBaseTransport:
    """Return a transport for one call at a time, its connection kept for the next."""
    proxy = _proxy(settings)
    tls = _tls(settings, proxy)
    return Line(tls) if proxy is None else httpx.AsyncHTTPTransport(verify=tls, proxy=proxy, limits=ONE_CALL)


def service_for(settings: Settings) -> Service:
    """Return what messages name; refuses a CA file that cannot be read, and a proxy that cannot be used."""
    proxy = _proxy(settings)
    _tls(settings, proxy)
    return Service(
        base_url=settings.base_url,
        connection=settings.connection,
        proxy=urlsplit(proxy or "").netloc.rpartition("@")[2],
        # The environment's proxy may have a password of its own.
        secrets=(*settings.secrets, *proxy_secrets(proxy)),
    )


def standing_headers(settings: Settings) -> httpx.Headers:
    """Return the headers that all requests have in common."""
    headers = httpx.Headers(
        {
            "Host": httpx.URL(settings.base_url).netloc.decode("ascii"),
            "User-Agent": f"airflow-provider-content-ai/{__version__}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip, deflate",
        }
    )
    headers.update(settings.headers)
    headers["Authorization"] = settings.authorization
    return headers


def _proxy(settings: Settings) -> str | None:
    """Return the connection's proxy; without one, the environment's for this service (HTTPS_PROXY, NO_PROXY)."""
    if settings.proxy is not None:
        return settings.proxy
    service = urlsplit(settings.base_url)
    known = urllib.request.getproxies()
    proxy = known.get(service.scheme) or known.get("all")
    if not proxy or urllib.request.proxy_bypass(service.netloc):
        return None
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    if urlsplit(proxy).scheme not in ("http", "https"):
        raise ConnectionConfigError(
            f"The environment's proxy for {service.hostname} is neither an http nor an https proxy. "
            f"Set 'Proxy' (proxy) of {_name(settings)}, or add the host to NO_PROXY."
        )
    return proxy


def _tls(settings: Settings, proxy: str | None) -> ssl.SSLContext:
    schemes = {urlsplit(settings.base_url).scheme, urlsplit(proxy or "").scheme}
    # Without TLS nothing has to be trusted, and loading what would be takes 20 ms in every task.
    if "https" not in schemes:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return _ssl_context(settings.verify)
    except OSError as error:
        raise ConnectionConfigError(
            f"'Verify TLS' (verify) of {_name(settings)} is {settings.verify!r}, which is no readable CA file "
            f"({error.strerror or error}). Use true, false, or the path of one."
        ) from None


@functools.cache
def _ssl_context(verify: bool | str) -> ssl.SSLContext:  # noqa: FBT001 - httpx's own parameter
    """Return one context a process and setting: making one costs 15 ms, a transport with a ready one 0.05 ms."""
    if isinstance(verify, bool):
        return httpx.create_ssl_context(verify=verify)
    return ssl.create_default_context(cafile=verify)


def _name(settings: Settings) -> str:
    return Service(connection=settings.connection).settings
