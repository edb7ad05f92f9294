"""Which lists of a page are read whole: those that answer most in a few of their records."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.nesting import (
    MUCH,
    fills,
    heads,
    holds_several,
    is_but_paid,
    is_most,
    is_of_two_kinds,
    is_part,
    is_scattered,
    is_section,
    without_others,
)
from airflow_provider.local.reading.opening import with_opening
from airflow_provider.local.reading.question import asks_for_paid, is_paid
from airflow_provider.local.reading.records import Records
from airflow_provider.local.reading.sections import (
    is_timed,
    moment_of,
    moment_over,
    nearest_headings,
    section_facts,
    sections_of,
)
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.twins import without_twins
from airflow_provider.local.reading.words.fieldnames import concepts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.alike import Record
    from airflow_provider.local.reading.question import Choice, Question

    _Scored = tuple[tuple[float, ...], Records]

# Sections may answer half a field more than what stands in them: they have the best of each.
_NEARLY = 0.5
_MAX_SAMPLE = 4
# Tables of a few rows each may be records; sections have more.
_MANY = 4
_LAYOUT = 200
_SOME = 2
# A part that has less than one of so many pieces of the text of records says less than they do.
_PART = 2


def finalists(lists: Sequence[Records], question: Question) -> list[Records]:
    """Return the lists that answer most of the schema in their first records."""
    found: dict[Records, tuple[float, ...]] = {}
    paid: dict[Records, tuple[float, ...]] = {}
    lists = list(filter(question.means, lists)) or lists
    # Sections after what stands in them, of which there is more.
    for one in sorted(without_twins(lists), key=lambda one: -len(one.records)):
        if (not one.boilerplate or question.names(one)) and not _is_needless(one, found, question):
            first = range(min(_MAX_SAMPLE, len(one.records)))
            choice = question.choice(question.read(one, only=first))
            if choice.filling.rows:
                (paid if _is_all_paid(one, choice, question) else found)[one] = choice.rank[:2]
    # Advertisements above what somebody looked for say no less.
    found, paid = (found, paid) if found else (paid, {})
    _weigh_again(found, question)
    found = {one: score for one, score in found.items() if not _is_of_best(one, found, question)}
    timed, parts = partial(is_timed, page=question.page), found | _rests(found, question)
    found = {one: score for one, score in found.items() if not is_of_two_kinds(one, parts, timed)}
    found = _without_other_lists({one: found[one] for one in lists if one in found}, question)
    scored = [
        (score, one)
        for one, score in found.items()
        if not is_section(one, found, question.sections_among, nearly=_NEARLY)
        and not any(_is_of_sections(one, other, score[0], better[0]) for other, better in found.items())
    ]
    # The others may say a little more under a heading that is not the one of which the prompt speaks, or be fewer that
    # no class calls what it asks for.
    most = max((score[0] for score, _ in scored), default=0)
    near = [(score, one) for score, one in scored if score[0] + _NEARLY >= most]
    more = max((len(one.records) for score, one in near if score[0] == most), default=0)
    quoted = [(score, one) for score, one in near if question.quotes(one.name)]
    called = _called([(score, one) for score, one in near if len(one.records) >= more], near, question)
    scored = quoted or called or scored
    top = max((score for score, _ in scored), default=())
    best: list[Records] = []
    for one in [one for score, one in scored if score == top]:
        # What is as good, inside the same records, says the same.
        if not any(_is_in(one, other) for other in best):
            best.append(one)
    best = [one for one in best if not any(is_part(other, one) for other in best)]
    whole = question.headed([_of_asked_sections(_with_sections(one, found, question), question) for one in best])
    opened = (with_opening(one, question) for one in whole)
    return [_with_paid(one, paid, question) for one in opened]


def _called(some: Sequence[_Scored], near: Sequence[_Scored], question: Question) -> list[_Scored]:
    """Return those of *some* lists that a class calls what is asked for, and those *near* whose records hold these."""
    found: list[_Scored] = []
    for score, one in some:
        if question.calls(one):
            around = [pair for pair in near if pair[0] >= score and _is_in(one, pair[1])]
            # A part of each record may be called after what it tells, "posted-by", and what holds it says more.
            found += [] if any(better > score for better, _ in around) else [*around, (score, one)]
    return found


def _is_all_paid(one: Records, choice: Choice, question: Question) -> bool:
    """Tell whether somebody paid for all records of *one*, of which the first ones gave *choice*."""
    # Sponsored ones may lead a list of others.
    last = range(max(0, len(one.records) - _MAX_SAMPLE), len(one.records))
    return all(map(is_paid, choice.group.items)) and all(map(is_paid, question.read(one, only=last).items))


def _with_paid(one: Records, paid: Mapping[Records, tuple[float, ...]], question: Question) -> Records:
    """Return *one* with the best list of what somebody *paid* for beside it, if it is asked what that is."""
    if not (paid and asks_for_paid(question.schema.fields)):
        return one
    best = max(paid, key=lambda other: (paid[other], len(other.records)))
    held = [at for at, record in enumerate(one.records) if _holds_any(record, best)]
    # Below a heading of its own stands something else.
    between = question.page.nodes[one.last.last : best.first.place]
    if any(node.tag in HEADINGS and node.text and not node.hidden for node in between):
        return one
    # What says no more than that, or less than the records that hold it, is the mark of these.
    most = question.choice(question.read(one, only=held[:_MAX_SAMPLE])).rank[0] if held else 0
    if paid[best][0] <= max(1, most - 1):
        return one
    # What holds them is no record.
    rest = [record for record in one.records if not _holds_any(record, best)]
    if 2 * len(rest) <= len(one.records) or any(_holds_any(record, one) for record in best.records):
        return one
    return Records(tuple(sorted((*rest, *best.records), key=lambda record: record[0].place)))


def _holds_any(record: Record, others: Records) -> bool:
    """Tell whether one of *others* is *record*, or stands in it."""
    at = bisect_left(others.records, record[0].place, key=lambda other: other[0].place)
    return at < len(others.records) and others.records[at][0].place <= record[-1].last


def _of_asked_sections(one: Records, question: Question) -> Records:
    """Return those records of *one* under a heading in quotes, or under none left out, of the moments asked for."""
    over = nearest_headings(one, question.page) if question.quoted else ()
    if any(quoted := list(map(question.heads, over))):
        return Records(tuple(compress(one.records, quoted)))
    for headings in sections_of(one, question.page) if question.moments or question.left_out else ():
        kept = [record for record, told in zip(one.records, headings, strict=True) if not question.leaves_out(told)]
        if 0 < len(kept) < len(one.records):
            return Records(tuple(kept))
        moments = list(map(moment_of, headings))
        # What is permanent, in another section, is neither past nor to come.
        if 2 * len(list(filter(None, moments))) >= len(moments) and not question.moments.isdisjoint(moments):
            chosen = zip(one.records, moments, strict=True)
            return Records(tuple(record for record, moment in chosen if moment in question.moments))
    return one


def _with_sections(one: Records, found: Mapping[Records, tuple[float, ...]], question: Question) -> Records:
    """Return *one* with other lists that are *found* under headings such as "Past", if it stands under such a one."""
    parts = [one] if is_timed(one, question.page) else []
    # What all stand under alone, as all of what is past does, tells only beside others.
    least = MUCH - any("status" in concepts_of(name) for name in question.schema.fields)
    # What stands beside the past is no part of it.
    beside = [pair for pair in found.items() if one.boilerplate or not pair[0].boilerplate] if parts else []
    for other, (score, *_) in sorted(beside, key=lambda pair: (-pair[1][0], -len(pair[0].records))):
        # The past is told in fewer words.
        is_such = is_timed(other, question.page) and score >= max(found[one][0] / 2, least)
        if is_such and all(other.last.last < part.first.place or part.last.last < other.first.place for part in parts):
            parts.append(other)
    # "All current exhibitions" asks for some of them, be it by a heading within the list.
    between = [node.text for node in question.page.nodes[one.first.place : one.last.last] if node.tag in HEADINGS]
    is_named = any("status" in section_facts(told) and question.asks_for(told) for told in between)
    # Years may divide what is past.
    timed = (part for part in parts if moment_over(part, question.page) in question.moments)
    named = {*question.named_among(parts), *timed}
    chosen = [part for part in parts if part in named or (part is one and is_named)] or parts or [one]
    records = (record for part in chosen for record in part.records)
    return Records(tuple(sorted(records, key=lambda one: one[0].place))) if len(chosen) > 1 else chosen[0]


def _is_of_sections(one: Records, other: Records, score: float, better: float) -> bool:
    """Tell whether *one* are sections of *other*, of which each record says nearly as much."""
    if fills(other, one):
        return better >= score - _NEARLY
    # Of links in a record, each leads to something else.
    least = score if _are_links(other) else score - 1
    return better >= max(MUCH, least) and (holds_several(one, other) or heads(one, other))


def _are_links(one: Records) -> bool:
    return all(record[0].tag == "a" and not record[0].children for record in one.records)


def _weigh_again(found: dict[Records, tuple[float, ...]], question: Question) -> None:
    """Score lists of *found* of which parts answer as much, by records from all over: the first ones may be odd."""
    for one, score in found.items():
        parts = [part for part, other in found.items() if other >= score and (one.has(part) or _has_parts(one, part))]
        if not parts:
            continue
        again = _spread_score(one, question)
        found[one] = max(score, again) if again[0] >= score[0] - _NEARLY else again
        # What some have from all over it, others like them may have.
        usual = (part for part in parts if is_but_paid(part, one) or is_most(part, one) or is_scattered(part, one))
        found[one] = max(found[one], *(found[part] for part in usual), (0.0,))
        # What only some of the records have may stand in the best ones.
        for part in parts:
            if not one.has(part) and found[part][0] <= found[one][0] + _NEARLY:
                found[part] = min(found[part], _spread_score(part, question))


def _rests(found: Mapping[Records, tuple[float, ...]], question: Question) -> dict[Records, tuple[float, ...]]:
    """Return what stands before or behind parts of *found* lists that answer as much, with what that answers."""
    rests: dict[Records, tuple[float, ...]] = {}
    for whole, score in found.items():
        for part in [one for one, other in found.items() if whole.has(one) and other >= score]:
            own = {*part.records}
            rest = Records(tuple(record for record in whole.records if record not in own))
            is_beside = rest.last.last < part.first.place or part.last.last < rest.first.place
            if is_beside and len(rest.records) > 1 and rest not in found:
                rests[rest] = _spread_score(rest, question)
    return rests


def _without_other_lists(
    found: Mapping[Records, tuple[float, ...]], question: Question
) -> dict[Records, tuple[float, ...]]:
    """Return *found* without what is another list in each, such as "From our magazine", and without these alone."""
    timed = partial(is_timed, page=question.page)
    kept = {one: without_others(one, found, timed) or one for one in found}
    others = {record for whole, left in kept.items() for record in {*whole.records} - {*left.records}}
    asked = {one: left for one, left in kept.items() if not others.issuperset(one.records) or question.names(one)}
    return {left: found[one] if left is one else _spread_score(left, question) for one, left in asked.items()}


def _is_of_best(part: Records, found: Mapping[Records, tuple[float, ...]], question: Question) -> bool:
    """Tell whether *part* stands in those records of a *found* list that say as much, and the rest little less."""
    own = found[part][0]
    for whole, (score, *_) in found.items():
        is_within = whole.first.place <= part.first.place and part.last.last <= whole.last.last
        # Where several have it, the others may lack a value.
        least = MUCH - _NEARLY if len(part.records) >= ALIKE else MUCH
        # What has all of the text is made of several of them each, and so is a run of them.
        is_run = len(part.records[0]) > len(whole.records[0]) and part.first.parent is whole.first.parent
        if (
            not is_within
            or is_run
            or part.size == whole.size
            or len(part.records) >= len(whole.records)
            or not least <= score <= own
        ):
            continue
        held = [part.held_by(record) for record in whole.records]
        # Of more in one than in another they are sections, but for links alone, of which there are fewer than these.
        is_even = len({*held} - {0}) == 1 or _are_links(part)
        if not is_even or sum(held) < len(part.records) or whole.has(part):
            continue
        best = [at for at, count in enumerate(held) if count][:_MAX_SAMPLE]
        if question.choice(question.read(whole, only=best)).rank[0] >= own:
            return True
    return False


def _spread_score(one: Records, question: Question) -> tuple[float, ...]:
    spread = range(0, len(one.records), 1 + len(one.records) // (2 * _MAX_SAMPLE))
    return question.choice(question.read(one, only=spread)).rank[:2]


def _has_parts(one: Records, parts: Records) -> bool:
    """Tell whether *parts* stand in records of *one*, most of which have one of them."""
    is_within = one.first.place < parts.first.place and parts.last.last <= one.last.last
    return is_within and len(parts.records) < len(one.records) < 2 * len(parts.records)


def _is_needless(one: Records, found: Mapping[Records, tuple[float, ...]], question: Question) -> bool:
    """Tell whether *one* answers no more than what is *found*: all of it, or most by what *one* is full of."""
    most = max(MUCH, len(question.schema.fields) / 2)
    # Parts of a page, with hundreds of texts each, are no records beside others, if these are but some of their text.
    is_large = one.size >= _LAYOUT * len(one.records) and all(other.size != one.size for other in found)
    is_layout = is_large and any(score[1] >= _SOME for score in found.values())
    return is_layout or any(
        (_is_in(one, other) and (score == question.all or (score[0] >= most and not 1 < other.size / one.size < _PART)))
        or (
            score[0] >= most
            and len(other.records) >= (_MANY if one.first.tag == "table" else 2) * len(one.records)
            and (fills(other, one) or is_part(other, one))
        )
        for other, score in found.items()
    )


def _is_in(inner: Records, outer: Records) -> bool:
    """Tell whether *inner* are parts of *outer*, one of each."""
    return len(inner.records) == len(outer.records) and outer.first.holds(inner.first)
