"""
The words behind `names`: a modest table of synonyms, and which words change a meaning or do not.

Phrases are read by `wording.words_of`; the sets of words are in the form that it gives.
"""

from __future__ import annotations

from airflow_provider.local.reading.wording import Words, words_of
from airflow_provider.local.text import stem, word_set

_TABLE = """
title = topic, thread, discussion, question, titel, titre, título, nombre, nom, produktname, name, headline, heading,
    subject, product, book, movie, film, item, event, job, article, recipe, course, game, hotel, restaurant, song,
    album, track
price = preis, prix, precio, prezzo, prijs, unser preis, verkaufspreis, cost, price amount, current price, sale price,
    offer price, our price, asking price, fee, selling price, price value, low price
old_price = uvp, statt, precio anterior, ancien prix, compare at, compare at price, retail, was price, original price,
    previous price, list price, regular price, was, rrp, msrp, strike price, retail price, before
currency = price currency, currency code
url = canonical url, link, href, permalink, web page, canonical, web address, detail url, page url, main entity of page
website = homepage, home page, web site, official website, same a
image = photo, picture, thumbnail, img, image url, cover, cover image, poster, thumbnail url, photo url, image link, img
    url, img src, image src, picture url, og image
author = autor, auteur, autore, von, recipe by, poster, user, username, user name, topic starter, starter, thread
    starter, started by, original poster, op, writer, by, byline, written by, creator, posted by, author name, reviewer,
    dc creator, article author, reported by, contributor
date = published, date published, publication date, published date, posted, posted on, published on, publish date, pub
    date, posted date, date posted, published time, release date, released, created, date created, post date, posting
    date, published at, created at, posted at, pubdate, timestamp, datetime, upload date, article published time,
    listed, listing date, datum
updated = last updated, date modified, modified, modified date, updated at, modified time, last modified, update date,
    article modified time, updated on
rating = bewertung, note, valoración, valutazione, star, rating value, score, average rating, star rating, user rating,
    review rating, grade, aggregate rating, rating score, customer rating, review score, rated, avg rating, overall
    rating
review_count = rating count, review, number of review, num review, number of rating, vote, review total, total review,
    no of review, customer review
availability = verfügbarkeit, disponibilité, disponibilidad, disponibilità, lieferstatus, stock status, in stock, stock,
    available, is available, is in stock, availability status, instock, stock level, stock availability
quantity = qty, inventory level, stock quantity, number available, stock count, number in stock, unit in stock,
    available quantity, stock, inventory, available, availability, in stock
description = summary, abstract, overview, about, synopsis, blurb, teaser, excerpt, snippet, desc, short description,
    detail, intro, og description, lead, dek, standfirst, subtitle summary, plot, job description
text = content, body, article body, review body, quote, message, comment, comment text, full text, review text, body
    text, quote text
company = firma, arbeitgeber, entreprise, empresa, azienda, employer, organization, hiring organization, company name,
    organisation, hiring company, employer name, firm
location = ort, standort, lieu, ubicación, luogo, arbeitsort, loc, place, city, job location, where, address locality,
    region, office, town, area, location name, work location
venue = venue name, location, place, where, location name, stage
address = street address, postal address, street, full address
city = town, address locality, locality
state = province, address region, region
country = address country, nation, country name
postal_code = zip, zip code, postcode, post code, plz
salary = pay, compensation, base salary, wage, salary range, pay range, remuneration, annual salary, estimated salary
brand = marke, hersteller, marque, marca, fabricant, merk, fabbricante, manufacturer, make, vendor, brand name, maker
seller = vendor, merchant, sold by, shop, store, seller name
model = model number, model name, mpn, model no
category = kategorie, catégorie, categoría, categoria, course, meal type, dish type, recipe category, meal course,
    genre, section, department, article section, topic, categorie, product type, product category, industry,
    occupational category
tag = keyword, label, hashtag, article tag
sku = artikelnummer, artikel nr, art nr, artikel, bestellnummer, référence, referencia, ref, réf, codice, código, codice
    articolo, item, style number, style, catalog no, stock number, stock no, asin, article no, product ref, reference,
    model sku, part no, product no, item model number, product code, item number, article number, item code, product id,
    item no, part number, product number, stock keeping unit, art no, item id, catalogue number, catalog number
isbn = isbn 13, isbn 10
gtin = gtin 13, gtin 12, gtin8, gtin14, ean, upc, barcode, ean code
start_date = start, date, begin, when, event date, start time, from, starting, date time, date and time, starts at
end_date = end, until, end time, to, ending, ends at
time = hour, start time, at
duration = length, runtime, running time, run time, total time, time required, play time
cook_time = kochzeit, backzeit, temps de cuisson, cuisson, tiempo de cocción, cocción, cottura, tempo di cottura,
    kooktijd, bake time, baking time, koch backzeit, cooking time, cooking, cook
prep_time = vorbereitungszeit, zubereitungszeit, temps de préparation, tiempo de preparación, tempo di preparazione,
    arbeitszeit, bereidingstijd, hands on time, active time, preparation time, prep, preparation
total_time = total, gesamtzeit, temps total, tiempo total, tempo totale, totale tijd, ready, gesamt, total cooking time,
    ready in, time total, overall time
serving = portionen, raciones, porciones, personnes, porzioni, personen, comensales, yields, makes, nutrition serving,
    recipe serving, porties, recipe yield, serve, portion, serving size, number of serving
ingredient = zutat, ingrédient, ingrediente, ingrediënten, ingredienser, zutaten, ingredienti, what you need, you will
    need, what you will need, ingredienti per, recipe ingredient, ingredient list
instruction = zubereitung, préparation, preparación, preparazione, bereiding, preparation, preparation method,
    elaboración, procedimiento, modo de preparo, anleitung, étapes, steps, cooking instruction, recipe instruction,
    procedure, how to make, pasos, cooking method, recipe direction, tillagning, gör så här, direction, method,
    preparation step, how to make it
calorie = kalorien, calorías, calorie per serving, energy kcal, brennwert, nutrition calorie, kcal, energy
cuisine = küche, cocina, cucina, keuken, recipe cuisine
difficulty = skill level, difficulty level
phone = telephone, tel, phone number, telephone number, mobile, call
email = e mail, mail, email address, mailto
publisher = published by, publishing house, imprint, publisher name
language = in language, lang, original language
page = number of page, page count, num page, print length, length in page, no of page
format = book format, binding, edition, cover type
year = release year, year published, publication year, released, first published, date, year of release, date published,
    copyright year, release date, model year
employment_type = job type, contract, contract type, work type, type, position type, schedule
deadline = valid through, closing date, apply by, application deadline, close, expire, expiry date, valid until, apply
    before, end of application
experience = experience requirement, experience level, seniority, level, year of experience
skill = required skill, technology, tech stack, stack, requirement, qualification
position = rank, place, no, number, ranking, pos, job title, role
role = position, job title, title, occupation, profession, job, designation
organizer = organiser, host, hosted by, organized by, presented by, organised by
performer = artist, speaker, act, line up, lineup, presenter, band
artist = by artist, musician, band, singer, performer
director = directed by
actor = cast, starring, star actor
weight = item weight, net weight, shipping weight
dimension = size, product dimension, measurement
color = colour, available color, finish
material = fabric, made of, composition
population = inhabitant, total population, population total
area = total area, land area, surface area, floor area, living area, square footage, sq ft, size
capital = capital city
founded = founding date, established, founded in, foundation, inception, formed, year founded
founder = founded by
headquarters = hq, head office, headquarters location
employee = number of employee, employee count, staff, headcount, num employee, workforce
born = birth date, date of birth, birthday, dob, birthdate
died = death date, date of death, deathdate
nationality = citizenship
license = licence, licensing
version = software version, release, latest version, current version
operating_system = o, platform, system requirement
bedroom = bed, number of bedroom, number of room, room
bathroom = bath, number of bathroom, number of bathroom total
played = pld, gp, mp, match played, game played
point = pts, pt
win = w, won
loss = l, lost
draw = d, drawn
like = like count, favorite, favourite, upvote, point, score
comment_count = antworten, comment, number of comment, num comment, reply count, reply
view = hit, view count, read, number of view, play count
discount = saving, you save, save, percent off, discount percentage
shipping = delivery, shipping cost, shipping price, delivery cost, delivery fee, postage, shipping fee
condition = item condition, state
warranty = guarantee
site_name = site, website name
status = state, event status, order status
source = via, publication, outlet, publisher
"""


def _phrases() -> dict[Words, frozenset[str]]:
    found: dict[Words, set[str]] = {}
    for entry in _TABLE.replace("\n    ", " ").strip().splitlines():
        concept, _, listed = entry.partition(" = ")
        for phrase in (concept, *listed.split(",")):
            found.setdefault(words_of(phrase), set()).add(concept)
    return {phrase: frozenset(concepts) for phrase, concepts in found.items()}


PHRASES = _phrases()

# What a record is, rather than what it has: `book_title` is a title.
KINDS_OF_THING = word_set(
    """
    product item book article job event recipe movie film game course post news story page listing entry record card row
    tile result song album podcast episode hotel restaurant car vehicle property home house apartment flat offer
    offering deal ad vacancy opening review person user customer employee member team player company business store shop
    place city country main primary the a an this full current single detail content entity plan tour trip flight ticket
    room bike phone laptop toy wine beer coffee dish menu meal drink show class session talk profile publication blog
    bookmark headline repository conference festival concert lecture quote paper package project repo app
    """
)
# On a label these name somebody else: "company name" is not the name of a job.
OTHER_THINGS = word_set(
    """
    company person team player business store shop place city country user customer employee member review offer album
    restaurant
    """
)
# Words of layout in class names and labels.
NOISE = word_set(
    """
    the a an wrapper container box block col column cell row item card tile value label text field info data meta
    content color colour sm md lg xl xs small medium large main primary js css el ui module component inner outer span
    div line list group area section widget display amount number wrap holder body c m s formatted visible hidden
    product og dc itemprop title current big badge bold entry
    """
) - {"title", "body", "number", "amount", "area", "section"}
# In front of a name these make it another thing.
CONTRARY = word_set(
    """
    old was original previous former before list regular retail rrp msrp shipping delivery postage min max minimum
    maximum low high lowest highest sub tax vat discount not no non second alternative alternate short other related
    similar end expiry birth death update updated modify modified last next review reviewer seller author brand count
    currency company publisher category type id icon alt deposit monthly unit crossed strike parent
    """
)
# After a name these only say how it is measured.
QUALIFIERS = word_set(
    """
    in per incl excl inclusive exclusive including excluding ex inc usd eur gbp jpy chf kg g lb oz cm mm m km ml l mi ft
    sq kwh h hour min minute day week month year percent at on for by from approx est estimate local total net gross tax
    k mln million billion c f
    """
)
# After the name of a field these say how its value is to be measured.
UNITS = word_set(
    """
    usd eur gbp chf jpy kg g lb oz cm mm km km2 m2 sqft sqm hour minute min second day year percent pct in per
    """
) - {"day", "year"}
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
        """
    )
)
