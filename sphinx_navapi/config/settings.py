"""Everything in ``docs.json`` beside ``navigation``, declared."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.config.values import (
    UNUSABLE,
    Anything,
    BaseUrl,
    Choice,
    Field,
    Flag,
    Link,
    ListOf,
    MapOf,
    OneOf,
    Problem,
    Record,
    Text,
    ValueType,
    check,
    show,
)
from sphinx_navapi.diagnostics.near import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer

TEXT = Text()
FLAG = Flag()
ICON: ValueType = OneOf(
    (
        TEXT,
        Record(
            (
                Field("name", TEXT, "Name of the icon.", required=True),
                Field("style", TEXT, "Style of the icon in its library."),
                Field("library", TEXT, "Library that the icon belongs to."),
            ),
            open=True,
            label='an object with "name", "style" and "library"',
        ),
    )
)
BASE_URL: ValueType = BaseUrl()
_DOCUMENT = Text("a path or an https URL of an OpenAPI document")
#: A key that other tools read; kept, and without effect here.
_IGNORED = "Read for compatibility; has no effect."

_LANGUAGES = Text('the name of a language, such as "curl" or "python"')

INTERACTION = Record(
    (
        Field(
            "drilldown",
            FLAG,
            "Whether opening a group leads to its first page; unset, the theme decides.",
        ),
    )
)
STYLING = Record(
    (
        Field(
            "eyebrows",
            Choice(("breadcrumbs", "section")),
            "What stands above a page's title: the whole path or only its last section.",
        ),
        Field("codeblocks", Anything(), _IGNORED),
        Field("latex", FLAG, _IGNORED),
        Field("rounded", Anything(), _IGNORED),
    )
)
API = Record(
    (
        Field(
            "openapi",
            OneOf(
                (
                    _DOCUMENT,
                    ListOf(_DOCUMENT),
                    Record(
                        (
                            Field("source", _DOCUMENT, "The document.", required=True),
                            Field("directory", TEXT, "Has no effect here."),
                        ),
                        label='an object with "source"',
                    ),
                )
            ),
            "Documents in which metadata of pages looks for operations; adds no page by itself.",
        ),
        Field("asyncapi", Anything(), _IGNORED),
        Field(
            "baseUrl",
            OneOf((BASE_URL, ListOf(BASE_URL))),
            "Where the API is: the servers of documents that name none, and what relative servers"
            " are relative to. The environment variable `NAVAPI_BASE_URL` replaces the first.",
        ),
        Field(
            "playground",
            Record(
                (
                    Field(
                        "display",
                        Choice(("interactive", "simple", "none")),
                        "A playground that sends, one that only shows the request, or none.",
                    ),
                    Field(
                        "proxy",
                        OneOf((FLAG, Link(absolute=True))),
                        "false: requests go straight from the browser; a URL: through the relay"
                        " there; true or unset: through the relay of this site.",
                    ),
                    Field(
                        "credentials",
                        FLAG,
                        "Whether direct requests carry the cookies of the browser.",
                    ),
                )
            ),
            "The playground of operation pages.",
        ),
        Field(
            "examples",
            Record(
                (
                    Field("languages", ListOf(_LANGUAGES), "Code samples to show, in this order."),
                    Field(
                        "defaults",
                        Choice(("all", "required")),
                        "Whether samples show all parameters or only required ones.",
                    ),
                    Field(
                        "prefill", FLAG, "Whether the playground starts with the example's values."
                    ),
                    Field("autogenerate", FLAG, "Whether samples are made where none is given."),
                )
            ),
            "Code samples of operation pages.",
        ),
        Field(
            "params",
            Record(
                (
                    Field(
                        "expanded",
                        OneOf((Choice(("all", "closed")), FLAG)),
                        "Whether nested properties are open when a page is shown.",
                    ),
                    Field("post", Anything(), _IGNORED),
                )
            ),
            "Parameters of operation pages.",
        ),
        Field(
            "mdx",
            Record(
                (
                    Field(
                        "server",
                        OneOf((TEXT, ListOf(TEXT))),
                        "Base URL of operations that a page describes by itself.",
                    ),
                    Field(
                        "auth",
                        Record(
                            (
                                Field(
                                    "method",
                                    Choice(("bearer", "basic", "key", "cookie", "none", "cobo")),
                                    "How such operations are authorized.",
                                ),
                                Field("name", TEXT, "Name of the header or of the credentials."),
                                Field("inputPrefix", TEXT, _IGNORED),
                            )
                        ),
                        "Authorization of operations that a page describes by itself.",
                    ),
                )
            ),
            "Operations that a page describes by itself (`api: METHOD URL`).",
        ),
        Field("url", Anything(), _IGNORED),
        Field("spec", Anything(), _IGNORED),
    )
)
_IMAGE = Text("a path of an image")
_NAVBAR_LINK = Record(
    (
        Field("label", TEXT, "Text of the link."),
        Field("href", Link(), "Where it leads."),
        Field("icon", ICON, "Icon beside the text."),
        Field("type", TEXT, "`button`, `github` or another kind of link."),
    ),
    open=True,
)

#: The keys that have their own meaning beside `navigation`; any other key is left alone.
SETTINGS: tuple[Field, ...] = (
    Field("name", TEXT, "Name of the site."),
    Field("description", TEXT, "What the site is about, for search engines."),
    Field(
        "logo",
        OneOf(
            (
                _IMAGE,
                Record(
                    (
                        Field("light", _IMAGE, "For light backgrounds."),
                        Field("dark", _IMAGE, "For dark backgrounds."),
                        Field("href", Link(), "Where the logo leads."),
                    ),
                    open=True,
                ),
            )
        ),
        "Image in the header.",
    ),
    Field(
        "favicon",
        OneOf(
            (
                _IMAGE,
                Record(
                    (
                        Field("light", _IMAGE, "For light tabs."),
                        Field("dark", _IMAGE, "For dark tabs."),
                    ),
                    open=True,
                ),
            )
        ),
        "Icon of the browser tab.",
    ),
    Field(
        "colors",
        Record(
            (
                Field("primary", TEXT, "Accent color."),
                Field("light", TEXT, "Accent color on dark backgrounds."),
                Field("dark", TEXT, "Color of buttons."),
            ),
            open=True,
        ),
        "Colors of the site.",
    ),
    Field(
        "navbar",
        Record(
            (
                Field("links", ListOf(_NAVBAR_LINK), "Links in the header."),
                Field("primary", _NAVBAR_LINK, "The button in the header."),
            ),
            open=True,
        ),
        "The header.",
    ),
    Field(
        "footer",
        Record(
            (
                Field("socials", MapOf(Link()), "Profiles on other sites, by name."),
                Field(
                    "links",
                    ListOf(
                        Record(
                            (
                                Field("header", TEXT, "Title of the column."),
                                Field(
                                    "items",
                                    ListOf(
                                        Record(
                                            (
                                                Field("label", TEXT, "Text.", required=True),
                                                Field("href", Link(), "Address.", required=True),
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
    ),
    Field(
        "redirects",
        ListOf(
            Record(
                (
                    Field("source", TEXT, "Path that was.", required=True),
                    Field("destination", TEXT, "Path or address that is.", required=True),
                    Field("permanent", FLAG, "Whether it is for good."),
                ),
                open=True,
            )
        ),
        "Paths that lead elsewhere.",
    ),
    Field(
        "banner",
        Record(
            (
                Field("content", TEXT, "Markdown.", required=True),
                Field("dismissible", FLAG, "Whether readers can close it."),
            ),
            open=True,
        ),
        "A line above every page.",
    ),
    Field(
        "search",
        Record((Field("prompt", TEXT, "Text in the empty search field."),), open=True),
        "The search field.",
    ),
    Field(
        "seo",
        Record(
            (
                Field("metatags", MapOf(Anything()), "`meta` elements of every page, by name."),
                Field(
                    "indexing",
                    TEXT,
                    "`navigable`: search engines leave out pages outside the navigation; `all`.",
                ),
            ),
            open=True,
        ),
        "What search engines are told.",
    ),
    Field(
        "variables",
        MapOf(Anything()),
        "Texts that MDX pages name between double braces; in objects, with dots between names.",
    ),
    Field("interaction", INTERACTION, "How the navigation behaves."),
    Field("styling", STYLING, "How pages look."),
    Field("api", API, "Operation pages."),
)


#: Names of all keys beside ``navigation``.
SETTING_NAMES = frozenset(field.name for field in SETTINGS)

#: Top-level keys that mean something elsewhere: no slips of the pen.
_OF_OTHER_TOOLS = frozenset(
    {
        "$schema", "analytics", "anchors", "appearance", "background", "contextual", "errors",
        "fonts", "head", "icons", "integrations", "metadata", "scripts", "tabs", "theme",
        "thumbnails", "topbar", "versions",
    }
)  # fmt: skip


def clean_settings(config: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """All of *config* but ``navigation`` with wrong values left out, and what was left out."""
    known = {field.name: field for field in SETTINGS}
    settings: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in config.items():
        if key == "navigation":
            continue
        if key not in known:
            settings[key] = value
            meant = nearest_word(key, known) if key not in _OF_OTHER_TOOLS else None
            if meant is not None and meant not in config:
                text = f'the key {show(key)} is unknown and ignored: did you mean "{meant}"?'
                problems.append(Problem(f"/{escape_pointer(key)}", text, key=True))
            continue
        usable, found = check(known[key].type, value, f"/{key}")
        problems += found
        if usable is not UNUSABLE:
            settings[key] = usable
    return settings, problems
