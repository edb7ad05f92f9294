"""MSG, the e-mails of Outlook: properties by number in a compound file."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.mail import as_html, plain
from airflow_provider.local.files.richtext import read_rtf, unpacked
from airflow_provider.web.charset import decoded_as

# The numbers of MAPI's properties, and the types that their values have.
_SUBJECT, _SENDER, _SENDERS_ADDRESS, _SMTP, _TO, _CC = "0037", "0C1A", "0C1F", "5D01", "0E04", "0E03"
_BODY, _HTML, _RTF, _LONG_NAME, _SHORT_NAME = "1000", "1013", "1009", "3707", "3704"
_NAME, _ADDRESS, _SMTP_OF_RECIPIENT = "3001", "3003", "39FE"
_SENT, _DELIVERED, _CODE_PAGE, _KIND = 0x00390040, 0x0E060040, 0x3FFD0003, 0x0C150003
_UNICODE, _EIGHT_BIT, _BINARY = "001F", "001E", "0102"
_FIXED = "__properties_version1.0"
_HEAD_OF_FIXED, _HEAD_WITHIN = 32, 8
MAX_FOLDERS = 1000
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
        self._fixed = self._fixed_of("", _HEAD_OF_FIXED)
        page = int.from_bytes(self._fixed.get(_CODE_PAGE, b"")[:4], "little")
        self._charset = "utf-8" if page == 65001 else f"cp{page}" if page else None  # noqa: PLR2004 - Windows' number of it

    def html(self) -> str:
        """Return the e-mail as HTML."""
        sender = _named(self._text(_SENDER), self._text(_SMTP), self._text(_SENDERS_ADDRESS))
        said = {
            "Subject": self._text(_SUBJECT),
            "From": sender,
            "To": self._recipients(1) or self._text(_TO),
            "Cc": self._recipients(2) or self._text(_CC),
            "Date": self._date(),
        }
        return as_html(said, self._content(), self._attached())

    def _content(self) -> str:
        """Return what was written as HTML: from the HTML, from the RTF that may hold it, or from the plain text."""
        markup = self._stream(f"__substg1.0_{_HTML}{_BINARY}")
        if told := decoded_as(markup, self._charset) if markup else self._text(_HTML):
            return f"<div>{told}</div>"
        packed = self._stream(f"__substg1.0_{_RTF}{_BINARY}")
        try:
            told = read_rtf(unpacked(packed)) if packed else ""
        except ValueError:
            # The plain text beside it is as good as no RTF.
            told = ""
        return f"<div>{told}</div>" if told else plain(self._text(_BODY))

    def _recipients(self, kind: int) -> str:
        """Return whom it was sent to as *kind*: 1 who it is for, 2 who gets a copy."""
        return ", ".join(
            _named(*(self._text(number, f"{one}/") for number in (_NAME, _SMTP_OF_RECIPIENT, _ADDRESS)))
            for one in self._folders("__recip_version1.0_")
            if self._fixed_of(f"{one}/", _HEAD_WITHIN).get(_KIND, b"")[:1] == bytes([kind])
        )

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
        folders = self._folders("__attach_version1.0_")
        names = (self._text(_LONG_NAME, f"{one}/") or self._text(_SHORT_NAME, f"{one}/") for one in folders)
        return [name for name in names if name]

    def _folders(self, start: str) -> list[str]:
        """Return the folders of the attachments, or of the recipients."""
        return sorted({path[0] for path in self._compound.listdir() if path[0].startswith(start)})[:MAX_FOLDERS]

    def _fixed_of(self, folder: str, head: int) -> dict[int, bytes]:
        """Return the properties of fixed length of *folder*, by their tags; they begin behind *head* bytes."""
        fixed = (self._stream(f"{folder}{_FIXED}") or b"")[head:]
        return {tag: value for tag, _, value in struct.iter_unpack("<II8s", fixed[: len(fixed) // 16 * 16])}

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


def _named(name: str, *addresses: str) -> str:
    """Return *name* with the first of *addresses* that is one, where it says more."""
    address = next(filter(_is_address, addresses), "")
    return f"{name} <{address}>".strip() if address and address != name else name


def _is_address(text: str) -> bool:
    name, _, host = text.partition("@")
    return bool(name and host) and "@" not in host and not any(map(str.isspace, text))
