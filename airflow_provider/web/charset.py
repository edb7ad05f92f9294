"""
Bytes to text, as browsers decide it: byte order mark, then the header, then the page itself, then a guess.

But what is UTF-8 in all of its bytes is not what a page says that was saved or moved in another set.
"""

from __future__ import annotations

import codecs
import re

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Of white space nothing is tried twice: a header may be full of it.
CHARSET = re.compile(r"charset\s*+=\s*+[\"']?+\s*+([\w.:-]+)", re.IGNORECASE)
META_CHARSET = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
XML_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
# What these names mean on the web (encoding.spec.whatwg.org): sets that have grown since, and browsers read as such.
ON_THE_WEB = {
    **dict.fromkeys(("ascii", "iso8859-1"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
}
# Codecs of Python that are no character sets; on the web they are unknown.
NOT_ON_THE_WEB = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})


def decoded(body: bytes, content_type: str) -> str:
    """Return *body*, which came with the header *content_type*, as text; what cannot be decoded becomes U+FFFD."""
    return decoded_as(body, charset_of(content_type))


def charset_of(content_type: str) -> str | None:
    """Return the name of the character set that the header *content_type* gives, None if it gives none."""
    found = CHARSET.search(content_type)
    return found[1] if found else None


def decoded_as(body: bytes, charset: str | None) -> str:
    """Return *body* as text; *charset* is the name that its header gave, if it gave one."""
    for mark, name in BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    head = body[:4096]
    inside = [match[1].decode("ascii") for match in (META_CHARSET.search(head), XML_ENCODING.search(head)) if match]
    # A page whose head can be read as ASCII is not UTF-16, whatever it says.
    names = [charset, *(name for name in inside if not name.lower().startswith("utf-16"))]
    if charset is None and not body.isascii():
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError:
            pass
    for label in filter(None, names):
        try:
            return body.decode(_on_the_web(label), "replace")
        except (LookupError, UnicodeError):
            continue
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _on_the_web(name: str) -> str:
    known = codecs.lookup({"x-sjis": "cp932", "x-gbk": "gb18030"}.get(name.lower(), name)).name
    if known in NOT_ON_THE_WEB:
        raise LookupError(name)
    return ON_THE_WEB.get(known, known)
