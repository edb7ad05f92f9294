"""
Who may ask: the keys that the operator gave, and whether a request carries one of them.

A file of keys is read again when it changes, so that a key is added or revoked while the service runs. Where it
cannot be read, none of its keys is taken.
"""

from __future__ import annotations

import hmac
import logging
from pathlib import Path

log = logging.getLogger(__name__)


class Keys:
    """
    The keys of a service.

    :param key: one that is always taken; none where empty
    :param file: one key a line; empty lines and those that begin with ``#`` say nothing
    """

    def __init__(self, key: str, file: Path | None = None) -> None:
        self._always = (key.strip(),) if key.strip() else ()
        self._file = file
        self._version: tuple[int, ...] = ()
        self._read: tuple[str, ...] = ()
        if file is not None:
            self._version, self._read = _version(file), read_keys(file)

    def accept(self, header: str) -> bool:
        """Tell whether *header* is ``Token KEY`` or the bare key, without leaking how much of it is right."""
        scheme, _, rest = header.strip().partition(" ")
        given = (rest.strip() if scheme.lower() == "token" else header.strip()).encode(errors="replace")
        return any(hmac.compare_digest(given, key.encode(errors="replace")) for key in self._all())

    def _all(self) -> tuple[str, ...]:
        if self._file is not None:
            self._refresh(self._file)
        return self._always + self._read

    def _refresh(self, file: Path) -> None:
        try:
            version = _version(file)
            if version == self._version:
                return
            self._version, self._read = version, read_keys(file)
        except (OSError, ValueError) as error:
            if self._version:
                log.warning("No key of %s is taken any more. %s", file, error)
            self._version, self._read = (), ()
        else:
            log.warning("The keys of %s were read again; there are %d.", file, len(self._read))


def read_keys(file: Path) -> tuple[str, ...]:
    """Return the keys in *file*; raises ValueError where there is none, or a line is not one."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"The file of keys {str(file)!r} is not UTF-8 text.") from None
    keys = []
    for number, line in enumerate(lines, start=1):
        key = line.strip()
        if not key or key.startswith("#"):
            continue
        if not key.isascii() or len(key.split()) > 1:
            raise ValueError(f"Line {number} of {str(file)!r} is no key. Write one key of ASCII characters a line.")
        keys.append(key)
    if not keys:
        raise ValueError(f"The file of keys {str(file)!r} has no key in it. Write one key a line.")
    return tuple(keys)


def _version(file: Path) -> tuple[int, ...]:
    found = file.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino
