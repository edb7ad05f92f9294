"""
What checks of rows cost: at most 5 us a row and rule, and no memory that grows with the rows but for unique keys.

100,000 rows of six fields, each rule alone against passing the same rows on unchecked, in turns in one process.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, Field

from airflow_provider.api.models import RowModel
from airflow_provider.results import Expect
from airflow_provider.results.checking import RowCheck
from tests.benchmarks.figures import Figures

ROWS = 100_000
ROUNDS = 5
FIELDS = ("title", "price", "printed", "cover")


class Book(BaseModel):
    """What a row of the benchmark is."""

    title: str = Field(min_length=1)
    price: Decimal = Field(gt=0)
    printed: date
    cover: Literal["hard", "soft"]
    stock: int | None = None


RULES: dict[str, tuple[Callable[[], RowCheck], int]] = {
    "min_rows": (lambda: RowCheck(Expect(min_rows=1)), 1),
    "required, of one field": (lambda: RowCheck(Expect(required=["price"])), 1),
    "required, of four fields": (lambda: RowCheck(Expect(required=FIELDS)), 4),
    "max_null_share": (lambda: RowCheck(Expect(max_null_share={"stock": 0.6})), 1),
    "unique, of a short field": (lambda: RowCheck(Expect(unique=["title"])), 1),
    "unique, of a long field": (lambda: RowCheck(Expect(unique=["link"])), 1),
    "unique, of two fields": (lambda: RowCheck(Expect(unique=["title", "price"])), 1),
    "asking again": (lambda: RowCheck(Expect(required=["price"], on_unmet="ask_again")), 1),
    "all but a model": (
        lambda: RowCheck(
            Expect(min_rows=1, max_rows=ROWS, required=["title"], max_null_share={"stock": 0.6}, unique=["link"])
        ),
        5,
    ),
    # Each field is a rule of its own: its type, its constraint, that it is there.
    "a model of five fields": (lambda: RowCheck(None, RowModel(Book, besides=["link"])), len(Book.model_fields)),
}


def rows(count: int) -> list[dict[str, Any]]:
    """Return rows as a batch makes them."""
    return [
        {
            "link": f"https://shop.example.com/catalogue/books/{number}",
            "title": f"Book {number}",
            "price": 10 + number / 100,
            "printed": "2026-01-02",
            "cover": "soft",
            "stock": number if number % 2 else None,
        }
        for number in range(count)
    ]


def seconds(passing: Callable[[], Iterable[object]]) -> float:
    """Return the CPU seconds that it takes to pass all rows."""
    began = time.process_time()
    for _ in passing():
        pass
    return time.process_time() - began


def main() -> None:
    """Measure and print."""
    figures = Figures("checks")
    many = rows(ROWS)
    for name, (make, rules) in RULES.items():
        costs = []
        for _ in range(ROUNDS):
            bare = seconds(lambda: (row for row in many))
            check = make()
            costs.append(seconds(lambda check=check: check.rows(many)) - bare)
            # Or something else would be measured.
            assert not check.findings()
            check.close()
        microseconds = 1e6 * statistics.median(costs) / ROWS
        figures.note(f"{name}, a row", microseconds, "us CPU")
        figures.judge(f"{name}, a row and rule, us CPU", microseconds / rules, at_most=5)
    for name in ("all but a model", "a model of five fields"):
        figures.note(f"memory of {name} over {ROWS:,} rows", _memory(RULES[name][0], many), "MB")
    figures.write()


def _memory(make: Callable[[], RowCheck], many: list[dict[str, Any]]) -> float:
    tracemalloc.start()
    check = make()
    for _ in check.rows(many):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    check.close()
    return peak / 1e6


if __name__ == "__main__":
    main()
