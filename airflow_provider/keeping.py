"""
Paid answers between their arrival and their delivery, in Airflow's task state store.

Decides how an answer is cut into values that the store takes without complaint; knows nothing of money.
"""

from __future__ import annotations

import base64
import json
import logging
import zlib
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Protocol

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request

log = logging.getLogger(__name__)

PART_KEY = "content_ai_answer_{number}"
# Airflow warns about values over 64 kB.
PART_SIZE = 56_000
INLINE_SIZE = 32_000


class StateStore(Protocol):
    """The part of Airflow's task state store that is used here."""

    def get(self, key: str, default: Any = None) -> Any: ...  # noqa: ANN401, D102 - Airflow's own
    def set(self, key: str, value: Any, *, retention: Any = None) -> None: ...  # noqa: ANN401, D102 - Airflow's own
    def delete(self, key: str) -> None: ...  # noqa: D102 - Airflow's own


class KeptAnswer:
    """
    One answer, bound to a fingerprint of what was asked.

    `record` goes into the caller's own state value: the answer itself when small, else where its parts are.
    """

    def __init__(self, store: StateStore, record: dict[str, Any] | None) -> None:
        self._store = store
        self.record = record

    def __bool__(self) -> bool:
        return self.record is not None

    def keep(self, answer: Answer, fingerprint: str, *, before_parts: Callable[[], None]) -> None:
        """
        Keep *answer*; the caller writes `record` afterwards.

        *before_parts* is called before anything that takes long, so that the caller's own facts stand first.
        """
        self.release()()
        fields = asdict(answer)
        text = json.dumps(fields)
        if len(text) <= INLINE_SIZE:
            self.record = {"fingerprint": fingerprint, "fields": fields}
            return
        # Imported here: at parse time nobody has a state store.
        from airflow.sdk.execution_time.context import NEVER_EXPIRE

        before_parts()
        packed = base64.b64encode(zlib.compress(text.encode())).decode()
        parts = [packed[start : start + PART_SIZE] for start in range(0, len(packed), PART_SIZE)]
        for number, part in enumerate(parts):
            self._store.set(PART_KEY.format(number=number), part, retention=NEVER_EXPIRE)
        self.record = {"fingerprint": fingerprint, "parts": len(parts)}

    def recall(self, request: Request, fingerprint: str) -> Answer | None:
        """Return the kept answer if it answers just what *request* asks, None otherwise."""
        if self.record is None or self.record.get("fingerprint") != fingerprint:
            return None
        fields = self.record["fields"] if "fields" in self.record else self._unpacked(self.record["parts"])
        return None if fields is None else request.answer_type(**fields)

    def release(self) -> Callable[[], None]:
        """Let go of the answer; the caller writes its record without it, then calls what this returns."""
        parts = (self.record or {}).get("parts", 0)
        self.record = None

        def delete_parts() -> None:
            for number in range(parts):
                self._store.delete(PART_KEY.format(number=number))

        return delete_parts

    def _unpacked(self, parts: int) -> dict[str, Any] | None:
        found = [self._store.get(PART_KEY.format(number=number)) for number in range(parts)]
        if any(part is None for part in found):
            log.warning("The kept answer has expired in the task state store; asking again.")
            return None
        fields: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode("".join(found))))
        return fields
