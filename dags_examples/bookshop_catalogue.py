"""
What a bookshop's website says, as data: the DAG that `make demo` runs.

The listing page becomes a pandas DataFrame and is summed up by an ordinary Python task.
A page, a PDF and a DOCX become Markdown.
A collection of documents answers a question with a list of rows; then a model answers one in words.
The collection is deleted at the end, whatever happened before, because storing it costs as well.

Put documents into the collection before the run. With the embedded service:

    python -m airflow_provider.local collection add harbour-lane FILE_OR_URL... --data DIR
"""

from typing import TYPE_CHECKING

from airflow.sdk import dag, task

from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)

if TYPE_CHECKING:
    import pandas as pd

SHOP = "{{ var.value.bookshop_url }}"


@dag(schedule=None, params={"collection_id": "harbour-lane"}, tags=["content_ai"])
def bookshop_catalogue() -> None:
    """Read the whole shop."""
    listing = ExtractOperator(
        task_id="listing",
        link=f"{SHOP}/index.html",
        prompt="Every book with its author, its price in pounds and whether it is in stock",
        json_schema={"title": "string", "author": "string", "price": "number", "in_stock": "boolean"},
        output_format="dataframe",
    )

    @task
    def sum_up(books: "pd.DataFrame") -> dict[str, float]:
        in_stock = books[books["in_stock"]]
        return {
            "books": len(books),
            "in_stock": len(in_stock),
            "worth": round(float(in_stock["price"].sum()), 2),
        }

    sum_up(listing.output)

    MarkdownConvertOperator(task_id="about_page", resource=f"{SHOP}/about.html")
    MarkdownConvertOperator(task_id="catalogue_pdf", resource=f"{SHOP}/catalogue.pdf", resource_type="file")
    opening_hours = MarkdownConvertOperator(
        task_id="opening_hours_docx", resource=f"{SHOP}/opening-hours.docx", resource_type="file"
    )

    query = CollectionQueryOperator(
        task_id="query_collection",
        collection_id="{{ params.collection_id }}",
        request_query="Books by Mara Ellingham",
        json_schema=[{"title": "string", "author": "string", "pages": "int"}],
        json_schema_rules="One item for each book. Leave out what the documents do not say.",
    )

    TextGenerationOperator(
        task_id="answer_in_words",
        model="extractive",
        messages=[
            {"role": "system", "content": "{{ ti.xcom_pull(task_ids='opening_hours_docx') }}"},
            {"role": "user", "content": "When does the shop open on Saturday?"},
        ],
    ).set_upstream(opening_hours)

    query >> CollectionDeleteOperator(
        task_id="delete_collection",
        collection_id="{{ params.collection_id }}",
        trigger_rule="all_done",
    )


bookshop_catalogue()
