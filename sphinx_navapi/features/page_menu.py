"""The menu of a page: its Markdown, AI assistants that read it, and the site's MCP server.

``contextual.options`` of ``docs.json`` sets its entries and their order. The first one is shown
beside the title, the others in a list; with ``contextual.display``, all of them below the contents
of the page, if the theme has a place for them. URLs include that of the page; if the site's own URL
is not set (``html_baseurl``), ``navapi-page-menu.js`` fills it in.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.output import add_page_part, env_html
from sphinx_navapi.links.targets import is_external, relative_url, root_prefix
from sphinx_navapi.project.output_files import document_url
from sphinx_navapi.project.project_settings import url_of_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.html.icons import Icons
    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.site import Site

#: Assistants by option: name, and URL to which a question is appended.
_ASSISTANTS: Final = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?hints=search&q="),
    "claude": ("Claude", "https://claude.ai/new?q="),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q="),
    "grok": ("Grok", "https://grok.com/?q="),
    "aistudio": ("Google AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
}

#: Placeholders in URLs until the site's location is known: the page's URL, its path, its Markdown,
#: the URL of the MCP server, and that as editor settings.
_PAGE, _PATH, _TEXT, _TOOLS, _SETTINGS = "{page}", "{path}", "{text}", "{mcp}", "{config}"

_PLACEHOLDERS: Final = {"$page": _TEXT, "$path": _PATH, "$mcp": _TOOLS}

_CHEVRON: Final = (
    '<svg class="navapi-icon navapi-line" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="m8 10 4 4 4-4"/></svg>'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option:
    """An entry of the menu. URLs may contain placeholders.

    :ivar does: action of the script on click: ``copy`` the page, ``text``: copy `text`.
    :ivar icon: SVG.
    """

    label: str
    href: str = ""
    does: str = ""
    text: str = ""
    description: str = ""
    icon: str = ""
    is_download: bool = False


def setup(app: Sphinx, site: Site) -> None:
    """Add the menu beside the title, and in our own theme the list below the contents."""

    @cache
    def menus(contexts: PageContexts) -> PageMenus:
        html, base_url = env_html(app.env), url_of_build(app.config)
        return PageMenus(
            site.plan.settings,
            base_url=f"{base_url.rstrip('/')}/" if base_url else "",
            markdown=html.markdown.names if html and html.markdown else frozenset(),
            target_uri=app.builder.get_target_uri,
            links=contexts.site_links,
            icons=contexts.icons,
            document=document,
        )

    def document(docname: str) -> str | None:
        page = site.page(docname)
        if page is None or page.operation is None:
            return None
        return document_url(app.env, page.operation.document)

    def write(contexts: PageContexts, docname: str) -> str:
        return menus(contexts).html(docname, site.words(docname))

    def write_list(contexts: PageContexts, docname: str) -> str:
        if contexts.theme is None:
            return ""
        return menus(contexts).list_html(docname, site.words(docname))

    add_page_part(app, "navapi_page_menu", write, assets="navapi-page-menu", is_before=True)
    add_page_part(app, "navapi_page_list", write_list)


class PageMenus:
    """Creates the menus of a site's pages.

    :param base_url: of the site, with a trailing slash; ``""`` if unknown.
    :param markdown: pages that have a Markdown file.
    :param document: for an operation page, the URL of its document relative to the site's root.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        *,
        base_url: str,
        markdown: frozenset[str],
        target_uri: Callable[[str], str],
        links: TextLinks,
        icons: Icons,
        document: Callable[[str], str | None] = lambda docname: None,
    ) -> None:
        self._document = document
        contextual = as_mapping(settings.get("contextual"))
        options = contextual.get("options")
        self._options: list[Any] = options if isinstance(options, list) else []
        self._is_below_contents = contextual.get("display") == "toc"
        name = settings.get("name")
        self._name = name.strip() if isinstance(name, str) and name.strip() else "docs"
        self._base_url = base_url
        self._markdown = markdown
        self._target_uri = target_uri
        self._links = links
        self._icons = icons

    def html(self, docname: str, words: InterfaceWords) -> str:
        """The menu of the page *docname*, ``""`` for none."""
        links = self._links_of(docname, words)
        if not links:
            return ""
        first, *others = links
        menu = ""
        if others:
            items = "".join(f"<li>{link}</li>" for link in others)
            label = escape(words("More for this page"))
            menu = (
                f'<details class="navapi-menu" data-menu><summary aria-label="{label}">{_CHEVRON}'
                f"</summary><ul>{items}</ul></details>"
            )
        data = self._data(docname, words)
        return f'<div class="navapi-page-menu"{data}>{first}{menu}</div>\n'

    def list_html(self, docname: str, words: InterfaceWords) -> str:
        """The same as a list below the contents of the page, if enabled."""
        links = self._links_of(docname, words) if self._is_below_contents else []
        if not links:
            return ""
        items = "".join(f"<li>{link}</li>" for link in links)
        label = escape(words("More for this page"))
        data = self._data(docname, words)
        return f'<div class="navapi-page-list"{data}><ul aria-label="{label}">{items}</ul></div>\n'

    def _links_of(self, docname: str, words: InterfaceWords) -> list[str]:
        """The available options of the page, as links."""
        if not self._options:
            return []
        uri = self._target_uri(docname)
        return [
            self._link(option, docname, uri)
            for value in self._options
            for option in (
                self._known(value, docname, words)
                if isinstance(value, str)
                else self._custom(as_mapping(value), uri)
            )
        ]

    def _data(self, docname: str, words: InterfaceWords) -> str:
        """Data for the script, as attributes."""
        uri = self._target_uri(docname)
        data = {
            "root": root_prefix(uri) or "./",
            "markdown": self._text_uri(docname, uri),
            "copied": words("Copied"),
            "failed": words("Press Ctrl+C"),
        }
        return "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())

    def _text_uri(self, docname: str, uri: str) -> str:
        """The Markdown of the page relative to it, ``""`` if it has none."""
        return relative_url(uri, quote(f"{docname}.md")) if docname in self._markdown else ""

    def _known(self, name: str, docname: str, words: InterfaceWords) -> Iterator[_Option]:
        """The option *name*, if available on the page."""
        text = self._text_uri(docname, self._target_uri(docname))
        if name in _ASSISTANTS:
            label, href = _ASSISTANTS[name]
            question = words("Read %s. I want to ask questions about it.")
            href += "".join(map(quote, question.partition("%s"))).replace(quote("%s"), _PAGE)
            yield _Option(label=words("Open in %s") % label, href=href)
        elif name == "copy" and text:
            yield _Option(label=words("Copy page"), href=text, does="copy")
        elif name == "view" and text:
            yield _Option(label=words("View as Markdown"), href=text)
        elif name == "download" and text:
            label = words("Download as Markdown")
            yield _Option(label=label, href=text, is_download=True)
        elif name == "download-spec" and (file := self._document(docname)) is not None:
            href = relative_url(self._target_uri(docname), file)
            label = words("Download the OpenAPI document")
            yield _Option(label=label, href=href, is_download=True)
        elif name == "mcp":
            yield _Option(label=words("Copy the URL of the MCP server"), does="text", text=_TOOLS)
        elif name == "add-mcp":
            label = words("Copy the command that adds the MCP server")
            yield _Option(label=label, does="text", text=f"npx add-mcp {_TOOLS}")
        elif name == "cursor":
            href = "cursor://anysphere.cursor-deeplink/mcp/install?name="
            href += f"{quote(self._name)}&config={_SETTINGS}"
            yield _Option(label=words("Connect to %s") % "Cursor", href=href)
        elif name == "vscode":
            value = json.dumps(
                {"name": self._name, "type": "http", "url": "%s"}, separators=(",", ":")
            )
            href = f"vscode:mcp/install?{quote(value, safe='').replace(quote('%s'), _TOOLS)}"
            yield _Option(label=words("Connect to %s") % "VS Code", href=href)

    def _custom(self, value: Mapping[str, Any], uri: str) -> Iterator[_Option]:
        """A custom entry of the site."""
        href, title = value.get("href"), value.get("title")
        if not isinstance(title, str):
            return
        if isinstance(href, str):
            address = self._links.href(uri, href.strip())
        else:
            parts = as_mapping(href)
            pairs = [
                f"{quote(str(pair.get('key', '')))}={quote(str(pair.get('value', '')), safe='$')}"
                for pair in map(as_mapping, parts.get("query") or ())
            ]
            base = str(parts.get("base", "")).strip()
            address = f"{base}{'&' if '?' in base else '?'}{'&'.join(pairs)}" if pairs else base
        if not address:
            return
        for name, placeholder in _PLACEHOLDERS.items():
            address = address.replace(name, placeholder)
        description = value.get("description")
        yield _Option(
            label=title,
            href=address,
            description=description if isinstance(description, str) else "",
            icon=self._icons.draw(value.get("icon"), uri) or "",
        )

    def _link(self, option: _Option, docname: str, uri: str) -> str:
        attributes = self._attributes(option, docname, uri)
        written = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in attributes.items()
        )
        label = f"<span>{escape(option.label)}</span>"
        if option.description:
            label += f"<small>{escape(option.description)}</small>"
        return f"<a{written}>{option.icon}{label}</a>"

    def _attributes(self, option: _Option, docname: str, uri: str) -> dict[str, str | None]:
        if option.does == "text":
            known = self._filled(option.text, docname) if self._base_url else option.text
            return {"data-text": known}
        attributes: dict[str, str | None] = {}
        is_open = _PAGE in option.href or _TOOLS in option.href or _SETTINGS in option.href
        is_open = is_open or _TEXT in option.href or _PATH in option.href
        if not is_open or self._base_url:
            attributes["href"] = self._filled(option.href, docname) if is_open else option.href
        if is_open and (not self._base_url or _TEXT in option.href):
            attributes["data-href"] = option.href
        if option.does == "copy":
            attributes["data-copy"] = None
        elif option.is_download:
            attributes["download"] = None
        elif option.href.startswith(("https://", "http://")):
            # Text entered on the current page must not be lost.
            attributes |= {"target": "_blank", "rel": "external noopener"}
        return attributes

    def _filled(self, text: str, docname: str) -> str:
        """*text* with known placeholders filled in: the page's URL, but not its text."""
        uri = self._target_uri(docname)
        name = f"{docname}.md" if docname in self._markdown else uri
        page, tools = f"{self._base_url}{quote(name)}", f"{self._base_url}mcp"
        is_url = is_external(text)
        settings = base64.b64encode(json.dumps({"url": tools}).encode()).decode()
        values = {_PAGE: page, _TEXT: page, _PATH: f"/{uri}", _TOOLS: tools, _SETTINGS: settings}
        for placeholder, value in values.items():
            text = text.replace(placeholder, quote(value, safe="") if is_url else value)
        return text
