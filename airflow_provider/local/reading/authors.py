"""Who wrote something, without what stands beside the name: when, where somebody lived, how to reach them."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.forms import SAID, form_of
from airflow_provider.local.reading.words.stated import bare

# A name, and when its bearer wrote, but not lived, or that words of theirs follow.
_BEHIND_NAME = re.compile(
    r"\s\|\s(?!.*\d{4}\s?-(?:\d{4})?$).*\d.*$"
    r"|,\s(?!\+\d{1,3} [^\W\d_])"
    r"(?!(?:[^,;()\d]{1,30}\()?(?:[a-z]{1,3}\.? )?\d{4}(?:\s?[-\u2013]\s?(?:\d{4})?)?[.)]?(?:$|;))[^,]*\d.*$"
    rf"|\s{SAID}\s?:$"
)
# How to reach who wrote stands behind the name: "E-mail the writer", "@anna", "anna@paper.example", "On Twitter".
_REACHED = re.compile(
    r"[\s,|•·]{1,3}(?:(?:e-?mail|contact|follow)(?: the)? (?:writers?|authors?|him|her|them|me)\b|on twitter\b"
    r"|(?<!\S)@\w{2,30}(?!\w)|\S{1,40}@\S{1,40}\.[a-z]{2,12}(?!\w))[\s\u00bb\u203a]{0,3}",
    re.IGNORECASE,
)
# Where and when somebody lived is told with the name of who made something.
_LIVED = re.compile(r"\b(?:born|died|geb\.|gest\.|né|née|nato|nata|nacid[oa])\s", re.IGNORECASE)
# "da Anna » 5 nov 2023, 14:30".
_BY_AND_DAY = re.compile(r"(?:[^\W\d]{1,4}\s)?(\S.{0,40}?)\s\u00bb\s(.{4,40})$")
# What libraries say of a person.
_ROLES = re.compile(r"\s\[[^\W\d_]{3,20}\]")


def author_in(text: str) -> str:
    """Return the name that *text* has of who wrote something, all of it where nothing else stands there."""
    written = _BY_AND_DAY.match(text)
    name = written[1] if written and day_in(written[2]) else text
    name = name if _LIVED.search(name) else _BEHIND_NAME.sub("", name)
    name = _REACHED.sub("", name, count=1).removeprefix("- ")
    # A star tells that there is a note on somebody.
    name = _ROLES.sub("", name).replace(" , ", ", ").removesuffix(" *")
    # "anna started 3 days ago", of her picture.
    told = dict(byline_of(name))
    name = told["author"] if told.keys() == {"author", "date"} else name
    return bare(name, "author") if form_of(name) == "author" else name
