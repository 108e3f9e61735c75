"""Styles that authors may give to HTML: appearance and layout within its own place.

Nothing that loads a file, is animated, or can cover the rest of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sphinx_navapi.formats.numbers import number_text

_SIDES = ("top", "right", "bottom", "left")
_LOGICAL = ("block", "inline", "block-start", "block-end", "inline-start", "inline-end")
_CORNERS = (
    "top-left", "top-right", "bottom-left", "bottom-right", "start-start", "start-end",
    "end-start", "end-end",
)  # fmt: skip

_INSETS = frozenset(("inset", *_SIDES, *(f"inset-{side}" for side in _LOGICAL)))
_MARGINS = frozenset(("margin", *(f"margin-{side}" for side in (*_SIDES, *_LOGICAL))))

PERMITTED = frozenset(
    {
        *_INSETS, *_MARGINS, "padding", *(f"padding-{side}" for side in (*_SIDES, *_LOGICAL)),
        "display", "position", "float", "clear", "visibility", "box-sizing", "aspect-ratio",
        "width", "height", "min-width", "min-height", "max-width", "max-height", "block-size",
        "inline-size", "max-block-size", "max-inline-size", "overflow", "overflow-x", "overflow-y",
        "object-fit", "object-position", "vertical-align", "columns", "column-count",
        "column-width", "column-gap", "row-gap", "gap", "flex", "flex-basis", "flex-direction",
        "flex-flow", "flex-grow", "flex-shrink", "flex-wrap", "order", "grid-area",
        "grid-auto-columns", "grid-auto-flow", "grid-auto-rows", "grid-column",
        "grid-column-start", "grid-column-end", "grid-row", "grid-row-start", "grid-row-end",
        "grid-template-columns", "grid-template-rows", "grid-template-areas", "align-content",
        "align-items", "align-self", "justify-content", "justify-items", "justify-self",
        "place-content", "place-items", "place-self", "break-inside", "border-collapse",
        "border-spacing", "table-layout", "caption-side",
        "color", "background", "background-color", "opacity", "box-shadow", "filter",
        "border", "border-color", "border-style", "border-width", "border-radius",
        *(f"border-{side}" for side in (*_SIDES, *_LOGICAL)),
        *(
            f"border-{side}-{what}"
            for side in (*_SIDES, *_LOGICAL) for what in ("color", "style", "width")
        ),
        *(f"border-{corner}-radius" for corner in _CORNERS),
        "pointer-events", "direction", "font", "font-family", "font-feature-settings", "font-size",
        "font-style", "font-variant", "font-variant-numeric", "font-weight", "hyphens",
        "letter-spacing",
        "line-height", "list-style", "list-style-position", "list-style-type", "overflow-wrap",
        "tab-size", "text-align", "text-decoration", "text-decoration-color",
        "text-decoration-line", "text-decoration-style", "text-decoration-thickness",
        "text-indent", "text-overflow", "text-transform", "text-underline-offset", "text-wrap",
        "white-space", "word-break", "word-spacing", "word-wrap", "writing-mode",
        "clip-rule", "fill", "fill-opacity", "fill-rule", "mask-type", "stop-color",
        "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
        "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "dominant-baseline",
    }
)  # fmt: skip

_CAPITAL = re.compile(r"(?<!^)([A-Z])")
#: Properties whose numbers have no unit (those that occur in pages).
_UNITLESS = frozenset(
    {
        "opacity",
        "z-index",
        "flex",
        "flex-grow",
        "flex-shrink",
        "font-weight",
        "line-height",
        "order",
    }
)


_FUNCTION = re.compile(r"([\w-]*)\s*\(")
#: None of them loads anything.
_FUNCTIONS = frozenset(
    {
        "", "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color",
        "color-mix", "light-dark", "calc", "min", "max", "clamp", "var", "repeat", "minmax",
        "fit-content", "linear-gradient", "radial-gradient", "conic-gradient",
        "repeating-linear-gradient", "repeating-radial-gradient", "blur", "brightness", "contrast",
        "drop-shadow", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia",
    }
)  # fmt: skip
_VALUE = re.compile(r"[\w\s.,%#()+*/'\"-]{1,300}", re.ASCII)
_NEGATIVE = re.compile(r"(?<![\w)])-\s*[\d.(a-z]|calc|var")
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z%]*)")
_SIZES = frozenset({"width", "height", "max-width", "max-height", "min-width", "min-height"})
#: Widths derived from the available space.
_OWN_WIDTH = re.compile(r"0|auto|100%|[1-9]?\d(?:\.\d+)?%|min\(.*, 100%\)")
#: Maximum distance in pixels of what is painted outside of the element's own box.
_FARTHEST_SHADOW = 64
_LARGEST_TEXT = 200
_POSITIONS = frozenset({"static", "relative", "absolute"})


def permitted_style(style: object, *, in_frame: bool = False) -> dict[str, str]:
    """The permitted declarations of *style*, CSS text or a JSX object.

    :param in_frame: whether an enclosing element contains what is positioned; otherwise nothing can
        be positioned freely.
    """
    if isinstance(style, Mapping):
        style = style_declarations(style)
    if not isinstance(style, str):
        return {}
    declarations: dict[str, str] = {}
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), " ".join(value.split())
        value = value.removesuffix("!important").rstrip()
        if is_permitted(name, value):
            declarations[name] = value
    if declarations.get("position") == "absolute" and not in_frame:
        del declarations["position"]
    if "position" not in declarations:
        for name in _INSETS:
            declarations.pop(name, None)
    return declarations


def page_style(style: object, *, in_frame: bool = False) -> dict[str, str]:
    """`permitted_style` adapted to pages: within its place, and with positioned content
    contained.
    """
    declarations = within_place(permitted_style(style, in_frame=in_frame))
    if declarations.get("position") == "relative":
        declarations["contain"] = "paint"
    return declarations


def within_place(declarations: Mapping[str, str]) -> dict[str, str]:
    """*declarations* with widths limited to the available space."""
    limited = dict(declarations)
    if not _SIZES.isdisjoint(limited):
        limited.setdefault("box-sizing", "border-box")
    for name in ("min-width", "max-width"):
        value = limited.get(name, "")
        if value == "none":
            limited[name] = "100%"
        elif value and not _OWN_WIDTH.fullmatch(value):
            limited[name] = f"min({value}, 100%)"
    if "max-width" not in limited and not _OWN_WIDTH.fullmatch(limited.get("width", "auto")):
        limited["max-width"] = "100%"
    return limited


def is_permitted(name: str, value: str) -> bool:
    """Whether authors may set the CSS property *name* to *value*."""
    if name not in PERMITTED or not _VALUE.fullmatch(value):
        return False
    low = value.lower()
    if not all(match[1] in _FUNCTIONS for match in _FUNCTION.finditer(low)):
        return False
    if name == "position":
        return low in _POSITIONS
    if name in _INSETS or name in _MARGINS or name == "text-indent":
        return _NEGATIVE.search(low) is None
    if name in {"box-shadow", "filter"}:
        return _within(low, _FARTHEST_SHADOW)
    if name in {"font", "font-size"}:
        return _within(low, _LARGEST_TEXT)
    return True


def _within(value: str, most: int) -> bool:
    """Whether no length in *value* exceeds *most* pixels or the equivalent."""
    for number, unit in _LENGTH.findall(value):
        pixels = float(number) * (16 if unit in {"em", "rem", "ch", "ex", "vw", "vh"} else 1)
        if pixels > most and unit not in {"", "%", "deg"}:
            return False
    return True


def style_value(declarations: Mapping[str, str]) -> str:
    """*declarations* as the value of an attribute ``style``."""
    return "; ".join(f"{name}: {value}" for name, value in declarations.items())


def style_declarations(style: Mapping[str, object]) -> str:
    """The JSX object *style* as CSS declarations; values other than strings and numbers are
    skipped.
    """
    declarations = []
    for name, value in style.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        name = _CAPITAL.sub(r"-\1", name).lower()
        unit = "px" if value and not isinstance(value, str) and name not in _UNITLESS else ""
        text = value if isinstance(value, str) else number_text(value)
        declarations.append(f"{name}: {text}{unit}")
    return "; ".join(declarations)
