"""
An answer while it comes in: how much of it is read, unpacked and kept.

Both clients read through this, so that neither has a limit of its own; it does not touch the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from airflow_provider.api.buffer import Buffer
from airflow_provider.api.outcomes import Outcome, Reply, TooLarge
from airflow_provider.api.unpacking import Unpacker, unpackers_for

# What a refusal says is for reading; more of it than this is nothing to wait for.
EXPLANATION = 65_536


class Incoming:
    """
    An answer as far as it has come.

    A success may be *most* bytes long, as it comes over the wire and at every stage of its unpacking.
    A refusal stays one whatever follows: what it says is cut.
    """

    def __init__(self, most: int) -> None:
        self.status = 0
        self.headers: Mapping[str, str] = {}
        self._most = most
        self._body = Buffer(most)
        self._unpackers: list[Unpacker] = []
        self._read = 0
        self._whole = True

    def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Note status and headers, before the body is read; raises `UnpackingError`."""
        self.status, self.headers = status, headers
        if self.refused:
            self._most = EXPLANATION
            self._body = Buffer(EXPLANATION)
        if encodings := headers.get("content-encoding"):
            self._unpackers = unpackers_for(encodings)

    @property
    def refused(self) -> bool:
        """Whether the status has come, and is not a success."""
        return self.status >= HTTPStatus.MULTIPLE_CHOICES

    def add(self, chunk: bytes) -> bool:
        """Take the next *chunk* that came over the wire; False when nothing further is wanted."""
        self._read += len(chunk)
        self._whole = self._unpack(chunk, 0) and self._read <= self._most
        return self._whole

    def _unpack(self, piece: bytes, stage: int) -> bool:
        if stage == len(self._unpackers):
            return self._body.add(piece)
        unpacker = self._unpackers[stage]
        # Counted between the stages, too: what unpacks to nothing may be endless.
        return all(self._unpack(one, stage + 1) and unpacker.given <= self._most for one in unpacker.pieces(piece))

    def end(self) -> Outcome:
        """Return what came, when nothing further comes or is wanted."""
        if self._whole or self.refused:
            return Reply(self.status, self.headers, self._body)
        self._body.clear()
        return TooLarge(self.status)
