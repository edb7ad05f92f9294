"""What lists of threads and of posts say: which of them belong together, what was written, and who was the last."""

from __future__ import annotations

import pytest

from tests.local.test_cards import column
from tests.local.test_reading import cards, rows


def thread(at: int, state: str = "", more: str = "") -> str:
    by = f"<a href=/u/ann{at}>ann{at}</a> <time datetime=2026-05-0{at}>May {at}</time>"
    counts = f"<dl><dt>Replies</dt><dd>{at}</dd></dl>"
    return f"<div class='item thread {state} js-{at}'>{more}<h3><a href=/t/{at}>Thread {at}</a></h3>{by}{counts}</div>"


def test_what_a_class_says_of_a_moment_divides_no_threads() -> None:
    mark = "<span class=label title=Sticky>Sticky</span>"
    pinned = "".join(thread(at, "is-locked", mark) for at in (1, 2))
    others = "".join(thread(at, "is-locked" if at == 5 else "") for at in range(3, 9))
    ad = "<div class='item ad'><a href=/ads>Buy our paper</a></div>"
    html = f"<div class=group><div class='group top'>{pinned}</div><div class='group list'>{others}{ad}</div></div>"

    found = rows(html, "all threads", title="string", author="string", replies="number", pinned="boolean")
    assert [row["title"] for row in found] == [f"Thread {at}" for at in range(1, 9)]


def test_labels_stand_above_the_first_section_of_a_table() -> None:
    section = "<tr><td colspan=4>{}</td></tr>"
    row = "<tr><td><a href=/t/{0}>Boat {0}</a></td><td>ann</td><td>{0}</td><td>1{0}</td></tr>"
    head = "<tr class=hd><td>Topics</td><td>Author</td><td>Replies</td><td>Views</td></tr>"
    parts = (section.format("Pinned"), *map(row.format, (1, 2)), section.format("Topics"), *map(row.format, (3, 4)))

    found = rows(
        f"<table>{head}{''.join(parts)}</table>", "all topics", title="string", replies="number", views="number"
    )
    assert [list(one.values()) for one in found] == [[f"Boat {at}", at, 10 + at] for at in (1, 2, 3, 4)]


POST = (
    "<dl class=profile><dt class=has-rank><a href=/u/ann# class=username>ann#</a></dt><dd class=rank>Seedling</dd></dl>"
    "<div class=dropdown-contents><a href=/pm/#>Send private message</a></div><div class=postbody>"
    "<h3><a href=/p/#>Brown roots</a></h3><div class=content>{}</div></div>"
)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Evening all,<br><br>what can # be? I am at a loss.", "Evening all, what can 1 be? I am at a loss."),
        ("<blockquote>Old one</blockquote>This. A <em class=text-italics>snail</em> too, #.", "This. A snail too, 1."),
        ("<a href=/like>Like</a>", None),
    ],
)
def test_what_a_post_says_is_all_of_its_text(said: str, message: str | None) -> None:
    found = rows(cards(POST.format(said)), "all posts", author="string", rank="string", message="string")

    assert found[0] == {"author": "ann1", "rank": "Seedling", "message": message}


@pytest.mark.parametrize("verb", ["replied", "commented", "answered"])
def test_who_wrote_last_and_who_began_stand_in_lines_of_their_own(verb: str) -> None:
    began = "<a href=/u/ann# title='Ann # started 5 days ago'><span class=Avatar>A</span></a>"
    last = f"<li class=last><span class=username>ben #</span> {verb} <time>6 hours ago</time></li>"
    html = cards(f"{began}<a href=/d/#><h2>Thread #x</h2><ul class=Thread-info><li>Help</li>{last}</ul></a>")

    found = rows(
        html, "all threads", title="string", started_by="string", last_post_by="string", last_post_time="string"
    )
    assert list(found[0].values()) == ["Thread 1x", "Ann 1", "ben 1", "6 hours ago"]


def test_a_number_may_be_told_again_for_those_who_cannot_see() -> None:
    count = "<span><span aria-hidden=true>6#</span><span class=visually-hidden>6# replies</span></span>"
    html = cards(f"<h2><a href=/d/#>Thread #x</a></h2>{count}")

    assert column(html, "replies", "all threads", replies="number") == [61, 62, 63]


@pytest.mark.parametrize(
    ("line", "domain"),
    [
        ("www.acme#.example/guides", "www.acme1.example"),
        ("acme#.example \u203a a", "acme1.example"),
        ("Read more.", None),
    ],
)
def test_a_result_shows_the_site_that_it_is_from(line: str, domain: str | None) -> None:
    shown = f"<a class=result__url href=/l/?u=#>{line}</a>"
    html = cards(f"<h2><a href=/l/?u=#>Result #x</a></h2>{shown}<p>It says more than a few words of number # here.</p>")

    assert column(html, "domain", "all results")[0] == domain


def test_what_floats_to_the_other_end_of_a_header_is_no_part_of_it() -> None:
    floating = "<span style=float:right><a href=/f?sort=rating>Rating</a></span>"
    head = (
        f"<tr><td class=thead>{floating}<a href=/f?sort=title>Thread</a> / <a href=/f?sort=by>Thread Starter</a></td>"
    )
    count = "<td class=thead>Replies</td><td class=thead>Views</td></tr>"
    row = "<tr><td><div><a href=/t/{0}>Kiln {0}</a></div><div>ann{0}</div></td><td>{0}</td><td>1{0}</td></tr>"

    found = rows(
        f"<table>{head}{count}{''.join(map(row.format, range(1, 5)))}</table>",
        "all threads",
        title="string",
        author="string",
    )
    assert [list(one.values()) for one in found] == [[f"Kiln {at}", f"ann{at}"] for at in range(1, 5)]


def test_fields_may_ask_on_which_day_something_was() -> None:
    by = "<span>By <a href=/u/#>ann#</a>, </span><time datetime=2024-05-0#>May #</time>"
    html = cards(f"<h4><a href=/t/#>Thread #x</a></h4>{by}")

    found = rows(html, "all topics", title="string", started_by="string", started_on="string")
    assert list(found[0].values()) == ["Thread 1x", "ann1", "2024-05-01"]
    assert column(html, "submitted_by", "all topics")[0] == "ann1"


def test_rows_that_a_cell_reaches_down_to_describe_the_one_above() -> None:
    section = "<tr><td colspan=4><b>Faculty of {}</b> (2 vacancies)</td></tr>"
    row = (
        "<tr><td rowspan=2>17{0}</td><td><a href=/j/{0}>Clerk {0}</a></td><td>Grade {0}</td><td>1{0} May 2026</td></tr>"
    )
    more = (
        "<tr><td colspan=2>Fetching and listing papers of number {0}.</td><td><a href=/j/{0}#apply>Apply</a></td></tr>"
    )
    head = "<tr><th>ID</th><th>Title</th><th>Grade</th><th>Closing date</th></tr>"
    parts = [section.format("Arts") if at == 1 else section.format("Law") if at == 3 else "" for at in range(1, 5)]
    body = "".join(f"{part}{row.format(at)}{more.format(at)}" for at, part in enumerate(parts, 1))

    found = rows(
        f"<table>{head}{body}</table>", "all jobs", id="string", title="string", faculty="string", description="string"
    )
    assert [row["id"] for row in found] == ["171", "172", "173", "174"]
    assert [row["faculty"] for row in found] == ["Faculty of Arts"] * 2 + ["Faculty of Law"] * 2
    assert found[0]["description"] == "Fetching and listing papers of number 1."


def test_a_cell_before_several_rows_makes_them_no_notes() -> None:
    row = "<tr><td>{0}</td><td>Talk {0}</td><td>Room {0}</td></tr>"
    body = f"<tr><td rowspan=3>May</td>{row.format(1)[4:]}<tr><td>2</td><td>Talk 2</td></tr>{row.format(3)}"
    head = "<tr><th>Month</th><th>Day</th><th>Title</th><th>Room</th></tr>"

    found = rows(f"<table>{head}{body}</table>", "all talks", title="string", day="string")
    assert [row["title"] for row in found] == ["Talk 1", "Talk 2", "Talk 3"]


def test_a_class_may_say_in_another_word_that_a_thread_is_closed() -> None:
    thread = "<li><dl class='row-item {1}'><dt><a href=/t/{0}>Boat {0} leaks</a></dt><dd>1{0} replies</dd></dl></li>"
    kinds = ["topic_read_locked", "topic_read", "topic_read_hot_locked", "not_locked"]
    html = "".join(thread.format(at, kind) for at, kind in enumerate(kinds))

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", replies="number", closed="boolean")
    assert [row["closed"] for row in found] == [True, False, True, False]


def test_sticky_threads_may_be_a_list_of_their_own_beside_the_others() -> None:
    thread = (
        "<li class='threadbit{1}'><div class={2}><h3><a href=/t/{0}>Thread {0}x</a></h3>"
        "<p>Iniciado por ann{0}</p></div><p>Respuestas: 1{0}</p></li>"
    )
    sticky = "".join(thread.format(at, "", "sticky") for at in (1, 2))
    others = "".join(thread.format(at, " hot", "nonsticky") for at in range(3, 8))
    html = f"<div><ol class=stickies>{sticky}</ol><ol class=threads>{others}</ol></div>"

    found = rows(html, "todos los temas", titulo="string", autor="string", respuestas="number")
    assert [row["respuestas"] for row in found] == list(range(11, 18))


def test_the_reputation_of_an_author_stands_beside_the_name() -> None:
    user = "<p class=user><a href=/users/#>ann#</a> <b title='reputation score 20#'>20#</b></p>"
    card = f"<h3><a href=/q/#>Why #x?</a></h3>{user}"

    found = rows(cards(card), "all questions", title="string", author="string", author_reputation="number")[0]
    assert (found["author"], found["author_reputation"]) == ("ann1", 201)


def test_issues_say_their_number_who_opened_them_and_who_works_on_them() -> None:
    card = (
        "<a href=/i/218@ class=h4>Panic @ when empty</a><div><span class=opened-by>#218@ opened"
        " <relative-time datetime=2024-11-2@T17:41:09Z>Nov 2@, 2024</relative-time>"
        " by <a href='/i?q=author%3Aann@'>ann@</a></span></div>"
        "<span><a aria-label='1@ linked pull requests' href=/i/218@><b>1@</b></a></span>"
        "<span aria-label='Assigned to ben'><a href=/ben><img class=avatar-user alt=@ben src=/b.png></a></span>"
        "<span><a aria-label='6@ comments' href=/i/218@><b>6@</b></a></span>"
    )
    html = "".join(f"<div class=row>{card.replace('@', str(at))}</div>" for at in range(1, 6))

    found = rows(
        f"<main>{html}</main>",
        "all issues",
        title="string",
        issue_number="number",
        author="string",
        opened_date="string",
        assignee="string",
        comments="number",
    )
    assert list(found[0].values())[1:] == [2181, "ann1", "2024-11-21T17:41:09Z", "ben", 61]


def test_who_wrote_last_may_stand_under_how_fresh_a_topic_is() -> None:
    user = "<a href=/users/{0}#><img class=avatar src=/{0}.png> {0}#</a>"
    card = (
        f"<div class=topic><a href=/topic/#>Boat #x</a><p>Started by: {user.format('ann')}</p></div>"
        f"<div class=topic-freshness><a href=/topic/#>2 days, # hours ago</a><p>{user.format('ben')}</p></div>"
    )
    found = rows(
        cards(card), "all topics", title="string", author="string", last_post_date="string", last_post_author="string"
    )
    assert list(found[0].values())[1:] == ["ann1", "2 days, 1 hours ago", "ben1"]


def test_marks_of_threads_may_be_files_of_pictures_and_stand_in_their_links() -> None:
    row = (
        "<tr><td><img src=/i/{1}.gif alt=''></td><td><a href=/t/{0}>Boat {0}x</a></td><td>ann{0}</td><td>{0}</td></tr>"
    )
    body = "".join(row.format(at, "show_sticky" if at < 3 else "normal_post") for at in range(1, 6))
    head = "<tr><th></th><th>Subject</th><th>Started by</th><th>Replies</th></tr>"
    found = rows(
        f"<table>{head}{body}</table>",
        "all topics",
        title="string",
        author="string",
        replies="number",
        pinned="boolean",
    )
    assert [row["pinned"] for row in found] == [True, True, False, False, False]

    card = (
        "<h3><a href=/threads/#><span class='label label--green'>Question</span> <em>Boat</em> # leaks</a></h3>"
        "<p><a href=/tags/hull class=tagItem>hull</a></p><p>Forum: <a href=/forums/#>Hulls #</a></p>"
    )
    found = rows(cards(card), "all results", title="string", prefix="string", forum="string", comments_url="string")
    assert list(found[0].values()) == ["Boat 1 leaks", "Question", "Hulls 1", None]


def test_the_link_of_comments_is_the_one_that_counts_them() -> None:
    card = "<a class=title href=/out/#>Boat #x</a> <span class=linkflairlabel>Hulls</span>"
    card += "<p><a href=/c/#>9# comments</a></p>"

    found = rows(
        cards(card), "all posts", title="string", flair="string", comments_url="string", comment_count="number"
    )
    assert list(found[0].values())[1:] == ["Hulls", "https://h.example/c/1", 91]


def test_a_post_may_be_a_block_that_only_is_called_its_content() -> None:
    text = "<blockquote class='postcontent restore'>{}Left pedal # was dry as a bone.</blockquote>"
    quote = "<div class=bbcode_quote>Posted by Bo<div class=message>Not the hub.</div></div>"
    post = "<a class=username href=/u/ann#>ann#</a><dl><dt>Join Date<dd>Jan 201#{}<dt>Posts<dd>9#</dl>{}"
    parts = (
        post.format("" if at == 2 else "<dt>Location<dd>Oslo", text.format(quote if at == 3 else ""))
        for at in range(1, 6)
    )
    html = "".join(f"<li class=p>{part.replace('#', str(at))}</li>" for at, part in enumerate(parts, 1))

    found = rows(f"<ol>{html}</ol>", "all posts", author="string", text="string", location="string", posts="number")
    assert found[0]["text"] == "Left pedal 1 was dry as a bone."
    # A number fills no gap among places.
    assert [row["location"] for row in found] == ["Oslo", None, "Oslo", "Oslo", "Oslo"]


def test_the_place_of_an_author_is_that_of_the_record_where_no_other_is_asked_for() -> None:
    html = cards(
        "<a class=username href=/u/#>ann#</a><dl><dt>Location<dd>Oslo #</dl><p class=message>Left pedal #.</p>"
    )

    found = rows(html, "all posts", author="string", author_location="string", message="string")
    assert found[0]["author_location"] == "Oslo 1"


def test_terms_may_be_icons_with_a_title() -> None:
    pair = "<dl class=pairs><dt><span title={}><i class=fa></i></span></dt><dd>{}</dd></dl>"
    html = cards(
        f"<a class=username href=/u/#>ann#</a>{pair.format('Joined', 'Feb #, 2023')}{pair.format('Messages', '41#')}"
    )

    found = rows(html, "all posts", author="string", join_date="string", message_count="number")
    assert list(found[0].values()) == ["ann1", "Feb 1, 2023", 411]


def test_a_post_is_known_by_its_number_and_pinned_by_its_pin() -> None:
    pin = "<svg><use href=/symbols.svg#icon-pin></use></svg>"
    card = (
        "<h3><a href=/i/#>Boat #x</a></h3>{}<span class=ref>#1@</span> · opened by <a class=author href=/u/#>ann#</a>"
    )
    html = "".join(
        f"<li class=c>{card.format(pin if at == 1 else '').replace('@', str(at)).replace('/#', f'/{at}')}</li>"
        for at in range(1, 5)
    )
    found = rows(f"<ul>{html}</ul>", "all issues", title="string", issue_number="number", pinned="boolean")
    assert [(row["issue_number"], row["pinned"]) for row in found] == [(10 + at, at == 1) for at in range(1, 5)]


@pytest.mark.parametrize("field", ["topic_title", "thread_title", "question_title"])
def test_a_thread_is_called_by_what_stands_under_topic(field: str) -> None:
    row = "<tr><td><h2><a href=/t/{0}>Boat {0}</a></h2><a href=/c/{0}>Rigs {0}</a></td><td>{0}</td><td>1{0}</td></tr>"
    head = "<tr><th>Topic</th><th>Replies</th><th>Views</th></tr>"
    html = f"<table>{head}{''.join(map(row.format, (1, 2, 3, 4)))}</table>"

    found = rows(html, "all topics", **{field: "string"}, replies="number", views="number")
    assert [row[field] for row in found] == [f"Boat {at}" for at in (1, 2, 3, 4)]


def test_a_mark_before_the_link_of_a_thread_is_no_heading_of_reviews() -> None:
    name = "<a href=/t/{0}>Six months with the kettle, part {0}</a>"
    card = f"<li><h3><span class=prefix>{{1}}</span> {name}</h3><p>by ann</p></li>"
    html = "".join(card.format(at, "Review" if at % 2 else "Help") for at in range(1, 7))

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", author="string")
    assert [row["title"] for row in found] == [f"Six months with the kettle, part {at}" for at in range(1, 7)]


def test_above_the_headline_of_an_article_stands_its_kicker() -> None:
    name = "The ice that goes, part #"
    html = cards(f"<h2><a href=/a/# title='{name}'><i>Glaciers</i><i>:</i> <b>{name}</b></a></h2><p>By Ann Lee</p>")

    found = rows(html, "all articles", kicker="string", headline="string", author="string")
    assert list(found[0].values()) == ["Glaciers", "The ice that goes, part 1", "Ann Lee"]


def test_a_forum_is_what_a_link_to_it_says_and_a_prefix_the_mark_before_a_title() -> None:
    name = "<div class=title><span class=label>Question</span> <a href=/threads/#>Boat #x</a></div>"
    html = cards(f"{name}<p><a href=/members/ann.#>ann</a> <a href=/forums/rigs.#/>Rigs #</a></p>")

    found = rows(html, "all threads", title="string", prefix="string", forum="string", author="string")[0]
    assert list(found.values()) == ["Boat 1x", "Question", "Rigs 1", "ann"]


def test_a_picture_may_say_how_many_have_rated_and_how() -> None:
    row = (
        "<tr><td class=title><a href=/t/{0}>Thread {0}</a></td><td class=replies>{0}</td><td class=rating>{1}</td></tr>"
    )
    image = '<img src=/5.gif alt="" title="4{} votes - 4.6{} average">'
    html = "".join(row.format(at, image.format(at, at) if at % 2 else "&nbsp;") for at in range(1, 7))

    found = column(f"<table>{html}</table>", "rating", "all threads", rating="number", replies="number")
    assert found == [4.61, None, 4.63, None, 4.65, None]


@pytest.mark.parametrize(
    "day",
    [
        *(
            "Teraz",
            "Pred 4 minútami",
            "před 2 dny",
            "3 gün önce",
            "3 päivää sitten",
            "3 дня назад",
            "3時間前",
            "2020-6-1",
        ),
        *(
            "2015. március 9.",
            "2015 m. kovo 9 d.",
            "Gruodžio 9 d.",
            "9. 12. 2015",
            "9 декабря 2015 года",
            "2015年12月9日",
        ),
    ],
)
def test_when_something_was_is_told_in_other_languages(day: str) -> None:
    html = cards(f"<h3><a href=/t/#>Thread #x</a></h3><p>{day}</p><p># replies</p>")

    assert column(html, "date", "all threads", replies="number") == [day] * 3


def test_code_of_several_lines_ends_its_line() -> None:
    said = "<code>100 C/h to 600 C<br>60 C/h to 12#0 C</code>That is my schedule, for reference."
    html = cards(f"<a href=/u/ann#>ann#</a> <p>1 May 202#</p><div class=post><div class=message>{said}</div></div>")

    told = "100 C/h to 600 C 60 C/h to 1210 C That is my schedule, for reference."
    assert column(html, "text", "all posts", author="string", date="string")[0] == told


def test_the_text_of_a_post_is_that_and_not_what_stands_around_it_or_below_it() -> None:
    user = "<a class=Username href=/u/{0}>ann{0}</a> <time datetime=2026-05-0{0}>1 May</time>"
    meta = f"<div class=comment-meta>{user}</div>"
    signed = "<div class=UserSignature>Never argue with a fool, says {0}.</div>"
    text = f"<div class=Message>That is all of post {{0}}.</div>{signed}"
    thanks = "<a class=ReactButton href=/r/{0}><span>Thanks</span><span class=Count>1{0}</span></a>"
    post = f"<li class=Item><div class=Comment>{meta}<div class=Item-Body>{text}{thanks}</div></div></li>"
    html = f"<ul>{''.join(map(post.format, range(1, 5)))}</ul>"

    found = rows(html, "all posts", author="string", text="string", thanks="number")[1]
    assert list(found.values()) == ["ann2", "That is all of post 2.", 12]


def test_a_guest_who_wrote_has_no_link_and_the_day_behind_it_is_none_of_the_name() -> None:
    day = "<time datetime=2026-05-0#>dom 0# mag 2026</time>"
    by = f"<p class=author>da <strong><span>{{}}</span></strong> &raquo; {day}</p>"
    html = cards(f"<h3><a href=/p/#>Re: soap #</a></h3>{by.format('Ospite #')}<div class=content>Soap # is it.</div>")

    assert column(html, "author", "tutti i messaggi", content="string")[0] == "Ospite 1"


def test_the_name_of_who_wrote_a_comment_may_lead_to_a_website() -> None:
    by = "<b class=fn><a class=url rel=ugc href=https://ann#.example/>Ann #</a></b> <span class=says>says:</span>"
    day = "<a href=/post/#comment-#><time datetime=2026-05-0#>May #, 2026</time></a>"
    by = f"<div class='comment-author vcard'>{by}</div>"
    html = cards(f"<article><footer>{by} {day}</footer><div class=comment-content><p>Soap # is it.</p></div></article>")

    found = rows(html, "all comments", author="string", website="string", comment="string")[0]
    assert list(found.values()) == ["Ann 1", "https://ann1.example/", "Soap 1 is it."]


@pytest.mark.parametrize(("prompt", "numbers"), [("all posts", [1, 2, 3, 4]), ("all comments", [2, 3, 4])])
def test_a_thread_begins_with_a_post_in_a_box_of_its_own(prompt: str, numbers: list[int]) -> None:
    user = "<a class=Username href=/u/{0}>ann{0}</a> <time datetime=2026-05-0{0}>1 May</time>"
    post = f"<div class=Item-Header>{user}</div><div class=Item-Body><p class=Message>That is all of post {{0}}.</div>"
    first = f"<div class=Thread><h1>Soap</h1><div class=ItemThread>{post.format(1)}</div></div>"
    rest = "".join(f"<li class=ItemComment>{post.format(at)}</li>" for at in (2, 3, 4))

    found = rows(f"{first}<h2>Comments</h2><ul>{rest}</ul>", prompt, author="string", text="string")
    assert [list(row.values()) for row in found] == [[f"ann{at}", f"That is all of post {at}."] for at in numbers]


def test_how_many_messages_somebody_wrote_is_no_content() -> None:
    user = "<h4><a href=/u/ann#>ann#</a></h4><dl><dt>Messages</dt><dd>1,20#</dd></dl>"
    html = cards(f"{user}<div class=body><div itemprop=text>Soap # it is, and nothing else.</div></div>")

    found = rows(html, "all posts with author and the message text", author="string", content="string")
    assert list(found[0].values()) == ["ann1", "Soap 1 it is, and nothing else."]


def test_below_the_title_of_a_thread_stand_who_began_it_and_who_was_the_last() -> None:
    title = (
        "<td class=td_title><div><a href=/t{0}>Soap {0}</a></div><span class=thread-poster><i>ann{0}</i></span>"
        "<div class=thread-lastposter>Svar av <a href=/t{0}s>ben{0}</a></div></td>"
    )
    last = "<td class=td_last><div>Today 13:5{0}</div><div>av <a href=/t{0}s>ben{0}</a></div></td>"
    html = "".join(f"<tr>{title.format(at)}<td>{at} svar</td>{last.format(at)}</tr>" for at in range(1, 6))

    found = rows(
        f"<table><tr><th>Titel<th>Svar<th>Senaste inlägg</tr>{html}</table>",
        "all threads",
        title="string",
        author="string",
        last_poster="string",
    )
    assert list(found[0].values()) == ["Soap 1", "ann1", "ben1"]


def test_a_dash_before_a_number_makes_it_less_than_nothing() -> None:
    html = cards("<a href=/t/#>Soap #x</a><i class=vote-count><b>&ndash;#</b> vote</i><i># answers</i>")

    assert rows(html, "all questions", title="string", votes="number", answers="number")[0]["votes"] == -1


def test_a_day_in_bold_goes_on_behind_it() -> None:
    by = "<i class=by><a href=/t/#>Re: Soap #</a> by <a href=/u/#>ann#</a></i>"
    last = f"<p><b>Last post: </b><b>Today</b> at 09:41:1# AM {by}</p>"
    html = cards(f"<h3><a href=/b/#>Board #x</a></h3><div class=lastpost>{last}</div>")

    assert column(html, "last_post_date", "all boards")[0] == "Today at 09:41:11 AM"


def test_the_number_of_a_post_leads_to_it() -> None:
    user = "<a href=/u/ann{0}>ann{0}</a> <a href=/search?user={0} title='Find all posts by this user'>Find</a>"
    number = "<b><a href='/t/7?pid={0}#p{0}'>#{0}</a></b>"
    post = f"<li class=c>{number}{user}<p class=body>Soap {{0}} it is, for me.</p></li>"
    html = "".join(map(post.format, (1, 2, 3)))

    assert column(f"<ul>{html}</ul>", "url", "all posts", author="string", text="string")[0].endswith("/t/7?pid=1#p1")


def test_a_comment_has_an_address_of_its_own_and_its_author_may_have_a_website() -> None:
    by = "<b class=fn><a class=url rel=ugc href=https://ann#.example/>Ann #</a></b> <i class=says>says:</i>"
    by = f"<div class='comment-author vcard'>{by}</div>"
    day = "<a href=/post/#comment-#><time datetime=2026-05-0#>May #, 2026</time></a>"
    html = cards(f"<article><footer>{by} {day}</footer><div class=comment-content><p>Soap # is it.</div></article>")

    found = rows(html, "all comments", author="string", author_url="string", comment_url="string", text="string")[0]
    assert list(found.values()) == [
        "Ann 1",
        "https://ann1.example/",
        "https://h.example/post/1comment-1",
        "Soap 1 is it.",
    ]


def test_a_thread_with_answers_in_some_comments_has_all_of_them() -> None:
    body = (
        "<article class=comment-body><footer><a href=/u/ann{0}>ann{0}</a> <time datetime=2026-05-0{0}>May {0}</time>"
        "</footer><div class=text>Soap {0} is it, and nothing else.</div></article>"
    )
    inner = "<ol class=children><li class='comment depth-2'>{}</li></ol>"
    html = "".join(
        f"<li class='comment depth-1'>{body.format(at)}{inner.format(body.format(at + 1)) if at % 4 == 1 else ''}</li>"
        for at in (1, 3, 5, 7)
    )

    found = rows(f"<ol class=list>{html}</ol>", "all comments", author="string", text="string")
    assert [row["author"] for row in found] == [f"ann{at}" for at in (1, 2, 3, 5, 6, 7)]


def test_when_somebody_wrote_last_is_not_when_a_thread_began_though_it_is_told_twice() -> None:
    began = "<ul><li><a href=/u/ann#>ann#</a></li><li class=messageGroupTime>#. Juni 2022</li></ul>"
    phone = "<ul><li>ann#</li><li class=messageGroupLastPostTimeMobile>2#. November 2026</li></ul>"
    last = "<div class=columnLastPost><a href=/u/ben#>ben#</a> <small>2#. November 2026</small></div>"
    html = cards(f"<h3><a href=/t/#>Soap #x</a></h3>{began}{phone}{last}<dl><dt>Antworten</dt><dd>#</dd></dl>")

    found = rows(html, "alle Themen", title="string", date="string", last_post_date="string", replies="number")[0]
    assert list(found.values())[1:3] == ["1. Juni 2022", "21. November 2026"]


def test_messages_with_a_number_say_how_many_somebody_wrote() -> None:
    user = "<a class=username href=/u/#>ann#</a><dl><dd><b>Messages :</b> <a href=/s?u=#>398#</a></dd></dl>"
    html = cards(f"{user}<div class=content>Soap # it is, and nothing else.</div>")

    found = rows(html, "tous les messages", author="string", text="string", author_post_count="number")[0]
    assert found["author_post_count"] == 3981


def test_questions_in_russian_have_answers_views_and_a_day() -> None:
    stats = "<div><span>{}</span> <span>{}</span></div>"
    html = cards(
        f"{stats.format('#', 'ответов')}{stats.format('1#', 'показов')}<h3><a href=/q/#>Мыло #x</a></h3>"
        "<time>задан <span>1# ноя в 18:20</span></time>"
    )

    found = rows(html, "all questions", title="string", answers="number", views="number", asked_at="string")[0]
    assert list(found.values())[1:] == [1, 11, "11 ноя в 18:20"]


def test_a_popular_post_is_one_and_beside_each_stands_who_wrote_it() -> None:
    pane = "<aside class=cAuthorPane><h3 class=cAuthorPane_author>ann{0}</h3><ul><li>Posts: {0}</ul></aside>"
    post = "<div class=post_wrap><time datetime=2026-05-0{0}>May {0}</time><p class=text>Soap {0} is it, for me.</div>"
    html = "".join(
        f"<article class='cPost {'ipsComment_popular' if at == 2 else ''}'>{pane.format(at)}{post.format(at)}</article>"
        for at in range(1, 5)
    )

    found = rows(f"<div>{html}</div>", "all posts", author="string", text="string", posts="number")
    assert [(row["author"], row["posts"]) for row in found] == [(f"ann{at}", at) for at in range(1, 5)]


def test_signs_of_direction_are_no_text_and_what_is_cached_is_no_name() -> None:
    cached = "<a href=https://archive.example/#>cached</a>&lrm;"
    html = cards(
        f"<h3><a href=/r/#>Rye #x</a></h3><p class=content>Soap # is what it is about, all of it.</p>"
        f"<div class=engines><span>google</span><span>brave</span> {cached}</div>"
    )

    found = rows(html, "all results", title="string", url="string", engines="string")[0]
    assert list(found.values()) == ["Rye 1x", "https://h.example/r/1", "google, brave"]


@pytest.mark.parametrize("href", ["/talk/user-posts/Moss#", "/user_profile/Moss#", "/members/Moss#"])
def test_a_link_to_what_a_user_wrote_names_the_user(href: str) -> None:
    who = f"<p><b><a href={href}>Moss#</a></b> · <i>1#/05/2026 19:47</i></p>"
    html = cards(f"{who}<div class=post-content>Soap # is what I would buy, as it was said above.</div>")

    assert rows(html, "all posts", username="string", message="string")[0]["username"] == "Moss1"


@pytest.mark.parametrize("day", ["Nov '2#", "Nov \u20192#"])
def test_a_month_with_a_short_year_is_when_somebody_replied(day: str) -> None:
    html = cards(f"<h2><a href=/t/#>Rye #x</a></h2><p><i class=username>ann#</i> replied <time>{day}</time></p>")

    assert column(html, "last_activity", "all threads")[0] == day.replace("#", "1")


def test_what_stands_before_a_title_is_no_tag_where_both_are_asked_for() -> None:
    def thread(at: int) -> str:
        solved = "<span class=prefix>Solved</span> " if at % 2 else ""
        tags = f"<ul class=tags>{'<li>Solved' if at % 2 else ''}<li>rails<li>flash {at}x</ul>"
        return f"<li class=c><h4>{solved}<a href=/t/{at}>Rye {at}x</a></h4>{tags}<i>by ann{at}</i></li>"

    found = rows(f"<ul>{''.join(map(thread, range(1, 6)))}</ul>", "all", title="string", prefix="string", tags="string")
    assert [row["tags"] for row in found][:2] == ["rails, flash 1x", "rails, flash 2x"]


def test_an_answer_is_told_from_who_edited_it_and_from_what_others_say_below() -> None:
    def answer(at: int) -> str:
        text = f"<div class=prose itemprop=text><p>Soap {at} is what helps here, in my mind.</p></div>"
        edited = f"<div class=user-info>edited <span>Mar {at}, 2021</span> <a href=/users/9/bob>bob</a></div>"
        person = f"<div itemprop=author itemscope><a href=/users/{at}/ann>ann{at}</a><i itemprop=name>ann{at}</i></div>"
        said = f"<ul class=comments><li>Careful. <a href=/users/{at}0/cy>cy{at}</a> <i>Apr {at}, 2022</i></ul>"
        accepted = " accepted-answer" if at == 2 else ""
        signed = f"<div class=user-info>answered <span>Jan {at}, 2020</span></div>{person}"
        votes = f"<div class=vote-count itemprop=upvoteCount>{at}2</div>"
        return f"<div class='answer{accepted}' data-score={at}2 itemscope>{votes}{text}{edited}{signed}{said}</div>"

    html = f"<h1>Why so slow?</h1><div id=answers>{''.join(map(answer, range(1, 6)))}</div>"
    asked = {"author": "string", "score": "number", "is_accepted": "boolean", "answered": "string", "answer": "string"}
    found = rows(html, "all answers: who wrote it, the score, whether it is accepted, when, and the text", **asked)
    assert len(found) == 5
    assert list(found[1].values()) == ["ann2", 22, True, "Jan 2, 2020", "Soap 2 is what helps here, in my mind."]


def test_the_last_part_of_a_block_may_be_what_was_written_last() -> None:
    started = "<p class=data__meta>By <a href=/u/1#>anna</a>, 1# May 2025</p>"
    last = "<div class=data__last><a class=username href=/u/2#>berta</a> <time datetime=2025-06-1#>1# Jun</time></div>"
    html = cards(f"<h3><a href=/t/#>Rye #x</a></h3>{started}<ul><li>2# replies</ul>{last}")

    found = rows(html, "all threads", title="string", author="string", last_poster="string")[0]
    assert list(found.values()) == ["Rye 1x", "anna", "berta"]


def test_a_dot_before_a_name_is_no_part_of_it_nor_is_the_star_of_a_note() -> None:
    told = "<div><i>· </i><a class=created-link href=/u/#>anna</a><i> opened </i>on May 1#, 2025</div>"
    assert column(cards(f"<h3><a href=/i/#>Rye #x</a></h3>{told}"), "author")[0] == "anna"

    told = "<p class=author><a href=/a/#>Ode Larsen</a> <i title=Member>*</i></p>"
    assert column(cards(f"<h3><a href=/b/#>Rye #x</a></h3>{told}"), "author")[0] == "Ode Larsen"


def test_forums_above_the_threads_of_one_are_no_threads() -> None:
    def row(at: int, kind: str) -> str:
        last = f"<dd class=lastpost>Last post by <a href=/u/{at}>ben</a> <time datetime=2025-06-{at:02}>{at} Jun</time>"
        by = f"<div>by <a class=username href=/u/{at}>anna</a></div>" if kind == "topic" else "<br>All of these."
        counts = f"<dd>{at}1 <dfn>Replies</dfn><dd>{at}2 <dfn>Views</dfn>" if kind == "topic" else ""
        name = f"<dt><div class=inner><a class={kind}title href=/{kind}/{at}>Rye {at}x</a>{by}</div></dt>"
        return f"<li class='row{' bg1 announce' if at == 1 and counts else ''}'><dl>{name}{counts}{last}</dl></li>"

    def block(kind: str, start: int, end: int) -> str:
        rows_of = "".join(row(at, kind) for at in range(start, end))
        head = f"<ul class=topiclist><li class=header>{kind}s</ul>"
        return f"<div class=bg><div class=inner>{head}<ul class='topiclist {kind}s'>{rows_of}</ul></div></div>"

    html = f"<main><h2>Garden</h2>{block('forum', 1, 4)}{block('topic', 1, 2)}{block('topic', 2, 22)}</main>"
    last = {"views": "number", "last_post_author": "string", "last_post_date": "string"}
    found = rows(html, "all topics", title="string", author="string", replies="number", url="string", **last)
    assert len(found) == 21


def test_what_a_build_tool_appends_to_a_class_says_nothing_and_a_day_is_no_reply() -> None:
    reply = "<p>Reply from Rye</p><time datetime=2025-06-1# class=styles_replyDate__Iem0_>1# Jun</time>"
    html = cards(f"<h3><a href=/r/#>Rye #x</a></h3><b class=styles_consumerName__ch_FY>anna</b><div>{reply}</div>")

    found = rows(html, "all reviews", title="string", consumer_name="string", reply="string")[0]
    assert found["consumer_name"] == "anna"
    assert found["reply"] != "2025-06-11"


def test_who_wrote_last_may_have_a_role_behind_the_name_and_is_not_by() -> None:
    def row(at: int) -> str:
        name = "ben (admin)" if at == 1 else f"ann{at}"
        day = f"<time datetime=2025-05-0{at}>{at} May 2025</time>"
        by = name if at == 1 else f"cleo{at}"
        last = (
            f"<dd class=lastpost><span><dfn>Dernier message </dfn>par <a class=username href=/u/{by}>{by}</a><br>{day}"
        )
        started = f"<div class=topic-poster>by <a class=username href=/u/{at}>{name}</a> » {day}</div>"
        name = f"<div class=inner><a class=topictitle href=/t/{at}>Rye {at}x</a>{started}</div>"
        return (
            f"<li class=row><dl><dt>{name}</dt><dd class=posts>{at} <dfn>Replies</dfn></dd>{last}</span></dd></dl></li>"
        )

    html = f"<ul>{''.join(map(row, range(1, 6)))}</ul>"
    assert column(html, "last_poster", author="string", replies="number")[:2] == ["ben (admin)", "cleo2"]


def test_short_posts_tell_by_their_roles_who_wrote_them_under_which_name() -> None:
    def post(at: int) -> str:
        name, user = ("Ann Oak", "ann") if at % 2 else ("Ben Ash", "ben")
        day = f"<a class=status__time href=/@{user}/{at}><time datetime=2026-01-0{at}>Jan {at}</time></a>"
        who = f"<bdi><b class='display-name__html p-name'>{name}</b></bdi> <i class=account>@{user}@a.example</i>"
        author = f"<div class='p-author h-card'><a class=status__name href=/@{user}><span>{who}</span></a></div>"
        said = f"<p>Trees {at} grow <a class='mention hashtag' href=/oak rel=tag>#<span>oak</span></a> by the river</p>"
        text = f"<div class=status__content><div class=e-content>{said}</div></div>"
        return f"<div class='entry h-entry'>{day}{author}{text}</div>"

    html = "".join(map(post, range(1, 7)))
    fields = {"author": "string", "username": "string", "text": "string", "date": "string"}
    assert [list(row.values()) for row in rows(html, "all posts", **fields)[:2]] == [
        ["Ann Oak", "@ann@a.example", "Trees 1 grow #oak by the river", "2026-01-01"],
        ["Ben Ash", "@ben@a.example", "Trees 2 grow #oak by the river", "2026-01-02"],
    ]


def test_hearts_and_arrows_mark_how_many_like_and_repeat_a_post() -> None:
    def count(sign: str, number: int) -> str:
        return f"<span class=stat><div class=box><span class=icon-{sign}></span> {number}</div></span>"

    def post(at: int) -> str:
        who = f"<a class=fullname href=/u{at}>Ann {at}x</a><a class=username href=/u{at}>@ann{at}</a>"
        counts = "".join(map(count, ("comment", "retweet", "heart"), (at, 10 + at, 100 + at)))
        text = f"<div class=tweet-content>Trees {at} grow by the river.</div>"
        return f"<div class=item><div class=who>{who}</div>{text}{counts}</div>"

    html = "".join(map(post, range(1, 7)))
    counts = {"replies": "number", "retweets": "number", "likes": "number"}
    found = rows(html, "all tweets", author="string", username="string", **counts)[1]
    assert list(found.values()) == ["Ann 2x", "@ann2", 2, 12, 102]


def test_the_newest_post_above_a_list_that_is_asked_for_by_its_heading_is_none_of_that() -> None:
    post = (
        "<article class=entry><h3 class=entry-title><a class=entry-link href=/p/{0}>Post {0}x</a></h3>"
        "<p class=entry-meta><span class=by>by ann{0}</span> <span class=day>{0} May 2026</span></p></article>"
    )
    older = "".join(map(post.format, range(2, 7)))
    section = f"<section><h2>Recent posts in brewing</h2>{older}</section>"
    html = f"<main><div class=lead>{post.format(1)}</div>{section}</main>"

    found = rows(html, "all recent posts in brewing", title="string", author="string", date="string")
    assert [row["title"] for row in found] == [f"Post {at}x" for at in range(2, 7)]


def test_what_fills_a_record_is_the_thing_that_it_is_and_no_part_of_it() -> None:
    of = "itemscope itemtype=https://schema.org/Comment"
    said = "<span itemprop=author>ann#</span> <span itemprop=dateCreated>0#-25-2026</span><p itemprop=text>Well, #.</p>"

    found = rows(cards(f"<section {of}>{said}</section>"), "all posts", author="string", posted_at="string")
    assert found[0] == {"author": "ann1", "posted_at": "01-25-2026"}


def test_the_formatted_name_in_what_a_class_calls_the_author_is_theirs() -> None:
    day = "<time datetime=2026-05-0#>May #, 2026 9:41</time>"
    by = f"<div class='comment-author vcard'><cite class=fn><a href=//ann#.example>Ann #</a></cite> {day} &bull;</div>"
    html = cards(f"<article>{by}<div class=comment-content><p>Soap # is it.</p></div></article>")

    assert rows(html, "all comments", author="string", comment="string")[0]["author"] == "Ann 1"


@pytest.mark.parametrize("more", ["", " &nbsp; Hits on it: 12"])
def test_when_something_was_published_is_told_amid_a_large_element(more: str) -> None:
    menu = "".join(f"<li><a href=/u/#/{at}>Menu {at}</a></li>" for at in range(30))
    html = cards(
        f"<h3><a href=/p/#>Rye #x</a></h3><div><ul>{menu}</ul> Published 0#.11.2026  14:54 {more}<i></i></div>"
    )

    assert column(html, "published", "all posts", title="string")[0] == "01.11.2026 14:54"


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("{0}<br>1# photos...<br>Rain and more rain.", "number_of_photos"),
        ("by {0} <a href=/p/#/c>No comments </a> / 1# View / <a href=/day>Dec #, 2026</a>", "views"),
    ],
)
def test_what_is_counted_is_told_on_a_line_or_amid_links(line: str, field: str) -> None:
    html = cards(f"<h3><a href=/p/#>Rye #x</a></h3><p>{line.format('<a href=/u/ann>Ann</a>')}</p>")

    found = rows(html, "all posts", title="string", **{field: "number"})
    assert [row[field] for row in found] == [11, 12, 13]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("2# Feb 2025, 16:16", "21 Feb 2025, 16:16"),
        ("4 Mar 2024", "4 Mar 2024"),
        ("3 Mar 2025, 23:1#", "2025-03-04T04:22:01Z"),
        ("03/04/2025", "2025-03-04T04:22:01Z"),
        ("# days ago", "2025-03-04T04:22:01Z"),
    ],
)
def test_the_day_that_is_seen_counts_where_another_one_is_stated_for_machines(shown: str, told: str) -> None:
    html = cards(f"<h3><a href=/p/#>Rye #x</a></h3><time datetime=2025-03-04T04:22:01Z>{shown}</time>")

    assert column(html, "date", "all posts", title="string")[0] == told


def test_what_stands_below_a_name_in_the_link_to_a_user_is_no_part_of_it() -> None:
    user = "<a href=/users/#><span>Ann Oak</span><div>AT, 3# reviews</div></a>"
    html = cards(f"{user}<h3><a href=/reviews/#>Rye #x</a></h3><p>It was good, and then it was better.</p>")

    assert column(html, "author", "all reviews", title="string")[0] == "Ann Oak"


def test_an_advertisement_in_a_place_of_its_own_beside_a_list_is_no_post_of_it() -> None:
    ad = thread(9, "promoted").replace("<h3>", "<i>promoted</i> <h3>")
    html = f"<h1>Threads</h1><div class=spotlight>{ad}</div><div class=list>{''.join(map(thread, range(1, 6)))}</div>"

    assert [name[-1] for name in column(html, "title", "all threads", replies="number")] == [*"12345"]
    assert len(column(html, "title", "all threads including ads", replies="number")) == 6
    amid = html.replace("</div><div class=list>", "<div class=ad></div>", 1)
    assert len(column(amid, "title", "all threads", replies="number")) == 6


def test_a_name_that_leads_to_another_host_than_the_others_is_the_link_of_its_post() -> None:
    own = "<p class=title><a class='title {1}' href={0}>Post {2}</a></p><p>by <a href=/u/a{2}>ann{2}</a></p>"
    parts = [own.format(f"/t/{at}", "", at) for at in range(1, 5)]
    parts.append(own.format("https://news.example/5", "out", 5))
    html = "".join(f"<div class=post>{part}<a href=/t/{at}>{at} comments</a></div>" for at, part in enumerate(parts, 1))

    assert column(html, "link", "all posts", comment_count="number")[-2:] == [
        "https://h.example/t/4",
        "https://news.example/5",
    ]


def test_what_one_presses_beside_a_comment_says_nothing_and_its_number_is_how_many_like_it() -> None:
    def comment(at: int) -> str:
        face = f"<div><img src=/u/{at}.png alt=ann{at} data-testid=comment-avatar></div>"
        who = f"<div><a href=/user/id/{at}>ann{at}</a></div><time datetime=2026-03-0{at}>{at} March</time>"
        likes = (
            f"<div data-testid=recommendation-count><b>{at}4</b></div><button aria-label='Recommend comment'></button>"
        )
        acts = "<div><button>Reply</button><div><a href=/share>Share</a></div></div>"
        said = f"<p>The river was {at} feet over its banks at noon.</p>"
        return f"<li class=c{at}>{face}<div><header>{who}<div>{likes}</div></header>{said}{acts}</div></li>"

    html = f"<h2>Comments</h2><ul>{''.join(map(comment, range(1, 7)))}</ul>"
    fields = {"author": "string", "comment": "string", "likes": "number", "avatar": "string"}

    assert [list(row.values()) for row in rows(html, "all comments", **fields)] == [
        [f"ann{at}", f"The river was {at} feet over its banks at noon.", at * 10 + 4, f"https://h.example/u/{at}.png"]
        for at in range(1, 7)
    ]
