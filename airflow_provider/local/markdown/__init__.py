"""
Markdown of any document: structure kept, links made absolute, and escapes only where text would mean something else.

How a document was read is not its business; see `documents`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document

_FENCED = {"json": "json", "xml": "xml"}


def to_markdown(document: Document) -> str:
    """Return *document* as Markdown, each part of an archive so; text without markup is as it is, data in a fence."""
    from airflow_provider.local.markdown.page import write

    if document.parts:
        written = (to_markdown(part).strip("\n") for part in document.parts)
        return "\n\n".join(filter(None, written)) + "\n"
    if document.format in _FENCED and document.text is not None:
        return f"```{_FENCED[document.format]}\n{document.text.strip()}\n```\n"
    if document.text is not None:
        return document.text
    return write(document.html, url=document.url)
