"""Declarations of navigation elements: the keys of each kind other than content keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.appearance_settings import ColorValue
from sphinx_navapi.config.navigation import CATALOG_PAGES, CONTENT_KEYS, ElementKind
from sphinx_navapi.config.page_settings import BANNER, FOOTER, ICON
from sphinx_navapi.config.settings import (
    BASE_URL,
    FLAG,
    NAVBAR,
    OVERLAYS,
    TEXT,
    light_and_dark,
)
from sphinx_navapi.config.value_types import (
    ChoiceValue,
    DefinedValue,
    FactorValue,
    Key,
    LinkValue,
    ListOf,
    OneOf,
    Record,
    TextValue,
    ValueType,
)

#: Kind of the elements in each content key; `pages` contains pages and groups.
CHILD_KINDS: Final[Mapping[str, ElementKind]] = {
    "groups": ElementKind.GROUP,
    "anchors": ElementKind.ANCHOR,
    "dropdowns": ElementKind.DROPDOWN,
    "languages": ElementKind.LANGUAGE,
    "tabs": ElementKind.TAB,
    "versions": ElementKind.VERSION,
    "menu": ElementKind.ITEM,
    "products": ElementKind.PRODUCT,
}

_SOURCE = TextValue("a path or an https URL of an OpenAPI document")
_EARLIER = Record(
    (
        Key("source", _SOURCE, "Path or https URL of the earlier version.", required=True),
        Key("overlays", OVERLAYS, "Overlays of the earlier version, applied in this order."),
    ),
    label='an object with "source" and "overlays"',
)
_HISTORY = OneOf(
    (
        ListOf(OneOf((_SOURCE, _EARLIER)), filled=True),
        Record(
            (
                Key(
                    "git",
                    TextValue("a pattern of the names of Git tags, such as `v*`"),
                    "Tags of the repository whose versions of the document are read.",
                    required=True,
                ),
            ),
            label='an object with "git"',
        ),
    )
)
_BINDING = Record(
    (
        Key("source", _SOURCE, "Path or https URL of an OpenAPI document.", required=True),
        Key("directory", TEXT, "Folder of the generated pages; `api-reference` if unset."),
        Key("baseUrl", BASE_URL, "Replaces `api.baseUrl` for this document."),
        Key("overlays", OVERLAYS, "Overlays of the document, applied in this order."),
        Key(
            "changes_from",
            OneOf((_SOURCE, _EARLIER)),
            "An earlier version of the document: a page shows what changed since.",
        ),
        Key(
            "history",
            _HISTORY,
            "Earlier versions of the document, oldest first, or the Git tags that have them: pages"
            " tell since when each part exists and what changed.",
        ),
        Key(
            "overview",
            FLAG,
            "Whether the document and its tags have pages; by default, if they have text to show.",
        ),
        Key(
            "catalog",
            OneOf((FLAG, ListOf(ChoiceValue(CATALOG_PAGES), filled=True))),
            "Pages about all operations: their errors (`errors`), the scopes that they require"
            " (`scopes`) and what is deprecated (`deprecations`). `true` adds all three.",
        ),
    ),
    label='an object with "source" and "directory"',
)
OPENAPI: ValueType = OneOf((_SOURCE, _BINDING, ListOf(OneOf((_SOURCE, _BINDING)), filled=True)))

_CHANNEL_SOURCE = TextValue("a path or an https URL of an AsyncAPI document")
_CHANNEL_BINDING = Record(
    (
        Key("source", _CHANNEL_SOURCE, "Path or https URL of an AsyncAPI document.", required=True),
        Key("directory", TEXT, "Folder of the generated pages; `api-reference` if unset."),
        Key("overlays", OVERLAYS, "Overlays of the document, applied in this order."),
        Key(
            "overview",
            FLAG,
            "Whether the document has an overview page; by default, if it has text to show.",
        ),
    ),
    label='an object with "source" and "directory"',
)
ASYNCAPI: ValueType = OneOf(
    (
        _CHANNEL_SOURCE,
        _CHANNEL_BINDING,
        ListOf(OneOf((_CHANNEL_SOURCE, _CHANNEL_BINDING)), filled=True),
    )
)

_ASYNCAPI_FIELD = Key(
    "asyncapi",
    ASYNCAPI,
    "AsyncAPI documents of the element and of everything below it, unless that sets its own.",
)
_OPENAPI_FIELD = Key(
    "openapi",
    OPENAPI,
    "OpenAPI documents of the element and of everything below it, unless that sets its own.",
)
_DIRECTORY = Key(
    "directory",
    ChoiceValue(("card", "accordion", "none")),
    "How the own page of a group, its `root`, lists the group: `card`, `accordion`, or `none` (the"
    " default). Inner elements can override it. The folder of generated pages is `directory` of"
    " `openapi`.",
)
_COMMON = (
    Key("icon", ICON, "Icon beside the label."),
    Key("tag", TEXT, "A small label beside the element."),
    Key("description", TEXT, "A sentence about the element."),
    Key(
        "color",
        light_and_dark(ColorValue(named=True), "On light backgrounds.", "On dark backgrounds."),
        "Accent color of the element.",
    ),
    Key("hidden", FLAG, "Hidden from readers; its pages are still built."),
    Key(
        "searchable",
        FLAG,
        "Whether search finds its pages; `true` also lets search engines index them if they are"
        " hidden. Inner elements and pages can override it.",
    ),
    Key(
        "boost",
        FactorValue(),
        "How much search favors its pages: 2 is twice as much. Inner elements and pages can"
        " override it.",
    ),
    _DIRECTORY,
    _OPENAPI_FIELD,
    _ASYNCAPI_FIELD,
)
_HREF = Key("href", LinkValue(), "URL that the element links to, instead of content.")
_EXPANDED = Key("expanded", FLAG, "Whether the group is open when a page is shown.")
_ROOT = Key("root", TEXT, "The group's own page: its label links there.")
_TOCTREE = Key(
    "toctree",
    TEXT,
    "One of your documents, such as `index`: the pages of its toctrees are inserted here.",
)
#: What surrounds the text of pages, instead of what the site has.
_SURROUNDINGS = tuple(
    Key(key.name, key.type, f"Replaces `{key.name}` on its pages.")
    for key in (BANNER, NAVBAR, FOOTER)
)
SURROUNDING_KEYS: Final = tuple(key.name for key in _SURROUNDINGS)
_DEFAULT = Key("default", FLAG, "Whether this is the default; otherwise the first one is.")

_EXTRA: Mapping[ElementKind, tuple[Key, ...]] = {
    ElementKind.GROUP: (_EXPANDED, _ROOT, _TOCTREE),
    ElementKind.TAB: (_HREF,),
    ElementKind.ITEM: (_HREF,),
    ElementKind.ANCHOR: (_HREF,),
    ElementKind.DROPDOWN: (_HREF,),
    ElementKind.VERSION: (_DEFAULT, _HREF, *_SURROUNDINGS),
    ElementKind.LANGUAGE: (_DEFAULT, _HREF, *_SURROUNDINGS),
    ElementKind.PRODUCT: (_HREF,),
}
_LABELS: Mapping[ElementKind, str] = {
    ElementKind.GROUP: "Label of a section of the sidebar.",
    ElementKind.TAB: "Label in the horizontal bar at the top.",
    ElementKind.ITEM: "Label in the menu of a tab.",
    ElementKind.ANCHOR: "Label of a persistent item at the top of the sidebar.",
    ElementKind.DROPDOWN: "Label in the expandable menu at the top of the sidebar.",
    ElementKind.VERSION: "Name of the version, shown in the version switch.",
    ElementKind.LANGUAGE: "Language tag, such as `en`, `pt-BR` or `zh-Hant`.",
    ElementKind.PRODUCT: "Name of the product, shown in the product switch.",
}

#: Fields other than content, by kind, the label first.
FIELDS: Mapping[ElementKind, tuple[Key, ...]] = {
    ElementKind.ROOT: (_OPENAPI_FIELD, _ASYNCAPI_FIELD, _DIRECTORY),
    **{
        kind: (
            Key(kind.value, TEXT, _LABELS[kind], required=True),
            *_COMMON,
            *extra,
            *hosted_keys.ELEMENTS.get(kind, ()),
            *hosted_keys.ELEMENT,
        )
        for kind, extra in _EXTRA.items()
    },
}

_OF_PAGES: Final = frozenset({"openapi", "asyncapi", "searchable", "boost", "directory"})

#: Anchors of `navigation.global` can only be links.
GLOBAL_ANCHOR_FIELDS = (
    Key("anchor", TEXT, "Label of a link on every page.", required=True),
    *(field for field in _COMMON if field.name not in _OF_PAGES),
    *hosted_keys.ELEMENT,
    Key("href", LinkValue(absolute=True), "URL that it links to.", required=True),
)

#: Keys other than content keys that give an element a target, here or on hosted services.
FILLING_KEYS: Final = frozenset(
    {"openapi", "asyncapi", "root", "toctree", "href", *(k.name for k in hosted_keys.GENERATING)}
)

PAGE_ENTRY = TextValue("a page path, an operation reference or a group")


def content_fields(kind: ElementKind) -> tuple[Key, ...]:
    """The content keys of an element of *kind*, in the order in which they are kept."""
    group = DefinedValue("group", "a group")
    pages = Key(
        "pages",
        ListOf(OneOf((PAGE_ENTRY, group))),
        "Page paths, operation references (`METHOD /path`), links and groups.",
    )
    others = tuple(
        Key(
            key,
            ListOf(DefinedValue(child.value, _with_article(child.value))),
            f"Objects with `{child.value}`.",
        )
        for key, child in CHILD_KINDS.items()
    )
    fields = {field.name: field for field in (pages, *others)}
    kept = tuple(fields[key] for key in CONTENT_KEYS)
    if kind is ElementKind.ROOT:
        anchors = ListOf(DefinedValue("globalAnchor", "an anchor with an absolute href"))
        shown = Key("anchors", anchors, "Links that every page shows.")
        record = Record((shown, *hosted_keys.GLOBAL))
        return (*kept, Key("global", record, "Elements on every page."))
    return kept


def valid_keys(kind: ElementKind) -> tuple[str, ...]:
    """All keys of an element of *kind* with an effect."""
    return tuple(field.name for field in (*FIELDS[kind], *content_fields(kind)) if field.effect)


def all_element_fields() -> Mapping[str, tuple[Key, ...]]:
    """Fields by the name of their definition in the JSON Schema."""
    named: dict[str, tuple[Key, ...]] = {
        "navigation": (*content_fields(ElementKind.ROOT), *FIELDS[ElementKind.ROOT])
    }
    for kind in _EXTRA:
        named[kind.value] = (*FIELDS[kind], *content_fields(kind))
    named["globalAnchor"] = GLOBAL_ANCHOR_FIELDS
    return named


def is_empty(value: Any) -> bool:
    """Whether the value of a content key is empty."""
    return value is None or value == [] or value == {}


def _with_article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
