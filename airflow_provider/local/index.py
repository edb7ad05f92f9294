"""
Which records of a collection match a query, and in which order: BM25 over a table of words.

Words are stemmed and folded by SQLite's own Porter tokenizer; its full-text search is not used, for its scores let
a word that half of the records have count nothing. Technical terms are found however they are written: `utf-8` by
utf8, `maxWait` by max_wait. What is particular in a query is decided by the caller.
"""

from __future__ import annotations

import math
import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from airflow_provider.local.text import word_set

# A word that only labels have is in the table without a weight: it is known, and says nothing of one record.
LAYOUT = """
CREATE TABLE postings (
    term TEXT NOT NULL, record INTEGER NOT NULL, weight REAL NOT NULL, length INTEGER NOT NULL, label INTEGER NOT NULL,
    PRIMARY KEY (term, record)
) WITHOUT ROWID
"""
# The usual values of BM25, and what a word of the title counts in words of the text.
_SATURATION = 1.2
_BY_LENGTH = 0.75
_TITLE = 2.0
# Of the best score; what has less shares but a frequent word with the query.
_LEAST = 0.2
_MOST_TERMS = 200
LONGEST_QUERY = 20_000
_LONGEST_WORD = 64
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"(?<!\w)([A-Za-z])(\+\+|#)(?!\w)")
_NAMES = {"++": "plusplus", "#": "sharp"}
# One term in parts, such as utf-8, node.js and max_wait; numbers alone are dates and versions.
_JOINED = re.compile(r"(?<![\w.-])(?=[\w.-]{0,60}[^\W\d_])[^\W_]{1,20}(?:[._-][^\W_]{1,20}){1,3}(?![\w-])")
_HUMPS = re.compile(r"(?<!\w)[A-Za-z]?[a-z0-9]{1,30}(?:[A-Z][a-z0-9]{1,30}){1,5}(?!\w)")
_HUMP = re.compile(r"[A-Z]?[a-z0-9]+")
# Written without spaces: two characters at a time stand for words.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
FUNCTION_WORDS = word_set(
    """
    a about am an and any are as at be been being but by can could did do does for from had has have he her hers him
    his how i if in into is it its just me might more most must my no not of on or our ours out she should so some such
    than that the their theirs them then there these they this those to too up us was we were what when where which
    who whom whose why will with would you your yours
    """
)


def words_of(text: str) -> Iterator[str]:
    """Yield the words that *text* is found by, as written; a term in parts also as one word, and the other way."""
    for sign in _SIGNS.finditer(text):
        yield sign[1] + _NAMES[sign[2]]
    for joined in _JOINED.finditer(text):
        yield re.sub(r"[._-]", "", joined[0])
    for humps in _HUMPS.finditer(text):
        yield from _HUMP.findall(humps[0])
    for word in _WORD.findall(text):
        unspaced = _UNSPACED.fullmatch(word)
        yield from (word[at : at + 2] for at in range(len(word) - 1)) if unspaced else (word[:_LONGEST_WORD],)


def terms_of(text: str) -> list[str]:
    """Return the words that a query of *text* asks for, lower case, each once and no more than 200."""
    words = dict.fromkeys(word.lower() for word in words_of(text[:LONGEST_QUERY]))
    return [word for word in words if word not in FUNCTION_WORDS][:_MOST_TERMS]


def add(connection: sqlite3.Connection, record_id: int, *, title: str, labels: str, body: str) -> int:
    """Index one record; returns its length in words."""
    weights: defaultdict[str, float] = defaultdict(float)
    for text, weight in ((body, 1.0), (title, _TITLE)):
        for word in words_of(text):
            weights[stem(word)] += weight
    length = round(sum(weights.values()))
    named = {stem(word) for word in words_of(labels)}
    connection.executemany(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?)",
        ((term, record_id, weights.get(term, 0), length, term in named) for term in weights.keys() | named if term),
    )
    return length


def remove(connection: sqlite3.Connection, record_ids: Iterable[int]) -> None:
    """Take records out of the index."""
    wanted = [(one,) for one in record_ids]
    if wanted:
        connection.execute("CREATE TEMP TABLE removed (id INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO removed VALUES (?)", wanted)
        connection.execute("DELETE FROM postings WHERE record IN (SELECT id FROM removed)")
        connection.execute("DROP TABLE removed")


def rank(connection: sqlite3.Connection, terms: Mapping[str, bool]) -> tuple[list[tuple[int, float]], bool]:
    """
    Return the IDs and scores of the records that match, best first, and whether the query is particular.

    All *terms* count, and none is demanded. True says of one that it is particular, unless it is a label of the
    collection: where there are such, a record matches only with one of them.
    """
    total, length = connection.execute("SELECT COUNT(*), AVG(length) FROM records").fetchone()
    weights: dict[str, float] = {}
    special: set[str] = set()
    for word, is_special in terms.items():
        term = stem(word)
        known, labels = connection.execute(
            "SELECT COUNT(NULLIF(weight, 0)), MAX(label) FROM postings WHERE term = ?", (term,)
        ).fetchone()
        if is_special and not labels:
            special.add(term)
        # What every record has tells none from another.
        if known and (known < total or total == 1):
            weights[term] = math.log(1 + (total - known + 0.5) / (known + 0.5))
    if special and not special & weights.keys():
        everywhere = [term for term in special if _is_known(connection, term)]
        return [], not everywhere
    scored = _scored(connection, weights, special or set(weights), length=length or 1)
    least = _LEAST * scored[0][1] if scored and special else 0.0
    return [one for one in scored if one[1] >= least], bool(special)


def _is_known(connection: sqlite3.Connection, term: str) -> bool:
    return connection.execute("SELECT 1 FROM postings WHERE term = ? LIMIT 1", (term,)).fetchone() is not None


def _scored(
    connection: sqlite3.Connection, weights: Mapping[str, float], special: set[str], *, length: float
) -> list[tuple[int, float]]:
    if not weights:
        return []
    asked = ", ".join("(?, ?, ?)" for _ in weights)
    values = [value for term, weight in weights.items() for value in (term, weight, term in special)]
    rows = connection.execute(
        f"WITH asked (term, rarity, special) AS (VALUES {asked})"  # noqa: S608 - question marks only
        " SELECT record, SUM(rarity * weight * (? + 1) / (weight + ? * (1 - ? + ? * length / ?))) AS score"
        " FROM asked CROSS JOIN postings ON postings.term = asked.term WHERE weight > 0"
        " GROUP BY record HAVING MAX(special) ORDER BY score DESC, record",
        (*values, _SATURATION, _SATURATION, _BY_LENGTH, _BY_LENGTH, length),
    )
    return [(int(record), float(score)) for record, score in rows]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what *word* is found by: its stem, without case and accents; empty where it is no word."""
    connection, lock = _stemmer()
    with lock:
        connection.execute("INSERT INTO asked VALUES (?)", (word,))
        found: Sequence[tuple[str]] = connection.execute("SELECT term FROM stems ORDER BY offset").fetchall()
        connection.execute("DELETE FROM asked")
    return "".join(term for (term,) in found)


@cache
def _stemmer() -> tuple[sqlite3.Connection, threading.Lock]:
    connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    connection.execute(
        "CREATE VIRTUAL TABLE asked USING fts5 (word, tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    connection.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (asked, instance)")
    return connection, threading.Lock()
