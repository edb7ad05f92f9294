"""
Cutting a document into the records of a collection.

Every row of a table is a record with its header's labels, and so is every entry of a listing or of the
page's data; what remains is cut at its paragraphs.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from airflow_provider.local.documents import Loaded
from airflow_provider.local.errors import Missing
from airflow_provider.local.fetch import MAX_BYTES, load_blocking, read_url
from airflow_provider.local.store import Record
from airflow_provider.local.workers.jobs import job_of
from airflow_provider.local.workers.limits import Limits
from airflow_provider.local.workers.pool import pool_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.settings import Network
    from airflow_provider.local.store import Store


def add_source(store: Store, collection_id: str, source: str, *, allowed: Sequence[Network] = ()) -> int:
    """
    Put the file or page named by *source* into a collection, and return how many records it became.

    What came from the same source before is replaced. Raises `Missing` for what is not there.
    """
    if source.lower().startswith(("http://", "https://")):
        loaded = load_blocking(read_url(source, field="FILE_OR_URL"), allowed=allowed)
    else:
        loaded = _read_file(Path(source))
        source = str(Path(source).resolve())
    found = pool_of(Limits()).run_blocking(job_of("passages", loaded))
    name = PurePosixPath(unquote(urlsplit(loaded.url).path)).stem.replace("-", " ").replace("_", " ")
    records = [
        Record(text=text, facts=tuple((label, value) for label, value in facts), context=f"{name} {context}".strip())
        for text, facts, context in json.loads(found)
    ]
    return store.add(collection_id, source=source, records=records)


def _read_file(path: Path) -> Loaded:
    if not path.is_file():
        message = f"There is no file {str(path)!r}."
        raise Missing(message)
    if path.stat().st_size > MAX_BYTES:
        message = f"The file {str(path)!r} is larger than {MAX_BYTES // 1024 // 1024} MB."
        raise Missing(message)
    return Loaded(path.resolve().as_uri(), "", None, path.read_bytes())
