"""By which words the names of an element say its role, as styles, scripts and tests use them: class, id and data."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.synonyms import CONTRARY, NOISE, OWN_KINDS, PHRASES, QUALIFIERS
from airflow_provider.local.reading.words.wording import Words, words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# So far up stands the block that an element is a part of.
_NEAR = 8
_SIZE = re.compile(r"(?:text|type|font)-(?:[\[\d]|[a-z]{1,2}$)")
# What stands before the name that an editor, or a microformat, gave to a field.
FIELD = re.compile(r"^(?:(?:views-field|field-{1,2}name)-(?:field-)?|(?:p|u|dt|e)-)(?=[^\W\d_])")
# A role glued to what has it: "forumdescription".
_GLUED = re.compile(r"^(?!subtitle)([a-z]{3,})(title|description|author|subject|flair)(?:label)?$")
# "prodprice", "pubtype", "createdate".
_GLUED_ROLE = re.compile(
    r"^(the)(comments?|date|tags|category)$|^(item|prod|product|pub|job|book|article|event|entry|thread|topic|detail|create|publish|release|model|car)"
    r"(name|price|type|number|date|category|company|location|rating|brand|image)$"
)
# "attribute-product-brandname".
_GLUED_NAME = re.compile(r"(?<![A-Za-z])(author|brand|company|product|seller)(name)$")
# A style that an element comes in: "rating--variant-brand".
_STYLE = re.compile(r"[-_](?:variant|theme|style)-{1,2}[\w-]+$")
# What a build tool appends to a class name: a number among letters, five letters in which small ones are few, or five
# signs among which is a line.
_HASH = re.compile(
    r"(?:-sc)?(?:[-_]{1,2}(?=[A-Za-z]*\d)[A-Za-z0-9]+)+$|__(?=[A-Za-z]*[A-Z][a-z]{0,2}[A-Z])[A-Za-z]{5}$|__(?=\w{0,4}_)\w{5}$"
)
# What says which file of styles it is from.
_MODULE = re.compile(r"^(?:[\w-]{1,60}[-_](?:module|styles?)_{2}|styles?_)(?=[A-Za-z])")
# Attributes by which tests and scripts find an element; their values name its role as class names do.
_ROLE = re.compile(
    r"data-(?:at|component|e2e|field|label|role|test(?:-?(?:id|hook))?|qa|cy|hook|automation|automation-id|ui-id|element)$|slot$|[a-z][a-z-]{1,30}-field$"
)
# Attributes that most elements have.
_PLAIN = frozenset({"class", "id", "href", "style", "src", "alt", "title"})
# Names of the form "block__element--modifier"; what the element is says more than where it stands.
_ELEMENT = re.compile(r"^([a-zA-Z\d-]+(?:__[a-zA-Z\d-]+?)*)__([a-z][a-zA-Z\d-]*?)(?:--([a-zA-Z\d-]+))?$")
# Of elements that are called by these, the modifier says which one it is: "card__feature--time".
_GENERIC = word_set("feature item meta info detail attribute attr field cell stat fact spec property sub content")
_LAYOUT = word_set("bubble item link anchor txt str html h1 h2 h3 inline strong bottom top left right center section")
# What holds the whole text of a description is called by these, too.
_PARTS = word_set("tab pane panel section long")
_PRESSED = word_set("clickable action btn button cta dropdown popup popover tooltip modal menu toggle")
# What stands alone names a role, though beside others it is layout, or a kind of thing.
_OWN_ROLES = {(word,) for word in word_set("medium text phone headline room")} | {
    (kind, "color") for kind in word_set("card item product tile")
}
# What stands in an element or does not, as in "has-rank", is not all that it says.
_WITH = re.compile(r"^(?:has|no|with|without)(?:[-_]|(?=[A-Z]))")
# Said of a price, what these call is none.
_NO_PRICES = {("qualifier",), ("label",), ("rating",), ("evaluation",)}
# What a header says of a record, and not of the site.
_OF_RECORDS = word_set("address author company date location")
# Initials without a vowel, and the words of labels that look like these: "qty".
_INITIALS = re.compile(r"[b-df-hj-np-tv-z]{2,4}")
# Where an element stands among others, in the letters of labels: "låst" is locked.
POSITIONS = frozenset({"first", "last"})
_KNOWN = frozenset(chain(*PHRASES)) | CONTRARY | NOISE | QUALIFIERS
_BOXES = word_set("card box item tile list panel media")


def is_town(name: str) -> bool:
    """Tell whether class *name* stands for a town."""
    return hint_words(name) == ("city",)


@lru_cache(maxsize=8192)
def hint_words(name: str) -> Words:
    """Return the words by which class *name* hints at a role; nothing where it is layout or a hash."""
    # "text-12" and "type-m" are how large a text is.
    bare = _HASH.sub("", _STYLE.sub("", FIELD.sub("", _MODULE.sub("", name))))
    bare = _GLUED_ROLE.sub(
        lambda found: f"{found[1] or found[3]} {found[2] or found[4]}", _GLUED_NAME.sub(r"\1 \2", bare)
    )
    said = words_of("" if _SIZE.match(name) or _WITH.match(name) else _GLUED.sub(r"\1 \2", bare))
    # The time left is not on the left.
    words = said if len(said) > 1 and said in PHRASES else tuple(word for word in said if word not in _LAYOUT)
    # "wgl-site-title", as the styles of one site are called.
    if words[1:] in PHRASES and _INITIALS.fullmatch(words[0]) and words[0] not in _KNOWN:
        words = words[1:]
    # "promotion-label-large".
    if "label" in words[1:-1] and words[: words.index("label")] in PHRASES:
        words = words[: words.index("label")]
    if "description" in words:
        words = tuple(word for word in words if word not in _PARTS)
    # What holds all of a card is no text of it.
    if words[-1:] == ("body",) and not _BOXES.isdisjoint(words):
        return ()
    # What one presses, or only sees when one does, is no value; a "market action" has a title.
    is_within = words[-1:] in PHRASES and _PRESSED.isdisjoint(words[:1] + words[-1:])
    # The label of a button says what that does.
    is_within = is_within and not (words[-1] == "label" and _PRESSED & {*words[-2:-1]})
    if not (_PRESSED.isdisjoint(words) or is_within):
        return ()
    # ``class="product"`` stands on the whole of it, not on its name, and the lead of a header speaks of the site.
    # Said of what is on show, "medium" is no size.
    telling = set(words) - NOISE - OWN_KINDS or words in _OWN_ROLES
    # What is paid by and by is told apart by its name alone.
    is_price = "price" in words and words[-1:] not in _NO_PRICES and "installment" not in PHRASES.get(words, ())
    is_of_site = words[:1] == ("header",) and _OF_RECORDS.isdisjoint(words[1:])
    return words if telling and not is_price and not is_of_site else ()


def role_names(node: Node) -> list[str]:
    """Return the names by which styles, scripts and tests find *node*."""
    if not node.attrs:
        return []
    names = f"{node.attrs.get('class', '')} {node.attrs.get('id', '')}"[:300].split()
    return [name for name in names if name not in POSITIONS] + found_by(node)


def is_named(node: Node) -> bool:
    """Tell whether the names of *node* say that it is a price."""
    named = " ".join(role_names(node)).lower()
    return "price" in named or "cost" in named


def found_by(node: Node) -> list[str]:
    """Return the names by which scripts and tests find *node*, whatever it looks like."""
    # What is all that an element is marked with names it, too: ``data-ingredient-unit="true"``.
    marks = node.attrs.items() if len(node.attrs) == 1 else ()
    own = [name[5:105] for name, value in marks if name.startswith("data-") and value in {"", "true"}]
    return own + [value[:100] for name, value in node.attrs.items() if _is_role(name)]


@lru_cache(maxsize=4096)
def _is_role(attribute: str) -> bool:
    return attribute not in _PLAIN and _ROLE.match(attribute) is not None


def element_of(name: str, node: Node) -> str:
    """Return the element that class *name* stands for, without the block that *node* is a part of."""
    found = _ELEMENT.match(name) if "__" in name else None
    if found and found[3] and _GENERIC.issuperset(words_of(found[2])):
        return found[3]
    return found[2] if found and any(found[1] in one.names for one in islice(node.up(), _NEAR)) else name


def alike_from(node: Node) -> list[Node]:
    """Return *node* and those right behind it of its tag and names; nothing where one right before it is alike."""

    def is_alike(other: Node) -> bool:
        return other.tag == node.tag and role_names(other) == role_names(node)

    siblings = node.parent.children if node.parent is not None else [node]
    if any(map(is_alike, siblings[max(0, node.position - 1) : node.position])):
        return []
    return list(takewhile(is_alike, siblings[node.position :]))


def behind(blocks: Sequence[Words], words: Words) -> Words:
    """Return what *words* say behind one of *blocks*, before which another name may stand: "shop-review-author"."""
    for block in blocks:
        for at in range(1 if words[0] in CONTRARY else 2):
            if block and words[at : at + len(block)] == block and (own := words[at + len(block) :]):
                return own
    return words
