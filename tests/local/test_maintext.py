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


def _posts(*names: str) -> str:
    return "".join(
        f"<div class=post><dl class=postprofile><dt><a class=username href=/u/{name}>{name}</a></dt>"
        f"<dd>Posts: 17</dd></dl><h3>Re: Oars</h3><div>{text}</div><div class=signature>Row on</div></div>"
        for name, text in zip(names, (STORY, OTHER, THIRD), strict=False)
    )


ANSWERS = (
    f"<div class=answer><p>{OTHER}</p><div class=comments>"
    "<p>I would have asked the crane driver first, and then the master of the harbour.</p>"
    "<p>So did I.</p></div></div>"
) * 2
SEEN = f"<p>{STORY * 5}</p>"
REPLIES = "".join(f"<div class=comment><b>{name}</b><p>{OTHER}</p></div>" for name in ("Ann", "Bo", "Cy"))
DIRECTORY = "".join(f"<div><h3>{place} links</h3>{LINKS.replace('Coast', place)}</div>" for place in "ABCD")
FORM = "<div><h2>Your answer</h2><form><label>Name</label><input type=text><textarea></textarea></form></div>"


@pytest.mark.parametrize(
    ("page", "kept", "dropped"),
    [
        (
            f"<title>Oars</title><h1>Oars</h1>{_posts('Ann', 'Bo', 'Cy')}",
            ["Ann", "Bo", "Cy", STORY, OTHER, THIRD],
            ["Posts", "Re:", "Row on"],
        ),
        (
            f"<main><h1>Crane</h1><p>{STORY}</p>{ANSWERS}{FORM}</main>",
            ["crane driver", "So did I."],
            ["Your answer", "Name"],
        ),
        (
            f"<main><h1>Crane</h1><p>{THIRD}</p><section class=comment-tree>{REPLIES}</section></main>{LINKS * 30}",
            ["Ann", "Cy", OTHER],
            ["Trade"],
        ),
        (
            (
                f"<article><h1>Crane</h1><p>{THIRD}{STORY}{STORY}{STORY}</p></article>"
                f"<section class=comments>{REPLIES}</section>"
            ),
            [THIRD],
            ["Ann", OTHER],
        ),
        (
            (
                f"<main><section><h1>Desk</h1><p>{STORY}{STORY}{STORY}{STORY}</p></section>"
                f"<section><h2>By hand</h2><p>{OTHER}</p></section>"
                f"<section class=reviews><h2>Reviews</h2><p>{THIRD}</p></section></main>"
            ),
            ["By hand", OTHER, "Reviews", THIRD],
            [],
        ),
        (
            (
                f"<main><div><h1>Mill</h1><p>{STORY * 6}</p></div>"
                f"<div><div><h3><a href=/1>Crane</a></h3><p>{OTHER}</p></div></div></main>"
            ),
            ["Mill", STORY],
            [OTHER],
        ),
        (
            (
                f"<h1>Questions</h1><div class=faq><h3 role=button>When?</h3>"
                f"<nav style='display:none'><p>{OTHER}</p></nav>"
                f"<dl><dt>Who?</dt><dd hidden>{THIRD}</dd></dl><button aria-expanded=false>Menu</button>"
                f"<div hidden><a href=/x>Hidden menu</a></div>{SEEN}</div>"
            ),
            [f"When?\n{OTHER.strip()}", f"Who?\n{THIRD.strip()}"],
            ["Hidden menu"],
        ),
        (
            (
                f"<div><h1>Ferry</h1><p>Why the ferry to the outer islands was late again.</p>"
                "<span class=byline>Ann</span>"
                f"<figure><figcaption>The ferry in the harbour, before it left.</figcaption></figure></div>"
                f"<div><p>{STORY}</p><p>{OTHER}</p></div>"
            ),
            ["Ferry\nWhy the ferry to the outer islands was late again.\nThe ferry in the harbour, before it left.\n"],
            ["Ann"],
        ),
        (
            (
                f"<h1>Ferry</h1><p>{STORY}</p><div><span>Advertisement</span></div><p>{OTHER} <b>Share</b> it.</p>"
                "<p class=price><span class=visually-hidden>Sale price</span>9 euros</p>"
                "<p><span class=sr-only>7 euros</span></p>"
                "<div class=sorting>Sort by price</div>"
            ),
            ["Share it", "9 euros", "7 euros"],
            ["Advertisement", "Sale price", "Sort by"],
        ),
        (
            (
                f"<h1>Links</h1><p>{STORY}</p><div>{DIRECTORY * 30}</div>"
                "<ul><li><a href=/i>Imprint</a></li><li></li><li></li></ul>"
            ),
            ["A links", "D", "Trade"],
            ["Imprint"],
        ),
        (
            (
                f"<h1>Use<a href=#use>¶</a></h1><p>{STORY}</p>"
                "<div role=tabpanel><pre>for a in b:\n    reply(a)</pre></div>"
                "<div role=tabpanel hidden><pre>map(reply, b)</pre></div>"
                "<table><tr><th>Name</th><td>Size</td></tr></table>"
                "<div><code class=name>width</code><span class=kind>number</span></div>"
                "<p><span class=whole>12</span><span class=rest>34</span></p>"
                "<table><tr><td><p>One</p><p>Two</p></td><td>B</td></tr></table>"
            ),
            ["Use\n", "for a in b:\n    reply(a)\nmap(reply, b)", "Name | Size", "width number", "1234", "One\nTwo\nB"],
            ["¶"],
        ),
    ],
    ids=[
        "posts",
        "comments of answers",
        "discussion",
        "comments of an article",
        "sections of a product",
        "teasers",
        "answers",
        "opening",
        "labels",
        "directory",
        "code",
    ],
)
def test_the_main_text_reads_as_the_page_does(page: str, kept: list[str], dropped: list[str]) -> None:
    told = "\n".join(main_lines(parse(Document("https://a.example/", "html", f"<body>{page}</body>"))))

    assert [text for text in kept if text.strip(" ") not in told] == []
    assert [text for text in dropped if text.strip() in told] == []
