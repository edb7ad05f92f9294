"""
The package in other environments than that of `make test`: older and newer Airflow and Python, and as a built wheel.

Each session is an environment of its own, made by uv from its cache. `nox` alone lists them.
"""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Sequence
from pathlib import Path

import nox

nox.needs_version = ">=2025"
nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = True
nox.options.sessions = []

# Interpreters come with the machine: uv would fetch them from elsewhere.
os.environ["UV_PYTHON_DOWNLOADS"] = "never"

NAMES = "local,shared,ui,watch,dev"
EXTRAS = f".[{NAMES}]"
# What Airflow does otherwise from 3.4 on: archived attempts, discarded states, loops, runs for changes.
NEXT = tuple(f"tests/live/test_{name}.py" for name in ("spend_page", "connection_form", "attempts_live"))
# What differs between environments, one DAG on a whole Airflow, and the page that the wheel has to bring.
FOLDERS = ("api", "unit", "contract", "spend", "state", "plugin")
# See the Makefile, for this and for PLAIN.
AGAIN = ("--reruns", "1")
ON_EVERY_CORE = ("--numprocesses", "logical", "--dist", "loadscope", "--no-loadscope-reorder", *AGAIN)
# A newer minor version brings rules of its own.
AXE = "axe-core@~4.14.1"
PLAIN = "not long and not postgres and not celery and not redis"
SUITE = (*(f"tests/{folder}" for folder in FOLDERS), "tests/live/test_one_dag.py", "tests/local/test_page.py")
# What another Python may read or write otherwise, but for what the oldest and the newest one show.
BETWEEN = ("tests/api", "tests/unit", "tests/contract")
PACKED = ("tests/plugin", "tests/live/test_one_dag.py", "tests/local/test_page.py")
# The newest one also starts an Airflow, whose database is written in the same way on any.
NEWEST = (*BETWEEN, *PACKED)


@nox.session(python="3.11")
def tests(session: nox.Session) -> None:
    """Run the whole suite, on the Airflow of constraints.txt."""
    session.install("-e", EXTRAS, "-c", "constraints.txt")
    session.run("pytest", *ON_EVERY_CORE, *session.posargs)


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run on Airflow 3.3.0, with the oldest of each dependency that pyproject.toml allows."""
    session.install("-e", EXTRAS, "--resolution", "lowest-direct")
    _run_plainly(session, SUITE, only=f"{PLAIN} and not exhaustive")
    _run_clock(session)


@nox.session(python="3.11")
def next(session: nox.Session) -> None:  # noqa: A001 - the session's name on the command line
    """Run on the next Airflow, the newest pre-release, with its page in a browser, and kills and clears."""
    session.install("-e", EXTRAS, "-c", "constraints-next.txt", "--prerelease", "allow")
    _run_plainly(session, (*SUITE, *NEXT))
    _run_clock(session)


@nox.session(python="3.12")
def py312(session: nox.Session) -> None:
    """Run on Python 3.12, between the oldest and the newest."""
    session.install("-e", EXTRAS, "-c", "constraints.txt")
    _run_plainly(session, BETWEEN)


@nox.session(python="3.13")
def py313(session: nox.Session) -> None:
    """Run on Python 3.13."""
    session.install("-e", EXTRAS, "-c", "constraints.txt")
    _run_plainly(session, NEWEST)


@nox.session(python="3.11")
def agents(session: nox.Session) -> None:
    """Run what needs the common-ai provider, whose plugins every process of an Airflow would load."""
    session.install("-e", EXTRAS, "apache-airflow-providers-common-ai>=1", "-c", "constraints.txt")
    session.run("python", "-m", "pytest", "-q", *(session.posargs or ("tests/agents",)))


@nox.session(python="3.11")
def s3(session: nox.Session) -> None:
    """Run what needs an S3 server, that of moto."""
    # The newest python-dateutil is none that botocore takes.
    known = Path("constraints.txt").read_text().splitlines()
    constraints = Path(session.create_tmp()).resolve() / "constraints.txt"
    constraints.write_text("\n".join(line for line in known if not line.startswith("python-dateutil==")))
    session.install("-e", EXTRAS, "s3fs", "moto[s3]>=5", "flask", "flask-cors", "-c", str(constraints))
    session.run("python", "-m", "pytest", "-q", *(session.posargs or ("tests/s3",)))


@nox.session(python="3.11")
def cost(session: nox.Session) -> None:
    """Measure what one call of an operator costs, with no plugin but ours: others import what a task needs, too."""
    session.install("-e", ".", "apache-airflow-providers-http", "psutil", "-c", "constraints.txt")
    session.run("python", "tests/benchmarks/bench_single_call.py", env={"PYTHONPATH": "."})


@nox.session(python="3.12")
def focus(session: nox.Session) -> None:
    """Have spend as FOCUS checked by the FOCUS validator, whose dependencies are not those of this package."""
    folder = str(Path(session.create_tmp()).resolve())
    session.install("-e", ".", "-c", "constraints.txt")
    session.run("python", "tests/focus/write_files.py", folder)
    packages = ("--with", "focus-validator==2.2.1", "--with", "pyarrow<21")
    alone = ("uv", "run", "--no-project", "--isolated", "--python", str(session.python), *packages)
    session.run(*alone, "python", "tests/focus/validate.py", folder, external=True)


@nox.session(python="3.11")
def axe(session: nox.Session) -> None:
    """Hold every view of the spend page against the rules of axe-core, which npm fetches, in Chromium."""
    folder = Path(session.create_tmp()).resolve()
    session.install("-e", EXTRAS, "-c", "constraints.txt")
    with session.chdir(folder):
        packed = str(session.run("npm", "pack", "--silent", AXE, external=True, silent=True)).split()[-1]
    with tarfile.open(folder / packed) as archive:
        archive.extract("package/axe.min.js", folder, filter="data")
    home = folder / "airflow"
    shutil.rmtree(home, ignore_errors=True)
    env = {"AIRFLOW_HOME": str(home), "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "CI": "true"}
    session.run("python", "-m", "tests.axe.check", str(folder / "package/axe.min.js"), *session.posargs, env=env)


@nox.session(python="3.11")
def wheel(session: nox.Session) -> None:
    """Run the built wheel, in an environment that knows nothing of the checkout but the tests."""
    folder = Path(session.create_tmp()).resolve()
    session.run("uv", "build", "--quiet", "--wheel", "--out-dir", str(folder), external=True)
    built = max(folder.glob("*.whl"), key=lambda file: file.stat().st_mtime)
    session.install(f"airflow-provider-content-ai[{NAMES}] @ {built.as_uri()}", "-c", "constraints.txt")
    # Without the package's source, so that nothing but the wheel can be imported.
    apart = folder / "apart"
    session.run("python", "-c", COPY, str(apart), silent=True)
    session.chdir(apart)
    # What a wheel can lack are modules, files beside them, and entry points.
    session.run("python", "-c", IMPORT)
    _run_plainly(session, PACKED)


IMPORT = """
import importlib, pkgutil, sys
import airflow_provider

assert "site-packages" in airflow_provider.__file__
names = [one.name for one in pkgutil.walk_packages(airflow_provider.__path__, "airflow_provider.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names), "modules of the wheel are there")
"""
COPY = """
import shutil, sys
from pathlib import Path

apart = Path(sys.argv[1])
shutil.rmtree(apart, ignore_errors=True)
apart.mkdir(parents=True)
for name in ("tests", "dags_examples", "docs"):
    shutil.copytree(name, apart / name, ignore=shutil.ignore_patterns("__pycache__"))
for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "constraints.txt"):
    shutil.copy(name, apart / name)
"""


def _run_plainly(session: nox.Session, what: Sequence[str], *, only: str = PLAIN) -> None:
    chosen = session.posargs or (*what, "-m", f"{only} and not clock")
    session.run("python", "-m", "pytest", "-q", *ON_EVERY_CORE, *chosen)


def _run_clock(session: nox.Session) -> None:
    """Run what is held against the clock, where another httpx answers."""
    if not session.posargs:
        session.run("python", "-m", "pytest", "-q", *AGAIN, "tests/api", "-m", f"{PLAIN} and clock")
