"""A real Chromium, signed in to an Airflow or not, that talks to nobody but it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    NoSuchFrameException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selenium.webdriver.remote.webelement import WebElement

    from dags_examples.run.local_airflow import LocalAirflow

T = TypeVar("T")
# Seconds that a page may take on a busy machine.
PATIENCE = 90.0
# What is said of an element that is not there yet, is covered by a dialog, or was put in the place of another.
UNSTEADY = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    NoSuchFrameException,
    StaleElementReferenceException,
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)


class Browser:
    """One window. `frame` is the spend page inside Airflow's page."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver = driver
        self.url = url

    def sign_in(self, token: str) -> None:
        """Take a bearer token as the cookie that Airflow's own sign-in sets."""
        self.driver.get(f"{self.url}/api/v2/version")
        self.driver.add_cookie({"name": "_token", "value": token, "path": "/"})

    def open(self, path: str) -> None:
        """Open an address below the base URL."""
        self.driver.get(f"{self.url}{path}")

    def enter_frame(self) -> None:
        """Go into the frame that Airflow shows the page in, and wait until it has its figures."""

        def enter() -> bool:
            # Each time from the top: Airflow may put another frame in the place of this one.
            self.driver.switch_to.default_content()
            self.driver.switch_to.frame(self.driver.find_element(By.TAG_NAME, "iframe"))
            return bool(self.all('main[aria-busy="false"]'))

        self.wait_until(enter, "no figures in a frame")

    def leave_frame(self) -> None:
        """Go back to Airflow's page."""
        self.driver.switch_to.default_content()

    def wait_for_figures(self) -> None:
        """Return once the page says that it is done."""
        self.find('main[aria-busy="false"]')

    def wait_until(self, true: Callable[[], object], what: str) -> None:
        """Return once *true* says so; what it cannot look at now, it looks at again."""
        WebDriverWait(self.driver, PATIENCE, ignored_exceptions=UNSTEADY).until(lambda _: true(), what)

    def steadily(self, act: Callable[[], T]) -> T:
        """Return what *act* does with elements, once none is replaced, missing or covered meanwhile."""
        done: list[T] = []
        self.wait_until(lambda: done.append(act()) is None, "the page does not come to rest")
        return done[0]

    def find(self, selector: str) -> WebElement:
        """Return the first element that a CSS selector finds, once there is one."""
        self.wait_until(lambda: self.all(selector), f"nothing is {selector}")
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def press(self, selector: str) -> None:
        """Click the first element that a CSS selector finds, once it can be clicked."""
        self.steadily(lambda: self.driver.find_element(By.CSS_SELECTOR, selector).click())

    def type(self, selector: str, *keys: str) -> None:
        """Type into the first element that a CSS selector finds, once it takes keys."""
        self.steadily(lambda: self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(*keys))

    def read(self, selector: str) -> str:
        """Return what the first element reads that a CSS selector finds, once there is one."""
        return self.steadily(lambda: self.driver.find_element(By.CSS_SELECTOR, selector).text)

    def all(self, selector: str) -> list[WebElement]:
        """Return all elements that a CSS selector finds now."""
        found: list[WebElement] = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found

    def texts(self, selector: str) -> list[str]:
        """Return what each element reads, all of one moment: the page may put others in their place."""
        script = "return Array.from(document.querySelectorAll(arguments[0]), (one) => one.innerText)"
        found: list[str] = self.driver.execute_script(script, selector)
        return found

    def link(self, text: str) -> WebElement:
        """Return the link or button with this text, once there is one."""
        return self.steadily(lambda: self.driver.find_element(By.XPATH, _named(text)))

    def press_link(self, text: str) -> None:
        """Click the link or button with this text, once it can be clicked."""
        self.click(_named(text))

    def click(self, where: str) -> None:
        """Click what an XPath finds, once it can be clicked: a dialog that closes may still be before it."""

        def click() -> bool:
            one = self.driver.find_element(By.XPATH, where)
            return one.is_displayed() and one.is_enabled() and one.click() is None

        self.wait_until(click, f"{where} cannot be clicked")

    def wait_for_text(self, text: str) -> None:
        """Return once there is this to read."""
        self.wait_until(lambda: text in self.text(), f"no {text!r}")

    def wait_until_at(self, end: str) -> None:
        """Return once the address of the window ends so."""
        self.wait_until(lambda: self.driver.current_url.split("?")[0].endswith(end), f"not at {end}")

    def text(self) -> str:
        """Return what there is to read."""
        return self.read("body")

    def problems(self) -> list[str]:
        """Return what the browser has complained of since the last time: refused scripts, missing files, errors."""
        return [one["message"] for one in self.driver.get_log("browser") if one["level"] == "SEVERE"]

    def shot(self, file: Path) -> None:
        """Write a picture of the window."""
        self.driver.save_screenshot(str(file))


def _named(text: str) -> str:
    return f"//*[(self::a or self::button) and normalize-space()='{text}']"


@contextlib.contextmanager
def browser(url: str, *, width: int = 1280, height: int = 1000) -> Iterator[Browser]:
    """Start a Chromium of its own for the Airflow at *url*."""
    options = webdriver.ChromeOptions()
    options.binary_location, driver_path = _programs()
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"download.default_directory": profile})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver_path))
        driver.set_script_timeout(PATIENCE)
        try:
            yield Browser(driver, url)
        finally:
            driver.quit()


def token_of(airflow: LocalAirflow, user: str) -> str:
    """Return a bearer token of *user*."""
    passwords = json.loads((airflow.home / "passwords.json").read_text())
    told = httpx.post(
        f"{airflow.url}/auth/token",
        json={"username": user, "password": passwords[user]},
        trust_env=False,
        timeout=PATIENCE,
    )
    return str(told.raise_for_status().json()["access_token"])


def _programs() -> tuple[str, str]:
    """Return where Chromium and its driver are; a machine without them skips the test, the gate fails it."""
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if chromium and driver:
        return chromium, driver
    reason = "Chromium or its driver is not here. Install both, as .ci/run does."
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
