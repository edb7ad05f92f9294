"""Categories and tags that no class names: short texts alike, side by side, which come back in other records."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.written.employers import is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.placed import Place, Texts
    from airflow_provider.local.reading.rows import Row

_KINDS = frozenset({"category", "tag"})


def fill_chips(name: str, rows: Sequence[Row], placed: Sequence[Texts], listed: set[Place]) -> bool:
    """
    Fill field *name*, if it asks for categories, from the only place with several names in some rows; tell whether so.

    What is *listed* are entries that stand beside others of their kind. Names of which each is another one are those of
    people or parts, and no categories.
    """
    concepts = concepts_of(name)
    # Of a restaurant, there may be several in the singular.
    if not ((is_plural(name) and _KINDS & concepts) or "cuisine" in concepts):
        return False
    columns: dict[Place, dict[int, list[str]]] = {}
    kinds = {place[:-1] for place in listed}
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            if place[:-1] in kinds and is_name(text) and text not in rows[at].values():
                columns.setdefault(place[:-1], {}).setdefault(at, []).append(text)
    told = {place: one for place, one in columns.items() if _are_categories(list(one.values()), len(rows))}
    # What leads to others of its kind is rather one than what only stands there.
    linked = [one for place, one in told.items() if any(part.startswith("a ") for part in place)]
    found = linked or list(told.values())
    for at, texts_there in found[0].items() if len(found) == 1 else ():
        rows[at][name] = ", ".join(texts_there)
    return len(found) == 1


def _are_categories(names: Sequence[Sequence[str]], count: int) -> bool:
    """Tell whether most of *count* rows have *names*, some several, and a quarter of them come back in other rows."""
    told = Counter(name for each in names for name in each)
    again = sum(number for number in told.values() if number > 1)
    return 5 * len(names) >= 4 * count and max(map(len, names)) > 1 and 4 * again >= told.total()
