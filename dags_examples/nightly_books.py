"""Every night, a site's rows in PostgreSQL (connection `books_db`): only pages that have changed are paid for."""

import json
import os
from contextlib import closing

from airflow.sdk import Connection, ObjectStoragePath, dag, task

from airflow_provider.operators import ExtractBatchOperator, FindLinksOperator

SHOP = os.environ.get("BOOKSHOP_URL", "https://shop.example.com")
LOCAL = SHOP.startswith("http://127.0.0.1")
UPSERT = """
    CREATE TABLE IF NOT EXISTS nightly_books (link text PRIMARY KEY, title text, price numeric);
    INSERT INTO nightly_books SELECT * FROM json_to_recordset(%s) AS row (link text, title text, price numeric)
    ON CONFLICT (link) DO UPDATE SET title = EXCLUDED.title, price = EXCLUDED.price
"""


@dag(schedule=None, params={"folder": "file:///tmp/nightly-books"}, max_active_runs=1, tags=["content_ai"])
def nightly_books() -> None:
    """Find the pages, pay for those that have changed, check the rows, load them, and tell the spend."""
    links = FindLinksOperator(
        task_id="links",
        source=f"{SHOP}/index.html",
        include="**/books/*.html",
        result_path="{{ params.folder }}/links.jsonl",
        allow_private=LOCAL,
    )
    books = ExtractBatchOperator(
        task_id="books",
        links=links.output,
        prompt="The book's title and its price in pounds",
        json_schema={"title": "string", "price": "number"},
        reuse={"memory": "{{ params.folder }}/memory", "allow_private": LOCAL},
        expect={"required": ["title"], "check_on_page": ["title", "price"], "min_found": 0.98, "allow_private": LOCAL},
        result_path="{{ params.folder }}/books.jsonl",
    )

    @task
    def load(path: str) -> dict[str, int]:
        import psycopg2  # noqa: PLC0415 - not when the file is only parsed

        rows = [json.loads(line) for line in ObjectStoragePath(path).read_text().splitlines()]
        with closing(psycopg2.connect(Connection.get("books_db").get_uri())) as db, db, db.cursor() as cursor:
            cursor.execute(UPSERT, [json.dumps(rows)])
        return {"rows": len(rows)}

    @task
    def spent(usage: dict[str, float]) -> dict[str, float]:
        return {name: usage[name] for name in ("calls", "reused_calls", "cost", "saved")}

    load(books.output) >> spent(books.output["usage"])


nightly_books()
