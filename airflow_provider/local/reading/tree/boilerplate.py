"""
What on a page is boilerplate, and speaks of something else: navigation, side columns, related things, comments.

Told by elements, roles, the words of class names, and headings such as "You may also like". What holds most of the
text that is no link, or every title, is the page itself whatever it is called; so is what many parts of it are called.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import patterns, words_of
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

_ANY, _FORMS = patterns("boilerplate"), patterns("forms")
_BOILERPLATE_NAME = re.compile(rf"(?:^|[-_ ])({_ANY['names']})(?:$|[-_ ])", re.IGNORECASE)
_BOILERPLATE_HEADING = re.compile(rf"^{_ANY['headings']}", re.IGNORECASE)
# What heads a section of a forum may name its columns, too: "Reviews | Threads / Posts | Last post".
_OF_COLUMNS = re.compile(rf"\s{_FORMS['last']}\s{_FORMS['written']}\w{{0,2}}$", re.IGNORECASE)
# "containerRelated", but not "cardFooter" or "commentCount", which are parts of a record.
_CAPITAL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_OF_OTHERS = re.compile(r"related|recommend|similar|also|recent|suggest|trending|popular|sidebar", re.IGNORECASE)
# A part of the page that has these among other things is none of them: ``product-description-reviews``.
_OPINIONS = re.compile(r"(?:reviews|comments?|faqs?)$", re.IGNORECASE)
_CONTENT = re.compile(r"(?:^|[-_])(?:description|details?|info|specifications?|header|summary|tabs)[-_]", re.IGNORECASE)
# The foot of a part tells who wrote it, and of what: ``entry-footer``.
_POSTERS = word_set("author poster")
_PARTS_WITH_FOOT = word_set("post entry article recipe product item card tile result job")
_BOILERPLATE_TAGS = frozenset({"nav", "aside", "footer", "dialog"})
_TELLING = _BOILERPLATE_TAGS | {"header"}
_TO_SHARE = frozenset({"share", "sharing"})
# Numbers with a word, or in brackets up to three, before them and signs between them, from the first or second page on.
_PAGES = re.compile(r"^(?:[\[(] ?(?:[^\W\d_]{2,10} ){1,2})?\W{0,3}(?:[^\W\d_]{2,10}\W{1,3})?[12](?:\W+\d{1,5})+\W*$")
# "Page 2", and for those who cannot see "You are on page 2".
_PAGE = re.compile(
    r"(?:.{0,40}\b(?:page|seite|página|pagina|strona|stránka|sida|side|sivu)\s?)?(\d{1,5})$", re.IGNORECASE
)
# So many times as long as such a word, a link behind it is the name of something.
_LONG = 3
_FEWEST_RESULTS = 5
_FEWEST_PAGES = 3
_NUMBER = re.compile(r"\d+")
_NEVER_MOST = frozenset({"nav", "footer"})
# A page says at least so much beside its menus.
_SHORT = 200
_NEVER_NAMED = frozenset({"body", "html", "main", *HEADINGS})
_PARTS = frozenset({"article", "aside", "main", "nav", "section", "li", "td"})
_BOILERPLATE_ROLES = word_set("navigation complementary contentinfo search dialog alertdialog menu")


def is_main(node: Node) -> bool:
    """Tell whether the page calls *node* its main part."""
    return node.tag == "main" or node.attrs.get("role") == "main"


def mark_boilerplate(nodes: Sequence[Node]) -> None:
    """Mark each of *nodes*, all those of a page, that is boilerplate, with the words that tell so."""
    titles = [node for node in nodes if node.tag == "h1" and not node.hidden]
    sections: dict[int, str] = {}
    banner = _banner(nodes)
    until = _lengths(nodes)
    named = _names(nodes, until)
    for node in nodes:
        above = node.parent
        if above is not None and above.boilerplate:
            node.boilerplate = above.boilerplate
            continue
        words = sections.get(node.place) or ("header" if node is banner else named.get(node.place, ""))
        # The foot of a short page is no less one, nor is what has to be agreed to.
        never = node.tag in _NEVER_MOST or words.lower() == "consent"
        is_foot = never and (bool(titles) or until[-1] - _length(node, until) >= _SHORT)
        if words and (is_foot or not _is_most(node, until)) and not _holds_all(node, titles):
            node.boilerplate = words
        elif node.tag in HEADINGS and node.tag != "h1" and heads_boilerplate(node):
            node.boilerplate = node.text
            for one in node.section:
                if any(one.holds(title) for title in titles):
                    break
                sections[one.place] = node.text


def is_to_share(node: Node) -> bool:
    """Tell whether *node* has what something may be shared with, and not how often that was done."""
    return node.boilerplate.lower() in _TO_SHARE and not has_digit(node.text)


def heads_boilerplate(heading: Node) -> bool:
    """Tell whether *heading* stands over something else, and is not the name of what it links: "Filter Box"."""
    found = _BOILERPLATE_HEADING.match(heading.text)
    if found is None or found[0] == heading.text or _OF_COLUMNS.search(heading.text[-60:]):
        return found is not None and found[0] == heading.text
    # "Review", a mark before the link to a thread.
    names = any(one.href and len(one.text) > _LONG * len(found[0]) for one in heading.below())
    return not names and not any(one.href and heading.text in one.text for one in (*heading.below(), *heading.up()))


def _lengths(nodes: Sequence[Node]) -> list[int]:
    """Return how long the text of the page is up to each of its pieces; links count only where there is little else."""
    pieces = nodes[0].pieces if nodes else []
    all_of_it = [len(piece) for piece in pieces]
    lengths = all_of_it.copy()
    for node in nodes:
        # What is hidden has a text of its own.
        if node.tag == "a" and not node.hidden:
            lengths[node.start : node.end] = [0] * node.size
    return list(accumulate(lengths if 4 * sum(lengths) >= sum(all_of_it) else all_of_it, initial=0))


def _is_most(node: Node, until: Sequence[int]) -> bool:
    return 2 * _length(node, until) > until[-1]


def _length(node: Node, until: Sequence[int]) -> int:
    """Return how much *node* has of the text that is seen."""
    return 0 if node.hidden else until[node.end] - until[node.start]


def _names(nodes: Sequence[Node], until: Sequence[int]) -> dict[int, str]:
    """Return the words that tell boilerplate, by the place of their node, without those that most of the page has."""
    named: dict[int, str] = {}
    held: Counter[str] = Counter()
    ends: dict[str, int] = {}
    for node in nodes:
        if not (words := _boilerplate_words(node)):
            continue
        named[node.place] = words
        if not node.hidden and node.start >= ends.get(words, 0) and not _is_most(node, until):
            held[words] += _length(node, until)
            ends[words] = node.end
    usual = {words for words, length in held.items() if 2 * length > until[-1]}
    return {place: words for place, words in named.items() if words not in usual}


def _banner(nodes: Sequence[Node]) -> Node | None:
    """Return the header of the page: the only one that stands in none of its parts, for these have headers, too."""
    headers = [node for node in nodes if node.tag == "header" and not any(one.tag in _PARTS for one in node.up())]
    return headers[0] if len(headers) == 1 else None


def _boilerplate_words(node: Node) -> str:
    tag, attrs = node.tag, node.attrs
    if tag in _TELLING or "role" in attrs:
        is_foot_of_part = tag == "footer" and any(map(_is_foot_of_part, node.names))
        # Beside a post stands who wrote it.
        is_foot_of_part |= tag == "aside" and any(not _POSTERS.isdisjoint(words_of(name)) for name in node.names)
        is_named = attrs.get("role") in _BOILERPLATE_ROLES and not (attrs["role"] == "search" and _has_results(node))
        if (tag in _BOILERPLATE_TAGS and not is_foot_of_part) or is_named:
            return f"{tag} {attrs.get('role', '')} {attrs.get('class', '')}"
        if tag == "header":
            of_page = node.parent is not None and node.parent.tag == "body"
            return "header" if of_page or any(one.tag == "nav" for one in node.below()) else ""
    if len(node.children) > 1 and has_page_numbers(node):
        return "pagination"
    # A link in a heading leads to what that names.
    if not attrs or tag in _NEVER_NAMED or (tag == "a" and node.parent is not None and node.parent.tag in HEADINGS):
        return ""
    return _boilerplate_names(attrs.get("class", "")[:300], attrs.get("id", "")[:100])


def _has_results(node: Node) -> bool:
    """Tell whether *node*, where one searches, also has what was found."""
    return sum(one.href != "" and one.text != "" for one in node.below()) >= _FEWEST_RESULTS


def has_page_numbers(node: Node) -> bool:
    """Tell whether *node* has links to the pages of something, counted from the first or second one, and no more."""
    if len(node.children) < 2 or not node.is_short:  # noqa: PLR2004 - one is no row
        return False
    numbers = _NUMBER.findall(node.text) if _PAGES.match(node.text) else _numbers_of(node)
    linked = sum(_PAGE.match(one.text) is not None for one in node.inside("a")) if numbers else 0
    return 0 < len(numbers) <= linked + 1 and all(int(before) < int(after) for before, after in pairwise(numbers))


def _numbers_of(node: Node) -> list[str]:
    """Return the numbers of the pages that the children of *node* are, between words such as "Previous" and "Next"."""
    found = [_PAGE.match(one.text) for one in node.children if has_digit(one.text)]
    numbers = [one[1] for one in found if one]
    return numbers if len(numbers) == len(found) >= _FEWEST_PAGES and numbers[0] in {"1", "2"} else []


@lru_cache(maxsize=4096)
def _boilerplate_names(classes: str, identity: str) -> str:
    for name in f"{classes} {identity}".split():
        found = _BOILERPLATE_NAME.search(name) or _in_capitals(name)
        is_content = found and _OPINIONS.match(found[1]) and _CONTENT.search(name[: found.start(1)])
        if found and not is_content and not _is_foot_of_part(name):
            return found[1]
    return ""


def _in_capitals(name: str) -> re.Match[str] | None:
    """Return where a word of class *name* that begins with a capital tells that something else stands there."""
    found = _BOILERPLATE_NAME.search(_CAPITAL.sub("-", name)) if not (name.islower() or name.isupper()) else None
    return found if found and _OF_OTHERS.match(found[1]) else None


def _is_foot_of_part(name: str) -> bool:
    at = name.lower().rfind("footer")
    return at > 0 and not _PARTS_WITH_FOOT.isdisjoint(words_of(name[:at])[-1:])


def _holds_all(node: Node, titles: Sequence[Node]) -> bool:
    """Tell whether *node* has every title of the page, and so what the page is about."""
    return bool(titles) and all(node.holds(title) for title in titles)
