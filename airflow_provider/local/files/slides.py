"""PPTX: every slide with its title, text, tables, charts and notes, in the order of the show."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.charts import read_drawn

# An lxml element, which has no types.
Element = Any

_PRESENTATION = "ppt/presentation.xml"
_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TITLES = frozenset(("title", "ctrTitle"))
_UNTOLD = frozenset(("dt", "hdr", "sldNum", "sldImg"))
MAX_SLIDES = 2000


def read_pptx(body: bytes) -> str:
    """Return the slides of a presentation as HTML."""
    archive = Archive(body, "PPTX file")
    related = archive.related(_PRESENTATION)
    slides = [related.get(one.get(f"{_RELATIONS}id") or "", "") for one in archive.xml(_PRESENTATION).iter("{*}sldId")]
    parts: list[str] = []
    footers: set[str] = set()
    for name in slides[:MAX_SLIDES]:
        if name not in archive.names:
            continue
        slide = _Slide.of(archive, name)
        parts += slide.shapes()
        for note in slide.parts.values():
            if "notesSlide" in note and note in archive.names:
                told = "".join(_Slide.of(archive, note).shapes())
                parts.append(f"<blockquote>{told}</blockquote>" if told else "")
        parts += [footer for footer in slide.footers() if footer not in footers]
        footers.update(slide.footers())
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Slide:
    """A slide or its notes, with the *parts* of the file and the *links* that it refers to, by id."""

    archive: Archive
    root: Element
    parts: Mapping[str, str]
    links: Mapping[str, str]

    @classmethod
    def of(cls, archive: Archive, name: str) -> _Slide:
        """Return the slide that is the entry *name*."""
        root = archive.xml(name)
        # What programs show that cannot draw the choice before it.
        for other in list(root.iter("{*}Fallback")):
            other.getparent().remove(other)
        return cls(archive, root, archive.related(name), archive.links(name))

    def shapes(self) -> list[str]:
        """Return the shapes; the title first, wherever it was drawn."""
        titles, others = [], []
        for shape in self.root.iter("{*}sp", "{*}graphicFrame", "{*}pic"):
            kind = local_name(shape)
            if kind == "graphicFrame":
                others.append(self._table(shape) or self._drawn(shape))
            elif kind == "pic":
                described = next((one.get("descr") for one in shape.iter("{*}cNvPr")), None)
                others.append(f'<p><img alt="{html.escape(described)}"></p>' if described else "")
            elif (role := _role(shape)) in _TITLES:
                titles.append(f"<h2>{' '.join(text for _, text in self._paragraphs(shape))}</h2>")
            elif role not in _UNTOLD and role != "ftr":
                others.append(self._text(shape, as_list=role == "body" and local_name(self.root) == "sld"))
        return [*titles, *others]

    def footers(self) -> list[str]:
        """Return the footers, which are often those of every slide."""
        return [self._text(shape, as_list=False) for shape in self.root.iter("{*}sp") if _role(shape) == "ftr"]

    def _drawn(self, frame: Element) -> str:
        """Return the chart or the diagram that *frame* shows."""
        named = (one.get(f"{_RELATIONS}{key}") for one in frame.iter("{*}chart", "{*}relIds") for key in ("id", "dm"))
        parts = (self.parts.get(one or "", "") for one in named)
        return "".join(read_drawn(self.archive.xml(part)) for part in parts if part in self.archive.names)

    def _paragraphs(self, shape: Element) -> Iterator[tuple[int, str]]:
        """Yield level and text of each paragraph that says something."""
        for paragraph in shape.iter("{*}p"):
            level = next((one.get("lvl") or "0" for one in paragraph.iterchildren("{*}pPr")), "0")
            text = "".join(map(self._run, paragraph))
            if text.strip():
                yield (int(level) if level.isdecimal() else 0), text.strip()

    def _run(self, element: Element) -> str:
        if local_name(element) == "br":
            return "<br>"
        text = "".join(html.escape(one.text or "") for one in element.iter("{*}t"))
        for click in element.iterfind("{*}rPr/{*}hlinkClick"):
            if link := self.links.get(click.get(f"{_RELATIONS}id") or ""):
                return f'<a href="{html.escape(link)}">{text}</a>'
        return text

    def _text(self, shape: Element, *, as_list: bool) -> str:
        paragraphs = list(self._paragraphs(shape))
        if not as_list or len(paragraphs) < 2:  # noqa: PLR2004 - one is no list
            return "".join(f"<p>{text}</p>" for _, text in paragraphs)
        parts = ["<ul>"]
        depth = 0
        for level, text in paragraphs:
            deeper = min(level, depth + 1, 8)
            parts.append("<ul>" * (deeper - depth) + "</ul>" * (depth - deeper) + f"<li>{text}")
            depth = deeper
        return "".join(parts) + "</ul>" * (depth + 1)

    def _table(self, frame: Element) -> str:
        rows: list[str] = []
        for row in frame.iter("{*}tr"):
            tag = "td" if rows else "th"
            cells = (self._cell(cell) for cell in row.iterchildren("{*}tc"))
            rows.append("<tr>" + "".join(f"<{tag}{spans}>{text}" for spans, text in cells if spans is not None))
        return f"<table>{''.join(rows)}</table>" if rows else ""

    def _cell(self, cell: Element) -> tuple[str | None, str]:
        """Return spans and text of a cell; no spans where another one covers it."""
        if cell.get("hMerge") or cell.get("vMerge"):
            return None, ""
        named = {"gridSpan": "colspan", "rowSpan": "rowspan"}
        spans = "".join(
            f" {name}={cell.get(given)}" for given, name in named.items() if (cell.get(given) or "").isdecimal()
        )
        return spans, "<br>".join(text for _, text in self._paragraphs(cell))


def _role(shape: Element) -> str:
    """Return what *shape* is for on its slide, empty where it has no place in the layout."""
    place = next(shape.iter("{*}ph"), None)
    return (place.get("type") or "body") if place is not None else ""
