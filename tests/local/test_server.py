"""The service as a process of its own, over a real socket."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import httpx

from tests.local.website import COMMAND, Serve, Site


def test_a_page_is_extracted_over_the_socket(serve: Serve, site: Site) -> None:
    _, base = serve("--allow-net", "127.0.0.0/8", CONTENT_AI_LOCAL_KEY="from-environment")
    link = site.put("/lamp", "<h1>Lamp</h1><p>Price: $9</p>")

    answer = httpx.post(
        f"{base}/v1/extract/",
        headers={"Authorization": "Token from-environment"},
        json={"link": link, "prompt": "product", "json_schema": [{"name": "string"}, {"price": "number"}]},
    )

    assert answer.json() == {"response": [{"name": "Lamp", "price": 9}], "success": True}


def test_a_random_key_is_printed_once_and_works(serve: Serve) -> None:
    process, base = serve()
    key = process.stdout.readline().strip().removeprefix("Key: ")

    answer = httpx.post(f"{base}/v1/extract/", headers={"Authorization": key}, json={})

    assert len(key) >= 32
    assert answer.status_code == 400


def test_a_redirect_to_an_address_that_is_not_public_is_refused(serve: Serve, site: Site) -> None:
    _, base = serve("--key", "k", "--allow-net", "127.0.0.1/32")
    link = site.put("/go", "", status=302, Location="http://127.0.0.2:9/")

    answer = httpx.post(f"{base}/v1/extract/", headers={"Authorization": "k"}, json={"link": link, "prompt": "p"})

    assert answer.status_code == 400
    assert "--allow-net" in answer.json()["error"]


def test_an_interrupted_service_ends_cleanly_and_has_logged_nothing(serve: Serve) -> None:
    process, base = serve("--key", "k")
    httpx.post(f"{base}/v1/extract/", json={"prompt": "secret"})

    process.send_signal(signal.SIGTERM)
    started = time.monotonic()
    process.wait(timeout=10)

    assert time.monotonic() - started < 5
    assert process.stdout.read() == ""


def test_ctrl_c_ends_the_service_without_a_traceback(serve: Serve) -> None:
    process, base = serve("--key", "k")
    httpx.get(base)

    process.send_signal(signal.SIGINT)

    assert process.wait(timeout=10) == 0


def test_a_port_in_use_is_said_in_one_line(serve: Serve, tmp_path: Path) -> None:
    _, base = serve("--key", "k")

    second = subprocess.run(  # noqa: S603 - our own command
        [*COMMAND, "serve", "--port", base.rpartition(":")[2], "--key", "k", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )

    assert second.returncode == 1
    assert second.stderr.startswith("error: ")
    assert second.stderr.count("\n") == 1
