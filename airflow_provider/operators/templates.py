"""Template fields: which values Jinja has something to do with, and how it renders them here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE_MARKS = ("{%", "{{", "{#")


def is_literal(value: object) -> bool:
    """Say whether *value* is what the request will carry: nothing in it is rendered or comes from another task."""
    if isinstance(value, str):
        return not any(mark in value for mark in TEMPLATE_MARKS)
    if isinstance(value, Mapping):
        return all(map(is_literal, value)) and all(map(is_literal, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_literal, value))
    return value is None or isinstance(value, bool | int | float)


def renders_as_itself(text: str, env: Environment) -> bool:
    """Say whether *text* is what *env* makes of it; to find that out by rendering it costs a hundred times as much."""
    # Jinja drops a line's end at the end of a text, and changes others.
    return is_literal(text) and not text.endswith("\n") and "\r" not in text and _has_known_marks(env)


def keeping_order(env: Environment) -> Environment:
    """Return *env* with a `tojson` that keeps the order of keys: that of a schema's fields is that of the columns."""
    ordered = env.overlay()
    dumps = {**env.policies.get("json.dumps_kwargs", {}), "sort_keys": False}
    ordered.policies = {**env.policies, "json.dumps_kwargs": dumps}
    return ordered


def _has_known_marks(env: Environment) -> bool:
    """Say whether *env* neither renders to Python's own types, nor has marks or line ends of its own."""
    from jinja2.nativetypes import NativeEnvironment

    marks = (env.block_start_string, env.variable_start_string, env.comment_start_string)
    return (
        marks == TEMPLATE_MARKS
        and env.line_statement_prefix is env.line_comment_prefix is None
        and env.newline_sequence == "\n"
        and not isinstance(env, NativeEnvironment)
    )
