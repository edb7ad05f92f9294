"""
One task for each page, where the pages are known only when the DAG runs.

Right for a handful of pages whose tasks should be seen, retried and cleared one by one.
For hundreds of pages use `ExtractBatchOperator`: one task, many calls at once.
"""

from airflow.sdk import Variable, dag, task

from airflow_provider.operators import ExtractOperator


@dag(
    schedule=None,
    params={"books": ["night-trains", "letters-to-a-river", "bread-for-beginners", "repairing-bicycles"]},
    tags=["content_ai"],
)
def mapped_pages() -> None:
    """Read the page of each book that the run asks for."""

    @task
    def links(params: dict[str, list[str]]) -> list[str]:
        shop = Variable.get("bookshop_url")
        return [f"{shop}/books/{book}.html" for book in params["books"]]

    ExtractOperator.partial(
        task_id="book",
        prompt="The book's title, its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
    ).expand(link=links())


mapped_pages()
