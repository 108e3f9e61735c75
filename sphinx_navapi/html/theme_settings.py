"""Our own theme: its options, from ``html_theme_options`` and docs.json, fonts and code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sphinx_navapi.config.appearance_settings import ColorValue, FileValue
from sphinx_navapi.config.confvals import ConfLines
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.config.value_types import ChoiceValue, FlagValue, ValueType, wrong_type
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import near_words
from sphinx_navapi.formats.data_file import escape_pointer, is_file, relative_name
from sphinx_navapi.formats.lenient import as_mapping

Rgb = tuple[int, int, int]

#: Text contrast required by WCAG 2.2 (1.4.3, AA), with some margin for tinted backgrounds.
CONTRAST = 5.2

#: The theme's backgrounds: the darker one in light mode and the lighter one in dark mode.
LIGHT_BACKGROUND: Rgb = (246, 247, 249)
DARK_BACKGROUND: Rgb = (26, 30, 36)

_DEFAULT: Rgb = (0x2F, 0x5B, 0xD7)
_BLACK: Rgb = (0x0B, 0x0D, 0x10)
_WHITE: Rgb = (255, 255, 255)
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accent:
    """Colors as ``#rrggbb``: the accent in light and dark mode, and the text on each."""

    light: str
    dark: str
    on_light: str
    on_dark: str

    @property
    def css(self) -> str:
        """The variables of the theme that have these colors."""
        return (
            f":root {{ --navapi-accent: light-dark({self.light}, {self.dark});"
            f" --navapi-on-accent: light-dark({self.on_light}, {self.on_dark}); }}"
        )


def make_accent(primary: str | None, on_dark: str | None = None) -> Accent:
    """The accent for *primary*; *on_dark*, if given, replaces it in dark mode.

    A color without enough contrast is darkened or lightened until it is sufficient; an invalid
    hexadecimal color is ignored.
    """
    base = parse_color(primary) or _DEFAULT
    light = legible(base, LIGHT_BACKGROUND)
    dark = legible(parse_color(on_dark) or base, DARK_BACKGROUND)
    return Accent(
        light=_text(light),
        dark=_text(dark),
        on_light=_text(_upon(light)),
        on_dark=_text(_upon(dark)),
    )


def parse_color(value: str | None) -> Rgb | None:
    """Red, green and blue of ``#rgb`` or ``#rrggbb``."""
    if not value or not _HEX.fullmatch(value.strip()):
        return None
    digits = value.strip()[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return (int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))


def legible(color: Rgb, background: Rgb) -> Rgb:
    """*color*, moved towards black or white until it has `CONTRAST` on *background*."""
    end = _BLACK if luminance(background) > 0.18 else _WHITE
    for step in range(0, 101, 4):
        mixed = _mix(color, end, step / 100)
        if contrast(mixed, background) >= CONTRAST:
            return mixed
    return end


def luminance(color: Rgb) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2, definitions)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, second: Rgb) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2, definitions)."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _upon(color: Rgb) -> Rgb:
    return max((_WHITE, _BLACK), key=lambda text: contrast(text, color))


def _mix(color: Rgb, end: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(color, end, strict=True))
    return (red, green, blue)


def _text(color: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


#: The navigation is beside the page.
_WIDE: Final = "@media (min-width: 64rem)"

#: Light enough for the faintest text.
_GROUND: Final = "color-mix(in srgb, var(--navapi-soft) 60%, var(--navapi-bg))"

#: A soft background below the sidebar, up to the edge of the window.
_SIDE_GROUND: Final = (
    f"{_WIDE} {{ [class] .navapi-side {{ border-image:"
    f" conic-gradient({_GROUND} 0 0) fill 0 // 0 0 0 100vw; }}"
    ' [dir="rtl"] .navapi-side { border-image:'
    f" conic-gradient({_GROUND} 0 0) fill 0 // 0 100vw 0 0; }} }}"
)
_NO_LINES: Final = ":root :is(.navapi-header, .navapi-bar) { border-color: transparent; }"
#: The page as a card on a soft background.
_CARD: Final = (
    f"{_WIDE} {{ :root :is(body, .navapi-header, .navapi-bar)"
    f" {{ border-color: transparent; background: {_GROUND}; }}"
    " :root .navapi-main { margin-block-end: 1rem; padding-inline-end: 2.5rem;"
    " border: 1px solid var(--navapi-line); border-radius: 1rem;"
    " background: var(--navapi-bg); } }"
)
#: Content scrolled below the header shines through.
_GLASS: Final = (
    ":root .navapi-header { background: color-mix(in srgb, var(--navapi-bg) 88%, transparent);"
    " backdrop-filter: blur(10px); }"
)


def _corners(large: str, small: str) -> str:
    return f":root {{ --navapi-radius: {large}; --navapi-radius-small: {small}; }}"


#: Rules after those of the theme, by name; ``mint`` is the theme unchanged.
VARIANTS: Final[dict[str, tuple[str, ...]]] = {
    "mint": (),
    "maple": (_corners("12px", "8px"), _SIDE_GROUND),
    "palm": (f":root :is(.navapi-header, .navapi-bar) {{ background: {_GROUND}; }}",),
    "willow": (_corners("4px", "3px"), _NO_LINES, ":root { --navapi-measure: 44rem; }"),
    "linden": (_corners("0px", "0px"), ":root { --navapi-sans: var(--navapi-mono); }"),
    "almond": (_corners("12px", "7px"), _CARD),
    "aspen": (_corners("10px", "6px"), _SIDE_GROUND, _GLASS),
    "luma": (_corners("14px", "9px"), _NO_LINES),
    "sequoia": (
        _corners("5px", "3px"),
        ":root { --navapi-side: 15.5rem; --navapi-measure: 50rem; }",
    ),
}


def variant_css(theme: object) -> str:
    """The rules of the look *theme*; ``""`` if unknown."""
    return "\n".join(VARIANTS.get(theme, ())) if isinstance(theme, str) else ""


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
class SiteStyles:
    """The styles that a site sets.

    :ivar css: rules after those of the theme.
    :ivar files: files that the rules refer to, by URL relative to the site's root.
    """

    css: str
    files: Mapping[str, Path]


def site_styles(settings: Mapping[str, Any], source_dir: Path) -> SiteStyles:
    """The styles in *settings* of ``docs.json``; paths are relative to *source_dir*."""
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
    return SiteStyles(css="\n".join(rules), files=files)


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
    value = as_mapping(background.get("color"))
    colors = {scheme: _color(value.get(scheme), scheme) for scheme in _PAGE}
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


_FLAG: Final = FlagValue()

_FLAGS: Final = (
    "breadcrumbs", "drilldown", "open_groups", "readthedocs_search", "show_prev_next",
    "sidebar_icons",
)  # fmt: skip

#: The theme's own options; those of Sphinx's `basic` are valid too.
_OPTIONS: Final[Mapping[str, ValueType]] = {
    **dict.fromkeys(_FLAGS, _FLAG),
    "accent_color": ColorValue(),
    "color_scheme": ChoiceValue(("auto", "light", "dark")),
    "logo_light": FileValue(),
    "logo_dark": FileValue(),
}
_OF_BASIC: Final = (
    "nosidebar", "sidebarwidth", "body_min_width", "body_max_width", "navigation_with_keys",
    "enable_search_shortcuts", "globaltoc_collapse", "globaltoc_includehidden",
)  # fmt: skip

#: Strings for booleans in ``theme.conf`` and on the command line.
_FLAG_WORDS: Final = frozenset({"true", "false", "1", "0", "yes", "no", "on", "off", ""})


def usable_options(
    options: Any, conf_file: Path, source_dir: Path
) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """*options* without unknown or invalid ones, and diagnostics about these."""
    lines, file = ConfLines(conf_file), relative_name(conf_file, source_dir)
    if not isinstance(options, Mapping):
        message = f"html_theme_options: {show(options)} is ignored: use a dict"
        place = Place(file=file, line=lines.find("html_theme_options"))
        return {}, (Diagnostic(subtype=Subtype.CONFIG, message=message, place=place),)
    kept: dict[str, Any] = {}
    diagnostics = []
    for name, value in options.items():
        problem = next(_problems(name, value, (source_dir, conf_file.parent), options), None)
        if problem is None:
            kept[name] = value
            continue
        line = lines.find("html_theme_options", f"/{escape_pointer(name)}")
        diagnostics.append(
            Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"html_theme_options: {problem}",
                place=Place(file=file, line=line),
            )
        )
    return kept, tuple(diagnostics)


def _problems(
    name: str, value: Any, folders: Iterable[Path], options: Mapping[str, Any]
) -> Iterator[str]:
    kind = _OPTIONS.get(name)
    if kind is None:
        if name not in _OF_BASIC:
            # One that is set, too, was meant if no other is similar.
            near = sorted(near_words(name, (*_OPTIONS, *_OF_BASIC)), key=options.__contains__)
            advice = f"the options are {', '.join(_OPTIONS)}"
            if near:
                is_set = near[0] in options
                advice = f'did you mean "{near[0]}"?'
                advice = f'remove it, because "{near[0]}" is set, too' if is_set else advice
            yield f"the option {show(name)} is unknown and ignored: {advice}"
    elif isinstance(kind, FlagValue) and isinstance(value, str):
        if value.strip().lower() not in _FLAG_WORDS:
            yield f"{name}: {wrong_type(value, kind)}"
    elif value not in (None, "") and not kind.accepts(value):
        yield f"{name}: {wrong_type(value, kind)}"
    elif isinstance(kind, FileValue) and isinstance(value, str) and value.strip():
        here, beside = folders
        if not value.startswith("https://") and logo_path(value, here, beside) is None:
            yield f"{name}: the file {show(value)} does not exist: correct its path"


#: Name of the theme.
THEME = "navapi"

#: Folder of the theme.
THEME_DIR = Path(__file__).parents[1] / "theme"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeSettings:
    """The theme's settings.

    :ivar eyebrows: ``breadcrumbs``, ``section``, or ``""`` for none.
    :ivar open_groups: groups that are in no other group are open. In hosted services they are, and
        those require a ``theme``.
    :ivar logo_light: path in the source directory, or URL; also for the three others.
    :ivar color_scheme: ``auto``, ``light`` or ``dark``: until the reader chooses.
    :ivar strict_scheme: the reader cannot choose.
    :ivar dark_code: code is dark in light mode, too.
    :ivar readthedocs_search: on Read the Docs, the search box opens the search of the service.
    """

    eyebrows: str = "breadcrumbs"
    drilldown: bool = False
    open_groups: bool = False
    accent: Accent
    logo_light: str | None = None
    logo_dark: str | None = None
    logo_href: str | None = None
    show_prev_next: bool = True
    sidebar_icons: bool = True
    color_scheme: str = "auto"
    strict_scheme: bool = False
    dark_code: bool = False
    search_prompt: str = ""
    readthedocs_search: bool = False


def theme_settings(options: Mapping[str, Any], settings: Mapping[str, Any]) -> ThemeSettings:
    """The combined settings of *options* (of the theme) and *settings* (of docs.json)."""
    merged = {**options, **{key: settings[key] for key in options if key in settings}}
    logo = settings.get("logo")
    logos = logo if isinstance(logo, dict) else {"light": logo} if isinstance(logo, str) else {}
    colors = as_mapping(settings.get("colors"))
    light = _string(logos.get("light")) or _string(merged.get("logo_light"))
    opened = None if merged.get("open_groups") == "" else merged.get("open_groups")
    return ThemeSettings(
        eyebrows=_eyebrows(merged, settings),
        drilldown=_flag(
            as_mapping(settings.get("interaction")).get("drilldown", merged.get("drilldown")), False
        ),
        open_groups=_flag(opened, "theme" in settings),
        accent=make_accent(
            _string(colors.get("primary")) or _string(merged.get("accent_color")),
            _string(colors.get("light")),
        ),
        logo_light=light,
        logo_dark=_string(logos.get("dark")) or _string(merged.get("logo_dark")),
        logo_href=_string(logos.get("href")),
        show_prev_next=_flag(merged.get("show_prev_next"), True),
        sidebar_icons=_flag(merged.get("sidebar_icons"), True),
        color_scheme=_color_scheme(merged, settings),
        strict_scheme=strict_scheme(settings),
        dark_code=dark_code(settings),
        search_prompt=_string(as_mapping(settings.get("search")).get("prompt")) or "",
        readthedocs_search=_flag(options.get("readthedocs_search"), False),
    )


def logo_path(value: str, source_dir: Path, config_dir: Path) -> Path | None:
    """The file *value*, relative to the source directory or ``conf.py``."""
    for folder in (source_dir, config_dir):
        path = (folder / value.lstrip("/")).resolve()
        if is_file(path) and path.is_relative_to(folder.resolve()):
            return path
    return None


def logo_file(
    name: str, value: str | None, source_dir: Path, config_dir: Path
) -> tuple[str, Path | None] | None:
    """URL of the picture *value*, relative to the site's root, and the file to copy there.

    :param name: the URL without suffix; absolute URLs are kept, without a file.
    """
    if value is None:
        return None
    if value.startswith("https://"):
        return value, None
    path = logo_path(value, source_dir, config_dir)
    return None if path is None else (f"{name}{path.suffix}", path)


def _eyebrows(merged: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    set_there = as_mapping(settings.get("styling")).get("eyebrows")
    if set_there in ("breadcrumbs", "section"):
        return str(set_there)
    return "breadcrumbs" if _flag(merged.get("breadcrumbs"), True) else ""


def _color_scheme(merged: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    wanted = as_mapping(settings.get("appearance")).get("default") or merged.get("color_scheme")
    return str(wanted) if wanted in ("light", "dark") else "auto"


def _string(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _flag(value: object, default: bool) -> bool:
    # Options are strings if they are set in theme.toml or on the command line.
    if isinstance(value, str):
        return value.strip().lower() in ("true", "1", "yes", "on")
    return value if isinstance(value, bool) else default
