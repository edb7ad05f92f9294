"""
Rows of a paid answer, held against what the user expects of them, one after the other.

Decides which rows are at fault, and says so with the rule, the figure and up to three rows; what follows from that,
and where refused rows go, is the caller's business. Memory stays bounded, whatever the number of rows: only of the
values that have to be unique each leaves a key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from airflow_provider.api.models import RowModel
from airflow_provider.api.rows import OnInvalid, Row
from airflow_provider.results.expect import Expect
from airflow_provider.results.rejected import Rejected

if TYPE_CHECKING:
    from airflow_provider.web.stated import Stated

# Rows that a message shows, and characters of each.
EXAMPLES = 3
EXAMPLE_SIZE = 120
# A key of a unique value is no longer than that, in characters.
KEY_SIZE = 32


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


class RowCheck:
    """
    Holds the rows of one result against *expect* and *model*; either may be None.

    *on_invalid* says what becomes of a row that the model refuses: "raise" is a finding, "null" takes the fields it
    refuses for null, "skip" leaves the row out. *before* is how many rows the last success had, None if not known.
    The pages of rows at fault are known with `on_unmet="ask_again"`, and where the caller *follows* them.
    """

    def __init__(
        self,
        expect: Expect | None,
        model: RowModel | None = None,
        *,
        on_invalid: OnInvalid = "raise",
        before: int | None = None,
        follows: bool = False,
    ) -> None:
        self.expect = expect or Expect()
        self.rejected = Rejected()
        self.count = 0
        self.skipped = 0
        self._model = model
        self._on_invalid = on_invalid
        self._before = before
        self._follows = follows or self.expect.on_unmet == "ask_again"
        self._of_model = Fault()
        self._nulls = {name: Fault() for name in dict.fromkeys((*self.expect.required, *self.expect.max_null_share))}
        self._required = frozenset(self.expect.required)
        self._null_faults = tuple(self._nulls.items())
        self._repeated = Fault()
        self._absent = Fault()
        self.on_page = OnPage() if self.expect.check_on_page else None
        self._key = _key_of(tuple(self.expect.unique))
        self._seen: set[Hashable] = set()
        self._pages: set[int] = set()
        self._with_rows: set[int] = set()

    def rows(self, rows: Iterable[Row], *, page: int = 0, stated: Stated | None = None) -> Iterator[Row]:
        """
        Yield *rows* of *page*, by whatever number the caller knows it, as they may be delivered.

        *stated* is what the page states, None if it could not be read.
        """
        if self._follows:
            self._pages.add(page)
        for row in rows:
            number = self.count + 1
            one = row if self._model is None else self._validated(number, row, page)
            if one is not None:
                self.count = number
                self._hold(number, one, page)
                if self.on_page is not None:
                    self._look_up(number, one, page, stated)
                yield one

    def findings(self) -> list[Finding]:
        """Return what is not met, once all rows have passed."""
        found = (self._of_the_model(), self._of_counts(), self._of_nulls(), self._of_keys(), self._of_the_page())
        return list(chain.from_iterable(found))

    def pages_at_fault(self) -> set[int]:
        """Return the pages of `findings`, where they are followed."""
        return {page for finding in self.findings() for page in finding.pages}

    def close(self) -> None:
        """Give the disk space back."""
        self.rejected.close()

    def _validated(self, number: int, row: Row, page: int) -> Row | None:
        assert self._model is not None  # noqa: S101 - for mypy
        checked, problems = self._model.check(row)
        if checked is not None:
            return checked
        if self._on_invalid == "null" and set(problems) <= set(row):
            checked, further = self._model.check({**row, **dict.fromkeys(problems)})
            if checked is not None:
                return checked
            problems = further
        why = "; ".join(problems.values())
        self.rejected.add(row, f"{self._model.name}: {why}")
        if self._on_invalid == "skip":
            self.skipped += 1
            return None
        self._note(self._of_model, number, page, why)
        return row

    def _hold(self, number: int, row: Mapping[str, Any], page: int) -> None:
        if self._follows:
            self._with_rows.add(page)
        for name, fault in self._null_faults:
            if row.get(name) is None:
                self._note(fault, number, page, row)
                if name in self._required:
                    self.rejected.add(row, f"required: field {name!r} is null")
        if self._key is not None and (key := self._key(row)) is not None:
            if key in self._seen:
                self._note(self._repeated, number, page, row)
                self.rejected.add(row, f"unique: {_listed(self.expect.unique)} as in a row before")
            else:
                self._seen.add(key)

    def _look_up(self, number: int, row: Row, page: int, stated: Stated | None) -> None:
        """Look for the values of *row* in its page; what there is to look for is neither null nor true or false."""
        assert self.on_page is not None  # noqa: S101 - for mypy
        values = {name: row.get(name) for name in self.expect.check_on_page}
        values = {name: one for name, one in values.items() if one is not None and not isinstance(one, bool)}
        if stated is None:
            self.on_page.not_read += len(values)
            return
        absent = {name: one for name, one in values.items() if not stated.has(one)}
        self.on_page.found += len(values) - len(absent)
        self.on_page.absent += len(absent)
        if absent:
            said = ", ".join(f"{name} {one!r}" for name, one in absent.items())
            self._note(self._absent, number, page, said)
            self.rejected.add(row, f"check_on_page: not in the page: {said}")

    def _note(self, fault: Fault, number: int, page: int, shown: Mapping[str, Any] | str) -> None:
        fault.count += 1
        if len(fault.examples) < EXAMPLES:
            fault.examples.append(f"row {number}, {_cut(shown)}")
        if self._follows:
            fault.pages.add(page)

    def _of_the_model(self) -> Iterator[Finding]:
        if self._of_model.count and self._model is not None:
            yield self._finding(f"{self._model.name} refuses {self._of_model.count:,} of {self._rows}", self._of_model)

    def _of_counts(self) -> Iterator[Finding]:
        expect, without_rows = self.expect, frozenset(self._pages - self._with_rows)
        if expect.min_rows is not None and self.count < expect.min_rows:
            yield Finding(
                f"min_rows: there are {self._rows}, and at least {expect.min_rows:,} are expected", without_rows
            )
        if expect.max_rows is not None and self.count > expect.max_rows:
            yield Finding(f"max_rows: there are {self._rows}, and at most {expect.max_rows:,} are expected")
        if expect.max_drop is not None and self._before:
            drop = 1 - self.count / self._before
            # A hair's breadth: 1 - 8 / 10 is more than 0.2 to a float.
            if drop > expect.max_drop + 1e-9:
                yield Finding(
                    f"max_drop: there are {self._rows}, {_percent(drop)} fewer than the {self._before:,} of the last "
                    f"success, and at most {_percent(expect.max_drop)} fewer are expected",
                    without_rows,
                )

    def _of_nulls(self) -> Iterator[Finding]:
        for name, fault in self._nulls.items():
            if not fault.count:
                continue
            share = fault.count / self.count
            said = f"field {name!r} is null in {fault.count:,} of {self._rows}"
            most = self.expect.max_null_share.get(name)
            if name in self._required:
                yield self._finding(f"required: {said}", fault)
            elif most is not None and share > most + 1e-9:
                yield self._finding(
                    f"max_null_share: {said} ({_percent(share)}), and at most {_percent(most)} are expected", fault
                )

    def _of_keys(self) -> Iterator[Finding]:
        if self._repeated.count:
            said = (
                f"unique: {_listed(self.expect.unique)} as in a row before in {self._repeated.count:,} of {self._rows}"
            )
            yield self._finding(said, self._repeated)

    def _of_the_page(self) -> Iterator[Finding]:
        seen = self.on_page
        if seen is not None and seen.absent and seen.share < self.expect.min_found - 1e-9:
            yield self._finding(
                f"check_on_page: {seen.absent:,} of {seen.found + seen.absent:,} values do not stand in their pages "
                f"({_percent(seen.share)} do), and at least {_percent(self.expect.min_found)} are expected to",
                self._absent,
            )

    def _finding(self, text: str, fault: Fault) -> Finding:
        return Finding(f"{text}: {'; '.join(fault.examples)}", frozenset(fault.pages))

    @property
    def _rows(self) -> str:
        return f"{self.count:,} row{'s' * (self.count != 1)}"


def _key_of(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Hashable | None] | None:
    """Return what makes the key of a row from the fields *names*; None where there are none."""
    if not names:
        return None

    def key(row: Mapping[str, Any]) -> Hashable | None:
        values = [row.get(name) for name in names]
        if None in values:
            return None
        # A number is the same with and without a point.
        parts = [int(one) if one.__class__ is float and one.is_integer() else one for one in values]
        text = repr(parts)
        if len(text) <= KEY_SIZE:
            return text
        # Bytes are equal to no text.
        return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()

    return key


def _listed(names: Iterable[str]) -> str:
    return f"field {', '.join(map(repr, names))} is the same"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _cut(shown: Mapping[str, Any] | str) -> str:
    text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
    return text if len(text) <= EXAMPLE_SIZE else text[: EXAMPLE_SIZE - 1] + "…"
