"""Which pages are not paid for again, as users say it: checked by name, equal wherever it is used. No I/O."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, Literal, get_args

from airflow_provider.errors import InvalidRequestError
from airflow_provider.web.checks import check_selectors, check_share, name_of_reading

When = Literal["unchanged", "recent"]


@dataclass(frozen=True, kw_only=True)
class Reuse:
    """
    What was paid for once, used again while its page is as it was.

    :param memory: a folder on any storage, such as `s3://bucket/books-memory`
    :param when: "unchanged" reads each page for free and pays where a reader sees something else; "recent" reads
        nothing and goes by age alone
    :param max_age: what was paid longer ago is paid for again; "recent" needs it
    :param select: CSS selectors of what counts
    :param ignore: CSS selectors of what does not count
    :param min_change: the share of lines, 0 to 1, that has to change
    :param allow_private: also read addresses that are not public
    """

    memory: str
    when: When = "unchanged"
    max_age: timedelta | float | None = None
    select: str | Sequence[str] | None = None
    ignore: str | Sequence[str] | None = None
    min_change: float = 0.0
    allow_private: bool = False

    @classmethod
    def of(cls, value: object) -> Reuse | None:
        """
        Return what *value* stands for: a Reuse, a dict or JSON text of one; None reuses nothing.

        Numbers may be text, as templates render them. Raises `InvalidRequestError` naming the field.
        """
        if value is None or value == "":
            return None
        if isinstance(value, Reuse):
            value = value.as_dict()
        if isinstance(value, str):
            value = _decoded(value)
        if not isinstance(value, Mapping):
            raise InvalidRequestError(f"reuse is {value!r}. Use Reuse(...), or a dict with memory.")
        names = [field.name for field in fields(cls)]
        if unknown := [str(name) for name in value if name not in names]:
            raise InvalidRequestError(f"reuse has {', '.join(unknown)}. It knows {', '.join(names)}.")
        return cls(**_checked(value))

    def as_dict(self) -> dict[str, Any]:
        """Return the form that Airflow renders and stores: what was set, as plain values."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        plain["max_age"] = self.max_age.total_seconds() if isinstance(self.max_age, timedelta) else self.max_age
        for name in ("select", "ignore"):
            plain[name] = plain[name] if plain[name] is None or isinstance(plain[name], str) else list(plain[name])
        return {name: value for name, value in plain.items() if value != self.__dataclass_fields__[name].default}

    @property
    def selects(self) -> tuple[str, ...]:
        """The selectors of what counts."""
        return check_selectors(self.select, field="select")

    @property
    def ignores(self) -> tuple[str, ...]:
        """The selectors of what does not count."""
        return check_selectors(self.ignore, field="ignore")

    def reading_of(self, url: str) -> str:
        """Return what names how the page at *url* is read: what was read otherwise does not compare."""
        return name_of_reading(url, self.selects, self.ignores)


def _checked(value: Mapping[str, Any]) -> dict[str, Any]:
    memory, when = value.get("memory"), value.get("when", "unchanged")
    if not isinstance(memory, str) or not memory.strip():
        raise InvalidRequestError(f"reuse: memory is {memory!r}. Give a folder, such as 's3://bucket/books-memory'.")
    if when not in get_args(When):
        raise InvalidRequestError(f"reuse: when is {when!r}. Use {' or '.join(map(repr, get_args(When)))}.")
    max_age = _age(value.get("max_age"))
    if when == "recent" and max_age is None:
        raise InvalidRequestError("reuse: when is 'recent' without max_age. Say for how long paid rows are good.")
    return {
        "memory": memory.strip(),
        "when": when,
        "max_age": max_age,
        "select": check_selectors(value.get("select"), field="select"),
        "ignore": check_selectors(value.get("ignore"), field="ignore"),
        "min_change": check_share(_number(value.get("min_change", 0.0)), field="min_change"),
        "allow_private": _flag(value.get("allow_private", False)),
    }


def _age(value: object) -> timedelta | None:
    if value is None or value == "":
        return None
    seconds = value.total_seconds() if isinstance(value, timedelta) else _number(value)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise InvalidRequestError(f"reuse: max_age is {value!r}. Give a timedelta, or seconds, above 0.")
    try:
        return timedelta(seconds=seconds)
    except OverflowError:
        return timedelta.max


def _number(value: object) -> object:
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def _flag(value: object) -> bool:
    text = str(value).lower()
    if text not in {"true", "false"}:
        raise InvalidRequestError(f"reuse: allow_private is {value!r}. Use true or false.")
    return text == "true"


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text
