"""Runs the script of the shared limits in Redis, and says what it means that Redis cannot be asked."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, cast

from redis.exceptions import AuthenticationError, RedisError

from airflow_provider.errors import ConnectionConfigError, LimitsUnavailableError

if TYPE_CHECKING:
    from redis import Redis

# A worker without Redis asks it again so often, in seconds, where it may go on without.
AGAIN_SECONDS = 30.0


class Store:
    """
    The shared limits in one Redis, safe to use from several threads; *where* names it to people.

    Without *required*, a Redis that was away is not asked again for `AGAIN_SECONDS`, so that nobody waits for it.
    """

    prefix: ClassVar[str] = "content-ai:"

    def __init__(self, client: Redis, *, where: str, required: bool = True) -> None:
        self.where = where
        self.required = required
        self._script = client.register_script(files(__package__).joinpath("limits.lua").read_text("utf-8"))
        self._away: tuple[float, LimitsUnavailableError] | None = None

    def ask(self, operation: str, keys: Sequence[str], asked: Mapping[str, Any]) -> list[Any]:
        """
        Return what the script answers *operation* with.

        A command whose reply is lost is sent again. Raises `LimitsUnavailableError` when Redis cannot be asked.
        """
        if self._away is not None and not self.required and time.monotonic() - self._away[0] < AGAIN_SECONDS:
            raise self._away[1]
        try:
            reply = self._script(keys=[f"{self.prefix}{key}" for key in keys], args=[operation, json.dumps(asked)])
        except AuthenticationError as error:
            raise ConnectionConfigError(
                f"Redis at {self.where}, which has the shared limits, refused the password ({error}). Nothing was "
                "sent. Correct the connection that 'Shared limits' (shared) names."
            ) from None
        except (RedisError, OSError) as error:
            away = LimitsUnavailableError(
                f"Redis at {self.where}, which has the shared limits, cannot be asked ({_said(error)}). Nothing was "
                "sent. Check that it runs; shared_required=false would go on without it."
            )
            self._away = time.monotonic(), away
            raise away from None
        self._away = None
        said, *numbers = cast("list[Any]", reply)
        return [said.decode() if isinstance(said, bytes) else said, *numbers]


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(". ")
