"""What has several entries, ingredients and instructions, in data and on the page, whole and nothing beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.local.test_reading import recipe, rows


def only(html: str, field: str = "ingredients", kind: Any = "string") -> Any:
    return rows(f"<h1>Stew</h1>{html}", "the recipe", **{field: kind})[0][field]


def test_two_parts_of_a_dish_may_need_the_same() -> None:
    assert only(recipe(recipeIngredient=["Salt", "2 eggs", "Salt"])) == "Salt, 2 eggs, Salt"


@pytest.mark.parametrize("field", ["instructions", "image", "cuisine"])
def test_a_template_that_knows_nothing_says_nothing(field: str) -> None:
    named = {"instructions": "recipeInstructions", "image": "image", "cuisine": "recipeCuisine"}

    assert only(recipe(**{named[field]: False}), field) is None


def test_what_may_be_denied_is_denied() -> None:
    data = json.dumps({"@type": "Product", "name": "Stew", "offers": {"availability": False}})

    html = f"<h1>Stew</h1><script type='application/ld+json'>{data}</script>"
    assert rows(html, "the product", in_stock="boolean") == [{"in_stock": False}]


def test_a_summary_is_no_way_to_make_it() -> None:
    assert only(recipe(description="The best stew", recipeInstructions="The best stew"), "instructions") is None


def test_sections_of_steps_are_read_however_their_lists_are_spelled() -> None:
    sections = [{"@type": "HowToSection", "name": "Stew", "ItemListElement": [{"@type": "HowToStep", "text": "Boil."}]}]

    assert only(recipe(recipeInstructions=sections), "instructions") == "Boil."


def test_an_empty_list_of_steps_hides_no_other() -> None:
    section = {"@type": "HowToSection", "itemListElement": [], "steps": [{"@type": "HowToStep", "text": "Boil."}]}

    assert only(recipe(recipeInstructions=[section]), "instructions") == "Boil."


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (["1 onion", "2 eggs"], "1 onion, 2 eggs, 300 g of white flour, a pinch of salt"),
        (["2 eggs", "1 onion"], "1 onion, 2 eggs, 300 g of white flour, a pinch of salt"),
        (["Onion"], "1 onion, 2 eggs, 300 g of white flour, a pinch of salt"),
        (["1 onion", "2 leeks"], "1 onion, 2 leeks"),
        (["2 eggs", "300 g of white flour", "a pinch of salt"], "2 eggs, 300 g of white flour, a pinch of salt"),
    ],
)
def test_data_with_a_part_of_the_ingredients_gives_way_to_all_of_them(stated: list[str], found: str) -> None:
    page = "<h2>Ingredients</h2><ul><li>1 onion<li>2 eggs<li>300 g of white flour<li>a pinch of salt</ul>"

    assert only(recipe(recipeIngredient=stated) + page) == found


def test_what_stands_before_all_ingredients_of_the_data_is_something_else() -> None:
    tools = "".join(f"<li>A large bowl of size {size}</li>" for size in range(9))
    page = f"<h2>Ingredients</h2><ul>{tools}</ul><ul><li>1 onion<li>2 eggs</ul>"

    assert only(recipe(recipeIngredient=["1 onion", "2 eggs"]) + page) == "1 onion, 2 eggs"


@pytest.mark.parametrize(
    "html",
    [
        "<h3>Ingredients for stew</h3><ul><li>1 leek<li>2 eggs</ul><h3>Ingredients for a sauce</h3><ul><li>Salt</ul>",
        "<h3>Ingredients</h3><ul><li>1 leek<li>2 eggs</ul><h3>For the sauce</h3><ul><li>Salt</ul>",
        "<h3>Zutaten</h3><ul><li>1 leek<li>2 eggs</ul><h3>Für die Sauce</h3><ul><li>Salt</ul><h2>A</h2><ul><li>3</ul>",
        "<h3>Ingredients</h3><table><tr><td>1 leek<tr><td>2 eggs<tr><td>Salt<tr><td><ul><li>Print<li>PDF</ul></table>",
        "<p><b>Ingredients for about 20 cookies</b><br>1 leek<br>2 eggs<br>Salt</p><p><b>Method</b><br>Mix.</p>",
        "<h2>Dit heb je nodig (2 personen)</h2><ul><li>1 leek<li>2 eggs<li>Salt</ul>",
        "<a href=#i><i>1</i> <b>Ingredients</b></a><h2>Ingredients</h2><ul><li>1 leek<li>2 eggs<li>Salt</ul>",
        "<p>Ingredients</p><h4>Ingredients for 5 (small) servings</h4><ul><li>1 leek<li>2 eggs<li>Salt</ul>",
    ],
)
def test_all_parts_of_the_ingredients_are_read_and_nothing_else(html: str) -> None:
    assert only(html) == "1 leek, 2 eggs, Salt"


def test_how_many_a_list_of_ingredients_is_for_is_the_yield() -> None:
    html = "<p><b>Ingredienser till ca 20 stycken</b><br>1 dl mjöl<br>2 ägg<br>Salt</p>"

    assert only(html, "yields") == "till ca 20 stycken"


def test_a_table_of_one_row_has_labels_above_its_values() -> None:
    head = "<tr><th scope=col>Prep time<th scope=col>Cook time<th scope=col>Yields</tr>"
    html = f"<h1>Stew</h1><table>{head}<tr><td>10 minutes<td>1 h 5 min<td>4 servings</table>"

    found = rows(html, "the recipe", prep_time="number", cook_time="number", yields="string")
    assert found == [{"prep_time": 10, "cook_time": 65, "yields": "4 servings"}]


@pytest.mark.parametrize(
    ("html", "minutes"),
    [
        ("<p>Ready in around 20 mins</p>", 20),
        ("<p>Prêt en <b>1:05</b> h</p>", 65),
        ("<ul><li>cottura: 15 min<li>totale: 35 min</ul>", 35),
        pytest.param("<p>Prep: 1 h 10 min</p><p>Cook: 20 min</p>", 90, id="two that add up"),
        pytest.param("<p>Prep: 10 min</p><p>Chill time: 2 h</p><p>Cook: 20 min</p>", None, id="there is more"),
        pytest.param("<p>Prep: 10 min</p><p>Cook: 20 to 30 min</p>", None, id="one is a range"),
        pytest.param("<p>Prep: 10 min</p>", None, id="only one"),
        pytest.param("<p>Cook: 20 min</p><p data-total=18>Comments</p>", None, id="a total of something"),
    ],
)
def test_how_long_it_takes_in_all(html: str, minutes: int | None) -> None:
    assert only(html, "total_time", "number") == minutes


def test_what_has_to_be_agreed_to_is_no_text_of_the_page_however_long_it_is() -> None:
    banner = f"<div id=acme-consent-sdk><p>{'When you visit a site, it may store things. ' * 30}</p></div>"

    assert only(f"<p>A stew for winter.</p>{banner}", "description") is None


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param('<span>[</span><a href="/w?action=edit">edit</a><span>]</span>', id="to edit it"),
        pytest.param('<a class=headerlink href="#steps" title="Permalink">¶</a>', id="to link to it"),
        pytest.param('<a href="#steps">#</a>', id="to link to it, without a class"),
    ],
)
@pytest.mark.parametrize("made", ["<h2>{}<span>{}</span></h2>", "<div><h2>{}</h2><span>{}</span></div>"])
def test_links_to_a_section_are_no_part_of_its_heading_and_no_value(made: str, beside: str) -> None:
    html = f"<h1>Stew</h1>{made.format('Ingredients', beside)}<ul><li>1 leek<li>2 eggs</ul>"

    assert only(html, "ingredients") == "1 leek, 2 eggs"


def test_what_edits_a_section_takes_no_field_of_the_page_with_it() -> None:
    edits = "<span>[<a href=/w>edit</a><input type=number value=9>]</span>"
    html = f"<h2>Steps{edits}</h2><ol><li>Boil it.</ol><p>Serves <input type=number value=4> people</p>"

    assert only(html, "servings", "number") == 4


@pytest.mark.parametrize(
    ("mark", "row"),
    [("data-part-{}", [2, "cups"]), ('data-part-{}="true"', [2, "cups"]), ('data-part-{} lang="en"', [None, None])],
)
def test_what_is_all_that_an_element_is_marked_with_names_it(mark: str, row: list[Any]) -> None:
    parts = "".join(f"<span {mark.format(name)}>{{{name}}}</span> " for name in ("quantity", "unit", "name"))
    several = [("2", "cups", "rye flour"), ("3", "spoons", "malt"), ("1", "pinch", "of salt")]
    said = (parts.format(quantity=count, unit=unit, name=name) for count, unit, name in several)
    html = f"<h1>Bread</h1><h2>Ingredients</h2><ul>{''.join(f'<li><p>{one}</p></li>' for one in said)}</ul>"

    found = rows(html, "all ingredients", quantity="number", unit="string", name="string")
    assert (list(found[0].values())[:2] if found else [None, None]) == row


@pytest.mark.parametrize(
    ("shown", "time"),
    [
        ("<p>Prep: <b>20 mins</b></p>", "20 mins"),
        ("", "PT20M"),
        ("<p><b>20 mins</b> or <b>20 minutes</b></p>", "PT20M"),
    ],
)
def test_a_duration_is_told_as_it_is_shown_if_in_one_way(shown: str, time: str) -> None:
    assert only(recipe(prepTime="PT20M") + shown, "prep_time") == time
    assert only(recipe(prepTime="PT20M") + shown, "prep_time", "number") == 20
