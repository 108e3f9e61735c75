"""Keys of ``docs.json`` for page actions, and for icons."""

from __future__ import annotations

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.value_types import (
    AnyValue,
    ChoiceValue,
    FlagValue,
    Key,
    LinkValue,
    ListOf,
    OneOf,
    Record,
    TextValue,
    ValueType,
)

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
