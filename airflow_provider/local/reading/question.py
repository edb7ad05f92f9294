"""What a page is asked: a schema to fill and the words of a prompt; and how what answers it is compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import Group, Item
from airflow_provider.local.reading.listing import Cards, read_list
from airflow_provider.local.reading.rows import Filling, fill, unanswered
from airflow_provider.local.reading.sections import COUNT_BEHIND, moment_of, without_moments
from airflow_provider.local.reading.wordings import wordings
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, vocabulary_of, words_of
from airflow_provider.local.reading.words.synonyms import GENERAL, OWN_KINDS, PHRASES
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import search_terms, stem, word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema

# "The number of reviews" asks for no reviews.
COUNT_OF = re.compile(r"\b(?:number of|how many) [^\W\d_]+", re.IGNORECASE)
# What is left out is not asked for.
_LEFT_OUT = re.compile(
    r"\b(?:not?|without|excluding|exclude|except|ignore|ignoring|skip(?:ping)?|leav(?:e|ing) out|omit(?:ting)?"
    r"|ohne|keine?|nicht|sans|pas|sauf|sin|excepto|senza"
    r"|non|tranne|zonder|geen|niet|bez|nie|utan|inte|uden|uten|ikke|sem|não)\b[^.;:!?()]{1,120}",
    re.IGNORECASE,
)
# Words of other languages that headings have, too, and that ask for nothing.
FOREIGN_STOPS = word_set(
    """
    les des une aux avec pour dans sur que qui der die das den dem ein eine einen und mit von für los las del por con
    de le la du au ce et un en il al el lo se su si zu im am ist is op og av på di da do na ao os as e y o ou od
    para che dei delle alle della het een van met voor och som att med till alla tous toutes todos todas tutti tutte
    """
)
# What classes call reviews, in whatever language one asks for them.
_OPINIONS = word_set("reviews testimonials bewertungen rezensionen avis opiniones reseñas recensioni avaliações opinie")
_CALLED_OPINIONS = frozenset(map(stem, word_set("reviews comments testimonials")))
# A heading in quotes, in brackets behind what it means, or with capitals beside a word for what it heads: "the „Newest“
# list", "all rivers (Flüsse)", "the Rivers section", "the Rivers article list".
_QUOTED = re.compile(
    r"[\"\u201c-\u201e\u00ab](\w[^\"\u201c-\u201e\u00ab\u00bb]{2,60})[\"\u201c\u201d\u00bb]|(?<!\w)'(\w[^']{2,60})'(?!\w)"
    r"|\b[Tt]he ((?:[^\W\d_a-z][\w'-]{2,20}\s){1,4})(?:[a-z]{2,12}\s)?(?:section|list)\b"
    r"|[(\uff08]([^\W\d_a-z][^(),:;\"\u201c-\u201e\u00ab\uff08\uff09]{2,60})[)\uff09]"
    rf"|\b{patterns('asking')['section']} ([^\W\d_a-z]\w{{2,30}}(?:\s[^\W\d_a-z]\w{{2,30}}){{0,3}})"
)
# Behind these stand fields: "the related searches with links".
_FIELDS = re.compile(r"[:;,(]|\s(?:with|mit|avec|con|met|med|com|z)\s", re.IGNORECASE)
# What the records of a list are known by, or told from others, whatever is asked for.
_TELLING = (
    *((one,) for one in word_set("title name url price sponsored company location salary badge status tag category")),
    *(("rating",), ("old", "price"), ("employment", "type"), ("seller", "location"), ("last", "post", "date")),
)
_ORDER = ("columns", "state", "listing", "table", "data")
# So many sections a page may have.
_SECTIONS = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A group with its rows, and what it is compared by."""

    group: Group
    filling: Filling
    rank: tuple[float, ...]


@dataclass(frozen=True)
class Question:
    """
    What *page* is asked: a *schema* to fill, and the stems of the words that are *asked* for.

    Fields are *told* by words of the prompt, too. Of what is on, to come and over, it asks for some *moments*, and what
    stands under nothing but words that are *left_out* is not asked for. Some headings are *quoted* in full. It names
    some known *kinds* of things. What it is *about* are its words before it tells fields.
    """

    page: Page
    schema: Schema
    asked: frozenset[str]
    told: Mapping[str, Words]
    moments: frozenset[str]
    left_out: frozenset[str]
    quoted: frozenset[Words] = frozenset()
    kinds: Sequence[str] = ()
    about: Words = ()
    _cards: Cards = field(default_factory=dict)

    def read(self, records: Records, *, only: Sequence[int] | None = None) -> Group:
        """Return the items of *records*, or of *only* some of them."""
        return read_list(records, self.page, only=only, known=self._cards, wanted=self._wanted)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The words of labels for its fields, and for what others are told by."""
        asked = (words for name in self.schema.fields for words in wordings(name, self.schema, self.told))
        return vocabulary_of(asked) | vocabulary_of(_TELLING)

    @property
    def all(self) -> tuple[float, ...]:
        """How a group begins to rank that answers every field."""
        return (float(len(self.schema.fields)),) * 2

    def fill(self, items: Sequence[Item]) -> Filling:
        """Return the rows of the schema that *items* answer."""
        return fill(items, self.schema, self.told, comma=self.page.comma)

    def left_by(self, item: Item) -> frozenset[str]:
        """Return the words of labels for the fields that *item* does not answer."""
        return unanswered(item, self.schema, self.told, comma=self.page.comma)

    def names(self, group: Group | Records) -> bool:
        """Tell whether it asks for what *group* stands under, or for the boilerplate that it is in."""
        return bool(self._named(group))

    def asks_for(self, heading: str) -> bool:
        """Tell whether it asks for what stands under *heading*."""
        return not self.asked.isdisjoint(map(stem, words_of(heading)))

    def quotes(self, heading: str) -> bool:
        """Tell whether it has all words of *heading* that say something, but for one of three or more."""
        terms = {stem(term) for term in search_terms(heading)}
        return len(terms) > 1 and len(terms - self.asked) <= (len(terms) > 2)  # noqa: PLR2004 - see above

    def heads(self, heading: Node | None) -> bool:
        """Tell whether it quotes *heading* in full, if that is not the one of the page, under which all stands."""
        return heading is not None and heading is not self.page.heading and words_of(heading.text) in self.quoted

    def headed(self, lists: Sequence[Records]) -> Sequence[Records]:
        """Return those of *lists* under a heading that it quotes in full, beside which others have but some of that."""
        return [one for one in lists if words_of(one.name) in self.quoted] or lists

    def means(self, group: Group | Records) -> bool:
        """Tell whether it is about *group*, a box beside the page, by all of its heading: "the related searches"."""
        heading = words_of(group.name) if group.boilerplate else ()
        return len(heading) > 1 and f" {' '.join(heading)} " in f" {' '.join(self.about)} "

    def calls(self, records: Records) -> bool:
        """Tell whether a class of most of *records* has a word for what it asks for, other than for a field of that."""
        fields = {stem(word) for name in [*self.schema.fields][1:] for word in words_of(name)}
        asked = self.asked - fields - GENERAL
        called = ({stem(word) for name in record[0].names for word in words_of(name)} for record in records.records)
        return 2 * sum(not asked.isdisjoint(words) for words in called) > len(records.records)

    def leaves_out(self, heading: str) -> bool:
        """Tell whether it leaves out what stands under *heading*, by all of its words that say something."""
        terms = {stem(term) for term in search_terms(heading)}
        return terms != set() and terms <= self.left_out

    def named_among(self, lists: Sequence[Records]) -> list[Records]:
        """Return those of *lists* that it asks for, by words that not all of them stand under if there are such."""
        return self._told_apart(lists) or list(filter(self.names, lists))

    def sections_among(self, lists: Sequence[Records]) -> list[Records]:
        """Return those of *lists* that it asks for, by a word that neither all of them nor the page stand under."""
        heading = self.page.heading.text if self.page.heading is not None else ""
        told = {stem(word) for text in (heading, self.page.title) for word in words_of(text[:200])}
        return self._told_apart(lists, but_for=told)

    def _told_apart(self, lists: Sequence[Records], *, but_for: Collection[str] = ()) -> list[Records]:
        """Return those of *lists* that it asks for by a word, but for those that all stand under and *but_for*."""
        named = {one: self._named(one) for one in lists}
        shared = frozenset.intersection(*named.values()) if named else frozenset()
        return [one for one in lists if named[one].difference(shared, but_for)]

    def may_mean(self, choice: Choice) -> bool:
        """Tell whether *choice* is more than where the page stands in its site, or is asked for by name."""
        return "breadcrumb" not in choice.group.boilerplate.lower() or self.names(choice.group)

    def _named(self, group: Group | Records) -> frozenset[str]:
        """Return the stems of the words that it asks for and that *group* stands under, or in, and when that is."""
        words = words_of(f"{COUNT_BEHIND.sub('', group.name[:200])} {group.boilerplate}"[:200])
        if group.boilerplate:
            # "Related products" are not what "all products" asks for, nor "Exhibition talks" what "exhibitions" does.
            named = (word for word in words if "title" not in PHRASES.get((word,), ()))
            words = tuple(word for word in named if word not in OWN_KINDS)
        # "On view" is what is current.
        return (self.asked & set(map(stem, words))) | (self.moments & {moment_of(group.name)})

    def choice(self, group: Group) -> Choice:
        """Return *group* with its rows, and how it ranks."""
        filling = self.fill(group.items)
        named = self.names(group)
        # What somebody paid for may say less than the others.
        items = [group.items[at] for at in filling.kept]
        # A box among records of one make, such as the videos among results, holds something else; a page has few
        # sections, and they are alike, too.
        alike = sum(item.alike for item in items)
        are_alike = alike > _SECTIONS and 3 * alike >= 2 * len(items)
        free = [not is_paid(item) and not (are_alike and item.apart) for item in items]
        told = [count for count, is_free in zip(filling.counts, free, strict=True) if is_free]
        told = told if len(told) > 1 else list(filling.counts)
        # One record that holds a whole list is not what they are like, nor is one that lacks a value.
        most = usual(told)
        counts = [min(count, most) for count in told]
        # Two may be anything, of which one says a little more.
        score = float(min(counts)) if len(counts) == 2 else round(2 * sum(counts) / max(1, len(counts))) / 2  # noqa: PLR2004 - see above
        score = score if len(counts) > 1 else 0.0
        is_menu = not (named and group.is_main) and _only_links(filling, list(self.schema.fields))
        is_beside = (group.boilerplate and not named) or is_menu
        rank = (
            0.0 if is_beside else score,
            score,
            float(named),
            round(4 * len(filling.rows) / max(1, len(group.items))) / 4,
            float(_ORDER.index(group.origin)),
            float(group.is_main),
            float(group.size),
        )
        return Choice(group, filling, rank)


def is_paid(item: Item) -> bool:
    """Tell whether *item* is marked as one that somebody paid for."""
    return any(fact.value is True and "sponsored" in PHRASES.get(fact.labels[-1], ()) for fact in item.facts)


def asks_for_paid(names: Iterable[str]) -> bool:
    """Tell whether one of the fields *names* asks which of several somebody paid for."""
    return any(match(("sponsored",), words_of(name)) >= SYNONYM for name in names)


def left_out_of(prompt: str) -> frozenset[str]:
    """Return the stems of the words that *prompt* leaves out."""
    return frozenset(stem(term) for found in _LEFT_OUT.finditer(prompt) for term in search_terms(found[0]))


def quoted_in(prompt: str) -> frozenset[Words]:
    """Return the words of each heading that *prompt* quotes in full, and asks for what stands under it."""
    return frozenset(words_of(found[found.lastindex or 0]) for found in _QUOTED.finditer(_LEFT_OUT.sub("", prompt)))


def about_in(prompt: str) -> Words:
    """Return the words of *prompt* before it tells what it wants to know."""
    return words_of(_FIELDS.split(_LEFT_OUT.sub("", prompt), maxsplit=1)[0])


def asked_of(prompt: str) -> frozenset[str]:
    """Return the stems of the words that *prompt* asks for."""
    said = without_moments(_LEFT_OUT.sub("", COUNT_OF.sub("", prompt)))
    terms = [term for term in search_terms(said) if term not in FOREIGN_STOPS]
    # Headings are compared in the letters of labels: "rueckblick".
    called = _CALLED_OPINIONS if not _OPINIONS.isdisjoint(terms) else frozenset()
    return called.union(stem(form) for term in terms for form in (term, *words_of(term)))


def _only_links(filling: Filling, fields: Sequence[str]) -> bool:
    """Tell whether *filling* answers less than half of *fields*, and of these but names and addresses."""
    answered = [name for name in fields if any(row[name] is not None for row in filling.rows)]
    return 2 * len(answered) < len(fields) and are_of_link(answered)


def are_of_link(names: Iterable[str]) -> bool:
    """Tell whether the fields *names* ask for no more than a link says: what something is called, and its address."""
    return not any(concepts_of(name).isdisjoint({"title", "url"}) for name in names)


def usual(counts: Sequence[int]) -> int:
    """Return the median of *counts*, the higher one of two."""
    return sorted(counts)[len(counts) // 2] if counts else 0
