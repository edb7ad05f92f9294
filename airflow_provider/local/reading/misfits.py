"""Texts that are plainly not what a field asks for: another form, a mark of nothing, what lacks what a name has."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.days import ANY_WEEKDAY, TIMELY
from airflow_provider.local.reading.words.fieldnames import SHOWN, counted_by, meaning_of
from airflow_provider.local.reading.words.forms import ANY_BY, WRITTEN, form_of
from airflow_provider.local.reading.words.lines import COLONS, MAX_LABEL, split_pair
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import Words, hint_of, words_of
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.words.synonyms import GRADES, PHRASES
from airflow_provider.local.reading.words.values import FREE, Scalar, cast, is_duration
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from collections.abc import Set as AbstractSet

# How long something takes may be led by "approximately" or "prep and rest:", but not by a sentence.
_FEW_WORDS = 4
# What divides the parts of a text.
MARKS = re.compile(r"\s?[-\u2013,/·|]\s")
# What is said in words; scripts know it by a number.
_WORDED = word_set("prefix user_title remote employment_type company condition")
_COUNTS = frozenset({"count", "number", "score"})
_COUNTED = frozenset(concept for concepts in PHRASES.values() for concept in concepts if concept.endswith("_count"))
_MOST_STARS, _HIGHEST_RATING = 5, 100
# What a text of such a form is not: a sum of money is no name, a day no author.
_OTHER_FORMS = {
    "title": {"price", "price range", "salary"},
    "rating": {"availability", "price", "date"},
    "author": {"date"},
    "comment_count": {"date"},
    "description": {"price", "price range", "salary", "date"},
    "date": {"price"},
    "start_date": {"price"},
    "venue": {"price"},
    "category": {"work mode"},
    "location": {"employment type", "price", "price range", "salary"},
}
CODES = word_set("sku mpn gtin isbn doi")
# What is said in signs, such as stars; of others a text without letters and digits stands where there is nothing.
_OF_SIGNS = word_set("rating currency verified availability price_level")
_HOUR = re.compile(r"(?<![\d.])\d{1,2}[:.h]\d\d(?![\d.])|\d\s?(?:[ap]\.?m|uhr|h\b)|T\d\d", re.IGNORECASE)
# "16:00 Uhr", and "Fr12" without its month.
_NO_DAY = re.compile(
    r"\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?|uhr)$|(?:[01]?\d|2[0-3]):[0-5]\d$"
    rf"|{ANY_WEEKDAY}\.?,?\s?\d{{1,2}}\.?$",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\d[\d.,]{0,12}[kK]?")
# "from=search&page=1".
_PARAMETERS = re.compile(r"[\w-]{1,40}=[^/?#]*$")
_YEAR = re.compile(r"(?:19|20)\d\d")
# What is longer is no name, and a text that is longer than the other is no day without one in it.
_LONGEST, _LONG_DAY = 80, 40
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
_CHANGED, _BEFORE_COLONS = frozenset({"updated", "last_seen"}), frozenset({"author", "publication_place"})
# "4 offers" rate nothing, "4 stars", "8 of 10" and "9 superb" do.
_OF_THINGS = re.compile(
    r"\d{1,6} (?!(?:of|out|von|sur|de|su|van|av|af|z|ze)\b"
    r"|(?:star|stern|stell|ster|étoile|estrel|stj[eä]rn|hvězd|gwiazd|t[äæ]ht|зв[её]зд|y.ld.z|p[uo]i?n[kt]|superb"
    r"|good|fair|excellent|exce[pl]|perfe[ck]t|great|average|fabulous|wonderful|pleasant|gut|sehr|hervor|très|bien|muy"
    r"|ottim|buon|super|fantast))[^\W\d_]{3,20}$",
    re.IGNORECASE,
)
# As scripts count them, or thousandths of them.
_SECONDS = re.compile(r"1\d{9}(?:\d{3})?")
# Such words never name anybody.
_NOBODY = word_set("no other others unbranded sonstige autre altro otro inne egyéb n/a")
# What forms say where nobody has told.
_NOT_TOLD = re.compile(
    r"^(?:n\s?/\s?[ad]|n\.\s?[ad]\.|k\.\s?a\.|not (?:specified|available|provided|stated|given|set)|keine angaben?"
    r"|nicht (?:angegeben|verfügbar)|non (?:communiqué|précisé|renseigné|disponible|specificato)e?"
    r"|no (?:especificado|disponible|indicado)|niet (?:opgegeven|beschikbaar|vermeld)|ej angivet"
    r"|ikke (?:angitt|oplyst))$",
    re.IGNORECASE,
)
_NO_AUTHORS = re.compile(
    r"\[?(?:no|keine?|aucun|sin|nessun|geen|inge[nt]|inga|brak|žádn[éý]|нет) "
    rf"(?:(?:authors?|autor\w*|auteur)\b|{WRITTEN})"
    r"|(?:submitted|posted|published|created|updated|veröffentlicht|publié|publicado) (?:on|at|am|le|el)\b",
    re.IGNORECASE,
)
_BY_ALONE = re.compile(rf"{ANY_BY}$", re.IGNORECASE)
_ADDRESSES = ("url", "avatar", "image", "logo")
_FIRMS = word_set("agent brand company seller")
# A number to call, and what stands behind it.
_CALLED = re.compile(r"[+(]?\d(?:[ ()/.-]{0,2}\d){8}")
_TOLD = word_set("posted posting published publication publish listed added created")
# How long ago something was.
_AGES = re.compile(r"\bago$|^(?:vor|il y a|hace|há)\s", re.IGNORECASE)
# When one may begin, without a day.
_AT_ONCE = re.compile(
    r"^(?:(?:ab|per) )?(?:sofort|immediate|nächstmöglich|as soon as possible|asap|nach (?:vereinbarung|absprache)"
    r"|by (?:arrangement|agreement)|dès que possible|immédiat|inmediat|immediat|subito|direct|snarest|omgående|ihned"
    r"|od zaraz|[aà] convenir|da concordare|in overleg)",
    re.IGNORECASE,
)
# What one presses to be told: "Show salary".
_TO_BE_TOLD = re.compile(
    r"^(?:show|view|see|voir|afficher|ver|mostrar|mostra|vedi|toon|pokaż|zobrazit|vis|visa|näytä)\s(?:\w+\s?){1,3}$"
    r"|^(?:\w+\s){1,3}(?:anzeigen|ansehen|einblenden|tonen|bekijken)$",
    re.IGNORECASE,
)
_SUMS = frozenset({"price", "old_price", "salary"})
# Two sums with nothing between them, such as those before tax and after it, are not one.
_GLUED = re.compile(r"(?:[$€£]\d[\d.,]{0,12}){2}|(?:\d[\d.,]{0,12}\s?€){2}")
_SHARES, _LABELLED = word_set("percent pct percentage prozent"), word_set("price attr attribute")
_TOLD_LATER = word_set("salary price phone email")
# The role of a colour in a design tells no thing from another, nor does what of a page has it.
_STYLES = re.compile(r"(?:(?:base|primary|secondary|tertiary|accent|default|success|danger|info|muted)(?:, |$)){1,6}$")
_DRAWN = word_set("background badge bg border button font highlight icon link text theme")
_NAMED = word_set(
    "brand seller company author last_poster publisher model color material origin artist director organizer venue"
)


def says_nothing(value: Scalar, words: Words, label: Words) -> bool:
    """Tell whether *value* of *label* is plainly not what a field called *words* asks for."""
    is_long = isinstance(value, str) and len(value) > _LONGEST
    words = words[:-1] if words not in PHRASES and not SHOWN.isdisjoint(words[1:][-1:]) else words
    return (_is_misfit.__wrapped__ if is_long else _is_misfit)(value, words, label)


@lru_cache(maxsize=8192, typed=True)
def _is_misfit(value: Scalar, words: Words, label: Words) -> bool:
    field, text = {*hint_of(words), *({"start", "end"} & {*label})}, str(value)
    # How many messages somebody wrote is no message, nor is a version how many there are; "Preparation" heads how
    # long it takes, and how it is done.
    is_uncounted = label == counted_by(words) and not has_digit(text)
    texts = [PHRASES.get(one, frozenset()) for one in (words, label)]
    is_text = "text" in field or all("text" in one and _COUNTED.isdisjoint(one) for one in texts)
    if is_uncounted or (is_text and _COUNT.fullmatch(text.strip())) or ("instruction" in field and is_duration(text)):
        return True
    if _is_empty(text, words, label) or _is_of_another_form(text, words, field):
        return True
    # Nobody rated yet, or thousands did; and nothing has 8.9 stars.
    if "rating" in field and _COUNTS.isdisjoint(field):
        number = cast(value, "number")
        if words == ("star",):
            # Nobody rated what has a rating of 0, but a repository may have no stars.
            return (isinstance(number, float) and number > _MOST_STARS) or (number == 0 and "rating" in label)
        in_thousands = text[-2:-1].isdigit() and text[-1] in "kK"
        is_too_high = isinstance(number, (int, float)) and not 0 < number <= _HIGHEST_RATING
        return in_thousands or is_too_high or _OF_THINGS.match(text) is not None
    # A time for work, at the latest behind three words, or a yield, which is no list, is told in numbers.
    if (timed := "time" in field and {"cook", "prep", "total"} & field) or hint_of(words)[-1:] == ("serving",):
        told = "".join(text.split()[: _FEW_WORDS if timed else None])
        is_list = not timed and len(text) > _LONGEST
        # A total of anything is no time.
        is_count = timed and label == ("total",) and text.isdecimal()
        return is_list or is_count or (not any(map(str.isnumeric, told)) and not is_duration(text))
    is_nobody = text.lower() in _NOBODY or any(one.match(text) for one in (_NO_AUTHORS, _BY_ALONE))
    return is_nobody and not _NAMED.isdisjoint({*field, *meaning_of(words)})


def _is_empty(text: str, words: Words, label: Words) -> bool:
    """Tell whether *text* stands where there is nothing: only signs, a word for a code, a number for stock."""
    concepts = meaning_of(words)
    if words[-1:] == ("url",) and _PARAMETERS.match(text):
        return True
    # "Prices", before the price.
    is_label = not has_digit(text) and not _SUMS.isdisjoint(concepts & PHRASES.get(words_of(text), frozenset()))
    # So is what a class "price-label" stands on, and no mark.
    is_label = is_label or ("badge" in concepts and label[-1:] == ("label",) and not _LABELLED.isdisjoint(label))
    if is_label or _NOT_TOLD.match(text):
        return True
    if not any(map(str.isalnum, text)):
        return _OF_SIGNS.isdisjoint(concepts)
    # Where somebody works is no rank.
    is_place = label == ("place",) and "role" in concepts and not has_digit(text)
    is_style = "color" in concepts and not _DRAWN.isdisjoint(label[:-1])
    # "200 items" counts these.
    if is_place or is_style or (not CODES.isdisjoint(concepts) and label == ("item",) and text.isdecimal()):
        return True
    # A word in small letters is neither a code nor the number of something.
    is_coded = has_digit(text) or text.isupper()
    is_code = not CODES.isdisjoint(concepts)
    return (
        ((is_code or words[1:] == ("number",)) and not is_coded)
        or (is_code and text.strip("0") == "")
        or ("availability" in concepts and words != ("stock",) and text.isdecimal() and len(text) > 1)
    )


def _is_of_another_form(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* cannot be a name, a day or an address, where a *field* called *words* asks for one."""
    concepts = meaning_of(words)
    # "1 day ago | link" is no author.
    form = form_of(MARKS.split(text)[0] if "author" in concepts else text)
    named = {"title"} if words[-1:] == ("name",) else set()
    if any(form in forms for concept, forms in _OTHER_FORMS.items() if concept in concepts | named):
        return True
    # Where to write to somebody stands beside the name, and a label before its value; "Ann says:" names an author, and
    # libraries write "Paris :" before a publisher.
    is_label = text.endswith(COLONS) and len(text) < MAX_LABEL and concepts.isdisjoint(_BEFORE_COLONS)
    if is_label or ("contact_person" in concepts and "@" in text) or ("author" in concepts and "://" in text[:8]):
        return True
    # "Prix du roman 2026" costs nothing.
    is_named = "price" in field and len(text.split()) > _FEW_WORDS and not MONEY.search(text)
    # "Save £80" is no share.
    is_sum = not _SHARES.isdisjoint(words) and "%" not in text and MONEY.search(text) is not None
    if is_named or is_sum or _names_nothing(text, concepts):
        return True
    # "14 May" is no year, and nothing is changed in a year, or for days.
    is_long = not _CHANGED.isdisjoint(concepts) and (text.isdecimal() or bounds(text) != ())
    if is_long or ("year" in field and form == "date" and not _YEAR.search(text)):
        return True
    if "date" in field or "time" in field:
        return _SECONDS.fullmatch(text) is not None or _is_no_day(text, words, field)
    # Neither words nor a number are an address.
    is_address = words[-1:] == ("url",) or any(concept.endswith(_ADDRESSES) for concept in concepts)
    return is_address and "displayed_url" not in concepts and (" " in text.strip() or {".", "/"}.isdisjoint(text))


def _names_nothing(text: str, concepts: Collection[str]) -> bool:
    """Tell whether *text* lacks what a name, class or town has that one of *concepts* stands for."""
    # Scripts know categories by their numbers.
    is_worded = not _WORDED.isdisjoint(concepts) or ("category" in concepts and _COUNTED.isdisjoint(concepts))
    if is_worded and not any(map(str.isalpha, text)):
        return True
    return any(not known.isdisjoint(concepts) and is_nothing(text) for known, is_nothing in _NOTHING)


def _is_no_phone(text: str) -> bool:
    """Tell whether *text* has too few figures for somebody to call, or words that do not just lead to them."""
    figures, letters = (sum(map(kind, text)) for kind in (str.isdecimal, str.isalpha))
    return figures < _FEWEST_FIGURES or letters > _MOST_LETTERS or MONEY.search(text) is not None


_NOTHING: Sequence[tuple[AbstractSet[str], Callable[[str], object]]] = (
    # An initial stands in place of a picture.
    ({"author"}, lambda text: len(text) == 1 and text.isalpha() and text.isascii()),
    (_FIRMS, lambda text: (len(text) > _LONGEST and ". " in text) or _CALLED.match(text)),
    ({"availability"}, lambda text: len(text) > _LONGEST and not cast(text, "boolean")),
    ({"location"}, lambda text: split_pair(text) or (len(text) > _LONGEST and _SENTENCES.search(text))),
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
    ({"date"}, lambda text: FREE.match(text) or _NO_DAY.match(text)),
    ({"description"}, _CITED.match),
    (GRADES, lambda text: not _GRADE.search(text)),
    (_TOLD_LATER, _TO_BE_TOLD.match),
    (_SUMS, _GLUED.fullmatch),
)


def _is_no_day(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* is no day or hour as a *field* called *words* asks for."""
    # A whole record, whatever its class, is no day.
    if "date" in field and (len(text) > _LONGEST or (len(text) > _LONG_DAY and not TIMELY.search(text))):
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
    if ends and (_AGES.search(text) or not has_digit(text)):
        return ends != {"start"} or _AT_ONCE.match(text) is None
    # Nor does it end when it was posted.
    if ("start" in field or not _TOLD.isdisjoint(words)) and [name for name, _ in bounds(text)] in (
        ["end date"],
        ["end clock"],
    ):
        return True
    return "date" in field and len(_YEAR.findall(text)) > 2  # noqa: PLR2004 - a span has two
