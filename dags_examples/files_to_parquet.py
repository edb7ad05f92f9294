"""
Results as files on an object store, for whatever does not belong into XCom.

The operator writes the file and its XCom is only the path, so that the size of the data does not matter.
Give the param `folder` any address that Airflow's ObjectStoragePath knows: s3://, gs://, abfs://, file://.
"""

from airflow.sdk import ObjectStoragePath, dag, task

from airflow_provider.operators import ExtractOperator, MarkdownConvertOperator

FOLDER = "{{ params.folder }}/{{ run_id | replace(':', '') | replace('+', '') }}"


@dag(schedule=None, params={"folder": "file:///tmp/bookshop"}, tags=["content_ai"])
def files_to_parquet() -> None:
    """Write the books as Parquet and the opening hours as Markdown, and read both again."""
    books = ExtractOperator(
        task_id="books",
        link="{{ var.value.bookshop_url }}/index.html",
        prompt="Every book with its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
        result_path=f"{FOLDER}/books.parquet",
    )
    opening_hours = MarkdownConvertOperator(
        task_id="opening_hours",
        resource="{{ var.value.bookshop_url }}/opening-hours.docx",
        resource_type="file",
        result_path=f"{FOLDER}/opening-hours.md",
    )

    @task
    def dearest(path: str) -> str:
        import pandas as pd  # noqa: PLC0415 - not when the file is only parsed

        with ObjectStoragePath(path).open("rb") as file:
            frame = pd.read_parquet(file)
        return str(frame.loc[frame["price"].idxmax(), "title"])

    @task
    def first_line(path: str) -> str:
        return ObjectStoragePath(path).read_text().partition("\n")[0]

    dearest(books.output)
    first_line(opening_hours.output)


files_to_parquet()
