"""``404.html``: served by hosts for an address that does not exist.

It is served at any depth, so its links cannot be relative to its own path: a ``base`` element makes
them relative to the site's root.
"""

from __future__ import annotations

import json
import re
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from sphinx_navapi.formats.commonmark import render_inline_html
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.links.targets import relative_url
from sphinx_navapi.locale.interface import interface_words, message
from sphinx_navapi.plan.metadata import is_hidden
from sphinx_navapi.project.output_files import (
    NOT_FOUND_EXTENSION,
    SITEMAP_EXTENSION,
    is_taken,
)
from sphinx_navapi.project.project_settings import url_of_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.project.site import Site

#: Builders whose pages are separate files with their own URLs.
_BUILDERS = frozenset({"html", "dirhtml"})

_NAME = "404"

_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)

TITLE = message("Page not found")
TEXT = message("There is no page at this address. It may have moved.")
SIMILAR = message("Were you looking for one of these pages?")

#: Path of the list of pages for the page's script.
PAGES = "_navapi/pages.json"


def setup(app: Sphinx, site: Site) -> None:
    """Write the page, and load its script on any page of that name."""
    app.connect("html-page-context", _add_script, priority=450)
    if app.builder.name in _BUILDERS and site.confvals.not_found_page:
        app.connect("html-collect-pages", partial(write_not_found, site))


def _add_script(app: Sphinx, pagename: str, *arguments: object) -> None:
    if pagename == _NAME:
        add_page_script(app, "navapi-not-found.js")


def write_not_found(site: Site, app: Sphinx) -> tuple[()]:
    """``html-collect-pages``: write ``404.html``, unless the project has one; no other page."""
    builder = app.builder
    pages = {*app.env.found_docs, *app.config.html_additional_pages}
    html = env_html(app.env)
    if _NAME in pages or NOT_FOUND_EXTENSION in app.extensions or html is None:
        return ()
    if is_taken(app, html.files, f"{_NAME}.html"):
        return ()
    root = base_path(url_of_build(app.config))
    base = root + builder.get_target_uri(_NAME)
    context = _context(builder, site, root)
    _leave_out_of_sitemap(app, builder.get_target_uri(_NAME))
    # With other builders than html a page of that name would be a folder.
    file = Path(app.outdir) / f"{_NAME}{getattr(builder, 'out_suffix', '.html')}"
    builder.handle_page(_NAME, context, "page.html", outfilename=file)  # type: ignore[attr-defined] # of HTML builders
    html.files.note(file.name)
    html.files.put(PAGES, _pages(builder, site))
    if file.is_file():
        # Inserted before all links, as not every theme has a suitable block.
        encoding = app.config.html_output_encoding
        base_tag = f'<base href="{escape(base)}">'
        text = _HEAD.sub(lambda head: head[0] + base_tag, file.read_text(encoding), count=1)
        file.write_text(text, encoding)
    return ()


def _context(builder: Builder, site: Site, root: str) -> dict[str, str]:
    """The text of the page: ``errors.404`` of docs.json, or the default.

    :param root: path of the site on its host.
    """
    words = interface_words(builder.config.language)
    own = as_mapping(as_mapping(site.plan.settings.get("errors")).get("404"))
    title, text = own.get("title"), own.get("description")
    title = title if isinstance(title, str) else words(TITLE)
    text = render_inline_html(text) if isinstance(text, str) else escape(words(TEXT))
    metatags = '<meta name="robots" content="noindex">\n'
    if own.get("redirect") is True:
        first = site.plan.navigation.first_page or builder.config.root_doc
        home = escape(root + builder.get_target_uri(first))
        metatags += f'<meta http-equiv="refresh" content="0; url={home}">\n'
    here = builder.get_target_uri(_NAME)
    search = escape(relative_url(here, builder.get_target_uri("search")))
    label = escape(words("Search"))
    return {
        "title": title,
        "metatags": metatags,
        "body": f"<h1>{escape(title)}</h1>\n<p>{text}</p>\n"
        f'<div class="navapi-not-found" data-pages="{escape(relative_url(here, PAGES))}">\n'
        f"<div hidden><p>{escape(words(SIMILAR))}</p>\n<ul></ul></div>\n"
        f'<form class="search" action="{search}" role="search"><input type="search" name="q"'
        f' aria-label="{label}"> <button>{label}</button></form>\n</div>\n',
    }


def _pages(builder: Builder, site: Site) -> str:
    """URL and title of each page that readers may look for."""
    pages = [
        [builder.get_target_uri(docname), page.title]
        for docname, page in site.plan.pages.items()
        if not is_hidden(page.metadata)
    ]
    return json.dumps(pages, ensure_ascii=False, separators=(",", ":")) + "\n"


def _leave_out_of_sitemap(app: Sphinx, uri: str) -> None:
    """Make sphinx-sitemap, which lists every written page, skip *uri*."""
    if SITEMAP_EXTENSION in app.extensions:
        app.config.sitemap_excludes = [*app.config.sitemap_excludes, uri]


def base_path(base_url: str) -> str:
    """Path of the site's root on its host, with leading and trailing slashes."""
    path = urlsplit(base_url).path.strip("/")
    return f"/{quote(path, safe='/%')}/" if path else "/"
