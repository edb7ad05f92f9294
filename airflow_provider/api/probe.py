"""
Whether a service is there, is this service, and takes the key: found out without paying.

An extract request with an empty body is refused in any case, 401 for the key or 400 for the body (contract 7.1);
neither is billed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from airflow_provider.api.body import fields
from airflow_provider.api.client import Client
from airflow_provider.api.policy import Broken, Failure, Reply
from airflow_provider.errors import quote

if TYPE_CHECKING:
    import httpx

    from airflow_provider.api.settings import Settings


def probe(settings: Settings, *, transport: httpx.BaseTransport | None = None) -> tuple[bool, str]:
    """Return whether *settings* work, and a sentence that says what was done and seen."""
    url = f"{settings.base_url}/v1/extract/"
    started = time.monotonic()
    outcome = Client(settings, transport=transport).knock()
    seconds = time.monotonic() - started
    if isinstance(outcome, Failure):
        works, said = False, _unreached(url, outcome)
    else:
        works, said = _verdict(url, outcome, seconds)
    return works, quote(said, secret=settings.token.get_secret_value())


def _unreached(url: str, outcome: Failure) -> str:
    advice = {
        Broken.CERTIFICATE: "Set 'verify' to the CA file that signed it.",
        Broken.NOT_SENT: "Check Host, proxy and the network.",
        Broken.NO_ANSWER: "Something listens there but does not answer as this API does; check Host.",
    }
    return f"POST {url}: {outcome.kind.value} ({outcome.reason}). {advice[outcome.kind]}"


def _verdict(url: str, reply: Reply, seconds: float) -> tuple[bool, str]:
    asked = f"POST {url} with an empty body was answered {reply.status}"
    said = fields(reply.body)
    if reply.status == 400 and "error" in said:  # noqa: PLR2004 - Bad Request
        return True, f"{asked} in {seconds:.2f} s: the service accepts the key. Nothing was billed."
    if reply.status in (401, 403) and ("detail" in said or "www-authenticate" in reply.headers):
        return (
            False,
            f"{asked}: the service refuses the key. Check Password and auth_prefix. Nothing was billed.",
        )
    if reply.status == 429:  # noqa: PLR2004 - Too Many Requests
        return (
            False,
            f"{asked}: the service is there but limits requests, so the key was not checked. Try again later.",
        )
    if reply.status >= 500:  # noqa: PLR2004 - the class of server errors
        return False, f"{asked}: something is there but failing, so the key was not checked. Try again later."
    if 300 <= reply.status < 400:  # noqa: PLR2004 - the class of redirects
        return False, f"{asked} and points to {reply.headers.get('location', 'nowhere')[:200]}. Correct Host."
    return False, f"{asked}, which is not what this API answers. Check that Host is its base URL."
