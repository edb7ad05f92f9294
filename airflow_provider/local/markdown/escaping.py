"""
Inline text to Markdown: a backslash where a character would otherwise mean something, and nowhere else.

While a paragraph is put together, its markup is single control characters, which no page can hold. So whatever
stands next to a character of the text is known when it is asked whether that needs a backslash.
"""

from __future__ import annotations

import re
from html.entities import html5

from airflow_provider.local.markdown.emphasis import END, OPEN, tidy

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
_PUNCTUATION = r"!-/:-@\[-`{-~"

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
_ENTITY = re.compile(r"&(?=(?:([A-Za-z][A-Za-z0-9]{1,31})|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});)")
_STARTS = re.compile(
    r"\A(?:(?P<first>#{1,6}(?= |$)|[-+*](?= |$)|>|~~~|```|\[(?=[^\]\n]{1,999}\]:)|\[(?=[ xX]\] )"
    r"|[*_-](?=[ *_-]*$))|(?P<number>[0-9]{1,9})(?=[.)](?: |$)))"
)
_NUMBERED_LATE = re.compile(r"(?!0{0,8}1[.)])[0-9]{1,9}[.)]")
# After a line of text, it would make that a heading or the head of a table.
_UNDERLINE = re.compile(r"\A[=:|-](?=[ =:|-]*$)")
_ANY_EMPHASIS = re.compile(f"[{OPEN}{END}]")


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
        text = one_space(tidy(text))
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
    lines: list[str] = []
    for one in text.split(BREAK):
        # A list that begins a paragraph's next line begins with 1.
        if _STARTS.match(one) and not (lines and lines[-1] and _NUMBERED_LATE.match(one)):
            lines.append(_STARTS.sub(_start, one, count=1))
        else:
            lines.append(f"\\{one}" if lines and _UNDERLINE.match(one) else one)
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
    return _ENTITY.sub(_entity, text) if "&" in text else text


def _entity(found: re.Match[str]) -> str:
    return "\\&" if found[1] is None or f"{found[1]};" in html5 else "&"


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
