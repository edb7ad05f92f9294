"""The socket: uvicorn on the loopback interface, one line that says where, and an end within five seconds."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from contextlib import suppress
from types import FrameType

import uvicorn

from airflow_provider.local.access import AccessLog
from airflow_provider.local.app import create_app
from airflow_provider.local.connections import PatientProtocol
from airflow_provider.local.settings import Settings

LOOPBACK = "127.0.0.1"
# Seconds for requests that are under way when the service is to end, and after which it ends whatever they do.
GRACE = 3
LAST = 4.0


def serve(settings: Settings, *, port: int, show_key: bool, access_log: bool) -> None:
    """
    Answer on 127.0.0.1:*port* (0: any free one) until interrupted.

    Prints ``Listening on http://127.0.0.1:PORT`` once requests can come in, then ``Key: KEY`` if *show_key*. The log
    goes to standard error, with a line for each request if *access_log*.
    """
    _log_to_stderr()
    app = create_app(settings)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        # Not uvicorn's access log: a query in it could carry what a user searched for.
        config = uvicorn.Config(
            AccessLog(app) if access_log else app,
            http=PatientProtocol,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=GRACE,
        )
        # The backlog is open before the line is printed: whoever reads it can connect at once.
        listener.listen(2048)
        sys.stdout.write(f"Listening on http://{LOOPBACK}:{listener.getsockname()[1]}\n")
        if show_key:
            sys.stdout.write(f"Key: {settings.key}\n")
        sys.stdout.flush()
        # Ctrl-C is how a person ends the service; uvicorn hands it on once all is closed.
        with suppress(KeyboardInterrupt):
            _Server(config).run(sockets=[listener])


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    ours = logging.getLogger("airflow_provider.local")
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    ours.propagate = False


class _Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End soon, and in any case: a thread cannot be interrupted."""
        super().handle_exit(sig, frame)
        last = threading.Timer(LAST, os._exit, [0])
        last.daemon = True
        last.start()
