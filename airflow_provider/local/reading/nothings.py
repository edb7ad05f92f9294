"""Texts that lack what every name, place, class or sum has that a field asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.days import AMID, ANY_WEEKDAY
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.synonyms import GRADES, PHRASES
from airflow_provider.local.reading.words.values import FREE, cast
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from collections.abc import Set as AbstractSet

# What is longer is no name.
LONGEST = 80
COUNTED = frozenset(concept for concepts in PHRASES.values() for concept in concepts if concept.endswith("_count"))
SUMS = frozenset({"price", "old_price", "salary"})
# "8602 Topics": how many of something there are names nobody.
_HOW_MANY = re.compile(r"\d[\d.,]{0,12} [^\W\d_]{3,20}$")
# What is said in words; scripts know it by a number.
_WORDED = word_set("prefix user_title remote employment_type company condition")
# "16:00 Uhr", and "Fr12" without its month.
_NO_DAY = re.compile(
    r"\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?|uhr)$|(?:[01]?\d|2[0-3]):[0-5]\d$"
    rf"|{ANY_WEEKDAY}\.?,?\s?\d{{1,2}}\.?$",
    re.IGNORECASE,
)
_NO_PUBLISHER = re.compile(r"(?:[^:\d]{2,40} : )?\[?[c©]?\d{4}\]?\.?$")
# "(MI)", behind a town.
_PROVINCE = re.compile(r"[A-Z]{2}$")
_SENTENCES = re.compile(r"[^\W\d_]{4}[.!?] [A-Z]")
_GRADE = re.compile(r"(?<!\w)[A-G]\+{0,3}(?!\w)")
# "acme.example > guides".
_CITED = re.compile(r"(?:https?://)?(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}\s?\u203a")
# What has none of these, scripts give a 0.
_MEASURED = frozenset({"mileage", "power", "power_hp"})
_NEAR_BY = re.compile(r"\d{1,2}[.,]\d(?!\d)")
# A number to call has as many figures, and hardly words: "Tel.: 0221 4711".
_FEWEST_FIGURES, _MOST_LETTERS = 6, 12
# How something is sent marks no thing.
_DELIVERED = re.compile(
    r"\b(?:shipping|delivery|arrives|pickup|lieferung|versand|livraison|envío|spedizione|verzending|dostawa)\b",
    re.IGNORECASE,
)
_FIRMS = word_set("agent brand company seller")
_NAMED = _FIRMS | word_set("author last_poster organizer publisher source")
_ADDRESS = re.compile(r"https?://\S+")
# What one presses to have an account, or what is said of these, and where else a page is found.
_TO_ACCOUNTS = re.compile(r"(?:log ?(?:in|out)|sign (?:in|out|up)|register|subscribe)\b.{0,30}$", re.IGNORECASE)
_OF_ACCOUNTS = re.compile(
    r"\b(?:log ?(?:in|out)|sign (?:in|out|up)|password|user ?name|settings|my account)\b"
    r"|^register\b|^(?:account|profile|subscribe|facebook|twitter|google\+|linkedin|instagram|youtube|disqus|rss|e-?mail)$",
    re.IGNORECASE,
)
_FOR_SCRIPTS = re.compile(r"\{|\w{1,20}=[^&\s]{0,40}&")
_PAGES = word_set("article story page post blog website news-article newsarticle")
# A number to call, and what stands behind it.
_CALLED = re.compile(r"[+(]?\d(?:[ ()/.-]{0,2}\d){8}")
# What one presses to be told, or has to do before: "Show salary", "Sign in to see prices".
_TO_BE_TOLD = re.compile(
    r"^(?:show|view|see|voir|afficher|ver|mostrar|mostra|vedi|toon|pokaż|zobrazit|vis|visa|näytä)\s(?:\w+\s?){1,3}$"
    r"|^(?:\w+\s){1,3}(?:anzeigen|ansehen|einblenden|tonen|bekijken)$"
    r"|^(?:please\s)?(?:log ?in|sign ?in|sign ?up|register|subscribe)\s(?:to|for)\b"
    r"|^(?:bitte\s)?(?:anmelden|einloggen|registrieren|melden sie sich)\b|^(?:se connecter|connectez-vous)\b"
    r"|^(?:inicia(?:r)? sesión|accedi|log ind|logga in|zaloguj się|přihlaste se)\b",
    re.IGNORECASE,
)
# Two sums with nothing between them, such as those before tax and after it, are not one.
_GLUED = re.compile(r"(?:[$€£]\d[\d.,]{0,12}){2}|(?:\d[\d.,]{0,12}\s?€){2}")
_TOLD_LATER = word_set("salary price phone email")
# The role of a colour in a design tells no thing from another.
_STYLES = re.compile(r"(?:(?:base|primary|secondary|tertiary|accent|default|success|danger|info|muted)(?:, |$)){1,6}$")


def names_nothing(text: str, concepts: Collection[str]) -> bool:
    """Tell whether *text* lacks what a name, class or town has that one of *concepts* stands for."""
    # Scripts know categories by their numbers.
    is_worded = not _WORDED.isdisjoint(concepts) or ("category" in concepts and COUNTED.isdisjoint(concepts))
    if is_worded and not any(map(str.isalpha, text)):
        return True
    return any(not known.isdisjoint(concepts) and is_nothing(text) for known, is_nothing in _NOTHING)


def _is_no_phone(text: str) -> bool:
    """Tell whether *text* has too few figures for somebody to call, or words that do not just lead to them."""
    figures, letters = (sum(map(kind, text)) for kind in (str.isdecimal, str.isalpha))
    return figures < _FEWEST_FIGURES or letters > _MOST_LETTERS or MONEY.search(text) is not None


_NOTHING: Sequence[tuple[AbstractSet[str], Callable[[str], object]]] = (
    ({"author", "last_poster"}, _HOW_MANY.match),
    ({"author", "last_poster"}, _OF_ACCOUNTS.search),
    ({"location", "subtitle"}, _TO_ACCOUNTS.match),
    # Their addresses are no names.
    (_NAMED, _ADDRESS.fullmatch),
    # What scripts are told, a sentence, and what kind of page it is.
    ({"category"}, lambda text: _FOR_SCRIPTS.match(text) or text.lower() in _PAGES),
    ({"category"}, lambda text: len(text) > LONGEST and text.endswith(".")),
    ({"source"}, lambda text: text[:1] == "\u00a9"),
    # An initial stands in place of a picture.
    ({"author"}, lambda text: len(text) == 1 and text.isalpha() and text.isascii()),
    (_FIRMS, lambda text: (len(text) > LONGEST and ". " in text) or _CALLED.match(text)),
    ({"availability"}, lambda text: len(text) > LONGEST and not cast(text, "boolean")),
    ({"location"}, lambda text: split_pair(text) or (len(text) > LONGEST and _SENTENCES.search(text))),
    ({"publisher"}, _NO_PUBLISHER.match),
    ({"city"}, _PROVINCE.match),
    ({"first_registration"}, lambda text: not has_digit(text)),
    (_MEASURED, lambda text: text == "0"),
    # "1.2 miles" from here.
    ({"mileage"}, _NEAR_BY.match),
    ({"promotion"}, str.isdecimal),
    ({"phone"}, _is_no_phone),
    ({"badge"}, _DELIVERED.search),
    ({"color"}, _STYLES.match),
    # Of several days to choose from, none is meant.
    ({"date"}, lambda text: FREE.match(text) or _NO_DAY.match(text) or len(AMID.findall(text)) > 2),  # noqa: PLR2004 - a span
    ({"description"}, _CITED.match),
    (GRADES, lambda text: not _GRADE.search(text)),
    (_TOLD_LATER, _TO_BE_TOLD.match),
    (SUMS, _GLUED.fullmatch),
)
