"""Reporting links within the site that lead nowhere, at the end of a build: all files are known."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype, missing_folder
from sphinx_navapi.diagnostics.similar_words import nearest_file
from sphinx_navapi.doctree.operation_page import SECTION_ANCHORS
from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.formats.data_file import escape_pointer, is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.head_meta import SharedImages, shared_images
from sphinx_navapi.html.site_files import RECORD, find_output_file, read_record
from sphinx_navapi.plan.findings import BUILDER_PAGES
from sphinx_navapi.plan.link_findings import LinkJudge, find_dead_links, unresolved_links
from sphinx_navapi.project.environment import writes_site
from sphinx_navapi.project.output_files import has_extra_file
from sphinx_navapi.project.planning import places_in_conf
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

#: Builders that check a site without writing it.
_CHECKERS: Final = frozenset({"dummy", "linkcheck"})


def report_dead_links(app: Sphinx, site: Site, files: OutputFiles) -> list[Diagnostic]:
    """Report links within the site that lead nowhere, after all other output.

    :param files: what this build has written or will write beside pages.
    :returns: what was reported.

    Other builders do not show the links of ``docs.json``.
    """
    links = text_links(app.env)
    assert links is not None, "there is a site"
    outdir, is_site = Path(app.outdir), writes_site(app.builder)
    find = partial(find_output_file, outdir, files, read_record(outdir / RECORD))

    def has_file(path: str) -> bool:
        return find(path) is not None if is_site else _has_source(app, path)

    judge = LinkJudge(links, has_file, app.env.found_docs)
    diagnostics = list(unresolved_links(site.texts, site.plan, judge, SECTION_ANCHORS))
    if is_site or app.builder.name in _CHECKERS:
        dead = find_dead_links(site.planned, judge)
        # Without the output, some files are unknown.
        diagnostics += (each for each in dead if is_site or each.level is not Level.INFO)
    if is_site:
        diagnostics += _missing_images(site, links, has_file)
        diagnostics += _missing_assets(app)
    report_diagnostics(diagnostics, Path(app.srcdir))
    return diagnostics


def _missing_images(
    site: Site, links: TextLinks, has_file: Callable[[str], bool]
) -> Iterator[Diagnostic]:
    """Pictures in the metadata of pages, and of the site, that nobody has."""
    images, config = SharedImages(site.source_dir), site.planned.inputs.config
    metatags = as_mapping(as_mapping(site.plan.settings.get("seo")).get("metatags"))
    uses = [
        ("", name, path, config.place(f"/seo/metatags/{escape_pointer(name)}"))
        for name, path in shared_images(metatags)
    ]
    for docname, page in site.plan.pages.items():
        file = site.planned.files.get(docname)
        if file is not None:
            folder = posixpath.dirname(page.file)
            uses += (
                (folder, name, path, Place(file=file.path, line=file.head.lines.get(name)))
                for name, path in shared_images(page.metadata)
            )
    for folder, name, path, place in uses:
        if images.find(folder, path) or has_file(links.target(path)):
            continue
        near = nearest_file(site.source_dir, posixpath.join(folder, path).lstrip("/"))
        meant = f"did you mean {near}?" if near else "add the file, or correct its path"
        yield Diagnostic(
            subtype=Subtype.FILE_NOT_FOUND,
            message=f"{name}: the picture {show(path)} does not exist, so previews of the page have"
            f" none: {meant}",
            place=place,
            cause=missing_folder(site.source_dir, posixpath.join(folder, path)),
        )


def _missing_assets(app: Sphinx) -> Iterator[Diagnostic]:
    """Style sheets and scripts that ``conf.py`` adds to all pages, and nothing has written."""
    place_of = places_in_conf(app) if Path(app.confdir, "conf.py").is_file() else None
    static = Path(app.outdir, "_static")
    for name in ("html_css_files", "html_js_files"):
        for file, _ in getattr(app.config, name):
            # A script without a file has its text in the attributes.
            if not file or "://" in file or Path(file).is_absolute() or (static / file).exists():
                continue
            yield Diagnostic(
                subtype=Subtype.FILE_NOT_FOUND,
                message=f"{name}: the file {show(file)} does not exist in _static of the site, to"
                f" which all pages refer: {_static_advice(app, file)}",
                place=place_of(name) if place_of else Place(),
                level=Level.INFO,
            )


def _static_advice(app: Sphinx, path: str) -> str:
    # Extensions add absolute ones.
    folders = [name for name in app.config.html_static_path if not Path(name).is_absolute()]
    usual = (Path(app.confdir, name) for name in folders or ["_static"])
    near = next(filter(None, (nearest_file(folder, path) for folder in usual)), None)
    if near is None:
        return "add it to a folder of html_static_path, or correct its path"
    if not folders:
        return 'set html_static_path = ["_static"]'
    return f"did you mean {near}?"


def _has_source(app: Sphinx, path: str) -> bool:
    """Whether the site would have a page or file at *path*, apart from its own pages."""
    indices = {
        f"{domain.name}-{index.name}"
        for domain in app.env.domains.sorted()
        for index in domain.indices
    }
    names = (path, f"{path}.html", f"{path}/index.html")
    return (
        path.startswith("_")
        or path in BUILDER_PAGES | indices
        or any(is_file(Path(app.srcdir) / name) or has_extra_file(app, name) for name in names)
    )
