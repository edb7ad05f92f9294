"""PPTX: every slide with its title, text, tables, charts and notes, in the order of the show."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.charts import read_drawn
from airflow_provider.local.files.equations import write_equations
from airflow_provider.local.files.lists import Line, listed

# An lxml element, which has no types.
Element = Any

_PRESENTATION = "ppt/presentation.xml"
_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TITLES = frozenset(("title", "ctrTitle"))
_UNTOLD = frozenset(("dt", "hdr", "sldNum", "sldImg"))
_BULLETS = {"buAutoNum": "ol", "buChar": "ul", "buBlip": "ul", "buNone": ""}
_SHAPES = frozenset(("sp", "graphicFrame", "pic"))
_FRAMES = ("", "{*}spPr/", "{*}grpSpPr/", "{*}Choice/*/{*}spPr/")
_NUMBER = re.compile(r"-?[0-9]{1,12}")
# A tenth of an inch: what begins within the same one stands side by side.
ROW = 91440
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
        write_equations(root)
        return cls(archive, root, archive.related(name), archive.links(name))

    def shapes(self) -> list[str]:
        """Return the shapes from top to bottom; the title first, wherever it was drawn."""
        titles, others = [], []
        tree = next(self.root.iter("{*}spTree"), ())
        for shape in _from_the_top(tree):
            kind = local_name(shape)
            if kind == "graphicFrame":
                others.append(self._table(shape) or self._drawn(shape))
            elif kind == "pic":
                described = next((one.get("descr") for one in shape.iter("{*}cNvPr")), None)
                others.append(f'<p><img alt="{html.escape(described)}"></p>' if described else "")
            elif (role := _role(shape)) in _TITLES:
                titles.append(f"<h2>{' '.join(self._paragraphs(shape))}</h2>")
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

    def _paragraphs(self, shape: Element) -> Iterator[str]:
        """Yield the text of each paragraph that says something."""
        return (text for paragraph in shape.iter("{*}p") if (text := self._line(paragraph)))

    def _line(self, paragraph: Element, *, tells_bold: bool = False) -> str:
        runs = groupby(paragraph, lambda run: tells_bold and _is_bold(run))
        parts = ((is_bold, "".join(map(self._run, alike))) for is_bold, alike in runs)
        return "".join(f"<b>{text}</b>" if is_bold and text else text for is_bold, text in parts).strip()

    def _run(self, element: Element) -> str:
        if local_name(element) == "br":
            return "<br>"
        text = "".join(html.escape(one.text or "") for one in element.iter("{*}t"))
        for click in element.iterfind("{*}rPr/{*}hlinkClick"):
            if link := self.links.get(click.get(f"{_RELATIONS}id") or ""):
                return f'<a href="{html.escape(link)}">{text}</a>'
        return text

    def _text(self, shape: Element, *, as_list: bool) -> str:
        lines = [(one, self._line(one, tells_bold=True)) for one in shape.iter("{*}p")]
        default = "ul" if as_list and sum(bool(text) for _, text in lines) > 1 else ""
        return listed([Line(text, *_bullet(one, default)) for one, text in lines if text])

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
        return spans, "<br>".join(self._paragraphs(cell))


def _role(shape: Element) -> str:
    """Return what *shape* is for on its slide, empty where it has no place in the layout."""
    place = next(shape.iter("{*}ph"), None)
    return (place.get("type") or "body") if place is not None else ""


def _from_the_top(shapes: Iterable[Element]) -> Iterator[Element]:
    """Yield *shapes* from top to bottom, those of a group one after the other."""
    for shape in sorted(shapes, key=_place):
        if local_name(shape) in _SHAPES:
            yield shape
        else:
            yield from _from_the_top(shape)


def _place(shape: Element) -> tuple[int, int]:
    """Return how far from the top, in steps, and from the left *shape* is; at the top where its layout places it."""
    at = next((found for frame in _FRAMES if (found := shape.find(f"{frame}{{*}}xfrm/{{*}}off")) is not None), None)
    down, right = (at.get(name) or "" for name in ("y", "x")) if at is not None else ("", "")
    return (int(down) // ROW, int(right)) if _NUMBER.fullmatch(down) and _NUMBER.fullmatch(right) else (-ROW, 0)


def _is_bold(run: Element) -> bool:
    return any(one.get("b") in {"1", "true"} for one in run.iterchildren("{*}rPr"))


def _bullet(paragraph: Element, default: str) -> tuple[str, int]:
    """Return which list *paragraph* is an item of, empty where of none, and how deep it is in it."""
    given = next(paragraph.iterchildren("{*}pPr"), None)
    if given is None:
        return default, 0
    names = {local_name(one) for one in given}
    kind = next((kind for name, kind in _BULLETS.items() if name in names), default)
    level = given.get("lvl") or "0"
    return kind, int(level) if level.isdecimal() and len(level) == 1 else 0
