"""Creating the site of a build from a Sphinx application: configuration, documents, plan."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError

from sphinx_navapi.config.confvals import (
    MARKDOWN_SUFFIXES,
    NavApiConfig,
    conf_places,
    find_unknown_confvals,
    means_markdown,
)
from sphinx_navapi.config.site_config import SiteConfig, site_config_from_mapping
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_file, nearest_word
from sphinx_navapi.formats.data_file import DATA_SUFFIXES
from sphinx_navapi.plan import PlannedSite, resolve_site, with_titles
from sphinx_navapi.plan.conf_file import code_documents
from sphinx_navapi.plan.document_facts import TextFact, markup_diagnostics, text_facts
from sphinx_navapi.plan.inputs import ProjectValues, find_site_config, make_inputs
from sphinx_navapi.plan.link_cache import LinkCache
from sphinx_navapi.plan.site_plan import SitePlan, TitledPlan
from sphinx_navapi.project.environment import writes_book
from sphinx_navapi.project.page_catalogs import label_words
from sphinx_navapi.project.site import SchemaRegistries, Site
from sphinx_navapi.project.sphinx_internals import set_in_conf_py, tell_without_report
from sphinx_navapi.project.sphinx_project import STUB_SUFFIX, documents_elsewhere

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.openapi.code_documents import CodeDocuments

#: Application attribute with earlier runs of code for documents, in a process that builds again.
CODE_RUNS = "navapi_code_runs"


def read_confvals(
    config: Config, places: Callable[[str], Place] | None = None
) -> tuple[NavApiConfig, list[Diagnostic]]:
    """Our configuration values, all valid, and their problems.

    :param places: returns where a name is set.
    """
    return NavApiConfig.from_values(lambda name: getattr(config, name), places)


def places_in_conf(app: Sphinx) -> Callable[[str], Place]:
    """A function that returns the place where ``conf.py`` sets a name."""
    return conf_places(Path(app.confdir) / "conf.py", Path(app.srcdir))


class SiteConfigError(ExtensionError):
    """The site configuration cannot be read, so there is nothing to publish."""

    def __init__(self, problem: Diagnostic) -> None:
        self.place = problem.place
        self.reason = f"{problem.message}; nothing was built: correct the file"
        super().__init__(f"{problem.place}: {self.reason}", modname="sphinx_navapi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The project's configuration of its site.

    :ivar site: ``None`` if the project has no site configuration.
    :ivar diagnostics: problems of the confvals.
    """

    confvals: NavApiConfig
    site: SiteConfig | None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_configuration(app: Sphinx) -> Configuration:
    """The configuration of the build, parsed on first use.

    A missing file that is configured explicitly is a diagnostic; the default file is optional.

    :raises SiteConfigError: a file cannot be read.
    """
    confvals, diagnostics = read_confvals(app.config, places_in_conf(app))
    kept: Configuration | None = getattr(app, "navapi_configuration", None)
    # Another extension may have changed the value since; a dict may have changed in place.
    if kept is None or kept.confvals != confvals or not isinstance(confvals.config, str):
        site, problems = _find_site_config(app, confvals)
        names = sorted(name for name in set_in_conf_py(app.config) if name not in app.config)
        problems += find_unknown_confvals(names, places_in_conf(app))
        kept = Configuration(confvals=confvals, site=site, diagnostics=(*diagnostics, *problems))
        app.navapi_configuration = kept  # type: ignore[attr-defined] # until the build ends
    return kept


def _data_files(folder: Path) -> Iterator[str]:
    return (each.name for each in sorted(folder.iterdir()) if each.suffix in DATA_SUFFIXES)


def _find_site_config(
    app: Sphinx, confvals: NavApiConfig
) -> tuple[SiteConfig | None, list[Diagnostic]]:
    try:
        config = find_site_config(confvals, Path(app.srcdir), Path(app.confdir))
    except FileNotFoundError:
        if confvals.config == NavApiConfig().config:
            return None, []
        written = str(confvals.config)
        near = nearest_file(Path(app.confdir), written) or nearest_word(
            written, _data_files(Path(app.confdir))
        )
        advice = (
            f"did you mean {near}?"
            if near is not None
            else "set it to the path of a docs.json, relative to conf.py"
        )
        message = (
            f"navapi_config is set to {confvals.config}, which does not exist, so the site "
            f"has no navigation: {advice}"
        )
        place = places_in_conf(app)("navapi_config")
        return None, [Diagnostic(subtype=Subtype.CONFIG, message=message, place=place)]
    if config.unusable is not None and isinstance(confvals.config, str):
        tell_without_report(SiteConfigError)
        raise SiteConfigError(config.unusable)
    return config, []


def make_site(app: Sphinx) -> tuple[Site, list[Diagnostic]]:
    """The site of this build, and the diagnostics of the plan.

    The plan knows page files by their metadata and a light scan; actual titles and the project's
    own toctrees are known after reading.
    """
    source_dir, cache_dir = Path(app.srcdir), Path(app.doctreedir) / "navapi"
    configuration = read_configuration(app)
    confvals, config = configuration.confvals, configuration.site
    schema_depth = 0 if writes_book(app.builder) else confvals.schema_depth
    registries = SchemaRegistries(schema_depth)
    links = LinkCache(
        cache_dir / "links.json",
        max_depth=schema_depth,
        registry=registries.of_document,
        views=registries.views,
    )
    code, problems = _code_documents(app, confvals, cache_dir)
    planned = resolve_site(
        make_inputs(
            _project_values(app),
            confvals,
            config or site_config_from_mapping({"navigation": {}}, source_dir),
            cache_dir=cache_dir,
            schema_links=links.links,
            code=code,
            label_words=None
            if app.builder.name == "gettext"
            else label_words(app.config, source_dir),
        )
    )
    links.save()
    diagnostics = [*configuration.diagnostics, *problems]
    if config is None and app.config.html_theme == "navapi":
        diagnostics += _markdown_without_site(app, planned)
    texts: tuple[TextFact, ...] = ()
    if config is not None:
        texts = text_facts(planned.plan.documents.values(), cache_dir / "texts.json")
        diagnostics += [*planned.plan.diagnostics, *markup_diagnostics(texts)]
        plan = replace(planned.plan, diagnostics=tuple(diagnostics))
        planned = replace(planned, plan=plan)
    site = Site(
        planned,
        builder=app.builder,
        source_dir=source_dir,
        registries=registries,
        links=links,
        language=app.config.language,
        texts=texts,
        configured=config is not None,
        confvals=confvals,
    )
    return site, diagnostics


def _markdown_without_site(app: Sphinx, planned: PlannedSite) -> list[Diagnostic]:
    """A note about Markdown files that are not pages because there is no site configuration."""
    others = [
        file
        for docname, file in planned.files.tree.pages.items()
        if file.endswith(MARKDOWN_SUFFIXES) and docname not in planned.plan.pages
    ]
    if not others or means_markdown(app.config.extensions):
        return []
    what = "1 Markdown file is not a page"
    if len(others) > 1:
        what = f"{len(others)} Markdown files are not pages"
    message = (
        f"there is no docs.json, so {what} ({others[0]}{', …' if len(others) > 1 else ''}): create"
        ' docs.json with navapi init, or add "myst_parser" to extensions'
    )
    place = places_in_conf(app)("html_theme")
    return [Diagnostic(subtype=Subtype.CONFIG, message=message, place=place, level=Level.INFO)]


def _code_documents(
    app: Sphinx, confvals: NavApiConfig, cache_dir: Path
) -> tuple[CodeDocuments | None, list[Diagnostic]]:
    return code_documents(
        confvals.documents,
        Path(app.confdir) / "conf.py",
        Path(app.srcdir),
        search_path=sys.path,
        cache_dir=cache_dir,
        runs=getattr(app, CODE_RUNS, None),
    )


def _project_values(app: Sphinx) -> ProjectValues:
    return ProjectValues(
        srcdir=Path(app.srcdir),
        outdir=Path(app.outdir),
        confval=lambda name: getattr(app.config, name),
        source_suffixes=[s for s in app.config.source_suffix if s != STUB_SUFFIX],
        asset_paths=app.builder.get_asset_paths(),
        folders=app.builder.name == "dirhtml",
        other_files=documents_elsewhere(app.project),
    )


def document_filter(app: Sphinx, site: Site) -> Callable[[str, str], bool]:
    """Whether a file found by Sphinx, given docname and suffix, is a document of the project.

    Markdown outside the navigation is not, unless the project itself loads a parser for it; in a
    site, nothing in folders that are never searched is.
    """
    wants_markdown = means_markdown(app.config.extensions)
    pages, searched = site.plan.pages, site.planned.files.tree.pages

    def is_document(docname: str, suffix: str) -> bool:
        if suffix in MARKDOWN_SUFFIXES and not wants_markdown:
            return docname in pages
        return not site.configured or docname in searched

    return is_document


def read_titles(plan: SitePlan, env: BuildEnvironment) -> TitledPlan:
    """*plan* with headings of page files, and translated titles of generated pages."""
    titles = {
        docname: env.titles[docname].astext() for docname in plan.pages if docname in env.titles
    }
    titled = with_titles(plan, titles)
    if not env.config.language:
        return titled
    translated = {
        docname: replace(page, title=titles[docname])
        for docname, page in titled.pages.items()
        if page.generated and docname in titles and titles[docname] != page.title
    }
    return replace(titled, pages={**titled.pages, **translated})
