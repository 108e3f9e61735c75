"""Keeping ``html_static_path`` as the project set it in Sphinx's saved configuration.

Extensions, such as sphinx-design, append their folders at ``builder-inited``. Sphinx compares the
saved configuration with the new one before that event, and would report in each build that
``html_static_path`` has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


class StaticPaths:
    """The ``html_static_path`` of one application, before and after ``builder-inited``."""

    def __init__(self) -> None:
        self._given: list[str] = []
        self._all: list[str] | None = None

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*: after all other handlers that may change the list."""
        app.connect("config-inited", self._note, priority=1000)
        # Between these two the environment is written to disk, and nothing is copied.
        app.connect("env-updated", self._take_back, priority=1000)
        app.connect("write-started", self._put, priority=0)

    def add(self, folders: Iterable[str]) -> None:
        """Treat *folders*, added after ``config-inited``, as the project's own."""
        self._given = [*self._given, *folders]

    def _note(self, app: Sphinx, config: Config) -> None:
        self._given = list(config.html_static_path)

    def _take_back(self, app: Sphinx, env: BuildEnvironment) -> tuple[()]:
        self._all = app.config.html_static_path
        app.config.html_static_path = self._given
        return ()

    def _put(self, app: Sphinx, builder: Builder) -> None:
        if self._all is not None:
            app.config.html_static_path, self._all = self._all, None
