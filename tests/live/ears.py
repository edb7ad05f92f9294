"""Listens to what an Airflow tells: StatsD packets on a port of loopback, OpenLineage events in a file."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from typing import Any, Self


class Ears:
    """`port` is where StatsD listens, `events` the file of OpenLineage, `heard` the lines of all packets so far."""

    def __init__(self, folder: Path) -> None:
        self.events = folder / "events.jsonl"
        self.heard: list[str] = []
        self._ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._ear.bind(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._listen, daemon=True)

    @property
    def port(self) -> int:
        return int(self._ear.getsockname()[1])

    def complete(self) -> list[dict[str, Any]]:
        """Return the events of what has succeeded."""
        told = self.events.read_text() if self.events.exists() else ""
        # The last line may be half written.
        events = map(json.loads, told[: told.rfind("\n") + 1].splitlines())
        return [event for event in events if event["eventType"] == "COMPLETE"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # An empty packet is the end.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
            mouth.sendto(b"", self._ear.getsockname())
        self._thread.join()
        self._ear.close()

    def _listen(self) -> None:
        while packet := self._ear.recv(65_536):
            self.heard.extend(packet.decode().splitlines())
