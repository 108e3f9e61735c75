"""HTML in a page: which tags are kept, and converting JSX attributes to HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape

from sphinx_navapi.mdx.permitted_styles import page_style, style_value
from sphinx_navapi.mdx.utility_classes import own_classes
from sphinx_navapi.mdx.values import UNDEFINED, Value, shown_text

#: Inline elements: they are kept.
INLINE_ELEMENTS = frozenset(
    {
        "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "i", "img",
        "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "strong", "sub",
        "sup", "time", "tt", "u", "var", "wbr",
    }
)  # fmt: skip

#: Elements without a Markdown equivalent: they are kept with all HTML inside.
KEPT_ELEMENTS = frozenset(
    {"audio", "canvas", "embed", "iframe", "math", "object", "pre", "svg", "table", "video"}
)

#: Table elements, for which docutils has its own nodes.
TABLE_ELEMENTS = frozenset(
    {"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup", "col"}
)

#: Elements around or between blocks: the tags are removed, so that their content is parsed as
#: Markdown.
REMOVED_ELEMENTS = frozenset(
    {
        "a", "address", "article", "aside", "blockquote", "button", "center", "dd", "details",
        "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "font", "footer", "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "input", "label", "legend",
        "li", "main", "menu", "meter", "nav", "ol", "optgroup", "option", "p", "picture",
        "progress", "search", "section", "select", "slot", "source", "span", "summary", "template",
        "textarea", "ul",
    }
)  # fmt: skip

_FORMS = "its text is shown: pages have no forms of their own"
#: What becomes of elements that a page cannot have, and what to write.
LEFT_OUT: Mapping[str, str] = {
    "style": "write its rules in a style sheet of the project (.css), or as style attributes",
    "script": "write it in a script of the project (.js)",
    **dict.fromkeys(
        ("link", "meta", "base"), "it is not part of the text: use `head` in docs.json"
    ),
    **dict.fromkeys(("input", "select", "textarea", "progress", "meter"), _FORMS),
}

#: Elements that only occur inside `KEPT_ELEMENTS`.
_PARTS = frozenset(
    {
        "caption", "col", "colgroup", "param", "tbody", "td", "tfoot", "th", "thead", "tr", "track",
        "animate", "animatetransform", "circle", "clippath", "defs", "desc", "ellipse", "filter",
        "foreignobject", "g", "image", "line", "lineargradient", "marker", "mask", "metadata",
        "path", "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "symbol",
        "text", "textpath", "title", "tspan", "use", "view", "fegaussianblur", "feblend",
        "feoffset", "femerge", "femergenode", "fecolormatrix", "feflood", "fecomposite",
        "mi", "mn", "mo", "mrow", "mfrac", "msup", "msub", "msqrt", "mtext", "mtable", "mtr", "mtd",
    }
)  # fmt: skip


def is_html(name: str) -> bool:
    """Whether *name* is an element that kept HTML may have; otherwise ``<name>`` is text."""
    return name in INLINE_ELEMENTS | KEPT_ELEMENTS | REMOVED_ELEMENTS | _PARTS


_RENAMED = {
    "className": "class",
    "htmlFor": "for",
    "httpEquiv": "http-equiv",
    "acceptCharset": "accept-charset",
    "xlinkHref": "href",
}
_DROPPED = frozenset(
    {"key", "ref", "dangerouslySetInnerHTML", "suppressHydrationWarning", "srcDoc", "srcdoc"}
)
#: Attributes with capitals in SVG itself (SVG 2, attribute index).
_CAPITALS = frozenset(
    {
        "attributeName", "baseFrequency", "calcMode", "clipPathUnits", "diffuseConstant",
        "edgeMode", "filterUnits", "gradientTransform", "gradientUnits", "keyPoints", "keySplines",
        "keyTimes", "lengthAdjust", "markerHeight", "markerUnits", "markerWidth", "maskUnits",
        "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits",
        "preserveAspectRatio", "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur",
        "spreadMethod", "startOffset", "stdDeviation", "surfaceScale", "tableValues", "targetX",
        "targetY", "textLength", "viewBox", "xChannelSelector", "yChannelSelector",
    }
)  # fmt: skip
_WITH_HYPHEN = re.compile(
    r"(?:stroke|fill|font|text|clip|stop|flood|lighting|color|marker|dominant|alignment|baseline|"
    r"letter|word|paint|pointer|shape|vector|writing|image|glyph|enable)(?=[A-Z])"
)
_NAME = re.compile(r"[A-Za-z_][\w:-]*")
_EVENT = re.compile(r"on[A-Za-z]+", re.IGNORECASE)
_IGNORED_IN_ADDRESS = re.compile(r"[\s\x00-\x20]+")
_SCRIPT = re.compile(
    r"(?:^|[;,])(?:javascript:|vbscript:|livescript:|data:(?!image/(?:png|gif|jpe?g|webp|avif)))",
    re.IGNORECASE,
)


def _is_harmless(name: str, value: str) -> bool:
    value = unescape(value)
    if name == "attributeName" and value.strip().lower().endswith("href"):
        # An animation could set a script URL.
        return False
    return _SCRIPT.search(_IGNORED_IN_ADDRESS.sub("", value)) is None


def is_event(name: str) -> bool:
    """Whether the attribute *name* is the handler of an event: ``onclick``, ``onClick``."""
    return _EVENT.fullmatch(name) is not None


def _html_name(name: str) -> str | None:
    if name in _DROPPED or is_event(name) or not _NAME.fullmatch(name):
        return None
    if name in _RENAMED:
        return _RENAMED[name]
    if name in _CAPITALS:
        return name
    if _WITH_HYPHEN.match(name):
        return re.sub(r"(?<=[a-z])([A-Z])", r"-\1", name).lower()
    return name.lower()


def opening_tag(
    name: str, attributes: Mapping[str, Value], *, in_frame: bool = False, alone: bool = False
) -> str:
    """The opening tag of *name* with the safe ones of *attributes*.

    Event handlers, values that require executing code, script URLs, and styles that are not
    permitted are dropped.

    :param in_frame: as for `permitted_style`.
    :param alone: whether the tag has no content.
    """
    parts = [name]
    for attribute, value in attributes.items():
        html_name = _html_name(attribute)
        text = shown_text(value)
        if html_name == "style":
            text = style_value(page_style(value, in_frame=in_frame)) or None
        elif html_name == "class" and text is not None:
            text = " ".join(own_classes(text, in_frame=in_frame))
        if html_name is None or text is None or value in (False, None, UNDEFINED):
            continue
        if value is True:
            parts.append(html_name)
        elif _is_harmless(html_name, escape(text)):
            parts.append(f'{html_name}="{escape(" ".join(text.split()))}"')
    return f"<{' '.join(parts)}{' /' if alone else ''}>"
