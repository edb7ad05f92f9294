"""
How many things a prompt asks for: a list, one thing, or it does not say.

A plural asks for many, unless it names a field; what a prompt says of its fields says nothing of that.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.prompted import without_descriptions
from airflow_provider.local.reading.question import COUNT_OF, FOREIGN_STOPS
from airflow_provider.local.reading.wordings import TITLES, titles_in
from airflow_provider.local.reading.words.fieldnames import is_known, means
from airflow_provider.local.reading.words.names import Words
from airflow_provider.local.reading.words.synonyms import GENERAL, KINDS_OF_THING
from airflow_provider.local.reading.words.wording import patterns, snake_case, words_of
from airflow_provider.local.reading.written.entries import several_in
from airflow_provider.local.text import STOP_WORDS, stem, word_set

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Schema

_ANY = patterns("asking")
_EVERY = re.compile(rf"\b(?:{_ANY['every']}|what['\u2019]s on)\b|すべて|全て|全部|一覧|列出|所有", re.IGNORECASE)
# What a prompt says of each, it says of none alone.
EACH = re.compile(r"\b(?:each|every|all|per)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}(?:'s|s')?")
_ANY_WORD = re.compile(r"[^\W\d_]{2,}(?:'s|s')?")
# What is no plural, or says nothing of how many things are meant: "the news article", "all in pounds", "all the data".
_NO_THINGS = re.compile(
    r"\bnews (?=(?:article|story|item|post|page|site|section|category|outlet|source)\b)|\b(?:belongs|appears|says) "
    r"|\b(?:all )?(?:in|on) [^\W\d_]+s\b|\ball (?:for|as|on|from)\b"
    # What it is wanted for is not what is wanted.
    r"|\b(?:it|this)(?: is|['\u2019]s) for [^.;:?!]*|\b(?:who|it|he|she) [a-z]+s\b"
    r"|\b(?:do not|don['\u2019]t) (?:need|want) [^.;:?!]*"
    r"|\bfor (?:adults|beginners|children|families|kids|members|seniors|students)\b|\bdes (?:produkt|rezept|artikel)s\b"
    r"|\b(?:type|kind) of [^\W\d_]+"
    rf"|{COUNT_OF.pattern}(?: of [^\W\d_]+)?(?: (?:are|were) [^\W\d_]+)?(?: in (?:the|this) [^\W\d_]+)?"
    rf"|\b(?:all|every)\s+(?:the\s+)?{_ANY['fields']}\b"
    r"|\bthis list\b",
    re.IGNORECASE,
)
# "The ingredients list", "a list of ingredients".
_LIST_OF = re.compile(
    r"\b([^\W\d_]{3,30})[\s-]+list\b|\blist[ae]?\s+(?:of|der|des|de|di|degli)\s+(?:(?:the|all|los|las|les)\s+)?([^\W\d_]{3,30})",
    re.IGNORECASE,
)
# "One row per church", "an object for each match", "the product table of this category".
_ROWS = re.compile(
    r"\b(?:one|an?|1) (?:\w+ )?(?:row|record|object|entry|item|dict|element|line)s? (?:per|for (?:each|every|any))\b"
    r"|\b(?:row|record|object|entry) = [^\W\d_]"
    r"|\b(?:info(?:rmation)?|details|data|facts|stats) (?:per|for (?:each|every)) [^\W\d_]"
    r"|\b(?:need|want|get|give|list|extract|return|collect) per [^\W\d_]"
    r"|^\W{0,3}(?:(?:please|bitte|por favor|per favore)[, ]{1,2})?(?:per|pro|for each|for every) [^\W\d_][^:.\n]{2,40}:"
    r"|\bthe [^\W\d_]{3,20} (?:table|grid|listings?|results|catalog(?:ue)?|overview|archive|feed)\b"
    r"|\b(?:feed|table|spreadsheet|inventory) of (?:the|this|these) [^\W\d_]"
    # Posts of a thread and results of a search have numbers.
    r"|\b(?:post|comment|reply|message|result|hit) (?:number|no\.|#)",
    re.IGNORECASE,
)
# "Home loans with their rates", "product names and prices": what is said of them is said of several.
_OF_SEVERAL = re.compile(r"^(?:\S+ ){0,4}?([^\W\d_]{3,30}) with their\b|\b([^\W\d_]{3,20}) (names|titles|headlines)\b")
# "Only one row for me", "a single summary".
_ONE_ROW = re.compile(
    r"\b(?:one|a single|1) (?:row|record|object|summary|item|entry)\b(?! (?:per|for (?:each|every|any|all)|each))"
    r"|\bthis one\b",
    re.IGNORECASE,
)
# "Title, all authors, volume".
_ALL_OF_FIELD = re.compile(r"(?<=, )all (?:the )?([^\W\d_]+)")
_PER = re.compile(r"\b(?:per|pro) ([^\W\d_]{3,30})\b")
# "Opening hours by day": one of them for each.
_BY = re.compile(r"\b[^\W\d_]{2,30}s by ([^\W\d_]{3,30})\b")
# Behind these stand fields.
_BEFORE_FIELDS = re.compile(r":| with ")
# What is said of fields: "(null where the author is a guest)", "when the item is on sale", "such as 'Best deal'".
_OF_FIELDS = re.compile(
    r"\([^()]{1,200}\)|\b(?:year|date|day|time|place|country) of [^\W\d_]{1,30}|\b(?:such as|whether) [^,.;:]{1,60}"
    r"|\b(?:links?|urls?) (?:to|of|for) (?:the|an?|its|their)(?: [^\W\d_][\w-]{0,30}){1,2}"
    r"|\b(?:when|where|that|if|unless|while|before|after|on|behind|below|beside|under|next to) (?:the|an?|its?|this)"
    r"(?: [^\W\d_][\w-]{0,30}){1,2}"
)
# With more words before a colon, these say more than what has the fields.
_SHORT = 3
# With fewer commas, a prompt is no list of fields.
_MANY = 3
_OF_EACH = word_set("day name title subject url link price image description date id page type")
PLURALS = word_set("ads people children men women stories news standings headlines")
# Those of them that other languages have, too, as in "os dados do produto", do not tell that a prompt is in English.
_ENGLISH = STOP_WORDS - FOREIGN_STOPS - word_set("a as do has i is in me no of was")
_SINGULARS = KINDS_OF_THING - word_set(
    "the this full single main current detail content page a an primary entity list listing"
)


def wants_many(prompt: str, schema: Schema) -> bool | None:
    """
    Tell whether *prompt* asks for a list (True) or for one thing (False); None when it does not say.

    A plural asks for many unless it names a field or is a word such as "details".
    """
    return False if _ONE_ROW.search(prompt) else _means_many(_NO_THINGS.sub("", prompt), schema)


def _means_many(prompt: str, schema: Schema) -> bool | None:
    """Tell the same of a *prompt* that speaks of things alone."""
    own = {piece for name in schema.fields for piece in snake_case(name).split("_")}
    lists = own | {stem(word) for word in own if _is_plural(word)}
    # The list that a field asks for is a part of one thing.
    said = _LIST_OF.sub(lambda found: "" if _is_list(found[1] or found[2], lists) else found[0], prompt)
    said = _ALL_OF_FIELD.sub(lambda found: "" if found[1].lower() in own else found[0], said)
    spaced = " ".join(without_descriptions(prompt, schema.fields).lower().split())
    thing = _thing_of(spaced, schema)
    told_by = words_of(next(iter(schema.fields))) in map(words_of, _BY.findall(spaced))
    if _EVERY.search(said) or _ROWS.search(said) or told_by or thing in map(words_of, _PER.findall(spaced)):
        return True
    if any(_is_of_several(*found.groups(), own=own) for found in _OF_SEVERAL.finditer(spaced)):
        return True
    words, fields = _WORD.findall(spaced), {stem(word) for word in own}
    plurals = list(filter(_is_plural, words))
    others = [word for word in plurals if stem(word) not in fields | GENERAL]
    of_fields = [word for word in plurals if stem(word) in fields and word not in own]
    # "The files of this release: file name, size".
    is_thing = any(words_of(word) == thing for word in of_fields)
    if is_thing or any(words_of(word)[0] in _SINGULARS for word in others) or not (PLURALS - own).isdisjoint(words):
        return True
    is_listed = any(words_of(word)[0] in _SINGULARS for word in of_fields)
    # Behind a colon stand the fields.
    bare = _OF_FIELDS.sub("", spaced)
    head, colon, _ = bare.partition(": ")
    led = _ANY_WORD.findall(head)
    # "The reviews of this recipe: user, stars", "Comments: author, comment".
    is_led = any(words_of(word)[0] in _SINGULARS for word in filter(_is_plural, set(led[:2]) - own))
    is_led |= 0 < len(led) <= _SHORT and _is_plural(led[-1]) and led[-1] not in own and stem(led[-1]) in fields
    if colon and is_led:
        return True
    pairs = [(word, after) for word, after in zip_longest(led, led[1:], fillvalue="") if _WORD.fullmatch(word)]
    is_one = any(_is_one(word, after, bare, fields) for word, after in pairs)
    # Of words in other languages an "s" at the end says nothing.
    is_english = not (_ENGLISH | _SINGULARS).isdisjoint(spaced.split())
    if not is_one and (is_listed or (others and is_english)):
        return True
    return False if is_one and not of_fields and not others else None


def _is_of_several(thing: str | None, kind: str | None, names: str | None, *, own: set[str]) -> bool:
    """Tell whether a *thing* with its parts, or the *names* of a *kind* of thing, are several, and no *own* field."""
    if thing:
        return _is_plural(thing) and thing not in own
    return kind in _SINGULARS and names not in own


def _is_one(found: str, after: str, prompt: str, fields: set[str]) -> bool:
    """Tell whether *found*, before the word *after* in *prompt*, is one thing and none of *fields*: "the product"."""
    word = found.removesuffix("'s")
    if word not in _SINGULARS or (stem(word) in fields and not re.search(rf"\bthe {word}\b(?!,)", prompt)):
        return False
    # "The price per product" is that of each.
    if word in _PER.findall(prompt):
        return False
    # Between commas stand fields: "name, place, pay, day".
    if prompt.count(",") >= _MANY and re.search(rf"(?:^|,)\s?{word}(?:,|$)", prompt):
        return False
    # "Job postings" are no job, and the "product name" or a "job family" may be that of each.
    is_led = _is_plural(after) and stem(after) not in fields | GENERAL
    is_name = is_known((word, after)) or after in _OF_EACH or stem(after) not in STOP_WORDS | FOREIGN_STOPS | GENERAL
    return not is_led and not (found == word and after and is_name and f"{found} {after}" in prompt)


def _thing_of(prompt: str, schema: Schema) -> Words:
    """Return what has all, by the field that names it: `thread`, `thread_title`, or the first, before a colon."""
    titles = titles_in(schema)
    first = next(iter(titles or schema.fields))
    words = words_of(first)
    head, *rest = _BEFORE_FIELDS.split(prompt, maxsplit=1)
    # "The firms of this town: firm name, number of partners".
    of = words[:-1] if words[-1:] in TITLES else words
    is_led = rest and of in map(words_of, _WORD.findall(head)) and not means(of)
    return of if titles or is_led else ()


def _is_list(word: str, lists: set[str]) -> bool:
    """Tell whether *word* is one of *lists*, which fields ask for, or names what always has several entries."""
    return not lists.isdisjoint({word.lower(), stem(word.lower())}) or several_in(word) != frozenset()


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith("'s") and words_of(word) != (word,)
