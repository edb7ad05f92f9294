"""
The fenced blocks of a page, and what is compared rather than run.

A block is a fence whose info string names a language, what to do with it, and options:

    ```python             run it; names stay known for the rest of the page
    ```python dag         parse it as a DAG file, and run every DAG in it; file=NAME only adds a copy there
    ```python task        run its operators in a DAG of their own
    ```bash               run it, in one folder and one environment for the whole page
    ```bash serve         start it and leave it running until the end of the page
    ```bash elsewhere     not run: the commands of a program that is not ours, and not installed for the tests
    ```text output        what the block before printed, or part of it
    ```text message NAME  an error as it is printed; test_errors.py provokes and compares it
    ```text connection    a connection as a URI; all connections of a page are the same
    ```json connection    the same as JSON
    ```json xcom TASK KEY what the last DAG left there; measured numbers may differ
    ```json state TASK KEY   the same for the task state store
    ```html file=NAME     write it there

A page's database and its website are those of `reader`.
`make` and `pip` are not run: the target, or the name and its extras, have to exist.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(?P<info>[^`\n]+)\n(?P<text>.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
# Different in every run: only the type is compared.
MEASURED = {"dag_id", "run_id", "id", "seconds", "fingerprint"}


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    place: str
    kind: str
    words: tuple[str, ...]
    options: Mapping[str, str]
    text: str


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield the blocks of *page* in order; every fence belongs to one, or the page is refused."""
    text = page.read_text(encoding="utf-8")
    found = list(FENCE.finditer(text))
    assert len(ANY_FENCE.findall(text)) == 2 * len(found), f"{page.name} has a fence that is not a block"
    for match in found:
        line = text.count("\n", 0, match.start()) + 1
        language, *words = match["info"].split()
        options = dict(word.split("=", 1) for word in words if "=" in word)
        plain = tuple(word for word in words if "=" not in word)
        kind = " ".join((language, *plain[:1]))
        yield Block(f"{page.relative_to(ROOT)}:{line}", kind, plain[1:], options, match["text"])


def assert_alike(written: Any, real: Any, name: str = "") -> None:
    """Compare JSON, with measured numbers by their type only; a last item "..." stands for any further ones."""
    if isinstance(written, list) and written[-1:] == ["..."]:
        written, real = written[:-1], real[: len(written) - 1]
    if isinstance(written, dict) and isinstance(real, dict):
        assert list(written) == list(real), f"the keys of {name or 'the value'} are {list(real)}"
        for key, value in written.items():
            assert_alike(value, real[key], key)
    elif isinstance(written, list) and isinstance(real, list) and len(written) == len(real):
        for one, other in zip(written, real, strict=True):
            assert_alike(one, other, name)
    elif name in MEASURED:
        assert type(written) is type(real), f"{name} is {real!r}"
    else:
        assert written == real, f"{name or 'the value'} is {real!r}"


def check_make(words: list[str]) -> None:
    """Check that the target exists and that the Makefile reads the variables."""
    makefile = (ROOT / "Makefile").read_text()
    for word in words:
        name, equals, _ = word.partition("=")
        pattern = rf"\$\((?:value )?{name}\)" if equals else rf"^{re.escape(name)}:.*## "
        assert re.search(pattern, makefile, re.MULTILINE), f"the Makefile does not know {name}"


def check_pip(words: list[str]) -> None:
    """Check that what is installed is this distribution, with extras that it has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert words[0] == "install"
    for word in words[1:]:
        found = re.fullmatch(r"([\w.-]+)(?:\[([\w,-]+)\])?", word)
        assert found is not None, word
        assert found[1] == project["name"]
        assert set(filter(None, (found[2] or "").split(","))) <= set(project["optional-dependencies"])
