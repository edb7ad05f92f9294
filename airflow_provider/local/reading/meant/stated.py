"""
Which records of a list state what a prompt asks for: "only the award notices", "posts by anna", "jobs in Oslo".

It is heard where some of the records state it and others do not: then it tells these from the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

from airflow_provider.local.reading.comparing import same_things
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from airflow_provider.local.reading.data.facts import Fact, Group, Item
    from airflow_provider.local.reading.rows import Filling
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.wording import Words

# What does not say of which kind a record is, where it is or whose.
_TOLD_AT_LENGTH = word_set("title description text url image id")
_WHOM = word_set("author brand company publisher seller organizer artist user")
_LATER = word_set("last latest")
_LONGEST = 80
_FEW = 8
# "Paid by the hour".
PAID_BY = {("hour",), ("day",), ("week",), ("month",), ("year",)}


@dataclass(frozen=True, slots=True)
class Condition:
    """
    One of some *values* that a record states as a whole, or else as a part of what it says in a few words.

    Where none does, some of them may be *named* so; *in_name* alone it is sought, or at the beginning of names where it
    is *begun*. It is who wrote *last*, or not, or where a record is *placed*. Records that are *left_out* state it not.
    """

    values: tuple[Words, ...]
    named: tuple[Words, ...] = ()
    in_name: bool = False
    begun: bool = False
    last: bool = False
    left_out: bool = False
    is_part: bool = True
    placed: bool = False

    def met_by(self, records: Sequence[Sequence[Item]], names: Sequence[object]) -> list[bool]:
        """Tell which of *records*, each what several places say of it, and called by *names*, state this."""
        named = [self._is_named(name) for name in names]
        if self.in_name or self.begun:
            return named
        ways = ((_tells_whom, False), (_tells_kind, False), (_tells_kind, True))
        for at in range(1, max(map(len, records), default=0) + 1):
            # Where something is, a part tells as well as the whole: "Oslo, Norway".
            for test, is_part in ways[2:] if self.placed else ways[: 2 + self.is_part]:
                met = [any(self._is_met(item, test, is_part=is_part) for item in items[:at]) for items in records]
                if any(met) and not all(met):
                    return met
        return named

    def _is_named(self, name: object) -> bool:
        words = singular(words_of(str(name or "")))
        if self.begun or self.in_name:
            # "WooCommerce" is "Woocommerce".
            text, values = "".join(words), ["".join(value) for value in self.values]
            return any(text.startswith(value) if self.begun else value in text for value in values)
        return any(_has(words, value) for value in self.named)

    def _is_met(self, item: Item, test: Callable[[Fact], bool], *, is_part: bool) -> bool:
        """Tell whether a fact of *item* that passes *test* states it, or as a part."""
        last = {fact.value for fact in item.facts if fact.labels[-1][0] in _LATER}
        facts = (fact for fact in item.facts if test(fact) and (fact.value in last) is self.last)
        return any(self._is_in(fact, is_part=is_part) for fact in facts)

    def _is_in(self, fact: Fact, *, is_part: bool) -> bool:
        texts = [str(fact.value).removeprefix("https://schema.org/"), *str(fact.value).split(", ")]
        told = [singular(words_of(text)) for text in texts if len(text) <= _LONGEST]
        if PAID_BY.issuperset(self.values):
            is_pay = MONEY.search(str(fact.value)) is not None
            return is_pay and any(_has(words, value) for words in told[:1] for value in self.values)
        if not is_part:
            return any(value in told for value in self.values)
        return any(len(words) <= _FEW and _has(words, value) for words in told for value in self.values)


def meeting(
    filling: Filling, groups: Sequence[Group], page: Page, conditions: Sequence[Condition], title: str
) -> Filling:
    """
    Return the rows of *filling*, called by *title*, of the first of *groups* that meet *conditions*.

    All do if none does, or all of *page*.
    What the other groups say of the same things counts where that one says nothing.
    """
    choice, *others = groups
    parts = [part for part in page.title_parts if part != page.site]
    over = [singular(words_of(text)) for text in (page.heading.text if page.heading else "", *parts)]
    told = [same_things(choice, other) for other in others] if conditions else []
    for condition in conditions:
        if any(_has(words, value) for words in over for value in condition.values):
            continue
        records = [[choice.items[at], *filter(None, (one[at] for one in told))] for at in filling.kept]
        met = condition.met_by(records, [row.get(title) for row in filling.rows])
        if any(met) and not all(met):
            kept = [one is not condition.left_out for one in met]
            rows, places = tuple(compress(filling.rows, kept)), tuple(compress(filling.kept, kept))
            filling = replace(filling, rows=rows, kept=places)
    return filling


def _tells_whom(fact: Fact) -> bool:
    """Tell whether *fact* says who wrote, made or offers something."""
    return isinstance(fact.value, str) and any(not _WHOM.isdisjoint(PHRASES.get(label, ())) for label in fact.labels)


def _tells_kind(fact: Fact) -> bool:
    """Tell whether *fact* may say of which kind something is, where or whose."""
    is_long = any(not _TOLD_AT_LENGTH.isdisjoint(PHRASES.get(label, ())) for label in fact.labels)
    return isinstance(fact.value, str) and not is_long


def singular(words: Words) -> Words:
    """Return *words* of a kind without the "s" of a plural, as "eds" has one."""
    return tuple(word.removesuffix("s") for word in words)


def _has(words: Words, value: Words) -> bool:
    """Tell whether *words* have *value* somewhere among them."""
    return any(words[at : at + len(value)] == value for at in range(len(words)))
