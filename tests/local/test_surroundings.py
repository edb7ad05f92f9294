"""A page states the same whatever its site puts around and into it: every page of the corpus is read in all of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from tests.local.corpus.judging import corpus, read
from tests.local.corpus.surroundings import SURROUNDINGS


@pytest.fixture(scope="module")
def stated() -> dict[str, list[dict[str, Any]]]:
    return {case.name: read(case) for case in corpus()}


@pytest.mark.parametrize("surrounded", SURROUNDINGS, ids=lambda one: one.__name__)
def test_a_page_states_the_same(surrounded: Callable[[str], str], stated: dict[str, list[dict[str, Any]]]) -> None:
    changed = [dataclasses.replace(case, html=surrounded(case.html)) for case in corpus()]
    assert sum(one.html != case.html for one, case in zip(changed, corpus(), strict=True)) > len(changed) / 2

    assert {case.name: read(case) for case in changed} == stated
