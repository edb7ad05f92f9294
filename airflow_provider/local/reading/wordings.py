"""
What a field of a schema asks for, in words that labels have: its own ones, or what these mean beside the other fields.

A forum beside a topic is where that was written, and a gallery in a list of galleries has the name of one.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural, without_bound
from airflow_provider.local.reading.words.fieldnames import SHOWN, concepts_of, counted_by, meaning_of
from airflow_provider.local.reading.words.names import SYNONYM, Words, hint_of, match, words_of
from airflow_provider.local.reading.words.synonyms import ASKED, KINDS_OF_THING, NOISE, OTHER_THINGS, PHRASES, UNITS
from airflow_provider.local.reading.words.values import SOLD_OUT
from airflow_provider.local.reading.words.wording import snake_case
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from airflow_provider.local.schemas import Schema

# What a list may be of, and is called by a name.
_NAMED_THINGS = {
    (word,) for word in word_set("gallery museum exhibitor university institution office entry package repo")
}
# Beside these a summary is what calendars call the name of an event.
_OF_CALENDARS = {(word,) for word in word_set("dtstart dtend")}
# These are called so wherever they stand among the fields.
_SOLE_NAMES = {(word,) for word in word_set("auction opening")}
TITLES = frozenset({("title",), ("name",), ("headline",)})
_NAMES = word_set("name title nom nombre nome naam namn navn nazwa")
# What else a record may be called by its name.
_CALLED = word_set("model promotion series")
_MEANT = {("creator",): ("artist",), ("first", "author"): ("author",)}
_VENUES = {(word,) for word in word_set("cinema hall theater theatre gallery room salle auditorium stage")}
# Beside another venue, these are a room in it.
ROOMS = {(word,) for word in word_set("gallery room hall salle sala saal zaal sal raum")}
_ANSWERS = {(word,) for word in word_set("answer comment message post reply review")}
_COMMENTS = ("com", "kom")
_MODELS = {(word,) for word in word_set("model modele modell modello modelo")}
_ALSO = {"power_hp": ("power",), "quantity": ("stock", "left")}
_ONLY_PRICES = {(word, "price") for word in word_set("total lowest min minimum")}
_HIGHEST_PRICES = {(word, "price") for word in word_set("highest max maximum")}
_ITEM, _TOPIC = frozenset({"sku", "title"}), frozenset({"tag", "title"})
_PROFILES = {(word,) for word in word_set("profile user member poster")}
# Whose name in a record may lead to them.
_PARTIES = word_set("seller company venue organizer brand publisher artist")
# So are called what somebody wrote, and in the plural how many of them there are.
MESSAGES = [(word,) for word in ("message", "mensaje", "mensagem", "mesaj")]
# What a thread stands in.
_BOARDS = frozenset({("board",), ("forum",), ("subforum",), ("foro",), ("foorumi",)})
# Whose the place in a field's name is, and what is a place.
_OWNERS = {
    (word,) for word in word_set("author user poster member seller dealer company employer agent vendor shop gallery")
}
# What is asked for by these depends on the other fields.
_OF_OWNERS = {("rank",), ("workplace",)}
_PLACES = word_set("location city country address region")
# By these words it is known what heading a record stands under, which a class may call a section, too.
UNDER = ("stand", "under")
# By these, what a record says in brackets behind its name.
BEHIND = ("count", "behind")
_COUNTS = frozenset({"count", "number"})


def wordings(name: str, schema: Schema, told: Mapping[str, Words]) -> list[Words]:
    """Return the words by which labels may name what field *name* of *schema* asks for; the prompt *told* some."""
    words, said = words_of(name), told.get(name, ())
    concepts = PHRASES.get(words, frozenset())
    # The link of a record is none to its tickets.
    if "booking_url" in concepts:
        return [("booking", "url")]
    asked = _wordings(name, schema)
    # "The number of ratings" is not how good these are.
    if "rating" in concepts and "review_count" in PHRASES.get(said, ()):
        return [said]
    # "The name of the wine" is what a record is called, and so is that of a model, beside a brand.
    numbers = {(*words[:-1], "number"), (*words[:-1], "id")}
    is_first = name == next(iter(schema.fields)) or "model" in concepts
    is_first = is_first or not numbers.isdisjoint(map(words_of, schema.fields))
    is_of = words in {said[:-1], said[2:]} or (words[1:] == ("name",) and words[:1] == said[2:])
    is_name = is_of and not _NAMES.isdisjoint((said[0], said[-1]))
    if is_first and is_name and concepts <= _CALLED and not titles_in(schema):
        return [*(asked if "promotion" not in concepts else ()), ("title",)]
    # How many replies a question has is how many answers, but not how many comments.
    is_of_answers = "comment_count" in concepts_of(name) and not any(word.startswith(_COMMENTS) for word in words)
    answers = ("answer",) if is_of_answers and schema.fields[name] in {"number", "integer"} else ()
    # What its own words do not ask for here, others for the same do not.
    said = () if words not in asked and match(words, said) >= SYNONYM else said
    # What an office is called is not where it is.
    is_place = said[-1:] == ("name",) and "location" in meaning_of(said) and "location" not in concepts
    # Beside nothing but an address, a text is that of the link.
    is_of_link = words == ("text",) and {"url"} == {*chain.from_iterable(map(concepts_of, {*schema.fields} - {name}))}
    link = ("title",) if is_of_link else ()
    more = (one for one in (ASKED.get(words, ()), () if is_place else said, answers, link) if one)
    return [*dict.fromkeys((*asked, *more))]


def meant(name: str, schema: Schema, told: Mapping[str, Words]) -> str:
    """Return what field *name* is called where it is *told* to be something else: an `article` may be its number."""
    if _is_item(name, schema) or _is_named_thing(name, schema):
        return "title"
    own, said = concepts_of(name), PHRASES.get(told.get(name, ()))
    return "_".join(told[name]) if own and said and own.isdisjoint(said) else name


def _wordings(name: str, schema: Schema) -> list[Words]:
    words = words_of(name)
    of_kind = _of_text if schema.fields[name] == "string" else _of_figure
    is_name = _is_item(name, schema) or _is_named_thing(name, schema)
    special: list[Words] = [("title",)] if is_name else of_kind(name, words, schema)
    if special:
        return special
    # Where comments are the records, the address of one is theirs, and that of an author may be a website.
    of, _, what = snake_case(name).rpartition("_")
    what = "url" if what in {"href", "profile"} else what
    if what in {"url", "link"} and (of,) in _ANSWERS | {("author",), ("discussion",)}:
        # Beside what a record links to, the link of its discussion is that of the comments.
        others = {words_of(other)[-1:] for other in schema.fields if other != name}
        is_beside = of == "discussion" and not others.isdisjoint({("url",), ("link",)})
        return [words, ("comment", "link") if is_beside else ("website" if of == "author" else "url",)]
    # The profile of who is listed, or wrote something, is where their name leads, and so is the link or page of a shop.
    own = PHRASES.get(words[:-1], frozenset())
    parties = {"author"} if (of,) in _PROFILES or "author" in own else own & _PARTIES
    if what in {"url", "link", "page"} and parties:
        # Beside the link of a record, or what its author wrote, that of a profile is another one.
        beside = frozenset[str]().union(*(concepts_of(other) for other in schema.fields if other != name))
        is_other = "url" in beside or ("author" in beside and not beside.isdisjoint({"text", "description"}))
        return [*((party, "url") for party in sorted(parties)), *([] if (of,) in _PROFILES and is_other else [words])]
    if words in _MEANT:
        return [words, _MEANT[words]]
    if "or" in words[1:-1]:
        at = words.index("or")
        return [words, words[:at], words[at + 1 :]]
    is_name = len(words) == 2 and words[1] in {"name", "title"}  # noqa: PLR2004 - a thing and its name
    # What comes first, as a `hit_title` does, is what records are called.
    is_first = words[-1] == "title" and name == next(iter(schema.fields)) and not titles_in(schema)
    is_own = words in PHRASES or (words[:1] in PHRASES and words[0] not in OTHER_THINGS and not is_first)
    # `plan_name` is also the plain name.
    return [words] if not is_name or is_own else [words, words[1:]]


def _is_item(name: str, schema: Schema) -> bool:
    """Tell whether *name* asks what an item is called, for nothing else does, rather than for its number or tags."""
    told = concepts_of(name)
    is_such = told == _ITEM or (told == _TOPIC and not is_plural(name))
    return is_such and titles_in(schema) == [name] and schema.fields[name] == "string"


def _is_named_thing(name: str, schema: Schema) -> bool:
    """Tell whether *name* asks what each of a list is called, by what the list is of, where nothing else does."""
    words = words_of(name)
    is_thing = words == ("summary",) and not _OF_CALENDARS.isdisjoint(map(words_of, schema.fields))
    is_thing = is_thing or words in _SOLE_NAMES or (name == next(iter(schema.fields)) and words in _NAMED_THINGS)
    return is_thing and schema.fields[name] == "string" and not titles_in(schema)


def titles_in(schema: Schema) -> list[str]:
    """Return the fields that ask for what a record is called, one that says just that before an episode or a board."""
    titles = [name for name in schema.fields if "title" in concepts_of(name)]
    # Beside a name, an item is a number.
    return sorted(titles, key=lambda name: (words_of(name) not in TITLES, concepts_of(name) == _ITEM))


def _of_figure(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for a number, or a yes or no, where they are others than its own."""
    # "14 tickets left" says so, and not only that there are some.
    is_left = "tickets_left" in PHRASES.get(words, ())
    if is_left or schema.fields[name] == "boolean":
        return [words, ("availability",)] if is_left or SOLD_OUT.search(" ".join(words)) else []
    # How many there are of what is asked for in the plural; "ratings" are rather how good than how many.
    counted = (counted_by(words) if words not in PHRASES else ()) or (words if is_plural(name) else ())
    if counted and "rating" not in PHRASES.get(counted, ()):
        own = [("post",), *MESSAGES] if counted in MESSAGES or "post_count" in PHRASES.get(words, ()) else []
        asked = [words, counted] if is_plural(name) else [words]
        # Replies and views are counted by what says so, and "accountants" may be other ones than stand in brackets.
        is_count = not _COUNTS.isdisjoint(words) and concepts_of(name) <= {"title"}
        behind = [BEHIND] if is_count else []
        return [*asked, *own, (*counted, "count"), ("number", "of", *counted), ("no", "of", *counted), *behind]
    # A mark is a note, too, and "Messages: 57" says how many somebody wrote.
    if words == ("note",) or "post_count" in PHRASES.get(words, ()):
        return [("rating",)] if words == ("note",) else [words, *MESSAGES]
    if prices := _of_price(name, words, schema):
        return prices
    # A power is told in both units, and "3 in stock" is how many there are.
    if also := [label for concept, label in _ALSO.items() if concept in PHRASES.get(words, ())]:
        return [words, *also]
    # Of "£37,174 - £45,413" it is the lower end, and "from £15" has but that.
    base = without_bound(words[:-1] if words[-1] in UNITS - {"min"} else words)
    concepts = meaning_of(base) if base else frozenset()
    # What is but one sum has no upper end.
    is_highest = "price" in concepts and words[-1:] != ("from",)
    return [words, ("price", "range") if is_highest else base] if concepts & {"price", "salary"} else []


def _of_price(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for a price that is called so because of the others: the lowest one, or the full one."""
    asked, *others = map(_without_currency, (words, *(words_of(other) for other in schema.fields if other != name)))
    # Where no other price is asked for but the end of a range, the price is what all of it costs, and the lowest one.
    if asked in _ONLY_PRICES and not any("price" in other and other not in _HIGHEST_PRICES for other in others):
        return [words, ("price",)]
    # Beside the price, the full one is what it was before.
    is_before = asked == ("full", "price") and any(match(("price",), other) >= SYNONYM for other in others)
    return [("old", "price")] if is_before else []


def _without_currency(words: Words) -> Words:
    return words[:-1] if words[-2:-1] == ("price",) and words[-1] in UNITS else words


def _of_owner(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for what somebody or something has, with its name left out: a place, the number of a docket."""
    # The rank of who wrote something is how a forum calls them.
    if words == ("rank",) and any("author" in concepts_of(other) for other in schema.fields):
        return [words, ("user", "title")]
    asked = PHRASES.get(words[1:], frozenset()) & _PLACES
    others = [concepts_of(other) for other in schema.fields if other != name]
    # Where nothing else asks for a place, `seller_location` is that of the record.
    if words[:1] in _OWNERS and asked and not any(map(asked.intersection, others)):
        return [words, words[1:]]
    # A workplace is how one works only beside a place.
    if words == ("workplace",):
        return [] if any(map(_PLACES.intersection, others)) else [("location",)]
    is_within = any("venue" in known for known in others)
    if words in _VENUES or (words in ROOMS and is_within):
        return [words, ("room",) if is_within else ("venue",)]
    # The number of a docket may stand under "Docket", and the type or rating of a panel under "Panel".
    is_kind = words[1:] in {("type",), ("rating",)} and words[0] not in KINDS_OF_THING | NOISE
    is_told = words[1:] == ("number",) or is_kind
    return [words, words[:1]] if is_told and words[:1] not in PHRASES else []


def _of_text(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for a text, where they are others than its own."""
    concepts = meaning_of(words)
    titles = titles_in(schema)
    # Of prices to choose from, or to read, all are the answer; a section is what stands under a heading.
    dated = any("date" in concepts_of(other) for other in schema.fields if other != name)
    shown = words[:-1] if words[-1] in SHOWN else words
    is_price = not PHRASES.get(shown, frozenset()).isdisjoint({"price", "admission"})
    if is_price or words == ("section",) or (words == ("period",) and dated):
        return [words, ("price", "range")] if is_price else [UNDER, words]
    if name in titles[1:] and words in _BOARDS:
        return [words, ("category",)]
    if name in titles[1:] and len(concepts) > 1:
        # Beside a title, topics are what a thing is about, as its tags say.
        told = {"tag"} if words == ("topic",) and is_plural(name) else set()
        own = [words] if concepts == _ITEM else []
        return [*own, *(words_of(concept) for concept in sorted((concepts - {"title"}) | told))]
    # Where nothing asks who made it, a model is what the record is called.
    makers = (other for other in schema.fields if "brand" in concepts_of(other))
    own = [words] if words in _MODELS and not any(makers) else []
    if not titles and own:
        return [*own, ("title",)]
    # Of answers, each is the text of one.
    own = [words, ("text",)] if words in _ANSWERS else _of_owner(name, words, schema)
    days = [other for other in schema.fields if "date" in hint_of(words_of(other)) and other != name]
    # What has days is in a room, and no number of rooms.
    if own and (words not in PHRASES or words in _OF_OWNERS or own[1:] == [("room",)] or (words == ("room",) and days)):
        return own
    # Of a record that has no hour, the time is the day; a page that is no number of pages is where a record is.
    is_day = words == ("time",) and not days
    is_page = concepts == {"page"} and not is_plural(name)
    # Beside a kind of contract, how one is employed is how much of the week one works.
    contracts = [one for one in map(words_of, schema.fields) if one[:1] == ("contract",) != words[:1]]
    is_of_week = concepts == {"employment_type"} and contracts != []
    other = ("working", "time") if is_of_week else ("date",) if is_day else ("url",)
    return [words, other] if is_of_week or is_day or is_page else []
