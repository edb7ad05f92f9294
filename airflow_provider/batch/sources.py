"""
Where the items of a batch come from: lists, records, DataFrames, text of a list, files on any object store.

Decides which field of a record is the item and which come with it; whether an item can be sent is `items`' business.
Tables are read piece by piece.
"""

from __future__ import annotations

import ast
import csv
import gzip
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from airflow_provider.batch.carried import plain
from airflow_provider.errors import InvalidRequestError

if TYPE_CHECKING:
    import pandas as pd

FILE_SUFFIXES = (".txt", ".csv", ".jsonl", ".ndjson", ".parquet")
ROWS_AT_ONCE = 2_000
ALL: Final = "all"
# Any other failure of a storage may pass, and Airflow's retry is the answer to it.
_WRONG_PATH = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError, gzip.BadGzipFile)

# An item, and what it brings into its rows.
Item = tuple[Any, Mapping[str, Any]]
# Reads the columns with these names, row by row.
Pick = Callable[[Sequence[str]], Iterable[Sequence[Any]]]


@dataclass(frozen=True)
class Fields:
    """
    Which field of a record is the item of *argument*, and which it carries: names, or all the others.

    The item is in *column*, or where that is None in the first of *usual* that is there.
    """

    argument: str
    usual: tuple[str, ...]
    column: str | None = None
    carry: tuple[str, ...] | Literal["all"] = ()

    def column_in(self, names: Sequence[str]) -> str:
        """Return the one of the columns *names* that holds the item; raises ValueError that lists them."""
        for name in self.usual if self.column is None else (self.column,):
            if name in names:
                return name
        name = self.column or self.usual[0]
        raise ValueError(f"it has no column {name!r}, but {_listed(names)}; name one with column=")

    def carried_of(self, names: Sequence[str], column: str) -> list[str]:
        """Return those of *names* that are carried beside *column*."""
        return [name for name in names if name != column] if self.carry == ALL else list(self.carry)

    def refuse_missing(self, names: Sequence[str]) -> None:
        """Raise ValueError for a carried field that is not among *names*."""
        for name in self.carry if self.carry != ALL else ():
            if name not in names:
                raise ValueError(f"it has no column {name!r} to carry, but {_listed(names)}")


def carry_of(value: object) -> tuple[str, ...] | Literal["all"]:
    """Return the carried fields that *value* names: a list, text of one, one name, or "all"; None names none."""
    if isinstance(value, str) and value.strip().startswith("["):
        value = _parsed("carry", value.strip())
    if value is None or value == "":
        return ()
    if value == ALL:
        return ALL
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) and name for name in names):
        raise InvalidRequestError(f"Field 'carry' is {value!r}. Use a list of field names, or 'all'.")
    return tuple(dict.fromkeys(names))


def read_items(value: object, fields: Fields) -> Iterable[Item]:
    """
    Return the items that *value* of the argument stands for, each with what it carries.

    A list is taken as it is, its records and a DataFrame's rows give one item each, text of a JSON or Python list is
    read, and a path to a file is opened. Any other text is refused: it would be one call a character.
    """
    field = fields.argument
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            return _in_words(_of_values(_parsed(field, text), fields), f"Field {field!r} cannot be read")
        if text.lower().removesuffix(".gz").endswith(FILE_SUFFIXES):
            return _in_words(_of_file(text, fields), f"Field {field!r} names {text!r}, which cannot be read")
        raise InvalidRequestError(
            f"Field {field!r} is one string. Use a list, or the path of a file ending in {', '.join(FILE_SUFFIXES)}."
        )
    if isinstance(value, Mapping):
        raise InvalidRequestError(f"Field {field!r} is one record. Put it into a list.")
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(value, pandas.DataFrame):
        return _in_words(_of_frame(value, fields), f"Field {field!r} cannot be read")
    if isinstance(value, Iterable):
        return _in_words(_of_values(value, fields), f"Field {field!r} cannot be read")
    raise InvalidRequestError(
        f"Field {field!r} is {type(value).__name__}. Use a list, a DataFrame, or the path of a file."
    )


def _in_words(items: Iterator[Item], said: str) -> Iterator[Item]:
    try:
        yield from items
    except (*_WRONG_PATH, ValueError, ImportError, EOFError, csv.Error) as error:
        raise InvalidRequestError(f"{said}: {error}.") from None


def _of_values(values: Iterable[Any], fields: Fields) -> Iterator[Item]:
    """Yield the items of *values*, each of which is one or a record that holds one."""
    column: str | None = None
    seen: dict[str, None] = {}
    for number, value in enumerate(values, 1):
        if not isinstance(value, Mapping):
            if fields.carry and fields.carry != ALL:
                raise ValueError(f"item {number} is no record, and has no fields to carry")
            yield value, {}
            continue
        names = list(value)
        if column is None:
            column = fields.column_in(names)
        if column not in value:
            raise ValueError(f"item {number} has no field {column!r}, but {_listed(names)}; name one with column=")
        seen.update(dict.fromkeys(names))
        yield value[column], {name: value[name] for name in fields.carried_of(names, column) if name in value}
    if column is not None:
        fields.refuse_missing(list(seen))


def _of_table(names: Sequence[str], pick: Pick, fields: Fields) -> Iterator[Item]:
    fields.refuse_missing(names)
    # Of a table with one column there is no other.
    column = names[0] if len(names) == 1 and fields.column is None else fields.column_in(names)
    carried = fields.carried_of(names, column)
    wanted = list(dict.fromkeys([column, *carried]))
    if twice := [name for name in wanted if names.count(name) > 1]:
        raise ValueError(f"it has more than one column {twice[0]!r}: {_listed(names)}")
    for values in pick(wanted):
        record = dict(zip(wanted, values, strict=True))
        yield _item(record[column]), {name: record[name] for name in carried}


def _item(cell: object) -> Any:
    try:
        return plain(cell)
    except ValueError:
        return cell


def _of_frame(frame: pd.DataFrame, fields: Fields) -> Iterator[Item]:
    names = [str(name) for name in frame.columns]

    def pick(wanted: Sequence[str]) -> Iterator[Sequence[Any]]:
        for start in range(0, len(frame), ROWS_AT_ONCE):
            part = frame.iloc[start : start + ROWS_AT_ONCE]
            columns = (part.iloc[:, names.index(name)] for name in wanted)
            cells = (one.astype(object).where(one.notna(), None).tolist() for one in columns)
            yield from zip(*cells, strict=True)

    return _of_table(names, pick, fields)


def _of_file(path: str, fields: Fields) -> Iterator[Item]:
    from airflow_provider.results import open_binary

    kind = path.lower().removesuffix(".gz").rpartition(".")[2]
    with open_binary(path, "rb") as raw:
        stream = gzip.GzipFile(fileobj=raw) if path.lower().endswith(".gz") else raw
        if kind == "parquet":
            yield from _of_parquet(stream, fields)
            return
        with io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as lines:
            if kind == "csv":
                yield from _of_csv(lines, fields)
            elif kind == "txt":
                yield from _of_values((line.strip() for line in lines if line.strip()), fields)
            else:
                yield from _of_values((json.loads(line) for line in lines if line.strip()), fields)


def _of_csv(lines: Iterable[str], fields: Fields) -> Iterator[Item]:
    table = csv.DictReader(lines)
    return _of_table(table.fieldnames or (), lambda wanted: ([row[name] for name in wanted] for row in table), fields)


def _of_parquet(stream: Any, fields: Fields) -> Iterator[Item]:
    import pyarrow.parquet as pq

    file = pq.ParquetFile(stream)

    def pick(wanted: Sequence[str]) -> Iterator[Sequence[Any]]:
        for part in file.iter_batches(ROWS_AT_ONCE, columns=list(wanted)):
            yield from zip(*(part.column(name).to_pylist() for name in wanted), strict=True)

    return _of_table(file.schema_arrow.names, pick, fields)


def _parsed(field: str, text: str) -> list[Any]:
    for read in (json.loads, ast.literal_eval):
        try:
            items = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(items, list):
            return items
    raise InvalidRequestError(f"Field {field!r} starts as a list but is neither JSON nor a Python list. Correct it.")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "no columns at all"
