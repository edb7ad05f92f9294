"""What Airflow is told of this provider: connection form, modules. Imports nothing, for Airflow reads it at start."""

from __future__ import annotations

from typing import Any

INTEGRATION = "Content AI"


def get_provider_info() -> dict[str, Any]:
    """Return the provider's metadata in the form of Airflow's provider_info.schema.json."""
    return {
        "package-name": "airflow-provider-content-ai",
        "name": INTEGRATION,
        "description": (
            "Extract data from web pages, convert to Markdown, generate text and query collections "
            "through an AI content service, with every token accounted for."
        ),
        "operators": [{"integration-name": INTEGRATION, "python-modules": ["airflow_provider.operators"]}],
        "sensors": [{"integration-name": INTEGRATION, "python-modules": ["airflow_provider.watch.sensor"]}],
        "triggers": [{"integration-name": INTEGRATION, "python-modules": ["airflow_provider.watch.trigger"]}],
        "hooks": [{"integration-name": INTEGRATION, "python-modules": ["airflow_provider.hooks"]}],
        "config": {"content_ai": {"description": "Watching pages.", "options": _options()}},
        "connection-types": [
            {
                "connection-type": "content_ai",
                "hook-class-name": "airflow_provider.hooks.ContentAIHook",
                "hook-name": INTEGRATION,
                "ui-field-behaviour": {
                    "hidden-fields": ["login", "schema"],
                    "relabeling": {"host": "Base URL", "password": "Token"},
                    # The Test button of Airflow 3.3 and 3.4 sends port 0 for none, and is then refused as a change of
                    # the stored port (apache/airflow 73298): a stored 0, which means none here, is what it sends.
                    "placeholders": {
                        "host": "https://api.example.com",
                        "port": "0, the port in Base URL: Airflow's Test button needs a number here",
                        "password": "the account's API key",
                    },
                },
                "conn-fields": _connection_fields(),
            }
        ],
    }


def _options() -> dict[str, Any]:
    return {
        "watch_user_agent": {
            "description": "Sent to watched pages; what stands before the first slash is its name in robots.txt.",
            "version_added": "0.1.0",
            "type": "string",
            "example": "harbour-books/1.0 (books@example.com)",
            "default": "",
        },
        "watch_obey_robots": {
            "description": "Whether pages that robots.txt forbids are left alone.",
            "version_added": "0.1.0",
            "type": "boolean",
            "example": None,
            "default": "True",
        },
    }


def _connection_fields() -> dict[str, Any]:
    return {
        "auth_prefix": _field(
            "Word before the token",
            "Token unless given; empty sends the bare key.",
            "string",
            default="Token",
        ),
        "timeout": _field("Timeout (s)", "Longest wait for a whole answer; 300 unless given.", "number"),
        "connect_timeout": _field("Connect timeout (s)", "10 unless given.", "number"),
        "max_attempts": _field("Sends per call", "Most sends of one call inside a task; 3 unless given.", "integer"),
        "max_wait": _field("Longest pause (s)", "Longest pause between sends; 60 unless given.", "number"),
        "max_answer_bytes": _field(
            "Largest answer (bytes)",
            "Packed and unpacked; 100000000 unless given. Reading one takes at most twice as much memory.",
            "integer",
            minimum=1,
        ),
        "requests_per_minute": _field("Requests per minute", "No limit unless given.", "number"),
        "verify": _field("Verify TLS", "true, false, or the path of a CA file; true unless given.", "string"),
        "proxy": _field("Proxy", "URL of an HTTP proxy.", "string", format="password"),
        "headers": _field("Headers", "Further headers, as a JSON object.", "object"),
        "prices": _field(
            "Prices",
            'By operation, as a JSON object: {"currency": "EUR", "extract": {"per_call": 0.01}}.',
            "object",
        ),
        "price_per_1k_tokens": _field("Price per 1,000 tokens", "Of what has no price of its own.", "number"),
        "shared": _field(
            "Shared limits",
            "Id of a connection of type redis, or a redis URL: budgets and requests per minute hold for all workers.",
            "string",
        ),
        "shared_required": _field(
            "Shared limits required",
            "true or false: whether nothing is sent while Redis is away; true unless given.",
            "string",
        ),
        "markdown_url_field": _field(
            "Markdown: name of the URL field",
            "link or resource; as in the contract's examples unless given.",
            "string",
            enum=["link", "resource"],
        ),
        "markdown_type_field": _field(
            "Markdown: name of the type field",
            "resource_type unless given.",
            "string",
            enum=["resource_type", "type"],
        ),
    }


def _field(label: str, description: str, kind: str, **schema: Any) -> dict[str, Any]:
    return {"label": label, "description": description, "schema": {"type": [kind, "null"], **schema}}
