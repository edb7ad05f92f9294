"""What sites put around and into every page of theirs, none of which changes what the page states."""

from __future__ import annotations

import re
from collections.abc import Callable

_BLOCK = (
    r"(?:html|head|body|div|section|article|main|header|footer|nav|aside|ul|ol|li|table|thead|tbody|tr|td|th|dl|dt|dd"
    r"|h[1-6]|p|form|figure|hr|br)\b"
)
_PARTS = r"(?:section|article|main|header|footer|aside|figure)"
_SAMPLES = "".join(
    f"<div class='tile'><a href='/t/{n}'><h3>Sample {n}</h3></a><span class='price'>$1.00</span><p>Lorem ipsum.</p></div>"
    for n in range(5)
)
_PUSHED = """<script>window.data = window.data || []; data.push({"user": {"name": "anon", "title": "guest"}, "items":
[{"name": "x", "price": 1}, {"name": "y", "price": 2}]}); var menus = [{"title": "Shop", "url": "/s"},
{"title": "Help", "url": "/h"}, {"title": "About", "url": "/about"}];</script>"""


def _links(count: int, word: str) -> str:
    kinds = ("alpha", "beta", "gamma", "delta")
    return "".join(f'<li><a href="/{word}/{n}">{word.title()} {kinds[n % 4]} {n}</a></li>' for n in range(count))


def _first(html: str, part: str) -> str:
    return re.sub(r"(<body[^>]*>)", lambda found: found[1] + part, html, count=1)


def _last(html: str, part: str) -> str:
    return html.replace("</body>", f"{part}</body>")


def with_a_large_footer(html: str) -> str:
    menus = "".join(f"<ul class='menu menu-{n}'>{_links(25, 'entry')}</ul>" for n in range(40))
    return _last(html, f"<footer><nav>{menus}</nav></footer>")


def with_a_footer_without_names(html: str) -> str:
    titles = ("Company", "Help", "Legal", "Explore")
    columns = "".join(f"<div class='c'><h4>{title}</h4><ul>{_links(7, title.lower())}</ul></div>" for title in titles)
    news = "<div><p>Sign up for news.</p><form><input type='email'><button>Sign up</button></form></div>"
    return _last(html, f"<div>{columns}{news}<p>© 2026 Acme Media Ltd. Registered in England no. 1234567.</p></div>")


def with_a_menu_without_names(html: str) -> str:
    entries = "".join(f"<li><a href='/d{n}'>Department {n}</a><ul>{_links(12, 'aisle')}</ul></li>" for n in range(9))
    return _first(
        html, f"<div><span>Free delivery</span> <a href='/login'>Sign in</a></div><div><ul>{entries}</ul></div>"
    )


def with_facets(html: str) -> str:
    entries = "".join(
        f"<li><label><input type='checkbox'> Kind {n} <span>({n * 3})</span></label></li>" for n in range(8)
    )
    facets = "".join(f"<div><h3>{name}</h3><ul>{entries}</ul></div>" for name in ("Brand", "Colour", "Price", "Size"))
    return _first(html, f"<div>{facets}</div>")


def with_a_cookie_notice(html: str) -> str:
    text = "We and our 214 partners use cookies to measure visits and to show you offers that fit."
    return _first(html, f"<div class='cc'><p>{text}</p><button>Accept all</button><button>Reject all</button></div>")


def with_things_viewed_before(html: str) -> str:
    cards = "".join(
        f"<div class='rv'><a href='/v/{n}'><img src='/v{n}.jpg' alt=''><h3>Viewed thing {n}</h3></a><span>${n + 3}.49</span></div>"
        for n in range(6)
    )
    return _last(html, f"<div><h2>Recently viewed</h2><div>{cards}</div></div>")


def with_hidden_samples(html: str) -> str:
    hidden = f"<template>{_SAMPLES}</template><div style='display:none'>{_SAMPLES}</div><div hidden>{_SAMPLES}</div>"
    return _last(html, hidden)


def with_the_data_of_scripts(html: str) -> str:
    return _last(html, _PUSHED)


def with_links_that_are_tracked(html: str) -> str:
    return re.sub(r"<a (?=[^>]*href)", "<a data-ga-event='click' data-position='3' data-list-name='main grid' ", html)


def without_white_space_between_blocks(html: str) -> str:
    return re.sub(rf"(</?{_BLOCK}[^>]*>)\s+", r"\1", re.sub(rf"\s+(?=</?{_BLOCK})", "", html))


def with_white_space_between_blocks(html: str) -> str:
    return html if "<pre" in html else re.sub(rf"(?=</?{_BLOCK})", "\n      ", html)


def with_tags_in_capitals(html: str) -> str:
    tags = re.compile(r"^(</?)([a-z][a-z0-9]*)(?=[^<>]*>$)")
    return "".join(tags.sub(lambda found: found[1] + found[2].upper(), part) for part in _divided(html))


def made_of_boxes(html: str) -> str:
    boxes = re.sub(rf"<{_PARTS}\b", "<div", html)
    return re.sub(rf"</{_PARTS}>", "</div>", boxes)


def within_three_boxes(html: str) -> str:
    return _last(_first(html, "<div id='root'><div class='app'><div class='page'>"), "</div></div></div>")


def for_browsers_without_scripts(html: str) -> str:
    return _last(_first(html, "<div id='app'>Loading</div><noscript>"), "</noscript>")


def waiting_for_its_script(html: str) -> str:
    return _last(_first(html, "<div style='display: none'>"), "</div>")


def with_texts_in_spans(html: str) -> str:
    return _in_texts(html, lambda text: re.sub(r"^(\s*)(\S.*?)(\s*)$", r"\1<span>\2</span>\3", text, flags=re.DOTALL))


def with_comments_between_words(html: str) -> str:
    return _in_texts(html, lambda text: re.sub(r"(?<=\S) (?=\S)", " <!-- -->", text, count=2))


def with_no_break_spaces(html: str) -> str:
    return _in_texts(html, lambda text: re.sub(r"(?<=\S) (?=\S)", "&nbsp;", text))


def with_icons(html: str) -> str:
    drawn = '<svg viewBox="0 0 1 1"><title>Icon</title><path d="M0 0"/></svg>'
    html = re.sub(r"(<(?:a|button)\b[^>]*>)", rf"\1{drawn}", html)
    return re.sub(r"(<(?:li|p|span)\b[^>]*>)(?=[^<\s])", r'\1<i class="fa fa-fw" aria-hidden="true"></i> ', html)


def with_links_to_share(html: str) -> str:
    links = (
        '<a href="https://x.example/share?u=1">Post</a><a href="mailto:?subject=x">Email</a><button>Copy link</button>'
    )
    return html.replace("</h1>", f'</h1><div class="shr">{links}</div>', 1)


def with_utility_classes(html: str) -> str:
    return re.sub(r"(<[a-z][^<>]*?\sclass=[\"'])", r"\1flex p-2 text-sm ", html)


def with_styles_and_numbers(html: str) -> str:
    styled = re.sub(
        r"<(div|p|span|li)(?=[\s>])(?![^>]*(?:style|id)=)", r'<\1 id="w-1" style="color: #333; display: block"', html
    )
    return re.sub(r"<(ul|ol)(?=[\s>])(?![^>]*role=)", r'<\1 role="list"', styled)


def _in_texts(html: str, changed: Callable[[str], str]) -> str:
    """Return *html* with every text below its body changed, but for those that are not shown as they are."""
    start = html.index(">", html.index("<body")) + 1
    return html[:start] + "".join(part if part[:1] == "<" else changed(part) for part in _divided(html[start:]))


def _divided(html: str) -> list[str]:
    """Return the tags of *html* and the texts between them, each whole where its text is not shown as it is."""
    whole = "|".join(rf"<{tag}\b.*?</{tag}>" for tag in ("script", "style", "pre", "select"))
    return re.split(rf"({whole}|<[^>]+>)", html, flags=re.DOTALL)


SURROUNDINGS: tuple[Callable[[str], str], ...] = (
    with_a_large_footer,
    with_a_footer_without_names,
    with_a_menu_without_names,
    with_facets,
    with_a_cookie_notice,
    with_things_viewed_before,
    with_hidden_samples,
    with_the_data_of_scripts,
    with_links_that_are_tracked,
    without_white_space_between_blocks,
    with_white_space_between_blocks,
    with_tags_in_capitals,
    with_texts_in_spans,
    with_comments_between_words,
    with_no_break_spaces,
    with_icons,
    with_links_to_share,
    with_utility_classes,
    with_styles_and_numbers,
    made_of_boxes,
    within_three_boxes,
    for_browsers_without_scripts,
    waiting_for_its_script,
)
