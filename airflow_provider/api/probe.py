"""
Whether a service is there, is this service, and takes the key: found out without paying.

An extract request with an empty body is refused in any case, 401 for the key or 400 for the body (contract 7.1);
neither is billed.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING

from airflow_provider.api.body import fields
from airflow_provider.api.client import Client
from airflow_provider.api.outcomes import Broken, Failure, Reply, TooLarge

if TYPE_CHECKING:
    import httpx

    from airflow_provider.api.settings import Settings
    from airflow_provider.api.words import Service

STRANGER = "which is not what this API answers. Check that Base URL is the API's."


def probe(settings: Settings, *, transport: httpx.BaseTransport | None = None) -> tuple[bool, str]:
    """Return whether *settings* work, and a sentence that says what was done and seen."""
    url = f"{settings.base_url}/v1/extract/"
    started = time.monotonic()
    client = Client(settings, transport=transport)
    outcome = client.ask_for_nothing()
    seconds = time.monotonic() - started
    if isinstance(outcome, Failure):
        return False, client.service.quote(_unreached(url, outcome, client.service.proxy))
    asked = f"POST {url} with an empty body was answered {outcome.status}"
    if isinstance(outcome, TooLarge):
        return False, f"{asked}, {STRANGER}"
    if outcome.status == HTTPStatus.BAD_REQUEST and "error" in fields(outcome.body):
        return True, f"{asked} in {seconds:.2f} s: the service accepts the key. Nothing was billed."
    return False, f"{asked}{_refused(outcome, client.service)}"


def _unreached(url: str, outcome: Failure, proxy: str) -> str:
    through = f" through proxy {proxy}" if proxy else ""
    said = f"POST {url}{through}: {outcome.kind.value} ({outcome.reason})."
    if outcome.kind is Broken.CERTIFICATE:
        return f"{said} Correct Base URL, or set 'Verify TLS' (verify) to the CA file that signed it."
    if outcome.kind.sent:
        return f"{said} Something listens there but does not answer as this API does; check Base URL."
    return f"{said} Check Base URL, 'Proxy' (proxy) and the network."


def _refused(reply: Reply, service: Service) -> str:
    if reply.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) and (
        "detail" in fields(reply.body) or "www-authenticate" in reply.headers
    ):
        check = "Check Token and 'Word before the token' (auth_prefix)."
        return f": the service refuses the key. Nothing was billed. {check}"
    if reply.status == HTTPStatus.TOO_MANY_REQUESTS:
        return ": the service is there but limits requests, so the key was not checked. Try again later."
    if reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ": something is there but failing, so the key was not checked. Try again later."
    if HTTPStatus.MULTIPLE_CHOICES <= reply.status < HTTPStatus.BAD_REQUEST:
        return f" and points to {service.quote(reply.headers.get('location', 'nowhere'))}. Correct Base URL."
    return f", {STRANGER}"
