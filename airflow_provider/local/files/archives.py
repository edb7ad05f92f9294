"""ZIP archives and the XML in them, read within limits: nothing is believed that an archive says of its sizes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from lxml import etree

from airflow_provider.local.errors import Invalid

MAX_ENTRIES = 5000
MAX_UNPACKED = 50 * 1024 * 1024
_ENCRYPTED = 0x1
_CHUNK = 1024 * 1024


class Archive:
    """An opened archive; *kind* is what its errors call it, such as "DOCX file", *left* what may still be unpacked."""

    def __init__(self, body: bytes, kind: str, *, most: int | None = None) -> None:
        self.kind = kind
        self.left = most = MAX_UNPACKED if most is None else most
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(body))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
            raise self.damaged() from None
        entries = self._archive.infolist()
        if len(entries) > MAX_ENTRIES:
            message = f"The {kind} has more than {MAX_ENTRIES:,} entries."
            raise Invalid(message)
        if any(entry.flag_bits & _ENCRYPTED for entry in entries):
            message = f"The {kind} cannot be read: it needs a password."
            raise Invalid(message)
        if sum(entry.file_size for entry in entries) > most:
            raise self._too_large()
        # A name that nobody gave is that of no entry.
        self.names = [entry.filename for entry in entries if entry.filename and not entry.is_dir()]

    def read(self, name: str) -> bytes:
        """Return the entry *name*; raises `Invalid` where it is missing, damaged or larger than it says."""
        parts = []
        try:
            with self._archive.open(name) as stream:
                while self.left >= 0 and (chunk := stream.read(_CHUNK)):
                    self.left -= len(chunk)
                    parts.append(chunk)
        except Exception:  # noqa: BLE001 - each way of packing fails in its own ways on what is damaged
            raise self.damaged() from None
        if self.left < 0:
            raise self._too_large()
        return b"".join(parts)

    def xml(self, name: str) -> Any:
        """Return the root of the XML in the entry *name*."""
        try:
            return parsed(self.read(name))
        except ValueError:
            raise self.damaged() from None

    def related(self, name: str) -> dict[str, str]:
        """Return what the part *name* of an Office file refers to: the names of entries, by id."""
        folder = PurePosixPath(name).parent
        return {given: joined(folder, unquote(target)) for given, target in self._relations(name, external=False)}

    def links(self, name: str) -> dict[str, str]:
        """Return the addresses outside of the file that the part *name* refers to, by id."""
        return dict(self._relations(name, external=True))

    def _relations(self, name: str, *, external: bool) -> Iterator[tuple[str, str]]:
        path = PurePosixPath(name)
        relations = str(path.parent / "_rels" / f"{path.name}.rels")
        for one in self.xml(relations) if relations in self.names else ():
            if (one.get("TargetMode") == "External") is external:
                yield one.get("Id") or "", one.get("Target") or ""

    def damaged(self) -> Invalid:
        """Return the error that says so."""
        return Invalid(f"The {self.kind} cannot be read: it is damaged.")

    def _too_large(self) -> Invalid:
        return Invalid(f"The {self.kind} unpacks to more than {MAX_UNPACKED // 1024**2} MB.")


def parsed(body: bytes) -> Any:
    """Return the root of some XML; raises ValueError where it is none, or has entities of its own."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ValueError(str(error)) from None
    if root.getroottree().docinfo.internalDTD is not None and root.getroottree().docinfo.internalDTD.entities():
        message = "It has entities of its own."
        raise ValueError(message)
    return root


def local_name(element: Any) -> str:
    """Return the name of *element* without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def joined(folder: PurePosixPath, target: str) -> str:
    """Return the entry that *target* names, seen from *folder*."""
    parts: list[str] = [] if target.startswith("/") else [*folder.parts]
    for part in target.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
