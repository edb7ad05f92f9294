"""The service as a process of its own, over a real socket."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from airflow_provider.local import models, settings
from tests.local.website import COMMAND, Serve, Site

# Seconds that an answer, or an end, may take on a busy machine.
PATIENCE = 60


def test_a_page_is_extracted_over_the_socket(serve: Serve, site: Site) -> None:
    _, base = serve("--allow-net", "127.0.0.0/8", CONTENT_AI_LOCAL_KEY="from-environment")
    link = site.put("/lamp", "<h1>Lamp</h1><p>Price: $9</p>")

    answer = httpx.post(
        f"{base}/v1/extract/",
        headers={"Authorization": "Token from-environment"},
        json={"link": link, "prompt": "product", "json_schema": [{"name": "string"}, {"price": "number"}]},
        timeout=PATIENCE,
    )

    assert answer.json() == {"response": [{"name": "Lamp", "price": 9}], "success": True}


def test_a_random_key_is_printed_once_and_works(serve: Serve) -> None:
    process, base = serve()
    key = process.stdout.readline().strip().removeprefix("Key: ")

    answer = httpx.post(f"{base}/v1/extract/", headers={"Authorization": key}, json={}, timeout=PATIENCE)

    assert len(key) >= 32
    assert answer.status_code == 400


def test_a_redirect_to_an_address_that_is_not_public_is_refused(serve: Serve, site: Site) -> None:
    _, base = serve("--key", "k", "--allow-net", "127.0.0.1/32")
    link = site.put("/go", "", status=302, Location="http://127.0.0.2:9/")

    asked = {"link": link, "prompt": "p"}
    answer = httpx.post(f"{base}/v1/extract/", headers={"Authorization": "k"}, json=asked, timeout=PATIENCE)

    assert answer.status_code == 400
    assert "--allow-net" in answer.json()["error"]


@pytest.mark.clock
def test_an_interrupted_service_ends_cleanly_and_has_logged_nothing(serve: Serve) -> None:
    process, base = serve("--key", "k")
    httpx.post(f"{base}/v1/extract/", json={"prompt": "secret"}, timeout=PATIENCE)

    process.send_signal(signal.SIGTERM)
    started = time.monotonic()
    process.wait(timeout=PATIENCE)

    assert time.monotonic() - started < 5
    assert process.stdout.read() == ""


def test_ctrl_c_ends_the_service_without_a_traceback(serve: Serve) -> None:
    process, base = serve("--key", "k")
    httpx.get(base, timeout=PATIENCE)

    process.send_signal(signal.SIGINT)

    assert process.wait(timeout=PATIENCE) == 0


def assert_ends_in_one_line(*options: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        [*COMMAND, "serve", *options], capture_output=True, text=True, check=False, timeout=PATIENCE
    )

    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_said_in_one_line(serve: Serve, tmp_path: Path) -> None:
    _, base = serve("--key", "k")

    assert_ends_in_one_line("--port", base.rpartition(":")[2], "--key", "k", "--data", str(tmp_path))


def test_every_request_is_one_line_of_the_log_without_key_query_or_body(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    process, base = serve("--key", "secret-key", log=log)
    with httpx.Client(base_url=base, headers={"Authorization": "secret-key"}, timeout=PATIENCE) as client:
        client.post("/v1/extract/?q=secret-query", json={"prompt": "secret"})
        client.get("/healthz")
        client.get("/no%0Asuch")

    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE)

    lines = log.read_text().splitlines()
    stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}"
    assert [re.sub(rf"^{stamp} (.*) \d+ ms \d+ bytes$", r"\1", line) for line in lines] == [
        "POST /v1/extract/ 400",
        "GET /healthz 200",
        "GET /no%0Asuch 404",
    ]
    assert "secret" not in log.read_text()


def test_the_log_of_requests_can_be_switched_off(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    process, base = serve("--key", "k", "--no-access-log", log=log)
    httpx.get(f"{base}/healthz", timeout=PATIENCE)

    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE)

    assert log.read_text() == ""


def test_keys_come_from_a_file_and_none_is_made_or_printed(serve: Serve, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("first\nsecond\n")
    process, base = serve(CONTENT_AI_LOCAL_KEYS_FILE=str(keys))

    with httpx.Client(base_url=base, timeout=PATIENCE) as client:
        statuses = [
            client.post("/v1/extract/", headers={"Authorization": f"Token {key}"}, json={}).status_code
            for key in ("first", "second", "third")
        ]
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE)

    assert statuses == [400, 400, 401]
    assert process.stdout.read() == ""


def test_a_file_of_keys_that_is_not_there_ends_the_start_in_one_line(tmp_path: Path) -> None:
    assert_ends_in_one_line("--port", "0", "--keys-file", str(tmp_path / "nothing"), "--data", str(tmp_path))


def test_help_names_every_flag_and_every_variable() -> None:
    read = {value for one in (settings, models) for name, value in vars(one).items() if name.endswith("_VARIABLE")}

    for words in ((), ("serve",)):
        shown = subprocess.run([*COMMAND, *words, "--help"], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own command
        for flag in ("--port", "--key ", "--keys-file", "--data", "--allow-net", "--no-access-log"):
            assert flag in shown
        assert {word for word in shown.split() if word.startswith("CONTENT_AI_") and word in read} == read
    assert set(settings.VARIABLES) == read
