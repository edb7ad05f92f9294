"""Target 4: what importing the operators and parsing a DAG file with all five of them adds."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.benchmarks.figures import Figures

HEAVY = ("pandas", "pyarrow", "plotly", "aiohttp", "requests")

MODULES = f"""
import json, sys
import airflow.sdk
from airflow.sdk import DAG, BaseOperator, BaseHook, task
before = set(sys.modules)
import airflow_provider.operators
added = set(sys.modules) - before
print(json.dumps([sorted(added), [name for name in {HEAVY!r} if name in added]]))
"""

# Both files are parsed in turn in one warm process; what is compared is a DAG of five tasks with an empty DAG.
PARSE = """
import json, statistics, time
from airflow.sdk import DAG, BaseOperator
import airflow_provider.operators

EMPTY = "from airflow.sdk import DAG\\nwith DAG('empty') as dag:\\n    pass\\n"
FIVE = '''
from airflow.sdk import DAG
from airflow_provider.operators import (
    CollectionDeleteOperator, CollectionQueryOperator, ExtractOperator,
    MarkdownConvertOperator, TextGenerationOperator,
)
with DAG('five') as dag:
    rows = ExtractOperator(task_id='a', link='https://example.com/', prompt='All', json_schema={'t': 'string'})
    page = MarkdownConvertOperator(task_id='b', resource='https://example.com/')
    text = TextGenerationOperator(task_id='c', messages=[{'role': 'user', 'content': 'Hi'}], model='m')
    found = CollectionQueryOperator(task_id='d', collection_id='c', request_query='q', json_schema=[{'t': 'string'}],
                                    json_schema_rules='none')
    rows >> page >> text >> found >> CollectionDeleteOperator(task_id='e', collection_id='c')
'''

def cpu(source):
    code = compile(source, 'dag.py', 'exec')
    began = time.process_time()
    exec(code, {})
    return 1000 * (time.process_time() - began)

cpu(EMPTY), cpu(FIVE)
pairs = [(cpu(EMPTY), cpu(FIVE)) for _ in range(50)]
print(json.dumps([statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)]))
"""


def _run(script: str) -> list[object]:
    done = subprocess.run(  # noqa: S603 - the two scripts above
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Measure and print."""
    figures = Figures("parse")
    added, heavy = _run(MODULES)
    figures.note("modules", added)
    figures.judge("modules that importing airflow_provider.operators adds", len(added), at_most=25)
    figures.judge("heavy modules among them", len(heavy), at_most=0)
    empty, five = _run(PARSE)
    figures.note("parsing an empty DAG", empty, "ms CPU")
    figures.note("parsing a DAG with all five operators", five, "ms CPU")
    figures.judge("parsing all five over an empty DAG, ms CPU", five - empty, at_most=10)
    figures.write()


if __name__ == "__main__":
    main()
