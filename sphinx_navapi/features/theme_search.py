"""The search of our theme in another one, whose search box opens it: ``navapi_search``."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.page_contexts import place_key
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.html.theme_settings import THEME
from sphinx_navapi.html.themes import has_our_search, theme_names
from sphinx_navapi.locale.interface import InterfaceWords, message

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.site import Site

#: Texts before the index is loaded, as in ``layout.html``.
_TEXTS = {
    "search": message("Search"),
    "loading": message("Loading"),
    "close": message("Close"),
    "broken": message("Search could not be loaded."),
}


def setup(app: Sphinx, site: Site) -> None:
    """Add the script that opens the search to each page, unless the theme is ours."""
    if THEME in theme_names(app.builder) or not has_our_search(app.builder, site):
        return
    app.connect("navapi-page-state", lambda app, docname: repr(page_data(site, docname)))
    # Before the theme's own handlers.
    app.connect("html-page-context", partial(_add_script, site), priority=450)


def page_data(site: Site, docname: str) -> dict[str, str]:
    """What the script has to know about the page *docname*, as ``data-`` attributes."""
    words: InterfaceWords = site.words(docname)
    prompt = as_mapping(site.plan.settings.get("search")).get("prompt")
    texts = {name: words(text) for name, text in _TEXTS.items()}
    values = {
        "navapi-page": docname,
        "place": place_key(site.page(docname)),
        # English is built into the script.
        "words": json.dumps(texts) if texts != _TEXTS else "",
        "prompt": prompt if isinstance(prompt, str) and prompt else words(_TEXTS["search"]),
    }
    return {f"data-{name}": value for name, value in values.items() if value}


def _add_script(
    site: Site,
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: object,
) -> None:
    data = {**page_data(site, pagename), "data-search": context["pathto"]("search")}
    add_page_script(app, "js/navapi-search-box.js", **data)
