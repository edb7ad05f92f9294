"""
What a batch asks: a list, text that renders to one, or a file on any object store.

Decides what counts as items and refuses bad ones, all at once, before any call; sends nothing.
"""

from __future__ import annotations

import ast
import csv
import gzip
import io
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.request import Request
from airflow_provider.errors import InvalidRequestError

FILE_SUFFIXES = (".txt", ".csv", ".jsonl", ".ndjson")
# With their problems; further ones by their numbers, in so many ranges, for a log line has its limits.
NAMED_PROBLEMS = 20
NAMED_RANGES = 80
# Any other failure of a storage may pass, and Airflow's retry is the answer to it.
_WRONG_PATH = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError, gzip.BadGzipFile)


@dataclass(frozen=True)
class Items:
    """
    The items of a batch: *unique* ones in the order of their first appearance, sent once each.

    `positions[n]` is the place in *unique* of input item number n.
    """

    unique: Sequence[Any]
    positions: array[int]

    def __iter__(self) -> Iterator[Any]:
        return (self.unique[place] for place in self.positions)


def read_items(value: object, *, field: str, column: str | None = None) -> Iterable[Any]:
    """
    Return the items that *value* of *field* stands for.

    A list is taken as it is, text of a JSON or Python list is read, and a path to a text, CSV or JSON-lines
    file is opened, with the items in *column*. Any other text is refused: it would be one call a character.
    """
    if not isinstance(value, str):
        if isinstance(value, Iterable):
            return value
        raise InvalidRequestError(f"Field {field!r} is {type(value).__name__}. Use a list, or the path of a file.")
    text = value.strip()
    if text.startswith("["):
        return _listed(field, text)
    if text.lower().removesuffix(".gz").endswith(FILE_SUFFIXES):
        return _from_file(field, text, column)
    raise InvalidRequestError(
        f"Field {field!r} is one string. Use a list, or the path of a file ending in {', '.join(FILE_SUFFIXES)}."
    )


def check_items(items: Iterable[Any], build: Callable[[Any], Request], *, field: str) -> Items:
    """Return *items* without their repetitions; raises `InvalidRequestError` naming all that *build* refuses."""
    seen: dict[str, int] = {}
    unique: list[Any] = []
    positions = array("l")
    problems: list[str] = []
    refused: list[int] = []
    for number, item in enumerate(items, 1):
        try:
            build(item)
        except InvalidRequestError as error:
            refused.append(number)
            if len(refused) <= NAMED_PROBLEMS:
                problems.append(f"Item {number}: {error}")
            continue
        # No text is equal to what is not text, not even to its JSON.
        key = item if isinstance(item, str) else f"\0{json.dumps(item, sort_keys=True)}"
        if key not in seen:
            seen[key] = len(unique)
            unique.append(item)
        positions.append(seen[key])
    if problems:
        others = _ranges(refused[NAMED_PROBLEMS:])
        more = f" Items {others} cannot be sent either." if others else ""
        raise InvalidRequestError(
            f"{len(refused)} of {field!r} cannot be sent, so nothing was. {' '.join(problems)}{more}"
        )
    return Items(unique, positions)


def _ranges(numbers: Iterable[int]) -> str:
    """Return sorted *numbers* as a person writes them: 3, 7-9."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    shown = ", ".join("-".join(map(str, span)) for span in spans[:NAMED_RANGES])
    left = len(spans) - NAMED_RANGES
    return f"{shown} and {left} ranges more" if left > 0 else shown


def _listed(field: str, text: str) -> list[Any]:
    for read in (json.loads, ast.literal_eval):
        try:
            items = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(items, list):
            return items
    raise InvalidRequestError(f"Field {field!r} starts as a list but is neither JSON nor a Python list. Correct it.")


def _from_file(field: str, path: str, column: str | None) -> Iterator[Any]:
    from airflow_provider.results import open_binary

    try:
        with open_binary(path, "rb") as raw:
            stream = gzip.GzipFile(fileobj=raw) if path.lower().endswith(".gz") else raw
            with io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as lines:
                yield from _read_lines(path, lines, column or field.removesuffix("s"))
    except (*_WRONG_PATH, ValueError, ImportError, EOFError, csv.Error) as error:
        raise InvalidRequestError(f"Field {field!r} names {path!r}, which cannot be read: {error}.") from None


def _read_lines(path: str, lines: io.TextIOWrapper, column: str) -> Iterator[Any]:
    kind = path.lower().removesuffix(".gz").rpartition(".")[2]
    if kind == "txt":
        yield from (line.strip() for line in lines if line.strip())
    elif kind == "csv":
        table = csv.DictReader(lines)
        name = _column_of(table.fieldnames or (), column)
        yield from (row[name] for row in table)
    else:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _item_of(json.loads(line), column, number)


def _column_of(names: Sequence[str], column: str) -> str:
    if column in names:
        return column
    if len(names) == 1:
        return names[0]
    raise ValueError(f"it has no column {column!r}, but {', '.join(map(repr, names))}; name one with column=")


def _item_of(value: object, column: str, number: int) -> object:
    if not isinstance(value, dict):
        return value
    if column not in value:
        raise ValueError(f"line {number} has no field {column!r}; name one with column=")
    return value[column]
