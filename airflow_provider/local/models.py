"""
The language models that the operator of the service names, read from the environment once at the start.

Decides which model answers under which name; how a model is asked is the business of `llm`.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from airflow_provider.local.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

MODEL_URL_VARIABLE = "CONTENT_AI_LLM_URL"
MODEL_KEY_VARIABLE = "CONTENT_AI_LLM_KEY"
MODEL_NAME_VARIABLE = "CONTENT_AI_LLM_MODEL"
MODEL_LIST_VARIABLE = "CONTENT_AI_LLM_MODELS"
CONTEXT_VARIABLE = "CONTENT_AI_LLM_CONTEXT"
TIMEOUT_VARIABLE = "CONTENT_AI_LLM_TIMEOUT"
CHECK_VARIABLE = "CONTENT_AI_LLM_CHECK"
# What --help says of each.
MODEL_VARIABLES = {
    MODEL_URL_VARIABLE: "base URL of an OpenAI-compatible endpoint, up to /v1",
    MODEL_KEY_VARIABLE: "its key",
    MODEL_NAME_VARIABLE: "the model asked for extractions, queries and descriptions of images",
    MODEL_LIST_VARIABLE: "JSON: the models that text generation may name",
    CONTEXT_VARIABLE: "tokens that question, page and answer may take together (default: 8192)",
    TIMEOUT_VARIABLE: "seconds that one answer of the model may take (default: 240)",
    CHECK_VARIABLE: "true makes null of values that the page does not state (default: false)",
}
DEFAULT_CONTEXT = 8192
LEAST_CONTEXT = 1024
DEFAULT_TIMEOUT = 240.0
_ENTRY = frozenset({"url", "key", "model", "context"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model of an OpenAI-compatible endpoint, whose base URL ends at ``/v1``."""

    url: str
    key: str = field(default="", repr=False)
    name: str = "default"
    context: int = DEFAULT_CONTEXT
    """Tokens that question, page and answer may take together."""
    timeout: float = DEFAULT_TIMEOUT
    """Seconds that one answer may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """
    The model that is asked for extractions and queries, and those that are asked by name.

    Without *named* a conversation may name any model of the endpoint. *check* drops what the page does not state.
    """

    default: Model
    named: Mapping[str, Model] = field(default_factory=dict)
    check: bool = False

    def called(self, name: str) -> Model:
        """Return the model called *name*; raises `Invalid` where the operator has listed others only."""
        if not self.named:
            return replace(self.default, name=name)
        found = self.named.get(name)
        if found is None:
            listed = ", ".join(repr(one) for one in sorted(self.named))
            raise Invalid(f"There is no model {name[:80]!r}. {MODEL_LIST_VARIABLE} of this service lists {listed}.")
        return found


def read_models(environ: Mapping[str, str] = os.environ) -> Models | None:
    """Return the language models that *environ* names, or None; raises ValueError, naming the variable at fault."""
    given = {name: environ.get(name, "").strip() for name in (MODEL_URL_VARIABLE, MODEL_KEY_VARIABLE)}
    if not given[MODEL_URL_VARIABLE]:
        return None
    endpoint = Model(
        url=_url(given[MODEL_URL_VARIABLE], MODEL_URL_VARIABLE),
        key=_key(given[MODEL_KEY_VARIABLE], MODEL_KEY_VARIABLE),
        context=_number(environ.get(CONTEXT_VARIABLE, ""), CONTEXT_VARIABLE, DEFAULT_CONTEXT, least=LEAST_CONTEXT),
        timeout=_number(environ.get(TIMEOUT_VARIABLE, ""), TIMEOUT_VARIABLE, int(DEFAULT_TIMEOUT), least=1),
    )
    named = _named(environ.get(MODEL_LIST_VARIABLE, "").strip(), endpoint)
    wanted = environ.get(MODEL_NAME_VARIABLE, "").strip()
    first = next(iter(named.values()), endpoint)
    default = named.get(wanted) or replace(endpoint, name=wanted) if wanted else first
    return Models(default=default, named=named, check=_flag(environ.get(CHECK_VARIABLE, "")))


def _named(text: str, endpoint: Model) -> Mapping[str, Model]:
    """Read ``{"name": "model of the endpoint", "other": {"url", "key", "model", "context"}}``."""
    if not text:
        return {}
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        entries = None
    if not isinstance(entries, dict) or not entries:
        # Not quoted, and neither is what the parser says: there may be keys in it.
        raise ValueError(f'{MODEL_LIST_VARIABLE} is no JSON object such as {{"small": "model-of-the-endpoint"}}.')
    return {name: _entry(name, entry, endpoint) for name, entry in entries.items()}


def _entry(name: str, entry: object, endpoint: Model) -> Model:
    entry = {"model": entry} if isinstance(entry, str) else entry
    where = f"{MODEL_LIST_VARIABLE} for {name!r}"
    if not isinstance(entry, dict) or not isinstance(entry.get("model"), str) or not entry["model"].strip():
        raise ValueError(f"{where} has to be the name of a model, or an object with one in 'model'.")
    if unknown := sorted(entry.keys() - _ENTRY):
        raise ValueError(f"{where} has {unknown[0]!r}. It may have {', '.join(sorted(_ENTRY))}.")
    texts = {part: entry.get(part, "") for part in ("url", "key")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"{where} has a 'url' or 'key' that is no text.")
    url = _url(texts["url"], where) if texts["url"] else endpoint.url
    # The key of one endpoint is not for another.
    key = _key(texts["key"], where) if texts["key"] or texts["url"] else endpoint.key
    context = _number(str(entry.get("context", "")), where, endpoint.context, least=LEAST_CONTEXT)
    return replace(endpoint, name=entry["model"].strip(), context=context, url=url, key=key)


def _url(text: str, where: str) -> str:
    try:
        parts = urlsplit(text)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and text.isprintable()
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc:
        raise ValueError(f"{where} is no http or https URL without user and password, such as https://example.com/v1.")
    return text.rstrip("/")


def _key(text: str, where: str) -> str:
    if not text.isascii() or not text.isprintable():
        raise ValueError(f"{where} has a key with characters that no HTTP header can hold.")
    return text


def _number(text: str, where: str, default: int, *, least: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:  # noqa: PLR2004 - a billion
        raise ValueError(f"{where} is {text[:20]!r}. Give a whole number of {least} or more.")
    return int(text)


def _flag(text: str) -> bool:
    found = {"": False, "false": False, "0": False, "no": False, "true": True, "1": True, "yes": True}.get(
        text.strip().lower()
    )
    if found is None:
        raise ValueError(f"{CHECK_VARIABLE} is {text.strip()[:20]!r}. Use true or false.")
    return found
