"""
Rows of a paid answer, held against what the user expects of them, one after the other.

Decides which rows are at fault, and which of them may be delivered; what that comes to, in words, is said by `tally`,
and what follows from it is the caller's business. Memory stays bounded, whatever the number of rows: only of the values
that have to be unique each leaves a key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from airflow_provider.api.models import RowModel
from airflow_provider.api.rows import OnInvalid, Row
from airflow_provider.results.expect import Expect
from airflow_provider.results.rejected import Rejected
from airflow_provider.results.tally import EXAMPLES, Fault, Finding, OnPage, Tally, same

if TYPE_CHECKING:
    from airflow_provider.web.stated import Stated

# Characters that a message shows of a row.
EXAMPLE_SIZE = 120
# A key of a unique value is no longer than that, in characters.
KEY_SIZE = 32


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
        self.skipped = 0
        self._model = model
        self._on_invalid = on_invalid
        self._follows = follows or self.expect.on_unmet == "ask_again"
        self._tally = Tally(self.expect, model=None if model is None else model.name, before=before)
        self._required = frozenset(self.expect.required)
        self._null_faults = tuple(self._tally.nulls.items())
        self._key = _key_of(tuple(self.expect.unique))
        self._seen: set[Hashable] = set()

    @property
    def count(self) -> int:
        """How many rows have passed."""
        return self._tally.count

    @property
    def on_page(self) -> OnPage | None:
        """What was looked for in pages; None if nothing is."""
        return self._tally.on_page

    def rows(self, rows: Iterable[Row], *, page: int = 0, stated: Stated | None = None) -> Iterator[Row]:
        """
        Yield *rows* of *page*, by whatever number the caller knows it, as they may be delivered.

        *stated* is what the page states, None if it could not be read.
        """
        tally = self._tally
        if self._follows:
            tally.pages.add(page)
        for row in rows:
            number = tally.count + 1
            one = row if self._model is None else self._validated(number, row, page)
            if one is not None:
                tally.count = number
                self._hold(number, one, page)
                if tally.on_page is not None:
                    self._look_up(tally.on_page, number, one, page, stated)
                yield one

    def findings(self) -> list[Finding]:
        """Return what is not met, once all rows have passed."""
        return self._tally.findings()

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
        self._note(self._tally.of_model, number, page, why)
        return row

    def _hold(self, number: int, row: Mapping[str, Any], page: int) -> None:
        if self._follows:
            self._tally.with_rows.add(page)
        for name, fault in self._null_faults:
            if row.get(name) is None:
                self._note(fault, number, page, row)
                if name in self._required:
                    self.rejected.add(row, f"required: field {name!r} is null")
        if self._key is not None and (key := self._key(row)) is not None:
            if key in self._seen:
                self._note(self._tally.repeated, number, page, row)
                self.rejected.add(row, f"unique: {same(self.expect.unique)} as in a row before")
            else:
                self._seen.add(key)

    def _look_up(self, seen: OnPage, number: int, row: Row, page: int, stated: Stated | None) -> None:
        """Look for the values of *row* in its page; what there is to look for is neither null nor true or false."""
        values = {name: row.get(name) for name in self.expect.check_on_page}
        values = {name: one for name, one in values.items() if one is not None and not isinstance(one, bool)}
        if stated is None:
            seen.not_read += len(values)
            return
        absent = {name: one for name, one in values.items() if not stated.has(one)}
        seen.found += len(values) - len(absent)
        seen.absent += len(absent)
        if absent:
            said = ", ".join(f"{name} {one!r}" for name, one in absent.items())
            self._note(self._tally.absent, number, page, said)
            self.rejected.add(row, f"check_on_page: not in the page: {said}")

    def _note(self, fault: Fault, number: int, page: int, shown: Mapping[str, Any] | str) -> None:
        fault.count += 1
        if len(fault.examples) < EXAMPLES:
            fault.examples.append(f"row {number}, {_cut(shown)}")
        if self._follows:
            fault.pages.add(page)


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


def _cut(shown: Mapping[str, Any] | str) -> str:
    text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
    return text if len(text) <= EXAMPLE_SIZE else text[: EXAMPLE_SIZE - 1] + "…"
