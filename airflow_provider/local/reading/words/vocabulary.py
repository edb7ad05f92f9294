"""What people call the same thing: a line for each field, in the form of `wording.read_table`, in several languages."""

from __future__ import annotations

FIELDS = """
title = 商品名, レシピ名, namn, nazwa, produkt, tytuł, topic, thread, discussion, question, titel, titre, título,
    nombre, nom, produktname, name, headline, heading, subject, product, book, movie, film, item, event, job, article,
    recipe, course, game, hotel, restaurant, song, album, track, nome, titolo, naam, bezeichnung, artikelname,
    タイトル, 名前, vehicle, car
price = final price, discount price, discounted price, special price, promotional price, preis, pris, cena, precio
    actual, prix, precio, prezzo, prijs, unser preis, verkaufspreis, cost, price amount, sale price, offer price, our
    price, asking price, fee, selling price, 価格, 販売価格, 税込価格, preço, precio de venta, prix de vente, prezzo di
    vendita, preço por, precio final, cena sprzedaży, aktueller preis, prix actuel, prezzo attuale
old_price = uvp, statt, listenpreis, streichpreis, precio anterior, ancien prix, compare at, compare at price, retail,
    was price, original price, previous price, list price, regular price, was, rrp, msrp, strike price, retail price,
    before, preço de, preço anterior, preço antigo, precio original, precio antes, precio antiguo, prix barré, prix
    d'origine, prix initial, prezzo precedente, prezzo originale, prezzo di listino, alter preis, ursprünglicher preis,
    stara cena, cena regularna, poprzednia cena, oude prijs, 通常価格, 参考価格, 定価, 元値
net_price = ex tax, price ex tax, price excl vat, price excluding vat, price ex vat, price excl tax, price without vat,
    preis netto, nettopreis, prix ht, precio sin iva, sin iva, preis ohne mwst, prix hors taxe, prezzo senza iva, price
    without tax, price before tax, price ht, 税抜, 税抜価格
gross_price = price incl vat, price including vat, price inc vat, price incl tax, price with vat, bruttopreis, prix
    ttc, precio con iva, preis inkl mwst, prezzo con iva
currency = price currency, currency code, moneda, moeda, devise, valuta, währung, waluta, 通貨, currency iso code
url = canonical url, link, href, permalink, web page, canonical, web address, main entity of page, lien, enlace,
    collegamento, 商品url, topic url, topic link, thread url, thread link, question url
website = homepage, home page, web site, official website, same a
image = photo, picture, thumbnail, img, image url, cover, cover image, poster, thumbnail url, photo url, image link,
    img url, img src, image src, picture url, og image, imagen, imagem, immagine, bild, obraz, zdjęcie, afbeelding,
    foto, produktbild, url imagen, image produit, 画像
author = rezept von, ricetta di, recette de, autor, auteur, autore, von, recipe by, poster, user, username, user name,
    topic starter, starter, thread starter, started by, original poster, op, writer, by, byline, written by, creator,
    posted by, reviewer, dc creator, reported by, contributor, autora, autore ricetta, författare, forfatter, escrito
    por, publicado por, publié par, inserito da, geschrieben von, przepis od, 著者, 作者, asked by, asker
date = published, date published, publication date, published date, posted, posted on, published on, publish date, pub
    date, posted date, date posted, published time, release date, released, created, date created, post date, posting
    date, published at, created at, posted at, pubdate, timestamp, datetime, upload date, article published time,
    listed, listing date, datum, fecha, fecha de publicación, data de publicação, data di pubblicazione, date de
    publication, date publication, data pubblicazione, fecha publicación, data publicação, erscheinungsdatum,
    veröffentlichungsdatum, veröffentlicht, veröffentlicht am, data publikacji, publicado, publicado el, publié le,
    pubblicato il, 公開日, 日付, 発売日, asked, asked at, asked on, asked time, started
updated = last updated, date modified, modified, modified date, updated at, modified time, last modified, update date,
    article modified time, updated on, actualizado, fecha de actualización, mis à jour, mise à jour, aktualisiert,
    aktualisiert am, aggiornato, atualizado, data aktualizacji, 更新日
last_poster = last post by, last reply by, last message by, latest poster, last post author, last reply author
last_activity = last post date, last reply date, last post at, last reply at, last posted, latest activity
rating = rating average, bewertung, valoración, valutazione, star, score, average rating, star rating, user rating,
    review rating, grade, aggregate rating, rating score, customer rating, review score, rated, avg rating, overall
    rating, note moyenne, note globale, note des clients, note client, avaliação, avaliação média, calificación,
    puntuación, punteggio, ocena, średnia ocena, beoordeling, betyg, durchschnittliche bewertung, valoración media,
    評価, rating avg
review_count = num rating, total rating, opinie, rating count, review, number of review, num review, number of rating,
    vote, review total, total review, no of review, customer review, total avaliações, número de avaliações,
    avaliações, número de valoraciones, número de opiniones, valoraciones, opiniones, reseñas, número de reseñas, avis,
    nombre d'avis, nombre avis, anzahl bewertungen, bewertungen, anzahl der bewertungen, numero recensioni, recensioni,
    numero di recensioni, liczba opinii, liczba ocen, レビュー数, レビュー件数
availability = 在庫, lagerbestand, lagerstatus, dostępność, verfügbarkeit, disponibilité, disponibilidad,
    disponibilità, lieferstatus, stock status, in stock, stock, available, is available, is in stock, availability
    status, instock, stock level, stock availability, en stock, disponible, disponibilidade, disponível, em estoque,
    estoque, disponibile, verfügbar, vorrätig, auf lager, lieferbar, dostępny, beschikbaarheid, beschikbaar, op
    voorraad
quantity = qty, inventory level, stock quantity, number available, stock count, number in stock, unit in stock,
    available quantity, stock, inventory, available, availability, in stock, quantité, quantité en stock, cantidad,
    quantidade, quantità, menge, ilość, aantal, cantidad en stock, 在庫数
description = summary, abstract, overview, about, synopsis, blurb, teaser, excerpt, snippet, desc, short description,
    detail, intro, og description, lead, dek, standfirst, subtitle summary, plot, descripción, descrição, descrizione,
    beschreibung, opis, omschrijving, beskrivning, produktbeschreibung, artikelbeschreibung, opis produktu, descrição
    do produto, descripción corta, description courte, descrizione breve, kurzbeschreibung, 商品説明, 説明
text = content, body, article body, review body, quote, message, comment, comment text, full text, review text
own_rating = your rating, my rating, ihre bewertung, deine bewertung, votre note, tu valoración, twoja ocena, tu voto
company = firma, arbeitgeber, entreprise, empresa, azienda, employer, organization, hiring organization, organisation,
    hiring company, employer name, firm, unternehmen, pracodawca, empleador, société, ditta, 会社名, agency, agencia,
    inmobiliaria, agence, makler
location = located in, ort, standort, lieu, ubicación, luogo, arbeitsort, loc, place, city, job location, where,
    address locality, region, office, town, area, location name, work location, localização, localidad, localisation,
    localidade, località, lokalizacja, miejsce pracy, plaats, einsatzort, lugar, 勤務地, 所在地
venue = venue name, location, place, where, location name, stage, veranstaltungsort
address = street address, postal address, street, dirección, endereço, adresse, anschrift, indirizzo, adres, 住所
city = town, address locality, locality, ciudad, cidade, ville, stadt, città, miasto, 都市
state = province, address region, region
country = address country, nation, country name, país, paese, kraj
postal_code = zip, zip code, postcode, post code, plz, postleitzahl, código postal, codice postale
salary = pay, compensation, base salary, wage, salary range, pay range, remuneration, annual salary, estimated salary,
    salario, sueldo, salaire, gehalt, stipendio, retribuzione, wynagrodzenie, 給与, 年収
brand = メーカー, ブランド, marke, varumärke, märke, producent, marka, hersteller, marque, marca, fabricant, merk,
    fabbricante, manufacturer, manufactured by, make, vendor, maker
seller = vendor, merchant, sold by, shop, store, vendedor, vendeur, verkäufer, venditore, sprzedawca, verkoper, 販売元
model = model number, model name, mpn, item model number, manufacturer part number, part number, hersteller nr,
    herstellernummer, hersteller artikelnummer, 型番, modelo, modèle, modell, modello, modellnummer
category = kategorie, catégorie, categoría, course, meal type, dish type, meal course, genre, section, department,
    article section, topic, product type, recipe type, industry, occupational category, kategoria, rubrique, rubrik,
    カテゴリ, カテゴリー
tag = keyword, label, hashtag, etiqueta, étiquette, schlagwort, schlagwörter, stichwörter, mots clés, palabras clave,
    parole chiave, タグ
sku = symbol, kod produktu, 商品番号, artikelnr, produktnr, artikelnummer, order number, ordernummer, bestellnr,
    produktnummer, indeks, artikel nr, art nr, artikel, bestellnummer, référence, referencia, ref, codice, código,
    codice articolo, item, style number, style, catalog no, stock number, stock code, asin, article no, product ref,
    model sku, part no, product no, item model number, product code, item number, item code, product id, stock keeping
    unit, item id, catalogue number, cód, codice prodotto, código de producto, referenz, numer katalogowy, kod, nr art,
    品番
isbn = isbn 13, isbn 10
gtin = gtin 13, gtin 12, gtin8, gtin14, ean, upc, barcode, ean code, código de barras, codice a barre, ean13
start_date = start, date, begin, when, event date, start time, from, starting, date time, date and time, starts at,
    fecha de inicio, fecha inicio, date début, date de début, data inizio, data di inizio, data início, data de início,
    beginn, startdatum, data rozpoczęcia, 開始日, début
end_date = end, until, end time, to, ending, ends at, fecha fin, fecha de fin, fecha de finalización, date fin, date de
    fin, data fine, data fim, data de término, ende, enddatum, data zakończenia, 終了日, fin
time = hour, start time, at, start clock
duration = length, runtime, running time, run time, total time, time required, play time, durée, duración, dauer,
    durata, duração, czas trwania
cook_time = czas gotowania, czas pieczenia, kochzeit, backzeit, temps de cuisson, cuisson, tiempo de cocción, cocción,
    cottura, tempo di cottura, kooktijd, bake time, baking time, koch backzeit, cooking time, cooking, cook, tiempo
    cocción, temps cuisson, tempo cottura, garzeit, tempo de cozimento, 調理時間, oven time
prep_time = czas przygotowania, preparazione, preparación, préparation, tempo de preparo, vorbereitungszeit,
    zubereitungszeit, temps de préparation, tiempo de preparación, tempo di preparazione, arbeitszeit, bereidingstijd,
    hands on time, active time, preparation time, prep, temps préparation, tiempo preparación, tempo preparazione,
    tempo preparo, hands on
total_time = czas, total, gesamtzeit, temps total, tiempo total, tempo totale, totale tijd, ready, gesamt, total
    cooking time, ready in, time total, overall time, tempo total, 所要時間
serving = liczba porcji, dosi per, porcje, portioner, rendimento, antal portioner, portionen, raciones, porciones,
    personnes, porzioni, personen, comensales, yields, makes, nutrition serving, porties, recipe yield, serve, portion,
    serving size, number of serving, porções, rendement, nombre de personnes, nombre de portions, número de porciones,
    numero di porzioni, porsjoner, 人数, 分量, feed
ingredient = 材料, składniki, składnik, zutat, ingrediente, ingrediënten, ingredienser, zutaten, ingredienti, what you
    need, you will need, what you will need, ingredienti per, ingredient list
instruction = 作り方, aan de slag, procedimento, przygotowanie, sposób przygotowania, wykonanie, fremgangsmåde,
    zubereitung, préparation, preparación, preparazione, bereiding, preparation method, elaboración, procedimiento, modo
    de preparo, anleitung, étapes, steps, cooking instruction, procedure, how to make, pasos, cooking method, recipe
    direction, tillagning, gör så här, direction, method, preparation step, how to make it, what to do, instrucciones,
    instruções, istruzioni, étapes de préparation, modo de preparación, preparo, schritte, zubereitungsschritte, kroki,
    passaggi, come preparare, cómo se hace, cómo preparar, as etapas, 手順
calorie = calories, kalorien, calorías, calorie per serving, energy kcal, brennwert, nutrition calorie, kcal, energy,
    valor energético, energi, energia, énergie, エネルギー, カロリー
nutrition = nutrient, nutrition fact, nutritional information
cuisine = küche, cocina, cucina, keuken
difficulty = difficoltà, schwierigkeit, schwierigkeitsgrad, difficulté, dificultad, moeilijkheid, svårighetsgrad,
    trudność, skill level, difficulty level, dificuldade, poziom trudności, 難易度
phone = telephone, tel, phone number, telephone number, mobile, call, teléfono, telefone, telefon, telefonnummer,
    電話番号
email = e mail, mail, email address, mailto, correo, correo electrónico, courriel
publisher = published by, publishing house, imprint, publisher name, editorial, editora, éditeur, verlag, casa
    editrice, editore, wydawnictwo, uitgever, 出版社
language = in language, lang, original language, idioma, langue, sprache, lingua, język, taal, 言語
page = number of page, page count, num page, print length, length in page, no of page, páginas, nombre de pages, número
    de páginas, seitenzahl, seiten, pagine, numero di pagine, liczba stron, ページ数
format = binding, edition, cover type, encuadernación, einband, oprawa, formato
year = release year, year published, publication year, released, first published, date, year of release, date
    published, copyright year, release date, model year, año, jahr, année, anno, año de publicación, erscheinungsjahr,
    rok wydania, 発行年, published
employment_type = job type, contract, contract type, work type, type, position type, schedule, tipo de contrato, type
    de contrat, vertragsart, beschäftigungsart, tipo di contratto, rodzaj umowy, 雇用形態
deadline = valid through, closing date, apply by, application deadline, close, expire, expiry date, valid until, apply
    before, end of application, bewerbungsfrist, fecha límite, date limite, data limite
experience = experience requirement, experience level, seniority, level, year of experience
skill = required skill, technology, tech stack, stack, requirement, qualification
position = rank, place, no, number, ranking, pos, job title, role
role = position, job title, title, occupation, profession, job, designation
host = hosted by, hostname, domain, domain name
organizer = organiser, hosted by, organized by, presented by, organised by, veranstalter, organizador, organisateur,
    organizzatore, organizator
performer = artist, speaker, act, line up, lineup, presenter, band
artist = by artist, musician, band, singer, performer
director = directed by, regie, regisseur, réalisateur, regista, réalisé par
actor = cast, starring, star actor, darsteller, acteurs, reparto, elenco
weight = net weight, shipping weight, peso, poids, gewicht, waga, vikt, 重量
dimension = size, measurement, abmessungen, maße, größe, dimensiones, dimensões, dimensioni, wymiary, afmetingen, mått,
    medidas, tamaño, tamanho, talla, taille, taglia, rozmiar, サイズ, 寸法
color = colour, available color, finish, farbe, couleur, cor, colore, kolor, kleur, färg, カラー, 色
material = fabric, made of, composition, matière, materiale, materiaal, composición, composição, composizione,
    matériau, 素材, 材質
population = inhabitant, total population, population total
area = total area, land area, surface area, floor area, living area, square footage, sq ft, size, superficie,
    superficie m2, wohnfläche, powierzchnia, 面積, surface habitable, m², m2, qm, sqm
capital = capital city
founded = founding date, established, founded in, foundation, inception, formed, year founded
founder = founded by
headquarters = hq, head office, headquarters location
employee = number of employee, employee count, staff, headcount, num employee, workforce
born = birth date, date of birth, birthday, dob, birthdate
died = death date, date of death, deathdate
nationality = citizenship
license = licence, licensing
version = software version, release, latest version
operating_system = o, platform, system requirement
bedroom = bed, number of bedroom, number of room, room, habitaciones, dormitorios, quartos, zimmer, chambres, camere,
    pokoje, nombre de pièces, hab, habitación, dormitorio, bd
bathroom = bath, number of bathroom, number of bathroom total, baños, banheiros, salles de bain, badezimmer, bagni,
    łazienki
played = pld, gp, mp, match played
point = pts, pt, ポイント, puntos, punkte, pontos
win = w, won
loss = l, lost
draw = d, drawn
like = like count, favorite, favourite, upvote, point, score
comment_count = antworten, comment, number of comment, num comment, reply count, reply, comentarios, commentaires,
    kommentare, commenti
view = hit, view count, read, number of view, play count
discount = saving, you save, save, percent off, discount percentage, descuento, desconto, rabatt, remise, sconto, rabat
shipping = delivery, shipping cost, shipping price, delivery cost, delivery fee, postage, shipping fee, envío, gastos
    de envío, frete, versandkosten, livraison, frais de livraison, frais de port, spedizione, spese di spedizione,
    koszt dostawy
condition = state, condición, état, zustand, condizione
warranty = guarantee, garantía, garantie, garanzia, gwarancja, 保証
site_name = site, website name, nombre del sitio, nom du site, nome del sito, nome do site
status = state, order status
source = via, publication, outlet, publisher
resting_time = rest time, resting, ruhezeit, kühlzeit, temps de repos, repos, tiempo de reposo, reposo, tempo di
    riposo, riposo, rusttijd, chill time, chilling time, standing time
protein = eiweiß, proteine, proteína, proteiner, eiwit, białko, たんぱく質
fat = fett, gesamtfett, grassi, grasas, matières grasses, lipides, gorduras, vetten, tłuszcz, 脂質
carbohydrate = carb, kohlenhydrate, kohlenhydr, glucides, carbohidratos, hidratos de carbono, carboidrati, węglowodany,
    kolhydrater, koolhydraten, 炭水化物
cost = costo, coste, kosten, coût, costi
note = notizen, anmerkungen, tipps, notas, recipe note, tip
capacity = capacidad, capacidade, contenance, fassungsvermögen, capacità, pojemność, 容量
origin = country of origin, country of manufacture, made in, place of origin, herkunft, herkunftsland, ursprungsland,
    país de origen, pays d'origine, paese di origine, hecho en, hergestellt in, fabriqué en, fabricado en, kraj
    pochodzenia, 産地, 原産国
power = potencia, leistung, puissance, potenza, moc
voltage = voltagem, voltaje, spannung
delivery_time = lieferzeit, delivery estimate, estimated delivery, shipping time, plazo de entrega, délai de livraison,
    tempi di consegna, prazo de entrega, czas dostawy, levertijd
price_per_night = nightly price, nightly rate, night price, rate per night, prix par nuit, precio por noche
start_time = start clock
end_time = end clock
floor = planta, étage, stockwerk, floor number
mileage = kilometerstand, kilométrage, kilometraje, odometer
registration = reg, reg no, registration number, number plate, licence plate
"""
