"""Texts that are plainly not what a field asks for: another form, a mark of nothing, what another field has."""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.nothings import COUNTED, LONGEST, SUMS, names_nothing
from airflow_provider.local.reading.words.days import TIMELY, UP_TO_DAY
from airflow_provider.local.reading.words.fieldnames import SHOWN, counted_by, meaning_of
from airflow_provider.local.reading.words.forms import ANY_BY, WRITTEN, form_of
from airflow_provider.local.reading.words.lines import COLONS, MAX_LABEL
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import Words, hint_of, words_of
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import Scalar, cast, is_duration
from airflow_provider.local.text import has_digit, word_set

# How long something takes may be led by "approximately" or "prep and rest:", but not by a sentence.
_FEW_WORDS = 4
# What divides the parts of a text.
MARKS = re.compile(r"\s?[-\u2013,/·|]\s")
_COUNTS = frozenset({"count", "number", "score"})
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
_COUNT = re.compile(r"\d[\d.,]{0,12}[kK]?")
# "from=search&page=1".
_PARAMETERS = re.compile(r"[\w-]{1,40}=[^/?#]*$")
_YEAR = re.compile(r"(?:19|20)\d\d")
# A longer text is no day without one in it.
_LONG_DAY = 40
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
_SHARES, _LABELLED = word_set("percent pct percentage prozent"), word_set("price attr attribute")
# What of a page has a colour.
_DRAWN = word_set("background badge bg border button font highlight icon link text theme")
_NAMED = word_set(
    "brand seller company author last_poster publisher model color material origin artist director organizer venue"
)


def says_nothing(value: Scalar, words: Words, label: Words) -> bool:
    """Tell whether *value* of *label* is plainly not what a field called *words* asks for."""
    is_long = isinstance(value, str) and len(value) > LONGEST
    words = words[:-1] if words not in PHRASES and not SHOWN.isdisjoint(words[1:][-1:]) else words
    return (_is_misfit.__wrapped__ if is_long else _is_misfit)(value, words, label)


@lru_cache(maxsize=8192, typed=True)
def _is_misfit(value: Scalar, words: Words, label: Words) -> bool:
    field, text = {*hint_of(words), *({"start", "end"} & {*label})}, str(value)
    # How many messages somebody wrote is no message, nor is a version how many there are; "Preparation" heads how
    # long it takes, and how it is done.
    is_uncounted = label == counted_by(words) and not has_digit(text)
    texts = [PHRASES.get(one, frozenset()) for one in (words, label)]
    is_text = "text" in field or all("text" in one and COUNTED.isdisjoint(one) for one in texts)
    # Nor is how many threads a board has what it is called.
    is_text = is_text or (texts[0] == {"title"} and any(one.endswith("_count") for one in texts[1]))
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
        is_list = not timed and len(text) > LONGEST
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
    is_label = not has_digit(text) and not SUMS.isdisjoint(concepts & PHRASES.get(words_of(text), frozenset()))
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
    if is_named or is_sum or names_nothing(text, concepts):
        return True
    # "14 May" is no year, and nothing is changed in a year, or for days.
    is_long = not _CHANGED.isdisjoint(concepts) and (text.isdecimal() or bounds(text) != ())
    if is_long or ("year" in field and form == "date" and not _YEAR.search(text)):
        return True
    if "date" in field or "time" in field:
        return _SECONDS.fullmatch(text) is not None or _is_no_day(text, words, field)
    # Neither words nor a number are an address, nor is one of several: "1/18".
    is_address = words[-1:] == ("url",) or any(concept.endswith(_ADDRESSES) for concept in concepts)
    is_plain = " " in text.strip() or {".", "/"}.isdisjoint(text) or not any(map(str.isalpha, text))
    return is_address and "displayed_url" not in concepts and is_plain


def _is_no_day(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* is no day or hour as a *field* called *words* asks for."""
    # A whole record, whatever its class, is no day.
    if "date" in field and (len(text) > LONGEST or (len(text) > _LONG_DAY and not TIMELY.search(text))):
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
    is_first = "start" in field or not _TOLD.isdisjoint(words)
    if is_first and ([name for name, _ in bounds(text)] in (["end date"], ["end clock"]) or _only_ends(text)):
        return True
    return "date" in field and len(_YEAR.findall(text)) > 2  # noqa: PLR2004 - a span has two


def _only_ends(text: str) -> bool:
    """Tell whether *text* says until when something lasts, and no day before that: "Main hall, until 3 May"."""
    until = UP_TO_DAY.search(text) if len(text) < LONGEST else None
    return until is not None and not TIMELY.search(text[: until.start()])
