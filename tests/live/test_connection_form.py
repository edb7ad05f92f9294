"""The connection's form and Test button in a real browser, on a real Airflow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from dags_examples.run.processes import free_port
from dags_examples.run.stack import Stack
from tests.live.browser import Browser, browser, token_of

pytestmark = pytest.mark.live

REMEMBER = """
window.said = [];
const remember = () => window.said.push(document.body.textContent);
new MutationObserver(remember).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
FIND = "return window.said.find((text) => /Test Connection (Successful|Failed)/.test(text))"


@pytest.fixture(scope="module")
def window(below_a_path: Stack) -> Iterator[Browser]:
    """A browser that the admin is signed in to."""
    with browser(below_a_path.airflow.url, height=1400) as one:
        one.sign_in(token_of(below_a_path.airflow, "admin"))
        yield one


def test_the_test_button_accepts_the_right_key(window: Browser, below_a_path: Stack) -> None:
    _add(window, "right_key", below_a_path.service.url, below_a_path.service.key)

    said = _press_test(window, "right_key")

    assert "the service accepts the key. Nothing was billed." in said


def test_the_test_button_tells_of_a_wrong_key(window: Browser, below_a_path: Stack) -> None:
    _add(window, "wrong_key", below_a_path.service.url, "not-the-key")

    said = _press_test(window, "wrong_key")

    assert "the service refuses the key. Nothing was billed." in said


def test_the_test_button_tells_that_nothing_listens(window: Browser) -> None:
    _add(window, "nobody", f"http://127.0.0.1:{free_port()}", "any-key")

    said = _press_test(window, "nobody")

    assert "Check Base URL, 'Proxy' (proxy) and the network." in said


def _add(window: Browser, name: str, url: str, key: str) -> None:
    """Fill in the form as a person does, who takes the port that it proposes."""
    window.open("/connections")
    window.link("Add Connection").click()
    window.find('input[name="connection_id"]').send_keys(name)
    window.find('[role="dialog"] input[role="combobox"]').send_keys("content_ai", Keys.ENTER)
    window.find('input[name="host"]').send_keys(url)
    port = window.find('input[name="port"]')
    port.send_keys(port.get_attribute("placeholder").partition(",")[0])
    window.find('input[name="password"]').send_keys(key)
    window.link("Save").click()
    window.wait_for_text(name)


def _press_test(window: Browser, name: str) -> str:
    """Return what Airflow says after a click on the button, which goes away after a few seconds."""
    window.open("/connections")
    window.wait_for_text(name)
    window.driver.execute_script(REMEMBER)
    window.click(f'//tr[td[normalize-space()="{name}"]]//button[@aria-label="Test Connection"]')
    return str(WebDriverWait(window.driver, 60).until(lambda driver: driver.execute_script(FIND), "no answer"))
