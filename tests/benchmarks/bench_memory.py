"""
Targets 6 and 8: memory, XCom and log lines of a batch do not grow with the number of its items.

    python tests/benchmarks/bench_memory.py [ITEMS]

Each size is one try in a process of its own, with a store that behaves as Airflow's; the service is on loopback.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import Figures
from tests.benchmarks.server import running

ITEMS = 100_000
FEW = 1_000
EXPECTATIONS = {"min_rows": 1, "required": ["title"], "max_null_share": {"price": 0.5}, "unique": ["link"]}
# Format of the result, and what the operator is given besides.
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "parquet": ("parquet", {}),
    "jsonl": ("jsonl", {}),
    "parquet, carried fields": ("parquet", {"carry": "all"}),
    "parquet, expectations": ("parquet", {"expect": EXPECTATIONS}),
}
MB = 1024**2


def main(items: int) -> None:
    """Measure and print."""
    figures = Figures("memory")
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, running(delay=0) as server:
        for name, (suffix, given) in CASES.items():
            found = {}
            for size in (FEW, items):
                with spawn.Pool(1) as pool:
                    found[size] = pool.apply(one_try, (folder, server.url, size, suffix, given))
                figures.note(f"{name}, {size:,} rows, peak memory", found[size]["peak"] / MB, "MB")
                figures.note(f"{name}, {size:,} rows, sending and writing", found[size]["seconds"], "s")
            grown = (found[items]["peak"] - found[FEW]["peak"]) / MB
            figures.judge(f"{name}, peak memory of {items:,} rows over {FEW:,}, MB", grown, at_most=50)
            figures.judge(f"{name}, XCom of {items:,} rows, bytes", found[items]["xcom"], at_most=2048)
            figures.judge(f"{name}, longest log line, bytes", found[items]["longest"], at_most=4096)
            figures.judge(f"{name}, log lines with a body in them", found[items]["bodies"], at_most=0)
            figures.judge(f"{name}, largest value in the state store, bytes", found[items]["stored"], at_most=60_000)
    figures.write()


def one_try(folder: str, url: str, items: int, suffix: str, given: dict[str, Any]) -> dict[str, Any]:
    """Run a batch of *items* links from a file, its operator being *given* more, and return what it took."""
    import logging
    import os
    import time

    import psutil

    os.environ["AIRFLOW_HOME"] = folder
    os.environ["AIRFLOW_CONN_CONTENT_AI_DEFAULT"] = json.dumps(
        {"conn_type": "content_ai", "host": url, "password": "key"}
    )
    lines: list[str] = []

    class Heard(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    from airflow_provider.operators import ExtractBatchOperator
    from tests.standins import MemoryStore, TaskInstance, execute, succeed

    class Disk(MemoryStore):
        """Values in files: a store in our own memory would be counted as the batch's."""

        largest = 0

        def get(self, key: str, default: Any = None) -> Any:
            file = Path(folder, "store", key)
            return json.loads(file.read_text()) if file.exists() else default

        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            text = json.dumps(value)
            Disk.largest = max(Disk.largest, len(text))
            Path(folder, "store", key).write_text(text)

        def delete(self, key: str) -> None:
            Path(folder, "store", key).unlink(missing_ok=True)

    Path(folder, "store").mkdir(exist_ok=True)
    links = Path(folder, "links.jsonl")
    with links.open("w") as file:
        for number in range(items):
            record = {"link": f"https://example.com/books/{number}", "sku": f"{number:09}", "note": "x" * 200}
            file.write(json.dumps(record) + "\n")
    logging.getLogger("airflow_provider").addHandler(Heard())
    logging.getLogger("airflow_provider").setLevel(logging.INFO)
    operator = ExtractBatchOperator(
        task_id="t",
        links=str(links),
        prompt="Every book",
        json_schema={"title": "string", "text": "string", "price": "number"},
        concurrency=64,
        result_path=f"{folder}/rows.{suffix}",
        **given,
    )
    ti = TaskInstance()
    began = time.monotonic()
    result = execute(operator, Disk(), ti)
    seconds = time.monotonic() - began
    succeed(ti)
    return {
        "peak": _peak(psutil.Process().pid),
        "seconds": seconds,
        "xcom": len(json.dumps(result)) + len(json.dumps(ti.xcoms["manifest"])) + len(json.dumps(ti.xcoms["usage"])),
        "longest": max(map(len, lines)),
        "bodies": sum("xxxx" in line for line in lines),
        "stored": Disk.largest,
    }


def _peak(pid: int) -> int:
    """Return the most memory that the process has ever had resident."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("the kernel does not say")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ITEMS)
