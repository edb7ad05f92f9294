"""What merely importing loads: a DAG file is parsed again and again, and every second of it is everybody's."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run_python(code: str) -> str:
    """Run *code* in an interpreter that has loaded nothing yet; returns what it printed."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)  # noqa: S603 - code of this file
    return done.stdout.strip()


HEAVY = ("pandas", "pyarrow", "plotly", "aiohttp", "requests")


@pytest.mark.parametrize("module", ["airflow_provider.operators", "airflow_provider.provider_info"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    # What Airflow itself loads is not ours to answer for, so that is loaded first.
    code = (
        "import sys, airflow.sdk; from airflow.sdk import BaseOperator, BaseHook; known = set(sys.modules)\n"
        f"import {module}\n"
        f"print([name for name in {HEAVY} if name in set(sys.modules) - known])"
    )
    done = run_python(code)

    assert done.splitlines()[-1] == "[]"


def test_the_package_itself_loads_nothing_and_does_nothing() -> None:
    code = "import sys; before = set(sys.modules); import airflow_provider; print(sorted(set(sys.modules) - before))"
    done = run_python(code)

    assert done == "['airflow_provider']"
