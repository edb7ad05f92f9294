"""Which settings make sense, and that none of them shows a secret."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.api.settings import Settings
from airflow_provider.errors import ConnectionConfigError
from tests.standins import KEY, settings


@pytest.mark.parametrize(
    ("field", "given", "value"),
    [
        ("base_url", "https://api.test/", "https://api.test"),
        ("base_url", "http://127.0.0.1:8400/prefix//", "http://127.0.0.1:8400/prefix"),
        ("base_url", "https://[::1]:8400", "https://[::1]:8400"),
        ("timeout", "300", 300.0),
        ("timeout", 0.5, 0.5),
        ("max_attempts", "5", 5),
        ("max_wait", 0, 0.0),
        ("max_answer_bytes", "5000000", 5_000_000),
        ("max_answer_bytes", 1e8, 100_000_000),
        ("requests_per_minute", "30", 30.0),
        ("verify", "false", False),
        ("verify", " True ", True),
        ("verify", False, False),
        ("verify", "/etc/ca.pem", "/etc/ca.pem"),
        ("proxy", "http://proxy.test:3128", "http://proxy.test:3128"),
        ("headers", '{"X-Team": "data"}', {"X-Team": "data"}),
        ("headers", {"X_Team-1": "a b"}, {"X_Team-1": "a b"}),
        ("price_per_1k_tokens", "0.5", 0.5),
        ("price_per_1k_tokens", 0, 0.0),
        ("auth_prefix", " Bearer ", "Bearer"),
        ("auth_prefix", "", ""),
        ("markdown_url_field", "link", "link"),
        ("markdown_type_field", "type", "type"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_setting_is_understood(field: str, given: object, value: object) -> None:
    assert getattr(settings(**{field: given}), field) == value


@pytest.mark.parametrize(
    ("field", "given", "label"),
    [
        ("base_url", "api.test", "Base URL"),
        ("base_url", "ftp://api.test", "Base URL"),
        ("base_url", "https://", "Base URL"),
        ("base_url", "https://me:pw@api.test", "Base URL"),
        ("base_url", "https://api.test?x=1", "Base URL"),
        ("base_url", "https://api.test#x", "Base URL"),
        ("base_url", "https://api.test:port", "Base URL"),
        ("base_url", "https://api.test:99999", "Base URL"),
        ("base_url", "https://a\x00b.test", "Base URL"),
        ("token", "", "Token"),
        ("token", "  ", "Token"),
        ("token", "Token abc", "Token"),
        ("token", "schlüssel", "Token"),
        ("token", "a\nb", "Token"),
        ("auth_prefix", "Zoë", r"\(auth_prefix\)"),
        ("auth_prefix", "a\nb", r"\(auth_prefix\)"),
        ("timeout", 0, r"\(timeout\)"),
        ("timeout", -1, r"\(timeout\)"),
        ("timeout", "NaN", r"\(timeout\)"),
        ("timeout", "Infinity", r"\(timeout\)"),
        ("timeout", "fast", r"\(timeout\)"),
        ("connect_timeout", 0, r"\(connect_timeout\)"),
        ("max_attempts", 0, r"\(max_attempts\)"),
        ("max_attempts", 1.5, r"\(max_attempts\)"),
        ("max_wait", -1, r"\(max_wait\)"),
        ("max_wait", "Infinity", r"\(max_wait\)"),
        ("max_answer_bytes", 0, r"\(max_answer_bytes\)"),
        ("max_answer_bytes", -1, r"\(max_answer_bytes\)"),
        ("max_answer_bytes", 1.5, r"\(max_answer_bytes\)"),
        ("max_answer_bytes", "100 MB", r"\(max_answer_bytes\)"),
        ("max_answer_bytes", "Infinity", r"\(max_answer_bytes\)"),
        ("requests_per_minute", 0, r"\(requests_per_minute\)"),
        ("requests_per_minute", "NaN", r"\(requests_per_minute\)"),
        ("verify", None, r"\(verify\)"),
        ("proxy", "proxy.test:3128", r"\(proxy\)"),
        ("proxy", "socks5://proxy.test", r"\(proxy\)"),
        ("proxy", "http://proxy.test:port", r"\(proxy\)"),
        ("headers", "X-Team: data", r"\(headers\)"),
        ("headers", ["X-Team"], r"\(headers\)"),
        ("headers", {"X-Team": 5}, r"\(headers\)"),
        ("headers", {"Authorization": "x"}, r"\(headers\)"),
        ("headers", {"content-type": "x"}, r"\(headers\)"),
        ("headers", {"Host": "x"}, r"\(headers\)"),
        ("headers", {"": "x"}, r"\(headers\)"),
        ("headers", {"X Team": "x"}, r"\(headers\)"),
        ("headers", {"X-Team": "a\r\nX-Evil: b"}, r"\(headers\)"),
        ("price_per_1k_tokens", -1, r"\(price_per_1k_tokens\)"),
        ("price_per_1k_tokens", "NaN", r"\(price_per_1k_tokens\)"),
        ("markdown_url_field", "url", r"\(markdown_url_field\)"),
        ("markdown_type_field", "kind", r"\(markdown_type_field\)"),
        ("extra_headers", {}, "'extra_headers'"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_wrong_setting_is_refused_by_the_label_of_its_field(field: str, given: object, label: str) -> None:
    with pytest.raises(
        ConnectionConfigError, match=rf"^Connection 'test' cannot be used. .*{label}.*Admin > Connections"
    ):
        settings(**{field: given})


def test_an_unknown_extra_is_told_what_is_known() -> None:
    with pytest.raises(
        ConnectionConfigError, match=r"Extra field 'tiemout': is not known; known are auth_prefix, "
    ) as e:
        settings(tiemout=5)

    assert "base_url" not in str(e.value)


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(
        ConnectionConfigError, match=r"'Timeout \(s\)' \(timeout\): .* 'Sends per call' \(max_attempts\): "
    ):
        settings(timeout=0, max_attempts=0)


@pytest.mark.parametrize(("prefix", "header"), [("Token", f"Token {KEY}"), ("", KEY), ("Bearer", f"Bearer {KEY}")])
def test_the_header_is_the_prefix_and_the_key(prefix: str, header: str) -> None:
    assert settings(auth_prefix=prefix).authorization == header


def test_the_key_is_freed_from_white_space_around_it() -> None:
    assert settings(token=f" {KEY}\n").authorization == f"Token {KEY}"


SECRETS: dict[str, dict[str, Any]] = {
    "token": {"token": "hunter2hunter2"},
    "proxy password": {"proxy": "http://me:hunter2hunter2@proxy.test"},
    "header": {"headers": {"X-Key": "hunter2hunter2"}},
}


@pytest.mark.parametrize("values", SECRETS.values(), ids=SECRETS)
def test_no_secret_is_in_the_repr(values: dict[str, Any]) -> None:
    built = settings(**values)

    assert "hunter2" not in repr(built)
    assert "hunter2" not in str(built)


@pytest.mark.parametrize(
    "values",
    [
        {"token": "hunter2hunter2 x"},
        {"proxy": "ftp://me:hunter2hunter2@proxy.test"},
        {"proxy": "http://me:hunter2hunter2@proxy.test:port"},
        {"headers": {"X-Key": "hunter2hunter2\n"}},
        {"headers": '{"X-Key": "hunter2hunter2'},
        {"base_url": "https://me:hunter2hunter2@api.test"},
        {"secret": "hunter2hunter2"},
    ],
    ids=str,
)
def test_no_secret_is_in_a_refusal(values: dict[str, Any]) -> None:
    with pytest.raises(ConnectionConfigError) as caught:
        settings(**values)

    assert "hunter2" not in str(caught.value)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        settings().timeout = 5  # type: ignore[misc]


def test_the_defaults_are_the_documented_ones() -> None:
    built = Settings.build("test", base_url="https://api.test", token=KEY)

    assert (built.timeout, built.connect_timeout, built.max_attempts, built.max_wait) == (300, 10, 3, 60)
    assert built.max_answer_bytes == 100_000_000
    assert (built.limits.max_attempts, built.limits.max_wait, built.limits.max_answer_bytes) == (3, 60, 100_000_000)
    assert built.verify is True
    assert built.headers == {}
