"""The five endpoints in process: what each takes, what it answers, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from airflow_provider.local.settings import Settings
from tests.local.website import KEY, Call, Site, multipart

EXTRACT, MARKDOWN, TEXT = "/v1/extract/", "/v2/markdown-converter/", "/v1/text-generation/"
QUERY, DELETE = "/v1/collection/query/", "/v1/collection/delete/"
ENDPOINTS = [("POST", EXTRACT), ("POST", MARKDOWN), ("POST", TEXT), ("POST", QUERY), ("DELETE", DELETE)]
LAMP = "<html><body><h1>Desk lamp</h1><p>Price: $29.50</p><p>The lamp is made of brass.</p></body></html>"
SCHEMA = [{"title": "string"}, {"price": "number"}]
TALK = json.dumps(
    [
        {"role": "system", "content": "Paris is the capital of France. Dogs bark at night."},
        {"role": "user", "content": "What is the capital of France?"},
    ]
)


def encodings(fields: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"json": fields}
    text = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
    yield {"files": multipart(**text)}
    yield {"data": text}
    yield {"content": json.dumps(fields), "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    yield {"content": json.dumps(fields), "headers": {"Content-Type": "text/plain"}}


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
@pytest.mark.parametrize(
    "key", [None, "", "Token", "Token wrong", "wrong", f"Bearer {KEY}", f"Token {KEY}x", "Token ключ".encode()]
)
def test_a_wrong_key_is_answered_401_before_the_body_is_read(
    call: Call, method: str, path: str, key: str | bytes | None
) -> None:
    answer = call(method, path, key=key, content=b"{not json")

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Token"
    assert list(answer.json()) == ["detail"]


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
@pytest.mark.parametrize("key", [f"Token {KEY}", KEY, f"token  {KEY} "])
def test_the_right_key_is_taken_with_and_without_its_prefix(
    call: Call, method: str, path: str, key: str | bytes | None
) -> None:
    answer = call(method, path, key=key, json={})

    assert answer.status_code == 400
    assert answer.json()["success"] is False
    assert "is required" in answer.json()["error"]


@pytest.mark.parametrize("number", range(5))
def test_extract_fills_the_schema_in_every_encoding(call: Call, site: Site, number: int) -> None:
    link = site.put("/lamp", LAMP)
    fields = {"link": link, "prompt": "the product", "json_schema": SCHEMA, "delay": 0}

    answer = call("POST", EXTRACT, **list(encodings(fields))[number])

    assert answer.status_code == 200
    assert answer.json() == {"response": [{"title": "Desk lamp", "price": 29.5}], "success": True}


def test_extract_without_a_schema_answers_the_matching_text(call: Call, site: Site) -> None:
    link = site.put("/lamp", LAMP)

    answer = call("POST", EXTRACT, json={"link": link, "prompt": "What is it made of? brass"})

    assert answer.json() == {"response": "The lamp is made of brass.", "success": True}


def test_extract_without_a_schema_answers_the_whole_text_when_nothing_matches(call: Call, site: Site) -> None:
    link = site.put("/lamp", LAMP)

    answer = call("POST", EXTRACT, json={"link": link, "prompt": "zebra"})

    assert answer.json()["response"].splitlines() == ["Desk lamp", "Price: $29.50", "The lamp is made of brass."]


def test_unknown_query_parameters_are_ignored(call: Call, site: Site) -> None:
    link = site.put("/lamp", LAMP)

    answer = call("POST", EXTRACT + "?page=2&x=y", json={"link": link, "prompt": "p", "json_schema": SCHEMA})

    assert answer.status_code == 200


def test_a_delay_is_waited_for(call: Call, site: Site) -> None:
    link = site.put("/lamp", LAMP)

    answer = call("POST", EXTRACT, files=multipart(link=link, prompt="p", delay="1"))

    assert answer.status_code == 200
    assert answer.elapsed.total_seconds() >= 1


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"link": None}, "link"),
        ({"link": "nonsense"}, "link"),
        ({"link": "/home/me/page.html"}, "link"),
        ({"link": "ftp://h/x"}, "link"),
        ({"link": "http://"}, "link"),
        ({"link": "http://h:99999/"}, "link"),
        ({"link": "http://h:0/"}, "link"),
        ({"link": "http://h/\x00"}, "link"),
        ({"link": "http://h/a b"}, "link"),
        ({"link": "http://h/" + "x" * 9000}, "link"),
        ({"link": ["http://h/"]}, "link"),
        ({"prompt": None}, "prompt"),
        ({"prompt": " "}, "prompt"),
        ({"prompt": 5}, "prompt"),
        ({"delay": -1}, "delay"),
        ({"delay": 301}, "delay"),
        ({"delay": 1.5}, "delay"),
        ({"delay": True}, "delay"),
        ({"delay": "1"}, "delay"),
        ({"json_schema": []}, "json_schema"),
        ({"json_schema": {"a": "string"}}, "json_schema"),
        ({"json_schema": "{"}, "json_schema"),
        ({"json_schema": "NaN"}, "json_schema"),
        ({"json_schema": [{}]}, "json_schema"),
        ({"json_schema": [{"a": "string", "b": "string"}]}, "json_schema"),
        ({"json_schema": ["a"]}, "json_schema"),
        ({"json_schema": [{"a": "money"}]}, "Use string, number or boolean"),
        ({"json_schema": [{"a": ["string"]}]}, "'a'"),
        ({"json_schema": [{"": "string"}]}, "json_schema"),
        ({"json_schema": [{"a": "string"}, {"a": "number"}]}, "more than once"),
        ({"json_schema": [{f"f{n}": "string"} for n in range(201)]}, "200"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_extract_refuses_wrong_parameters_and_names_them(call: Call, fields: dict[str, Any], named: str) -> None:
    request = {"link": "http://h/", "prompt": "p"} | fields

    answer = call("POST", EXTRACT, json={name: value for name, value in request.items() if value is not None})

    assert answer.status_code == 400
    assert answer.json()["success"] is False
    assert named in answer.json()["error"]


@pytest.mark.parametrize("address", ["resource", "link"])
@pytest.mark.parametrize("kind", ["resource_type", "type"])
@pytest.mark.parametrize("number", range(3))
def test_markdown_takes_every_field_name_and_encoding(
    call: Call, site: Site, address: str, kind: str, number: int
) -> None:
    link = site.put("/lamp", "<h1>Lamps</h1><ul><li><a href='one'>One</a></li></ul><img src='/i.png' alt='pic'>")

    answer = call("POST", MARKDOWN, **list(encodings({address: link, kind: "web"}))[number])

    body = answer.json()
    assert body["response"] == f"# Lamps\n\n- [One]({site.base}/one)\n\n![pic]({site.base}/i.png)\n"
    assert body["tokens"] == -(-len(body["response"].encode()) // 4)
    assert body["success"] is True


def test_markdown_escapes_what_would_be_markup_and_nothing_else(call: Call, site: Site) -> None:
    link = site.put("/a", "<p>2 * 3 * 4 and a_b_c and [x] # y, *z* and [x](y)</p>")

    answer = call("POST", MARKDOWN, json={"link": link, "resource_type": "web"})

    assert answer.json()["response"] == "2 * 3 * 4 and a_b_c and [x] # y, \\*z* and [x\\](y)\n"


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"resource": "http://h/"}, "resource_type"),
        ({"type": "web"}, "resource"),
        ({"link": "http://h/", "type": "image"}, "file and web"),
        ({"link": "http://h/", "type": 3}, "resource_type"),
        ({"link": "/etc/passwd", "type": "file"}, "URL"),
        ({"link": "http://h/", "resource": "http://i/", "type": "web"}, "different values"),
        ({"link": "http://h/", "type": "web", "resource_type": "file"}, "different values"),
    ],
)
def test_markdown_refuses_wrong_parameters_and_names_them(call: Call, fields: dict[str, Any], named: str) -> None:
    answer = call("POST", MARKDOWN, json=fields)

    assert answer.status_code == 400
    assert named in answer.json()["error"]


def test_both_names_of_a_field_may_be_given_with_the_same_value(call: Call, site: Site) -> None:
    link = site.put("/lamp", LAMP)

    answer = call("POST", MARKDOWN, json={"link": link, "resource": link, "type": "web", "resource_type": "web"})

    assert answer.status_code == 200


@pytest.mark.parametrize("number", range(5))
def test_text_generation_quotes_in_every_encoding(call: Call, number: int) -> None:
    answer = call("POST", TEXT, **list(encodings({"messages": TALK, "model": "extractive"}))[number])

    body = answer.json()
    assert body["response"] == "Paris is the capital of France."
    assert body["tokens"] == -(-(51 + 30 + 31) // 4)
    assert body["success"] is True


def test_messages_may_be_sent_as_a_file_part(call: Call) -> None:
    answer = call("POST", TEXT, files={"messages": ("m.json", TALK, "application/json"), "model": (None, "extractive")})

    assert answer.json()["response"] == "Paris is the capital of France."


@pytest.mark.parametrize(
    ("messages", "named"),
    [
        ("[]", "messages"),
        ("{}", "messages"),
        ("nonsense", "messages"),
        ('["hi"]', "Message 1"),
        ('[{"role": "robot", "content": "x"}]', "role"),
        ('[{"role": ["user"], "content": "x"}]', "role"),
        ('[{"role": "user"}]', "content"),
        ('[{"role": "user", "content": 5}]', "content"),
        ('[{"role": "user", "content": " "}]', "no text"),
    ],
)
def test_text_generation_refuses_wrong_messages(call: Call, messages: Any, named: str) -> None:
    answer = call("POST", TEXT, files=multipart(messages=messages, model="extractive"))

    assert answer.status_code == 400
    assert named in answer.json()["error"]


def test_another_model_needs_the_setting_that_the_error_names(call: Call) -> None:
    answer = call("POST", TEXT, files=multipart(messages=TALK, model="gpt-9"))

    assert answer.status_code == 400
    assert "CONTENT_AI_LLM_URL" in answer.json()["error"]


@pytest.mark.parametrize("path", ["/v1/", "/v1/extract/x", "/docs", "/openapi.json", "/v2/extract/"])
def test_an_unknown_path_is_a_json_404(call: Call, path: str) -> None:
    answer = call("POST", path, json={})

    assert answer.status_code == 404
    assert answer.json()["success"] is False


@pytest.mark.parametrize(
    ("method", "path"), [("GET", EXTRACT), ("PUT", TEXT), ("POST", DELETE), ("GET", QUERY.rstrip("/"))]
)
def test_a_wrong_method_is_a_json_405_that_names_the_right_one(call: Call, method: str, path: str) -> None:
    answer = call(method, path)

    assert answer.status_code == 405
    assert answer.headers["allow"] in answer.json()["error"]


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_a_path_without_its_last_slash_is_answered_not_redirected(call: Call, method: str, path: str) -> None:
    answer = call(method, path.rstrip("/"), json={})

    assert answer.status_code == 400


@pytest.mark.parametrize(
    "request_",
    [
        {"content": b"{"},
        {"content": b"[]"},
        {"content": b"5"},
        {"content": b'{"a": NaN}'},
        {"content": b"\xff\xfe"},
        {"content": b'{"link": "\\ud800"}'},
        {"content": b"[" * 100_000},
        {"content": b'{"a":' * 50_000},
        {"content": b"9" * 10_000},
        {"content": b"x=%ff", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"content": b"a&" * 200, "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"content": b"link=a&link=b", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"content": b"junk", "headers": {"Content-Type": "multipart/form-data"}},
        {"content": b"junk", "headers": {"Content-Type": "multipart/form-data; boundary=b"}},
        {"content": b"--b\r\nX: y\r\n\r\nz\r\n--b--", "headers": {"Content-Type": "multipart/form-data; boundary=b"}},
        {"content": b"--b\r\n", "headers": {"Content-Type": "multipart/form-data; boundary=" + "b" * 5000}},
        {"files": {"messages": ("m", b"\xff\xff")}},
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_body_that_cannot_be_read_is_refused(call: Call, request_: dict[str, Any]) -> None:
    answer = call("POST", EXTRACT, **request_)

    assert answer.status_code == 400
    assert answer.json()["success"] is False


def test_a_body_over_the_limit_is_refused_as_too_large(call: Call) -> None:
    answer = call("POST", EXTRACT, content=b"x" * (10 * 1024 * 1024 + 1))

    assert answer.status_code == 413
    assert answer.json() == {"error": "The body is larger than 10 MB.", "success": False}


def test_a_bug_is_a_json_500_without_its_text(call: Call, settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.data.mkdir()
    (settings.data / "collections").write_text("a file where a directory should be")

    answer = call("DELETE", DELETE, json={"collection_id": "secret-name"})

    assert answer.status_code == 500
    assert answer.json()["success"] is False
    assert "secret-name" not in caplog.text + answer.text
    assert "NotADirectoryError" in caplog.text
