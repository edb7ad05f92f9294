"""
What came of holding rows against expectations: the counts, and what is not met, in words.

A finding has the rule, the figure and up to three rows. Which rows are at fault is `checking`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from airflow_provider.results.expect import Expect

# Rows that a finding shows.
EXAMPLES = 3


@dataclass
class Fault:
    """What one rule has found: how many rows, the first of them, and, where they are followed, their pages."""

    count: int = 0
    examples: list[str] = field(default_factory=list)
    pages: set[int] = field(default_factory=set)


@dataclass
class OnPage:
    """How many values were looked for in their pages, and how many of them could not be: their page cannot be read."""

    found: int = 0
    absent: int = 0
    not_read: int = 0

    @property
    def share(self) -> float:
        """The share that was found, of those that could be looked for."""
        return self.found / ((self.found + self.absent) or 1)


@dataclass(frozen=True)
class Finding:
    """A rule that is not met, in words, and the pages whose rows are at fault, as far as they are known."""

    text: str
    pages: frozenset[int] = frozenset()


@dataclass
class Tally:
    """
    The rows that have passed, and what of them is at fault, by *expect* and by *model*, a name.

    *before* is how many rows the last success had, None if not known. Pages are there where they are followed.
    """

    expect: Expect
    model: str | None
    before: int | None
    count: int = 0
    of_model: Fault = field(default_factory=Fault)
    nulls: dict[str, Fault] = field(init=False)
    repeated: Fault = field(default_factory=Fault)
    absent: Fault = field(default_factory=Fault)
    on_page: OnPage | None = field(init=False)
    pages: set[int] = field(default_factory=set)
    with_rows: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.nulls = {name: Fault() for name in dict.fromkeys((*self.expect.required, *self.expect.max_null_share))}
        self.on_page = OnPage() if self.expect.check_on_page else None

    def findings(self) -> list[Finding]:
        """Return what is not met, once all rows have passed."""
        found = (self._of_the_model(), self._of_counts(), self._of_nulls(), self._of_keys(), self._of_the_page())
        return list(chain.from_iterable(found))

    def _of_the_model(self) -> Iterator[Finding]:
        if self.of_model.count:
            yield self._finding(f"{self.model} refuses {self.of_model.count:,} of {self._rows}", self.of_model)

    def _of_counts(self) -> Iterator[Finding]:
        expect, without_rows = self.expect, frozenset(self.pages - self.with_rows)
        if expect.min_rows is not None and self.count < expect.min_rows:
            yield Finding(
                f"min_rows: there are {self._rows}, and at least {expect.min_rows:,} are expected", without_rows
            )
        if expect.max_rows is not None and self.count > expect.max_rows:
            yield Finding(f"max_rows: there are {self._rows}, and at most {expect.max_rows:,} are expected")
        if expect.max_drop is not None and self.before:
            drop = 1 - self.count / self.before
            # A hair's breadth: 1 - 8 / 10 is more than 0.2 to a float.
            if drop > expect.max_drop + 1e-9:
                yield Finding(
                    f"max_drop: there are {self._rows}, {_percent(drop)} fewer than the {self.before:,} of the last "
                    f"success, and at most {_percent(expect.max_drop)} fewer are expected",
                    without_rows,
                )

    def _of_nulls(self) -> Iterator[Finding]:
        for name, fault in self.nulls.items():
            if not fault.count:
                continue
            share = fault.count / self.count
            said = f"field {name!r} is null in {fault.count:,} of {self._rows}"
            most = self.expect.max_null_share.get(name)
            if name in self.expect.required:
                yield self._finding(f"required: {said}", fault)
            elif most is not None and share > most + 1e-9:
                yield self._finding(
                    f"max_null_share: {said} ({_percent(share)}), and at most {_percent(most)} are expected", fault
                )

    def _of_keys(self) -> Iterator[Finding]:
        if self.repeated.count:
            said = f"unique: {same(self.expect.unique)} as in a row before in {self.repeated.count:,} of {self._rows}"
            yield self._finding(said, self.repeated)

    def _of_the_page(self) -> Iterator[Finding]:
        seen = self.on_page
        if seen is not None and seen.absent and seen.share < self.expect.min_found - 1e-9:
            yield self._finding(
                f"check_on_page: {seen.absent:,} of {seen.found + seen.absent:,} values do not stand in their pages "
                f"({_percent(seen.share)} do), and at least {_percent(self.expect.min_found)} are expected to",
                self.absent,
            )

    def _finding(self, text: str, fault: Fault) -> Finding:
        return Finding(f"{text}: {'; '.join(fault.examples)}", frozenset(fault.pages))

    @property
    def _rows(self) -> str:
        return f"{self.count:,} row{'s' * (self.count != 1)}"


def same(names: Iterable[str]) -> str:
    """Say that fields *names* are those of another row."""
    return f"field {', '.join(map(repr, names))} is the same"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
