"""Which schemas can be asked for, in every form a user may give them."""

from __future__ import annotations

import copy
import json
import pickle
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, Optional

import pytest
from pydantic import BaseModel, Field

from airflow_provider.api.schema import extraction_schema, holds_model, is_model, model_in, query_schema, wire_of_model
from airflow_provider.errors import SchemaError


class Book(BaseModel):
    title: str
    price: float | None
    stock: Optional[int] = None  # noqa: UP045 - the old spelling is in use and must be understood
    in_print: bool = Field(alias="inPrint")


class Nested(BaseModel):
    book: Book


class Listing(BaseModel):
    titles: list[str]


class Ambiguous(BaseModel):
    price: int | str


class Nothing(BaseModel):
    pass


WIRE = [{"title": "string"}, {"price": "number"}, {"stock": "number"}, {"inPrint": "boolean"}]


@pytest.mark.parametrize(
    "given",
    [
        WIRE,
        tuple(WIRE),
        {"title": "string", "price": "number", "stock": "number", "inPrint": "boolean"},
        Book,
        '[{"title": "string"}, {"price": "number"}, {"stock": "number"}, {"inPrint": "boolean"}]',
        '{"title": "string", "price": "number", "stock": "number", "inPrint": "boolean"}',
    ],
    ids=["list", "tuple", "dict", "model", "json-list", "json-dict"],
)
def test_every_form_of_an_extraction_schema_has_one_wire_form(given: object) -> None:
    schema = extraction_schema(given)

    assert schema.extraction_wire() == WIRE
    assert schema.columns == ["title", "price", "stock", "inPrint"]
    assert schema.many


@pytest.mark.parametrize(
    ("given", "wire", "many"),
    [
        ({"title": "string", "n": "int"}, '{"title": "string", "n": "int"}', False),
        ([{"title": "string"}], '[{"title": "string"}]', True),
        (({"title": "string"},), '[{"title": "string"}]', True),
        ('{"title": "string"}', '{"title": "string"}', False),
        ('[{"title": "string"}]', '[{"title": "string"}]', True),
        ({"when": "ISO date"}, '{"when": "ISO date"}', False),
        (Book, '{"title": "string", "price": "float", "stock": "int", "inPrint": "boolean"}', False),
        (list[Book], '[{"title": "string", "price": "float", "stock": "int", "inPrint": "boolean"}]', True),
        ([Book], '[{"title": "string", "price": "float", "stock": "int", "inPrint": "boolean"}]', True),
        ({"größe": "string"}, '{"größe": "string"}', False),
    ],
    ids=["dict", "list", "tuple", "json", "json-list", "free-type", "model", "list[model]", "[model]", "unicode"],
)
def test_a_query_schema_says_whether_one_or_many_are_wanted(given: object, wire: str, *, many: bool) -> None:
    schema = query_schema(given)

    assert schema.query_wire() == wire
    assert schema.many is many


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"price": "money"}, "Field 'price' of json_schema has type 'money'. Use string, number or boolean."),
        ({"price": "String"}, "Field 'price' of json_schema has type 'String'"),
        ({"price": "int"}, "Field 'price' of json_schema has type 'int'"),
        ({"price": None}, "Field 'price' of json_schema has type null"),
        ({"price": {"value": "number"}}, "Field 'price' of json_schema has type an object"),
        ({"price": ["number"]}, "Field 'price' of json_schema has type a list"),
        ({"price": 5}, "Field 'price' of json_schema has type of type int"),
        ({"price": float}, "Field 'price' of json_schema has type of type type"),
        ([{"title": "string"}, {"title": "number"}], "Field 'title' stands twice"),
        ('{"title": "string", "title": "number"}', "Field 'title' stands twice"),
        ([{"title": "string", "price": "number"}], r"Item 1 of json_schema has 2 fields \('title', 'price'\)"),
        ([{"title": "string"}, {}], "Item 2 of json_schema has 0 fields"),
        (["title"], "Item 1 of json_schema is text"),
        ([None], "Item 1 of json_schema is null"),
        ({"": "string"}, r"empty field name \(''\)"),
        ({5: "string"}, r"empty field name \(5\)"),
        ([], "json_schema is empty"),
        ({}, "json_schema is empty"),
        ("[]", "json_schema is empty"),
        (Nothing, "json_schema is empty"),
        ("", "json_schema is text that is not JSON"),
        ("title: string", "json_schema is text that is not JSON"),
        ("[" * 100_000, "json_schema is text that is not JSON"),
        ('"title"', "json_schema is text"),
        ("null", "json_schema is null"),
        (True, "json_schema is a boolean"),
        (5, "json_schema is of type int"),
        (str, "json_schema is of type type"),
        (list[Book], "json_schema is of type GenericAlias"),
        (Nested, "Field 'book' of Nested has type a nested model"),
        (Listing, "Field 'titles' of Listing has type list"),
        (Ambiguous, "Field 'price' of Ambiguous has type"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_an_extraction_schema_without_words_for_it_is_refused_by_field(given: object, said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        extraction_schema(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "json_schema is a list of 0 objects"),
        ([{"a": "int"}, {"b": "int"}], "json_schema is a list of 2 objects"),
        ({}, "json_schema is empty"),
        ([{}], "json_schema is empty"),
        ({"a": ""}, "Field 'a' of json_schema has type ''. Use a type name such as string"),
        ({"a": {"b": "int"}}, "Field 'a' of json_schema has type an object"),
        ({"a": None}, "Field 'a' of json_schema has type null"),
        ('{"a": "int", "a": "string"}', "Field 'a' stands twice"),
        (["a"], "json_schema is text"),
        ("5", "json_schema is of type int"),
        ("not json", "json_schema is text that is not JSON"),
        (list[Nested], "Field 'book' of Nested has type a nested model"),
        (list[int], "json_schema is of type type"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_query_schema_without_words_for_it_is_refused_by_field(given: object, said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        query_schema(given)


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (Book, True),
        (list[Book], True),
        ([Book], True),
        (list[int], False),
        ([Book, Book], False),
        (Book.__name__, False),
    ],
    ids=repr,
)
def test_a_pydantic_class_is_found_where_airflow_would_call_it(value: Any, *, holds: bool) -> None:
    assert holds_model(value) is holds


class Shop(BaseModel):
    opened: date
    closes: Optional[datetime]  # noqa: UP045 - as above
    rating: Annotated[Decimal, Field(ge=0)] | None
    kind: Literal["books", "tea"]
    floor: Literal[0, 1.5]
    size: Size
    rank: Rank


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Rank(IntEnum):
    FIRST = 1


def test_dates_decimals_choices_and_enums_travel_as_text_or_numbers() -> None:
    pairs = [{"opened": "string"}, {"closes": "string"}, {"rating": "number"}, {"kind": "string"}]

    assert extraction_schema(Shop).extraction_wire() == [
        *pairs,
        {"floor": "number"},
        {"size": "string"},
        {"rank": "number"},
    ]
    assert json.loads(query_schema(Shop).query_wire()) == {
        "opened": "string",
        "closes": "string",
        "rating": "float",
        "kind": "string",
        "floor": "float",
        "size": "string",
        "rank": "int",
    }


class Mixed(Enum):
    ONE = 1
    TWO = "two"


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (Mixed, "has type Mixed"),
        (Literal[1, "two"], "has type"),
        (list[Book], "has type list"),
        (Optional[Book], "has type a nested model"),  # noqa: UP045 - as above
        (dict[str, str], "has type dict"),
        ("NotThere", "has type NotThere, which is not defined where the class is"),
    ],
    ids=str,
)
def test_a_field_without_words_for_it_is_refused_by_name(annotation: Any, said: str) -> None:
    model = type("Made", (BaseModel,), {"__annotations__": {"made": annotation}})

    with pytest.raises(SchemaError, match=f"Field 'made' of Made {said}"):
        extraction_schema(model)


@pytest.mark.parametrize(
    "schema",
    [wire_of_model([{"a": "string"}], Book), wire_of_model('{"a": "string"}', list[Book])],
    ids=["list", "text"],
)
def test_a_wire_form_carries_its_model_through_copies(schema: Any) -> None:
    for copied in (schema, copy.copy(schema), copy.deepcopy(schema), pickle.loads(pickle.dumps(schema))):  # noqa: S301 - ours
        assert model_in(copied) is Book
        assert copied == schema
    assert model_in([{"a": "string"}]) is model_in("text") is None


def test_an_instance_is_not_a_model_class() -> None:
    assert not is_model(Nothing())
