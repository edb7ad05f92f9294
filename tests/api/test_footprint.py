"""What JSON takes of memory is known before it is read, and never underestimated."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from airflow_provider.api.body import decode, parse
from airflow_provider.api.footprint import LEAST_ROOM, MOST_TIMES, OutOfRoomError, Room, values_size

SIZE = 200_000


def filled(unit: str) -> str:
    return "[" + ",".join([unit] * (SIZE // (len(unit) + 1))) + "]"


def numbered(pattern: str, open_: str, close: str) -> str:
    return open_ + ",".join(pattern % number for number in range(SIZE // len(pattern))) + close


def row(fields: int) -> str:
    return json.dumps({f"field {number}": number * 1000 for number in range(fields)})


ROWS = json.dumps({"title": "A book of the sea", "price": 12.5, "author": "Jane Doe", "stock": 1200})
CELLS = json.dumps({"title": "A book", "text": "x, y: [z] " * 200, "price": 12.5})
MARKDOWN = "# A, b: [c](d)\n" * (SIZE // 15)
SHAPES = {
    "empty lists": filled("[]"),
    "empty lists, spaced": filled("[ ]"),
    "empty objects": filled("{}"),
    "lists of one": filled("[0]"),
    "lists in lists": filled("[[[[1000]]]]"),
    "lists of empty texts": filled('[""]'),
    "objects of one": filled('{"":0}'),
    "lists in objects": filled('{"":[0]}'),
    "objects in objects": filled('{"":{"":1000}}'),
    "whole numbers": filled("1000"),
    "numbers of 64 bits": filled("9223372036854775807"),
    "fractions": filled("1.5"),
    "exponents": filled("1e5"),
    "nulls": filled("null"),
    "short texts": filled('"ab"'),
    "short wide texts": filled('"\u20ac"'),
    "short texts of emoji": filled('"\U0001f600a"'),
    "short latin texts": filled('"\xe9\xe9"'),
    "short escaped texts": filled(r'"\u20ac"'),
    "short escaped pairs": filled(r'"\ud83d\ude00"'),
    "escaped quotes": filled(r'"\"\\"'),
    "objects with keys of their own": numbered('{"%x":0}', "[", "]"),
    "one object": numbered('"%x":0', "{", "}"),
    "one object of lists": numbered('"%x":[]', "{", "}"),
    "objects of 6": filled(row(6)),
    "objects of 11": filled(row(11)),
    "objects of 22": filled(row(22)),
    "objects of 700": filled(row(700)),
    "rows": filled(ROWS),
    "rows with long texts": filled(CELLS),
    "deep lists": "[" * 900 + "]" * 900,
    "deep objects": '{"":' * 900 + "0" + "}" * 900,
    "text": json.dumps({"response": "x" * SIZE}),
    "wide text": json.dumps({"response": "x" * SIZE + "\u20ac"}, ensure_ascii=False),
    "text with an emoji": json.dumps({"response": "x" * SIZE + "\U0001f600"}, ensure_ascii=False),
    "escaped text": json.dumps({"response": "x" * SIZE + "\u20ac"}),
    "escaped text with an emoji": json.dumps({"response": "x" * SIZE + "\u20ac" + "\U0001f600"}),
    "markdown": json.dumps({"response": MARKDOWN}),
    "wide markdown": json.dumps({"response": MARKDOWN + "\u20ac\n"}, ensure_ascii=False),
    "markdown with an emoji": json.dumps({"response": MARKDOWN + "\U0001f600\n"}, ensure_ascii=False),
    "foreign text, escaped": json.dumps({"response": "\u6d77\u306e\u672c" * (SIZE // 18)}),
    "json in text": json.dumps({"response": filled(ROWS)}),
    "no json": "[" * SIZE,
}


def real_size(text: str) -> int:
    """Return how many bytes reading *text* takes at most at a time."""
    tracemalloc.start()
    try:
        value = parse(text)
    except ValueError:
        value = None
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    del value
    return peak


@pytest.mark.parametrize("text", SHAPES.values(), ids=SHAPES)
def test_what_reading_takes_is_not_underestimated(text: str) -> None:
    # What the parser needs for any text, however short.
    overhead = 5_000
    real = real_size(text) - overhead

    assert real <= values_size(text, 10**12)
    assert real <= MOST_TIMES * len(text)


@pytest.mark.parametrize("name", ["rows", "rows with long texts", "text", "markdown", "json in text"])
def test_what_services_answer_is_not_overestimated_much(name: str) -> None:
    assert values_size(SHAPES[name], 10**12) <= 2 * real_size(SHAPES[name])


@pytest.mark.parametrize("name", ["rows", "escaped quotes", "foreign text, escaped", "one object"])
def test_where_a_text_is_cut_to_count_it_does_not_matter(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    whole = values_size(SHAPES[name], 10**12)
    for window in (1, 2, 5, 97):
        monkeypatch.setattr("airflow_provider.api.footprint.WINDOW", window)
        text = SHAPES[name][:5000]
        assert values_size(text, 10**12) >= real_size(text) - 5_000
    monkeypatch.undo()
    assert values_size(SHAPES[name], 10**12) == whole


def test_counting_ends_where_there_is_no_room_anyway() -> None:
    assert 1000 < values_size("[" * 10**7, 1000) < 10**7


def test_what_does_not_fit_is_refused_before_it_is_read() -> None:
    lists = f"[{','.join([filled('[]')] * 5)}]"

    with pytest.raises(OutOfRoomError):
        parse(lists, Room(0))
    with pytest.raises(OutOfRoomError):
        decode(f'{{"response": {lists}}}'.encode(), room=Room(0))


def test_two_texts_of_an_answer_share_its_room() -> None:
    room, rows = Room(0), f"[{','.join([filled(ROWS)] * 6)}]"
    parse(rows, room)

    assert 0 < room.left < LEAST_ROOM / 2
    with pytest.raises(OutOfRoomError):
        parse(rows, room)


@pytest.mark.parametrize("most", [1, 1000, 100_000])
def test_a_small_answer_is_never_refused_for_what_it_takes(most: int) -> None:
    body = '{"a": [' + "[]," * (most // 4) + "[]]}"

    assert decode(body.encode(), room=Room(2 * most))["a"]
