"""
OpenDocument, the files of LibreOffice and others: ODT, ODS and ODP.

Its sheets are read by `opensheets`. The numbers of headings are not stored in the file, and not told.
"""

from __future__ import annotations

import html
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.opensheets import attribute, read_sheets, rows_of
from airflow_provider.local.files.wordml import whole

# An lxml element, which has no types.
Element = Any

_CONTENT, _MANIFEST, _STYLES = "content.xml", "META-INF/manifest.xml", "styles.xml"
MAX_SPACES = 100
_UNTOLD = frozenset(
    ("tracked-changes", "annotation", "annotation-end", "forms", "sequence-decls", "title", "desc", "event-listeners")
)


def read_opendocument(body: bytes) -> str:
    """Return a text, a workbook or a presentation as HTML."""
    archive = Archive(body, "OpenDocument file")
    if _MANIFEST in archive.names and next(archive.xml(_MANIFEST).iter("{*}encryption-data"), None) is not None:
        raise Invalid("The OpenDocument file cannot be read: it needs a password.")
    root = archive.xml(_CONTENT)
    content = next((one for body in root.iterchildren("{*}body") for one in body if local_name(one)), None)
    if content is None:
        raise archive.damaged()
    for space in root.iter("{*}s", "{*}tab"):
        space.text = " " * min(whole(attribute(space, "c"), 1), MAX_SPACES)
    if local_name(content) == "spreadsheet":
        return read_sheets(content)
    writer = _Writer([root, archive.xml(_STYLES)] if _STYLES in archive.names else [root])
    return writer.blocks(content) + writer.ending()


class _Writer:
    """The blocks of a text or of slides; notes and comments come at its end."""

    def __init__(self, roots: list[Element]) -> None:
        self._styles = {attribute(one, "name"): one for root in reversed(roots) for one in root.iter("{*}style")}
        # Styles of lists with the depths at which they are numbered.
        self._numbered = {
            (attribute(level.getparent(), "name"), attribute(level, "level"))
            for root in roots
            for level in root.iter("{*}list-level-style-number")
        }
        self._notes: list[str] = []
        self._beside: list[str] = []

    def ending(self) -> str:
        """Return the notes of all that was written, after what stands beside its last block."""
        notes = f"<ul>{''.join(self._notes)}</ul>" if self._notes else ""
        return "".join(self._beside) + notes

    def blocks(self, element: Element) -> str:
        """Return the blocks in *element*."""
        return "".join(self._block(child) for child in element)

    def _block(self, element: Element) -> str:
        name = local_name(element)
        if name in {"p", "h"}:
            return self._paragraph(element, name)
        if name == "list":
            return self._list(element, attribute(element, "style-name"), 1)
        if name == "table":
            return self._table(element)
        if name == "frame":
            return self._frame(element)
        if name == "notes":
            told = self.blocks(element)
            return f"<blockquote>{told}</blockquote>" if told else ""
        return "" if name in _UNTOLD else self.blocks(element)

    def _paragraph(self, element: Element, name: str) -> str:
        style = self._styles.get(attribute(element, "style-name"))
        level = min(max(whole(attribute(element, "outline-level"), 1), 1), 6)
        named = {attribute(element, "style-name"), attribute(style, "parent-style-name") if style is not None else ""}
        tag = f"h{level}" if name == "h" else "h1" if "Title" in named else "p"
        text = self._inline(element).strip()
        beside, self._beside = "".join(self._beside), []
        return (f"<{tag}>{text}</{tag}>" if text else "") + beside

    def _inline(self, element: Element) -> str:
        parts = [html.escape(element.text or "")]
        for child in element:
            parts += [self._piece(child, local_name(child)), html.escape(child.tail or "")]
        return "".join(parts)

    def _piece(self, element: Element, name: str) -> str:
        if name in {"note", "annotation"}:
            return self._note(element, name)
        if name == "frame":
            told = self._frame(element)
            self._beside.append(told)
            return ""
        if name in _UNTOLD or not name:
            return ""
        inner = self._inline(element)
        if name == "a":
            return f'<a href="{html.escape(attribute(element, "href"))}">{inner}</a>'
        if name == "span":
            return self._spanned(inner, self._styles.get(attribute(element, "style-name")))
        tag = {"line-break": "br", "ruby": "ruby", "ruby-text": "rt"}.get(name)
        return f"<{tag}>{inner}</{tag}>".replace("</br>", "") if tag else inner

    def _spanned(self, inner: str, style: Element | None) -> str:
        for look in style.iterchildren("{*}text-properties") if style is not None else ():
            if attribute(look, "display") == "none":
                return ""
            inner = f"<b>{inner}</b>" if attribute(look, "font-weight") == "bold" else inner
            inner = f"<i>{inner}</i>" if attribute(look, "font-style") == "italic" else inner
        return inner

    def _note(self, element: Element, name: str) -> str:
        """Keep a note for the end and return what refers to it; nothing refers to a comment."""
        cited = "".join(text for one in element.iterchildren("{*}note-citation") for text in one.itertext())
        said = (one for body in (element, *element.iterchildren("{*}note-body")) for one in body.iterchildren("{*}p"))
        self._notes.append(f"<li>[{html.escape(cited or 'comment')}] {' '.join(map(self._inline, said))}")
        return f"[{html.escape(cited)}]" if name == "note" else ""

    def _frame(self, frame: Element) -> str:
        if attribute(frame, "class") == "title":
            lines = (line for box in frame.iterchildren("{*}text-box") for line in box.iterchildren("{*}p"))
            return f"<h2>{' '.join(map(self._inline, lines))}</h2>"
        told = "".join(self._block(one) for one in frame if local_name(one) in {"text-box", "table"})
        said = next((one.text for one in frame.iterchildren("{*}desc", "{*}title") if one.text), "")
        return told or (f'<p><img alt="{html.escape(said)}"></p>' if said else "")

    def _list(self, element: Element, style: str, depth: int) -> str:
        items = [one for one in element if local_name(one) in {"list-item", "list-header"}]
        if any(local_name(child) == "h" for item in items for child in item):
            return "".join(map(self.blocks, items))
        tag = "ol" if (style, str(depth)) in self._numbered else "ul"
        parts = [f"<{tag}>"]
        for item in items:
            start = attribute(item, "start-value")
            parts.append(f'<li value="{whole(start)}">' if start else "<li>")
            for place, child in enumerate(item):
                if local_name(child) == "list":
                    parts.append(self._list(child, attribute(child, "style-name") or style, depth + 1))
                else:
                    told = self._block(child)
                    parts.append(told.removeprefix("<p>").removesuffix("</p>") if not place else told)
        return "".join(parts) + f"</{tag}>"

    def _table(self, table: Element) -> str:
        rows: list[str] = []
        for row in rows_of(table):
            tag = "td" if rows else "th"
            cells = (one for one in row if local_name(one) == "table-cell")
            rows.append("<tr>" + "".join(f"<{tag}{_spans(cell)}>{self.blocks(cell)}" for cell in cells))
        return f"<table>{''.join(rows)}</table>"


def _spans(cell: Element) -> str:
    given = {"colspan": attribute(cell, "number-columns-spanned"), "rowspan": attribute(cell, "number-rows-spanned")}
    return "".join(f' {name}="{whole(count)}"' for name, count in given.items() if count)
