"""One line per figure, held against its target, and all of them in a JSON file beside this one."""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "measured"


@dataclass
class Figures:
    """The figures of one benchmark; `name` is its file's."""

    name: str
    rows: list[dict[str, Any]] = field(default_factory=list)

    def note(self, what: str, value: object, unit: str = "") -> None:
        """Keep and print a measured value."""
        self.rows.append({"what": what, "value": value, "unit": unit})
        print(f"  {what}: {_short(value)} {unit}".rstrip(), flush=True)

    def judge(self, what: str, value: float, *, at_most: float | None = None, at_least: float | None = None) -> None:
        """Keep and print a value with its target and whether it is met."""
        target = f"<= {at_most:g}" if at_most is not None else f">= {at_least:g}"
        met = value <= at_most if at_most is not None else value >= (at_least or 0)
        self.rows.append({"what": what, "value": value, "target": target, "met": met})
        print(f"  {what}: {_short(value)} (target {target}: {'met' if met else 'MISSED'})", flush=True)

    def write(self) -> None:
        """Write the JSON file."""
        FOLDER.mkdir(exist_ok=True)
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        (FOLDER / f"{self.name}.json").write_text(json.dumps({"machine": machine, "figures": self.rows}, indent=2))


def _short(value: object) -> str:
    return f"{value:,.3f}" if isinstance(value, float) else str(value)
