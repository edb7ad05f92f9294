"""
OpenDocument, the files of LibreOffice and others: ODT, ODS and ODP.

Its sheets are read by `opensheets`. The numbers of headings are not stored in the file, and not told.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.numbering import written
from airflow_provider.local.files.opensheets import attribute, read_sheets, rows_of
from airflow_provider.local.files.wordml import whole

# An lxml element, which has no types.
Element = Any

_CONTENT, _MANIFEST, _STYLES = "content.xml", "META-INF/manifest.xml", "styles.xml"
_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
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
        # The numbered levels of styles of lists by their depth, and the last number at each.
        self._levels = {
            (attribute(level.getparent(), "name"), whole(attribute(level, "level"))): _Level.of(level)
            for root in roots
            for level in root.iter("{*}list-level-style-number")
        }
        self._counts: dict[tuple[str, int], int] = {}
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
            href = attribute(element, "href")
            # A place in the document has no address.
            return inner if href.startswith("#") else f'<a href="{html.escape(href)}">{inner}</a>'
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

    def _list(self, element: Element, style: str, depth: int, *, goes_on: bool = False) -> str:
        items = [one for one in element if local_name(one) in {"list-item", "list-header"}]
        if any(local_name(child) == "h" for item in items for child in item):
            return "".join(map(self.blocks, items))
        goes_on |= attribute(element, "continue-numbering") == "true" or bool(attribute(element, "continue-list"))
        if not goes_on:
            self._counts.pop((style, depth), None)
        level = self._levels.get((style, depth))
        tag = "ol" if level and level.is_plain else "ul"
        parts = [f"<{tag}>"]
        for item in items:
            # An item that begins with a list is none: that goes on from where it was.
            if local_name(next(iter(item), item)) != "list":
                is_counted = level and local_name(item) == "list-item"
                parts.append(self._begun(item, style, depth) if is_counted else "<li>")
            for place, child in enumerate(item):
                if local_name(child) == "list":
                    inner = attribute(child, "style-name") or style
                    parts.append(self._list(child, inner, depth + 1, goes_on=goes_on and not place))
                else:
                    told = self._block(child)
                    parts.append(told.removeprefix("<p>").removesuffix("</p>") if not place else told)
        return "".join(parts) + f"</{tag}>"

    def _begun(self, item: Element, style: str, depth: int) -> str:
        """Count *item* and return how it begins: with its number for Markdown, or a label that Markdown has not."""
        level, start = self._levels[style, depth], attribute(item, "start-value")
        number = whole(start) if start else self._counts.get((style, depth), level.start - 1) + 1
        self._counts[style, depth] = number
        if level.is_plain:
            return f'<li value="{number}">'
        places = range(max(depth - level.shown, 0) + 1, depth + 1)
        forms = ((self._counts.get((style, place), 1), self._levels.get((style, place), level)) for place in places)
        label = ".".join(written(count, one.form) for count, one in forms) if level.form else ""
        return f"<li>{html.escape(level.before + label + level.after)} "

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


@dataclass(frozen=True, slots=True)
class _Level:
    """How a level of a list is numbered: in which form, with what around it, with how many levels *shown*."""

    form: str
    before: str
    after: str
    shown: int
    start: int

    @classmethod
    def of(cls, level: Element) -> _Level:
        """Return what *level* states."""
        form = _FORMS.get(attribute(level, "num-format"), "")
        before, after = (attribute(level, f"num-{name}") for name in ("prefix", "suffix"))
        shown, start = (whole(attribute(level, name), 1) for name in ("display-levels", "start-value"))
        return cls(form, before, after, shown, start)

    @property
    def is_plain(self) -> bool:
        """Whether it is numbered as lists of Markdown are."""
        return self.form == "decimal" and self.shown <= 1 and self.before in {"", "("} and self.after in {"", ".", ")"}
