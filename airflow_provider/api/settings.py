"""
Where the service is and how to speak to it, checked once.

Decides which settings make sense; does not know that they come from an Airflow connection.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import urlsplit

import httpx
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
)

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
from airflow_provider.api.policy import Limits
from airflow_provider.api.prices import Amount, Price, Prices, known_in
from airflow_provider.api.request import MarkdownNames, Request
from airflow_provider.errors import ConnectionConfigError

# Set by the client itself: a second value would contradict the contract.
RESERVED_HEADERS = frozenset({"authorization", "content-type", "content-length", "host", "transfer-encoding"})


def _truth_or_path(value: object) -> object:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower(), value)
    return value


def _decoded(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


class Settings(BaseModel):
    """
    Everything a client needs; `timeout`, `connect_timeout` and `max_wait` in seconds.

    `timeout` bounds the wait for a whole answer, `max_answer_bytes` its size, packed and unpacked.
    `prices` are those of the operations, and `price_per_1k_tokens` that of what has none of its own.
    Titles are what the connection's form calls the fields.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, defer_build=True)

    # No field: settings that say the same are equal, whatever their connection is called.
    connection: ClassVar[str] = ""

    base_url: str = Field(title="Base URL")
    token: SecretStr = Field(title="Token")
    auth_prefix: str = Field(default="Token", title="Word before the token")
    timeout: float = Field(default=300.0, gt=0, allow_inf_nan=False, title="Timeout (s)")
    connect_timeout: float = Field(default=10.0, gt=0, allow_inf_nan=False, title="Connect timeout (s)")
    max_attempts: int = Field(default=3, ge=1, title="Sends per call")
    max_wait: float = Field(default=60.0, ge=0, allow_inf_nan=False, title="Longest pause (s)")
    max_answer_bytes: int = Field(default=100_000_000, ge=1, title="Largest answer (bytes)")
    requests_per_minute: float | None = Field(default=None, gt=0, allow_inf_nan=False, title="Requests per minute")
    verify: Annotated[bool | str, BeforeValidator(_truth_or_path)] = Field(default=True, title="Verify TLS")
    proxy: str | None = Field(default=None, repr=False, title="Proxy")
    headers: Annotated[dict[str, str], BeforeValidator(_decoded)] = Field(
        default_factory=dict, repr=False, title="Headers"
    )
    price_per_1k_tokens: Amount | None = Field(default=None, title="Price per 1,000 tokens")
    prices: Annotated[Prices | None, BeforeValidator(_decoded)] = Field(default=None, title="Prices")
    shared: str | None = Field(default=None, repr=False, title="Shared limits")
    shared_required: bool = Field(default=True, title="Shared limits required")
    markdown_url_field: Literal["resource", "link"] | None = Field(
        default=None, title="Markdown: name of the URL field"
    )
    markdown_type_field: Literal["resource_type", "type"] = Field(
        default="resource_type", title="Markdown: name of the type field"
    )

    @classmethod
    def build(cls, name: str, **values: Any) -> Settings:
        """Return the settings, or raise `ConnectionConfigError` naming connection *name* and each wrong field."""
        try:
            settings = cls.model_validate(values)
        except ValidationError as error:
            raise ConnectionConfigError(_explain(name, error)) from None
        settings.__dict__["connection"] = name
        return settings

    @field_validator("base_url")
    @classmethod
    def _check_base_url(cls, value: str) -> str:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - reading it checks it
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("is not the address of a service; use one such as https://api.example.com")
        if "@" in parts.netloc:
            raise ValueError("holds a user or password; put the API key into Token")
        if parts.query or parts.fragment:
            raise ValueError("has a query or fragment; remove it")
        return _parsed(value).rstrip("/")

    @field_validator("proxy")
    @classmethod
    def _check_proxy(cls, value: str | None) -> str | None:
        if value is not None and urlsplit(value).scheme not in ("http", "https"):
            raise ValueError("is not the address of a proxy; start it with http:// or https://")
        return value and _parsed(value)

    @field_validator("shared")
    @classmethod
    def _check_shared(cls, value: str | None) -> str | None:
        if value is not None and "://" in value and urlsplit(value).scheme not in ("redis", "rediss", "unix"):
            raise ValueError("is neither the id of a connection nor the URL of a Redis; use one such as redis://host/0")
        return value

    @field_validator("token")
    @classmethod
    def _check_token(cls, value: SecretStr) -> SecretStr:
        key = value.get_secret_value().strip()
        if not key:
            raise ValueError("is empty; fill in the account's API key")
        if any(character.isspace() for character in key):
            raise ValueError("has white space in it; give the key alone, the word before it is auth_prefix")
        if not (key.isascii() and key.isprintable()):
            raise ValueError("has characters that no HTTP header can carry")
        return SecretStr(key)

    @field_validator("auth_prefix")
    @classmethod
    def _check_prefix(cls, value: str) -> str:
        if not (value.isascii() and value.isprintable()):
            raise ValueError("has characters that no HTTP header can carry")
        return value.strip()

    @field_validator("headers")
    @classmethod
    def _check_headers(cls, value: dict[str, str]) -> dict[str, str]:
        for name, content in value.items():
            if name.strip().lower() in RESERVED_HEADERS:
                raise ValueError(f"sets {name}, which the client sets itself; remove it")
            token = name.replace("-", "").replace("_", "")
            if not (token.isascii() and token.isalnum() and content.isascii() and content.isprintable()):
                raise ValueError(f"has {name!r}, which no HTTP header can carry")
        return value

    @property
    def authorization(self) -> str:
        """The value of the Authorization header (contract 5)."""
        return f"{self.auth_prefix} {self.token.get_secret_value()}".strip()

    @cached_property
    def limits(self) -> Limits:
        """How often one request is sent inside a task, and how large its answer may be."""
        return Limits(self.max_attempts, self.max_wait, self.max_answer_bytes)

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        """What no message may repeat: the token, and the secrets in headers and proxy."""
        token = self.token.get_secret_value()
        urls = [url for url in (self.proxy, self.shared) if url and "@" in url]
        if not (self.headers or urls):
            return (token,)
        from airflow_provider.api.redaction import header_secrets, proxy_secrets

        return (token, *header_secrets(self.headers), *(secret for url in urls for secret in proxy_secrets(url)))

    @cached_property
    def markdown_names(self) -> MarkdownNames:
        """Wire names of the Markdown converter."""
        return MarkdownNames(self.markdown_url_field, self.markdown_type_field)

    def price_of(self, request: Request) -> Price:
        """Return what a call of *request* costs; a price that is none where the connection names none."""
        return self._other_price if self.prices is None else self.prices.of(request, self._other_price)

    @cached_property
    def _other_price(self) -> Price:
        return Price.model_construct(per_1k_tokens=self.price_per_1k_tokens)

    @property
    def currency(self) -> str | None:
        """The currency of all prices; None where the connection does not say it."""
        return None if self.prices is None else self.prices.currency

    def priced(self, request: Request, usage: Usage) -> Usage:
        """Return *usage* of one call that *request* has made, with what it costs, or with its call as unpriced."""
        if not usage.calls:
            return usage
        cost = self.price_of(request).of_call(usage.tokens)
        if cost is None:
            return replace(usage, unpriced_calls=usage.calls)
        return replace(usage, cost=Money.of(cost, self.currency))


def _parsed(value: str) -> str:
    try:
        httpx.URL(value)
    except httpx.InvalidURL as error:
        raise ValueError(f"is not a valid URL ({error})") from None
    return value


def _explain(name: str, error: ValidationError) -> str:
    problems = []
    for problem in error.errors(include_url=False, include_input=False):
        field, *path = problem["loc"] or ("",)
        said = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            known = known_in(path[:-1]) if path else sorted(set(Settings.model_fields) - {"base_url", "token"})
            said = f"is not known; known are {', '.join(known)}"
        where = f"{'.'.join(map(str, path))}: " if path else ""
        problems.append(f"{_label(str(field))}: {where}{said}.")
    return f"Connection {name!r} cannot be used. {' '.join(problems)} Edit it under Admin > Connections."


def _label(field: str) -> str:
    """Return what the form calls *field*, and its name where that is not shown as it is."""
    known = Settings.model_fields.get(field)
    if known is None or field in ("base_url", "token"):
        return f"Extra field {field!r}" if known is None else str(known.title)
    return f"{known.title!r} ({field})"
