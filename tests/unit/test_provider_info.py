"""What Airflow is told of the provider, held against Airflow's schemas and against the code."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
from importlib.metadata import distribution, entry_points
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import airflow
from airflow_provider import __version__, connection, errors, hooks, provider_info, results, retry, spend
from airflow_provider.api.settings import Settings

INFO = provider_info.get_provider_info()
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["provider_info.schema.json", "provider.yaml.schema.json"])
def test_the_metadata_fits_airflows_schemas(name: str) -> None:
    schema = json.loads((Path(airflow.__file__).parent / name).read_text())
    # The strict one asks for what only Airflow's own providers have, such as their place in its sources.
    schema["required"] = ["name", "package-name", "description"]

    assert [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(INFO)] == []


def test_the_package_name_is_the_distributions() -> None:
    assert distribution(INFO["package-name"]).metadata["Name"] == INFO["package-name"]
    assert distribution(INFO["package-name"]).version == __version__


def test_the_entry_point_leads_to_the_metadata() -> None:
    (point,) = [
        point
        for point in entry_points(group="apache_airflow_provider")
        if point.dist is not None and point.dist.name == INFO["package-name"]
    ]

    assert point.load() is provider_info.get_provider_info


def test_every_entry_point_resolves() -> None:
    points = list(distribution(INFO["package-name"]).entry_points)

    assert points
    assert all(point.load() for point in points)


def test_every_named_module_and_class_exists() -> None:
    for kind in ("operators", "hooks", "sensors", "triggers"):
        for group in INFO[kind]:
            for module in group["python-modules"]:
                importlib.import_module(module)
    (connection,) = INFO["connection-types"]
    module, _, name = connection["hook-class-name"].rpartition(".")
    hook = getattr(importlib.import_module(module), name)

    assert hook.conn_type == connection["connection-type"] == "content_ai"
    assert hook.hook_name == connection["hook-name"]
    assert hook.default_conn_name == "content_ai_default"


def test_the_form_has_a_field_for_every_setting() -> None:
    (connection,) = INFO["connection-types"]

    assert set(connection["conn-fields"]) == set(Settings.model_fields) - {"base_url", "token"}


@pytest.mark.parametrize(("name", "field"), INFO["connection-types"][0]["conn-fields"].items())
def test_a_fields_default_and_choices_are_the_settings(name: str, field: dict[str, Any]) -> None:
    setting = Settings.model_fields[name]
    schema = field["schema"]
    if "default" in schema:
        assert schema["default"] == setting.default
    for choice in schema.get("enum", []):
        assert Settings.build("c", base_url="https://a.test", token="k", **{name: choice})

    assert field["label"]
    assert field["description"]
    assert "null" in schema["type"]


def test_each_call_gives_a_fresh_copy() -> None:
    provider_info.get_provider_info()["hooks"].clear()

    assert provider_info.get_provider_info() == INFO


PUBLIC = {
    connection: {"settings_of"},
    hooks: {"ContentAIHook", "JsonSchema"},
    retry: {"ContentAIRetryPolicy", "LONGEST_DELAY", "MOST_WAITS"},
    errors: {
        "AnswerTooLargeError",
        "AuthenticationError",
        "BatchStoppedError",
        "Billed",
        "BudgetExceededError",
        "CertificateError",
        "ConnectionConfigError",
        "ContentAIError",
        "ExpectationError",
        "InvalidRequestError",
        "LimitsUnavailableError",
        "MissingExtraError",
        "NoAnswerError",
        "NotFoundError",
        "NotSentError",
        "NothingCanSucceedError",
        "NothingSucceededError",
        "PageUnreachableError",
        "QUOTE_LIMIT",
        "RateLimitError",
        "RedirectError",
        "RefusedError",
        "ResultError",
        "RowError",
        "SchemaError",
        "ServerError",
        "TooManyFailuresError",
        "UnexpectedAnswerError",
        "quote",
    },
}


@pytest.mark.parametrize(("module", "names"), PUBLIC.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_the_public_names_are_pinned(module: Any, names: set[str]) -> None:
    tree = ast.parse(Path(module.__file__).read_text())
    made: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            made.add(node.name)
        elif isinstance(node, ast.Assign):
            made.update(target.id for target in node.targets if isinstance(target, ast.Name))

    assert {name for name in made if not name.startswith("_") and name != "AnswerT"} == names


def test_the_public_names_of_spend_are_pinned() -> None:
    assert spend.__all__ == [
        "COUNTS",
        "ROW_KEY",
        "ROW_TYPES",
        "STATE_KEY",
        "XCOM_KEY",
        "Budget",
        "run_frame",
        "run_rows",
    ]


def test_the_public_names_of_results_that_users_type_are_there() -> None:
    assert {"Expect", "RecordDiff", "diff_records"} <= set(results.__all__)


def test_the_floors_of_the_house_are_kept() -> None:
    script = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run(  # noqa: S603 - code of this file
        [sys.executable, "-c", script, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.returncode == 0, done.stdout + done.stderr
