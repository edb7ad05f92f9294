"""Pages in the markup of forum, shop and blog software that is in wide use: a good part of the web looks like this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.local.corpus.cases import BASE, COMMENTS, Case, page

FORUM = {
    "title": "string",
    "url": "string",
    "author": "string",
    "replies": "number",
    "views": "number",
    "date": "string",
}
SHOP = {"name": "string", "price": "number", "old_price": "number", "url": "string", "image": "string"}
JOB = {"title": "string", "company": "string", "location": "string", "url": "string"}
HIT = {"title": "string", "url": "string", "description": "string"}
RECIPE = {"title": "string", "author": "string", "rating": "number", "rating_count": "number", "prep_time": "number", "cook_time": "number", "total_time": "number", "servings": "string", "ingredients": "string", "instructions": "string"}  # fmt: skip
PRODUCT = {"name": "string", "price": "number", "brand": "string", "sku": "string", "availability": "string"}


def software() -> Iterator[Case]:
    for made in (
        bulletin,
        board_of_cards,
        flat_board,
        phases,
        magento,
        loop,
        collection,
        auction,
        job_board,
        job_rows,
        engine,
        snippets,
        museum,
        gallery,
        recipe_card,
        recipe_sections,
        old_recipe,
        store,
        outlet,
        marketplace,
        many_prices,
        related_only,
        news_front,
        reviews,
        reduced,
        units,
        blocks,
        tail_prices,
        two_in_a_column,
        seasons,
    ):
        yield made()


def _case(
    name: str,
    kind: str,
    body: str,
    prompt: str,
    schema: dict[str, str],
    rows: list[dict[str, Any]],
    *,
    title: str = "List",
    head: str = "",
) -> Case:
    return Case(f"{kind}-{name}", kind, page(body, title=title, head=head), prompt, schema, rows)


def _rows(schema: dict[str, str], *values: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(schema, one, strict=True)) for one in values]


TOPICS = (
    ("Router keeps dropping", f"{BASE}/viewtopic?t=1", "mona", 4, 120, "Mon Jan 05, 2026 1:23 pm"),
    ("By the way: new rules", f"{BASE}/viewtopic?t=2", "admin", 0, 88, "Tue Jan 06, 2026 9:00 am"),
    ("How to read 2 sensors?", f"{BASE}/viewtopic?t=3", "Peter Pan", 17, 2300, "Wed Jan 07, 2026 5:45 pm"),
)


def bulletin() -> Case:
    """Definition lists as rows, the last post in one of them."""
    items = "".join(
        f"""<li class="row bg{n % 2 + 1}"><dl class="row-item topic_read"><dt title="No unread posts"><div class="list-inner"><a href="{url[20:]}" class="topictitle">{title}</a><br>
        <div class="topic-poster">by <a href="/u/{n}" class="username">{author}</a> &raquo; {date}</div></div></dt>
        <dd class="posts">{replies} <dfn>Replies</dfn></dd><dd class="views">{views} <dfn>Views</dfn></dd>
        <dd class="lastpost"><span><dfn>Last post </dfn>by <a href="/u/9" class="username">zorro</a> <a href="/last" title="Go to last post">&raquo;</a><br>Thu Jan 08, 2026 11:11 am</span></dd></dl></li>"""
        for n, (title, url, author, replies, views, date) in enumerate(TOPICS)
    )
    head = '<ul class="topiclist"><li class="header"><dl><dt>Topics</dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost">Last post</dd></dl></li></ul>'
    return _case(
        "bulletin",
        "forum",
        f"<h2>General</h2><div class='forumbg'>{head}<ul class='topiclist topics'>{items}</ul></div>",
        "Extract all topics",
        FORUM,
        _rows(FORUM, *TOPICS),
    )


def board_of_cards() -> Case:
    """Structured items with counts under their labels."""
    items = "".join(
        f"""<div class="structItem structItem--thread js-threadListItem-{n}"><div class="structItem-cell--icon"><a href="/members/{n}" class="avatar"><span>{author[0]}</span></a></div>
        <div class="structItem-cell structItem-cell--main"><div class="structItem-title"><a href="{url[20:]}">{title}</a></div><div class="structItem-minor"><ul class="structItem-parts"><li><a href="/members/{n}" class="username">{author}</a></li>
        <li><a href="{url[20:]}"><time datetime="{date}">{date}</time></a></li></ul></div></div>
        <div class="structItem-cell structItem-cell--meta"><dl class="pairs"><dt>Replies</dt><dd>{replies}</dd></dl><dl class="pairs"><dt>Views</dt><dd>{views}</dd></dl></div>
        <div class="structItem-cell structItem-cell--latest"><a href="/latest"><time class="structItem-latestDate" datetime="2026-01-09">9 Jan 2026</time></a><div><a href="/members/7" class="username">zorro</a></div></div></div>"""
        for n, (title, url, author, replies, views, date) in enumerate(TOPICS)
    )
    rows = [{**row, "author": row["author"]} for row in _rows(FORUM, *TOPICS)]
    return _case(
        "cards",
        "forum",
        f"<h1>General</h1><div class='structItemContainer'>{items}</div>",
        "List every thread",
        FORUM,
        rows,
    )


def flat_board() -> Case:
    """A table without a header, a count in a cell of its own."""
    schema = {"title": "string", "url": "string", "author": "string", "replies": "number"}
    items = "".join(
        f'<tr><td class="icon"><img src="/i.gif"></td><td class="subject"><a href="{url[20:]}">{title}</a><br><small>by {author}</small></td><td class="num">{replies} replies</td></tr>'
        for title, url, author, replies, *_ in TOPICS
    )
    rows = [{name: row[name] for name in schema} for row in _rows(FORUM, *TOPICS)]
    return _case("flat", "forum", f"<h1>General</h1><table class='forum'>{items}</table>", "all threads", schema, rows)


def phases() -> Case:
    """Questions with counts before their words."""
    schema = {"title": "string", "url": "string", "votes": "number", "answers": "number", "author": "string"}
    items = "".join(
        f"""<div class="s-post-summary"><div class="stats"><div class="stat"><span class="n">{n + 2}</span> <span class="u">votes</span></div><div class="stat"><span class="n">{n}</span> <span class="u">answers</span></div></div>
        <div class="content"><h3><a href="/q/{n}">{title}</a></h3><div class="excerpt">I have tried everything that the manual says, and it still does not do what it should...</div>
        <div class="meta"><a href="/tag/a" class="tag">hardware</a><div class="user">asked by <a href="/u/{n}">{author}</a> 3 hours ago</div></div></div></div>"""
        for n, (title, _, author, *_) in enumerate(TOPICS)
    )
    rows = [
        {"title": title, "url": f"{BASE}/q/{n}", "votes": n + 2, "answers": n, "author": author}
        for n, (title, _, author, *_) in enumerate(TOPICS)
    ]
    return _case("questions", "forum", f"<h1>Newest</h1>{items}", "Extract the questions", schema, rows)


WARES = (("Bag, blue", 49.0, 69.0), ("Cap", 15.5, None), ("Socks (3 pairs)", 12.0, None))


def _wares(*, old: bool = True) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "price": price,
            "old_price": was if old else None,
            "url": f"{BASE}/p/{n}",
            "image": f"{BASE}/i/{n}.jpg",
        }
        for n, (name, price, was) in enumerate(WARES)
    ]


def magento() -> Case:
    items = "".join(
        f"""<li class="item product product-item"><div class="product-item-info"><a href="/p/{n}" class="product photo"><img class="product-image-photo" src="/i/{n}.jpg" alt="{name}"></a><div class="product details"><strong class="product name product-item-name"><a class="product-item-link" href="/p/{n}">{name}</a></strong>
        <div class="price-box" data-role="priceBox" data-product-id="{n}">{f'<span class="special-price"><span class="price-label">Special Price</span> <span data-price-amount="{price}"><span class="price">${price:.2f}</span></span></span><span class="old-price"><span class="price-label">Regular Price</span> <span data-price-amount="{was}"><span class="price">${was:.2f}</span></span></span>' if was else f'<span class="price-container"><span data-price-amount="{price}"><span class="price">${price:.2f}</span></span></span>'}</div>
        <div class="actions"><form><button title="Add to Cart">Add to Cart</button></form></div></div></div></li>"""
        for n, (name, price, was) in enumerate(WARES)
    )
    return _case(
        "grid",
        "shop",
        f"<h1>Bags</h1><p class='toolbar-amount'>3 items</p><ol class='products list items'>{items}</ol>",
        "Extract all products",
        SHOP,
        _wares(),
    )


def loop() -> Case:
    items = "".join(
        f"""<li class="product type-product post-{n} instock product_cat-x"><a href="/p/{n}" class="loop-link"><span class="onsale">Sale!</span><img src="data:image/gif;base64,AA" data-src="/i/{n}.jpg"><h2 class="loop__title">{name}</h2>
        <span class="price">{f'<del><span class="amount"><bdi>${was:.2f}</bdi></span></del><span class="screen-reader-text">Original price was: ${was:.2f}.</span> <ins><span class="amount"><bdi>${price:.2f}</bdi></span></ins><span class="screen-reader-text">Current price is: ${price:.2f}.</span>' if was else f'<span class="amount"><bdi>${price:.2f}</bdi></span>'}</span></a><a href="?add-to-cart={n}" class="button">Add to cart</a></li>"""
        for n, (name, price, was) in enumerate(WARES)
    )
    return _case(
        "loop",
        "shop",
        f"<h1>Shop</h1><p>Showing all 3 results</p><ul class='products columns-4'>{items}</ul>",
        "all products",
        SHOP,
        _wares(),
    )


def collection() -> Case:
    items = "".join(
        f"""<li class="grid__item"><div class="card-wrapper"><div class="card"><div class="card__media"><img src="/i/{n}.jpg" alt=""></div><div class="card__content"><h3 class="card__heading"><a href="/p/{n}" class="full-unstyled-link">{name}</a></h3></div></div>
        <div class="card-information"><div class="price {"price--on-sale" if was else ""}"><div class="price__container"><div class="price__regular"><span class="visually-hidden">Regular price</span> <span class="price-item price-item--regular">${was or price:.2f}</span></div>
        {f'<div class="price__sale"><span class="visually-hidden">Regular price</span> <span><s class="price-item price-item--regular">${was:.2f}</s></span><span class="visually-hidden">Sale price</span> <span class="price-item price-item--sale">${price:.2f}</span></div>' if was else ""}</div></div></div></div></li>"""
        for n, (name, price, was) in enumerate(WARES)
    )
    return _case(
        "collection", "shop", f"<h1>Goods</h1><ul class='grid'>{items}</ul>", "list of products", SHOP, _wares()
    )


def auction() -> Case:
    schema = {"title": "string", "price": "number", "url": "string", "condition": "string"}
    lots = (("Old camera with lens", 120.0, "Used"), ("Pocket watch, 1920", 310.0, "Used"), ("Tin robot", 45.0, "New"))
    items = "".join(
        f"""<li class="s-item"><div class="s-item__wrapper"><div><a href="/itm/{n}"><div class="image"><img src="/l/{n}.jpg" alt="{name}"></div></a></div><div class="s-item__info"><a class="s-item__link" href="/itm/{n}"><div class="s-item__title"><span role="heading">{name}</span></div></a>
        <div class="s-item__subtitle"><span class="condition">{state}</span></div><div class="s-item__details"><span class="s-item__price">${price:.2f}</span><span class="s-item__shipping">+$12.00 shipping</span><span>{n + 1} bids</span></div></div></div></li>"""
        for n, (name, price, state) in enumerate(lots)
    )
    rows = [
        {"title": name, "price": price, "url": f"{BASE}/itm/{n}", "condition": state}
        for n, (name, price, state) in enumerate(lots)
    ]
    return _case("auction", "shop", f"<h1>3 results for camera</h1><ul>{items}</ul>", "Extract all items", schema, rows)


VACANCIES = (
    ("Cook", "Inn & Out", "Leeds"),
    ("Driver (m/f/d)", "Move GmbH", "Köln, Germany"),
    ("Teacher of maths", "Hill School", "York"),
)


def _jobs() -> list[dict[str, Any]]:
    return [
        {"title": title, "company": firm, "location": place, "url": f"{BASE}/job/{n}"}
        for n, (title, firm, place) in enumerate(VACANCIES)
    ]


def job_board() -> Case:
    items = "".join(
        f"""<li class="job_listing"><a href="/job/{n}"><img class="company_logo" src="/logo.png" alt="{firm}"><div class="position"><h3>{title}</h3><div class="company"><strong>{firm}</strong> <span class="tagline">We do things</span></div></div><div class="location">{place}</div>
        <ul class="meta"><li class="job-type full-time">Full Time</li><li class="date"><time datetime="2026-01-0{n + 1}">Posted {n + 2} days ago</time></li></ul></a></li>"""
        for n, (title, firm, place) in enumerate(VACANCIES)
    )
    rows = _jobs()
    schema = {key: JOB[key] for key in ("title", "location", "url")}
    return _case(
        "board",
        "jobs",
        f"<h1>Jobs</h1><ul class='job_listings'>{items}</ul>",
        "all jobs",
        schema,
        [{key: row[key] for key in schema} for row in rows],
    )


def job_rows() -> Case:
    """Departments as headings over the openings of each."""
    schema = {"title": "string", "location": "string", "url": "string"}
    made = [
        f"<div class='opening'><a href='/job/{n}'>{title}</a><br><span class='location'>{place}</span></div>"
        for n, (title, _, place) in enumerate(VACANCIES)
    ]
    sections = f"<section class='level-0'><h3>Team 1</h3>{made[0]}{made[1]}</section><section class='level-0'><h3>Team 2</h3>{made[2]}</section>"
    return _case(
        "openings",
        "jobs",
        f"<h1>Openings</h1>{sections}",
        "every opening",
        schema,
        [{key: row[key] for key in schema} for row in _jobs()],
    )


HITS = (
    (
        "Growing leeks",
        "https://a.example/leeks",
        "Leeks want deep soil, much water and a gardener who has the time to earth them up.",
    ),
    (
        "Leek soup in winter",
        "https://b.example/soup",
        "A soup for cold evenings: leeks, potatoes and a little cream, done in half an hour.",
    ),
    (
        "Leek - the plant",
        "https://c.example/plant",
        "The leek is a vegetable that is grown for the bundle of its leaf sheaths, and not for its bulb.",
    ),
)


def engine() -> Case:
    items = "".join(
        f"""<div class="g"><div class="yuRUbf"><a href="{url}"><br><h3 class="LC20lb">{title}</h3><div class="TbwUpd"><cite>{url} › x</cite></div></a></div><div class="IsZvec"><span class="aCOpRe"><span>12 Jan 2026 — </span>{text}</span></div></div>"""
        for title, url, text in HITS
    )
    rows = [{"title": title, "url": url} for title, url, _ in HITS]
    return _case(
        "engine",
        "search",
        f"<div id='stats'>About 12 results</div><div id='rso'>{items}</div>",
        "search results",
        {"title": "string", "url": "string"},
        rows,
    )


def snippets() -> Case:
    items = "".join(
        f"""<article class="search-result"><header><h2 class="entry-title"><a href="{url}">{title}</a></h2></header><div class="entry-summary"><p>{text} <a href="{url}">Read more</a></p></div></article>"""
        for title, url, text in HITS
    )
    schema = {"title": "string", "url": "string"}
    return _case(
        "snippets",
        "search",
        f"<h1>Search results for: leek</h1>{items}",
        "all results",
        schema,
        [{"title": title, "url": url} for title, url, _ in HITS],
    )


SHOWS = (
    ("Silver seas", "12 Mar 2026 – 30 Aug 2026", "Gallery 3"),
    ("Faces", "Until 3 May 2026", "Gallery 1"),
    ("Maps of nowhere", "1 Feb 2026 – 1 Mar 2026", "Annex"),
)


def museum() -> Case:
    schema = {"title": "string", "dates": "string", "location": "string", "url": "string"}
    items = "".join(
        f"""<div class="views-row"><article class="node"><a href="/ex/{n}"><img src="/ex/{n}.jpg" alt="{title}"></a><div class="field field--name-date">{dates}</div><h2><a href="/ex/{n}"><span>{title}</span></a></h2><div class="field field--name-location"><div class="field__label">Location</div><div class="field__item">{place}</div></div></article></div>"""
        for n, (title, dates, place) in enumerate(SHOWS)
    )
    rows = [
        {"title": title, "dates": dates, "location": place, "url": f"{BASE}/ex/{n}"}
        for n, (title, dates, place) in enumerate(SHOWS)
    ]
    return _case(
        "museum",
        "exhibitions",
        f"<h1>On view</h1><div class='view-content'>{items}</div>",
        "all exhibitions",
        schema,
        rows,
    )


def gallery() -> Case:
    schema = {"title": "string", "dates": "string", "url": "string"}
    items = "".join(
        f"""<li><a href="/ex/{n}"><figure><img src="/ex/{n}.jpg"></figure><div><span class="kicker">Exhibition</span><strong>{title}</strong><em>{dates}</em></div></a></li>"""
        for n, (title, dates, _) in enumerate(SHOWS)
    )
    rows = [{"title": title, "dates": dates, "url": f"{BASE}/ex/{n}"} for n, (title, dates, _) in enumerate(SHOWS)]
    return _case("gallery", "exhibitions", f"<h1>On view</h1><ul>{items}</ul>", "list the exhibitions", schema, rows)


STEPS = ["Heat the oven to 180 degrees.", "Mix flour and butter.", "Bake for 25 minutes."]
GOODS = ["200 g flour", "100 g butter", "1 pinch of salt"]
BAKED = {
    "title": "Shortbread",
    "author": "Isla Reid",
    "rating": 4.67,
    "rating_count": 12,
    "prep_time": 10,
    "cook_time": 25,
    "total_time": 95,
    "servings": "16 pieces",
    "ingredients": ", ".join(GOODS),
    "instructions": " ".join(STEPS),
}


def recipe_card() -> Case:
    """The card of a plugin at the end of a long post, each part in elements of its own."""
    amounts = "".join(
        f'<li class="wpr-ingredient"><input type="checkbox"> <span class="amount">{one.split()[0]}</span> <span class="unit">{one.split()[1]}</span> <span class="name">{" ".join(one.split()[2:])}</span></li>'
        for one in GOODS
    )
    steps = "".join(f'<li class="wpr-instruction"><div class="text"><span>{one}</span></div></li>' for one in STEPS)
    body = f"""<article><h1 class="entry-title">Shortbread</h1><p class="entry-meta">By <a href="/author/isla">Isla Reid</a> · 12 March 2026 · <a href="#comments">33 Comments</a></p><a href="#recipe">Jump to Recipe</a>
    <p>{"I love butter. " * 30}</p><h2>Why you will love it</h2><ul><li>Crisp</li><li>Quick</li></ul>
    <div id="recipe" class="wpr-container"><h2 class="wpr-name">Shortbread</h2><div class="wpr-rating">4.67 from 12 votes</div>
    <div class="wpr-times"><div><span class="wpr-label">Prep Time</span><span class="wpr-time"><span>10</span> <span>mins</span></span></div><div><span class="wpr-label">Cook Time</span><span class="wpr-time">25 mins</span></div>
    <div><span class="wpr-label">Chill</span><span class="wpr-time">1 hr</span></div><div><span class="wpr-label">Total Time</span><span class="wpr-time"><span>1 hr</span> <span>35 mins</span></span></div></div>
    <div><span class="wpr-label">Servings: </span><span>16 pieces</span></div>
    <div class="ingredients-container"><h3>Ingredients</h3><div class="group"><ul>{amounts}</ul></div></div><div class="instructions-container"><h3>Instructions</h3><div class="group"><ul>{steps}</ul></div></div></div></article>{COMMENTS}"""
    return _case("card", "recipe", body, "Extract the recipe", RECIPE, [BAKED], title="Shortbread")


def recipe_sections() -> Case:
    """Parts of the list under headings of their own, and paragraphs for steps."""
    body = f"""<h1>Shortbread</h1><div class="byline">Recipe by Isla Reid</div><p>Serves 16 pieces</p><p>Prep 10 mins</p><p>Cook 25 mins</p>
    <section><h2>Ingredients</h2><h4>For the dough</h4><ul><li>200 g flour</li><li>100 g butter</li></ul><h4>For the top</h4><ul><li>1 pinch of salt</li></ul></section>
    <section><h2>Method</h2>{"".join(f"<p>{one}</p>" for one in STEPS)}</section>"""
    row = {**BAKED, "rating": None, "rating_count": None, "total_time": 35, "servings": None}
    schema = {key: kind for key, kind in RECIPE.items() if key != "servings"}
    return _case(
        "sections",
        "recipe",
        body,
        "Extract the recipe",
        schema,
        [{key: row[key] for key in schema}],
        title="Shortbread",
    )


def old_recipe() -> Case:
    """Bold words before lists, as before there were headings."""
    body = f"""<h1>Shortbread</h1><p>Prep time: 10 minutes<br>Cook time: 25 minutes<br>Total time: 1 hour 35 minutes</p><p><b>Ingredients:</b></p><ul>{"".join(f"<li>{one}</li>" for one in GOODS)}</ul><p><b>Directions:</b></p><ol>{"".join(f"<li>{one}</li>" for one in STEPS)}</ol>"""
    schema = {key: kind for key, kind in RECIPE.items() if key != "servings"}
    row = {**BAKED, "rating": None, "rating_count": None, "author": None}
    return _case(
        "old", "recipe", body, "Extract the recipe", schema, [{key: row[key] for key in schema}], title="Shortbread"
    )


def store() -> Case:
    """A price among financing, shipping and savings."""
    body = """<div class="pdp"><nav class="breadcrumbs"><a href="/">Home</a></nav><h1 id="title">Oven glove, long</h1><a id="bylineInfo" href="/stores/heatwise">Visit the Heatwise Store</a><div class="rating">4.4 out of 5</div>
    <div id="price"><span class="savings">-20%</span><span class="priceToPay"><span class="offscreen">$23.99</span><span aria-hidden="true"><span>$</span><span>23<span>.</span></span><span>99</span></span></span><div>List Price: <span class="strike">$29.99</span></div></div>
    <p>or 4 payments of $6.00</p><p>Delivery $4.99. Free over $35.00</p><div id="availability"><span>In Stock</span></div><button>Add to Cart</button>
    <h2>Product details</h2><ul><li><span>Manufacturer : </span><span>Heatwise</span></li><li><span>Item model number : </span><span>HW-77</span></li><li><span>ASIN : </span><span>B00TEST77X</span></li></ul></div>"""
    schema = {"name": "string", "price": "number", "brand": "string", "asin": "string", "availability": "string"}
    return _case(
        "store",
        "product",
        body,
        "Extract the product",
        schema,
        _rows(schema, ("Oven glove, long", 23.99, "Heatwise", "B00TEST77X", "In Stock")),
        title="Oven glove, long",
    )


def outlet() -> Case:
    """A brand in a link, an item number with a sign, a buy button for a word on stock."""
    body = """<div class="row"><div class="gallery"><img src="/g.jpg"></div><div class="info"><a href="/brands/nordlys">Nordlys</a><h1>Storm lamp</h1><div>Item #: 55-1204</div><div class="amount">£34.50</div><div>Quantity <input value="1"></div><button type="submit">Add to basket</button></div></div>"""
    return _case(
        "outlet",
        "product",
        body,
        "product",
        PRODUCT,
        _rows(PRODUCT, ("Storm lamp", 34.5, "Nordlys", "55-1204", "InStock")),
        title="Storm lamp",
    )


def marketplace() -> Case:
    """Data that lists every size, each at another price: the page shows the one that is meant."""
    head = """<script type="application/ld+json">{"@context":"http://schema.org","@type":"Product","name":"Rug","sku":"R-0","brand":"Weave","offers":[
    {"@type":"Offer","price":"99.00","availability":"InStock","name":"S"},{"@type":"Offer","price":"149.00","availability":"OutOfStock","name":"M"}]}</script>"""
    body = "<h1>Rug</h1><p class='price'>$99.00</p><select><option>S - $99.00</option><option>M - $149.00</option></select>"
    return _case(
        "variants",
        "product",
        body,
        "the product",
        PRODUCT,
        _rows(PRODUCT, ("Rug", 99, "Weave", "R-0", "InStock")),
        title="Rug",
        head=head,
    )


def many_prices() -> Case:
    """A range is no price."""
    body = "<h1>Gift set</h1><p class='price'><span>$10.00</span> – <span>$40.00</span></p><p>SKU: GS-1</p>"
    return _case(
        "range",
        "product",
        body,
        "the product",
        PRODUCT,
        _rows(PRODUCT, ("Gift set", None, None, "GS-1", None)),
        title="Gift set",
    )


def related_only() -> Case:
    """No price but those of other things."""
    cards = "".join(
        f'<div class="tile"><a href="/x/{n}"><img src="/x.jpg"><b>Thing {n}</b></a><span>${n}.99</span></div>'
        for n in range(1, 5)
    )
    body = f"<h1>Sold lamp</h1><p>This one has found a home.</p><h3>Customers also bought</h3><div class='slider'>{cards}</div>"
    return _case(
        "others",
        "product",
        body,
        "the product",
        PRODUCT,
        _rows(PRODUCT, ("Sold lamp", None, None, None, None)),
        title="Sold lamp",
    )


def news_front() -> Case:
    schema = {"title": "string", "url": "string", "author": "string"}
    stories = (
        ("Bridge opens at last", "Ann Lee"),
        ("Two bears seen in town", "Bo Ek"),
        ("Why the river is red", "Cy Twom"),
        ("School wins a prize", "Di Ox"),
    )
    items = "".join(
        f'<article class="{"lead" if not n else "teaser"}"><figure><img src="/{n}.jpg"></figure><div><span class="section">Local</span><h2><a href="/s/{n}">{title}</a></h2><p>Something that is long enough to be the summary of a story in a paper.</p><span class="byline">By {author}</span></div></article>'
        for n, (title, author) in enumerate(stories)
    )
    rows = [{"title": title, "url": f"{BASE}/s/{n}", "author": author} for n, (title, author) in enumerate(stories)]
    return _case("front", "news", f"<section>{items}</section>", "all articles on the page", schema, rows)


def reviews() -> Case:
    """What is boilerplate for everything else is what is asked for here."""
    schema = {"author": "string", "rating": "number", "text": "string"}
    told = (
        ("Uma", 5, "Does what it should, and looks good while doing so."),
        ("Vic", 2, "The handle came off after a week of careful use."),
        ("Wim", 4, "A little heavy, but it will be here when I am gone."),
    )
    items = "".join(
        f'<div class="review"><span class="review-author">{author}</span><span class="stars" aria-label="{stars} out of 5 stars"></span><p class="review-text">{text}</p></div>'
        for author, stars, text in told
    )
    body = f"<h1>Hammer</h1><p>A hammer for nails, and for nothing else in the world. {'It is good. ' * 30}</p><section id='reviews'><h2>Reviews</h2>{items}</section>"
    return _case(
        "reviews",
        "reviews",
        body,
        "Extract all reviews",
        schema,
        _rows(schema, *((author, stars, text) for author, stars, text in told)),
        title="Hammer",
    )


def reduced() -> Case:
    """Old and new price told apart by words that are not seen."""
    body = """<h1>Shoe</h1><a href="/brand/strider">Strider</a><div class="product__price"><span class="sr-only">Price reduced from</span><span class="strike-through list">$100.00</span>
    <span class="sr-only">to</span><span class="sales">$70.00</span></div><p>SKU 1234567</p><div>In Stock</div>"""
    return _case(
        "reduced",
        "product",
        body,
        "the product",
        PRODUCT,
        _rows(PRODUCT, ("Shoe", 70, "Strider", "1234567", "In Stock")),
        title="Shoe",
    )


def units() -> Case:
    """A price of so much beside the price, and no button that can be pressed."""
    schema = {"name": "string", "price": "string", "sku": "string", "availability": "string"}
    body = """<h1>Tea</h1><p class="price">£3.50 <span>(£3.50/100g)</span></p><p>Art. no.: T-100</p><button disabled>Add to cart</button>"""
    return _case(
        "units", "product", body, "the product", schema, _rows(schema, ("Tea", "£3.50", "T-100", None)), title="Tea"
    )


def blocks() -> Case:
    """Labels over values, told by nothing but that they are two."""
    meta = "".join(
        f'<div class="meta-item"><p>{label}</p><p>{value}</p></div>'
        for label, value in (
            ("Prep", "10 mins"),
            ("Cook", "25 mins"),
            ("Total", "1 hr 35 mins"),
            ("Serves", "16 pieces"),
        )
    )
    body = f"""<h1>Shortbread</h1><div>{meta}</div><div class="s"><h2>Ingredients</h2><div class="s__body"><ul>{"".join(f'<li class="i">{one}</li>' for one in GOODS)}</ul></div></div>
    <section><h2>Directions</h2><ol>{"".join(f"<li><p>{one}</p></li>" for one in STEPS)}</ol></section><p>Recipe by <a href="/x">Isla Reid</a></p>"""
    row = {**BAKED, "rating": None, "rating_count": None}
    return _case("blocks", "recipe", body, "Extract the recipe", RECIPE, [row], title="Shortbread")


def tail_prices() -> Case:
    """Prices behind the links, in no element of their own."""
    schema = {"title": "string", "url": "string", "price": "number"}
    items = "".join(f'<li><a href="/p/{n}">{name}</a> - ${price:.2f}</li>' for n, (name, price, _) in enumerate(WARES))
    rows = [{"title": name, "url": f"{BASE}/p/{n}", "price": price} for n, (name, price, _) in enumerate(WARES)]
    return _case("tails", "shop", f"<h1>Goods</h1><ul>{items}</ul>", "all products", schema, rows)


def two_in_a_column() -> Case:
    """A header that names two things for the two lines of its cells."""
    schema = {"title": "string", "author": "string", "replies": "number"}
    items = "".join(
        f'<tr><td><a href="{url[20:]}">{title}</a><div>{author}</div></td><td>{replies}</td><td>Yesterday by Zed</td></tr>'
        for title, url, author, replies, *_ in TOPICS
    )
    head = "<thead><tr><th>Thread / Author</th><th>Replies</th><th>Last post</th></tr></thead>"
    rows = [{name: row[name] for name in schema} for row in _rows(FORUM, *TOPICS)]
    return _case("column", "forum", f"<h1>General</h1><table>{head}{items}</table>", "all threads", schema, rows)


def seasons() -> Case:
    """First and last day in one line."""
    schema = {"title": "string", "start_date": "string", "end_date": "string", "venue": "string"}
    items = "".join(
        f'<article><a href="/e{n}"><h2>{title}</h2></a><p class="date">{n + 1} May 2026 - {n + 2} June 2026</p><p class="venue">{place}</p></article>'
        for n, (title, _, place) in enumerate(SHOWS)
    )
    rows = [
        {"title": title, "start_date": f"{n + 1} May 2026", "end_date": f"{n + 2} June 2026", "venue": place}
        for n, (title, _, place) in enumerate(SHOWS)
    ]
    return _case(
        "seasons", "exhibitions", f"<h1>On view</h1><section>{items}</section>", "all exhibitions", schema, rows
    )
