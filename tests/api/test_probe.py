"""The connection test tells one cause from another, and is never billed."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from airflow_provider.api.probe import probe
from tests.serving import cut_off, hang, silence
from tests.standins import KEY, settings

OUTCOMES: dict[str, tuple[httpx.Response | Exception, bool, str]] = {
    "accepted": (httpx.Response(400, json={"error": "link", "success": False}), True, "accepts the key"),
    "key refused": (httpx.Response(401, json={"detail": "no"}), False, "refuses the key"),
    "key refused by header": (httpx.Response(401, headers={"WWW-Authenticate": "Token"}), False, "refuses the key"),
    "forbidden": (httpx.Response(403, json={"detail": "no"}), False, "refuses the key"),
    "forbidden by another": (httpx.Response(403, text="<h1>WAF</h1>"), False, "not what this API answers"),
    "limited": (httpx.Response(429), False, "limits requests"),
    "failing": (httpx.Response(502, text="<h1>Bad gateway</h1>"), False, "failing"),
    "redirect": (httpx.Response(301, headers={"Location": "https://new.test/"}), False, "points to https://new.test/"),
    "redirect nowhere": (httpx.Response(302), False, "points to nowhere"),
    "another server": (httpx.Response(404, text="<h1>Not found</h1>"), False, "not what this API answers"),
    "another 400": (httpx.Response(400, text="<h1>Bad request</h1>"), False, "not what this API answers"),
    "a page": (httpx.Response(200, text="<h1>Welcome</h1>"), False, "not what this API answers"),
    "unreached": (
        httpx.ConnectError("Name or service not known"),
        False,
        "Check Base URL, 'Proxy' (proxy)",
    ),
    "silent": (httpx.ReadTimeout("timed out"), False, "Something listens there"),
}


@pytest.mark.parametrize(("outcome", "works", "said"), OUTCOMES.values(), ids=OUTCOMES)
def test_every_outcome_is_told_apart(outcome: httpx.Response | Exception, said: str, *, works: bool) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    ok, message = probe(settings("https://api.test/x"), transport=httpx.MockTransport(service))

    assert ok is works
    assert said in message
    assert "POST https://api.test/x/v1/extract/" in message
    assert KEY not in message


def test_it_asks_for_nothing_once() -> None:
    seen: list[Any] = []

    def service(request: httpx.Request) -> httpx.Response:
        seen.append((request.method, request.url.path, json.loads(request.content)))
        return httpx.Response(503, headers={"Retry-After": "0"})

    probe(settings(), transport=httpx.MockTransport(service))

    assert seen == [("POST", "/v1/extract/", {})]


def test_a_target_that_holds_the_key_is_not_repeated() -> None:
    def service(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"Location": f"https://evil.test/?key={KEY}"})

    _, message = probe(settings(), transport=httpx.MockTransport(service))

    assert KEY not in message


@pytest.mark.parametrize("act", [silence, hang, cut_off()], ids=["silence", "hang", "cut off"])
def test_a_listener_that_does_not_answer_is_not_taken_for_the_service(serve: Any, act: Any) -> None:
    ok, message = probe(settings(serve(act).url, timeout=0.2))

    assert not ok
    assert "Something listens there" in message or "not what this API answers" in message
