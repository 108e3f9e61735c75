"""Declarations of all keys of ``docs.json`` except ``navigation``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.appearance_settings import APPEARANCE, CODE_BLOCKS, ColorValue, FileValue
from sphinx_navapi.config.integration_settings import INTEGRATIONS
from sphinx_navapi.config.older_settings import OLDER, OLDER_API, OLDER_PLAYGROUND, with_newer_names
from sphinx_navapi.config.page_settings import (
    AUTH_METHOD,
    BANNER,
    FEEDBACK,
    FOOTER,
    HEAD,
    ICON,
    MENU,
    METADATA,
    PLAYGROUND,
    SEO,
)
from sphinx_navapi.config.reader_values import VALUES, reader_values
from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.config.value_types import (
    AnyValue,
    BaseUrlValue,
    ChoiceValue,
    FlagValue,
    Key,
    LinkValue,
    ListOf,
    ObjectOf,
    OneOf,
    Record,
    TextValue,
    ValueType,
)
from sphinx_navapi.formats.numbers import number_text

TEXT = TextValue()
FLAG = FlagValue()
BASE_URL: ValueType = BaseUrlValue()
_OVERLAY = TextValue("a path of an overlay or a folder, or an https URL of an overlay")
OVERLAYS: ValueType = OneOf((_OVERLAY, ListOf(_OVERLAY)))


def light_and_dark(value: ValueType, light: str, dark: str, *more: Key) -> ValueType:
    """A *value* for all pages, or an object with separate values for light and dark mode.

    :param light: description of the former, *dark* of the latter.
    :param more: further keys of the object.
    """
    keys = (Key("light", value, light), Key("dark", value, dark), *more)
    return OneOf((value, Record(keys, open=True)))


_DOCUMENT = TextValue("a path or an https URL of an OpenAPI document")
_CHANNELS = TextValue("a path or an https URL of an AsyncAPI document")

#: Languages of samples, and aliases.
SAMPLE_LANGUAGES = (
    "curl", "python", "javascript", "typescript", "go", "java", "php", "ruby", "csharp",
    "powershell",
)  # fmt: skip
LANGUAGE_ALIASES = (
    "bash", "shell", "sh", "zsh", "console", "py", "python3", "requests", "js", "node",
    "nodejs", "node.js", "fetch", "ts", "golang", "php7", "php8", "rb", "c#", "cs", "dotnet",
    ".net", "ps", "ps1", "pwsh", "posh",
)  # fmt: skip
_LANGUAGES = ChoiceValue(SAMPLE_LANGUAGES, any_case=True, others=LANGUAGE_ALIASES)

#: Client libraries by sample language, the default one first.
CLIENT_LIBRARIES = {
    "python": ("requests", "httpx"),
    "javascript": ("fetch", "axios"),
    "typescript": ("fetch", "axios"),
}

INTERACTION = Record(
    (
        Key(
            "drilldown",
            FLAG,
            "Whether opening a group goes to its first page; by default, the theme decides.",
        ),
    )
)
STYLING = Record(
    (
        Key(
            "eyebrows",
            ChoiceValue(("breadcrumbs", "section")),
            "What is shown above a page's title: the whole path or only its last section.",
        ),
        Key(
            "codeblocks",
            CODE_BLOCKS,
            "`system`: code follows the color scheme of the page; `dark`: code is always dark.",
        ),
        Key(
            "siteFiles",
            FLAG,
            "`false`: the `.css` and `.js` files of a project without `conf.py` are not loaded.",
        ),
        *hosted_keys.STYLING,
        Key(
            "rounded",
            ChoiceValue(("default", "sharp")),
            "`sharp`: corners of our own theme are square.",
        ),
    )
)
API = Record(
    (
        Key(
            "openapi",
            OneOf(
                (
                    _DOCUMENT,
                    ListOf(_DOCUMENT),
                    Record(
                        (
                            Key("source", _DOCUMENT, "The document.", required=True),
                            Key("directory", TEXT, "Has no effect here.", effect=False),
                            Key(
                                "baseUrl",
                                BASE_URL,
                                "Replaces `api.baseUrl` for this document.",
                            ),
                            Key("overlays", OVERLAYS, "Overlays of the document, in this order."),
                            Key("overview", FLAG, "Has no effect here.", effect=False),
                        ),
                        label='an object with "source"',
                    ),
                )
            ),
            "Documents in which page metadata finds operations; adds no pages by itself.",
        ),
        Key(
            "asyncapi",
            OneOf(
                (
                    _CHANNELS,
                    ListOf(_CHANNELS),
                    Record(
                        (
                            Key("source", _CHANNELS, "The document.", required=True),
                            Key("directory", TEXT, "Has no effect here.", effect=False),
                            Key("overlays", OVERLAYS, "Overlays of the document, in this order."),
                        ),
                        label='an object with "source"',
                    ),
                )
            ),
            "AsyncAPI documents in which page metadata finds operations; adds no pages by itself.",
        ),
        Key(
            "overlays",
            OVERLAYS,
            "Overlays of the documents that they name with `extends`: paths of files and folders,"
            " in this order.",
        ),
        Key(
            "baseUrl",
            OneOf((BASE_URL, ListOf(BASE_URL))),
            "Base URL of the API: the server of documents that declare none, and the base of"
            " relative server URLs. The environment variable `NAVAPI_BASE_URL` replaces the first"
            " URL.",
        ),
        Key(
            "extensions",
            OneOf((ListOf(TEXT), ObjectOf(TEXT))),
            "Fields of operations, such as `x-required-role`, that their pages show: a list of"
            " names, or an object of names and labels.",
        ),
        Key(
            "groupBy",
            ChoiceValue(("path", "tag")),
            "`tag`: only tags form groups of operations. Default `path`: where a document has no"
            " tags, or one, more than 30 operations are also grouped by path.",
        ),
        Key(
            "referenceMatching",
            ChoiceValue(("exact", "lenient")),
            "`lenient`: references to operations match in any case of the method, and with or"
            " without a trailing slash. Overrides `navapi_reference_matching` of `conf.py`.",
        ),
        Key(
            "playground",
            Record(
                (
                    Key(
                        "display",
                        PLAYGROUND,
                        "Whether the playground sends requests, only shows them, or is omitted."
                        " `auth` means `simple`, because a static site has no sign-in.",
                    ),
                    Key(
                        "proxy",
                        OneOf((FLAG, BASE_URL)),
                        "How requests are sent: through the relay of this site (`true`, the"
                        " default), through another relay (its URL), or directly (`false`).",
                    ),
                    Key(
                        "credentials",
                        FLAG,
                        "Whether direct requests include the browser's cookies.",
                    ),
                    Key(
                        "customServer",
                        FLAG,
                        "Whether readers may enter their own server; requests to it are sent by"
                        " the browser.",
                    ),
                    Key(
                        "additionalFields",
                        FLAG,
                        "Whether readers may add query parameters and headers that the document"
                        " does not declare; only the browser sends them, never the relay.",
                    ),
                    *OLDER_PLAYGROUND,
                )
            ),
            "The playground of operation pages.",
        ),
        Key(
            "examples",
            Record(
                (
                    Key("languages", ListOf(_LANGUAGES), "Code samples to show, in this order."),
                    Key(
                        "clients",
                        Record(
                            tuple(
                                Key(language, ChoiceValue(names), f"`{names[0]}` or `{names[1]}`.")
                                for language, names in CLIENT_LIBRARIES.items()
                            )
                        ),
                        "Library that the samples of a language use.",
                    ),
                    Key(
                        "defaults",
                        ChoiceValue(("all", "required")),
                        "Whether samples show all parameters or only required ones.",
                    ),
                    Key(
                        "prefill",
                        FLAG,
                        "Whether the form is filled in with example values, and also sends those "
                        "of optional parameters.",
                    ),
                    Key(
                        "autogenerate",
                        FLAG,
                        "Whether to generate samples for operations that have none.",
                    ),
                )
            ),
            "Code samples of operation pages.",
        ),
        Key(
            "params",
            Record(
                (
                    Key(
                        "expanded",
                        OneOf((ChoiceValue(("all", "closed")), FLAG)),
                        "Whether nested properties are initially expanded.",
                    ),
                    *hosted_keys.API_PARAMS,
                )
            ),
            "Parameters of operation pages.",
        ),
        Key(
            "mdx",
            Record(
                (
                    Key(
                        "server",
                        OneOf((TEXT, ListOf(TEXT))),
                        "Base URL of operations that are defined in page metadata.",
                    ),
                    Key(
                        "auth",
                        Record(
                            (
                                Key(
                                    "method",
                                    AUTH_METHOD,
                                    "Authentication method of these operations.",
                                ),
                                Key("name", TEXT, "Name of the header or of the credentials."),
                                *hosted_keys.API_AUTH,
                            )
                        ),
                        "Authentication of operations that are defined in page metadata.",
                    ),
                )
            ),
            "Operations defined in page metadata (`api: METHOD URL`).",
        ),
        Key(
            "spec",
            Record(
                (Key("download", FLAG, "`true` adds `download-spec` to `contextual.options`."),),
                open=True,
            ),
            "Download of the OpenAPI document on operation pages.",
        ),
        *OLDER_API,
        *hosted_keys.API,
    )
)
_IMAGE = FileValue("a path or an https URL of an image")
_COLOR = ColorValue()
_LINK_TYPES = ("button", "link", "github", "gitlab", "discord", "slack", "x", "twitter")
_NAVBAR_LINK = Record(
    (
        Key("label", TEXT, "Text of the link."),
        Key("href", LinkValue(), "URL of the link.", required=True),
        Key("icon", ICON, "Icon beside the text."),
        Key("iconType", TEXT, "Style of an icon of Font Awesome, such as `brands`."),
        Key(
            "type",
            ChoiceValue(_LINK_TYPES),
            "`button`, `link`, or the name of the site that it links to.",
        ),
    ),
    open=True,
)

NAVBAR = Key(
    "navbar",
    Record(
        (
            Key("links", ListOf(_NAVBAR_LINK), "Links in the header."),
            Key("primary", _NAVBAR_LINK, "The button in the header."),
        ),
        open=True,
    ),
    "The header.",
)

#: The keys with a meaning of their own, except `navigation`; other keys are ignored.
SETTINGS: tuple[Key, ...] = (
    Key("name", TEXT, "Name of the site."),
    Key("description", TEXT, "Description of the site for search engines."),
    Key(
        "logo",
        light_and_dark(
            _IMAGE,
            "For light backgrounds.",
            "For dark backgrounds.",
            Key("href", LinkValue(), "URL that the logo links to."),
        ),
        "Logo in the header.",
    ),
    Key(
        "favicon",
        light_and_dark(_IMAGE, "For light tabs.", "For dark tabs."),
        "Icon of the browser tab.",
    ),
    Key(
        "colors",
        Record(
            (
                Key("primary", _COLOR, "Accent color."),
                Key("light", _COLOR, "Accent color on dark backgrounds."),
                Key("dark", _COLOR, "Color of buttons."),
                Key(
                    "background",
                    light_and_dark(_COLOR, "Color on light pages.", "Color on dark pages."),
                    "Older name of `background.color`.",
                ),
                *hosted_keys.COLORS,
            ),
            open=True,
        ),
        "Colors of the site.",
    ),
    NAVBAR,
    FOOTER,
    Key(
        "redirects",
        ListOf(
            Record(
                (
                    Key("source", TEXT, "Path of the old page.", required=True),
                    Key("destination", TEXT, "Path or URL to redirect to.", required=True),
                    Key("permanent", FLAG, "Whether the redirect is permanent."),
                ),
                open=True,
            )
        ),
        "Redirects.",
    ),
    BANNER,
    Key(
        "search",
        Record(
            (
                Key("prompt", TEXT, "Placeholder of the search field."),
                Key(
                    "synonyms",
                    ListOf(ListOf(TEXT)),
                    "Groups of synonyms for search.",
                ),
                *hosted_keys.SEARCH,
            ),
            open=True,
        ),
        "The search field.",
    ),
    SEO,
    Key(
        "variables",
        ObjectOf(AnyValue()),
        "Values for `{{name}}` in MDX pages; use dots for nested objects.",
    ),
    VALUES,
    MENU,
    FEEDBACK,
    METADATA,
    *HEAD,
    INTEGRATIONS,
    *APPEARANCE,
    Key("interaction", INTERACTION, "How the navigation behaves."),
    Key("styling", STYLING, "How pages look."),
    Key("api", API, "Operation pages."),
    *OLDER,
    *hosted_keys.TOP_LEVEL,
)


#: All key names except ``navigation``.
SETTING_NAMES = frozenset(field.name for field in SETTINGS)

#: Top-level keys used by other tools, and therefore not typos.
OF_OTHER_TOOLS = frozenset({"$schema", "scripts"})

_TOP = Record(
    (*SETTINGS, *(Key(name, AnyValue(), "") for name in ("navigation", *sorted(OF_OTHER_TOOLS)))),
    open=True,
)


def clean_settings(config: dict[str, Any]) -> tuple[dict[str, Any], list[ValueProblem]]:
    """*config* without ``navigation`` and without invalid values, and the problems found."""
    usable, problems = _TOP.clean(config)
    usable.pop("navigation", None)
    return with_newer_names(usable), problems


def site_variables(settings: Mapping[str, Any]) -> dict[str, str]:
    """The ``variables`` of a site configuration by name; nested names are dotted.

    ``values.NAME`` is the placeholder of a value that readers enter.
    """
    variables = {f"values.{each.name}": each.placeholder for each in reader_values(settings)}
    waiting = [("", settings.get("variables"))]
    while waiting:
        prefix, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += ((f"{prefix}.{name}" if prefix else name, v) for name, v in value.items())
        elif prefix and isinstance(value, str | int | float):
            variables[prefix] = " ".join(_text(value).split())
    return variables


def _text(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else number_text(value)
