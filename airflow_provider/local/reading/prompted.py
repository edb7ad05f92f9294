"""
What a prompt says of the fields of a schema: words for them that the page has, too, and values that they may have.

It says so by listing the fields, in their order, by saying what each is ("plz: postal code"), and in brackets.
"""

from __future__ import annotations

import re
from itertools import starmap
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of, is_known, means
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.reading.words.synonyms import GENERAL, OWN_KINDS, PHRASES
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from airflow_provider.local.schemas import Schema

# What is made known by posters.
_SHOWN = word_set("film movie cinema concert festival event exhibition")
_PICTURE = frozenset({"image"})
_AVATAR = re.compile(r"\b(?:avatar|profile (?:picture|photo))s?(?: (?:image|picture|url|link|src))?\b", re.IGNORECASE)
# What stands between the fields that a prompt lists, before them, and behind the last one.
_COMMA = re.compile(r"\s?[,;、\uff0c\uff1b]\s?(?:(?:and|und|et|y|e|i|och|og|en|ve|a|oraz|ir|ja|és|și|и|та|dan) )?")
_AND = re.compile(r" (?:and|und|et|y|e|i|och|og|en|ve|a|oraz|ir|ja|és|și|и|та|dan) |[と與和及](?=[^と與和及]{1,12}$)")
_BEFORE_FIELDS = re.compile(
    r"[:\uff1a]|から|\b(?:with|including|their|its|mit|avec|con|com|med|met|z|ze|s|se|samt)\b|\b(?:get|extract|list|give)\b",
    re.IGNORECASE,
)
_BEHIND_FIELDS = re.compile(r"[.!?。\uff01]|を")
_CONDITION = re.compile(
    r"(?<=\S) (?:if|as|when|where|falls|wenn|wie|si|se|comme|tels?|telles?|como|tal|come|zoals|jak|som"
    r"|(?:they|it) ha(?:ve|s))\b.*"
)
# A part of a list that is but a condition: "where shown".
_IF_ANY = re.compile(
    r"(?:if|when|where(?:ver)?|falls|wenn|si|se) (?:any|available|given|known|listed|present|printed|shown|stated|there"
    r"|visible|vorhanden|angegeben|disponible|indiqué|indicado)\b.{0,40}",
    re.IGNORECASE,
)
_ITS = re.compile(r"(?:its|their) (?:link|url|address|page)$", re.IGNORECASE)
_HOW_MANY = re.compile(r"^how many ", re.IGNORECASE)
# "ABC rating", of which the page may but say "ABC".
_CAPITALS = re.compile(r"^([A-Z]{2,6}) \S+$")
# "The date of the last comment" is the last comment's date.
_OF_LAST = re.compile(
    r"^(?:the )?([^\W\d_]{3,12}) of (?:the |its |their )?((?:last|latest) [^\W\d_]{3,12})$", re.IGNORECASE
)
# "- code: product code", "name = name of the church".
DESCRIBED = (
    r"(?:^|[\n;,.(]|\s[-*\u2022])[-\u2022\s\"'`*]{{0,12}}{}[\"'`*]{{0,4}}\s{{0,4}}"
    r"(?:\([^()\n]{{0,200}}\)\s{{0,4}})?(?:[:=]|\s[-\u2013])([^\n;.]{{0,300}})"
)
# "company is the department".
DEFINED = r"(?<!\w){}\s(?:is|means)\s(?=(?:the|an?)\s)([^\n;.,]{{0,300}})"
IN_BRACKETS_BEHIND = r"\b{}\s?\(([^()\n]{{0,200}})\)"
_NAME_OF = re.compile(r"^(?:the )?(?:names?|titles?)(?: \(s\))? of (?:the |an? |each )?", re.IGNORECASE)
# What a description goes on with behind what the field is.
_CLAUSE = re.compile(
    r"\s?[(\[,;.:/]|\s[-\u2013]\s|\s(?:such as|as|if|in|on|for|that|which|where|when|who|including|without|or|shown)\b"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_EACH = re.compile(
    r"\b(?:every|each|per|jede[rns]?|chaque|cada|ogni|elke?|varje|hver|każd[aeyą]\w*) ([^\W\d_]{3,30})", re.IGNORECASE
)
_IN_BRACKETS = re.compile(r"\s?[(\uff08][^()\uff08\uff09]{0,200}[)\uff09]")
# "Area (bacino)", of which the page may but say "Bacino".
_NOTED = re.compile(r"([^\W\d_]{2,20}) \(([^\W\d_]{3,20})\)")
# "Status (new, sold)".
_VALUES = re.compile(r"([^\W\d_]{2,20}) \(([^()]{3,200})\)")
NEXT_VALUE = re.compile(r"\s?[,;/|]\s?(?:or |oder |ou |o )?|\s(?:or|oder|ou|o)\s")
# "'Derniers jours'", "marked as coming soon", "carries the Featured badge", "there is a Get Tickets button".
_MARK = re.compile(
    r"(?<!\w)['\"\u2018\u201c\u201e\u00ab]\s?([^'\"\u2018-\u201e\u00ab\u00bb]{2,30}?)\s?['\"\u2019\u201c\u201d\u00bb](?!\w)"
    r"|\b(?:marked|labell?ed|flagged|tagged) (?:as |with )?([^'\",;.()]{2,30})$"
    r"|\b(?:an?|the) ((?:[^\s'\",;.()]+ ){1,3})(?:badge|button|label|tag|mark|icon|ribbon|sticker|flag|banner)\b"
    r"|^\W{0,3}(?:true|yes|ja|wahr) (?:if|when|wenn|falls|si) ((?:[^\s'\",;.()]+ ?){1,3})$",
    re.IGNORECASE,
)
# Words before a name that say nothing.
ARTICLES = word_set(
    """
    the a an its it their all each of for der die das den dem ein eine les le la un une des los las el lo il gli de het
    deren dessen leur su sus jego ihre sein whether ob
    """
)
# Of what records are called by their kind, these are rather parts of them, or of the page.
_THINGS = OWN_KINDS - word_set(
    "main primary the a an this full single current detail content entity row card tile class room ticket menu quote"
)
_MOST_WORDS = 4
# A longer part of a list, such as "whether the company has replied", has no words that a label has.
_LONGEST_PART = 8
# So many fields that mean what the prompt calls them tell that it lists them in their order.
_AGREEING = 3


def words_in(prompt: str, schema: Schema) -> dict[str, Words]:
    """Return the words of *prompt* for the fields of *schema*; what is called as the things that it lists is a name."""
    names = first, *others = [*schema.fields]
    lead = _BEHIND_FIELDS.split(prompt[:200])[0]
    head = next(filter(None, map(words_of, _BEFORE_FIELDS.split(lead))), ())
    words = words_of(first)
    is_listed = {*map(stem, words)} <= {*map(stem, head)}
    # "All grants with funder and place" lists what else is asked for of a `grant`.
    told = _listed_in(prompt, names) or (_listed_in(prompt, others, first) if is_listed else {})
    # What is listed by its own words is told by its description alone.
    told |= _described_in(prompt, [name for name in names if told.get(name, words_of(name)) == words_of(name)])
    # So is what leads a list of fields in its own word, or is told to be a name, and any kind of thing; and what the
    # prompt has several of.
    said = re.search(DESCRIBED.format(re.escape(first)), prompt)
    is_led = is_listed or told.get(first) == words or words[-1] in _THINGS or (said and _NAME_OF.match(said[1].strip()))
    several = {words_of(found) for found in _WORD.findall(prompt[:1000]) if is_plural(found)}
    several |= {words_of(found) for found in _EACH.findall(prompt[:1000])}
    things = [name for name in names if (name == first and is_led) or words_of(name) in several]
    unknown = (name for name in things if not means(words_of(name)) and told.get(name) in {None, words_of(name)})
    thing = next((name for name in unknown if schema.fields[name] == "string" and not titles_in(schema)), "")
    told |= {thing: ("name",)} if thing else {}
    # Beside a film, a poster is a picture.
    is_shown = not _SHOWN.isdisjoint((*head, *(word for name in schema.fields for word in words_of(name))))
    told |= {"poster": ("image",)} if is_shown and "poster" in schema.fields else {}
    return told | _avatar_in(prompt, names)


def _avatar_in(prompt: str, names: Sequence[str]) -> dict[str, Words]:
    """Return the only field of *names* for a picture, if *prompt* asks for the picture of somebody and no other."""
    beside = _AVATAR.sub("", prompt)
    if beside == prompt or any("avatar" in concepts_of(name) for name in names):
        return {}
    pictures = [name for name in names if concepts_of(name) == _PICTURE]
    others = any(_PICTURE & PHRASES.get(words_of(one), frozenset()) for one in _WORD.findall(beside))
    return {pictures[0]: ("avatar",)} if len(pictures) == 1 and not others else {}


def without_descriptions(prompt: str, names: Iterable[str]) -> str:
    """Return *prompt* without what it says of the fields called *names*: what a field is, not what has it."""
    for name in names:
        prompt = re.sub(DESCRIBED.format(re.escape(name)), "\n", prompt)
    return prompt


def _described_in(prompt: str, names: Sequence[str]) -> dict[str, Words]:
    """Return the known words by which *prompt* says what fields are whose *names* say nothing, or something else."""
    found: dict[str, Words] = {}
    for name in names:
        said = _said_of(name, prompt, DESCRIBED, DEFINED)
        if is_known(words_of(name)):
            found |= _defined_as(said[0], name, names) if said else {}
            continue
        said += _said_of(name, prompt, IN_BRACKETS_BEHIND)
        words = next(filter(None, (_meaning_of(one, words_of(name)) for one in said)), ())
        found |= {name: words} if words and _may_mean(name, words, names) else {}
    return found


def _said_of(name: str, prompt: str, *forms: str) -> list[str]:
    """Return what *prompt* says of field *name* in each of *forms*."""
    found = (re.search(form.format(re.escape(name)), prompt) for form in forms)
    return [one[1] for one in found if one is not None]


def _defined_as(said: str, name: str, names: Sequence[str]) -> dict[str, Words]:
    """Return what is *said* that *name* is, if that is another thing than its own: "company = the department"."""
    words = _told_in(_CLAUSE.split(said.strip())[0])
    told = PHRASES.get(words, frozenset())
    others = {words_of(other) for other in names if other != name}
    is_other = bool(told) and told.isdisjoint(concepts_of(name)) and words not in others
    return {name: words} if is_other else {}


def _meaning_of(said: str, own: Words) -> Words:
    """Return the words that a description begins with, be it with "name of", if known or some of a field's *own*."""
    first, *others = _CLAUSE.split(said.strip())
    clause = _NAME_OF.sub("", first)
    # "Roaster / brand".
    if words_of(clause) not in PHRASES and others and said.strip()[len(first) :].lstrip()[:1] == "/":
        clause = others[0].strip()
    words = _told_in(clause)
    # Where a part of the name is known, only all of the clause says more: "number of copies" are not those available.
    if words in PHRASES or means(own):
        return words if words in PHRASES else ()
    if (head := _told_in(clause.partition(" of ")[0])) in PHRASES:
        return head
    # "Refresh rate in Hz" says more of `refresh_hz` than that does.
    is_more = own[:1] == words[:1] and 1 < len(words) < _MOST_WORDS and words != own
    return next((words[:end] for end in (3, 2) if words[:end] in PHRASES), words if is_more else ())


def _listed_in(prompt: str, names: Sequence[str], thing: str = "") -> dict[str, Words]:
    """Return the words of *prompt* for the fields called *names*, if it lists these in their order, but no *thing*."""
    starts = [0, *(found.end() for found in _BEFORE_FIELDS.finditer(prompt[:1000]))]
    # Behind the last of such words stands least that is no field.
    for start in reversed(starts) if len(names) > 1 else ():
        parts = _COMMA.split(_BEHIND_FIELDS.split(_IN_BRACKETS.sub("", prompt[start:1000]).strip())[0])
        parts = [part for part in parts if not _IF_ANY.fullmatch(part)]
        if len(parts) == len(names) - 1:
            parts[-1:] = _AND.split(parts[-1], maxsplit=1)
        told = list(map(_told_in, parts))
        # "The last thread and its link": of what is named before, but for a name, that is the link of the record.
        for at in range(2, len(told)):
            told[at] = (*told[at - 1], *told[at]) if _ITS.match(parts[at]) else told[at]
        if len(told) == len(names) and all(0 < len(words) <= _LONGEST_PART for words in told):
            pairs = [pair for pair in zip(names, told, strict=True) if len(pair[1]) <= _MOST_WORDS]
            if 3 * len(pairs) < 2 * len(names):
                continue
            others = [pair for pair in pairs if not _may_mean(*pair, names)]
            # That half of them agree bears out a word that means something else, too: "direction".
            agreeing = sum(starmap(_mean_the_same, pairs))
            is_borne_out = len(others) == 1 and agreeing >= max(_AGREEING, len(names) / 2)
            # What another field asks for shows a list that is out of step.
            is_own = not any(_mean_the_same(name, words) for name in (*names, thing) for _, words in others)
            return _noted_in(prompt, dict(pairs)) if not others or (is_borne_out and is_own) else {}
    return {}


def _noted_in(prompt: str, told: Mapping[str, Words]) -> dict[str, Words]:
    """Return what is *told*, by the word in brackets where *prompt* has one behind words that say what a field does."""
    noted = {words_of(found[1]): words_of(found[2]) for found in _NOTED.finditer(prompt[:1000])}
    said = {name: noted.get(words[-1:], ()) for name, words in told.items()}
    own = {name for name, words in told.items() if words_of(name) in {words, words[:-1], words[1:]}}
    fits = {name for name in own if _may_mean(name, said[name], list(told)) and not {*map(stem, said[name])} <= GENERAL}
    return {name: said[name] if name in fits else words for name, words in told.items()}


def marks_in(prompt: str, schema: Schema) -> dict[str, list[Words]]:
    """Return the marks that *prompt* names behind the fields of *schema* that ask for a yes or no: "marked as sold"."""
    names = "|".join(map(re.escape, schema.fields))
    found = re.finditer(rf"(?<!\w)({names})(?!\w)((?:(?!(?<!\w)(?:{names})(?!\w))[^\n;]){{0,200}})", prompt[:5000])
    return {
        one[1]: [words_of(next(filter(None, mark.groups()))) for mark in _MARK.finditer(one[2])]
        for one in found
        if schema.fields[one[1]] == "boolean"
    }


def values_in(prompt: str, told: Mapping[str, Words]) -> dict[str, frozenset[str]]:
    """Return what *prompt* lists in brackets behind the words that it has *told* for fields: "status (new, sold)"."""
    listed = {words_of(found[1]): NEXT_VALUE.split(found[2].casefold()) for found in _VALUES.finditer(prompt[:1000])}
    return {name: frozenset(listed.get(words[-1:], ())) for name, words in told.items()}


def _mean_the_same(name: str, words: Words) -> bool:
    return words == words_of(name) or not concepts_of(name).isdisjoint(PHRASES.get(words, ()))


def _told_in(part: str) -> Words:
    """Return the words of *part* without articles and conditions, but for capitals before a name: those alone."""
    words = _HOW_MANY.sub("number of ", _OF_LAST.sub(r"\2 \1", _CONDITION.sub("", part))).split()
    while words and words[0].lower().strip("'") in ARTICLES:
        words = words[1:]
    led = _CAPITALS.match(" ".join(words))
    return words_of(led[1] if led else " ".join(word for word in words if word != "the"))


def _may_mean(name: str, words: Words, names: Sequence[str]) -> bool:
    """Tell whether *words* may stand for field *name*: they do not for another of *names*, nor for something else."""
    field = words_of(name)
    own, told = PHRASES.get(field), PHRASES.get(words)
    others = {words_of(other) for other in names if other != name}
    # The "article number" is what an `article` may ask for, and a picture what a `poster` may.
    is_own = field in {words[: len(field)], words[-len(field) :]} or (field == ("poster",) and told == _PICTURE)
    return words not in others and (is_own or not (own and told and own.isdisjoint(told)))
