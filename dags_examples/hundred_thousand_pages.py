"""
A hundred thousand pages from a file: cut into chunks, one batch task for each, spread over the workers.

Give the param `links` the path of a text file with a link a line, and `folder` a place for chunks and results, on
any object store that all workers reach. In your own DAG, name a pool with as many slots as chunks may run at once;
the default pool stands here, because every Airflow has it.
"""

from airflow.sdk import ObjectStoragePath, dag, task

from airflow_provider.operators import ExtractBatchOperator


@dag(
    schedule=None,
    params={"links": "file:///tmp/books/links.txt", "folder": "file:///tmp/books", "pages_per_task": 10_000},
    render_template_as_native_obj=True,
    tags=["content_ai"],
)
def hundred_thousand_pages() -> None:
    """Cut the file, read every chunk, and tell how many pages were read."""

    @task
    def cut(params: dict[str, object]) -> list[str]:
        folder = ObjectStoragePath(str(params["folder"]))
        folder.mkdir(parents=True, exist_ok=True)
        chunks: list[str] = []
        lines: list[str] = []

        def close_chunk() -> None:
            chunk = folder / f"links-{len(chunks):04d}.txt"
            chunk.write_text("".join(lines))
            chunks.append(str(chunk))
            lines.clear()

        with ObjectStoragePath(str(params["links"])).open() as file:
            for line in file:
                lines.append(line)
                if len(lines) == params["pages_per_task"]:
                    close_chunk()
        if lines:
            close_chunk()
        return chunks

    books = ExtractBatchOperator.partial(
        task_id="books",
        prompt="The book's title and its price in pounds",
        json_schema={"title": "string", "price": "number"},
        concurrency=64,
        result_path="{{ params.folder }}/books-{{ '%04d' % ti.map_index }}.parquet",
        pool="default_pool",
        max_failures=0.02,
        retries=3,
        map_index_template="chunk {{ ti.map_index }}",
    ).expand(links=cut())

    @task
    def sum_up(manifests: list[dict[str, int]]) -> dict[str, int]:
        return {name: sum(one[name] for one in manifests) for name in ("items", "succeeded", "failed")}

    sum_up(books.output["manifest"])


hundred_thousand_pages()
