"""A memory on S3: SIGKILL at random moments of its save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from airflow_provider.errors import ResultError
from tests.reuse.saving import Place, survive_kills_of_saves, survive_kills_while_a_task_saves

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.reuse.site import Site, Task
    from tests.s3.conftest import Bucket

FEW, MANY = range(3), range(100, 140)


@pytest.mark.parametrize("seed", [*FEW, *(pytest.param(seed, marks=pytest.mark.long) for seed in MANY)])
def test_a_memory_is_the_old_one_or_the_new_one(bucket: Bucket, seed: int) -> None:
    survive_kills_of_saves(Place(f"{bucket.url}/memory", bucket.environment), seed)


@pytest.mark.parametrize("seed", [*FEW[:1], *(pytest.param(seed, marks=pytest.mark.long) for seed in MANY[:20])])
def test_what_was_paid_before_the_kill_is_in_the_memory_after_a_retry(
    bucket: Bucket, site: Site, task: Callable[..., Task], tmp_path: Path, seed: int
) -> None:
    place = Place(f"{bucket.url}/memory", bucket.environment)

    survive_kills_while_a_task_saves(site, task, tmp_path, place, seed)


def test_a_memory_in_a_bucket_that_is_missing_makes_none(bucket: Bucket, site: Site, task: Callable[..., Task]) -> None:
    missing = f"{bucket.name}-misspelt"
    ran = task()
    ran.reuse["memory"] = f"s3://{missing}/memory"

    with pytest.raises(ResultError, match="bucket does not exist"):
        ran.night()

    assert missing not in bucket.buckets()
    ran.reuse["memory"] = f"{bucket.url}/memory"
    ran.service.sent.clear()
    assert ran.try_() == site.rows()
    assert ran.paid == set()
