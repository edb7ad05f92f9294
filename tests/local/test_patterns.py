"""No regular expression of the service takes more than its time on any text: not by the square, nor worse."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from itertools import product

import pytest

from airflow_provider import local
from airflow_provider.local.reading import prompted

ATOMS = [
    *" \na1.,:-=_*`~#<>[](){}&!|\"'\\/\x01\x03\x04\x05\x10\xa0",
    *("a ", " a", "1.", "a.", "\n\n", "\n ", "<a ", "<!--", "<!-- -->", "[a", "](", "a1", "max ", "return ", "only "),
    *(
        " first",
        "Mr. ",
        "A. ",
        "lang",
        "language-",
        " \x04",
        "\x03 ",
        ".\x04",
        "a, ",
        "1w, ",
        "http://a/",
        "%20",
        "&#1",
    ),
]
ENDS = ["", "\x00", "!", "a"]
GROWN = 20_000
# Extraction looks at texts that are short, for a hundred things that each may be.
GROWN_READING = 2_000


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in pkgutil.walk_packages(local.__path__, "airflow_provider.local."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            title = f"{module.name.rpartition('local.')[2]}.{name}"
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield title, value
            for at, one in enumerate(value) if isinstance(value, tuple) else ():
                pattern = one[0] if isinstance(one, tuple) and one else one
                if isinstance(pattern, re.Pattern):
                    yield f"{title} {at}", pattern
    # These are made for each field.
    yield "prompted of a field", re.compile(prompted.DESCRIBED.format("a"))
    yield "prompted as the definition of a field", re.compile(prompted.DEFINED.format("a"))
    yield "prompted in brackets", re.compile(prompted.IN_BRACKETS_BEHIND.format("a"))


def seconds(pattern: re.Pattern[str], text: str) -> float:
    began = time.process_time()
    pattern.match(text)
    pattern.sub("", text)
    return time.process_time() - began


def best_of_three(pattern: re.Pattern[str], text: str) -> float:
    """A core that is taken away in the middle makes one of them long, not all."""
    return min(seconds(pattern, text) for _ in range(3))


# Each once, though several modules may know it.
PATTERNS = {name: pattern for pattern, name in {pattern: name for name, pattern in patterns()}.items()}


@pytest.mark.parametrize("name", PATTERNS)
def test_ten_times_the_text_takes_no_more_than_about_ten_times_as_long(name: str) -> None:
    grown = GROWN_READING if name.startswith("reading.") else GROWN
    for atom, end in product(ATOMS, ENDS):
        text = (atom * grown)[:grown] + end
        took = seconds(PATTERNS[name], text)
        if took > 0.05 * grown / GROWN:
            before = best_of_three(PATTERNS[name], text[: grown // 10 - 1] + end)
            took = best_of_three(PATTERNS[name], text)

            assert took < 40 * before, f"{atom!r} and {end!r}"


def test_the_service_has_patterns_to_try() -> None:
    assert len(PATTERNS) > 20
