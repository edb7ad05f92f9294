"""The connection's form and Test button in a real browser, on a real Airflow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

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
    window.press_link("Add Connection")
    window.type('input[name="connection_id"]', name)
    types = '[role="dialog"] input[role="combobox"]'
    window.type(types, "content_ai")
    # The types are loaded: before, there is nothing to choose.
    window.find('[role="option"]')
    window.type(types, Keys.ENTER)
    window.type('input[name="host"]', url)
    proposed = window.steadily(lambda: window.find('input[name="port"]').get_attribute("placeholder"))
    window.type('input[name="port"]', proposed.partition(",")[0])
    window.type('input[name="password"]', key)
    window.press_link("Save")
    window.wait_for_text(name)


def _press_test(window: Browser, name: str) -> str:
    """Return what Airflow says after a click on the button, which goes away after a few seconds."""
    window.open("/connections")
    window.wait_for_text(name)
    window.driver.execute_script(REMEMBER)
    window.click(f'//tr[td[normalize-space()="{name}"]]//button[@aria-label="Test Connection"]')
    window.wait_until(lambda: window.driver.execute_script(FIND), "no answer")
    return str(window.driver.execute_script(FIND))
