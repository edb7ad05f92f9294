"""Charts and diagrams of Office files: the numbers that a chart draws as a table, the words of a diagram as a list."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import partial
from typing import Any

from airflow_provider.local.files.numbers import Format, moment_of, shown

# An lxml element, which has no types.
Element = Any

MAX_POINTS = 2000
_DIGITS = 9


def read_drawn(part: Element) -> str:
    """Return what *part* draws, a chart or the data of a diagram, as HTML; empty where it is neither."""
    name = part.tag.rpartition("}")[2]
    return _chart(part) if name == "chartSpace" else _diagram(part) if name == "dataModel" else ""


def _chart(space: Element) -> str:
    title = next(space.iterfind("{*}chart/{*}title"), None)
    said = " ".join(_texts(title)) if title is not None else ""
    series = [(_name(one), _points(one, "cat", "xVal"), _points(one, "val", "yVal")) for one in space.iter("{*}ser")]
    places = sorted({place for _, labels, values in series for place in (*labels, *values)})
    labels = {place: label for _, given, _ in reversed(series) for place, label in given.items()}
    rows = [["", *(name for name, _, _ in series)]]
    rows += [[labels.get(at, ""), *(values.get(at, "") for _, _, values in series)] for at in places[:MAX_POINTS]]
    head, *others = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    table = f"<table><tr>{head.replace('td>', 'th>')}</tr>" + "".join(f"<tr>{row}</tr>" for row in others) + "</table>"
    return (f"<p>{html.escape(said)}</p>" if said else "") + (table if others else "")


def _name(series: Element) -> str:
    return " ".join(text for one in series.iterchildren("{*}tx") for text in _texts(one))


def _points(series: Element, *names: str) -> dict[int, str]:
    """Return what the points of a *series* are called, or what they are worth, by their place."""
    return {
        int(point.get("idx")): _shown(point, " ".join(_texts(point)))
        for given in series.iterchildren(*(f"{{*}}{name}" for name in names))
        for point in given.iter("{*}pt")
        if (point.get("idx") or "").isdecimal() and len(point.get("idx")) < _DIGITS
    }


def _shown(point: Element, text: str) -> str:
    """Return the *text* of a point as its format shows it, or that of all points."""
    formats = (one.text for one in point.itersiblings("{*}formatCode", preceding=True))
    code = point.get("formatCode") or next(formats, None) or "General"
    is_1904 = any(one.get("val") in {"1", "true"} for one in point.getroottree().getroot().iterchildren("{*}date1904"))
    try:
        return text if code == "General" else shown(float(text), Format(code), partial(moment_of, from_1904=is_1904))
    except (ValueError, OverflowError):
        return text


def _diagram(model: Element) -> str:
    points = [" ".join(_texts(point)) for point in model.iter("{*}pt")]
    return "<ul>" + "".join(f"<li>{html.escape(point)}</li>" for point in points if point) + "</ul>"


def _texts(element: Element) -> Iterator[str]:
    """Yield the texts in *element*: of a drawing's runs, or the values that a chart keeps."""
    return (text for one in element.iter("{*}t", "{*}v") if (text := " ".join((one.text or "").split())))
