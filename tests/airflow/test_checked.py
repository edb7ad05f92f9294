"""Expectations and models in tasks that Airflow runs: mapped, serialised, templated, and over runs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel, Field

from airflow_provider.operators import CollectionQueryOperator, ExtractBatchOperator, ExtractOperator
from airflow_provider.results import Expect

LINKS = [f"https://example.com/{number}" for number in range(3)]


class Book(BaseModel):
    title: str
    price: float = Field(gt=0, description="In EUR")


def page(method: str, path: str, body: bytes) -> Any:
    """Answer well for all links but the last."""
    bad = b"example.com/2" in body
    return {"response": [{"title": "Emma", "price": -1 if bad else 7.5}], "tokens": 1, "success": True}


WAYS: dict[str, Any] = {
    "plain": lambda: [
        ExtractOperator(task_id=f"t{number}", link=link, prompt="p", json_schema=Book)
        for number, link in enumerate(LINKS)
    ],
    "mapped": lambda: ExtractOperator.partial(task_id="t", prompt="p", json_schema=Book).expand(link=LINKS),
    "mapped prompts": lambda: ExtractOperator.partial(task_id="t", link=LINKS[2], json_schema=Book).expand(
        prompt=["p", "q"]
    ),
    "batch": lambda: ExtractBatchOperator(task_id="t", links=LINKS, prompt="p", json_schema=Book),
    "mapped batches": lambda: ExtractBatchOperator.partial(task_id="t", prompt="p", json_schema=Book).expand(
        links=[LINKS[:1], LINKS[1:]]
    ),
    "mapped query": lambda: CollectionQueryOperator.partial(
        task_id="t", collection_id="c", json_schema=list[Book], json_schema_rules="None."
    ).expand(request_query=["a", "example.com/2"]),
}


REFUSED_AND_DELIVERED = {
    "plain": (1, 2),
    "mapped": (1, 2),
    "mapped prompts": (2, 0),
    "batch": (1, 0),
    "mapped batches": (1, 1),
    "mapped query": (1, 1),
}
KEYS = ("rejected", "return_value")


@pytest.mark.parametrize("name", WAYS)
def test_a_model_validates_wherever_the_operator_stands(run: Any, service: Any, name: str) -> None:
    refused, delivered = REFUSED_AND_DELIVERED[name]
    service.by_request = page

    left = run(WAYS[name])

    pushed = {key: [value for (_, _, name), value in left.xcoms.items() if name == key] for key in KEYS}
    assert tuple(map(len, pushed.values())) == (refused, delivered)
    assert all(one["reason"].startswith("Book: field 'price': -1") for rows in pushed["rejected"] for one in rows)
    assert all(b"In EUR" in body for _, _, body in service.seen)


def test_a_serialised_dag_holds_the_wire_form_of_a_model_and_an_expectation(run: Any) -> None:
    from airflow.sdk import DAG
    from airflow.serialization.serialized_objects import DagSerialization

    with DAG("d", schedule=None) as dag:
        expect = Expect(min_rows=1, required=["title"])
        ExtractOperator(task_id="one", link=LINKS[0], prompt="p", json_schema=Book, expect=expect)
        ExtractOperator.partial(task_id="many", prompt="p", json_schema=Book, expect=expect).expand(link=LINKS)
    stored = json.dumps(DagSerialization.to_dict(dag))

    assert "Book" not in stored
    assert "_model" not in stored
    for task in json.loads(stored)["dag"]["tasks"]:
        fields = task["__var"].get("partial_kwargs", task["__var"])
        assert "min_rows" in json.dumps(fields["expect"])
        assert "price" in json.dumps(fields["json_schema"])


def test_the_prompt_is_shown_with_the_descriptions(run: Any, service: Any) -> None:
    from airflow.models.renderedtifields import RenderedTaskInstanceFields
    from airflow.utils.session import create_session
    from sqlalchemy import select

    service.by_request = page
    prompt = "Books of {{ params.shop }}, {% raw %}{{ as they are }}{% endraw %}"

    run(lambda: ExtractOperator(task_id="shown", link=LINKS[0], prompt=prompt, json_schema=Book, params={"shop": "A"}))

    with create_session() as session:
        # Airflow 3.4 tells rows apart by their task instances only.
        prompts = [one.rendered_fields.get("prompt", "") for one in session.scalars(select(RenderedTaskInstanceFields))]
    assert [prompt for prompt in prompts if prompt.startswith("Books of")] == [
        "Books of A, {{ as they are }}\n\nFields:\n- price: In EUR"
    ]


def test_an_expectation_is_rendered(run: Any, service: Any) -> None:
    service.by_request = page
    expect = {"min_rows": "{{ params.least }}", "required": "{{ params.needed }}"}

    left = run(
        lambda: ExtractOperator(
            task_id="t",
            link=LINKS[0],
            prompt="p",
            json_schema={"title": "string"},
            expect=expect,
            params={"least": 2, "needed": ["title"]},
        )
    )

    assert left.states == {"t": "failed"}
    assert len(service.seen) == 1


@pytest.mark.parametrize("mapped", [False, True], ids=["plain", "mapped"])
def test_rows_are_compared_with_the_last_success(
    database: None, connection: Any, service: Any, tmp_path: Any, mapped: Any
) -> None:
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import BundleDagBag, sync_bag_to_db
    from airflow.sdk import DAG

    fields: dict[str, Any] = {
        "task_id": "t",
        "prompt": "p",
        "json_schema": {"title": "string"},
        "expect": {"max_drop": 0.5},
    }
    with DAG(f"drop_{mapped}", schedule=None) as dag:
        if mapped:
            ExtractOperator.partial(**fields).expand(link=LINKS[:1])
        else:
            ExtractOperator(**fields, link=LINKS[0])
    DagBundlesManager().sync_bundles_to_db()
    bag = BundleDagBag(dag_folder=tmp_path, bundle_path=tmp_path, bundle_name="dags-folder")
    bag.bag_dag(dag)
    sync_bag_to_db(bag, "dags-folder", None)
    states = []
    for count in (10, 4, 5, 3, 2):
        service.answers({"response": [{"title": "Emma"}] * count, "success": True})
        states.append(str(dag.test().state))

    # Four are too few after ten, five are not; two are too few after three.
    assert states == ["success", "failed", "success", "success", "success"]
