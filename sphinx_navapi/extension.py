"""What the extension registers with Sphinx: a short block for each kind.

Most of it is registered by name: a project that does not use the extension imports and plans
nothing.
"""

from __future__ import annotations

import os
from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped] # has no types
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import is_directive_registered, is_role_registered

from sphinx_navapi.config.confvals import (
    CONFVALS,
    HOSTED,
    MARKDOWN_EXTENSIONS,
    MARKDOWN_SUFFIXES,
    MYST,
    PREFIX,
    markdown_dialect,
    site_file_of,
)
from sphinx_navapi.doctree import nodes as own_nodes
from sphinx_navapi.doctree.components import MODULES, ROLES
from sphinx_navapi.doctree.components.fence_info import other_names
from sphinx_navapi.doctree.domain import NavApiDomain, report_unknown_target
from sphinx_navapi.doctree.messages import source_message
from sphinx_navapi.doctree.nodes import (
    kept_markup,
    navapi_block,
    navapi_description,
    navapi_navigation,
    navapi_operation,
    navapi_shown_operation,
    navapi_signature,
    navapi_update,
)
from sphinx_navapi.html.page_assets import PageAssets, StaticPaths
from sphinx_navapi.project import extensions
from sphinx_navapi.project.environment import (
    env_site,
    forget_page,
    had_site,
    is_used,
    leave_edition_out,
    pages_of_other_edition,
    take_over,
)
from sphinx_navapi.project.late import (
    late_directive,
    late_function,
    late_parser,
    late_transform,
    load,
)
from sphinx_navapi.project.memory import GarbageCollection
from sphinx_navapi.project.reporting import release_on_failure
from sphinx_navapi.project.sphinx_project import STUB_SUFFIX

if TYPE_CHECKING:
    from docutils import nodes
    from pygments.lexer import Lexer  # type: ignore[import-untyped] # has no types
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_THEME_DIR = Path(__file__).parent / "theme"


def register(app: Sphinx) -> None:
    """Register everything; the order within a block does not matter."""
    _register_config(app)
    planning = LatePlanning(app)
    _register_extensions(app, planning)
    _register_sources(app)
    _register_transforms(app)
    _register_nodes(app)
    _register_components(app, planning)
    _register_domain(app, planning)
    _register_assets(app)
    _register_events(app, planning)


class LatePlanning:
    """Decides when the site of an application is planned.

    Before the first page is read if the project has a site, or an earlier build used the extension;
    otherwise when a page first uses it, which is usually never.
    """

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._is_prepared = False
        #: Whether the project does not load sphinx-design itself.
        self.is_design_ours = False
        if has_site(app):
            self._take_sources()

    def at_config(self, app: Sphinx, config: Config) -> None:
        """``config-inited``: other extensions may also set values that imply a site."""
        if has_site(app):
            self._take_sources()
            self._take_parser()
        # Sphinx compares the configuration with that of the last build before the builder exists.
        if has_site(app) or had_site(app):
            self._prepare()

    def at_builder(self, app: Sphinx) -> None:
        """``builder-inited``: plan the site."""
        theme = getattr(app.builder, "theme", None)
        if (
            self._is_prepared
            or is_used(app.env)
            # A theme that inherits from ours.
            or (theme is not None and str(_THEME_DIR) in map(str, theme.get_theme_dirs()))
        ):
            self.begin()

    def after_worker(
        self, app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment
    ) -> None:
        """``env-merge-info``: what a page of another process used counts as used here."""
        if take_over(app, env, docnames, other):
            self.begin()

    def begin(self) -> None:
        """Plan the site, unless that is done."""
        if env_site(self._app.env) is None:
            self._prepare()
            load("events:on_builder_inited")(self._app)

    def _prepare(self) -> None:
        if not self._is_prepared:
            self._is_prepared = True
            self.is_design_ours = extensions.load_design(self._app)
            load("events:on_config_inited")(self._app, self._app.config)

    def _take_sources(self) -> None:
        """Register the source suffixes of the site before Sphinx reads them."""
        app = self._app
        if not MARKDOWN_EXTENSIONS.intersection((*app.extensions, *app.config.extensions)):
            extensions.load_myst(app)
        for suffix, kind in ((STUB_SUFFIX, "navapi"), (".mdx", "mdx")):
            if suffix not in app.registry.source_suffix:
                app.add_source_suffix(suffix, kind)
        setting = getattr(app.config, f"{PREFIX}markdown")
        if markdown_dialect(setting, app.config.extensions, Path(app.confdir)) != MYST:
            app.add_source_suffix(".md", "navapi-markdown", override=True)
            if setting == HOSTED and isinstance(app.config.source_suffix, dict):
                # What conf.py sets there takes precedence over what extensions register.
                app.config.source_suffix.pop(".md", None)

    def _take_parser(self) -> None:
        """Replace MyST's own parser, but none that another extension has registered."""
        from myst_parser.parsers.sphinx_ import MystParser

        if self._app.registry.source_parsers.get("markdown") is MystParser:
            titled = late_parser("mdx.source_parser:TitledMystParser", "markdown")
            self._app.add_source_parser(titled, override=True)


def has_site(app: Sphinx) -> bool:
    """Whether the project has a site configuration, a confval of ours, or a page only we can
    read.
    """
    config = app.config
    folder, root_doc = Path(app.srcdir), config.root_doc
    suffixes = set(MARKDOWN_SUFFIXES)
    if MARKDOWN_EXTENSIONS.intersection((*app.extensions, *config.extensions)):
        suffixes.discard(".md")
    return (
        any(getattr(config, confval.name) != confval.default for confval in CONFVALS)
        or os.path.lexists(
            site_file_of(getattr(config, f"{PREFIX}config"), folder, Path(app.confdir))
        )
        or config.html_theme == "navapi"
        or any((folder / f"{root_doc}{suffix}").is_file() for suffix in suffixes)
    )


def _register_extensions(app: Sphinx, planning: LatePlanning) -> None:
    # Both register the suffix .md; if several do, only the project knows which should win.
    for name in app.config.extensions:
        if name in MARKDOWN_EXTENSIONS:
            app.setup_extension(name)
    assets = PageAssets(is_design_ours=lambda: planning.is_design_ours, begin=planning.begin)
    assets.connect(app)


#: Confvals that Sphinx, themes and extensions modify in place.
_CHANGED_IN_PLACE = (
    "exclude_patterns",
    "html_static_path",
    "source_suffix",
    "suppress_warnings",
    "templates_path",
)


def _register_config(app: Sphinx) -> None:
    for name in _CHANGED_IN_PLACE:
        # A copy for this build: defaults are shared by all builds of a process.
        setattr(app.config, name, copy(getattr(app.config, name)))
    for confval in CONFVALS:
        rebuild = cast("Literal['', 'env', 'html']", confval.rebuild)
        app.add_config_value(confval.name, confval.default, rebuild, confval.types)


def _register_sources(app: Sphinx) -> None:
    app.add_source_parser(late_parser("doctree.parser:StubParser", "navapi"))
    app.add_source_parser(late_parser("mdx.source_parser:MdxParser", "mdx"))
    hosted = late_parser("mdx.source_parser:HostedMarkdownParser", "navapi-markdown")
    app.add_source_parser(hosted)
    for name, language in other_names().items():
        # Any callable that returns a lexer works, and this one loads it only when needed.
        app.add_lexer(name, cast("type[Lexer]", partial(get_lexer_by_name, language)))


#: Applied while a page is read, in this order, each with the reason for its priority.
_TRANSFORMS = (
    # Nothing depends on it before messages are extracted (Locale is at 20).
    ("doctree.components.transforms:JoinNeighbors", 15),
    # Around the translation (Locale is at 20).
    ("doctree.components.transforms:TakeUntranslated", 19),
    ("doctree.components.transforms:PutUntranslated", 21),
    # Before metadata and toctrees are added to the first section (100).
    ("doctree.page_metadata:PageTitle", 95),
    # After pages without a heading get one (95), before toctrees are collected.
    ("doctree.page_metadata:PageMetadata", 100),
    # After operation pages get their content (100), before toctrees are collected.
    ("doctree.components.transforms:FinishOperation", 101),
    # After all ids are assigned: MyST's own at 700.
    ("doctree.resolved_links:CollectAnchors", 870),
    # After all transforms that turn other nodes into links.
    ("doctree.resolved_links:NoteLinks", 875),
)

#: Applied before a page is written.
_POST_TRANSFORMS = (
    # Before the navigation is expanded (5): a book is the navigation itself.
    ("doctree.book:ArrangeBook", 4),
    # Before references are resolved (10): the content contains cross-references.
    ("doctree.transforms:ExpandNavigation", 5),
    # Before blocks become stock nodes (6) and can no longer be recognized.
    ("doctree.page_metadata:PlaceSamples", 5),
    # Before references are resolved (10), so that links in blocks may be cross-references.
    ("doctree.transforms:ExpandBlocks", 6),
    # Before sphinx-design turns its tabs and dropdowns into HTML (199).
    ("doctree.components.transforms:ExpandComponents", 7),
    # Before MyST's resolver (9), which warns about targets that it does not know.
    ("doctree.resolved_links:ResolvePageLinks", 8),
    # After converters of other extensions (200).
    ("doctree.book_images:ConvertSvg", 201),
    # At any time: nothing else looks at levels of rubrics.
    ("doctree.components.transforms:WriteHeadingLevels", 800),
    # After all that walk the page, for which long lists stay short.
    ("doctree.transforms:LinkEntries", 900),
    # After the collector of linkcheck (800).
    ("doctree.checked_links:LocateLinks", 801),
    # After all references are resolved.
    ("doctree.page_links:OneFileLinks", 950),
    ("doctree.page_links:ManualPageLinks", 950),
)


def _register_transforms(app: Sphinx) -> None:
    for name, priority in _TRANSFORMS:
        app.add_transform(late_transform(name, priority, SphinxTransform))
    for name, priority in _POST_TRANSFORMS:
        app.add_post_transform(late_transform(name, priority, SphinxPostTransform))


def _visitors(room: str, visit: str, depart: str = "") -> Any:
    """The functions of *room* that write a node."""
    return late_function(f"{room}:{visit}"), late_function(f"{room}:{depart}") if depart else None


def _register_nodes(app: Sphinx) -> None:
    """Register nodes with HTML writers; others get stock nodes."""
    visitors = partial(_visitors, "html.visitors")
    skip = visitors("skip")
    for node, html in (
        (navapi_block, visitors("visit_block")),
        (navapi_signature, visitors("visit_signature")),
        (navapi_navigation, skip),
        (source_message, skip),
        (navapi_description, visitors("visit_description", "depart_division")),
        (navapi_operation, visitors("visit_operation", "depart_operation")),
        (navapi_shown_operation, visitors("visit_shown_operation", "depart_shown_operation")),
        (navapi_update, visitors("visit_update", "depart_update")),
        (own_nodes.navapi_run, visitors("visit_run")),
        (own_nodes.navapi_code, visitors("visit_code", "depart_code")),
        (kept_markup, _visitors("mdx.kept_html", "visit_kept_markup")),
        (own_nodes.navapi_for_programs, skip),
    ):
        app.add_node(node, html=html)


#: Components that HTML writers support: suffixes of the node names, with what is written after
#: their content.
_HTML_COMPONENTS = {
    "icon": "",
    "swatch": "",
    "wrapper": "depart_wrapper",
    "fields": "depart_fields",
    "field": "depart_field",
    "field_head": "",
    "facts": "",
    "details": "depart_details",
    "summary": "depart_summary",
    "examples": "depart_examples",
    "example": "depart_details",
}


def _register_components(app: Sphinx, planning: LatePlanning) -> None:
    for name, depart in _HTML_COMPONENTS.items():
        node: type[nodes.Element] = getattr(own_nodes, f"navapi_{name}")
        html = _visitors("html.visitors", f"visit_{name}", depart or "depart_nothing")
        app.add_node(node, html=html)
    # After all extensions have registered their names.
    app.connect("config-inited", partial(_register_names, planning), priority=1000)


def _register_names(planning: LatePlanning, app: Sphinx, config: Config) -> None:
    """Register components whose names are free; those of other extensions take precedence.

    So are those of sphinx-design if it is not loaded: a page that uses one loads it.
    """
    ours = {name for names in MODULES.values() for name in names}
    for module, directives, roles in (
        ("doctree.components.directives", ours - ROLES, ROLES),
        ("project.extensions", extensions.DIRECTIVES, extensions.ROLES),
    ):
        for name in directives:
            if not is_directive_registered(name):
                app.add_directive(name, late_directive(f"{module}:{name}", planning.begin))
        for name in roles:
            if not is_role_registered(name):
                app.add_role(name, _role(f"{module}:{name}", planning))


def _role(name: str, planning: LatePlanning) -> Any:
    role = late_function(name)

    def call(*arguments: Any, **named: Any) -> Any:
        planning.begin()
        return role(*arguments, **named)

    return call


def _register_domain(app: Sphinx, planning: LatePlanning) -> None:
    app.add_domain(NavApiDomain)
    for name, made in (
        ("openapi-operation", "OpenApiOperation"),
        ("openapi-schema", "OpenApiSchema"),
        ("openapi-changes", "OpenApiChanges"),
        ("navapi-navigation", "NavApiNavigation"),
    ):
        app.add_directive(name, late_directive(f"doctree.directives:{made}", planning.begin))
    app.connect(
        "warn-missing-reference",
        lambda app, _domain, node: report_unknown_target(app.env, node),
    )


def _register_assets(app: Sphinx) -> None:
    app.add_css_file("navapi.css")
    app.add_css_file("navapi-operation.css")
    app.add_css_file("navapi-channel.css")
    app.add_css_file("navapi-content.css")
    app.add_js_file("navapi-operation.js", loading_method="defer")
    app.add_html_theme("navapi", str(_THEME_DIR))


#: Handlers for projects with a site: event, priority and function, with the reason.
_HANDLERS = (
    ("builder-inited", 910, "project.sphinx_internals:build_as_later"),
    ("env-get-outdated", 500, "events:on_env_get_outdated"),
    ("env-get-outdated", 500, "project.rendered_parts:render_parts_once"),
    # After handlers that change the text.
    ("source-read", 900, "mdx.markdown_files:report_other_dialect"),
    # After handlers that may still add or remove pages.
    ("env-before-read-docs", 900, "project.program_findings:note_read"),
    ("doctree-read", 500, "events:on_doctree_read"),
    # After handlers that may still look at them.
    ("doctree-read", 900, "project.memory:pack_read"),
    ("env-updated", 400, "html.page_dates:show_documents"),
    ("env-updated", 600, "html.page_dates:show_stubs"),
    ("env-updated", 700, "project.program_findings:report_programs"),
    # After handlers that may still change toctrees or titles.
    ("env-updated", 900, "events:on_env_updated"),
    # Themes' handlers, at 500, use the toctree function they find in the context;
    # notfound.extension sets its own at 400.
    ("html-page-context", 450, "events:before_theme"),
    # After features (450).
    ("html-page-context", 460, "events:surround"),
    ("html-page-context", 500, "html.page_scripts:add_component_script"),
    ("html-page-context", 500, "html.page_scripts:add_page_styles"),
    # Themes set their own functions at 500.
    ("html-page-context", 600, "events:after_theme"),
    # After other extensions that write head tags: each tag is needed only once.
    ("html-page-context", 900, "events:finish_head"),
    ("html-page-context", 900, "project.memory:pack_shown"),
    # After the pages are written.
    ("html-collect-pages", 400, "html.output:release_writers"),
    ("build-finished", 500, "events:on_build_finished"),
    # After all handlers that may emit warnings.
    ("build-finished", 900, "events:after_build"),
)

#: Return values of handlers with nothing to add; ``None`` for other events.
_NOTHING = {"env-get-outdated": (), "env-updated": (), "html-collect-pages": ()}


def _register_events(app: Sphinx, planning: LatePlanning) -> None:
    # What a feature adds to a page besides its source; files that a feature writes at the end.
    app.add_event("navapi-page-state")
    app.add_event("navapi-output-files")
    StaticPaths().connect(app)
    GarbageCollection().connect(app)
    release_on_failure(app)
    app.connect("config-inited", planning.at_config)
    # After handlers that write page files into the source directory (autosummary at 500).
    app.connect("builder-inited", planning.at_builder, priority=900)
    app.connect("env-get-outdated", pages_of_other_edition)
    app.connect("env-purge-doc", forget_page)
    app.connect("env-merge-info", planning.after_worker)
    app.connect("write-started", leave_edition_out)
    for event, priority, name in _HANDLERS:
        app.connect(event, _with_site(name, _NOTHING.get(event)), priority=priority)


def _with_site(name: str, nothing: object) -> Any:
    def handle(app: Sphinx, *arguments: Any) -> Any:
        # There is no environment if the application failed before creating one.
        env = getattr(app, "env", None)
        if env is None or env_site(env) is None:
            return nothing
        return load(name)(app, *arguments)

    return handle
