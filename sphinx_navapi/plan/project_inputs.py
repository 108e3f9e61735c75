"""What the plan of a project is made from: in one place, for builds and for `navapi explain`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.config.confvals import NavApiConfig
from sphinx_navapi.config.markdown import MARKDOWN_SUFFIXES, means_markdown
from sphinx_navapi.config.site_config import SiteConfig, read_site_config, site_config_from_mapping
from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.base_urls import VARIABLE as BASE_URL_VARIABLE
from sphinx_navapi.plan.inputs import (
    DocumentLoader,
    LabelWords,
    LoadedDocument,
    Matching,
    PlanInputs,
    SchemaLinks,
)

if TYPE_CHECKING:
    from sphinx_navapi.openapi.code_documents import CodeDocuments
    from sphinx_navapi.openapi.overlays import OverlayFile


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectValues:
    """A project and those of its configuration values that decide which files are pages.

    :ivar outdir: where the site is written to.
    :ivar confval: the value of a confval, by name.
    :ivar source_suffixes: all that are registered, by the project and by extensions.
    :ivar asset_paths: what the builder copies as it is; absolute ones are outside.
    :ivar folders: whether a page may be a folder, as with dirhtml.
    """

    srcdir: Path
    outdir: Path
    confval: Callable[[str], Any]
    source_suffixes: Iterable[str]
    asset_paths: Iterable[str]
    folders: bool


def find_site_config(confvals: NavApiConfig, srcdir: Path, confdir: Path) -> SiteConfig:
    """The site configuration of the project in *srcdir*.

    :param confdir: the folder of ``conf.py``.
    :raises FileNotFoundError: the file that ``navapi_config`` names does not exist.
    """
    if not isinstance(confvals.config, str):
        return site_config_from_mapping(confvals.config, srcdir, confdir / "conf.py")
    return read_site_config(confdir / confvals.config, srcdir)


def make_inputs(
    project: ProjectValues,
    confvals: NavApiConfig,
    config: SiteConfig,
    *,
    cache_dir: Path,
    schema_links: Callable[[OpenApiDocument], SchemaLinks],
    code: CodeDocuments | None = None,
    label_words: LabelWords | None = None,
) -> PlanInputs:
    """Everything that decides on the pages and the navigation of *project*.

    :param cache_dir: documents that were read or fetched are kept there.
    :param code: the documents that code writes.
    :param label_words: translates labels of groups.
    """
    value = project.confval
    return PlanInputs(
        srcdir=project.srcdir,
        config=config,
        load=_document_loader(project.srcdir, cache_dir, code, remote=confvals.remote_documents),
        matching=Matching(confvals.reference_matching),
        source_suffixes=_source_suffixes(project),
        exclude_patterns=_exclude_patterns(project),
        include_patterns=_texts(value("include_patterns")),
        root_doc=value("root_doc"),
        source_encoding=value("source_encoding"),
        code_documents=code.places if code is not None else {},
        remote_documents=confvals.remote_documents,
        folders=project.folders,
        base_url=os.environ.get(BASE_URL_VARIABLE),
        label_words=label_words,
        schema_links=schema_links,
    )


def _source_suffixes(project: ProjectValues) -> tuple[str, ...]:
    """Suffixes that the project registered itself, in its order; ours only with MyST in conf.py."""
    ours = () if means_markdown(project.confval("extensions")) else MARKDOWN_SUFFIXES
    return tuple(dict.fromkeys(s for s in project.source_suffixes if s not in ours))


def _exclude_patterns(project: ProjectValues) -> tuple[str, ...]:
    """What Sphinx itself leaves out while looking for documents."""
    patterns = [
        *_texts(project.confval("exclude_patterns")),
        *_texts(project.confval("templates_path")),
        *(str(path) for path in project.asset_paths if not Path(path).is_absolute()),
    ]
    srcdir, outdir = project.srcdir.resolve(), project.outdir.resolve()
    if outdir.is_relative_to(srcdir) and outdir != srcdir:
        patterns.append(outdir.relative_to(srcdir).as_posix())
    return tuple(patterns)


def _texts(value: object) -> tuple[str, ...]:
    found = value if isinstance(value, list | tuple | set | frozenset) else ()
    return tuple(entry for entry in found if isinstance(entry, str))


def _document_loader(
    srcdir: Path, cache_dir: Path, code: CodeDocuments | None, *, remote: bool
) -> DocumentLoader:
    cache_dir = cache_dir / "documents"

    def load(name: str, overlay_names: Sequence[str] = ()) -> LoadedDocument:
        overlays, problems = _find_overlays(overlay_names, srcdir, cache_dir, remote=remote)
        # None of these is needed where the navigation names no document.
        if code is not None and name in code.places:
            found = code.load(name, overlays)
        elif "://" in name:
            from sphinx_navapi.asyncapi.load import find_format
            from sphinx_navapi.openapi.remote import load_remote_document

            found = load_remote_document(
                name, cache_dir, enabled=remote, overlays=overlays, find_format=find_format
            )
        else:
            from sphinx_navapi.asyncapi.load import load_any_document

            path = srcdir / name
            found = load_any_document(path, name, srcdir, cache_dir=cache_dir, overlays=overlays)
        diagnostics = (*problems, *found.diagnostics)
        return LoadedDocument(document=found.document, diagnostics=diagnostics)

    return load


def _find_overlays(
    names: Iterable[str], srcdir: Path, cache_dir: Path, *, remote: bool
) -> tuple[list[OverlayFile], list[Diagnostic]]:
    """The overlays of *names*, paths and https URLs, and why others are not there."""
    overlays: list[OverlayFile] = []
    problems: list[Diagnostic] = []
    for name in names:
        from sphinx_navapi.openapi.overlays import OverlayFile

        path: Path | None = srcdir / name
        if "://" in name:
            from sphinx_navapi.openapi.remote import fetch_overlay

            fetched = fetch_overlay(name, cache_dir, enabled=remote)
            problems += fetched.diagnostics
            path = fetched.path
        if path is not None:
            overlays.append(OverlayFile(name, path))
    return overlays, problems
