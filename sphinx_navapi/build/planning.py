"""From a Sphinx application to the site of its build: configuration, documents, plan."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError

from sphinx_navapi.build.project import STUB_SUFFIX
from sphinx_navapi.build.site import SchemaBooks, Site
from sphinx_navapi.config.conf_lines import conf_places
from sphinx_navapi.config.confvals import NavApiConfig
from sphinx_navapi.config.load import SiteConfig, read_site_config, site_config_from_mapping
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.remote import load_remote_document
from sphinx_navapi.plan import LoadedDocument, Matching, PlanInputs, resolve_site
from sphinx_navapi.plan.base_urls import VARIABLE as BASE_URL_VARIABLE
from sphinx_navapi.plan.document_notes import markup_diagnostics
from sphinx_navapi.plan.link_cache import LinkCache

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
#: Extensions that say, in ``conf.py``, that Markdown files are meant as documents.
MARKDOWN_EXTENSIONS = frozenset({"myst_parser", "myst_nb"})


def read_confvals(
    config: Config, places: Callable[[str], Place] | None = None
) -> tuple[NavApiConfig, list[Diagnostic]]:
    """Our configuration values, each usable, and what was wrong with them.

    :param places: where the value of a name is set.
    """
    return NavApiConfig.from_values(lambda name: getattr(config, name), places)


def _conf_file(app: Sphinx) -> Path:
    return Path(app.confdir) / "conf.py"


class SiteConfigError(ExtensionError):
    """The site configuration cannot be read, so that there is nothing to publish."""

    def __init__(self, problem: Diagnostic) -> None:
        self.place = problem.place
        self.reason = f"{problem.message}; nothing was built: correct the file"
        super().__init__(f"{problem.place}: {self.reason}", modname="sphinx_navapi")


def load_config(app: Sphinx, confvals: NavApiConfig) -> tuple[SiteConfig | None, list[Diagnostic]]:
    """The site configuration; ``None`` where the project has none.

    A file that is named but does not exist is a diagnostic; the default file need not exist.

    :raises SiteConfigError: there is one that cannot be read.
    """
    source_dir = Path(app.srcdir)
    if not isinstance(confvals.config, str):
        return site_config_from_mapping(confvals.config, source_dir, _conf_file(app)), []
    path = Path(app.confdir) / confvals.config
    try:
        config = read_site_config(path, source_dir)
        if config.unusable is not None:
            raise SiteConfigError(config.unusable)
        return config, []
    except FileNotFoundError:
        if confvals.config == NavApiConfig().config:
            return None, []
        return None, [
            Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"navapi_config names {confvals.config}, which does not exist; the site "
                "has no navigation: write the path of a docs.json, relative to conf.py",
                place=conf_places(_conf_file(app), source_dir)("navapi_config"),
            )
        ]


def make_site(app: Sphinx) -> tuple[Site, list[Diagnostic]]:
    """The site of this build, and what the plan has to say.

    The plan knows page files by their metadata and a light scan; true titles and
    authored toctrees are known after reading.
    """
    source_dir = Path(app.srcdir)
    places = conf_places(_conf_file(app), source_dir)
    confvals, diagnostics = read_confvals(app.config, places)
    config, problems = load_config(app, confvals)
    diagnostics += problems
    cache_dir = Path(app.doctreedir) / "navapi"
    books = SchemaBooks(confvals.schema_depth)
    links = LinkCache(
        cache_dir / "links.json", max_depth=confvals.schema_depth, book=books.of_document
    )
    planned = resolve_site(
        PlanInputs(
            srcdir=source_dir,
            config=config or site_config_from_mapping({"navigation": {}}, source_dir),
            load=_loader(source_dir, cache_dir, remote=confvals.remote_documents),
            matching=Matching(confvals.reference_matching),
            source_suffixes=_source_suffixes(app),
            exclude_patterns=_exclude_patterns(app),
            include_patterns=tuple(app.config.include_patterns),
            root_doc=app.config.root_doc,
            source_encoding=app.config.source_encoding,
            remote_documents=confvals.remote_documents,
            folders=app.builder.name == "dirhtml",
            base_url=os.environ.get(BASE_URL_VARIABLE),
            schema_links=links.links,
        )
    )
    links.save()
    site = Site(
        planned,
        builder=app.builder,
        source_dir=source_dir,
        books=books,
        language=app.config.language,
        configured=config is not None,
        adapt_theme=confvals.adapt_theme,
    )
    if config is not None:
        markup = markup_diagnostics(planned.plan.documents.values(), cache_dir / "markup.json")
        site.plan = replace(
            planned.plan, diagnostics=(*diagnostics, *planned.plan.diagnostics, *markup)
        )
        diagnostics = list(site.plan.diagnostics)
    return site, diagnostics


def document_filter(app: Sphinx, site: Site) -> Callable[[str, str], bool]:
    """Whether a file that Sphinx found, by docname and suffix, is a document of the project.

    Markdown that nothing names is none unless the project itself loads a parser for
    it; in a site, nothing is that stands in folders which are never searched.
    """
    means_markdown = _means_markdown(app)
    pages, searched = site.plan.pages, site.planned.files.tree.pages

    def is_document(docname: str, suffix: str) -> bool:
        if suffix in (".md", ".mdx") and not means_markdown:
            return docname in pages
        return not site.configured or docname in searched

    return is_document


def _means_markdown(app: Sphinx) -> bool:
    return not MARKDOWN_EXTENSIONS.isdisjoint(app.config.extensions)


def _source_suffixes(app: Sphinx) -> tuple[str, ...]:
    """Suffixes that the project registered itself, in its order; ours only with MyST in conf.py."""
    ours = {STUB_SUFFIX} if _means_markdown(app) else {STUB_SUFFIX, ".md", ".mdx"}
    return tuple(suffix for suffix in app.config.source_suffix if suffix not in ours)


def _exclude_patterns(app: Sphinx) -> tuple[str, ...]:
    """What Sphinx itself leaves out while looking for documents."""
    patterns = [*app.config.exclude_patterns, *app.config.templates_path]
    for getter in ("get_asset_paths",):
        paths: Any = getattr(app.builder, getter, list)()
        patterns += [str(path) for path in paths if not Path(path).is_absolute()]
    outdir = Path(app.outdir)
    if outdir.is_relative_to(app.srcdir) and outdir != Path(app.srcdir):
        patterns.append(outdir.relative_to(app.srcdir).as_posix())
    return tuple(patterns)


def _loader(source_dir: Path, cache_dir: Path, *, remote: bool) -> Any:
    def load(name: str) -> LoadedDocument:
        if "://" in name:
            found = load_remote_document(name, cache_dir / "documents", enabled=remote)
        else:
            found = load_document(
                source_dir / name, name, source_dir, cache_dir=cache_dir / "documents"
            )
        return LoadedDocument(document=found.document, diagnostics=found.diagnostics)

    return load
