"""`make website` has what the guides say, where they say it."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys

import httpx
import pytest

from dags_examples.run import website
from dags_examples.run.processes import free_port
from tests.docs.blocks import ROOT

START = "import sys; from dags_examples.run.website import main; sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))"


def test_the_website_and_its_service_answer_where_the_guides_have_them_until_they_are_told_to_stop() -> None:
    ports = [str(free_port()), str(free_port())]
    with subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-c", START, *ports], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                assert line, said
                said += line
            connection = json.loads(re.search(r"AIRFLOW_CONN_CONTENT_AI_DEFAULT='(.*)'", said)[1])
            with httpx.Client(
                trust_env=False, timeout=60, headers={"Authorization": f"Token {connection['password']}"}
            ) as client:
                page = client.get(f"http://127.0.0.1:{ports[0]}/index.html")
                query = {"collection_id": "books", "request_query": "Night Trains", "json_schema_rules": "none"}
                query["json_schema"] = '{"title": "string", "pages": "int"}'
                found = client.post(f"{connection['host']}/v1/collection/query/", data=query).json()
        finally:
            process.terminate()
            code = process.wait(timeout=60)

    assert "Harbour Lane Books" in page.text
    assert connection["host"] == f"http://127.0.0.1:{ports[1]}"
    assert found["response"] == {"title": "Night Trains", "pages": 240}
    assert code == 0


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert website.main(port, free_port()) == 1

    assert f"Port {port} of 127.0.0.1 cannot be had" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["docs/how-to/run-the-example-website.md", "README.md"])
def test_ports_and_key_are_those_that_are_written(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")

    assert f'"http://127.0.0.1:{website.SERVICE_PORT}", "password": "{website.KEY}"' in text
    assert f"http://127.0.0.1:{website.WEBSITE_PORT}/index.html" in text
