"""
Plain text without a language model: words, sentences, ranking, and the estimate of tokens.

Knows nothing of pages or collections; they bring the passages, this ranks them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BYTES_PER_TOKEN = 4
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”\u2019)\]]*\s+(?=[\"'“\u2018(\[]?[\w])|\n+")
_DIGIT = re.compile(r"\d")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|approx|Inc|Ltd)|\b[A-Z])\.$")


def word_set(text: str) -> frozenset[str]:
    """Return the words of *text*, as a readable way to write long sets of words."""
    return frozenset(text.split())


STOP_WORDS = word_set(
    """
    a about all an and any are as at be been but by can could describe did do does each every
    explain extract fetch find for from get give had has have her here his how i if in into is it
    its just list may me might more most much must my need no not of on only or our out page please
    provide query records return rows search shall she should show so some such tell than that the
    their them then there these they this those to too up us want was we were what when where which
    who whom whose why will with would you your
    """
)


def has_digit(text: str) -> bool:
    """Tell whether *text* has a digit."""
    return _DIGIT.search(text) is not None


def estimate_tokens(*texts: str) -> int:
    """
    Estimate the tokens of *texts*: one for every four UTF-8 bytes begun.

    No tokenizer is involved; the figure stands in for a count where no language model reports one.
    """
    return math.ceil(sum(len(text.encode(errors="replace")) for text in texts) / _BYTES_PER_TOKEN)


def search_terms(text: str) -> list[str]:
    """Return the words of *text* worth searching for, lower case, in order, each once."""
    words = (word.lower() for word in _WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word not in STOP_WORDS))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Cut the commonest English endings, so that "prices" meets "price"."""
    for ending, replacement in (
        ("ies", "y"),
        ("sses", "ss"),
        ("ing", ""),
        ("ed", ""),
        ("es", "e"),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith(("ss", "us", "is")):  # noqa: PLR2004 - what is left must still be a word
            return (word[: -len(ending)] + replacement).rstrip("e")
    return word.rstrip("e")


def split_sentences(text: str) -> list[str]:
    """Split *text* at sentence ends and line breaks; every sentence is on one line."""
    sentences: list[str] = []
    for piece in _SENTENCE_END.split(text):
        sentence = " ".join(piece.split())
        if not sentence:
            continue
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {sentence}"
        else:
            sentences.append(sentence)
    return sentences


def rank(passages: Sequence[str], *, query: str) -> list[int]:
    """Return the positions of the *passages* that share words with *query*, best match first."""
    wanted = {stem(word) for word in search_terms(query)}
    bags = [Counter(stem(word.lower()) for word in _WORD.findall(passage)) for passage in passages]
    spread = Counter(word for bag in bags for word in wanted & bag.keys())
    scores = [_score(bag, wanted=wanted, spread=spread, total=len(bags)) for bag in bags]
    return sorted((i for i, score in enumerate(scores) if score > 0), key=lambda i: (-scores[i], i))


def _score(bag: Counter[str], *, wanted: Iterable[str], spread: Counter[str], total: int) -> float:
    """BM25 without its length table: rare words count more, repeats less and less, long passages less."""
    length = 0.5 + bag.total() / 40
    return sum(
        math.log(1 + total / spread[word]) * bag[word] * 2.2 / (bag[word] + 1.2 * length)
        for word in wanted
        if bag[word]
    )
