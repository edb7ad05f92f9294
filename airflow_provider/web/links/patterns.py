"""Which addresses are wanted, by patterns over the whole of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from airflow_provider.errors import InvalidRequestError

REGULAR = "re:"
# How a pattern over a whole address can begin.
BEGINNINGS = ("http", "*")


def matcher(patterns: Iterable[str], *, field: str) -> Callable[[str], bool]:
    """
    Return a function that tells whether an address matches one of *patterns*.

    `*` stands for anything without a slash, `**` for anything, and `re:` begins a regular expression. Raises
    `InvalidRequestError`, naming *field*, for what can never match.
    """
    written = [patterns] if isinstance(patterns, str) else patterns
    if not isinstance(written, Iterable):
        raise InvalidRequestError(f"Field {field!r} is {written!r}. Give patterns, such as '**/books/*'.")
    compiled = [_compiled(pattern, field) for pattern in written]
    return lambda link: any(pattern.fullmatch(link) for pattern in compiled)


def _compiled(pattern: object, field: str) -> re.Pattern[str]:
    if not isinstance(pattern, str) or not pattern.strip():
        raise InvalidRequestError(f"Field {field!r} has {pattern!r}. Give patterns, such as '**/books/*'.")
    if pattern.startswith(REGULAR):
        try:
            return re.compile(pattern.removeprefix(REGULAR))
        except re.error as error:
            raise InvalidRequestError(f"Field {field!r} has {pattern!r}, no regular expression ({error}).") from None
    if not pattern.startswith(BEGINNINGS):
        raise InvalidRequestError(
            f"Field {field!r} has {pattern!r}, which is no whole address. Begin it with https://, or with **."
        )
    return re.compile(_regular(pattern))


def _regular(pattern: str) -> str:
    """
    Return the regular expression of *pattern*.

    What stands between two stars is looked for where it comes first, and nowhere else: a later place would leave less
    for the rest. Otherwise the stars together would try all places, and an address can be made for that.
    """
    # Three stars and more are two.
    *parts, last = (re.escape(part).split(r"\*") for part in re.split(r"\*{2,}", pattern))
    texts = [first + "".join(f"(?>[^/]*?{text})" for text in more) for first, *more in parts]
    begin = "".join(f"(?>.*?{text})" if number else f"(?>{text})" for number, text in enumerate(texts))
    first, *more = last
    end = "".join(f"(?>[^/]*?{text})" for text in more[:-1]) + "".join(f"[^/]*{text}" for text in more[-1:])
    return f"{begin}{'.*' if parts else ''}{first}{end}"
