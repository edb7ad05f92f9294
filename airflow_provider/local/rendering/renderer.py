"""
A page as its scripts have left it some seconds after it was loaded, or nothing where it is no page to render.

Decides how long a page may take and how many are rendered at once. What cannot be rendered, because it is a file, was
refused or was not found, is left to the plain way of loading, which has the words for it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from airflow_provider.local.documents import Loaded
from airflow_provider.local.errors import Busy, Invalid
from airflow_provider.local.rendering.chromium import TooMuchMemoryError, running
from airflow_provider.local.rendering.devtools import Devtools, DevtoolsError, speaking_to
from airflow_provider.local.rendering.proxy import LOOPBACK, JudgingProxy
from airflow_provider.local.settings import CHROMIUM_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from airflow_provider.local.settings import Settings

log = logging.getLogger(__name__)
# Seconds for the browser to start, and for a page to tell what it has become.
_START = 30.0
_READ = 10.0
# What JSON makes of a character, at most.
_ESCAPED = 6
_HTML = frozenset({"text/html", "application/xhtml+xml"})
# Run beside the page's scripts, in a world that they cannot change; nothing too large crosses the pipe.
_TELL = """(() => {{
  const html = document.documentElement ? document.documentElement.outerHTML : "";
  const status = performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0;
  return {{ url: document.URL, type: document.contentType, status, length: html.length,
           html: html.length > {most} ? "" : html }};
}})()"""


class Renderer:
    """Renders pages under one `Settings`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._places = asyncio.Semaphore(settings.limits.rendered_at_once)
        self._waiting = 0

    async def load(self, url: str, *, delay: int) -> Loaded | None:
        """
        Return *url* as it is *delay* seconds after it was loaded; None, after as long, where it cannot be rendered.

        Raises `Invalid` where it takes more than it may, and `Busy` where too many wait.
        """
        started = asyncio.get_running_loop().time()
        found = await self._rendered(url, delay) if self._settings.chromium else None
        if found is None:
            reason = "could not be rendered" if self._settings.chromium else _NOT_FOUND
            log.warning("A page with delay=%d %s; it is read as it was loaded.", delay, reason)
            await asyncio.sleep(max(0.0, started + delay - asyncio.get_running_loop().time()))
        return found

    async def _rendered(self, url: str, delay: int) -> Loaded | None:
        most = self._settings.limits.rendered_waiting
        if self._waiting >= most:
            raise Busy(f"{most} pages wait to be rendered already. Send it again later.")
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._in_browser(url, delay)
        except (DevtoolsError, OSError) as error:
            log.warning("Chromium did not do its work: %s.", error or type(error).__name__)
            return None
        except TooMuchMemoryError:
            raise Invalid(
                f"The page needs more than {self._settings.limits.rendering_memory // 1024**2} MB of memory to be "
                "rendered. Ask for it without delay, to read it as it is loaded."
            ) from None
        finally:
            self._places.release()

    async def _in_browser(self, url: str, delay: int) -> Loaded | None:
        settings, limits = self._settings, self._settings.limits
        assert settings.chromium is not None  # noqa: S101 - `load` has asked
        async with (
            JudgingProxy(settings.allow_net) as proxy,
            running(
                settings.chromium,
                proxy=f"http://{LOOPBACK}:{proxy.port}",
                memory=limits.rendering_memory,
                message=limits.output * _ESCAPED,
            ) as process,
            speaking_to(process) as devtools,
        ):
            page = await _Page.open(devtools)
            if not await page.go(url, within=settings.page_timeout):
                return None
            await asyncio.sleep(delay)
            return self._loaded(await page.tell(most=limits.output))

    def _loaded(self, told: Mapping[str, Any]) -> Loaded | None:
        output = self._settings.limits.output
        if told["length"] > output:
            raise Invalid(f"What the page becomes is larger than {output // 1024**2} MB.")
        # The status of some pages is not told: those that were redirected from another site.
        is_page = told["type"] in _HTML and (told["status"] == 0 or 200 <= told["status"] < 300)  # noqa: PLR2004 - HTTP
        if not is_page or urlsplit(told["url"]).scheme not in {"http", "https"}:
            return None
        return Loaded(told["url"], "text/html", "utf-8", told["html"].encode(errors="replace"))


_NOT_FOUND = f"is not rendered, for no Chromium was found (install it, or name it in {CHROMIUM_VARIABLE})"


class _Page:
    """The one page of a browser."""

    def __init__(self, devtools: Devtools, session: str, frame: str, blank: str) -> None:
        self._devtools = devtools
        self._session = session
        self._frame = frame
        self._blank = blank
        self._has_loaded = asyncio.Event()

    @classmethod
    async def open(cls, devtools: Devtools) -> _Page:
        """Return an empty page that keeps nothing on disk."""
        context = (await devtools.call("Target.createBrowserContext", within=_START))["browserContextId"]
        opened = {"url": "about:blank", "browserContextId": context}
        target = (await devtools.call("Target.createTarget", within=_START, **opened))["targetId"]
        attached = await devtools.call("Target.attachToTarget", within=_START, targetId=target, flatten=True)
        session = str(attached["sessionId"])
        await devtools.call("Browser.setDownloadBehavior", within=_START, behavior="deny", browserContextId=context)
        await devtools.call("Page.enable", within=_START, session=session)
        tree = await devtools.call("Page.getFrameTree", within=_START, session=session)
        frame = tree["frameTree"]["frame"]
        page = cls(devtools, session, frame["id"], frame["loaderId"])
        devtools.events["Page.lifecycleEvent"] = page._notice
        devtools.events["Page.javascriptDialogOpening"] = page._dismiss
        await devtools.call("Page.setLifecycleEventsEnabled", within=_START, session=session, enabled=True)
        return page

    async def go(self, url: str, *, within: float) -> bool:
        """Go to *url*, wait until it is loaded, at most *within* seconds, and tell whether there is a page."""
        try:
            async with asyncio.timeout(within):
                went = await self._devtools.call("Page.navigate", within=within, session=self._session, url=url)
                if "errorText" in went or went.get("isDownload"):
                    return False
                await self._has_loaded.wait()
        except TimeoutError:
            # Some part of it is still under way; what there is may be enough.
            pass
        return True

    async def tell(self, *, most: int) -> dict[str, Any]:
        """Return what the page has become: url, type, status, length and html, which is empty if longer than *most*."""
        try:
            world = await self._devtools.call(
                "Page.createIsolatedWorld", within=_READ, session=self._session, frameId=self._frame
            )
            found = await self._devtools.call(
                "Runtime.evaluate",
                within=_READ,
                session=self._session,
                expression=_TELL.format(most=most),
                contextId=world["executionContextId"],
                returnByValue=True,
            )
        except TimeoutError:
            raise Invalid(
                "The page runs scripts that do not end. Ask for it without delay, to read it as it is loaded."
            ) from None
        if "exceptionDetails" in found:
            raise DevtoolsError("the page could not be read")
        told: dict[str, Any] = found["result"]["value"]
        return told

    def _notice(self, event: Mapping[str, Any]) -> None:
        if event["name"] == "load" and event["frameId"] == self._frame and event["loaderId"] != self._blank:
            self._has_loaded.set()

    def _dismiss(self, _: Mapping[str, Any]) -> None:
        """Answer an alert, which would hold up the page for ever."""
        self._devtools.tell("Page.handleJavaScriptDialog", session=self._session, accept=False)
