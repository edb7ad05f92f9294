"""Where emphasis can stand: not around or beside spaces, nor where punctuation keeps it from being read."""

from __future__ import annotations

import re

OPEN, END = "\x03\x05\x0e", "\x04\x06\x0f"
_SPACE = r" \t\n\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\x10"
# Both begin at the first of a run, so that a long run is read once.
_SPACE_AFTER_OPEN = re.compile(rf"(?<![{OPEN}])([{OPEN}]+)([{_SPACE}]+)")
_SPACE_BEFORE_END = re.compile(rf"(?<![{_SPACE}])([{_SPACE}]+)([{END}]+)")
_EMPTY = re.compile("\x03\x04|\x05\x06|\x0e\x0f|\x04\x03|\x06\x05|\x0f\x0e")
# Brackets and quotes that belong together, each with its other half.
_PAIRS = {
    **dict(zip("([{\uff08\u300c\u300e\u3010\u3008\u300a", ")]}\uff09\u300d\u300f\u3011\u3009\u300b", strict=True)),
    **{one: one for one in "\"'"},
    **dict(zip("\u201c\u2018\xab\xbb\u2039\u203a", "\u201d\u2019\xbb\xab\u203a\u2039", strict=True)),
    **dict(zip("\u201e\u201a", ("\u201c\u201d", "\u2018\u2019"), strict=True)),
}
_LEFT = re.escape("".join(_PAIRS))
_RIGHT = re.escape("".join(_PAIRS.values()))
# What stands between such a pair, up to 200 characters.
_INNER = rf"([^\s{OPEN}{END}{_LEFT}{_RIGHT}](?:[^{OPEN}{END}{_LEFT}{_RIGHT}]{{0,198}}[^\s{OPEN}{END}{_LEFT}{_RIGHT}])?)"
_AFTER_WORD, _BEFORE_WORD = rf"(?<=[\w{END}])", rf"(?=[{OPEN}]{{0,3}}\w)"
_ENCLOSED = re.compile(rf"([{OPEN}]{{1,3}})([{_LEFT}]){_INNER}([{_RIGHT}])([{END}]{{1,3}})")
_PAIR_AFTER_OPEN = re.compile(rf"{_AFTER_WORD}([{OPEN}]{{1,3}})(([{_LEFT}]){_INNER}([{_RIGHT}]))(?=[\w ])")
_PAIR_BEFORE_END = re.compile(rf"(?<=[\w ])(([{_LEFT}]){_INNER}([{_RIGHT}]))([{END}]{{1,3}}){_BEFORE_WORD}")
_QUOTES = "\u201e\u201c\u201d\u201a\u2018\u2019\xab\xbb\u2039\u203a\u300a\u300b\u300c\u300d\u300e\u300f\uff08\uff09"
_POINTS = ".,:;!?\u2026\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f"
_POINT_BEFORE_END = re.compile(rf"(?<=[^\s\x00-\x1f])([{_POINTS}]{{1,3}})([{END}]{{1,3}}){_BEFORE_WORD}")
_QUOTE_AFTER_OPEN = re.compile(rf"{_AFTER_WORD}([{OPEN}]{{1,3}})([{_QUOTES}]{{1,3}})(?=\w)")
_QUOTE_BEFORE_END = re.compile(rf"(?<=\w)([{_QUOTES}]{{1,3}})([{END}]{{1,3}}){_BEFORE_WORD}")
_CANNOT_OPEN = re.compile(rf"{_AFTER_WORD}[{OPEN}]+(?:[\x01\x02\x11_]|[^\w\s\x00-\x1f])")
_CANNOT_END = re.compile(rf"(?:[\x01_]|[^\w\s\x00-\x1f])[{END}]+{_BEFORE_WORD}")
_ANY = re.compile(f"[{OPEN}{END}]")
_PARAGRAPHS = re.compile("\x10(?: ?\x10)+")
_ANY_OR_PARAGRAPHS = re.compile(f"([{OPEN}{END}]|\x10(?: ?\x10)+)")
_END_OF = dict(zip(OPEN, END, strict=True))


def tidy(text: str) -> str:
    """Put emphasis where Markdown can have it: within one paragraph, not beside spaces, nor twice in a row."""
    text = _beside_no_space(_within_paragraphs(text))
    if not (_CANNOT_OPEN.search(text) or _CANNOT_END.search(text)):
        return text
    text = _POINT_BEFORE_END.sub(r"\2\1", text)
    text = _ENCLOSED.sub(_put_inside, text)
    text = _PAIR_AFTER_OPEN.sub(_put_after, text)
    text = _beside_no_space(_PAIR_BEFORE_END.sub(_put_before, text))
    text = _QUOTE_BEFORE_END.sub(r"\2\1", _QUOTE_AFTER_OPEN.sub(r"\2\1", text))
    return _without_impossible(text)


def _within_paragraphs(text: str) -> str:
    """Return *text* with emphasis ended before two breaks, which divide paragraphs, and begun anew after them."""
    if not _PARAGRAPHS.search(text):
        return text
    opened: list[str] = []
    out: list[str] = []
    for piece in _ANY_OR_PARAGRAPHS.split(text):
        if piece in _END_OF:
            opened.append(piece)
        elif piece in _END_OF.values() and opened:
            opened.pop()
        ends = [_END_OF[one] for one in reversed(opened)] if _PARAGRAPHS.match(piece) else []
        out += [*ends, piece, *(opened if ends else ())]
    return "".join(out)


def _beside_no_space(text: str) -> str:
    before = ""
    while before != text:
        before = text
        text = _SPACE_AFTER_OPEN.sub(r"\2\1", text)
        text = _SPACE_BEFORE_END.sub(r"\2\1", text)
        text = _EMPTY.sub("", text)
    return text


def _put_inside(found: re.Match[str]) -> str:
    """Return emphasis within the brackets that it stood around, where these stand beside a word."""
    opened, left, inner, right, ended = found.groups()
    around = found.string[max(0, found.start() - 1) : found.start()] + found.string[found.end() : found.end() + 1]
    if right not in _PAIRS[left] or not any(one.isalnum() or one in OPEN + END for one in around):
        return found[0]
    return f"{left}{opened}{inner}{ended}{right}"


def _put_after(found: re.Match[str]) -> str:
    opened, pair, left, _inner, right = found.groups()
    return f"{pair}{opened}" if right in _PAIRS[left] else found[0]


def _put_before(found: re.Match[str]) -> str:
    pair, left, _inner, right, ended = found.groups()
    return f"{ended}{pair}" if right in _PAIRS[left] else found[0]


def _without_impossible(text: str) -> str:
    """Return *text* without the pairs of which one side could not be read as emphasis."""
    gone: set[int] = set()
    for pattern, side in ((_CANNOT_OPEN, OPEN), (_CANNOT_END, END)):
        for found in pattern.finditer(text):
            gone.update(place for place in range(found.start(), found.end()) if text[place] in side)
    opened: list[int] = []
    for found in _ANY.finditer(text):
        place = found.start()
        if text[place] in OPEN:
            opened.append(place)
        elif opened:
            other = opened.pop()
            if place in gone or other in gone:
                gone |= {place, other}
    return "".join(character for place, character in enumerate(text) if place not in gone)
