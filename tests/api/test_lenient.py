"""Numbers as people write them: the table of the documentation, and what holds for any text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from airflow_provider.api.rows import check_rows
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import RowError
from tests.docs.tables import name_in, tables_of

TABLES = tables_of("docs/reference/lenient.md")
REFUSED = TABLES.pop("Refused/0")
READ = [row for table in TABLES.values() for row in table]
SCHEMA = RowSchema({"field": "number"})


def read(text: str, coerce: str = "lenient") -> int | float | None:
    """Return the number in *text*, None where it is refused."""
    try:
        (row,) = check_rows([{"field": text}], SCHEMA, coerce=coerce)  # type: ignore[arg-type]
    except RowError:
        return None
    number: int | float = row["field"]
    return number


def text_in(cell: str) -> str:
    text: str = json.loads(name_in(cell))
    return text


@pytest.mark.parametrize("row", READ, ids=lambda row: row["Text"])
def test_a_text_is_the_number_that_the_table_says(row: dict[str, str]) -> None:
    assert repr(read(text_in(row["Text"]))) == row["Number"]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row["Text"])
def test_a_text_is_refused_that_the_table_says_is(row: dict[str, str]) -> None:
    assert read(text_in(row["Text"])) is None


def test_the_table_is_long_enough_to_be_of_use() -> None:
    texts = [row["Text"] for row in (*READ, *REFUSED)]

    assert len(set(texts)) == len(texts) > 120


def chances(seed: int, number: int) -> list[random.Random]:
    return [random.Random(f"{seed} {index}") for index in range(number)]


def amount(chance: random.Random) -> Decimal:
    return Decimal(chance.randrange(10 ** chance.randrange(1, 10))) / 100


# How to write an amount with two decimals: sign of the groups, sign of the decimals, and what stands around it.
LOCALES: dict[str, tuple[str, str, str]] = {
    "en_US": (",", ".", "${}"),
    "en_GB": (",", ".", "£{}"),
    "de_DE": (".", ",", "{} €"),
    "de_CH": ("\u2019", ".", "CHF {}"),
    "fr_FR": ("\u202f", ",", "{}\u00a0€"),
    "sv_SE": ("\u00a0", ",", "{} kr"),
    "pl_PL": (" ", ",", "{} zł"),
    "pt_BR": (".", ",", "R$ {}"),
    "es_MX": (",", ".", "MX${}"),
    "plain": ("", ".", "{}"),
    "comma": ("", ",", "{}"),
}


@pytest.mark.parametrize(("group", "point", "around"), LOCALES.values(), ids=LOCALES)
@pytest.mark.parametrize("sign", ["", "-", "\u2212"])
def test_an_amount_that_a_locale_writes_is_read_as_it_is(group: str, point: str, around: str, sign: str) -> None:
    for chance in chances(1, 300):
        given = amount(chance)
        written = f"{given:,.2f}".translate({ord(","): group, ord("."): point})

        assert read(sign + around.format(written)) == float(-given if sign else given)


@pytest.mark.parametrize(("group", "point", "around"), LOCALES.values(), ids=LOCALES)
def test_a_whole_amount_is_read_as_it_is_or_refused(group: str, point: str, around: str) -> None:
    for chance in chances(2, 300):
        given = chance.randrange(10 ** chance.randrange(1, 12))
        written = f"{given:,}".replace(",", group)

        assert read(around.format(written)) in (given, None)


def test_indian_groups_are_read_as_they_are() -> None:
    for chance in chances(3, 300):
        given = chance.randrange(10**9)
        head, tail = f"{given:04d}"[:-3], f"{given:04d}"[-3:]
        pairs = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", head.lstrip("0"))

        assert read(f"₹{pairs},{tail}" if pairs else f"₹{given}") == given


@pytest.mark.parametrize("number", [0, 7, -7, 1.299, 12.345, -0.5, 1e-7, 1.5e300, 2**62, -(2**53)], ids=repr)
@pytest.mark.parametrize("form", [repr, json.dumps, "{:e}".format, "{:+}".format, " {} ".format])
def test_what_strict_reads_lenient_reads_the_same(number: float, form: Callable[[object], str]) -> None:
    text = form(number)

    assert read(text) == read(text, "strict") is not None


BETWEEN = [
    *"-\u2013/:;x*&|+~_#@=()[]",
    " - ",
    " to ",
    " x ",
    " and ",
    " bis ",
    "...",
    "…",
    ", ",
    ". ",
    "  ",
    "\n",
    "\t",
    "  ",
]


def test_no_text_with_two_different_numbers_is_a_number() -> None:
    for chance in chances(4, 5_000):
        one, other = (f"{amount(chance)}" for _ in range(2))
        if one == other:
            continue
        before, after = chance.choice(["{}", "${}", "-{}"]), chance.choice(["{}", "{} €", "{}k", "{} kg"])
        text = before.format(one) + chance.choice(BETWEEN) + after.format(other)

        assert read(text) is None, text


SIGNS = [
    *"0123456789",
    *"0123456789",
    *".,' -+()$€%kM",
    "\u00a0",
    "kg",
    " million",
    "٣",
    "\uff13",
    "²",
    "½",
    "¢",
    "\u2212",
]


def test_no_digit_of_a_text_is_ever_lost() -> None:
    found = 0
    for chance in chances(5, 30_000):
        text = "".join(chance.choices(SIGNS, k=chance.randrange(1, 9)))
        number = read(text)
        if number is None or read(text, "strict") is not None:
            continue
        found += 1
        digits = "".join(str(int(sign)) for sign in text if sign.isdecimal()).strip("0")

        assert f"{Decimal(str(number)):f}".replace(".", "").strip("-0") == digits, text
    assert found > 500


@pytest.mark.parametrize("text", ["9" * 400, "1" + ",000" * 200, "$" + "1" * 30, "(" * 100 + "5" + ")" * 100])
def test_a_text_of_any_length_is_read_or_refused(text: str) -> None:
    assert read(text) in (None, float("1" * 30))
