"""
E-mails: who wrote what to whom, the text of it, and the names of what is attached.

A page that a browser or an Office program has saved as MHTML has the form of one, too, but nobody it is sent to.
"""

from __future__ import annotations

import email
import email.policy
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage, MIMEPart
from itertools import groupby
from typing import TYPE_CHECKING, Any

from airflow_provider.local.errors import Invalid
from airflow_provider.web.charset import decoded_as

HEADERS = ("From", "To", "Cc", "Date")
_NAMES = rb"(?:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|MIME-Version):"
_FIRST = re.compile(rb"\A(?:From |%b)" % _NAMES, re.IGNORECASE)
_ANY = re.compile(rb"^%b" % _NAMES, re.IGNORECASE | re.MULTILINE)
_PARTS_OF_A_PAGE = re.compile(rb"^Content-Type:[ \t]*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_SENT = ("To", "Cc", "Bcc", "Received")
_LINES = re.compile(r"\n[^\S\n]*\n")
# A line end that only keeps the lines of a text short; the one behind the dashes before a signature stays.
_SOFT = re.compile(r"(?<!^--) \r?\n(?=\S)", re.MULTILINE)
_A_QUOTE, _AN_ITEM = "quote", "item"
_QUOTED = re.compile(r"\A>(?=[ >]|\Z) ?")
_ITEM = re.compile(r"[-*\u2022] \S")
_SEVERAL = 3
MAX_QUOTED = 10
MAX_FORWARDED = 5
# In characters: the standard library takes minutes for a header of 70 kB, and asks for those of parts many times.
MAX_HEADER, MAX_HEADER_OF_PART = 8000, 1000

if TYPE_CHECKING:
    _EmailPolicy = email.policy.EmailPolicy[EmailMessage]
else:
    _EmailPolicy = email.policy.EmailPolicy


class _Policy(_EmailPolicy):
    """Reads of each header as much as a person would."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        """Return the header, parsed."""
        most = MAX_HEADER_OF_PART if name.lower().startswith("content-") else MAX_HEADER
        return super().header_fetch_parse(name, value[:most])


def is_mail(body: bytes) -> bool:
    """Tell whether *body* begins as an e-mail does: with several of its headers."""
    start = body[:4096]
    return _FIRST.match(start) is not None and len(_ANY.findall(start)) >= _SEVERAL


def is_archived_page(body: bytes) -> bool:
    """Tell whether *body* begins as a page does that is saved with all that belongs to it."""
    start = body[:4096]
    return _FIRST.match(start) is not None and _PARTS_OF_A_PAGE.search(start) is not None


def read_mail(body: bytes) -> str:
    """Return an e-mail as HTML."""
    try:
        return _told(email.message_from_bytes(body, _class=EmailMessage, policy=_Policy()))
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError):
        raise Invalid("The e-mail cannot be read: it is damaged.") from None


def _told(message: EmailMessage, depth: int = 0) -> str:
    """Return *message* as HTML, with the texts and the e-mails that follow its own text."""
    if message.get_content_type() == "multipart/related" and not any(message.get(name) for name in _SENT):
        return "".join(_content(part) for part in message.walk() if part.get_content_type() == "text/html")
    said = {name: _header(message, name) for name in ("Subject", *HEADERS)}
    body = message.get_body(("html", "plain"))
    content = [] if body is None else [_content(body)]
    attached = []
    forwarded = []
    for part in message.iter_attachments():
        if part.get_content_type() == "message/rfc822" and depth < MAX_FORWARDED:
            forwarded.append(f"<hr>{_told(part.get_content(), depth + 1)}")
        elif name := part.get_filename():
            attached.append(name)
        elif part.get_content_type() in {"text/plain", "text/html"}:
            content.append(_content(part))
    return as_html(said, "".join(content), attached) + "".join(forwarded)


def as_html(said: Mapping[str, str], content: str, attached: Sequence[str]) -> str:
    """Return an e-mail with the headers that it *said*, its *content* and the names of what is *attached*."""
    about = (f"<dt>{name}</dt><dd>{html.escape(said[name])}</dd>" for name in HEADERS if said.get(name))
    parts = [f"<h1>{html.escape(said.get('Subject', ''))}</h1><dl>", *about, "</dl>", content]
    if attached:
        parts.append("<p>Attached:</p><ul>" + "".join(f"<li>{html.escape(name)}</li>" for name in attached) + "</ul>")
    return "".join(parts)


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _content(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    # Without a character set, or with one that nobody knows, the page says it itself.
    text = decoded_as(payload, part.get_content_charset()) if isinstance(payload, bytes) else ""
    if part.get_content_subtype() == "html":
        return f"<div>{text}</div>"
    return plain(_SOFT.sub(" ", text) if part.get_param("format") == "flowed" else text)


def plain(text: str, depth: int = 0) -> str:
    """Return *text*, which stands in *depth* quotes, as paragraphs; lines that begin so as quotes and lists."""
    blocks = (block.strip() for block in _LINES.split(text.replace("\r\n", "\n")))
    return "".join(_told_lines(kind, lines, depth) for block in blocks if block for kind, lines in _runs(block))


def _runs(block: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of *block*, those alike as one: quoted ones, at least two items, or others."""
    runs = [(kind, list(lines)) for kind, lines in groupby(block.splitlines(), _kind)]
    for kind, alike in groupby(runs, lambda run: run[0] if run[0] != _AN_ITEM or len(run[1]) > 1 else ""):
        yield kind, [line for _, lines in alike for line in lines]


def _kind(line: str) -> str:
    return _A_QUOTE if _QUOTED.match(line) else _AN_ITEM if _ITEM.match(line) else ""


def _told_lines(kind: str, lines: list[str], depth: int) -> str:
    if kind == _A_QUOTE and depth < MAX_QUOTED:
        inner = "\n".join(_QUOTED.sub("", line) for line in lines)
        return f"<blockquote>{plain(inner, depth + 1)}</blockquote>"
    if kind == _AN_ITEM:
        return f"<ul>{''.join(f'<li>{html.escape(line[2:])}' for line in lines)}</ul>"
    return f"<p>{'<br>'.join(map(html.escape, lines))}</p>"
