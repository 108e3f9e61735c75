"""Reducing runs of Python's garbage collector during a build.

A large OpenAPI document is a million values that stay for the whole build and have no cycles, and
each full collection scans all of them. With GitHub's document (1,223 operations), freezing them
saves 10 % of a first build and 20 % of one with nothing to do, and skipping the collections at exit
5 % and 15 %.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from sphinx_navapi.project.environment import env_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


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
        self._is_frozen = False

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*: to the build, which always ends with ``build-finished``."""
        app.connect("env-get-outdated", self._start)
        app.connect("env-updated", self._settle, priority=1000)
        app.connect("build-finished", self._end, priority=1000)

    def _start(self, app: Sphinx, env: BuildEnvironment, *_docnames: set[str]) -> list[str]:
        site = env_site(env)
        if site is None or not site.plan.documents:
            # We have created nothing large, and memory use is up to the project.
            return []
        # Once for a process, however many builds it runs.
        atexit.unregister(_end_without_collecting)
        atexit.register(_end_without_collecting)
        # The plan and its documents are not scanned again.
        self._is_frozen = True
        gc.freeze()
        return []

    def _settle(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """The environment stays, too; the doctrees that were read do not."""
        if self._is_frozen:
            gc.collect()
            gc.freeze()
        return []

    def _end(self, app: Sphinx, exception: Exception | None) -> None:
        if self._is_frozen:
            gc.unfreeze()
            self._is_frozen = False
