"""A hostile document, or a client, costs its sender an error, and nobody else anything."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import psutil
import pytest
import uvicorn

from airflow_provider.local import connections
from airflow_provider.local.app import create_app
from airflow_provider.local.settings import Settings
from airflow_provider.local.workers.limits import Limits
from tests.local import hostile
from tests.local.website import KEY, Call, Serve, Site

MARKDOWN, EXTRACT, TEXT = "/v2/markdown-converter/", "/v1/extract/", "/v1/text-generation/"
HEADERS = {"Authorization": f"Token {KEY}"}
ALLOWED = ("--key", KEY, "--allow-net", "127.0.0.0/8")
PAGE = "<h1>Lamps</h1><p>Price: $9</p>"


def ask(base: str, link: str, path: str = MARKDOWN, *, timeout: float = 60) -> httpx.Response:
    fields = {"link": link, "resource_type": "file", "prompt": "everything"}
    return httpx.post(base + path, headers=HEADERS, json=fields, timeout=timeout, trust_env=False)


def workers_of(process: Any) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def wait_for(condition: Callable[[], object], *, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not come about in time"
        time.sleep(0.05)


@contextmanager
def under_way(process: Any, base: str, link: str) -> Iterator[threading.Thread]:
    """Have a worker busy with *link*, for a client that waits."""

    def wait() -> None:
        try:
            ask(base, link)
        except httpx.HTTPError:
            """The service has ended."""

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    wait_for(lambda: any(one.cpu_times().user > 0.3 for one in workers_of(process)), seconds=60)
    yield thread
    thread.join(30)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "definition lists in each other": (lambda: b"<dl><dt>" * 40 + b"x", "text/html"),
    "lists in each other": (lambda: b"<ul><li>" * 40_000 + b"x", "text/html"),
    "quotes in each other": (lambda: b"<blockquote>x" * 100_000, "text/html"),
    "tables in each other": (lambda: b"<table><tr><td>" * 3000 + b"x", "text/html"),
    "millions of elements": (lambda: b"<b>" * 3_000_000, "text/html"),
    "end tags of nothing": (lambda: b"<b>" * 100_000 + b"</i>" * 100_000, "text/html"),
    "millions of attributes": (lambda: b"<p " + b" ".join(b"a%d=1" % n for n in range(900_000)) + b">x", "text/html"),
    "spans of thousands": (lambda: b"<table>" + b"<tr><td rowspan=65534 colspan=1000>x" * 2000, "text/html"),
    "a tag without an end": (lambda: b"<a href='" + b"<" * 9_000_000, "text/html"),
    "a PDF that draws for ever": (hostile.endless_pdf, hostile.PDF),
    "a PDF of forms that double": (hostile.doubling_pdf, hostile.PDF),
    "a PDF that is none": (lambda: b"%PDF-1.7\n" + os.urandom(100_000), hostile.PDF),
    "a DOCX of entities": (hostile.laughing_docx, hostile.WORD),
    "a DOCX that unpacks to 200 MB": (hostile.large_docx, hostile.WORD),
    "a CSV of one line": (lambda: b"a," * 4_000_000, "text/csv"),
}
# Those that cannot be answered at all, and what the error says of them.
REFUSED = {
    "a PDF that draws for ever": "longer than 10 s",
    "a PDF of forms that double": "512 MB",
    "a PDF that is none": "PDF",
    "a DOCX of entities": "DOCX",
    "a DOCX that unpacks to 200 MB": "unpacks to more",
}


@pytest.fixture
def soon(call: Call, settings: Settings) -> Callable[..., httpx.Response]:
    """Ask in process, with less time than the service has, so that a test waits less."""

    def send(path: str, link: str, *, seconds: int = 2) -> httpx.Response:
        using = replace(settings, limits=Limits(seconds=seconds))
        fields = {"link": link, "resource_type": "file", "prompt": "the first"}
        return call("POST", path, using=using, json=fields)

    return send


@pytest.mark.parametrize("path", [MARKDOWN, EXTRACT])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_an_answer_or_an_error_and_the_next_page_is_read(
    soon: Callable[..., httpx.Response], site: Site, name: str, path: str
) -> None:
    make, media_type = HOSTILE[name]
    link = site.put("/hostile", make(), media_type=media_type)

    # What is refused for its memory takes a second to get there, and a busy machine twice as long.
    answer = soon(path, link, seconds=10 if "MB" in REFUSED.get(name, "") else 2)

    assert answer.status_code in ({400} if name in REFUSED else {200, 400}), answer.text[:200]
    if answer.status_code == 400:
        assert answer.json()["success"] is False
        assert REFUSED.get(name, "").replace("10 s", "2 s") in answer.json()["error"]
    assert len(answer.content) < 11 * 1024**2
    assert soon(MARKDOWN, site.put("/page", PAGE)).status_code == 200


@pytest.mark.clock
def test_the_time_of_a_document_is_ten_seconds_of_the_processor(serve: Serve, site: Site) -> None:
    _, base = serve(*ALLOWED)

    answer = ask(base, site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF))

    assert answer.status_code == 400
    assert answer.json() == {"error": "The document takes longer than 10 s to be read.", "success": False}


def test_a_document_that_becomes_too_large_is_refused(call: Call, site: Site, settings: Settings) -> None:
    using = replace(settings, limits=Limits(output=1024**2))
    link = site.put("/long", "<p>" + "long text " * 200_000)

    answer = call("POST", MARKDOWN, using=using, json={"link": link, "type": "web"})

    assert answer.status_code == 400
    assert "larger than 1 MB" in answer.json()["error"]


@pytest.mark.clock
def test_a_document_that_has_passed_a_limit_is_refused_at_once_when_it_comes_again(serve: Serve, site: Site) -> None:
    _, base = serve(*ALLOWED)
    link = site.put("/doubling", hostile.doubling_pdf(), media_type=hostile.PDF)
    first = ask(base, link)

    began = time.monotonic()
    again = [ask(base, link) for _ in range(3)]

    assert {(one.status_code, one.text) for one in again} == {(400, first.text)}
    assert time.monotonic() - began < 1


@pytest.mark.clock
def test_others_are_answered_while_a_hostile_document_is_read(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    page = site.put("/page", PAGE)
    busy = Limits().at_once + 1
    endless = [
        site.put(f"/{number}", hostile.endless_pdf(1990 + number), media_type=hostile.PDF) for number in range(busy)
    ]

    threads = [threading.Thread(target=ask, args=(base, link), daemon=True) for link in endless]
    for thread in threads:
        thread.start()
    wait_for(lambda: len(workers_of(process)) > Limits().at_once, seconds=60)
    answers = [ask(base, page) for _ in range(20)]

    assert {answer.status_code for answer in answers} == {200}
    assert all(thread.is_alive() for thread in threads)
    assert min(one.nice() for one in workers_of(process)) < max(one.nice() for one in workers_of(process)) == 19


def test_more_documents_that_take_long_than_may_be_under_way_are_429(
    call: Call, site: Site, settings: Settings
) -> None:
    using = replace(settings, limits=Limits(slow_at_once=0, late=0.2))
    link = site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF)

    answer = call("POST", MARKDOWN, using=using, json={"link": link, "type": "file"})

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


def test_a_document_that_gets_no_processor_time_is_429_and_not_400(call: Call, site: Site, settings: Settings) -> None:
    using = replace(settings, limits=Limits(patience=0.5))
    link = site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF)

    answer = call("POST", MARKDOWN, using=using, json={"link": link, "type": "file"})

    assert answer.status_code == 429


@pytest.mark.parametrize(
    "limits", [Limits(requests=2), Limits(at_once=1, waiting_bytes=500_000)], ids=["count", "size"]
)
def test_a_full_queue_answers_429_with_retry_after(settings: Settings, site: Site, limits: Limits) -> None:
    app = create_app(replace(settings, limits=limits))
    link = site.put("/long", b"<p>" + b"x " * 200_000)

    async def send_all() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service", headers=HEADERS) as client:
            fields = {"link": link, "type": "web"}
            return await asyncio.gather(*(client.post(MARKDOWN, json=fields, timeout=30) for _ in range(12)))

    answers = asyncio.run(send_all())

    assert {answer.status_code for answer in answers} == {200, 429}
    for answer in answers:
        if answer.status_code == 429:
            assert answer.json()["success"] is False
            assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.clock
def test_a_client_that_leaves_frees_its_worker(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    link = site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF)

    with pytest.raises(httpx.ReadTimeout):
        ask(base, link, timeout=1.5)

    wait_for(lambda: not workers_of(process), seconds=30)


def test_a_conversation_of_megabytes_delays_nobody_for_ever(call: Call, settings: Settings) -> None:
    using = replace(settings, limits=Limits(seconds=2))
    talk = json.dumps([{"role": "user", "content": "A. " * 3_000_000 + "?"}])

    answer = call("POST", TEXT, using=using, data={"messages": talk, "model": "extractive"})

    assert answer.status_code in {200, 400}


@contextmanager
def in_a_thread(settings: Settings) -> Iterator[int]:
    """Run the service in this process, so that a test can make it less patient; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            create_app(settings), http=connections.PatientProtocol, log_level="critical", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(30)


def head(path: str, length: int) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: h\r\nAuthorization: Token {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def has_ended(client: socket.socket) -> bool:
    """Read to the end of what was sent; a connection that stays open is a timeout."""
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        """Dropped with what was on its way."""
    return True


@pytest.mark.clock
def test_a_client_that_is_too_slow_to_ask_is_dropped(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_TIMEOUT", 0.2)
    with in_a_thread(settings) as port, socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(b"POST /v1/extract/ HTTP/1.1\r\nHost:")

        assert has_ended(client)


@pytest.mark.clock
def test_a_body_that_does_not_come_is_a_408(settings: Settings) -> None:
    settings = replace(settings, body_timeout=0.3)
    with in_a_thread(settings) as port, socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(head("/v1/extract/", 1000) + b'{"link": ')
        said = b"".join(iter(lambda: client.recv(65536), b""))

    assert said.startswith(b"HTTP/1.1 408")
    assert json.loads(said.partition(b"\r\n\r\n")[2]) == {
        "error": "The body did not come within 0.3 s.",
        "success": False,
    }


@pytest.mark.clock
def test_a_client_that_does_not_take_its_answer_is_dropped(
    settings: Settings, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ANSWER_TIMEOUT", 0.2)
    link = site.put("/long", b"<p>" + b"many words " * 700_000)
    body = json.dumps({"link": link, "type": "web"}).encode()
    with in_a_thread(settings) as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(20)
        client.connect(("127.0.0.1", port))
        client.sendall(head(MARKDOWN, len(body)) + body)
        assert client.recv(10) == b"HTTP/1.1 2"
        time.sleep(3)

        assert has_ended(client)


@pytest.mark.clock
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_service_ends_within_five_seconds_whatever_it_does(
    serve: Serve, site: Site, number: signal.Signals
) -> None:
    process, base = serve(*ALLOWED)
    with under_way(process, base, site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF)):
        workers = workers_of(process)
        began = time.monotonic()

        process.send_signal(number)
        process.wait(30)

        assert time.monotonic() - began < 5
        assert not psutil.wait_procs(workers, timeout=30)[1]


@pytest.mark.clock
def test_no_worker_outlives_a_service_that_is_killed(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    ask(base, site.put("/page", PAGE))
    with under_way(process, base, site.put("/endless", hostile.endless_pdf(), media_type=hostile.PDF)):
        workers = workers_of(process)

        process.kill()

        assert not psutil.wait_procs(workers, timeout=30)[1]


def test_a_worker_that_was_killed_while_it_was_idle_costs_nobody_an_error(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    page = site.put("/page", PAGE)
    ask(base, page)

    for one in workers_of(process):
        one.terminate()

    assert ask(base, page).status_code == 200


def test_a_worker_knows_no_key(serve: Serve, site: Site) -> None:
    process, base = serve("--allow-net", "127.0.0.0/8", CONTENT_AI_LOCAL_KEY=KEY, CONTENT_AI_LLM_KEY="model-key")
    ask(base, site.put("/page", PAGE))

    told = [{**one.environ()} for one in workers_of(process)]

    assert told
    assert not any(name.startswith("CONTENT_AI_") or KEY in value for one in told for name, value in one.items())


@pytest.mark.clock
def test_two_hundred_clients_with_hostile_documents_among_them_are_all_answered(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    links = [site.put(f"/{number}", f"<h1>Lamp {number}</h1>" + "<p>Price: $9</p>" * 200) for number in range(9)]
    links.append(site.put("/quotes", b"<blockquote>" * 5000))
    fields = [{"link": link, "type": "web", "prompt": "the lamp"} for link in links]

    async def send_all() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=base, headers=HEADERS, limits=limits, trust_env=False) as client:
            paths = [MARKDOWN if number % 2 else EXTRACT for number in range(200)]
            return await asyncio.gather(
                *(client.post(path, json=fields[number % 10], timeout=120) for number, path in enumerate(paths))
            )

    answers = asyncio.run(send_all())

    assert {answer.status_code for number, answer in enumerate(answers) if number % 10 < 9} == {200}
    assert {answer.status_code for answer in answers} <= {200, 400}
    assert sum(one.memory_info().rss for one in workers_of(process)) < 600 * 1024**2


@pytest.mark.long
def test_two_hundred_clients_for_a_minute_are_all_answered_and_take_no_more_memory(serve: Serve, site: Site) -> None:
    process, base = serve(*ALLOWED)
    links = [site.put(f"/{number}", f"<h1>Lamp {number}</h1>" + "<p>Price: $9</p>" * 100) for number in range(9)]
    links.append(site.put("/doubling", hostile.doubling_pdf(), media_type=hostile.PDF))
    began = time.monotonic()
    statuses: list[tuple[bool, int]] = []
    memory: list[int] = []

    async def client(http: httpx.AsyncClient, number: int) -> None:
        while time.monotonic() - began < 60:
            number += 1
            link = links[number % 10]
            fields = {"link": link, "type": "file", "prompt": "the lamp"}
            answer = await http.post(MARKDOWN if number % 3 else EXTRACT, json=fields, timeout=120)
            statuses.append((link == links[9], answer.status_code))

    async def measure() -> None:
        for _ in range(6):
            await asyncio.sleep(9)
            memory.append(psutil.Process(process.pid).memory_info().rss)

    async def run() -> None:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=base, headers=HEADERS, limits=limits, trust_env=False) as http:
            await asyncio.gather(measure(), *(client(http, number) for number in range(200)))

    asyncio.run(run())

    assert {status for is_hostile, status in statuses if not is_hostile} == {200}
    assert {status for is_hostile, status in statuses if is_hostile} <= {400, 429}
    assert memory[-1] < memory[1] * 1.2
