"""How fast the embedded service answers from a collection of 1,000 documents, and how well it ranks a technical one."""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from airflow_provider.local.index import terms_of
from airflow_provider.local.query import Query, answer_plainly
from airflow_provider.local.schemas import read_query_schema
from airflow_provider.local.store import Record, Store
from tests.benchmarks.figures import Figures
from tests.local.test_prose import ndcg

DOCUMENTS = 1000
CORPUS = json.loads((Path(__file__).parents[1] / "local" / "collections" / "technical.json").read_text())
SCHEMAS = {
    "an object of prose": {"answer": "string"},
    "a list of prose": [{"answer": "string"}],
    "text": None,
    "a list of rows": [{"title": "string", "price": "number"}],
}


def main() -> None:
    """Measure and print."""
    figures = Figures("collections")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        _fill(store)
        for name, schema in SCHEMAS.items():
            shape = None if schema is None else read_query_schema(schema)
            collection = "rows" if "rows" in name else "prose"
            asked = [Query(collection_id=collection, text=one, schema=shape, rules="") for one in CORPUS["queries"]]
            # The first third of the queries warms up.
            taken = [_milliseconds(store, query) for query in asked][len(asked) // 3 :]
            figures.judge(f"{name}, {DOCUMENTS} documents, ms of CPU", statistics.median(taken), at_most=10)
        figures.judge("nDCG@10 of the tests' technical collection", _quality(store), at_least=0.4)
    figures.write()


def _fill(store: Store) -> None:
    chance = random.Random(7)
    sentences = [one for text in CORPUS["documents"].values() for one in text.split(". ")]
    for number in range(DOCUMENTS):
        text = ". ".join(chance.sample(sentences, 8))
        store.add("prose", source=str(number), records=[Record(text=text, context=f"note {number}")])
    rows = []
    for number in range(DOCUMENTS):
        facts = (("title", chance.choice(sentences)), ("price", f"{number}.50"), ("maker", f"maker {number % 50}"))
        rows.append(Record(text="; ".join(f"{label}: {value}" for label, value in facts), facts=facts))
    store.add("rows", source="rows", records=rows)
    for name, text in CORPUS["documents"].items():
        title, _, body = text.partition(". ")
        store.add("technical", source=name, records=[Record(text=body, context=title)])


def _milliseconds(store: Store, query: Query) -> float:
    began = time.process_time()
    answer_plainly(store, query)
    return (time.process_time() - began) * 1000


def _quality(store: Store) -> float:
    found = {
        query: [
            one.source for one, _ in store.search("technical", dict.fromkeys(terms_of(query), True), limit=10).records
        ]
        for query in CORPUS["queries"]
    }
    return statistics.mean(ndcg(found[query], relevant) for query, relevant in CORPUS["queries"].items())


if __name__ == "__main__":
    main()
