"""
Holds every view of the spend page against the rules of axe-core: `check.py PATH_TO/axe.min.js [FOLDER_FOR_PICTURES]`.

Fails on any violation. axe-core is no part of this repository: `nox --session axe` fetches it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from tests.axe.scene import FEW, MANY, PAGE, Readable, page
from tests.live.browser import Browser, browser

# Name: width, height, colour scheme.
MODES = {"light": (1280, 900, "light"), "dark": (1280, 900, "dark"), "phone": (390, 844, "light")}
SCENES: dict[str, tuple[str, ...]] = {"0-runs": (), "20-runs": FEW, "many-runs": MANY}
# Of what is of one day, or nothing, there is nothing to draw.
WITHOUT_CHARTS = ("0-runs-all", "-run", "-day-alone", "unknown-dag", "unknown-run", "wrong-period")
RUN_AXE = """
const done = arguments[arguments.length - 1];
const where = (node) => `    ${node.html}\\n    ${node.failureSummary}`;
const told = (one) => [`${one.id} (${one.impact}): ${one.help}`, ...one.nodes.map(where)].join("\\n");
axe.run(document).then((found) => done([found.passes.length, found.violations.map(told)]));
"""


def main(script: Path, pictures: Path | None) -> int:
    """Say of each view what is wrong with it, and return how many have something."""
    wrong, axe = 0, script.read_text()
    with page() as (url, readable), browser(url) as window:
        for mode, (width, height, scheme) in MODES.items():
            _look_as(window, width, height, scheme)
            for name, query in _views(window, readable):
                window.open(f"{PAGE}/?{query}")
                window.wait_for_figures()
                if not name.endswith(WITHOUT_CHARTS):
                    window.find(".plot .main-svg")
                window.driver.execute_script(axe)
                passed, violations = window.driver.execute_async_script(RUN_AXE)
                violations += _besides(window, width)
                print(f"{mode}, {name}: {passed} rules passed", *violations, sep="\n  ")  # noqa: T201 - talks to a person
                # A page that axe does not see breaks no rules.
                wrong += bool(violations) or not passed
                if pictures is not None:
                    window.shot(pictures / f"{mode}-{name}.png")
    print(f"{wrong} views have something wrong with them.")  # noqa: T201 - as above
    return wrong


def _look_as(window: Browser, width: int, height: int, scheme: str) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def _views(window: Browser, readable: Readable) -> Iterator[tuple[str, str]]:
    """Yield name and query of each view, as somebody sees it who may read the DAGs of its scene."""
    today = datetime.now(UTC).date()
    for scene, dags in SCENES.items():
        readable.dags = frozenset(dags)
        yield f"{scene}-all", ""
        if not dags:
            continue
        for tab in ("runs", "task", "operation", "model", "connection", "day"):
            yield f"{scene}-by-{tab}", urlencode({"tab": tab})
        yield f"{scene}-dag", urlencode({"dag_id": dags[0]})
        yield f"{scene}-dag-runs", urlencode({"dag_id": dags[0], "tab": "runs"})
        run = window.all("#table td.name a:first-child")[0].text
        yield f"{scene}-run", urlencode({"dag_id": dags[0], "run_id": run})
        day = run.removeprefix("scheduled__")[:10]
        yield f"{scene}-day-alone", urlencode({"since": day, "until": day})
        yield f"{scene}-searched", urlencode({"search": "no such thing"})
    yield "unknown-dag", urlencode({"dag_id": "unknown"})
    yield "unknown-run", urlencode({"dag_id": MANY[0], "run_id": "unknown"})
    yield "wrong-period", urlencode({"since": "2020-01-01", "until": today + timedelta(days=1)})


def _besides(window: Browser, width: int) -> Iterator[str]:
    """Yield what is wrong and no business of axe."""
    found = window.driver.execute_script("return document.documentElement.scrollWidth")
    if found > width:
        yield f"it is {found} pixels wide, and the window {width}"


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None)))
