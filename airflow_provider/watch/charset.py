"""Bytes to text, as browsers decide it: byte order mark, then the header, then the page itself, then a guess."""

from __future__ import annotations

import codecs
import re

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
META_CHARSET = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
XML_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
# What these names mean on the web.
WINDOWS = frozenset({"ascii", "iso8859-1", "latin_1"})


def decoded(body: bytes, content_type: str) -> str:
    """Return *body* as text; what cannot be decoded becomes U+FFFD."""
    for mark, name in BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    head = body[:4096]
    found = CHARSET.search(content_type)
    names = [found[1]] if found else []
    names += [match[1].decode("ascii") for match in (META_CHARSET.search(head), XML_ENCODING.search(head)) if match]
    for name in names:
        # A page whose head can be read as ASCII is not UTF-16, whatever it says.
        if not (name.lower().startswith("utf-16") and name not in content_type):
            try:
                return body.decode(_on_the_web(name), "replace")
            except (LookupError, UnicodeError):
                continue
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _on_the_web(name: str) -> str:
    known = codecs.lookup(name).name
    return "cp1252" if known in WINDOWS else known
