"""CONTRIBUTING and CHANGELOG agree with the project."""

from __future__ import annotations

import re
import tomllib

from tests.docs.blocks import ROOT
from tests.docs.tables import name_in, tables_of


class TestContributing:
    PAGE = tables_of("CONTRIBUTING.md")

    def test_every_dependency_is_listed_with_who_needs_it(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extras = {f"`{extra}`": needed for extra, needed in project["optional-dependencies"].items()}
        groups = {"the provider": project["dependencies"], **extras}
        real = {(re.match(r"[\w.-]+", one)[0], group) for group, needed in groups.items() for one in needed}

        written = {(name_in(row["Dependency"]), row["Needed by"]) for row in self.PAGE["Dependencies/0"]}
        assert written == real

    def test_every_module_has_its_place_in_the_layout(self) -> None:
        written = {name_in(row["Path"]).rstrip("/") for row in self.PAGE["Layout/0"]}
        package = ROOT / "airflow_provider"
        modules = {
            str(one.relative_to(ROOT))
            for one in package.iterdir()
            if (one.suffix == ".py" and one.name != "__init__.py") or (one.is_dir() and one.name[0] not in "._")
        }

        assert modules <= written
        assert [path for path in written if not (ROOT / path).exists()] == []


class TestChangelog:
    TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    def test_it_has_the_version_of_the_package(self) -> None:
        from airflow_provider import __version__

        assert __version__ in self.TEXT

    def test_its_headings_are_those_of_keep_a_changelog(self) -> None:
        headings = re.findall(r"^##+ (.+)$", self.TEXT, re.MULTILINE)
        version = r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}"
        allowed = rf"{version}|Added|Changed|Deprecated|Removed|Fixed|Security"

        assert [one for one in headings if not re.fullmatch(allowed, one)] == []


def test_the_readme_states_the_versions_that_are_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = project["requires-python"].removeprefix(">=")
    [airflow] = (one for one in project["dependencies"] if one.startswith("apache-airflow>"))
    lowest, below = re.fullmatch(r"apache-airflow>=([\d.]+),<(\d+)", airflow).groups()

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Python {python} or newer and Airflow {lowest} or newer, below {below}." in readme
