"""The numbers by which reading tells one thing from another: each test fails when its number moves by a tenth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.data.facts import Fact, Group, Item
from airflow_provider.local.reading.extract import extract_rows, extract_text
from airflow_provider.local.reading.howmany import wants_many
from airflow_provider.local.reading.passages import Passage, read_passages
from airflow_provider.local.reading.prompted import words_in
from airflow_provider.local.reading.question import Question
from airflow_provider.local.reading.records import Records, find_records
from airflow_provider.local.reading.sections import nearest_headings
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.names import OTHER, match, words_of
from airflow_provider.local.reading.words.stated import bare
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.schemas import Kind, Schema

URL = "https://h.example/page.html"


def rows(html: str, prompt: str = "the product", **fields: Kind) -> list[dict[str, Any]]:
    return extract_rows(Document(URL, "html", html), prompt=prompt, schema=Schema(fields, many=True))


def one(html: str, field: str, kind: Kind = "string") -> Any:
    return rows(f"<h1>A</h1>{html}", **{field: kind})[0][field]


def text(html: str) -> str:
    return extract_text(Document(URL, "html", html), prompt="?")


def passages(html: str) -> list[Passage]:
    return list(read_passages(parse(Document(URL, "html", html))))


def sentence(length: int, word: str = "stone") -> str:
    return (f"{word} " * length)[: length - 1] + "."


@pytest.mark.parametrize(("length", "is_one"), [(40, True), (39, False)])
def test_a_description_has_40_characters_outside_of_a_paragraph(length: int, is_one: object) -> None:
    assert (one(f"<div>{sentence(length)}</div>", "description") is not None) == is_one


@pytest.mark.parametrize(("text", "is_one"), [("a loaf of old bread", True), ("a loaf of bread", False)])
def test_a_description_in_a_paragraph_has_five_words(text: str, is_one: object) -> None:
    assert (one(f"<p>{text}</p>", "description") is not None) == is_one


@pytest.mark.parametrize(("text", "minutes"), [("on a rack 30 minutes", 30), ("on a hot rack 30 minutes", None)])
def test_how_long_it_takes_stands_behind_at_most_three_words(text: str, minutes: int | None) -> None:
    assert one(f"<dl><dt>Prep time</dt><dd>{text}</dd></dl>", "prep_time", "number") == minutes


@pytest.mark.parametrize(("width", "is_one"), [(180, True), (181, False)])
def test_a_picture_is_at_most_three_times_as_long_as_high(width: int, is_one: object) -> None:
    assert (one(f'<img src="a.jpg" width="{width}" height="60">', "image") is not None) == is_one


@pytest.mark.parametrize(("links", "lines", "is_menu"), [(4, 3, True), (4, 4, False), (3, 2, False)])
def test_a_menu_in_a_table_has_four_links_which_are_more_than_half_of_its_lines(
    links: int, lines: int, is_menu: object
) -> None:
    menu = "<a href='/m'>Soup</a><br>" * links + "Size: 5<br>" + "more<br>" * (lines - 1)
    html = f"<title>A</title><table><tr><td>{menu}</td><td><p>A</p><p>Color: red</p></td></tr></table>"

    assert (rows(html, size="string")[0]["size"] is None) == is_menu


@pytest.mark.parametrize(("length", "is_foot"), [(196, True), (195, False)])
def test_a_foot_with_most_of_a_page_stands_below_200_signs_with_those_that_divide(length: int, is_foot: object) -> None:
    foot = "".join(f"<p>{sentence(50, word)}</p>" for word in ("lime", "sand", "clay", "chalk", "slate"))

    found = [
        node.boilerplate
        for node in parse(Document(URL, "html", f"<p>{sentence(length)}</p><footer>{foot}</footer>")).nodes
    ]
    assert ("footer  " in found) == is_foot


@pytest.mark.parametrize(("depth", "is_read"), [(1998, True), (1999, False)])
def test_what_stands_in_more_than_2000_elements_is_not_read(depth: int, is_read: object) -> None:
    page = parse(Document(URL, "html", f"<html><body>before{'<b>' * depth}behind"))

    assert page.root.text == ("beforebehind" if is_read else "before")


@pytest.mark.parametrize(("hidden", "is_read"), [(101, True), (100, False)])
def test_a_page_that_hides_ten_times_what_it_shows_is_read_as_if_it_hid_nothing(hidden: int, is_read: object) -> None:
    page = parse(Document(URL, "html", f"<p>{'s' * 10}</p><p hidden>{'h' * hidden}</p>"))

    assert ("h" in page.root.text) == is_read


@pytest.mark.parametrize(("length", "is_read"), [(11, True), (10, False)])
def test_what_is_for_browsers_without_scripts_is_read_where_it_is_most(length: int, is_read: object) -> None:
    page = parse(Document(URL, "html", f"<p>{'s' * 10}</p><noscript><p>{'n' * length}</p></noscript>"))

    assert ("n" in page.root.text) == is_read


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


@pytest.mark.parametrize(("headers", "count"), [(3, 2), (4, 3)])
def test_a_table_has_at_most_three_rows_of_headers(headers: int, count: int) -> None:
    heads = "".join(f"<tr><th>Name<th>Price {n}</tr>" for n in range(headers))
    html = f"<table>{heads}<tr><td>A<td>$5</tr><tr><td>B<td>$6</tr></table>"

    assert len(rows(html, "all", name="string", price="string")) == count


@pytest.mark.parametrize(("columns", "count"), [(3, 2), (2, 0)])
def test_words_over_numbers_are_headers_of_three_columns(columns: int, count: int) -> None:
    cells = (("City", "Area", "People"), ("Ulm", "5", "7"), ("Bern", "6", "8"))
    html = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row[:columns])}</tr>" for row in cells)

    assert len(rows(f"<table>{html}</table>", "all", city="string")) == count


def test_the_columns_of_a_table_of_three_may_be_records() -> None:
    html = "<table><tr><th>Part<th>Axe<th>Saw</tr><tr><td>Weight<td>5<td>6</tr><tr><td>Price<td>$9<td>$8</tr></table>"

    assert [row["weight"] for row in rows(html, "all", weight="number", price="number")] == [5, 6]


@pytest.mark.parametrize(("between", "context"), [(7, "Hotels"), (8, "")])
def test_a_heading_stands_at_most_eight_elements_before_its_table(between: int, context: str) -> None:
    html = f"<h2>Hotels</h2>{'<hr>' * between}<table><tr><th>Name<th>Stars</tr><tr><td>A<td>5</tr></table>"

    assert next(passage[2] for passage in passages(html)) == context


@pytest.mark.parametrize(("labels", "count"), [(3, 3), (2, 0)])
def test_a_passage_is_made_of_a_record_with_three_labels(labels: int, count: int) -> None:
    facts = "".join(f"<p>{label}: 5 kg</p>" for label in ("Net", "Gross", "Tare")[:labels])
    html = f"<section>{facts}</section>" * 3

    assert len([passage for passage in passages(html) if passage[1]]) == count


@pytest.mark.parametrize(("full", "count"), [(11, 20), (10, 0)])
def test_most_records_of_a_list_of_passages_have_labels(full: int, count: int) -> None:
    facts = "<p>Net: 5 kg</p><p>Gross: 6 kg</p><p>Tare: 1 kg</p>"
    html = "".join(f'<section class="crate">{facts if n < full else "<p>Net: 5 kg</p>"}</section>' for n in range(20))

    assert len([passage for passage in passages(html) if passage[1]]) == count


@pytest.mark.parametrize(("before", "is_added"), [(2, False), (3, True)])
def test_a_title_is_one_of_the_first_three_lines_or_put_before_the_main_text(before: int, is_added: object) -> None:
    lines = "".join(f"<p>{sentence(100, word)}</p>" for word in ("stone", "gravel", "sand")[:before])
    html = f"<h1>Quarries</h1><div>{lines}<p>Quarries</p><p>{sentence(300)}</p></div>"

    assert (text(html).split("\n")[0] == "Quarries") == is_added


@pytest.mark.parametrize(("length", "is_told"), [(34, False), (35, True)])
def test_what_stands_between_a_title_and_its_text_elsewhere_has_35_characters(length: int, is_told: object) -> None:
    html = f"<section><h1>Quarries</h1><ol><li>{'n' * length}</ol></section><div><p>{sentence(900)}</p></div>"

    assert ("nn" in text(html)) == is_told


@pytest.mark.parametrize(("length", "is_kept"), [(1499, False), (1500, True)])
def test_a_form_to_write_in_says_less_than_1500_characters(length: int, is_kept: object) -> None:
    html = f"<h1>Quarries</h1><p>{sentence(9000)}</p><form><div>{'n' * length}</div><textarea></textarea></form>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(300, False), (301, True)])
def test_a_box_has_300_characters_beside_its_form(length: int, is_kept: object) -> None:
    html = f"<h1>Quarries</h1><p>{sentence(9000)}</p><div><b>{'n' * length}</b><form><input type=email></form></div>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(40, False), (41, True)])
def test_a_label_of_a_field_has_40_characters(length: int, is_kept: object) -> None:
    html = f"<h1>Quarries</h1><p>{sentence(900)}</p><div><label>{'n' * length}</label><input type=radio></div>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(79, False), (80, True)])
def test_what_has_a_paragraph_of_80_characters_says_something(length: int, is_kept: object) -> None:
    html = f"<h1>Quarries</h1><p>{sentence(9000)}</p><div class=toolbar><p>{'n' * length}</p></div>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(149, False), (150, True)])
def test_reviews_that_are_read_have_150_characters(length: int, is_kept: object) -> None:
    html = f"<main><h1>Quarries</h1><p>{sentence(900)}</p><div class=reviews>{'n' * length}</div></main>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(59, False), (60, True)])
def test_comments_below_several_posts_have_60_characters_each(length: int, is_kept: object) -> None:
    comments = f"<div class=comments>{'n' * length}</div>"
    posts = f"<div><p>{sentence(500)}</p>{comments}</div><div><p>{sentence(500)}</p>{comments}</div>"

    assert ("nn" in text(f"<main><h1>Quarries</h1>{posts}</main>")) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(1000, True), (1001, False)])
def test_comments_are_the_page_below_a_post_of_1000_characters(length: int, is_kept: object) -> None:
    links = "".join(f"<li>{'w' * 60}</li>" for _ in range(40))
    comments = f"<section class=comment-tree><p>{'n' * 1200}</p></section>"
    html = f"<main><h1>Quarries</h1><p>{sentence(length)}</p>{comments}</main><div><ul>{links}</ul></div>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(79, False), (80, True)])
def test_a_button_says_less_than_80_characters(length: int, is_kept: object) -> None:
    html = f"<h1>Quarries</h1><p>{sentence(900)}</p><button>{'n' * length}</button>"

    assert ("nn" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_all"), [(24, True), (25, False)])
def test_where_less_than_a_quarter_of_a_page_is_no_boilerplate_it_is_all_main_text(length: int, is_all: object) -> None:
    html = f"<div>{sentence(length)}</div><aside class=a>{'n' * 35}</aside><aside class=b>{'n' * 40}</aside>"

    assert ("n" * 40 in text(html)) == is_all


@pytest.mark.parametrize(("length", "is_kept"), [(249, True), (250, False)])
def test_a_main_text_of_250_characters_is_enough_without_lists_of_links(length: int, is_kept: object) -> None:
    links = "".join(f"<li><a href=/{n}>{'n' * 20}</a></li>" for n in range(50))
    html = f"<div><p>{sentence(length)}</p></div><ul>{links}</ul>"

    assert ("n" * 20 in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(99, True), (100, False)])
def test_what_is_no_boilerplate_is_enough_with_100_characters(length: int, is_kept: object) -> None:
    columns = "".join(f"<aside class=a{n}>{'n' * 200}</aside>" for n in range(5))

    assert ("n" * 200 in text(f"<div>{sentence(length)}</div>{columns}")) == is_kept
    assert "n" * 200 not in text(f"<h1>Quarries</h1><div>{sentence(length)}</div>{columns}")


@pytest.mark.parametrize(("after", "is_kept"), [(94, False), (95, True)])
def test_what_follows_the_line_of_rights_is_less_than_a_quarter_of_the_text(after: int, is_kept: object) -> None:
    html = f"<p>{sentence(300)}</p><p>© 2026</p><p>{'x' * after}</p>"

    assert ("©" in text(html)) == is_kept


@pytest.mark.parametrize(("links", "is_kept"), [(2, True), (3, False)])
def test_three_links_are_a_block_of_links(links: int, is_kept: object) -> None:
    block = "".join(f"<li><a href=/{n}>beside</a></li>" for n in range(links))
    html = f"<div><p>{sentence(300)}</p><ul>{block}</ul><p>{sentence(300)}</p></div>"

    assert ("beside" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_kept"), [(20, True), (21, False)])
def test_more_than_half_of_a_block_of_links_is_links(length: int, is_kept: object) -> None:
    entry = f"<li><a href=/a>{'a' * length}</a>{'b' * (40 - length)}</li>"
    html = f"<div><p>{sentence(300)}</p><ul>{entry * 3}</ul><p>{sentence(300)}</p></div>"

    assert ("aaa" in text(html)) == is_kept


@pytest.mark.parametrize(("length", "is_one"), [(49, True), (50, False)])
def test_half_of_a_paragraph_of_the_main_text_is_no_link(length: int, is_one: object) -> None:
    paragraph = f"<p>{'b' * (100 - length)}<a href=/a>{'a' * length}</a></p>"
    html = f"<div>{paragraph * 4}</div><section>Beside it</section>"

    assert ("Beside it" not in text(html)) == is_one


@pytest.mark.parametrize(("keys", "count"), [(2, 3), (1, 0)])
def test_records_of_scripts_share_two_keys(keys: int, count: int) -> None:
    records = [dict(list({"sku": f"a{n}", "weight": n}.items())[:keys]) for n in (1, 2, 3)]

    assert len(rows(f"<script>x = {json.dumps(records)}</script>", "all", sku="string")) == count


@pytest.mark.parametrize(("depth", "found"), [(3, "steel"), (4, None)])
def test_what_a_record_of_a_script_says_stands_at_most_three_objects_deep(depth: int, found: str | None) -> None:
    value: Any = "steel"
    for key in ("value", "name", "title", "text")[:depth]:
        value = {key: value}
    records = [{"sku": f"a{n}", "weight": n, "material": value} for n in (1, 2, 3)]

    answer = rows(f"<script>x = {json.dumps(records)}</script>", "all", sku="string", material="string")

    assert [row["material"] for row in answer] == [found] * 3


@pytest.mark.parametrize(("length", "role"), [(26, "old"), (27, "price")])
def test_words_speak_of_a_price_30_characters_behind_them(length: int, role: str) -> None:
    html = f"<p>was {'x' * length}<b>$9</b></p>"

    assert rows(f"<h1>A</h1>{html}", price="number", old_price="number")[0] == {
        "price": 9 if role == "price" else None,
        "old_price": 9 if role == "old" else None,
    }


@pytest.mark.parametrize(("others", "count"), [(4, 5), (5, 0)])
def test_children_that_are_alike_are_more_than_half(others: int, count: int) -> None:
    names = ("alpha", "beta", "gamma", "delta", "epsilon")
    html = "".join(f'<section class="{name}"><h3>{name}</h3><p>Price: $5</p></section>' for name in names)
    apart = "".join(f"<{tag}>x</{tag}>" for tag in ("p", "div", "form", "pre", "address")[:others])

    assert len(rows(f"<div>{html}{apart}</div>", "products", name="string", price="number")) == count


@pytest.mark.parametrize(("inside", "count"), [("<b>N</b><i>x</i>", 3), ("<b>N</b>", 0)])
def test_a_record_is_three_elements(inside: str, count: int) -> None:
    html = "".join(f'<section data-sku="a{n}">{inside}</section>' for n in (1, 2, 3))

    assert len(rows(html, "products", sku="string")) == count


@pytest.mark.parametrize(("telling", "count"), [(2, 3), (1, 0)])
def test_two_records_of_a_list_have_content(telling: int, count: int) -> None:
    inside = ["<b>N</b><i>x</i>"] * telling + [""] * (3 - telling)
    html = "".join(f'<section data-sku="a{n}">{one}</section>' for n, one in enumerate(inside))

    assert len(rows(html, "products", sku="string")) == count


@pytest.mark.parametrize(("prices", "is_list"), [((5, 6, 7), True), ((None, 6, 7), False)])
def test_each_record_of_a_list_without_wrappers_is_two_elements(prices: Sequence[object], is_list: object) -> None:
    html = "".join(f"<h3>N{n}</h3>{f'<p>Price: ${price}</p>' if price else ''}" for n, price in enumerate(prices))

    answer = rows(f"<div>{html}</div>", "products", name="string", price="number")

    assert any(None not in row.values() for row in answer) == is_list


@pytest.mark.parametrize(("cells", "found"), [(10, 7), (11, None)])
def test_a_column_answers_a_field_if_half_of_its_cells_do(cells: int, found: int | None) -> None:
    html = "".join(f"<tr><td>N{n}<td>{7 if n < 5 else 'many of them'}</tr>" for n in range(cells))
    html = f"<table><tr><th>Name<th>Weight</tr>{html}</table>"

    assert rows(html, "all", name="string", weight="number")[0]["weight"] == found


@pytest.mark.parametrize(("cards", "found"), [(10, "b0"), (11, "a0")])
def test_a_label_comes_first_if_half_of_the_records_have_it(cards: int, found: str) -> None:
    html = "".join(
        f"<li><h3>N{n}</h3><p>Vendor: a{n}</p>{f'<p>Brand: b{n}</p>' if n < 5 else ''}</li>" for n in range(cards)
    )

    assert rows(f"<ul>{html}</ul>", "all", name="string", brand="string")[0]["brand"] == found


@pytest.mark.parametrize(("between", "role"), [(5, "old"), (6, "price")])
def test_words_speak_of_a_price_six_pieces_behind_them(between: int, role: str) -> None:
    html = f"<h1>A</h1><p>was {'<i>x</i>' * between}<b>$9</b></p>"

    assert rows(html, price="number", old_price="number")[0][role if role == "price" else "old_price"] == 9


@pytest.mark.parametrize(("entries", "is_one"), [(1000, True), (1001, False)])
def test_what_a_heading_names_is_made_of_at_most_3000_pieces(entries: int, is_one: object) -> None:
    html = f"<h3>Parts</h3><ul>{'<li>x</li>' * entries}</ul>"

    assert (one(html, "parts") is not None) == is_one


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
    # Of running text it would be no part anyway.
    body = "".join(f"<p>Desk number {n}</p>" for n in range(40))
    html = page.format(header="<header>Welcome to the shop of desks</header>", body=body)

    assert ("Welcome" not in text(html)) == is_one


@pytest.mark.parametrize(
    ("text", "most", "form"),
    [
        ("$5 per {}", 29, "price"),
        ("$5 per hour{}", 20, "salary"),
        ("In stock {}", 39, "availability"),
        ("by {}", 61, "author"),
    ],
)
def test_behind_what_tells_a_form_there_are_so_many_characters(text: str, most: int, form: str) -> None:
    space = " " if form == "salary" else ""

    assert form_of(text.format(space + "x" * (most - len(space)))) == form
    assert form_of(text.format(space + "x" * (most + 1 - len(space)))) != form


@pytest.mark.parametrize(("words", "form"), [(3, "price"), (4, "")])
def test_a_price_stands_behind_at_most_three_words_of_its_form(words: int, form: str) -> None:
    assert form_of("our " * words + "$5") == form


@pytest.mark.parametrize(("words", "price"), [(4, 5), (5, None)])
def test_a_sum_stands_behind_at_most_four_words_that_say_which_price_it_is(words: int, price: int | None) -> None:
    assert one(f"<p>{'today ' * words}$5</p>", "price", "number") == price


@pytest.mark.parametrize(("words", "form"), [(2, "author"), (3, "")])
def test_at_most_two_words_stand_before_by(words: int, form: str) -> None:
    assert form_of("tale " * words + "by Anna") == form


@pytest.mark.parametrize(("length", "stock"), [(15, "InStock"), (16, None)])
def test_a_button_says_little_more_than_that_one_can_buy(length: int, stock: str | None) -> None:
    assert one(f"<button>Buy now {'x' * (length - 1)}</button>", "availability") == stock


@pytest.mark.parametrize(("length", "category"), [(41, "b" * 41), (42, None)])
def test_what_something_is_in_has_at_most_41_characters(length: int, category: str | None) -> None:
    assert dict(byline_of(f"by Anna, in {'b' * length}")).get("category") == category


@pytest.mark.parametrize(("length", "is_one"), [(14, True), (15, False)])
def test_what_is_counted_has_at_most_14_letters(length: int, is_one: object) -> None:
    assert bool(byline_of(f"7 {'b' * length}")) == is_one


@pytest.mark.parametrize(("length", "is_one"), [(14, True), (15, False)])
def test_what_stands_before_its_count_has_at_most_14_letters_a_word(length: int, is_one: object) -> None:
    assert bool(byline_of(f"{'b' * length} by 12")) == is_one


@pytest.mark.parametrize(("line", "is_one"), [("often cited by 12", False), ("cited by 12", True)])
def test_what_stands_before_its_count_has_at_most_two_words(line: str, is_one: object) -> None:
    assert bool(byline_of(line)) == is_one


@pytest.mark.parametrize(
    ("line", "is_one"), [("A B C Dunn, 1998", False), ("A B C Dunn - 1998", True), ("A B C D Dunn - 1998", False)]
)
def test_people_have_at_most_three_initials(line: str, is_one: object) -> None:
    assert ("author" in dict(byline_of(line))) == is_one


@pytest.mark.parametrize(("stars", "form"), [(2, ""), (3, "rating"), (12, "rating"), (13, "")])
def test_a_rating_is_drawn_with_three_to_twelve_stars(stars: int, form: str) -> None:
    assert form_of("★" * stars) == form


@pytest.mark.parametrize(("length", "name"), [(30, "Anna"), (31, f"Anna ({'x' * 31})")])
def test_a_note_behind_a_name_has_at_most_30_characters(length: int, name: str) -> None:
    assert bare(f"by Anna ({'x' * length})", "author") == name


@pytest.mark.parametrize(("parts", "is_one"), [(2, True), (3, False)])
def test_half_of_the_parts_of_a_byline_have_a_form(parts: int, is_one: object) -> None:
    assert bool(byline_of(", ".join(["by Anna", "elsewhere", "and so on"][:parts]))) == is_one


@pytest.mark.parametrize(("year", "found"), [(1499, None), (1500, 1500), (2099, 2099), (2100, None)])
def test_a_year_is_one_from_1500_to_2099(year: int, found: int | None) -> None:
    assert cast(f"May 3, {year}", "integer", hint=("year",)) == found


@pytest.mark.parametrize(("low", "price"), [("25.00", 25), ("24.99", 100)])
def test_of_two_sums_side_by_side_the_lower_one_is_at_least_a_quarter(low: str, price: int) -> None:
    assert one(f"<div><i>$100.00</i> <i>${low}</i></div>", "price", "number") == price


@pytest.mark.parametrize(("length", "rating"), [(39, 4.5), (40, None)])
def test_a_rating_for_readers_that_cannot_see_is_no_sentence(length: int, rating: float | None) -> None:
    assert one(f'<b aria-label="{"4.5 out of 5 ".ljust(length, "x")}">x</b>', "rating", "number") == rating


@pytest.mark.parametrize(("between", "material"), [(7, "oak"), (8, None)])
def test_the_block_that_an_element_is_a_part_of_stands_up_to_eight_elements_out(
    between: int, material: str | None
) -> None:
    inner = f'{"<i>" * between}<b class="unit__material">oak</b>{"</i>" * between}'

    assert one(f'<p class="unit">{inner}</p>', "material") == material


@pytest.mark.parametrize(("words", "is_one"), [(12, True), (13, False)])
def test_a_label_has_at_most_twelve_words(words: int, is_one: object) -> None:
    assert (match(("price",), words_of("fine " * (words - 1) + "price")) != OTHER) == is_one


def named(html: str) -> str:
    """What tells that the first of the `div` in *html* is boilerplate."""
    return next(node for node in parse(Document(URL, "html", html)).nodes if node.tag == "div").boilerplate


@pytest.mark.parametrize(("rest", "name"), [(1000, "menu"), (900, "")])
def test_what_is_called_boilerplate_is_that_up_to_half_of_the_text(rest: int, name: str) -> None:
    assert named(f'<div class="menu">{"x" * 1000}</div><div>{"y" * rest}</div>') == name


@pytest.mark.parametrize(("rest", "name"), [(1000, "Related"), (900, "")])
def test_what_stands_under_a_heading_of_boilerplate_is_that_up_to_half_of_the_text(rest: int, name: str) -> None:
    assert named(f"<h2>Related</h2><div>{'x' * 1000}</div><h2>On</h2><div>{'y' * rest}</div>") == name


@pytest.mark.parametrize(("rest", "name"), [(1000, "menu"), (900, "")])
def test_a_name_that_half_of_the_text_has_tells_no_boilerplate(rest: int, name: str) -> None:
    assert named(f'{f"""<div class="menu">{"x" * 500}</div>""" * 2}<div>{"y" * rest}</div>') == name


@pytest.mark.parametrize(("rest", "name"), [(1000, "menu"), (900, "")])
def test_links_do_not_count_where_a_quarter_of_the_text_is_none(rest: int, name: str) -> None:
    assert named(f'<div class="menu"><a>{"x" * 3000}</a></div><div>{"y" * rest}</div>') == name


CARD = '<li><a href="/{n}"><img src="{n}.png"></a><p>Size: 7</p></li>'


@pytest.mark.parametrize(("cards", "size"), [(2, "7"), (3, None)])
def test_three_cards_are_other_things(cards: int, size: str | None) -> None:
    assert one(f"<ul>{''.join(CARD.format(n=n) for n in range(cards))}</ul>", "size") == size


@pytest.mark.parametrize(("offers", "price"), [(1, 5), (2, None)])
def test_a_table_of_two_offers_states_no_price(offers: int, price: int | None) -> None:
    html = f"<table><tr><th>Shop</th><th>Asks</th></tr>{'<tr><td>A</td><td>$5</td></tr>' * offers}</table>"

    assert one(html, "price", "number") == price


@pytest.mark.parametrize(("said", "stars"), [("5.0", 5), ("4.9", 4.9), ("5.1", None)])
def test_nothing_has_more_than_five_stars(said: str, stars: float | None) -> None:
    assert one(f'<i class="stars">{said}</i>', "stars", "number") == stars


@pytest.mark.parametrize(("stars", "rating"), [(5, 5), (6, None)])
def test_a_class_rates_with_up_to_five_stars(stars: int, rating: int | None) -> None:
    assert one(f'<i class="stars-{stars}"></i>', "rating", "number") == rating


@pytest.mark.parametrize(("end", "prices"), [("AB", [1, 2, 3]), ("A", [None] * 3)])
def test_a_price_at_the_end_of_a_line_stands_behind_a_word_of_two_letters(end: str, prices: list[int | None]) -> None:
    cards = "".join(f'<li><a href="/{n}">Lamp {end}</a> - ${n}</li>' for n in (1, 2, 3))

    assert [row["price"] for row in rows(f"<ul>{cards}</ul>", "all lamps", name="string", price="number")] == prices


@pytest.mark.parametrize(("label", "words"), [("beds", ("bed",)), ("pcs", ("pcs",))])
def test_a_plural_has_four_letters(label: str, words: tuple[str, ...]) -> None:
    assert words_of(label) == words


@pytest.mark.parametrize(("thing", "many"), [("car", False), ("ad", None)])
def test_a_word_of_a_prompt_has_three_letters(thing: str, many: object) -> None:
    assert wants_many(f"the {thing}", Schema({"price": "number"}, many=True)) is many


@pytest.mark.parametrize(("length", "rating"), [(40, 4), (41, None)])
def test_a_rating_stands_behind_at_most_40_characters(length: int, rating: int | None) -> None:
    assert cast(f"{'x' * (length - 1)} 4 out of 5", "number") == rating


@pytest.mark.parametrize(
    ("best", "rating"), [(4, None), (5, 3), (6, None), (9, None), (10, 3), (11, None), (100, 3), (110, None)]
)
def test_ratings_are_out_of_five_ten_or_a_hundred(best: int, rating: int | None) -> None:
    assert cast(f"3 out of {best}", "number") == rating


@pytest.mark.parametrize(("noise", "found"), [(15, "1 cup beans, 2 eggs"), (16, None)])
def test_rows_hold_most_of_the_text_of_their_section(noise: int, found: str | None) -> None:
    alike = "<div class=r>1 cup <i>beans</i></div><div class=r>2 <i>eggs</i></div>"
    html = f"<h2>Ingredients</h2><div>{alike}</div><p>{'x' * noise}</p>"

    assert one(html, "ingredients") == (found or "x" * noise)


@pytest.mark.parametrize(("buttons", "is_one"), [(7, True), (8, False)])
def test_a_heading_stands_in_a_box_with_at_most_seven_buttons(buttons: int, is_one: object) -> None:
    html = f"<div><h2>Tools</h2>{'<button>x</button>' * buttons}</div><p>Knife</p>"

    assert one(html, "tools") == ("Knife" if is_one else None)


@pytest.mark.parametrize(("side", "is_one"), [(50, True), (49, False)])
@pytest.mark.parametrize("name", ["width", "height"])
def test_a_picture_is_50_pixels_wide_and_high(name: str, side: int, is_one: object) -> None:
    assert (one(f'<img src="a.jpg" {name}="{side}px">', "image") is not None) == is_one


@pytest.mark.parametrize(("length", "category"), [(59, "Ops"), (60, None)])
def test_a_heading_that_labels_records_has_fewer_than_60_characters(length: int, category: object) -> None:
    job = "<p class='job'><a href='/a'>Job one</a></p>"
    html = "".join(f"<section><h3>{title}</h3>{job * 2}</section>" for title in ("Ops", "x" * length))

    assert rows(html, "all jobs", title="string", category="string")[0]["category"] == category


@pytest.mark.parametrize(("alike", "count"), [(4, 3), (3, 2)])
def test_records_of_different_places_have_four_elements_alike(alike: int, count: int) -> None:
    tags = ["a href='/x'", "b", "u"]
    kinds = [[*tags, "sup"], [*tags[: alike - 1], *["i"] * (4 - alike), "sub"]]
    new, *old = (
        f"<article data-sku='s{n}'>{''.join(f'<{tag}>' for tag in kinds[n > 0])}Name {n}</article>" for n in range(3)
    )

    html = f"<h2>New</h2><div>{new}</div><h2>Old</h2><section>{''.join(old)}</section>"

    assert len(rows(html, "all items", title="string", sku="string")) == count


@pytest.mark.parametrize(("long", "total", "is_one"), [(6, 11, True), (5, 10, False)])
def test_a_short_text_is_a_description_where_more_than_half_have_a_long_one(
    long: int, total: int, is_one: object
) -> None:
    html = "".join(
        f"<div class='card'><h3><a href='/{n}'>Page {n}</a></h3>"
        f"<div class='x'><span>{sentence(60) if n < long else 'Short ...'}{n}</span></div></div>"
        for n in range(total)
    )

    assert (rows(html, "all results", title="string", snippet="string")[-1]["snippet"] is not None) == is_one


@pytest.mark.parametrize(
    ("wrapped", "company"), [("{}", "Duero"), ("<b><i>{}</i></b>", "Duero"), ("<i>" * 3 + "{}", None)]
)
def test_a_logo_is_known_by_what_stands_right_around_it(wrapped: str, company: str | None) -> None:
    logo = f"""<p class="logo">{wrapped.format('<img src="l.png" alt="Duero">')}</p>"""
    cards = "".join(f'<li><h3><a href="/{n}">Flat {n}x</a></h3>{logo}<p>Price: ${n}</p></li>' for n in (1, 2, 3))

    found = rows(f"<ul>{cards}</ul>", "all flats", title="string", price="number", company="string")
    assert [row["company"] for row in found] == [company] * 3


@pytest.mark.parametrize(("length", "job_type"), [(21, "Full-time"), (20, "Day by day")])
def test_a_sentence_of_21_characters_makes_a_list_running_text(length: int, job_type: str) -> None:
    said = f"<ul><li>{sentence(length)}</li><li>Schedule: Day by day</li></ul>"
    html = "".join(f"<article><h3><a href='/{n}'>Job {n}a</a></h3><p>Full-time</p>{said}</article>" for n in (1, 2))

    assert rows(html, "all jobs", title="string", job_type="string")[0]["job_type"] == job_type


@pytest.mark.parametrize(("placed", "count"), [(0, 8), (1, 8), (2, 2)])
def test_sections_are_no_records_where_they_say_but_half_a_field_more_than_what_stands_in_them(
    placed: int, count: int
) -> None:
    job = '<li class="c"><a href="/{0}"><b>Job {0}x</b></a><i>here and now</i></li>'
    html = "".join(
        f"<section><h2>{name}</h2>{'<p>Place: Oslo</p>' * (at < placed)}"
        f"<ul>{''.join(job.format(4 * at + n) for n in range(4))}</ul></section>"
        for at, name in enumerate(("Operations", "Care"))
    )

    assert len(rows(f"<main>{html}</main>", "all jobs", title="string", url="string", place="string")) == count


@pytest.mark.parametrize(("columns", "count"), [(3, 2), (2, 0)])
def test_a_table_around_others_has_three_cells_of_a_header(columns: int, count: int) -> None:
    header = "".join(f"<th>{name}</th>" for name in ("Weight", "Length", "Depth")[:columns])
    body = "".join(f"<tr>{f'<td>{n} m</td>' * columns}</tr>" for n in (1, 2))
    html = f"<table><tr>{header}</tr>{body}<tr><td colspan=3><table><tr><td>1</td></tr></table></td></tr></table>"

    found = rows(html, "all boats", weight="string", length="string")
    assert [row["weight"] for row in found].count("1 m") + [row["weight"] for row in found].count("2 m") == count


@pytest.mark.parametrize("links", [3, 2])
def test_a_column_of_a_menu_has_three_links(links: int) -> None:
    html = "".join(
        f"<p><b>{name}</b><span class=s>{''.join(f'<a href=/{name}/{at}>Part {at}</a>' for at in range(k))}</span></p>"
        for name, k in (("New", links), ("Used", 4))
    )

    found = find_records(parse(Document("https://h.example/", "html", f"<div>{html}</div>")))
    assert any(one.first.names == ["s"] for one in found) is (links < 3)


@pytest.mark.parametrize(("odd", "count"), [(4, 10), (5, 11)])
def test_more_than_half_of_the_records_share_the_class_that_others_lack(odd: int, count: int) -> None:
    coat = "<li class='{1}'><a href=/{0}><b>Coat {0}x</b></a><p>Weight: {0} kg</p><p>Colour: red</p></li>"
    promo = "<li class=p><a href=/s><b>Our guide</b></a><p>Off we go</p></li>"
    html = "".join(coat.format(n, f"c{n}" if n < odd else "c") for n in range(10))

    found = rows(f"<ul>{html}{promo}</ul>", "all coats", name="string", url="string", weight="string", colour="string")
    assert len(found) == count


@pytest.mark.parametrize(("fields", "count"), [(("name", "price", "weight"), 0), (("name", "price"), 3)])
def test_a_list_of_links_alone_that_says_less_than_half_is_a_menu(fields: tuple[str, ...], count: int) -> None:
    links = "".join(f"<li><a href='/{n}'>Ware {n}x</a></li>" for n in (1, 2, 3))

    assert len(rows(f"<ul>{links}</ul>", "all wares", **dict.fromkeys(fields, "string"))) == count


@pytest.mark.parametrize(
    ("words", "is_told"), [("the very last known number", True), ("the very last well known number", False)]
)
def test_a_prompt_has_four_words_for_a_field(words: str, is_told: object) -> None:
    schema = Schema({"file": "string", "title": "string"}, many=True)

    assert bool(words_in(f"All cases: {words}, title", schema)) is is_told


@pytest.mark.parametrize(("count", "is_found"), [(5, True), (4, False)])
def test_five_links_are_what_was_found_by_a_search(count: int, is_found: object) -> None:
    results = "".join(f'<li><p><a href="/d/{at}"><b>Ruling {at}x</b></a></p><p>Order</p></li>' for at in range(count))
    html = f"<div>{'<p>News of the court.</p>' * 40}</div><div role=search><ul>{results}</ul></div>"

    assert (rows(html, "all rulings", title="string", url="string") != []) is is_found


@pytest.mark.parametrize(("count", "is_list"), [(5, True), (4, False)])
def test_five_neighbours_are_no_columns_of_a_page(count: int, is_list: object) -> None:
    parts = "".join(f"<div class=part><p>Part {at}x</p><p>{at} kg</p></div>" for at in range(1, count))
    page = parse(Document(URL, "html", f"<div class=part><h1>Whole</h1><p>0 kg</p></div>{parts}"))

    assert any(one.first.names == ["part"] for one in find_records(page)) is is_list


@pytest.mark.parametrize(
    ("day", "length", "is_day"), [("5 May", 74, True), ("5 May", 75, False), ("Lamp", 35, True), ("Lamp", 36, False)]
)
def test_a_day_is_told_in_80_characters_and_one_without_a_number_in_40(day: str, length: int, is_day: object) -> None:
    said = f"{day} {sentence(length)}"
    html = "".join(f"<li><h3><a href=/{at}>Day {at}x</a></h3><p class=date>{said}</p></li>" for at in "abc")

    assert (rows(f"<ul>{html}</ul>", "all", title="string", date="string")[0]["date"] is not None) is is_day


@pytest.mark.parametrize(("kinds", "own", "is_kept"), [(6, 2, True), (6, 1, False), (5, 1, False), (4, 1, True)])
def test_a_third_of_five_kinds_of_elements_make_a_record(kinds: int, own: int, is_kept: object) -> None:
    def record(at: int, count: int, price: str) -> str:
        parts = "".join(f"<i class=k{one}></i>" for one in range(count - 1))
        return f'<div class=r><a class=t href="/{at}">Record {at}x</a>{parts}{price}</div>'

    usual = [record(at, kinds - 2, f"<b class=p>{at}9 EUR</b><u class=city>Town {at}</u>") for at in range(1, 9)]
    html = "".join([*usual, record(9, own, "")])
    found = rows(f"<div>{html}</div>", "all records", title="string", url="string", price="number", city="string")
    assert (len(found) == 9) is is_kept


@pytest.mark.parametrize(("known", "is_told"), [(2, True), (1, False)])
def test_two_of_five_known_words_tell_a_column(known: int, is_told: object) -> None:
    towns = [*("Paris", "Berlin")[:known], "Oslund", "Grazby", "Corkel", "Lyvonne"][:5]
    html = "".join(
        f"<li><h3><a href=/{at}>Post {at}x</a></h3><i>Crew of {town[::-1].title()}</i><p class=x1>{town}</p></li>"
        for at, town in enumerate(towns)
    )

    found = rows(f"<ul>{html}</ul>", "all posts", title="string", url="string", city="string")
    assert (found[0]["city"] == "Paris") is is_told


@pytest.mark.parametrize(("number", "is_name"), [("RFP-22-104", False), ("RFP-22-10", True)])
def test_a_number_of_five_digits_is_no_name(number: str, is_name: object) -> None:
    html = "".join(
        f'<div class=i><a href="/{at}">{number[:-1]}{at}</a><p>Works in {at}x</p></div>' for at in (number[-1], 8, 9)
    )

    found = rows(f"<div>{html}</div>", "all tenders", title="string", url="string")
    assert (found[0]["title"] == number) is is_name


@pytest.mark.parametrize(("count", "is_one"), [(5, True), (4, False)])
def test_five_records_in_each_of_others_make_these_sections(count: int, is_one: object) -> None:
    named = ("tag", "skill", "level", "city")

    def record(at: str) -> str:
        said = "".join(f"<i class={one}>{one} {at}</i>" for one in named)
        return f"<div class=r><p class=title>Job {at}x</p>{said}</div>"

    def part(name: str) -> str:
        about = f"<h2>Jobs {name}x</h2><p class=grade>Grade {name}</p><p>{sentence(900)}</p>"
        return f"<div class=part>{about}{''.join(record(f'{name}{at}') for at in range(count))}</div>"

    fields = ("title", "tags", "skills", "levels", "cities", "grade")
    found = rows("".join(map(part, "abc")), "all jobs", **dict.fromkeys(fields, "string"))
    assert (len(found) == 3 * count) is is_one


@pytest.mark.parametrize(
    ("region", "address"), [("NSW", "1 Mill Rd, Bern, NSW 3011"), ("BERN", "1 Mill Rd, 3011 Bern")]
)
def test_a_state_is_told_in_three_letters(region: str, address: str) -> None:
    where = f'"addressLocality": "Bern", "postalCode": "3011", "addressRegion": "{region}"'
    place = f'"location": {{"address": {{"streetAddress": "1 Mill Rd", {where}}}}}'
    data = f'<script type="application/ld+json">{{"@type": "Event", "name": "Fair", {place}}}'

    assert one(f"{data}</script><h1>Fair</h1>", "address") == address


@pytest.mark.parametrize(("words", "many"), [(3, True), (4, None)])
def test_what_has_the_fields_is_said_in_three_words_before_a_colon(words: int, many: object) -> None:
    prompt = f"{'Nice ' * (words - 1)}comments: who wrote"

    assert wants_many(prompt, Schema({"comment": "string"}, many=True)) is many


@pytest.mark.parametrize(("fields", "many"), [(4, None), (3, False)])
def test_a_list_of_fields_has_three_commas(fields: int, many: object) -> None:
    prompt = ", ".join(["Place", "pay", "day", "hour"][:fields])

    assert wants_many(prompt, Schema({"price": "number"}, many=True)) is many


@pytest.mark.parametrize(("count", "found"), [(5, 5), (4, 1)])
def test_a_page_with_nothing_but_a_heading_is_a_list_of_five(count: int, found: int) -> None:
    tea = "<li><h3>Tea {0}x</h3><p>By <i class=author>Ann Lee {0}</i></p></li>"
    html = "".join(tea.format(at) for at in range(11, 11 + count))
    asked: dict[str, Kind] = dict.fromkeys(("title", "author", "url", "stars", "weight", "depth"), "string")

    assert len(rows(f"<h1>Teas</h1><ul>{html}</ul>", "title, author", **asked)) == found


@pytest.mark.parametrize(("name", "found"), [("Teas of Assam", 6), ("Teas Assam", 1)])
def test_the_page_has_half_of_the_name_of_what_it_is_about(name: str, found: int) -> None:
    thing = {"@type": "Product", "name": name, "offers": {"price": "12.50"}}
    offer = "<li><a href=/{0}>Tea {0}x</a><p>A tea of the year {0}, from high up.</p><b>${0}</b></li>"
    html = "".join(offer.format(at) for at in range(11, 17))
    html = f'<script type="application/ld+json">{json.dumps(thing)}</script><h1>Teas</h1><ul>{html}</ul>'

    assert len(rows(html, "title, price", title="string", price="number")) == found


@pytest.mark.parametrize(("share", "count"), [(4, 5), (3, 0)])
def test_four_of_five_records_with_a_number_in_their_link_are_known_by_it(share: int, count: int) -> None:
    card = "<li><h3><a href=/{}>Lamp {}x</a></h3><p>Of brass</p></li>"
    html = "".join(card.format(f"p/100{at}" if at < share else f"p/{'abcde'[at]}", at) for at in range(5))

    found = rows(f"<ul>{html}</ul>", "all products", id="string", name="string")
    assert bool([row for row in found if row["id"]]) == bool(count)


@pytest.mark.parametrize(("count", "heading"), [(9, "Part 1"), (8, "Bridges")])
def test_one_of_four_records_may_be_a_heading_over_the_others(count: int, heading: str) -> None:
    heads = [f"<div><h3>Part {at}</h3></div>" for at in (1, 2, 3)]
    html = "".join([*heads[:1], "<div>Rain</div>" * count, *heads[1:]])
    page = parse(Document(URL, "html", f"<h2>Bridges</h2><main>{html}</main>"))
    records = Records(tuple((node,) for node in page.nodes if node.tag == "div"))

    over = nearest_headings(records, page)[1]
    assert over is not None
    assert over.text == heading


@pytest.mark.parametrize(
    ("codes", "others", "without", "is_one"),
    [(4, 1, 0, True), (3, 1, 0, False), (3, 0, 2, True), (4, 0, 3, False)],
)
def test_four_of_five_texts_and_of_three_of_five_records_are_codes(
    codes: int, others: int, without: int, is_one: object
) -> None:
    texts = [*(f"RX-16-Q018{at}" for at in range(codes)), *("Not yet",) * others, *("",) * without]
    cell = "<tr><td><a href=/{0}><div class=n1>Works {0}</div><div class=n2>{1}</div></a></td><td>Graz</td></tr>"
    html = "".join(cell.format("abcdefgh"[at], text) for at, text in enumerate(texts))
    html = f"<table><thead><tr><th>Works</th><th>Town</th></tr></thead><tbody>{html}</tbody></table>"

    found = rows(html, "all works", title="string", town="string", reference_number="string")
    assert (found[0]["reference_number"] is not None) == is_one


@pytest.mark.parametrize(("named", "others", "name"), [(3, 1, "Rose by Toshi Oak (+ DVD)"), (5, 2, "Ann OAK 9")])
def test_three_of_four_records_have_their_names_where_the_others_have_them(named: int, others: int, name: str) -> None:
    card = "<li class=c><div><a class=t href=/p/{0}>{1}</a><br><a href=/m/{0}>Ann OAK {0}</a></div><b>${0}.50</b></li>"
    html = "".join(card.format(at, f"Paper boats {at}x") for at in range(named))
    html += "".join(card.format(9 + at, "Rose by Toshi Oak (+ DVD)") for at in range(others))

    assert rows(f"<ul>{html}</ul>", "all products", title="string", price="number")[named]["title"] == name


@pytest.mark.parametrize(("alike", "score"), [(4, 1.5), (5, 2.0)])
def test_a_box_amid_more_records_of_one_make_than_a_page_has_sections_lowers_no_score(alike: int, score: float) -> None:
    def item(name: str, *, is_box: bool) -> Item:
        facts = [Fact((("title",),), name), *([] if is_box else [Fact((("price",),), 5.0)])]
        return Item(facts, apart=is_box, alike=not is_box)

    items = [item(f"Lamp {at}", is_box=False) for at in range(alike)] + [item(f"Box {at}", is_box=True) for at in "ab"]
    schema = Schema({"title": "string", "price": "number"}, many=True)
    page = parse(Document("https://lamps.example/", "html", "<p>Lamps"))
    nothing: frozenset[str] = frozenset()
    question = Question(page, schema, nothing, {}, nothing, nothing)

    assert question.choice(Group(items, "listing")).rank[1] == score
