"""Product pages: the same goods in the templates of many shops, among related goods, carts and reviews."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.local.corpus.cases import COMMENTS, RELATED, SITE_DATA, Case, page

# name, price, old price, currency, SKU, brand, available, rating, number of reviews
GOODS = [
    ("Copper kettle 2 l", 49.9, None, "USD", "KT-2000", "Ember", True, 4.5, 120),
    ("Wool blanket, grey", 129.0, 159.0, "EUR", "77120934", "Fjell", True, 4.8, 32),
    ("Trail running shoe M", 84.95, 99.95, "GBP", "TRS-M-42", "Hillwork", False, 3.9, 8),
    ("Desk lamp Arc", 1299.0, None, "USD", "LMP00017", "Lumen & Co", True, 4.1, 77),
    ("Cordless drill 18V", 199.5, 249.0, "EUR", "CD18-XR", "Borer", False, 4.6, 410),
    ("Ceramic mug", 8.0, None, "GBP", "MUG1", "Claywood", True, 5.0, 3),
]
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
SCHEMA = {
    "name": "string",
    "price": "number",
    "old_price": "number",
    "sku": "string",
    "brand": "string",
    "in_stock": "boolean",
    "rating": "number",
    "review_count": "number",
}
REVIEWS = """<div id="reviews"><h2>Customer reviews</h2><div class="review"><span class="author">Uma</span><span class="stars">1 out of 5 stars</span>
<p>Price: $1.00 would be fair. SKU: FAKE-1</p></div><div class="review"><span class="author">Vic</span><span>2 out of 5 stars</span><p>Fine.</p></div></div>"""


def money(amount: float, currency: str) -> str:
    return f"{SIGNS[currency]}{amount:,.2f}"


def products() -> Iterator[Case]:
    for number, goods in enumerate(GOODS):
        for template in (linked, graph, micro, plain, labelled, shopify, woo, hashed, german, meta):
            body, head, missing, lang = template(goods)
            name, price, old, _, sku, brand, available, rating, reviews = goods
            truth = dict(zip(SCHEMA, (name, price, old, sku, brand, available, rating, reviews), strict=True))
            row = {field: None if field in missing else value for field, value in truth.items()}
            html = page(body + RELATED + REVIEWS + COMMENTS, title=name, head=head + SITE_DATA, lang=lang)
            yield Case(f"product-{template.__name__}-{number}", "product", html, "Extract the product", SCHEMA, [row])


Goods = tuple[str, float, float | None, str, str, str, bool, float, int]
Made = tuple[str, str, set[str], str]


def _data(goods: Goods) -> dict[str, object]:
    name, price, _, currency, sku, brand, available, rating, reviews = goods
    return {
        "@type": "Product",
        "name": name,
        "sku": sku,
        "brand": {"@type": "Brand", "name": brand},
        "image": ["/a.jpg", "/b.jpg"],
        "offers": {
            "@type": "Offer",
            "price": str(price),
            "priceCurrency": currency,
            "availability": f"https://schema.org/{'InStock' if available else 'OutOfStock'}",
            "seller": {"@type": "Organization", "name": "Acme Inc"},
        },
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": rating, "reviewCount": reviews},
        "review": [{"@type": "Review", "author": "Uma", "reviewRating": {"ratingValue": 1}, "name": "Meh"}],
    }


def linked(goods: Goods) -> Made:
    """JSON-LD, with a struck price on the page only."""
    old = f"<del>{money(goods[2], goods[3])}</del>" if goods[2] else ""
    body = f'<h1>{goods[0]}</h1><p class="p">{old} <b>{money(goods[1], goods[3])}</b></p>'
    return body, f'<script type="application/ld+json">{json.dumps(_data(goods))}</script>', set(), "en"


def graph(goods: Goods) -> Made:
    """Sloppy JSON-LD in a graph, next to another product and a page."""
    other = {"@type": "Product", "name": "Other thing", "sku": "O-1", "offers": {"@type": "Offer", "price": 3.33}}
    text = json.dumps(
        {"@graph": [{"@type": "WebPage", "name": "Page", "datePublished": "2020-01-01"}, other, _data(goods)]}
    )
    script = f"<script type='application/ld+json'>//<![CDATA[\n/* data */ {text[:-1]},}}\n//]]></script>"
    old = f'<span class="was">{money(goods[2], goods[3])}</span>' if goods[2] else ""
    return f"<h1>{goods[0]}</h1>{old}<span>{money(goods[1], goods[3])}</span>", script, set(), "en"


def micro(goods: Goods) -> Made:
    name, price, old, currency, sku, brand, available, rating, reviews = goods
    struck = f"<s>{money(old, currency)}</s>" if old else ""
    body = f"""<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">{name}</h1>
    <span itemprop="brand" itemscope itemtype="http://schema.org/Brand"><meta itemprop="name" content="{brand}"></span>
    <p>Item no. <span itemprop="sku">{sku}</span></p>
    <div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating"><span itemprop="ratingValue">{rating}</span> of 5
    (<span itemprop="reviewCount">{reviews}</span>)</div>
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">{struck}<meta itemprop="priceCurrency" content="{currency}">
    <span itemprop="price" content="{price}">{money(price, currency)}</span>
    <link itemprop="availability" href="http://schema.org/{"InStock" if available else "OutOfStock"}"></div></div>"""
    return body, "", set(), "en"


def plain(goods: Goods) -> Made:
    """Nothing for machines: headings, classes and words."""
    name, price, old, currency, sku, brand, available, rating, reviews = goods
    was = f'<span class="price price--old">Was {money(old, currency)}</span>' if old else ""
    stock = "In stock, delivered in 2 days" if available else "Sold out"
    body = f"""<div class="product"><h1 class="product-title">{name}</h1><div class="brand">{brand}</div>
    <div class="prices">{was}<span class="price price--now">{money(price, currency)}</span><span class="saving">Save $10.00</span></div>
    <div class="rating" title="{rating} out of 5 stars">{reviews} reviews</div><p class="stock">{stock}</p><p>SKU: {sku}</p>
    <p>Free shipping over $50.00</p><button>Add to cart</button></div>"""
    return body, "", set(), "en"


def labelled(goods: Goods) -> Made:
    """A table of labels and values."""
    name, price, old, currency, sku, brand, available, rating, reviews = goods
    rows = {
        "Manufacturer": brand,
        "Item number": sku,
        "Our price": money(price, currency),
        "List price": money(old, currency) if old else "-",
        "Availability": "Available" if available else "Currently unavailable",
        "Rating": f"{rating} / 5",
        "Number of reviews": str(reviews),
        "Weight": "2 kg",
    }
    table = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    return f"<h1>{name}</h1><table>{table}</table>", "", set(), "en"


def shopify(goods: Goods) -> Made:
    """Prices told apart by words for screen readers only."""
    name, price, old, currency, sku, brand, available, *_ = goods
    hidden = '<span class="visually-hidden">'
    if old:
        prices = f"{hidden}Regular price</span><s class='price-item--regular'>{money(old, currency)}</s> {hidden}Sale price</span> <span class='price-item price-item--sale'>{money(price, currency)}</span>"
    else:
        prices = (
            f"{hidden}Regular price</span> <span class='price-item price-item--regular'>{money(price, currency)}</span>"
        )
    button = "<button>Add to cart</button>" if available else "<button disabled>Sold out</button>"
    body = f"""<div class="product__info"><p class="product__vendor">{brand}</p><h1>{name}</h1><div class="price">{prices}</div>
    <p>SKU <span class="sku">{sku}</span></p>{button}</div>"""
    return body, "", {"rating", "review_count"}, "en"


def woo(goods: Goods) -> Made:
    """del and ins, a SKU and categories in one line."""
    name, price, old, currency, sku, _, available, *_ = goods
    sign = SIGNS[currency]
    was = (
        f'<del aria-hidden="true"><span class="amount"><bdi><span>{sign}</span>{old:,.2f}</bdi></span></del> '
        if old
        else ""
    )
    body = f"""<div class="summary"><h1 class="product_title entry-title">{name}</h1><p class="price">{was}<ins><span class="amount"><bdi><span>{sign}</span>{price:,.2f}</bdi></span></ins></p>
    <p class="stock {"in" if available else "out-of"}-stock">{"In stock" if available else "Out of stock"}</p>
    <div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">{sku}</span></span> <span class="posted_in">Category: <a href="/c">Goods</a></span></div></div>"""
    return body, "", {"brand", "rating", "review_count"}, "en"


def hashed(goods: Goods) -> Made:
    """Class names made by a build tool, a price whose cents stand apart."""
    name, price, old, currency, sku, brand, available, rating, reviews = goods
    whole, cents = f"{price:,.2f}".split(".")
    was = f'<span class="Price_strikethrough__9aQ2z">{money(old, currency)}</span>' if old else ""
    body = f"""<div class="Pdp_root__2xLd1"><h1 class="Title_h1__3kf9s">{name}</h1><a class="Brand_link__1aB2c" href="/b">{brand}</a>
    <div class="Rating_stars2__x5H2k"><span class="Rating_value__7hjd2">{rating} out of 5</span> <a href="#r">{reviews} ratings</a></div>
    <div class="Price_box__8dHq3">{was}<span class="Price_now__2hhd3"><span>{SIGNS[currency]}</span><span>{whole}</span><sup>{cents}</sup></span></div>
    <p class="Stock_note__1j2k3">{"In stock" if available else "Out of stock"}</p><dl><dt>Product code</dt><dd>{sku}</dd></dl></div>"""
    return body, "", set(), "en"


def german(goods: Goods) -> Made:
    name, price, old, _, sku, brand, available, *_ = goods
    amount = f"{price:,.2f}".translate(str.maketrans(",.", ".,"))
    before = f'<p class="uvp">UVP <del>{f"{old:,.2f}".translate(str.maketrans(",.", ".,"))} €</del></p>' if old else ""
    body = f"""<h1>{name}</h1>{before}<p class="preis"><strong>{amount} €</strong> inkl. MwSt.</p><p>{"Auf Lager" if available else "Ausverkauft"}</p>
    <ul><li>Artikelnummer: {sku}</li><li>Marke: {brand}</li></ul>"""
    return body, "", {"rating", "review_count"}, "de"


def meta(goods: Goods) -> Made:
    """Only the head says what it is."""
    name, price, _, currency, sku, brand, available, *_ = goods
    head = f"""<meta property="og:title" content="{name}"><meta property="og:type" content="product"><meta property="og:site_name" content="Acme">
    <meta property="product:price:amount" content="{price}"><meta property="product:price:currency" content="{currency}">
    <meta property="product:brand" content="{brand}"><meta property="product:availability" content="{"in stock" if available else "out of stock"}">
    <meta property="product:retailer_item_id" content="{sku}">"""
    return "<p>Our good thing of the week.</p>", head, {"old_price", "rating", "review_count"}, "en"
