"""What results of a search say: from where they are, when, who paid for them, and what they cite."""

from __future__ import annotations

import pytest

from tests.local.test_cards import column
from tests.local.test_reading import cards, rows

TEXT = "<p class=text>Soap # is what it is about, and all that one can do with it.</p>"


def test_initials_of_a_site_before_the_name_of_a_part_say_nothing() -> None:
    site = "<a class=wgl-site-title href=https://s#.example/a>Garden #x</a>"
    cited = "<a class=wgl-display-url href=https://s#.example/a>https://s#.example/a</a>"
    html = cards(f"{site}{cited}<a href=https://s#.example/a><h2 class=wgl-title>Rye #x</h2></a>{TEXT}")

    found = rows(html, "all results", title="string", url="string", site_name="string")[0]
    assert list(found.values()) == ["Rye 1x", "https://s1.example/a", "Garden 1x"]


def test_who_published_it_stands_before_when() -> None:
    source = "<div class='source top'><a href=/s/#>The Wire #x</a><i aria-hidden=true>·</i><i>#h</i></div>"

    assert column(cards(f"<h2><a href=/a/#>Rye #x</a></h2>{TEXT}{source}"), "source") == [
        "The Wire 1x",
        "The Wire 2x",
        "The Wire 3x",
    ]


def test_who_cites_it_did_not_write_it() -> None:
    authors = "<p class=author-list><a href=/s/a#>Ode L#x</a>, <a href=/s/b#>Berg A</a></p>"
    cited = "<p><i>Cited by: <a href=/c/#>1# articles</a></i></p>"
    journal = "<p><a href=/j/#>Cell Host #x</a>, 33(2):211-226, <i>1# Feb 2025</i></p>"
    html = cards(f"<h3><a href=/a/#>Rye #x</a></h3>{authors}{journal}{cited}")

    found = rows(html, "all articles", title="string", authors="string", journal="string", cited_by="number")[0]
    assert list(found.values()) == ["Rye 1x", "Ode L1x, Berg A", "Cell Host 1x", 11]


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("<i class=journal-citation>Rye Sci. 2026 Mar 3.</i> <i class=journal-citation>Rye Sci. 2026.</i>", None),
        ("<i class=citations>Rye Sci. 2026.</i>", None),
        ("<i class=citations>Cited by 2014</i>", 2014),
    ],
)
def test_the_year_in_which_a_paper_came_out_counts_no_citations(said: str, counted: int | None) -> None:
    html = "<h1>Papers</h1>" + cards(f"<h3><a href=/a/#>Rye #x</a></h3><p>{said}</p>")

    assert rows(html, "all papers", title="string", cited_by_count="number")[0]["cited_by_count"] == counted


def test_an_address_describes_nothing_and_an_ad_may_be_called_so_in_russian() -> None:
    def result(at: int) -> str:
        said = TEXT if at % 2 else ""
        paid = "<div class=AdvLabel><span>Реклама</span></div>" if at == 1 else ""
        host = f"<div class=host-description><i>acme{at}.example \u203a rye \u203a soap-{at}</i>{paid}</div>"
        return f"<li class=c>{host}<h2><a href=/r/{at}>Rye {at}x</a></h2>{said.replace('#', str(at))}</li>"

    html = f"<ul>{''.join(map(result, range(1, 6)))}</ul>"
    found = rows(html, "all results", title="string", snippet="string", is_ad="boolean")
    assert [row["snippet"] is None for row in found] == [False, True] * 2 + [False]
    assert [row["is_ad"] for row in found] == [True] + [False] * 4


@pytest.mark.parametrize("said", ["First published in 198#", "Published in 198#", "Released 198#"])
def test_a_year_stands_behind_what_was_then(said: str) -> None:
    html = cards(f"<h3><a href=/b/#>Rye #x</a></h3><p><i>{said}</i> — <a href=/e/#>1# editions</a></p>")

    assert rows(html, "all books", title="string", first_published="number")[0]["first_published"] == 1981


def test_what_counts_presses_names_no_category() -> None:
    html = cards("<h3><a href=/e/#>Rye #x</a></h3><a href=/c data-ga-category=Listing data-ga-label=City>Bern #x</a>")

    assert column(html, "category", place="string") == [None] * 3


def test_topics_beside_a_name_are_tags_and_a_word_before_a_day_is_no_language() -> None:
    def project(at: int) -> str:
        tags = "".join(f"<a class=topic-tag href=/t/{one}>{one}</a>" for one in ("tides", f"soap{at}"))
        language = (
            f"<li aria-label='{('Rust', 'Go')[at % 2]} language'>{('Rust', 'Go')[at % 2]}</li>" if at != 3 else ""
        )
        facts = f"<ul>{language}<li>Updated <span>{at} days ago</span></ul>"
        return f"<li class=c><h3><a href=/p/{at}>tide{at}x</a></h3><div>{tags}</div>{facts}</li>"

    html = f"<ul>{''.join(map(project, range(1, 7)))}</ul>"
    found = rows(html, "all repositories", name="string", topics="string", language="string")
    assert [list(row.values()) for row in found][1:3] == [
        ["tide2x", "tides, soap2", "Rust"],
        ["tide3x", "tides, soap3", None],
    ]


REPOSITORY = (
    "<h3><a href=/ann#>ann#</a> / <a href=/ann#/oak#>oak#</a></h3>"
    "<a href=/login><span>Star</span> <span title='41,87#' aria-label='4187# people starred this'>41.9k</span></a>"
    "<a href=/topics/tea title='Topic: tea'>tea</a><a href=/topics/tea-# title='Topic: tea-#'>tea-#</a>"
    "<p>Boils water for all who like it hot.</p><ul><li>Updated today<li><i itemprop=programmingLanguage>Rust</i></ul>"
)


def test_what_has_an_owner_before_it_is_where_a_record_leads_and_one_of_several_topics_is_no_name() -> None:
    found = rows(cards(REPOSITORY), "all repositories", repo="string", link="string", tags="string", owner="string")

    assert found[1] == {"repo": "oak2", "link": "https://h.example/ann2/oak2", "tags": "tea, tea-2", "owner": "ann2"}


def test_what_programs_are_written_in_is_their_only_language() -> None:
    found = rows(cards(REPOSITORY), "all repositories", name="string", language="string")
    assert [row["language"] for row in found] == ["Rust"] * 3

    other = cards(f"{REPOSITORY}<p>Language: Dutch</p>")
    found = rows(other, "all repositories", name="string", language="string")
    assert [row["language"] for row in found] == ["Dutch"] * 3


@pytest.mark.parametrize(
    ("said", "count"),
    [("title='41,872'", 41872), ("aria-label='41872 of us'", 41872), ("title='of 51,872'", 41900), ("", 41900)],
)
def test_a_number_is_as_exact_as_its_tooltip_states_it(said: str, count: int) -> None:
    html = cards(f"<h3><a href=/r/#>Oak #x</a></h3><p><span>Stars</span> <span {said}>41.9k</span></p>")

    assert rows(html, "all records", title="string", stars="number")[0]["stars"] == count
    assert rows(html, "all records", title="string", stars="string")[0]["stars"] == "41.9k"


def test_a_button_is_there_for_those_that_have_one() -> None:
    def project(at: int) -> str:
        button = f"<a href=/sponsors/{at} class=btn>Sponsor</a>" if at % 2 else ""
        return f"<li class=c><h3><a href=/p/{at}>tide{at}x</a></h3>{button}<p>Boils water for {at} of us.</p></li>"

    html = f"<ul>{''.join(map(project, range(1, 5)))}</ul>"
    found = rows(html, "all projects", name="string", has_sponsor_button="boolean")
    assert [row["has_sponsor_button"] for row in found] == [True, False, True, False]


def test_a_journal_stands_before_a_day_in_brackets() -> None:
    html = cards(f"<p><a href=/toc/#>Notes #x</a> <i>(Jun 202#)</i></p><h3><a href=/a/#>Rye #x</a></h3>{TEXT}")

    assert column(html, "journal") == ["Notes 1x", "Notes 2x", "Notes 3x"]


def test_a_list_is_what_those_hear_who_cannot_see_and_a_figure_what_its_tooltip_says() -> None:
    names = "".join(f"<li><a href=/a/#>{name}</a><span>, </span></li>" for name in ("Mira Oduya", "Jo Feld", "Xi Ren"))
    authors = f"<ul title='list of authors' aria-label=authors>{names}</ul>"
    journal = "<p><a href=/j/#>Proceedings of Soap #x</a><span>November 2023, </span><span>pp 81#-826</span></p>"
    cited = "<ul><li data-title='Total Citations'><span><i class=icon-quotes></i><span>4#</span></span></li></ul>"
    html = cards(f"<h5><a href=/a/#>Rye #x</a></h5>{authors}{journal}{cited}")

    found = rows(html, "all papers", title="string", authors="string", publication="string", citations="number")[0]
    assert list(found.values()) == ["Rye 1x", "Mira Oduya, Jo Feld, Xi Ren", "Proceedings of Soap 1x", 41]


def test_a_day_glued_to_a_text_is_no_part_of_it_where_both_are_asked_for() -> None:
    said = (
        "<div data-testid=result-snippet><i><b>Jan 1#, 2025</b><i>Old trees can crop well for many years.</i></i></div>"
    )
    html = cards(f"<h2><a href=/r/#>Rye #x</a></h2>{said}")

    found = rows(html, "all results", title="string", date="string", snippet="string")[0]
    assert list(found.values())[1:] == ["Jan 11, 2025", "Old trees can crop well for many years."]


def test_the_end_of_a_heading_behind_words_that_were_looked_for_describes_nothing() -> None:
    name = (
        "<em>Rye</em><span> and </span><em>oats</em><span>: notes from a workshop that was held in the year 199#</span>"
    )
    html = cards(f"<a href=/p/#><h2><span>{name}</span></h2></a>")

    found = rows(html, "all papers", title="string", snippet="string")[0]
    assert list(found.values()) == ["Rye and oats: notes from a workshop that was held in the year 1991", None]


def test_boxes_of_videos_and_questions_amid_results_are_none_though_what_is_in_them_says_as_much() -> None:
    def result(at: int) -> str:
        told = "" if at == 5 else f"<div class=snip><p>Ewe {at} eats grass, and will eat your roses.</p></div>"
        return (
            f"<div class='hit s1'><a href=/h/{at}><i class=site>h{at}.example</i>"
            f"<div class=title>Sheep {at}</div></a>{told}<div class=more><button>More</button></div></div>"
        )

    asked = "".join(
        f"<div class=item><a href=/q/{at}>Why sheep {at}?</a><p>They eat grass, and are {at} years old.</p></div>"
        for at in range(3)
    )
    films = "<li><a href=/v/1><b>Ewes</b></a><li><a href=/v/2><b>Rams</b></a><li><a href=/v/3><b>Wool</b></a>"
    box = "<div class='hit alone s1'><h2>{}</h2><div class=items>{}</div></div>"
    parts = [*map(result, range(9))]
    parts[2:2] = [box.format("<a href=/films>Videos</a>", f"<ul>{films}</ul>")]
    parts[6:6] = [box.format("Talk", asked)]
    html = f"<main><h1>Results for sheep</h1><div id=hits>{''.join(parts)}</div></main>"

    found = rows(html, "Extract the web search results", title="string", url="string", snippet="string")
    assert [row["title"] for row in found] == [f"Sheep {at}" for at in range(9)]


def test_the_channel_of_a_video_is_who_made_it() -> None:
    card = (
        "<a href=/watch?v=#x><div class=title>How to shear #x</div>"
        "<div class=meta><span class=site>Tubey</span> · <span class=creator>Wool # and Son</span></div></a>"
    )

    assert column(cards(card), "channel", "the videos")[0] == "Wool 1 and Son"


@pytest.mark.parametrize(
    "address",
    [
        "12# N Elm St, Ste 40#, Rye, IL 60602",
        "2#1B Elm Street, Rye TN31 7AA",
        "Elmweg #, 04229 Rye",
        "# rue Elm, 75002 Rye",
    ],
)
def test_a_street_with_a_number_and_a_town_with_its_code_is_an_address(address: str) -> None:
    html = cards(f"<h3><a href=/d/#>Oak #x</a></h3><p><i>0.# mi</i> · <i>{address}</i></p>")

    assert column(html, "address") == [address.replace("#", at) for at in "123"]


def test_a_year_and_a_word_behind_a_number_are_no_address() -> None:
    assert column(cards("<h3><a href=/d/#>Oak #x</a></h3><p>Hall #, 2026 Spring</p>"), "address") == [None] * 3


@pytest.mark.parametrize("more", ["Read more", "See all<i class=visually-hidden> reviews of Oak #x</i>"])
def test_a_link_to_the_rest_behind_a_text_is_no_part_of_it(more: str) -> None:
    html = cards(
        f"<h3><a href=/d/#>Oak #x</a></h3><p class=review-excerpt>She is one of #. <a href=/d/#>{more}</a></p>"
    )

    assert rows(html, "all doctors", name="string", patient_quote="string")[0]["patient_quote"] == "She is one of 1."


def test_who_provides_something_is_called_by_their_name_and_may_say_what_is_to_be_had() -> None:
    def doctor(at: int) -> str:
        said = ("Video visit available", "Video visit not available", "")[at % 3]
        kind = "<p>Practice · 7 providers</p>" if at == 2 else "<p>Doctor</p>"
        day = f"<p>Next available: <b>{at} May 2026</b></p>"
        return f"<li class=c><h3><a href=/d/{at}>Ann L{at}x</a></h3>{kind}<div><i>{said}</i></div>{day}</li>"

    html = f"<ul>{''.join(map(doctor, range(1, 7)))}</ul>"
    found = rows(html, "all providers", provider="string", video_visit="boolean", next_appointment="string")
    assert list(found[1].values()) == ["Ann L2x", False, "2 May 2026"]
    assert [row["video_visit"] for row in found] == [False, False, True] * 2
