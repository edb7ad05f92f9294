"""What the tests of reading pages share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.fetchers import AnyFetcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(params=["blocking", "asyncio"])
def fetcher(request: pytest.FixtureRequest) -> Iterator[Callable[..., AnyFetcher]]:
    """Make a fetcher of either kind: `fetcher(transport=...)`."""
    made: list[AnyFetcher] = []

    def make(**options: Any) -> AnyFetcher:
        made.append(AnyFetcher(blocks=request.param == "blocking", **options))
        return made[-1]

    yield make
    for one in made:
        one.close()
