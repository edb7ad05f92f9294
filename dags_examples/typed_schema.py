"""
A pydantic model as the schema: the fields are declared once, and checked again where the rows are used.

The model's class is turned into the service's schema when the DAG is parsed; the rows come back as plain
dicts, so that any task can take them.
"""

from airflow.sdk import dag, task
from pydantic import BaseModel

from airflow_provider.operators import ExtractOperator


class Book(BaseModel):
    """One book of the listing; what the page does not say is None."""

    title: str
    author: str | None
    price: float | None
    in_stock: bool | None


@dag(schedule=None, tags=["content_ai"])
def typed_schema() -> None:
    """Find the cheapest book that can be had today."""
    books = ExtractOperator(
        task_id="books",
        link="{{ var.value.bookshop_url }}/index.html",
        prompt="Every book with its author, its price in pounds and whether it is in stock",
        json_schema=Book,
    )

    @task
    def cheapest(rows: list[dict[str, object]]) -> str:
        found = [Book.model_validate(row) for row in rows]
        offers = [(book.price, book.title) for book in found if book.in_stock and book.price is not None]
        return min(offers)[1]

    cheapest(books.output)


typed_schema()
