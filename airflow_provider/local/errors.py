"""
What can be wrong with a request, as errors that already know their status code.

    Refusal
    ├── Invalid       400: the request has to change
    ├── Missing       404: the page or the collection is not there
    ├── TooSlow       408: the body did not come in time
    ├── TooLarge      413: the body is larger than this service reads
    ├── Busy          429: there is more to do than may wait; the same request can be answered later
    │   └── Away      503: the endpoint of the language model cannot be asked now
    └── ModelFailed   502: the configured language model gave no usable answer

Anything else that is raised while answering is a bug and becomes a 500 without its text.
"""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - it is raised to be answered, not to be an error of ours
    """A request that gets ``{"error": message, "success": false}`` and the status of its class."""

    status = 400

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Invalid(Refusal):
    """The request itself is wrong; sending it again cannot help."""


class Missing(Refusal):
    """The page cannot be reached, or the collection does not exist."""

    status = 404


class TooSlow(Refusal):
    """The client took too long to send its body; nothing of it was used."""

    status = 408


class TooLarge(Refusal):
    """The body is over the limit; nothing of it was used."""

    status = 413


class Busy(Refusal):
    """There is no room for the request now, here or with the language model; nothing of it was done."""

    status = 429

    def __init__(self, message: str, *, retry_after: int = 2) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds after which there may be room."""


class Away(Busy):
    """The endpoint of the language model cannot be reached, or failed; nothing of the request was done."""

    status = 503


class ModelFailed(Refusal):
    """A language model of `Settings.models` did not answer, or not in the shape asked for."""

    status = 502
