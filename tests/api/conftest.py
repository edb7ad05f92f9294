"""Both clients, so that no rule is tested against one of them alone."""

from __future__ import annotations

import pytest

from tests.sending import Send, by_async, by_sync


@pytest.fixture(params=[by_sync, by_async], ids=["sync", "async"])
def send(request: pytest.FixtureRequest) -> Send:
    """Send one request through one of the two clients."""
    sender: Send = request.param
    return sender
