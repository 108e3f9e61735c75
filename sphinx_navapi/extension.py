"""What the extension registers with Sphinx: a short block for each kind."""

from __future__ import annotations

from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped] # has no types

from sphinx_navapi import events
from sphinx_navapi.build.garbage import GarbageCollection
from sphinx_navapi.build.last_updated import show_documents, show_stubs
from sphinx_navapi.build.project import STUB_SUFFIX
from sphinx_navapi.build.repeated_work import RepeatedWork
from sphinx_navapi.build.static_paths import StaticPaths
from sphinx_navapi.config.confvals import CONFVALS
from sphinx_navapi.doctree.checked_links import LocateLinks
from sphinx_navapi.doctree.components.directives import register_directives
from sphinx_navapi.doctree.components.nodes import navapi_update
from sphinx_navapi.doctree.components.transforms import (
    ExpandComponents,
    FinishOperation,
    JoinNeighbours,
)
from sphinx_navapi.doctree.directives import NavApiNavigation, OpenApiOperation, OpenApiSchema
from sphinx_navapi.doctree.domain import NavApiDomain, report_unknown_target
from sphinx_navapi.doctree.nodes import (
    navapi_block,
    navapi_description,
    navapi_navigation,
    navapi_operation,
    navapi_shown_operation,
    navapi_signature,
)
from sphinx_navapi.doctree.page_metadata import PageMetadata
from sphinx_navapi.doctree.page_title import PageTitle
from sphinx_navapi.doctree.parser import StubParser
from sphinx_navapi.doctree.sample_place import PlaceSamples
from sphinx_navapi.doctree.singlehtml_links import OneFileLinks
from sphinx_navapi.doctree.transforms import ExpandBlocks, ExpandNavigation, source_message
from sphinx_navapi.html import components, visitors
from sphinx_navapi.html.component_script import add_component_script
from sphinx_navapi.html.epub import leave_out_unreached, put_plain_styles
from sphinx_navapi.html.not_found import write_not_found
from sphinx_navapi.html.page_assets import PageAssets
from sphinx_navapi.html.search_terms import forget_words
from sphinx_navapi.html.update_feed import write_update_feed
from sphinx_navapi.mdx.bare_addresses import LinkAddresses
from sphinx_navapi.mdx.fence_info import other_names
from sphinx_navapi.mdx.link_state import NoteLinks
from sphinx_navapi.mdx.links import CollectAnchors, ResolvePageLinks
from sphinx_navapi.mdx.media import kept_markup, visit_kept_markup
from sphinx_navapi.mdx.source_parser import MdxParser
from sphinx_navapi.plan.project_inputs import MARKDOWN_EXTENSIONS

if TYPE_CHECKING:
    from pygments.lexer import Lexer  # type: ignore[import-untyped] # has no types
    from sphinx.application import Sphinx


def register(app: Sphinx) -> None:
    """Register everything; the order within a block does not matter."""
    _register_extensions(app)
    _register_config(app)
    _register_sources(app)
    _register_nodes(app)
    _register_components(app)
    _register_domain(app)
    _register_assets(app)
    _register_events(app)


def _register_extensions(app: Sphinx) -> None:
    # Each of them registers the suffix .md: of several, only the project knows the order.
    loaded = (name for name in MARKDOWN_EXTENSIONS if name in app.extensions)
    named = (name for name in app.config.extensions if name in MARKDOWN_EXTENSIONS)
    for name in (*loaded, *named) or ("myst_parser",):
        app.setup_extension(name)
    PageAssets(is_design_ours="sphinx_design" not in app.extensions).connect(app)
    app.setup_extension("sphinx_design")


#: Confvals that Sphinx, themes and extensions change in place.
_CHANGED_IN_PLACE = (
    "exclude_patterns",
    "html_static_path",
    "source_suffix",
    "suppress_warnings",
    "templates_path",
)


def _register_config(app: Sphinx) -> None:
    for name in _CHANGED_IN_PLACE:
        # Values of this build's own: the default ones are shared by all builds of a process.
        setattr(app.config, name, copy(getattr(app.config, name)))
    for confval in CONFVALS:
        rebuild = cast("Literal['', 'env', 'html']", confval.rebuild)
        app.add_config_value(confval.name, confval.default, rebuild, confval.types)


def _register_sources(app: Sphinx) -> None:
    app.add_source_suffix(STUB_SUFFIX, "navapi")
    app.add_source_parser(StubParser)
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    for name, language in other_names().items():
        # Any function that makes one will do, and a lexer is only loaded where one is needed.
        app.add_lexer(name, cast("type[Lexer]", partial(get_lexer_by_name, language)))
    app.add_transform(PageTitle)
    app.add_transform(PageMetadata)
    app.add_transform(CollectAnchors)
    app.add_transform(NoteLinks)
    app.add_transform(LinkAddresses)
    app.add_post_transform(ResolvePageLinks)
    app.add_post_transform(ExpandNavigation)
    app.add_post_transform(PlaceSamples)
    app.add_post_transform(ExpandBlocks)
    app.add_post_transform(OneFileLinks)
    app.add_post_transform(LocateLinks)


def _register_nodes(app: Sphinx) -> None:
    skip = (visitors.skip, None)
    block = (visitors.visit_block, None)
    signature = (visitors.visit_signature, None)
    kept = (visit_kept_markup, None)
    through = (visitors.visit_through, visitors.depart_through)
    described = (visitors.visit_description, visitors.depart_division)
    shown = (visitors.visit_shown_operation, visitors.depart_division)
    section = (visitors.visit_as_section, visitors.depart_as_section)
    operation = (visitors.visit_operation, visitors.depart_operation)
    for node, html, other in (
        (navapi_block, block, skip),
        (navapi_signature, signature, skip),
        (navapi_navigation, skip, skip),
        (source_message, skip, skip),
        (navapi_description, described, through),
        (navapi_operation, operation, section),
        (navapi_shown_operation, shown, through),
        (kept_markup, kept, skip),
    ):
        app.add_node(node, html=html, latex=other, text=other, man=other, texinfo=other)


def _register_components(app: Sphinx) -> None:
    skip = (visitors.skip, None)
    for node, visit, depart in components.HTML_VISITORS:
        app.add_node(node, html=(visit, depart), latex=skip, text=skip, man=skip, texinfo=skip)
    update = (components.visit_update, components.depart_update)
    section = (visitors.visit_as_section, visitors.depart_as_section)
    app.add_node(
        navapi_update, html=update, latex=section, text=section, man=section, texinfo=section
    )
    app.add_transform(JoinNeighbours)
    app.add_transform(FinishOperation)
    app.add_post_transform(ExpandComponents)
    register_directives(app)
    app.connect("html-page-context", add_component_script)
    app.connect("html-page-context", write_update_feed)


def _register_domain(app: Sphinx) -> None:
    app.add_domain(NavApiDomain)
    app.add_directive("openapi-operation", OpenApiOperation)
    app.add_directive("openapi-schema", OpenApiSchema)
    app.add_directive("navapi-navigation", NavApiNavigation)
    app.connect(
        "warn-missing-reference",
        lambda app, _domain, node: report_unknown_target(app.env, node),
    )


def _register_assets(app: Sphinx) -> None:
    app.add_css_file("navapi.css")
    app.add_css_file("navapi-operation.css")
    app.add_css_file("navapi-content.css")
    app.add_js_file("navapi-operation.js", loading_method="defer")
    app.add_html_theme("navapi", str(Path(__file__).parent / "theme"))


def _register_events(app: Sphinx) -> None:
    StaticPaths().connect(app)
    RepeatedWork().connect(app)
    GarbageCollection().connect(app)
    app.connect("config-inited", events.on_config_inited)
    # After those that write page files into the source directory (autosummary does at 500).
    app.connect("builder-inited", events.on_builder_inited, priority=900)
    app.connect("builder-inited", put_plain_styles)
    app.connect("env-get-outdated", events.on_env_get_outdated)
    app.connect("env-purge-doc", events.on_env_purge_doc)
    app.connect("env-merge-info", events.on_env_merge_info)
    app.connect("doctree-read", events.on_doctree_read)
    app.connect("env-updated", show_documents, priority=400)
    app.connect("env-updated", show_stubs, priority=600)
    # After all that may still change toctrees or titles.
    app.connect("env-updated", events.on_env_updated, priority=900)
    app.connect("write-started", events.on_write_started)
    # Themes' handlers, at 500, take the toctree function that they find; notfound.extension
    # puts one of its own there at 400.
    app.connect("html-page-context", events.before_theme, priority=450)
    # Themes put functions of their own there at 500.
    app.connect("html-page-context", events.after_theme, priority=600)
    # After other extensions that write tags of the head: one of each is enough.
    app.connect("html-page-context", events.finish_head, priority=900)
    # After the pages are written, before their index is.
    app.connect("html-collect-pages", forget_words)
    app.connect("html-collect-pages", write_not_found)
    app.connect("html-collect-pages", leave_out_unreached)
    app.connect("build-finished", events.on_build_finished)
    # After all that may warn.
    app.connect("build-finished", events.after_build, priority=900)
