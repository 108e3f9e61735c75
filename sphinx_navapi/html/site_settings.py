"""Settings of ``docs.json`` shown on every page besides the navigation: one function per key.

Values here are the author's, prepared for a template: URLs have an allowed scheme, texts are plain
unless they are called ``html``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Any
from urllib.parse import urlsplit

from sphinx_navapi.config.elements import SURROUNDING_KEYS
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.doctree.text_links import TextLinks
from sphinx_navapi.formats.commonmark import render_inline_html
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.icons import Icons, social_icon, social_name
from sphinx_navapi.html.theme_settings import contrast, parse_color
from sphinx_navapi.links.targets import folder_of, is_external
from sphinx_navapi.plan.site_plan import ResolvedElement


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A banner above every page.

    :ivar id: changes with the content: a closed banner reappears when its content changes.
    :ivar type: ``warning`` or ``critical``, else empty.
    :ivar style: declarations for a custom color.
    """

    html: str
    id: str
    dismissible: bool
    type: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteLink:
    """A link of header or footer. :ivar icon: SVG."""

    label: str
    href: str
    icon: str = ""
    external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Navbar:
    """Links of the header; *primary* is a button."""

    links: tuple[SiteLink, ...] = ()
    primary: SiteLink | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """Links of the footer below an optional title."""

    header: str
    items: tuple[SiteLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer:
    """:ivar socials: external profiles; without an icon their label is shown.

    :ivar notice: HTML.
    """

    columns: tuple[Column, ...] = ()
    socials: tuple[SiteLink, ...] = ()
    notice: str = ""


_LINK = re.compile(r'(<a [^>]*?href=")([^"]*)"')

#: Types of links that are named after a site.
_NAMED_TYPES = ("github", "gitlab", "discord", "slack", "x", "twitter")


class SiteFrame:
    """Creates the template context of header, footer and banner, once for the pages of a folder
    with the same settings.
    """

    def __init__(self, settings: Mapping[str, Any], links: TextLinks, icons: Icons) -> None:
        self._settings = settings
        self._links = links
        self._icons = icons
        self._contexts: dict[tuple[str, ...], dict[str, Any]] = {}

    def context(self, uri: str, trail: Sequence[ResolvedElement] = ()) -> dict[str, Any]:
        """The context of the page at *uri*.

        :param trail: elements around it: the settings of the innermost replace those of the site.
        """
        folder = folder_of(uri)
        own = {
            key: element for element in trail for key in SURROUNDING_KEYS
            if key in element.attributes
        }  # fmt: skip
        state = (folder, *(f"{key} {element.pointer}" for key, element in own.items()))
        if state not in self._contexts:
            start = f"{folder}/" if folder else ""
            settings = {
                **self._settings,
                **{key: element.attributes[key] for key, element in own.items()},
            }
            self._contexts[state] = {
                "navapi_banner": banner(settings, self._links, start),
                "navapi_navbar": navbar(settings, self._links, start, self._icons),
                "navapi_button": button_colors(settings),
                "navapi_footer": footer(settings, self._links, start, self._icons),
                **home(settings, self._links, start),
            }
        return self._contexts[state]


def banner(settings: Mapping[str, Any], links: TextLinks, uri: str) -> Banner | None:
    """The ``banner``, with links relative to *uri*."""
    value = as_mapping(settings.get("banner"))
    content = _text(value.get("content"))
    html = render_inline_html(content)
    if not html:
        return None
    kind = value.get("type")
    return Banner(
        html=_with_links(html, links, uri),
        id=hashlib.sha256(content.encode()).hexdigest()[:12],
        dismissible=value.get("dismissible") is True,
        type=kind if kind in ("warning", "critical") else "",
        style=_banner_style(value.get("color")),
    )


def _with_links(html: str, links: TextLinks, uri: str) -> str:
    """*html* with links within the site made relative to *uri*."""

    def link(match: re.Match[str]) -> str:
        return f'{match[1]}{escape(links.href(uri, unescape(match[2])))}"'

    return _LINK.sub(link, html)


def _banner_style(value: object) -> str:
    """Declarations for the background *value*, and for legible text on it."""
    colors = value if isinstance(value, dict) else {"light": value, "dark": value}
    pairs = [_color_and_ink(colors.get(s) or colors.get("light")) for s in ("light", "dark")]
    if pairs[0] is None or pairs[1] is None:
        return ""
    (light, on_light), (dark, on_dark) = pairs[0], pairs[1]
    return f"background:light-dark({light},{dark});color:light-dark({on_light},{on_dark})"


def _color_and_ink(value: object) -> tuple[str, str] | None:
    """A color, and either black or white, whichever is more legible on it."""
    color = parse_color(value if isinstance(value, str) else None)
    if color is None:
        return None
    upon = max(((255, 255, 255), (0, 0, 0)), key=lambda ink: contrast(ink, color))
    return "#{:02x}{:02x}{:02x}".format(*color), "#fff" if upon[0] else "#000"


def navbar(settings: Mapping[str, Any], links: TextLinks, uri: str, icons: Icons) -> Navbar:
    """``navbar``: its links and its button."""
    value = as_mapping(settings.get("navbar"))
    entries = (_bar_link(entry, links, uri, icons) for entry in _list(value.get("links")))
    return Navbar(
        links=tuple(link for link in entries if link is not None),
        primary=_bar_link(value.get("primary"), links, uri, icons),
    )


def footer(settings: Mapping[str, Any], links: TextLinks, uri: str, icons: Icons) -> Footer:
    """``footer``: columns of links, and external profiles."""
    value = as_mapping(settings.get("footer"))
    columns = (_column(entry, links, uri) for entry in _list(value.get("links")))
    return Footer(
        columns=tuple(column for column in columns if column is not None),
        socials=tuple(_socials(value.get("socials"), links, uri, icons)),
        notice=_with_links(render_inline_html(_text(value.get("notice"))), links, uri),
    )


def home(settings: Mapping[str, Any], links: TextLinks, uri: str) -> dict[str, str]:
    """The target of the logo, if ``logo.href`` is set."""
    href = _href(as_mapping(settings.get("logo")).get("href"), links, uri)
    return {"navapi_home": href} if href else {}


def button_colors(settings: Mapping[str, Any]) -> tuple[str, str] | None:
    """Color of buttons in light mode (``colors.dark``) and of the text on it."""
    return _color_and_ink(_text(as_mapping(settings.get("colors")).get("dark")))


def favicon_for_dark(settings: Mapping[str, Any]) -> str | None:
    """``favicon.dark``, if it differs from the light one."""
    value = as_mapping(settings.get("favicon"))
    dark = _text(value.get("dark"))
    return dark if dark and dark != value.get("light") else None


def _bar_link(value: object, links: TextLinks, uri: str, icons: Icons) -> SiteLink | None:
    entry = as_mapping(value)
    href = _href(entry.get("href"), links, uri)
    if not href:
        return None
    kind = _text(entry.get("type")).lower()
    named = kind if kind in _NAMED_TYPES else ""
    return SiteLink(
        label=_text(entry.get("label")) or (social_name(named) if named else _site_of(href)),
        href=href,
        icon=icons.draw(_icon(entry), uri) or (social_icon(named, icons) if named else ""),
        external=is_external(href),
    )


def _icon(entry: Mapping[str, Any]) -> object:
    """The icon of a link, with the style set beside it."""
    icon, style = entry.get("icon"), entry.get("iconType")
    return {"name": icon, "style": style} if isinstance(icon, str) and style else icon


def _column(value: object, links: TextLinks, uri: str) -> Column | None:
    entry = as_mapping(value)
    items = []
    for item in map(as_mapping, _list(entry.get("items"))):
        href, label = _href(item.get("href"), links, uri), _text(item.get("label"))
        if href and label:
            items.append(SiteLink(label=label, href=href, external=is_external(href)))
    if not items:
        return None
    # Older sites call it "title".
    header = _text(entry.get("header")) or _text(entry.get("title"))
    return Column(header=header, items=tuple(items))


def _socials(value: object, links: TextLinks, uri: str, icons: Icons) -> Iterator[SiteLink]:
    for name, address in as_mapping(value).items():
        href = _href(address, links, uri)
        if href:
            yield SiteLink(label=social_name(name), href=href, icon=social_icon(name, icons))


def _href(value: object, links: TextLinks, uri: str) -> str:
    if not isinstance(value, str) or not is_link(value):
        return ""
    return links.href(uri, value.strip())


def _site_of(href: str) -> str:
    """A label for a link without one."""
    return urlsplit(href).hostname or href.removeprefix("mailto:")


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
