"""Places as lists of jobs and events write them: a town with its state or country, or "Remote"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.wording import patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

_ANY = patterns("places")
_AWAY = r"(?:remote|hybrid|anywhere|worldwide)"
MODE = re.compile(
    rf"^(?:{_ANY['mode']}(?: work(?:ing)?)?(?: (?:partially|partly|fully|possible|optional|only))?"
    rf"|hybrid\W{{1,3}}.{{0,20}}\b(?:days?|week|office|site|tage?|jours?)\b.{{0,20}})$",
    re.IGNORECASE,
)
# What begins with a well-known town.
TOWN = re.compile(rf"{_ANY['town']}(?:\W|$)", re.IGNORECASE)
# What begins with a street and a number: "Via Corvetto 18, Milano", "Lindenstrasse 9", "12 Mill Lane".
STREET = re.compile(
    rf"^(?:{_ANY['way']}\s[^\d;|]{{2,40}}\s\d{{1,4}}|[^\d;|]{{2,40}}{_ANY['way behind']}\s\d{{1,4}}"
    rf"|\d{{1,4}}\s[^\d;|]{{2,40}}\s{_ANY['way behind']})[a-z]?\b",
    re.IGNORECASE,
)
COUNTRIES = re.compile(rf"^{_ANY['country']}(?:(?:, | / | & ){_ANY['country']}){{0,4}}$", re.IGNORECASE)
# "Rome Italy", without a comma.
IN_COUNTRY = re.compile(rf"(?:{TOWN.pattern}|\D{{2,40}}[ ,]{COUNTRIES.pattern.removeprefix('^')})", re.IGNORECASE)
_TOWN = rf"[^\W\d_][^\d,;|]{{1,30}}, (?:[^\W\d_][^\d,;|]{{1,30}}, )?(?:(?-i:{_ANY['state']})|{_ANY['country']})"
# "Austin, TX", "Austin, TX 78701, United States".
WITH_STATE = re.compile(
    rf"^([^\W\d_][^\d,;|]{{1,30}}), ((?-i:{_ANY['state']}))(?: \d{{5}})?(?:, {_ANY['country']})?$", re.IGNORECASE
)
# The code of a place, and behind it how far away that is: "50825 Köln (4 km)", "Mill Lane, Rye 0.8 miles".
_CODE = re.compile(r"(?:^(?:[A-Z]{1,3}-)?|, [A-Z]{2} )(\d{4,5}(?: [A-Z]{2}(?= ))?)(?: (?=\D)|$)")
FAR = re.compile(r"\s(?:[·•|]\s)?\(?(\d{1,3}(?:[.,]\d)? ?(?:km|mi|miles?))(?: away)?\)?$", re.IGNORECASE)
_TOWN_IN = rf"(?-i:[A-ZÀ-Þ'])[^\d,;|]{{1,30}}(?:, {_ANY['country']})?"
# All of a street, a number and a town with its code: "120 N Elm St, Ste 400, Chicago, IL 60602", "Elmweg 9, 04229 Rye".
ADDRESS = re.compile(
    rf"^(?:\d{{1,5}}[a-z]? [^\d,;|][^,;|]{{2,40}}(?:, [^,;|]{{2,30}}){{1,2}}"
    rf"(?:,? (?-i:[A-Z]{{1,2}}\d[A-Z\d]? \d[A-Z]{{2}})|, (?-i:{_ANY['state']}) \d{{5}}(?:-\d{{4}})?)"
    rf"(?:, {_ANY['country']})?"
    rf"|(?:[^\d,;|:]{{3,40}} \d{{1,4}} ?[a-z]?|\d{{1,4}}[a-z]?,? [^\d,;|:]{{3,40}}), (?-i:[A-Z]{{1,3}}-)?"
    # What looks like a year is none of these alone.
    rf"(?:\d{{5}}|(?!19|20)\d{{4}}|\d{{4}} (?-i:[A-Z]{{2}})|\d\d-\d{{3}}) {_TOWN_IN})$",
    re.IGNORECASE,
)
_REMOTE = r"remote(?: [-\u2013] [^\W\d_]{2,20}| \([^\W\d_][^()]{1,20}\))?"
_STOREY = rf"(?:{_ANY['storey']} \d{{1,3}}|{_ANY['named storey']})"
_ON_STOREY = re.compile(rf", ({_STOREY})(?=$|[,.])", re.IGNORECASE)
PLACE = re.compile(
    rf"^(?!hybrid$|{COUNTRIES.pattern[1:]})"
    rf"(?:{_AWAY}(?: (?:work|role|position|job))?(?:(?:\s?[-\u2013,:/(]|\s(?:in|within)\s)\D{{2,30}})?"
    rf"|{_ANY['several']}"
    rf"|(?:{_ANY['country']}|{_ANY['region']}) only"
    # "10437 Berlin, Mitte".
    # "35 - RENNES".
    r"|\d{2,3} - (?-i:[A-ZÀ-Þ])[^,;|]{2,30}"
    # "6467 Schattdorf / UR".
    r"|\d{4} (?-i:[A-ZÀ-Þ])[^\d,;|/]{1,30} (?:/ )?(?-i:[A-Z]{2})"
    # "MoMA, Floor 3, 3 North".
    rf"|[^\d,;|]{{2,40}}, {_ANY['floor']} \d{{1,3}}\b.{{0,80}}|[^\d,;|]{{2,40}}, {_STOREY}\b.{{0,80}}"
    # "2023 JL Haarlem".
    r"|\d{4} (?-i:[A-Z]{2} [A-ZÀ-Þ'])[^\d,;|]{1,30}"
    # "IT-10135 Torino - To".
    r"|(?-i:[A-Z]{1,3})-\d{4,6} (?-i:[A-ZÀ-Þ])[^\d,;|]{1,30}"
    r"|\d{5} (?-i:[A-ZÀ-Þ])[^\d,;|]{1,30}(?:, [^\W\d_][^\d,;|]{1,30})?"
    rf"|{_TOWN}(?: \d{{5}})?(?:(?:; | / | \| | or )(?:{_TOWN}|{_REMOTE})){{0,3}}(?: \({_AWAY}\))?)"
    rf"(?:{FAR.pattern[:-1]})?$",
    re.IGNORECASE,
)


def beside_place(place: str) -> Iterator[tuple[str, str]]:
    """Yield the state, the postal code and the floor in the line *place*, and how far away that is."""
    if stated := WITH_STATE.match(place):
        yield "state", stated[2]
    for label, form in (("postal code", _CODE), ("distance", FAR), ("floor", _ON_STOREY)):
        if found := form.search(place):
            yield label, found[1]
