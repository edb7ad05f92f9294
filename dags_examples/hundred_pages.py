"""
A hundred pages in one task: many calls at once, answers kept, resumed after a crash without paying twice.

The rows come in the order of the links. Which pages failed, and why, is in XCom `manifest`.
"""

from airflow.sdk import Variable, dag, task

from airflow_provider.operators import ExtractBatchOperator

BOOKS = ("night-trains", "letters-to-a-river", "bread-for-beginners", "repairing-bicycles")


@dag(schedule=None, params={"pages": 100}, tags=["content_ai"])
def hundred_pages() -> None:
    """Read a hundred pages of the bookshop, and count what came of them."""

    @task
    def links(params: dict[str, int]) -> list[str]:
        shop = Variable.get("bookshop_url")
        return [f"{shop}/books/{BOOKS[n % len(BOOKS)]}.html?copy={n}" for n in range(params["pages"])]

    books = ExtractBatchOperator(
        task_id="books",
        links=links(),
        prompt="The book's title and its price in pounds",
        json_schema={"title": "string", "price": "number"},
        concurrency=16,
        max_failures=0.05,
        retries=2,
    )

    @task
    def sum_up(rows: list[dict[str, object]], manifest: dict[str, int]) -> str:
        return f"{len(rows)} rows of {manifest['succeeded']} pages, {manifest['failed']} failed"

    sum_up(books.output, books.output["manifest"])


hundred_pages()
