"""
`make website`: the example website and the embedded service, where the how-to guides have them, for any Airflow.

Kept nowhere: the collection `books` is filled anew at each start.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

from dags_examples.run.guard import temporary_folder
from dags_examples.run.local_service import Bookshop, LocalService
from dags_examples.run.processes import StartError, ended_by_signals
from dags_examples.run.report import say

if TYPE_CHECKING:
    from typing import NoReturn

WEBSITE_PORT = 8000
SERVICE_PORT = 8400
# No secret: it opens a service on this machine, which holds example pages.
KEY = "example-key"
# Invented, to show a cost.
PRICE = {"price_per_1k_tokens": 0.5}
COLLECTION = "books"
BOOKS = ("night-trains", "bread-for-beginners", "the-lighthouse-ledger")


def fill_collection(service: LocalService, website: str) -> None:
    """Put the pages of three books of *website* into the collection that the guides query."""
    service.add_to_collection(COLLECTION, *(f"{website}/books/{book}.html" for book in BOOKS))


def main(website_port: int = WEBSITE_PORT, service_port: int = SERVICE_PORT) -> int:
    """Run until Ctrl-C or SIGTERM, and return the exit code."""
    try:
        with (
            ended_by_signals(),
            temporary_folder("content-ai-website-") as folder,
            Bookshop(folder / "bookshop", port=website_port) as website,
            LocalService(folder / "collections", key=KEY, port=service_port) as service,
        ):
            fill_collection(service, website.url)
            _tell(website, service)
            _watch(service)
    except OSError as error:
        say(f"Port {website_port} of 127.0.0.1 cannot be had: {error.strerror}. End what listens there.")
        return 1
    except StartError as error:
        say(f"The embedded service does not run: {error}")
        return 1
    except KeyboardInterrupt:
        say("\nEverything is stopped.")
        return 0


def _tell(website: Bookshop, service: LocalService) -> None:
    say(f"  Website   {website.url}/index.html")
    say(f"  Service   {service.url}   key {service.key}")
    say("\nIn the terminal of your Airflow:\n")
    connection = {"conn_type": "content_ai", "host": service.url, "password": service.key, "extra": PRICE}
    say(f"  export AIRFLOW_CONN_CONTENT_AI_DEFAULT='{json.dumps(connection)}'")
    say("\nCtrl-C stops both.")


def _watch(service: LocalService) -> NoReturn:
    while True:
        if service.process is not None:
            service.process.check()
        time.sleep(1)


if __name__ == "__main__":
    sys.exit(main())
