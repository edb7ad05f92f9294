"""
The command line: serve, and fill, list or remove collections.

Reads arguments and the environment into `Settings`; everything else is done elsewhere, and loaded only by
the command that needs it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from airflow_provider.errors import MissingExtraError
from airflow_provider.extras import require
from airflow_provider.local.errors import Refusal
from airflow_provider.local.models import read_models
from airflow_provider.local.settings import KEY_VARIABLE, KEYS_FILE_VARIABLE, VARIABLES, Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_DATA = "~/.local/share/content-ai-local"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 1 after a message on standard error."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except (Refusal, MissingExtraError, OSError, ValueError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m airflow_provider.local",
        description="The embedded service: the whole API on this machine.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data", type=Path, default=Path(DEFAULT_DATA), help="directory of the collections")
    network = argparse.ArgumentParser(add_help=False)
    network.add_argument(
        "--allow-net",
        metavar="CIDR",
        action="append",
        default=[],
        type=ip_network,
        help="network that may be dialled although it is not public; may be given more than once",
    )
    serve = commands.add_parser(
        "serve",
        parents=[shared, network],
        help="answer requests on the loopback interface",
        description="Answer requests on the loopback interface until interrupted; a browser finds a page there.",
        epilog=_environment(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serve.add_argument("--port", type=int, default=8400, help="0 takes any free port (default: 8400)")
    serve.add_argument("--key", help=f"API key; {KEY_VARIABLE} keeps it out of the process list (default: random)")
    serve.add_argument("--keys-file", type=Path, help="file of API keys, one a line; read again when it changes")
    serve.add_argument("--no-access-log", action="store_true", help="log no line for each request")
    serve.set_defaults(run=_serve)
    collection = commands.add_parser("collection", help="work on collections").add_subparsers(required=True)
    add = collection.add_parser("add", parents=[shared, network], help="put files or pages into a collection")
    add.add_argument("id", metavar="ID")
    add.add_argument("sources", metavar="FILE_OR_URL", nargs="+")
    add.set_defaults(run=_add)
    collection.add_parser("list", parents=[shared], help="list the collections").set_defaults(run=_list)
    remove = collection.add_parser("remove", parents=[shared], help="delete a collection and all it holds")
    remove.add_argument("id", metavar="ID")
    remove.set_defaults(run=_remove)
    usages = "".join(one.format_usage() for one in (serve, *collection.choices.values()))
    parser.epilog = f"every flag:\n{usages}\n{_environment()}"
    return parser


def _environment() -> str:
    width = max(map(len, VARIABLES))
    return "\n".join(("environment variables:", *(f"  {name:<{width}}  {what}" for name, what in VARIABLES.items())))


def _serve(options: argparse.Namespace) -> int:
    require("local")
    from airflow_provider.local.rendering.chromium import find_chromium
    from airflow_provider.local.server import serve

    given = options.key or os.environ.get(KEY_VARIABLE) or ""
    named = os.environ.get(KEYS_FILE_VARIABLE)
    file = options.keys_file or (Path(named) if named else None)
    random = not given and file is None
    settings = Settings(
        key=secrets.token_urlsafe(24) if random else given,
        keys_file=file and file.expanduser(),
        data=options.data.expanduser(),
        allow_net=tuple(options.allow_net),
        models=read_models(),
        chromium=find_chromium(),
    )
    serve(settings, port=options.port, show_key=random, access_log=not options.no_access_log)
    return 0


def _add(options: argparse.Namespace) -> int:
    require("local")
    from airflow_provider.local.sources import add_source
    from airflow_provider.local.store import Store, read_id

    store = Store(options.data.expanduser())
    collection_id = read_id(options.id)
    for source in options.sources:
        count = add_source(store, collection_id, source, allowed=options.allow_net)
        sys.stdout.write(f"{source}: {count} records\n")
    return 0


def _list(options: argparse.Namespace) -> int:
    from airflow_provider.local.store import Store

    for collection_id in Store(options.data.expanduser()).ids():
        sys.stdout.write(f"{collection_id}\n")
    return 0


def _remove(options: argparse.Namespace) -> int:
    from airflow_provider.local.store import Store, read_id

    Store(options.data.expanduser()).delete(read_id(options.id))
    sys.stdout.write(f"{options.id}: deleted\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
