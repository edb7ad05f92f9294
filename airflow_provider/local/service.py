"""
The five operations: from the fields of a request to the body of its answer.

Knows the order of things (read every field first, then load, then ask) and leaves each of them to its own
module. What reads a document or a conversation runs in a worker; what asks a language model or a collection blocks,
and runs in a thread.
"""

from __future__ import annotations

import json
from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync

from airflow_provider.local import llm
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import load, read_url
from airflow_provider.local.generation import EXTRACTIVE, read_messages
from airflow_provider.local.query import fill_from_collection
from airflow_provider.local.schemas import Schema, read_extract_schema, read_query_schema
from airflow_provider.local.settings import MODEL_URL_VARIABLE
from airflow_provider.local.store import Store, read_id
from airflow_provider.local.text import estimate_tokens
from airflow_provider.local.workers.frames import Frame
from airflow_provider.local.workers.jobs import job_of
from airflow_provider.local.workers.pool import pool_of

if TYPE_CHECKING:
    from airflow_provider.local.bodies import Fields
    from airflow_provider.local.documents import Loaded
    from airflow_provider.local.settings import Settings

MAX_DELAY = 300
RESOURCE_TYPES = ("file", "web")


@dataclass(frozen=True, slots=True)
class ExtractTask:
    """A checked extract request."""

    link: str
    prompt: str
    schema: Schema | None
    delay: int


class Service:
    """The operations under one `Settings`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._store = Store(settings.data)
        self._pool = pool_of(settings.limits)

    def read_extract(self, fields: Fields) -> ExtractTask:
        """Check an extract request without loading anything (contract 4.1)."""
        schema = fields.decoded("json_schema")
        return ExtractTask(
            link=read_url(fields.text("link"), field="link"),
            prompt=fields.text("prompt"),
            schema=None if schema is None else read_extract_schema(schema),
            delay=fields.seconds("delay", limit=MAX_DELAY),
        )

    async def extract(self, task: ExtractTask) -> dict[str, Any]:
        """Return rows shaped by the schema, or text when there is none; no tokens (contract 2.5)."""
        with self._pool.admitted():
            loaded = await self._load(task.link)
            model = self._settings.model
            if model is None:
                schema = None if task.schema is None else asdict(task.schema)
                found = await self._pool.run(job_of("extract", loaded, prompt=task.prompt, schema=schema))
                return {"response": json.loads(found)}
            source = _text(await self._pool.run(job_of("markdown", loaded)))
        return {"response": await run_sync(lambda: llm.extract(model, source, prompt=task.prompt, schema=task.schema))}

    async def convert(self, fields: Fields) -> dict[str, Any]:
        """Return a file or page as Markdown (contract 4.2)."""
        url = read_url(fields.text("resource", "link"), field="resource")
        kind = fields.text("resource_type", "type").strip().lower()
        if kind not in RESOURCE_TYPES:
            message = f"Field 'resource_type' is {kind[:40]!r}. This service converts: {' and '.join(RESOURCE_TYPES)}."
            raise Invalid(message)
        with self._pool.admitted():
            markdown = _text(await self._pool.run(job_of("markdown", await self._load(url))))
        return {"response": markdown, "tokens": estimate_tokens(markdown)}

    async def generate(self, fields: Fields) -> dict[str, Any]:
        """Answer a conversation (contract 4.3)."""
        fields.required("messages")
        messages = read_messages(fields.decoded("messages"))
        name = fields.text("model").strip()
        if name == EXTRACTIVE:
            body = json.dumps([astuple(message) for message in messages]).encode()
            with self._pool.admitted():
                reply = _text(await self._pool.run(Frame({"job": "quote", "arguments": {}}, body)))
            return {"response": reply, "tokens": estimate_tokens(*(one.content for one in messages), reply)}
        model = self._settings.model
        if model is None:
            message = f"Model {name[:80]!r} needs a language model. Set {MODEL_URL_VARIABLE}, or use {EXTRACTIVE!r}."
            raise Invalid(message)
        reply, tokens = await run_sync(lambda: llm.reply(model, messages, name=name))
        return {"response": reply, "tokens": tokens}

    def query(self, fields: Fields) -> dict[str, Any]:
        """Fill a schema from the records of a collection (contract 4.4)."""
        collection_id = read_id(fields.text("collection_id"))
        text = fields.text("request_query")
        fields.required("json_schema")
        schema = read_query_schema(fields.decoded("json_schema"))
        rules = fields.text("json_schema_rules")
        return fill_from_collection(
            self._store, collection_id, text=text, schema=schema, rules=rules, model=self._settings.model
        )

    def delete(self, fields: Fields) -> dict[str, Any]:
        """Delete a collection and all it holds (contract 4.5)."""
        collection_id = read_id(fields.text("collection_id"))
        self._store.delete(collection_id)
        return {"message": f"Collection {collection_id!r} was deleted."}

    async def _load(self, url: str) -> Loaded:
        settings = self._settings
        return await load(url, allowed=settings.allow_net, timeout=settings.page_timeout)


def _text(found: bytes) -> str:
    return found.decode(errors="surrogatepass")
