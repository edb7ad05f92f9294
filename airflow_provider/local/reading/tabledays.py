"""When something was, or was written last, and by whom, as one cell of a table says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import ANY_BY, form_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.employers import is_name
from airflow_provider.local.reading.written.lastpost import LAST
from airflow_provider.local.reading.written.users import user_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# What divides a name from a day, and labels of what was last without a word for what.
_AROUND_DAY = " \u00bb\u203a|\u00b7,-"
_BY_BEHIND = re.compile(rf"\s{ANY_BY}:?$", re.IGNORECASE)
_LATEST = frozenset({("most", "recent"), ("latest",), ("last",)})


def day_and(label: str, cell: Node, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the day that *cell* states, with its hours, or with who wrote then, each under a label of its own."""
    asked = PHRASES.get(words_of(label), frozenset())
    if len(lines) == 2 and form_of(lines[1]) == "hours" and "date" in asked:  # noqa: PLR2004 - a day, and when on it
        return [(label, lines[0]), ("time", lines[1])]
    is_last = LAST.match(label) is not None or words_of(label) in _LATEST
    links = [one for one in cell.inside("a") if one.text and not (is_last and LAST.fullmatch(one.text))]
    if len(links) == 1 and not form_of(links[0].text):
        ends = (one.start for one in cell.inside("a") if one.start >= links[0].end and LAST.fullmatch(one.text))
        end = next(ends, cell.end)
        around = (*cell.pieces[cell.start : links[0].start], " ", *cell.pieces[links[0].end : end])
        beside = _BY_BEHIND.sub("", " ".join("".join(around).split()).strip(_AROUND_DAY))
        day, name = day_in(beside), links[0].text
        if day and is_last:
            return [(label, day), ("last post date", day), ("last post by", name)]
        if day and not asked.isdisjoint({"author", "date"}):
            return [(label, name), ("date", day)] if "author" in asked else [(label, day), ("author", name)]
    if is_last and (told := _when_before_user(cell, links) or _last_in(lines, links)):
        return [(label, told[0][1]), *told]
    # Who wrote last has a label of its own.
    if is_last and (user := user_in(cell.inside("a"))) in lines:
        return [(label, " ".join(line for line in lines if line != user))]
    return []


def _when_before_user(cell: Node, links: Sequence[Node]) -> list[tuple[str, str]]:
    """Return when somebody wrote last, and who, where one of *links* leads to them: "3 hours ago by anna in Trees"."""
    user = user_in(links)
    link = next((one for one in links if one.text == user), None)
    before = " ".join("".join(cell.pieces[cell.start : link.start]).split()) if link is not None else ""
    day = day_in(_BY_BEHIND.sub("", before).strip(_AROUND_DAY))
    return [("last post date", day), ("last post by", user)] if user and day else []


def _last_in(lines: Sequence[str], links: Sequence[Node]) -> list[tuple[str, str]]:
    """Return when somebody wrote last, and who, as *lines* say it: in one byline, or on a line of its own."""
    said = dict(byline_of(" ".join(lines)))
    if said.keys() == {"date", "author"}:
        return [("last post date", said["date"]), ("last post by", said["author"])]
    days = [line for line in lines if day_in(line)]
    # A guest has no profile to link to.
    guests = [line for line in lines if line not in days and not links and is_name(line)]
    who = [("last post by", line) for line in guests if len(lines) == 2]  # noqa: PLR2004 - when, and who
    return [("last post date", days[0]), *who] if len(days) == 1 < len(lines) else []
