"""Keys of ``docs.json`` for the look of a site: fonts, background, colors, icons, images."""

from __future__ import annotations

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.look_values import ColorValue, FileValue
from sphinx_navapi.config.value_types import (
    ChoiceValue,
    FlagValue,
    Key,
    NumberValue,
    OneOf,
    Record,
    TextValue,
    ValueType,
)

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

#: Looks of our theme.
THEMES = (
    "mint", "maple", "palm", "willow", "linden", "almond", "aspen", "luma", "sequoia",
)  # fmt: skip

LOOK = (
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
                    ChoiceValue(("gradient", "grid", "windows")),
                    "Pattern behind the top of pages if there is no image.",
                ),
                Key(
                    "style",
                    ChoiceValue(("gradient", "grid", "windows")),
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
