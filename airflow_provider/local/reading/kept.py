"""What an element says by itself, read once while its page is: lists that lie in each other share their elements."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from airflow_provider.local.reading.tree.nodes import Node

Told = TypeVar("Told")


def kept(read: Callable[[Node], Told]) -> Callable[[Node], Told]:
    """Return *read*, which asks for no more than an element, as a function that does so once for each of them."""

    @wraps(read)
    def known(node: Node) -> Told:
        if node.known is None:
            node.known = {}
        elif read in node.known:
            told: Told = node.known[read]
            return told
        told = node.known[read] = read(node)
        return told

    return known
