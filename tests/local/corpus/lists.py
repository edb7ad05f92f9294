"""Pages that list things: shops, forums, jobs, search results, exhibitions, tables, and lists that only scripts see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.local.corpus.cases import AUTHOR_CARD, BASE, Case, page

Row = dict[str, Any]
FILTERS = """<div class="filters"><h3>Filter by</h3><ul><li><a href="?b=1">Brand one (12)</a></li><li><a href="?b=2">Brand two (7)</a></li>
<li><a href="?b=3">Brand three (9)</a></li><li><a href="?b=4">Brand four (1)</a></li></ul></div>"""
PAGER = '<ul class="pagination"><li><a href="?p=1">1</a></li><li><a href="?p=2">2</a></li><li><a href="?p=3">Next</a></li></ul>'
FAQ = """<div class="faq"><h2>Frequently asked questions</h2><div class="q"><h3>How long does it take?</h3><p>Two days, most of the time, and sometimes three.</p></div>
<div class="q"><h3>Can I send it back?</h3><p>Within thirty days, unless you have used it already.</p></div>
<div class="q"><h3>Who pays for that?</h3><p>We do, and the form for it comes with your parcel.</p></div></div>"""

WARES = [
    ("Oak chair", 120.0, 150.0),
    ("Pine table", 349.5, None),
    ("Ash bench", 89.0, None),
    ("Elm stool", 45.0, 60.0),
    ("Beech shelf", 210.0, None),
]
THREADS = [
    ("Which glue for oak?", "anna", 12, 340, "yesterday 14:02"),
    ("Show your benches", "bert.k", 3, 55, "3 days ago"),
    ("Sanding by hand or not", "Carla", 0, 9, "12 May 2026"),
    ("Help: my plane chatters", "dieter99", 41, 1200, "today, 09:15"),
]
JOBS = [
    ("Joiner", "Holz & Co", "Bern", "€40,000 - €50,000 per year", "2 days ago"),
    ("Night nurse", "St. Ann Clinic", "Basel", None, "1 week ago"),
    ("Data engineer", "Blue Lake GmbH", "Remote", "€90,000 per year", "today"),
    ("Baker", "Brot AG", "Chur", None, "3 May 2026"),
]
HITS = [
    (
        "How planes work",
        "https://a.example/planes",
        "A plane cuts shavings off the wood, and how thick they are depends on its mouth.",
    ),
    (
        "History of the plane",
        "https://b.example/h",
        "The Romans had planes already, and they look much like the ones of today did.",
    ),
    (
        "Buy a good plane",
        "https://c.example/buy",
        "We have tried twelve of them, and these three are worth what they are sold for.",
    ),
]
SHOWS = [
    ("Light and wood", "12 May – 30 June 2026", "East wing"),
    ("Paper worlds", "1 March – 5 April 2026", "Main hall"),
    ("After the flood", "3 July – 1 October 2026", "Cellar"),
]


def lists() -> Iterator[Case]:
    for kind, templates in KINDS.items():
        for template in templates:
            for few in (False, True):
                rows, body, schema, prompt = template(2 if few else 9)
                around = (
                    f'<div class="sidebar">{FILTERS}</div>'
                    if kind in {"shop", "jobs"}
                    else AUTHOR_CARD
                    if kind == "forum"
                    else ""
                )
                html = page(f"{around}<h1>All of them</h1>{body}{PAGER}{FAQ}", title="All of them")
                yield Case(f"{kind}-{template.__name__}-{len(rows)}", kind, html, prompt, schema, rows)


Made = tuple[list[Row], str, dict[str, str], str]
SHOP = {"name": "string", "price": "number", "old_price": "number", "url": "string"}
FORUM = {"title": "string", "url": "string", "author": "string", "replies": "number", "date": "string"}
JOB = {
    "title": "string",
    "company": "string",
    "location": "string",
    "salary": "string",
    "posted": "string",
    "url": "string",
}
SEARCH = {"title": "string", "url": "string", "description": "string"}
SHOW = {"title": "string", "dates": "string", "location": "string", "url": "string"}


def _if(value: object, text: str) -> str:
    return text.format(value) if value else ""


def _wares(count: int) -> list[Row]:
    return [
        {"name": name, "price": price, "old_price": old, "url": f"{BASE}/p/{n}"}
        for n, (name, price, old) in enumerate(WARES[:count])
    ]


def grid(count: int) -> Made:
    """Cards in rows of a grid, so that no parent holds all of them."""
    rows = _wares(count)
    cards = []
    for n, row in enumerate(rows):
        was = f"<del>${row['old_price']:.2f}</del>" if row["old_price"] else ""
        cards.append(
            f'<div class="col-4"><div class="card"><a href="/p/{n}"><img src="/i{n}.jpg" alt=""></a><div class="card-body"><h5><a href="/p/{n}">{row["name"]}</a></h5><p>{was} ${row["price"]:.2f}</p><button>Add to cart</button></div></div></div>'
        )
    body = "".join(f'<div class="row">{"".join(cards[at : at + 2])}</div>' for at in range(0, len(cards), 2))
    return rows, body, SHOP, "Extract all products"


def tiles(count: int) -> Made:
    """List items with hashed class names and no headings."""
    rows = _wares(count)
    body = "".join(
        f'<li class="Tile_li__8sk2{n}"><a class="Tile_a__2k3h1" href="/p/{n}"><img src="/i{n}.jpg" alt="{row["name"]}"><span class="Tile_t__9k2j3">{row["name"]}</span></a>'
        f'<div>{_if(row["old_price"], "<span class=Tile_was__1k2j3>${:.2f}</span>")}<span class="Tile_p__7h2k1">${row["price"]:.2f}</span></div></li>'
        for n, row in enumerate(rows)
    )
    return rows, f"<ul>{body}</ul>", SHOP, "products with prices"


def articles(count: int) -> Made:
    """A list whose prices are written as words for screen readers say."""
    rows = _wares(count)
    body = "".join(
        f'<article><h2><a href="/p/{n}">{row["name"]}</a></h2><p>Solid wood, made to order in our workshop by the lake.</p>'
        f"<span>{_if(row['old_price'], 'Original price was: ${:.2f}. ')}</span><span>{'Current price is: ' if row['old_price'] else ''}<b>${row['price']:.2f}</b></span></article>"
        for n, row in enumerate(rows)
    )
    for row in rows:
        del row["old_price"]
    return rows, body, {key: kind for key, kind in SHOP.items() if key != "old_price"}, "every product"


def state(count: int) -> Made:
    """Nothing but an empty element and the state of a framework."""
    rows = _wares(count)
    data = {
        "props": {
            "menu": [{"label": "A", "to": "/a"}, {"label": "B", "to": "/b"}],
            "products": [
                {"id": n, "name": row["name"], "price": row["price"], "url": f"/p/{n}"} for n, row in enumerate(rows)
            ],
        }
    }
    for row in rows:
        row["old_price"] = None
    return (
        rows,
        f'<div id="app"></div><script id="__DATA__" type="application/json">{json.dumps(data)}</script>',
        SHOP,
        "all products",
    )


def assigned(count: int) -> Made:
    """The same, assigned to a variable."""
    rows = _wares(count)
    data = {
        "catalog": {
            "items": [
                {"node": {"title": row["name"], "price": {"amount": row["price"], "currency": "USD"}, "url": f"/p/{n}"}}
                for n, row in enumerate(rows)
            ]
        }
    }
    for row in rows:
        row["old_price"] = None
    return (
        rows,
        f"<div id='app'>Loading</div><script>var x = 1; window.__STATE__ = {json.dumps(data)}; start();</script>",
        SHOP,
        "all products",
    )


def linked(count: int) -> Made:
    """An ItemList for machines, and cards without prices for people."""
    rows = _wares(count)
    items = [
        {
            "@type": "ListItem",
            "position": n + 1,
            "item": {
                "@type": "Product",
                "name": row["name"],
                "url": row["url"],
                "offers": {"@type": "Offer", "price": row["price"]},
            },
        }
        for n, row in enumerate(rows)
    ]
    script = (
        f'<script type="application/ld+json">{json.dumps({"@type": "ItemList", "itemListElement": items})}</script>'
    )
    for row in rows:
        row["old_price"] = None
    cards = "".join(f'<div class="c"><a href="/p/{n}"><h3>{row["name"]}</h3></a></div>' for n, row in enumerate(rows))
    return rows, script + cards, SHOP, "list of products"


def micro(count: int) -> Made:
    rows = _wares(count)
    for row in rows:
        row["old_price"] = None
    body = "".join(
        f'<div itemscope itemtype="https://schema.org/Product"><a itemprop="url" href="/p/{n}"><span itemprop="name">{row["name"]}</span></a>'
        f'<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="{row["price"]}">{row["price"]} $</span></div></div>'
        for n, row in enumerate(rows)
    )
    return rows, body, SHOP, "Extract every product"


def _threads(count: int) -> list[Row]:
    return [
        dict(zip(FORUM, (title, f"{BASE}/t/{n}", author, replies, when), strict=True))
        for n, (title, author, replies, _, when) in enumerate(THREADS[:count])
    ]


def bylines(count: int) -> Made:
    rows = _threads(count)
    body = "".join(
        f'<li><a href="/t/{n}">{row["title"]}</a><div>Thread by {row["author"]}, {row["replies"]} replies, {row["date"]}</div></li>'
        for n, row in enumerate(rows)
    )
    return rows, f"<ul class='threads'>{body}</ul>", FORUM, "all threads"


def board(count: int) -> Made:
    """A table with headers, two lines in its first column."""
    rows = _threads(count)
    body = "".join(
        f'<tr><td><a href="/u/{n}"><img src="/av.png" alt=""></a></td><td><a class="topictitle" href="/t/{n}">{row["title"]}</a></td><td>{row["author"]}</td><td>{row["replies"]}</td><td>{THREADS[n][3]}</td><td>{row["date"]}</td></tr>'
        for n, row in enumerate(rows)
    )
    return (
        rows,
        f"<table><tr><th></th><th>Topic</th><th>Author</th><th>Replies</th><th>Views</th><th>Date</th></tr>{body}</table>",
        FORUM,
        "List the threads",
    )


def classed(count: int) -> Made:
    rows = _threads(count)
    body = "".join(
        f'<div class="topic-item"><div class="topic-main"><h3 class="topic-title"><a href="/t/{n}">{row["title"]}</a></h3><span class="topic-author"><a href="/u/x">{row["author"]}</a></span> <time>{row["date"]}</time></div><div class="topic-stats"><div><b>{row["replies"]}</b> replies</div><div><b>{THREADS[n][3]}</b> views</div></div></div>'
        for n, row in enumerate(rows)
    )
    return rows, body, FORUM, "every topic"


def rows_of_divs(count: int) -> Made:
    rows = _threads(count)
    body = "".join(
        f'<div class="row1"><p class="subj"><a href="/t/{n}">{row["title"]}</a></p><p class="info">by {row["author"]} · {row["date"]} · {row["replies"]} replies · {THREADS[n][3]} views</p></div>'
        for n, row in enumerate(rows)
    )
    return rows, f"<div class='list'>{body}</div>", FORUM, "threads"


def _jobs(count: int) -> list[Row]:
    return [dict(zip(JOB, (*job, f"{BASE}/j/{n}"), strict=True)) for n, job in enumerate(JOBS[:count])]


def cards(count: int) -> Made:
    rows = _jobs(count)
    body = "".join(
        f'<div class="job-card"><h2 class="job-card__title"><a href="/j/{n}">{row["title"]}</a></h2><div class="job-card__company">{row["company"]}</div><div class="job-card__location">{row["location"]}</div>{_if(row["salary"], "<div>{}</div>")}<span class="posted-date">{row["posted"]}</span><a href="/j/{n}/apply">Apply now</a></div>'
        for n, row in enumerate(rows)
    )
    return rows, body, JOB, "all jobs"


def labelled(count: int) -> Made:
    rows = _jobs(count)
    body = "".join(
        f'<section><h3><a href="/j/{n}">{row["title"]}</a></h3><dl><dt>Company</dt><dd>{row["company"]}</dd><dt>Location</dt><dd>{row["location"]}</dd>{_if(row["salary"], "<dt>Salary</dt><dd>{}</dd>")}<dt>Posted</dt><dd>{row["posted"]}</dd></dl></section>'
        for n, row in enumerate(rows)
    )
    return rows, body, JOB, "job postings"


def dotted(count: int) -> Made:
    """What signs divide on one line: the kind of work, what it pays, and since when it is open."""
    schema = {key: JOB[key] for key in ("title", "salary", "posted", "url")} | {"employment_type": "string"}
    kinds = ["Full-time", "Part-time", "Contract", "Temporary"]
    rows = [{key: row.get(key, kind) for key in schema} for row, kind in zip(_jobs(count), kinds, strict=False)]
    body = "".join(
        f'<li><h3><a href="/j/{n}">{row["title"]}</a></h3><p>{JOBS[n][2]} · {row["employment_type"]} · {_if(row["salary"], "{} · ")}{row["posted"]}</p></li>'
        for n, row in enumerate(rows)
    )
    return rows, f"<ul>{body}</ul>", schema, "all jobs"


def job_table(count: int) -> Made:
    rows = _jobs(count)
    body = "".join(
        f'<tr><td><a href="/j/{n}">{row["title"]}</a></td><td>{row["company"]}</td><td>{row["location"]}</td><td>{row["salary"] or ""}</td><td>{row["posted"]}</td></tr>'
        for n, row in enumerate(rows)
    )
    return (
        rows,
        f"<table><thead><tr><th>Job title</th><th>Employer</th><th>Location</th><th>Salary</th><th>Posted</th></tr></thead><tbody>{body}</tbody></table>",
        JOB,
        "each job",
    )


def postings(count: int) -> Made:
    """One script of data for each job."""
    rows = _jobs(count)
    scripts = "".join(
        f'<script type="application/ld+json">{json.dumps({"@type": "JobPosting", "title": row["title"], "hiringOrganization": {"@type": "Organization", "name": row["company"]}, "jobLocation": {"@type": "Place", "address": {"addressLocality": row["location"]}}, "datePosted": row["posted"], "url": row["url"]})}</script>'
        for row in rows
    )
    for row in rows:
        row["salary"] = None
    return rows, scripts + "<p>Our jobs.</p>", JOB, "all jobs"


def results(count: int) -> Made:
    rows = [dict(zip(SEARCH, hit, strict=True)) for hit in HITS[:count]]
    body = "".join(
        f'<div class="result"><div><cite>{row["url"]}</cite></div><h3><a href="{row["url"]}">{row["title"]}</a></h3><div class="s">{row["description"]}</div></div>'
        for row in rows
    )
    return rows, f"<p>About 120,000 results</p><div id='res'>{body}</div>", SEARCH, "all search results"


def definitions(count: int) -> Made:
    rows = [dict(zip(SEARCH, hit, strict=True)) for hit in HITS[:count]]
    body = "".join(f'<dt><a href="{row["url"]}">{row["title"]}</a></dt><dd>{row["description"]}</dd>' for row in rows)
    return rows, f"<dl>{body}</dl>", SEARCH, "results"


def paragraphs(count: int) -> Made:
    rows = [dict(zip(SEARCH, hit, strict=True)) for hit in HITS[:count]]
    body = "".join(
        f'<p class="hit"><a href="{row["url"]}"><b>{row["title"]}</b></a><br><span class="text">{row["description"]}</span><br><small>{row["url"]} - 12k</small></p>'
        for row in rows
    )
    return rows, body, SEARCH, "search results"


PAPERS = [
    ("Wear of plane irons", "E Lindqvist, N Varga", "Notes on Tools 55 (3)", 1998, 67),
    ("Grain and tear-out", "P. van der Novak", None, 2012, 1043),
    ("On the ergonomics of sawing", "D Pemberton, R Quist, A Bell…", "Work and Health", 2004, None),
]
PAPER = {"title": "string", "authors": "string", "journal": "string", "year": "number", "cited_by": "number"}


def papers(count: int) -> Made:
    """A line of authors, journal and year, and what cites it among buttons."""
    rows = [dict(zip(PAPER, paper, strict=True)) for paper in PAPERS[:count]]
    body = "".join(
        f'<div class="r"><h3><a href="https://p.example/{n}">{row["title"]}</a></h3><div class="a"><a href="/p?user={n}7">{row["authors"][:11]}</a>{row["authors"][11:]} - {_if(row["journal"], "{}, ")}{row["year"]} - p.example</div>'
        f'<div class="f"><a href="#">Save</a> {_if(row["cited_by"], "<a href=/c>Cited by {}</a>")} <a href="/r/{n}">Related</a></div></div>'
        for n, row in enumerate(rows)
    )
    return rows, body, PAPER, "all papers"


def _shows(count: int) -> list[Row]:
    return [dict(zip(SHOW, (*show, f"{BASE}/e/{n}"), strict=True)) for n, show in enumerate(SHOWS[:count])]


def teasers(count: int) -> Made:
    rows = _shows(count)
    body = "".join(
        f'<a class="teaser" href="/e/{n}"><figure><img src="/e{n}.jpg" alt=""></figure><h2>{row["title"]}</h2><p>{row["dates"]}</p><p class="location">{row["location"]}</p></a>'
        for n, row in enumerate(rows)
    )
    return rows, f'<div class="teasers">{body}</div>', SHOW, "current exhibitions"


def headed(count: int) -> Made:
    """Headings and paragraphs, one after the other."""
    rows = _shows(count)
    body = "".join(
        f'<h3><a href="/e/{n}">{row["title"]}</a></h3><p>{row["dates"]}</p><p>Location: {row["location"]}</p>'
        for n, row in enumerate(rows)
    )
    return rows, f"<div>{body}</div>", SHOW, "all exhibitions"


KINDS = {
    "shop": (grid, tiles, articles, state, assigned, linked, micro),
    "forum": (bylines, board, classed, rows_of_divs),
    "jobs": (cards, labelled, dotted, job_table, postings),
    "search": (results, definitions, paragraphs, papers),
    "exhibitions": (teasers, headed),
}
