"""What connection extra `shared` may name, and what is said of what it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.errors import ConnectionConfigError, LimitsUnavailableError
from airflow_provider.shared.connection import store_of
from airflow_provider.shared.store import Store
from dags_examples.run.processes import free_port
from tests.redis_server import DATABASE, PORT


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a connection of Airflow."""

    def make(name: str, **fields: Any) -> None:
        monkeypatch.setenv(f"AIRFLOW_CONN_{name.upper()}", json.dumps(fields))

    return make


def test_a_connection_of_type_redis_is_used_as_airflows_own_provider_uses_it(connect: Any) -> None:
    connect(
        "limits",
        conn_type="redis",
        host="redis.example.com",
        port=6380,
        login="airflow",
        password="s3cret",
        extra={"db": 3, "ssl": True, "ssl_cert_reqs": "required", "ssl_ca_certs": "/etc/ca.pem"},
    )

    store = store_of("limits", required=True)

    known = store._script.registered_client.connection_pool.connection_kwargs
    wanted = {
        "host": "redis.example.com",
        "port": 6380,
        "username": "airflow",
        "password": "s3cret",
        "db": 3,
        "ssl_cert_reqs": "required",
        "ssl_ca_certs": "/etc/ca.pem",
    }
    assert {name: known[name] for name in wanted} == wanted
    assert store.where == "redis.example.com:6380"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"conn_type": "http", "host": "h"}, "is of type 'http'. Name one of type redis."),
        ({"conn_type": "redis", "host": "h", "extra": {"db": "first"}}, "whose extra is wrong"),
        ({"conn_type": "redis", "host": "h", "extra": "[]"}, "whose extra is wrong"),
    ],
)
def test_a_connection_that_is_no_redis_is_refused_by_name(connect: Any, fields: dict[str, Any], said: str) -> None:
    connect("odd", **fields)

    with pytest.raises(ConnectionConfigError, match="names connection 'odd'") as raised:
        store_of("odd", required=True)

    assert said in str(raised.value)


def test_a_connection_that_does_not_exist_is_named() -> None:
    with pytest.raises(ConnectionConfigError, match="names connection 'nowhere', which does not exist"):
        store_of("nowhere", required=True)


def test_a_url_that_is_wrong_is_refused() -> None:
    with pytest.raises(ConnectionConfigError, match="is not the URL of a Redis"):
        store_of("redis://host:port/x", required=True)


def test_no_message_has_the_password_of_a_url() -> None:
    store = store_of(f"redis://airflow:s3cret@127.0.0.1:{free_port()}/0", required=True)

    with pytest.raises(LimitsUnavailableError) as raised:
        store.ask("confirm", ["{pace:x}"], {"epoch": 0})

    assert "s3cret" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert "127.0.0.1:" in str(raised.value)


def test_a_redis_that_is_away_and_need_not_be_there_is_not_asked_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = store_of(f"redis://127.0.0.1:{free_port()}/0", required=False)
    asked = []
    script = store._script
    monkeypatch.setattr(store, "_script", lambda **how: (asked.append(how), script(**how)))

    for _ in range(3):
        with pytest.raises(LimitsUnavailableError):
            store.ask("confirm", ["{pace:x}"], {"epoch": 0})

    assert len(asked) == 1


@pytest.mark.redis
def test_a_password_that_is_refused_is_the_connections_fault() -> None:
    store = store_of(f"redis://airflow:wrong@127.0.0.1:{PORT}/{DATABASE}", required=True)

    with pytest.raises(ConnectionConfigError, match="refused the password"):
        store.ask("confirm", ["{pace:x}"], {"epoch": 0})


def test_all_who_ask_for_one_redis_share_its_connections() -> None:
    stores: list[Store] = [store_of("redis://127.0.0.1:1/0", required=True) for _ in range(2)]

    assert stores[0] is stores[1]
