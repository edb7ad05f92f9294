"""MSG, the e-mails of Outlook: properties by number in a compound file."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.mail import as_html, plain
from airflow_provider.web.charset import decoded_as

# The numbers of MAPI's properties, and the types that their values have.
_SUBJECT, _SENDER, _SENDERS_ADDRESS, _SMTP, _TO, _CC = "0037", "0C1A", "0C1F", "5D01", "0E04", "0E03"
_BODY, _HTML, _LONG_NAME, _SHORT_NAME = "1000", "1013", "3707", "3704"
_SENT, _DELIVERED, _CODE_PAGE = 0x00390040, 0x0E060040, 0x3FFD0003
_UNICODE, _EIGHT_BIT, _BINARY = "001F", "001E", "0102"
_FIXED = "__properties_version1.0"
_HEAD_OF_FIXED = 32
MAX_ATTACHED = 1000
MAX_BYTES = 20 * 1024 * 1024


def read_msg(body: bytes) -> str:
    """Return an e-mail as HTML."""
    import olefile

    try:
        with olefile.OleFileIO(BytesIO(body)) as compound:
            return _Message(compound).html()
    except Exception:  # noqa: BLE001 - olefile fails in its own ways on what is damaged
        raise Invalid("The MSG file cannot be read: it is damaged.") from None


class _Message:
    """An opened file."""

    def __init__(self, compound: Any) -> None:
        self._compound = compound
        self._left = MAX_BYTES
        fixed = self._stream(_FIXED) or b""
        entries = struct.iter_unpack("<II8s", fixed[_HEAD_OF_FIXED:][: (len(fixed) - _HEAD_OF_FIXED) // 16 * 16])
        self._fixed = {tag: value for tag, _, value in entries}
        page = int.from_bytes(self._fixed.get(_CODE_PAGE, b"")[:4], "little")
        self._charset = "utf-8" if page == 65001 else f"cp{page}" if page else None  # noqa: PLR2004 - Windows' number of it

    def html(self) -> str:
        """Return the e-mail as HTML."""
        sender = self._text(_SENDER)
        address = self._text(_SMTP) or self._text(_SENDERS_ADDRESS)
        if _is_address(address) and address != sender:
            sender = f"{sender} <{address}>".strip()
        said = {
            "Subject": self._text(_SUBJECT),
            "From": sender,
            "To": self._text(_TO),
            "Cc": self._text(_CC),
            "Date": self._date(),
        }
        markup = self._stream(f"__substg1.0_{_HTML}{_BINARY}")
        told = decoded_as(markup, self._charset) if markup else self._text(_HTML)
        return as_html(said, f"<div>{told}</div>" if told else plain(self._text(_BODY)), self._attached())

    def _date(self) -> str:
        value = self._fixed.get(_SENT) or self._fixed.get(_DELIVERED)
        if not value:
            return ""
        # In units of 100 ns.
        try:
            moment = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=int.from_bytes(value, "little") // 10)
        except OverflowError:
            return ""
        return f"{moment:%Y-%m-%d %H:%M} UTC"

    def _attached(self) -> list[str]:
        folders = sorted({path[0] for path in self._compound.listdir() if path[0].startswith("__attach_version1.0_")})
        names = (
            self._text(_LONG_NAME, f"{one}/") or self._text(_SHORT_NAME, f"{one}/") for one in folders[:MAX_ATTACHED]
        )
        return [name for name in names if name]

    def _text(self, number: str, folder: str = "") -> str:
        """Return a property that is text, empty where there is none."""
        wide = self._stream(f"{folder}__substg1.0_{number}{_UNICODE}")
        narrow = None if wide else self._stream(f"{folder}__substg1.0_{number}{_EIGHT_BIT}")
        text = wide.decode("utf-16-le", "replace") if wide else decoded_as(narrow, self._charset) if narrow else ""
        return text.replace("\x00", "").strip()

    def _stream(self, name: str) -> bytes | None:
        if not self._compound.exists(name):
            return None
        content: bytes = self._compound.openstream(name).read(self._left)
        self._left -= len(content)
        return content


def _is_address(text: str) -> bool:
    name, _, host = text.partition("@")
    return bool(name and host) and "@" not in host and not any(map(str.isspace, text))
