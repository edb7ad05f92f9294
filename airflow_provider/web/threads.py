"""
The one thread that unpacks, parses and compares, so that a large page delays other pages and nothing else.

One, because all of it is bounded by the processor, and because it bounds the memory of parsing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="content-ai-web")


async def in_thread(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Return what *function* returns, called beside the event loop."""
    call = partial(function, *arguments, **options)
    return await asyncio.get_running_loop().run_in_executor(_executor(), call)
