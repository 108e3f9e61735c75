"""A real Chromium, and a static server on loopback."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from patience import PAGE_PATIENCE
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from shared_builds import DemoBuilds

#: The shell is the same browser without a window: a tab takes a quarter of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def find_chromium() -> str | None:
    """Path of a Chromium: that in ``NAVAPI_CHROMIUM``, else an installed one."""
    named = os.environ.get("NAVAPI_CHROMIUM")
    if named:
        return named
    return next((path for path in map(shutil.which, NAMES) if path), None)


#: Root in a container has no user namespaces, and /dev/shm is small there.
CONTAINER = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")

#: Tabs of a window share a process, which exists already when a test opens one: a tenth less time.
ONE_RENDERER = (
    "--renderer-process-limit=1",
    "--process-per-site",
    "--disable-site-isolation-trials",
)

#: Playwright counts in milliseconds.
expect.set_options(timeout=PAGE_PATIENCE * 1000)


@pytest.fixture(scope="session", autouse=True)
def browser() -> Iterator[Browser]:
    """The browser. Without one its tests are skipped, unless ``NAVAPI_REQUIRE_BROWSER`` is set.

    Every test of this folder requests it first, so that no site is built in vain.
    """
    executable = find_chromium()
    with sync_playwright() as playwright:
        try:
            instance = playwright.chromium.launch(
                executable_path=executable,
                args=[*CONTAINER, *ONE_RENDERER],
            )
        except Error as error:
            reason = f"no Chromium ({error.message.splitlines()[0]}): apt-get install chromium"
            if os.environ.get("NAVAPI_REQUIRE_BROWSER"):
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)
        yield make_patient(instance)
        instance.close()


def make_patient(browser: Browser) -> Browser:
    """*browser* with contexts that wait as long as a test may."""
    new_context = browser.new_context

    def new_patient_context(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PAGE_PATIENCE * 1000)
        return context

    browser.new_context = new_patient_context  # type: ignore[method-assign]
    return browser


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """A window with an empty tab: another tab takes half the time of another window.

    Its process ends with it: one that has shown a hundred pages takes a fifth more time for each.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def page(window: BrowserContext, serve: Callable[[Path], str]) -> Iterator[Page]:
    """A tab that finds nothing of those before; an uncaught exception in a script fails the test.

    Scripts, headers and the like that a test adds must be those of the tab, not of its context. A
    request that the end of the test interrupts is no error: servers run longer than the tab.
    """
    del serve
    tab = window.new_page()
    errors: list[Error] = []
    # playwright marks the handler, which a built-in method does not allow.
    tab.on("pageerror", lambda error: errors.append(error))  # noqa: PLW0108
    origins = set[str]()
    tab.on("framenavigated", lambda frame: origins.add("/".join(frame.url.split("/")[:3])))
    yield tab
    empty, *used = window.pages
    # A call lets the events arrive that were sent before.
    empty.evaluate("0")
    errors_of_test = list(errors)
    for each in used:
        each.close()
    window.unroute_all()
    window.clear_permissions()
    session = window.new_cdp_session(empty)
    session.send("Network.clearBrowserCache")
    for origin in origins:
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()
    assert not errors_of_test, [f"{error.message} {error.stack}" for error in errors_of_test]


@pytest.fixture(scope="session")
def demo(demo_builds: DemoBuilds) -> Path:
    """The demo site in our own theme."""
    return demo_builds()


@pytest.fixture(scope="module")
def site(theme: str, demo_builds: DemoBuilds) -> str:
    """URL of the demo in the *theme* of a module, on disk."""
    return demo_builds(theme).as_uri()


class _QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class's name)
        pass


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    """``serve(folder)`` serves *folder* and returns its URL, without a trailing ``/``."""
    servers: list[ThreadingHTTPServer] = []

    def start(folder: Path) -> str:
        server = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(_QuietHandler, directory=str(folder))
        )
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
