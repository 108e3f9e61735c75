"""Keys of ``docs.json`` for what surrounds the text of each page, and for its head."""

from __future__ import annotations

from typing import Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.look_values import ColorValue
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
