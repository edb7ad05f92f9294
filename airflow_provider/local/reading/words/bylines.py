"""Lines that say several things, such as "Thread by anna, 12 replies, yesterday 14:02", taken apart."""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.words.citations import YEAR, cited_in
from airflow_provider.local.reading.words.days import ANY_WEEKDAY, DATE, MONTH, NEAR_DAY, day_in
from airflow_provider.local.reading.words.forms import (
    ANY_BY,
    BEGAN,
    BUY,
    COUNTED,
    LONGEST,
    RATED_AND_COUNTED,
    REPLIED,
    form_of,
)
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.places import COUNTRIES, TOWN
from airflow_provider.local.reading.words.stated import bare, bounds
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import AVERAGE
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import has_digit, word_set

_COUNT = re.compile(
    r"^(?i:(?:all|alle|tou(?:te)?s les|tod[ao]s l[ao]s|tutt[ei] (?:le|i|gli))\s)?"
    r"[(\[]?\s?([+\u2212-]?(?:\d{1,3}(?:\s\d{3}){1,3}|\d[\d.,]{0,12}(?:\s?[kKM]\b|%)?)\+?)\s+"
    r"((?:(?!ago\b)[^\W\d_]{2,14})(?:\s[^\W\d_]{2,14})?)(?:\.{1,3}|\u2026)?\s?[)\]]?$"
)
# "48 people found this helpful".
_HELPED = re.compile(
    r"^(\d[\d.,]{0,8}|one|eine|une|una) (?:people|persons?|users?|customers?|personen?|personnes?|personas?|persone)\s"
    r"(?:found (?:this|it) helpful|fanden (?:diese|dies).{1,40}|fand (?:diese|dies).{1,40}|ont trouvé .{1,40}utile"
    r"|a trouvé .{1,40}utile|encontr.{1,40} útil|.{1,20} utile)\.?$",
    re.IGNORECASE,
)
# "14 KB (1,967 words)".
_COUNTED_TWICE = re.compile(r"^(\d[^()]{1,20})\s(\(\d[^()]{1,30}\))$")
# What stands behind a number without being what is counted.
_NOT_COUNTED = word_set(
    """
    in off out of per and am pm min mins minute minutes hour hours day days week weeks month months year years kg cm
    mm ml oz lb st percent more uhr kb mb gb byte ko mo octet
    """
)
# What stands before its number: "Replies 12", "Cited by 212", "Citations (67)".
_LED = re.compile(r"^((?:[^\W\d_]{2,14}\s)?[^\W\d_]{2,14})(?:\s|\s?(\())(\d[\d.,]{0,12}[kKM]?)\)?$")
# "Cited by 11 opinions".
_CITED_BY = re.compile(
    r"^(?:cited by|zitiert von|cité par|citado por|citato da) (\d[\d.,]{0,12}) [^\W\d_]{3,15}$", re.IGNORECASE
)
_SCORED = re.compile(r"^(?:review )?scored?:? (\d{1,2}(?:[.,]\d)?)$", re.IGNORECASE)
# "#2184 opened 3 May 2026 by anna".
_NUMBERED = re.compile(r"^#(\d{1,7})\s(?:[·•|]\s)?(?=[^\W\d_])")
# "5 bedroom detached house for sale".
_HOME = re.compile(
    r"^(?P<bedrooms>\d{1,2})[- ]bed(?:room)?s? (?P<kind>[^\W\d_].{2,30}?) (?:for sale|(?:for|to) rent|to let)\b",
    re.IGNORECASE,
)
# "Advertisement by Acme".
_PAID_BY = re.compile(
    r"^(?:ad|advert|advertisement|sponsored|promoted) (?:by|from) (?:(?:shop|store|seller) )?([^\W_].{1,40})$",
    re.IGNORECASE,
)
_SOLD_BY = re.compile(r"^(?:from|by) (?:shop|store|seller) ([^\W_].{1,40})$", re.IGNORECASE)
# "anna_92 99.6% positive (4,812)", "anna_92 (4,812) 99.6%": who sells, and what others thought of that.
_SHARE = r"\d{2,3}(?:[.,]\d{1,2})?\s?%"
_PRAISED = re.compile(
    rf"^(\S{{2,40}}) (?=\(|{_SHARE} (?:\(|positiv))(?:\(\d[\d.,]{{0,9}}\) )?({_SHARE})"
    r"(?: \(\d[\d.,]{0,9}\)| positiv\w?\b.{0,20})?$",
    re.IGNORECASE,
)
_LOCATED = re.compile(
    r"^(?:(?:is )?located in|item location:?|ships from|(?:artikel)?standort:|se trouve en|ubicado en|si trova in)"
    r" ([^\W\d_][^.:!?]{1,40})$",
    re.IGNORECASE,
)
_AREAS = word_set("sq m\u00b2 m2 qm sqm sqft")
# "anna replied 3 hours ago".
_ACTED = re.compile(
    r"^(?:[|•·] )?([^\s|•·].{1,39}?)"
    rf" (?:{BEGAN}|(?P<last>{REPLIED})) (.{{3,40}})$"
)
_TOLD = {
    "helpful count": _HELPED,
    "score": _SCORED,
    "seller": _PRAISED,
    "location": _LOCATED,
    "cited by": _CITED_BY,
}
_RATED = re.compile(rf"star|{AVERAGE}\.? rating", re.IGNORECASE)
# "41 year old man", "38 / female".
_OLD = r"[ -]?(?:(?:years?|yrs?\.?)[ -]old|y/?o\b|jahre alt)"
_AGED = re.compile(
    rf"^(?P<age>\d{{1,2}})(?:{_OLD}$|(?:{_OLD}|[ -](?:jahre?|ans|años|anos|anni|jaar|lat|let|år|лет))?\W{{1,3}}"
    r"(?P<gender>(?:wo)?man|(?:fe)?male|mann|frau|männlich|weiblich|homme|femme|hombre|mujer|homem|mulher|uomo|donna"
    r"|vrouw|mężczyzna|kobieta|muž|žena|kvinna|kvinde|мужчина|женщина)$)",
    re.IGNORECASE,
)
# What has a name rather than a number.
_NAMED = word_set("brand category color material size")
_BY = word_set("by von par por da av af")
# "from Winter Songs by Anna Rehn".
_TRACK = re.compile(r"^from (?!\W?\d|[$€£])(?P<album>.{2,80}) by (?P<author>[^\d,]{2,60})$", re.IGNORECASE)
_ONLY_YEAR = re.compile(rf"^{YEAR}$")
# These divide facts, but no sentence.
_FIRM = re.compile(r"\s[|•·]\s")
_IN = re.compile(r"^in:?\s+([^\W\d][^\d.]{1,40})$", re.IGNORECASE)
_LONGEST_CATEGORY = 4
# With more parts between dots, a line tells facts.
_FEW = 2
OF_JOBS = frozenset({"employment type", "work mode", "salary"})
# "3 May 2026 by anna".
_BY_AFTER = re.compile(rf"^(.{{4,40}}?)\s{ANY_BY}\b:?\s(\S.{{1,40}})$", re.IGNORECASE)
_DIVIDED = re.compile(r"\s*[|•·»\u2022\u00b7\u2013\u2014;]\s*|,\s+|\s+[~-]\s+|\s{2,}")
_SPAN = re.compile(rf"({MONEY.pattern})\s?[-\u2013\u2014]\s?(?={MONEY.pattern})", re.IGNORECASE)
_WHEN = re.compile(
    rf"\s{{1,3}}(?:(?:on|at|am|in|le|\()\s{{0,3}})?(?=\d|{NEAR_DAY}\b|{ANY_WEEKDAY}\.?,?\s\d|an? |about|{MONTH}\s\d)",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def byline_of(line: str) -> tuple[tuple[str, str], ...]:
    """
    Return the labelled parts of a line such as "Thread by anna, 12 replies, yesterday 14:02".

    A line that is no byline, because none or too few of its parts has a form, gives nothing.
    """
    if len(line) > LONGEST:
        return ()
    if led := cited_in(line) or _led_by(line):
        return led
    number = _NUMBERED.match(line)
    if number and (rest := byline_of(line[number.end() :])):
        return (("number", number[1]), *rest)
    if acted := _acted(line):
        return tuple(acted)
    parts = _divided(line)
    found = [pair for part in parts for pair in _part(part)]
    chunks = _FIRM.split(line)
    found += [("country", chunk) for chunk in chunks if COUNTRIES.match(chunk)]
    if len(chunks) > _FEW and not OF_JOBS.isdisjoint(label for label, _ in found):
        found = _of_job(found, chunks)
    # "May 3" and "2026" are one date that a comma divides.
    if len(parts) > 1 and (whole := _rejoined(parts)):
        found = [pair for pair in found if pair[0] not in {"date", "year"}] + [("date", whole)]
    return tuple(found) if 2 * len(found) >= len(parts) or len(found) > 1 or _FIRM.search(line) else ()


def _led_by(line: str) -> tuple[tuple[str, str], ...]:
    """Return an album, who somebody is, pay, or hours and where, of a *line* that says what they are of."""
    if told := _TRACK.match(line) or _AGED.match(line):
        return tuple((label, text.strip()) for label, text in told.groupdict().items() if text)
    # "Estimated: $44.1K - $55.8K a year".
    labelled = split_pair(line)
    if labelled and form_of(labelled[1]) == "salary":
        return (("salary", labelled[1]),)
    # "Town hall, 19.30-22.10".
    place, comma, hours = line.rpartition(", ")
    is_timed = comma != "" and form_of(hours) == "hours" and not has_digit(place)
    return (("venue", place), ("hours", hours), *bounds(hours)) if is_timed else ()


def _of_job(found: list[tuple[str, str]], chunks: list[str]) -> list[tuple[str, str]]:
    """Return what is *found* in the *chunks* of facts of a job, with towns, beside which "Remote" is how one works."""
    modes = [("work mode", chunk) for chunk in chunks if chunk.lower() == "remote"]
    towns = [("location", chunk) for chunk in chunks if TOWN.match(chunk) and not form_of(chunk)]
    places = [pair for pair in (*found, *towns) if pair[0] == "location"]
    kept = [pair for pair in found if len(places) == 1 or pair[0] != "location" or pair[1].lower() != "remote"]
    return [*kept, *towns, *modes]


def _divided(line: str) -> list[str]:
    """Return the parts of *line*; two sums and a dash, as in "€40,000 - €50,000 per year", are of one."""
    chunks = _FIRM.split(line)
    split = (
        [one] if one != line and form_of(one) not in {"", "author"} else _DIVIDED.split(_SPAN.sub("\\1\0", one))
        for one in chunks
    )
    return [part.replace("\0", " - ") for pieces in split for part in pieces if part]


def _part(part: str) -> list[tuple[str, str]]:
    twice = _COUNTED_TWICE.match(part)
    return [*_told(twice[1]), *_told(twice[2])] if twice else _told(part)


def _told(part: str) -> list[tuple[str, str]]:
    told = [(label, found[1]) for label, form in _TOLD.items() if (found := form.match(part))]
    told += [("country", place) for label, place in told if label == "location" and COUNTRIES.match(place)]
    told += [("seller positive percent", praised[2])] if (praised := _PRAISED.match(part)) else []
    if rated := RATED_AND_COUNTED.match(part):
        told = [("rating", rated[1]), ("review count", rated[2])]
    if told := told or home_in(part) or _traded(part) or _acted(part):
        return told
    counted = _COUNT.match(part)
    if counted and counted[2].split()[0].lower() not in _NOT_COUNTED and not day_in(part):
        label = "rating" if _RATED.match(counted[2]) else counted[2]
        # "5 colours" names none of them.
        if label.split()[0].lower() in _AREAS:
            return [(label, counted[1]), ("floor area", part)]
        # "5 topics" is told as such, though a topic may be a category.
        meant = PHRASES.get(words_of(label), frozenset())
        label = next((f"{named} count" for named in _NAMED & meant if "topic_count" not in meant), label)
        return [("review count" if COUNTED.search(part) else label, counted[1])]
    led = _LED.match(part)
    if led and _is_counted(led[1], bracketed=bool(led[2])):
        return [(led[1], led[3])]
    label = form_of(part) or ("year" if _ONLY_YEAR.match(part) else "")
    # A sum of money is judged beside the others.
    if label and "price" not in label:
        return _author_and_date(bare(part, label)) if label == "author" else [(label, bare(part, label)), *bounds(part)]
    # "In den Warenkorb" is for pressing.
    inside = None if BUY.match(part) else _IN.match(part)
    return [("category", inside[1])] if inside and len(inside[1].split()) <= _LONGEST_CATEGORY else []


def _is_counted(label: str, *, bracketed: bool) -> bool:
    """Tell whether *label* says what the number behind it counts, rather than which one of them it is."""
    words, last = words_of(label), label.lower().split()[-1]
    is_rating = bracketed and "rating" in PHRASES.get(words[-1:], ())
    return last in _BY or is_rating or (last != words[-1] and (bracketed or words in PHRASES))


def _traded(part: str) -> list[tuple[str, str]]:
    """Return who sells, or has paid for being shown, as *part* says."""
    paid, sold = _PAID_BY.match(part), _SOLD_BY.match(part)
    return [("seller", paid[1]), ("sponsored", "yes")] if paid else [("seller", sold[1])] if sold else []


def _acted(part: str) -> list[tuple[str, str]]:
    """Return who wrote, began or replied, and when, as *part* says."""
    if (by := _BY_AFTER.match(part)) and (day := day_in(by[1].rstrip(" ,"))):
        return [("date", day), ("author", by[2])]
    acted = _ACTED.match(part)
    day = day_in(acted[3]) if acted else ""
    who, when = ("last post by", "last post date") if acted and acted["last"] else ("author", "date")
    return [(who, acted[1]), (when, day)] if acted and day else []


def home_in(text: str) -> list[tuple[str, str]]:
    """Return the bedrooms and the kind of the home that *text* offers."""
    return [("bedrooms", home["bedrooms"]), ("property type", home["kind"])] if (home := _HOME.match(text)) else []


def is_of_reply(line: str) -> bool:
    """Tell whether *line* says who replied, and when."""
    return (acted := _ACTED.match(line)) is not None and acted["last"] is not None and day_in(acted[3]) != ""


def _author_and_date(text: str) -> list[tuple[str, str]]:
    """Divide "anna 3 hours ago" and "anna on 3 May 2026"."""
    for found in list(_WHEN.finditer(text))[:4]:
        name, when = text[: found.start()], text[found.end() :].removesuffix(")").rstrip()
        if DATE.match(when) and name:
            return [("author", name.removesuffix(" on").removesuffix(" at")), ("date", when)]
    return [("author", text)]


def _rejoined(parts: list[str]) -> str:
    for start in range(len(parts)):
        for end in range(start + 2, min(start + 4, len(parts)) + 1):
            text = ", ".join(parts[start:end])
            if (day := day_in(text)) and re.search(r"\d{4}|:", text):
                return day
    return ""
