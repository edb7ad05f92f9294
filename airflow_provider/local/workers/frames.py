"""
What goes over the pipes between the service and a worker: a head of JSON and a body of bytes, each with its length.

Trees and objects never cross: a worker that a document has taken over could only lie about bytes.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from typing import IO, Any

_LENGTHS = struct.Struct(">IQ")


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: JSON values by name, and bytes."""

    head: dict[str, Any]
    body: bytes = field(default=b"", repr=False)


def write(stream: IO[bytes], frame: Frame) -> None:
    """Send *frame*; raises OSError when the other side is gone."""
    head = json.dumps(frame.head).encode()
    stream.write(_LENGTHS.pack(len(head), len(frame.body)) + head)
    stream.write(frame.body)
    stream.flush()


def read(stream: IO[bytes], *, most: int) -> Frame | None:
    """Return the next frame, None at the end or where it is cut off; raises ValueError over *most* bytes."""
    start = stream.read(_LENGTHS.size)
    if len(start) < _LENGTHS.size:
        return None
    lengths = _LENGTHS.unpack(start)
    if sum(lengths) > most:
        message = f"A frame of {sum(lengths)} bytes."
        raise ValueError(message)
    head, body = (stream.read(length) for length in lengths)
    if (len(head), len(body)) != lengths:
        return None
    return Frame(json.loads(head), body)
