"""SIGKILL at random moments of the save of a memory on a disk; `tests/s3` has the same on S3."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reuse.saving import Place, survive_kills_of_saves, survive_kills_while_a_task_saves

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.reuse.site import Site, Task

FEW, MANY = range(3), range(100, 150)


@pytest.mark.parametrize("seed", [*FEW, *(pytest.param(seed, marks=pytest.mark.long) for seed in MANY)])
def test_a_memory_is_the_old_one_or_the_new_one(tmp_path: Path, seed: int) -> None:
    survive_kills_of_saves(Place(str(tmp_path / "memory")), seed)


@pytest.mark.parametrize("seed", [*FEW[:1], *(pytest.param(seed, marks=pytest.mark.long) for seed in MANY[:20])])
def test_what_was_paid_before_the_kill_is_in_the_memory_after_a_retry(
    site: Site, task: Callable[..., Task], tmp_path: Path, seed: int
) -> None:
    survive_kills_while_a_task_saves(site, task, tmp_path, Place(f"file://{tmp_path}/memory"), seed)
