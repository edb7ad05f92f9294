"""Articles: who wrote them, when, where they appeared, and what beside them only seems to say so."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows
from airflow_provider.local.schemas import read_extract_schema
from tests.local.test_reading import rows

TEXT = "".join(f"<p>{'The river rose again in the night, and nobody in the valley slept before it fell. ' * 3}</p>" * 3)
TITLE = "The river is back"


def article(html: str, *, url: str = "https://www.valleynews.example/2026/river", **fields: str) -> dict[str, Any]:
    """Return the one row of what *html* says of the article that it is."""
    schema = read_extract_schema([{name: kind} for name, kind in fields.items()])
    (row,) = extract_rows(Document(url, "html", html), prompt="Extract the article", schema=schema)
    return row


def page(byline: str, *, head: str = "", before: str = "", behind: str = "", text: str = TEXT) -> str:
    return f"<head><title>{TITLE}</title>{head}</head>{before}<h1>{TITLE}</h1>{byline}{text}{behind}"


@pytest.mark.parametrize(
    ("byline", "author"),
    [
        ("<p>By <a href=/ann>Ann Oak</a></p>", "Ann Oak"),
        ("<h2>And it will be back next year, say those who know it</h2><div>By Ann Oak</div>", "Ann Oak"),
        ("<p class=byline>By Ann Oak, E-mail the writer</p>", "Ann Oak"),
        ("<p class=author>Ann Oak @annoak</p>", "Ann Oak"),
        ("<p class=author>Ann Oak ann@valley.example</p>", "Ann Oak"),
        ("<p class=author><a href=/ann>Ann Oak</a> <a href=/t/ann>On Twitter \u00bb</a></p>", "Ann Oak"),
        ("<a id=lblAuthorByline href=/ann>Ann Oak</a>", "Ann Oak"),
        ("<b class=author>Ann Oak</b><h2>Comments</h2><b class=author>bo</b><b class=author>cy</b>", "Ann Oak"),
        ("<p class=byline>Ann Oak</p><p class=byline>Ann Oak, our correspondent</p>", "Ann Oak"),
    ],
)
def test_who_wrote_it_is_told_beside_the_heading_without_how_to_reach_them(byline: str, author: str) -> None:
    assert article(page(byline), author="string", title="string") == {"author": author, "title": TITLE}


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("<div class=username>Log in | Register</div>", ""),
        ("<div class=user-box>Profile &amp; Settings</div>", ""),
        ("<div class=user-name>Account</div>", ""),
        ("<ul><li><a href=/l>Sites by <span>Language</span></a></li></ul>" + "<i>x</i>" * 20, ""),
        (
            "",
            "<h2>Opinions</h2><div><h3>Nice</h3><i>posted by <b>Bo Rye</b> on 7 Jun 2026 at 1:21 am</i><p>Ah</p></div>",
        ),
        ("", "<p>By contrast, in Upper Valley nobody has seen the river rise since the dam was built above it.</p>"),
        ("", "<a rel=author href=https://social.example/valley>Facebook</a>"),
    ],
)
def test_accounts_comments_and_sentences_name_nobody_as_who_wrote_it(before: str, behind: str) -> None:
    assert article(page("", before=before, behind=behind), author="string", title="string")["author"] is None


@pytest.mark.parametrize(("elements", "author"), [(11, "Ann Oak"), (12, None)])
def test_who_wrote_it_stands_no_more_than_twelve_elements_before_the_heading(elements: int, author: str | None) -> None:
    before = f"<p>By <a href=/ann>Ann Oak</a></p>{'<i>x</i>' * elements}"

    assert article(page("", before=before), author="string", title="string")["author"] == author


HEAD = "<meta property=article:published_time content=2026-05-15T20:10:00Z>"


@pytest.mark.parametrize(
    ("head", "byline", "published"),
    [
        ("", "<span>3:58 p.m. EDT May 15, 2026</span>", "3:58 p.m. EDT May 15, 2026"),
        ("", "<span>7:01AM BST 15 May 2026</span>", "7:01AM BST 15 May 2026"),
        (HEAD, "<span class=date>16 May 2026</span>", "16 May 2026"),
        (HEAD, "<span class=date>17 May 2026</span>", "2026-05-15T20:10:00Z"),
        (HEAD, "<span class=date>14 May 2026</span>", "14 May 2026"),
        (HEAD, "<span class=date>13 May 2026</span>", "2026-05-15T20:10:00Z"),
        (HEAD.replace("15T", "31T"), "<span class=date>1 June 2026</span>", "1 June 2026"),
        (HEAD.replace("15T", "01T"), "<span class=date>30 April 2026</span>", "30 April 2026"),
        (HEAD, "<b class=timestamp>Feed</b>", "2026-05-15T20:10:00Z"),
        (HEAD, "<time>3 June 2011</time>", "2026-05-15T20:10:00Z"),
        (HEAD, "<b>Published:</b> 9 May 2026", "9 May 2026"),
        ("<meta itemprop=datePublished content=2026-05-15>", "", "2026-05-15"),
        ("", "<ul><li>The dam was opened on a day in August 1935</li><li>It was (1935)</li></ul>", None),
        ("", "<select class=date><option>Any day<option>1/5/2026<option>2/5/2026<option>3/5/2026</select>", None),
    ],
)
def test_when_it_was_published_is_what_its_head_bears_out(head: str, byline: str, published: str | None) -> None:
    assert article(page(byline, head=head), published="string", title="string")["published"] == published


def test_the_days_of_other_things_are_borne_out_by_nothing() -> None:
    html = page("<p class=date>3 June 2027</p>", head=HEAD)

    assert rows(html, "Extract the event", title="string", date="string") == [{"title": TITLE, "date": "3 June 2027"}]


@pytest.mark.parametrize(
    ("title", "url", "source"),
    [
        (f"{TITLE} | Valley News", "https://www.valleynews.example/1", "Valley News"),
        (f"The Valley News - {TITLE}", "https://valleynews.co.uk/1", "The Valley News"),
        (f"{TITLE} - ValleyNews.com", "https://www.valleynews.com/1", "ValleyNews.com"),
        (f"{TITLE} | Rivers", "https://www.valleynews.example/1", None),
        ("Valley News", "https://www.valleynews.example/1", None),
    ],
)
def test_its_source_is_the_part_of_the_title_that_the_host_is_called_by(
    title: str, url: str, source: str | None
) -> None:
    html = page("<p>By Ann Oak</p>").replace(f"<title>{TITLE}", f"<title>{title}")

    assert article(html, url=url, title="string", source="string")["source"] == source
    assert article(html, url=url, title="string", site_name="string")["site_name"] == source


def test_an_address_names_no_source_and_the_name_of_the_site_no_article() -> None:
    head = "<meta property=og:title content='The river is back'>"
    own = "<meta name=syndication-source content=https://valleynews.example/2026/river>"
    html = f"<head><title>{TITLE} : Valley News</title>{head}{own}</head><h1>Valley News</h1>{TEXT}"

    assert article(html, title="string", source="string") == {"title": TITLE, "source": "Valley News"}


@pytest.mark.parametrize(
    "other",
    [
        "<dl><dt>Hot topics</dt><dd>Boats, Bridges</dd></dl>",
        "<div class=root-topic>TRENDING NOW</div>",
        "<meta name=section content=article>",
        "<meta name=print_section content=A>",
        "<h2>More</h2><ul class=topics><li><a href=/t/1>Storms at sea</a></li></ul>",
        "<h2>More</h2><ul><li><a href=/s/1 data-category=Others>Online backup</a></li></ul>",
        "<p class=kicker>The authorities have closed the bridge and all roads by the river until the water falls.</p>",
        "<p>Some houses are in <a href=/d>danger of flooding</a>, and nobody can say for how long they will stand.</p>",
    ],
)
def test_what_has_a_longer_label_or_stands_in_a_sentence_is_no_section(other: str) -> None:
    assert article(page("", behind=other), section="string", title="string")["section"] is None


def test_what_is_said_of_accounts_is_neither_a_place_nor_a_subtitle() -> None:
    forms = "<div id=blankEmailAddress class=hidden>Must enter an email address.</div><div class=sub>Log in</div>"

    assert article(page("", before=forms), title="string", location="string", subtitle="string") == {
        "title": TITLE,
        "location": None,
        "subtitle": None,
    }


def test_what_only_has_a_word_of_accounts_in_it_is_told() -> None:
    said = "<h2 class=subtitle>How to choose a password</h2><p class=author>The Register</p>"

    assert article(page(said), title="string", author="string", subtitle="string") == {
        "title": TITLE,
        "author": "The Register",
        "subtitle": "How to choose a password",
    }


def test_tags_in_elements_of_their_own_are_several() -> None:
    items = "".join(f"<div class='item i{at}'><a href=/t/{at}>{at} oaks</a></div>" for at in range(2))
    drupal = page(f"<div class=field><div class=label>Posted in:</div><div class=items>{items}</div></div>")
    listed = page("<dl><dt>Tags:</dt><dd><a href=/a>rivers,</a></dd><dd><a href=/b>rain</a></dd></dl>")

    assert article(drupal, title="string", posted_in="string")["posted_in"] == "0 oaks, 1 oaks"
    assert article(listed, title="string", tags="string")["tags"] == "rivers, rain"


def test_who_wrote_it_asks_for_an_article_too() -> None:
    html = page("<p>By Ann Oak</p>").replace(f"<title>{TITLE}", f"<title>{TITLE} | Valley News")
    document = Document("https://www.valleynews.example/1", "html", html)
    schema = read_extract_schema([{"title": "string"}, {"author": "string"}, {"publisher": "string"}])

    found = extract_rows(document, prompt="Get title, author and publisher", schema=schema)

    assert found == [{"title": TITLE, "author": "Ann Oak", "publisher": "Valley News"}]


def test_before_a_bar_its_source_has_who_wrote_it() -> None:
    assert article(page("<p class=source>By Ann Oak | Valley News</p>"), title="string", source="string") == {
        "title": TITLE,
        "source": "Valley News",
    }


@pytest.mark.parametrize(
    "other",
    [
        "<div class=photo><img src=/a.jpg><p>The bridge</p><span class=source>Cy Elm</span></div>",
        "<figure><img src=/a.jpg><figcaption><span class=source>Cy Elm</span></figcaption></figure>",
        "<div class=story-source>\u00a9 2026 Cy Elm. All rights reserved.</div>",
    ],
)
def test_where_a_picture_is_from_is_no_source_of_the_article(other: str) -> None:
    assert article(page(other), title="string", source="string")["source"] is None


def test_it_is_described_once_for_searches_and_for_those_who_share_it() -> None:
    head = (
        "<meta name=description content='How high the Gr&amp;uuml;n rose.'><meta property=og:description content=Wet.>"
    )

    found = article(page("", head=head), title="string", description="string")

    assert found["description"] == "How high the Grün rose."


@pytest.mark.parametrize("prompt", ["Get the section this article belongs to", "Which news section is it in?"])
def test_what_it_belongs_to_asks_for_one(prompt: str) -> None:
    html = page("", head="<meta property=article:section content=Rivers>")
    links = "".join(f"<li><a href=/{at}><h3>Sports {at}</h3></a><p>All of sports, in {at} words</p>" for at in range(9))

    assert rows(f"{html}<ul>{links}</ul>", prompt, section="string") == [{"section": "Rivers"}]


COMMENT = {"author": "string", "date": "string", "text": "string"}


@pytest.mark.parametrize(
    "comment",
    [
        "<cite><a href=https://{who}.example>{who}</a></cite> <span>{day}</span><p>{said}</p>",
        "<div class=top><img src=/i.png> {who} said...</div> <span>{day}</span><p>{said}</p>",
        "<span class=comment-info><b>{who}</b> at {day}</span><p>{said}</p>",
        "<b class=comment-author>- {who}</b> <span>{day}</span><p>{said}</p>",
        "<b class=comment-author>{who}</b><p>{said}</p><i class=timestamp>{day} -- <a href='#r'>Report</a></i>",
    ],
)
def test_comments_name_who_wrote_them_and_when(comment: str) -> None:
    told = [
        ("Bo Rye", "7 Jun 2026 1:21 pm", "It came up to my door, and I saw a trout pass by the window of the hall."),
        ("Cy Elm", "8 Jun 2026 9:02 am", "Ours was dry this time, but the garden has lost all of its soil again."),
        ("Di Fir", "8 Jun 2026 9:40 am", "We have moved everything to the first floor and wait for it to fall."),
    ]
    shown = (comment.format(who=who, day=day, said=said) for who, day, said in told)
    behind = f"<h2>Comments</h2><ol>{''.join(f'<li class=comment>{one}</li>' for one in shown)}</ol>"

    found = rows(page("", behind=behind), "Extract all comments: author, date, text", **COMMENT)

    assert [tuple(row.values()) for row in found] == told
