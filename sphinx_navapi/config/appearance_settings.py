"""Keys of ``docs.json`` for the appearance of a site: fonts, background, colors, icons, images."""

# ruff: noqa: D102  (methods are documented once, on ValueType)

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.value_types import (
    ChoiceValue,
    FlagValue,
    Key,
    NumberValue,
    OneOf,
    Record,
    SimpleValue,
    TextValue,
    ValueType,
)

_HEX: Final = "#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
_ANY_HEX: Final = "#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"

#: Named colors (CSS Color Module Level 4, section 6.1).
COLOR_NAMES: Final = (
    "aliceblue", "antiquewhite", "aqua", "aquamarine", "azure", "beige", "bisque", "black",
    "blanchedalmond", "blue", "blueviolet", "brown", "burlywood", "cadetblue", "chartreuse",
    "chocolate", "coral", "cornflowerblue", "cornsilk", "crimson", "cyan", "darkblue",
    "darkcyan", "darkgoldenrod", "darkgray", "darkgreen", "darkgrey", "darkkhaki",
    "darkmagenta", "darkolivegreen", "darkorange", "darkorchid", "darkred", "darksalmon",
    "darkseagreen", "darkslateblue", "darkslategray", "darkslategrey", "darkturquoise",
    "darkviolet", "deeppink", "deepskyblue", "dimgray", "dimgrey", "dodgerblue", "firebrick",
    "floralwhite", "forestgreen", "fuchsia", "gainsboro", "ghostwhite", "gold", "goldenrod",
    "gray", "green", "greenyellow", "grey", "honeydew", "hotpink", "indianred", "indigo",
    "ivory", "khaki", "lavender", "lavenderblush", "lawngreen", "lemonchiffon", "lightblue",
    "lightcoral", "lightcyan", "lightgoldenrodyellow", "lightgray", "lightgreen", "lightgrey",
    "lightpink", "lightsalmon", "lightseagreen", "lightskyblue", "lightslategray",
    "lightslategrey", "lightsteelblue", "lightyellow", "lime", "limegreen", "linen", "magenta",
    "maroon", "mediumaquamarine", "mediumblue", "mediumorchid", "mediumpurple",
    "mediumseagreen", "mediumslateblue", "mediumspringgreen", "mediumturquoise",
    "mediumvioletred", "midnightblue", "mintcream", "mistyrose", "moccasin", "navajowhite",
    "navy", "oldlace", "olive", "olivedrab", "orange", "orangered", "orchid", "palegoldenrod",
    "palegreen", "paleturquoise", "palevioletred", "papayawhip", "peachpuff", "peru", "pink",
    "plum", "powderblue", "purple", "rebeccapurple", "red", "rosybrown", "royalblue",
    "saddlebrown", "salmon", "sandybrown", "seagreen", "seashell", "sienna", "silver",
    "skyblue", "slateblue", "slategray", "slategrey", "snow", "springgreen", "steelblue", "tan",
    "teal", "thistle", "tomato", "turquoise", "violet", "wheat", "white", "whitesmoke",
    "yellow", "yellowgreen",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColorValue(SimpleValue):
    """A color. :ivar named: CSS color names and transparent colors are valid too."""

    named: bool = False

    @property
    def label(self) -> str:
        names = " or a CSS color name" if self.named else ""
        return f'a hexadecimal color such as "#2f5bd7"{names}'

    @property
    def _pattern(self) -> str:
        return _ANY_HEX if self.named else _HEX

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        text = value.strip()
        is_named = self.named and text in COLOR_NAMES
        return is_named or re.fullmatch(self._pattern, text) is not None

    def schema(self) -> dict[str, Any]:
        names = f"|{'|'.join(COLOR_NAMES)}" if self.named else ""
        return {"type": "string", "pattern": rf"^\s*({self._pattern}{names})\s*$"}


@dataclass(frozen=True, slots=True)
class FileValue(TextValue):
    """A path of a file of the project, or an https URL."""

    label: str = "a path or an https URL"


def named_files(kind: ValueType, value: Any, pointer: str) -> Iterator[tuple[str, str]]:
    """Pointer and text of each file path in *value*, which is of type *kind*."""
    if isinstance(kind, FileValue) and isinstance(value, str):
        yield pointer, value.strip()
    elif isinstance(kind, OneOf):
        chosen = next((part for part in kind.types if part.accepts(value)), None)
        if chosen is not None:
            yield from named_files(chosen, value, pointer)
    elif isinstance(kind, Record) and isinstance(value, dict):
        for key in kind.fields:
            if key.name in value:
                yield from named_files(key.type, value[key.name], f"{pointer}/{key.name}")


_TEXT = TextValue()
_PATH = FileValue()

_FONT = (
    Key("family", _TEXT, "Name of the font; without `source`, one installed on readers' machines."),
    Key("weight", NumberValue(1, 1000), "Weight of the font in `source`."),
    Key("source", _PATH, "File of the font: a path, or an https URL that readers fetch."),
    Key("format", ChoiceValue(("woff2", "woff", "truetype", "opentype")), "Format of the file."),
)


def _both(value: ValueType, what: str) -> ValueType:
    return Record(
        (Key("light", value, f"{what} light pages."), Key("dark", value, f"{what} dark pages."))
    )


#: Valid values of ``styling.codeblocks``.
CODE_BLOCKS: ValueType = OneOf(
    (
        TextValue('"system", "dark" or the name of a theme'),
        Record(
            (
                Key(
                    "theme",
                    OneOf((_TEXT, _both(_TEXT, "Theme on"))),
                    "A code theme; a dark theme on light pages has the same effect as `dark`.",
                ),
                *hosted_keys.CODE_BLOCKS,
            ),
            label='an object with "theme"',
        ),
    )
)

_DECORATION = ChoiceValue(("gradient", "grid", "windows"))

#: Looks of our theme.
THEMES = (
    "mint", "maple", "palm", "willow", "linden", "almond", "aspen", "luma", "sequoia",
)  # fmt: skip

APPEARANCE = (
    Key(
        "theme",
        TextValue(),
        "A look of the `navapi` theme: `mint`, `maple`, `palm`, `willow`, `linden`, `almond`,"
        " `aspen`, `luma` or `sequoia`. Other names have no effect.",
    ),
    Key(
        "appearance",
        Record(
            (
                Key(
                    "default",
                    ChoiceValue(("system", "light", "dark")),
                    "Default color scheme.",
                ),
                Key("strict", FlagValue(), "Whether readers are prevented from changing it."),
            ),
            open=True,
        ),
        "Light or dark.",
    ),
    Key(
        "fonts",
        Record(
            (
                *_FONT,
                Key("heading", Record(_FONT, open=True), "Font of titles."),
                Key("body", Record(_FONT, open=True), "Font of everything else."),
            ),
            open=True,
        ),
        "Fonts of our own theme.",
    ),
    Key(
        "background",
        Record(
            (
                Key(
                    "color",
                    _both(ColorValue(), "Color of"),
                    "Background color of pages; ignored if text would not be legible on it.",
                ),
                Key(
                    "image",
                    OneOf((_PATH, _both(_PATH, "Picture on"))),
                    "Image behind the top of pages.",
                ),
                Key(
                    "decoration",
                    _DECORATION,
                    "Pattern behind the top of pages if there is no image.",
                ),
                Key(
                    "style",
                    _DECORATION,
                    "Older name of `decoration`.",
                ),
            ),
            open=True,
        ),
        "Background of pages in our own theme.",
    ),
    Key(
        "icons",
        Record(
            (
                Key(
                    "library",
                    ChoiceValue(("fontawesome", "lucide", "tabler")),
                    "Icon library to look in first (`tabler` uses the nearest Lucide icons).",
                ),
            ),
            open=True,
        ),
        "Icons.",
    ),
    Key(
        "thumbnails",
        Record(
            (
                Key(
                    "background",
                    _PATH,
                    "Preview image of shared pages (`og:image`), unless the page or"
                    " `seo.metatags` sets one.",
                ),
                *hosted_keys.THUMBNAILS,
            ),
            open=True,
        ),
        "Preview images for shared pages.",
    ),
    Key(
        "errors",
        Record(
            (
                Key(
                    "404",
                    Record(
                        (
                            Key("title", _TEXT, "Title of the page."),
                            Key("description", _TEXT, "Its text: one paragraph of Markdown."),
                            Key(
                                "redirect",
                                FlagValue(),
                                "`true`: redirect readers to the first page; otherwise suggest"
                                " pages with similar URLs.",
                            ),
                        ),
                        open=True,
                    ),
                    "The 404 page.",
                ),
            ),
            open=True,
        ),
        "Error pages.",
    ),
)
