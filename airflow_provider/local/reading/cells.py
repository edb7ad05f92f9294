"""
What one cell says to the field of a schema: its value alone, or nothing where it is plainly not what is asked for.

A sum of money is no name, a day no author, and who wrote is no part of when.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED
from airflow_provider.local.reading.ends import asks_span, bound_in, end_in, is_plural, without_bound
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import WITH_PART_OF_WORK, bare, bounds, form_of
from airflow_provider.local.reading.words.lines import COLONS, MAX_LABEL, split_pair
from airflow_provider.local.reading.words.names import SYNONYM, Words, hint_of, match, words_of
from airflow_provider.local.reading.words.places import COUNTRIES
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import Scalar, cast, is_duration
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.schemas import Kind

# How long something takes may be led by "approximately" or "prep and rest:", but not by a sentence.
_FEW_WORDS = 4
# A name, and when its bearer wrote, but not lived, or that words of theirs follow.
_BEHIND_NAME = re.compile(
    r"\s\|\s.*\d.*$"
    r"|,\s(?!(?:[^,;()\d]{1,30}\()?(?:[a-z]{1,3}\.? )?\d{4}(?:\s?[-\u2013]\s?(?:\d{4})?)?[.)]?(?:$|;))[^,]*\d.*$"
    r"|\s(?:says|said|writes|wrote|sagt|sagte|schreibt|schrieb|dit|a dit|a écrit|dice|dijo|escribió|ha scritto"
    r"|ha detto|disse|escreveu|diz|zegt|schreef|skrev|skriver|sier|säger|siger|sanoo|kirjoitti|pisze|napsal)\s?:$"
)
# What divides the parts of a text.
_MARKS = re.compile(r"\s?[-\u2013,/·|]\s")
# What is said in words; scripts know it by a number.
_WORDED = word_set("user_title remote employment_type company condition")
_COUNTS = frozenset({"count", "number", "score"})
_COUNTED = frozenset(concept for concepts in PHRASES.values() for concept in concepts if concept.endswith("_count"))
_MOST_STARS, _HIGHEST_RATING = 5, 100
# What a text of such a form is not: a sum of money is no name, a day no author.
_OTHER_FORMS = {
    "title": {"price", "price range", "salary"},
    "rating": {"availability", "price", "date"},
    "author": {"date"},
    "description": {"price", "date"},
    "date": {"price"},
    "start_date": {"price"},
    "venue": {"price"},
    "category": {"work mode"},
    "location": {"employment type", "price", "price range", "salary"},
}
_LED_BY_DAY = re.compile(r"(.{4,30}?)\s(?:[·•|\u2013\u2014-]|\.\.\.)\s(?=.{20})")
# "12 noon, 24 March" is more than a day.
_HOUR_TOLD = re.compile(
    r"\b(?:noon|midday|midnight|\d{1,2}(?:[.:]\d\d)?\s?[ap]\.?m|\d{1,2}\s?(?:uhr|h))\b", re.IGNORECASE
)
_SHORTEST_CODE = 4
_CODES = word_set("sku mpn gtin isbn doi")
# A word, and right behind it the same one again.
_TWICE = re.compile(r"^([^\W\d_]{3,12})(?=\1\b)")
_CODED = re.compile(r"^(?:urn:)?(?:isbn|ean|gtin|mpn|sku):(?=\S)", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;]")
# What stands around a value and says nothing: "More by Acme", "In stock ()".
_AROUND = {
    "availability": re.compile(r"^[-\u2013]\s|\s?\(\)$"),
    "brand": re.compile(
        r"^(?:shop all|shop more from|mehr von|more (?:from|by)|plus de"
        r"|meer van|alle (?:artikel|produkte) von|all products (?:from|by))\s",
        re.IGNORECASE,
    ),
    # And how many rated whom, and how: "ann (1,204) 99.6%".
    "seller": re.compile(
        r"^(?:by|por|par|przez|sold by|verkauft von|vendu par|vendido por|venduto da)\s(?=\S)"
        r"|\s\(\d[\d.,]{0,9}[kK]?\)(?:\s\d{1,3}(?:[.,]\d)?\s?%)?$",
        re.IGNORECASE,
    ),
}
# What is said in signs, such as stars; of others a text without letters and digits stands where there is nothing.
_OF_SIGNS = word_set("rating currency verified availability")
_HOUR = re.compile(r"(?<![\d.])\d{1,2}[:.h]\d\d(?![\d.])|\d\s?(?:[ap]\.?m|uhr|h\b)|T\d\d", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST = 80
_OF_CONTRACTS = frozenset({("contract",), ("appointment",)})
# What libraries say of a person, and where they know of a place and a year alone: "Madrid : 1987".
_ROLES = re.compile(r"\s\[[^\W\d_]{3,20}\]")
_NO_PUBLISHER = re.compile(r"[^:\d]{2,40} : \[?\d{4}\]?\.?$")
# "(MI)", behind a town.
_PROVINCE = re.compile(r"[A-Z]{2}$")
_GRADE = re.compile(r"(?<!\w)[A-G]\+{0,3}(?!\w)")
_CHANGED = frozenset({"updated", "last_seen"})
# As scripts count them, or thousandths of them.
_SECONDS = re.compile(r"1\d{9}(?:\d{3})?")
# Of these such words are never the answer.
_NOBODY = word_set("no other others unbranded sonstige autre altro otro inne egyéb n/a")
_FIRMS = word_set("agent brand company seller")
_SWITCHES = frozenset({"true", "false"})
_AGES = re.compile(r"\bago$|^(?:vor|il y a|hace|há)\s", re.IGNORECASE)
_NAMED = word_set("brand seller company author publisher model color material origin artist director organizer venue")


def cell_value(facts: Sequence[Fact], name: str, kind: Kind, *, comma: bool, beside: Collection[str]) -> Scalar | None:
    """
    Return the value of one cell; where a class name stands on several values it says nothing of one.

    What has a field of its own *beside* it, a day or how much of the week one works, is no part of a text.
    """
    field = hint_of(words_of(name))
    distinct = _fitting(facts, name)
    if len(distinct) > 1 and kind != "string":
        # "4.7" and "4,7" are one number.
        read = {cast(value, kind, hint=field, comma=comma): value for value in reversed(distinct)}
        distinct = [value for number, value in reversed(read.items()) if number is not None]
    if len(distinct) > 1 and facts[0].strength <= HINTED:
        if kind != "string" or not is_plural(name):
            return None
        # What holds several of them may be called as each of them is.
        return ", ".join(dict.fromkeys(part for value in distinct for part in str(value).split(", ")))
    for value in distinct:
        # A mark such as "Sale" is no text, nor is what scripts are switched by.
        is_switch = kind == "string" and (isinstance(value, bool) or value in _SWITCHES)
        # Nor is the label once more: "Writers".
        is_label = is_plural(name) and kind == "string" and words_of(str(value)) == words_of(name)
        if is_switch or is_label or _says_nothing(value, words_of(name), facts[0].labels[-1]):
            continue
        value = _alone(value, name, beside)  # noqa: PLW2901 - only what is asked for
        # "In stock: 3 items".
        label = " ".join(facts[0].labels[-1])
        if field[-1:] == ("availability",) and cast(value, "boolean") is None and cast(label, "boolean") is not None:
            value = label  # noqa: PLW2901 - the label says it
        if kind != "string" and without_bound(words_of(name)):
            value = end_in(str(value), words_of(name))  # noqa: PLW2901 - of a range
        # "Remote" says yes to `remote`.
        is_so = kind == "boolean" and isinstance(value, str) and match(words_of(name), words_of(value)) >= SYNONYM
        found = True if is_so else cast(value, kind, hint=field, comma=comma)
        if found is not None:
            return found
    return None


def _fitting(facts: Sequence[Fact], name: str) -> list[Scalar]:
    """Return the values of *facts* that differ, without those whose form is not that of field *name*."""
    distinct = list(dict.fromkeys(fact.value for fact in facts))
    if len(distinct) > 1:
        # For another screen, the same may be written with other marks: "CDI - Temps plein".
        same = {_MARKS.sub(" ", str(value)).casefold(): value for value in reversed(distinct)}
        distinct = list(same.values())[::-1]
        label = facts[0].labels[-1]
        distinct = [value for value in distinct if not _says_nothing(value, words_of(name), label)] or distinct
    if asks_span(name):
        distinct.sort(key=lambda value: len(bounds(str(value))) <= 1)
    if len(distinct) > 1 and facts[0].strength <= HINTED:
        # Three spans called "company" may hold a name, a type of work and a place.
        forms = {value: words_of(form_of(str(value))) for value in distinct}
        distinct = [value for value, form in forms.items() if not form or match(words_of(name), form)]
    # A change may be told as a sum and as a percentage.
    shares = [value for value in distinct if "%" in str(value)] if "percent" in words_of(name) else []
    return shares or distinct


def _alone(value: Scalar, name: str, beside: Collection[str]) -> Scalar:
    """Return *value* without what beside it answers no field called *name*: who wrote then, when it was written."""
    words, field = words_of(name), hint_of(words_of(name))
    value = bound_in(value, words)
    if not isinstance(value, str):
        return value
    concepts = PHRASES.get(words, frozenset())
    for concept in concepts & _AROUND.keys():
        value = _AROUND[concept].sub("", value)
    if not _CODES.isdisjoint(concepts):
        return _code_in(value)
    if "author" in field:
        value = _ROLES.sub("", _BEHIND_NAME.sub("", value))
        # "anna started 3 days ago", of her picture.
        told = dict(byline_of(value))
        value = told["author"] if told.keys() == {"author", "date"} else value
        return bare(value, "author") if form_of(value) == "author" else value
    if words[:1] in _OF_CONTRACTS or ("employment_type" in concepts and "working_hours" in beside):
        return WITH_PART_OF_WORK.sub(r"\1", value)
    if not concepts.isdisjoint({"country", "city"}):
        return _part_of_place(value, is_country="country" in concepts)
    if "date" in beside and "description" in concepts:
        return _undated(value)
    is_day = "date" in field and not asks_span(name)
    # "Posted", for those who cannot see, right before "Posted 3 days ago".
    value = _TWICE.sub("", value) if is_day else value
    return (day_in(value) or _day_of(value)) if is_day and form_of(value) in {"", "date"} else value


def _part_of_place(text: str, *, is_country: bool) -> str:
    """Return the country at the end of *text*, or the town before that: "Chieti, Italy"."""
    place, comma, country = text.rpartition(", ")
    if not comma or not COUNTRIES.match(country) or COUNTRIES.match(text):
        return text
    return country if is_country else place


def _code_in(text: str) -> str:
    """Return the DOI, or only word with a digit, in *text*: "E-2-474" in "Item E-2-474 Colour info"."""
    words = text.split()
    if named := _DOI.match(text):
        return named[0]
    # "isbn:9780306406157".
    text = _CODED.sub("", text)
    codes = [word for word in words if any(map(str.isdigit, word))]
    return codes[0] if len(codes) == 1 < len(words) and len(codes[0]) >= _SHORTEST_CODE else text


def _undated(text: str) -> str:
    """Return *text* without the day before it: "4 Mar 2025 · We ran nine models"."""
    led = _LED_BY_DAY.match(text)
    return text[led.end() :] if led and day_in(led[1]) else text


def _day_of(text: str) -> str:
    """Return the only day that *text* states among other things: "3 May 2026 by anna"; else all of it."""
    days = [] if _HOUR_TOLD.search(text) else [value for label, value in byline_of(text) if label == "date"]
    return days[0] if len(days) == 1 and len(days[0]) < len(text) else text


def _says_nothing(value: Scalar, words: Words, label: Words) -> bool:
    """Tell whether *value* of *label* is plainly not what a field called *words* asks for."""
    field, text = {*hint_of(words), *({"start", "end"} & {*label})}, str(value)
    # How many messages somebody wrote is no message; "Preparation" heads how long it takes, and how it is done.
    if ("text" in field and text.strip().isdigit()) or ("instruction" in field and is_duration(text)):
        return True
    if _is_empty(text, words) or _is_of_another_form(text, words, field):
        return True
    # Nobody rated yet, or thousands did; and nothing has 8.9 stars.
    if "rating" in field and _COUNTS.isdisjoint(field):
        number = cast(value, "number")
        if words == ("star",):
            return isinstance(number, float) and number > _MOST_STARS
        in_thousands = text[-2:-1].isdigit() and text[-1] in "kK"
        return in_thousands or (isinstance(number, (int, float)) and not 0 < number <= _HIGHEST_RATING)
    # A time for work, at the latest behind three words, or a yield, which is no list, is told in numbers.
    if (timed := "time" in field and {"cook", "prep", "total"} & field) or hint_of(words)[-1:] == ("serving",):
        told = "".join(text.split()[: _FEW_WORDS if timed else None])
        is_list = not timed and len(text) > _LONGEST
        # A total of anything is no time.
        is_count = timed and label == ("total",) and text.isdecimal()
        return is_list or is_count or (not any(map(str.isnumeric, told)) and not is_duration(text))
    return text.lower() in _NOBODY and not _NAMED.isdisjoint({*field, *PHRASES.get(words, ())})


def _is_empty(text: str, words: Words) -> bool:
    """Tell whether *text* stands where there is nothing: only signs, a word for a code, a number for stock."""
    concepts = PHRASES.get(words, frozenset())
    if not any(map(str.isalnum, text)):
        return _OF_SIGNS.isdisjoint(concepts)
    # A word in small letters is no code.
    is_coded = text.strip("0") != "" and (any(map(str.isdigit, text)) or text.isupper())
    return (not _CODES.isdisjoint(concepts) and not is_coded) or (
        "availability" in concepts and words != ("stock",) and text.isdecimal() and len(text) > 1
    )


def _is_of_another_form(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* cannot be a name, a day or an address, where a *field* called *words* asks for one."""
    concepts = PHRASES.get(words, frozenset())
    # "1 day ago | link" is no author.
    form = form_of(_MARKS.split(text)[0] if "author" in concepts else text)
    if any(form in forms for concept, forms in _OTHER_FORMS.items() if concept in concepts):
        return True
    # Where to write to somebody stands beside the name, and a label before its value; "Ann says:" names an author.
    is_label = text.endswith(COLONS) and len(text) < MAX_LABEL and "author" not in concepts
    if is_label or ("contact_person" in concepts and "@" in text) or ("author" in concepts and "://" in text[:8]):
        return True
    if _names_nothing(text, concepts):
        return True
    # "14 May" is no year, and nothing is changed in a year, or for days.
    is_long = not _CHANGED.isdisjoint(concepts) and (text.isdecimal() or bounds(text) != ())
    if is_long or ("year" in field and form == "date" and not _YEAR.search(text)):
        return True
    if "date" in field or "time" in field:
        return _SECONDS.fullmatch(text) is not None or _is_no_day(text, words, field)
    # Neither words nor a number are an address.
    return not concepts.isdisjoint({"image", "url", "pdf_url"}) and (" " in text.strip() or {".", "/"}.isdisjoint(text))


def _names_nothing(text: str, concepts: Collection[str]) -> bool:
    """Tell whether *text* lacks what a name, class or town has that one of *concepts* stands for."""
    # The number of a post is no rank of its author, an initial stands in place of a picture, and scripts know categories by their numbers.
    is_worded = not _WORDED.isdisjoint(concepts) or ("category" in concepts and _COUNTED.isdisjoint(concepts))
    return (
        (is_worded and not any(map(str.isalpha, text)))
        or ("author" in concepts and len(text) == 1 and text.isalpha() and text.isascii())
        or (not concepts.isdisjoint(_FIRMS) and len(text) > _LONGEST and ". " in text)
        or ("location" in concepts and split_pair(text) is not None)
        or ("publisher" in concepts and _NO_PUBLISHER.match(text) is not None)
        or ("city" in concepts and _PROVINCE.match(text) is not None)
        or ("energy_class" in concepts and _GRADE.search(text) is None)
    )


def _is_no_day(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* is no day or hour as a *field* called *words* asks for."""
    # A whole record, whatever its class, is no day.
    if len(text) > _LONGEST and "date" in field:
        return True
    # Nothing is done in no time.
    if {"total", "time"} <= field:
        return cast(text, "number", hint=tuple(field)) == 0
    ends = {"start", "end"} & field
    # A day has no hour.
    if ends and words[-1:] == ("time",) and form_of(text) == "date" and not _HOUR.search(text):
        return True
    # "Ongoing" is no day, nor what was "6 days ago" an end; what only ends has no start, and three years are those of
    # several days.
    if ends and (_AGES.search(text) or not any(map(str.isdigit, text))):
        return True
    if "start" in field and [name for name, _ in bounds(text)] in (["end date"], ["end clock"]):
        return True
    return "date" in field and len(_YEAR.findall(text)) > 2  # noqa: PLR2004 - a span has two
