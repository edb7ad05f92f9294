"""
Runs the FOCUS validator, with the rules that it comes with, over the files of a folder; fails for a broken rule.

Needs the package focus-validator and nothing of this one: `nox --session focus`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

VERSION = "1.2.0.1"
CRITERIA = "USAGE_MEASUREMENT_SUPPORTED,TAGGING_SUPPORTED"
# Either an invoice's id, or null without an invoice: the validator tells both halves, of which one is always broken.
ONE_OF_TWO, WHOLE = "InvoiceId-C-005-C", "InvoiceId-C-003-C"
LINE = re.compile(r"^\W*([\w-]+): (PASS|FAIL|SKIPPED)\b.*", re.MULTILINE)


def broken_rules(file: Path) -> list[str]:
    """Return what the validator says of each rule that *file* breaks."""
    spec = find_spec("focus_validator")
    assert spec is not None
    assert spec.origin is not None
    command = Path(sys.executable).with_name("focus-validator")
    options = ["--validate-version", VERSION, "--focus-dataset", "CostAndUsage", "--applicability-criteria", CRITERIA]
    # It looks for its list of currencies from where it is installed, and would look for newer rules elsewhere.
    done = subprocess.run(  # noqa: S603 - the installed validator
        [command, "--data-file", file, "--block-download", *options],
        cwd=Path(spec.origin).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    told = {match[1]: match for match in LINE.finditer(done.stdout)}
    passed = sum(match[2] == "PASS" for match in told.values())
    if done.returncode or passed < 100 or WHOLE not in told:
        return [f"the validator itself has failed: {done.stderr[-2000:]}{done.stdout[-500:]}"]
    print(f"{file.name}: {passed} rules passed")  # noqa: T201 - its output is what is read
    return [match[0] for rule, match in told.items() if match[2] == "FAIL" and rule != ONE_OF_TWO]


if __name__ == "__main__":
    files = sorted(file for file in Path(sys.argv[1]).resolve().iterdir() if file.suffix in (".csv", ".parquet"))
    found = {file.name: broken for file in files if (broken := broken_rules(file))}
    for name, broken in found.items():
        print(name, *broken, sep="\n  ")  # noqa: T201 - its output is what is read
    sys.exit(1 if found or not files else 0)
