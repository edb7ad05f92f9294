"""Pages in the markup that today's shops, recipe plugins, forums and search engines write, each in its own manner."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.local.corpus.cases import BASE, COMMENTS, RELATED, Case, page

PRODUCT = {"name": "string", "price": "number", "sku": "string", "availability": "string", "brand": "string"}
RECIPE = {"title": "string", "author": "string", "total_time": "number", "yields": "string"}
RECIPE |= {"ingredients": "string", "instructions": "string"}


def markup() -> Iterator[Case]:
    yield from _products()
    yield from _recipes()
    yield from _lists()


def _product(name: str, body: str, row: dict[str, Any], *, head: str = "", lang: str = "en") -> Case:
    html = page(f"{body}{RELATED}", title=row["name"], head=head, lang=lang)
    return Case(f"product-{name}", "product", html, "Extract the product", PRODUCT, [row])


def _products() -> Iterator[Case]:
    lamp = {"name": "Arc lamp", "price": 189.0, "sku": "AL-7", "availability": "InStock", "brand": "Nord"}
    data = {"@type": "Product", "name": "Arc lamp", "sku": "AL-7", "brand": {"name": "Nord"}}
    offers = [{"sku": f"AL-7-{n}", "price": 189.0, "availability": "https://schema.org/InStock"} for n in range(2)]
    yield _product(
        "hidden-badges",
        """<h1>Arc lamp</h1><div><div class="price__regular"><span class="visually-hidden">Regular price</span>
        <span>$189.00 USD</span></div><div class="price__sale"><span class="visually-hidden">Regular price</span>
        <s>$240.00 USD</s><span class="visually-hidden">Sale price</span><span>$189.00 USD</span></div>
        <span class="badge">Sale</span><span class="badge">Sold out</span></div><button>Add to cart</button>""",
        lamp,
        head=f'<script type="application/ld+json">{json.dumps(data | {"offers": offers})}</script>',
    )
    state = {"props": {"product": {"name": "Arc lamp", "sku": "AL-7", "brand": {"name": "Nord", "slug": "n"}}}}
    yield _product(
        "minified",
        f"""<div class="xK3p_a"><h1 class="q9-Zb">Arc lamp</h1><div><span>$189</span><span>.00</span></div>
        <button>Add to basket</button></div><script type="application/json">{json.dumps(state)}</script>""",
        lamp,
    )
    yield _product(
        "reduced-from",
        """<h1>Arc lamp</h1><p>Item No. <span class="product-id">AL-7</span></p><div class="price"><del><span>
        <span class="sr-only">Price reduced from</span>$240.00<span class="sr-only"> to </span></span></del>
        <span class="sales"><span class="value">$189.00</span></span></div><p>or 4 payments of $47.25</p>
        <p>Brand: Nord</p><button>Add to bag</button>""",
        lamp,
    )
    yield _product(
        "row-of-labels",
        """<h1>Arc lamp</h1><table><tr><td>Brand:</td><td>Nord</td><td>SKU:</td><td>AL-7</td></tr>
        <tr><td>Your price:</td><td><b>$189.00</b> ea.</td><td>Stock:</td><td>In stock</td></tr></table>
        <table><tr><th>From</th><th>Each</th></tr><tr><td>5</td><td>$180.00</td></tr>
        <tr><td>10</td><td>$170.00</td></tr></table>""",
        lamp | {"availability": "In stock"},
    )
    yield _product(
        "parts-that-look-like-cards",
        """<div><h1>Arc lamp</h1><p class="price">$189.00</p><a href="/cart?add=7">Add to cart</a></div>
        <div><a href="/big.jpg"><img src="/small.jpg" alt=""></a></div>
        <div><ul><li><a href="/t1">More</a></li></ul><p>SKU: AL-7</p><p>Brand: Nord</p></div>""",
        lamp,
    )


def _recipe(name: str, body: str, *, head: str = "", lang: str = "en", **differs: Any) -> Case:
    row = {
        "title": "Bean stew",
        "author": "Ana Silva",
        "total_time": 80,
        "yields": "4 servings",
        "ingredients": "500 g beans, 2 onions",
        "instructions": "Fry the onions. Add the beans.",
    }
    html = page(f"<h1>Bean stew</h1>{body}{COMMENTS}", title="Bean stew", head=head, lang=lang)
    return Case(f"recipe-{name}", "recipe", html, "Extract the recipe", RECIPE, [row | differs])


def _recipes() -> Iterator[Case]:
    yield _recipe(
        "headings-in-bold",
        """<p><b>Submitted by:</b> Ana Silva<br><b>Servings:</b> 4 servings<br><b>Total time:</b> 1 hour and 20 min</p>
        <p><b>Ingredients</b></p><p>500 g beans<br>2 onions</p><p><b>Directions</b></p>
        <p>Fry the onions.<br>Add the beans.</p>""",
    )
    yield _recipe(
        "without-colons",
        """<p class="byline">Posted on 12/02/2024 by <a rel="author" href="/ana">Ana Silva</a></p>
        <div><b>Servings</b> 4 servings</div><div><b>Total time</b> 1 hr 20 min</div>
        <h2>You will need</h2><table><tr><td>500 g</td><td>beans</td></tr><tr><td>2</td><td>onions</td></tr></table>
        <h2>How to make it</h2><ol><li>Fry the onions.</li><li>Add the beans.</li></ol>""",
    )
    yield _recipe(
        "french",
        """<p class="auteur">Par Ana Silva — publié le 3 mai 2022</p><ul><li>Préparation : 20 min</li>
        <li>Temps total : 1 heure 20 min</li><li>Pour 4 personnes</li></ul><h2>Ingrédients</h2><ul>
        <li>500 g beans</li><li>2 onions</li></ul><h2>Préparation</h2><ol><li>Fry the onions.</li>
        <li>Add the beans.</li></ol>""",
        lang="fr",
        yields="4 personnes",
    )


def _list(name: str, kind: str, body: str, prompt: str, rows: list[dict[str, Any]]) -> Case:
    schema = {field: "number" if isinstance(value, int) else "string" for field, value in rows[0].items()}
    return Case(name, kind, page(body, title="All of them"), prompt, schema, rows)


def _lists() -> Iterator[Case]:
    hoses = [("Flexi", "Garden hose", 39), ("Aqua", "Coil hose", 28), ("Flexi", "Soaker hose", 19)]
    yield _list(
        "shop-two-headings",
        "shop",
        "<div><h1>Hoses</h1></div>"
        + "".join(
            f"""<div class="k{n}Zq"><a href="/dp/{n}"><img src="/{n}.jpg" alt=""></a><h2>{brand}</h2>
            <a href="/dp/{n}"><h2>{name}</h2></a><div>${price}.00</div><button>Add to cart</button></div>"""
            for n, (brand, name, price) in enumerate(hoses)
        ),
        "all products",
        [{"name": name, "price": price, "url": f"{BASE}/dp/{n}"} for n, (_, name, price) in enumerate(hoses)],
    )
    topics = [("How do I pin it?", 5), ("Release 4.1 is out", 22), ("Dark mode", 102)]
    yield _list(
        "forum-titles-with-notes",
        "forum",
        "<table><thead><tr><th>Topic</th><th>Replies</th></tr></thead><tbody>"
        + "".join(
            f"<tr><td><a href='/t/{n}'>{topic}</a><div><a href='/c'>Help</a></div></td><td>{replies}</td></tr>"
            for n, (topic, replies) in enumerate(topics)
        )
        + "</tbody></table>",
        "list of topics",
        [{"topic": topic, "replies": replies} for topic, replies in topics],
    )
    hits = [("Bees - an encyclopedia", "a.example"), ("Start keeping bees", "b.example"), ("Find a club", "c.example")]
    yield _list(
        "search-with-related",
        "search",
        "<ol>"
        + "".join(f"<li><cite>{host}</cite><h2><a href='https://{host}/'>{title}</a></h2></li>" for title, host in hits)
        + "<li><h2>Related searches</h2><ul><li><a href='/s?q=1'>hive</a></li></ul></li></ol>",
        "all search results",
        [{"title": title, "url": f"https://{host}/"} for title, host in hits],
    )
    jobs = [("Baker", "Brot AG", "Chur"), ("Joiner", "Holz & Co", "Bern"), ("Nurse", "St. Ann Clinic", "Basel")]
    yield _list(
        "jobs-roles-for-tests",
        "jobs",
        "<ul>"
        + "".join(
            f"""<li class="cX{n}"><h2><a href="/j/{n}">{title}</a></h2><div><span data-testid="company-name">{company}
            </span><div data-testid="text-location">{place}</div></div></li>"""
            for n, (title, company, place) in enumerate(jobs)
        )
        + "</ul>",
        "Extract all jobs",
        [{"title": title, "company": company, "location": place} for title, company, place in jobs],
    )
