"""Take the picture of README: `python docs/screenshot.py`, in an environment of `run.py test`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PAGE = "observations/alerts/create-an-alert.html"


def main() -> None:
    """Build the demo site, open one page from the disk and photograph it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", default="navapi")
    parser.add_argument("--page", default=PAGE)
    parser.add_argument("--target", type=Path, default=ROOT / "docs" / "_static" / "demo.png")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = ("-q", "-D", f"html_theme={arguments.theme}")
        command = (sys.executable, "-m", "sphinx", *options, ROOT / "demo_site", folder)
        subprocess.run(command, check=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            # More pixels than points: sharp on most displays, and still a small file.
            tab = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1.5)
            tab.goto((Path(folder) / arguments.page).as_uri())
            tab.wait_for_load_state("networkidle")
            tab.screenshot(path=arguments.target)
            browser.close()


if __name__ == "__main__":
    main()
