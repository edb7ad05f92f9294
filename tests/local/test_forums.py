"""Forums: the boards of one, its threads and the posts in these, in the tables and lists that forum software writes."""

from __future__ import annotations

import pytest

from airflow_provider.local.reading.extract import wants_many
from airflow_provider.local.schemas import Kind, Schema
from tests.local.test_lists import HOST
from tests.local.test_reading import cards, rows

LAST = {"last_post_date": "string", "last_post_by": "string"}
COUNTS = {"threads": "number", "posts": "number"}


def board(at: int, last: str, counts: str = "") -> str:
    name = f"<a href=/forumdisplay.php?f={at}>Board {at}x</a>"
    return f"<tr><td><img src=/old.gif></td><td>{name}<br>All about it.</td><td>{last}</td>{counts}</tr>"


@pytest.mark.parametrize(
    ("label", "last", "told"),
    [
        (
            "Derniers messages",
            "Jeu Fév 07, 2008 9:5{0} pm<br><a href=/profile.php?mode=viewprofile&u={0}>anna{0}</a>",
            1,
        ),
        ("Последнее сообщение", "Вчера 19:5{0}<br>от <a href=/members/anna{0}-4/>anna{0}</a>", 0),
        ("Latest Post", "2{0} minutes ago by <a href=/user/55{0}>anna{0}</a> in <a href=/t/{0}>Oak, ash, elm</a>", 2),
    ],
)
def test_who_wrote_last_and_when_is_told_in_one_cell(label: str, last: str, told: int) -> None:
    days = ["Вчера 19:5{}", "Jeu Fév 07, 2008 9:5{} pm", "2{} minutes ago"]
    head = f"<thead><tr><td></td><td>Forum</td><td>{label}</td></tr></thead>"
    html = f"<table>{head}{''.join(board(at, last.format(at)) for at in (1, 2, 3, 4))}</table>"

    found = rows(html, "all forums", name="string", **LAST)  # type: ignore[arg-type] # kinds
    assert [list(row.values()) for row in found] == [
        [f"Board {at}x", days[told].format(at), f"anna{at}"] for at in (1, 2, 3, 4)
    ]


def test_a_table_with_a_header_is_one_though_there_are_tables_in_its_cells() -> None:
    last = "<table><tr><td><a href=/t/{0}>Oak {0}x</a></td></tr><tr><td>by anna{0}</td></tr></table>"
    head = "<thead><tr><td class=thead></td><td class=thead>Forum<td class=thead>Last Post<td class=thead>Threads</tr>"
    html = "".join(board(at, last.format(at), f"<td>{at}2</td>") for at in range(1, 5))
    section = "<tbody><tr><td colspan=4><a href=/#s>Trees</a></td></tr></tbody>"

    found = rows(f"<table>{head}</thead>{section}<tbody>{html}</table>", "all", name="string", threads="number")
    assert [list(row.values()) for row in found] == [[f"Board {at}x", int(f"{at}2")] for at in range(1, 5)]


@pytest.mark.parametrize(
    ("lang", "count"), [("ru", "1{},907"), ("en", "1{}.907"), ("es", "1{}.907"), ("de", "1{},907")]
)
def test_what_is_counted_has_no_half(lang: str, count: str) -> None:
    item = "<li class=b><h3><a href=/f/{0}>Board {0}x</a></h3><dl><dt>Posts:<dd>{1}</dl>"
    html = "".join(item.format(at, count.format(at)) for at in range(1, 5))

    found = rows(f"<html lang={lang}><ul>{html}</ul>", "all forums", name="string", posts="number")
    assert [row["posts"] for row in found] == [1907 + 10_000 + at * 1000 - 1000 for at in range(1, 5)]


def test_what_is_measured_may_have_a_half() -> None:
    item = "<li class=b><h3><a href=/f/{0}>Trail {0}x</a></h3><dl><dt>Miles:<dd>1.{0}25</dl>"
    html = "".join(map(item.format, range(1, 5)))

    found = rows(f"<html lang=en><ul>{html}</ul>", "all trails", name="string", miles="number")
    assert [row["miles"] for row in found] == [1.125, 1.225, 1.325, 1.425]


@pytest.mark.parametrize("label", ["Mensajes", "Messages", "Сообщений"])
def test_messages_are_how_many_posts_there_are(label: str) -> None:
    item = "<li class=b><h3><a href=/f/{0}>Board {0}x</a></h3><ul><li>{1}: 1{0}.907</li></ul>"
    html = "".join(item.format(at, label) for at in range(1, 5))

    found = rows(f"<ul>{html}</ul>", "all forums", name="string", messages="number")
    assert [row["messages"] for row in found] == [11907, 12907, 13907, 14907]


@pytest.mark.parametrize(("behind", "kept"), [("(1.{0}k)", ""), ("(64{0}b)", ""), (" (201{0})", " (2011)")])
def test_the_size_of_a_post_in_brackets_behind_its_link_is_no_part_of_its_name(behind: str, kept: str) -> None:
    row = "<tr><td>{0}</td><td><b><a href=/t/{0}>Elm {0}x</a>{1}</b></td><td>{0}/9{0}</td><td>anna{0}</td></tr>"
    body = "".join(row.format(at, behind.format(at)) for at in range(1, 5))
    html = f"<table><tr><th>No<th>Topic<th>Replies/Views<th>Author</tr>{body}</table>"

    found = rows(html, "all topics", title="string", author="string", replies="number")
    assert found[0]["title"] == f"Elm 1x{kept}"


def test_figures_where_others_have_a_name_are_none() -> None:
    card = "<li class=c><h3><a href=/t/{0}>Elm {0}x</a></h3><p>{0}/40</p><p>{1}</p></li>"
    by = "<a class=author href=/u/{0}>anna{0}</a>"
    html = f"<ul>{''.join(card.format(at, by.format(at) if at != 3 else '') for at in range(6))}</ul>"

    found = rows(html, "all topics", title="string", author="string")
    assert [row["author"] for row in found] == ["anna0", "anna1", "anna2", None, "anna4", "anna5"]


def test_how_many_threads_a_board_has_is_no_name_of_it() -> None:
    item = "<li class=b><h2><a href=/f/{0}>Board {0}x</a></h2><ul><li>Threads: 2{0}</li><li>Posts: 3{0}</li></ul></li>"
    html = "".join(map(item.format, range(1, 5)))

    found = rows(f"<ul>{html}</ul>", "all boards", board_name="string", threads="number", posts="number")
    assert [list(row.values()) for row in found] == [[f"Board {at}x", 20 + at, 30 + at] for at in range(1, 5)]


def test_thousands_of_threads_are_no_name_of_a_board() -> None:
    told = "<dl><dt>Threads</dt><dd>{0}.1K</dd></dl><dl><dt>Posts</dt><dd>3{0}</dd></dl>"
    item = f"<li class=b><h3><a href=/f/{{0}}>Board {{0}}x</a></h3>{told}</li>"
    html = "".join(map(item.format, range(1, 5)))

    found = rows(f"<ul>{html}</ul>", "all boards", name="string", threads="number", posts="number")
    assert [list(row.values()) for row in found] == [[f"Board {at}x", 1000 * at + 100, 30 + at] for at in range(1, 5)]


def test_forums_of_categories_with_different_numbers_of_them_are_one_list() -> None:
    row = "<li class=row><dl><dt><a class=forumtitle href=/viewforum.php?f={0}>Board {0}x</a><br>All about it.</dt>"
    row += "<dd class=topics>1{0} <dfn>Topics</dfn></dd><dd class=posts>3{0} <dfn>Posts</dfn></dd>"
    row += (
        "<dd class=lastpost><span>Last post <a href=/u/{0}>anna{0}</a><br>May {0}, 2014 9:12 am</span></dd></dl></li>"
    )
    head = "<li class=header><dl><dt><a href=/c{0}>Trees {0}x</a></dt><dd class=topics>Topics</dl></li>"
    box = (
        "<div class=forabg><div class=inner><ul class=topiclist>{}</ul><ul class='topiclist forums'>{}</ul></div></div>"
    )
    parts = ("1", "234", "5", "6", "789")
    html = "".join(box.format(head.format(part[0]), "".join(map(row.format, part))) for part in parts)

    found = rows(
        f"<h1>Board</h1>{html}", "all forums", name="string", description="string", topics="number", posts="number"
    )
    assert [row["name"] for row in found] == [f"Board {at}x" for at in range(1, 10)]


def test_each_post_may_be_a_table_of_a_few_rows() -> None:
    told = "<b>Post subject:</b> Oak {0}x <b>Posted:</b> May {0}, 2014 9:12 am"
    top = f"<tr class=row{{1}}><td><b class=postauthor>anna{{0}}</b></td><td>{told}</td></tr>"
    user = "<tr class=row{1}><td><span class=postdetails><b>Joined:</b> Jun {0}, 2012<br><b>Posts:</b> 4{0}</span></td>"
    said = "<td><table><tr><td><div class=postbody>Oaks grow {0} m high, and they grow old.</div></table></td></tr>"
    end = "<tr class=row{1}><td><a href=#top>Top</a></td><td></td></tr>"
    post = f"<table class=tablebg>{top}{user}{said}{end}</table>"
    html = "".join(post.format(at, 1 + at % 2) for at in range(1, 6))

    fields = {
        "author": "string",
        "subject": "string",
        "joined": "string",
        "author_posts": "number",
        "message": "string",
    }
    found = rows(html, "all posts", **fields)  # type: ignore[arg-type] # kinds
    assert [list(row.values()) for row in found] == [
        [f"anna{at}", f"Oak {at}x", f"Jun {at}, 2012", int(f"4{at}"), f"Oaks grow {at} m high, and they grow old."]
        for at in range(1, 6)
    ]


def test_a_note_in_brackets_behind_the_name_of_a_forum_is_no_part_of_it() -> None:
    name = "<a href=/forumdisplay.php?f={0}>[Bern] Oaks {0}x</a> <i>(2 viewing)</i><div>All about them.</div>"
    html = "".join(f"<tr><td>{name.format(at)}<td>{at}</tr>" for at in range(1, 5))

    found = rows(f"<table><tr><th>Forum<th>Threads</tr>{html}</table>", "all forums", name="string", threads="number")
    assert [row["name"] for row in found] == [f"[Bern] Oaks {at}x" for at in range(1, 5)]


def test_the_link_to_a_last_post_is_no_part_of_who_wrote_it() -> None:
    by = "<i>by <a href=/111-anna{0}.html>anna{0}</a></i> <a href=/t/{0}#p>Last Post</a>"
    last = f"<div>0{{0}}-26-2015 10:40 PM<br>{by}</div>"
    row = "<tr><td><a href=/t/{0}>Oak {0}x</a></td><td>{1}</td><td>{0}4</td></tr>"
    html = "".join(row.format(at, last.format(at)) for at in range(1, 5))
    head = "<tr><th>Thread<th>Last Post<th>Replies</tr>"

    found = rows(f"<table>{head}{html}</table>", "all threads", title="string", replies="number", **LAST)  # type: ignore[arg-type] # kinds
    assert list(found[0].values()) == ["Oak 1x", 14, "01-26-2015 10:40 PM", "anna1"]


def test_the_date_of_the_last_comment_is_when_somebody_wrote_last() -> None:
    said = "<span class=CommentCount>{0}7 yorum</span><span class=LastCommentDate>December {0}</span>"
    kind = "<a href=/c/trees class=Category>Trees</a>"
    item = f"<li class=Item><a class=Title href=/d/{{0}}>Oak {{0}}x</a> {said} {kind}</li>"
    html = "".join(map(item.format, range(1, 6)))

    prompt = "All discussions with title, category, number of comments and date of the last comment"
    found = rows(f"<ul>{html}</ul>", prompt, title="string", category="string", comments="number", date="string")[0]
    assert list(found.values()) == ["Oak 1x", "Trees", 17, "December 1"]


def test_the_rank_of_who_wrote_a_post_is_what_the_forum_calls_them() -> None:
    user = "<ul class=info><li><p class=member_title>Newbie {0}</p></li></ul>"
    post = "<div class=post><b><a href=/user/anna{0}>anna{0}</a></b>{1}<a href=/p/{0}>#{0}</a><div class=entry-content>"
    html = "".join(
        f"{post.format(at, user.format(at))}Oaks grow {at} m high, and they grow old.</div></div>" for at in range(1, 6)
    )

    found = rows(html, "all posts", author="string", rank="string", text="string")[0]
    assert found["rank"] == "Newbie 1"


@pytest.mark.parametrize(
    ("profile", "rank"),
    [
        ("<dl class=postprofile><dt>{0}</dt><dd>Old oak 1{1}</dd><dd><b>Posts:</b> {1}</dd></dl>", "Old oak 11"),
        ("<div class=user-info>{0}<br>Old oak<br>Joined: 0{1}-26-2015<br>Posts: {1}</div>", "Old oak"),
        ("<div class=user-info>{0}<br>Old oak<br>Town {1}<br>Posts: {1}</div>", None),
        ("<div><b>{0}</b><p>Old oak</p><p><i>Join Date: May 201{1}</i><i>Posts: {1}</i></div>", "Old oak"),
    ],
)
def test_the_rank_of_an_author_is_the_only_line_of_their_profile_without_a_label(
    profile: str, rank: str | None
) -> None:
    text = "<div class=content>Oaks grow {0} m high, and they grow old.</div>"
    user = "<a class=username href=/user/{0}>anna{0}</a>"
    html = "".join(
        f"<div class=post>{profile.format(user.format(at), at)}{text.format(at)}</div>" for at in range(1, 6)
    )

    found = rows(html, "all posts", author="string", rank="string", author_posts="number")[1]
    assert list(found.values()) == ["anna2", rank and rank.replace("11", "12"), 2]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("last_comment_by", "anna1"),
        ("last_post_age", "11 minutes ago"),
        ("latest_post_date", "11 minutes ago"),
        ("last_message_title", "Elms 1x"),
    ],
)
def test_what_was_said_last_has_an_author_an_age_and_a_title(field: str, told: str) -> None:
    last = "<p class=title><a href=/t/{0}>Elms {0}x</a></p>by <a href=/user/{0}>anna{0}</a> <b>1{0} minutes ago</b>"
    item = f"<li class=b><h3><a href=/f/{{0}}>Board {{0}}x</a></h3><div class=lastpost>{last}</div></li>"
    html = "".join(map(item.format, range(1, 5)))

    assert rows(f"<ul>{html}</ul>", "all boards", name="string", **{field: "string"})[0][field] == told


def test_the_link_of_a_post_is_where_readers_get_to_and_not_what_a_script_loads() -> None:
    link = "<a href=t/9/#post-{0} data-href=posts/{0}/permalink title=Permalink>#{0}</a>"
    user = "<h3><a href=members/anna{0}/>anna{0}</a></h3><p class=text>Oaks grow {0} m high, and grow old.</p>"
    html = "".join(f"<li class=post id=post-{at}>{user.format(at)}{link.format(at)}</li>" for at in range(1, 6))

    found = rows(f"<base href=/c/><ol>{html}</ol>", "all posts", author="string", permalink="string")
    assert found[1] == {"author": "anna2", "permalink": "https://h.example/c/t/9/#post-2"}


def test_who_wrote_last_may_be_a_guest_without_a_profile() -> None:
    last = "0{0}-26-2015 10:40 PM<br>{1} <a href=/t/{0}#last><img src=/last.gif></a>"
    users = ["<a href=/user/1>anna</a>", "Bo Ray", "<a href=/user/2>carl</a>", "<a href=/user/1>anna</a>"]
    row = "<tr><td><a href=/t/{0}>Oak {0}x</a></td><td>{0}4</td><td>{1}</td></tr>"
    html = "".join(row.format(at, last.format(at, user)) for at, user in enumerate(users, 1))

    html = f"<table><tr><th>Thread<th>Replies<th>Last Post</tr>{html}</table>"
    found = rows(html, "all threads", title="string", replies="number", last_poster="string")
    assert [row["last_poster"] for row in found] == ["anna", "Bo Ray", "carl", "anna"]


@pytest.mark.parametrize("nothing", ["No posts", "Keine Beiträge", "Нет сообщений", "Geen berichten"])
def test_nobody_wrote_last_where_there_is_no_post(nothing: str) -> None:
    said = "<p>Posts: {0}</p><dl class=lastpost><span>{1}</span></dl>"
    item = f"<li class=b><h3><a href=/f/{{0}}>Board {{0}}x</a></h3>{said}</li>"
    last = "by <a href=/user/{0}>anna{0}</a><br>0{0}-26-2015 10:40 PM"
    html = "".join(item.format(at, nothing if at == 3 else last.format(at)) for at in range(1, 8))

    found = rows(f"<ul>{html}</ul>", "all boards", name="string", posts="number", **LAST)  # type: ignore[arg-type] # kinds
    assert [list(row.values())[1:] for row in found[1:3]] == [[2, "02-26-2015 10:40 PM", "anna2"], [3, None, None]]


def test_a_board_that_only_leads_elsewhere_is_one_by_the_class_of_its_title() -> None:
    counts = "<p class=about>All about it.</p><ul class=stats><li>Threads: {0}<li>Posts: {0}7</ul>"
    last = "<div class=lastpost><a class=threadtitle href=/t/{0}>Elms {0}x</a> <i class=time>0{0}-26-2015</i></div>"
    icon = "<img class=icon src=/{0}.gif>"
    board = "<li class=board><div class=row><h2 class=forumtitle><a href=/f/{0}>Board {0}x</a></h2>{1}</div></li>"
    html = "".join(board.format(at, (icon + counts + last).format(at) if at != 3 else "") for at in range(1, 8))

    kinds = {"name": "string", "url": "string", "last_post_date": "string", **COUNTS}
    found = rows(f"<ul>{html}</ul>", "all forums", **kinds)  # type: ignore[arg-type] # kinds
    assert [row["posts"] for row in found] == [17, 27, None, 47, 57, 67, 77]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("<h2>Boards</h2> <b>Topics</b> <b>Messages</b> <b>Last post</b>", [1, 17]),
        ("<a href=?name>Boards</a> <a href=?topics>Topics</a> <a href=?posts>Messages</a>", [None, None]),
        ("<h2>Boards</h2> <b>Messages</b> <b>Last post</b>", [None, None]),
        ("<b>Boards</b> <i>5</i> <b>Topics</b> <i>15</i> <b>Messages</b> <i>99</i>", [None, None]),
    ],
)
def test_labels_above_a_list_say_what_the_figures_in_each_of_its_records_count(head: str, told: list[int]) -> None:
    board = "<li class=b><h3><a href=/f/{0}>Board {0}x</a></h3><p>All about it.</p><i>{0}</i><i>{0}7</i></li>"
    html = f"<div>{head}</div><ol>{''.join(map(board.format, range(1, 6)))}</ol>"

    found = rows(html, "all forums", name="string", topics="number", messages="number")[0]
    assert list(found.values()) == ["Board 1x", *told]


def test_a_section_of_a_forum_may_be_called_as_boilerplate_is() -> None:
    forum = "<li class=b><h3><a href=/f/{0}>Board {0}x</a></h3><ul><li>Threads: {0}<li>Posts: {0}7</ul></li>"
    head = "<div><h2><a href=/s/{0}>{0}</a> <b>Threads / Posts</b> <b>Last Post</b></h2></div>"
    html = "".join(
        f"<li class=s>{head.format(name)}<ol>{forum.format(2 * at)}{forum.format(2 * at + 1)}</ol></li>"
        for at, name in enumerate(["Trees", "Reviews", "Comments", "Tools"])
    )

    found = rows(f"<ol>{html}</ol>", "all forums", name="string", **COUNTS)  # type: ignore[arg-type] # kinds
    assert [row["posts"] for row in found] == [7, 17, 27, 37, 47, 57, 67, 77]


@pytest.mark.parametrize(
    "labels",
    [
        "No.|Topic|Replies/Views|Author|Last post",
        "序号|主题|跟贴/点击|作者|最后回复",
        "序號|標題|回覆/查看|作者|最後發表",
    ],
)
def test_two_counts_in_one_cell_are_told_apart_by_the_label_above_them(labels: str) -> None:
    head = "".join(f"<td>{label}</td>" for label in labels.split("|"))
    user = "<td><a href=/user/{0}{1}>{0}{1}</a><br>2026-05-0{1}</td>"
    cells = "<td>{0}</td><td><a href=/t/{0}>Oak {0}x</a> (57{0}b)</td><td>{0}/97{0}</td>"
    row = f"<tr>{cells}{user.format('ann', '{0}')}{user.format('bob', '{0}')}</tr>"
    pinned = "<tr><td>Pinned</td><td><a href=/t/0>Oak 0x</a></td><td>--</td><td>ann0</td><td>--</td></tr>"
    html = f"<table><tr>{head}</tr>{pinned}{''.join(map(row.format, range(1, 6)))}</table>"

    found = rows(
        html, "all threads", url="string", author="string", replies="number", views="number", last_poster="string"
    )
    assert list(found[1].values()) == ["https://h.example/t/1", "ann1", 1, 971, "bob1"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("<b>Ann {0}x</b> a répondu il y a {0} jours", "dernier_intervenant"),
        ("<b>Ann {0}x</b> hat geantwortet vor {0} Tagen", "last_poster"),
        ("<b>Ann {0}x</b> respondió hace {0} días", "last_poster"),
        ("<span class=x-terminalPost><b class=username>Ann {0}x</b> vor {0} Tagen</span>", "last_poster"),
    ],
)
def test_who_replied_wrote_last_in_any_language(line: str, field: str) -> None:
    html = "".join(
        f"<li><h3><a href=/t/{at}>Oak {at}x</a></h3><p>{line.format(at)}</p><i>{at} réponses</i></li>"
        for at in range(1, 6)
    )

    found = rows(f"<ul>{html}</ul>", "all threads", **{"title": "string", field: "string", "nb_reponses": "number"})  # type: ignore[arg-type] # kinds
    assert list(found[0].values()) == ["Oak 1x", "Ann 1x", 1]


def test_an_icon_for_another_screen_stands_beside_a_figure_and_its_label() -> None:
    told = "<div class=stats-{1}count><b title={0}>{0}</b><span>{2}</span><i class='d-xl-none fa'></i></div>"
    html = "".join(
        f"<li><h3><a href=/t/{at}>Oak {at}x</a></h3>"
        + "".join(
            told.format(*one)
            for one in ((1 - at, "vote", "Votes"), (at + 4, "post", "Posts"), (at + 40, "view", "Views"))
        )
        + "</li>"
        for at in range(1, 5)
    )
    found = rows(f"<ul>{html}</ul>", "all topics", topic="string", votes="number", posts="number", views="number")

    assert [*found[2].values()] == ["Oak 3x", -2, 7, 43]


@pytest.mark.parametrize("role", ["Frequent Poster", "Häufiger Autor"])
def test_pictures_in_a_column_for_posters_tell_which_of_them_is_which(role: str) -> None:
    picture = "<a href=/u/{0}><img alt='' src=/{0}.png title='{0} - {1}'></a>"
    pictures = picture.format("ann#", "Original Poster") + picture.format("bob#", f"{role}, Most Recent Poster")
    line = f"<tr><td><a class=title href=/t/#>Rain #x</a><td>{pictures}<td>1#"
    lines = "".join(line.replace("#", str(at)) for at in (1, 2, 3))
    html = f"<table><thead><tr><th>Topic<th>Posters<th>Replies</thead><tbody>{lines}</tbody></table>"

    found = rows(html, "all topics", title="string", author="string", last_poster="string", replies="number")
    assert [*found[1].values()] == ["Rain 2x", "ann2", "bob2", 12]


def test_who_is_said_to_have_begun_has_a_picture_and_a_page() -> None:
    who = "<a href=/u/{0}><img width=25 src=/{0}.png title='{0} - {1}'></a>"
    began, last = who.format("ann#", "Original Poster"), who.format("bob#", "Most Recent Poster")
    line = f"<tr><td><a href=/t/#>Rain #x</a> <a class=tag href=/tag/oak>oak</a><td>{began}{last}<td>1#"
    lines = "".join(line.replace("#", str(at)) for at in (1, 2, 3))
    html = f"<table><thead><tr><th>Topic<th>Posters<th>Replies</thead><tbody>{lines}</tbody></table>"

    prompt = "each topic's title, and the avatar and profile link of its original poster"
    found = rows(html, prompt, title="string", image="string", author_url="string", replies="number")
    assert [*found[1].values()] == ["Rain 2x", f"{HOST}/ann2.png", f"{HOST}/u/ann2", 12]


def test_who_wrote_last_may_have_begun_it() -> None:
    who = "<a href=/u/ann# class='latest single'><img alt='' title='ann# - Original Poster, Most Recent Poster'></a>"
    html = cards(f"<h3><a href=/t/#>Rain #x</a></h3>{who}<p>#2 replies</p>")

    found = rows(html, "all topics", title="string", author="string", replies="number")
    assert [*found[1].values()] == ["Rain 2x", "ann2", 22]


def test_an_avatar_is_that_of_who_began_and_of_nobody_else() -> None:
    link = "<a href=/members/{0}.#/ class=avatar>{1}</a>"
    mine, last = link.format("ann", "<img src=/a/#.jpg width=48 alt=ann>"), link.format("bob", "<img src=/b/#.jpg>")
    thread = "<div class=thread>{}<h3><a href=/t/#>Rain #x</a></h3><p>{}</p><p>1# replies</p>{}{}</div>"
    user = "<a class=username href=/members/{0}.#/>{0}</a>"
    one = thread.format(
        "{}", user.format("ann"), f"<p class=latest>{user.format('bob')} <time>3 May 202#</time></p>", last
    )
    html = "".join(one.format(mine if at != 2 else "A").replace("#", str(at)) for at in (1, 2, 3, 4))

    found = rows(html, "all threads", title="string", author="string", avatar_url="string")
    assert [row["avatar_url"] for row in found] == [
        "https://h.example/a/1.jpg",
        None,
        *(f"https://h.example/a/{at}.jpg" for at in (3, 4)),
    ]


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        ("Comments: who wrote it, and its text", True),
        ("comment text, who wrote it", None),
        ("comment number, author", True),
    ],
)
def test_comments_before_a_colon_and_their_numbers_tell_that_there_are_many(prompt: str, many: object) -> None:
    assert wants_many(prompt, Schema({"author": "string", "comment": "string"}, many=True)) is many


@pytest.mark.parametrize(("prompt", "many"), [("Get the discussions incl. state", True), ("Get the discussion", None)])
def test_discussions_are_many_where_each_is_called_by_a_field(prompt: str, many: object) -> None:
    assert wants_many(prompt, Schema({"discussion": "string", "pinned": "boolean"}, many=True)) is many


@pytest.mark.parametrize("link", ["<a href=/members/{0}.#/>{0}</a>", "by <a href=/17#-{0}.html>{0}</a>"])
def test_who_wrote_last_is_told_with_their_profile(link: str) -> None:
    last = f"<p class=last-post><a href=/t/#/latest>3 May 202#</a> <i>{link.format('bob')}</i></p>"
    thread = f"<li><h3><a href=/t/#>Rain #x</a></h3><p>{link.format('ann')}</p>{last}</li>"
    html = "".join(thread.replace("#", str(at)) for at in (1, 2, 3))

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", last_poster="string", last_post_author_url="string")
    leads = "/members/bob.1/" if "members" in link else "/171-bob.html"
    assert [*found[0].values()] == ["Rain 1x", "bob", f"https://h.example{leads}"]


@pytest.mark.parametrize(
    ("field", "own", "said"),
    [
        ("discussion_url", "url", "https://h.example/c/1"),
        ("discussion_url", "author", "https://news.example/1"),
        ("external_url", "discussion_url", "https://news.example/1"),
        ("reserve_url", "url", "https://h.example/hold/1"),
    ],
)
def test_a_discussion_of_what_stands_elsewhere_has_a_link_of_its_own(field: str, own: str, said: str) -> None:
    html = "".join(
        f"<li><h3><a href=https://news.example/{at}>Rain {at}x</a></h3><a href=/c/{at}>1{at} comments</a> "
        f"<a href=/hold/{at}>Place hold</a></li>"
        for at in (1, 2, 3)
    )

    found = rows(f"<ul>{html}</ul>", "all posts", **{"title": "string", field: "string", own: "string"})  # type: ignore[arg-type] # kinds
    assert found[0][field] == said


@pytest.mark.parametrize("field", ["permalink", "thread_url"])
def test_a_thread_about_what_stands_elsewhere_is_where_its_comments_are(field: str) -> None:
    leads = ["https://news.example/1", "https://news.example/2", "/gallery/3"]
    html = "".join(
        f"<li><h3><a href={lead}>Rain {at}x</a></h3><a href=/c/{at}>1{at} comments</a>"
        for at, lead in enumerate(leads, 1)
    )
    html += "<li><h3><a href=https://shop.example/ad>Umbrellas</a></h3>Promoted"

    found = rows(f"<ul>{html}</ul>", "all posts", **{"title": "string", field: "string"})
    assert [row[field] for row in found] == [*(f"https://h.example/c/{at}" for at in (1, 2, 3)), None]


@pytest.mark.parametrize(
    ("field", "kind", "value"), [("text", "string", "Oak #x, said short."), ("userPosts", "number", 4)]
)
def test_who_thanked_for_a_post_is_not_what_was_written(field: str, kind: Kind, value: object) -> None:
    thanks = (
        "<div class='postbody thanks-list'>These members thanked the author for the post, and all that is in it</div>"
    )
    who = "<p class=author>by <b>ann#</b></p><dl><dt>Messages:<dd>4</dl>"
    post = f"<div class=post>{who}<div class=content>{{}}</div>{{}}</div>"
    html = "".join(post.format("Oak #x, said short.", thanks).replace("#", str(at)) for at in (1, 2, 3, 4))

    found = rows(f"<main>{html}</main>", "all posts", author="string", **{field: kind})
    wanted = [str(value).replace("#", str(at)) for at in (1, 2, 3, 4)]
    assert [str(row[field]) for row in found] == wanted


def test_what_an_icon_is_called_behind_a_title_is_no_part_of_it() -> None:
    icon = "<span class=icon title=Poll><span class=u-offscreen>Poll</span></span>"
    info = "<div class=topic-info>Started by <a href=/members/ann#/>ann#</a>, <span class=date>3 May 202#</span></div>"
    topic = f"<div class=topic-wrapper><a href=/t/# class=topic-title>Rain #x?</a> {icon}{info}</div>"
    thread = f"<tr class=topic-item><td class=cell-topic>{topic}</td><td class=cell-count>1# views</td></tr>"
    html = "".join(thread.replace("#", str(at)) for at in (1, 2, 3, 4))

    found = rows(f"<table>{html}</table>", "all threads", thread_title="string", starter="string", views="number")
    assert [*found[0].values()] == ["Rain 1x?", "ann1", 11]


def test_where_who_wrote_last_leads_is_no_link_to_who_began() -> None:
    def thread(at: int, starter: str) -> str:
        last = f"<p class=lastpost>by <a href=/members/bob.{at}/>bob{at}</a> 3 May 202{at}</p>"
        return f"<li><h3><a href=/t/{at}>Rain {at}x</a></h3><p>Started by {starter}</p>{last}</li>"

    html = "".join(thread(at, "<b>Guest</b>" if at == 2 else f"<a href=/members/ann.{at}/>ann</a>") for at in (1, 2, 3))
    found = rows(f"<ul>{html}</ul>", "all threads", title="string", author_url="string", last_poster="string")
    assert [row["author_url"] and row["author_url"][-6:] for row in found] == ["ann.1/", None, "ann.3/"]


def test_the_last_of_several_links_is_no_lock() -> None:
    pages = "<a href=/t/{0}/2>2</a> <a href=/t/{0}/3 class='nav last'>3</a>"
    html = "".join(
        f"<li class='topic{' locked' if at == 2 else ''}'><h3><a href=/t/{at}>Rain {at}x</a></h3>"
        f"<p>{pages.format(at) if at > 2 else 'ann'}</p></li>"
        for at in (1, 2, 3, 4)
    )

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", url="string", is_closed="boolean")
    assert [row["is_closed"] for row in found] == [False, True, False, False]


def test_the_theme_that_names_a_thread_is_none_of_its_tags() -> None:
    tags = "<p><span>Tags:</span> <a href=/s/#>rain</a>, <a href=/s/9#>oak</a></p>"
    html = cards(f"<div class=box><a class=topic-title href=/t/#>Rain #x</a><p>1# Antworten</p>{tags}</div>")

    assert rows(html, "alle Themen", thema="string", antworten="number")[0] == {"thema": "Rain 1x", "antworten": 11}


def test_a_class_says_what_was_done_with_a_thread() -> None:
    html = "".join(
        f"<li class='topic{' moved' if at == 2 else ''}'><h3><a href=/t/{at}>Rain {at}x</a></h3><p>ann</p></li>"
        for at in (1, 2, 3, 4)
    )

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", was_moved="boolean")
    assert [row["was_moved"] for row in found] == [False, True, False, False]


@pytest.mark.parametrize("field", ["forum_name", "boardName"])
def test_how_many_topics_a_board_has_is_not_its_name(field: str) -> None:
    name = "<dt><a href=/viewforum.php?f={0} class=forumtitle>Board {0}x</a><br>All about board {0}.</dt>"
    counts = "<dd class=topics>{0}1 <dfn>Topics</dfn></dd><dd class=posts>{0}71 <dfn>Posts</dfn></dd>"
    html = "".join(f"<li class=row><dl>{name}{counts}</dl></li>".format(at) for at in range(1, 6))

    found = rows(f"<ul class=topiclist>{html}</ul>", "all boards", **{field: "string", "n_posts": "number"})
    assert [list(row.values()) for row in found] == [[f"Board {at}x", int(f"{at}71")] for at in range(1, 6)]


def test_what_a_column_calls_a_section_is_a_board_where_headings_divide_these() -> None:
    last = "1{0} hours ago by <a href=/user/{0}>anna{0}</a> in <a href=/t/{0}>Elms - felled and {0}x</a>"
    row = f"<tr><td><a href=/forums/{{0}}>Oaks {{0}}x</a></td><td>{{0}}2</td><td>{last}</td></tr>"
    head = "<thead><tr><th>Section</th><th>Discussions</th><th>Latest Post</th></tr></thead>"
    table = "<div><h2>{1}</h2><table>{2}<tbody>{0}</tbody></table></div>"
    parts = [("Trees", range(1, 5)), ("Rivers", range(5, 9))]
    html = "".join(table.format("".join(map(row.format, ats)), name, head) for name, ats in parts)

    asked: dict[str, Kind] = dict.fromkeys(["section_heading", "title", "url", "latest_poster"], "string")
    found = rows(html, "all boards", **asked)
    assert [list(one.values()) for one in found] == [
        [name, f"Oaks {at}x", f"https://h.example/forums/{at}", f"anna{at}"] for name, ats in parts for at in ats
    ]


def test_the_link_of_the_last_thread_is_not_that_of_the_board() -> None:
    last = "1{0} hours ago by <a href=/user/{0}>anna{0}</a> in <a href=/t/{0}>Elms {0}x</a>"
    row = f"<tr><td><a href=/forums/{{0}}>Board {{0}}x</a></td><td>{{0}}2</td><td>{last}</td></tr>"
    head = "<thead><tr><th>Forum</th><th>Posts</th><th>Latest Post</th></tr></thead>"
    html = f"<table>{head}<tbody>{''.join(map(row.format, range(1, 5)))}</tbody></table>"

    prompt = "For each forum: name, post count, the thread of the last post and its link"
    found = rows(html, prompt, name="string", posts="number", seen_in="string", seen_at="string")
    assert [row["seen_at"] for row in found] == [None] * 4


@pytest.mark.parametrize("link", ["<a href=/t/{0}>Elms {0}x</a>", "<a href=/t/{0}><img src=/i.gif alt='Latest'></a>"])
@pytest.mark.parametrize("row", ["<tr><td>{0}</td><td>{1}</td></tr>", "<div class=b>{0}<p class=last-post>{1}</div>"])
def test_where_the_last_post_stands_is_not_where_who_wrote_it_does(link: str, row: str) -> None:
    board, last = "<a href=/forums/{0}>Board {0}x</a>", f"by <a href=/user/{{0}}>anna{{0}}</a> 0{{0}}-26-2015 {link}"
    head = "<tr><th>Forum</th><th>Last post</th></tr>" if row.startswith("<tr>") else ""
    html = head + "".join(row.format(board.format(at), last.format(at)) for at in range(1, 6))

    found = rows(f"<table>{html}</table>" if head else html, "all forums", name="string", last_post_url="string")
    assert [list(one.values()) for one in found] == [[f"Board {at}x", f"https://h.example/t/{at}"] for at in "12345"]


def test_a_profile_beside_the_link_of_a_thread_is_another_link() -> None:
    html = "<li class=b><a class=title href=/t/{0}>Oaks {0}x</a> <p class=last-post>last by <i>anna</i> May {0}, 2014"

    found = rows(f"<ul>{''.join(map(html.format, range(1, 5)))}</ul>", "all", thread_url="string", profile_url="string")
    assert [list(row.values()) for row in found] == [[f"https://h.example/t/{at}", None] for at in range(1, 5)]


@pytest.mark.parametrize(("field", "link"), [("profile_link", "/users/{0}"), ("link", "/t/{0}")])
def test_a_profile_is_where_who_wrote_something_leads_and_not_its_title(field: str, link: str) -> None:
    html = "<li class=b><h3><a href=/t/{0}>Oaks {0}x?</a></h3><p class=user-card><a href=/users/{0}>anna{0}</a></p>"
    asked: dict[str, Kind] = dict.fromkeys(["display_name", field, "title"], "string")

    found = rows(f"<ul>{''.join(map(html.format, range(1, 5)))}</ul>", "user of each question", **asked)
    assert [row[field] for row in found] == [f"https://h.example{link.format(at)}" for at in range(1, 5)]


@pytest.mark.parametrize(
    ("field", "counted"), [("reply_count", 1), ("nb_reponses", 1), ("replies", 1), ("comment_count", None)]
)
def test_the_replies_to_a_question_are_its_answers_and_its_comments_are_not(field: str, counted: int | None) -> None:
    html = cards("<h3><a href=/q/#>Oaks #x?</a></h3><p><b>#</b> <i>answers</i></p><p><b>9#</b> <i>views</i></p>")

    assert rows(html, "all questions", title="string", **{field: "number"})[0][field] == counted


def test_links_beside_what_has_them_are_no_list_of_their_own() -> None:
    html = (
        "<div class=story><h2><a href=/s/{0}>Oaks and {0}lms</a></h2><span><a href=/user/{0}>anna{0}</a> "
        "<a href=/?category=Trees>Trees</a> <a href=/?q=oak{0}>oak</a> <a href=/?q=elm{0}>elm</a> "
        "<a href=/s/{0}#talk>Discuss</a></span></div>"
    )
    asked: dict[str, Kind] = dict.fromkeys(["storyTitle", "storyLink", "topic", "discuss_link"], "string")
    found = rows("".join(map(html.format, "abcdefgh")), "all stories", **asked)
    assert [row["storyTitle"] for row in found] == [f"Oaks and {at}lms" for at in "abcdefgh"]


def test_a_year_in_one_thread_is_no_day_where_all_tell_when_somebody_wrote_last() -> None:
    last = "<span class=LastCommentBy>Last <a href=/user/1>anna</a></span><span class=LastCommentDate>{1}</span>"
    html = f"<li class=b><a class=title href=/t/{{0}}>Oaks {{0}}x</a> {{2}}<p>{last}</p></li>"
    days = ["December 4", "December 3", "December 2", "December 1"]
    html = "".join(html.format(at, day, "<p>Year: 2011</p>" if at == 2 else "") for at, day in enumerate(days))

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", date="string")
    assert [row["date"] for row in found] == days


def test_what_stands_before_the_link_to_a_user_is_nobody() -> None:
    last = "<span class=last-post>{1} <a href=/profile/{0}>{2}</a> <i>May {0}, 2014</i></span>"
    html = f"<li class=b><a class=title href=/t/{{0}}>Oaks {{0}}x</a> <p>{last}</p>"
    users = ["Ann", "bo.ray", "carl_9", "d1", "Eve"]
    html = "".join(html.format(at, "Begun" if at % 2 else "Seen", user) for at, user in enumerate(users, 1))

    prompt = "Every thread: title, user name (Begun / Seen)"
    found = rows(f"<ul>{html}</ul>", prompt, thread_title="string", user_name="string")
    assert all(row["user_name"] in {None, user} for row, user in zip(found, users, strict=True))


def board_row(at: int, parts: str = "") -> str:
    name = f"<td><a href=/f/{at}>Trees {at}x</a><br><span>All about these.</span>{parts}</td>"
    pictures = f"<td><img src=/img/folder.jpg></td><td><img src=/img/{at}.jpg></td>"
    return f"<tr>{pictures}{name}<td>{at}1</td><td>{at}7</td></tr>"


HEADED = "<tr><td colspan=4><h2>{}</h2></td></tr><tr><td>&nbsp;</td><td>&nbsp;</td><td>Name</td><td><b>Topics</b></td>"


def test_a_section_above_the_labels_of_a_table_divides_it_as_those_below_do() -> None:
    head = f"{HEADED}<td><b>Posts</b></td></tr>"
    parts = {2: "<br>Within: <a href=/f/8>Elms</a> | <a href=/f/9>Oaks</a>", 4: "<br>Within: <a href=/f/7>Ash</a>"}
    table = head.format("Town") + "".join(board_row(at, parts.get(at, "")) for at in (1, 2, 3))
    table += head.format("Country") + "".join(board_row(at, parts.get(at, "")) for at in (4, 5, 6))

    asked: dict[str, Kind] = dict.fromkeys(["name", "category", "url", "image"], "string")
    found = rows(f"<table>{table}</table>", "all boards", **asked)
    assert [(row["name"], row["category"]) for row in found] == [
        (f"Trees {at}x", "Town" if at <= len("123") else "Country") for at in range(1, 7)
    ]
    # A few links within them are no list of their own.
    assert [row["image"] for row in found] == [f"https://h.example/img/{at}.jpg" for at in range(1, 7)]


def test_a_long_heading_among_others_is_what_stands_under_it_too() -> None:
    long = "Ponds, streams, bogs and all that lives in them, and on their banks"
    names = ["Trees", "Shrubs", long]
    box = "<div class=cat><h2>{0}</h2><ul>{1}</ul></div>"
    item = "<li class=b><a href=/f/{0}{1}>Board {0}{1}x</a> <b>1{1}</b></li>"
    html = "".join(
        box.format(name, "".join(item.format("abc"[at], n) for n in (1, 2, 3))) for at, name in enumerate(names)
    )

    found = rows(html, "all boards", title="string", category="string")
    assert [row["category"] for row in found] == [name for name in names for _ in range(3)]


def test_the_link_of_a_board_beside_its_name_is_not_that_of_the_thread() -> None:
    within = "<a class=category href=/c/trees#>Trees #</a>"
    html = cards(f"<h3><a href=/t/#>Thread #x</a></h3><p><a href=/u/ann#>ann#</a> in {within}</p>")

    asked: dict[str, Kind] = dict.fromkeys(["thread_title", "board_name", "board_url"], "string")
    found = rows(html, "all threads", **asked)
    assert [*found[0].values()] == ["Thread 1x", "Trees 1", "https://h.example/c/trees1"]


@pytest.mark.parametrize(("field", "told"), [("tag", ["For sale", None, "Solved", "Solved"]), ("tags", [None] * 4)])
def test_before_a_title_stands_its_only_tag(field: str, told: list[str | None]) -> None:
    html = "<div class=b><h3>{1}<a href=/t/{0}>Lathe {0}x</a></h3><p>Views: {0}7</p></div>"
    mark = "<a href='/f/?prefix_id=6'><span class=label>{}</span></a> "
    marks = ["For sale", "", "Solved", "Solved"]
    shown = "".join(html.format(at, mark.format(said) if said else "") for at, said in enumerate(marks, 1))

    found = rows(shown, "all threads", title="string", views="number", **{field: "string"})
    assert [row["title"] for row in found] == [f"Lathe {at}x" for at in range(1, 5)]
    assert [row[field] for row in found] == told


def test_of_tables_that_say_as_much_the_one_with_more_text_outside_of_links_is_meant() -> None:
    head = "<table><tr><th>{}<th>Posts<th>Last post</tr>"
    boards = "".join(
        f"<tr><td><a href=/b/{at}>Board {at}x</a><td>{at}1<td><a href=/t/9{at}>Tar {at}x</a> 4 May 2026</tr>"
        for at in (1, 2, 3)
    )
    topics = "".join(
        f"<tr><td><a href=/t/{at}>Rope {at}x?</a><p>Begun by anna on {at} May 2026</p><td>{at}2<td>4 May 2026</tr>"
        for at in range(1, 7)
    )
    page = f"{head.format('Board')}{boards}</table>{head.format('Topic')}{topics}</table>"

    told = rows(page, "topics with link, pinned or not", topic="string", topic_url="string", pinned="boolean")
    assert [row["topic_url"] for row in told] == [f"https://h.example/t/{at}" for at in range(1, 7)]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        # The link of an icon leads to the post itself, whatever it speaks of.
        ("permalink", "https://h.example/v?p={0}#p{0}"),
        ("author_url", "https://h.example/memberlist.php?u={0}"),
        ("avatar", "https://h.example/file?a={0}"),
        ("signature", "Ask the oaks"),
    ],
)
def test_what_icons_and_drawn_lines_tell_in_the_tables_of_old_forums(field: str, told: str) -> None:
    icon = "<img src=/i/target.gif width=12 height=9 alt=Post>"
    link = f"<a href=/v?p={{0}}#p{{0}}>{icon}</a>"
    top = f"<tr class=row1><td><a name=p{{0}}></a><b class=postauthor>anna{{0}}</b><td>{link}"
    user = "<tr><td class=profile><p>Seedling<p><img src=/file?a={0} alt='User avatar'><p><b>Posts:</b> 4{0}"
    said = (
        "<td><div class=postbody>Look at <a href=/v?t=9{0}>the other thread on oaks</a>, there are {0} of them.</div>"
    )
    sign = "<div class=postbody><br>_________________<br>Ask the oaks</div>"
    end = "<tr><td><td><a href=/memberlist.php?u={0}><img src=/i/profile.gif alt=Profile></a>"
    html = "".join(f"<table class=tablebg>{top}{user}{said}{sign}{end}</table>".format(at) for at in range(1, 6))

    asked: dict[str, Kind] = dict.fromkeys(["author", "message", field], "string")
    assert [row[field] for row in rows(html, "all posts", **asked)] == [told.format(at) for at in range(1, 6)]


@pytest.mark.parametrize("field", ["profile_url", "user_profile"])
def test_a_profile_beside_what_was_written_is_neither_the_link_of_that_nor_a_name(field: str) -> None:
    user = "<p class=user-profile><b class=author>anna{0}</b>"
    html = f"<li class=b>{user}<p class=text>Oaks grow {{0}} m high, and grow old.<p><a href=/p/{{0}}>#</a>"
    asked: dict[str, Kind] = dict.fromkeys(["author", "message", field], "string")

    found = rows(f"<ul>{''.join(map(html.format, range(1, 5)))}</ul>", "author, message and profile of all", **asked)
    assert [(row["author"], row[field]) for row in found] == [(f"anna{at}", None) for at in range(1, 5)]


def test_the_title_of_a_user_in_a_heading_is_no_part_of_their_name() -> None:
    user = "<h3><a class=username href=/members/anna#.1/>anna#</a> <em class=userTitle>Seedling</em></h3>"
    html = cards(f"{user}<div class=message>Oaks grow # m high, and they grow old.</div>")

    assert [row["name"] for row in rows(html, "all posts", name="string", text="string")] == ["anna1", "anna2", "anna3"]


def test_boards_in_a_board_are_not_what_it_stands_under() -> None:
    board = "<tr><td><a href=/f/{0}>Trees {0}x</a></td><td>{0}7</td></tr>"
    part = "<tr><td colspan=2><h2>{}</h2></td></tr><tr><th>Forum name</th><th>Topics</th></tr>{}"
    html = "".join(part.format(name, "".join(map(board.format, at))) for name, at in (("Wood", "123"), ("Leaf", "456")))

    found = rows(f"<table>{html}</table>", "all forums", name="string", category="string", subforums="string")
    assert [list(row.values()) for row in found[2:4]] == [["Trees 3x", "Wood", None], ["Trees 4x", "Leaf", None]]


def test_what_describes_a_record_is_its_text_where_it_has_no_other() -> None:
    asked = "I would like to know how an oak of # years is to be cut back, if at all, and when."
    html = cards(f"<p><a href=/s/#>Trees #x</a></p><div class=question-box><a href=/q/#>{asked}</a></div>")

    assert rows(html, "all tasks", subject="string", text="string")[0]["text"] == asked.replace("#", "1")


@pytest.mark.parametrize("first", ["", "<a class=jump href='topic.php?t={0}&new=1'></a>"])
def test_boards_above_the_threads_of_a_board_are_none_of_these(first: str) -> None:
    user = "by <a href='user.php?u={0}'>anna{0}</a> <time datetime=2026-05-0{0}>{0} May 2026</time>"
    board = f"<a class=forumtitle href='board.php?f={{0}}'>Board {{0}}x</a><p class=topics>{{0}}</p><p>{user}</p>"
    board += "<p>Of trees that stand in parks and gardens, and of what ails them.</p>" * 2
    topic = f"<a class=topictitle href='topic.php?t={{0}}'>Oak {{0}}x</a><p class=by>{user}</p><p class=views>9</p>"
    row = "<li class=row><dl><dt>{}<div>{}</div></dt></dl></li>"
    boards = "".join(row.format("", board.format(at)) for at in (1, 2))
    topics = "".join(row.format(first.format(at) if at in {5, 6} else "", topic.format(at)) for at in range(3, 9))
    lists = "<div class={0}><ul class='list {0}'>{1}</ul></div>"
    html = f"<h2>Trees</h2>{lists.format('boards', boards)}{lists.format('topics', topics)}"

    found = rows(html, "all threads", title="string", author="string", date="string")
    assert [row["author"] for row in found] == [f"anna{at}" for at in range(3, 9)]


def test_an_element_of_a_block_with_capitals_is_called_by_its_own_name() -> None:
    votes = "<div class=postControls><button>Up</button><span class=postControls__voteCount>+4#</span></div>"
    html = cards(f"<h3><a href=/t/#>Soap #x</a></h3>{votes}<a class=postControls__comments href=/t/#/c>1# comments</a>")

    found = rows(html, "all posts", title="string", score="number", comments="number")[0]
    assert [found["score"], found["comments"]] == [41, 11]


def test_what_is_empty_divides_rows_and_begins_none() -> None:
    row = (
        "<tr class='story posted'><td class=title>{0}.</td><td class=title><span class=line>"
        "<a href=https://on{0}.org/p>Soap {0}x</a><span class=site> (<a href=from?site=on{0}.org>on{0}.org</a>)"
        "</span></span></td></tr><tr><td></td><td class=below><span class=score>4{0} points</span> by <a class=user"
        " href=user?id=ann{0}>ann{0}</a> <span class=age><a href=item?id={0}>{0} hours ago</a></span> | "
        "<a href=hide?{0}>hide</a> | <a href=item?id={0}>{0} comments</a></td></tr><tr class=spacer></tr>"
    )
    more = "<tr class=more></tr><tr><td></td><td class=title><a href=?p=2>More</a></td></tr>"
    html = f"<table>{''.join(row.format(at) for at in range(1, 9))}{more}</table>"

    found = rows(html, "Stories with title, domain and link", title="string", domain="string", link="string")
    assert [one["title"] for one in found] == [f"Soap {at}x" for at in range(1, 9)]


def test_a_menu_that_opens_beside_who_wrote_last_says_nothing_of_it() -> None:
    links = "<li><a href=/members/bob{0}>View Profile</a><li><a href=/pm?u={0}>Private Message</a>"
    who = f"<div><a href=/members/bob{{0}}><b>bob{{0}}</b></a><ul class='popupbody popuphover'>{links}</ul></div>"
    last = f"<dl><dt>Last Post By<dd>{who}</dl>"
    html = "".join(
        f"<li class=t><h3><a href=/t/{at}>Oaks {at}x</a></h3> <i>Replies: 1{at}</i>{last.format(at)}</li>"
        for at in range(1, 5)
    )

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", replies="number", last_post_by="string")
    assert [list(row.values()) for row in found] == [[f"Oaks {at}x", int(f"1{at}"), f"bob{at}"] for at in range(1, 5)]


@pytest.mark.parametrize("name", ["threadlastpost", "forumlastpost td"])
def test_a_class_names_what_was_written_last_in_a_thread_or_forum(name: str) -> None:
    last = "<div class='{1}'>by <a href=/members/bob{0}>bob{0}</a> <p>Today, <em class=time>09:1{0} AM</em></p></div>"
    item = f"<li class=t><h3><a href=/t/{{0}}>Oaks {{0}}x</a></h3> <i>Replies: 1{{0}}</i>{last}</li>"
    html = "".join(item.format(at, name) for at in range(1, 5))

    found = rows(f"<ul>{html}</ul>", "all threads", title="string", **LAST)  # type: ignore[arg-type] # kinds
    assert [list(row.values()) for row in found] == [
        [f"Oaks {at}x", f"Today, 09:1{at} AM", f"bob{at}"] for at in range(1, 5)
    ]


@pytest.mark.parametrize(("prompt", "first"), [("all threads", "Oaks 1x"), ("threads and announcements", "Rules")])
def test_an_announcement_above_the_threads_is_none_of_them_unless_it_is_asked_for(prompt: str, first: str) -> None:
    item = (
        "<li class='bit new'><div class=info><h3 class=title>"
        "<a class=name href=/showthread.php?{0}-oaks>Oaks {0}x</a></h3>"
        "<p class=author>Started by <a href=/members/anna{0}>anna{0}</a></p></div>"
        "<ul class=stats><li>Replies: 1{0}<li>Views: 2{0}</ul></li>"
    )
    above = (
        "<li class='bit announcement'><h2><a href=/announcement.php?f=2>Rules</a></h2>"
        "<a href=/members/admin>admin</a> <span>Views: 7</span></li>"
    )
    html = f"<ol>{above}</ol><ol>{''.join(item.format(at) for at in range(1, 6))}</ol>"

    found = rows(html, prompt, title="string", author="string", views="number")
    assert len(found) == 5 + (first == "Rules")
    assert found[0]["title"] == first


def test_the_picture_of_whoever_wrote_last_does_not_lead_to_a_guest_who_began() -> None:
    def thread(at: int) -> str:
        author = "Guest 7" if at == 3 else f"<a href=/members/anna.{at}/>anna{at}</a>"
        last = f"<div class=latest><time>3 May 2026</time> <a href=/members/bo.{at}/>bo{at}</a></div>"
        icon = f"<div class=icon><a href=/members/bo.{at}/><img src=/a/{at}.jpg alt=bo{at}></a></div>"
        by = f"<span class=username>{author}</span>"
        return f"<div class=thread><div class=title><a href=/t/{at}>How to row {at}</a></div>{by}{last}{icon}</div>"

    asked = {"title": "string", "author": "string", "author_url": "string", "last_poster": "string"}
    found = rows(f"<main>{''.join(map(thread, range(1, 7)))}</main>", "all threads", **asked)
    assert [row["author"] for row in found[1:3]] == ["anna2", "Guest 7"]
    assert [row["author_url"] for row in found[1:3]] == ["https://h.example/members/anna.2/", None]
    assert found[2]["last_poster"] == "bo3"


def test_what_was_done_stands_before_the_day_and_the_last_of_it_is_an_activity() -> None:
    done = ["answered", "modified", "asked", "modified", "modified"]
    user = "<a href=/u/{0}>ann</a><p class=by>{1} <i>{0} hours ago</i></p>"
    card = f"<li class=q><h3><a href=/q/{{0}}>Why {{0}}x?</a></h3>{user}"
    html = "".join(card.format(at, one) for at, one in enumerate(done, 2))

    found = rows(f"<ul>{html}</ul>", "all questions", title="string", action="string", last_activity="string")
    assert [row["action"] for row in found] == done
    assert [row["last_activity"] for row in found] == [f"{at} hours ago" for at in range(2, 7)]
