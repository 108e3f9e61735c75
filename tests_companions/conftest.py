"""A small site with its own toctrees and an API, built beside other extensions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from library_site import FILES
from sphinx.testing.util import SphinxTestApp

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Built:
    """A finished build."""

    out: Path
    warnings: list[str]

    def text(self, name: str) -> str:
        return (self.out / name).read_text("utf-8")

    def page(self, docname: str) -> BeautifulSoup:
        return BeautifulSoup(self.text(f"{docname}.html"), "html.parser")


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Built]:
    """Build the site in this process.

    Its arguments: names of extensions; the builder; additional files; confvals.
    """

    def build(
        *extensions: str, builder: str = "html", files: dict[str, str] | None = None, **conf: Any
    ) -> Built:
        source = tmp_path / "source"
        for name, text in {**FILES, "conf.py": "", **(files or {})}.items():
            path = source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        app = SphinxTestApp(
            builder,
            srcdir=source,
            builddir=tmp_path / f"build-{builder}",
            confoverrides={
                "project": "Library",
                "extensions": ["sphinx_navapi", *extensions],
                "html_theme": "furo",
                "html_baseurl": "https://docs.example/",
                **conf,
            },
            exception_on_warning=False,
        )
        try:
            app.build()
            lines = _ESCAPES.sub("", app.warning.getvalue()).splitlines()
            return Built(
                tmp_path / f"build-{builder}" / builder, [line for line in lines if line.strip()]
            )
        finally:
            app.cleanup()

    return build
