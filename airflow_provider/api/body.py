"""
Bodies of answers: bytes to plain JSON values that Airflow and its databases can store.

Decides what is readable at all; knows nothing of statuses or of what a body should hold.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Mapping
from email.message import Message
from typing import Any

from airflow_provider.api.buffer import Buffer
from airflow_provider.api.footprint import Room

INT64 = 2**63
# More than an error shows: the secrets are taken out of it before it is cut to size.
SHOWN = 4000
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
ESCAPED = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
BLANK = re.compile(rb"\s*")
NOT_ASCII = re.compile(rb"[\x80-\xff]")
FOUR_BYTES = re.compile(rb"[\xf0-\xff]")


def decode(body: bytes | Buffer, content_type: str = "", room: Room | None = None) -> Mapping[str, Any]:
    """
    Return the JSON object in *body*; raises ValueError, saying what it is instead.

    NaN, Infinity and numbers too large for a double become None; whole numbers beyond 64 bits become doubles.
    NUL characters and lone surrogates become U+FFFD: no database behind Airflow stores them, and the answer is paid.
    A buffer is let go on the way, so that bytes, text and values never stand in memory all at once.
    Raises `OutOfRoomError` before more memory is taken than *room* has.
    """
    if isinstance(body, bytes):
        text = _text(body, content_type, room)
    else:
        with body.view() as view:
            text = _text(view, content_type, room)
        body.clear()
    value = parse(text, room)
    if not isinstance(value, dict):
        raise ValueError(f"the body is a JSON {type(value).__name__}, not an object")  # noqa: TRY004 - the answer's fault
    return value


def parse(text: str, room: Room | None = None) -> Any:
    """Return the JSON value in *text*, made storable as `decode` says; raises ValueError if there is none."""
    if room is not None:
        room.hold(text)
    try:
        value = _decoder.decode(text)
        return _storable(value) if ESCAPED.search(text) else value
    except RecursionError:
        raise ValueError("the body is not JSON to work with: it nests too deep") from None
    except ValueError:
        raise ValueError(f"the body is not JSON: {text[:SHOWN]}") from None


def start_of(body: bytes | Buffer, size: int) -> bytes:
    """Return the first *size* bytes of *body*, which keeps them."""
    if isinstance(body, bytes):
        return body[:size]
    with body.view() as view:
        return bytes(view[:size])


def fields(body: bytes | Buffer) -> Mapping[str, Any]:
    """Return the JSON object in the *body* of a refusal, which keeps it; empty if there is none."""
    try:
        return decode(start_of(body, len(body)))
    except ValueError:
        return {}


def error_text(body: bytes | Buffer) -> str:
    """Return what an error body says: its `error`, `detail` or `message` (contract 7.1), or else its text."""
    return said_in(fields(body)) or re.sub(r"<[^>]*>", " ", start_of(body, SHOWN).decode("utf-8", "replace")).strip()


def said_in(said: Mapping[str, Any]) -> str:
    """Return the `error`, `detail` or `message` in the fields *said*; empty if there is none."""
    for name in ("error", "detail", "message"):
        if words := said.get(name):
            return words if isinstance(words, str) else json.dumps(words)
    return ""


def _text(body: bytes | memoryview, content_type: str, room: Room | None) -> str:
    if BLANK.fullmatch(body):
        raise ValueError("the body is empty")
    if room is not None and not room.fits(16 * len(body)):
        # A text is as wide as its widest character; where that comes late, it is made anew.
        room.check(2 * len(body) * (4 if FOUR_BYTES.search(body) else 2 if NOT_ASCII.search(body) else 1))
    with contextlib.suppress(UnicodeDecodeError):
        return str(body, json.detect_encoding(bytes(body[:4])))
    # Not inside of an except clause: the error holds a copy of the body.
    if room is not None:
        room.check(8 * len(body))
    return _in_declared_charset(body, content_type)


def _in_declared_charset(body: bytes | memoryview, content_type: str) -> str:
    message = Message()
    message["content-type"] = content_type
    charset = str(message.get_param("charset", "utf-8"))
    try:
        return str(body, charset)
    except (UnicodeDecodeError, LookupError):
        raise ValueError(f"the body is not text in {charset}") from None


def _finite(text: str) -> float | None:
    number = float(text)
    return number if math.isfinite(number) else None


def _fitting(text: str) -> int | float | None:
    if len(text) < 19:  # noqa: PLR2004 - always fits 64 bits
        return int(text)
    number = _finite(text)
    return int(text) if number is not None and abs(number) <= INT64 and abs(int(text)) < INT64 else number


def _storable(value: Any) -> Any:
    """Return *value* with its texts made storable; lists and objects are changed in place, for a copy takes memory."""
    if isinstance(value, str):
        return NOT_STORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        for index, item in enumerate(value):
            value[index] = _storable(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            value[name] = _storable(item)
        if any(map(NOT_STORABLE.search, value)):
            renamed = {_storable(name): item for name, item in value.items()}
            value.clear()
            value.update(renamed)
    return value


# Made once: `json.loads` would make one a call.
_decoder = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_finite, parse_int=_fitting)
