"""
Texts whose form alone says what they are: sums of money, dates, ratings, counts, names after "by".

Judges one line at a time and knows nothing of where it stands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.text import word_set

CURRENCY = (
    r"(?:(?:US|CA|AU|NZ|HK|C|A|R|S|NT)?\$|[€£¥₹₽₩₪₺₴₫฿]|(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK"
    r"|DKK|PLN|CZK|BRL|kr|zł|Kč|Ft|lei|RM|Rs)\b\.?)"
)
_SUM = r"\d[\d.,'\u2019\u00a0\u202f ]{0,16}"
MONEY = re.compile(rf"(?:{CURRENCY}\s?{_SUM}(?:[.,][-\u2013])?|(?<![\w.,]){_SUM}\s?{CURRENCY})", re.IGNORECASE)
_PRICE = re.compile(
    rf"^(?:(?:from|now|only|ab|just|our|sale|special|current|regular|price|preis|prix|precio|prezzo|is"
    rf"|as low as)[\s:]{{1,3}}){{0,3}}"
    rf"(?:{CURRENCY}\s?{_SUM}|{_SUM}\s?{CURRENCY})(?:[.,][-\u2013])?"
    rf"(?:\s?(?:USD|EUR|GBP|CAD|AUD|/|per\b|pcm\b|pw\b|p\.?m\.?|each\b|a\b|plus\b|incl\b|inkl\b|excl\b|ex\b"
    rf"|ea\b|\*|ttc\b|\().{{0,30}})?$",
    re.IGNORECASE,
)
_PAY = rf"(?:{CURRENCY})?\s?{_SUM}[kK]?\s?(?:{CURRENCY})?"
_SALARY = re.compile(
    rf"^{_PAY}(?:(?:-|to|\u2013)\s?{_PAY})?\s*(?:/|per|an?|p\.)\s?(?:year|yr|annum|hour|hr|h|a\.|month)\b.{{0,20}}$"
    rf"|^{CURRENCY}\s?{_SUM}[kK]?\s?(?:-|to|\u2013)\s?(?:{CURRENCY})?\s?{_SUM}[kK]$",
    re.IGNORECASE,
)
STOCK = re.compile(
    r"^(?:(?:currently|temporarily|availability:?|item|this (?:item|product) is|status:?)\s+){0,2}"
    r"(?:in stock|out of stock|sold out|available\b(?! (?:in|at|from|on|with|as|for)\b)|unavailable"
    r"|not available|pre-?order|back-?order(?:ed)?"
    r"|only \d+ (?:left|remaining)|\d+ (?:in stock|available|left in stock)|in store only|discontinued"
    r"|auf lager|lieferbar|sofort lieferbar|nicht (?:auf lager|lieferbar|verfügbar)|ausverkauft|en stock|disponible"
    r"|agotado|épuisé|rupture de stock|non disponibile|disponibile|op voorraad|uitverkocht)\b.{0,40}$",
    re.IGNORECASE,
)
BUY = re.compile(
    r"^(?:add (?:item )?to (?:your |my |shopping )?(?:cart|bag|basket|trolley)|buy (?:it )?now"
    r"|in den warenkorb|ajouter au panier"
    r"|añadir al (?:carrito|carro)|aggiungi al carrello|in winkelwagen|adicionar ao carrinho"
    r"|lägg i varukorg(?:en)?)\b.{0,15}$",
    re.IGNORECASE,
)
BY = re.compile(
    r"^(?:[^\W\d]+\s){0,2}?(?:by|von|par|por|door|av|autor|author|reporter)\b:?\s+(\S.{1,60})$", re.IGNORECASE
)
_NOT_AUTHOR = re.compile(
    r"last|latest|repl|updat|edit|photo|image|sold|ship|power|publish|distribut|host|organi|direct|follow"
    r"|filter|sort|order|"
    r"shop|search|browse|view|present|sponsor|provid|made|design|manufactur|creat|recommend|deliver|closed"
    r"|group|step|day|side",
    re.IGNORECASE,
)
_POSTED = re.compile(
    r"^(?:(?:date|last|first|published|posted|updated|listed|added|created|released|started|opened|asked"
    r"|answered|on|at|veröffentlicht|publié)"
    r"(?:\s(?:on|at|am|le))?:?\s+){1,3}(.{3,40})$",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|fév|avr|juin|juil|août|déc"
    r"|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|maa|mei|maj)"
    r"[^\W\d_]{0,7}\.?"
)
_CLOCK = (
    r"(?:,?\s+(?:at\s+|um\s+|à\s+|[-\u2013|·]\s+)?\d{1,2}[:.h]\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?"
    r"|uhr)?(?:\s[A-Z]{2,4})?)?"
)
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[^\W\d_]{0,6}\.?,?\s+)?"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?(?:\s+(?:de|of))?\s+{_MONTH}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?)"
_YEARED = (
    rf"(?:\d{{4}}[-/.]\d\d[-/.]\d\d(?:T[\d:.+Z-]+)?|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}"
    rf"|{_DAY},?\s+(?:de\s+)?\d{{4}})"
)
_DATE = re.compile(
    rf"^{_WEEKDAY}(?:{_YEARED}|{_DAY}|{_MONTH}\s+\d{{4}}){_CLOCK}$"
    rf"|^(?:yesterday|today|tomorrow|gestern|heute|hier|last (?:week|month|year)|just now|(?:mon|tues"
    rf"|wednes|thurs|fri|satur|sun)day){_CLOCK}$"
    rf"|^(?:(?:about|over|almost|vor|il y a|hace)\s+)?(?:\d{{1,4}}|an?)\+?\s?(?:s|m|h|d|w|mo|y|sec|min|hr"
    rf"|second|minute|hour|day|week|month|year|stunde|tage?|woche|monat)[^\W\d_]{{0,2}}(?:\s+ago)$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"^{_WEEKDAY}(?P<start>(?:{_YEARED}|{_DAY}|\d{{1,2}}))\s?(?:-|\u2013|\u2014|to|until|through|bis)\s?{_WEEKDAY}"
    rf"(?P<end>{_YEARED}|{_DAY}|\d{{1,2}}(?=,?\s\d{{4}})(?:,?\s\d{{4}}))$",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    rf"^(?:until|through|thru|ends|closing|on view (?:until|through)|bis|bis zum)\s+{_WEEKDAY}({_YEARED}|{_DAY})$",
    re.IGNORECASE,
)
RATED = re.compile(
    r"(?:rat(?:ed|ing)[^\d]{0,12})?(?<![\d.,])(\d(?:[.,]\d{1,3})?|10)\s*(?:out of|/|of|von|sur)\s*(5"
    r"|10)\b(?![/.,]\d)",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?<![\w.,])(\d[\d.,]{0,12}[kK]?)\s+(?:[^\W\d]{1,20}\s+)?(?:reviews?|ratings?|votes?|bewertungen|avis"
    r"|opiniones)\b",
    re.IGNORECASE,
)
_RATED_LINE = re.compile(
    rf"^(?:[★☆⭐ ]{{1,12}})?{RATED.pattern}(?:\s*stars?)?\W{{0,4}}(?:(?:from|by"
    rf"|based on)\s+)?(?:\(?{COUNTED.pattern}\)?)?\W{{0,4}}$",
    re.IGNORECASE,
)
_RATED_BY = re.compile(
    rf"^(?:rat(?:ed|ing):?\s)?(?:[★☆⭐ ]{{1,12}})?([0-5](?:[.,]\d{{1,2}})?)\s*(?:stars?\s*)?(?:from|by"
    rf"|based on|\()\s*{COUNTED.pattern}\W{{0,3}}$",
    re.IGNORECASE,
)
_STARS = re.compile(r"^[★☆⭐ ]{3,12}$")
_COUNT = re.compile(r"^\(?(\d[\d.,]{0,12}[kKM]?)\+?\s+((?:(?!ago\b)[^\W\d_]{2,14})(?:\s[^\W\d_]{2,14})?)\)?$")
_UNITS = re.compile(
    r"^(?:in|off|out|of|per|and|x|am|pm|min|mins|minute|minutes|hour|hours|day|days|week|weeks|month|months"
    r"|year|years|kg|g|cm|mm|ml|oz|lb|st|percent|more)\b",
    re.IGNORECASE,
)
_IN = re.compile(r"^in:?\s+(\D.{1,40})$", re.IGNORECASE)
_DIVIDED = re.compile(r"\s*[|•·»\u2022\u00b7\u2013\u2014;]\s*|,\s+|\s+-\s+|\s{2,}")
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[.!?]$|[?!;]|:(?:\s|$)")
_NO_NAMES = word_set("the a an my our your this that using how now default hand far and or price date name")
_FORMS = {
    "salary": (_SALARY,),
    "price": (_PRICE,),
    "availability": (STOCK,),
    "rating": (_STARS, _RATED_LINE, _RATED_BY),
    "dates": (_RANGE, _UNTIL),
}
_LONGEST = 120
_LONGEST_NAME = 8


@lru_cache(maxsize=8192)
def form_of(text: str) -> str:
    """Return the label that the form of *text* stands for, or nothing."""
    if len(text) > _LONGEST or not text:
        return ""
    for label, forms in _FORMS.items():
        if any(form.match(text) for form in forms):
            return label
    posted = _POSTED.match(text)
    if _DATE.match(posted[1] if posted else text):
        return "date"
    by = BY.match(text)
    return "author" if by and _is_name(by[1]) and not _NOT_AUTHOR.match(text) else ""


def bare(text: str, label: str) -> str:
    """Return *text* without the words around it that say nothing of what *label* stands for."""
    if label == "rating":
        rated, by = RATED.search(text), _RATED_BY.match(text)
        return rated[0] if rated else by[1] if by else text
    found = BY.match(text) if label == "author" else _POSTED.match(text) if label == "date" else None
    return found[1] if found else text


def bounds(text: str) -> list[tuple[str, str]]:
    """Return first and last day of a line such as "3 May to 5 June 2026"."""
    found = _RANGE.match(text)
    if found:
        start = found["start"]
        return [("end date", found["end"])] if start.isdigit() else [("start date", start), ("end date", found["end"])]
    until = _UNTIL.match(text)
    return [("end date", until[1])] if until else []


@lru_cache(maxsize=8192)
def byline_of(line: str) -> tuple[tuple[str, str], ...]:
    """
    Return the labelled parts of a line such as "Thread by anna, 12 replies, yesterday 14:02".

    A line that is no byline, because none or too few of its parts has a form, gives nothing.
    """
    if len(line) > _LONGEST:
        return ()
    parts = [part for part in _DIVIDED.split(line) if part]
    found = [pair for part in parts for pair in _part(part)]
    # "May 3" and "2026" are one date that a comma divides.
    if len(parts) > 1 and (whole := _rejoined(parts)):
        found = [pair for pair in found if pair[0] != "date"] + [("date", whole)]
    return tuple(found) if 2 * len(found) >= len(parts) or len(found) > 1 else ()


def _part(part: str) -> list[tuple[str, str]]:
    counted = _COUNT.match(part)
    if counted and not _UNITS.match(counted[2]):
        return [("rating" if counted[2].lower().startswith("star") else counted[2], counted[1])]
    label = form_of(part)
    if label in {"author", "date"}:
        return _author_and_date(bare(part, label)) if label == "author" else [(label, bare(part, label))]
    inside = _IN.match(part)
    return [("category", inside[1])] if inside and not any(sign.isdigit() for sign in part) else []


_WHEN = re.compile(
    r"\s+(?:on|at|am|in|le)?\s*(?=(?:\d|yesterday|today|an? |about"
    r"|" + _MONTH + r"\s\d))",
    re.IGNORECASE,
)


def _author_and_date(text: str) -> list[tuple[str, str]]:
    """Divide "anna 3 hours ago" and "anna on 3 May 2026"."""
    for found in list(_WHEN.finditer(text))[:4]:
        name, when = text[: found.start()], text[found.end() :]
        if _DATE.match(when) and name:
            return [("author", name.removesuffix(" on").removesuffix(" at")), ("date", when)]
    return [("author", text)]


def _rejoined(parts: list[str]) -> str:
    for start in range(len(parts)):
        for end in range(start + 2, min(start + 4, len(parts)) + 1):
            text = ", ".join(parts[start:end])
            posted = _POSTED.match(text)
            if _DATE.match(posted[1] if posted else text) and re.search(r"\d{4}|:", text):
                return posted[1] if posted else text
    return ""


def _is_name(text: str) -> bool:
    """Tell whether *text* may name somebody: few words, and no sentence."""
    words = text.split()
    return (
        len(words) <= _LONGEST_NAME
        and words[0].lower() not in _NO_NAMES
        and not words[0][0].isdigit()
        and not _SENTENCE_END.search(text)
    )
