"""Handlers of Sphinx's events, in the order of a build."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.display import progress_message

from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.doctree.page_dependencies import pages_with_other_answers
from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.features import setup_features
from sphinx_navapi.html.dead_links import report_dead_links
from sphinx_navapi.html.head_meta import first_paragraph
from sphinx_navapi.html.icon_findings import find_unknown_icons
from sphinx_navapi.html.markdown_pages import MarkdownFiles
from sphinx_navapi.html.output import HtmlOutput, env_html
from sphinx_navapi.html.page_contexts import PageContexts
from sphinx_navapi.html.page_digests import (
    digest_pages,
    note_written,
    read_written,
    uses_objects,
)
from sphinx_navapi.html.page_language import put_language, theme_language
from sphinx_navapi.html.page_scripts import defer_scripts
from sphinx_navapi.html.program_files import (
    document_files,
    note_static_files,
    write_site_files,
    write_site_json,
)
from sphinx_navapi.html.rendered_pages import finish_pages, keep_compiled_templates
from sphinx_navapi.html.site_assets import copy_assets
from sphinx_navapi.html.site_blocks import SiteBlocks
from sphinx_navapi.html.site_files import lead_on, write_dark_favicon, write_redirects
from sphinx_navapi.html.theme_settings import THEME, usable_options
from sphinx_navapi.html.themes import (
    ThemeAdapter,
    adapter_for,
    install,
    page_template,
    template_folders,
    theme_names,
)
from sphinx_navapi.project.environment import (
    env_site,
    env_state,
    translator_for,
    writes_site,
)
from sphinx_navapi.project.latex_books import prepare_latex
from sphinx_navapi.project.output_files import OutputFiles, memory_file, remove_files, stale_files
from sphinx_navapi.project.page_catalogs import report_mistakes
from sphinx_navapi.project.planning import (
    document_filter,
    make_site,
    places_in_conf,
    read_configuration,
    read_titles,
)
from sphinx_navapi.project.project_settings import (
    drop_base_url,
    fill_config,
    read_leniently,
    soften_latex,
    use_defaults,
)
from sphinx_navapi.project.reporting import (
    hold_warnings,
    release_warnings,
    report_diagnostics,
    report_internals,
    tell_lines,
)
from sphinx_navapi.project.sphinx_internals import doctrees_in_memory, forget_doctree
from sphinx_navapi.project.sphinx_project import NavApiProject, generate_stubs, write_stubs
from sphinx_navapi.project.toctrees import (
    authored_groups,
    authored_toctree_pages,
    digest_toctrees,
    place_authored,
    plan_toctrees,
    put_toctrees,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.diagnostics import Diagnostic
    from sphinx_navapi.html.icons import Icons
    from sphinx_navapi.plan.site_plan import TitledPlan
    from sphinx_navapi.project.site import Site


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Set options that the project left unset from the site configuration."""
    site_config = read_configuration(app).site
    use_defaults(config)
    if site_config is not None:
        report_diagnostics(drop_base_url(config, places_in_conf(app)), Path(app.srcdir))
        fill_config(config, site_config.value, Path(app.srcdir))
        soften_latex(config)
    if config.html_theme == THEME:
        conf_file = Path(app.confdir, "conf.py")
        options, problems = usable_options(config.html_theme_options, conf_file, Path(app.srcdir))
        config.html_theme_options = options
        if config.html_permalinks_icon == "¶":
            # Sphinx's default; the style sheet has another sign, which is not text of the page.
            config.html_permalinks_icon = ""
        report_diagnostics(problems, Path(app.srcdir))


def on_builder_inited(app: Sphinx) -> None:
    """Plan the site, write the stubs, and replace Sphinx's project with ours."""
    report_internals(app)
    read_leniently(app.env.settings)
    with progress_message("planning the site"):
        site, diagnostics = make_site(app)
    stub_dir = Path(app.doctreedir) / "navapi" / "stubs"
    stubs = generate_stubs(site.plan) if site.configured else {}
    write_stubs(stub_dir, stubs)
    project = NavApiProject.extend(app.project, site, stub_dir)
    if writes_site(app.builder):
        blocks = SiteBlocks(site, app.builder, partial(translator_for, app.env))
        project.output = HtmlOutput(
            blocks=blocks,
            files=OutputFiles(Path(app.outdir), memory_file(app, "made")),
            adapter=_theme_adapter(app, site),
        )
        if site.configured:
            finish_pages(app)
            keep_compiled_templates(app)
    project.set_documents(stubs, document_filter(app, site))
    app.project = app.env.project = project
    setup_features(app, site)
    if site.configured and app.builder.name == "latex":
        prepare_latex(app, site)
    if site.configured:
        hold_warnings(app)
        report_mistakes(app.config, Path(app.srcdir))
    # Pages outside the navigation are only known once the project's own toctrees are read.
    report_diagnostics(
        (d for d in diagnostics if d.subtype is not Subtype.NOT_IN_NAVIGATION), Path(app.srcdir)
    )


def _theme_adapter(app: Sphinx, site: Site) -> ThemeAdapter | None:
    """The adapter of a third-party theme; ``None`` if the theme is to be left alone."""
    names = theme_names(app.builder)
    if THEME in names or not site.configured or not site.confvals.adapt_theme:
        return None
    return install(app, adapter_for(names, template_folders(app.builder)))


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Pages whose content depends on something of the site that has changed."""
    site = env_site(env)
    env_state(env).navigation_pages -= removed
    return [] if site is None else list(pages_with_other_answers(env, site))


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Release the previous doctree: Sphinx would keep all of them.

    Without OpenAPI documents Sphinx may keep them: released doctrees are cyclic garbage, and would
    be read from their files again before they are collected.
    """
    site = env_site(app.env)
    if site is None or not site.plan.documents:
        return
    page = site.page(app.env.docname)
    if page is not None and page.overview is not None:
        # Its download is copied in every build; its stub contains what the page shows of the file.
        app.env.dependencies.pop(page.docname, None)
    kept = doctrees_in_memory(app.env)
    if len(kept) > _KEPT_DOCTREES:
        for docname in kept[:-1]:
            forget_doctree(app.env, docname)


#: Small projects benefit from Sphinx's cache; for large ones it costs too much memory.
_KEPT_DOCTREES = 40


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Complete the plan with titles; return pages to write again, without reading any."""
    site = env_site(env)
    if site is None:
        return []
    state = env_state(env)
    site.before = read_written(app)
    if site.configured or site.before.pages:
        site.page_files = document_files(app.builder)
        remove_files(Path(app.outdir), site.before.pages - site.page_files)
    for operation in state.operations.values():
        site.describe(operation)
    if not site.configured:
        state.generated = frozenset()
        return sorted(_changed_pages(env, site, {})) if uses_objects(env) else []
    root_doc = app.config.root_doc
    touched: set[str] = set()
    titled = site.plan = site.titled = read_titles(site.planned.plan, env)
    generated = frozenset(name for name, page in titled.pages.items() if page.generated)
    if state.generated - generated:
        # Sphinx does not notice that a build only removed documents.
        touched.add(root_doc)
    state.generated = generated

    taken = authored_toctree_pages(env, root_doc, state.toctree_pages)
    trees = plan_toctrees(titled, root_doc, taken)
    digest = digest_toctrees(trees)
    if digest != state.toctrees:
        put_toctrees(env, app.builder, trees)
        state.toctrees = digest
        state.toctree_pages = frozenset(name for tree in trees for name in tree.docnames)
        touched.add(root_doc)
    diagnostics = _mark_orphans(app, env, titled, taken)
    links = text_links(env)
    assert links is not None
    site.linked = repr([links.find(fact.link, "") for fact in site.texts if fact.link is not None])
    groups = authored_groups(env, titled)
    placed = place_authored(titled, env, state.toctree_pages, diagnostics)
    site.plan = placed
    html, shown = env_html(env), {}
    if html is not None:
        if site.confvals.markdown_files and app.builder.name != "singlehtml":
            html.markdown = MarkdownFiles(app, site, html.files)
        markdown = html.markdown.names if html.markdown is not None else frozenset()
        ours = state.toctree_pages
        html.contexts = PageContexts(site, placed, app.builder, groups, ours, markdown)
        html.icon_findings = _find_icons(app, site, html.contexts.icons)
        shown = html.contexts.digests(sorted(env.found_docs))
    return sorted(touched & env.found_docs | _changed_pages(env, site, shown))


def _changed_pages(env: BuildEnvironment, site: Site, shown: Mapping[str, str]) -> set[str]:
    """The pages that show something else than in the last build, apart from their sources.

    :param shown: digests of their surroundings, for builders that write a site.
    """
    site.digests = digest_pages(env, site, sorted(env.found_docs), shown)
    site.links.save()
    before = site.before.digests
    site.changed = {name for name, digest in site.digests.items() if before.get(name) != digest}
    return site.changed


def _find_icons(app: Sphinx, site: Site, icons: Icons) -> tuple[Diagnostic, ...]:
    """Report unknown icons."""
    diagnostics = find_unknown_icons(app, site, read_configuration(app).site, icons)
    report_diagnostics(diagnostics, Path(app.srcdir))
    return diagnostics


def _mark_orphans(
    app: Sphinx, env: BuildEnvironment, plan: TitledPlan, taken: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Report pages outside the navigation, and suppress Sphinx's own warning about them.

    :returns: the diagnostics of *plan* except those resolved by the project's own toctrees.
    """
    site = env_site(env)
    assert site is not None
    state = env_state(env)
    placed = taken | state.toctree_pages | {app.config.root_doc}
    unnamed = frozenset(env.found_docs) - placed
    for docname in state.orphans - unnamed:
        env.metadata.get(docname, {}).pop("orphan", None)
    fresh = frozenset(d for d in unnamed if "orphan" not in env.metadata.get(d, {}))
    for docname in fresh:
        env.metadata[docname]["orphan"] = ""
    state.orphans = (state.orphans & unnamed) | fresh
    unplaced = {
        diagnostic: site.docname_of(diagnostic.place.file) in state.orphans
        for diagnostic in plan.diagnostics
        if diagnostic.subtype is Subtype.NOT_IN_NAVIGATION
    }
    report_diagnostics((d for d, is_true in unplaced.items() if is_true), Path(app.srcdir))
    return tuple(d for d in plan.diagnostics if unplaced.get(d, True))


def before_theme(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """``html-page-context`` before the theme's handlers: sidebar, neighbors, no stub's source."""
    env = app.env
    forget_doctree(env, pagename)
    site = env_site(env)
    html = env_html(app.env)
    themes = theme_names(app.builder) if getattr(app.builder, "theme", None) else []
    if site is not None and THEME in themes:
        context.update(theme_language(site, pagename))
    if site is None or html is None or html.contexts is None or not site.configured:
        return
    page = site.page(pagename)
    if page is not None and page.generated:
        # There is no file to edit, view or copy.
        context["sourcename"] = context["page_source_suffix"] = ""
        context["has_source"] = context["show_source"] = False
    leads = lead_on(site, app.builder, pagename)
    metatags = leads + (context.get("metatags") or "")
    context.update(html.contexts.head(pagename, metatags))
    if doctree is not None:
        context.update(html.contexts.neighbors(pagename, context))
        if html.markdown is not None and page is not None:
            html.markdown.write(pagename, doctree)


def surround(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """``html-page-context`` before the theme's handlers: what is around the page and its parts."""
    site, html = env_site(app.env), env_html(app.env)
    if site is None or html is None or html.contexts is None or not site.configured:
        return
    html.contexts.code.add_to(app, context, is_own_theme=html.contexts.theme is not None)
    if html.contexts.theme is not None:
        context.update(html.contexts.theme_context(pagename, context))
        return
    if html.adapter is None:
        return
    context.update(html.contexts.badges(pagename, context))
    context.update(html.contexts.plain_name(context))
    banner = html.contexts.banner(pagename)
    if banner is not None:
        html.adapter.announce(context, banner)
    navigation = html.contexts.page_navigation(pagename)
    if navigation.named:
        # Sphinx derives them from the toctrees that we added to the root document.
        context["parents"] = []
    html.adapter.before(context, navigation)
    put_language(site, pagename, context, html.adapter.right_to_left)


def finish_head(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """``html-page-context`` after other extensions, whose head tags take precedence."""
    html = env_html(app.env)
    if html is not None and html.contexts is not None:
        text = first_paragraph(doctree) if doctree is not None else ""
        context.update(html.contexts.more_tags(pagename, context.get("metatags") or "", text))
        # Sphinx's search page has a script in its template.
        if html.contexts.theme is not None and templatename != "search.html":
            defer_scripts(context["script_files"])


def after_theme(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> str | None:
    """``html-page-context`` after the theme's handlers: replaces what they have set.

    :returns: the template for the page, if it is not the theme's own.
    """
    site = env_site(app.env)
    html = env_html(app.env)
    if site is None or html is None or html.contexts is None or html.adapter is None:
        return None
    navigation = html.contexts.page_navigation(pagename)
    html.adapter.after(context, navigation)
    logos = html.contexts.logos()
    if logos is not None:
        html.adapter.logos(context, logos)
    return page_template(html.adapter, templatename, context, navigation)


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the outputs for programs, and record what the written pages showed."""
    site, html = env_site(app.env), env_html(app.env)
    if exception is not None or site is None:
        return
    files = OutputFiles(Path(app.outdir)) if html is None else html.files
    diagnostics: list[Diagnostic] = []
    if html is not None and site.configured:
        write_site_files(site, html)
        if html.contexts is not None and html.contexts.theme is not None:
            write_dark_favicon(app, site, files)
        code = html.contexts.code.files if html.contexts is not None else ()
        copy_assets(app, site, files, code)
        if html.contexts is not None:
            html.contexts.head_elements.copy(files)
    if html is not None:
        app.emit("navapi-output-files", files)
        note_static_files(app, files)
    stale = stale_files(app, site.before.files - files.names)
    remove_files(Path(app.outdir), (name for name in stale if not files.is_taken(name)))
    if html is not None:
        diagnostics += write_redirects(app, site, files)
    if site.configured:
        diagnostics += report_dead_links(app, site, files)
    if html is not None and site.configured:
        if html.contexts is not None:
            config = site.planned.inputs.config
            diagnostics += html.contexts.head_elements.report_missing(config, Path(app.outdir))
        write_site_json(app, site, files, [*diagnostics, *html.icon_findings])
    note_written(app, site.digests, site.page_files, files.names)


def after_build(app: Sphinx, exception: Exception | None) -> None:
    """Report all diagnostics, merged by cause."""
    reported = release_warnings(app)
    site = env_site(app.env) if exception is None else None
    if site is None or not site.configured or site.before.digests or site.titled is None:
        return
    from sphinx_navapi.project.first_report import first_report

    config = read_configuration(app).site
    tell_lines(first_report(site.plan, config.value if config is not None else {}, reported))
