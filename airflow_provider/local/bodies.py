"""
Reading a request body into named fields, whichever of the three encodings it came in.

JSON, multipart and form bodies are all taken by every endpoint. What a field means is the business of
the endpoint; here only its presence, type and size are judged, and every complaint names the field.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import parse_qsl, quote

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from airflow_provider.local.errors import Invalid, TooLarge, TooSlow
from airflow_provider.local.files.kinds import Loaded
from airflow_provider.web.charset import charset_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from starlette.requests import Request

MAX_BODY = 10 * 1024 * 1024
MAX_FIELDS = 100
_NOT_MULTIPART = "The multipart body cannot be read: it is not what its Content-Type says."


@dataclass(frozen=True, slots=True)
class Fields:
    """
    The fields of one body.

    In a *form* every value is text, so numbers and JSON are read out of it; in JSON a type is what it is.
    """

    values: Mapping[str, Any]
    form: bool

    def value(self, *names: str) -> Any:
        """Return the value given under one of *names*, or None; two different values are an error."""
        given = {name: self.values[name] for name in names if self._is_given(name)}
        if len({json.dumps(value, sort_keys=True) for value in given.values()}) > 1:
            listed = " and ".join(repr(name) for name in given)
            message = f"Fields {listed} are two names for the same thing but have different values. Send one."
            raise Invalid(message)
        return next(iter(given.values()), None)

    def required(self, *names: str) -> Any:
        """Return the value given under one of *names*; raise `Invalid` when there is none."""
        value = self.value(*names)
        if value is None:
            listed = " or ".join(repr(name) for name in names)
            message = f"Field {listed} is required."
            raise Invalid(message)
        return value

    def text(self, *names: str) -> str:
        """Return the text of a required field known under any of *names*."""
        value = self.required(*names)
        if not isinstance(value, str):
            message = f"Field {names[0]!r} must be a string."
            raise Invalid(message)
        if not value.strip():
            message = f"Field {names[0]!r} is empty."
            raise Invalid(message)
        return value

    def seconds(self, name: str, *, limit: int) -> int:
        """Return a whole number of seconds from 0 (the default) to *limit*."""
        value = self.value(name)
        if self.form and isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value.strip()[:9])
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limit:
            message = f"Field {name!r} must be a whole number of seconds from 0 to {limit}."
            raise Invalid(message)
        return value

    def decoded(self, name: str) -> Any:
        """Return the value of a field that may come as JSON or as text holding JSON; None if it is absent."""
        value = self.value(name)
        if not isinstance(value, str):
            return value
        try:
            return parse_json(value)
        except ValueError as error:
            message = f"Field {name!r} does not hold JSON: {error}."
            raise Invalid(message) from None

    def _is_given(self, name: str) -> bool:
        value = self.values.get(name)
        return value is not None and not (self.form and value == "")


def parse_json(text: str) -> Any:
    """Parse *text* strictly: no NaN, no half characters, no nesting past the interpreter's depth."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        message = "it is nested too deeply"
        raise ValueError(message) from None
    except UnicodeEncodeError:
        message = "it holds half of a surrogate pair"
        raise ValueError(message) from None
    return value


def _refuse_constant(name: str) -> NoReturn:
    message = f"{name} is not a JSON value"
    raise ValueError(message)


async def read_fields(request: Request, *, within: float) -> Fields:
    """
    Read the body of *request*, *within* so many seconds; one that is no set of fields in any encoding is `Invalid`.

    Raises `TooSlow` or `TooLarge` where the limits are passed.
    """
    body = await _read_within(request, within)
    media_type = _media_type(request.headers)
    if media_type == "multipart/form-data":
        return Fields(await _parse_multipart(request.headers, body), form=True)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        message = "The body is not UTF-8 text."
        raise Invalid(message) from None
    # curl -d labels JSON as a form unless told otherwise, so the first character decides.
    if media_type == "application/x-www-form-urlencoded" and not text.lstrip().startswith("{"):
        return Fields(_parse_form(text), form=True)
    return Fields(_parse_object(text), form=False)


async def read_upload(request: Request, *, within: float) -> Loaded:
    """Read the one file of a multipart body, *within* so many seconds; raises as `read_fields` does."""
    body = await _read_within(request, within)
    wanted = "Send one file, with its name, in a body of multipart/form-data."
    if _media_type(request.headers) != "multipart/form-data":
        raise Invalid(wanted)
    form = await _form_of(request.headers, body)
    try:
        files = [value for _, value in form.multi_items() if isinstance(value, UploadFile) and value.filename]
        if len(files) != 1:
            raise Invalid(wanted)
        found = files[0]
        name = quote(PurePosixPath(found.filename or "").name)
        return Loaded(name, _media_type(found.headers), charset_of(found.content_type or ""), await found.read())
    finally:
        await form.close()


async def _read_within(request: Request, within: float) -> bytes:
    try:
        async with asyncio.timeout(within):
            return await _read(request)
    except TimeoutError:
        message = f"The body did not come within {within:g} s."
        raise TooSlow(message) from None
    except ClientDisconnect:
        message = "The client left before its body was there."
        raise Invalid(message) from None


def _media_type(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


async def _read(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY:
            message = f"The body is larger than {MAX_BODY // 1024 // 1024} MB."
            raise TooLarge(message)
        parts.append(chunk)
    return b"".join(parts)


def _parse_object(text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        value = parse_json(text)
    except ValueError as error:
        message = f"The body is not valid JSON: {error}."
        raise Invalid(message) from None
    if not isinstance(value, dict):
        message = "The body must be a JSON object with the fields of the request."
        raise Invalid(message)
    return value


def _parse_form(text: str) -> dict[str, Any]:
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError:
        message = f"The form body cannot be read: it is not UTF-8 or has more than {MAX_FIELDS} fields."
        raise Invalid(message) from None
    return _unique(pairs)


async def _parse_multipart(headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    form = await _form_of(headers, body)
    try:
        return _unique([(name, await _text_of(value)) for name, value in form.multi_items()])
    except UnicodeDecodeError:
        raise Invalid(_NOT_MULTIPART) from None


async def _form_of(headers: Mapping[str, str], body: bytes) -> FormData:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    parser = MultiPartParser(
        Headers(headers), stream(), max_fields=MAX_FIELDS, max_files=MAX_FIELDS, max_part_size=MAX_BODY
    )
    try:
        return await parser.parse()
    except MultiPartException as error:
        message = f"The multipart body cannot be read: {error.message}"
        raise Invalid(message) from None
    except (ValueError, AssertionError):
        raise Invalid(_NOT_MULTIPART) from None


async def _text_of(value: UploadFile | str) -> str:
    if isinstance(value, str):
        return value
    try:
        return (await value.read()).decode("utf-8-sig")
    finally:
        await value.close()


def _unique(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if fields.setdefault(name, value) != value:
            message = f"Field {name[:100]!r} is given more than once, with different values."
            raise Invalid(message)
    return fields
