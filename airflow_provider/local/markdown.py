"""
Markdown of any document: structure kept, links made absolute, text escaped.

How a document was read is not its business; see `documents`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.errors import Invalid

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document

_FENCED = {"json": "json", "xml": "xml"}


def to_markdown(document: Document) -> str:
    """Return *document* as Markdown; text without markup is returned as it is, data in a fence."""
    if document.format in _FENCED and document.text is not None:
        return f"```{_FENCED[document.format]}\n{document.text.strip()}\n```\n"
    if document.text is not None:
        return document.text
    return _convert(document.html, base_url=document.url)


def _convert(html: str, *, base_url: str) -> str:
    import html_to_markdown

    options = html_to_markdown.ConversionOptions(
        escape_asterisks=True,
        escape_underscores=True,
        escape_misc=True,
        escape_ascii=True,
        bullets="-",
        autolinks=False,
        br_in_tables=True,
        extract_metadata=False,
        # The structure of the source is kept whole; what of it matters is for the reader to say.
        preprocessing=html_to_markdown.PreprocessingOptions(remove_navigation=False, remove_forms=False),
        base_url=base_url,
    )
    try:
        return html_to_markdown.convert(html, options).content or ""
    except html_to_markdown.ConversionError as error:
        message = f"The page cannot be converted: {str(error)[:200]}."
        raise Invalid(message) from None
