"""Places as lists of jobs and events write them: a town with its state or country, or "Remote"."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.wording import patterns_of

_WORDS = r"""
country = argentina, australia, austria, belgium, brazil, canada, chile, china, colombia, croatia, czechia,
    czech republic, denmark, egypt, estonia, finland, france, germany, greece, hungary, india, indonesia, ireland,
    israel, italy, japan, kenya, latvia, lithuania, luxembourg, malaysia, mexico, netherlands, new zealand, nigeria,
    norway, pakistan, peru, philippines, poland, portugal, romania, serbia, singapore, slovakia, slovenia,
    south africa, south korea, spain, sweden, switzerland, taiwan, thailand, turkey, ukraine, united arab emirates,
    united kingdom, united states, uk, usa, vietnam, deutschland, österreich, schweiz, frankreich, italien, spanien,
    españa, italia, suisse, belgique, iceland, iran, lebanon, morocco, russia, tunisia
region = europe, north america, latin america, south america, asia, africa, oceania, americas, emea, apac, latam
state = AL, AK, AZ, AR, CA, CO, CT, DE, DC, FL, GA, HI, ID, IL, IN, IA, KS, KY, LA, ME, MD, MA, MI, MN, MS, MO, MT,
    NE, NV, NH, NJ, NM, NY, NC, ND, OH, OK, OR, PA, RI, SC, SD, TN, TX, UT, VT, VA, WA, WV, WI, WY, AB, BC, MB, NB, NL,
    NS, ON, PE, QC, SK
mode = hybrid, ibrido, híbrid[oa], hybride, hybryd[^\W\d_]+, on[- ]?site, in sede, presencial, présentiel, vor ort,
    op locatie, stacjonarn[^\W\d_]+, (?:da )?remoto, teletrabajo, teletrabalho, télétravail, zdaln[^\W\d_]+,
    (?:teilweise|nur|zeitweise|100 ?%) (?:home[- ]?office|remote|mobiles arbeiten)
"""
_ANY = patterns_of(_WORDS)
_AWAY = r"(?:remote|hybrid|anywhere|worldwide)"
MODE = re.compile(rf"^{_ANY['mode']}(?: work(?:ing)?)?$", re.IGNORECASE)
COUNTRIES = re.compile(rf"^{_ANY['country']}(?:(?:, | / | & ){_ANY['country']}){{0,4}}$", re.IGNORECASE)
_TOWN = rf"[^\W\d_][^\d,;|]{{1,30}}, (?:[^\W\d_][^\d,;|]{{1,30}}, )?(?:(?-i:{_ANY['state']})|{_ANY['country']})"
_REMOTE = r"remote(?: [-\u2013] [^\W\d_]{2,20})?"
PLACE = re.compile(
    rf"^(?!hybrid$|{COUNTRIES.pattern[1:]})"
    rf"(?:(?:fully )?{_AWAY}(?: (?:work|role|position|job))?(?:(?:\s?[-\u2013,:/(]|\s(?:in|within)\s)\D{{2,30}})?"
    r"|(?:multiple|various|several) locations|mehrere standorte|plusieurs lieux"
    rf"|(?:{_ANY['country']}|{_ANY['region']}) only"
    # "10437 Berlin, Mitte".
    r"|\d{5} (?-i:[A-ZÀ-Þ])[^\d,;|]{1,30}(?:, [^\W\d_][^\d,;|]{1,30})?"
    rf"|{_TOWN}(?: \d{{5}})?(?:(?:; | / | \| | or )(?:{_TOWN}|{_REMOTE})){{0,3}}(?: \({_AWAY}\))?)$",
    re.IGNORECASE,
)
