"""Everything that the documentation shows is done, and everything that it points to is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.docs.blocks import FENCE, ROOT, blocks_of
from tests.docs.reader import ACTIONS, BOOKS_DB

if TYPE_CHECKING:
    from collections.abc import Callable

    from dags_examples.run.local_service import Bookshop
    from tests.docs.reader import Reader

PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
ADDRESS = re.compile(r"https?://(\w(?:[\w.-]*\w)?)")
# Reserved for documentation, and this machine.
WEBSITE = "http://127.0.0.1:8000"
HOSTS = re.compile(r"(?:[\w-]+\.)*example\.(?:com|org)|127\.0\.0\.1")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose_of(page: Path) -> str:
    """Return the text of *page* without its blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors_of(page: Path) -> set[str]:
    """Return what a link into *page* can name, as GitHub makes it of the headings."""
    titles = (heading.replace("`", "").lower() for heading in HEADING.findall(prose_of(page)))
    return {re.sub(r"[^\w\- ]", "", title).strip().replace(" ", "-") for title in titles}


def pages_with_blocks() -> list[Any]:
    """Return the pages that have something to do; those that need PostgreSQL are marked so."""
    needing = {page: [pytest.mark.postgres] if BOOKS_DB in page.read_text(encoding="utf-8") else [] for page in PAGES}
    return [
        pytest.param(page, marks=marks, id=name_of(page)) for page, marks in needing.items() if list(blocks_of(page))
    ]


@pytest.mark.parametrize("page", pages_with_blocks())
def test_a_page_can_be_followed_from_its_first_block_to_its_last(
    page: Path, reader: Reader, fill_collection: Callable[[], None]
) -> None:
    if 'collection_id="books"' in page.read_text(encoding="utf-8"):
        fill_collection()
    for block in blocks_of(page):
        reader.does(block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_of_a_kind_that_is_executed(page: Path) -> None:
    assert [block.place for block in blocks_of(page) if block.kind not in ACTIONS] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_to_a_file_and_a_heading_that_exist(page: Path) -> None:
    broken = []
    for target in LINK.findall(prose_of(page)):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        found = (page.parent / path).resolve() if path else page
        if not found.exists() or (anchor and anchor not in anchors_of(found)):
            broken.append(target)

    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_addresses_are_examples(page: Path) -> None:
    found = ADDRESS.findall(page.read_text(encoding="utf-8"))

    assert [host for host in found if not HOSTS.fullmatch(host)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_line_of_prose_holds_one_sentence(page: Path) -> None:
    lines = [line for line in prose_of(page).splitlines() if not line.startswith("|")]

    assert [line for line in lines if re.search(r"[a-z`)][.?!] +[A-Z`]", line)] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    known, new = set(), {ROOT / "README.md"}
    while new:
        page = new.pop()
        known.add(page)
        targets = (target.partition("#")[0] for target in LINK.findall(prose_of(page)) if "://" not in target)
        found = {(page.parent / target).resolve() for target in targets if target.endswith(".md")}
        new |= found - known

    assert [name_of(page) for page in PAGES if page not in known] == []


def test_the_readme_shows_the_dag_of_ten_lines_as_it_is_but_for_the_address() -> None:
    [shown] = [block.text for block in blocks_of(ROOT / "README.md") if block.kind == "python dag"]
    real = (ROOT / "dags_examples" / "ten_lines.py").read_text(encoding="utf-8")

    assert shown == real.replace("{{ var.value.bookshop_url }}", WEBSITE)


GUIDES = [page for page in PAGES if page.parent.name == "how-to"]


@pytest.mark.parametrize("page", GUIDES, ids=name_of)
def test_a_guide_that_reads_the_example_website_says_how_to_start_it(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert "shop.example.com" not in text
    if WEBSITE in text and page.name != "run-the-example-website.md":
        assert "](run-the-example-website.md)" in text


@pytest.mark.parametrize("page", GUIDES, ids=name_of)
def test_the_example_website_has_every_page_that_a_guide_reads(page: Path, bookshop: Bookshop) -> None:
    named = re.findall(rf"{WEBSITE}/([\w./-]+)(?=[\"'?`])", page.read_text(encoding="utf-8"))

    assert [path for path in named if not (bookshop.folder / path).is_file()] == []
