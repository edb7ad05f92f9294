"""The Redis on loopback, a database of it that is the tests' own, a way to it that can be cut, and one to be killed."""

from __future__ import annotations

import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dags_examples.run.processes import free_port

PORT = 6379
DATABASE = 11
URL = f"redis://127.0.0.1:{PORT}/{DATABASE}"


def forget(word: str) -> None:
    """Delete every key with *word* in its name, in the tests' database, all at once as a Redis that dies does."""
    from redis import Redis

    with closing(Redis.from_url(URL)) as redis:
        if keys := list(redis.scan_iter(f"*{word}*", count=1_000)):
            redis.delete(*keys)


def within_one_day(seconds: float = 60.0) -> None:
    """Return when so much of the day is left: a budget of a day or month begins anew at midnight, by Redis's clock."""
    ends = datetime.now(UTC) + timedelta(seconds=seconds)
    wait_until(lambda: ends.date() == datetime.now(UTC).date() or datetime.now(UTC) > ends, 2 * seconds)


class Way:
    """A TCP proxy to Redis; `lose` drops replies, `block` holds everything back, `cut` ends and refuses all."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/{DATABASE}"
        self._open = threading.Event()
        self._open.set()
        # How many connections there have been.
        self.connections = 0
        self._refusing = False
        self._to_lose = 0
        self._sockets: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def lose(self, replies: int) -> None:
        """Let Redis carry out the next commands, and cut the connection instead of passing their replies on."""
        self._to_lose = replies

    def block(self) -> None:
        """Let nothing through, as a Redis that is paused."""
        self._open.clear()

    def cut(self) -> None:
        """End every connection, and each new one at once, as a Redis that is gone."""
        self._refusing = True
        self._end_all()

    def restore(self) -> None:
        """Let everything through again."""
        self._refusing = False
        self._open.set()

    def close(self) -> None:
        """End it for good."""
        # Or the thread would go on to wait, on a number that may soon be that of another way.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        self.restore()
        self._end_all()

    def _end_all(self) -> None:
        while self._sockets:
            with suppress(OSError):
                self._sockets.pop().shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                if self._refusing:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", PORT))
                self._sockets += [client, server]
                for source, target, is_reply in ((client, server, False), (server, client, True)):
                    threading.Thread(target=self._pass, args=(source, target, is_reply), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, is_reply: bool) -> None:  # noqa: FBT001 - a thread's argument
        with source, target, suppress(OSError):
            while data := source.recv(65_536):
                self._open.wait()
                # What a client says of itself when it connects is not what is to be lost.
                if is_reply and self._to_lose and b"*" in data[:1]:
                    self._to_lose -= 1
                    break
                target.sendall(data)
            for end in (source, target):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)


@contextmanager
def way_to_redis() -> Iterator[Way]:
    """Open a way to the Redis on loopback, and close it at the end."""
    way = Way()
    try:
        yield way
    finally:
        way.close()


def wait_until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until *true* says so."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.02)


class OwnRedis:
    """A Redis server of the test's own, in *folder*, that can be killed, started anew without its data, and paused."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        from redis import Redis
        from redis.exceptions import RedisError

        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        command = ["redis-server", *options, "--dir", str(self._folder), "--logfile", str(self._folder / "redis.log")]
        self._process = subprocess.Popen(command)  # noqa: S603 - our own command line

        def answers() -> bool:
            with closing(Redis.from_url(self.url)) as redis, suppress(RedisError):
                return bool(redis.ping())
            return False

        wait_until(answers)

    def kill(self) -> None:
        """End it as a machine that dies would; all that it knew is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def pause(self) -> None:
        """Have it accept connections, and answer nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Have it go on, with all that it knew."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)
