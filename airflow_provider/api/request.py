"""
What every request of the contract is: checked when it is built, and data about where and how it is sent.

Knows no operation; the five stand in `requests`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from airflow_provider.api.answers import Answer
from airflow_provider.api.footprint import Room
from airflow_provider.errors import InvalidRequestError

# Left by a cut through UTF-16 text; it has no UTF-8 form.
SURROGATE = re.compile("[\ud800-\udfff]")
_as_text = json.JSONEncoder(ensure_ascii=False).encode
_sorted = json.JSONEncoder(sort_keys=True).encode


@dataclass(frozen=True)
class MarkdownNames:
    """Wire names of the Markdown converter (contract 4.2, rule 3); None follows the contract's examples."""

    url: Literal["resource", "link"] | None = None
    kind: Literal["resource_type", "type"] = "resource_type"


class Request(BaseModel):
    """One call of the service: what to ask, and as class data where and how."""

    # Built when first used: a task uses one request, and every task imports all five.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True, defer_build=True)

    operation: ClassVar[str]
    method: ClassVar[Literal["POST", "DELETE"]] = "POST"
    path: ClassVar[str]
    encoding: ClassVar[Literal["json", "multipart"]]
    answer_type: ClassVar[type[Answer]]
    # Whether the contract (2.5) has its answers say how many tokens they took.
    reports_tokens: ClassVar[bool] = True
    # What a 404 says: the page cannot be loaded, the thing is unknown, or it is gone as wished.
    missing: ClassVar[Literal["page", "thing", "gone"]] = "thing"
    # What `subject` is, in words.
    thing: ClassVar[str]
    # The field with the address of the page that is loaded; None where there is none.
    page_field: ClassVar[str | None] = None

    @classmethod
    def build(cls, **fields: object) -> Self:
        """Return the request, or raise `InvalidRequestError` naming each field that is wrong or missing."""
        try:
            request = cls.model_validate(fields)
        except ValidationError as error:
            raise InvalidRequestError(cls._explain(error)) from None
        # All at once: a batch builds thousands.
        if SURROGATE.search(_as_text(vars(request))):
            halved = next(name for name, value in request if SURROGATE.search(_as_text(value)))
            raise InvalidRequestError(f"Field {halved!r} of {cls.operation} holds half a character. Remove it.")
        return request

    @classmethod
    def check(cls, **fields: object) -> None:
        """Refuse any of *fields* that is wrong by itself, as `build` does; others may be missing."""
        try:
            cls.model_validate(fields)
        except ValidationError as error:
            if problems := cls._explain(error, ignore="missing"):
                raise InvalidRequestError(problems) from None

    @classmethod
    def _explain(cls, error: ValidationError, ignore: str = "") -> str:
        problems = [problem for problem in error.errors(include_url=False) if problem["type"] != ignore]
        return " ".join(
            f"Field {str(problem['loc'][0] if problem['loc'] else '')!r} of {cls.operation}: {problem['msg']}."
            for problem in problems
        )

    @property
    def subject(self) -> str:
        """What the call is about, safe to log."""
        raise NotImplementedError

    @property
    def named(self) -> str:
        """The subject and what it is, as messages name them."""
        return f"{self.thing} {self.subject}"

    @property
    def patience(self) -> int:
        """Seconds that the service was asked to wait before it starts, on top of any timeout."""
        return 0

    @classmethod
    def schema_on_wire(cls, value: object) -> Any:
        """Return the form in which a `json_schema` travels; raises `SchemaError` naming the field."""
        raise NotImplementedError

    def wire(self, names: MarkdownNames) -> dict[str, Any]:  # noqa: ARG002 - only one request has a choice
        """Return the body's fields under the contract's names."""
        return self.model_dump(exclude_none=True)

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> Answer:
        """Return the answer in *body*; raises ValueError when its shape is not the contract's, and minds *room*."""
        raise NotImplementedError

    def fingerprint(self, base_url: str) -> str:
        """
        Return a digest of what is asked of whom; two equal ones ask for the same answer.

        Of what the user asked: a field at its default is left out, so that one which is added later changes nothing.
        """
        return self._digest(base_url)

    def instruction(self, base_url: str) -> str:
        """Return the same of all but the page: what is asked about whichever page."""
        return self._digest(base_url, without=self.page_field)

    @property
    def page(self) -> str:
        """The address of the page that is loaded; empty where there is none."""
        return str(getattr(self, self.page_field)) if self.page_field else ""

    def _digest(self, base_url: str, without: str | None = None) -> str:
        fields = self.model_dump(exclude_defaults=True, exclude=None if without is None else {without})
        asked = _sorted([base_url, self.operation, fields])
        return hashlib.sha256(asked.encode()).hexdigest()[:24]


def not_blank(field: str, value: str, advice: str) -> str:
    """Return *value*; raises `InvalidRequestError` naming *field* and giving *advice* if there is nothing in it."""
    if not value.strip():
        raise InvalidRequestError(f"Field {field!r} is empty. {advice}.")
    return value
