"""The words, lengths and colors in `utility_classes`.

The scales are those of Tailwind's default theme (version 3): a unit of spacing is a quarter of a
``rem``; shades of a color are mixed from the middle one, ``500``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_PARTS = {"x": "-x", "y": "-y", "": ""}


def _named(name: str, **values: str) -> dict[str, dict[str, str]]:
    return {key.replace("_", "-"): {name: value} for key, value in values.items()}


def _all(name: str, prefix: str, values: str) -> dict[str, dict[str, str]]:
    """A class for each of *values*, named by it after *prefix*."""
    return {f"{prefix}{value}": {name: value} for value in values.split()}


_LINE: Final = "color-mix(in srgb, currentColor 18%, transparent)"
_TEXT = {
    "xs": ("0.75rem", "1rem"), "sm": ("0.875rem", "1.25rem"), "base": ("1rem", "1.5rem"),
    "lg": ("1.125rem", "1.75rem"), "xl": ("1.25rem", "1.75rem"), "2xl": ("1.5rem", "2rem"),
    "3xl": ("1.875rem", "2.25rem"), "4xl": ("2.25rem", "2.5rem"), "5xl": ("3rem", "1"),
    "6xl": ("3.75rem", "1"), "7xl": ("4.5rem", "1"), "8xl": ("6rem", "1"), "9xl": ("8rem", "1"),
}  # fmt: skip
_WEIGHTS = {
    "thin": "100", "extralight": "200", "light": "300", "normal": "400", "medium": "500",
    "semibold": "600", "bold": "700", "extrabold": "800", "black": "900",
}  # fmt: skip
_ROUND = {
    "-none": "0", "-sm": "0.125rem", "": "0.25rem", "-md": "0.375rem", "-lg": "0.5rem",
    "-xl": "0.75rem", "-2xl": "1rem", "-3xl": "1.5rem", "-full": "9999px",
}  # fmt: skip
_CORNERS = {
    "": ("",), "-t": ("-top-left", "-top-right"), "-b": ("-bottom-left", "-bottom-right"),
    "-l": ("-top-left", "-bottom-left"), "-r": ("-top-right", "-bottom-right"),
}  # fmt: skip
_SHADOWS = {
    "": "0 1px 3px rgb(0 0 0 / 0.1)", "-sm": "0 1px 2px rgb(0 0 0 / 0.05)",
    "-md": "0 4px 6px -1px rgb(0 0 0 / 0.1)", "-lg": "0 10px 15px -3px rgb(0 0 0 / 0.1)",
    "-xl": "0 20px 25px -5px rgb(0 0 0 / 0.1)", "-2xl": "0 25px 50px -12px rgb(0 0 0 / 0.25)",
    "-none": "none",
}  # fmt: skip
_EDGES = {"": "", "-t": "-top", "-b": "-bottom", "-l": "-left", "-r": "-right"}
_AXES = {"start": "flex-start", "end": "flex-end", "between": "space-between",
         "around": "space-around", "evenly": "space-evenly"}  # fmt: skip


def _aligned(name: str, prefix: str, values: str) -> dict[str, dict[str, str]]:
    return {f"{prefix}{value}": {name: _AXES.get(value, value)} for value in values.split()}


#: Classes without a value.
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    **_all("display", "", "block inline inline-block flex inline-flex grid inline-grid contents "
           "flow-root"),
    "hidden": {"display": "none"},
    # Contains what is positioned inside.
    "relative": {"position": "relative", "contain": "paint"},
    "absolute": {"position": "absolute"}, "static": {"position": "static"},
    "container": {"width": "100%", "max-width": "100%"},
    "sr-only": {"position": "absolute", "width": "1px", "height": "1px", "overflow": "hidden",
                "clip-path": "inset(50%)", "white-space": "nowrap"},
    "flex-row": {"flex-direction": "row"}, "flex-row-reverse": {"flex-direction": "row-reverse"},
    "flex-col": {"flex-direction": "column"},
    "flex-col-reverse": {"flex-direction": "column-reverse"},
    **_all("flex-wrap", "flex-", "wrap nowrap wrap-reverse"),
    "flex-1": {"flex": "1 1 0%", "min-width": "0"}, "flex-auto": {"flex": "1 1 auto"},
    "flex-initial": {"flex": "0 1 auto"}, "flex-none": {"flex": "none"},
    "grow": {"flex-grow": "1"}, "shrink": {"flex-shrink": "1"},
    "flex-grow": {"flex-grow": "1"}, "flex-shrink": {"flex-shrink": "1"},
    "flex-grow-0": {"flex-grow": "0"}, "flex-shrink-0": {"flex-shrink": "0"},
    "order-first": {"order": "-9999"}, "order-last": {"order": "9999"},
    **_aligned("justify-content", "justify-", "start end center between around evenly stretch"),
    **_aligned("align-items", "items-", "start end center baseline stretch"),
    **_aligned("align-content", "content-", "start end center between around evenly stretch"),
    **_aligned("align-self", "self-", "auto start end center baseline stretch"),
    **_all("justify-items", "justify-items-", "start end center stretch"),
    **_all("justify-self", "justify-self-", "auto start end center stretch"),
    **_all("place-items", "place-items-", "start end center stretch"),
    **_all("place-content", "place-content-", "start end center stretch"),
    **_all("place-self", "place-self-", "auto start end center stretch"),
    **_all("text-align", "text-", "left center right justify start end"),
    **{f"text-{name}": {"font-size": size, "line-height": line}
       for name, (size, line) in _TEXT.items()},
    **{f"font-{name}": {"font-weight": weight} for name, weight in _WEIGHTS.items()},
    "font-mono": {"font-family": "monospace"}, "font-sans": {"font-family": "inherit"},
    "font-serif": {"font-family": "serif"},
    "italic": {"font-style": "italic"}, "not-italic": {"font-style": "normal"},
    **_all("text-transform", "", "uppercase lowercase capitalize"),
    "normal-case": {"text-transform": "none"},
    "underline": {"text-decoration": "underline"}, "no-underline": {"text-decoration": "none"},
    "line-through": {"text-decoration": "line-through"},
    **_named("line-height", leading_none="1", leading_tight="1.25", leading_snug="1.375",
             leading_normal="1.5", leading_relaxed="1.625", leading_loose="2"),
    **_named("letter-spacing", tracking_tighter="-0.05em", tracking_tight="-0.025em",
             tracking_normal="0", tracking_wide="0.025em", tracking_wider="0.05em",
             tracking_widest="0.1em"),
    **_all("white-space", "whitespace-", "normal nowrap pre pre-line pre-wrap"),
    "break-words": {"overflow-wrap": "anywhere"}, "break-all": {"word-break": "break-all"},
    "truncate": {"overflow": "hidden", "text-overflow": "ellipsis", "white-space": "nowrap"},
    **_all("list-style-type", "list-", "none disc decimal"),
    "list-inside": {"list-style-position": "inside"},
    "list-outside": {"list-style-position": "outside"},
    **_all("vertical-align", "align-", "baseline top middle bottom text-top text-bottom sub super"),
    **{f"overflow{part}-{value}": {f"overflow{part}": value}
       for part in _PARTS.values() for value in ("auto", "hidden", "visible", "scroll", "clip")},
    "aspect-video": {"aspect-ratio": "16 / 9"}, "aspect-square": {"aspect-ratio": "1 / 1"},
    "aspect-auto": {"aspect-ratio": "auto"},
    **_all("object-fit", "object-", "contain cover fill none scale-down"),
    **_all("object-position", "object-", "center top bottom left right"),
    **{f"float-{value}": {"float": value} for value in ("left", "right", "none")},
    "clear-both": {"clear": "both"}, "box-border": {"box-sizing": "border-box"},
    "box-content": {"box-sizing": "content-box"},
    **{f"rounded{corner}{size}": {f"border{each}-radius": value for each in edges}
       for corner, edges in _CORNERS.items() for size, value in _ROUND.items()},
    **{f"border{short}": {f"border{edge}": f"1px solid {_LINE}"}
       for short, edge in _EDGES.items()},
    **_all("border-style", "border-", "solid dashed dotted double none"),
    **{f"shadow{name}": {"box-shadow": value} for name, value in _SHADOWS.items()},
}  # fmt: skip

_LENGTHS = {
    "auto": "auto", "px": "1px", "full": "100%", "min": "min-content", "max": "max-content",
    "fit": "fit-content", "none": "none", "prose": "65ch",
}  # fmt: skip
_REMS = {
    "3xs": 16, "2xs": 18, "xs": 20, "sm": 24, "md": 28, "lg": 32, "xl": 36, "2xl": 42, "3xl": 48,
    "4xl": 56, "5xl": 64, "6xl": 72, "7xl": 80,
}  # fmt: skip
_WHOLE = {"screen": "100vh", "svh": "100svh", "dvh": "100dvh", "lvh": "100lvh"}
_STEP = re.compile(r"\d{1,3}(?:\.5)?")
_SHARE = re.compile(r"(\d{1,2})/(\d{1,2})")
_LENGTH = re.compile(r"\d+(?:\.\d+)?(?:px|rem|em|%|vw|vh|ch)?")


def length(value: str, name: str, *, plain: bool = False) -> str:
    """The length for *value* in the utility *name*; ``""`` if invalid.

    :param plain: *value* is a CSS length.
    """
    if plain:
        return value if _LENGTH.fullmatch(value) else ""
    if _STEP.fullmatch(value):
        number = float(value) / 4
        return f"{number:g}rem" if number else "0"
    if (share := _SHARE.fullmatch(value)) and int(share[2]):
        return f"{int(share[1]) / int(share[2]):.4%}".replace(".0000%", "%")
    if value in _WHOLE:
        return _WHOLE[value] if name in {"h", "min-h", "max-h"} else "100%"
    if value in _REMS and name in {"w", "max-w", "min-w", "basis"}:
        return f"{_REMS[value]}rem"
    return _LENGTHS.get(value, "")


#: The shade ``500`` of each.
_COLORS: Final = {
    "slate": "#64748b", "gray": "#6b7280", "zinc": "#71717a", "neutral": "#737373",
    "stone": "#78716c", "red": "#ef4444", "orange": "#f97316", "amber": "#f59e0b",
    "yellow": "#eab308", "lime": "#84cc16", "green": "#22c55e", "emerald": "#10b981",
    "teal": "#14b8a6", "cyan": "#06b6d4", "sky": "#0ea5e9", "blue": "#3b82f6",
    "indigo": "#6366f1", "violet": "#8b5cf6", "purple": "#a855f7", "fuchsia": "#d946ef",
    "pink": "#ec4899", "rose": "#f43f5e",
}  # fmt: skip
_PLAIN = {"white": "#fff", "black": "#000", "transparent": "transparent", "current": "currentColor",
          "inherit": "inherit"}  # fmt: skip
#: The proportion of white or black in a shade.
_SHADES: Final = {
    "50": ("white", 94), "100": ("white", 88), "200": ("white", 74), "300": ("white", 55),
    "400": ("white", 26), "500": ("", 0), "600": ("black", 16), "700": ("black", 32),
    "800": ("black", 45), "900": ("black", 56), "950": ("black", 72),
}  # fmt: skip
_COLOR = re.compile(r"([a-z]+)(?:-(\d{2,3}))?(?:/(\d{1,3}))?")


def color(name: str) -> str:
    """The color *name* (``gray-500``, ``white/50``); ``""`` if unknown."""
    match = _COLOR.fullmatch(name)
    if match is None:
        return ""
    base, shade, share = match.groups()
    if shade is None:
        found = _PLAIN.get(base, "")
    elif base in _COLORS and shade in _SHADES:
        other, mixed = _SHADES[shade]
        found = _COLORS[base]
        if other:
            found = f"color-mix(in oklab, {found}, {other} {mixed}%)"
    else:
        found = ""
    if found and share:
        return f"color-mix(in srgb, {found} {int(share)}%, transparent)"
    return found
