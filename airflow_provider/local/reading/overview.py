"""
What a page says of its list as a whole: how many records there are, on how many pages, and what was searched for.

How they are sorted and what they are called together is asked for beside these.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import OF_PAGE
from airflow_provider.local.reading.howmany import EACH
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words
    from airflow_provider.local.schemas import Schema

_ANY = patterns("asking")
_COUNTING = word_set("total count number num amount nr of found n overall")
_QUERIES = {("query",), ("search",), ("searched", "for")}
_QUERIES |= {("search", word) for word in word_set("term query text keyword phrase")}
_SORTED = {("sort",), ("sorting",), ("sort", "by"), ("sorted", "by"), ("sort", "order"), ("order", "by")}
_PLACES = {("location",), ("search", "location"), ("searched", "location")}
# What records stand in has the page's heading, be it asked for as a `category`, a `forum_name` or a `page_heading`.
_HOLDERS = word_set("category forum subforum board list section collection department heading")
_CALLED = word_set("name title page")
# What a list as a whole may be asked for beside these; anything else is asked of its records.
_BESIDE = word_set("category title description location venue page seller company role tag source site_name")
_PAGES = stem("page")
# What a field that asks how many records there are may be known to mean, and what is measured instead.
_COUNTED = word_set("topic_count post_count member_count page title total_time category")
_MEASURED = word_set(
    "price cost fee charge tax rent amount sale rating star mile time length weight area size value calorie fat protein"
)
# So a count speaks of any kind of records.
_ENTRIES = word_set("result item product match hit entry record listing") | {
    stem(word)
    for word in word_set(
        """
        résultats produits ergebnisse ergebnissen treffer treffern artikel artikeln produkte produkten resultados
        productos produtos risultati prodotti resultaten producten artikelen resultat produkter træff træffer träffar
        tulosta tuotetta wyników produktów výsledků produktů
        """
    )
}
_FIGURE = r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3}){1,4}|\d{1,9}"
# "1-24 of 142", "Viewing 20 of 3421 topics".
_PART_OF = re.compile(
    rf"\d\s?(?:[-\u2013\u2014]|{_ANY['up to']})\s?(?:{_FIGURE})\s{_ANY['out of']}\s(?:{_ANY['about']}\s)?({_FIGURE})\+?"
)
_SOME_OF = re.compile(rf"\d\s{_ANY['out of']}\s(?:{_ANY['about']}\s)?({_FIGURE})\+?\s([^\W\d_]+)")
# "1,286 Data Analyst jobs", "142 products".
_OF_KIND = re.compile(rf"(?<![\w.,/:-])({_FIGURE})(\+?)((?:\s[^\W\d_][\w'&-]{{0,30}}){{1,4}})")
# "62.150 Angebote", at the beginning of the heading.
_LED = re.compile(rf"({_FIGURE})\+?\s[^\W\d_]")
# "Total posts 505,134", as boards say below their list.
_IN_TOTAL = re.compile(rf"\btotal ([^\W\d_]+):?\s({_FIGURE})(?![\w.,])", re.IGNORECASE)
# "18件".
_COUNTER = re.compile(r"(\d{1,7})\s?(?:件|個|点|名|项|条|件商品)")
_LABELLED = re.compile(rf"^((?:[^\W\d_]+\s){{0,2}}[^\W\d_]+)\s?:\s({_FIGURE})\+?$")
# A longer line is a text, and what is made of more pieces a part of the page.
_LONGEST_LINE, _LARGEST = 150, 100
_PAGE_OF = re.compile(rf"\b{_ANY['page']}(?:\s\d{{1,6}})?\s(?:{_ANY['out of']}|/)\s(\d{{1,6}})\b", re.IGNORECASE)
_SEARCHES = word_set("q query search search_query searchterm search_term keyword keywords k s st term text p wd find")
_WHERE = word_set("location where l loc place city")
_TYPED = {"", "text", "search", "hidden"}
_RESULTS_FOR = re.compile(
    rf"\b{_ANY['results for']}:?\s[\"'\u2018\u201c\u201e\u00ab]?(\S.{{0,80}}?)"
    r"[\"'\u2019\u201c\u201d\u00bb]?(?:\s\(.*)?$",
    re.IGNORECASE,
)
_SORT = re.compile(r"(?:^|[\W_])(?:sort\w*|order(?:by)?|tri|trier|sortieren|ordenar)(?:$|[\W_])", re.IGNORECASE)
_SORTED_BY = re.compile(rf"^{_ANY['sorted by']}:?\s(\S.{{1,40}})$", re.IGNORECASE)
_HOW_MANY = re.compile(rf"\b{_ANY['how many']}", re.IGNORECASE)
_COUNT_ALONE = re.compile(rf"^\W?(?:{_FIGURE})\+?(?:\s[^\W\d_]{{1,20}})?\W?$")
_BEHIND_HEADING = re.compile(rf"\s?\((?:{_FIGURE})\+?(?:\s\w+)?\)$")


def asks_of_list(schema: Schema) -> bool:
    """Tell whether *schema* asks how many records there are, what was searched for, or what all stand under alone."""
    told = [name for name in schema.fields if _counted(name) or words_of(name) in _QUERIES]
    others = [name for name in schema.fields if name not in told and words_of(name) not in _SORTED]
    is_holder = bool(others) and all(len(words_of(name)) > 1 and _is_holder(words_of(name)) for name in others)
    return (bool(told) or is_holder) and all(concepts_of(name) <= _BESIDE for name in others)


def asks_as_a_whole(prompt: str, schema: Schema, *, many: bool | None) -> bool:
    """
    Tell whether *prompt*, which may ask for *many*, and *schema* ask for the list as a whole.

    Totals without a name beside them are those of a board, though "posts" are many: "total posts, newest member".
    """
    if many is None or not asks_of_list(schema):
        return asks_of_list(schema)
    # "How many chairs and tables are there?"
    if all(map(_counted, schema.fields)) and _HOW_MANY.search(prompt) and EACH.search(prompt) is None:
        return True
    totals = [name for name in schema.fields if "total" in words_of(name)]
    named = any(_is_holder(words_of(name)) or "title" in concepts_of(name) for name in schema.fields)
    return not many or (2 * len(totals) >= len(schema.fields) and not named and EACH.search(prompt) is None)


def _is_holder(words: Words) -> bool:
    """Tell whether a field called *words* asks for the name of what records stand in: `forum_name`."""
    return not _HOLDERS.isdisjoint(words) and _HOLDERS.union(_CALLED).issuperset(words)


def add_overview(item: Item, page: Page, schema: Schema) -> None:
    """Add to *item*, what is said of *page*, what it says of its list as a whole, if *schema* asks for that."""
    if not asks_of_list(schema):
        return
    for name in schema.fields:
        words, counted = words_of(name), _counted(name)
        if counted == _PAGES:
            value = _pages(page)
        elif counted:
            value = _total(page, counted)
        elif words in _QUERIES:
            value = _typed(page, _SEARCHES) or _searched(page)
        elif words in _PLACES:
            value = _typed(page, _WHERE)
        elif words in _SORTED:
            value = _sorted(page)
        elif _is_holder(words):
            value = _name(page)
        else:
            continue
        item.add(name, value, strength=OF_PAGE)


def _name(page: Page) -> str:
    """Return what the heading of the list calls it, without how many there are, as in "Kettles (142)"."""
    heading = _heading(page)
    if heading is None:
        return ""
    last = heading.children[-1].text if heading.children else ""
    bare = heading.text.removesuffix(last).rstrip() if _COUNT_ALONE.match(last) else heading.text
    return _BEHIND_HEADING.sub("", bare) or heading.text


def _counted(name: str) -> str:
    """Return the stem of what field *name* asks the number of; nothing if it asks for something else."""
    words = words_of(name)
    kinds = [word for word in words if word not in _COUNTING]
    if len(kinds) != 1 or len(kinds) == len(words) or not concepts_of(name) <= _COUNTED:
        return ""
    return stem(kinds[0]) if kinds[0] not in _MEASURED else ""


def _lines(page: Page) -> Iterator[tuple[int, str, str]]:
    """Yield the lines that may be said of its list, with how far from its heading they stand, and in what."""
    heading = _heading(page)
    at = heading.place if heading is not None else 0
    for node in (node for node in page.nodes if node.own and not node.hidden and node.size <= _LARGEST):
        above = node.parent.attrs.get("class", "") if node.parent is not None else ""
        place = f"{above}>{node.tag}.{node.attrs.get('class', '')}"
        yield from ((abs(node.place - at), line, place) for line in node.lines if len(line) <= _LONGEST_LINE)


def _total(page: Page, kind: str) -> str:
    """Return how many records of a *kind* there are, as "1-24 of 142", "142 products" or "Results: 142" state it."""
    found = [(rank, far, said, place) for far, line, place in _lines(page) for rank, said in _counts(line, kind)]
    # Whatever the heading counts are the results, and what it counts by name, though the number has its own element.
    heading = page.heading.text if page.heading is not None else ""
    is_named = kind in {stem(word) for word in words_of(heading)}
    if (led := _LED.match(heading)) and (is_named or kind in _ENTRIES):
        found.append((1 if is_named else 2, 0, led[1], "heading"))
    # What is another number in the next record of a list is said of that: "1840 topics" of a forum in a forum.
    several: dict[str, set[str]] = {}
    for _, _, said, place in found:
        several.setdefault(place, set()).add(said)
    alone = [one for one in found if len(several[one[-1]]) == 1]
    return min(alone or found, default=(0, 0, "", ""))[2]


def _counts(line: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers of records of a *kind* that *line* states, the surest with the lowest rank."""
    if part := _PART_OF.search(line):
        yield 0, part[1]
    for some in _SOME_OF.finditer(line):
        if stem(some[2].lower()) in {kind, *_ENTRIES}:
            yield 0, some[1]
    for said in _OF_KIND.finditer(line):
        stems = {stem(word.lower()) for word in said[3].split()}
        # "0 items" are those in a basket.
        if kind in stems or (said[1] != "0" and not stems.isdisjoint(_ENTRIES)):
            yield (1 if kind in stems else 2), said[1] + said[2]
    for said in _IN_TOTAL.finditer(line):
        if stem(said[1].lower()) == kind:
            yield 0, said[2]
    for said in _COUNTER.finditer(line):
        yield 2, said[1]
    label = _LABELLED.match(line)
    if label and not {stem(word.lower()) for word in label[1].split()}.isdisjoint({kind, *_ENTRIES}):
        yield 2, label[2]


def _pages(page: Page) -> str:
    """Return how many pages there are, by "Page 1 of 172" or the last number of those that one may go to."""
    if said := next(filter(None, (_PAGE_OF.search(line) for _, line, _ in _lines(page))), None):
        return said[1]
    boxes = [node for node in page.nodes if node.size <= _LARGEST and any("pag" in name.lower() for name in node.names)]
    steps = [[one for one in box.below() if one.text.isdecimal() and not one.children] for box in boxes]
    # Those of the page are the last on it; a thread of a list may have some of its own.
    numbers = [[int(one.text) for one in several] for several in steps if len(several) > 1]
    return str(numbers[-1][-1]) if numbers and numbers[-1] == sorted(numbers[-1]) else ""


def _typed(page: Page, names: frozenset[str]) -> str:
    """Return what stands in the first field of a form that one of *names* is the name of, or that is for searches."""
    inputs = [node for node in page.nodes if node.tag == "input" and node.attrs.get("value", "").strip()]
    inputs = [node for node in inputs if node.attrs.get("type", "").lower() in _TYPED]
    told = [node for node in inputs if node.attrs.get("name", "").lower() in names]
    shown = [node for node in told if node.attrs.get("type", "").lower() != "hidden"] or told
    return shown[0].attrs["value"] if shown else ""


def _searched(page: Page) -> str:
    """Return what was searched for as the page says it: "Results for: glaze"."""
    said = (_RESULTS_FOR.search(line) for line in (*(line for _, line, _ in sorted(_lines(page))), page.title))
    return next((found[1] for found in said if found is not None), "")


def _sorted(page: Page) -> str:
    """Return how the list is sorted: what is chosen where one may choose that, or a line that says it."""
    for node in (node for node in page.nodes if node.tag == "select"):
        about = " ".join(node.attrs.get(name, "") for name in ("name", "id", "class", "aria-label"))
        options = [one for one in node.children if one.tag == "option"]
        if _SORT.search(about) and options:
            return next((one for one in options if "selected" in one.attrs), options[0]).text
    said = (_SORTED_BY.match(line) for _, line, _ in _lines(page))
    return next((found[1] for found in said if found is not None), "")


def _heading(page: Page) -> Node | None:
    """Return the heading of the list: the last one that the title has, as the name of a site may stand above it."""
    named = [node for node in page.headings if node.text in page.title_parts]
    return named[-1] if named else page.heading
