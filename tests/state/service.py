"""
A service on loopback that counts every paid request by what it asks, and says in each answer which payment it was.

Which one it was lets a test tell the answer that an earlier try has paid for from one that was paid for again.
"""

from __future__ import annotations

import base64
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.serving import Act, Listener, Received, answer

TOKENS = 7
PART = re.compile(rb'name="([a-z_]+)"\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--', re.DOTALL)


def fields_of(request: Received) -> dict[str, Any]:
    """Return the fields of a JSON or multipart body."""
    if request.headers["content-type"].startswith("application/json"):
        found: dict[str, Any] = json.loads(request.body)
        return found
    fields: dict[str, Any] = {name.decode(): value.decode() for name, value in PART.findall(request.body)}
    return fields | {name: json.loads(fields[name]) for name in ("messages", "json_schema") if name in fields}


def subject_of(fields: dict[str, Any]) -> str:
    """Return what tells one request of a test from another: its page, its question or its collection."""
    if "messages" in fields:
        return str(fields["messages"][-1]["content"])
    return str(fields.get("link") or fields.get("resource") or fields.get("request_query") or fields["collection_id"])


def text(subject: str, payment: int, size: int = 0) -> str:
    """Return the answer that payment number *payment* for *subject* gets, with *size* characters of noise."""
    noise = random.Random(subject).randbytes(size * 3 // 4)
    return f"{subject} #{payment} {base64.b64encode(noise).decode()}".rstrip()


def body(fields: dict[str, Any], said: str) -> dict[str, Any]:
    """Return the body of a good answer that says *said*, in the shape that the request asks for."""
    if set(fields) == {"collection_id"}:
        return {"message": said, "success": True}
    if "json_schema" not in fields:
        tokens = {} if "prompt" in fields else {"tokens": TOKENS}
        return {"response": said, **tokens, "success": True}
    # "é" and the rest: what a record has to carry as it came.
    row = {"title": said, "price": 12.5, "sold": None, "author": "Zoë Müller 😀"}
    rows = [row, row | {"sold": True}]
    if "request_query" not in fields:
        return {"response": rows, "success": True}
    return {"response": rows if isinstance(fields["json_schema"], list) else row, "tokens": TOKENS, "success": True}


class Service(Listener):
    """
    Answers every request, with *size* characters of noise; `paid` counts the requests that it charges for.

    *act* may do something else with the request for a subject: None is the good answer, an act that is not billed
    has to be told to `refund`.
    """

    def __init__(self, act: Callable[[str, int], Act | None] = lambda *_: None, *, size: int = 0) -> None:
        self.paid: Counter[str] = Counter()
        self.size = size
        self._act = act
        super().__init__((), None)

    def choose(self, request: Received) -> Act:
        fields = fields_of(request)
        return self.reply(subject_of(fields), fields, request.headers["authorization"])

    def reply(self, subject: str, fields: dict[str, Any], authorization: str) -> Act:
        """Charge for a request, and return what to do with it."""
        self.paid[subject] += 1
        payment = self.paid[subject]
        return self._act(subject, payment) or answer(200, body(fields, text(subject, payment, self.size)))

    def refund(self, subject: str) -> None:
        """Take the charge for the request in hand back."""
        self.paid[subject] -= 1
