"""The demo site, built once for all processes of a run, which saves a tenth of the time."""

from __future__ import annotations

import json
import time
from pathlib import Path

from patience import PATIENCE
from warm_python import run_module

from sphinx_navapi.doctree.book_images import convert_svg

DEMO = Path(__file__).parents[2] / "demo_site"

#: Seconds between checks for the build of another process.
_PAUSE = 0.1


class DemoBuilds:
    """``demo_builds(theme, builder)`` returns the output, which tests must not modify.

    :param folder: of the run, the same for all its processes.

    Warnings are errors, and references must have targets.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, theme: str = "navapi", builder: str = "html") -> Path:
        """Fail with Sphinx's output."""
        folder = self._folder / f"demo-{theme}-{builder}"
        said = folder / "said.json"
        try:
            folder.mkdir()
        except FileExistsError:
            _wait_for(said)
        else:
            self._build(folder, theme, builder)
            # Complete as soon as it exists.
            (folder / "saying.json").rename(said)
        assert json.loads(said.read_text("utf-8")) == [0, ""]
        return folder / "out"

    def _build(self, folder: Path, theme: str, builder: str) -> None:
        options = ["-qnW", "--keep-going", "-b", builder, "-d", folder / "doctrees"]
        if builder == "latex" and not _converts_svg(folder):
            options += ["-D", "suppress_warnings=navapi.config"]
        command = [*options, "-D", f"html_theme={theme}", DEMO, folder / "out"]
        done = run_module("sphinx", *command)
        (folder / "saying.json").write_text(json.dumps([done.returncode, done.stderr]), "utf-8")


def _converts_svg(folder: Path) -> bool:
    """Whether this machine has what converts images for LaTeX; else each build says so."""
    image = folder / "image.svg"
    image.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "utf-8")
    return convert_svg(image, folder / "image.pdf")


def _wait_for(path: Path) -> None:
    for _ in range(int(PATIENCE / _PAUSE)):
        if path.exists():
            return
        time.sleep(_PAUSE)
    raise AssertionError(f"{path} was never written: the process that builds it has ended")
