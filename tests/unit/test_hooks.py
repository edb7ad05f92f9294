"""A connection means the same in whichever way it is given, and shows no secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from airflow.sdk import Connection

from airflow_provider.api.settings import Settings
from airflow_provider.connection import settings_of
from airflow_provider.errors import ConnectionConfigError
from airflow_provider.hooks import ContentAIHook
from tests.standins import KEY

EXTRA = {"timeout": 30, "auth_prefix": "Bearer", "headers": {"X-Team": "data"}, "price_per_1k_tokens": 0.5}


def by_fields(host: str, port: int | None, path: str, extra: dict[str, Any]) -> Connection:
    return Connection(
        conn_id="c", conn_type="content_ai", host=host, port=port, schema=path, password=KEY, extra=json.dumps(extra)
    )


def by_uri(host: str, port: int | None, path: str, extra: dict[str, Any]) -> Connection:
    flat = {name: value if isinstance(value, str) else json.dumps(value) for name, value in extra.items()}
    where = quote(host, safe="") + (f":{port}" if port else "")
    return Connection(conn_id="c", uri=f"content-ai://:{quote(KEY)}@{where}/{quote(path, safe='')}?{urlencode(flat)}")


def by_airflows_uri(host: str, port: int | None, path: str, extra: dict[str, Any]) -> Connection:
    return Connection(conn_id="c", uri=by_fields(host, port, path, extra).get_uri())


def by_json(host: str, port: int | None, path: str, extra: dict[str, Any]) -> Connection:
    given = {"conn_type": "content_ai", "host": host, "port": port, "schema": path, "password": KEY, "extra": extra}
    return Connection.from_json(json.dumps(given), conn_id="c")


HOSTS = {
    "name": ("api.test", None, "", "https://api.test"),
    "https": ("https://api.test", None, "", "https://api.test"),
    "http": ("http://api.test", None, "", "http://api.test"),
    "slash": ("https://api.test/", None, "", "https://api.test"),
    "name and port": ("api.test", 8443, "", "https://api.test:8443"),
    "http and port": ("http://api.test", 8400, "", "http://api.test:8400"),
    "slash and port": ("http://api.test/", 8400, "", "http://api.test:8400"),
    "prefix": ("https://api.test", None, "ai/v9", "https://api.test/ai/v9"),
    "prefix and port": ("http://api.test", 8400, "/ai/", "http://api.test:8400/ai"),
    "prefix in host": ("https://api.test/ai", None, "", "https://api.test/ai"),
    "prefix in host, slash": ("https://api.test/ai/", None, "", "https://api.test/ai"),
    "scheme as schema": ("api.test", 8400, "http", "http://api.test:8400"),
    "address": ("http://127.0.0.1", 8400, "", "http://127.0.0.1:8400"),
}


@pytest.mark.parametrize(("host", "port", "path", "url"), HOSTS.values(), ids=HOSTS)
@pytest.mark.parametrize("way", [by_fields, by_uri, by_airflows_uri, by_json])
def test_four_ways_of_giving_a_connection_lead_to_equal_settings(
    way: Callable[..., Connection], host: str, port: int | None, path: str, url: str
) -> None:
    expected = Settings.build("c", base_url=url, token=KEY, **EXTRA)

    assert settings_of(way(host, port, path, EXTRA)) == expected


@pytest.mark.parametrize("way", [by_airflows_uri, by_json])
def test_an_environment_variable_leads_to_the_same_settings(
    monkeypatch: pytest.MonkeyPatch, way: Callable[..., Connection]
) -> None:
    connection = way("https://api.test", 8443, "ai", EXTRA)
    text = connection.get_uri() if way is by_airflows_uri else connection.as_json()
    monkeypatch.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", text)

    expected = Settings.build("c", base_url="https://api.test:8443/ai", token=KEY, **EXTRA)

    assert ContentAIHook().settings == expected


def connection(**fields: Any) -> Connection:
    extra = fields.pop("extra", {})
    text = extra if isinstance(extra, str | None) else json.dumps(extra)
    return Connection(**{"conn_id": "c", "host": "https://api.test", "password": KEY, "extra": text, **fields})


def test_the_port_of_the_host_field_wins() -> None:
    assert settings_of(connection(host="https://api.test:9000", port=8443)).base_url == "https://api.test:9000"


def test_a_port_fits_an_ipv6_address() -> None:
    assert settings_of(connection(host="http://[::1]", port=8400)).base_url == "http://[::1]:8400"


def test_an_empty_prefix_sends_the_bare_key() -> None:
    assert settings_of(connection(extra={"auth_prefix": ""})).authorization == KEY


BLANK = dict.fromkeys(sorted(set(Settings.model_fields) - {"base_url", "token", "auth_prefix"}), "")


@pytest.mark.parametrize("blank", [BLANK, dict.fromkeys(BLANK), {}, "", None, "{}"], ids=repr)
def test_blank_form_fields_mean_the_defaults(blank: Any) -> None:
    assert settings_of(connection(extra=blank)) == Settings.build("c", base_url="https://api.test", token=KEY)


@pytest.mark.parametrize("emptied", ["", None], ids=repr)
def test_an_emptied_prefix_asks_for_the_bare_key(emptied: Any) -> None:
    assert settings_of(connection(extra={"auth_prefix": emptied})).authorization == KEY


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"host": None}, "has no Base URL"),
        ({"host": "  "}, "has no Base URL"),
        ({"password": None}, "Token: is empty"),
        ({"password": f"Token {KEY}"}, "Token: has white space"),
        ({"extra": {"tiemout": 5}}, "'tiemout': is not known"),
        ({"extra": {"extra__content_ai__timeout": 5}}, "'extra__content_ai__timeout': is not known"),
        ({"extra": {"X-Header": "x"}}, "'X-Header': is not known"),
        ({"extra": {"base_url": "https://x.test"}}, "has base_url in its extra"),
        ({"extra": {"token": "x", "base_url": "y"}}, "has base_url, token in its extra"),
        ({"extra": "not json"}, "an extra that is not a JSON object"),
        ({"extra": "[]"}, "an extra that is not a JSON object"),
        ({"extra": {"timeout": "fast"}}, "(timeout)"),
        ({"host": "https://me:pw@api.test"}, "Base URL: holds a user or password"),
        ({"host": "https://api.test?x=1"}, "Base URL: has a query"),
    ],
    ids=str,
)
def test_a_wrong_connection_is_refused_by_name_and_field(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ConnectionConfigError, match=r"^Connection 'c'") as caught:
        settings_of(connection(**fields))

    assert said in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_wrong_connection_fails_its_test_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_C", connection(password=None).as_json())
    ok, message = ContentAIHook("c").test_connection()

    assert not ok
    assert "Token: is empty" in message


@pytest.mark.parametrize(
    "extra",
    [
        {"headers": {"X-Key": "hunter2hunter2"}},
        {"headers": '{"X-Key": "hunter2hunter2"}'},
        {"proxy": "http://me:hunter2hunter2@proxy.test"},
        {"proxy": "http://me:hunter2%40hunter2@proxy.test"},
    ],
    ids=["headers", "headers as text", "proxy", "proxy encoded"],
)
def test_what_may_be_a_secret_is_masked_in_logs(extra: dict[str, Any]) -> None:
    from airflow.sdk.log import redact

    settings_of(connection(extra=extra))
    secrets = ["hunter2%40hunter2", "hunter2@hunter2"] if "%40" in str(extra) else ["hunter2hunter2"]

    assert [redact(f"sent {secret} out") for secret in secrets] == ["sent *** out"] * len(secrets)
