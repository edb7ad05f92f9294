"""
The words behind `names`: what each phrase may stand for, and which words change a meaning or do not.

`fields.txt` has a line for each field, in the form of `wording.read_table`, with what people call it in several
languages, and `asked.txt` what only fields are called. Phrases are read by `wording.words_of`; the sets of words are in
the form that it gives.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.wording import Words, read_table, words_of
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

# Fields that a mark on a thing answers with yes.
FLAGS = word_set(
    """
    on_sale sponsored remote featured pinned closed new solved bestseller negotiable free_cancellation free_shipping
    free_entry permanent professional shipping_available verified premium organic
    free_access extended cancelled sold upcoming booking_required accident_free virtual_tour
    """
)
# What is told by a letter, from A on.
GRADES = frozenset({"energy_class", "nutri_score"})
# Names of fields may leave out what letters have above them, "lank" for "länk", or write it out, "hoejde" for "højde".
_PLAIN = str.maketrans("äöüÄÖÜ", "aouAOU")
# "Fecha actualización", for "fecha de actualización".
_LINKS = re.compile(r"(?<=\w) (?:de|del|de la|de l['\u2019]|di|della|dell['\u2019]|da|do|du|van) (?=\w)")
# "The latest post" is the last one.
_LAST = re.compile(r"^last (?!name)")
_OUT = str.maketrans({"ø": "oe", "å": "aa"})
# Who has an address, or a logo, of their own; and what an address is called behind the name of what has it.
_LINKED = word_set("agent author brand company last_poster organizer seller venue")
_WITH_LOGO = word_set("agent brand company organizer seller")
_LINK = (("url",), ("link",), ("profile",), ("profile", "url"), ("profile", "link"))
_PAGE = ("page",)


def _phrases() -> dict[Words, frozenset[str]]:
    found: dict[Words, set[str]] = {}
    table = files(__package__).joinpath("fields.txt").read_text(encoding="utf-8")
    for concept, phrases in read_table(table).items():
        for phrase in (concept, *phrases):
            plain = phrase if concept in FLAGS else phrase.translate(_PLAIN)
            others = (_LINKS.sub(" ", phrase), _LAST.sub("latest ", phrase))
            for spelled in (phrase, phrase.translate(_OUT), plain, *others):
                found.setdefault(words_of(spelled), set()).add(concept)
    more: dict[Words, set[str]] = {}
    for words, concepts in found.items():
        for of, concept in _had_by(words, concepts):
            more.setdefault((*words, *of), set()).add(concept)
    return {phrase: frozenset(concepts) for phrase, concepts in (more | found).items()}


def _had_by(words: Words, concepts: AbstractSet[str]) -> Iterator[tuple[Words, str]]:
    """Yield what else may be asked for of what *words* call one of *concepts*, and how: `thread_url`, `dealer_logo`."""
    # A record has one address; a discussion of it has another.
    is_record = "title" in concepts and words != ("discussion",)
    for concept in ["url"] if is_record else [f"{one}_url" for one in concepts & _LINKED]:
        # The page of a book is a number.
        for link in _LINK if is_record else (*_LINK, _PAGE):
            yield link, concept
    if concepts == {"image"}:
        yield ("url",), "image"
    if not concepts.isdisjoint(_WITH_LOGO):
        yield ("logo",), "logo"


def _asked() -> dict[Words, Words]:
    table = files(__package__).joinpath("asked.txt").read_text(encoding="utf-8")
    rows = ((words_of(concept), phrases) for concept, phrases in read_table(table).items())
    return {words_of(phrase): concept for concept, phrases in rows for phrase in phrases}


PHRASES = _phrases()
# What fields ask for by words that mean too much as labels: "opens" is also said of shops.
ASKED = _asked()

# The same in other languages, where they may stand behind what it has: "nome do produto".
FOREIGN_KINDS = word_set(
    """
    produto producto produit prodotto produkt receta recette ricetta rezept przepis receita recept libro livre livro
    buch książka 商品
    """
)
# What a record is, rather than what it has: `book_title` is a title.
OWN_KINDS = FOREIGN_KINDS | word_set(
    """
    product item book article job event recipe movie film game course post news story page listing entry record card row
    tile result song podcast episode hotel car vehicle property home house apartment flat offering deal ad vacancy stay
    opening main primary the a an this full current single detail content entity plan tour trip flight ticket room bike
    phone laptop toy wine beer coffee dish menu meal drink show class session talk profile publication blog bookmark
    object artwork headline repository conference festival concert lecture quote paper package project repo app
    exhibition
    """
)
# On a label these name somebody else: "company name" is not the name of a job.
OTHER_THINGS = word_set(
    """
    company person team player business store shop place city country user customer employee member review offer album
    restaurant
    """
)
KINDS_OF_THING = OWN_KINDS | OTHER_THINGS
# Words of layout in class names and labels.
NOISE = word_set(
    """
    the a an wrapper container box block col column cell row item card tile value label text field info data meta
    content color colour sm md lg xl xs small medium large main primary js css el ui module component inner outer span
    div line list group widget display wrap holder c m s formatted visible hidden product og dc itemprop current big
    badge bold entry token sc styled teaser lbl
    """
)
# In front of a name these make it another thing.
CONTRARY = word_set(
    """
    who and old was original previous former before list regular retail rrp msrp shipping delivery postage logistic min
    max minimum maximum low high lowest highest sub tax vat discount not no non second alternative alternate short other
    related
    similar end expiry birth death update updated modify modified last next review reviewer seller author brand
    count image img picture photo thumbnail currency company publisher category type id icon alt deposit monthly
    unit crossed strike parent flair alter alte alten frueherer urspruenglicher vorheriger niedrigster ancien ancienne
    stara poprzednia najnizsza vecchio antiguo oude vorige ordinarie tidigare versand envio frete livraison
    spedizione
    """
)
_MEASURES = word_set(
    """
    usd eur euro gbp chf jpy huf sek nok dkk pln czk brl cad aud nzd inr mxn ron uah rub thb sgd hkd zar
    aed myr idr cny krw twd vnd isk rsd bgn ils zl dollar ft kg g lb oz cm mm m km
    sqft sqm mq qm kvm l liter litre ml mah kwh wh gb tb hour minute min percent pct per in
    """
)
# After a name these only say how it is measured.
QUALIFIERS = _MEASURES | word_set(
    """
    fuer pour para voor incl excl inclusive exclusive including excluding ex inc ml l mi ft sq kwh h day week month year
    at on for by from approx est estimate local total net gross tax k mln million billion c f
    """
)
# After the name of a field these say how its value is to be measured.
UNITS = _MEASURES | {"second"}
# First words of names that are not the names of something: `first_name` is not "first".
PROPER_NAMES = word_set("first last middle user nick sur file domain host display given family full screen")
# Stems of words in prompts that name neither a field nor a kind of thing.
GENERAL = frozenset(
    stem(word)
    for word in word_set(
        """
        details specs specifications facts data information info values fields properties attributes metadata contents
        ingredients instructions steps times contacts terms currencies numbers words texts strings basics page website
        web site text main content body full whole everything readable plain return markdown summary was has does this
        its his as is us plus less unless always perhaps yes names prices dates ratings links urls authors reviews
        images titles descriptions counts scores cents dollars euros minutes hours days seconds years units
        dados datos données makes costs does takes sells needs says gives shows contains whats whos thats lets figures
        metrics statistics stats themselves gets goes comes metres meters kilometres grams kilograms litres miles
        """
    )
)
