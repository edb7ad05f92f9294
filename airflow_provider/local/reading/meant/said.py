"""
What a prompt says that records may state, by whom, where and as what they are: "by anna", "only books", "in Oslo".

Names in capitals and what stands in quotes may be anything that is stated; other words are heard where their place in
the sentence tells that they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.meant.compared import START, end_before
from airflow_provider.local.reading.meant.marked import is_left_out
from airflow_provider.local.reading.meant.residue import without_fields
from airflow_provider.local.reading.meant.stated import PAID_BY, Condition, singular
from airflow_provider.local.reading.prompted import ARTICLES
from airflow_provider.local.reading.question import FOREIGN_STOPS
from airflow_provider.local.reading.words.days import MONTH, calendar_day
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import UNITS
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import STOP_WORDS, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.words.wording import Words
    from airflow_provider.local.schemas import Schema

_ANY = patterns("meaning")
_QUOTED = re.compile(
    r"(?<!\w)[\"\u201c\u201e\u00ab'\u2018\[]\s?([^\"\u201c-\u201e\u00ab\u00bb'\u2018\u2019\[\]]{1,60})\s?[\"\u201d\u201c\u00bb'\u2019\]](?!\w)"
)
_CAPITALS = r"[^\W\d_a-z\u00df-\u00ff][\w'&-]*(?:\.[\w'&-]+)*"
_WITH_CAPITALS = rf"{_CAPITALS}(?:\s(?:{_CAPITALS}|\d{{1,4}}(?=\s|$)))*"
# "Oslo", "Acme and Bolt".
_NAMES = re.compile(rf"(?<![\w'.-]){_WITH_CAPITALS}(?:\s?(?:,|/|\s{_ANY['alternative']})\s{_WITH_CAPITALS})*")
_OR = re.compile(rf"\s?(?:,|/|\s{_ANY['alternative']}\s)\s?", re.IGNORECASE)
_THINGS = rf"(?P<thing>(?!{_ANY['behind']}\b)[^\W\d_][\w'-]*)"
_END = end_before(_ANY["is"], "zijn")
_STOP = "|".join(sorted(STOP_WORDS | FOREIGN_STOPS | word_set("everything anything those ones please")))
_NO_VALUE = "|".join([_STOP, *(_ANY[words] for words in ("behind", "last", "only", "except", "asking", "saying"))])
_WORD = rf"(?!(?:{_NO_VALUE})(?![\w'-]))[\w.'-]{{2,30}}"
_VALUE = rf"(?P<value>{_WORD}(?:\s{_WORD}){{0,2}}?(?:\s{_ANY['alternative']}\s{_WORD})?)"
_ARTICLE = r"(?:(?:the|an?|die|der|das|den|les?|la|los?|las?|el|il|gli|os?|as?|de|het|une?|eine?n?)\s)?"
_LEAD = rf"(?:(?:{_ANY['asking']}|{_ANY['all']})\s){{0,4}}"
# Where or whose something is, of which kind, and what it is: behind such words a value need have no capital. Of some
# such values a record may state more, and by others a name may be meant.
_WHOLE, _PART, _NAMING = range(3)
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), extent)
    for form, extent in (
        (rf"{START}{_ANY['only']}\s{_ARTICLE}{_VALUE}(?:\s{_THINGS})?{_END}", _NAMING),
        (rf"(?:^|[.,:;]\s){_LEAD}{_VALUE}(?:\s{_THINGS})?\s{_ANY['only']}(?!\w)", _PART),
        (rf"{START}{_ANY['except']}\s{_ARTICLE}{_VALUE}(?:\s{_THINGS})?{_END}", _PART),
        (rf"(?:^|[.,:;]\s){_LEAD}{_VALUE}(?P<modified>\s){_THINGS}(?!\w)", _WHOLE),
        (
            rf"{START}(?:that|which|who|die|qui|que|che|som|där)\s{_ANY['is']}\s(?:not\s)?{_VALUE}{_END}",
            _PART,
        ),
        (
            rf"{START}(?:(?:have|has)\sbeen|(?:status|type|condition|kind)(?:\sis)?|{_ANY['saying']})\s{_VALUE}{_END}",
            _PART,
        ),
        (rf"{START}{_ANY['stating']}\s{_ARTICLE}{_VALUE}{_END}", _PART),
        (rf"{START}{_ANY['by']}\sthe\s{_VALUE}{_END}", _PART),
        (rf"{START}{_ANY['by']}\s{_VALUE}{_END}", _WHOLE),
        (rf"{START}{_ANY['of kind']}\s{_VALUE}{_END}", _PART),
        (rf"{START}for\s(?P<value>free){_END}", _PART),
        (rf"{START}with\s(?P<value>free\s[^\W\d_]{{2,30}}){_END}", _PART),
        (rf"{START}{_ANY['placed']}\s(?P<value>(?:19|20)\d\d){_END}", _NAMING),
    )
)
_BEGINS = re.compile(rf"{START}{_ANY['begins']}\W*$", re.IGNORECASE)
# "Mit 'Oak' beginnt".
_BEGINNING = re.compile(r"[\"'\u2018-\u201e\u00ab\u00bb]{0,3}\s(?:beginn|begin|start)", re.IGNORECASE)
_PLACED = re.compile(rf"{START}{_ANY['placed']}\s(?:the\s)?$", re.IGNORECASE)
_IN_NAME = re.compile(rf"{START}(?:{_ANY['name']}(?!\w)[^.;:]*|{_ANY['called']}\s)$", re.IGNORECASE)
# "With the word 'oak' in its name".
_IN_ITS_NAME = re.compile(rf"\W{{0,2}}\sin\s(?:the|its|their)\s{_ANY['name']}(?!\w)", re.IGNORECASE)
_POSTED_LAST = re.compile(rf"\W{{0,2}}\s{_ANY['posted last']}", re.IGNORECASE)
_LAST = re.compile(rf"{START}{_ANY['last']}\s(?!{_ANY['made']})[^\W\d_]+(?!\w)[^.;:,]*$", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d$")
_MONTH = re.compile(rf"{MONTH}$", re.IGNORECASE)
# "The list 'Oslo'".
_IN_LIST = re.compile(rf"{START}{_ANY['in list']}(?:\s[^\W\d_]+)?\s$", re.IGNORECASE)
_LIST_BEHIND = re.compile(r"\W{0,2}\s(?:[^\W\d_]{1,30}\s)?(?:list|section|tab|block)(?!\w)", re.IGNORECASE)
# "This Oslo forum" is the page.
_OF_PAGE = re.compile(
    r"\b(?:this|dies(?:e[rsmn]?)?|ce(?:t|tte)?|est[ea]|quest[oa]|dit|deze|den(?:ne|na))\s$", re.IGNORECASE
)
# Before what is asked for stands what is asked of it.
_CLAUSE = re.compile(r"[.;:?!\n]")
_EACH = re.compile(r"\b(?:each|every|per|jede[rsnm]?|chaque|cada|ogni|elke?|varje|hver)\b", re.IGNORECASE)
_RESTRICTED = re.compile(rf"{START}(?:{_ANY['only']}|{_ANY['except']})(?!\w)", re.IGNORECASE)
_ARTICLES = ARTICLES | word_set("ones all any")
_MEASURES = UNITS | word_set("kb mb gb tb")
_SAYING_NOTHING = STOP_WORDS | word_set(
    "page list website site section the one ones item result record table first last top"
)
_WHEN = word_set("new latest newest recent current upcoming past future previous former ongoing next last first")
# Where every noun has a capital.
_GERMAN = frozenset({"das", "und", "für", "nur", "Nur", "aus", "jeweils", "Bitte", "bitte"})
_ALL_NOUNS = re.compile(r"\b[Aa]lle[rns]?\s[A-ZÄÖÜ]")
_SHORT = re.compile(r"\w{1,3}")
_LED = re.compile(
    rf"{START}(?:{_ANY['only']}|{_ANY['placed']}|{_ANY['by']}|{_ANY['except']})\s(?:the\s)?$", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def conditions_in(prompt: str, schema: Schema) -> list[Condition]:
    """Return what *prompt* asks of the records of *schema* that it means, by what they state."""
    said = _of_things(without_fields(prompt, schema))
    fields = {words_of(name) for name in schema.fields}
    found: dict[Condition, None] = {}
    taken: list[tuple[int, int]] = []
    for one in _candidates(said, has_names=_has_names(prompt)):
        is_list = one.is_name and bool(_IN_LIST.search(said[: one.start]) or _LIST_BEHIND.match(said, one.end))
        if is_list or any(start <= one.start and one.end <= end for start, end in taken):
            continue
        values = tuple(filter(None, (_value_of(text, fields, is_name=one.is_name) for text in one.texts)))
        if not values:
            continue
        taken.append((one.start, one.end))
        before = _CLAUSE.split(said[: one.start])[-1]
        begun = _BEGINS.search(before) is not None
        found[
            Condition(
                values,
                named=tuple(value for value in values if one.extent == _NAMING and (one.is_name or len(value) > 1)),
                in_name=one.is_name and bool(_IN_NAME.search(before) or _IN_ITS_NAME.match(said, one.end)),
                begun=begun or _BEGINNING.match(said, one.end) is not None,
                last=bool(_LAST.search(before) or _POSTED_LAST.match(said, one.end)),
                left_out=is_left_out(said, one.start),
                is_part=one.extent != _WHOLE,
                placed=one.is_name and _PLACED.search(before) is not None,
            )
        ] = None
    return list(found)


def _of_things(said: str) -> str:
    """Return what is *said* of things without the clauses about what each of them has."""
    clauses = [clause for clause in re.split(r"(?<=[,.;:?!])\s", said) if clause]
    if not any(_EACH.search(clause) for clause in clauses):
        return said
    return " ".join(clause for clause in clauses if _EACH.search(clause) or _RESTRICTED.search(clause))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Where something stands that records may state, as which *texts*, to which *extent*; or a name, or in quotes."""

    start: int
    end: int
    texts: tuple[str, ...]
    extent: int = _NAMING
    is_name: bool = True


def _has_names(prompt: str) -> bool:
    """Tell whether *prompt* writes names in capitals, and not every noun."""
    words = _LETTERS.findall(prompt)
    capitals = sum(word[0].isupper() for word in words[1:])
    return 2 * capitals <= len(words) and _GERMAN.isdisjoint(words) and not _ALL_NOUNS.search(prompt)


def _candidates(said: str, *, has_names: bool) -> Iterator[_Candidate]:
    """Return what stands in what is *said* of things that they may state."""
    for one in _QUOTED.finditer(said):
        yield _Candidate(one.start(), one.end(), (one[1],))
    for one in _NAMES.finditer(said) if has_names else ():
        # A sentence begins with a capital.
        is_first = not _CLAUSE.split(said[: one.start()])[-1].strip(" ,")
        at = one.start() + (one[0].find(" ") + 1 or len(one[0])) if is_first and "_" not in one[0] else one.start()
        # "TV series" are of a kind of their own.
        is_short = _SHORT.fullmatch(one[0]) is not None and not _LED.search(said[:at])
        is_page = _OF_PAGE.search(said[:at]) is not None
        if at < one.end() and said[at].isupper() and not is_short and not is_page:
            yield _Candidate(at, one.end(), tuple(_OR.split(said[at : one.end()])))
    for form, extent in _FORMS:
        for one in form.finditer(said):
            told = one.groupdict("")
            thing = told.get("thing", "")
            texts = tuple(_OR.split(told["value"]))
            is_kind = is_plural(thing) or thing in {"one", "ones"}
            # "Old and new lamps" are all, and which are the newest, or still on, is no value.
            if "modified" in told and (not is_kind or len(texts) > 1 or not _WHEN.isdisjoint(words_of(texts[0]))):
                continue
            # "Only the battery holders".
            texts += (f"{told['value']} {thing}",) if thing and "modified" not in told else ()
            yield _Candidate(one.start("value"), one.end("value"), texts, extent, is_name=False)


def _value_of(text: str, fields: set[Words], *, is_name: bool) -> Words:
    """
    Return the words of *text*, a name or in quotes or not, that a record may state.

    None are those of what says nothing, or asks for one of *fields*.
    """
    words = list(dropwhile(lambda word: word.lower() in _ARTICLES, text.split()))
    value = words_of(" ".join(words))
    # What a field is called asks for it, and a day is compared.
    is_other = any({*value} <= {*field} for field in fields) or (calendar_day(text) or (0, 0))[1] or _MONTH.match(text)
    # "In KB" is how a number is to be told.
    if (
        not (any(map(str.isalpha, value)) or _YEAR.match(text))
        or value in fields
        or is_other
        or (_MEASURES.issuperset(value) and value not in PAID_BY)
        or (not is_name and "-" not in text and _SAYING_NOTHING.issuperset(value))
    ):
        return ()
    return singular(value)
