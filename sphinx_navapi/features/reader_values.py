"""The panel in which readers enter ``values`` of ``docs.json`` for the pages and forms of the site.

A page has the placeholders; its script replaces them by what is kept in the tab. Nothing that a
reader enters is sent anywhere by it.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.output import add_page_part
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.html.playground import script_json
from sphinx_navapi.html.playground_scripts import ELEMENT as FORM
from sphinx_navapi.links.targets import root_prefix
from sphinx_navapi.openapi.server import read_servers
from sphinx_navapi.plan.reader_values import BoundValue, bind_values
from sphinx_navapi.request.sample_request import server_template

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.site import Site


def setup(app: Sphinx, site: Site) -> None:
    """Add the panel to pages with a placeholder or a form."""

    def named(written: str) -> list[str]:
        return site.planned.matcher.library.named(written, ())

    values = bind_values(site.plan.settings, site.plan.documents, named)

    @cache
    def data() -> list[dict[str, Any]]:
        return [_written(each, site) for each in values]

    def write(contexts: PageContexts, docname: str) -> str:
        uri, page = app.builder.get_target_uri(docname), site.plan.pages[docname]
        is_later = page.operation is not None and site.playground(docname).display != "none"
        root, words = root_prefix(uri) or "./", site.words(docname)
        return panel_html(data(), root, words, is_later=is_later)

    def add_script(
        app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        shown = f"{context.get('navapi_values', '')}{context.get('body', '')}"
        if "<navapi-values>" in shown:
            add_page_script(app, "navapi-values.js")
        if "<navapi-values" in shown:
            app.builder.add_css_file("navapi-values.css")  # type: ignore[attr-defined] # of HTML builders

    placeholders = {escape(each.value.placeholder, quote=False) for each in values}
    add_page_part(
        app,
        "navapi_values",
        write,
        is_before=True,
        marks=(f"<{FORM} ", *sorted(placeholders)),
    )
    app.connect("html-page-context", add_script, priority=451)


def panel_html(
    values: list[dict[str, Any]], root: str, words: InterfaceWords, *, is_later: bool = False
) -> str:
    """The button, hidden without scripts, with what the script needs.

    :param root: relative path from the page to the site's root.
    :param is_later: whether the form loads the script, together with its own.
    """
    labels = {
        "open": words("Your values"),
        "kept": words("They replace placeholders on all pages. They stay in this tab."),
        "change": words("Change"),
        "clear": words("Clear"),
        "done": words("Done"),
    }
    text = script_json({"root": root, "words": labels, "values": values})
    button = f'<button type="button" aria-haspopup="dialog">{escape(labels["open"])}</button>'
    later = " data-later" if is_later else ""
    script = f'<script type="application/json">{text}</script>'
    return f"<navapi-values{later}>{button}{script}</navapi-values>\n"


def _written(bound: BoundValue, site: Site) -> dict[str, Any]:
    value = bound.value
    data: dict[str, Any] = {
        "name": value.name,
        "label": value.label,
        "placeholder": value.placeholder,
        "hint": value.description,
        "server": value.is_server,
    }
    is_anywhere = not (value.document or value.scheme or value.is_server)
    if not is_anywhere:
        data["documents"] = list(bound.documents)
    if is_anywhere or (bound.documents and not (bound.credential or value.is_server)):
        data["parameter"] = value.parameter
    document = site.document(bound.documents[0]) if bound.credential else None
    if document is not None:
        servers = read_servers(document, {}, {})
        data |= {
            "scheme": value.scheme,
            "asked": bound.credential,
            "servers": [server_template(document.name, each.url) for each in servers],
            "unaddressed": any(each.is_assumed for each in servers),
        }
    return {key: each for key, each in data.items() if each}
