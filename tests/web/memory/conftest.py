"""A memory in a folder of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from airflow_provider.web.memory.storage import FsspecStorage

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


@pytest.fixture
def storage(folder: Path) -> FsspecStorage:
    return FsspecStorage.at(str(folder))
