"""Extraction without a language model, on pages of many kinds with the rows that they state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows
from airflow_provider.local.schemas import read_extract_schema

PAGES = Path(__file__).parent / "pages"
BASE = "https://shop.example"


def cases() -> Iterator[ParameterSet]:
    for path in sorted(PAGES.glob("*.json")):
        for number, case in enumerate(json.loads(path.read_text().replace("{base}", BASE)), start=1):
            yield pytest.param(path.with_suffix(".html"), case, id=f"{path.stem}-{number}")


@pytest.mark.parametrize(("path", "case"), list(cases()))
def test_a_page_gives_the_rows_that_it_states(path: Path, case: dict[str, Any]) -> None:
    document = Document(f"{BASE}/{path.name}", "html", path.read_text())

    rows = extract_rows(document, prompt=case["prompt"], schema=read_extract_schema(case["schema"]))

    assert rows == case["rows"]
