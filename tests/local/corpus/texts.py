"""Articles, job postings and events: one thing a page, told in several formats."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.local.corpus.cases import COMMENTS, RELATED, SITE_DATA, Case, page

ARTICLE = {"title": "string", "author": "string", "date": "string", "category": "string"}
STORIES = [
    ("Rain returns to the hills", "Ola Nord", "2026-03-03", "Weather"),
    ("Trams are back", "Ida Holm", "2026-02-11", "City"),
    ("The last ferry", "Per Lund", "2025-12-24", "Travel"),
]
JOB = {"title": "string", "company": "string", "location": "string", "salary": "number", "date_posted": "string"}
POSTS = [
    ("Joiner", "Holz & Co", "Bern", 52000, "2026-02-03"),
    ("Night nurse", "St. Ann Clinic", "Basel", 61000, "2026-01-15"),
    ("Baker", "Brot AG", "Chur", 48000, "2026-03-09"),
]
EVENT = {"name": "string", "start_date": "string", "location": "string", "organizer": "string"}
EVENTS = [
    ("Jazz on the lake", "2026-06-05", "Pier 4", "Lake Club"),
    ("Open day", "2026-05-12", "Main hall", "Town Museum"),
    ("Night run", "2026-09-01", "Old bridge", "Run Club"),
]
WORDS = "The rain came back in the night, and nobody had expected it. " * 12


def texts() -> Iterator[Case]:
    for number, story in enumerate(STORIES):
        row = dict(zip(ARTICLE, story, strict=True))
        for name, (body, head) in _articles(row).items():
            html = page(body + RELATED + COMMENTS, title=row["title"], head=head + SITE_DATA)
            yield Case(f"article-{name}-{number}", "article", html, "Extract the article", ARTICLE, [row])
    for number, post in enumerate(POSTS):
        job = dict(zip(JOB, post, strict=True))
        for name, (body, head) in _jobs(job).items():
            html = page(body + RELATED, title=str(job["title"]), head=head + SITE_DATA)
            yield Case(f"job-{name}-{number}", "job", html, "the job posting", JOB, [job])
    for number, event in enumerate(EVENTS):
        row = dict(zip(EVENT, event, strict=True))
        for name, (body, head) in _events(row).items():
            html = page(body + RELATED, title=row["name"], head=head + SITE_DATA)
            yield Case(f"event-{name}-{number}", "event", html, "the event", EVENT, [row])


def _script(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def _articles(row: dict[str, str]) -> dict[str, tuple[str, str]]:
    data = {
        "@type": "NewsArticle",
        "headline": row["title"],
        "author": [{"@type": "Person", "name": row["author"]}],
        "datePublished": row["date"],
        "articleSection": row["category"],
        "publisher": {"@type": "Organization", "name": "Acme"},
    }
    metas = f'<meta property="og:title" content="{row["title"]}"><meta name="author" content="{row["author"]}"><meta property="article:published_time" content="{row["date"]}"><meta property="article:section" content="{row["category"]}">'
    written = f'<article><span class="kicker category">{row["category"]}</span><h1>{row["title"]}</h1><p class="byline">By {row["author"]}</p><time datetime="{row["date"]}">then</time><p>{WORDS}</p></article>'
    return {
        "linked": (f"<h1>{row['title']}</h1><p>{WORDS}</p>", _script(data)),
        "meta": (f"<h1>{row['title']}</h1><p>{WORDS}</p>", metas),
        "written": (written, ""),
    }


def _jobs(row: dict[str, object]) -> dict[str, tuple[str, str]]:
    data = {
        "@type": "JobPosting", "title": row["title"], "datePosted": row["date_posted"], "hiringOrganization": {"@type": "Organization", "name": row["company"]},
        "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "addressLocality": row["location"]}},
        "baseSalary": {"@type": "MonetaryAmount", "currency": "CHF", "value": {"@type": "QuantitativeValue", "value": row["salary"], "unitText": "YEAR"}},
    }  # fmt: skip
    listed = f"<h1>{row['title']}</h1><ul><li><b>Company:</b> {row['company']}</li><li><b>Location:</b> {row['location']}</li><li><b>Salary:</b> CHF {row['salary']:,} per year</li><li><b>Date posted:</b> {row['date_posted']}</li></ul><p>{WORDS}</p>"
    return {"linked": (f"<h1>{row['title']}</h1><p>{WORDS}</p>", _script(data)), "listed": (listed, "")}


def _events(row: dict[str, str]) -> dict[str, tuple[str, str]]:
    data = {
        "@type": "MusicEvent",
        "name": row["name"],
        "startDate": row["start_date"],
        "location": {"@type": "Place", "name": row["location"]},
        "organizer": {"@type": "Organization", "name": row["organizer"]},
    }
    table = f"<h1>{row['name']}</h1><table><tr><td>Start date</td><td>{row['start_date']}</td></tr><tr><td>Location</td><td>{row['location']}</td></tr><tr><td>Organizer</td><td>{row['organizer']}</td></tr></table><p>{WORDS}</p>"
    return {"linked": (f"<h1>{row['name']}</h1><p>{WORDS}</p>", _script(data)), "table": (table, "")}
