"""``404.html``: what hosts show for an address that does not exist.

It is shown at any depth, so its links cannot be relative to where it stands: a
``base`` element has them begin at the site's own address.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from sphinx_navapi.build.environment import (
    env_site,
)
from sphinx_navapi.html.output import env_html
from sphinx_navapi.locale.interface import interface_words, message

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Builders whose pages are files of their own at addresses of their own.
_BUILDERS = frozenset({"html", "dirhtml"})

_NAME = "404"

#: Makes a page of that name if we do not.
NOT_FOUND_EXTENSION = "notfound.extension"

_SITEMAP_EXTENSION = "sphinx_sitemap"

_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)

TITLE = message("Page not found")
TEXT = message("There is no page at this address. It may have moved.")


def write_not_found(app: Sphinx) -> tuple[()]:
    """``html-collect-pages``: write ``404.html``, unless the project has one; no other page."""
    site = env_site(app.env)
    builder = app.builder
    if site is None or not site.configured or builder.name not in _BUILDERS:
        return ()
    if not site.confvals.not_found_page:
        return ()
    pages = {*app.env.found_docs, *app.config.html_additional_pages}
    files = (Path(app.confdir) / entry / "404.html" for entry in app.config.html_extra_path)
    if _NAME in pages or NOT_FOUND_EXTENSION in app.extensions or any(f.exists() for f in files):
        return ()
    words = interface_words(app.config.language)
    base = base_path(app.config.html_baseurl) + builder.get_target_uri(_NAME)
    context = {
        "title": words(TITLE),
        "body": f"<h1>{escape(words(TITLE))}</h1>\n<p>{escape(words(TEXT))}</p>\n",
        "metatags": '<meta name="robots" content="noindex">\n',
    }
    _leave_out_of_sitemap(app, builder.get_target_uri(_NAME))
    # With other builders than html a page of that name would be a folder.
    file = Path(app.outdir) / f"{_NAME}{getattr(builder, 'out_suffix', '.html')}"
    builder.handle_page(_NAME, context, "page.html", outfilename=file)  # type: ignore[attr-defined] # of HTML builders
    html = env_html(app.env)
    if html is not None:
        html.files.note(file.name)
    if file.is_file():
        # Before all links, where not every theme has a place for it.
        encoding = app.config.html_output_encoding
        base_tag = f'<base href="{escape(base)}">'
        text = _HEAD.sub(lambda head: head[0] + base_tag, file.read_text(encoding), count=1)
        file.write_text(text, encoding)
    return ()


def _leave_out_of_sitemap(app: Sphinx, uri: str) -> None:
    """Have sphinx-sitemap, which lists every page that is written, pass over *uri*."""
    if _SITEMAP_EXTENSION in app.extensions:
        app.config.sitemap_excludes = [*app.config.sitemap_excludes, uri]


def base_path(base_url: str) -> str:
    """Path of the site's root on its host, with a slash at both ends."""
    path = urlsplit(base_url).path.strip("/")
    return f"/{quote(path, safe='/%')}/" if path else "/"
