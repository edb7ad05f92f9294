"""
What a failed call is told as: what happened, to which thing, whether it may have been billed, what to do next.

Decides words and nothing else. Fields of the connection are called as its form calls them. Nothing promises
that the task tries again, for that is Airflow's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from airflow_provider.api.body import error_text, fields
from airflow_provider.api.outcomes import Broken, Failure, Reply
from airflow_provider.api.request import Request
from airflow_provider.errors import Billed, quote

BILLED: dict[Billed, str] = {
    "no": "Nothing was billed.",
    "maybe": "It may have been billed.",
    "yes": "The call counts as billed.",
}


@dataclass(frozen=True, kw_only=True)
class Service:
    """What messages name of a service, *proxy* being its host and port; the *secrets* they leave out."""

    base_url: str = ""
    connection: str = ""
    proxy: str = ""
    secrets: tuple[str, ...] = ()

    @property
    def settings(self) -> str:
        """The connection, as messages name it."""
        return f"connection {self.connection!r}" if self.connection else "the connection"

    def quote(self, text: str) -> str:
        """Return *text*, which is not ours, as it may stand in a message."""
        return quote(text, secrets=self.secrets)


class Words:
    """The messages about one *request* to one *service*; each takes from its error whether that was *billed*."""

    def __init__(self, request: Request, service: Service) -> None:
        self._request = request
        self._service = service
        self._call = f"{request.method} {service.base_url}{request.path} for {request.named}"
        self._connection = service.settings
        self._base_url = f"Base URL of {service.settings}"

    def broken(self, failure: Failure, billed: Billed) -> str:
        """Say why no complete answer came."""
        through = f" through proxy {self._service.proxy}" if self._service.proxy else ""
        happened = f"{self._call}{through}: {failure.kind.value} ({self._service.quote(failure.reason)})."
        return f"{happened} {BILLED[billed]} {self._after(failure.kind)}"

    def _after(self, kind: Broken) -> str:
        if kind is Broken.LATE:
            return f"If answers take that long, raise 'Timeout (s)' (timeout) of {self._connection}."
        if kind is Broken.NO_ANSWER:
            return "Asking again may be billed again."
        if kind is Broken.CERTIFICATE:
            return f"Correct {self._base_url}, or set 'Verify TLS' (verify) to the CA file that signed it."
        if self._service.proxy:
            return f"Check 'Proxy' (proxy) of {self._connection} or the environment's proxy, and {self._base_url}."
        return {
            Broken.UNKNOWN_HOST: f"Correct {self._base_url}, or make the host known to this machine.",
            Broken.REFUSED: f"Check {self._base_url}, and that the service is running.",
            Broken.NO_TLS: f"Check whether {self._base_url} should start with http:// or name another port.",
        }.get(kind, f"Check {self._base_url}, and the network.")

    def refused(self, reply: Reply, billed: Billed) -> str:
        """Say that the service refused, or failed, in its own words."""
        return f"{self._answered(reply, billed)} {self._instead(reply)}"

    def _instead(self, reply: Reply) -> str:
        status, thing = reply.status, self._request.thing
        elsewhere = f"This API would answer differently: check {self._base_url}"
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return f"Check Token of {self._connection}, and 'Word before the token' (auth_prefix)."
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return "The service failed; asking again may be billed again."
        said = fields(reply.body)
        if status == HTTPStatus.NOT_FOUND and self._request.missing == "page":
            unread = f"The service cannot load the {thing}: check its address."
            return unread if "error" in said else f"{elsewhere}, and the address of the {thing}."
        if status == HTTPStatus.NOT_FOUND:
            return f"Check that {thing} {self._request.subject!r} exists, and {self._base_url}."
        return "Correct what it names: the same request is refused again." if said else f"{elsewhere}."

    def limited(self, reply: Reply, wait: float | None) -> str:
        """Say that the service wants to be left alone, for *wait* seconds where it says so."""
        asked = "" if wait is None else f" It asks to wait {wait:g} s."
        return f"{self._answered(reply, 'no')}{asked}"

    def _answered(self, reply: Reply, billed: Billed) -> str:
        said = self._service.quote(error_text(reply.body)).rstrip(".")
        return f"{self._call} was answered {reply.status}{f': {said}' if said else ''}. {BILLED[billed]}"

    def waits_too_long(self, max_wait: float) -> str:
        """Say, after `limited`, why the request is not sent again after that time."""
        return (
            f"That is longer than max_wait ({max_wait:g} s). "
            f"Ask again after that time, or raise 'Longest pause (s)' (max_wait) of {self._connection}."
        )

    def sent_too_often(self, attempts: int) -> str:
        """Say, after `limited`, why the request is not sent again after *attempts*."""
        spread = f"spread them with 'Requests per minute' (requests_per_minute) of {self._connection}."
        return f"It was sent {attempts} times. Make fewer calls at once, or {spread}"

    def redirected(self, reply: Reply) -> str:
        """Say where the service points."""
        target = self._service.quote(reply.headers.get("location", "nowhere"))
        return (
            f"{self._call} was redirected to {target}, which is not followed: the token stays with the service. "
            f"{BILLED['no']} If that is the service's new address, correct {self._base_url}."
        )

    def unexpected(self, reply: Reply, problem: str, billed: Billed) -> str:
        """Say what a success is instead of what it should be."""
        happened = f"{self._call} was answered {reply.status}, but {self._service.quote(problem).rstrip('.')}."
        if "html" in reply.headers.get("content-type", "") or "JSON: <" in problem:
            return f"{happened} {BILLED[billed]} That is a web page: check {self._base_url}."
        return f"{happened} {BILLED[billed]} Asking again is billed again."

    def too_large(self, status: int, most: int, what: str, billed: Billed) -> str:
        """Say that an answer is larger than *most* bytes; *what* is measured."""
        return (
            f"{self._call} was answered {status} with {what} max_answer_bytes ({most:,}), and dropped. "
            f"{BILLED[billed]} Ask for less, or raise 'Largest answer (bytes)' (max_answer_bytes) "
            f"of {self._connection}."
        )
