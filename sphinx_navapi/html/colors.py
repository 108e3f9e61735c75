"""Making the site's accent color legible: authors choose a color, not its contrast."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
