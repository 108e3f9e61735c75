"""Files for programs in the output: ``site.json``, ``llms.txt`` and pages as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder
from sphinx.builders.text import TextBuilder
from sphinx.builders.xml import XMLBuilder

from sphinx_navapi.doctree.build import translator_for
from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.html.builders import writes_site
from sphinx_navapi.html.fragments import write_fragments
from sphinx_navapi.html.playground_files import playground_files
from sphinx_navapi.html.search_places import search_places
from sphinx_navapi.html.themes.adapter import no_logos
from sphinx_navapi.html.update_feed import feed_name
from sphinx_navapi.llms import llms_text
from sphinx_navapi.markdown_pages import MarkdownPages, has_markdown
from sphinx_navapi.site_json import site_json

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.output import HtmlOutput
    from sphinx_navapi.site import Site


def write_site_files(app: Sphinx, site: Site, html: HtmlOutput) -> None:
    """Write what programs read, each file only if its text changed."""
    builder = app.builder
    outdir = Path(app.outdir)
    folder = outdir / "_navapi"
    folder.mkdir(parents=True, exist_ok=True)
    value = site_json(site.plan, builder.get_target_uri)
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=False) + "\n"
    _write(folder / "site.json", text)
    _write_theme_files(app, site, html, folder)
    if builder.name == "singlehtml":
        return
    links = text_links(app.env)
    assert links is not None
    pages = MarkdownPages(site, partial(translator_for, app.env), links.find)
    for docname in site.plan.pages:
        path = outdir / f"{docname}.md"
        doctree = Path(app.doctreedir) / f"{docname}.doctree"
        if docname not in site.changed and _is_current(path, doctree):
            continue
        markdown = pages.write(docname)
        if markdown is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(markdown, "utf-8")
    markdown_pages = frozenset(n for n, page in site.plan.pages.items() if has_markdown(page))
    _write(outdir / "llms.txt", llms_text(site.plan, markdown_pages))


def write_playground_files(app: Sphinx, site: Site) -> None:
    """Write what the playground needs beside pages; remove what it needs no longer."""
    for name, text in playground_files(app, site):
        path = Path(app.outdir) / name
        if text is None:
            path.unlink(missing_ok=True)
        else:
            _write(path, text)


def _write_theme_files(app: Sphinx, site: Site, html: HtmlOutput, folder: Path) -> None:
    """What pages look for: pictures, logos, and in our own theme the places of pages."""
    if html.contexts is None:
        return
    for name, path in html.contexts.image_files.items():
        _write_bytes(Path(app.outdir) / name, path.read_bytes())
    if html.contexts.theme is not None or (html.adapter and html.adapter.logos is not no_logos):
        for url, path in html.contexts.logo_files.items():
            _write_bytes(Path(app.outdir) / url, path.read_bytes())
    if html.contexts.theme is not None:
        _write(folder / "search.js", search_places(site.plan, site.words))
        write_fragments(folder / "nav", html.contexts.fragments())


def _is_current(path: Path, doctree: Path) -> bool:
    """Whether *path* was written after its document was last read."""
    try:
        return path.stat().st_mtime_ns >= doctree.stat().st_mtime_ns
    except OSError:
        return False


def remove_outputs(builder: Builder, docnames: Iterable[str]) -> None:
    """Delete what an earlier build wrote for documents that are gone."""
    outdir = Path(builder.outdir)
    for docname in sorted(docnames):
        for path in _output_paths(builder, docname):
            if path.is_relative_to(outdir):
                path.unlink(missing_ok=True)
                _remove_empty(path.parent, outdir)


def _output_paths(builder: Builder, docname: str) -> Iterator[Path]:
    outdir = Path(builder.outdir)
    get_path = getattr(builder, "get_output_path", None) or getattr(
        builder, "get_outfilename", None
    )
    if get_path is not None:
        yield Path(get_path(docname))
    elif isinstance(builder, TextBuilder | XMLBuilder):
        yield outdir / f"{docname}{builder.out_suffix}"
    if writes_site(builder):
        yield outdir / f"{docname}.md"
        yield outdir / feed_name(docname)
        for suffix in builder.config.source_suffix:
            link_suffix = builder.config.html_sourcelink_suffix
            yield outdir / "_sources" / f"{docname}{suffix}{link_suffix}"


def _remove_empty(folder: Path, top: Path) -> None:
    while folder != top and folder.is_relative_to(top):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def _write(path: Path, text: str) -> None:
    _write_bytes(path, text.encode())


def _write_bytes(path: Path, data: bytes) -> None:
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
