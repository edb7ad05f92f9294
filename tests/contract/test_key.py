"""Chapter 5, for each of the five endpoints: who may ask, and what strangers are told."""

from __future__ import annotations

import pytest

from tests.services import Service

ENDPOINTS = {
    "extract": ("POST", "/v1/extract/"),
    "markdown": ("POST", "/v2/markdown-converter/"),
    "text": ("POST", "/v1/text-generation/"),
    "query": ("POST", "/v1/collection/query/"),
    "delete": ("DELETE", "/v1/collection/delete/"),
}
EACH = pytest.mark.parametrize(("method", "path"), ENDPOINTS.values(), ids=ENDPOINTS)


@EACH
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Token"},
        {"Authorization": "Token wrong"},
        {"Authorization": "wrong"},
    ],
    ids=["none", "empty", "prefix alone", "wrong", "wrong and bare"],
)
def test_without_the_key_it_is_401_with_detail_and_challenge_but_no_success(
    service: Service, method: str, path: str, headers: dict[str, str]
) -> None:
    response = service.ask(path, method=method, headers=headers, json={})

    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Token"
    assert isinstance(response.json()["detail"], str)
    assert "success" not in response.json()


@EACH
def test_with_the_key_an_empty_body_is_refused_for_its_body(embedded: Service, method: str, path: str) -> None:
    response = embedded.ask(path, method=method, json={})

    assert response.status_code == 400
    assert response.json()["success"] is False


def test_the_bare_key_of_some_examples_is_accepted(embedded: Service) -> None:
    headers = {"Authorization": embedded.key}

    assert embedded.ask("/v1/extract/", headers=headers, json={}).status_code == 400


@EACH
def test_no_endpoint_redirects(embedded: Service, method: str, path: str) -> None:
    assert not embedded.ask(path.rstrip("/"), method=method, json={}).is_redirect


@pytest.mark.parametrize("path", ["/", "/v1/", "/v2/extract/", "/v1/markdown-converter/", "/v3/extract/"])
def test_the_version_is_a_part_of_the_path_9(embedded: Service, path: str) -> None:
    response = embedded.ask(path, json={})

    assert response.status_code == 404
    assert response.json()["success"] is False
