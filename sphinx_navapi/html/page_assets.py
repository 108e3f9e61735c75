"""Style sheets and scripts: loaded only on pages that need them, copied only if any page does.

Sphinx loads an extension's assets on every page, and copies its folder to every site. A project
that adds this extension gets none of them until it has a navigation or uses a directive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx_design
from docutils import nodes

from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_scripts import DIAGRAM, FORMULA, OF_DESIGN, OURS, without_marks
from sphinx_navapi.project.environment import env_site, env_state

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

    def _note(self, app: Sphinx, config: Config) -> None:
        self._given = list(config.html_static_path)

    def _take_back(self, app: Sphinx, env: BuildEnvironment) -> tuple[()]:
        self._all = app.config.html_static_path
        app.config.html_static_path = self._given
        return ()

    def _put(self, app: Sphinx, builder: Builder) -> None:
        if self._all is not None:
            app.config.html_static_path, self._all = self._all, None


#: sphinx-design's own files; this extension loads it.
DESIGN_STATIC_DIR = Path(sphinx_design.__file__).parent / "static"


class PageAssets:
    """Removes unneeded assets from pages and from the site.

    :param is_design_ours: tells whether only this extension has loaded sphinx-design.
    :param begin: called when a page needs any of them.
    """

    def __init__(self, *, is_design_ours: Callable[[], bool], begin: Callable[[], None]) -> None:
        self._is_design_ours = is_design_ours
        self._begin = begin
        self._tags: dict[tuple[object, ...], str] = {}

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*."""
        app.connect("doctree-read", self.note_marks)
        # After `StaticPaths` has restored what extensions added.
        app.connect("write-started", self.put_static_files, priority=1)
        # Before themes read the lists.
        app.connect("html-page-context", self.take_from_page, priority=440)

    def note_marks(self, app: Sphinx, doctree: nodes.document) -> None:
        """``doctree-read``: record which of our markup the page contains."""
        marks = set(_marks(doctree))
        if not self._is_design_ours():
            marks.discard(_DESIGN)
        site = env_site(app.env)
        if site is None or not site.configured:
            marks -= {DIAGRAM, FORMULA}
        known, docname = env_state(app.env).marks, app.env.docname
        known.pop(docname, None)
        if marks:
            known[docname] = frozenset(marks)
            self._begin()
        if _OWN in marks:
            # Most projects that only load this extension need none of it.
            from sphinx_navapi.html.icon_findings import note_icons

            note_icons(app, doctree)

    def put_static_files(self, app: Sphinx, builder: Builder) -> None:
        """``write-started``: write our files, and leave out those of sphinx-design if unneeded."""
        self._tags.clear()
        site = env_site(app.env)
        if site is not None:
            # It imports the adapters of all themes.
            from sphinx_navapi.html.static_files import write_static_files

            write_static_files(app)
        is_configured = site is not None and site.configured
        marks = frozenset[str]().union(*env_state(app.env).marks.values())
        if self._is_design_ours() and not is_configured and _DESIGN not in marks:
            app.config.html_static_path = [
                entry for entry in app.config.html_static_path if Path(entry) != DESIGN_STATIC_DIR
            ]

    def take_from_page(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """``html-page-context``: remove assets that the page does not need.

        The tags of the others are made once for each folder, as their addresses are relative: to
        find the checksum of a file, Sphinx follows symbolic links, which was 2 % of the calls of a
        build.
        """
        site, html = env_site(app.env), env_html(app.env)
        is_ours = pagename in env_state(app.env).marks or (site is not None and site.configured)
        body = str(context.get("body") or "")
        unused = set(without_marks(body, OURS) if is_ours else OURS)
        if self._is_design_ours():
            unused |= without_marks(body, OF_DESIGN)
        if html is not None and html.adapter is not None:
            # It styles the surroundings of the text.
            unused.discard("_static/navapi.css")
        for key in ("css_files", "script_files"):
            _take_out(context.get(key), unused)
        folder = app.builder.get_target_uri(pagename).rpartition("/")[0]
        for name in {"css_tag", "js_tag"} & context.keys() if is_ours else ():
            context[name] = partial(self._tag, context[name], folder)

    def _tag(self, make: Callable[[Any], str], folder: str, file: Any) -> str:
        """The tag that *make* makes for *file* on pages in *folder*."""
        if not getattr(file, "filename", None):
            return make(file)
        key = (folder, type(file), str(file.filename), *file.attributes.items())
        tag = self._tags.get(key)
        if tag is None:
            tag = self._tags[key] = make(file)
        return tag


def _take_out(files: object, unused: set[str]) -> None:
    """Remove *unused* from the list *files*, in place: the builder fills it again for each page."""
    if isinstance(files, MutableSequence):
        files[:] = [each for each in files if getattr(each, "filename", each) not in unused]


#: Marks of a page: uses this extension, and uses sphinx-design.
_OWN, _DESIGN = "own", "design"


def _marks(doctree: nodes.document) -> Iterator[str]:
    pending: list[nodes.Element] = [doctree]
    while pending:
        element = pending.pop()
        if element.tagname.startswith("navapi_"):
            yield _OWN
        for name in element.attributes.get("classes", ()):
            if name.startswith("sd-"):
                yield _DESIGN
            elif name.startswith("navapi-"):
                yield _OWN
                if name == DIAGRAM:
                    yield name
        if element.get("language") == "mermaid" and element.tagname == "literal_block":
            yield DIAGRAM
        if element.tagname in {"math", "math_block"}:
            yield FORMULA
        # docutils' own search takes several times as long, on each page of a project.
        pending += [child for child in element.children if isinstance(child, nodes.Element)]
