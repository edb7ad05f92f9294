"""
How right reading is on the corpus: 200 pages of many kinds of sites, each with what it truly states.

`tests/benchmarks/bench_extraction.py` prints the same figures by field, with the speed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_text
from airflow_provider.local.reading.tree.page import parse
from tests.local.corpus.cases import Case
from tests.local.corpus.judging import Judgement, corpus, judge, read

CASES = {case.name: case for case in corpus()}
KINDS = sorted({case.kind for case in CASES.values()})
LISTS = ("shop", "forum", "jobs", "search", "exhibitions")
# What no part of a page spells out, although the page states it: derived from a button or a language attribute.
DERIVED = frozenset({"InStock", "OutOfStock"})


@pytest.fixture(scope="module")
def judgement() -> Judgement:
    return judge(CASES.values())


def test_the_corpus_has_150_pages_of_every_kind_of_site() -> None:
    assert len(CASES) >= 150
    assert {"product", "recipe", "article", *LISTS} <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_hardly_a_value_is_wrong_and_hardly_one_is_missing(judgement: Judgement, kind: str) -> None:
    tally = judgement.kinds[kind]

    assert tally.precision >= 0.98, judgement.wrong
    assert tally.recall >= 0.95, judgement.missing


@pytest.mark.parametrize("kind", LISTS)
def test_lists_come_as_they_are_record_by_record(judgement: Judgement, kind: str) -> None:
    assert judgement.right_pages[kind] >= 0.9 * judgement.pages[kind], judgement.wrong


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_value_is_on_the_page_or_null(name: str) -> None:
    case = CASES[name]

    for row in read(case):
        # Two durations that are stated add up.
        added = {sum(row.get(name) or 0 for name in ("prep_time", "cook_time"))} & {row.get("total_time")}
        for field, value in row.items():
            assert value is None or value in DERIVED | added or _is_stated(value, case), f"{field}: {value!r}"


@pytest.mark.parametrize("name", sorted(CASES))
def test_fields_that_no_page_states_are_null(name: str) -> None:
    case = CASES[name]
    unheard = {"shoe_size_of_the_editor": "string", "torque": "number", "ferry_line": "string"}

    rows = read(Case(case.name, case.kind, case.html, case.prompt, unheard, []))

    assert all(value is None for row in rows for value in row.values())


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("article-")])
def test_the_main_text_of_an_article_is_free_of_what_surrounds_it(name: str) -> None:
    case = CASES[name]

    text = extract_text(Document(case.url, "html", case.html), prompt="the main text")

    assert "nobody had expected it" in text
    assert not {"Newsletter", "Second thing", "Stories", "Imprint"} & set(text.split("\n"))


def _is_stated(value: Any, case: Case) -> bool:
    """Tell whether *value* is made of words and numbers that *case* has, whatever stands between them."""
    page = parse(Document(case.url, "html", case.html))
    stated = case.html.replace("\\u2013", "-") + " " + " ".join(node.text for node in page.nodes) + case.url
    if isinstance(value, bool):
        return True
    if isinstance(value, str):
        words = re.findall(r"\w+", value.replace("https://site.example", ""))
        return all(word in stated for word in words)
    digits = re.sub(r"[^\d]", "", f"{value:g}" if value < 1e6 else str(value)).rstrip("0")
    return digits in re.sub(r"[^\d\n]", "", re.sub(r"\s", "\n", stated)) or _is_sum(value, stated)


def _is_sum(value: float, stated: str) -> bool:
    """Tell whether *value* is the minutes of a duration in *stated*."""
    return any(
        60 * int(hours) + int(minutes or 0) == value
        for hours, minutes in re.findall(
            r"(\d+)\s?(?:H|hr|hour)s?\s?(?:(\d+)\s?(?:M|min))?", re.sub(r"<[^>]*>", "", stated) + stated
        )
    )
