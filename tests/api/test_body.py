"""Which bodies can be read, and what becomes of values that nobody behind Airflow can store."""

from __future__ import annotations

import json

import pytest

from airflow_provider.api.body import decode, error_text, fields


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a": NaN}', None),
        (b'{"a": Infinity}', None),
        (b'{"a": -Infinity}', None),
        (b'{"a": 1e999}', None),
        (b'{"a": -1e999}', None),
        (b'{"a": 1.5}', 1.5),
        (b'{"a": 9223372036854775807}', 2**63 - 1),
        (b'{"a": -9223372036854775807}', 1 - 2**63),
        (b'{"a": 9223372036854775808}', float(2**63)),
        (b'{"a": 123456789012345678901234567890}', 1.2345678901234568e29),
        (b'{"a": ' + b"9" * 5000 + b"}", None),
        (rb'{"a": "x\ud83dy"}', "x\ufffdy"),
        (rb'{"a": "\ud83d\ude00"}', "😀"),
        (rb'{"a": "x\u0000y"}', "x\ufffdy"),
        (rb'{"a": [{"b\u0000": "\udc00"}]}', [{"b\ufffd": "\ufffd"}]),
        (rb'{"a": ["\u0041", 5, null]}', ["A", 5, None]),
        ('{"a": "Zoë"}'.encode(), "Zoë"),
        ('{"a": "Zoë"}'.encode("utf-8-sig"), "Zoë"),
        ('{"a": "Zoë"}'.encode("utf-16"), "Zoë"),
        (b' \n{"a": 1}\n', 1),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_body_becomes_values_that_airflow_can_store(body: bytes, value: object) -> None:
    decoded = decode(body)["a"]

    assert decoded == value
    assert type(decoded) is type(value)
    json.dumps(decoded, allow_nan=False).encode()


def test_latin_1_is_read_where_it_is_declared() -> None:
    body = '{"a": "Zoë"}'.encode("latin-1")

    assert decode(body, "application/json; charset=iso-8859-1") == {"a": "Zoë"}


@pytest.mark.parametrize(
    ("body", "content_type", "said"),
    [
        (b"", "", "the body is empty"),
        (b" \r\n", "", "the body is empty"),
        (b'{"success": tr', "", "the body is not JSON"),
        (b"<html><body>Bad gateway", "text/html", "the body is not JSON: <html>"),
        (b"OK", "", "the body is not JSON"),
        (b"[]", "", "a JSON list, not an object"),
        (b'"text"', "", "a JSON str, not an object"),
        (b"null", "", "a JSON NoneType, not an object"),
        (b"NaN", "", "a JSON NoneType, not an object"),
        (b"{}{}", "", "the body is not JSON"),
        (b"{'a': 1}", "", "the body is not JSON"),
        ('{"a": "Zoë"}'.encode("latin-1"), "", "not text in utf-8"),
        ('{"a": "Zoë"}'.encode("latin-1"), "application/json; charset=klingon", "not text in klingon"),
        ('{"a": "Zoë"}'.encode("latin-1"), "application/json; charset=ascii", "not text in ascii"),
        ('{"a": "Zoë"}'.encode("latin-1"), "application/json; charset=base64", "not text in base64"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "", "the body is not JSON"),
        (b'{"a": "\x01"}', "", "the body is not JSON"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_any_other_body_is_refused_with_what_it_is(body: bytes, content_type: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        decode(body, content_type)

    assert fields(body) == {}


@pytest.mark.parametrize("depth", [200, 400, 600, 800], ids=str)
def test_deep_nesting_is_read_or_refused_but_never_raises_anything_else(depth: int) -> None:
    body = b'{"a": ' + b"[" * depth + rb'"\u0041"' + b"]" * depth + b"}"

    try:
        decode(body)
    except ValueError as error:
        assert "not JSON" in str(error)  # noqa: PT017 - either outcome will do


def test_a_long_body_is_quoted_by_its_beginning() -> None:
    with pytest.raises(ValueError, match="xxxxx") as caught:
        decode(b"x" * 100_000)

    assert len(str(caught.value)) < 4_100


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"error": "bad link", "detail": "other"}', "bad link"),
        (b'{"detail": "no key"}', "no key"),
        (b'{"message": "gone"}', "gone"),
        (b'{"error": "", "message": "gone"}', "gone"),
        (b'{"error": {"code": 5}}', '{"code": 5}'),
        (b"<h1>Bad</h1> gateway", "Bad  gateway"),
        (b"plain", "plain"),
        (b"\xff", "\ufffd"),
        (b"", ""),
        (b"{}", "{}"),
    ],
    ids=repr,
)
def test_an_error_body_says_why(body: bytes, text: str) -> None:
    assert error_text(body) == text
