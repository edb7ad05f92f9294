"""
The five endpoints, and what stands beside them: the page at ``/``, its upload, the state of the service.

Decides who may ask, in which order things are checked, and what every answer looks like. What the
answers say is decided in the modules that it calls.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from airflow_provider.local import service
from airflow_provider.local.bodies import read_fields, read_upload
from airflow_provider.local.errors import Busy, Refusal, TooSlow
from airflow_provider.local.keys import Keys
from airflow_provider.local.page_files import INDEX, page_file
from airflow_provider.local.workers.process import WorkerBugError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping

    from airflow_provider.local.bodies import Fields
    from airflow_provider.local.settings import Settings

    Answer = dict[str, Any]
    Endpoint = Callable[[Any], Coroutine[Any, Any, Answer]]
    Read = Callable[..., Awaitable[Any]]

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Return the service as an ASGI application; it opens no socket and starts no thread of its own."""
    app = FastAPI(title="content-ai local", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    answers = service.Service(settings)

    async def extract(fields: Fields) -> Answer:
        return await answers.extract(answers.read_extract(fields))

    async def delete(fields: Fields) -> Answer:
        return await run_sync(answers.delete, fields)

    routes: tuple[tuple[str, str, Read, Endpoint], ...] = (
        ("POST", "/v1/extract", read_fields, extract),
        ("POST", "/v2/markdown-converter", read_fields, answers.convert),
        ("POST", "/v1/text-generation", read_fields, answers.generate),
        ("POST", "/v1/collection/query", read_fields, answers.query),
        ("DELETE", "/v1/collection/delete", read_fields, delete),
        ("POST", "/upload/markdown", read_upload, answers.convert_upload),
    )
    keys = Keys(settings.key, settings.keys_file)
    for method, path, read, endpoint in routes:
        guarded = _guard(read, endpoint, keys=keys, within=settings.body_timeout)
        # Both spellings are answered: a redirect would make clients drop the body or the key.
        app.add_api_route(f"{path}/", guarded, methods=[method], response_model=None)
        app.add_api_route(path, guarded, methods=[method], response_model=None)
    _add_open_routes(app, answers)
    app.add_exception_handler(HTTPException, _no_such_route)
    return app


def _add_open_routes(app: FastAPI, answers: service.Service) -> None:
    """Add what needs no key, for it has nothing of anybody in it."""

    async def page(name: str = INDEX) -> Response:
        return page_file(name) or _failure(404, "There is no such file.")

    async def health() -> Response:
        return _json(200, answers.health(), {"Cache-Control": "no-store"})

    async def nothing() -> Response:
        return _failure(404, "There is no such endpoint.")

    # To whoever calls the API this is no endpoint, but an address without its version.
    app.add_api_route("/", nothing, methods=["POST", "PUT", "PATCH", "DELETE"], response_model=None)
    for path, endpoint in (("/", page), ("/page/{name}", page), ("/healthz", health)):
        app.add_api_route(path, endpoint, methods=["GET", "HEAD"], response_model=None)


def _guard(read: Read, endpoint: Endpoint, *, keys: Keys, within: float) -> Callable[[Request], Awaitable[Response]]:
    """Check the key before anything of the body is read, and turn every failure into its answer."""

    async def guarded(request: Request) -> Response:
        if not keys.accept(request.headers.get("authorization", "")):
            return _json(401, {"detail": "The API key is missing or invalid."}, {"WWW-Authenticate": "Token"})
        try:
            fields = await read(request, within=within)
            return _json(200, {**await _unless_gone(request, endpoint(fields)), "success": True})
        except Busy as busy:
            return _failure(busy.status, busy.message, {"Retry-After": str(busy.retry_after)})
        except TooSlow as slow:
            return _failure(slow.status, slow.message, {"Connection": "close"})
        except Refusal as refusal:
            return _failure(refusal.status, refusal.message)
        except Exception as error:  # noqa: BLE001 - the last resort, so that a bug is a JSON 500 without its text
            name = str(error) if isinstance(error, WorkerBugError) else type(error).__name__
            # The traceback stays out too: its message may quote the body.
            log.error("A bug: %s while answering %s", name, request.url.path)  # noqa: TRY400 - see above
            return _failure(500, "The service failed on this request; its log has the name of the error.")

    return guarded


async def _unless_gone(request: Request, answering: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the answer; a client that leaves before it is there ends the work on it."""
    work = asyncio.ensure_future(answering)
    gone = asyncio.ensure_future(_departure(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refusal("The client has left.")
        return work.result()
    finally:
        work.cancel()
        gone.cancel()


async def _departure(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _no_such_route(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(getattr(error, "headers", None) or {})
    if "Allow" in headers:
        return _failure(status, f"{request.method} is not allowed here. Use {headers['Allow']}.", headers)
    return _failure(status, "There is no such endpoint.", headers)


def _failure(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return _json(status, {"error": message, "success": False}, headers)


def _json(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    # ASCII, because a page can hold half a surrogate pair, which UTF-8 cannot.
    content = json.dumps(body, allow_nan=False)
    return Response(content, status, dict(headers or {}), media_type="application/json")
