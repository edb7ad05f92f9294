"""PPTX: every slide with its title, text, tables and notes, in the order of the show."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from airflow_provider.local.files.archives import Archive, local_name

# An lxml element, which has no types.
Element = Any

_PRESENTATION = "ppt/presentation.xml"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TITLES = frozenset(("title", "ctrTitle"))
_UNTOLD = frozenset(("dt", "ftr", "sldNum", "sldImg"))
MAX_SLIDES = 2000


def read_pptx(body: bytes) -> str:
    """Return the slides of a presentation as HTML."""
    archive = Archive(body, "PPTX file")
    related = archive.related(_PRESENTATION)
    slides = [related.get(one.get(_RELATION) or "", "") for one in archive.xml(_PRESENTATION).iter("{*}sldId")]
    parts = []
    for name in slides[:MAX_SLIDES]:
        if name not in archive.names:
            continue
        parts += _shapes(archive.xml(name))
        for note in archive.related(name).values():
            if "notesSlide" in note and note in archive.names:
                told = "".join(_shapes(archive.xml(note)))
                parts.append(f"<blockquote>{told}</blockquote>" if told else "")
    return "".join(parts)


def _shapes(slide: Element) -> list[str]:
    """Return the shapes of a slide; its title first, wherever it was drawn."""
    titles, others = [], []
    for shape in slide.iter("{*}sp", "{*}graphicFrame", "{*}pic"):
        kind = local_name(shape)
        if kind == "graphicFrame":
            others.append(_table(shape))
        elif kind == "pic":
            described = next((one.get("descr") for one in shape.iter("{*}cNvPr")), None)
            others.append(f'<p><img alt="{html.escape(described)}"></p>' if described else "")
        else:
            place = next(shape.iter("{*}ph"), None)
            role = (place.get("type") or "body") if place is not None else ""
            if role in _TITLES:
                titles.append(f"<h2>{' '.join(text for _, text in _paragraphs(shape))}</h2>")
            elif role not in _UNTOLD:
                others.append(_text(shape, as_list=role == "body" and local_name(slide) == "sld"))
    return [*titles, *others]


def _paragraphs(shape: Element) -> Iterator[tuple[int, str]]:
    """Yield level and text of each paragraph that says something."""
    for paragraph in shape.iter("{*}p"):
        level = next((one.get("lvl") or "0" for one in paragraph.iterchildren("{*}pPr")), "0")
        text = "".join(map(_run, paragraph))
        if text.strip():
            yield (int(level) if level.isdecimal() else 0), text.strip()


def _run(element: Element) -> str:
    if local_name(element) == "br":
        return "<br>"
    return "".join(html.escape(one.text or "") for one in element.iter("{*}t"))


def _text(shape: Element, *, as_list: bool) -> str:
    paragraphs = list(_paragraphs(shape))
    if not as_list or len(paragraphs) < 2:  # noqa: PLR2004 - one is no list
        return "".join(f"<p>{text}</p>" for _, text in paragraphs)
    parts = ["<ul>"]
    depth = 0
    for level, text in paragraphs:
        deeper = min(level, depth + 1, 8)
        parts.append("<ul>" * (deeper - depth) + "</ul>" * (depth - deeper) + f"<li>{text}")
        depth = deeper
    return "".join(parts) + "</ul>" * (depth + 1)


def _table(frame: Element) -> str:
    rows: list[str] = []
    for row in frame.iter("{*}tr"):
        tag = "td" if rows else "th"
        cells = (_cell(cell) for cell in row.iterchildren("{*}tc"))
        rows.append("<tr>" + "".join(f"<{tag}{spans}>{text}" for spans, text in cells if spans is not None))
    return f"<table>{''.join(rows)}</table>" if rows else ""


def _cell(cell: Element) -> tuple[str | None, str]:
    """Return spans and text of a cell; no spans where another one covers it."""
    if cell.get("hMerge") or cell.get("vMerge"):
        return None, ""
    named = {"gridSpan": "colspan", "rowSpan": "rowspan"}
    spans = "".join(
        f" {name}={cell.get(given)}" for given, name in named.items() if (cell.get(given) or "").isdecimal()
    )
    return spans, "<br>".join(text for _, text in _paragraphs(cell))
