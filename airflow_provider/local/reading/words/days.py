"""Days and hours as lists and bylines write them: a day, how long ago, from when to when, until when."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.wording import patterns_of

_WORDS = r"""
posted = date, last, first, published, posted, updated, listed, added, created, released, started, opened, asked,
    answered, on, at, veröffentlicht, publié, publicado, pubblicato, publiceret, publisert, publicerad, udgivet,
    julkaistu, geplaatst, gepubliceerd, zveřejněno, vydáno, opublikowano, dodano, lagt (?:ud|ut|upp),
    odświeżono(?: dnia)?
month = jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec, mär, mai, okt, dez, janv, fév, avr, juin, juil,
    aoû, déc, ene, abr, ago, dic, gen, mag, giu, lug, set, ott, maa, mei, maj, fev, dez, mrt, out(?=ubro|\b), stycz,
    lut(?=y|ego|\b), kwie, czerw, lip(?=iec|ca|\b), sierp, wrze, paźdz, listopad, grud, ledn, únor, březn, dubn,
    květn, červ, srpn?, září, říjn, prosin, tammik, helmik, maalisk, huhtik, toukok, kesäk, heinäk, elok, syysk,
    lokak, marrask, jouluk, янв, февр?, апр, мая, май, июн, июл, авг, сент?, окт, нояб?, дек
weekday = mon(?:day)?, tue(?:s(?:day)?)?, wed(?:nesday)?, thu(?:r(?:s(?:day)?)?)?, fri(?:day)?, sat(?:urday)?,
    sun(?:day)?, mo(?:ntag)?, di(?:enstag)?, mi(?:ttwoch)?, do(?:nnerstag)?, fr(?:eitag)?, sa(?:mstag)?, so(?:nntag)?,
    sonnabend, lun(?:di|ed[iì]|es)?, mar(?:di|ted[iì]|tes)?, mer(?:credi|coled[iì])?, mi[eé](?:rcoles)?, jeu(?:di)?,
    gio(?:ved[iì])?, jue(?:ves)?, ven(?:dredi|erd[iì])?, vie(?:rnes)?, sam(?:edi)?, s[aá]b(?:ato|ado)?, dim(?:anche)?,
    dom(?:enica|ingo)?, (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?, ma(?:andag)?, di(?:nsdag)?, wo(?:ensdag)?,
    do(?:nderdag)?, vr(?:ijdag)?, za(?:terdag)?, zo(?:ndag)?, m[aå]n(?:dag)?, ti[rs](?:dag)?, ons(?:dag)?,
    tors?(?:dag)?, fre(?:dag)?, l[øö]r(?:dag)?, s[øö]n(?:dag)?, poniedziałek, pon, wtorek, wt, środa, śr, czwartek,
    czw, piątek, pt, sobota, sob, niedziela, ndz, pondělí, po, úterý, út, středa, st, čtvrtek, čt, pátek, pá, so,
    neděle, ne
daily = daily, täglich, tous les jours, ogni giorno, todos los días, diariamente, dagelijks, dagligen, dagligt,
    daglig, päivittäin, denně, codziennie
day = yesterday, today, tomorrow, gestern, heute, morgen, hier, aujourd['\u2019]hui, demain, ieri, oggi, domani, ayer,
    hoy, mañana, ontem, hoje, amanhã, gisteren, vandaag, wczoraj, dzisiaj, dziś, jutro, i ?går, i ?dag, i ?morgon, i
    ?morgen, eilen, tänään, huomenna, včera, dnes, zítra, last week, last month, last year, just (?:now|posted), monday,
    tuesday, wednesday, thursday, friday, saturday, sunday
to = to, until, through, bis, bis zum, au, al, hasta el, a, até, à, do, til, till, t/m, tot(?: en met)?
until = until, through, thru, ends, closes, closing, on view (?:until|through), bis(?: zum)?, jusqu['\u2019]au, fino al,
    hasta el, t/?m, tot en met, do, till
at = (?:dalle |alle )?ore, dalle, alle, às, a partir das, à partir de, a las, kl\.?, klo, (?:o )?godz\.?, om, vanaf
over = plus d(?:e\s|['\u2019]), environ\s, über\s, mehr als\s, etwa\s, más de\s, mais de\s, cerca de\s
span = s, sec, second, m, min, minute, h, hr, hour, d, day, w, week, mo, month, y, year, stunde, tage?, woche, monat,
    jour, heure, semaine, moi, an, día, dia, hora, semana, mes, año, jahr, ano, mês, giorn, or[ae], settiman, mes[ei],
    uur, dag, dagen, weken, maand, timm, timer, veck, uger?, godzin, dni, dzień, tygodni
"""
_ANY = patterns_of(_WORDS)
_POSTED = re.compile(rf"^(?:{_ANY['posted']}(?:\s(?:on|at|am|le))?:?\s+){{1,3}}(.{{3,40}})$", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d$")
MONTH = rf"{_ANY['month']}[^\W\d_]{{0,7}}\.?"
_CLOCK = (
    r"(?:,?\s+(?:(?:at|um|à|às|a las|alle|om|kl\.?|klo|v|o|o godz\.?|alle ore|[-\u2013|·])\s+)?"
    r"\d{1,2}[:.h]\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?|uhr)?(?:\s[A-Z]{2,4})?)?"
)
_WEEKDAY = rf"(?:{_ANY['weekday']}\.?,?\s+)?"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?(?:\s+(?:de|of))?\s+{MONTH}|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?)"
_WITH_YEAR = (
    rf"(?:\d{{4}}[-/.]\d\d[-/.]\d\d(?:T[\d:.+Z-]+)?|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|{_DAY},?\s+(?:de\s+)?\d{{4}})"
)
_LONG = rf"(?:\d{{1,4}}|an?|une?|eine[rmn]?)\+?\s?{_ANY['span']}[^\W\d_]{{0,2}}"
DATE = re.compile(
    rf"^{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY}|{MONTH}\s+\d{{4}}){_CLOCK}$|^{_ANY['day']}{_CLOCK}$"
    rf"|^(?:(?:about|over|almost)\s+)?{_LONG}\s+(?:ago|geleden|fa|temu|sedan|siden)$"
    rf"|^(?:vor|il y a|hace|há)\s+{_ANY['over']}?{_LONG}$",
    re.IGNORECASE,
)
RANGE = re.compile(
    rf"^(?:(?:from|du|vom|von|del?|desde el|dal|od|fra|från|van)\s+)?{_WEEKDAY}(?P<start>{_WITH_YEAR}|{_DAY}|\d{{1,2}})"
    rf"\s?(?:-|\u2013|\u2014|{_ANY['to']})\s?{_WEEKDAY}(?P<end>{_WITH_YEAR}|{_DAY}|\d{{1,2}}(?=,?\s\d{{4}})(?:,?\s\d{{4}}))$",
    re.IGNORECASE,
)
_DAYS = rf"(?:(?:{_ANY['weekday']}s?\.?(?:\s?[,&+/\u2013-]\s?)?){{1,7}}\s|{_ANY['daily']},?\s)"
HOURS = re.compile(
    rf"^(?:{_DAYS}|(?P<day>{_WEEKDAY}(?:{_WITH_YEAR}|{_DAY})),?(?:\s(?:at|um|à|[-\u2013@|·]))?\s"
    rf"|[^\W\d_]\D{{0,20}}\d{{1,2}}(?:,? \d{{4}})?,?\s?[@|,·]?\s)?"
    r"(?P<start>\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?)?)(?:\suhr)?"
    r"\s?(?:-|\u2013|\u2014|to|until|bis|à|a)\s?(?P<end>\d{1,2}(?:[:.h]\d\d\s?(?:[ap]\.?m\.?)?|\s?[ap]\.?m\.?|(?=\suhr)))(?:\suhr)?$",
    re.IGNORECASE,
)
_TWELVE = r"(?:(?:ab|um|from|at)\s)?\d{1,2}(?:[:.]\d\d)?\s?(?:uhr|[ap]\.?m\.?)"
AT = re.compile(rf"^{_DAYS}?(?:{_TWELVE}|{_ANY['at']}\s\d{{1,2}}[:.h][0-5]\d)$", re.IGNORECASE)
UP_TO = _ANY["until"]
UNTIL = re.compile(rf"^{UP_TO}\s+{_WEEKDAY}({_WITH_YEAR}|{_DAY})$", re.IGNORECASE)


def day_in(text: str) -> str:
    """Return the day that *text* states, and nothing else but that something was then posted, or the like."""
    posted = _POSTED.match(text)
    day = posted[1] if posted else text
    return day if DATE.match(day) or (posted and _YEAR.match(day)) else ""


def ends_of(text: str) -> list[tuple[str, str]]:
    """Return when what a line like "3 May to 5 June" or "until 5 June" speaks of begins and ends, as far as it says."""
    if found := RANGE.match(text):
        start = found["start"]
        return [("end date", found["end"])] if start.isdigit() else [("start date", start), ("end date", found["end"])]
    if hours := HOURS.match(text):
        on = [("date", day_in(text[: hours.end("start")].strip()) or hours["day"])] if hours["day"] else []
        return [*on, ("start clock", hours["start"].strip()), ("end clock", hours["end"])]
    until = UNTIL.match(text)
    return [("end date", until[1])] if until else []
