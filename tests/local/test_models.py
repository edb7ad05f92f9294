"""The models that the environment names, and what is wrong with it."""

from __future__ import annotations

import json

import pytest

from airflow_provider.local.models import Model, Models, read_models
from airflow_provider.local.settings import Settings

URL = {"CONTENT_AI_LLM_URL": "http://h/v1/"}


def test_one_model_is_read_from_the_environment() -> None:
    environ = {**URL, "CONTENT_AI_LLM_KEY": "k", "CONTENT_AI_LLM_MODEL": "m", "CONTENT_AI_LLM_CONTEXT": "4096"}

    assert read_models({}) is None
    assert read_models(URL) == Models(default=Model(url="http://h/v1"))
    assert read_models({**environ, "CONTENT_AI_LLM_CHECK": "true", "CONTENT_AI_LLM_TIMEOUT": "30"}) == Models(
        default=Model(url="http://h/v1", key="k", name="m", context=4096, timeout=30), check=True
    )


def test_several_are_read_by_name_and_a_key_goes_to_its_own_endpoint_only() -> None:
    listed = {
        "small": "small-3b",
        "large": {"model": "large-70b", "context": 32768},
        "far": {"model": "far", "url": "https://far.example.com/v1", "key": "far-key"},
        "open": {"model": "open", "url": "http://open.example.com/v1"},
    }
    environ = {**URL, "CONTENT_AI_LLM_KEY": "k", "CONTENT_AI_LLM_MODELS": json.dumps(listed)}

    found = read_models(environ)

    assert found is not None
    assert found.default == found.called("small") == Model(url="http://h/v1", key="k", name="small-3b")
    assert found.called("large") == Model(url="http://h/v1", key="k", name="large-70b", context=32768)
    assert found.called("far") == Model(url="https://far.example.com/v1", key="far-key", name="far")
    assert found.called("open").key == ""
    chosen = read_models({**environ, "CONTENT_AI_LLM_MODEL": "far"})
    assert chosen is not None
    assert chosen.default.name == "far"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CONTENT_AI_LLM_URL", "nonsense"),
        ("CONTENT_AI_LLM_URL", "ftp://h/v1"),
        ("CONTENT_AI_LLM_URL", "http://user:secret@h/v1"),
        ("CONTENT_AI_LLM_KEY", "secret\u20ac"),
        ("CONTENT_AI_LLM_CONTEXT", "12"),
        ("CONTENT_AI_LLM_CONTEXT", "many"),
        ("CONTENT_AI_LLM_TIMEOUT", "-1"),
        ("CONTENT_AI_LLM_CHECK", "perhaps"),
        ("CONTENT_AI_LLM_MODELS", "{secret"),
        ("CONTENT_AI_LLM_MODELS", "[]"),
        ("CONTENT_AI_LLM_MODELS", '{"a": 5}'),
        ("CONTENT_AI_LLM_MODELS", '{"a": {"key": "secret"}}'),
        ("CONTENT_AI_LLM_MODELS", '{"a": {"model": "m", "modle": "secret"}}'),
        ("CONTENT_AI_LLM_MODELS", '{"a": {"model": "m", "key": 5}}'),
    ],
)
def test_what_is_wrong_is_said_by_the_name_of_the_variable_and_without_a_key(variable: str, value: str) -> None:
    with pytest.raises(ValueError, match=variable) as error:
        read_models({**URL, variable: value})

    assert "secret" not in str(error.value)


def test_keys_are_not_shown_and_not_empty(tmp_path: object) -> None:
    from pathlib import Path

    shown = repr(Settings(key="secret-1", data=Path("x"), models=Models(default=Model(url="u", key="secret-2"))))

    assert "secret" not in shown
    with pytest.raises(ValueError, match="CONTENT_AI_LOCAL_KEY"):
        Settings(key=" ", data=Path("x"))
