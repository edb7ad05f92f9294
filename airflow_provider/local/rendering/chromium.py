"""
One Chromium as a process: where it is found, how it is started so that it reaches nothing by itself, how it ends.

What it is told to do is the business of `devtools`; whom it may reach, that of `proxy`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from airflow_provider.local.settings import CHROMIUM_VARIABLE

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The variable's value that has no page rendered.
NONE = "none"
_ENDING = 5.0
_EVERY = 0.25
# Of a folder for what is temporary: Chromium adds 46 characters to make the path of a socket, which may have 107.
_LONGEST_TEMPORARY = 60
FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--no-first-run",
    "--no-default-browser-check",
    # Nothing of its own accord: updates, reports, discovery of devices, names asked for beforehand.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-pings",
    "--dns-prefetch-disable",
    "--disable-features=MediaRouter,DialMediaRouteProvider,OptimizationHints,Translate,WebRtcHideLocalIpsWithMdns",
    # Whatever does not go by the proxy goes nowhere: no UDP, no name resolved, and loopback is no exception.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--js-flags=--max-old-space-size=512",
)
# Chromium reads commands from file descriptor 3 and answers on 4; what it prints goes nowhere.
# It ends where nobody is left to tell it anything, and its profile, $0, is deleted then, too.
_SHELL = 'ulimit -c 0; nice -n 5 "$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null; rm -rf -- "$0"'


class TooMuchMemoryError(Exception):
    """The browser was ended, for it took more memory than it may."""


def find_chromium(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the Chromium that the environment names, or that is found on PATH; raises ValueError for a wrong name."""
    named = environ.get(CHROMIUM_VARIABLE, "").strip()
    if named.lower() == NONE:
        return None
    found = next(filter(None, map(shutil.which, (named,) if named else NAMES)), None)
    if named and found is None:
        raise ValueError(f"{CHROMIUM_VARIABLE} is {named!r}, which is no program. Name Chromium, or {NONE!r}.")
    return Path(found) if found else None


@asynccontextmanager
async def running(program: Path, *, proxy: str, memory: int, message: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """
    Start a Chromium that knows the way by *proxy* only, and end it and all its processes with the context.

    Raises `TooMuchMemoryError` where they have taken more than *memory* bytes. A message of more than *message* bytes
    is not read.
    """
    with tempfile.TemporaryDirectory(prefix="content-ai-chromium-", ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, profile, str(program), *FLAGS),
            *(f"--proxy-server={proxy}", f"--user-data-dir={profile}", *_sandbox()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            env=_environment(profile),
            limit=message,
        )
        watching = asyncio.ensure_future(_watch_memory(process, memory))
        try:
            yield process
        except Exception:
            if watching.done():
                raise TooMuchMemoryError from None
            raise
        finally:
            watching.cancel()
            _kill(process)
            with suppress(TimeoutError):
                async with asyncio.timeout(_ENDING):
                    await process.wait()


def _sandbox() -> tuple[str, ...]:
    """Return what keeps Chromium's own sandbox where it can be had: it refuses to start under root with it."""
    return ("--no-sandbox",) if os.geteuid() == 0 else ()


def _environment(home: str) -> dict[str, str]:
    """Return what Chromium needs of the environment: none of our keys, and no home of anybody."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CONTENT_AI_")}
    # It makes sockets there, whose paths may not be longer.
    temporary = home if len(home) <= _LONGEST_TEMPORARY else "/tmp"  # noqa: S108 - it makes folders of its own in it
    return {**ours, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "TMPDIR": temporary}


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


async def _watch_memory(process: asyncio.subprocess.Process, most: int) -> None:
    """End all processes once they take more than *most* bytes together; without /proc, never."""
    while True:
        await asyncio.sleep(_EVERY)
        # In a thread: a machine may have thousands of processes.
        if await asyncio.to_thread(_private_bytes, process.pid) > most:
            _kill(process)
            return


def _private_bytes(group: int) -> int:
    """Return the resident memory of the processes of *group*, without what they share."""
    pages = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[2]) == group:
                resident, shared = (folder / "statm").read_text(encoding="ascii").split()[1:3]
                pages += int(resident) - int(shared)
    return pages * os.sysconf("SC_PAGE_SIZE")
