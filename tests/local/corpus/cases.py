"""A page of the corpus with what it truly states, and what every site puts around its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

BASE = "https://site.example"


@dataclass(frozen=True)
class Case:
    """A page, what is asked of it, and the rows that it states: None is what it does not say."""

    name: str
    kind: str
    html: str
    prompt: str
    schema: dict[str, str]
    rows: list[dict[str, Any]]

    @property
    def url(self) -> str:
        return f"{BASE}/{self.name}"


NAV = """<header class="site-header"><a class="logo" href="/">Acme</a><nav><ul class="menu"><li><a href="/a">Shop</a></li>
<li><a href="/b">Stories</a></li><li><a href="/c">Contact</a></li></ul></nav>
<div class="minicart"><a href="/cart">Cart <span class="price">$0.00</span></a></div></header>"""
CRUMBS = """<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/x">Things</a></li><li>This</li></ol>"""
RELATED = """<section class="related"><h2>You may also like</h2><div class="row">
<div class="card"><a href="/o/1"><img src="/o1.jpg" alt=""><h3>Other thing</h3></a><span class="price">$3.33</span><span class="brand">Nobody</span></div>
<div class="card"><a href="/o/2"><img src="/o2.jpg" alt=""><h3>Second thing</h3></a><span class="price">$4.44</span><span class="brand">Noone</span></div>
<div class="card"><a href="/o/3"><img src="/o3.jpg" alt=""><h3>Third thing</h3></a><span class="price">$5.55</span><span class="brand">Nix</span></div>
</div></section>"""
COMMENTS = """<section id="comments"><h3>2 comments</h3><ol><li class="comment"><b class="author">Zed</b> <time datetime="2019-01-01">1 Jan 2019</time>
<p>I liked it, 1 out of 5 would do again.</p></li><li class="comment"><b class="author">Yan</b> <time datetime="2019-02-02">2 Feb 2019</time>
<p>Could have been better, said nobody ever about this.</p></li></ol></section>"""
AUTHOR_CARD = """<aside class="author-card"><h1 class="name">Hi, I'm Maja</h1><p>Author: Maja Lund</p><p>Rating: 2</p>
<img src="/maja.jpg" alt="Maja"></aside>"""
FOOTER = """<footer><h4>Newsletter</h4><form><input name="email"><button>Subscribe</button></form><p>Brand: Acme Media. Price list: on request.</p>
<ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer>"""
SITE_DATA = """<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
{"@type":"Organization","@id":"#org","name":"Acme Inc","url":"https://site.example/","logo":{"@type":"ImageObject","url":"/logo.png"}},
{"@type":"WebSite","@id":"#site","name":"Acme","publisher":{"@id":"#org"}},
{"@type":"Person","@id":"#maja","name":"Maja Lund","image":"/maja.jpg","description":"Writes here"},
{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home","item":"https://site.example/"},
{"@type":"ListItem","position":2,"name":"Things","item":"https://site.example/x"}]}]}</script>"""


def page(body: str, *, title: str, head: str = "", lang: str = "en", around: bool = True) -> str:
    """Return *body* as a page of a site, with everything *around* it that is not meant."""
    before = NAV + CRUMBS if around else ""
    after = FOOTER if around else ""
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} | Acme</title>{head}</head>'
        f"<body>{before}<main>{body}</main>{after}</body></html>"
    )
