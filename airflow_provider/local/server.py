"""The socket: uvicorn on the loopback interface, and one line that says where."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

import uvicorn

from airflow_provider.local.app import create_app
from airflow_provider.local.settings import Settings

LOOPBACK = "127.0.0.1"


def serve(settings: Settings, *, port: int, show_key: bool) -> None:
    """
    Answer on 127.0.0.1:*port* (0: any free one) until interrupted.

    Prints ``Listening on http://127.0.0.1:PORT`` once requests can come in, then ``Key: KEY`` if *show_key*.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        # No access log: a URL in it could carry what a user searched for.
        config = uvicorn.Config(
            create_app(settings), log_level="warning", access_log=False, timeout_graceful_shutdown=5
        )
        # The backlog is open before the line is printed: whoever reads it can connect at once.
        listener.listen(2048)
        sys.stdout.write(f"Listening on http://{LOOPBACK}:{listener.getsockname()[1]}\n")
        if show_key:
            sys.stdout.write(f"Key: {settings.key}\n")
        sys.stdout.flush()
        # Ctrl-C is how a person ends the service; uvicorn hands it on once all is closed.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
