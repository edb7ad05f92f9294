"""The tables of operators, connection and embedded service are what the code says."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.blocks import ROOT
from tests.docs.tables import name_in, names_in, tables_of


def parameters_of(function: Any) -> dict[str, str]:
    """Return the explicit parameters with their defaults, as the tables write them."""
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name != "self" and parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            default = parameter.default
            shown = "required" if default is inspect.Parameter.empty else f"`{default!r}`".replace("datetime.", "")
            found[name] = f"`{type(default).__name__}()`" if " object at " in shown else shown
    return found


class TestOperators:
    PAGE = tables_of("docs/reference/operators.md")

    @pytest.mark.parametrize(
        ("heading", "class_name"),
        [
            ("All operators", "ContentAIOperator"),
            ("Rows", "RowsOperator"),
            ("Checks", "CheckedRowsOperator"),
            ("Reuse", "ReusingOperator"),
            ("Reuse in rows", "ReusingRowsOperator"),
            ("ExtractOperator", "ExtractOperator"),
            ("MarkdownConvertOperator", "MarkdownConvertOperator"),
            ("TextGenerationOperator", "TextGenerationOperator"),
            ("CollectionQueryOperator", "CollectionQueryOperator"),
            ("CollectionDeleteOperator", "CollectionDeleteOperator"),
            ("SpendReportOperator", "SpendReportOperator"),
            ("FindLinksOperator", "FindLinksOperator"),
            ("Batches", "BatchOperator"),
            ("Items", "ItemsOperator"),
            ("ExtractBatchOperator", "ExtractBatchOperator"),
            ("MarkdownConvertBatchOperator", "MarkdownConvertBatchOperator"),
            ("TextGenerationBatchOperator", "TextGenerationBatchOperator"),
        ],
    )
    def test_a_table_has_the_parameters_their_defaults_and_which_are_templated(
        self, heading: str, class_name: str
    ) -> None:
        from airflow_provider import operators
        from airflow_provider.operators.batch import BatchOperator
        from airflow_provider.operators.batch.items import ItemsOperator
        from airflow_provider.operators.checked import CheckedRowsOperator
        from airflow_provider.operators.reusing import ReusingOperator, ReusingRowsOperator
        from airflow_provider.operators.rows import RowsOperator
        from airflow_provider.results import Expect
        from airflow_provider.web import Reuse

        # Airflow's operators own one name that users type.
        under = {"resources": "resource_urls"}
        known = {name: getattr(operators, name) for name in operators.__all__}
        known |= {"BatchOperator": BatchOperator, "RowsOperator": RowsOperator}
        known |= {"CheckedRowsOperator": CheckedRowsOperator, "ItemsOperator": ItemsOperator}
        known |= {"ReusingOperator": ReusingOperator, "ReusingRowsOperator": ReusingRowsOperator}
        class_name = {"Rows": "RowsOperator"}.get(heading, class_name)
        cls = known[class_name]
        rows = self.PAGE[f"{heading}/0"]

        # Airflow wraps __init__; the original is what it says.
        parameters = parameters_of(inspect.unwrap(cls.__init__))
        assert {name_in(row["Parameter"]): row["Default"] for row in rows} == parameters
        if cls is CheckedRowsOperator:
            expected = {name_in(row["Parameter"]): row["Default"] for row in self.PAGE["Checks/1"]}
            assert expected == {name: one.replace("<factory>", "{}") for name, one in parameters_of(Expect).items()}
        if cls is ReusingOperator:
            expected = {name_in(row["Parameter"]): row["Default"] for row in self.PAGE["Reuse/1"]}
            assert expected == parameters_of(Reuse)
        users = [one for one in known.values() if isinstance(one, type) and issubclass(one, cls)]
        concrete = [one for one in users if hasattr(one, "request_type")] or [cls]
        for row in rows:
            for user in concrete:
                name = name_in(row["Parameter"])
                templated = under.get(name, name) in user.template_fields
                assert row["Templated"] == ("yes" if templated else "no"), (user, row)

    def test_there_is_a_table_for_every_operator(self) -> None:
        from airflow_provider import operators

        public = set(operators.__all__) - {"ContentAIOperator"}
        assert public == {heading for key in self.PAGE if (heading := key.removesuffix("/0")).endswith("Operator")}

    def test_the_table_of_the_hook_has_its_methods_and_their_signatures(self) -> None:
        from airflow_provider.hooks import ContentAIHook

        for row in self.PAGE["ContentAIHook/0"]:
            name = name_in(row["Method"]).partition("(")[0]
            signature = inspect.signature(getattr(ContentAIHook, name))
            shown = ", ".join(
                one.name if one.default is one.empty else f"{one.name}={one.default!r}"
                for one in list(signature.parameters.values())[1:]
            )
            assert name_in(row["Method"]) == f"{name}({shown})"

    @pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
    def test_every_operator_has_a_guide(self, page: str) -> None:
        guides = re.findall(r"how-to/([\w-]+)\.md", (ROOT / page).read_text(encoding="utf-8"))

        assert {"extract", "convert-to-markdown", "generate-text", "query-collection", "delete-collection"} <= set(
            guides
        )


class TestConnection:
    PAGE = tables_of("docs/reference/connection.md")

    def test_extra_fields_and_their_defaults_are_those_of_the_settings_and_of_the_form(self) -> None:
        from airflow_provider.api.settings import Settings
        from airflow_provider.provider_info import get_provider_info

        written = {name_in(row["Field"]): row["Default"] for row in self.PAGE["Extra fields/0"]}
        real = {
            name: "none" if (default := field.get_default(call_default_factory=True)) in (None, {}) else default
            for name, field in Settings.model_fields.items()
            if name not in ("base_url", "token")
        }
        assert written == {name: one if one == "none" else f"`{_shown(one)}`" for name, one in real.items()}
        form = get_provider_info()["connection-types"][0]["conn-fields"]
        assert list(written) == list(form)
        assert {name: Settings.model_fields[name].title for name in form} == {
            name: field["label"] for name, field in form.items()
        }

    def test_hidden_fields_and_labels_are_those_of_the_form(self) -> None:
        from airflow_provider.provider_info import get_provider_info

        behaviour = get_provider_info()["connection-types"][0]["ui-field-behaviour"]
        shown = {row["Field"]: row["In the form"] for row in self.PAGE["Fields/0"]}
        assert {name for name, label in shown.items() if label == "hidden"} == set(behaviour["hidden-fields"])
        assert behaviour["relabeling"].items() <= shown.items()


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return f"{default:g}" if isinstance(default, float) else str(default)


def watch_parameters(function: Any) -> dict[str, str]:
    """Return the parameters of *function*, with those of every watch in the place of its options."""
    from airflow_provider.watch.settings import DEFAULTS, WatchOptions

    assert set(DEFAULTS) == set(WatchOptions.__annotations__)
    assert inspect.signature(function).parameters["options"].kind is inspect.Parameter.VAR_KEYWORD
    shared = {name: f"`{one!r}`".replace("datetime.", "") for name, one in DEFAULTS.items()}
    return {**parameters_of(function), **shared}


class TestWatch:
    PAGE = tables_of("docs/reference/watch.md")

    def test_tables_have_the_parameters_and_their_defaults(self) -> None:
        from airflow_provider import watch

        of_asset, of_trigger, of_sensor = (
            {name_in(row["Parameter"]): row["Default"] for row in self.PAGE[f"{name}/0"]}
            for name in ("page_asset", "PageChangeTrigger", "PageChangeSensor")
        )
        assert of_asset == watch_parameters(watch.page_asset)
        of_many = {name_in(row["Parameter"]): row["Default"] for row in self.PAGE["page_assets/0"]}
        shared = {name: one for name, one in of_asset.items() if name not in {"url", "name"}}
        assert of_many | shared == watch_parameters(watch.page_assets)
        assert {name: one for name, one in of_asset.items() if name != "name"} | of_trigger == watch_parameters(
            inspect.unwrap(watch.PageChangeTrigger.__init__)
        )
        assert of_sensor == parameters_of(inspect.unwrap(watch.PageChangeSensor.__init__))
        templated = {name_in(row["Parameter"]) for row in self.PAGE["PageChangeSensor/0"] if row["Templated"] == "yes"}
        assert templated == set(watch.PageChangeSensor.template_fields)

    def test_every_public_name_is_there(self) -> None:
        from airflow_provider import watch

        functions = {name_in(row["Function"]).partition("(")[0] for row in self.PAGE["From an event to a task/0"]}
        assert {key.removesuffix("/0") for key in self.PAGE} | functions >= set(watch.__all__)
        for row in self.PAGE["From an event to a task/0"]:
            name, _, given = name_in(row["Function"]).rstrip(")").partition("(")
            parameters = inspect.signature(getattr(watch, name)).parameters.values()
            shown = (one.name if one.default is one.empty else f"{one.name}={one.default!r}" for one in parameters)
            assert given == ", ".join(shown)

    def test_an_event_and_a_difference_have_these_parts(self) -> None:
        from airflow_provider.diffing import RecordDiff
        from airflow_provider.watch import PageEvent

        assert [name_in(row["Key"]) for row in self.PAGE["PageEvent/0"]] == list(PageEvent.__annotations__)
        assert [name_in(row["Attribute"]) for row in self.PAGE["diff_records/0"]] == list(RecordDiff.__annotations__)

    def test_options_are_those_that_airflow_is_told(self) -> None:
        from airflow_provider.provider_info import get_provider_info

        options = get_provider_info()["config"]["content_ai"]["options"]
        written = {name_in(row["Option"]): row["Default"] for row in self.PAGE["Configuration/0"]}
        assert written == {name: f"`{one['default']}`" if one["default"] else "empty" for name, one in options.items()}

    def test_the_state_of_an_asset_has_the_documented_keys(self) -> None:
        from airflow_provider.watch.keeping import STATE_KEY
        from airflow_provider.watch.look import LOOK_KEY

        keys = [name_in(row["Key"]) for row in self.PAGE["What can be seen of a watched page/0"]]
        assert keys == [LOOK_KEY, STATE_KEY]

    def test_limits_are_those_of_the_code(self) -> None:
        from airflow_provider.watch import check, poller, schedule
        from airflow_provider.web import fetching, fingerprint, visiting

        real = {
            "a page, unpacked": f"{visiting.MAX_BYTES // 1024**2} MB",
            "a poll, redirects and `robots.txt` included": f"{visiting.DEADLINE:g} s",
            "redirects": str(visiting.MAX_REDIRECTS),
            "answers of 404 or 410 until a page is removed": str(check.POLLS_UNTIL_REMOVED),
            "answers of 304 in a row until the whole page is loaded": str(poller.MOST_BELIEVED),
            "lines in an event": str(fingerprint.MOST_SHOWN),
            "characters of a line in an event": str(fingerprint.LONGEST_SHOWN),
            "what is kept of a page's lines, packed": f"{fingerprint.MOST_PACKED // 1000} kB",
            "the longest pause while a page cannot be loaded": f"{schedule.LONGEST_PAUSE:g} s",
            "requests at once in a process": str(fetching.AT_ONCE),
        }
        assert {row["What"]: row["Limit"] for row in self.PAGE["Limits/0"]} == real


class TestEmbeddedService:
    PAGE = tables_of("docs/reference/embedded-service.md")

    def test_commands_and_options_are_those_of_the_command_line(self) -> None:
        commands = dict(_commands())
        written = {name_in(row["Command"]).split(" ID")[0]: None for row in self.PAGE["Commands/0"]}
        assert set(written) == set(commands)
        for row in self.PAGE["Options/0"]:
            option = name_in(row["Option"])
            having = {name for name, actions in commands.items() if option in actions}
            assert having == (set(commands) if row["Of"] == "all" else set(names_in(row["Of"])))
            if row["Default"].startswith("`"):
                assert {str(commands[name][option].default) for name in having} == {name_in(row["Default"])}
        real = {option for actions in commands.values() for option in actions}
        assert {name_in(row["Option"]) for row in self.PAGE["Options/0"]} == real

    def test_variables_are_those_that_are_read(self) -> None:
        from airflow_provider.local import models, settings

        real = {value for name, value in (vars(settings) | vars(models)).items() if name.endswith("_VARIABLE")}
        assert {name_in(row["Variable"]) for row in self.PAGE["Environment/0"]} == real == set(settings.VARIABLES)

    def test_limits_are_those_of_the_code(self) -> None:
        from airflow_provider.local import bodies, connections, fetch, generation, schemas, server, service, settings
        from airflow_provider.local.llm import endpoint
        from airflow_provider.local.rendering import proxy
        from airflow_provider.local.workers.limits import Limits

        limits, defaults = Limits(), settings.Settings(key="k", data=Path())

        real = {
            "body of a request": f"{bodies.MAX_BODY // 1024**2} MB",
            "a loaded page or file, unpacked": f"{fetch.MAX_BYTES // 1024**2} MB",
            "loading it, redirects included": f"{defaults.page_timeout:g} s",
            "redirects": str(fetch.MAX_REDIRECTS),
            "`delay`": f"{service.MAX_DELAY} s",
            "fields of a schema": str(schemas.MAX_SCHEMA_FIELDS),
            "messages of a conversation": str(generation.MAX_MESSAGES),
            "processor time of reading a document or conversation": f"{limits.seconds} s",
            "memory for it": f"{limits.memory // 1024**2} MB",
            "what a document becomes": f"{limits.output // 1024**2} MB",
            "requests that are answered or wait at once": str(limits.requests),
            "documents that wait for a worker, together": f"{limits.waiting_bytes // 1024**2} MB",
            "body of a request, until it is there": f"{defaults.body_timeout:g} s",
            "head of a request, until it is there": f"{connections.HEAD_TIMEOUT:g} s",
            "an answer, until it is taken": f"{connections.ANSWER_TIMEOUT:g} s",
            "requests under way when the service ends": f"{server.GRACE} s",
            "an answer of the language model": f"{endpoint.MAX_ANSWER // 1024**2} MB",
            "pages rendered at once": str(limits.rendered_at_once),
            "pages that wait to be rendered": str(limits.rendered_waiting),
            "memory of a browser that renders a page": f"{limits.rendering_memory // 1024**2} MB",
            "what a rendered page loads, all together": f"{proxy.MOST_BYTES // 1024**2} MB",
        }
        assert {row["What"]: row["Limit"] for row in self.PAGE["Limits/0"]} == real

    def test_endpoints_answer_under_both_spellings_and_with_both_forms_of_the_key(self, service: Any) -> None:
        for row in self.PAGE["Endpoints/0"]:
            for path in (name_in(row["Path"]), name_in(row["Path"]).rstrip("/")):
                with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client:
                    assert client.request(row["Method"], path).status_code == 401
                    for key in (service.key, f"Token {service.key}"):
                        answer = client.request(row["Method"], path, headers={"Authorization": key})
                        assert answer.status_code == 400
                    assert client.put(path).status_code == 405
        assert client_paths() == {(row["Method"], name_in(row["Path"])) for row in self.PAGE["Endpoints/0"]}


def client_paths() -> set[tuple[str, str]]:
    from airflow_provider.api import requests

    kinds = [getattr(requests, name) for name in requests.__all__]
    return {(one.method, one.path) for one in kinds}


def _commands() -> Any:
    from argparse import SUPPRESS, _SubParsersAction

    from airflow_provider.local.__main__ import _parser

    def walk(parser: Any, name: str) -> Any:
        choices = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
        if not choices:
            options = [action for action in parser._actions if action.option_strings and action.default is not SUPPRESS]
            yield name.strip(), {action.option_strings[-1]: action for action in options}
        for action in choices:
            for word, inner in action.choices.items():
                yield from walk(inner, f"{name} {word}")

    return walk(_parser(), "")
