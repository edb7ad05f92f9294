"""
The service's operations, through an Airflow connection.

Decides which meter hears of a call: whoever calls through a hook inside a task has the spend recorded.
What the fields of the connection mean is the business of `connection`. Knows no operators.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from airflow.sdk import BaseHook
from pydantic import BaseModel

from airflow_provider.api import requests
from airflow_provider.api.answers import Answer, DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer, Usage
from airflow_provider.api.money import in_words
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.connection import settings_of
from airflow_provider.errors import ContentAIError
from airflow_provider.spend import budget_of

if TYPE_CHECKING:
    from airflow_provider.api.client import Client, Meter
    from airflow_provider.shared.pace import SharedPace
    from airflow_provider.shared.store import Store
    from airflow_provider.spend import Budget
    from airflow_provider.spend.recorder import Recorder

AnswerT = TypeVar("AnswerT", bound=Answer)
# Decoded, as JSON text, or as a pydantic model class. Plain types, for agents' tools are made of these signatures.
JsonSchema = dict[str, str] | list[dict[str, str]] | str | type[BaseModel]


class ContentAIHook(BaseHook):
    """
    The service's five operations, through connection *content_ai_conn_id*.

    Each returns an answer with `.response`, `.tokens` (None where the service reports none) and `.success`.
    Each raises `InvalidRequestError` before anything is sent for arguments that the service would refuse,
    and another `airflow_provider.errors.ContentAIError` where the call fails.

    Inside a task every call is recorded in the task's spend and XCom `usage`, and its answer is kept until the task
    has succeeded: a retry of the same code gets its answers back, in their order, and pays for none of them.

    :param content_ai_conn_id: the connection to use
    :param keep_answers: False has a retry make all calls again
    :param budget: a `Budget`, or a dict of the same, that each call of this hook is held against
    :param meter: hears of each call instead of the task's own record
    """

    conn_name_attr = "content_ai_conn_id"
    default_conn_name = "content_ai_default"
    conn_type = "content_ai"
    hook_name = "Content AI"

    def __init__(
        self,
        content_ai_conn_id: str = default_conn_name,
        *,
        keep_answers: bool = True,
        budget: Budget | Mapping[str, Any] | str | None = None,
        meter: Meter | None = None,
    ) -> None:
        super().__init__()
        self.content_ai_conn_id = content_ai_conn_id
        self._meter = meter
        self.keep_answers = keep_answers
        self.budget = budget_of(budget)
        self._recorder: Recorder | None = None

    @cached_property
    def settings(self) -> Settings:
        """The connection's settings; raises `ConnectionConfigError` naming what is wrong with it."""
        return settings_of(self.get_connection(self.content_ai_conn_id))

    @cached_property
    def store(self) -> Store | None:
        """Where the connection's limits are shared with all workers; None where it names no such place."""
        if self.settings.shared is None:
            return None
        from airflow_provider.shared.connection import store_of

        return store_of(self.settings.shared, required=self.settings.shared_required)

    @cached_property
    def pace(self) -> SharedPace | None:
        """What says when a request may leave, for all workers; None where each process decides by itself."""
        if self.store is None:
            return None
        from airflow_provider.shared.pace import SharedPace

        limit, max_wait = self.settings.requests_per_minute, self.settings.max_wait
        return SharedPace(self.store, name=self.content_ai_conn_id, per_minute=limit, max_wait=max_wait)

    def get_conn(self) -> Client:
        """Return a client of the service."""
        from airflow_provider.api.client import Client

        return Client(self.settings, pace=self.pace)

    def extract(
        self, *, link: str, prompt: str, json_schema: JsonSchema | None = None, delay: int = 0
    ) -> ExtractAnswer:
        """
        Extract data from a web page by instruction (contract 4.1).

        `.response` is a list of rows with *json_schema*, text without.

        :param link: URL of the page
        :param prompt: what to extract
        :param json_schema: fields and their types string, number or boolean, such as {"title": "string"}
        :param delay: seconds that the service waits before it starts
        """
        return self.send(
            requests.ExtractRequest.build(link=link, prompt=prompt, json_schema=json_schema, delay=delay),
            ExtractAnswer,
        )

    def convert_to_markdown(self, *, resource: str, resource_type: str = "web") -> TextAnswer:
        """
        Convert a web page or a file to Markdown (contract 4.2).

        :param resource: URL of the page or file
        :param resource_type: "web" for a page, "file" for a file
        """
        return self.send(requests.MarkdownRequest.build(resource=resource, resource_type=resource_type), TextAnswer)

    def generate_text(self, *, messages: list[dict[str, str]] | str, model: str) -> TextAnswer:
        """
        Continue a conversation (contract 4.3).

        :param messages: objects with role (system, user or assistant) and content, or one string of a user
        :param model: identifier of a model of the account
        """
        return self.send(requests.TextGenerationRequest.build(messages=messages, model=model), TextAnswer)

    def query_collection(
        self, *, collection_id: str, request_query: str, json_schema: JsonSchema, json_schema_rules: str
    ) -> QueryAnswer:
        """
        Query a collection with structured output (contract 4.4).

        `.response` is a list of objects for a list schema and one object for an object schema.

        :param collection_id: ID of the collection
        :param request_query: search term or query text
        :param json_schema: an object of field to type name, or a list holding one, which asks for a list
        :param json_schema_rules: how the schema is to be applied, in free text
        """
        request = requests.QueryRequest.build(
            collection_id=collection_id,
            request_query=request_query,
            json_schema=json_schema,
            json_schema_rules=json_schema_rules,
        )
        return self.send(request, QueryAnswer)

    def delete_collection(self, *, collection_id: str) -> DeleteAnswer:
        """
        Delete a collection and its data (contract 4.5); one that is gone already is a success.

        :param collection_id: ID of the collection
        """
        return self.send(requests.DeleteRequest.build(collection_id=collection_id), DeleteAnswer)

    def send(self, request: Request, answer_type: type[AnswerT], *, meter: Meter | None = None) -> AnswerT:
        """
        Return the answer to *request*: a kept one that is already paid for, or else the service's.

        Logs one line and emits metrics for a call that is made; what it cost is told to *meter*, or to the task's own.
        """
        # Imported here, as the client is: parsing a DAG must not pay for what a task does.
        from airflow_provider.spend.recorder import Recorder

        meter = meter or self._meter or self._recorder_of_task()
        answer = None
        if isinstance(meter, Recorder):
            answer = meter.recall(request, self.settings)
        if answer is None:
            answer = self._sent(request, meter)
        if not isinstance(answer, answer_type):
            raise TypeError(f"{request.operation} answers {type(answer).__name__}, not {answer_type.__name__}")
        return answer

    def _recorder_of_task(self) -> Recorder | None:
        from airflow_provider.spend.recorder import Recorder, calls_of_running_task

        calls = calls_of_running_task()
        if calls is None:
            return None
        if self._recorder is None or self._recorder.calls is not calls:
            # One for all calls of a try: it warns of its budget once.
            kept = calls.of_code if self.keep_answers else None
            self._recorder = Recorder(calls, kept=kept, budget=self.budget, store=self.store, publishes=True)
        return self._recorder

    def _sent(self, request: Request, meter: Meter | None) -> Answer:
        from airflow_provider import telemetry
        from airflow_provider.api.client import UNMETERED

        started = time.monotonic()
        usage = Usage()
        try:
            with telemetry.tracer(self.content_ai_conn_id, self.settings.base_url)(request) as span:
                answer = self.get_conn().send(request, meter=meter or UNMETERED)
                span.used(answer.usage)
            usage = answer.usage
        except ContentAIError as error:
            usage = Usage.of_error(error)
            raise
        finally:
            seconds = time.monotonic() - started
            telemetry.emit(request.operation, self.content_ai_conn_id, usage, seconds)
        tokens = "tokens not reported" if answer.tokens is None else in_words(answer.tokens, "token")
        cost = self.settings.priced(request, answer.usage).cost
        spent = f"{tokens}, {cost}" if cost else tokens
        self.log.info("%s %s: %.2f s, %s", request.operation, request.subject, seconds, spent)
        if isinstance(answer, DeleteAnswer) and not answer.existed:
            self.log.info("Collection %s was gone already: %s", request.subject, answer.message)
        if self.log.isEnabledFor(logging.DEBUG):
            self.log.debug("%s asked: %s", request.operation, request.model_dump(exclude={"link", "resource"}))
        return answer

    def test_connection(self) -> tuple[bool, str]:
        """Ask for nothing, which is never billed, and say what the answer tells about the connection."""
        from airflow_provider.api.probe import probe

        try:
            return probe(self.settings)
        except ContentAIError as error:
            return False, str(error)
