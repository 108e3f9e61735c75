"""Reducing runs of Python's garbage collector during a build.

A large OpenAPI document is a million values that stay for the whole build and have no cycles. Each
full collection scans all of them, which adds up to a tenth of the build, and to a third of one with
nothing to do, where the last collections are those of Python's shutdown.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site, had_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

#: New objects before a collection, instead of 700: a page creates some thousands, most of which are
#: released once it is written.
_NEW_OBJECTS = 10_000

#: The same while documents are read, whose values stay.
_READ_OBJECTS = 1_000_000

#: The same while Sphinx loads the environment of the last build.
_LOADED_OBJECTS = 100_000


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Collect garbage less often within the context; a larger threshold set elsewhere is kept."""
    before = gc.get_threshold()
    _collect_seldom(_READ_OBJECTS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _collect_seldom(new_objects: int) -> None:
    young, *older = gc.get_threshold()
    # 0 disables collections.
    if young:
        gc.set_threshold(max(young, new_objects), *older)


def _end_without_collecting() -> None:
    """At exit, let the operating system reclaim the process's memory.

    Python would collect garbage three times and deallocate every object. Files that an extension
    did not close are flushed here. Pipes are left to Python: flushing one would wait for a thread
    that still writes to it.
    """
    writers = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)
    for each in gc.get_objects():
        if type(each) in writers:
            # It may be closed, or its disk full, and it is too late to report that.
            with suppress(OSError, ValueError):
                if stat.S_ISREG(os.fstat(each.fileno()).st_mode):
                    each.flush()
    gc.freeze()


class GarbageCollection:
    """Controls the garbage collector while one application builds."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*: to the build, which always ends with ``build-finished``, and before it
        while Sphinx loads the environment.
        """
        app.connect("config-inited", self._load_environment)
        app.connect("builder-inited", self._loaded, priority=0)
        app.connect("env-get-outdated", self._start)
        app.connect("env-updated", self._settle, priority=1000)
        app.connect("build-finished", self._end, priority=1000)

    def _load_environment(self, app: Sphinx, config: Config) -> None:
        """The environment of the last build is loaded next, and all of it stays.

        If Sphinx stops before it creates a builder, the threshold is not restored, so it must be
        one with which garbage is still collected.
        """
        if self._before is None and had_site(app):
            self._before = gc.get_threshold()
            _collect_seldom(_LOADED_OBJECTS)

    def _loaded(self, app: Sphinx) -> None:
        if self._before is not None:
            gc.set_threshold(*self._before)
            self._before = None

    def _start(self, app: Sphinx, env: BuildEnvironment, *_docnames: set[str]) -> list[str]:
        site = env_site(env)
        if site is None or not site.plan.documents:
            # We have created nothing large, and memory use is up to the project.
            return []
        if self._before is None:
            self._before = gc.get_threshold()
            _collect_seldom(_NEW_OBJECTS)
        # Once for a process, however many builds it runs.
        atexit.unregister(_end_without_collecting)
        atexit.register(_end_without_collecting)
        # The plan and its documents are not scanned again.
        gc.freeze()
        return []

    def _settle(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """The environment stays, too; the doctrees that were read do not."""
        if self._before is not None:
            gc.collect()
            gc.freeze()
        return []

    def _end(self, app: Sphinx, exception: Exception | None) -> None:
        if self._before is not None:
            gc.unfreeze()
            gc.set_threshold(*self._before)
            self._before = None
