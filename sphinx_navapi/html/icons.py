"""Icons by name, as inline SVG: from a library, a picture, or custom SVG.

A name is looked up in the library set in ``docs.json`` or by the icon, then in the others: Font
Awesome's free styles, Lucide, Simple Icons if they are installed, and the octicons of
sphinx-design.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Protocol

from sphinx_navapi.doctree.components.appearance import is_emoji
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.site_assets import find_package_file
from sphinx_navapi.links.targets import root_prefix

ICON_DATA = Path(__file__).parent / "icon_data"

#: All libraries, the brands last.
LIBRARIES = (
    "fontawesome-solid", "fontawesome-regular", "lucide", "fontawesome-brands", "simple-icons",
)  # fmt: skip

#: Of the extra ``icons``. It is not imported: that would import a module for each of its icons.
_SIMPLE_ICONS = "simplepycons"

_BETWEEN_WORDS = re.compile(r"[-_. ]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An icon: its shapes as SVG.

    :ivar box: ``viewBox`` of the shapes.
    :ivar stroke: it is drawn with lines; otherwise its shapes are filled.
    :ivar notice: attribution, if its license requires one; otherwise ``""``.
    """

    shapes: str
    box: str
    stroke: bool = False
    notice: str = ""


class Library(Protocol):
    """Icons by name."""

    def find(self, name: str) -> Drawing | None:
        """The icon *name*, which may be a former name; ``None`` if there is none."""

    def names(self) -> Iterator[str]:
        """All names, including former ones."""


class BundledLibrary:
    """A library in the package. :param name: one of `LIBRARIES`."""

    def __init__(self, name: str) -> None:
        self._file = ICON_DATA / f"{name}.json.xz"

    def find(self, name: str) -> Drawing | None:
        """See `Library`."""
        data = self._data
        shapes, box = data["icons"].get(data["aliases"].get(name, name)), data["box"]
        if shapes is None:
            return None
        if isinstance(shapes, list):
            shapes, box = shapes
        return Drawing(shapes=shapes, box=box, stroke=data["stroke"], notice=data["notice"])

    def names(self) -> Iterator[str]:
        """See `Library`."""
        yield from self._data["icons"]
        yield from self._data["aliases"]

    @cached_property
    def _data(self) -> dict[str, Any]:
        import lzma  # imported here, because some Pythons are built without it

        with lzma.open(self._file) as file:
            data: dict[str, Any] = json.load(file)
        return data


class SimpleIcons:
    """The logos of brands that the extra ``icons`` installs; without it there are none.

    The package has a module ``_NAME.py`` for each logo, which contains its SVG.
    """

    def find(self, name: str) -> Drawing | None:
        """See `Library`. Names contain no characters between words: ``next-js`` is nextdotjs."""
        for between in ("", "dot"):
            slug = _BETWEEN_WORDS.sub(between, name)
            file = find_package_file(_SIMPLE_ICONS, f"_{slug}.py") if slug.isalnum() else None
            svg = _TAG.search(file.read_text("utf-8")) if file is not None else None
            if svg is not None:
                # Its lines are wrapped, within paths, too.
                return Drawing(shapes=" ".join(_TITLE.sub("", svg[2]).split()), box="0 0 24 24")
        return None

    def names(self) -> Iterator[str]:
        """See `Library`."""
        registry = find_package_file(_SIMPLE_ICONS, "registry.py")
        for file in registry.parent.glob("_[!_]*.py") if registry is not None else ():
            yield file.stem.removeprefix("_")


@cache
def icon_library(name: str) -> Library:
    """The library *name*, one of `LIBRARIES`."""
    return SimpleIcons() if name == "simple-icons" else BundledLibrary(name)


#: Free icons that are more similar than those with a word of the name, or than none.
_SIMILAR: Final = {
    "alarm-exclamation": "alarm-clock-check", "arrow-progress": "arrow-right-from-line",
    "arrows-maximize": "maximize", "books": "library", "boot": "footprints",
    "brackets-curly": "braces", "browsers": "app-window", "chart-mixed": "chart-column",
    "circle-video": "circle-play", "diagram-subtask": "diagram-project",
    "grid-2": "layout-grid", "hand-horns": "hand-metal", "light-emergency": "siren",
    "light-emergency-on": "siren", "list-numbers": "list-ordered",
    "memo": "notebook-pen", "message-bot": "bot-message-square",
    "message-exclamation": "message-square-warning", "message-lines": "message-square-text",
    "messages": "comments", "notes": "sticky-note", "outlet": "plug", "page": "file",
    "rectangle-terminal": "square-terminal", "share-all": "share-nodes",
    "signal-stream": "tower-broadcast", "snake": "worm", "spinner-third": "loader-circle",
    "spreadsheet": "sheet", "up": "up-long",
    "wave-pulse": "activity", "window": "app-window",
}  # fmt: skip

#: Shapes around an icon: they say less about it than its other words.
_FRAMES: Final = frozenset({"circle", "square", "rectangle", "hexagon", "octagon", "diamond"})

#: Maximum number of words that are compared: 32 combinations of them.
_MOST_WORDS: Final = 6


def similar_icon(name: str) -> str | None:
    """The icon of the free libraries that is most similar to *name*, which none has.

    Names start with what is drawn; further words are details: ``rocket-launch`` is a rocket. So it
    is the icon with that word and the most others of *name*, in any order.
    """
    if name in _SIMILAR:
        return _SIMILAR[name]
    words = name.split("-")[:_MOST_WORDS]
    if words[0] not in _FRAMES:
        words = [word for word in words if len(word) > 1]
    frames = [word for word in words[:-1] if word in _FRAMES]
    drawn, *details = [word for word in words if word not in frames] or [""]
    others = details + frames
    for count in range(len(others), -1, -1):
        for some in combinations(others, count):
            icon = _by_words().get(_words([drawn, *some]))
            if icon is not None:
                return icon
    return None


@cache
def _by_words() -> dict[frozenset[str], str]:
    """The icons of the libraries, except brands, by their words; the first library wins."""
    icons: dict[frozenset[str], str] = {}
    for library in LIBRARIES[:-2]:
        for name in icon_library(library).names():
            icons.setdefault(_words(name.split("-")), name)
    return icons


def _words(words: list[str]) -> frozenset[str]:
    """*words* without plurals."""
    return frozenset(word[:-1] if len(word) > 3 and word[-1] == "s" else word for word in words)


#: Elements that only draw: no links, no scripts, no foreign content.
_SHAPES = frozenset(
    {
        "circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "mask", "path",
        "polygon", "polyline", "radialGradient", "rect", "stop", "svg",
    }
)  # fmt: skip

_ATTRIBUTES = frozenset(
    {
        "clip-path", "clip-rule", "cx", "cy", "d", "fill", "fill-opacity", "fill-rule",
        "gradientTransform", "gradientUnits", "id", "mask", "offset", "opacity", "points", "r",
        "rx", "ry", "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-linecap",
        "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "transform",
        "viewBox", "x", "x1", "x2", "y", "y1", "y2", "height", "width",
    }
)  # fmt: skip

#: JSX attribute names: ``strokeWidth={2}``.
_CAMEL_CASE = re.compile(r"\b(clip|fill|stop|stroke)([A-Z][a-z]+)=")
_BRACES = re.compile(r"=\{\s*[\"'`]?([^{}\"'`]*)[\"'`]?\s*\}")

_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_TAG = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL | re.IGNORECASE)
_SIZE = re.compile(r'\s(?:width|height|aria-hidden|class)="[^"]*"')

#: Shapes without an outer element are drawn like Lucide's.
_LINES = (
    ' viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"'
    ' stroke-linecap="round" stroke-linejoin="round"'
)


@lru_cache(maxsize=256)
def clean_svg(source: str) -> str:
    """The drawing in *source* (SVG or JSX) at text size.

    Scripts, handlers, links, styles and external resources are removed; empty if nothing remains.
    """
    import nh3

    text = _BRACES.sub(r'="\1"', _CAMEL_CASE.sub(lambda m: f"{m[1]}-{m[2].lower()}=", source))
    if "<svg" not in text.lower():
        text = f"<svg{_LINES}>{_inner(text)}</svg>"
    # Elements that are only allowed in SVG are parsed as such because of the outermost element.
    cleaned = nh3.clean(
        text,
        tags=set(_SHAPES),
        attributes={tag: set(_ATTRIBUTES) for tag in _SHAPES},
        clean_content_tags={"script", "style"},
        attribute_filter=_filter,
        link_rel=None,
    )
    match = _TAG.search(cleaned)
    if match is None or not match[2].strip():
        return ""
    attributes = _SIZE.sub("", match[1])
    if "viewBox" not in attributes:
        width, height = (_number(text, name) for name in ("width", "height"))
        attributes += f' viewBox="0 0 {width} {height}"'
    if "fill=" not in attributes:
        attributes += ' fill="currentColor"'
    return (
        f'<svg class="navapi-icon"{attributes} width="1em" height="1em" aria-hidden="true">'
        f"{match[2].strip()}</svg>"
    )


def _inner(text: str) -> str:
    """The content of a component that is a frame around shapes."""
    match = re.fullmatch(r"\s*<([A-Z]\w*)[^>]*>(.*)</\1>\s*", text, re.DOTALL)
    return match[2] if match else text


def _filter(tag: str, name: str, value: str) -> str | None:
    """*value* unless it refers to something outside of the drawing."""
    compact = re.sub(r"\s|\\", "", value).lower()
    outside = "url(" in compact.replace("url(#", "") or ":" in compact
    return None if outside else value


def _number(text: str, name: str) -> str:
    match = re.search(rf'<svg\b[^>]*\s{name}="(\d+(?:\.\d+)?)', text, re.IGNORECASE)
    return match[1] if match else "24"


#: Styles of Font Awesome by class names, with the most similar free ones.
_STYLES = {
    "solid": "solid", "fas": "solid", "fa": "solid", "sharp-solid": "solid", "fass": "solid",
    "regular": "regular", "far": "regular", "light": "regular", "fal": "regular",
    "thin": "regular", "fat": "regular", "sharp-regular": "regular", "sharp-light": "regular",
    "sharp-thin": "regular", "brands": "brands", "fab": "brands",
    "duotone": "solid", "fad": "solid",
}  # fmt: skip

#: Libraries by their names in ``docs.json`` and in prefixes.
_LIBRARIES = {
    "fontawesome": "fontawesome-solid", "font-awesome": "fontawesome-solid", "fa": "",
    "lucide": "lucide", "tabler": "lucide", "simple-icons": "simple-icons",
    "simpleicons": "simple-icons", "octicons": "octicons", "octicon": "octicons",
}  # fmt: skip

_PICTURE = re.compile(
    r"https?://\S+|[^\s<>]*\.(?:svg|png|webp|jpe?g|gif|avif)|/[^\s<>]+", re.IGNORECASE
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

#: Returns the URL of a picture relative to the site's root, given its folder and its path.
FindImage = Callable[[str, str], "str | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IconName:
    """A parsed icon name. :ivar style: of Font Awesome; ``""`` for any."""

    name: str
    style: str = ""
    library: str = ""


class Icons:
    """Draws the icons of one site.

    :param settings: of ``docs.json``: ``icons.library`` is searched first.
    :param find_image: finds pictures used as icons.
    """

    def __init__(self, settings: Mapping[str, Any], find_image: FindImage | None = None) -> None:
        library = as_mapping(settings.get("icons")).get("library")
        self._library = library if isinstance(library, str) else ""
        self._find_image = find_image

    def draw(self, value: object, uri: str = "") -> str:
        """The ``icon`` *value* as HTML; empty if there is none.

        :param value: a name, a path, a URL, SVG, an emoji, or an object with ``name``.
        :param uri: of the page, relative to the site's root.
        """
        text = _text(value)
        if not text:
            return ""
        if text.startswith("<"):
            return clean_svg(text)
        if is_picture(text):
            return self._picture(text, uri)
        if is_emoji(text):
            return f'<span class="navapi-icon navapi-emoji" aria-hidden="true">{text}</span>'
        return icon_svg(self._name(value))

    def unknown(self, value: object, uri: str = "") -> str | None:
        """The name in *value*, or the path of a picture, if it is unknown, else ``None``."""
        text = _text(value)
        return text if text and not self.draw(value, uri) else None

    def substitute(self, value: object) -> str | None:
        """The name of the icon that is shown instead of *value*, whose name no library has."""
        text = _text(value)
        if not text or text.startswith("<") or is_picture(text):
            return None
        drawing = _find(self._name(value))
        return drawing[1] if drawing is not None else None

    def _name(self, value: object) -> IconName:
        return icon_name(value, self._library)

    def _picture(self, text: str, uri: str) -> str:
        source: str | None = text
        if not text.lower().startswith(("https://", "http://")):
            folder = uri.rpartition("/")[0]
            image = self._find_image(folder, text) if self._find_image else None
            source = None if image is None else root_prefix(uri) + image
        if source is None:
            return ""
        return f'<img class="navapi-icon" src="{escape(source)}" alt="" width="16" height="16">'


def is_picture(icon: str) -> bool:
    """Whether *icon* is the address of a picture."""
    return _PICTURE.fullmatch(icon) is not None


def icon_name(value: object, library: str = "") -> IconName:
    """Parse *value*: a name, one with a style (``fa-regular fa-star``) or with a library
    (``lucide:star``), or an object with ``name``, ``style`` and ``library``.

    :param library: the default library.
    """
    properties = as_mapping(value)
    style = str(properties.get("style") or "").lower()
    library = str(properties.get("library") or library).lower()
    words = _text(value).split()
    before, colon, after = (words[-1] if words else "").partition(":")
    if colon and before.lower() in _LIBRARIES:
        library, words = before.lower(), [*words[:-1], after]
    named = []
    for word in words:
        bare = word.removeprefix("fa-")
        if len(words) > 1 and bare.lower() in _STYLES:
            style = bare.lower()
        else:
            named.append(bare)
    return IconName(name="-".join(named), style=_STYLES.get(style, ""), library=library)


@lru_cache(maxsize=1024)
def icon_svg(icon: IconName) -> str:
    """*icon* as SVG in the text's color; empty if it is unknown."""
    drawn = _find(icon)
    if drawn is None:
        return ""
    drawing = drawn[0]
    paint = (
        'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"'
        ' stroke-linejoin="round"'
        if drawing.stroke
        else 'fill="currentColor"'
    )
    notice = f"<!--{drawing.notice}-->" if drawing.notice else ""
    return (
        f'<svg class="navapi-icon" viewBox="{escape(drawing.box)}" width="1em" height="1em"'
        f' {paint} aria-hidden="true">{notice}{drawing.shapes}</svg>'
    )


def icon_names() -> Iterator[str]:
    """The names of all icons of the libraries."""
    for library in LIBRARIES:
        yield from icon_library(library).names()


@lru_cache(maxsize=1024)
def _find(icon: IconName) -> tuple[Drawing, str | None] | None:
    """The drawing of *icon*, or of a similar one and the name of that."""
    drawing = _find_exactly(icon)
    if drawing is not None:
        return drawing, None
    similar = similar_icon(_CAMEL.sub("-", icon.name).lower())
    drawing = _find_exactly(replace(icon, name=similar)) if similar is not None else None
    return (drawing, similar) if drawing is not None else None


def _find_exactly(icon: IconName) -> Drawing | None:
    for name in dict.fromkeys((icon.name.lower(), _CAMEL.sub("-", icon.name).lower())):
        for library in _order(icon):
            drawing = _octicon(name) if library == "octicons" else icon_library(library).find(name)
            if drawing is not None:
                return drawing
    return None


def _order(icon: IconName) -> Iterator[str]:
    """The libraries to search for *icon*, each once."""
    first = _LIBRARIES.get(icon.library, "")
    if icon.style and first in ("", "fontawesome-solid"):
        first = f"fontawesome-{icon.style}"
    brands = LIBRARIES[-2:] if icon.style == "brands" else ()
    yield from dict.fromkeys((*([first] if first else []), *brands, *LIBRARIES, "octicons"))


def _octicon(name: str) -> Drawing | None:
    from sphinx_design.icons import get_octicon_data

    octicon = get_octicon_data().get(name)
    if octicon is None:
        return None
    # The shape for small sizes, if the set has one.
    height = "16" if "16" in octicon["heights"] else next(iter(octicon["heights"]))
    shape = octicon["heights"][height]
    return Drawing(shapes=shape["path"], box=f"0 0 {shape['width']} {height}")


def _text(value: object) -> str:
    name = value.get("name") if isinstance(value, dict) else value
    return name.strip() if isinstance(name, str) else ""


_NAMES = {
    "bluesky": "Bluesky",
    "discord": "Discord",
    "earth-americas": "Website",
    "email": "E-mail",
    "facebook": "Facebook",
    "github": "GitHub",
    "gitlab": "GitLab",
    "hacker-news": "Hacker News",
    "instagram": "Instagram",
    "linkedin": "LinkedIn",
    "mastodon": "Mastodon",
    "medium": "Medium",
    "npm": "npm",
    "podcast": "Podcast",
    "pypi": "PyPI",
    "reddit": "Reddit",
    "rss": "RSS",
    "slack": "Slack",
    "stack-overflow": "Stack Overflow",
    "telegram": "Telegram",
    "tiktok": "TikTok",
    "twitter": "Twitter",
    "website": "Website",
    "x": "X",
    "x-twitter": "X",
    "youtube": "YouTube",
}

#: Library icons with another name than the site.
_ICONS = {
    "earth-americas": "globe",
    "email": "envelope",
    "twitter": "x-twitter",
    "website": "globe",
    "x": "x-twitter",
}


def social_name(name: str) -> str:
    """The display name of a site: ``linkedin`` is LinkedIn."""
    key = name.strip().lower()
    return _NAMES.get(key) or name.strip().replace("-", " ").replace("_", " ").title()


def social_icon(name: str, icons: Icons) -> str:
    """The logo of the site *name* as SVG; empty if no library has it."""
    key = name.strip().lower().replace("_", "-")
    return icons.draw({"name": _ICONS.get(key, key), "style": "brands"})
