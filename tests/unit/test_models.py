"""A pydantic model as the schema: what its rows come back as, and what it refuses."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, model_validator

from airflow_provider.operators import CollectionQueryOperator, ExtractOperator
from tests.unit.tries import EXTRACT, GOOD, QUERY, SCHEMA, ok


class Book(BaseModel):
    title: str
    price: float


class Cover(Enum):
    HARD = "hard"
    SOFT = "soft"


class Edition(BaseModel):
    title: str = Field(min_length=2, description="The title,\n without a subtitle")
    price: Annotated[Decimal, Field(gt=0)]
    cover: Cover
    pages: Literal[100, 200]
    printed: date
    seen: datetime | None = Field(default=None, alias="seenAt", description="When it was in stock")
    stock: int = 1


EDITION = {
    "title": "Emma",
    "price": "7.50",
    "cover": "hard",
    "pages": 100,
    "printed": "1815-12-23",
    "seenAt": "2026-01-02T03:04:05+01:00",
    "note": "further",
}
READ = {**EDITION, "price": 7.5, "stock": 1}


class TestModel:
    def test_values_come_back_safe_for_json_in_the_models_order(self, task: Any) -> None:
        (row,) = task(ok([EDITION]), json_schema=Edition).run()

        assert row == READ
        assert list(row) == ["title", "price", "cover", "pages", "printed", "seenAt", "stock", "note"]
        assert type(row["pages"]) is int

    def test_a_frame_has_dates_and_whole_numbers(self, task: Any) -> None:
        frame = task(ok([EDITION]), json_schema=Edition, output_format="dataframe").run()

        assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
            "title": "string",
            "price": "Float64",
            "cover": "string",
            "pages": "Int64",
            "printed": "datetime64[ms]",
            "seenAt": "datetime64[us, UTC]",
            "stock": "Int64",
        }
        assert frame["seenAt"][0].isoformat() == "2026-01-02T02:04:05+00:00"
        assert frame["printed"][0].date() == date(1815, 12, 23)

    def test_parquet_has_dates(self, task: Any, tmp_path: Path) -> None:
        import pyarrow.parquet as pq

        path = task(ok([EDITION]), json_schema=Edition, result_path=str(tmp_path / "e.parquet")).run()
        (row,) = pq.read_table(path).to_pylist()

        assert row["printed"] == date(1815, 12, 23)
        assert row["seenAt"] == datetime.fromisoformat(EDITION["seenAt"])

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"title": "E"}, "field 'title': 'E': String should have at least 2 characters"),
            ({"title": None}, "field 'title': None: Input should be a valid string"),
            ({"price": -1}, "field 'price': -1: Input should be greater than 0"),
            ({"cover": "leather"}, "field 'cover': 'leather': Input should be 'hard' or 'soft'"),
            ({"pages": 150}, "field 'pages': 150: Input should be 100 or 200"),
            ({"printed": "long ago"}, "field 'printed': 'long ago': Input should be a valid date"),
            ({"seenAt": "then"}, "field 'seenAt': 'then': Input should be a valid datetime"),
            ({"stock": 1.5}, "field 'stock': 1.5: Input should be a valid integer"),
        ],
        ids=lambda value: str(value)[:20],
    )
    def test_what_the_model_refuses_is_named_kept_and_rejected(
        self, task: Any, changed: dict[str, Any], said: str
    ) -> None:
        ran = task(ok([EDITION, {**EDITION, **changed}]), json_schema=Edition)

        assert f"Edition refuses 1 of 2 rows: row 2, {said}" in ran.fails()
        (rejected,) = ran.ti.xcoms["rejected"]
        assert rejected["reason"].startswith(f"Edition: {said}")
        assert rejected["row"].items() >= {name: value for name, value in changed.items() if name == "cover"}.items()
        ran.fails()
        assert ran.calls == 1

    def test_rows_can_be_left_out_or_delivered(self, task: Any, capsys: pytest.CaptureFixture[str]) -> None:
        rows = ok([EDITION, {**EDITION, "printed": "long ago"}])
        left = task(rows, json_schema=Edition, on_invalid="skip").run()
        assert len(left) == 1
        assert "1 rows of page https://b.test/1 are refused by their model" in capsys.readouterr().out

        kept = task(rows, json_schema=Edition, expect={"on_unmet": "warn"}, output_format="dataframe").run()

        assert kept["printed"].isna().tolist() == [False, True]

    def test_a_field_that_may_be_null_is_so_where_the_user_says_so(self, task: Any) -> None:
        ran = task(ok([{**EDITION, "seenAt": "then"}]), json_schema=Edition, on_invalid="null")
        assert ran.run()[0]["seenAt"] is None

        ran = task(ok([{**EDITION, "printed": "long ago"}]), json_schema=Edition, on_invalid="null")
        assert "field 'printed': None" in ran.fails()

    def test_its_own_validators_speak_of_the_row(self, task: Any) -> None:
        class Cheap(BaseModel):
            title: str
            price: float

            @model_validator(mode="after")
            def _is_cheap(self) -> Cheap:
                if self.price > len(self.title):
                    raise ValueError("too dear for its title")
                return self

        said = task(ok([{"title": "Emma", "price": 5}]), json_schema=Cheap).fails()

        assert "Cheap refuses 1 of 1 row: row 1, Value error, too dear for its title" in said

    def test_an_object_of_a_query_is_validated_too(self, task: Any) -> None:
        ran = task(ok([]), kind=CollectionQueryOperator, json_schema=Book)
        assert "Book refuses 1 of 1 row" in ran.fails()

        ran = task(ok(GOOD), kind=CollectionQueryOperator, json_schema=list[Book], expect={"max_rows": 2})
        assert ran.run() == GOOD

    def test_descriptions_are_in_the_prompt_once_and_seen_when_it_is_rendered(self, task: Any) -> None:
        ran = task(ok([EDITION]), json_schema=Edition)
        said = "Every book\n\nFields:\n- title: The title, without a subtitle\n- seenAt: When it was in stock"
        ran.operator.render_template_fields({})

        assert ran.operator.prompt == said
        ran.run()
        assert json.loads(ran.server.requests[0].body)["prompt"] == said

    def test_descriptions_of_a_query_are_in_its_rules(self) -> None:
        operator = CollectionQueryOperator(task_id="t", **QUERY, json_schema=[Edition])
        operator.render_template_fields({})

        assert operator.json_schema_rules.startswith("r\n\nFields:\n- title: The title")

    def test_a_model_without_descriptions_asks_what_its_wire_form_asks(self) -> None:
        of_model = ExtractOperator(task_id="t", **EXTRACT, json_schema=Book).build_request()
        of_dict = ExtractOperator(task_id="u", **EXTRACT, json_schema=SCHEMA).build_request()

        assert of_model.fingerprint("https://a.test") == of_dict.fingerprint("https://a.test")


@pytest.mark.parametrize("schema", [Book, list[Book]], ids=["model", "list"])
def test_a_mapped_instance_has_the_model_and_airflow_sees_the_wire_form(schema: Any) -> None:
    mapped = CollectionQueryOperator.partial(
        task_id="t", collection_id="c", json_schema=schema, json_schema_rules="r"
    ).expand(request_query=["q"])
    operator = mapped.unmap({"request_query": "q"})

    assert operator._model is Book
    assert isinstance(mapped.partial_kwargs["json_schema"], str)
    assert operator.json_schema == mapped.partial_kwargs["json_schema"]
