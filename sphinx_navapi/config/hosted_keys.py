"""Keys that hosted services document, and that have no effect here: as of October 2026.

The list follows the published JSON Schema of such a service (version 0.1.878), and the older keys
that its converter still reads. Whoever compares it with a newer one adds what is missing and
changes the date. A key of the list is known: it is an info (`inert_key`) with its reason, and
never taken for a misspelled one. Keys without effect that are our own are declared where they
belong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.config.value_types import AnyValue, FlagValue, Key, ValueType


def _inert(name: str, why: str, kind: ValueType | None = None) -> Key:
    return Key(name, kind or AnyValue(), f"Has no effect: {why}.", effect=False)


_ACCESS: Final = "whoever serves the site decides who may read it"
_GENERATED: Final = "pages are only generated from OpenAPI and AsyncAPI documents"
_NO_EDITOR: Final = "pages have no such link"

#: At the top level.
TOP_LEVEL: Final = (
    _inert("analytics", "use `integrations`"),
    _inert("anchors", "use `navigation.global.anchors`"),
    _inert("chat", "it belongs to the hosted service"),
    _inert("isWhiteLabeled", "pages have no branding of a service"),
    _inert("layout", "use `theme` to choose a look"),
    _inert("mintlify", "it belongs to the hosted service"),
    _inert("markdown", "the Markdown of pages has no further instructions"),
    _inert("primaryTab", "use `navigation.tabs`"),
    _inert("public", _ACCESS),
    _inert("sidebar", "use `theme` to choose a look"),
    _inert("tabs", "use `navigation.tabs`"),
    _inert("topAnchor", "use `navigation.anchors`"),
    _inert("topbar", "use `theme` to choose a look"),
    _inert("variations", "pages show all variations"),
    _inert("versions", "use `navigation.versions`"),
)

#: Below the key of that name.
API: Final = (
    _inert("url", "operations always show the full URL"),
    _inert("maintainOrder", "the order of the document is kept"),
    _inert("hideAuth", "pages show how operations are authorized"),
)
API_AUTH: Final = (_inert("inputPrefix", "credentials are sent as they are entered"),)
BAR_LINK: Final = tuple(
    _inert(name, "the theme decides how the button looks") for name in ("style", "arrow")
)
API_PARAMS: Final = (_inert("post", "pages show the constraints of each parameter"),)
COLORS: Final = tuple(
    _inert(name, "use `light` and `dark`, or `color` of an element")
    for name in ("anchors", "ultraLight", "ultraDark")
)
CODE_BLOCKS: Final = (_inert("languages", "Pygments knows the languages"),)
FEEDBACK: Final = (
    _inert("edits", _NO_EDITOR, FlagValue()),
    _inert("issues", _NO_EDITOR, FlagValue()),
    _inert("suggestEdit", _NO_EDITOR, FlagValue()),
    _inert("raiseIssue", _NO_EDITOR, FlagValue()),
)
INTEGRATIONS: Final = (
    _inert("ga", "Universal Analytics was shut down; use `ga4`"),
    _inert("koala", "the service was shut down"),
    _inert("onetrust", "nothing waits for its consent; use `cookies` or `customScripts`"),
    _inert("transcend", "nothing waits for its consent; use `cookies` or `customScripts`"),
)
MIXPANEL: Final = (_inert("region", "events are sent to the default region"),)
SEGMENT: Final = (_inert("cdnUrl", "its script is loaded from Segment"),)
SEARCH: Final = (_inert("location", "the theme decides where the search field is"),)
SEO: Final = (
    _inert("paths", "use `metatags`, or the metadata of each page"),
    _inert("trailingSlash", "URLs end with a slash if the builder is `dirhtml`"),
)
STYLING: Final = (_inert("latex", "formulas are always rendered", FlagValue()),)
THUMBNAILS: Final = tuple(
    _inert(name, "preview images are not generated; set `background` to an image")
    for name in ("appearance", "preset", "surface", "fonts", "eyebrow")
)

#: In `navigation.global`.
GLOBAL: Final = tuple(
    _inert(name, "use elements with `href` beside the others, or `global.anchors`")
    for name in ("tabs", "dropdowns", "languages", "versions", "products")
)

#: In every element of the navigation.
ELEMENT: Final = (
    _inert("global", "use `global` of `navigation`"),
    _inert("iconType", 'use `"icon": {"name": …, "style": …}`'),
    _inert("thumbnail", "use `og:image` in the metadata of pages"),
)
#: Keys of elements that stand for pages.
GENERATING: Final = (_inert("graphql", _GENERATED), _inert("sdk", _GENERATED))
#: Beyond these, in an element of that kind.
ELEMENTS: Final[Mapping[ElementKind, tuple[Key, ...]]] = {
    ElementKind.GROUP: (_inert("public", _ACCESS), *GENERATING),
    ElementKind.TAB: (_inert("align", "tabs are in one row, from its start"), *GENERATING),
    ElementKind.PRODUCT: (_inert("name", "the label is the value of `product`"),),
}

#: In the metadata of a page.
PAGE: Final = (
    _inert("contextual", "all pages have the menu of `docs.json`"),
    _inert("groups", _ACCESS),
    _inert("hideApiMarker", "the sidebar shows methods of operations"),
    _inert("isPublic", _ACCESS),
)
#: Values of `mode` there.
MODES: Final = frozenset({"assistant"})
