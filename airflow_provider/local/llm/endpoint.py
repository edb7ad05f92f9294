"""
One exchange with an OpenAI-compatible ``/chat/completions``, and what each of its failures means.

Connections are kept and used again, one client for each event loop. What is asked and what an answer is good for is
decided by its callers. Errors may quote the endpoint, but never its key.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import httpx

from airflow_provider.local.errors import Away, Busy, ModelFailed
from airflow_provider.local.models import CONTEXT_VARIABLE, MODEL_KEY_VARIABLE, MODEL_URL_VARIABLE, TIMEOUT_VARIABLE
from airflow_provider.local.text import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.models import Model

    # The content is text, or a list of parts of which some have a text.
    Messages = Sequence[Mapping[str, Any]]

MAX_ANSWER = 10 * 1024 * 1024
CONNECT_TIMEOUT = 10.0
_LONGEST_WAIT = 3600
_WAITS = {429: 5, 503: 10}
_LONGEST_QUOTE = 200
# Said of a request as it is; 501 of a part of it.
_REFUSALS = frozenset({400, 415, 422, 501})
_MOST_CONNECTIONS = 256
_KEPT_SECONDS = 60.0
# What an event loop awaits belongs to it.
_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model has answered, and the tokens that took: as counted by the endpoint, or estimated."""

    text: str
    tokens: int


class RefusedError(ModelFailed):
    """The endpoint refused the request as it is, and did nothing; in another form it may take it."""


async def complete(model: Model, messages: Messages, *, response_format: Mapping[str, Any] | None = None) -> Completion:
    """
    Return what *model* answers.

    Raises `Busy` or `Away` where the same request can be answered later, `RefusedError` where it has to change, and
    `ModelFailed` for everything else; an answer that ended before its end is none.
    """
    body: dict[str, Any] = {"model": model.name, "messages": list(messages)}
    if response_format is not None:
        body["response_format"] = response_format
    status, headers, content = await _exchange(model, body)
    if status != httpx.codes.OK:
        raise _failure(model, status, headers, content)
    answer = _parsed(headers, content)
    text = _text_of(model, answer)
    return Completion(text, _tokens(answer.get("usage"), messages, text))


async def _exchange(model: Model, body: Mapping[str, Any]) -> tuple[int, httpx.Headers, bytes]:
    headers = {"Authorization": f"Bearer {model.key}"} if model.key else {}
    url = f"{model.url}/chat/completions"
    try:
        async with (
            asyncio.timeout(model.timeout),
            _client().stream("POST", url, json=body, headers=headers) as answer,
        ):
            content = bytearray()
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > MAX_ANSWER:
                    raise ModelFailed(f"The language model answered more than {MAX_ANSWER // 1024**2} MB.")
            return answer.status_code, answer.headers, bytes(content)
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        message = (
            f"The endpoint of the language model cannot be reached ({type(error).__name__}): {MODEL_URL_VARIABLE}."
        )
        raise Away(message, retry_after=_WAITS[503]) from None
    except (TimeoutError, httpx.TimeoutException):
        message = f"The language model gave no answer within {model.timeout:g} s. {TIMEOUT_VARIABLE} allows more."
        raise ModelFailed(message) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        message = f"The endpoint of the language model broke off its answer: {type(error).__name__}."
        raise ModelFailed(message) from None


def _client() -> httpx.AsyncClient:
    loop = asyncio.get_running_loop()
    if loop not in _CLIENTS:
        limits = httpx.Limits(
            max_connections=_MOST_CONNECTIONS, max_keepalive_connections=20, keepalive_expiry=_KEPT_SECONDS
        )
        # The whole exchange is timed; here only what can be told apart from a model that thinks.
        _CLIENTS[loop] = httpx.AsyncClient(timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT), limits=limits)
    return _CLIENTS[loop]


def _failure(model: Model, status: int, headers: httpx.Headers, content: bytes) -> ModelFailed | Busy:
    """Return what an answer that is no 200 means, with the endpoint's own words where they hold no key."""
    said = _quoted(model, content)
    if status == httpx.codes.TOO_MANY_REQUESTS:
        wait = _wait_told(headers, status)
        return Busy(f"The endpoint of the language model has too much to do{said}.", retry_after=wait)
    if status >= httpx.codes.INTERNAL_SERVER_ERROR and status != httpx.codes.NOT_IMPLEMENTED:
        wait = _wait_told(headers, httpx.codes.SERVICE_UNAVAILABLE)
        return Away(f"The endpoint of the language model failed with {status}{said}.", retry_after=wait)
    if status in _REFUSALS:
        hint = f"If the request is too long for the model, lower {CONTEXT_VARIABLE}."
        return RefusedError(f"The endpoint of the language model refuses the request ({status}){said}. {hint}")
    if status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        message = f"refuses its key ({status}). Check {MODEL_KEY_VARIABLE}"
    elif status == httpx.codes.NOT_FOUND:
        hint = f"Check the name of the model, and that {MODEL_URL_VARIABLE} ends at /v1"
        message = f"has no model {model.name[:80]!r}, or no chat completions{said}. {hint}"
    else:
        message = f"answered {status}{said}. Check {MODEL_URL_VARIABLE}"
    return ModelFailed(f"The endpoint of the language model {message}.")


def _quoted(model: Model, content: bytes) -> str:
    """Return the error message in *content* as the end of a sentence of ours; nothing where there is none."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    error = found.get("error", found) if isinstance(found, dict) else None
    said = error.get("message") if isinstance(error, dict) else error
    if not isinstance(said, str) or not said.strip():
        return ""
    if model.key:
        said = said.replace(model.key, "***")
    return f": {' '.join(said.split())[:_LONGEST_QUOTE].rstrip('.')!r}"


def _wait_told(headers: httpx.Headers, status: int) -> int:
    """Return the seconds of Retry-After, which may be a number or a date; ours where it is neither."""
    told = headers.get("retry-after", "").strip()
    try:
        seconds = (
            float(told) if told[:1].isdigit() else (parsedate_to_datetime(told) - datetime.now(UTC)).total_seconds()
        )
    except (ValueError, TypeError):
        return _WAITS[status]
    return min(_LONGEST_WAIT, max(1, round(seconds)))


def _parsed(headers: httpx.Headers, content: bytes) -> dict[str, Any]:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        raise ModelFailed("The endpoint of the language model only streams its answers. Use one that also gives JSON.")
    try:
        answer = json.loads(content) if "html" not in kind else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        named = f" but {kind[:60]!r}" if kind and "json" not in kind else ""
        message = f"The endpoint of the language model did not answer with a JSON object{named}."
        raise ModelFailed(f"{message} Check that {MODEL_URL_VARIABLE} ends at /v1.")
    return answer


def _text_of(model: Model, answer: Mapping[str, Any]) -> str:
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise ModelFailed(f"The language model answered without a choice{_quoted(model, json.dumps(answer).encode())}.")
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        raise ModelFailed("The language model refuses to answer this.")
    if choice.get("finish_reason") == "length":
        hint = f"Ask for less, or raise the endpoint's limit and {CONTEXT_VARIABLE}."
        raise ModelFailed(f"The answer of the language model is cut off at its limit of tokens. {hint}")
    text = message.get("content")
    if not isinstance(text, str) or not text.strip():
        raise ModelFailed("The language model answered without any text.")
    return text


def _tokens(usage: object, messages: Messages, text: str) -> int:
    """Return the tokens that the endpoint counted, or the estimate when it counted none."""
    counted = usage if isinstance(usage, dict) else {}
    total = _count(counted.get("total_tokens"))
    if total is None:
        parts = [_count(counted.get(name)) for name in ("prompt_tokens", "completion_tokens")]
        total = sum(part for part in parts if part is not None) if None not in parts else None
    return estimate_tokens(*(_said(message["content"]) for message in messages), text) if total is None else total


def _said(content: str | Sequence[Mapping[str, Any]]) -> str:
    return content if isinstance(content, str) else " ".join(str(part.get("text", "")) for part in content)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
