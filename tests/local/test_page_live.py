"""The page at ``/`` in a real browser, over the real service."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.live.browser import Browser, browser
from tests.local.website import COMMAND, Serve, Site

KEY = "key-of-the-page"
TABLE = "<h1>Books</h1><table><tr><th>Title</th><th>Price</th></tr>" + "".join(
    f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in (("Emma", "7.50"), ("<b>Bold</b>", "8.25"))
)
Window = Callable[..., Browser]


@pytest.fixture
def base(serve: Serve) -> str:
    return serve("--allow-net", "127.0.0.0/8", CONTENT_AI_LOCAL_KEY=KEY)[1]


@pytest.fixture
def window(base: str) -> Iterator[Browser]:
    with browser(base) as one:
        one.open("/")
        yield one


def submit(window: Browser, operation: str, *, key: str = KEY, **values: str) -> None:
    window.driver.execute_script("location.hash = arguments[0]", operation)
    form = window.find(f'form[data-operation="{operation}"]:not([hidden])')
    fill(window.find("#key"), key)
    for name, value in values.items():
        field = form.find_element(By.NAME, name)
        if field.tag_name == "select":
            field.find_element(By.CSS_SELECTOR, f'option[value="{value}"]').click()
        else:
            fill(field, value)
    for box in form.find_elements(By.CSS_SELECTOR, "input[type=checkbox][required]:not(:checked)"):
        box.click()
    form.find_element(By.CSS_SELECTOR, "button").click()


def fill(field: WebElement, value: str) -> None:
    if field.get_attribute("type") != "file":
        field.clear()
    field.send_keys(value)


def cells(window: Browser) -> list[list[str]]:
    window.find("#result table")
    return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")] for row in window.all("#result tr")]


def test_rows_of_a_page_are_a_table_and_the_key_is_in_no_address(window: Browser, site: Site) -> None:
    link = site.put("/books", TABLE.replace("<b>", "&lt;b&gt;").replace("</b>", "&lt;/b&gt;"))

    submit(window, "extract", link=link, prompt="all books", fields="title string\nprice number")

    assert cells(window) == [["title", "price"], ["Emma", "7.5"], ["<b>Bold</b>", "8.25"]]
    assert re.fullmatch(r"2 rows, \d+\.\d\d s", window.find("#status").text)
    assert KEY not in window.driver.current_url + window.driver.page_source
    assert window.driver.get_cookies() == []
    assert window.driver.execute_script("return localStorage.length") == 0
    window.driver.refresh()
    assert window.find("#key").get_attribute("value") == KEY
    assert window.problems() == []


def test_text_without_fields_a_link_and_a_file_are_shown(window: Browser, site: Site, tmp_path: Path) -> None:
    link = site.put("/lamp", "<h1>Lamp</h1><p>It is made of <em>brass</em>.</p><ul><li>one</li><li>two</li></ul>")
    file = tmp_path / "table.csv"
    file.write_text("a,b\n1,2\n")

    submit(window, "extract", link=link, prompt="What is it made of? brass")
    window.wait_for_text("It is made of brass.")
    submit(window, "link", link=link)
    assert window.find("#result article h1").text == "Lamp"
    assert window.find("#result article em").text == "brass"
    assert [item.text for item in window.all("#result article li")] == ["one", "two"]
    window.link("Show the source").click()
    assert window.find("#result div > pre").text.startswith("# Lamp")
    submit(window, "upload", file=str(file))
    assert cells(window) == [["a", "b"], ["1", "2"]]
    assert "tokens" in window.find("#status").text
    assert window.problems() == []


def test_a_conversation_a_query_and_a_deletion_are_answered(window: Browser, tmp_path: Path) -> None:
    import subprocess

    books = tmp_path / "books.csv"
    books.write_text("title,pages\nNight Trains,240\nSalt Roads,310\n")
    add = [*COMMAND, "collection", "add", "example-books", str(books), "--data", str(tmp_path)]
    subprocess.run(add, check=True, capture_output=True)  # noqa: S603 - our own command

    submit(window, "generate", system="The shop opens at nine. Dogs bark.", user="When does the shop open?")
    window.wait_for_text("The shop opens at nine.")
    submit(window, "query", collection_id="example-books", request_query="Salt Roads", fields="title string\npages int")
    assert ["Salt Roads", "310"] in cells(window)
    submit(window, "remove", collection_id="example-books")
    window.wait_for_text("Collection 'example-books' was deleted.")
    submit(window, "remove", collection_id="example-books")
    window.find("#status.error")
    assert [one for one in window.problems() if "404" not in one] == []


@pytest.mark.parametrize(
    ("operation", "values", "said"),
    [
        (
            "extract",
            {"key": "wrong", "link": "http://127.0.0.1:9/", "prompt": "p"},
            "The API key is missing or invalid.",
        ),
        ("extract", {"link": "http://127.0.0.1:9/", "prompt": "p"}, "cannot be reached"),
        ("extract", {"link": "http://127.0.0.1:9/", "prompt": "p", "fields": "price"}, 'The line "price" is no field.'),
        ("generate", {"user": "hello", "model": "other"}, "needs a language model"),
    ],
)
def test_what_is_wrong_is_said_in_words(window: Browser, operation: str, values: dict[str, str], said: str) -> None:
    submit(window, operation, **values)

    window.find("#status.error")
    window.wait_for_text(said)


HOSTILE = """\
# Title <img src=x onerror=alert(1)>

<script>window.hacked = 1</script> and <b onmouseover=alert(1)>bold</b>

[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,<script>alert(1)</script>) [d](vbscript:x)
[e](<javascript:alert(1)>) [f](\tjavascript:alert(1)) <javascript:alert(1)>
[g](\\javascript:alert(1)) [h](//evil.example/x)
![i](javascript:alert(1)) ![j](https://images.example/pixel.png) [k](https://fine.example/a_b) [l](relative)

| a | <script>alert(1)</script> |
|---|---|
| [m](javascript:alert(1)) | `<b>code</b>` |
"""


def test_hostile_markdown_is_text_and_nothing_of_it_runs_or_is_loaded(window: Browser, tmp_path: Path) -> None:
    file = tmp_path / "hostile.md"
    file.write_text(HOSTILE)

    submit(window, "upload", file=str(file))
    window.find("#result article table")

    inside = "#result article"
    addresses = [one.get_attribute("href") for one in window.all(f"{inside} [href], {inside} [src]")]
    assert set(addresses) == {"https://images.example/pixel.png", "https://fine.example/a_b"}
    assert window.all(", ".join(f"{inside} {name}" for name in ("script", "img", "iframe", "b", "form", "style"))) == []
    assert window.driver.execute_script("return window.hacked === undefined")
    names = "return [...document.querySelectorAll('#result article *')].flatMap((one) => one.getAttributeNames())"
    assert set(window.driver.execute_script(names)) <= {"href", "target", "rel"}
    assert window.problems() == []


RENDER = """
const done = arguments[arguments.length - 1];
import("/page/markdown.js").then(({ rendered }) => {
  const box = document.createElement("div");
  const started = performance.now();
  box.append(rendered(arguments[0]));
  done([box.innerHTML.slice(0, 2000), performance.now() - started]);
});
"""


RENDERED = {
    "**a *b* c** and ***d***": "<p><strong>a <em>b</em> c</strong> and <strong><em>d</em></strong></p>",
    "a\\*b\\* snake_case_name 2 * 3 * 4": "<p>a*b* snake_case_name 2 * 3 * 4</p>",
    "``a ` b`` ~~old~~": "<p><code>a ` b</code> <del>old</del></p>",
    "3. a\n4. b\n   - c\n\n     d": '<ol start="3"><li>a</li><li>b<ul><li><p>c</p><p>d</p></li></ul></li></ol>',
    "> a\n> > b": "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>",
    "```py\n# no title\n```\n---\n    code": "<pre><code># no title</code></pre><hr><pre><code>code</code></pre>",
    "a  \nb\\\nc<br>d": "<p>a  <br>b<br>c<br>d</p>",
    "|a|\n|-|\n|`x\\|y` \\||": (
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>x|y</code> |</td></tr></tbody></table>"
    ),
    "[x [y] z](https://e.example/(1))": (
        '<p><a href="https://e.example/(1)" target="_blank" rel="noopener noreferrer nofollow">x [y] z</a></p>'
    ),
    "## Title ##": "<h2>Title</h2>",
}
# Each is the beginning of something that never ends, or ends far away.
PIECES = (
    "[",
    "](",
    "[](",
    "![",
    "*",
    "**a ",
    "_a ",
    "`",
    "``a`",
    "<",
    "<http:",
    "~~",
    "\\",
    "> ",
    "- ",
    "#",
    "|",
    "( ",
)


def test_markdown_is_rendered_as_the_service_writes_it(window: Browser) -> None:
    found = {markdown: window.driver.execute_async_script(RENDER, markdown)[0] for markdown in RENDERED}

    assert found == RENDERED


@pytest.mark.clock
def test_no_markdown_takes_a_browser_long(window: Browser) -> None:
    took = {}
    for piece in (*PIECES, "[a](b", "*a_b~~"):
        took[piece] = window.driver.execute_async_script(RENDER, (piece * 200_000)[:200_000])[1]

    # Milliseconds; a search that is quadratic takes minutes.
    assert max(took.values()) < 15_000, took
