"""Python in a process of its own in which packages that are installed cannot be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Python imports a module of this name when it starts.
BLOCKER = """
import os
import sys


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in os.environ["WITHOUT"].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Blocker())
"""


def python_without(packages: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with *arguments* and without *packages*, which are separated by commas."""
    (folder / "sitecustomize.py").write_text(BLOCKER)
    return subprocess.run(  # noqa: S603 - our own arguments
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "WITHOUT": packages, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
