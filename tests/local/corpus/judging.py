"""What reading the corpus gives: how many values are right, wrong or missing, by field and kind of page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows
from airflow_provider.local.schemas import read_extract_schema
from tests.local.corpus.cases import Case
from tests.local.corpus.lists import lists
from tests.local.corpus.markup import markup
from tests.local.corpus.products import products
from tests.local.corpus.recipes import recipes
from tests.local.corpus.software import software
from tests.local.corpus.texts import texts


@dataclass
class Tally:
    """Counts of values: `right`, `wrong` (returned, but not what the page states) and `missing`."""

    right: int = 0
    wrong: int = 0
    missing: int = 0

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missing)


@dataclass
class Judgement:
    """Tallies by kind of page and field, the wrong values, and how many pages are right as a whole."""

    fields: dict[tuple[str, str], Tally] = field(default_factory=dict)
    kinds: dict[str, Tally] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    pages: Counter[str] = field(default_factory=Counter)
    right_pages: Counter[str] = field(default_factory=Counter)


def corpus() -> list[Case]:
    return [*products(), *recipes(), *lists(), *texts(), *software(), *markup()]


def read(case: Case) -> list[dict[str, Any]]:
    schema = read_extract_schema([{name: kind} for name, kind in case.schema.items()])
    return extract_rows(Document(case.url, "html", case.html), prompt=case.prompt, schema=schema)


def judge(cases: Iterable[Case]) -> Judgement:
    found = Judgement()
    for case in cases:
        rows = read(case)
        found.pages[case.kind] += 1
        found.right_pages[case.kind] += rows == case.rows
        for at in range(max(len(rows), len(case.rows))):
            got = rows[at] if at < len(rows) else dict.fromkeys(case.schema)
            true = case.rows[at] if at < len(case.rows) else dict.fromkeys(case.schema)
            for name in case.schema:
                _count(found, case, at, name, got[name], true[name])
    return found


def _count(found: Judgement, case: Case, at: int, name: str, got: Any, true: Any) -> None:
    for tally in (found.fields.setdefault((case.kind, name), Tally()), found.kinds.setdefault(case.kind, Tally())):
        tally.right += got is not None and got == true
        tally.wrong += got is not None and got != true
        tally.missing += true is not None and got != true
    if got != true:
        line = f"{case.name}[{at}].{name}: {got!r}, not {true!r}"
        (found.missing if got is None else found.wrong).append(line)
