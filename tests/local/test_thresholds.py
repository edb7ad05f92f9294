"""The numbers by which reading tells one thing from another: each test fails when its number moves by a tenth."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows, extract_text
from airflow_provider.local.reading.forms import byline_of, form_of
from airflow_provider.local.schemas import Kind, Schema

URL = "https://h.example/page.html"


def rows(html: str, prompt: str = "the product", **fields: Kind) -> list[dict[str, Any]]:
    return extract_rows(Document(URL, "html", html), prompt=prompt, schema=Schema(fields, many=True))


def one(html: str, field: str, kind: Kind = "string") -> Any:
    return rows(f"<h1>A</h1>{html}", **{field: kind})[0][field]


def text(html: str) -> str:
    return extract_text(Document(URL, "html", html), prompt="?")


def sentence(length: int, word: str = "stone") -> str:
    return (f"{word} " * length)[: length - 1] + "."


@pytest.mark.parametrize(("length", "is_one"), [(40, True), (39, False)])
def test_a_description_has_40_characters(length: int, is_one: object) -> None:
    assert (one(f"<p>{sentence(length)}</p>", "description") is not None) == is_one


@pytest.mark.parametrize(("length", "is_one"), [(40, True), (41, False)])
def test_a_label_has_at_most_40_characters(length: int, is_one: object) -> None:
    label = ("abcdefgh " * 5)[:length]

    assert one(f"<dl><dt>{label}</dt><dd>7</dd></dl>", label.replace(" ", "_")) == ("7" if is_one else None)


@pytest.mark.parametrize(("pieces", "is_one"), [(40, True), (41, False)])
def test_what_a_class_names_is_made_of_at_most_40_pieces(pieces: int, is_one: object) -> None:
    found = one(f'<b class="material">{"<i>x</i>" * pieces}</b>', "material")

    assert found == ("x" * pieces if is_one else None)


@pytest.mark.parametrize(("length", "is_one"), [(60, True), (61, False)])
def test_a_description_is_twice_as_long_as_all_that_stands_beside_it(length: int, is_one: object) -> None:
    html = f"<p>{sentence(120)}</p><p>{sentence(length, 'other')}</p>"

    assert one(html, "description") == (sentence(120) if is_one else None)


@pytest.mark.parametrize(("length", "is_one"), [(120, True), (121, False)])
def test_a_byline_has_at_most_120_characters(length: int, is_one: object) -> None:
    line = f"by Anna, 12 replies, in {'a' * 40}, in "

    assert bool(byline_of(line + "b" * (length - len(line)))) == is_one


@pytest.mark.parametrize(("words", "is_one"), [(8, True), (9, False)])
def test_a_name_has_at_most_eight_words(words: int, is_one: object) -> None:
    assert form_of("by " + " ".join(["Ann"] * words)) == ("author" if is_one else "")


@pytest.mark.parametrize(("values", "found"), [("5|6", "5"), ("5|6|7", None)])
def test_a_label_with_three_values_describes_several_things(values: str, found: str | None) -> None:
    html = "".join(f"<p>Size: {value}</p><hr>" for value in values.split("|"))

    assert one(html, "size") == found


@pytest.mark.parametrize(("around", "price"), [("<span>{}</span>", 8), ("<span><i>{}</i></span>", 9)])
def test_a_class_speaks_of_a_price_up_to_two_elements_in(around: str, price: int) -> None:
    html = f'<p class="shipping">{around.format("<b>$9</b>")}</p><p>$8</p>'

    assert one(html, "price", "number") == price


@pytest.mark.parametrize(("around", "old"), [("<i>{}</i>", 9), ("<i><i>{}</i></i>", None)])
def test_the_old_price_stands_in_what_the_price_stands_three_elements_in(around: str, old: int | None) -> None:
    html = f"<p>{around.format('<ins><b>$8</b></ins>')} <del>$9</del></p>"

    assert one(html, "old_price", "number") == old


@pytest.mark.parametrize(("fields", "count"), [({"name": "string", "price": "number"}, 4), ({"sku": "string"}, 3)])
def test_a_record_that_says_next_to_nothing_is_none_where_others_answer_three_fields(
    fields: dict[str, Kind], count: int
) -> None:
    cards = [f'<li class="c"><h3>N{n}</h3><b class="price">${n}</b><b class="sku">s{n}</b></li>' for n in (1, 2, 3)]
    html = f'<ul>{"".join(cards)}<li class="c"><h3>An offer</h3><p>of ours</p></li></ul>'

    assert len(rows(html, "all products", **{"name": "string", "price": "number", **fields})) == count


@pytest.mark.parametrize(("members", "count"), [(3, 3), (2, 0)])
def test_three_neighbours_that_are_alike_are_a_list(members: int, count: int) -> None:
    names = ("alpha", "beta", "gamma")[:members]
    html = "".join(f'<section class="{name}"><h3>{name}</h3><p>Price: $5</p></section>' for name in names)

    assert len(rows(f"<div>{html}</div>", "products", name="string", price="number")) == count


@pytest.mark.parametrize(("length", "is_one"), [(80, True), (79, False)])
def test_a_paragraph_of_the_main_text_has_80_characters(length: int, is_one: object) -> None:
    html = f"<div>{f'<p>{sentence(length)}</p>' * 4}</div><section>Beside it</section>"

    assert ("Beside it" not in text(html)) == is_one


@pytest.mark.parametrize(("length", "is_one"), [(125, True), (124, False)])
def test_running_text_has_250_characters(length: int, is_one: object) -> None:
    html = f"<div>{f'<p>{sentence(length)}</p>' * 2}</div><section>Beside it</section>"

    assert ("Beside it" not in text(html)) == is_one


@pytest.mark.parametrize(("beside", "is_one"), [(150, True), (151, False)])
def test_the_main_text_holds_85_of_100_characters_of_the_running_text(beside: int, is_one: object) -> None:
    html = f"<div><p>{sentence(850)}</p></div><section><p>{sentence(beside, 'gravel')}</p></section>"

    assert ("gravel" not in text(html)) == is_one


@pytest.mark.parametrize(("rest", "is_one"), [(2524, True), (2525, False)])
def test_running_text_is_a_tenth_of_the_page(rest: int, is_one: object) -> None:
    words = "".join(f"<i>{'x' * 30}</i><br>" for _ in range(rest // 30)) + f"<i>{'x' * (rest % 30)}</i>"
    html = f"<div><p>{sentence(150)}</p><p>{sentence(150)}</p></div><section>{words}</section>"

    assert ("x" not in text(html)) == is_one


@pytest.mark.parametrize(("first", "title"), [("AB", "Cap"), ("Tee", "Tee")])
def test_one_or_two_letters_are_initials_and_no_title(first: str, title: str) -> None:
    cards = "".join(f'<li><a href="/u{n}">{first}</a> <a href="/p{n}">Cap</a><p>Price: $5</p></li>' for n in (1, 2, 3))

    assert [row["title"] for row in rows(f"<ul>{cards}</ul>", "all posts", title="string")] == [title] * 3


@pytest.mark.parametrize(
    ("surer", "other"),
    [
        (
            '<p itemscope itemtype="https://schema.org/Product"><meta itemprop="author" content="yes"></p>',
            "<p>Author: no</p>",
        ),
        ("<p>Author: yes</p>", '<b class="author">no</b>'),
        ('<b class="author">yes</b>', '<meta name="author" content="no">'),
        ('<meta name="author" content="yes">', "<p>by no</p>"),
    ],
)
def test_the_surer_source_of_two_wins(surer: str, other: str) -> None:
    assert one(other + surer, "author") == one(surer + other, "author") == "yes"


@pytest.mark.parametrize(
    ("page", "is_one"),
    [
        ("<div id=app>{header}<div><h1>Desk</h1>{body}</div></div>", True),
        ("<div id=app><div><article>{header}<h1>Desk</h1>{body}</article></div></div>", False),
        ("<div><div>{header}<p>One</p></div><div>{header}<p>Two</p></div></div>{body}", False),
    ],
    ids=["of the page", "of an article", "of cards"],
)
def test_the_only_header_outside_of_all_parts_is_that_of_the_page(page: str, is_one: object) -> None:
    html = page.format(header="<header>Welcome to the shop of desks</header>", body=f"<p>{sentence(300)}</p>")

    assert ("Welcome" not in text(html)) == is_one
