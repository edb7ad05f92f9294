"""
Bodies of answers: bytes to plain JSON values that Airflow and its databases can store.

Decides what is readable at all; knows nothing of statuses or of what a body should hold.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from email.message import Message
from typing import Any

INT64 = 2**63
# More than an error shows: the key is taken out of it before it is cut to size.
SHOWN = 4000
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")


def decode(body: bytes, content_type: str = "") -> Mapping[str, Any]:
    """
    Return the JSON object in *body*; raises ValueError, saying what it is instead.

    NaN, Infinity and numbers too large for a double become None; whole numbers beyond 64 bits become doubles.
    NUL characters and lone surrogates become U+FFFD: no database behind Airflow stores them, and the answer is paid.
    """
    if not body.strip():
        raise ValueError("the body is empty")
    try:
        text = body.decode(json.detect_encoding(body))
    except UnicodeDecodeError:
        text = _in_declared_charset(body, content_type)
    value = parse(text)
    if not isinstance(value, dict):
        raise ValueError(f"the body is a JSON {type(value).__name__}, not an object")  # noqa: TRY004 - the answer's fault
    return value


def parse(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON value in *text*, made storable as `decode` says; raises ValueError if there is none."""
    try:
        value = _decoder.decode(text)
        return _storable(value) if "\\u" in text else value
    except RecursionError:
        raise ValueError("the body is not JSON to work with: it nests too deep") from None
    except ValueError:
        raise ValueError(f"the body is not JSON: {text[:SHOWN]}") from None


def fields(body: bytes) -> Mapping[str, Any]:
    """Return the JSON object in *body*, empty if there is none."""
    try:
        return decode(body)
    except ValueError:
        return {}


def error_text(body: bytes) -> str:
    """Return what an error body says: its `error`, `detail` or `message` (contract 7.1), or else its text."""
    said = fields(body)
    for name in ("error", "detail", "message"):
        if words := said.get(name):
            return words if isinstance(words, str) else json.dumps(words)
    text = body[:SHOWN].decode("utf-8", "replace")
    return re.sub(r"<[^>]*>", " ", text).strip()


def _in_declared_charset(body: bytes, content_type: str) -> str:
    message = Message()
    message["content-type"] = content_type
    charset = str(message.get_param("charset", "utf-8"))
    try:
        return body.decode(charset)
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


def _storable(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return NOT_STORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(name): _storable(item) for name, item in value.items()}
    return value


# Made once: `json.loads` would make one a call.
_decoder = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_finite, parse_int=_fitting)
