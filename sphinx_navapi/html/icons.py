"""Icons by name, as inline SVG: from a library, a picture, or custom SVG.

A name is looked up in the library set in ``docs.json`` or by the icon, then in the others: Font
Awesome's free styles, Lucide, Simple Icons, and the octicons of sphinx-design.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import Any

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.icon_libraries import LIBRARIES, Drawing, icon_library
from sphinx_navapi.html.icon_names import similar_icon
from sphinx_navapi.html.icon_svg import clean_svg
from sphinx_navapi.links.urls import root_prefix

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

        :param value: a name, a path, a URL, SVG, or an object with ``name``.
        :param uri: of the page, relative to the site's root.
        """
        text = _text(value)
        if not text:
            return ""
        if text.startswith("<"):
            return clean_svg(text)
        if _PICTURE.fullmatch(text):
            return self._picture(text, uri)
        return icon_svg(self._name(value))

    def unknown(self, value: object) -> str | None:
        """The name in *value* if it is unknown, else ``None``."""
        text = _text(value)
        if not text or self.draw(value):
            return None
        return text

    def substitute(self, value: object) -> str | None:
        """The name of the icon that is shown instead of *value*, whose name no library has."""
        text = _text(value)
        if not text or text.startswith("<") or _PICTURE.fullmatch(text):
            return None
        found = _find(self._name(value))
        return found[1] if found is not None else None

    def _name(self, value: object) -> IconName:
        return icon_name(value, self._library)

    def _picture(self, text: str, uri: str) -> str:
        source: str | None = text
        if not text.lower().startswith(("https://", "http://")):
            folder = uri.rpartition("/")[0]
            found = self._find_image(folder, text) if self._find_image else None
            source = None if found is None else root_prefix(uri) + found
        if source is None:
            return ""
        return f'<img class="navapi-icon" src="{escape(source)}" alt="" width="16" height="16">'


def icon_name(value: object, library: str = "") -> IconName:
    """Parse *value*: a name, one with a style (``fa-regular fa-star``) or with a library
    (``lucide:star``), or an object with ``name``, ``style`` and ``library``.

    :param library: the default library.
    """
    given = as_mapping(value)
    style = str(given.get("style") or "").lower()
    library = str(given.get("library") or library).lower()
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
    found = _find(icon)
    if found is None:
        return ""
    drawing = found[0]
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
            found = _octicon(name) if library == "octicons" else icon_library(library).find(name)
            if found is not None:
                return found
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

    found = get_octicon_data().get(name)
    if found is None:
        return None
    # The shape for small sizes, if the set has one.
    height = "16" if "16" in found["heights"] else next(iter(found["heights"]))
    shape = found["heights"][height]
    return Drawing(shapes=shape["path"], box=f"0 0 {shape['width']} {height}")


def _text(value: object) -> str:
    name = value.get("name") if isinstance(value, dict) else value
    return name.strip() if isinstance(name, str) else ""
