"""
What a page answers to a prompt: rows of a schema, or its best matching text.

Holds the page as a list of records against the page as one thing, by what the prompt asks for and by how
much of the schema each of them answers. Where a schema is not answered at all, a prompt for many things
gets no row and a prompt for one thing gets a row of nulls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.collector import uncollected
from airflow_provider.local.reading.as_shown import show_constants, show_sums
from airflow_provider.local.reading.boxes import boxes_in, without_names
from airflow_provider.local.reading.choosing import best_filling
from airflow_provider.local.reading.howmany import wants_many
from airflow_provider.local.reading.marks import deny_marks
from airflow_provider.local.reading.meant.compared import Told
from airflow_provider.local.reading.meant.meaning import Meant, meant_by
from airflow_provider.local.reading.meant.order import named_in
from airflow_provider.local.reading.overview import asks_as_a_whole
from airflow_provider.local.reading.rows import Row
from airflow_provider.local.reading.tree.maintext import main_lines
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.reading.words.synonyms import GENERAL
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.schemas import Schema
from airflow_provider.local.text import rank, search_terms, stem

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document

MAX_TEXT = 20_000
MAX_PASSAGES = 5


@uncollected()
def extract_rows(document: Document, *, prompt: str, schema: Schema) -> list[Row]:
    """Return the rows of *schema* that *document* states, in its order, null where it does not say."""
    # A field called "_" asks for nothing.
    told = Schema({name: kind for name, kind in schema.fields.items() if words_of(name)}, schema.many)
    rows = _read_rows(document, prompt, told) if told.fields else [{}]
    return [{name: row.get(name) for name in schema.fields} for row in rows]


def _read_rows(document: Document, prompt: str, schema: Schema) -> list[Row]:
    page = parse(document)
    boxes = boxes_in(prompt, page, schema)
    meant = meant_by(without_names(prompt, boxes), schema)
    many = meant.count > 1 or wants_many(prompt, schema)
    many = False if asks_as_a_whole(prompt, schema, many=many) else many
    # One of several is asked for as one thing, too; else nothing tells one thing from others.
    is_one_of = many is False and meant.one
    meant = meant if many is not False or is_one_of else Meant()
    told = meant.widened(schema)
    rows = list(best_filling(page, told, prompt=prompt, many=is_one_of or many, boxes=boxes).rows)
    if is_one_of and not rows:
        meant, rows = Meant(), list(best_filling(page, schema, prompt=prompt, many=False).rows)
    deny_marks(rows, schema)
    show_sums(rows, schema, page.root.pieces)
    show_constants(rows, page.root.pieces)
    comma = page.comma
    page.release()
    rows = list(meant.of(rows, Told(told, comma)) if meant.meanings else named_in(prompt, rows, schema, many=many))
    if not rows:
        return [] if many else [dict.fromkeys(schema.fields)]
    return rows


@uncollected()
def extract_text(document: Document, *, prompt: str) -> str:
    """Return the passages of *document* that best match *prompt*, or its main text when none does."""
    page = parse(document)
    lines = main_lines(page)
    page.release()
    terms = " ".join(term for term in search_terms(prompt) if stem(term) not in GENERAL)
    best = sorted(rank(lines, query=terms)[:MAX_PASSAGES])
    return "\n".join(lines[position] for position in best or range(len(lines)))[:MAX_TEXT]
