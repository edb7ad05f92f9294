"""Days and hours as lists and bylines write them: a day, how long ago, from when to when, until when."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import word_set

_ANY = patterns("days")
_BEFORE = rf"^(?:{_ANY['posted']}(?:\s(?:on|at|am|le|il|el|op|em|den|dne|dnia|w dniu))?:?\s+){{1,3}}"
_POSTED = re.compile(rf"{_BEFORE}(.{{3,40}})$", re.IGNORECASE)
# "[2014]", of which a book says nothing itself, and "c1998", when it was protected.
_YEAR = re.compile(r"(?:\[[c©]?(?:1[5-9]|20)\d\d\]|[c©]?(?:1[5-9]|20)\d\d)$")
_MONTHS = [_ANY[f"month {number}"] for number in range(1, 13)]
_ANY_MONTH = f"(?:{'|'.join(_MONTHS)})"
MONTH = rf"{_ANY_MONTH}[^\W\d_]{{0,7}}\.?"
MONTH_NAMES = word_set(
    """
    january february march april may june july august september october november december januar februar märz mai juni
    juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero
    marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno
    luglio settembre ottobre dicembre januari februari maart mei augustus januar maj marts
    """
)
_CLOCK = (
    r"(?:,?\s+(?:(?:at|um|à|às|a las|alle|om|kl\.?|klo|v|в|o|o godz\.?|alle ore|[-\u2013|·•@])\s+)?"
    r"(?:\d{1,2}[:.h]\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?|uhr)?|\d{1,2}\s?(?:h|[ap]\.?m)\b\.?)(?:\s(?-i:[A-Z]{2,4})|\s?[+-]\d\d:?\d\d)?)?"
)
# "Tue", and how other languages say it, before a day.
ANY_WEEKDAY = _ANY["weekday"]
_WEEKDAY = rf"(?:{_ANY['weekday']}\.?,?\s+)?"
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.|\u00b0|\u00ba)?(?:\s+(?:de|of))?\s+{MONTH}"
    rf"|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th|\sd\.)?)"
)
_WITH_YEAR = (
    rf"(?:\d{{4}}(?:[-/.]\d\d[-/.]\d\d|[-/]\d{{1,2}}[-/]\d{{1,2}}|年\d{{1,2}}月\d{{1,2}}日)(?:T[\d:.+Z-]+|\s?[(\uff08][月火水木金土日][)\uff09])?"
    rf"|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|\d{{1,2}}-{_ANY_MONTH}[^\W\d_]{{0,7}}-\d{{2,4}}"
    rf"|{_DAY},?\s+(?:de\s+)?\d{{4}}(?:\s?{_ANY['of year']}(?!\w))?"
    # "2015. december 9.", "2015 m. gruodžio 9 d.", "9. 12. 2015".
    rf"|\d{{4}}(?:\.|\sm\.)\s{MONTH}\s\d{{1,2}}(?:\.|\sd\.)?|\d{{1,2}}\.\s\d{{1,2}}\.\s\d{{4}})"
)
# What stands in place of days where something does not end, or nobody knows them yet: "Summer 2027".
LASTING = re.compile(
    rf"(?:{_ANY['lasting']}|(?:(?:early|late|mid)[ -])?{_ANY['season']}\s(?:1[5-9]|20)\d\d(?:[/\u2013-](?:20)?\d\d)?)$",
    re.IGNORECASE,
)
WEEKDAY = re.compile(rf"{_ANY['weekday']}\.?$", re.IGNORECASE)
# "Yesterday", and how other languages say it.
NEAR_DAY = _ANY["day"]
# "Today" and "yesterday" alone.
TODAY, YESTERDAY = _ANY["today"], _ANY["yesterday"]
# How many days a span of time is.
_SPANS = {"second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30, "year": 365}
_SPAN = f"(?:{'|'.join(_ANY[f'span {span}'] for span in _SPANS)})"
_LONG = rf"(?:\d{{1,4}}|an?|une?|eine[rmn]?)\+?\s?{_SPAN}[^\W\d_]{{0,2}}\.?"
_AGE = re.compile(
    rf"(?P<before>{_ANY['ago before']}\s)?(?:{_ANY['over']})?"
    r"(?P<number>\d{1,4}|an?|une?|eine[rmn]?)(?P<more>\+)?\s?(?P<unit>[^\W\d_]{1,12})\.?"
    rf"(?P<ago>\s{_ANY['ago']}(?!\w))?",
    re.IGNORECASE,
)
# "24h", "30d+".
_SHORT_AGE = re.compile(r"\d{1,2}(?:[hdw]|mo)\+?$")
_ON_DAYS = {
    days: re.compile(rf"(?<!\w){_ANY[name]}(?!\w)", re.IGNORECASE) for name, days in (("today", 0), ("yesterday", 1))
}
# "+ 3 more", behind the first of several days.
_AND_MORE = r"(?:\s\+\s?\d{1,3} (?:more|weitere|autres?|más|altr[ei]|meer|mais|fler))?"
DATE = re.compile(
    # "1 December 2026, Tuesday".
    rf"^{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY}|{MONTH}\s+(?:\d{{4}}|['\u2019]\d\d))(?:,?\s\(?{_ANY['weekday']}\.?\)?)?{_CLOCK}{_AND_MORE}$"
    rf"|^{NEAR_DAY}{_CLOCK}{_AND_MORE}$"
    # "3:58 p.m. EDT, July 18, 2013".
    rf"|^\d{{1,2}}[:.]\d\d(?:\s?[ap]\.?m\.?)?(?:\s(?-i:[A-Z]{{2,4}}))?,?\s+{_WEEKDAY}{_WITH_YEAR}$"
    rf"|^(?:(?:about|over|almost)\s+)?{_LONG}(?:(?:,|\sand|\sund)?\s{_LONG})?\s+{_ANY['ago']}$"
    rf"|^{_ANY['ago before']}\s+{_ANY['over']}?{_LONG}(?:\ssiden)?$"
    r"|^\d{1,4}\s?(?:秒|分钟?|時間|小时|日|天|週間|周|[かヶ个]月|年)前$"
    # "24h", "30d+".
    r"|^\d{1,2}(?-i:[hdw]|mo)\+?$",
    re.IGNORECASE,
)
TIME_LEFT = re.compile(
    rf"^{_LONG}(?:(?:,|\sand|\sund|\set)?\s{_LONG})?\s{_ANY['left']}(?:\sto\s[^\W\d_]{{3,10}})?$"
    rf"|^{_ANY['left behind']}\s{_LONG}(?:(?:,|\sand|\sund|\set)?\s{_LONG})?$",
    re.IGNORECASE,
)
# "Mar. 29" is a day of March.
_BEFORE_DAY = rf"(?:{_ANY['weekday']}\.?,?\s+(?!\d{{1,2}},?\s\d{{4}}))?"
RANGE = re.compile(
    rf"^(?:[^\W\d_]{{3,12}}:\s)?(?:(?:from|open|du|vom|von|del?|desde el|dal|od|fra|från|van)\s+|dall['\u2019])?"
    rf"{_WEEKDAY}(?P<start>{_WITH_YEAR}|{_DAY}|{MONTH}(?:\s\d{{4}})?|\d{{1,2}}[./]\d{{1,2}}\.?|\d{{1,2}}\.?)(?P<from>{_CLOCK})"
    rf"\s?(?:-|\u2013|\u2014|\u2192|{_ANY['to']})\s?{_BEFORE_DAY}(?P<end>{_WITH_YEAR}|{_DAY}|{MONTH}\s\d{{4}}|\d{{1,2}}(?=,?\s\d{{4}})(?:,?\s\d{{4}}))(?P<till>{_CLOCK})$",
    re.IGNORECASE,
)
# "Dec 12 - 17".
IN_MONTH = re.compile(
    rf"^(?P<month>{MONTH})\s(?P<start>\d{{1,2}})(?:st|nd|rd|th)?\s?(?:[-\u2013\u2014]|{_ANY['to']}\s)\s?"
    r"(?P<end>\d{1,2})(?:st|nd|rd|th)?$",
    re.IGNORECASE,
)
_DAYS = rf"(?:(?:{_ANY['weekday']}s?\.?(?:\s?[,&+/\u2013-]\s?)?){{1,7}}\s|{_ANY['daily']},?\s)"
HOURS = re.compile(
    rf"^(?:{_DAYS}|(?P<day>{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY})),?(?:\s(?:at|um|à|[-\u2013@|·]))?\s"
    rf"|[^\W\d_]\D{{0,20}}\d{{1,2}}(?:,? \d{{4}})?,?\s?[@|,·]?\s)?"
    r"(?P<start>\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?)?)(?:\suhr)?"
    r"\s?(?:-|\u2013|\u2014|to|until|bis|à|a)\s?(?P<end>\d{1,2}(?:[:.h]\d\d\s?(?:[ap]\.?m\.?)?|\s?[ap]\.?m\.?|(?=\suhr)))(?:\suhr)?$",
    re.IGNORECASE,
)
_TWELVE = r"(?:(?:ab|um|from|at)\s)?\d{1,2}(?:[:.]\d\d)?\s?(?:uhr|[ap]\.?m\.?)"
AT = re.compile(rf"^{_DAYS}?(?:{_TWELVE}|{_ANY['at']}\s\d{{1,2}}[:.h][0-5]\d)$", re.IGNORECASE)
UP_TO = _ANY["until"]
# "Until 9:45am".
TO_HOUR = re.compile(
    rf"^{UP_TO}\s+(\d{{1,2}}(?:[:.h]\d\d(?:\s?[ap]\.?m\.?)?|\s?[ap]\.?m\.?|(?=\s?uhr)))(?:\s?uhr)?$", re.IGNORECASE
)
# "Main hall, until 3 May".
UP_TO_DAY = re.compile(rf"(?<!\w){UP_TO}\s{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY})", re.IGNORECASE)
ENDS_WITH_UNTIL = re.compile(rf"\b{UP_TO}\s*$", re.IGNORECASE)
# A day with its year within a text, of which nothing tells that it is the end of something.
AMID = re.compile(rf"(?<![\w.,/-]){_WITH_YEAR}(?![\w/-])", re.IGNORECASE)
# "Published 04.11.2026 14:54", before more.
LED_BY_DAY = re.compile(rf"{_BEFORE}({_WITH_YEAR}{_CLOCK})(?!\S)", re.IGNORECASE)
# What a text that tells a day or an hour has in it.
TIMELY = re.compile(rf"\d[./:]\d|\b\d{{4}}\b|\b{_DAY}\b", re.IGNORECASE)
# A day, "tomorrow", or "in 2 days".
SOON = re.compile(rf"{TIMELY.pattern}|\b(?:{NEAR_DAY}|{_LONG})(?!\w)", re.IGNORECASE)
# When something is to come, to the day: "Tue, Dec 9", "Dec 12 - 17", "Tomorrow, Dec 4".
COMING = re.compile(
    rf"\b(?:{NEAR_DAY},?\s)?{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY}(?!\w))"
    rf"(?:\s?[-\u2013]\s?(?:{_WEEKDAY}{_DAY}|\d{{1,2}})(?!\w))?|\b{NEAR_DAY}(?!\w)",
    re.IGNORECASE,
)
# "(weather permitting)", ", 7 pm".
_NOTE = r"(?:\s?\([^()]{2,30}\)|,?\s\d{1,2}(?:[:.]\d\d)?\s?(?:uhr|[ap]\.?m\.?))?"
_ONWARDS = rf"\s{_ANY['onwards']}"
SINCE = re.compile(
    rf"^{_ANY['since']}\s+{_WEEKDAY}({_WITH_YEAR}|{_DAY}|{MONTH}\s\d{{4}})(?:{_NOTE}|{_ONWARDS})$"
    rf"|^{_WEEKDAY}({_WITH_YEAR}){_ONWARDS}$",
    re.IGNORECASE,
)
UNTIL = re.compile(
    rf"^(?:{_ANY['still']}[\s:,-]{{1,3}})?{UP_TO}\s+{_WEEKDAY}({_WITH_YEAR}|{_DAY}|{MONTH}\s\d{{4}}){_NOTE}$",
    re.IGNORECASE,
)
_OF = r"(?:(?:de|of)\s)"
# The day, month and year of what states them in this order, in another, or as numbers.
_ORDERS = [
    re.compile(rf"(?<!\w){order}(?!\d)", re.IGNORECASE)
    for order in (
        r"(?P<year>\d{4})(?:(?P<sign>[-/.]|年)(?P<number>\d{1,2})(?:(?P=sign)|月)(?P<day>\d{1,2}))",
        r"(?P<day>\d{1,2})\.\s?(?P<number>\d{1,2})\.\s?(?P<year>\d{4})",
        # Whether "3/5/2026" is a day of March or of May is not known.
        r"(?P<day>1[3-9]|2\d|3[01])[/-](?P<number>\d{1,2})[/-](?P<year>\d{4})",
        r"(?P<number>\d{1,2})[/-](?P<day>1[3-9]|2\d|3[01])[/-](?P<year>\d{4})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.|\u00b0|\u00ba)?\s{_OF}?(?P<month>{MONTH})(?:,?\s{_OF}?(?P<year>\d{{4}}))?",
        rf"(?P<month>{MONTH})\s(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:,?\s(?P<year>\d{{4}}))?",
        rf"(?P<month>{MONTH})\s{_OF}?(?P<year>\d{{4}})",
    )
]
_LEFT = re.compile(r"(?<=\d)\s\([^()]{2,40}\)$")
_DAY_NUMBER = re.compile(r"\d{1,2}")
_LAST_DAY = re.compile(r"(\d{1,2}),?\s(\d{4})$")


def day_in(text: str) -> str:
    """Return the day that *text* states, and nothing else but that something was then posted, or the like."""
    # "(12 days left to apply)".
    text = _LEFT.sub("", text)
    posted = _POSTED.match(text)
    day = posted[1] if posted else text
    return day if DATE.match(day) or (posted and _YEAR.match(day)) else ""


def ends_of(text: str) -> list[tuple[str, str]]:
    """Return when what a line like "3 May to 5 June" or "until 5 June" speaks of begins and ends, as far as it says."""
    if found := RANGE.match(text):
        start, end = found["start"], found["end"]
        # "3 to 5 May 2026", and "May 3 to 5, 2026".
        if start.isdigit():
            start = _DAY_NUMBER.sub(start, end, count=1)
        elif last := _LAST_DAY.match(end):
            end = f"{_DAY_NUMBER.sub(last[1], start, count=1)}, {last[2]}"
        return [("start date", f"{start}{found['from']}"), ("end date", f"{end}{found['till']}")]
    if days := IN_MONTH.match(text):
        return [(f"{end} date", f"{days['month']} {days[end]}") for end in ("start", "end")]
    if hours := HOURS.match(text):
        on = [("date", day_in(text[: hours.end("start")].strip()) or hours["day"])] if hours["day"] else []
        return [*on, ("start clock", hours["start"].strip()), ("end clock", hours["end"])]
    if to_hour := TO_HOUR.match(text):
        return [("end clock", to_hour[1])]
    until, since = UNTIL.match(text), SINCE.match(text)
    return [("end date", until[1])] if until else [("start date", since[1] or since[2])] if since else []


def calendar_day(text: str) -> tuple[int, int, int] | None:
    """Return the year, month and day that *text* states first, 0 for what it does not say; None if it states none."""
    found = [one for one in (order.search(text) for order in _ORDERS) if one is not None]
    if not found:
        return (int(text), 0, 0) if _YEAR.fullmatch(text) and text.isdecimal() else None
    # Of what begins at one place, the fuller form is meant.
    told = min(found, key=lambda one: (one.start(), -one.end())).groupdict("0")
    name = told.get("month", "")
    month = next((at for at, names in enumerate(_MONTHS, start=1) if re.match(names, name, re.IGNORECASE)), 0)
    return int(told["year"]), month or int(told.get("number", "0")), int(told.get("day", "0"))


def age_in(text: str) -> float | None:
    """Return how many days ago *text* says that something was, "posted 3 hours ago"; None if it does not."""
    for found in _AGE.finditer(text):
        spans = (days for name, days in _SPANS.items() if _is_span(found["unit"], name))
        days = next(spans, None)
        if days is not None and (found["ago"] or found["before"] or _SHORT_AGE.match(text)):
            number = int(found["number"]) if found["number"].isdecimal() else 1
            # "30+ days ago" is more than that.
            return (number + bool(found["more"])) * days
    return next((float(days) for days, words in _ON_DAYS.items() if words.search(text)), None)


def _is_span(word: str, name: str) -> bool:
    return re.fullmatch(rf"{_ANY[f'span {name}']}[^\W\d_]{{0,2}}", word, re.IGNORECASE) is not None
