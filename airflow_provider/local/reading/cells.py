"""
What one cell says to the field of a schema: its value alone, or nothing where it is plainly not what is asked for.

A sum of money is no name, a day no author, and who wrote is no part of when.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.authors import author_in
from airflow_provider.local.reading.data.facts import HINTED
from airflow_provider.local.reading.ends import asks_span, bound_in, end_in, is_plural, without_bound
from airflow_provider.local.reading.misfits import CODES, MARKS, says_nothing
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import AMID, day_in
from airflow_provider.local.reading.words.fieldnames import meaning_of
from airflow_provider.local.reading.words.forms import PART_OF_WORK, WITH_PART_OF_WORK, form_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import SYNONYM, Words, hint_of, match, words_of
from airflow_provider.local.reading.words.places import COUNTRIES, FAR, WITH_STATE
from airflow_provider.local.reading.words.stated import bounds, first_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import COUNTED, Scalar, cast
from airflow_provider.local.reading.written.entries import uncut
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.schemas import Kind

_DASHES = re.compile(r"\s(?:--|[|•·])(?:\s|$)")
_LED_BY_DAY = re.compile(r"(.{4,30}?)\s(?:[·•|\u2013\u2014-]|\.\.\.)\s(?=.{20})")
# In an element of its own, which style alone divides: "Jan 14, 2025Old trees".
_GLUED_TO_DAY = re.compile(r"(.{4,30}?\d{4})(?=[^\W\d_].{20})")
# "12 noon, 24 March" is more than a day.
_HOUR_TOLD = re.compile(r"(?i)\b(?:noon|midday|midnight|\d{1,2}(?:[.:]\d\d)?\s?[ap]\.?m|\d{1,2}\s?(?:uhr|h))\b")
_HOUR_BEHIND = re.compile(
    r",?\s(?:(?:at|um|à|às|om|kl\.?|[-\u2013|·•])\s)?\d{1,2}[:.]\d\d(?:\s?(?:[ap]\.?m\.?|uhr))?$", re.IGNORECASE
)
_SHORTEST_CODE = 4
# A word, and right behind it the same one again.
_TWICE = re.compile(r"^([^\W\d_]{3,12})(?=\1\b)")
_TOWN_BEHIND = re.compile(r",?\s(?:\d{4} [A-Z]{2}|\d{5}) [A-ZÀ-Þ'][^\d,]{1,40}$")
_BEFORE_TOWN = re.compile(r"^(?:\d{4} [A-Z]{2}|\d{5}) (?=[A-ZÀ-Þ'])")
_CODED = re.compile(r"^(?:urn:)?(?:isbn|ean|gtin|mpn|sku):(?=\S)", re.IGNORECASE)
_REGION = re.compile(r"[A-Z][A-Z. ]{1,20}")
# "Acme Press, 1958".
_YEAR_BEHIND = re.compile(r", (?:1[5-9]|20)\d\d$")
_FIGURES = re.compile(r"\d{1,4}(?:[./-]\d{1,4}){1,2}")
_BETWEEN_FIGURES = re.compile(r"[./-]")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;]")
# What stands around a value and says nothing: "More by Acme", "In stock ()"; or says how long it is so.
_PLACED = re.compile(
    rf"\s?\+ ?0 [^\W\d_]{{4,8}}$|{FAR.pattern}"
    r"|\s\(?(?:(?:show|view|see) on (?:the )?|google )?(?:map|karte|carte|plan|mapa|mappa|kaart|kart)\)?$"
    r"|\s\((?:show|view|see)\)$",
    re.IGNORECASE,
)
_AROUND = {
    **dict.fromkeys(("location", "venue", "address"), _PLACED),
    "promotion": re.compile(
        r"\s(?:off(?:er|re|erta) |angebot |oferta )?(?:valid[oa]?|gültig|valable|válid[oa]|geldig)\s.{0,60}\d.{0,20}$",
        re.IGNORECASE,
    ),
    "performer": re.compile(r"^(?:[Mm]it|[Ww]ith|[Aa]vec|[Cc]on|[Mm]et)\s(?=(?:[A-Z\u00c0-\u00de]\S{0,30}\s){1,4}\S)"),
    "availability": re.compile(r"^[-\u2013]\s|\s?\(\)$"),
    "subtitle": re.compile(r"^[:;\u2013\u2014-]\s"),
    "publication_place": re.compile(r"\s?:$"),
    "brand": re.compile(
        r"^(?:by|von|par|por|shop all|shop more from|mehr von|more (?:from|by)|plus de"
        r"|meer van|alle (?:artikel|produkte) von|all products (?:from|by))\s",
        re.IGNORECASE,
    ),
    # "Sold and shipped by", and how many rated whom, and how: "ann (1,204) 99.6%".
    "seller": re.compile(
        r"^(?:(?:sold|verkauft|vend(?:u|ido|uto))(?: \w{1,3} \w{3,12})? (?:by|von|p[ao]r|da)|by|p[ao]r|przez)\s(?=\S)"
        r"|\s\(\d[\d.,]{0,9}[kK]?\)(?:\s\d{1,3}(?:[.,]\d)?\s?%)?$"
        # "Ann Lee • 50823 Köln".
        r"|\s?[•·|]\s?(?:[A-Z]{1,3}-)?\d{4,5} [^\W\d_].{1,40}$",
        re.IGNORECASE,
    ),
}
_TEXTS = frozenset({"text", "description"})
_OF_DAYS, _ENDS = frozenset({"date", "updated", "year"}), frozenset({"start_date", "end_date"})
# What is told in the plural, and measured.
_NOT_COUNTED = word_set(
    """
    coordinate cost degree fee gram hour inch kilogram kilometer kilometre liter litre meter metre mile minute ounce
    pound price rating second
    """
)
_OF_CONTRACTS, _SWITCHES = frozenset({("contract",), ("appointment",)}), frozenset({"true", "false"})
# "Tested with 6.7.1", in any language.
_BEFORE_VERSION = re.compile(r"^[^\W\d_]{3,20}(?: [^\W\d_]['\w\u2019]{1,12}){1,3}:? (?=\d{1,5}(?:\.\d{1,5}){1,3}$)")


def cell_value(facts: Sequence[Fact], name: str, kind: Kind, *, comma: bool, beside: Collection[str]) -> Scalar | None:
    """
    Return the value of one cell; where a class name stands on several values it says nothing of one.

    What has a field of its own *beside* it, a day or how much of the week one works, is no part of a text.
    """
    words = _asked_as(name, kind)
    is_counted = is_plural(name) and _NOT_COUNTED.isdisjoint(words)
    field = (*hint_of(words), *([COUNTED] if is_counted else []))
    distinct = _fitting(facts, name)
    if len(distinct) > 1 and kind != "string":
        # "4.7" and "4,7" are one number.
        read = {cast(value, kind, hint=field, comma=comma): value for value in reversed(distinct)}
        distinct = [value for number, value in reversed(read.items()) if number is not None]
    if len(distinct) > 1 and kind == "string" and is_plural(name):
        distinct = _several(distinct, is_told=facts[0].strength > HINTED)
        if len(distinct) == 1 and not says_nothing(distinct[0], words, facts[0].labels[-1]):
            return distinct[0]
    elif len(distinct) > 1 and facts[0].strength <= HINTED:
        return None
    for value in distinct:
        # A mark such as "Sale" is no text, nor is what scripts are switched by.
        is_switch = kind == "string" and (isinstance(value, bool) or value in _SWITCHES)
        # Nor does the number in an address, "/17.jpg", count pictures.
        is_switch = is_switch or (kind in {"number", "integer"} and "://" in str(value))
        # Nor does it say what a comment does, how often that is recommended.
        is_text = kind == "string" and not is_plural(name) and not _TEXTS.isdisjoint(meaning_of(words))
        is_switch = is_switch or (is_text and str(value).isdecimal())
        # Nor is the label once more: "Writers".
        is_label = is_plural(name) and kind == "string" and words_of(str(value)) == words_of(name)
        if is_switch or is_label or says_nothing(value, words, facts[0].labels[-1]):
            continue
        value = _alone(value, name, beside)  # noqa: PLW2901 - only what is asked for
        label = " ".join(facts[0].labels[-1])  # "In stock: 3 items".
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


def _asked_as(name: str, kind: Kind) -> Words:
    """Return the words of field *name*, but for those of how many messages there are: these are no texts."""
    words = words_of(name)
    return ("post",) if kind != "string" and is_plural(name) and words == ("message",) else words


def _several(values: Sequence[Scalar], *, is_told: bool) -> list[Scalar]:
    """Return *values* as one; what labels have *told* as the first, unless none of them is a part of another."""
    # The number of a paper stands among its tags.
    texts = [text for text in map(str, values) if not (_DOI.match(text) or text.lower() in CODES)] or [str(values[0])]
    # What holds all of the others is called as each of them is.
    inner = [one for one in texts if not all(other in one for other in texts)] if len(texts) > 2 else texts  # noqa: PLR2004 - two others
    if is_told and any(one != other and one in other for one in inner for other in inner):
        return list(values)
    return [", ".join(dict.fromkeys(part for text in inner for part in text.split(", ")))]


def _fitting(facts: Sequence[Fact], name: str) -> list[Scalar]:
    """Return the values of *facts* that differ, without those whose form is not that of field *name*."""
    distinct = list(dict.fromkeys(fact.value for fact in facts))
    if len(distinct) > 1:
        # For another screen, the same may be written with other marks: "CDI - Temps plein".
        same: dict[str, Scalar] = {}
        for value in distinct:
            text = MARKS.sub(" ", str(value)).casefold()
            # What scripts are told, "03-2022", stands before what is shown: "03/2022".
            if _FIGURES.fullmatch(text) or text not in same:
                same[_BETWEEN_FIGURES.sub(" ", text) if _FIGURES.fullmatch(text) else text] = value
        distinct = uncut(list(same.values()))
        distinct = [one for one in distinct if not says_nothing(one, words_of(name), facts[0].labels[-1])] or distinct
    if asks_span(name):  # The first of its days says no more, nor less than "from 22 May 2026".
        most = max((len(bounds(str(one))) for one in distinct), default=0)
        is_told = most > (0 if facts[0].strength > HINTED else 1)
        distinct = [one for one in distinct if len(bounds(str(one))) == most] if is_told else distinct
    if len(distinct) > 1 and facts[0].strength <= HINTED:
        # Three spans called "company" may hold a name, a type of work and a place.
        forms = {value: words_of(form_of(str(value))) for value in distinct}
        distinct = [value for value, form in forms.items() if not form or match(words_of(name), form)]
    # A change may be told as a sum and as a percentage, and what counts something is no badge beside another one.
    told = [one for one in distinct if "%" in str(one)] if "percent" in words_of(name) else []
    told = [one for one in distinct if not byline_of(str(one))] if "badge" in meaning_of(words_of(name)) else told
    return told or distinct


def _alone(value: Scalar, name: str, beside: Collection[str]) -> Scalar:
    """Return *value* without what beside it answers no field called *name*: who wrote then, when it was written."""
    words, field = words_of(name), hint_of(words_of(name))
    value = bound_in(value, words)
    if not isinstance(value, str):
        return value
    concepts = meaning_of(words)
    for concept in concepts & _AROUND.keys():
        value = _AROUND[concept].sub("", value)
    if not CODES.isdisjoint(concepts):
        return _code_in(value)
    if "author" in field:
        author = author_in(value)
        return first_of(author) if words[:1] == ("first",) else author
    # "Permanent, full-time" is one kind of contract, "Permanent • Full-time" are two facts.
    is_timed = "working_hours" in beside
    if (words[:1] in _OF_CONTRACTS and "," not in value) or ("employment_type" in concepts and is_timed):
        return "" if is_timed and PART_OF_WORK.fullmatch(value) else WITH_PART_OF_WORK.sub(r"\1", value)
    # Beside a kind of contract, how one is employed is how much of the week one works.
    if concepts == {"employment_type"} and "contract" in beside and "contract" not in words:
        timed = PART_OF_WORK.search(value)
        value = timed[0] if timed else ""
    # Beside a town, an address is a street.
    value = _TOWN_BEHIND.sub("", value) if "city" in beside and "address" in concepts else value
    # Beside a state, a city has none.
    stated = WITH_STATE.match(value) if "state" in beside and "city" in concepts else None
    value = stated[1] if stated else value
    value = _BEFORE_VERSION.sub("", value) if "version" in words[2:] else value
    value = _part_of_name(value, concepts)
    if "date" in beside and "description" in concepts:
        return _undated(value)
    # Beside an hour, what it ends on is a day.
    is_end = "time" in beside and words[-1:] != ("time",) and not _ENDS.isdisjoint(concepts)
    value = "" if is_end and "date" not in beside and form_of(value) == "hours" else value
    is_day = not (_OF_DAYS.isdisjoint(field) and _OF_DAYS.isdisjoint(concepts)) and not asks_span(name)
    # "Posted", for those who cannot see, right before "Posted 3 days ago".
    value = _TWICE.sub("", value) if is_day else value
    # Beside an hour, a day has none; how long something takes is another time.
    times = {one for one in beside if one.endswith("_time")} - {"start_time"}
    is_timed = "time" in beside and "time" not in words and not times
    value = _HOUR_BEHIND.sub("", value) if is_day and is_timed and day_in(value) else value
    return (day_in(value) or _day_of(value)) if is_day and form_of(value) in {"", "date"} else value


def _part_of_name(text: str, concepts: frozenset[str]) -> str:
    """Return of *text* what has one of *concepts* for a name: a publisher without a year, a seller without a place."""
    if "publisher" in concepts:
        return _YEAR_BEHIND.sub("", text)
    if "seller" in concepts:
        return _without_place(text)
    is_place = not concepts.isdisjoint({"country", "city"})
    return _part_of_place(text, is_country="country" in concepts) if is_place else text


def _without_place(name: str) -> str:
    """Return *name* without the town, or the town and its state, and the country behind it: "Acme, Graz, Austria"."""
    before, _, country = name.rpartition(", ")
    if COUNTRIES.match(country):
        before, _, region = before.rpartition(", ")
        before = before.rpartition(", ")[0] if _REGION.fullmatch(region) else before
    return before if before and COUNTRIES.match(country) else name


def _part_of_place(text: str, *, is_country: bool) -> str:
    """Return the country at the end of *text*, or the town before it and its state: "Chieti, Italy"."""
    # "2023 JL Haarlem".
    text = text if is_country else _BEFORE_TOWN.sub("", text)
    place, comma, country = text.rpartition(", ")
    if not comma or not COUNTRIES.match(country) or COUNTRIES.match(text):
        return text
    # "Greenville, SC, United States".
    return country if is_country else place.partition(", ")[0]


def _code_in(text: str) -> str:
    """Return the DOI, or only word with a digit, in *text*: "E-2-474" in "Item E-2-474 Colour info"."""
    words = text.split()
    if named := _DOI.match(text):
        return named[0]
    # "isbn:9780306406157".
    text = _CODED.sub("", text)
    # "PEAKTECH 6225 A": what is all in capitals, and no label, is a part of it.
    if text.isupper() and not any(words_of(word) in PHRASES for word in words):
        return text
    codes = [word for word in words if has_digit(word)]
    return codes[0] if len(codes) == 1 < len(words) and len(codes[0]) >= _SHORTEST_CODE else text


def _undated(text: str) -> str:
    """Return *text* without the day before it: "4 Mar 2025 · We ran nine models"."""
    led = _LED_BY_DAY.match(text) or _GLUED_TO_DAY.match(text)
    return text[led.end() :] if led and day_in(led[1]) else text


def _day_of(text: str) -> str:
    """Return the only day that *text* states among other things: "3 May 2026 by anna"; else all of it."""
    # "3 May 2026, 14:02 -- Report as abuse".
    if day := day_in(_DASHES.split(text)[0]):
        return day
    days = [] if _HOUR_TOLD.search(text) else [value for label, value in byline_of(text) if label == "date"]
    if not days and len(text) < SENTENCE and (amid := AMID.findall(text)):
        # Behind words that say what was then, in any language.
        days = [day for day in amid if not has_digit(text.replace(day, ""))]
    return days[0] if len(days) == 1 and len(days[0]) < len(text) else text
