"""Additional files for ``docs.json``: redirects, and the favicon for dark mode."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_navapi.build.output_files import remove_files, write_if_changed
from sphinx_navapi.build.reporting import report_diagnostics
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.html.own_files import stale_files
from sphinx_navapi.html.redirect_record import RECORD, RedirectRecord, read_record
from sphinx_navapi.html.site_settings import favicon_for_dark
from sphinx_navapi.html.theme_settings import logo_file
from sphinx_navapi.links.redirects import (
    Destinations,
    RedirectPage,
    plan_redirects,
    redirect_page,
    redirect_pages,
    redirects_json,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site
    from sphinx_navapi.diagnostics import Diagnostic


def write_redirects(app: Sphinx, site: Site, files: OutputFiles) -> list[Diagnostic]:
    """Write the redirects as pages, and remove those of an earlier build.

    After all other output except ``site.json``, which contains the diagnostics returned here: files
    of others are not touched, and only now are all files known.

    :param files: what this build has written or will write beside pages.
    :returns: what was reported.
    """
    config = site.planned.inputs.config
    outdir = Path(app.outdir)
    path = outdir / RECORD
    record = read_record(path)
    rules = config.value.get("redirects")
    written: dict[str, RedirectPage] = {}
    diagnostics: list[Diagnostic] = []
    if rules:
        redirects, findings = plan_redirects(rules, _destinations(app, site, files, record))
        diagnostics = [replace(config.diagnose(f.problem), level=f.level) for f in findings]
        pages = redirect_pages(
            redirects, suffix=_suffix(app.builder), folders=app.builder.name == "dirhtml"
        )
        show = partial(
            redirect_page, base_url=app.config.html_baseurl, lang=app.config.language or "en"
        )
        for name, redirect in pages.items():
            data = show(redirect, name).encode()
            if record.write(outdir, name, data):
                written[name] = RedirectPage(redirect=redirect, sha256=sha256(data).hexdigest())
    before = stale_files(app, record.digests.keys() - written.keys())
    remove_files(outdir, [name for name in before if record.is_ours(outdir, name)])
    value = redirects_json(rules, written)
    if value is None:
        path.unlink(missing_ok=True)
    else:
        write_if_changed(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")
    report_diagnostics(diagnostics, Path(app.srcdir))
    return diagnostics


def write_dark_favicon(app: Sphinx, site: Site, files: OutputFiles) -> None:
    """Copy ``favicon.dark`` to where pages of our own theme expect it."""
    value = dark_favicon(site.plan.settings, Path(app.srcdir), Path(app.confdir))
    if value is None or value[1] is None:
        return
    files.put(value[0], value[1].read_bytes())


def dark_favicon(
    settings: object, source_dir: Path, config_dir: Path
) -> tuple[str, Path | None] | None:
    """URL of the favicon for dark mode, and its file; without one the URL is absolute."""
    value = favicon_for_dark(settings if isinstance(settings, dict) else {})
    return logo_file("_navapi/favicon-dark", value, source_dir, config_dir)


def _destinations(
    app: Sphinx, site: Site, files: OutputFiles, record: RedirectRecord
) -> Destinations:
    builder, outdir = app.builder, Path(app.outdir)
    root_doc = app.config.root_doc
    titles = {name: page.title for name, page in site.plan.pages.items()}
    for name in sorted(app.env.found_docs):
        if name not in titles:
            title = app.env.titles.get(name)
            titles[name] = title.astext() if title is not None else name

    def target_uri(docname: str) -> str:
        uri = builder.get_target_uri(docname)
        # In a single page, only the part after the page's own name.
        return f"{quote(root_doc)}{_suffix(builder)}{uri}" if uri.startswith("#") else uri

    root = site.page(root_doc)
    return Destinations(
        pages=titles,
        root_doc=root_doc,
        target_uri=target_uri,
        find_file=partial(find_output_file, outdir, files, record),
        root_leads_on=root is not None and root.generated,
    )


def find_output_file(
    outdir: Path, files: OutputFiles, record: RedirectRecord, path: str
) -> str | None:
    """URL of the output file that hosts serve at *path*; a redirect is none."""
    for name in (path, f"{path}.html", f"{path}/index.html"):
        file = outdir / name
        if name in files.names:
            return quote(name)
        if not is_file(file) or not file.resolve().is_relative_to(outdir):
            continue
        if not record.is_ours(outdir, name):
            return quote(name)
    return None


def _suffix(builder: Builder) -> str:
    return str(getattr(builder, "out_suffix", ".html"))
