"""``html_static_path`` as the project set it, where Sphinx remembers the configuration.

Extensions append their folders to it at ``builder-inited``, sphinx-design among them. Sphinx
compares what it remembers with the configuration before that event, and would tell in each build
that ``html_static_path`` has changed.
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
    """What ``html_static_path`` is of one application, before and after ``builder-inited``."""

    def __init__(self) -> None:
        self._given: list[str] = []
        self._all: list[str] | None = None

    def connect(self, app: Sphinx) -> None:
        """Listen to *app*: each after all that may change the list."""
        app.connect("config-inited", self._note, priority=1000)
        # Between these two the environment is written to disk, and nothing is copied.
        app.connect("env-updated", self._take_back, priority=1000)
        app.connect("write-started", self._put, priority=0)

    def add(self, folders: Iterable[str]) -> None:
        """Count *folders*, which came after ``config-inited``, among those of the project."""
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
