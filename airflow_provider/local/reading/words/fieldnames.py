"""
The names of fields, without the words that only say of what kind of thing and in which form they ask for something.

Works on words alone, as `names` does, which compares them with labels.
"""

from __future__ import annotations

from functools import lru_cache

from airflow_provider.local.reading.words.synonyms import (
    ASKED,
    CONTRARY,
    FLAGS,
    FOREIGN_KINDS,
    OWN_KINDS,
    PHRASES,
    PROPER_NAMES,
    UNITS,
)
from airflow_provider.local.reading.words.wording import Words, words_of
from airflow_provider.local.text import word_set

# `is_new` asks what `new` does.
ASKING = word_set("is has ist hat es tiene czy flagged marked")
_WHEN = frozenset({("on",), ("at",)})
# What a record is, too, where a field speaks of it; labels and classes speak of something else by these words.
_KINDS = OWN_KINDS | word_set(
    "display displayed submission exhibit video tender lot thread topic gig screening auction notice"
)
# `num_versions` asks how many there are.
_NUMBER_OF = (
    *(("number", "of"), ("num",), ("n",), ("nb",), ("no", "of"), ("count", "of"), ("how", "many")),
    *((word,) for word in ("anzahl", "aantal", "antal", "cantidad", "ilosc", "liczba", "qtd")),
)
# What is counted by its own name: `n_views`.
_COUNTS = word_set("like view page follower bedroom bathroom opening win draw loss point")
# What is still that with another word before it.
_HEADS = word_set("category department description employment_type image location rating salary")
# What names are written in one word with: "jobtitle".
_GLUED = word_set("title name url link image price date count text")
# What stands before the kind of thing that has it.
_NAMES_FIRST = frozenset({"titolo", "nome", "titre", "nom", "titulo", "nombre", "naam", "nazwa", "tytuł", "titel"})
# What a field asks for as readers see it, `salary_text`, or in the form that machines read: `created_iso`.
SHOWN = word_set(
    """
    text txt label string str raw line shown displayed heading affiche affichee indicato indicata angezeigt mostrado
    mostrada
    """
)
STATED = frozenset({"iso", "datetime", "timestamp", "ts", "value", "val", "flag"})
# `author_list` asks for the authors.
_LISTED = frozenset({"list"})
# What is counted so has a text of its own: `comment_text`.
_WRITTEN = frozenset({"comment_count", "post_count", "review_count"})
# Their text is another thing than what they are: `link_text`.
_WORDED = frozenset({"title", "url", "image"})
# A word has so many letters.
_SHORTEST = 3
_LINKS = (("de", "la"), ("del",), ("della",), ("do",), ("da",), ("du",))


def means(field: Words) -> bool:
    """Tell whether it is known what *field* asks for, or one of its words does."""
    return is_known(field) or any((word,) in PHRASES for word in field)


def is_known(field: Words) -> bool:
    """Tell whether it is known what all the words of *field* ask for together."""
    return field in ASKED or bool(concepts_in(field))


def concepts_of(name: str) -> frozenset[str]:
    """Return what field *name* may ask for, as `fields.txt` calls it; nothing where nobody knows."""
    return meaning_of(words_of(name))


@lru_cache(maxsize=1024)
def meaning_of(field: Words) -> frozenset[str]:
    """Return what a *field* of these words may ask for: what all of them stand for, or else what some of them do."""
    return PHRASES.get(field) or concepts_in(field) or frozenset({"_".join(ASKED[field])} if field in ASKED else ())


def concepts_in(field: Words) -> frozenset[str]:
    """Return what the words of *field*, or those of them that say what it asks for, stand for."""
    return frozenset(concept for short in shortened(field) for concept in PHRASES.get(short, ()))


@lru_cache(maxsize=1024)
def counted_by(field: Words) -> Words:
    """Return what *field* asks the number of, as `version_count` does; nothing of others."""
    lead = next((lead for lead in _NUMBER_OF if field[: len(lead)] == lead), ())
    counted = field[len(lead) :] if lead else field[:-1] if field[-1:] == ("count",) else ()
    # A rating is not how many there are.
    return counted if counted != ("rating",) else ()


@lru_cache(maxsize=1024)
def shortened(field: Words) -> tuple[Words, ...]:
    """Return *field* without words that only name the kind of record: `book_title` asks for a title."""
    is_whole = field in PHRASES
    if not is_whole and (inner := _without_form(field)):
        return (field, *inner)
    if not is_whole and (other := _counted_in(field) or _apart(field)):
        return (field, *shortened(other))
    short = without_kind(_without_unit(field), _KINDS)
    short = short if is_whole else _named_in(field) or (_behind_unknown(field) if short == field else ()) or short
    forms = dict.fromkeys((field, short, without_name(short), _without_when(field)))
    # A "home office" is a mark, and no office.
    meant = PHRASES.get(field, frozenset())
    marks = meant if not FLAGS.isdisjoint(meant) else frozenset()
    return tuple(one for one in forms if not marks or not marks.isdisjoint(PHRASES.get(one, marks)))


def _without_form(field: Words) -> tuple[Words, ...]:
    """Return what *field* may ask for without the form of its value: `salary_text`, but not `link_text`."""
    if not field[1:] or field[-1] not in SHOWN | STATED | _LISTED or field[0] in ASKING:
        return ()
    inner = shortened(field[:-1])
    asked = frozenset[str]().union(*(PHRASES.get(words, ()) for words in inner))
    is_text_of = not asked.isdisjoint(_WORDED) or (field[-1] != "label" and not asked.isdisjoint(_WRITTEN))
    return inner if asked and not is_text_of else ()


def _without_unit(field: Words) -> Words:
    """Return *field* without units behind it; a price for 100 g is not the price, nor are working hours hours."""
    is_whole = "per" in field or field in PHRASES
    while not is_whole and len(field) > 1 and (field[-1] in UNITS or (field[-1].isdigit() and field[-2] in UNITS)):
        field = field[:-1]
    return field


def _named_in(field: Words) -> Words:
    """Return the word of two for a name, beside the thing that has it: `movie_title`, `titolo_spettacolo`."""
    if len(field) != 2:  # noqa: PLR2004 - a name and its thing
        return ()
    if field[1] == "title" and "title" in PHRASES.get(field[:1], ()):
        return field[1:]
    return field[:1] if field[0] in _NAMES_FIRST and field[1:] not in PHRASES else ()


def _behind_unknown(field: Words) -> Words:
    """Return what *field* has behind a first word that nobody knows: `internet_sale_price`, `hiring_department`."""
    is_led = field[1:] and field[:1] not in PHRASES and field[0] not in CONTRARY
    known = PHRASES.get(field[1:], frozenset()) if is_led else frozenset()
    return field[1:] if known and (field[2:] or known <= _HEADS) else ()


def _without_when(field: Words) -> Words:
    """Return *field* without the word that asks when: `started_on`, and so does `started_date`."""
    told = PHRASES.get(field[:-1], frozenset())
    is_dated = field not in PHRASES and field[-1:] == ("date",) and "date" in told
    return field[:-1] if is_dated or (field[-1:] in _WHEN and told) else field


def _counted_in(field: Words) -> Words:
    """Return the known words for the number that *field* asks for: "comment count", for `n_comments`."""
    is_total = "total" in {*field[:1], *field[-1:]}
    counted = counted_by(field) or (tuple(word for word in field if word != "total") if is_total else ())
    return next((one for one in ((*counted, "count"), counted) if _is_count(one)), ())


def _is_count(words: Words) -> bool:
    return any(one in _COUNTS or one.endswith("_count") for one in PHRASES.get(words, ()))


def _apart(field: Words) -> Words:
    """Return the two words that *field* is, if it is one of both: "jobtitle"."""
    word = field[0] if len(field) == 1 else ""
    pairs = ((word[:cut], word[cut:]) for cut in range(_SHORTEST, len(word) - _SHORTEST + 1))
    return next((one for one in pairs if one in PHRASES or (one[0] in OWN_KINDS and one[1] in _GLUED)), ())


def without_kind(words: Words, kinds: frozenset[str] = OWN_KINDS) -> Words:
    """Return *words* without the one of *kinds* of things that has what they name: "title", for "book title"."""
    # How many pages there are is no count of anything else.
    while len(words) > 1 and words != ("page", "count") and (words[0] in kinds or words[0] in ASKING):
        words = words[1:]
    if len(words) > 1 and words[-1] in FOREIGN_KINDS and words[-2] != "de":
        words = words[:-1]
        words = next((words[: -len(link)] for link in _LINKS if words[1:][-len(link) :] == link), words)
    return words


def without_name(words: Words) -> Words:
    """Return *words* without a "name" behind what has it: a shop, for "shop name", but all of "first name"."""
    return words[:-1] if len(words) > 1 and words[-1] == "name" and words[0] not in PROPER_NAMES else words
