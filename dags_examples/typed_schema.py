"""
A pydantic model as the schema: the fields are declared once, and every row is validated by it.

The rows come back as plain dicts, so that any task can take them; a row that is no Book fails the task that has paid
for it, and no task after it sees one.
"""

from airflow.sdk import dag, task
from pydantic import BaseModel, Field

from airflow_provider.operators import ExtractOperator


class Book(BaseModel):
    """One book of the listing; what the page does not say is None."""

    title: str
    author: str | None
    price: float | None = Field(gt=0, description="In pounds")
    in_stock: bool | None


@dag(schedule=None, tags=["content_ai"])
def typed_schema() -> None:
    """Find the cheapest book that can be had today."""
    books = ExtractOperator(
        task_id="books",
        link="{{ var.value.bookshop_url }}/index.html",
        prompt="Every book with its author, its price and whether it is in stock",
        json_schema=Book,
    )

    @task
    def cheapest(rows: list[dict[str, object]]) -> str:
        found = [Book.model_validate(row) for row in rows]
        offers = [(book.price, book.title) for book in found if book.in_stock and book.price is not None]
        return min(offers)[1]

    cheapest(books.output)


typed_schema()
