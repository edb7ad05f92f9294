"""The vocabulary of this package: a fact is a labelled value, an item is what a page says of one thing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from airflow_provider.local.reading.words.names import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# Where a value comes from, the surest first: only their order counts. It is said of the page as a whole, it is data
# about the very thing, the main heading, a label that is written for readers, an element that HTML has for it such as
# ``time``, implied by a class name, said by a meta element, implied by form, or known of another group's item.
OF_PAGE, DATA, HEADING, STATED, TIMED, HINTED, META, SHAPED, WEAKEST, BORROWED = range(10, 0, -1)

# Spaces, and the marks of a direction of writing.
_BLANK = " \t\r\n\f\u00a0\u200e\u200f\u202a\u202c"
Origin = Literal["data", "table", "columns", "listing", "state"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value with every wording of its label, the whole one last, and how far the label can be trusted."""

    labels: tuple[Words, ...]
    value: str | float | bool
    strength: int = STATED

    @property
    def column(self) -> tuple[Words, int]:
        """What facts of the same kind in other items share."""
        return (self.labels[-1], self.strength)


@dataclass(slots=True)
class Item:
    """
    The facts about one thing, in the order of the page, and, of a record, the elements or cells that it is.

    One is *odd* whose class is not that of the others, *apart* if it is made of other elements, and *alike* if it has a
    name and most of what the others are made of; *link* is that of the record itself.
    """

    facts: list[Fact] = field(default_factory=list)
    nodes: Sequence[Node] = ()
    odd: bool = False
    apart: bool = False
    alike: bool = False
    link: Node | None = None

    def add(self, label: str, value: str | float | bool | None, *, strength: int = STATED) -> None:  # noqa: FBT001 - a value read from a page, not a flag
        """Add a fact unless its label or value is empty."""
        if value is None or value == "":
            return
        # What divides a value from the one before it is no part of it.
        said = value.strip(_BLANK).removeprefix("| ") if isinstance(value, str) else value
        if said != "" and (words := words_of(label)):
            self.facts.append(Fact((words,), said, strength))


@dataclass(slots=True)
class Group:
    """
    Items that a page presents alike, such as the rows of a table.

    *name* is what they stand under or what type they are of; *boilerplate* is not empty in places that are rarely what
    is asked for; *size* is how many characters they hold outside of links, of which menus are made; *is_main* tells
    whether the page calls where they stand its main part.
    """

    items: list[Item]
    origin: Origin
    name: str = ""
    boilerplate: str = ""
    size: int = 0
    is_main: bool = False
