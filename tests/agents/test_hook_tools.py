"""The common-ai provider makes tools for agents out of the hook's signatures, as they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from airflow.providers.common.ai.toolsets.hook import HookToolset
from airflow.sdk import Connection
from pydantic_ai import RunContext
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage

from airflow_provider.hooks import ContentAIHook
from tests.serving import Listener, answer
from tests.standins import KEY

METHODS = ["extract", "convert_to_markdown", "generate_text", "query_collection", "delete_collection"]
TEXT = {"type": "string"}
SCHEMA = [{"type": "object"}, {"type": "array", "items": {"type": "object"}}, TEXT, {}]
WITHOUT_DESCRIPTIONS = {
    "extract": ({"link": TEXT, "prompt": TEXT, "json_schema": SCHEMA, "delay": {"type": "integer"}}, 2),
    "convert_to_markdown": ({"resource": TEXT, "resource_type": TEXT}, 1),
    "generate_text": ({"messages": [{"type": "array", "items": {"type": "object"}}, TEXT], "model": TEXT}, 2),
    "query_collection": (
        {"collection_id": TEXT, "request_query": TEXT, "json_schema": SCHEMA, "json_schema_rules": TEXT},
        4,
    ),
    "delete_collection": ({"collection_id": TEXT}, 1),
}


def context() -> RunContext[None]:
    return RunContext(deps=None, model=TestModel(), usage=RunUsage(), max_retries=0)


def tools_of(hook: ContentAIHook) -> dict[str, Any]:
    return asyncio.run(HookToolset(hook, allowed_methods=METHODS).get_tools(context()))


@pytest.mark.parametrize("method", METHODS)
def test_every_argument_has_a_type_and_a_description(method: str) -> None:
    definition = tools_of(ContentAIHook())[method].tool_def
    properties = definition.parameters_json_schema["properties"]
    types, required = WITHOUT_DESCRIPTIONS[method]

    assert list(properties) == list(types)
    assert definition.parameters_json_schema["required"] == list(types)[:required]
    assert definition.description
    for name, kind in types.items():
        described = dict(properties[name])
        assert described.pop("description"), name
        if isinstance(kind, list):
            assert [one for one in described["anyOf"] if one != {"type": "null"}] == kind
        else:
            assert described == kind


def test_an_agents_call_is_a_call_of_the_hook(monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Listener]) -> None:
    server = serve(answer(200, {"response": [{"title": "Tides"}], "success": True}))
    monkeypatch.setenv("AIRFLOW_CONN_C", Connection(conn_id="c", host=server.url, password=KEY).as_json())
    toolset = HookToolset(ContentAIHook("c"), allowed_methods=["extract"])
    asked = {"link": "https://b.test/", "prompt": "Titles", "json_schema": {"title": "string"}}

    async def call() -> Any:
        tools = await toolset.get_tools(context())
        return await toolset.call_tool("extract", asked, context(), tools["extract"])

    said = asyncio.run(call())

    assert "Tides" in said
    assert json.loads(server.requests[0].body) == {**asked, "json_schema": [{"title": "string"}], "delay": 0}
