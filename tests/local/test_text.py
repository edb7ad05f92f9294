"""Sentences, ranking, the token estimate, and the text model that quotes."""

from __future__ import annotations

import pytest

from airflow_provider.local.generation import Message, quote
from airflow_provider.local.text import estimate_tokens, rank, search_terms, split_sentences, stem


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("éé", 1), ("€€", 2), ("\ud800", 1)]
)
def test_a_token_is_estimated_for_every_four_bytes_begun(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_sentences_end_at_their_signs_and_at_lines_but_not_after_abbreviations() -> None:
    text = "Dr. Stone went home. She slept! Did she? Yes\nA new line. J. Smith came."

    assert split_sentences(text) == [
        "Dr. Stone went home.",
        "She slept!",
        "Did she?",
        "Yes",
        "A new line.",
        "J. Smith came.",
    ]


def test_passages_are_ranked_by_rare_words_first() -> None:
    passages = ["the price of tea", "the price of gold", "gold gold", "nothing"]

    assert rank(passages, query="What is the gold price?")[0] == 1
    assert 3 not in rank(passages, query="What is the gold price?")


def test_stop_words_are_no_search_terms() -> None:
    assert search_terms("Show me all of the Blue shoes, please: blue!") == ["blue", "shoes"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("prices", "price"), ("cities", "city"), ("baked", "bake"), ("classes", "class"), ("glass", "glass")],
)
def test_words_meet_in_their_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("messages", "reply"),
    [
        ([("user", "Tea is hot. Ice is cold. What is cold?")], "Ice is cold."),
        ([("user", "What is cold?")], "What is cold?"),
        ([("user", "Summarise: tea is hot.")], "Summarise: tea is hot."),
        ([("assistant", "Tea is hot. Ice is cold."), ("user", "And tea?")], "Tea is hot."),
        ([("system", "Only a system message.")], "Only a system message."),
        ([("user", "Zebra?"), ("user", " ")], "Zebra?"),
    ],
)
def test_the_best_matching_sentences_are_quoted(messages: list[tuple[str, str]], reply: str) -> None:
    assert quote([Message(*one) for one in messages]) == reply
