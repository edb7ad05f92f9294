"""
What the extras bring, and what is said where one is not installed: one line that names the `pip install`.

Knows the names of packages and imports none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from airflow_provider.errors import MissingExtraError

# By the names that are imported; pyproject.toml has them by the names that are installed.
MODULES = {
    "local": (
        "fastapi",
        "httpcore",
        "lxml",
        "mammoth",
        "olefile",
        "pypdfium2",
        "python_multipart",
        "uvicorn",
        "xlrd",
    ),
    "shared": ("redis",),
    "ui": ("plotly",),
    "watch": ("cssselect", "httpcore", "lxml", "protego"),
}
USERS = {
    "local": "The embedded service needs",
    "shared": "Limits that workers share need",
    "ui": "The charts of the Spend page need",
    "watch": "Reading pages needs",
}


def require(extra: str) -> None:
    """Raise `MissingExtraError` unless all that *extra* brings is installed; imports nothing."""
    if missing := _missing(extra):
        raise MissingExtraError(_said(extra, missing))


@contextmanager
def importing(extra: str) -> Iterator[None]:
    """Raise `MissingExtraError` for an import of what *extra* brings; any other that fails is raised as it is."""
    try:
        yield
    except ImportError as error:
        names = _not_found(error)
        if missing := [name for name in _missing(extra) if name in names]:
            raise MissingExtraError(_said(extra, missing)) from None
        raise


def _missing(extra: str) -> list[str]:
    return [name for name in MODULES[extra] if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return False
    # A folder that was left behind has no origin.
    return spec is not None and spec.origin is not None


def _not_found(error: BaseException | None) -> set[str]:
    """Return the packages that could not be found, on the way to *error*: lxml raises an error of its own."""
    names = set()
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name:
            names.add(error.name.partition(".")[0])
        error = error.__cause__ or error.__context__
    return names


def _said(extra: str, missing: list[str]) -> str:
    names = [name.replace("_", "-") for name in missing]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    are = "is" if len(names) == 1 else "are"
    install = f'pip install "airflow-provider-content-ai[{extra}]"'
    return f"{USERS[extra]} {listed}, which {are} not installed here. Run: {install}"
