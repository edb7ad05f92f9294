"""What a page says of its list as a whole: how many records there are, and what was searched for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_reading import rows

CARDS = "".join(
    f'<li class="card"><h3><a href="/p/{at}">Kettle {name}</a></h3><p class="price">${at}9.00</p>'
    f"<p>{at}20 reviews</p></li>"
    for at, name in enumerate(("Alba", "Brook", "Cedar", "Dune"), start=1)
)
FORM = '<form><input name="page_size" value="24"><input type="search" name="q" value="copper kettle"></form>'


def page(said: str, *, head: str = "<h1>Kettles</h1>", title: str = "Kettles | My shop") -> str:
    return f"<title>{title}</title><body>{head}{said}<ul>{CARDS}</ul></body>"


def answer(html: str, prompt: str = "How many are there in total?", **fields: Any) -> Any:
    found = rows(html, prompt, **fields)
    assert len(found) == 1
    return next(iter(found[0].values())) if len(fields) == 1 else found[0]


@pytest.mark.parametrize(
    ("said", "field", "number"),
    [
        ("<p>142 products</p>", "total_products", 142),
        ("<p>(1,286 kettles)</p>", "number_of_kettles", 1286),
        ("<p>1,286 copper kettles in Leeds</p>", "kettle_count", 1286),
        ("<p>1-4 of 142</p>", "total_results", 142),
        ("<p>Showing <b>1</b> to <b>4</b> of <b>1.042</b> results</p>", "total_results", 1042),
        ("<p>4 of about 27,072 results</p>", "result_count", 27072),
        ("<p>Items found: 57</p>", "total_items", 57),
        ("<p>57 results</p>", "total_products", 57),
        ("<p>4 sur 137 résultats</p>", "total_products", 137),
        ("<p>Warenkorb: 0 Artikel</p><p>57 Treffer</p>", "total_products", 57),
        ("<p>18件</p>", "total_results", 18),
        # A number that the next element has another one of is not that of the list.
        ("<i class=f>31 products</i><i class=f>12 products</i><p>142 products</p>", "total_products", 142),
        # What is counted is what is asked for, if the page says it.
        ("<p>9 shops</p><p>142 kettles</p>", "total_kettles", 142),
        ("<p>Page 1 of 36</p>", "total_pages", 36),
        ("<p>Page <input name=p value=1> of 36</p>", "page_count", 36),
        ('<nav class="pagination"><a>1</a> <a>2</a> … <a href="?p=36">36</a></nav>', "total_pages", 36),
    ],
)
def test_how_many_there_are_is_what_the_page_says(said: str, field: str, number: int) -> None:
    assert answer(page(said), **{field: "number"}) == number


def test_what_the_heading_counts_by_name_is_how_many_there_are_though_its_number_has_an_element() -> None:
    head = "<h1><span>1,247</span> <span>Copper kettles</span></h1>"
    html = page("<a href=/more>Kettles in Leeds: all 3,420 kettles</a>", head=head)

    assert answer(html, total_kettles="number") == 1247


def test_whatever_the_heading_counts_are_the_results() -> None:
    html = page("", head="<h1>62.150 Angebote für dich</h1>")

    assert answer(html, total_results="number") == 62150
    assert answer(html, total_kettles="number") is None


@pytest.mark.parametrize("prompt", ["How many copper kettles are there on this page?", "Wie viele Kessel sind es?"])
def test_how_many_there_are_is_one_answer_whatever_stands_in_the_plural(prompt: str) -> None:
    assert answer(page("<p>142 kettles</p>"), prompt, kettle_count="number") == 142


@pytest.mark.parametrize(
    ("said", "field"),
    [
        # Records are not counted, and what each has many of is not how many there are.
        ("", "total_products"),
        ("<p>Free delivery over 142 miles</p>", "total_products"),
        ("<p>Page 2</p>", "total_pages"),
        ('<p class="pagination">1</p>', "total_pages"),
    ],
)
def test_what_the_page_does_not_count_has_no_number(said: str, field: str) -> None:
    assert answer(page(said), **{field: "number"}) is None


def test_a_number_that_is_open_above_is_told_as_it_is_shown() -> None:
    assert answer(page("<p>1,000+ results</p>"), result_count="string") == "1,000+"
    assert answer(page("<p>1,000+ results</p>"), result_count="number") == 1000


@pytest.mark.parametrize(
    ("html", "query"),
    [
        (page(FORM), "copper kettle"),
        (page("", head="<h1>Search results for “copper kettle”</h1>"), "copper kettle"),
        (page("<p>Ergebnisse für: Kessel (12)</p>"), "Kessel"),
        (page(""), None),
        (page('<form><input name="q" value=""><input type="checkbox" name="q" value="yes"></form>'), None),
    ],
)
def test_what_was_searched_for_stands_in_the_form_or_is_said(html: str, query: str | None) -> None:
    assert answer(html, "What was searched for?", search_term="string") == query


def test_a_list_has_a_name_a_number_and_an_order() -> None:
    order = '<select name="sort"><option value=1>Relevance</option><option value=2 selected>Newest</option></select>'
    fields = {"category": "string", "total_products": "number", "sort_by": "string", "location": "string"}
    where = '<form><input name="location" value="Leeds"></form>'
    asked = "Which category is this, how many products has it, and how are they sorted?"

    assert rows(page(f"<p>142 products</p>{order}{where}"), asked, **fields) == [
        {"category": "Kettles", "total_products": 142, "sort_by": "Newest", "location": "Leeds"}
    ]
    assert answer(
        page("<p>Sorted by: price</p><p>4 items</p>"), "the order", sort_by="string", total_items="number"
    ) == {
        "sort_by": "price",
        "total_items": 4,
    }


def test_the_name_of_a_site_above_a_list_is_not_what_that_is_called() -> None:
    html = page("<p>3421 topics</p>", head="<h1>My shop</h1><h2>Kettles (3421)</h2>", title="Kettles (3421) - My shop")

    assert answer(html, "Name of this forum and number of topics", forum_name="string", total_topics="number") == {
        "forum_name": "Kettles",
        "total_topics": 3421,
    }


def test_what_records_have_is_asked_of_these() -> None:
    found = rows(page("<p>142 products</p>"), "all kettles", name="string", price="number", total_reviews="number")

    assert [row["total_reviews"] for row in found] == [120, 220, 320, 420]


@pytest.mark.parametrize(
    ("head", "field"),
    [
        ("<h1>Kettles <span>142 products</span></h1>", "category"),
        ("<h1>Kettles (142)</h1>", "list_name"),
        ("<h1>Kettles</h1>", "page_heading"),
    ],
)
def test_how_many_there_are_is_no_part_of_what_a_list_is_called(head: str, field: str) -> None:
    said = "<p>142 products</p>"

    assert answer(page(said, head=head), "Name and number", **{field: "string"}, total_products="number") == {
        field: "Kettles",
        "total_products": 142,
    }


def test_the_name_of_what_records_stand_in_is_asked_for_alone() -> None:
    assert answer(page(""), "What is the name of this forum?", forum_name="string") == "Kettles"
    assert len(rows(page(""), "all kettles", category="string", name="string")) == 4


def test_totals_of_a_board_are_one_row_whatever_else_is_in_the_plural() -> None:
    said = "<p>Total posts <b>505,134</b> &bull; Total topics <b>75,397</b></p><p>9 posts</p>"
    fields = {"total_posts": "number", "total_topics": "number", "newest_member": "string"}

    assert rows(page(said), "Get the board statistics: total posts, topics and the newest member", **fields) == [
        {"total_posts": 505134, "total_topics": 75397, "newest_member": None}
    ]
    # What each has is asked of each, and so is what stands beside a name.
    fields = {"total_posts": "number", "total_topics": "number"}
    assert rows(page(said), "total posts and topics of every kettle", **fields) == []
    found = rows(page(said), "all kettles with their total posts", name="string", total_posts="number")
    assert [row["name"] for row in found] == ["Kettle Alba", "Kettle Brook", "Kettle Cedar", "Kettle Dune"]
