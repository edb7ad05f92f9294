"""A value that nothing is rendered in is passed on as it is; whatever Jinja would change, Jinja gets."""

from __future__ import annotations

from typing import Any

import pytest
from airflow.sdk import DAG

from airflow_provider.operators import ExtractBatchOperator, TextGenerationOperator

TEXTS = [
    "https://b.test/1",
    "",
    "two\nlines",
    "its end goes\n",
    "its ends\r\nare changed",
    "an old end\rtoo",
    "{{ name }}",
    "{% if name %}yes{% endif %}",
    "no {# comment #}",
    "${name}",
    "# line",
    "5",
    "[1, 2]",
    "{'a': 1}",
    "a } b { c",
]
DAGS = {
    "as Airflow has it": {},
    "native types": {"render_template_as_native_obj": True},
    "other marks": {"jinja_environment_kwargs": {"variable_start_string": "${", "variable_end_string": "}"}},
    "line statements": {"jinja_environment_kwargs": {"line_statement_prefix": "#", "line_comment_prefix": "//"}},
    "other line ends": {"jinja_environment_kwargs": {"newline_sequence": "\r\n"}},
    "kept line end": {"jinja_environment_kwargs": {"keep_trailing_newline": True}},
}


def rendered(text: str, settings: dict[str, Any]) -> Any:
    with DAG("d", schedule=None, **settings):
        task = TextGenerationOperator(task_id="t", messages="x", model="m")
    task.messages = text
    try:
        task.render_template_fields({"name": "Ada"})
    except Exception as error:  # noqa: BLE001 - whatever it is, it is to be the same
        return type(error)
    return task.messages


@pytest.mark.parametrize("settings", DAGS.values(), ids=DAGS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_text_renders_to_what_jinja_makes_of_it(
    text: str, settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = rendered(text, settings)
    monkeypatch.delattr("airflow_provider.operators.base.ContentAIOperator.render_template")

    theirs = rendered(text, settings)

    assert (ours, type(ours)) == (theirs, type(theirs))


def test_files_of_templates_are_read_where_a_subclass_asks_for_them(tmp_path: Any) -> None:
    class FromFile(TextGenerationOperator):
        template_ext = (".txt",)

    (tmp_path / "question.txt").write_text("Who is {{ name }}?")
    with DAG("d", schedule=None, template_searchpath=str(tmp_path)):
        task = FromFile(task_id="t", messages="question.txt", model="m")
    task.render_template_fields({"name": "Ada"})

    assert task.messages == "Who is Ada?"


def test_plain_links_are_not_made_into_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    with DAG("d", schedule=None) as dag:
        links = [f"https://b.test/{number}" for number in range(100)]
        task = ExtractBatchOperator(task_id="t", links=[*links, "https://{{ name }}.test/"], prompt="Titles")
    env = dag.get_template_env()
    original = type(env).from_string

    def from_string(self: Any, source: str) -> Any:
        compiled.append(source)
        return original(self, source)

    monkeypatch.setattr(type(env), "from_string", from_string)
    task.render_template_fields({"name": "ada"}, env)

    assert compiled == ["https://{{ name }}.test/"]
    assert task.links == [*links, "https://ada.test/"]
