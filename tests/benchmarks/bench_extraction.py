"""
Target 13: how right the embedded service reads the corpus of the tests, by field, and how many pages a second.

`--wrong` lists every value that is not what its page states. The corpus's pages are small; so that the speed
is that of real ones, each is also read with the menus and footers of a large site around it, and so is a whole
page of a shop: most of its time goes to its cards.
"""

from __future__ import annotations

import argparse
import dataclasses
import time

from tests.benchmarks.figures import Figures
from tests.local.corpus.cases import BASE, Case, page
from tests.local.corpus.judging import corpus, judge, read

ROUNDS = 3
MENUS = 40
ENTRIES = 25
CARDS = 48
CARD = """<div class="card"><div class="card__media"><a href="/p/{n}"><img src="/i/{n}.jpg" alt="{name}"></a></div>
<div class="card__info"><span class="card__vendor">Tern</span><h3 class="card__title"><a href="/p/{n}">{name}</a></h3>
<div class="card__rating"><span aria-label="{rating} out of 5 stars"></span> <span>({reviews})</span></div>
<p class="card__text">Made to order from wood of the valley, number {n} of them.</p><ul><li>Oak</li><li>Oiled</li></ul>
<div class="card__price"><span class="price">${price:.2f}</span></div><button>Add to cart</button></div></div>"""
SCRIPT = "var state = function () { return [1, 2, 3]; };\n" * 2000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="list the values that are wrong or missing")
    wrong = parser.parse_args().wrong
    figures = Figures("extraction")
    cases = corpus()
    found = judge(cases)
    for (kind, field), tally in sorted(found.fields.items()):
        figures.note(f"{kind}: {field}", f"precision {tally.precision:.3f}, recall {tally.recall:.3f}")
    for kind, tally in found.kinds.items():
        figures.judge(f"{kind}: values that are wrong", 1 - tally.precision, at_most=0.05)
        figures.note(f"{kind}: pages right as a whole", f"{found.right_pages[kind]} of {found.pages[kind]}")
    figures.note("pages a second, as they are", _rate(cases), "pages/s")
    large = [_enlarged(case) for case in cases]
    size = sum(len(case.html) for case in large) / len(large) / 1000
    figures.judge(f"pages a second, {size:.0f} kB each", _rate(large), at_least=40)
    shop = _enlarged(_shop())
    figures.note(
        f"pages a second, a shop's with {CARDS} cards, {len(shop.html) / 1000:.0f} kB", _rate([shop]), "pages/s"
    )
    for line in [*found.wrong, *found.missing] if wrong else found.wrong:
        print(f"    {line}")
    figures.write()


def _rate(cases: list[Case]) -> float:
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        for case in cases:
            read(case)
        best = max(best, len(cases) / (time.process_time() - began))
    return best


def _shop() -> Case:
    """Return a shop's page of as many cards as shops show at once, each with what cards have."""
    rows = [
        {"name": f"Oak chair {n}", "price": n + 0.5, "rating": 4.0 + n % 10 / 10, "url": f"{BASE}/p/{n}"}
        for n in range(1, CARDS + 1)
    ]
    cards = "".join(CARD.format(n=n, reviews=n + 9, **row) for n, row in enumerate(rows, 1))
    schema = {"name": "string", "price": "number", "rating": "number", "url": "string"}
    html = page(f'<h1>Chairs</h1><div class="cards">{cards}</div>', title="Chairs")
    return Case("shop", "shop", html, "Extract all products", schema, rows)


def _enlarged(case: Case) -> Case:
    links = "".join(
        f'<li class="menu-item"><a class="link" href="/m/{n}"><span>Entry {n}</span></a></li>' for n in range(ENTRIES)
    )
    menus = "".join(f'<ul class="menu menu-{n}">{links}</ul>' for n in range(MENUS))
    around = f"<footer><nav>{menus}</nav></footer><script>{SCRIPT}</script>"
    return dataclasses.replace(case, html=case.html.replace("</body>", f"{around}</body>"))


if __name__ == "__main__":
    main()
