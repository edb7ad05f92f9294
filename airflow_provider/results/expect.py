"""
What the rows of a result have to be, as the user says it.

Decides which words there are and what each may hold; `checking` holds rows against them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from airflow_provider.errors import InvalidRequestError

OnUnmet = Literal["fail", "warn", "ask_again"]


@dataclass(frozen=True, kw_only=True)
class Expect:
    """
    What the rows of a result have to be; a dict of the same does as well.

    :param min_rows: the fewest rows
    :param max_rows: the most rows
    :param required: fields that no row may have null
    :param max_null_share: by field, the largest share of rows, from 0 to 1, in which it may be null
    :param unique: fields which together are the same in no two rows; rows with a null among them are not compared
    :param max_drop: the share, from 0 to 1, by which the rows may be fewer than at the task's last success
    :param check_on_page: fields whose values have to stand in the page that they are said to be from, which is read
        for free
    :param min_found: the share of these values, from 0 to 1, that has to be found, of those whose page can be read
    :param allow_private: also read addresses that are not public
    :param on_unmet: "fail" the task, which is not retried; "warn" and deliver the rows; or "ask_again", once, for the
        pages whose rows are at fault, and fail if that does not help
    """

    min_rows: int | None = None
    max_rows: int | None = None
    required: Sequence[str] = ()
    max_null_share: Mapping[str, float] = field(default_factory=dict)
    unique: Sequence[str] = ()
    max_drop: float | None = None
    check_on_page: Sequence[str] = ()
    min_found: float = 1.0
    allow_private: bool = False
    on_unmet: OnUnmet = "fail"

    @classmethod
    def of(cls, value: object) -> Expect | None:
        """
        Return what *value* stands for: an Expect, a dict or JSON text of one; None expects nothing.

        Numbers and lists may be text, as templates render them. Raises `InvalidRequestError` naming the field.
        """
        if value is None or value == "":
            return None
        if isinstance(value, Expect):
            value = value.as_dict()
        value = _decoded(value)
        if not isinstance(value, Mapping):
            raise InvalidRequestError(f"expect is {value!r}. Use Expect(...), or a dict such as {{'min_rows': 1}}.")
        names = [one.name for one in fields(cls)]
        if unknown := [str(name) for name in value if name not in names]:
            raise InvalidRequestError(f"expect has {', '.join(unknown)}. It knows {', '.join(names)}.")
        expect = cls(**{name: _READ[name](name, one) for name, one in value.items() if one is not None})
        if expect.min_rows is not None and expect.max_rows is not None and expect.min_rows > expect.max_rows:
            raise InvalidRequestError(
                f"expect: min_rows is {expect.min_rows} and max_rows {expect.max_rows}, so no rows can be right."
            )
        return expect

    def as_dict(self) -> dict[str, Any]:
        """Return the form that Airflow renders and stores: what was set, as plain values."""
        default = Expect()
        given = {name: value for name, value in asdict(self).items() if value != getattr(default, name)}
        return {name: list(value) if isinstance(value, tuple | set) else value for name, value in given.items()}

    def refuse_unknown_fields(self, columns: Collection[str]) -> None:
        """Refuse a field that no row has: a misspelt one would never be, or always, at fault."""
        for rule in ("required", "max_null_share", "unique", "check_on_page"):
            for name in getattr(self, rule):
                if name not in columns:
                    raise InvalidRequestError(
                        f"expect: {rule} names {name!r}, which rows do not have. They have {', '.join(columns)}."
                    )


def _decoded(value: object) -> object:
    """Return what the text *value* stands for, in JSON or as Python writes it; anything else as it is."""
    if isinstance(value, str):
        for read in (json.loads, ast.literal_eval):
            try:
                return read(value)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return value


def _count(name: str, value: object) -> int:
    number = _number(value)
    if number is None or number < 0 or not number.is_integer():
        raise InvalidRequestError(f"expect: {name} is {value!r}. Use a whole number.")
    return int(number)


def _share(name: str, value: object) -> float:
    number = _number(value)
    if number is None or not 0 <= number <= 1:
        raise InvalidRequestError(f"expect: {name} is {value!r}. Use a share from 0 to 1, such as 0.2.")
    return number


def _names(name: str, value: object) -> tuple[str, ...]:
    names = _decoded(value)
    if not isinstance(names, list | tuple | set | frozenset) or not all(isinstance(one, str) and one for one in names):
        raise InvalidRequestError(f"expect: {name} is {value!r}. Use a list of field names.")
    return tuple(names)


def _shares(name: str, value: object) -> dict[str, float]:
    shares = _decoded(value)
    if not isinstance(shares, Mapping):
        raise InvalidRequestError(
            f"expect: {name} is {value!r}. Use a dict of field to share, such as {{'price': 0.1}}."
        )
    return {str(one): _share(f"{name} of {one!r}", share) for one, share in shares.items()}


def _flag(name: str, value: object) -> bool:
    text = str(value).lower()
    if text not in {"true", "false"}:
        raise InvalidRequestError(f"expect: {name} is {value!r}. Use true or false.")
    return text == "true"


def _choice(name: str, value: object) -> object:
    if value not in get_args(OnUnmet):
        raise InvalidRequestError(f"expect: {name} is {value!r}. Use {' or '.join(map(repr, get_args(OnUnmet)))}.")
    return value


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


_READ: Mapping[str, Callable[[str, Any], Any]] = {
    "min_rows": _count,
    "max_rows": _count,
    "required": _names,
    "max_null_share": _shares,
    "unique": _names,
    "max_drop": _share,
    "check_on_page": _names,
    "min_found": _share,
    "allow_private": _flag,
    "on_unmet": _choice,
}
