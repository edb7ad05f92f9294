"""PPTX: what stands where on a slide, the lists of its texts, and what is bold."""

from __future__ import annotations

import pytest

from airflow_provider.local.documents import Loaded, read_document
from airflow_provider.local.markdown import to_markdown
from tests.local.samples import one_slide, shape

STEP = 91440


def convert(inside: str) -> str:
    return to_markdown(read_document(Loaded("https://files.example.com/a", "", None, one_slide(inside)))).rstrip("\n")


def paragraph(text: str, properties: str = "", look: str = "") -> str:
    return f"<a:p><a:pPr{properties}</a:pPr><a:r><a:rPr {look}/><a:t>{text}</a:t></a:r></a:p>"


def box(*paragraphs: str, x: int | None = None, y: int = 0) -> str:
    place = "" if x is None else f'<a:xfrm><a:off x="{x}" y="{y}"/></a:xfrm>'
    return f"<p:sp><p:spPr>{place}</p:spPr><p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def at(text: str, x: int, y: int) -> str:
    return box(paragraph(text, ">"), x=x, y=y)


def test_boxes_are_told_from_top_to_bottom_and_a_row_from_the_left() -> None:
    boxes = at("low", 0, 9 * STEP) + at("right", 5 * STEP, STEP) + at("left", STEP, STEP + 10) + at("top", 0, 0)

    assert convert(boxes).split("\n\n") == ["top", "left", "right", "low"]


@pytest.mark.parametrize(("down", "order"), [(STEP - 1, "b a"), (STEP, "a b")])
def test_what_begins_within_a_tenth_of_an_inch_is_a_row(down: int, order: str) -> None:
    assert convert(at("a", STEP, 0) + at("b", 0, down)).split() == order.split()


def test_the_boxes_of_a_group_stay_together_from_top_to_bottom_and_those_of_the_layout_come_first() -> None:
    inside = at("second", 0, 50 * STEP) + f"<p:grpSp>{at('first', 0, 0)}</p:grpSp>"
    group = f'<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="{STEP}"/></a:xfrm></p:grpSpPr>{inside}</p:grpSp>'
    boxes = (
        at("last", 0, 3 * STEP) + group + at("no number", 0, 0).replace('y="0"', 'y="?"') + shape("body", "laid out")
    )

    assert convert(boxes).split("\n\n") == ["no number", "laid out", "first", "second", "last"]


def test_an_equation_stands_in_its_box_as_text_and_the_box_in_its_place() -> None:
    power = "<m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    equation = f'<a14:m xmlns:a14="urn:a14"><m:oMath xmlns:m="urn:m">{power}</m:oMath></a14:m>'
    inside = box(paragraph("Energy ", ">").replace("</a:p>", f"{equation}</a:p>"), x=0, y=5 * STEP)
    choice = f"<mc:Choice>{inside}</mc:Choice><mc:Fallback>{at('no', 0, 0)}</mc:Fallback>"

    boxes = f'<mc:AlternateContent xmlns:mc="urn:mc">{choice}</mc:AlternateContent>{at("above", 0, 0)}'
    assert convert(boxes) == "above\n\nEnergy c^2"


@pytest.mark.parametrize(
    ("paragraphs", "expected"),
    [
        ([("a", "><a:buAutoNum/>"), ("b", "><a:buAutoNum/>")], "1. a\n2. b"),
        ([("a", "><a:buChar/>"), ("b", ' lvl="1"><a:buAutoNum/>'), ("c", "><a:buChar/>")], "- a\n  1. b\n- c"),
        ([("a", "><a:buChar/>"), ("b", "><a:buAutoNum/>")], "- a\n\n1. b"),
        ([("a", ">"), ("b", "><a:buChar/>"), ("c", "><a:buNone/>")], "a\n\n- b\n\nc"),
        ([("a", ' lvl="7"><a:buChar/>'), ("b", ' lvl="99"><a:buChar/>')], "- a\n- b"),
        ([("a", ">"), ("b", ">")], "a\n\nb"),
    ],
)
def test_a_text_has_the_lists_that_its_bullets_make(paragraphs: list[tuple[str, str]], expected: str) -> None:
    assert convert(box(*(paragraph(text, properties) for text, properties in paragraphs))) == expected


def test_bold_runs_are_bold_but_not_in_titles() -> None:
    runs = paragraph("so", ">", 'b="1"').replace("</a:p>", "<a:r><a:t> it</a:t></a:r></a:p>")

    assert convert(box(runs)) == "**so** it"
    assert convert(box(runs).replace("<p:spPr>", '<p:nvSpPr><p:ph type="title"/></p:nvSpPr><p:spPr>')) == "## so it"
