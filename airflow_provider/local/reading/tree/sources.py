"""Where a picture is, of which scripts may load a better one later."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Where a script is to load a picture, its address stands in the first of these.
_SOURCES = ("data-src", "data-lazy-src", "data-original", "src")
_NO_SOURCE = re.compile(r"(?:src|alt|title|name|id|on\w{1,20})$")
_GIF = re.compile(r"\.gif(?:$|\?)", re.IGNORECASE)
# The address of a picture, as libraries that load it later keep it.
_PICTURE = re.compile(r"^\S{1,500}\.(?:jpe?g|png|webp|avif|gif)(?:$|\?)", re.IGNORECASE)
# An attribute in which an address without such an ending waits, but for what is shown where that does not load.
_WAITING = re.compile(
    r"data-(?!.{0,30}(?:ghost|placeholder|default|fallback|error|product|link))[\w-]{0,30}(?:url|src|image|img)$"
)
_ADDRESS = re.compile(r"^(?:https?:/)?/\S{1,500}$", re.IGNORECASE)


def source_of(attrs: Mapping[str, str]) -> str:
    """Return the address, as it is written, of what an element with *attrs* shows or plays; no `data:`."""
    several = attrs.get("data-srcset") or attrs.get("srcset") or ""
    plain = next(filter(None, map(attrs.get, _SOURCES)), "")
    is_missing = not plain or plain.startswith("data:")
    # What moves or spaces is there until a script has loaded the picture.
    if not is_missing and not _GIF.search(plain):
        return plain
    kept = (value for name, value in attrs.items() if not _NO_SOURCE.match(name) and _PICTURE.search(value))
    kept = (value for value in kept if is_missing or not _GIF.search(value))
    found = next(iter(several.split()), "") or next(kept, "") or ("" if is_missing else plain)
    waiting = (value for name, value in attrs.items() if _WAITING.match(name) and _ADDRESS.match(value))
    return found or next(waiting, "")
