"""Pages with a delay, in a real Chromium that reaches nothing but what the service may dial."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from airflow_provider.local.rendering.chromium import find_chromium
from airflow_provider.local.rendering.proxy import JudgingProxy
from airflow_provider.local.settings import CHROMIUM_VARIABLE, Settings
from airflow_provider.local.workers.limits import Limits
from airflow_provider.web import dialling
from tests.local.website import LOOPBACK, Call, Serve, Site, serving

EXTRACT = "/v1/extract/"
SCHEMA = [{"name": "string"}, {"price": "number"}]
LATE = "<h1>Lamp</h1><p id='p'></p><script>setTimeout(() => { p.textContent = 'Price: $9' }, 50)</script>"
ENDLESS = "<h1>Lamp</h1><script>onload = () => setTimeout(() => { for (;;); })</script>"
# The part of loopback that is open to the service in these tests; the rest stands for what is private.
OPEN = (ip_network("127.0.0.2/32"),)
PRIVATE = "127.0.0.1"


@pytest.fixture
def chromium() -> Path:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found:
        return Path(found)
    reason = "Chromium is not here. Install it, as .ci/run does."
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def rendering(chromium: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings that render; profiles lie where a test finds their processes."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return dataclasses.replace(settings, chromium=chromium)


@pytest.fixture
def private() -> Iterator[tuple[int, Callable[[], int]]]:
    """A port that is private, over TCP and UDP, and how many have knocked at it."""
    with socket.create_server((PRIVATE, 0)) as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        port = tcp.getsockname()[1]
        udp.bind((PRIVATE, port))
        tcp.settimeout(0)
        udp.settimeout(0)

        def knocked() -> int:
            number = 0
            with contextlib.suppress(BlockingIOError):
                tcp.accept()[0].close()
                number += 1
            with contextlib.suppress(BlockingIOError):
                udp.recv(1)
                number += 1
            return number

        yield port, knocked


@pytest.fixture
def open_site() -> Iterator[Site]:
    with serving("127.0.0.2") as found:
        yield found


@pytest.fixture
def open_and_private() -> Iterator[tuple[Site, socket.socket]]:
    """A site that is open and a listener that is private, on the same port; others may have one of the two."""
    with contextlib.ExitStack() as opened:
        for _ in range(50):
            site, listener = opened.enter_context(serving("127.0.0.2")), opened.enter_context(socket.socket())
            try:
                listener.bind((PRIVATE, int(site.base.rpartition(":")[2])))
            except OSError:
                continue
            listener.listen()
            listener.settimeout(0)
            yield site, listener
            return
        pytest.fail("No port is free at both addresses.")


def browsers(folder: Path) -> list[str]:
    """Return the programs that work on a profile below *folder*."""
    alive = [one for one in psutil.process_iter(["cmdline", "status"]) if one.info["status"] != psutil.STATUS_ZOMBIE]
    return [str(one.pid) for one in alive if f"--user-data-dir={folder}" in " ".join(one.info["cmdline"] or ())]


def wait_until(true: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.1)


def ask(link: str, *, delay: int = 1) -> dict[str, Any]:
    return {"json": {"link": link, "prompt": "the product", "json_schema": SCHEMA, "delay": delay}}


def test_what_a_script_adds_is_read_with_a_delay_and_not_without(call: Call, site: Site, rendering: Settings) -> None:
    link = site.put("/lamp", LATE)

    late = call("POST", EXTRACT, using=rendering, **ask(link, delay=1))
    plain = call("POST", EXTRACT, using=rendering, **ask(link, delay=0))

    assert late.json() == {"response": [{"name": "Lamp", "price": 9}], "success": True}
    assert plain.json() == {"response": [{"name": "Lamp", "price": None}], "success": True}


ATTEMPTS = """
<h1>Lamp</h1><p>Price: $9</p><p id="done">pending</p>
<img src="http://{private}/img"><iframe src="http://{private}/frame"></iframe><script src="http://{private}/js"></script>
<link rel="preconnect" href="http://{private}/"><link rel="stylesheet" href="https://{private}/css">
<iframe src="/go"></iframe><iframe src="file:///etc/hostname"></iframe>
<script>
const quiet = (act) => {{ try {{ Promise.resolve(act()).catch(() => 0) }} catch {{ }} }};
const names = ["127.0.0.1", "localhost", "2130706433", "[::ffff:7f00:1]", "0x7f000001"];
for (const host of names.map((name) => `${{name}}:{port}`)) {{
  quiet(() => fetch(`http://${{host}}/fetch`, {{ mode: "no-cors" }}));
  quiet(() => fetch(`https://${{host}}/fetch`, {{ mode: "no-cors" }}));
  quiet(() => new WebSocket(`ws://${{host}}/socket`));
  quiet(() => new WebSocket(`wss://${{host}}/socket`));
  quiet(() => new EventSource(`http://${{host}}/events`));
  quiet(() => navigator.sendBeacon(`http://${{host}}/beacon`, "x"));
  quiet(() => new WebTransport(`https://${{host}}/transport`).ready);
}}
quiet(() => fetch("/go"));
quiet(async () => {{
  const servers = ["stun:{private}", "turn:{private}?transport=udp", "turn:{private}?transport=tcp", "turns:{private}"];
  const iceServers = servers.map((urls) => ({{ urls, username: "u", credential: "p" }}));
  const peer = new RTCPeerConnection({{ iceServers }});
  peer.createDataChannel("x");
  await peer.setLocalDescription(await peer.createOffer());
}});
quiet(() => window.open("http://{private}/window"));
fetch("/allowed").then(() => {{ done.textContent = "reached what is allowed" }});
</script>
"""


def test_nothing_private_is_reached_whatever_a_script_tries(
    call: Call, open_site: Site, rendering: Settings, private: tuple[int, Callable[[], int]]
) -> None:
    port, knocked = private
    host = f"{PRIVATE}:{port}"
    open_site.put("/go", "", status=302, Location=f"http://{host}/redirected")
    open_site.put("/allowed", "fine")
    link = open_site.put("/lamp", ATTEMPTS.format(private=host, port=port))

    answer = call("POST", EXTRACT, using=dataclasses.replace(rendering, allow_net=OPEN), **ask(link, delay=4))

    assert answer.json() == {"response": [{"name": "Lamp", "price": 9}], "success": True}
    assert {"/lamp", "/allowed", "/go"} <= {path for _, path, _, _ in open_site.seen}
    assert knocked() == 0
    # The port does answer: it is the judge who kept them away.
    socket.create_connection((PRIVATE, port)).close()
    assert knocked() == 1


REBINDING = """
<h1>Lamp</h1><p>Price: $9</p>
<script>
const again = () => fetch("/again").catch(() => 0).then(() => setTimeout(again, 50));
again();
</script>
"""


def test_a_name_that_leads_to_a_private_address_later_on_does_not_get_there(
    call: Call, open_and_private: tuple[Site, socket.socket], rendering: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_site, private = open_and_private
    port = int(open_site.base.rpartition(":")[2])
    real, answers = socket.getaddrinfo, ["127.0.0.2"]

    def rebinding(host: str | bytes, *rest: Any, **options: Any) -> list[Any]:
        if host not in {"lamps.example", b"lamps.example"}:
            return real(host, *rest, **options)
        answers.append(PRIVATE)
        return real(answers[-2], *rest, **options)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(dialling, "REMEMBER_ADDRESS", 0.0)
    open_site.put("/lamp", REBINDING)
    link = f"http://lamps.example:{port}/lamp"

    answer = call("POST", EXTRACT, using=dataclasses.replace(rendering, allow_net=OPEN), **ask(link, delay=2))

    with pytest.raises(BlockingIOError):
        private.accept()
    assert answer.json() == {"response": [{"name": "Lamp", "price": 9}], "success": True}
    assert [path for _, path, _, _ in open_site.seen] == ["/lamp"]
    assert len(answers) > 3, "the name was not asked for again"


@pytest.mark.parametrize("script", ["", "<script>location = 'http://{host}/'</script>"], ids=["redirect", "script"])
def test_a_page_that_leads_to_a_private_one_does_not_get_there(
    call: Call, open_site: Site, rendering: Settings, private: tuple[int, Callable[[], int]], script: str
) -> None:
    port, knocked = private
    host = f"{PRIVATE}:{port}"
    redirect = {} if script else {"status": 302, "Location": f"http://{host}/"}
    link = open_site.put("/lamp", f"<h1>Lamp</h1><p>Price: $9</p>{script.format(host=host)}", **redirect)  # type: ignore[arg-type] # one is a number

    answer = call("POST", EXTRACT, using=dataclasses.replace(rendering, allow_net=OPEN), **ask(link))

    assert answer.status_code == (200 if script else 400)
    assert knocked() == 0


def test_a_script_that_does_not_end_is_ended_with_all_of_its_browser(
    call: Call, site: Site, rendering: Settings, tmp_path: Path
) -> None:
    answer = call("POST", EXTRACT, using=rendering, **ask(site.put("/lamp", ENDLESS)))

    assert answer.status_code == 400
    assert "scripts that do not end" in answer.json()["error"]
    wait_until(lambda: not browsers(tmp_path), "processes of the browser are left")
    assert list(tmp_path.glob("content-ai-chromium-*")) == []


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"rendering_memory": 30 * 1024 * 1024}, "more than 30 MB of memory"),
        ({"output": 1024 * 1024}, "larger than 1 MB"),
    ],
)
def test_a_page_that_becomes_too_much_is_refused(
    call: Call, site: Site, rendering: Settings, limits: dict[str, int], said: str
) -> None:
    link = site.put("/lamp", "<h1>Lamp</h1><script>document.body.append('x'.repeat(2e6))</script>")

    answer = call("POST", EXTRACT, using=dataclasses.replace(rendering, limits=Limits(**limits)), **ask(link, delay=3))  # type: ignore[arg-type] # all of these are numbers

    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_an_alert_holds_nothing_up(call: Call, site: Site, rendering: Settings) -> None:
    link = site.put("/lamp", f"<script>alert('hello'); confirm('sure?')</script>{LATE}")

    assert call("POST", EXTRACT, using=rendering, **ask(link)).json()["response"] == [{"name": "Lamp", "price": 9}]


def test_what_is_no_page_is_read_or_refused_as_without_a_delay(call: Call, site: Site, rendering: Settings) -> None:
    table = site.put("/lamps.csv", "name,price\nLamp,9\nDesk,20\n", media_type="text/csv")
    gone = site.put("/gone", "<h1>Gone</h1>", status=404)

    late, plain = (call("POST", EXTRACT, using=rendering, **ask(table, delay=delay)) for delay in (1, 0))

    assert late.status_code == 200
    assert late.json() == plain.json()
    assert call("POST", EXTRACT, using=rendering, **ask(gone)).status_code == 404


def test_without_chromium_the_delay_is_waited_and_the_log_says_so(
    call: Call, site: Site, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    link = site.put("/lamp", LATE)
    started = time.monotonic()

    answer = call("POST", EXTRACT, using=settings, **ask(link))

    assert time.monotonic() - started >= 1
    assert answer.json()["response"] == [{"name": "Lamp", "price": None}]
    assert "no Chromium was found" in caplog.text
    assert CHROMIUM_VARIABLE in caplog.text


def test_a_chromium_that_does_not_work_leaves_the_page_as_it_was_loaded(
    call: Call, site: Site, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    broken = dataclasses.replace(settings, chromium=Path(shutil.which("false") or "/bin/false"))

    answer = call("POST", EXTRACT, using=broken, **ask(site.put("/lamp", LATE)))

    assert answer.json()["response"] == [{"name": "Lamp", "price": None}]
    assert "Chromium did not do its work" in caplog.text


@pytest.mark.parametrize("gone", ["the client", "the service"])
def test_the_browser_ends_with_whoever_waits_for_it(
    chromium: Path, serve: Serve, site: Site, tmp_path: Path, gone: str
) -> None:
    process, base = serve(
        "--allow-net", "127.0.0.0/8", CONTENT_AI_LOCAL_KEY="k", CONTENT_AI_CHROMIUM=str(chromium), TMPDIR=str(tmp_path)
    )
    link = site.put("/lamp", LATE)
    client = subprocess.Popen(  # noqa: S603 - a client that can be ended
        [shutil.which("python3") or "python3", "-c", CLIENT, f"{base}{EXTRACT}", link]
    )
    wait_until(lambda: any(path == "/lamp" for _, path, _, _ in site.seen), "the page was not asked for")
    assert browsers(tmp_path)

    (client if gone == "the client" else process).kill()
    client.wait(timeout=60)

    wait_until(lambda: not browsers(tmp_path), "processes of the browser are left")
    wait_until(lambda: not list(tmp_path.glob("content-ai-chromium-*")), "the profile of the browser is left")


CLIENT = """
import json, sys, urllib.request

body = json.dumps({"link": sys.argv[2], "prompt": "p", "delay": 200}).encode()
headers = {"Authorization": "k", "Content-Type": "application/json"}
try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[1], body, headers))
except OSError:
    pass
"""


def test_chromium_is_the_one_that_is_named_or_none(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    assert find_chromium({CHROMIUM_VARIABLE: str(program)}) == program
    assert find_chromium({CHROMIUM_VARIABLE: "none"}) is None
    with pytest.raises(ValueError, match=CHROMIUM_VARIABLE):
        find_chromium({CHROMIUM_VARIABLE: str(tmp_path / "nothing")})


def through_the_proxy(act: Callable[[httpx.AsyncClient, int], Any], *, allowed: Any = LOOPBACK) -> Any:
    async def run() -> Any:
        async with (
            JudgingProxy(allowed) as proxy,
            httpx.AsyncClient(proxy=f"http://127.0.0.1:{proxy.port}", timeout=30, trust_env=False) as client,
        ):
            return await act(client, proxy.port)

    return asyncio.run(run())


def test_the_proxy_hands_requests_on_with_their_bodies(site: Site) -> None:
    site.put("/form", "thanks", X_Answer="1")

    answer = through_the_proxy(lambda client, _: client.post(f"{site.base}/form", content=b"body"))

    assert (answer.status_code, answer.text, answer.headers["x-answer"]) == (200, "thanks", "1")
    method, path, _, body = site.seen[-1]
    assert (method, path, body) == ("POST", "/form", b"body")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_proxy_dials_nothing_private(private: tuple[int, Callable[[], int]], scheme: str) -> None:
    port, knocked = private

    async def get(client: httpx.AsyncClient, _: int) -> int:
        try:
            return (await client.get(f"{scheme}://{PRIVATE}:{port}/")).status_code
        except httpx.ProxyError as error:
            return int(str(error).split()[0])

    assert through_the_proxy(get, allowed=()) == 403
    assert knocked() == 0


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET ftp://127.0.0.1/ HTTP/1.1\r\n\r\n",
        b"POST http://127.0.0.1:9/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST http://127.0.0.1:9/ HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
        b"CONNECT nonsense HTTP/1.1\r\n\r\n",
        b"\r\n\r\n",
    ],
)
def test_what_the_proxy_does_not_understand_ends_that_connection_only(site: Site, request_head: bytes) -> None:
    site.put("/page", "fine")

    async def both(client: httpx.AsyncClient, port: int) -> tuple[bytes, str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_head)
        try:
            refused = await reader.read()
        except ConnectionResetError:
            refused = b""
        writer.close()
        return refused, (await client.get(f"{site.base}/page")).text

    refused, text = through_the_proxy(both)

    assert refused == b"" or refused.split()[1] in {b"400", b"413"}
    assert text == "fine"
