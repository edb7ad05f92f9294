"""
Manifests of a memory as data: their form, which of them count, and in which order they may go.

Reads and writes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from typing import Any

FORMAT = "content-ai-memory"
VERSION = 1

Manifest = dict[str, Any]


def checked(manifest: Any) -> Manifest:
    """Return *manifest* if it has the form of one; raises `ValueError`."""
    try:
        if manifest["format"] != FORMAT or not isinstance(manifest["version"], int):
            raise ValueError("it is no manifest of a memory")
        if manifest["version"] <= VERSION:
            [(str(part["name"]), int(part["records"])) for part in manifest["parts"]]
            set(manifest["replaces"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"it lacks {error}") from None
    return dict(manifest)


def heads(known: Mapping[str, Manifest]) -> list[str]:
    """Return the manifests that no other one replaces, the oldest first."""
    old = replaced(known.values())
    return sorted(name for name in known if name not in old)


def replaced(manifests: Iterable[Manifest]) -> set[str]:
    """Return the names of those that *manifests* replace."""
    return {old for manifest in manifests for old in manifest["replaces"]}


def oldest_first(names: Collection[str], known: Mapping[str, Manifest]) -> Iterator[str]:
    """Return *names* of manifests so that none comes before those that it replaces, which would count again."""
    order = TopologicalSorter({name: {*known[name]["replaces"]} & {*names} for name in names if name in known})
    return (name for name in order.static_order() if name in known)
