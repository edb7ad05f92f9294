"""What users may say of reuse: a Reuse, a dict or JSON text, checked by the name of the field."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from airflow_provider.errors import InvalidRequestError
from airflow_provider.web import Reuse

WHOLE = Reuse(
    memory="s3://bucket/books",
    when="recent",
    max_age=timedelta(days=30),
    select=("main", ".price"),
    ignore=("time",),
    min_change=0.1,
    allow_private=True,
)


def test_nothing_is_reused_unless_asked_for() -> None:
    assert Reuse.of(None) is None
    assert Reuse.of("") is None


@pytest.mark.parametrize("value", [WHOLE, WHOLE.as_dict(), json.dumps(WHOLE.as_dict())], ids=["Reuse", "dict", "text"])
def test_a_reuse_a_dict_and_text_say_the_same(value: object) -> None:
    assert Reuse.of(value) == WHOLE


def test_the_dict_is_plain_and_holds_only_what_was_set() -> None:
    assert Reuse(memory="m").as_dict() == {"memory": "m"}
    assert json.loads(json.dumps(WHOLE.as_dict())) == WHOLE.as_dict()


def test_what_templates_render_is_read() -> None:
    given = {"memory": " m ", "max_age": "3600", "min_change": "0.5", "allow_private": "True", "select": "p"}

    assert Reuse.of(given) == Reuse(
        memory="m",
        max_age=timedelta(hours=1),
        min_change=0.5,
        allow_private=True,
        select=("p",),
        ignore=(),
    )


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (3, "reuse"),
        ("s3://bucket/books", "reuse"),
        ({}, "memory"),
        ({"memory": " "}, "memory"),
        ({"memory": "m", "path": "x"}, "path"),
        ({"memory": "m", "when": "always"}, "when"),
        ({"memory": "m", "when": "recent"}, "max_age"),
        ({"memory": "m", "max_age": -1}, "max_age"),
        ({"memory": "m", "max_age": True}, "max_age"),
        ({"memory": "m", "max_age": "a month"}, "max_age"),
        ({"memory": "m", "select": "p["}, "select"),
        ({"memory": "m", "ignore": [3]}, "ignore"),
        ({"memory": "m", "min_change": 2}, "min_change"),
        ({"memory": "m", "allow_private": "perhaps"}, "allow_private"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(value: Any, field: str) -> None:
    with pytest.raises(InvalidRequestError, match=field):
        Reuse.of(value)


def test_other_selectors_are_another_reading() -> None:
    url = "https://shop.example.com/"
    readings = {Reuse(memory="m", **given).reading_of(url) for given in ({}, {"select": "p"}, {"ignore": "p"})}

    assert len(readings) == 3
    assert Reuse(memory="m", select="p").reading_of(url) == Reuse(memory="n", select=["p"]).reading_of(url)
