"""
The five endpoints, as a table of routes and one short function each.

Decides who may ask, in which order things are checked, and what every answer looks like. What the
answers say is decided in the modules that it calls; all blocking work of theirs runs in threads.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from airflow_provider.local import service
from airflow_provider.local.bodies import read_fields
from airflow_provider.local.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from airflow_provider.local.settings import Settings

    Endpoint = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Return the service as an ASGI application; it opens no socket and starts no thread of its own."""
    app = FastAPI(title="content-ai local", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    answers = service.Service(settings)

    async def extract(request: Request) -> Response:
        task = answers.read_extract(await read_fields(request))
        await asyncio.sleep(task.delay)
        return _success(await run_sync(answers.extract, task))

    async def convert(request: Request) -> Response:
        return _success(await run_sync(answers.convert, await read_fields(request)))

    async def generate(request: Request) -> Response:
        return _success(await run_sync(answers.generate, await read_fields(request)))

    async def query(request: Request) -> Response:
        return _success(await run_sync(answers.query, await read_fields(request)))

    async def delete(request: Request) -> Response:
        return _success(await run_sync(answers.delete, await read_fields(request)))

    routes: tuple[tuple[str, str, Endpoint], ...] = (
        ("POST", "/v1/extract", extract),
        ("POST", "/v2/markdown-converter", convert),
        ("POST", "/v1/text-generation", generate),
        ("POST", "/v1/collection/query", query),
        ("DELETE", "/v1/collection/delete", delete),
    )
    for method, path, endpoint in routes:
        guarded = _guard(endpoint, key=settings.key)
        # Both spellings are answered: a redirect would make clients drop the body or the key.
        app.add_api_route(f"{path}/", guarded, methods=[method], response_model=None)
        app.add_api_route(path, guarded, methods=[method], response_model=None)
    app.add_exception_handler(HTTPException, _no_such_route)
    return app


def _guard(endpoint: Endpoint, *, key: str) -> Endpoint:
    """Check the key before anything of the body is read, and turn every failure into its answer."""

    async def guarded(request: Request) -> Response:
        if not _is_authorized(request.headers.get("authorization", ""), key=key):
            return _json(401, {"detail": "The API key is missing or invalid."}, {"WWW-Authenticate": "Token"})
        try:
            return await endpoint(request)
        except Refusal as refusal:
            return _failure(refusal.status, refusal.message)
        except Exception as error:  # noqa: BLE001 - the last resort, so that a bug is a JSON 500 without its text
            # The traceback stays out too: its message may quote the body.
            log.error("A bug: %s while answering %s", type(error).__name__, request.url.path)  # noqa: TRY400 - see above
            return _failure(500, "The service failed on this request; its log has the name of the error.")

    return guarded


def _is_authorized(header: str, *, key: str) -> bool:
    """Tell whether *header* is ``Token KEY`` or the bare key, without leaking how much of it is right."""
    scheme, _, rest = header.strip().partition(" ")
    given = rest.strip() if scheme.lower() == "token" else header.strip()
    return hmac.compare_digest(given.encode(errors="replace"), key.encode(errors="replace"))


async def _no_such_route(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(getattr(error, "headers", None) or {})
    if "Allow" in headers:
        return _failure(status, f"{request.method} is not allowed here. Use {headers['Allow']}.", headers)
    return _failure(status, "There is no such endpoint.", headers)


def _success(body: Mapping[str, Any]) -> Response:
    return _json(200, {**body, "success": True})


def _failure(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return _json(status, {"error": message, "success": False}, headers)


def _json(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    # ASCII, because a page can hold half a surrogate pair, which UTF-8 cannot.
    content = json.dumps(body, allow_nan=False)
    return Response(content, status, dict(headers or {}), media_type="application/json")
