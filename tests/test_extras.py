"""What is said where an extra is not installed: in a process in which its packages cannot be imported."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from airflow_provider.extras import MODULES, importing, require
from tests.without import ROOT, python_without

SERVICE = "The embedded service needs {}, which is not installed here. Run: {}"
READING = "Reading pages needs {}, which is not installed here. Run: {}"
INSTALL = 'pip install "airflow-provider-content-ai[{}]"'


def test_the_packages_of_an_extra_are_those_of_pyproject() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {
        extra: tuple(re.match(r"[\w-]+", one)[0].replace("-", "_") for one in needed)  # type: ignore[index]
        for extra, needed in extras.items()
        if extra != "dev"
    }

    assert named == MODULES


@pytest.mark.parametrize("extra", MODULES)
def test_nothing_is_said_where_all_is_installed(extra: str) -> None:
    require(extra)


@pytest.mark.parametrize("name", ["not_of_any_extra", "lxml.not_there", "plotly_not_of_watch"])
def test_what_is_not_of_the_extra_is_raised_as_it_is(name: str) -> None:
    with pytest.raises(ModuleNotFoundError) as caught, importing("watch"):
        __import__(name)

    assert caught.value.name == name


@pytest.mark.parametrize("package", MODULES["local"])
def test_the_embedded_service_says_in_one_line_what_it_lacks(tmp_path: Path, package: str) -> None:
    done = python_without(package, "-m", "airflow_provider.local", "serve", "--port", "0", folder=tmp_path)

    assert (done.returncode, done.stdout) == (1, "")
    said = SERVICE.format(package.replace("_", "-"), INSTALL.format("local"))
    assert done.stderr == f"error: {said}\n"


def test_several_missing_packages_are_named_together(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Tea</p>")
    arguments = ("-m", "airflow_provider.local", "collection", "add", "shop", str(page), "--data", str(tmp_path))
    done = python_without("uvicorn,lxml,fastapi", *arguments, folder=tmp_path)

    assert done.returncode == 1
    said = "The embedded service needs fastapi, lxml and uvicorn, which are not installed here. Run: "
    assert done.stderr == f"error: {said}{INSTALL.format('local')}\n"


def test_what_needs_no_extra_works_without(tmp_path: Path) -> None:
    packages = ",".join(MODULES["local"])
    for words in (("--help",), ("collection", "list", "--data", str(tmp_path / "data"))):
        done = python_without(packages, "-m", "airflow_provider.local", *words, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


# What a DAG file imports and builds; a DAG processor has no extra.
PARSED = """
from airflow_provider.operators import FindLinksOperator
from airflow_provider.watch import PageChangeSensor, page_asset
from airflow_provider.web import Reuse

page_asset("https://example.com/", select=".price")
links = FindLinksOperator(task_id="links", source="https://example.com/", select=".price")
sensor = PageChangeSensor(task_id="sensor", url="https://example.com/")
"""
LINKS = f"{PARSED}links.execute({{}})"
POKED = f"""{PARSED}
class TaskInstance:
    map_index = -1
    xcom_pull = staticmethod(lambda **_: {{"digest": None}})

sensor.poke({{"ti": TaskInstance()}})
"""


@pytest.mark.parametrize(("package", "script"), [("cssselect", LINKS), ("protego", POKED)], ids=["links", "sensor"])
def test_a_task_that_reads_pages_ends_in_one_line(tmp_path: Path, package: str, script: str) -> None:
    done = python_without(package, "-c", script, folder=tmp_path)

    said = READING.format(package, INSTALL.format("watch"))
    assert done.stderr.splitlines()[-1] == f"airflow_provider.errors.MissingExtraError: {said}"
    assert "During handling" not in done.stderr


@pytest.mark.parametrize(
    ("package", "script"),
    [
        ("httpcore", "import airflow_provider.web.fetching"),
        ("protego", "from airflow_provider.web.robots import Rules; Rules('', 0.0)"),
        ("lxml", "from airflow_provider.web.reading import lines_of; lines_of(b'<p>Tea</p>', 'text/html')"),
        (
            "cssselect",
            "from airflow_provider.web.reading import lines_of; lines_of(b'<p>Tea</p>', 'text/html', select=['p'])",
        ),
    ],
)
def test_reading_pages_says_in_one_line_what_it_lacks(tmp_path: Path, package: str, script: str) -> None:
    done = python_without(package, "-c", script, folder=tmp_path)

    said = READING.format(package, INSTALL.format("watch"))
    assert done.stderr.splitlines()[-1] == f"airflow_provider.errors.MissingExtraError: {said}"
    assert "During handling" not in done.stderr


WATCHED = """
import asyncio, logging, threading
from http.server import HTTPServer, SimpleHTTPRequestHandler

from airflow_provider.watch.poller import PagePoller

server = HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()

logging.basicConfig(force=True)

async def poll():
    poller = PagePoller(f"http://127.0.0.1:{server.server_port}/", every=1, allow_private=True)
    print((await anext(poller.observations())).outcome.reason)

asyncio.run(poll())
"""


def test_the_watcher_goes_on_and_says_why_no_page_can_be_read(tmp_path: Path) -> None:
    done = python_without("protego", "-c", WATCHED, folder=tmp_path)

    said = READING.format("protego", INSTALL.format("watch"))
    assert done.stdout.splitlines() == [said]
    assert done.stderr.count(said) == 1
