"""Paid answers in the log: all that was written comes back, and what is damaged is said once and never raised."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

import pytest

from airflow_provider.state.log import CONTINUES, LOG_KEY, AnswerLog, fits_a_part
from airflow_provider.state.store import PART_BYTES
from tests.standins import MemoryStore
from tests.state.noise import dense
from tests.state.words import lost


def hexed(size: int, seed: int = 7) -> str:
    """Return text that is half as large when it is compressed."""
    return random.Random(seed).randbytes(size // 2).hex()


class Tries:
    """The log of a task instance over its tries: what stands in the store, and in its record."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.header: Any = None
        self.written: list[tuple[str, Any]] = []

    def append(self, *contents: object) -> None:
        """Append each of *contents* in a try of their own, saved after each."""
        log = self.log()
        for content in contents:
            name = f"f{len(self.written)}"
            log.append(name, json.dumps(content, ensure_ascii=False).encode())
            self.written.append((name, content))
            self.save(log)

    def save(self, log: AnswerLog) -> None:
        parts = log.full_parts
        for key, value in parts:
            self.store.set(key, value)
        log.parts_written(len(parts))
        self.header = json.loads(json.dumps(log.header))

    def log(self) -> AnswerLog:
        return AnswerLog(self.store, self.header)

    def read(self) -> list[tuple[str, Any]]:
        return [(entry.fingerprint, entry.value) for entry in self.log().read()]


@pytest.fixture
def tries() -> Tries:
    return Tries()


ODD = [None, "", "line\u2028separator\r\n", "nul \u0000", "漢字 😀", [], {}, {"a b": [1.5, None, True]}, "\x0b\x0c\x85"]


def test_a_log_gives_back_what_was_appended_in_order_whatever_is_in_it(tries: Tries) -> None:
    tries.append(*ODD, *({"text": f"ü\u2028 \n {index} " * (index % 50)} for index in range(1000)))

    assert tries.read() == tries.written
    assert len(tries.log()) == len(tries.written)


def test_the_content_of_an_entry_is_what_was_appended_byte_for_byte(tries: Tries) -> None:
    log = tries.log()
    log.append("f", '{"b":  1, "a": "é"}'.encode())
    tries.save(log)

    (entry,) = tries.log().read()

    assert entry.content == '{"b":  1, "a": "é"}'.encode()


def test_an_empty_log_is_nothing_in_the_record(tries: Tries) -> None:
    log = tries.log()

    assert log.header is None
    assert len(log) == 0
    assert list(log.read()) == []
    assert log.keys == []
    assert log.problem is None


SIZES: dict[str, list[int]] = {
    "small": [10] * 40,
    "one large": [200_000],
    "large, then small": [200_000, 10, 10],
    "small, then large, then small": [10, 200_000, 10, 300_000, 10],
    "just a part": [PART_BYTES - 200, 10, PART_BYTES, PART_BYTES + 200, 10],
    "two to a part": [20_000] * 9,
}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("text", [hexed, dense, lambda size, _: "x" * size], ids=["hex", "dense", "alike"])
def test_a_later_try_reads_all_and_appends_and_a_third_reads_all_again(
    tries: Tries, warnings: list[str], text: Any, sizes: list[int]
) -> None:
    for seed in range(3):
        assert tries.read() == tries.written
        tries.append(*(text(size, seed * 100 + number) for number, size in enumerate(sizes)))

    assert tries.read() == tries.written
    assert max(map(len, [*tries.store.values.values(), json.dumps(tries.header)])) < 60_000
    assert warnings == []


def test_a_large_answer_takes_several_parts_and_small_ones_share_a_part(tries: Tries) -> None:
    tries.append(dense(5 * PART_BYTES))
    large = len(tries.store.values)
    tries.append(*(dense(100, seed) for seed in range(100)))

    assert large == 4
    assert len(tries.store.values) == large
    assert all(json.loads(tries.store.values[LOG_KEY.format(number=n)]).startswith(CONTINUES) for n in range(1, large))


def test_an_open_part_of_an_earlier_try_becomes_a_full_one_when_another_answer_comes(tries: Tries) -> None:
    tries.append("first")
    assert tries.store.values == {}
    still_open = tries.header["open"]

    tries.append("second")

    assert tries.store.get(LOG_KEY.format(number=0)) == still_open
    assert tries.header["parts"] == 1
    assert tries.header["open"] != still_open


def test_a_try_that_appends_nothing_leaves_the_log_as_it_is(tries: Tries) -> None:
    tries.append("first", dense(100_000), "second")
    before = dict(tries.store.values), tries.header

    tries.save(tries.log())

    assert (tries.store.values, tries.header) == before


def test_parts_stay_full_parts_until_they_are_known_to_be_written(tries: Tries) -> None:
    log = tries.log()
    log.append("f", json.dumps(dense(3 * PART_BYTES)).encode())
    full = log.full_parts
    assert len(full) > 2

    log.parts_written(2)

    assert log.full_parts == full[2:]


def test_the_keys_are_those_of_all_parts(tries: Tries) -> None:
    tries.append(dense(100_000), "small")
    log = tries.log()
    log.append("large", json.dumps(dense(100_000)).encode())
    tries.save(log)

    assert set(log.keys) == set(tries.store.values)


def test_that_calls_overlapped_is_kept_over_tries(tries: Tries) -> None:
    log = tries.log()
    log.overlapped = True
    tries.save(log)

    assert tries.log().overlapped
    tries.append("first")
    assert tries.log().overlapped
    assert tries.header["overlapped"] is True


@pytest.mark.parametrize("overlapped", [1, "true", None, {}])
def test_that_calls_overlapped_is_believed_only_as_it_is_written(tries: Tries, overlapped: object) -> None:
    tries.append("first")
    tries.header |= {"overlapped": overlapped}

    assert not tries.log().overlapped


@pytest.fixture
def full(tries: Tries) -> Tries:
    """Return a log of three tries: part 0 has a small answer, 1 to 3 a large one, the open part two small ones."""
    tries.append("small")
    tries.append(dense(3 * PART_BYTES))
    tries.append("one", "two")
    assert len(tries.store.values) == 4
    return tries


def key(number: int) -> str:
    return LOG_KEY.format(number=number)


CUT = base64.b64encode(zlib.compress(b"f9 [1, 2")).decode()
DAMAGED_PARTS: dict[str, tuple[int, Any, list[int]]] = {
    # what is put in place of which part, and the answers that are left
    "missing": (0, None, [1, 2, 3]),
    "missing in a large answer": (2, None, [0, 2, 3]),
    "the first of a large answer missing": (1, None, [0, 2, 3]),
    "no text": (0, {"a": 1}, [1, 2, 3]),
    "no base64": (0, "###", [1, 2, 3]),
    "no base64 in a large answer": (3, f"{CONTINUES}###", [0, 2, 3]),
    "not ASCII": (0, "é", [1, 2, 3]),
    "cut in base64": (0, base64.b64encode(b"123456").decode()[:-1], [1, 2, 3]),
    "no zlib": (0, base64.b64encode(b"plain text").decode(), [1, 2, 3]),
    "no JSON": (0, base64.b64encode(zlib.compress(b"f9 {'a'\n")).decode(), [1, 2, 3]),
    "JSON too deep": (0, base64.b64encode(zlib.compress(b"f9 " + b"[" * 10**6)).decode(), [1, 2, 3]),
    "no name": (0, base64.b64encode(zlib.compress(b"\xff {}\n")).decode(), [1, 2, 3]),
    "a line that was cut": (0, CUT, [1, 2, 3]),
    "empty": (0, "", [1, 2, 3]),
    "another one's continuation": (0, f"{CONTINUES}{CUT}", [1, 2, 3]),
}


@pytest.mark.parametrize("kind", DAMAGED_PARTS)
def test_a_damaged_part_costs_its_answers_and_no_other(full: Tries, warnings: list[str], kind: str) -> None:
    number, instead, left = DAMAGED_PARTS[kind]
    full.store.delete(key(number))
    if instead is not None:
        full.store.set(key(number), instead)

    assert full.read() == [full.written[place] for place in left]
    assert warnings == [lost(1)]


def test_an_answer_whose_end_was_cut_off_is_not_half_an_answer(tries: Tries, warnings: list[str]) -> None:
    tries.append(*(dense(15_000, seed) for seed in range(5)))
    part = tries.store.get(key(0))
    tries.store.set(key(0), part[: len(part) * 3 // 4 // 4 * 4])

    assert [name for name, _ in tries.read()] == ["f0", "f1", "f3", "f4"]
    assert warnings == [lost(1)]


@pytest.mark.parametrize("still_open", ["###", "", "é", base64.b64encode(b"plain").decode()], ids=repr)
def test_a_damaged_open_part_costs_its_answers_and_no_other(full: Tries, warnings: list[str], still_open: str) -> None:
    full.header |= {"open": still_open}

    assert full.read() == full.written[:2]
    assert warnings == [lost(2)]


def test_a_log_that_is_read_twice_is_warned_of_once(full: Tries, warnings: list[str]) -> None:
    full.store.delete(key(0))
    log = full.log()

    assert [entry.value for entry in log.read()] == [entry.value for entry in log.read()]
    assert warnings == [lost(1)]


@pytest.mark.parametrize("header", [7, "x", [], True], ids=repr)
def test_a_header_that_is_none_is_an_empty_log_with_a_problem(full: Tries, header: object) -> None:
    full.header = header

    assert full.log().problem == f"log is {header!r}"
    assert full.log().header is None
    assert full.read() == []


WRONG_HEADERS = [
    ("entries", "4"),
    ("entries", -4),
    ("entries", None),
    ("entries", 4.0),
    ("entries", True),
    ("parts", "4"),
    ("parts", None),
    ("parts", -1),
    ("parts", True),
    ("parts", 10**7),
    ("open", 7),
    ("open", None),
    ("open", ["x"]),
]


@pytest.mark.parametrize(("name", "value"), WRONG_HEADERS, ids=str)
def test_a_header_that_is_wrong_in_a_field_has_a_problem_and_what_can_be_read_is(
    full: Tries, warnings: list[str], name: str, value: Any
) -> None:
    full.header |= {name: value}
    log = full.log()

    assert log.problem == f"log.{name} is {value!r}"
    found = [(entry.fingerprint, entry.value) for entry in log.read()]
    assert found == {"entries": full.written, "parts": full.written[2:], "open": full.written[:2]}[name]
    # It is said with the record, in which it stands; once is enough.
    assert warnings == []


def test_a_log_without_a_count_is_not_dropped_from_the_record(full: Tries) -> None:
    full.header |= {"entries": None}
    full.append("three")

    assert [value for _, value in full.read()] == [value for _, value in full.written]


def test_a_count_of_parts_that_is_far_too_high_is_not_believed_for_long(
    full: Tries, warnings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    found = full.store.get
    monkeypatch.setattr(full.store, "get", lambda key, default=None: (asked.append(key), found(key, default))[1])
    full.header |= {"parts": 50_000}
    log = full.log()

    assert [(entry.fingerprint, entry.value) for entry in log.read()] == full.written
    assert len(asked) < 20
    assert warnings == []

    # What is paid for from now on is found by the next try.
    log.append("next", b"1")
    full.save(log)
    assert full.read() == [*full.written, ("next", 1)]
    assert len(full.log().keys) == 5


def test_a_count_that_is_too_high_moves_no_part_that_was_appended_before_it_was_noticed(full: Tries) -> None:
    full.header |= {"parts": 50_000}
    log = full.log()
    log.append("next", b"1")
    assert [(entry.fingerprint, entry.value) for entry in log.read()] == full.written
    log.append("large", json.dumps(dense(PART_BYTES * 2)).encode())

    assert len(set(log.full_parts)) == len(log.full_parts)
    assert {key for key, _ in log.full_parts}.isdisjoint(full.store.values)


def test_an_answer_that_fits_a_part_does_whatever_it_is() -> None:
    for size in range(PART_BYTES // 2 - 50, PART_BYTES + 2000, 331):
        alike = (bytes(range(35, 127)) * 600)[:size]
        for content in (alike, hexed(size).encode(), dense(size).encode()):
            if fits_a_part(content):
                log = AnswerLog(MemoryStore(), None)
                log.append("f" * 24, json.dumps(content.decode()).encode())
                assert log.full_parts == []
                assert log.header is not None
                assert len(log.header["open"]) < 59_000


def test_small_answers_fit_a_part_without_being_compressed_and_huge_ones_do_not() -> None:
    assert fits_a_part(b"x" * (PART_BYTES // 2 - 1))
    assert fits_a_part(b"x" * 10**6)
    assert not fits_a_part(dense(2 * PART_BYTES).encode())
