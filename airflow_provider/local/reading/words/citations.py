"""Who wrote a paper or a book, where and when it was published, and by whom, as searches, shops and libraries say."""

from __future__ import annotations

import re

from airflow_provider.local.reading.words.days import MONTH

# People with their initials, then where and when they wrote.
_SURNAME = r"(?:[a-z]{2,3} ){0,2}[A-ZÀ-ÖØ-Þ](?:['\u2019](?=[A-ZÀ-ÖØ-Þ]))?[^\W\d_]{1,20}(?:[ '\u2019-][^\W\d_]{2,20})?"
_INITIALS = r"(?:[A-ZÀ-ÖØ-Þ]\.?[ -]?){1,3}"
_PERSON = rf"(?:{_INITIALS}{_SURNAME}|{_SURNAME},? {_INITIALS}|[\u4e00-\u9fff]{{2,4}})"
YEAR = r"(?:1[5-9]|20)\d\d"
_CITED = re.compile(
    rf"^(?P<author>{_PERSON}(?:(?:,|;|,? (?:and|und|et|y|&)) {_PERSON}){{0,9}}(?:,? et al\.)?\s?(?:\u2026|\.\.\.)?"
    # A firm of several words, where a host stands behind the year: "Friends of Elm Alley - 2018 - elm.example".
    rf"|[^\W\d_][^\s\d·|•]{{1,30}}\s[^\d·|•]{{2,60}}?(?=\s[-\u2013\u2014]\s{YEAR}\s[-\u2013\u2014]\s[\w-]{{1,40}}\.\S{{2,40}}$))"
    rf"\s?(?:[-\u2013\u2014·|•]\s(?:(?P<source>(?:\u2026\s)?(?:{YEAR}\s)?[^\W\d_].{{1,80}}),\s)?|\()(?P<year>{YEAR})"
    rf"(?:\)(?!\. \d)|$|\s[-\u2013\u2014·|•]\s(?P<site_name>\S[^·|•]{{1,60}})?)"
)
# As libraries write where, by whom and when a book was published.
IMPRINT = re.compile(
    r"^\[?[^\W\d][^:\d]{1,40} : (?P<publisher>[^:]{2,60}), [c©]?(?P<year>\d{4})\.?(?:\s[-\u2013\u2014]\s.{1,60})?$"
)
# As shops do before its number: "Acme Press, June 1998; ISBN: 0306406152".
_ISSUED = re.compile(
    rf"^(?P<publisher>[^\W\d_][^,;:\d]{{1,60}}), (?:(?i:{MONTH}) )?(?P<year>{YEAR})[.;] ISBN\b", re.IGNORECASE
)
# As journals are cited in medicine: "Thorax. 2025 Mar 3;80(3):211-219", "Nerve (1985). 2025 Mar 3. doi: 10.9136/n1".
_DATED = rf"{YEAR}(?: (?i:{MONTH})(?:-(?i:{MONTH})|(?: \d{{1,2}})?))?"
_JOURNAL = re.compile(
    rf"(?:^|[.?!]\s)(?P<source>[^\W\d_][^.:;?!]{{1,60}})\. (?=(?P<year>\d{{4}}))(?P<publication_date>{_DATED})"
    r"(?=;\s?\d|:[A-Za-z]{0,8}\d|\. doi: 10\.)(?:;\s?(?P<volume>\d{1,4})(?:\((?P<issue>[^()]{1,15})\))?)?"
    rf"(?::(?P<page_range>[A-Za-z]{{0,8}}\d[\w-]{{0,20}}))?(?:.{{0,120}}?\bEpub (?P<epub_date>{_DATED}))?"
)
# Several of them, and nothing but who published it: "TR Oakes, B Mills - Acme Press".
_UNDATED = re.compile(
    rf"^(?P<author>{_PERSON}(?:, {_PERSON}){{1,9}})\s[-\u2013\u2014]\s(?P<publisher>[^\W\d_][^\d,;:·|•]{{1,60}})$"
)


def cited_in(line: str) -> tuple[tuple[str, str], ...]:
    """Return the labelled parts of a *line* that cites a paper or a book; nothing where it does not."""
    forms = (_CITED, IMPRINT, _ISSUED, _UNDATED)
    cited = _JOURNAL.search(line) or next(filter(None, (form.match(line) for form in forms)), None)
    told = (
        [(label.replace("_", " "), text.strip()) for label, text in cited.groupdict().items() if text] if cited else []
    )
    # A paper has a venue, too, and behind it a publisher.
    also = {"source": "publication venue", "site name": "publisher"} if "source" in dict(told) else {}
    return (*told, *((also[label], text) for label, text in told if label in also))
