"""
A page's bytes, read as its reader would: the lines of text that are seen, and nothing else.

Markup, whitespace, attributes and the order of bytes do not matter; visible words, their lines and their
order do. Pure, and heavy for large pages: call it in a thread.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from airflow_provider.extras import importing
from airflow_provider.web.bounds import end_head, without_ends
from airflow_provider.web.charset import decoded
from airflow_provider.web.noise import VISIBLE_INPUTS, unseen_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    Unseen = Callable[[_Element], bool]

BLOCKS = frozenset(
    "address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset "  # noqa: SIM905 - a list would fill a screen
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol "
    "optgroup option p pre search section select summary table tbody tfoot thead title tr ul".split()
)
CELLS = frozenset({"td", "th"})
PREFORMATTED = frozenset({"pre", "textarea"})
# Their attributes are read, or may be.
SPEAKING = frozenset({"img", "input", "textarea", "meta", "data"})
CELL_MARK = " | "
# Soft hyphens, zero-width spaces, direction marks and the like: there, but not seen.
UNSEEN_CHARACTERS = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff\x00"))
# Marks on a letter are put in order one by one: of millions that would take days.
MOST_MARKS, JOINER = 30, "\u034f"
MANY_MARKS = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_MARKS + 1},}}")
# The parser compares each attribute of a tag with all others: of so many it would take hours, of a few tags of less
# than a second. A tag is taken as a whole, and its first group says that it has more.
LITTLE_HTML = 30_000
MOST_ATTRIBUTES = 2000
ATTRIBUTE = r"""[\s/]*+[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
TAG = re.compile(rf"<[a-z][^\s/>]*+(?:{ATTRIBUTE}){{0,{MOST_ATTRIBUTES}}}+({ATTRIBUTE})?+", re.IGNORECASE)
BARE_AMPERSAND = re.compile(rb"(<!\[CDATA\[(?:.*?\]\]>|.*))|&(?!#?\w+;)", re.DOTALL)
# What feeds change with every request.
FEED_NOISE = frozenset({"lastbuilddate", "ttl", "generator"})


def lines_of(body: bytes, content_type: str, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[str]:
    """
    Return the lines that a reader sees.

    *select* narrows to what these CSS selectors match, *ignore* removes what those match; both speak of
    HTML and XML only.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind.endswith(("/json", "+json")):
        return _json_lines(decoded(body, content_type))
    if kind.endswith(("/xml", "+xml")) and "html" not in kind:
        return _clean(_walk(parsed_xml(body, content_type), _xml_unseen, select, ignore, xml=True))
    if is_html(body, content_type):
        root = parsed_html(decoded(body, content_type))
        return [] if root is None else lines_in(root, select=select, ignore=ignore)
    if kind.startswith("text/") or not kind:
        return _clean([decoded(body, content_type)])
    return [f"{kind}, {len(body):,} bytes, SHA-256 {hashlib.sha256(body).hexdigest()}"]


def is_html(body: bytes, content_type: str) -> bool:
    """Tell whether *body* is an HTML page, by its *content_type* or, where that says nothing, by itself."""
    kind = content_type.partition(";")[0].strip().lower()
    return "html" in kind or (kind in {"", "text/plain"} and _begins_like_html(body))


def is_text(body: bytes, content_type: str) -> bool:
    """Tell whether `lines_of` gives what is written in *body*, and not only its name."""
    kind = content_type.partition(";")[0].strip().lower()
    return is_html(body, content_type) or not kind or kind.startswith("text/") or kind.endswith(("json", "xml"))


def parsed_html(text: str) -> _Element | None:
    """Return the root of an HTML page; None if there is nothing in it, or more attributes than can be read."""
    with importing("watch"):
        from lxml import etree

    if len(text) > LITTLE_HTML and any(tag[1] for tag in TAG.finditer(text)):
        return None
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    # Encoded anew: a declaration in the text must not contradict what was decoded.
    root: _Element | None = etree.fromstring(without_ends(text).encode("utf-8", "replace") or b" ", parser)
    if root is not None:
        end_head(root)
    return root


def lines_in(root: _Element, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> list[str]:
    """Return the lines that a reader sees of the HTML page *root*."""
    title = [] if select else root.xpath("string(//head/title)").split("\n")
    return _clean([" ".join(title), "\n", *_walk(root, unseen_on(root), select, ignore)])


def mended_xml(body: bytes, content_type: str) -> bytes:
    """Return XML in UTF-8, in which an ampersand that begins nothing stands for itself, as its author has meant it."""
    text = body if body.isascii() else decoded(body, content_type).encode("utf-8", "replace")
    return BARE_AMPERSAND.sub(lambda found: found[1] or b"&amp;", text) if b"&" in text else text


def parsed_xml(body: bytes, content_type: str) -> _Element | None:
    """Return the root of an XML document, as far as it can be read; None if there is nothing in it."""
    return parsed_mended_xml(mended_xml(body, content_type))


def parsed_mended_xml(body: bytes) -> _Element | None:
    """Return the same of what `mended_xml` has given."""
    with importing("watch"):
        from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True, recover=True
    )
    try:
        root: _Element | None = etree.fromstring(body, parser) if body.strip() else None
    except etree.XMLSyntaxError:
        return None
    return root


def _xml_unseen(element: _Element) -> bool:
    name = str(element.tag).rpartition("}")[2].lower()
    return name in FEED_NOISE or (name in {"updated", "pubdate"} and _is_feed(element.getparent()))


def _is_feed(parent: _Element | None) -> bool:
    return parent is not None and str(parent.tag).rpartition("}")[2].lower() in {"feed", "channel"}


def _walk(
    root: _Element | None, unseen_there: Unseen, select: Sequence[str], ignore: Sequence[str], *, xml: bool = False
) -> list[str]:
    """Return the text of *root*, or of what is selected in it, without what is ignored."""
    pieces: list[str] = []
    if root is None:
        return pieces
    ignored = set(_matches(root, ignore, xml=xml))
    if not select:
        _add_pieces(pieces, root, unseen_there, ignored, xml=xml)
        return pieces
    for element in outermost(root, set(_matches(root, select, xml=xml))):
        if element not in ignored:
            pieces.append("\n")
            _add_pieces(pieces, element, unseen_there, ignored, xml=xml)
    return pieces


def outermost(root: _Element, chosen: Collection[_Element]) -> Iterator[_Element]:
    """Return those of the elements *chosen* below *root* that are not within others, in the order of the page."""
    with importing("watch"):
        from lxml import etree

    walker = etree.iterwalk(root, events=("start",))
    for _, element in walker:
        if element in chosen:
            walker.skip_subtree()
            yield element


def _matches(root: _Element, selectors: Iterable[str], *, xml: bool) -> Iterator[_Element]:
    for selector in selectors:
        yield from _compiled(selector, xml=xml)(root)


@lru_cache(maxsize=4096)
def _compiled(selector: str, *, xml: bool) -> Any:
    with importing("watch"):
        from lxml.cssselect import CSSSelector

    return CSSSelector(selector, translator="xml" if xml else "html")


def _add_pieces(pieces: list[str], start: _Element, unseen_there: Unseen, ignored: set[_Element], *, xml: bool) -> None:
    """Add the text below *start*, which itself is seen whatever it is, with a newline wherever a line ends."""
    with importing("watch"):
        from lxml import etree

    # Most of the time of a visit is spent here: each step of the loop is a step for every element of a page.
    add = pieces.append
    preformatted = 0
    skipped: _Element | None = None
    walker = etree.iterwalk(start, events=("start", "end"))
    for event, element in walker:
        tag = element.tag
        if event == "start":
            if element is not start and (element in ignored or unseen_there(element)):
                # The next event is the end of this very element.
                skipped = element
                walker.skip_subtree()
                continue
            preformatted += tag in PREFORMATTED
            if xml or tag in BLOCKS:
                add("\n")
            elif tag in CELLS and element.getprevious() is not None:
                add(CELL_MARK)
            if tag in SPEAKING:
                add(_spoken(element, tag, selected=element is start))
            text = element.text
        else:
            preformatted -= tag in PREFORMATTED and element is not skipped
            if xml or tag in BLOCKS:
                add("\n")
            text = None if element is start else element.tail
        if text:
            # A newline in the source is a space to a reader, except where it is kept.
            add(text if preformatted else text.replace("\n", " ").replace("\r", " "))


def _spoken(element: _Element, tag: str, *, selected: bool) -> str:
    """Return what a reader sees of the attributes of *element*."""
    shown = ""
    if tag == "img":
        shown = f" {element.get('alt', '')} "
    elif tag == "input" and element.get("type", "text").lower() in VISIBLE_INPUTS:
        shown = f" {element.get('value') or element.get('placeholder') or ''} "
    elif tag == "textarea" and not element.text:
        shown = f" {element.get('placeholder', '')} "
    elif selected and tag != "textarea":
        # Named by the user, so wanted although no reader sees it.
        shown = element.get("content") or element.get("value") or ""
    return shown


def _clean(pieces: Iterable[str]) -> list[str]:
    text = MANY_MARKS.sub(_parted, "".join(pieces).translate(UNSEEN_CHARACTERS))
    text = unicodedata.normalize("NFC", text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line.strip("| ")]


def _parted(found: re.Match[str]) -> str:
    """Return what may be many marks on one letter in the stream-safe format of Unicode (UAX 15)."""
    pieces, marks = [], 0
    for character in found[0]:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MOST_MARKS:
            pieces.append(JOINER)
            marks = 1
        pieces.append(character)
    return "".join(pieces)


def _json_lines(text: str) -> list[str]:
    try:
        return json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False).splitlines()
    except (ValueError, RecursionError):
        return _clean([text])


def _begins_like_html(body: bytes) -> bool:
    return re.search(rb"<(?:!doctype html|html|head|body|title|div|p|table)\b", body[:2048], re.IGNORECASE) is not None
