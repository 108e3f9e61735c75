"""``sitemap.xml``: the pages that search engines may index (sitemaps.org)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_dates import page_dates
from sphinx_navapi.project.output_files import SITEMAP_EXTENSION, is_taken

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.head_meta import HeadMeta
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

SITEMAP = "sitemap.xml"

#: Maximum number of URLs in one file (sitemaps.org).
_MOST = 50_000

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML = "http://www.w3.org/1999/xhtml"


def setup(app: Sphinx, site: Site) -> None:
    """Write the files, unless the project has its own. Their URLs are absolute."""

    def write(app: Sphinx, files: OutputFiles) -> None:
        if is_taken(app, files, SITEMAP):
            return
        html = env_html(app.env)
        assert html is not None
        assert html.contexts is not None
        for name, text in sitemap_files(app, site, html.contexts.head_meta):
            files.put(name, text)

    if SITEMAP_EXTENSION not in app.extensions:
        app.connect("navapi-output-files", write)


def sitemap_files(app: Sphinx, site: Site, head: HeadMeta) -> Iterator[tuple[str, str]]:
    """Names and texts of the files."""
    base = str(app.config.html_baseurl).rstrip("/")
    pages = [page for page in site.plan.pages.values() if _is_listed(page, head, f"{base}/")]
    find_date = page_dates(app, site)
    files = [pages[start : start + _MOST] for start in range(0, len(pages), _MOST)]
    if len(files) == 1:
        yield SITEMAP, _urls(files[0], head, find_date)
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(files) + 1)]
    for name, part in zip(names, files, strict=True):
        yield name, _urls(part, head, find_date)
    if names:
        listed = (f"<sitemap><loc>{escape(f'{base}/{name}')}</loc></sitemap>" for name in names)
        yield SITEMAP, _element("sitemapindex", f'xmlns="{_SCHEMA}"', listed)


def _is_listed(page: Page, head: HeadMeta, base: str) -> bool:
    """Whether *page* is a page of this site that search engines may index."""
    elsewhere = page.metadata.get("url")
    if isinstance(elsewhere, str) and is_link(elsewhere, absolute=True):
        return False
    return not head.is_left_out(page) and f"{head.address(page)}/".startswith(base)


def _urls(pages: Sequence[Page], head: HeadMeta, find_date: Callable[[str], str | None]) -> str:
    entries = (_url(page, head, find_date(page.docname)) for page in pages)
    return _element("urlset", f'xmlns="{_SCHEMA}" xmlns:xhtml="{_XHTML}"', entries)


def _url(page: Page, head: HeadMeta, date: str | None) -> str:
    parts = [f"<loc>{escape(head.address(page))}</loc>"]
    if date is not None:
        parts.append(f"<lastmod>{date}</lastmod>")
    for tag, address in head.translated(page):
        parts.append(
            f'<xhtml:link rel="alternate" hreflang={quoteattr(tag)} href={quoteattr(address)}/>'
        )
    return f"<url>{''.join(parts)}</url>"


def _element(name: str, attributes: str, entries: Iterator[str]) -> str:
    return "\n".join([f"{_HEAD}<{name} {attributes}>", *entries, f"</{name}>\n"])
