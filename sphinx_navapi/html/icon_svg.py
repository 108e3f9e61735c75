"""Sanitizing SVG from authors."""

from __future__ import annotations

import re
from functools import lru_cache

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
_CAMEL = re.compile(r"\b(clip|fill|stop|stroke)([A-Z][a-z]+)=")
_BRACES = re.compile(r"=\{\s*[\"'`]?([^{}\"'`]*)[\"'`]?\s*\}")

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

    text = _BRACES.sub(r'="\1"', _CAMEL.sub(lambda m: f"{m[1]}-{m[2].lower()}=", source))
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
    found = re.search(rf'<svg\b[^>]*\s{name}="(\d+(?:\.\d+)?)', text, re.IGNORECASE)
    return found[1] if found else "24"
