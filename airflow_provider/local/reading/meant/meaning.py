"""Which records of a page a prompt means: all that it asks holds together, "the two cheapest lamps in stock"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from airflow_provider.local.reading.meant.bounds import bounds_in
from airflow_provider.local.reading.meant.marked import marks_in
from airflow_provider.local.reading.meant.moments import moments_in
from airflow_provider.local.reading.meant.order import order_in
from airflow_provider.local.reading.meant.residue import without_fields
from airflow_provider.local.reading.prompted import without_descriptions
from airflow_provider.local.reading.words.wording import patterns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.meant.compared import Meaning, Told
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

_ONE = re.compile(patterns("meaning")["one of some"], re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s?\([^()]{0,200}\)")


@dataclass(frozen=True, slots=True)
class Meant:
    """
    The records for which each of some *meanings* holds, in their order, and a *count* of them if that is told.

    One of them may be asked for as *one*: "which lamp".
    """

    meanings: tuple[Meaning, ...] = ()
    count: int = 0
    one: bool = False

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the fields that records are told by, which it may lack."""
        return reduce(lambda told, meaning: meaning.widened(told), self.meanings, schema)

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant, by what they are *told* by."""
        return reduce(lambda left, meaning: meaning.of(left, told), self.meanings, rows)


def meant_by(prompt: str, schema: Schema) -> Meant:
    """Return which of the records that a page has of *schema* are meant by *prompt*."""
    said = without_fields(prompt, schema)
    order = order_in(said, prompt, schema)
    text = _IN_BRACKETS.sub("", without_descriptions(prompt[:1000], schema.fields))
    told = (*bounds_in(text, schema), *moments_in(text, schema), *marks_in(said, schema))
    one = _ONE.search(prompt) is not None
    if order is not None:
        return Meant((*told, order), order.count, one or order.count > 0)
    return Meant(told, one=one and bool(told))
