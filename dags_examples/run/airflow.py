"""
`make airflow`: a complete local Airflow with the example DAGs, the embedded service and the bookshop.

Its state is kept in .airflow/ of this checkout, so that runs and their spend are still there the next time.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from dags_examples.run.processes import StartError
from dags_examples.run.report import say
from dags_examples.run.stack import Stack, running_stack

if TYPE_CHECKING:
    from typing import NoReturn

HOME = Path(__file__).parents[2] / ".airflow"
PORT = 8080


def main() -> int:
    """Run until Ctrl-C or SIGTERM, and return the exit code."""
    say("Starting Airflow, the embedded service and the example website on 127.0.0.1 ...")
    try:
        # The connection's Test button is off unless the deployment allows it.
        with running_stack(home=HOME, env={"AIRFLOW__CORE__TEST_CONNECTION": "Enabled"}, port=PORT) as stack:
            stack.fill_collection()
            _tell(stack)
            _watch(stack)
    except StartError as error:
        say(f"Airflow is stopped: {error}")
        return 1
    except KeyboardInterrupt:
        say("\nEverything is stopped.")
        return 0


def _tell(stack: Stack) -> None:
    airflow = stack.airflow
    say(f"\n  Airflow   {airflow.url}   user {airflow.username}, password {airflow.password}")
    connection = "connection content_ai_default" + ("" if stack.leads_here else ", which you have led elsewhere")
    say(f"  Service   {stack.service.url}   {connection}")
    say(f"  Website   {stack.bookshop.url}/index.html   Variable bookshop_url")
    say(f"  DAGs      {airflow.dags[0]}\n  Logs      {airflow.home / 'logs'}\n\nCtrl-C stops everything.")


def _watch(stack: Stack) -> NoReturn:
    while True:
        for component in stack.airflow.components.values():
            component.check()
        if stack.service.process is not None:
            stack.service.process.check()
        time.sleep(1)


if __name__ == "__main__":
    sys.exit(main())
