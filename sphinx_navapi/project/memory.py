"""Keeping the memory of a build small, and runs of Python's garbage collector few.

A large OpenAPI document is a million values that stay for the whole build and have no cycles, and
each full collection scans all of them. With GitHub's document (1,223 operations), freezing them
saves 10 % of a first build and 20 % of one with nothing to do, and skipping the collections at exit
5 % and 15 %; with 300 operations, both 6 % of a first build.

Sphinx keeps the table of contents of each page as nodes in the environment: 16 KB for an operation.
With 10,000 operations this is most of the environment's memory, and most of the time to load it.
Those of generated pages are kept as bytes, and become nodes when something looks at them: with
GitHub's document (1,223 operations), a build with nothing to do needs 14 % less memory, and 2 %
fewer instructions.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import pickle
import stat
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.content.doctree_parts import find_nodes
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


class PackedContents(nodes.bullet_list):
    """A table of contents that is unpacked when it is first used.

    Reading an attribute of a node is a use. Copies are regular lists.
    """

    # Nodes set it in their constructor; the class's is none.
    tagname = nodes.bullet_list.__name__

    def __init__(self, packed: bytes) -> None:
        # Not the constructor of nodes, whose attributes are packed.
        self._packed = packed

    @property
    def is_packed(self) -> bool:
        """Whether nothing has used it since it was packed."""
        return "_packed" in vars(self)

    def __getattr__(self, name: str) -> Any:
        # Called for attributes that only exist once it is unpacked.
        if not self.is_packed or name.startswith("__"):
            raise AttributeError(name)
        # Written by us, or read by Sphinx from its own file, like the rest of the environment.
        inner = pickle.loads(zlib.decompress(vars(self).pop("_packed")))  # noqa: S301
        # What was set since, such as the parent, is kept.
        vars(self).update({**vars(inner), **vars(self)})
        for child in self.children:
            child.parent = self
        return getattr(self, name)

    def __reduce__(self) -> tuple[type[PackedContents], tuple[bytes]]:
        if self.is_packed:
            return PackedContents, (self._packed,)
        return PackedContents, (_packed(self.deepcopy()),)

    def copy(self) -> nodes.bullet_list:  # type: ignore[override] # as the nodes in it
        """A regular list, as nodes are copied: without children."""
        return nodes.bullet_list(self.rawsource, **self.attributes)

    def pack(self) -> None:
        """Pack what it contains now."""
        contents = self.copy()
        contents.extend(self.children)
        packed = _packed(contents)
        vars(self).clear()
        self._packed = packed


# Visitors find their method by the name of a node's class.
PackedContents.__name__ = nodes.bullet_list.__name__


def pack(contents: nodes.bullet_list) -> PackedContents:
    """The packed *contents*, whose nodes are freed."""
    return PackedContents(_packed(contents))


def _packed(contents: nodes.Node) -> bytes:
    """*contents* as bytes; its nodes are freed."""
    packed = zlib.compress(pickle.dumps(contents, pickle.HIGHEST_PROTOCOL), 1)
    _free(contents)
    return packed


def _free(contents: nodes.Node) -> None:
    """Free the nodes of *contents*, which refer to each other: they may be frozen."""
    for node in find_nodes(contents, nodes.Node):
        vars(node).clear()


def pack_read(app: Sphinx, _doctree: nodes.document) -> None:
    """Pack the contents of the page that was just read."""
    _pack_page(app.env, app.env.docname)


def pack_shown(app: Sphinx, pagename: str, *_event: object) -> None:
    """Pack the contents of a page again: Sphinx used them in order to write it."""
    _pack_page(app.env, pagename)


def _pack_page(env: BuildEnvironment, docname: str) -> None:
    site, contents = env_site(env), env.tocs.get(docname)
    page = site.page(docname) if site is not None else None
    if page is None or not page.generated or contents is None:
        return
    if isinstance(contents, PackedContents):
        if not contents.is_packed and contents.parent is None:
            contents.pack()
    # Toctrees are looked for in all contents, by Sphinx and by us.
    elif contents.parent is None and not find_nodes(contents, addnodes.toctree):
        env.tocs[docname] = pack(contents)
