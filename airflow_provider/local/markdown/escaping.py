"""
Inline text to Markdown: a backslash where a character would otherwise mean something, and nowhere else.

While a paragraph is put together, its markup is single control characters, which no page can hold. So whatever
stands next to a character of the text is known when it is asked whether that needs a backslash.
"""

from __future__ import annotations

import re

# Markup that is written as it is: a code span, an image, the end of a link. Taken from a list, in order.
MARK = "\x01"
LINK = "\x02"
STRONG, STRONG_END, EM, EM_END, STRUCK, STRUCK_END = "\x03\x04\x05\x06\x0e\x0f"
BREAK = "\x10"
ESCAPE = "\x11"

_WRITTEN = (
    (LINK, "["),
    (STRONG, "**"),
    (STRONG_END, "**"),
    (EM, "*"),
    (EM_END, "*"),
    (STRUCK, "~~"),
    (STRUCK_END, "~~"),
    (ESCAPE, "\\"),
)
_OPEN, _END = "\x03\x05\x0e", "\x04\x06\x0f"
_PUNCTUATION = r"!-/:-@\[-`{-~"
_SPACE = r" \t\n\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\x10"

_SPACES = re.compile(" {2,}")
_NOT_PLAIN = re.compile(r"[\\`*_\[\]<&~!\x01-\x08\x0e-\x11]")
_PARAGRAPHS = re.compile(r"  \n(?:  \n)+")
_BRACKETS = re.compile(r"[\[\]]")
_SPECIAL = re.compile(r"[\\`*_\[\]<&~!]")
_BACKSLASH = re.compile(rf"\\(?=[{_PUNCTUATION}\x01-\x11]|$)")
_RUN_OF_STARS = re.compile(r"\*+")
_RUN_OF_LINES = re.compile(r"_+")
_RUN_OF_TILDES = re.compile("~+")
_RUN_OF_TICKS = re.compile(r"`+")
_END_OF_LINK = re.compile(r"(?<!\x11)\]\(")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});)")
_STARTS = re.compile(
    r"\A(?:(?P<first>#{1,6}(?= |$)|[-+*](?= |$)|>|~~~|```|\[(?=[^\]\n]{1,999}\]:)|\[(?=[ xX]\] )"
    r"|[*_-](?=[ *_-]*$))|(?P<number>[0-9]{1,9})(?=[.)](?: |$)))"
)
# After a line of text, it would make that a heading or the head of a table.
_UNDERLINE = re.compile(r"\A[=:|-](?=[ =:|-]*$)")
# Both begin at the first of a run, so that a long run is read once.
_SPACE_AFTER_OPEN = re.compile(rf"(?<![{_OPEN}])([{_OPEN}]+)([{_SPACE}]+)")
_SPACE_BEFORE_END = re.compile(rf"(?<![{_SPACE}])([{_SPACE}]+)([{_END}]+)")
_EMPTY = re.compile("\x03\x04|\x05\x06|\x0e\x0f|\x04\x03|\x06\x05|\x0f\x0e")
_QUOTES = "\u201e\u201c\u201d\u201a\u2018\u2019\xab\xbb\u2039\u203a\u300a\u300b\u300c\u300d\u300e\u300f\uff08\uff09"
_POINTS = ".,:;!?\u2026\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f"
_QUOTE_AFTER_OPEN = re.compile(rf"(?<=\w)([{_OPEN}]{{1,3}})([{_QUOTES}]{{1,3}})(?=\w)")
_POINT_BEFORE_END = re.compile(rf"(?<=\w)([{_POINTS}{_QUOTES}]{{1,3}})([{_END}]{{1,3}})(?=\w)")
_CANNOT_OPEN = re.compile(rf"\w[{_OPEN}]+(?:[\x01\x02\x11_]|[^\w\s\x00-\x1f])")
_CANNOT_END = re.compile(rf"(?:[\x01_]|[^\w\s\x00-\x1f])[{_END}]+\w")
_ANY_EMPHASIS = re.compile(f"[{_OPEN}{_END}]")


def finished(text: str, marks: list[str], *, breaks: str | None = None) -> str:
    """
    Return *text* with its *marks* as Markdown; on one line where *breaks* says what stands for a line break.

    White space of the source may come in any form; outside of marks it is one space.
    """
    text = one_space(text)
    if not _NOT_PLAIN.search(text):
        text = text.strip(" ")
        return _STARTS.sub(_start, text, count=1) if breaks is None and _STARTS.match(text) else text
    if _ANY_EMPHASIS.search(text):
        text = one_space(_tidy(text))
    if BREAK in text:
        text = text.replace(f" {BREAK}", BREAK).replace(f"{BREAK} ", BREAK).strip(f" {BREAK}")
    text = text.strip(" ")
    if _SPECIAL.search(text):
        text = _escaped(text)
    text = _lines(text) if breaks is None else text.replace(BREAK, breaks)
    for sign, written in _WRITTEN:
        if sign in text:
            text = text.replace(sign, written)
    if marks:
        pieces = text.split(MARK)
        text = "".join(piece + mark for piece, mark in zip(pieces, [*marks, ""], strict=True))
    return text


def one_space(text: str) -> str:
    """Return *text* with one space for each run of white space; no-break spaces and their like are text."""
    for other in "\n\t\r\f":
        if other in text:
            text = text.replace(other, " ")
    return _SPACES.sub(" ", text) if "  " in text else text


def _lines(text: str) -> str:
    """Return *text* with its breaks; what begins a line is no marker. Two breaks in a row divide paragraphs."""
    if BREAK not in text:
        return _STARTS.sub(_start, text, count=1) if _STARTS.match(text) else text
    first, *rest = (_STARTS.sub(_start, one, count=1) if _STARTS.match(one) else one for one in text.split(BREAK))
    lines = [first, *(f"\\{one}" if _UNDERLINE.match(one) else one for one in rest)]
    return _PARAGRAPHS.sub("\n\n", "  \n".join(lines))


def _start(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found["first"] else f"{found[0]}\\"


def _escaped(text: str) -> str:
    if "\\" in text:
        text = _BACKSLASH.sub(r"\\\\", text)
    if "`" in text and (MARK in text or len(_RUN_OF_TICKS.findall(text)) > 1):
        text = text.replace("`", "\\`")
    if "*" in text:
        ours = any(one in text for one in (STRONG, EM))
        if ours or len(_RUN_OF_STARS.findall(text)) > 1:
            text = _RUN_OF_STARS.sub(lambda run: _delimiter(run, text, ours=ours), text)
    if "_" in text and len(_RUN_OF_LINES.findall(text)) > 1:
        text = _RUN_OF_LINES.sub(lambda run: _delimiter(run, text, ours=False), text)
    if text.count("~") > 1 or ("~" in text and STRUCK in text):
        text = _RUN_OF_TILDES.sub(lambda run: _delimiter(run, text, ours=STRUCK in text), text)
    text = _END_OF_LINK.sub(r"\\](", text)
    text = text.replace(f"!{LINK}", f"\\!{LINK}")
    if "<" in text:
        text = _TAG.sub(r"\\<", text)
    return _ENTITY.sub(r"\\&", text) if "&" in text else text


def _delimiter(run: re.Match[str], text: str, *, ours: bool) -> str:
    """Return a run of stars or underscores, escaped if it could begin emphasis, or end some of *ours*."""
    before = text[run.start() - 1 : run.start()] or " "
    after = text[run.end() : run.end() + 1] or " "
    opens = not _is_space(after) and (not _is_point(after) or _is_space(before) or _is_point(before))
    ends = not _is_space(before) and (not _is_point(before) or _is_space(after) or _is_point(after))
    if run[0][0] == "_":
        opens = opens and (not ends or _is_point(before))
    if opens or (ours and ends):
        return "".join(f"\\{one}" for one in run[0])
    return run[0]


def _is_space(character: str) -> bool:
    return character.isspace() or character == BREAK


def _is_point(character: str) -> bool:
    # Markup begins and ends with punctuation.
    return character < "\x12" or not (character.isalnum() or character.isspace())


def _tidy(text: str) -> str:
    """Put emphasis where Markdown can have it: not around or beside spaces, nor twice in a row."""
    before = ""
    while before != text:
        before = text
        text = _SPACE_AFTER_OPEN.sub(r"\2\1", text)
        text = _SPACE_BEFORE_END.sub(r"\2\1", text)
        text = _EMPTY.sub("", text)
    text = _POINT_BEFORE_END.sub(r"\2\1", _QUOTE_AFTER_OPEN.sub(r"\2\1", text))
    if _CANNOT_OPEN.search(text) or _CANNOT_END.search(text):
        return _without_impossible(text)
    return text


def _without_impossible(text: str) -> str:
    """Return *text* without the pairs of which one side could not be read as emphasis."""
    gone = {place for found in _CANNOT_OPEN.finditer(text) for place in range(found.start() + 1, found.end() - 1)}
    gone |= {place for found in _CANNOT_END.finditer(text) for place in range(found.start() + 1, found.end() - 1)}
    opened: list[int] = []
    for found in _ANY_EMPHASIS.finditer(text):
        place = found.start()
        if text[place] in _OPEN:
            opened.append(place)
        elif opened:
            other = opened.pop()
            if place in gone or other in gone:
                gone |= {place, other}
    return "".join(character for place, character in enumerate(text) if place not in gone)


def bracketed(text: str) -> str:
    """Return *text* so that it can stand between brackets: its own are in pairs, or escaped."""
    if not _BRACKETS.search(text):
        return text
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] == "[" else -1
        if depth < 0:
            break
    return text if depth == 0 and "](" not in text else _BRACKETS.sub(rf"{ESCAPE}\g<0>", text)
