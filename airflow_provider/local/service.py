"""
The five operations: from the fields of a request to the body of its answer.

Knows the order of things (read every field first, then load, then ask) and leaves each of them to its own
module. What reads a document or a conversation runs in a worker, what searches a collection in a thread; a language
model is awaited.
"""

from __future__ import annotations

import json
from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync

from airflow_provider.local import llm
from airflow_provider.local.documents import Loaded
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import load, read_url
from airflow_provider.local.files.images import kind_of
from airflow_provider.local.generation import EXTRACTIVE, read_messages
from airflow_provider.local.models import MODEL_URL_VARIABLE
from airflow_provider.local.query import Query, answer_plainly, matching, read_query, within
from airflow_provider.local.rendering.renderer import Renderer
from airflow_provider.local.schemas import Schema, read_extract_schema
from airflow_provider.local.store import Store, read_id
from airflow_provider.local.text import estimate_tokens
from airflow_provider.local.workers.frames import Frame
from airflow_provider.local.workers.jobs import job_of
from airflow_provider.local.workers.pool import pool_of

if TYPE_CHECKING:
    from airflow_provider.local.bodies import Fields
    from airflow_provider.local.models import Models
    from airflow_provider.local.settings import Settings

MAX_DELAY = 300
RESOURCE_TYPES = ("file", "web")
# What a worker calls the records that it is given instead of a page.
_RECORDS = "content-ai:records"


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
        self._renderer = Renderer(settings)

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
        """Return rows shaped by the schema, or text when there is none; tokens where a model counted them."""
        # Before it counts among those that are answered: it may wait for minutes.
        rendered = await self._renderer.load(task.link, delay=task.delay) if task.delay else None
        with self._pool.admitted():
            loaded = rendered or await self._load(task.link)
            if self._settings.models is not None:
                return await self._extract_with(self._settings.models, task, loaded)
            schema = None if task.schema is None else asdict(task.schema)
            found = await self._pool.run(job_of("extract", loaded, prompt=task.prompt, schema=schema))
            return {"response": json.loads(found)}

    async def _extract_with(self, models: Models, task: ExtractTask, loaded: Loaded) -> dict[str, Any]:
        model, fields = models.default, list(task.schema.fields) if task.schema else []
        question = llm.Question(text=task.prompt, about="a web page or file", schema=task.schema)
        shown = job_of("shown", loaded, prompt=task.prompt, fields=fields, room=llm.room_of(model, question))
        source = _text(await self._pool.run(shown))
        if task.schema is None:
            found = await llm.answer(model, question, source)
            return {"response": found.text, "tokens": found.tokens}
        rows, tokens = await llm.fill(model, question, source, task.schema)
        if models.check:
            rows = json.loads(await self._pool.run(job_of("stated", loaded, rows=rows)))
        return {"response": rows, "tokens": tokens}

    async def convert(self, fields: Fields) -> dict[str, Any]:
        """Return a file or page as Markdown (contract 4.2)."""
        url = read_url(fields.text("resource", "link"), field="resource")
        kind = fields.text("resource_type", "type").strip().lower()
        if kind not in RESOURCE_TYPES:
            message = f"Field 'resource_type' is {kind[:40]!r}. This service converts: {' and '.join(RESOURCE_TYPES)}."
            raise Invalid(message)
        with self._pool.admitted():
            return await self._convert(await self._load(url))

    async def convert_upload(self, loaded: Loaded) -> dict[str, Any]:
        """Return a file that came with the request as Markdown."""
        with self._pool.admitted():
            return await self._convert(loaded)

    async def _convert(self, loaded: Loaded) -> dict[str, Any]:
        markdown = _text(await self._pool.run(job_of("markdown", loaded)))
        kind = kind_of(loaded.body)
        if kind is not None and self._settings.models is not None:
            found = await llm.describe(self._settings.models.default, loaded.body, kind)
            if found is not None:
                return {"response": f"{markdown}\n{found.text}\n", "tokens": found.tokens}
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
        models = self._settings.models
        if models is None:
            message = f"Model {name[:80]!r} needs a language model. Set {MODEL_URL_VARIABLE}, or use {EXTRACTIVE!r}."
            raise Invalid(message)
        with self._pool.admitted():
            found = await llm.reply(models.called(name), messages)
        return {"response": found.text, "tokens": found.tokens}

    async def query(self, fields: Fields) -> dict[str, Any]:
        """Answer from the records of a collection: in the shape of a schema, or in text (contract 4.4)."""
        query = read_query(fields)
        with self._pool.admitted():
            if self._settings.models is not None:
                return await self._query_with(self._settings.models, query)
            return await run_sync(answer_plainly, self._store, query)

    async def _query_with(self, models: Models, query: Query) -> dict[str, Any]:
        model, about = models.default, "records of a collection"
        question = llm.Question(text=query.text, about=about, schema=query.schema, rules=query.rules)
        records = await run_sync(matching, self._store, query)
        source = within(records, room=llm.room_of(model, question))
        if query.schema is None:
            found = await llm.answer(model, question, source)
            return {"response": found.text, "tokens": found.tokens}
        items, tokens = await llm.fill(model, question, source, query.schema)
        if models.check:
            stated = Loaded(_RECORDS, "text/plain", "utf-8", source.encode(errors="replace"))
            items = json.loads(await self._pool.run(job_of("stated", stated, rows=items)))
        return {"response": query.shaped(items), "tokens": tokens}

    def delete(self, fields: Fields) -> dict[str, Any]:
        """Delete a collection and all it holds (contract 4.5)."""
        collection_id = read_id(fields.text("collection_id"))
        self._store.delete(collection_id)
        return {"message": f"Collection {collection_id!r} was deleted."}

    def health(self) -> dict[str, Any]:
        """Return how the service is: its workers are started by need, so none alive is well, too."""
        return {"status": "ok", **asdict(self._pool.health())}

    async def _load(self, url: str) -> Loaded:
        settings = self._settings
        return await load(url, allowed=settings.allow_net, timeout=settings.page_timeout)


def _text(found: bytes) -> str:
    return found.decode(errors="surrogatepass")
