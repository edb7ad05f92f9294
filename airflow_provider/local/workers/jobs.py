"""
What a worker can do: from a document's bytes to the bytes of its answer.

Each job is a function of the body and of JSON values, and gives UTF-8 text or JSON.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from airflow_provider.local.documents import Loaded, read_document
from airflow_provider.local.schemas import Schema
from airflow_provider.local.workers.frames import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def job_of(name: str, loaded: Loaded, **arguments: Any) -> Frame:
    """Return the job *name*, one of `JOBS`, on what was loaded."""
    source = {"url": loaded.url, "media_type": loaded.media_type, "charset": loaded.charset}
    return Frame({"job": name, "arguments": {**source, **arguments}}, loaded.body)


def markdown(body: bytes, **source: Any) -> bytes:
    """Return the document as Markdown."""
    from airflow_provider.local.markdown import to_markdown

    return to_markdown(read_document(Loaded(body=body, **source))).encode(errors="surrogatepass")


def extract(body: bytes, *, prompt: str, schema: Mapping[str, Any] | None, **source: Any) -> bytes:
    """Return, as JSON, rows shaped by the fields of *schema*, or the matching text where there is none."""
    from airflow_provider.local.reading.extract import extract_rows, extract_text

    document = read_document(Loaded(body=body, **source))
    if schema is None:
        return json.dumps(extract_text(document, prompt=prompt)).encode()
    return json.dumps(extract_rows(document, prompt=prompt, schema=Schema(**schema)), allow_nan=False).encode()


def passages(body: bytes, **source: Any) -> bytes:
    """Return, as JSON, the records that the document becomes in a collection: text, facts and context of each."""
    from airflow_provider.local.reading.passages import read_passages
    from airflow_provider.local.reading.tree.page import parse

    return json.dumps(list(read_passages(parse(read_document(Loaded(body=body, **source)))))).encode()


def shown(body: bytes, *, prompt: str, fields: Sequence[str], room: int, **source: Any) -> bytes:
    """Return the main text of the document as a language model is shown it, in at most *room* tokens."""
    from airflow_provider.local.shown import shown_text

    document = read_document(Loaded(body=body, **source))
    return shown_text(document, prompt=prompt, fields=fields, room=room).encode(errors="replace")


def stated(body: bytes, *, rows: Sequence[Mapping[str, Any]], **source: Any) -> bytes:
    """Return, as JSON, *rows* with null for the texts and numbers that the document does not state."""
    from airflow_provider.local.proof import proven

    document = read_document(Loaded(body=body, **source))
    return json.dumps(proven(rows, document.html, url=document.url), allow_nan=False).encode()


def quote(body: bytes) -> bytes:
    """Return the sentences of a conversation that answer its last message; *body* has role and content, as JSON."""
    from airflow_provider.local import generation

    messages = [generation.Message(role, content) for role, content in json.loads(body)]
    return generation.quote(messages).encode(errors="surrogatepass")


JOBS: Mapping[str, Callable[..., bytes]] = {
    "markdown": markdown,
    "extract": extract,
    "passages": passages,
    "shown": shown,
    "stated": stated,
    "quote": quote,
}
