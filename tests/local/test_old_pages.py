"""Lists as the web looked before style sheets: tables in tables, bold type for headings, lines that break."""

from __future__ import annotations

import pytest

from tests.local.test_cards import column
from tests.local.test_reading import rows

JOB = (
    "<TR BGCOLOR=#FFFFCC><TD><INPUT TYPE=CHECKBOX><TD>Oct {0}<TD><A HREF=/j/{0}><B>Welder {0}x</B></A><TD>Acme {0}"
    "<TD>Erie"
)
HEAD = "<TR><TH>&nbsp;<TH>Date<TH>Job Title<TH>Company<TH>Location"
NOTE = "<TR><TD>&nbsp;<TD>&nbsp;<TD COLSPAN=3>[<B>Full Time</B>] Ships and bridges. <FONT>Job ID: JH-44{0}</FONT>"
BANNER = "<TR><TD COLSPAN=5>Send your resume to all of them!"


@pytest.mark.parametrize("between", ["", BANNER, "<TR><TD COLSPAN=5><IMG SRC=line.gif>"])
def test_a_row_below_another_one_says_more_of_it_whatever_stands_between(between: str) -> None:
    jobs = between.join(JOB.format(at) + NOTE.format(at) for at in range(1, 5))

    found = rows(
        f"<TABLE>{HEAD}{jobs}</TABLE>",
        "all jobs",
        title="string",
        company="string",
        job_type="string",
        job_id="string",
        description="string",
    )
    told = [[f"Welder {at}x", f"Acme {at}", "Full Time", f"JH-44{at}"] for at in range(1, 5)]
    assert [list(row.values())[:4] for row in found] == told
    assert found[0]["description"] == "[Full Time] Ships and bridges. Job ID: JH-441"


def test_each_record_may_be_a_table_below_one_of_labels() -> None:
    def line(*cells: object) -> str:
        return f"<TABLE><TR>{''.join(f'<TD>{cell}</TD>' for cell in cells)}</TR></TABLE>"

    def lot(at: int) -> str:
        picture = "<IMG SRC=/pic.gif ALT='[Picture!]'>" if at % 2 else ""
        gift = "<A HREF=/gifts/><IMG SRC=/gift.gif ALT=Gift></A>" if at == 3 else ""
        return line(f"141{at}", f"<A HREF=/i/{at}>Camera {at}x</A> {picture}{gift}", f"${at}.00", at, f"{at}d 02h")

    def labels(what: str) -> str:
        return line(*(f"<B>{label}</B>" for label in ("Item#", what, "Price", "Bids", "Time Left")))

    featured, others = "".join(map(lot, (1, 2))), "".join(map(lot, (3, 4, 5, 6)))
    html = f"<TABLE><TR><TD>{labels('Featured Items')}{featured}<BR>{labels('All Items')}{others}</TABLE>"
    fields = {"title": "string", "price": "number", "bids": "number", "time_left": "string", "has_picture": "boolean"}

    found = rows(html, "all items", **fields)  # type: ignore[arg-type] # kinds
    told = [[f"Camera {at}x", at, at, f"{at}d 02h"] for at in range(1, 7)]
    assert [list(row.values())[:4] for row in found] == told
    assert {row["title"] for row in found if row["has_picture"]} == {"Camera 1x", "Camera 3x", "Camera 5x"}


def test_a_table_of_labels_in_bold_may_hold_tables_and_begin_with_an_announcement() -> None:
    head = "".join(
        f"<td><b>{label}</b></td>" for label in ("Thread", "Thread Starter", "Replies", "Views", "Last Post")
    )
    last = "<table><tr><td>11-1{0}-2002 <i>11:52 PM</i><br>by <a href=/u/9>vince</a></td><td><a href=/l/{0}><img></a>"
    row = (
        "<tr><td>{1}<a href=/t/{0}>Boat {0}x</a></td><td><a href=/u/{0}>ann{0}</a></td><td>{0}</td><td>1{0}</td>"
        f"<td>{last}</td></tr></table></td></tr>"
    )
    body = "".join(row.format(at, "<img src=a.gif> Sticky: " if at == 1 else "") for at in range(1, 5))
    html = f"<table><tr><td colspan=5><a href=/a>Announcement: we move</a></td></tr><tr>{head}</tr>{body}</table>"

    found = rows(
        f"<table><tr><td>{html}</td></tr></table>",
        "all threads",
        title="string",
        author="string",
        replies="number",
        last_post="string",
        last_poster="string",
        is_sticky="boolean",
    )
    assert [list(row.values()) for row in found] == [
        [f"Boat {at}x", f"ann{at}", at, f"11-1{at}-2002 11:52 PM", "vince", at == 1] for at in range(1, 5)
    ]


def test_a_cell_that_reaches_down_holds_the_rows_of_a_record_together() -> None:
    disc = (
        "<tr><td>{0}.<td rowspan=2><a href=/d/{0}><img src=/c/{0}.jpg></a><td><a href=/d/{0}><b>Songs {0}x</b></a><br>"
        "<a href=/music/artist.asp?q={0}>The Tin {0}</a><td>$1{0}.49<tr><td>&nbsp;<td><b>2 CD</b> | 2002<br>Ships soon"
        "<td><a href=/cart/{0}>Add</a><tr><td colspan=4><img src=dots.gif>"
    )

    found = rows(
        f"<table>{''.join(map(disc.format, range(1, 6)))}</table>",
        "all discs",
        title="string",
        artist="string",
        price="number",
        format="string",
        rank="number",
    )
    assert [list(row.values()) for row in found] == [
        [f"Songs {at}x", f"The Tin {at}", 10.49 + at, "2 CD", at] for at in range(1, 6)
    ]


CITED = (
    "<HR><TABLE><TR><TD><B>Citation <FONT COLOR=red>{0}</FONT>.</B></TABLE><BLOCKQUOTE>"
    "<FONT><B>Accession</B></FONT><BR>&nbsp;99411{0}<P><FONT><B>Authors</B></FONT><BR>&nbsp;Petrak EL; Chiu {0}."
    "<P><FONT><B>Title</B></FONT><BR>&nbsp;<FONT><B>Hand washing</B></FONT> of nurses {0}."
    "<P><FONT><B>Source</B></FONT><BR>&nbsp;<I>Can J Nurs.</I> 14(3):112.<P></BLOCKQUOTE>"
)


def test_labels_in_bold_on_lines_of_their_own_stand_above_their_values() -> None:
    found = rows(
        "".join(map(CITED.format, range(1, 5))),
        "all citations",
        citation_number="number",
        accession="string",
        title="string",
        authors="string",
        source="string",
    )
    assert [list(row.values()) for row in found] == [
        [at, f"99411{at}", f"Hand washing of nurses {at}.", f"Petrak EL; Chiu {at}.", "Can J Nurs. 14(3):112."]
        for at in range(1, 5)
    ]


def test_a_line_in_bold_alone_is_no_label() -> None:
    card = "<HR><P><B>Welder {0}x</B><BR>Erie, PA<P>We build ships and bridges."

    assert column("".join(map(card.format, range(1, 5))), "title") == [f"Welder {at}x" for at in range(1, 5)]


SHOW = "<P><IMG SRC=/{0}.jpg><FONT SIZE=+1><B>Salt {0}x</B></FONT><BR>May {0} - June {0}, 1998<BR>"
TEXT = "Crocks and jugs, number {0}, tell of the rise and of the fall of all the potteries of the upper valley."
MORE = (
    "<P>A wheel turns daily.<BR>A book is to be had in the <A HREF=/shop.html>Shop</A>. <A HREF=/s/{0}.html>More...</A>"
)


def test_a_record_may_begin_with_a_paragraph_in_bold() -> None:
    html = "".join((SHOW + TEXT + (MORE if at % 2 else "")).format(at) for at in range(1, 7))

    found = rows(
        f"<H1>Shows</H1><P>Dates may change; please call.{html}",
        "all exhibitions",
        title="string",
        start_date="string",
        description="string",
    )
    assert [list(row.values()) for row in found] == [
        [f"Salt {at}x", f"May {at}", TEXT.format(at)] for at in range(1, 7)
    ]


def test_below_what_a_page_says_stand_its_address_and_day() -> None:
    result = (
        "<dl><dt><b>{0}. </b><a href='http://www.bees{0}.example/a/'><b>The Bee Line {0}</b></a>"
        "<dd>All that the new keeper of bees {0} needs to know, and how not to get stung...<br><b>URL:</b> "
        "<font>www.bees{0}.example/a/</font><br><font>Last modified 1{0}-Mar-98 - in English [<a href=/t>Translate</a>]"
        "</font></dl>"
    )

    found = rows(
        "".join(map(result.format, range(1, 5))),
        "all results",
        rank="number",
        title="string",
        url="string",
        description="string",
        last_modified="string",
    )
    assert list(found[1].values()) == [
        2,
        "The Bee Line 2",
        "http://www.bees2.example/a/",
        "All that the new keeper of bees 2 needs to know, and how not to get stung...",
        "12-Mar-98",
    ]


def test_who_wrote_a_book_and_who_printed_it() -> None:
    book = (
        "<TR><TD><A HREF=/isbn/{0}><B>Small Boats {0}x</B></A><BR>by <A HREF=/q/by/author=Ann%20{0}/10>Ann Lee</A>, <A"
        " HREF=/q/by/author=Bo%20{0}/10>Bo Kalb</A><BR><I>Paperback</I>, 304 pages<BR>Harrow &amp; Finch, June"
        " 199{0}; ISBN: 068829041{0}<BR>Our Price: <B>$1{0}.56</B>"
    )
    found = rows(
        f"<TABLE>{''.join(map(book.format, range(1, 5)))}</TABLE>",
        "all books",
        title="string",
        authors="string",
        publisher="string",
        year="number",
        url="string",
    )
    assert list(found[2].values()) == [
        "Small Boats 3x",
        "Ann Lee, Bo Kalb",
        "Harrow & Finch",
        1993,
        "https://h.example/isbn/3",
    ]


def test_cells_of_two_texts_are_records_without_links_that_are_called_by_the_first() -> None:
    cell = "<td class='day {1}'><div class=item>Tools and nails {0}</div><span class=time>Thu. Dec {0}</span>"
    cells = [cell.format(at, "grey" if at % 6 < 3 else "white") for at in range(11, 23)]
    html = "".join(f"<tr><td>{''.join(cells[at : at + 3])}<td>" for at in range(0, 12, 3))

    found = rows(f"<table><tr><th>Upcoming{html}</table>", "all sale events", event="string", date="string")
    assert [list(row.values()) for row in found] == [
        [f"Tools and nails {at}", f"Thu. Dec {at}"] for at in range(11, 23)
    ]


@pytest.mark.parametrize("size", [1, 115])
def test_a_cell_over_all_columns_says_more_of_the_row_above_it(size: int) -> None:
    by = "<a href=/n/{0}>Fair {0}</a><div>Posted by Ann Lee{0} on 1{0} May 2026 10:19 AM</div>"
    head = f"<tr><td><div>May</div><div>1{{0}}</div><td>{by}"
    text = "<p><a href=/x/{0}.png><img src=/x/{0}.png></a></p>" + "<p>It was <b>said</b> that {1}</p>" * size
    line = "<tr><td colspan=2><hr><br>"
    said = ["it rains.", "we meet: <b>September 22-23, 2014</b>.", "oaks grow.", "they grow.", "it is dry."]
    html = "".join(
        f"{head.format(at)}<tr><td colspan=2 class=text>{text.format(at, one)}{line}" for at, one in enumerate(said, 1)
    )

    found = rows(
        f"<table>{html}</table>", "the latest news", title="string", author="string", date="string", url="string"
    )
    assert [list(row.values())[:3] for row in found] == [
        [f"Fair {at}", f"Ann Lee{at}", f"1{at} May 2026 10:19 AM"] for at in range(1, 6)
    ]
