"""Names of a package that are imported when they are first asked for: parsing a DAG must not pay for all of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def importer(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Return the `__getattr__` of *package*, whose *names* stand in modules: its own, or others by their full name."""
    homes = {name: module for module, its_names in names.items() for name in its_names}

    def attribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        return getattr(importlib.import_module(home if "." in home else f"{package}.{home}"), name)

    return attribute
