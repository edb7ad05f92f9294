"""Wrong input of any kind gets an answer of the contract, never a 500."""

from __future__ import annotations

import json
import random

import pytest

from tests.local.website import Call, multipart

ODD = [
    None,
    True,
    False,
    0,
    -1,
    1e308,
    10**30,
    "",
    " ",
    "a",
    "\x00",
    "\x1b[0m",
    "😀" * 50,
    "x" * 5000,
    [],
    {},
    [[]],
    [None],
    [{}],
    {"a": None},
    [[[[[[]]]]]],
    "http://",
    "http://[",
    "http://[::1",
    "http://a..b/",
    "http://\u2100/",
    "HTTP://x\ud7ff",
    "http://user:pw@/",
    "http://127.0.0.1:1/",
    "[]",
    "{}",
    "[{}]",
    '{"a":"string"}',
    '[{"a":"int"}]',
    "[" * 5000,
    "NaN",
    '" OR 1=1 --',
    "a* NEAR(b",
    "'; DROP TABLE records",
    {"$gt": ""},
    ["string"],
    [{"a": "string"}],
    "file",
    "web",
    "extractive",
    '[{"role":"user","content":"x"}]',
    [{"role": "user", "content": "?"}],
]
FIELDS = {
    "/v1/extract/": ["link", "prompt", "json_schema", "delay"],
    "/v2/markdown-converter/": ["resource", "link", "resource_type", "type"],
    "/v1/text-generation/": ["messages", "model"],
    "/v1/collection/query/": ["collection_id", "request_query", "json_schema", "json_schema_rules"],
    "/v1/collection/delete/": ["collection_id"],
}


@pytest.mark.parametrize("path", FIELDS)
def test_random_fields_never_reach_the_last_resort(call: Call, path: str) -> None:
    chance = random.Random(path)
    method = "DELETE" if "delete" in path else "POST"
    statuses = set()

    for _ in range(120):
        fields = {name: chance.choice(ODD) for name in FIELDS[path] if chance.random() < 0.9}
        fields.pop("delay", None) if isinstance(fields.get("delay"), int) else None
        if chance.random() < 0.7:
            request = {"json": fields}
        else:
            texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
            request = {"files": multipart(**texts)} if texts and chance.random() < 0.5 else {"data": texts}
        answer = call(method, path, **request)
        statuses.add(answer.status_code)
        assert answer.json()["success"] is (answer.status_code == 200), fields

    assert statuses <= {200, 400, 404}
