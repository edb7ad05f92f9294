"""Who may ask: several keys, a file of them, and what happens when it changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from airflow_provider.local.keys import Keys
from airflow_provider.local.settings import Settings
from tests.local.website import Call


def write(file: Path, text: str, *, age: int = 0) -> Path:
    file.write_text(text)
    # The clock of a file system may be too coarse to tell two writes of a test apart.
    os.utime(file, (1_000_000_000 + age, 1_000_000_000 + age))
    return file


def test_each_key_of_the_file_may_ask_and_so_may_the_one_beside_it(tmp_path: Path) -> None:
    keys = Keys("beside", write(tmp_path / "keys", "# team a\nfirst\n\n  second  \n"))

    assert [keys.accept(f"Token {key}") for key in ("first", "second", "beside", "# team a", "", "third")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_key_that_is_taken_out_of_the_file_is_revoked_and_one_put_in_may_ask(tmp_path: Path) -> None:
    file = write(tmp_path / "keys", "first\nsecond\n")
    keys = Keys("", file)

    write(file, "second\nthird\n", age=1)

    assert [keys.accept(key) for key in ("first", "second", "third")] == [False, True, True]


def test_no_key_of_a_file_that_cannot_be_read_any_more_is_taken_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = write(tmp_path / "keys", "secret-key\n")
    keys = Keys("beside", file)

    file.unlink()
    assert [keys.accept(key) for key in ("secret-key", "beside", "")] == [False, True, False]
    write(file, "two words\n", age=1)
    assert not keys.accept("two words")
    write(file, "secret-key\n", age=2)
    assert keys.accept("secret-key")

    assert "No key of" in caplog.text
    assert "secret-key" not in caplog.text


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "has no key in it"), ("# none\n", "has no key in it"), ("ok\nanna: secret\n", "Line 2"), ("ключ", "Line 1")],
)
def test_a_file_without_keys_ends_the_start_in_words_that_quote_none(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "keys"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=said) as raised:
        Keys("", file)

    assert "secret" not in str(raised.value)


def test_a_service_answers_every_key_of_its_file(call: Call, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, keys_file=write(tmp_path / "keys", "first\nsecond\n"))

    statuses = [
        call("POST", "/v1/extract/", key=f"Token {key}", json={}, using=settings).status_code
        for key in ("first", "second", "third")
    ]

    assert statuses == [400, 400, 401]
