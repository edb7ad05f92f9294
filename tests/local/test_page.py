"""The page at ``/`` and what stands beside it: its files, the upload, the state of the service; in process."""

from __future__ import annotations

import dataclasses

import pytest

from airflow_provider.local.page_files import INDEX, PAGE, TYPES
from airflow_provider.local.settings import Settings
from airflow_provider.local.workers.limits import Limits
from tests.local.website import KEY, Call, Site

MB = 1024 * 1024
UNSAFE = ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", " onclick", " style=", "import(")


def test_the_page_is_answered_without_a_key_and_allows_nothing_but_its_own_files(call: Call) -> None:
    answer = call("GET", "/", key=None)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert KEY not in answer.text


def test_every_file_of_the_folder_is_answered_and_no_other(call: Call) -> None:
    assert {file.name for file in PAGE.iterdir()} == set(TYPES)
    for name, media_type in TYPES.items():
        answer = call("GET", f"/page/{name}", key=None)
        assert answer.content == (PAGE / name).read_bytes()
        assert answer.headers["content-type"].startswith(media_type)
    for path in ("/page/", "/page/nothing", "/page/..%2fapp.py", "/page/../app.py"):
        assert call("GET", path, key=None).status_code == 404


def test_the_page_is_small_and_has_no_script_of_others_and_none_in_its_text() -> None:
    text = {name: (PAGE / name).read_text(encoding="utf-8") for name in TYPES}

    assert sum(len(one.encode()) for one in text.values()) <= 30_000
    assert "<style" not in text[INDEX]
    assert text[INDEX].count("<script") == text[INDEX].count('<script type="module" src="page/') == 1
    for name, one in text.items():
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
            " onclick",
            " style=",
            "//cdn",
        ):
            assert word not in one, name


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_state_of_the_service_is_told_without_a_key(
    call: Call, site: Site, settings: Settings, method: str
) -> None:
    # Limits of its own give it workers of its own, which no other test has worn out.
    apart = dataclasses.replace(settings, limits=Limits(idle=61.0))
    link = site.put("/page", "<h1>Title</h1>")
    call("POST", "/v2/markdown-converter/", json={"link": link, "resource_type": "web"}, using=apart)

    answer = call(method, "/healthz", key=None, using=apart)

    assert answer.status_code == 200
    if method == "GET":
        found = answer.json()
        assert found["status"] == "ok"
        assert found["workers_alive"] >= 1
        assert found["workers_busy"] == found["requests"] == 0


def test_an_uploaded_file_becomes_markdown_by_its_content_and_name(call: Call) -> None:
    html = call("POST", "/upload/markdown/", files={"file": ("a.html", b"<h1>Title</h1>", "text/html")})
    table = call("POST", "/upload/markdown", files={"file": ("Übersicht.csv", "a,b\n1,ö\n".encode(), "")})

    assert html.json() == {"response": "# Title\n", "tokens": 2, "success": True}
    assert "| 1 | ö |" in table.json()["response"]


@pytest.mark.parametrize(
    ("request_body", "status"),
    [
        ({"json": {"file": "text"}}, 400),
        ({"data": {"file": "text"}}, 400),
        ({"files": {"file": (None, "text")}}, 400),
        ({"files": [("file", ("a.txt", b"a")), ("file", ("b.txt", b"b"))]}, 400),
        ({"content": b"--x", "headers": {"Content-Type": "multipart/form-data; boundary=x"}}, 400),
        ({"content": b"", "headers": {"Content-Type": "multipart/form-data"}}, 400),
        ({"files": {"file": ("a.txt", b"")}}, 400),
        ({"files": {"file": ("a.pdf", b"%PDF-1.4 broken", "application/pdf")}}, 400),
        ({"files": {"file": ("a.txt", b"x" * (10 * MB + 1))}}, 413),
    ],
)
def test_what_is_no_single_readable_file_is_refused_in_words(call: Call, request_body: dict, status: int) -> None:  # type: ignore[type-arg] # as httpx takes it
    answer = call("POST", "/upload/markdown/", **request_body)

    assert answer.status_code == status
    assert answer.json()["success"] is False
    assert answer.json()["error"].endswith(".")


def test_an_upload_needs_the_key(call: Call) -> None:
    answer = call("POST", "/upload/markdown/", key="wrong", files={"file": ("a.txt", b"a")})

    assert answer.status_code == 401
