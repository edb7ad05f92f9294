"""
A loaded page in a few bytes: what a reader sees, and whether the plain page can be trusted to show it.

Pure, and heavy for large pages: call it in a thread. What follows from it is the business of `policy`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin, urlsplit

from airflow_provider.web.charset import decoded
from airflow_provider.web.fingerprint import Fingerprint, digest_of
from airflow_provider.web.outcomes import Page, Validators
from airflow_provider.web.reading import is_html, lines_in, lines_of, parsed_html

if TYPE_CHECKING:
    from lxml.etree import _Element

# Fewer characters than this outside of menus, on a page that loads scripts, and the scripts bring the content.
LITTLE_TEXT = 80
# A page with a field for a password and less text than this is a form to sign in.
LITTLE_BESIDE_PASSWORD = 300
# More than this is a page, whatever its menus say.
MUCH_TEXT = 2000
# Where the frameworks that build a page in the browser mount it.
MOUNTS = (
    "(//*[@id='root' or @id='app' or @id='__next' or @id='__nuxt' or @id='___gatsby' or @id='q-app' or self::app-root])"
    "[position() <= 9]"
)
LOADED_SCRIPT = "boolean(//script[@src])"
# A script in the page can load others.
LOADING_SCRIPT = re.compile(r"\bimport\b|\.src\s*=|\bfetch\s*\(|XMLHttpRequest|\blocation\b")
# A page that sends its readers to another address, at once or soon. Of white space nothing is tried twice.
SENT_ON = re.compile(r"\s*+(\d{0,6})[\d.]*+\s*+[;,]\s*+(?:url\s*+=\s*+)?+['\"]?+\s*+(\S[^'\"]*)", re.IGNORECASE)
SOON = 30
SIGN_IN_FIELD = "boolean(//input[translate(@type, 'PASWORD', 'pasword') = 'password'])"
MENUS = ("nav", "header", "footer", "aside")
LOGIN_PATH = re.compile(r"(?:^|[/_.-])(?:log-?in|sign-?in|sso|auth)(?:$|[/_.-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Observation:
    """
    What was seen of a page.

    *body* names the bytes that came, *digest* what a reader sees of them, which compares only under the same
    *reading*. *fingerprint* is empty unless asked for, and *share* is how much differs from the one before. *doubt*
    says why the plain page may not show what counts; empty if it does.
    """

    body: str
    digest: str
    reading: str
    fingerprint: str = ""
    share: float = 1.0
    doubt: str = ""
    validators: Validators | None = None


def body_hash(page: Page) -> str:
    """Return what names the bytes of *page* and where they came from."""
    return hashlib.blake2b(page.body + page.url.encode(), digest_size=16).hexdigest()


def observe(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
    page: Page,
    *,
    asked: str,
    reading: str,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    fingerprint: bool = False,
    before: str = "",
) -> Observation:
    """
    Return what a reader sees of *page*, which was asked for at *asked*.

    *reading* names the selectors. With *fingerprint* it is made, and compared with the one *before*.
    """
    root = parsed_html(decoded(page.body, page.content_type)) if is_html(page.body, page.content_type) else None
    if root is not None:
        lines = lines_in(root, select=select, ignore=ignore)
    else:
        lines = lines_of(page.body, page.content_type, select=select, ignore=ignore)
    if not lines:
        doubt = "there is no text in it"
    elif root is None or select:
        # What the user names and finds is there without scripts.
        doubt = ""
    else:
        doubt = _doubt(root, lines, asked, page.url)
    return Observation(
        body=body_hash(page),
        digest=digest_of(lines),
        reading=reading,
        fingerprint=Fingerprint.of(lines).packed() if fingerprint else "",
        share=Fingerprint.unpacked(before).difference(lines)[0] if fingerprint and before else 1.0,
        doubt=doubt,
        validators=page.validators,
    )


def _doubt(root: _Element, lines: Sequence[str], asked: str, found: str) -> str:
    """Return why *root* may not show what it shows in a browser, or to somebody who has signed in; empty if it does."""
    text = sum(map(len, lines))
    if text < MUCH_TEXT:
        text = sum(map(len, lines_in(root, select=("body",), ignore=MENUS)))
    if not text:
        return "there is no text in it"
    sent_to_login = found != asked and LOGIN_PATH.search(urlsplit(found).path) is not None
    if root.xpath(SIGN_IN_FIELD) and (text < LITTLE_BESIDE_PASSWORD or sent_to_login):
        return "it asks for a password"
    if _sends_on(root, found):
        return "it sends its readers to another page"
    if not root.xpath(LOADED_SCRIPT) and not any(LOADING_SCRIPT.search(one) for one in root.xpath("//script/text()")):
        return ""
    if text < LITTLE_TEXT or any(len(mount.xpath("string()").strip()) < LITTLE_TEXT for mount in root.xpath(MOUNTS)):
        return "scripts bring its content"
    return ""


def _sends_on(root: _Element, found: str) -> bool:
    for meta in root.iterfind(".//meta[@http-equiv][@content]"):
        target = SENT_ON.match(meta.get("content", "")) if meta.get("http-equiv", "").lower() == "refresh" else None
        if target is not None and int(target[1] or 0) <= SOON and _other(target[2].strip(), found):
            return True
    return False


def _other(link: str, found: str) -> bool:
    try:
        return urldefrag(urljoin(found, link)).url != urldefrag(found).url
    except ValueError:
        return False
