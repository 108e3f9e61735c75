"""The looks selected by ``theme`` of ``docs.json``: each is our own theme with other styles.

They resemble the service's themes of the same names, but the parts of a page stay where our theme
has them.
"""

from __future__ import annotations

from typing import Final

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
