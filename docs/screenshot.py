"""Take the pictures of README and docs: `python docs/screenshot.py`, where `run.py test` works."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "_static"
PAGE = "observations/alerts/create-an-alert.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A screenshot.

    :ivar size: of the window, in CSS pixels. :ivar page: its path in the site, if it is not that
        of the command. :ivar prepare: what to click first.
    """

    name: str
    size: tuple[int, int]
    scheme: Literal["light", "dark"]
    page: str = ""
    prepare: Callable[[Page], None] = lambda tab: None


def open_playground(tab: Page) -> None:
    """Press "Try it" and wait for the form."""
    tab.get_by_role("button", name="Try it").click()
    tab.get_by_role("button", name="Send").wait_for()


def run_workflow(tab: Page) -> None:
    """Enter the inputs of a workflow, and open its first step."""
    tab.get_by_role("button", name="Run step by step").click()
    tab.get_by_role("button", name="Use the example").click()
    tab.get_by_role("button", name="Next: findBuoy").click()
    tab.get_by_role("button", name="Send").wait_for()
    tab.locator("#findbuoy navapi-playground").evaluate("node => node.scrollIntoView()")


ALL = (
    Picture(name="demo.png", size=(1280, 800), scheme="light"),
    Picture(name="narrow.png", size=(390, 880), scheme="light"),
    Picture(name="playground.png", size=(1280, 800), scheme="dark", prepare=open_playground),
    Picture(
        name="workflow.png",
        size=(1280, 800),
        scheme="light",
        page="observations/workflows/warn-of-waves.html",
        prepare=run_workflow,
    ),
    Picture(name="errors.png", size=(1280, 800), scheme="light", page="observations/errors.html"),
)


def take(browser: Browser, picture: Picture, address: str) -> None:
    """Take a screenshot of the page at *address*."""
    width, height = picture.size
    # A higher pixel density: sharp on most displays, and still a small file.
    tab = browser.new_page(
        viewport={"width": width, "height": height},
        device_scale_factor=1.5,
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    tab.goto(address)
    tab.wait_for_load_state("networkidle")
    picture.prepare(tab)
    tab.mouse.move(0, 0)
    tab.wait_for_timeout(500)
    tab.screenshot(path=PICTURES / picture.name)
    tab.close()


def main() -> None:
    """Build the demo site, open pages from the disk and take screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", default="navapi")
    parser.add_argument("--page", default=PAGE)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = ("-q", "-D", f"html_theme={arguments.theme}")
        command = (sys.executable, "-m", "sphinx", *options, ROOT / "demo_site", folder)
        subprocess.run(command, check=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for picture in ALL:
                page = Path(folder) / (picture.page or arguments.page)
                take(browser, picture, page.as_uri())
            browser.close()


if __name__ == "__main__":
    main()
