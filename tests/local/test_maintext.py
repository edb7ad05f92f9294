"""The main text of a page: what it is there for, whatever its parts are called."""

from __future__ import annotations

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.tree.maintext import main_lines
from airflow_provider.local.reading.tree.page import parse

STORY = (
    "The ferry to the outer islands left the harbour before dawn, and its deck was full of crates and bicycles. " * 3
)
OTHER = "Nobody had told the harbour master that the crane would be moved, and so it stood in the way all morning. " * 3
THIRD = "A third of the questions asks for the price of a crossing with two children, a dog and a folding bicycle. " * 3
FOOT = "Example Media publishes this page, and answers for it, for its links and for all else."
OPENING = (
    "<h2><button>Are they heavy?</button></h2><button aria-expanded=false>Sizes</button>"
    "<p>Press <button>Save</button> or <a href='#'>Close</a>.</p>"
    f"<p>{OTHER}</p>"
)
LINKS = "<ul>" + "".join(f"<li><a href='/{place}'>{place}</a></li>" for place in ("Coast", "Town", "Trade")) + "</ul>"


@pytest.mark.parametrize(
    ("page", "kept", "dropped"),
    [
        (
            f"<article><h1>Mill</h1><p>{OTHER}</p><div class=sidebar-layout><p>{STORY}{STORY}</p></div></article>",
            ["Mill", OTHER, STORY],
            [],
        ),
        (
            "<h1>Questions</h1>"
            + "".join(f"<div class=faq-item><p>{text}</p></div>" for text in (STORY, OTHER, THIRD))
            + f"<footer>{LINKS}</footer>",
            ["Questions", STORY, OTHER, THIRD],
            [],
        ),
        (
            f"<h1>Mill</h1><div><p>{STORY}{OTHER}</p></div><div id=sidebar><p>About me.</p>{LINKS * 40}</div>",
            [STORY],
            ["About me"],
        ),
        (
            f"<h1>My blog</h1><div><h2>Plums</h2><div><p>{STORY}</p><p>{OTHER}</p></div></div><div>{LINKS}</div>",
            ["Plums", STORY],
            ["My blog"],
        ),
        (f"<div>{LINKS}</div><h1>Walnut desk</h1><div>349 euros</div>{LINKS}", ["349 euros", "Coast"], []),
        (
            f"<main><h1>Contact</h1><p>14 Mill Lane, Monday to Friday</p></main><footer><p>{FOOT}</p>{LINKS}</footer>",
            ["Contact", "14 Mill Lane"],
            [FOOT],
        ),
        (
            f"<section><h1>Regatta</h1><p>Sunday, 9 June</p><a href=/t>Tickets</a></section><div><p>{STORY}</p></div>",
            ["Regatta\nSunday, 9 June\n", STORY],
            ["Tickets"],
        ),
        (
            f"<h1>Oars</h1><p>{STORY}</p><button>Add to basket</button><div><a href='#'>Print</a></div>{OPENING}",
            ["Oars", "Are they heavy?", "Sizes", "Press\nSave\nor Close."],
            ["Add to basket", "Print"],
        ),
        (
            f"<h1>Rope</h1><p>{STORY}</p><p>{OTHER}</p><div>© 2024 Example Media</div><div>Terms of use</div>",
            [STORY, OTHER],
            ["©", "Terms"],
        ),
    ],
    ids=[
        "layout",
        "every part",
        "links",
        "nearest heading",
        "before the title",
        "foot of a short page",
        "date",
        "buttons",
        "rights",
    ],
)
def test_the_main_text_is_what_the_page_is_there_for(page: str, kept: list[str], dropped: list[str]) -> None:
    told = "\n".join(main_lines(parse(Document("https://a.example/", "html", f"<body>{page}</body>"))))

    assert [text for text in kept if text.strip() not in told] == []
    assert [text for text in dropped if text.strip() in told] == []
    assert told.count("Coast") <= 1
