"""A real Chromium for tests of pages, driven by selenium. Where it is missing, tests say so loudly and are skipped.

Looked for are `chromium` and `chromedriver`; the environment may say `FAIRYSCORE_CHROMIUM` and `FAIRYSCORE_CHROMEDRIVER`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

import pytest

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # tests run as root in containers
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)


def program(variable: str, *names: str) -> str | None:
    """The path of a program: what the environment says, or the first of the names that is there."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


def skip(why: str, config: pytest.Config) -> NoReturn:
    """Skip, and say so where it is seen even if nobody asks which tests were skipped."""
    capturing = config.pluginmanager.getplugin("capturemanager")
    with capturing.global_and_fixture_disabled() if capturing else nullcontext():
        print(f"\n*** TESTS ARE SKIPPED: {why} ***", flush=True)  # noqa: T201
    pytest.skip(why)


@contextmanager
def chromium(config: pytest.Config) -> Iterator[Any]:
    """A browser of one's own with an empty profile."""
    if not installed():
        skip("chromium and chromedriver are not installed (Debian: chromium, chromium-driver)", config)
    with started() as browser:
        yield browser


def installed() -> bool:
    """Whether there are a browser and its driver."""
    return None not in _programs()


def _programs() -> tuple[str | None, str | None]:
    """Where the browser is, and its driver."""
    browser = program("FAIRYSCORE_CHROMIUM", "chromium", "chromium-browser", "google-chrome")
    return browser, program("FAIRYSCORE_CHROMEDRIVER", "chromedriver")


@contextmanager
def started() -> Iterator[Any]:
    """The browser that is installed, with an empty profile."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    binary, driver = _programs()
    assert binary is not None, "see `installed`"
    with tempfile.TemporaryDirectory(prefix="fairyscore-browser-") as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = binary
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        running = webdriver.Chrome(options=options, service=Service(executable_path=driver))
        try:
            yield running
        finally:
            running.quit()


def as_new(browser: Any) -> Any:
    """The browser of all tests without what those of another file have set."""
    browser.get("about:blank")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    browser.get_log("browser")
    return browser


def resized(browser: Any, width: int, height: int) -> None:
    """Give the page that many pixels; windows cannot be as narrow as telephones."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def media(browser: Any, **features: str) -> None:
    """What the system of the reader says: `prefers_color_scheme="dark"`, `prefers_reduced_motion="reduce"`."""
    settings = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": settings})


def keys(browser: Any, *pressed: str) -> None:
    """Press keys, wherever the focus is."""
    from selenium.webdriver import ActionChains

    chain = ActionChains(browser)
    for key in pressed:
        chain.send_keys(key)
    chain.perform()


def axe() -> str | None:
    """The text of axe-core, where npm has put it beside the tests (`npm ci --prefix tests`)."""
    path = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text(encoding="utf-8") if path.is_file() else None
