"""Keys of ``docs.json`` for what surrounds the text of each page, its menu, and its head."""

from __future__ import annotations

from typing import Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.appearance_settings import ColorValue
from sphinx_navapi.config.value_types import (
    AnyValue,
    ChoiceValue,
    FlagValue,
    Key,
    LinkValue,
    ListOf,
    MarkdownValue,
    ObjectOf,
    OneOf,
    Record,
    TextValue,
    ValueType,
)

#: Values that the metadata of a page has for itself: its layout, its form, and how that signs in.
MODE: Final = ChoiceValue(("wide", "center", "custom", "frame"))
PLAYGROUND: Final = ChoiceValue(("interactive", "simple", "none", "auth"))
AUTH_METHOD: Final = ChoiceValue(("bearer", "basic", "key", "cookie", "none", "cobo"))

_TEXT = TextValue()
ICON: ValueType = OneOf(
    (
        _TEXT,
        Record(
            (
                Key("name", _TEXT, "Name of the icon.", required=True),
                Key("style", _TEXT, "Style of the icon in its library."),
                Key("library", _TEXT, "Library that the icon belongs to."),
            ),
            open=True,
            label='an object with "name", "style" and "library"',
        ),
    )
)

#: Options of the page menu; those after "download-spec" belong to another service and have no
#: effect.
_MENU_OPTIONS = (
    "copy", "view", "download", "chatgpt", "claude", "perplexity", "grok", "aistudio", "mcp",
    "add-mcp", "cursor", "vscode", "download-spec", "assistant", "devin", "devin-desktop",
    "devin-mcp", "download-pdf", "windsurf",
)  # fmt: skip
_MENU_ENTRY = Record(
    (
        Key("title", _TEXT, "Text of the link.", required=True),
        Key("description", _TEXT, "Text below it."),
        Key("icon", ICON, "Icon beside it."),
        Key(
            "href",
            OneOf(
                (
                    LinkValue(),
                    Record(
                        (
                            Key("base", LinkValue(), "The URL.", required=True),
                            Key(
                                "query",
                                ListOf(
                                    Record(
                                        (
                                            Key("key", _TEXT, "Name.", required=True),
                                            Key("value", _TEXT, "Value.", required=True),
                                        ),
                                        open=True,
                                    )
                                ),
                                "Its parameters.",
                            ),
                        ),
                        open=True,
                    ),
                )
            ),
            "URL of the link. `$page` stands for the page's Markdown, `$path` for its path, `$mcp`"
            " for the URL of the MCP server.",
            required=True,
        ),
    ),
    open=True,
    label='an object with "title" and "href"',
)

MENU = Key(
    "contextual",
    Record(
        (
            Key(
                "options",
                ListOf(OneOf((ChoiceValue(_MENU_OPTIONS), _MENU_ENTRY))),
                "Menu entries in order; the first is shown as a button.",
            ),
            Key(
                "display",
                ChoiceValue(("header", "toc")),
                "Where our theme shows the menu: beside the title, or below the table of contents.",
            ),
        ),
        open=True,
    ),
    "The menu of each page: its Markdown, AI assistants, the site's MCP server.",
)

FEEDBACK = Key(
    "feedback",
    OneOf(
        (
            FlagValue(),
            Record(
                (
                    Key("thumbsRating", FlagValue(), "Whether to ask readers."),
                    Key(
                        "post",
                        LinkValue(followed=False),
                        "URL to send answers to, as JSON by POST; by default they are not sent.",
                    ),
                    Key("thumbs", FlagValue(), "Same as `thumbsRating`."),
                    *hosted_keys.FEEDBACK,
                ),
                open=True,
                label='an object with "thumbsRating"',
            ),
        )
    ),
    "Whether to ask readers at the end of each page if it helped.",
)

METADATA = Key(
    "metadata",
    Record(
        (
            Key(
                "timestamp",
                FlagValue(),
                "Whether pages show the date of their last change. Pages can override it with"
                " `timestamp`.",
            ),
        ),
        rest=AnyValue(),
    ),
    "Information shown about each page.",
)


TEXT: Final = TextValue()
MARKDOWN: Final = MarkdownValue()
FLAG: Final = FlagValue()
_COLOR: Final = ColorValue()
#: Written as structured data, not as a link.
_IDENTITY: Final = LinkValue(absolute=True, followed=False)

#: Elements that `head` may add: all others belong to the page itself.
HEAD_TAGS: Final = ("link", "meta", "script", "style")

FOOTER = Key(
    "footer",
    Record(
        (
            Key("notice", MARKDOWN, "One paragraph of Markdown at the bottom of every page."),
            Key("socials", ObjectOf(LinkValue()), "Profiles on other sites, by name."),
            Key(
                "links",
                ListOf(
                    Record(
                        (
                            Key("header", TEXT, "Title of the column."),
                            Key("title", TEXT, "Older name of `header`."),
                            Key(
                                "items",
                                ListOf(
                                    Record(
                                        (
                                            Key("label", TEXT, "Text.", required=True),
                                            Key("href", LinkValue(), "URL.", required=True),
                                        ),
                                        open=True,
                                    )
                                ),
                                "Links of the column.",
                            ),
                        ),
                        open=True,
                    )
                ),
                "Columns of links.",
            ),
        ),
        open=True,
    ),
    "The footer.",
)

BANNER = Key(
    "banner",
    Record(
        (
            Key("content", MARKDOWN, "Markdown.", required=True),
            Key("dismissible", FLAG, "Whether readers can close it."),
            Key(
                "type",
                ChoiceValue(("info", "warning", "critical")),
                "Background: amber for `warning`, red for `critical`, else the accent color.",
            ),
            Key(
                "color",
                OneOf(
                    (
                        _COLOR,
                        Record(
                            (
                                Key("light", _COLOR, "Color on light pages."),
                                Key("dark", _COLOR, "Color on dark pages."),
                            )
                        ),
                    )
                ),
                "Background in our own theme; overrides `type`.",
            ),
        ),
        open=True,
    ),
    "A banner above every page.",
)

SEO = Key(
    "seo",
    Record(
        (
            Key("metatags", ObjectOf(AnyValue()), "`meta` elements of every page, by name."),
            Key(
                "indexing",
                ChoiceValue(("navigable", "all")),
                "What search engines may index: `navigable` (pages in the navigation) or `all`.",
            ),
            Key("indexHiddenPages", FLAG, "`true` means `seo.indexing: all`."),
            *hosted_keys.SEO,
            Key(
                "organization",
                Record(
                    (
                        Key("id", _IDENTITY, "URL that identifies it."),
                        Key("name", TEXT, "Its name; the site's name if unset."),
                        Key("legalName", TEXT, "Its registered name."),
                        Key("url", _IDENTITY, "Its home page."),
                        Key(
                            "logo", LinkValue(followed=False), "Its logo: a path, or an https URL."
                        ),
                        Key(
                            "sameAs",
                            ListOf(_IDENTITY),
                            "URLs of its profiles on other sites.",
                        ),
                    ),
                    open=True,
                ),
                "Publisher of the site, as structured data (schema.org) on every page.",
            ),
        ),
        open=True,
    ),
    "Settings for search engines.",
)

HEAD = (
    Key(
        "head",
        ListOf(
            Record(
                (
                    Key("tag", ChoiceValue(HEAD_TAGS), "Name of the element.", required=True),
                    Key("attrs", ObjectOf(AnyValue()), "Its attributes, by name."),
                    Key("content", TEXT, "Its text."),
                ),
                open=True,
                label='an object with "tag"',
            )
        ),
        "Elements to add to the head of every page. Paths in `src` and `href` that start with a"
        " slash are files in the source directory, which are copied.",
    ),
    Key(
        "customCSS",
        OneOf((TEXT, ListOf(TEXT))),
        "Style sheets of every page: files in the source directory, or https URLs.",
    ),
)
