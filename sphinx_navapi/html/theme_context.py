"""What the templates of the ``navapi`` theme get for a page: one function a key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.icons import icon_of
from sphinx_navapi.interface import InterfaceWords, message
from sphinx_navapi.mdx.targets import is_external
from sphinx_navapi.navigation.languages import language_name, language_tag
from sphinx_navapi.site_plan import ElementKind, PageKind, ResolvedElement

if TYPE_CHECKING:
    from sphinx_navapi.html.navigation import NavigationHtml
    from sphinx_navapi.html.theme_settings import ThemeSettings
    from sphinx_navapi.site_plan import Page

#: Switchers of the header by their key in the navigation: class and label.
_SELECTORS = {
    "products": ("navapi-products", message("Product")),
    "versions": ("navapi-versions", message("Version")),
    "languages": ("navapi-languages", message("Language")),
}

#: Marks of what the blocks of operation pages are made of.
_BLOCKS = ("navapi-signature", "navapi-fields", "navapi-schema", "navapi-samples", "navapi-switch")

#: Style sheets and scripts that only pages with such a class in their text need.
_NEEDED_WITH = {
    "_static/navapi-operation.css": (*_BLOCKS, "navapi-heading"),
    "_static/navapi-operation.js": _BLOCKS,
    "_static/sphinx-design.min.css": ("sd-",),
    "_static/design-tabs.js": ("sd-tab",),
}

#: The theme has its own in their place.
_REPLACED = frozenset({"_static/navapi.css", "_static/basic.css"})

#: Of Pygments, one colour scheme each; the theme's own follow the reader's choice.
_CODE_COLORS = frozenset({"_static/pygments.css", "_static/pygments_dark.css"})

_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20}")
_MODES = ("wide", "center", "custom", "frame")


@dataclass(frozen=True, slots=True, kw_only=True)
class NavLink:
    """A link of the navigation.

    :ivar label: plain text, as all others but *icon*, which is SVG.
    :ivar href: relative to the page; ``None`` where the element leads nowhere.
    :ivar current: whether the page stands below it.
    :ivar items: of a tab's menu.
    """

    label: str
    href: str | None
    current: bool = False
    external: bool = False
    icon: str = ""
    tag: str = ""
    description: str = ""
    color: str = ""
    lang: str = ""
    items: tuple[NavLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Switcher:
    """Links of which one is current. :ivar css: class of its element."""

    css: str
    label: str
    current: NavLink
    links: tuple[NavLink, ...]


class ThemePages:
    """Makes the context of pages: the links of one navigation in the form the theme shows."""

    def __init__(self, navigation: NavigationHtml, settings: ThemeSettings) -> None:
        self._navigation = navigation
        self._settings = settings

    def context(self, docname: str) -> dict[str, Any]:
        """Everything that the navigation puts into the context of *docname*."""
        bars = list(self._bars(docname))
        tabs = [links for key, links in bars if key == "tabs"]
        page = self._navigation.page(docname)
        words = self._navigation.words(docname)
        return {
            "navapi_page": docname,
            "navapi_kind": page_kind(page),
            "navapi_mode": page_mode(page),
            "navapi_tabs": tabs[0] if tabs else (),
            "navapi_inner_tabs": tabs[1:],
            "navapi_selectors": [
                _switcher(_SELECTORS[wanted][0], words(_SELECTORS[wanted][1]), links)
                for wanted in _SELECTORS
                for key, links in bars
                if key == wanted
            ],
            "navapi_dropdowns": [
                _switcher("navapi-dropdowns", words("Section"), links)
                for key, links in bars
                if key == "dropdowns"
            ],
            "navapi_anchors": [link for key, links in bars if key == "anchors" for link in links],
            "navapi_breadcrumbs": self._breadcrumbs(docname),
            "navapi_sidebar": self._navigation.sidebar(docname),
        }

    def _breadcrumbs(self, docname: str) -> str:
        eyebrows = self._settings.eyebrows
        if not eyebrows or self._navigation.page(docname) is None:
            return ""
        return self._navigation.breadcrumbs(docname, section_only=eyebrows == "section")

    def _bars(self, docname: str) -> Iterator[tuple[str, tuple[NavLink, ...]]]:
        """Content key and links of every list around *docname*, global anchors first."""
        trail = self._navigation.place(docname)
        uri = self._navigation.uri(docname)
        anchors = self._navigation.global_anchors
        if anchors:
            yield "anchors", tuple(self._links(anchors, None, trail, docname, uri))
        for index, element in enumerate(trail):
            inner = trail[index + 1] if index + 1 < len(trail) else None
            for key in ("products", "versions", "languages", "tabs", "dropdowns", "anchors"):
                entries = [
                    e for e in element.content.get(key, ()) if isinstance(e, ResolvedElement)
                ]
                links = tuple(self._links(entries, inner, trail, docname, uri))
                if links:
                    yield key, links

    def _links(
        self,
        elements: Iterable[ResolvedElement],
        current: ResolvedElement | None,
        trail: tuple[ResolvedElement, ...],
        docname: str,
        uri: str,
    ) -> Iterator[NavLink]:
        for element in elements:
            if element.hidden and element is not current:
                continue
            menu = (e for e in element.content.get("menu", ()) if isinstance(e, ResolvedElement))
            items = tuple(
                self._link(item, item.first_page, uri, is_current=item in trail)
                for item in menu
                if not item.hidden or item in trail
            )
            target = self._navigation.target(element, current, docname)
            yield self._link(element, target, uri, is_current=element is current, items=items)

    def _link(
        self,
        element: ResolvedElement,
        target: str | None,
        uri: str,
        *,
        is_current: bool,
        items: tuple[NavLink, ...] = (),
    ) -> NavLink:
        language = element.label if element.kind is ElementKind.LANGUAGE else ""
        href = (
            self._navigation.element_href(uri, element)
            if target is None
            else self._navigation.href(uri, target)
        )
        color = _text(element.attributes.get("color"))
        return NavLink(
            label=language_name(language) if language else element.label,
            href=href,
            current=is_current,
            external=target is None and href is not None and is_external(href),
            icon=icon_of(element.attributes.get("icon")) if self._settings.sidebar_icons else "",
            tag=_text(element.attributes.get("tag")),
            description=_text(element.attributes.get("description")),
            color=color if _COLOR.fullmatch(color) else "",
            lang=language_tag(language) if language else "",
            items=items,
        )


def page_kind(page: Page | None) -> str:
    """What the page shows: ``page``, ``operation`` or ``schema``."""
    return (page.kind if page else PageKind.PAGE).value


def page_mode(page: Page | None) -> str:
    """The page's ``mode``: ``wide``, ``center``, ``custom``, ``frame``, or ``""``."""
    mode = page.metadata.get("mode") if page else None
    return mode if isinstance(mode, str) and mode in _MODES else ""


def unused_assets(body: str, *, own_code_colors: bool) -> frozenset[str]:
    """Style sheets and scripts (as in ``css_files``) that a page with the text *body* lacks.

    :param own_code_colors: whether the project leaves the colours of code to the theme.
    """
    replaced = _REPLACED | _CODE_COLORS if own_code_colors else _REPLACED
    return replaced | {
        name
        for name, marks in _NEEDED_WITH.items()
        if not any(f'"{mark}' in body or f" {mark}" in body for mark in marks)
    }


def with_badges(body: str, page: Page | None, words: InterfaceWords) -> str:
    """*body* with the page's tag, and whether it is deprecated, in its first heading."""
    if page is None:
        return body
    badges = f'<span class="navapi-tag">{escape(page.tag)}</span>' if page.tag else ""
    if page.deprecated and page.operation is None:
        # An operation says so itself, beside its path.
        label = escape(words("deprecated"), quote=False)
        badges += f'<span class="navapi-tag navapi-old">{label}</span>'
    end = body.find("</h1>") if badges else -1
    if end < 0:
        return body
    link = body.rfind('<a class="headerlink"', 0, end)
    end = end if link < 0 else link
    return body[:end] + badges + body[end:]


def edit_url(context: Mapping[str, Any]) -> str | None:
    """Where the page's source can be edited, where the project's ``html_context`` says so.

    By the variables that Read the Docs and several themes use: ``github_user``,
    ``github_repo``, ``github_version`` and ``conf_py_path`` (also ``doc_path``), and the
    same for ``gitlab`` and ``bitbucket``.
    """
    source = context.get("sourcename") and context.get("page_source_suffix")
    if not source or not isinstance(context.get("pagename"), str):
        return None
    path = str(context.get("conf_py_path") or context.get("doc_path") or "").strip("/")
    file = f"{path}/" if path else ""
    file += f"{context['pagename']}{source}"
    for site, host, action in (
        ("github", "https://github.com", "edit"),
        ("gitlab", "https://gitlab.com", "-/edit"),
        ("bitbucket", "https://bitbucket.org", "src"),
    ):
        user, repository = context.get(f"{site}_user"), context.get(f"{site}_repo")
        if user and repository:
            host = str(context.get(f"{site}_url") or host).rstrip("/")
            version = context.get(f"{site}_version") or "main"
            return f"{host}/{user}/{repository}/{action}/{version}/{file}"
    return None


def _switcher(css: str, label: str, links: tuple[NavLink, ...]) -> Switcher:
    current = next((link for link in links if link.current), None)
    shown = current or NavLink(label=label, href=None)
    return Switcher(css=css, label=label, current=shown, links=links)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
