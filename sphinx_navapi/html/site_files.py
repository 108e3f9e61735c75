"""Additional files for ``docs.json``: redirects, the first page, the favicon for dark mode."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.html.site_settings import favicon_for_dark
from sphinx_navapi.html.theme_settings import logo_file
from sphinx_navapi.links.redirects import (
    Destinations,
    RedirectPage,
    plan_redirects,
    redirect_page,
    redirect_pages,
    redirects_json,
    root_destination,
)
from sphinx_navapi.links.targets import Redirects, find_page, is_external, relative_url, split_href
from sphinx_navapi.project.output_files import remove_files, stale_files, write_if_changed
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.diagnostics import Diagnostic
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

#: Path of the record, below the output folder.
RECORD = "_navapi/redirects.json"


@dataclass(frozen=True, slots=True)
class RedirectRecord:
    """The redirect pages written to a folder by the last builds, with any builder.

    :ivar digests: SHA-256 of the bytes, hexadecimal, by path below the folder.
    """

    digests: Mapping[str, str] = field(default_factory=dict)

    def is_ours(self, outdir: Path, name: str) -> bool:
        """Whether the file *name* below *outdir* exists and is as we wrote it."""
        digest = self.digests.get(name)
        return digest is not None and _digest(outdir, name) == digest

    def write(self, outdir: Path, name: str, content: bytes) -> bool:
        """Write a page; false if the path is taken by something that is not ours."""
        path = outdir / name
        try:
            if path.exists() and not self.is_ours(outdir, name):
                return path.read_bytes() == content
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.parent.resolve().is_relative_to(outdir.resolve()):
                return False
            write_if_changed(path, content)
        except (OSError, UnicodeError):
            # A folder of that name, a file instead of a folder, or a name that is too long.
            return False
        return True


def read_record(path: Path) -> RedirectRecord:
    """The record in the file *path*; empty if it cannot be read."""
    try:
        record = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return RedirectRecord()
    pages = record.get("pages") if isinstance(record, dict) else None
    return RedirectRecord(
        {
            name: digest
            for name, page in (pages.items() if isinstance(pages, dict) else ())
            if isinstance(page, dict) and isinstance(digest := page.get("sha256"), str)
        }
    )


def _digest(outdir: Path, name: str) -> str | None:
    """The digest of a file in *outdir*; ``None`` if missing, or a link to outside."""
    parts = PurePosixPath(name)
    try:
        path = (outdir / parts).resolve()
        if parts.is_absolute() or not path.is_relative_to(outdir.resolve()):
            return None
        return sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


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
        for finding in findings:
            diagnostic = config.diagnose(finding.problem)
            cause = finding.cause or diagnostic.cause
            diagnostics.append(replace(diagnostic, level=finding.level, cause=cause))
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


#: Builders with a separate file for each page.
_BUILDERS = frozenset({"html", "dirhtml"})

#: Maximum length of a chain of redirects.
_MAX_STEPS = 20


def lead_on(site: Site, builder: Builder, pagename: str) -> str:
    """The redirect tag of the generated root document; ``""`` for other pages."""
    page = site.page(pagename)
    if builder.name not in _BUILDERS or pagename != builder.config.root_doc:
        return ""
    if page is None or not page.is_home:
        return ""
    href = _redirected(site, builder, pagename)
    if href is None:
        first = site.plan.navigation.first_page
        if first is None or first == pagename:
            return ""
        href = relative_url(builder.get_target_uri(pagename), builder.get_target_uri(first))
    # Quotation marks would end the address early (HTML, "shared declarative refresh steps").
    href = href.replace('"', "%22").replace("'", "%27").replace(" ", "%20")
    return f'<meta http-equiv="refresh" content="0; url={escape(href)}">\n'


def _redirected(site: Site, builder: Builder, pagename: str) -> str | None:
    """The destination of the rule for the root: a page, or an external URL."""
    rules = site.plan.settings.get("redirects")
    destination = root_destination(rules)
    if destination is None or not isinstance(rules, list):
        return None
    follow = Redirects(rules).follow
    for _step in range(_MAX_STEPS):
        if is_external(destination):
            return destination
        path, anchor = split_href(destination)
        target = find_page(f"/{path.strip('/')}", "", site.plan.pages, builder.config.root_doc)
        if target is not None and target != pagename:
            uri = relative_url(builder.get_target_uri(pagename), builder.get_target_uri(target))
            return f"{uri}#{quote(anchor)}" if anchor else uri
        following = follow(path)
        if following is None:
            return None
        destination = following
    return None
