"""What people call the same thing: a line for each field, in the form of `wording.read_table`, in several languages."""

from __future__ import annotations

FIELDS = """
title = 商品名, レシピ名, namn, nazwa, produkt, tytuł, topic, thread, discussion, question, titel, titre, título, nombre, nom,
    produktname, name, headline, heading, subject, product, book, movie, film, item, event, job, article, recipe,
    course, game, hotel, restaurant, song, album, track, nome, titolo, naam, bezeichnung, artikelname, タイトル, 名前,
    vehicle, car, repository, thema, sujet, tema, emne, ämne, aihe, temat, onderwerp, discussione, discusión, tópico,
    件名, podcast, episode, evenement, evento, veranstaltung, tapahtuma, evenemang, wydarzenie, イベント名, boek, bok, kniha,
    książka, libro, livre, livro, buch, kirja, vacature, stilling, stanowisko, stellenbezeichnung, puesto, poste,
    functie, befattning, tehtävänimike, pozice, navn, produktnavn, varenavn, produktnamn, název, název produktu, nazwa
    produktu, tuotenimi, nimi, otsikko, nadpis, productnaam, nome prodotto, titolo prodotto, opskrift, oppskrift,
    resepti, 品名
price = final price, discount price, discounted price, special price, promotional price, preis, pris, cena, precio
    actual, prix, precio, prezzo, prijs, unser preis, verkaufspreis, cost, price amount, sale price, offer price, our
    price, asking price, fee, selling price, 価格, 販売価格, 税込価格, preço, precio de venta, prix de vente, prezzo di vendita,
    preço por, precio final, cena sprzedaży, aktueller preis, prix actuel, prezzo attuale, hinta, aktuell pris,
    nuværende pris, aktuální cena, cena s dph, nykyinen hinta, huidige prijs, precio de oferta, prezzo scontato,
    kaufpreis, vraagprijs, udsalgspris, 本体価格
old_price = uvp, statt, listenpreis, streichpreis, precio anterior, ancien prix, compare at, compare at price, retail,
    was price, original price, previous price, list price, regular price, was, rrp, msrp, strike price, retail price,
    before, preço de, preço anterior, preço antigo, precio original, precio antes, precio antiguo, prix barré, prix
    d'origine, prix initial, prezzo precedente, prezzo originale, prezzo di listino, alter preis, ursprünglicher preis,
    stara cena, cena regularna, poprzednia cena, oude prijs, 通常価格, 参考価格, 定価, 元値, førpris, normalpris, vejledende pris,
    veiledende pris, ord pris, ordinarie pris, ordinær pris, tidligere pris, tidigare pris, rek pris, normaalihinta,
    původní cena, běžná cena, adviesprijs, van prijs, precio habitual, prix conseillé, prezzo consigliato
net_price = ex tax, price ex tax, price excl vat, price excluding vat, price ex vat, price excl tax, price without vat,
    preis netto, nettopreis, prix ht, precio sin iva, sin iva, preis ohne mwst, prix hors taxe, prezzo senza iva, price
    without tax, price before tax, price ht, 税抜, 税抜価格, cena netto, cena bez dph, pris ekskl moms, pris eks mva, pris
    exkl moms, prijs excl btw, hinta alv 0, preço sem iva
gross_price = price incl vat, price including vat, price inc vat, price incl tax, price with vat, bruttopreis, prix ttc,
    precio con iva, preis inkl mwst, prezzo con iva, cena brutto, pris inkl moms, pris inkl mva, prijs incl btw, preço
    com iva, 税込
currency = price currency, currency code, moneda, moeda, devise, valuta, währung, waluta, 通貨, valuutta, měna, currency
    iso code
url = canonical url, link, href, permalink, web page, canonical, web address, main entity of page, lien, enlace,
    collegamento, 商品url, topic url, topic link, thread url, thread link, question url, länk, lenke
website = homepage, home page, web site, official website, same a
image = photo, picture, thumbnail, img, image url, cover, cover image, poster, thumbnail url, photo url, image link, img
    url, img src, image src, picture url, og image, imagen, imagem, immagine, bild, obraz, zdjęcie, afbeelding, foto,
    produktbild, url imagen, image produit, 画像, billede, bilde, kuva, obrázek
author = rezept von, ricetta di, recette de, autor, auteur, autore, von, recipe by, poster, user, username, user name,
    topic starter, starter, thread starter, started by, original poster, op, writer, by, byline, written by, creator,
    posted by, reviewer, dc creator, reported by, contributor, autora, autore ricetta, författare, forfatter, escrito
    por, publicado por, publié par, inserito da, geschrieben von, przepis od, 著者, 作者, asked by, asker, kirjailija,
    kirjoittaja, tekijä, skribent, schrijver, opskrift af, oppskrift av, recept av, recept van, skrevet af, skrevet av,
    skriven av, geschreven door, napsal
date = published, date published, publication date, published date, posted, posted on, published on, publish date, pub
    date, posted date, date posted, published time, release date, released, created, date created, post date, posting
    date, published at, created at, posted at, pubdate, timestamp, datetime, upload date, article published time,
    listed, listing date, datum, fecha, fecha de publicación, data de publicação, data di pubblicazione, date de
    publication, date publication, data pubblicazione, fecha publicación, data publicação, erscheinungsdatum,
    veröffentlichungsdatum, veröffentlicht, veröffentlicht am, data publikacji, publicado, publicado el, publié le,
    pubblicato il, 公開日, 日付, 発売日, asked, asked at, asked on, asked time, started, dato, päivämäärä, publiceret,
    publisert, publicerad, julkaistu, gepubliceerd, opublikowano, zveřejněno, publiceringsdatum, utgivelsesdato,
    udgivelsesdato, utgivningsdatum, julkaisupäivä, datum vydání, data wydania, fecha de lanzamiento, date de sortie,
    data di uscita, data de lançamento, 発行日, 投稿日, 掲載日
updated = last updated, date modified, modified, modified date, updated at, modified time, last modified, update date,
    article modified time, updated on, actualizado, fecha de actualización, mis à jour, mise à jour, aktualisiert,
    aktualisiert am, aggiornato, atualizado, data aktualizacji, 更新日, senest opdateret, sist oppdatert, senast
    uppdaterad, opdateret, oppdatert, uppdaterad, päivitetty, bijgewerkt, zaktualizowano, aktualizováno, última
    actualización, dernière mise à jour, ultimo aggiornamento, última atualização
last_poster = last post by, last reply by, last message by, latest poster, last post author, last reply author
last_activity = last post date, last reply date, last post at, last reply at, last posted, latest activity, activity,
    last active, letzte aktivität, dernière activité, última actividad, siste aktivitet, seneste aktivitet, senaste
    aktivitet, laatste activiteit
rating = rating average, bewertung, valoración, valutazione, star, score, average rating, star rating, user rating,
    review rating, grade, aggregate rating, rating score, customer rating, review score, rated, avg rating, overall
    rating, note moyenne, note globale, note des clients, note client, avaliação, avaliação média, calificación,
    puntuación, punteggio, ocena, średnia ocena, beoordeling, betyg, durchschnittliche bewertung, valoración media, 評価,
    vurdering, bedømmelse, arvosana, hodnocení, waardering, gemiddelde beoordeling, gjennomsnittlig vurdering, průměrné
    hodnocení, rating avg
review_count = num rating, total rating, opinie, rating count, review, number of review, num review, number of rating,
    vote, review total, total review, no of review, customer review, total avaliações, número de avaliações, avaliações,
    número de valoraciones, número de opiniones, valoraciones, opiniones, reseñas, número de reseñas, avis, nombre
    d'avis, nombre avis, anzahl bewertungen, bewertungen, anzahl der bewertungen, numero recensioni, recensioni, numero
    di recensioni, liczba opinii, liczba ocen, レビュー数, レビュー件数, anmeldelser, antal anmeldelser, antall anmeldelser, antal
    recensioner, antal omdömen, arvostelut, arvosteluja, počet hodnocení, počet recenzí, aantal beoordelingen, aantal
    reviews, beoordelingen, recensies
availability = 在庫, lagerbestand, lagerstatus, dostępność, verfügbarkeit, disponibilité, disponibilidad, disponibilità,
    lieferstatus, stock status, in stock, stock, available, is available, is in stock, availability status, instock,
    stock level, stock availability, en stock, disponible, disponibilidade, disponível, em estoque, estoque,
    disponibile, verfügbar, vorrätig, auf lager, lieferbar, dostępny, beschikbaarheid, beschikbaar, op voorraad,
    tilgængelighed, tilgjengelighet, tillgänglighet, saatavuus, varastotilanne, dostupnost, voorraad, voorraadstatus, på
    lager, i lager, varastossa, skladem, em stock, in magazzino, 在庫状況
quantity = qty, inventory level, stock quantity, number available, stock count, number in stock, unit in stock,
    available quantity, stock, inventory, available, availability, in stock, quantité, quantité en stock, cantidad,
    quantidade, quantità, menge, ilość, aantal, cantidad en stock, 在庫数, antal, antall, määrä, množství, varastosaldo
description = summary, abstract, overview, about, synopsis, blurb, teaser, excerpt, snippet, desc, short description,
    detail, intro, og description, lead, dek, standfirst, subtitle summary, plot, descripción, descrição, descrizione,
    beschreibung, opis, omschrijving, beskrivning, produktbeschreibung, artikelbeschreibung, opis produktu, descrição do
    produto, descripción corta, description courte, descrizione breve, kurzbeschreibung, 商品説明, 説明, produktbeskrivning,
    produktbeskrivelse, varubeskrivning, varebeskrivelse, beskrivelse, kuvaus, tuotekuvaus, popis, popis produktu,
    productomschrijving, descrizione prodotto, productbeschrijving, resumen, résumé, riassunto, resumo, 概要, 商品の説明
text = content, body, article body, review body, quote, message, comment, comment text, full text, review text
company = firma, arbeitgeber, entreprise, empresa, azienda, employer, organization, hiring organization, organisation,
    hiring company, employer name, firm, unternehmen, pracodawca, empleador, société, ditta, 会社名, agency, agencia,
    inmobiliaria, agence, makler, virksomhed, bedrift, företag, yritys, arbejdsgiver, arbeidsgiver, arbetsgivare,
    työnantaja, bedrijf, werkgever, společnost, zaměstnavatel, datore di lavoro, empregador, employeur, bedrijfsnaam,
    makelaar, mäklare, megler, ejendomsmægler, 企業名, 社名
location = located in, ort, standort, lieu, ubicación, luogo, arbeitsort, loc, place, city, job location, where, address
    locality, region, office, town, area, location name, work location, localização, localidad, localisation,
    localidade, località, lokalizacja, miejsce pracy, plaats, einsatzort, lugar, 勤務地, 所在地, sted, arbejdssted,
    arbeidssted, arbetsort, arbetsplats, sijainti, paikkakunta, työpaikka, místo, lokalita, místo práce, standplaats,
    werklocatie, locatie, lieu de travail, sede di lavoro, local de trabalho, lugar de trabajo, miejsce, emplacement,
    beliggenhed, beliggenhet, 場所
venue = venue name, location, place, where, location name, stage, veranstaltungsort, spielort, ort, lieu, luogo, lugar,
    recinto, sted, plats, paikka, tapahtumapaikka, místo konání, miejsce, locatie, lokal, arena, 会場, 開催場所
address = street address, postal address, street, dirección, endereço, adresse, anschrift, indirizzo, adres, 住所, adresa,
    adress, osoite, straße, rue, straße hausnummer, straße und hausnummer, straat en huisnummer, street and number,
    street name house number, gateadresse, gatuadress, katuosoite, besöksadress, besøksadresse, domicilio
city = town, address locality, locality, ciudad, cidade, ville, stadt, città, miasto, 都市, stad, kaupunki, město,
    poststed, woonplaats, miejscowość, municipio, 市区町村
state = province, address region, region
country = address country, nation, country name, país, paese, kraj, země, 国
postal_code = zip, zip code, postcode, post code, plz, postleitzahl, código postal, codice postale, postnummer,
    postinumero, psč, kod pocztowy, 郵便番号
salary = pay, compensation, base salary, wage, salary range, pay range, remuneration, annual salary, estimated salary,
    salario, sueldo, salaire, gehalt, stipendio, retribuzione, wynagrodzenie, 給与, 年収, lønn, løn, lön, palkka, mzda,
    salaris, brutosalaris, bruttolønn, remuneración, vergütung, jahresgehalt, salaire brut, remuneração, zarobki,
    uurloon, månadslön, månedsløn, 時給, 月給
brand = メーカー, ブランド, marke, varumärke, märke, producent, marka, hersteller, marque, marca, fabricant, merk, fabbricante,
    manufacturer, manufactured by, make, vendor, maker, mærke, merke, varemærke, varemerke, tuotemerkki, merkki, značka,
    výrobce, valmistaja, tillverkare, produsent, fabrikant, fabricante, produttore
seller = vendor, merchant, sold by, shop, store, vendedor, vendeur, verkäufer, venditore, sprzedawca, verkoper, 販売元,
    sælger, selger, säljare, myyjä, prodejce, forhandler, återförsäljare, 販売者
model = model number, model name, mpn, item model number, manufacturer part number, part number, hersteller nr,
    herstellernummer, hersteller artikelnummer, 型番, modelo, modèle, modell, modello, modellnummer, malli, modelnummer,
    modelnavn, numer modelu, número de modelo, numéro de modèle, numero modello, 型式
category = kategorie, catégorie, categoría, course, meal type, dish type, meal course, genre, section, department,
    article section, topic, product type, recipe type, industry, occupational category, kategoria, rubrique, rubrik,
    カテゴリ, カテゴリー, kategorien, kategorier, categorieën, kategori, osasto, menugang, måltid, type de plat, tipo de plato,
    tipo di piatto, rodzaj dania, druh jídla, sección, sezione, seção, kicker, branche, bransch, bransje, toimiala,
    settore, odvětví, branża
tag = keyword, label, hashtag, etiqueta, étiquette, schlagwort, schlagwörter, stichwörter, mots clés, palabras clave,
    parole chiave, タグ, emneord, nøgleord, nyckelord, stikkord, avainsanat, trefwoorden, słowa kluczowe, klíčová slova,
    palavras chave, キーワード
sku = symbol, kod produktu, 商品番号, artikelnr, produktnr, artikelnummer, order number, ordernummer, bestellnr,
    produktnummer, indeks, artikel nr, art nr, artikel, bestellnummer, référence, referencia, ref, codice, código,
    codice articolo, item, style number, style, catalog no, stock number, stock code, asin, article no, product ref,
    model sku, part no, product no, item model number, product code, item number, item code, product id, stock keeping
    unit, item id, catalogue number, cód, codice prodotto, código de producto, referenz, numer katalogowy, kod, nr art,
    品番, varenummer, varenr, artnr, tuotenumero, tuotekoodi, kód zboží, katalogové číslo, numéro d'article, número de
    artículo, numero articolo, productnummer, bestelnummer, bestillingsnummer, beställningsnummer, produktkod,
    produktkode, productcode, numer produktu, 商品コード
isbn = isbn 13, isbn 10, isbn nummer
gtin = gtin 13, gtin 12, gtin8, gtin14, ean, upc, barcode, ean code, código de barras, codice a barre, ean13, ean kode,
    ean kod, ean nummer, ean koodi, kod ean, čárový kód, viivakoodi, stregkode, strekkode, streckkod, streepjescode,
    code barres, strichcode, jan コード
start_date = start, date, begin, when, event date, start time, from, starting, date time, date and time, starts at,
    fecha de inicio, fecha inicio, date début, date de début, data inizio, data di inizio, data início, data de início,
    beginn, startdatum, data rozpoczęcia, 開始日, début, startdato, aloituspäivä, datum zahájení, begindatum, alkaa,
    začátek, fecha de comienzo, 開催日
end_date = end, until, end time, to, ending, ends at, fecha fin, fecha de fin, fecha de finalización, date fin, date de
    fin, data fine, data fim, data de término, ende, enddatum, data zakończenia, 終了日, fin, slutdato, sluttdato,
    slutdatum, päättymispäivä, datum ukončení, einddatum, päättyy, konec
time = hour, start time, at, start clock, uhrzeit, heure, aanvangstijd, klokkeslæt, klokkeslett, kellonaika, godzina,
    時間, tid, hora, ora, aika, čas, tijd
duration = length, runtime, running time, run time, total time, time required, play time, durée, duración, dauer,
    durata, duração, czas trwania, varighed, varighet, kesto, duur, speelduur, délka, speltid, spilletid, laufzeit, 再生時間
cook_time = czas gotowania, czas pieczenia, kochzeit, backzeit, temps de cuisson, cuisson, tiempo de cocción, cocción,
    cottura, tempo di cottura, kooktijd, bake time, baking time, koch backzeit, cooking time, cooking, cook, tiempo
    cocción, temps cuisson, tempo cottura, garzeit, tempo de cozimento, 調理時間, stegetid, bagetid, steketid, kogetid,
    koketid, gräddningstid, koktid, paistoaika, kypsennysaika, doba vaření, doba pečení, oventijd, baktijd, czas
    smażenia, frying time, roasting time, grilling time, frittierzeit, bratzeit, tiempo de horneado, tempo de forno,
    tempo di frittura, temps de friture, 加熱時間, oven time
prep_time = czas przygotowania, preparazione, preparación, préparation, tempo de preparo, vorbereitungszeit,
    zubereitungszeit, temps de préparation, tiempo de preparación, tempo di preparazione, arbeitszeit, bereidingstijd,
    hands on time, active time, preparation time, prep, temps préparation, tiempo preparación, tempo preparazione, tempo
    preparo, forberedelsestid, forberedelse, förberedelsetid, arbejdstid, esivalmisteluaika, doba přípravy, příprava,
    voorbereidingstijd, voorbereiding, 準備時間, 下準備, hands on
total_time = czas, total, gesamtzeit, temps total, tiempo total, tempo totale, totale tijd, ready, gesamt, total cooking
    time, ready in, time total, overall time, tempo total, 所要時間, totaltid, samlet tid, tid i alt, valmistusaika,
    kokonaisaika, celkový čas, celková doba, całkowity czas, łączny czas, czas całkowity, totale bereidingstijd, durée
    totale, duración total, tilberedningstid, tillagningstid, 調理時間合計, tid, zeit, temps, tiempo, tempo, aika, čas, tijd
serving = liczba porcji, dosi per, porcje, portioner, rendimento, antal portioner, portionen, raciones, porciones,
    personnes, porzioni, personen, comensales, yields, makes, nutrition serving, porties, recipe yield, serve, portion,
    serving size, number of serving, porções, rendement, nombre de personnes, nombre de portions, número de porciones,
    numero di porzioni, porsjoner, 人数, 分量, antal personer, antall porsjoner, annosta, annoksia, annosmäärä, porce, počet
    porcí, ilość porcji, aantal personen, personer, rende, couverts, 何人分, feed
ingredient = 材料, składniki, składnik, zutat, ingrediente, ingrediënten, ingredienser, zutaten, ingredienti, what you
    need, you will need, what you will need, ingredienti per, ingredient list, ainekset, ingredience, suroviny,
    zutatenliste, benodigdheden, det skal du bruge, du skal bruge, dette trenger du, du trenger, du behöver, lista de
    ingredientes, du brauchst
instruction = 作り方, aan de slag, procedimento, przygotowanie, sposób przygotowania, wykonanie, fremgangsmåde,
    zubereitung, préparation, preparación, preparazione, bereiding, preparation method, elaboración, procedimiento, modo
    de preparo, anleitung, étapes, steps, cooking instruction, procedure, how to make, pasos, cooking method, recipe
    direction, tillagning, gör så här, direction, method, preparation step, how to make it, what to do, instrucciones,
    instruções, istruzioni, étapes de préparation, modo de preparación, preparo, schritte, zubereitungsschritte, kroki,
    passaggi, come preparare, cómo se hace, cómo preparar, as etapas, 手順, postup, postup přípravy, příprava, valmistus,
    valmistusohje, valmistusohjeet, ohje, ohjeet, fremgangsmåte, framgangsmåte, sådan gør du, slik gjør du, så här gör
    du, bereidingswijze, werkwijze, tilberedning, instruktioner, instruksjoner, modo de fazer, mode de préparation,
    preparação, so geht's, so wird's gemacht, zo maak je het, つくり方, cómo hacer, cómo hacerlo, cómo hacerla, come fare,
    come si fa, come si prepara, comment faire, comment préparer, como fazer, jak zrobić, jak przygotować, how to
    prepare, how to cook, näin teet, näin se tehdään
calorie = calories, kalorien, calorías, calorie per serving, energy kcal, brennwert, nutrition calorie, kcal, energy,
    valor energético, energi, energia, énergie, エネルギー, カロリー, kalorier, kalorit, energiindhold, energiinnhold, valeur
    énergétique, wartość energetyczna, valore energetico, energetická hodnota, kaloriengehalt
nutrition = nutrient, nutrition fact, nutritional information, næringsindhold, næringsinnhold, näringsvärde,
    ravintosisältö, ravintoarvo, voedingswaarde, nährwerte, nährwertangaben, valeurs nutritionnelles, valori
    nutrizionali, valores nutricionales, información nutricional, informação nutricional, wartości odżywcze, wartość
    odżywcza, nutriční hodnoty, 栄養成分
cuisine = küche, cocina, cucina, keuken, køkken, kjøkken, kök, keittiö, kuchyně, kuchnia, cozinha, rodzaj kuchni, type
    de cuisine, tipo de cocina, tipo di cucina, tipo de cozinha, ジャンル
difficulty = difficoltà, schwierigkeit, schwierigkeitsgrad, difficulté, dificultad, moeilijkheid, svårighetsgrad,
    trudność, skill level, difficulty level, dificuldade, poziom trudności, 難易度, sværhedsgrad, vanskelighetsgrad,
    vaikeusaste, moeilijkheidsgraad, obtížnost, náročnost, stopień trudności
phone = telephone, tel, phone number, telephone number, mobile, call, teléfono, telefone, telefon, telefonnummer, 電話番号,
    puhelin, puhelinnumero, telefoon, telefoonnummer, numero di telefono, número de teléfono, numéro de téléphone, numer
    telefonu, tlf
email = e mail, mail, email address, mailto, correo, correo electrónico, courriel, sähköposti, e post, epost, e
    mailadresse, adresse e mail, indirizzo email
publisher = published by, publishing house, imprint, publisher name, editorial, editora, éditeur, verlag, casa editrice,
    editore, wydawnictwo, uitgever, 出版社, forlag, förlag, kustantaja, uitgeverij, nakladatelství, vydavatel, utgiver,
    udgiver, maison d'édition
language = in language, lang, original language, idioma, langue, sprache, lingua, język, taal, 言語, sprog, språk, kieli,
    jazyk
page = number of page, page count, num page, print length, length in page, no of page, páginas, nombre de pages, número
    de páginas, seitenzahl, seiten, pagine, numero di pagine, liczba stron, ページ数, sider, sidor, sivumäärä, sivua, aantal
    pagina's, počet stran, antal sider, antall sider, antal sidor, sideantal, sidetall, nombre páginas, strony
format = binding, edition, cover type, encuadernación, einband, oprawa, formato, indbinding, innbinding, bandtyp,
    sidosasu, bindwijze, vazba, reliure, rilegatura, encadernação
year = release year, year published, publication year, released, first published, date, year of release, date published,
    copyright year, release date, model year, año, jahr, année, anno, año de publicación, erscheinungsjahr, rok wydania,
    発行年, published, vuosi, rok, jaar, baujahr, bouwjaar, rok výroby, rok produkcji, årsmodell, årgang, vuosimalli,
    utgivningsår, udgivelsesår, utgivelsesår, julkaisuvuosi, rok vydání, jaar van uitgave, publicatiejaar, ano de
    publicação, anno di pubblicazione, année de publication
employment_type = job type, contract, contract type, work type, type, position type, schedule, tipo de contrato, type de
    contrat, vertragsart, beschäftigungsart, tipo di contratto, rodzaj umowy, 雇用形態, ansættelsestype, ansættelsesform,
    ansettelsesform, anställningsform, anställningstyp, stillingstype, työsuhde, dienstverband, contracttype, soort
    dienstverband, typ úvazku, pracovní poměr, wymiar pracy, rodzaj zatrudnienia, tipo de empleo, tipo de emprego, type
    d'emploi, tipo de jornada, jornada, anstellungsart, contratto, contrato, contrat, kontrakt
deadline = valid through, closing date, apply by, application deadline, close, expire, expiry date, valid until, apply
    before, end of application, bewerbungsfrist, fecha límite, date limite, data limite, ansøgningsfrist, søknadsfrist,
    sista ansökningsdag, hakuaika päättyy, scadenza, termin składania, prazo, uzávěrka, 締切, 応募締切
experience = experience requirement, experience level, seniority, level, year of experience, erfaring, erfarenhet,
    työkokemus, ervaring, werkervaring, praxe, doświadczenie, esperienza, experiencia, erfahrung, berufserfahrung
skill = required skill, technology, tech stack, stack, requirement, qualification
position = rank, place, no, number, ranking, pos, job title, role, posición, platz, rang, classement, posizione,
    plassering, placering, sija, pořadí, pozycja, posição, 順位
role = position, job title, title, occupation, profession, job, designation, stilling, stanowisko, stellenbezeichnung,
    puesto, poste, functie, befattning, tehtävänimike, pozice, mansione
host = hosted by, hostname, domain, domain name
organizer = organiser, hosted by, organized by, presented by, organised by, veranstalter, organizador, organisateur,
    organizzatore, organizator, arrangør, arrangör, järjestäjä, organisator, pořadatel, 主催, 主催者
performer = artist, speaker, act, line up, lineup, presenter, band
artist = by artist, musician, band, singer, performer, maker, painter, kunstner, konstnär, künstler, artiste, artista,
    taiteilija, kunstenaar, umělec, artysta
director = directed by, regie, regisseur, réalisateur, regista, réalisé par, ohjaaja, ohjaus, instruktør, regissør,
    regissör, režie, režisér, reżyseria, reżyser, dirección, dirigido por, regia, 監督
actor = cast, starring, star actor, darsteller, acteurs, reparto, elenco, skuespillere, skådespelare, näyttelijät,
    hrají, obsada, attori, 出演, キャスト
weight = net weight, shipping weight, peso, poids, gewicht, waga, vikt, 重量, vægt, vekt, paino, hmotnost, nettovægt,
    nettovekt, peso netto, peso neto, poids net, nettogewicht
dimension = size, measurement, abmessungen, maße, größe, dimensiones, dimensões, dimensioni, wymiary, afmetingen, mått,
    medidas, tamaño, tamanho, talla, taille, taglia, rozmiar, サイズ, 寸法, størrelse, storlek, koko, mitat, rozměry,
    velikost, afmeting, maten, maat
color = colour, available color, finish, farbe, couleur, cor, colore, kolor, kleur, färg, カラー, 色, farge, farve, väri,
    barva, kleuren
material = fabric, made of, composition, matière, materiale, materiaal, composición, composição, composizione, matériau,
    素材, 材質, materiaali, tygmaterial, składniki materiału, tessuto, stoff
population = inhabitant, total population, population total
area = total area, land area, surface area, floor area, living area, square footage, sq ft, size, superficie, superficie
    m2, wohnfläche, powierzchnia, 面積, surface habitable, m², m2, qm, sqm, boligareal, bruksareal, boarea, boyta,
    bostadsarea, asuinpinta ala, pinta ala, woonoppervlakte, oppervlakte, plocha, užitná plocha, área útil, metri
    quadri, 専有面積
capital = capital city
founded = founding date, established, founded in, foundation, inception, formed, year founded
founder = founded by
headquarters = hq, head office, headquarters location
employee = number of employee, employee count, staff, headcount, num employee, workforce, antal ansatte, ansatte,
    anställda, medewerkers, mitarbeiter, mitarbeiterzahl, empleados, effectif, dipendenti
born = birth date, date of birth, birthday, dob, birthdate
died = death date, date of death, deathdate
nationality = citizenship
license = licence, licensing
version = software version, release, latest version
operating_system = o, platform, system requirement
bedroom = bed, number of bedroom, number of room, room, habitaciones, dormitorios, quartos, zimmer, chambres, camere,
    pokoje, nombre de pièces, hab, habitación, dormitorio, bd, soverom, sovrum, soveværelser, slaapkamers, aantal
    slaapkamers, schlafzimmer, makuuhuoneet, makuuhuoneita, ložnice, sypialnie, camere da letto
bathroom = bath, number of bathroom, number of bathroom total, baños, banheiros, salles de bain, badezimmer, bagni,
    łazienki, badeværelser, badrum, baderom, badkamers, aantal badkamers, kylpyhuoneet, koupelny, casas de banho, bagno
played = pld, gp, mp, match played, partidos jugados, pj, matches joués, spiele, partite giocate, gespeeld, kamper,
    kampe, matcher, ottelut, zápasy, mecze, jogos, 試合
point = pts, pt, ポイント, puntos, punkte, pontos, poäng, poeng, pisteet, punkty, punti, punten, 勝点
win = w, won, ganados, gagnés, victoires, siege, vittorie, gewonnen, vunnet, vundne, vunna, voitot, výhry, zwycięstwa,
    vitórias, victorias, 勝
loss = l, lost, perdidos, perdus, défaites, niederlagen, sconfitte, verloren, nederlag, tabte, förluster, tappiot,
    prohry, porażki, derrotas, 敗
draw = d, drawn, empatados, empates, nuls, unentschieden, pareggi, gelijk, uavgjort, uafgjorte, oavgjorda, tasapelit,
    remízy, remisy, 分
like = like count, favorite, favourite, upvote, point, score
comment_count = antworten, comment, number of comment, num comment, reply count, reply, comentarios, commentaires,
    kommentare, commenti, svar, respuestas, réponses, risposte, respostas, reacties, antwoorden, vastaukset, vastauksia,
    odpovědi, odpowiedzi, kommentarer, reactions, 返信, 返信数
view = hit, view count, read, number of view, play count, aufrufe, zugriffe, visninger, visningar, vues, visitas,
    visualizaciones, visite, visualizações, weergaven, näyttökertoja, lukukerrat, zobrazení, wyświetlenia, 閲覧数
discount = saving, you save, save, percent off, discount percentage, descuento, desconto, rabatt, remise, sconto, rabat,
    korting, alennus, sleva, zniżka, du sparer, du sparar, ersparnis, sie sparen, risparmi, vous économisez, ahorro,
    ahorras, besparelse, 割引
shipping = delivery, shipping cost, shipping price, delivery cost, delivery fee, postage, shipping fee, envío, gastos de
    envío, frete, versandkosten, livraison, frais de livraison, frais de port, spedizione, spese di spedizione, koszt
    dostawy, fragt, frakt, levering, leverans, toimitus, toimituskulut, verzendkosten, verzending, doprava, dostawa,
    versand, 送料
condition = state, condición, état, zustand, condizione, tilstand, skick, kunto, conditie, stav, stan, 状態
warranty = guarantee, garantía, garantie, garanzia, gwarancja, 保証, garanti, takuu, záruka
site_name = site, website name, nombre del sitio, nom du site, nome del sito, nome do site
status = state, order status
source = via, publication, outlet, publisher
resting_time = rest time, resting, ruhezeit, kühlzeit, temps de repos, repos, tiempo de reposo, reposo, tempo di riposo,
    riposo, rusttijd, chill time, chilling time, standing time, hviletid, hvile, hæve, heving, lepotid, wachttijd,
    wartezeit, czas oczekiwania
protein = eiweiß, proteine, proteína, proteiner, eiwit, białko, たんぱく質, bílkoviny, proteiinit, proteiini, eiwitten
fat = fett, gesamtfett, grassi, grasas, matières grasses, lipides, gorduras, vetten, tłuszcz, 脂質, rasva, tuky, lípidos,
    fedt, lipidy
carbohydrate = carb, kohlenhydrate, kohlenhydr, glucides, carbohidratos, hidratos de carbono, carboidrati, węglowodany,
    kolhydrater, koolhydraten, 炭水化物, kulhydrat, kulhydrater, karbohydrater, karbohydrat, hiilihydraatit,
    hiilihydraatteja, sacharidy, hydrates de carbone, hidratos
cost = costo, coste, kosten, coût, costi, kostnad, omkostninger, kustannus, náklady
note = notizen, anmerkungen, tipps, notas, recipe note, tip, bemærkning, vinkit, vinkki, opmerkingen, uwagi, poznámka,
    osservazioni, remarques
capacity = capacidad, capacidade, contenance, fassungsvermögen, capacità, pojemność, 容量, kapacitet, kapasitet, tilavuus,
    inhoud, objem, capacité, volume, indhold
origin = country of origin, country of manufacture, made in, place of origin, herkunft, herkunftsland, ursprungsland,
    país de origen, pays d'origine, paese di origine, hecho en, hergestellt in, fabriqué en, fabricado en, kraj
    pochodzenia, 産地, 原産国, tillverkningsland, produktionsland, oprindelse, oprindelsesland, opprinnelse,
    opprinnelsesland, ursprung, ursprungsort, alkuperä, alkuperämaa, valmistusmaa, země původu, původ, kraj produkcji,
    pochodzenie, land van herkomst, herkomst, país de origem, origem, origen, origine, provenienza
power = potencia, leistung, puissance, potenza, moc, effekt, teho, výkon, vermogen
voltage = voltagem, voltaje, spannung
delivery_time = lieferzeit, delivery estimate, estimated delivery, shipping time, plazo de entrega, délai de livraison,
    tempi di consegna, prazo de entrega, czas dostawy, levertijd, leveringstid, leveranstid, toimitusaika, dodací lhůta,
    doba dodání, 納期
price_per_night = nightly price, nightly rate, night price, rate per night, prix par nuit, precio por noche
start_time = start clock
end_time = end clock
floor = planta, étage, stockwerk, floor number
mileage = kilometerstand, kilométrage, kilometraje, odometer, kilometri, mätarställning, ajokilometrit, przebieg,
    chilometraggio, quilometragem, kilómetros, nájezd, 走行距離
registration = reg, reg no, registration number, number plate, licence plate
admission = admission fee, admission price, entrance fee, entry fee, ticket price, price, eintritt, eintrittspreis,
    entrée, tarif, ingresso, entrada, inträde, entré, inngang, billetpris, billettpris, biljettpris, toegang,
    toegangsprijs, entreeprijs, vstupné, wstęp, cena biletu, pääsymaksu, sisäänpääsy, lipun hinta, 入場料, 料金
supplier = leverandør, leverantör, lieferant, leverancier, fournisseur, proveedor, fornitore, fornecedor, dostawca,
    dodavatel, tavarantoimittaja
year_built = built, built in, construction year, year of construction, baujahr, bouwjaar, byggeår, byggår,
    rakennusvuosi, rok budowy, rok výstavby, année de construction, anno di costruzione, año de construcción, ano de
    construção, 築年, 築年月
team = club, squad, mannschaft, verein, équipe, equipo, squadra, drużyna, joukkue, ploeg, チーム
prefix = thread prefix, flair
medium = technique, técnica, technik, teknik, teknikk, techniek, matériaux
room = number of room, zimmer, zimmeranzahl, anzahl zimmer, pokoje, liczba pokoi, počet pokojů, nombre de pièces,
    pièces, kamers, rum, rom, aantal kamers, antal rum, antall rom, antal værelser, værelser, huoneet, huoneluku,
    huoneita, vani, locali, numero locali, ambientes
price_per_kg = kilo price, price per kilo, kilopris, kilopreis, prix au kilo, prix au kg, prezzo al kg, precio por kg,
    preis pro kg, pris per kg, prijs per kg
price_per_liter = liter price, price per litre, price per l, literpris, literpreis, preis pro liter, prix au litre,
    precio por litro, pris per liter, prijs per liter
unit_price = grundpreis, jämförpris, jämförelsepris, enhetspris, enhedspris, yksikköhinta, vertailuhinta, eenheidsprijs,
    cena jednostkowa, jednotková cena, precio unitario, precio por unidad, prix unitaire, prezzo unitario, preço
    unitário
rent = monthly rent, rental price, rent per month, price, miete, mietpreis, loyer, alquiler, affitto, huur, huurprijs,
    hyra, månadshyra, husleje, månedlig leje, leie, månedsleie, vuokra, nájemné, nájem, czynsz, aluguel, 家賃, 賃料
agent = estate agent, real estate agent, broker, agency, mäklare, makelaar, megler, eiendomsmegler, ejendomsmægler,
    makler, agence, agenzia, inmobiliaria, pośrednik
neighborhood = neighbourhood, district, bairro, barrio, quartier, quartiere, wijk, buurt, stadtteil, ortsteil, område,
    bydel, kaupunginosa, čtvrť, dzielnica
deposit = security deposit, kaution, dépôt de garantie, fianza, cauzione, waarborgsom, depositum, deposition,
    vuokravakuus, kauce, kaucja, caução, 敷金
energy_class = energy label, energy rating, energy efficiency class, energieklasse, energieeffizienzklasse,
    energielabel, classe énergie, classe énergétique, dpe, classe energetica, certificado energético, energiklass,
    energimærke, energimerking, energialuokka, energialuokitus, energetická třída, klasa energetyczna
property_type = type of property, immobilienart, objekttyp, type de bien, tipo de inmueble, tipo de imóvel, boligtype,
    bostadstyp, woningtype, soort woning, typ nieruchomości, 物件種別
fuel = fuel type, kraftstoff, kraftstoffart, carburant, combustible, carburante, alimentazione, brandstof, bränsle,
    drivmedel, drivmiddel, drivstoff, polttoaine, palivo, paliwo, rodzaj paliwa, combustível, 燃料
gearbox = transmission, getriebe, boîte de vitesses, transmisión, cambio, versnellingsbak, transmissie, växellåda,
    gearkasse, girkasse, vaihteisto, převodovka, skrzynia biegów
sugar = of which sugars, zucker, davon zucker, sucres, dont sucres, azúcares, zuccheri, di cui zuccheri, suikers,
    waarvan suikers, sukker, sukkerarter, socker, varav sockerarter, sockerarter, sokeri, sokereita, cukry, w tym cukry,
    açúcares
salt = salz, sel, sal, zout, suola, suolaa, sůl, sól, 食塩相当量
fiber = fibre, dietary fiber, dietary fibre, ballaststoffe, fibres alimentaires, fibra, fibra alimentaria, vezels,
    voedingsvezels, kostfiber, kostfibre, kostfibrer, ravintokuitu, ravintokuitua, vláknina, błonnik, 食物繊維
saturated_fat = saturates, of which saturates, saturated fatty acids, gesättigte fettsäuren, davon gesättigte
    fettsäuren, acides gras saturés, grasas saturadas, grassi saturi, acidi grassi saturi, verzadigd vet, verzadigde
    vetten, mättat fett, varav mättat fett, mettet fett, mettede fettsyrer, mættet fedt, mættede fedtsyrer, tyydyttynyt
    rasva, nasycené mastné kyseliny, kwasy tłuszczowe nasycone, 飽和脂肪酸
allergen = contains allergens, allergene, allergener, alérgenos, allergeni, allergenen, allergeenit, alergeny, アレルゲン
opening_hours = opening times, business hours, öffnungszeiten, heures d'ouverture, horaires d'ouverture, horario de
    apertura, orario di apertura, orari di apertura, openingstijden, openingsuren, åbningstider, åpningstider,
    öppettider, aukioloajat, otevírací doba, godziny otwarcia, horário de funcionamento, 営業時間
accession_number = inventory number, numéro d'inventaire, inventarnummer, número de inventario, numero di inventario,
    inventarisnummer, inventarienummer
own_rating = your rating, my rating, ihre bewertung, deine bewertung, votre note, tu valoración, tu voto, twoja ocena
"""
