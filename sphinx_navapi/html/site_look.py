"""Fonts, background and code of our own theme, as set in ``docs.json``: one function per key.

Values by authors are only added to the style sheet if they are a color, a name or a URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.colors import Rgb, contrast, parse_color
from sphinx_navapi.html.theme_variants import variant_css

#: Folder of these files in the output.
FOLDER = "_navapi/look"

#: Relative path from the folder of style sheets to the site's root.
_UP = "../../"

_FAMILY = re.compile(r"[\w .'-]{1,80}")
_URL = re.compile(r"https://[^\s\"'()\\<>]+")
_FORMATS = {".woff2": "woff2", ".woff": "woff", ".ttf": "truetype", ".otf": "opentype"}
_IMAGES = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")

#: The theme's faintest text in light and dark mode: it must stay legible.
_TEXT: Mapping[str, Rgb] = {"light": (0x56, 0x60, 0x70), "dark": (0x9A, 0xA5, 0xB4)}
_PAGE = {"light": "#ffffff", "dark": "#0f1216"}
_LEGIBLE = 4.5

_SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

_LINE = "color-mix(in srgb, var(--navapi-line) 60%, transparent)"
_DECORATIONS = {
    "gradient": (
        "radial-gradient(60rem 26rem at 50% -8rem,"
        " color-mix(in srgb, var(--navapi-accent) 22%, transparent), transparent)"
    ),
    "grid": (
        f"linear-gradient({_LINE} 1px, transparent 1px) 0 0 / 2.5rem 2.5rem,"
        f" linear-gradient(90deg, {_LINE} 1px, transparent 1px) 0 0 / 2.5rem 2.5rem"
    ),
    "windows": (
        f"linear-gradient({_LINE} 1px, transparent 1px) 0 0 / 9rem 6rem,"
        f" linear-gradient(90deg, {_LINE} 1px, transparent 1px) 0 0 / 9rem 6rem"
    ),
}

#: Names of light code themes; all others are assumed to be dark.
_LIGHT_CODE = re.compile(r"light|latte|lotus|dawn|day|snazzy|css-variables|system")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteLook:
    """The look of a site.

    :ivar css: rules after those of the theme.
    :ivar files: files that the rules refer to, by URL relative to the site's root.
    """

    css: str
    files: Mapping[str, Path]


def site_look(settings: Mapping[str, Any], source_dir: Path) -> SiteLook:
    """The look in *settings* of ``docs.json``; paths are relative to *source_dir*."""
    files: dict[str, Path] = {}

    def address(value: object, suffixes: tuple[str, ...]) -> str | None:
        """*value* relative to the style sheet; ``None`` if it is not such a file or URL."""
        if not isinstance(value, str):
            return None
        if _URL.fullmatch(value):
            return value
        path = (source_dir / value.lstrip("/")).resolve()
        if path.suffix.lower() not in suffixes or not path.is_relative_to(source_dir.resolve()):
            return None
        if not is_file(path):
            return None
        name = path.relative_to(source_dir.resolve()).as_posix()
        files[f"{FOLDER}/{name}"] = path
        return f"{_UP}{FOLDER}/{quote(name)}"

    rules = [variant_css(settings.get("theme"))] if settings.get("theme") else []
    rules += [*_fonts(settings, address), *_background(settings, address)]
    if as_mapping(settings.get("styling")).get("rounded") == "sharp":
        rules.append(":root { --navapi-radius: 0; --navapi-radius-small: 0; }")
    return SiteLook(css="\n".join(rules), files=files)


def strict_scheme(settings: Mapping[str, Any]) -> bool:
    """Whether ``appearance.strict`` prevents readers from choosing a color scheme."""
    return as_mapping(settings.get("appearance")).get("strict") is True


def dark_code(settings: Mapping[str, Any]) -> bool:
    """Whether ``styling.codeblocks`` makes code dark in light mode too."""
    value = as_mapping(settings.get("styling")).get("codeblocks")
    theme = as_mapping(value).get("theme")
    name = as_mapping(theme).get("light") if isinstance(theme, dict) else theme
    if name is None and isinstance(value, str):
        name = value
    return isinstance(name, str) and not _LIGHT_CODE.search(name)


def _fonts(settings: Mapping[str, Any], address: Any) -> Iterator[str]:
    fonts = as_mapping(settings.get("fonts"))
    body = as_mapping(fonts.get("body")) or fonts
    heading = as_mapping(fonts.get("heading"))
    faces = []
    names = []
    for font in (body, heading):
        family = font.get("family")
        name = f'"{family}"' if isinstance(family, str) and _FAMILY.fullmatch(family) else ""
        names.append(name)
        source = address(font.get("source"), tuple(_FORMATS)) if name else None
        if source is not None:
            kind = font.get("format") or _FORMATS.get(Path(source).suffix.lower())
            kind = f' format("{kind}")' if kind else ""
            weight = font.get("weight") or "100 900"
            faces.append(
                f"@font-face {{ font-family: {name}; font-weight: {weight}; font-display: swap;"
                f' src: url("{source}"){kind}; }}'
            )
    yield from dict.fromkeys(faces)
    if names[0]:
        yield f":root {{ --navapi-sans: {names[0]}, {_SANS}; }}"
    if names[1]:
        titles = ":is(h1, h2, h3, h4, h5, h6), .navapi-name"
        yield f"{titles} {{ font-family: {names[1]}, var(--navapi-sans); }}"


def _background(settings: Mapping[str, Any], address: Any) -> Iterator[str]:
    background = as_mapping(settings.get("background"))
    given = as_mapping(background.get("color"))
    colors = {scheme: _color(given.get(scheme), scheme) for scheme in _PAGE}
    if any(colors.values()):
        light, dark = (colors[scheme] or _PAGE[scheme] for scheme in ("light", "dark"))
        yield f":root {{ --navapi-bg: light-dark({light}, {dark}); }}"
    image = background.get("image")
    images = image if isinstance(image, dict) else {"light": image, "dark": image}
    light, dark = (address(images.get(scheme), _IMAGES) for scheme in ("light", "dark"))
    decoration = _DECORATIONS.get(str(background.get("decoration")))
    if light:
        yield _picture('html:not([data-scheme="dark"])', light)
    if dark:
        yield _picture('html[data-scheme="dark"]', dark)
        automatic = _picture('html[data-scheme="auto"]', dark)
        yield f"@media (prefers-color-scheme: dark) {{ {automatic} }}"
    elif light:
        none = 'html[data-scheme="auto"] body { background-image: none; }'
        yield f"@media (prefers-color-scheme: dark) {{ {none} }}"
    if decoration and not (light or dark):
        yield "body { position: relative; }"
        yield (
            f"body::before {{ content: ''; position: absolute; z-index: -1; inset: 0 0 auto;"
            f" height: 30rem; background: {decoration};"
            " mask-image: linear-gradient(#000, transparent); }"
        )


def _picture(selector: str, address: str) -> str:
    return (
        f'{selector} body {{ background: var(--navapi-bg) url("{address}") top center / 100% auto'
        " no-repeat; }"
    )


def _color(value: object, scheme: str) -> str | None:
    color = parse_color(value) if isinstance(value, str) else None
    if color is None or contrast(_TEXT[scheme], color) < _LEGIBLE:
        return None
    return "#{:02x}{:02x}{:02x}".format(*color)
