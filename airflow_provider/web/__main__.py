"""`python -m airflow_provider.web`: what a memory holds, what it is to forget, and what has changed in a page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from airflow_provider.web.memory.generations import UnreadableMemoryError
from airflow_provider.web.memory.storage import FsspecStorage
from airflow_provider.web.memory.upkeep import contents, forget, records_of
from airflow_provider.web.snapshots import NoSnapshotError, difference, two_versions


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what *arguments* say and return the exit status."""
    given = _parser().parse_args(arguments)
    return _diff(given) if given.command == "diff" else _memory(given)


def _memory(given: argparse.Namespace) -> int:
    try:
        storage = FsspecStorage.at(given.path)
        if given.what == "forget":
            number = forget(storage, set(given.links))
            sys.stdout.write(f"{number:,} records were deleted from {given.path}.\n")
        elif given.links:
            for record in records_of(storage, set(given.links)):
                sys.stdout.write(f"{json.dumps(record, ensure_ascii=False)}\n")
        else:
            _show(storage, given.path)
    except (UnreadableMemoryError, OSError, ValueError, ImportError) as error:
        sys.stderr.write(f"The memory {given.path} cannot be read: {error}. Nothing was changed.\n")
        return 1
    return 0


def _show(storage: FsspecStorage, path: str) -> None:
    found = contents(storage)
    if not found:
        sys.stdout.write(f"{path} holds nothing.\n")
    for kind, one in found.items():
        sys.stdout.write(f"{kind}: {one.records:,} in {one.parts:,} parts, from {one.oldest} to {one.newest}\n")


def _diff(given: argparse.Namespace) -> int:
    try:
        if given.b.startswith(("http://", "https://")):
            storage = FsspecStorage.at(given.a)
            names = two_versions(storage, given.b, since=given.since, until=given.until)
            before, after = ((name, _text(storage, name)) for name in names)
        else:
            before, after = ((path, _text_at(path)) for path in (given.a, given.b))
        sys.stdout.write(difference(before, after))
    except (NoSnapshotError, OSError, ValueError, ImportError) as error:
        sys.stderr.write(f"The two cannot be compared: {error}.\n")
        return 1
    return 0


def _text_at(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return _text(FsspecStorage.at(folder or "."), name)


def _text(storage: FsspecStorage, name: str) -> str:
    with storage.open(name) as file:
        return file.read().decode()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m airflow_provider.web", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    memory = commands.add_parser("memory", help="what reuse= and only_new= remember")
    what = memory.add_subparsers(dest="what", required=True)
    show = what.add_parser("show", help="say what a memory holds, or print what it knows of LINKs as JSON")
    show.add_argument("path", help="its folder, such as s3://bucket/books-memory")
    show.add_argument("links", nargs="*", metavar="LINK")
    erase = what.add_parser("forget", help="delete all that is known of LINKs, for good")
    erase.add_argument("path", help="its folder")
    erase.add_argument("links", nargs="+", metavar="LINK")
    diff = commands.add_parser("diff", help="print what a reader sees changed between two versions of a watched page")
    diff.add_argument("a", metavar="A", help="the earlier file, or the folder that is the watch's snapshot")
    diff.add_argument("b", metavar="B", help="the later file, or the address of the page")
    diff.add_argument("--from", dest="since", metavar="TIME", help="ISO 8601, UTC: the page as it was then")
    diff.add_argument("--to", dest="until", metavar="TIME", help="ISO 8601, UTC; by default the last version")
    return parser


if __name__ == "__main__":
    sys.exit(main())
