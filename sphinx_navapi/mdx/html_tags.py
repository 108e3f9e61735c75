"""HTML in a page: which tags are kept, and converting JSX attributes to HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape

from sphinx_navapi.mdx.javascript import code_text, read_value
from sphinx_navapi.mdx.permitted_styles import page_style, permitted_style, style_value
from sphinx_navapi.mdx.pieces import Tag, TagAttribute
from sphinx_navapi.mdx.utility_classes import own_classes
from sphinx_navapi.mdx.values import Value, shown_text

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

#: Table elements, for which docutils has its own nodes; kept as HTML in Markdown files.
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


def is_html(name: str, *, inside_kept: bool) -> bool:
    """Whether *name* is an element that a page may have; otherwise ``<name>`` is text."""
    name = name.lower()
    known = name in INLINE_ELEMENTS or name in KEPT_ELEMENTS or name in REMOVED_ELEMENTS
    return known or (inside_kept and name in _PARTS)


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


def html_attributes(tag: Tag) -> Iterator[tuple[str, str | None]]:
    """Names and values (entities not decoded) of the HTML attributes of *tag*; ``None``: a bare
    name.

    Event handlers, values that require executing code, script URLs, and styles that are not
    permitted are dropped.
    """
    seen = set()
    for attribute in tag.attributes:
        name = _html_name(attribute.name)
        if name is None or name in seen:
            continue
        if attribute.text is None and attribute.code is None:
            seen.add(name)
            yield name, None
            continue
        value = _html_value(name, attribute)
        if value is None or not _is_harmless(name, value):
            continue
        seen.add(name)
        yield name, None if value is _BARE else value


def _is_harmless(name: str, value: str) -> bool:
    value = unescape(value)
    if name == "attributeName" and value.strip().lower().endswith("href"):
        # An animation could set a script URL.
        return False
    return _SCRIPT.search(_IGNORED_IN_ADDRESS.sub("", value)) is None


_BARE = "\0"


def _html_name(name: str) -> str | None:
    if name in _DROPPED or _EVENT.fullmatch(name) or not _NAME.fullmatch(name):
        return None
    if name in _RENAMED:
        return _RENAMED[name]
    if name in _CAPITALS:
        return name
    if _WITH_HYPHEN.match(name):
        return re.sub(r"(?<=[a-z])([A-Z])", r"-\1", name).lower()
    return name.lower()


def _html_value(name: str, attribute: TagAttribute) -> str | None:
    if name == "style":
        css = attribute.text
        style = unescape(css) if css is not None else read_value(attribute.code or "")
        return escape(style_value(permitted_style(style)), quote=False) or None
    if attribute.text is not None:
        return " ".join(attribute.text.split())
    code = attribute.code or ""
    if code.strip() == "true":
        return _BARE
    value = code_text(code)
    return None if value is None else " ".join(value.replace("&", "&amp;").split())


def opening_tag(name: str, attributes: Mapping[str, Value], *, in_frame: bool = False) -> str:
    """The opening tag of *name* with the safe ones of *attributes*.

    :param in_frame: as for `permitted_style`.
    """
    parts = [name]
    for attribute, value in attributes.items():
        html_name = _html_name(attribute)
        text = shown_text(value)
        if html_name == "style":
            text = style_value(page_style(value, in_frame=in_frame)) or None
        elif html_name == "class" and text is not None:
            text = " ".join(own_classes(text, in_frame=in_frame))
        if html_name is None or text is None or value is False:
            continue
        if value is True:
            parts.append(html_name)
        elif _is_harmless(html_name, escape(text)):
            parts.append(f'{html_name}="{escape(" ".join(text.split()))}"')
    return f"<{' '.join(parts)}>"


def write_tag(tag: Tag, line_ends: int, *, for_page: bool = False) -> str:
    """*tag* as HTML, with the same number of line ends, without an empty line if possible.

    :param for_page: for a page with our style sheets, which has our classes.
    """
    if tag.closing:
        return f"</{tag.name}>" + "\n" * line_ends
    parts = [f"<{tag.name}"]
    for name, value in html_attributes(tag):
        if value is None:
            parts.append(name)
        else:
            if for_page and name == "class":
                value = " ".join(own_classes(unescape(value)))
            elif for_page and name == "style":
                value = style_value(page_style(unescape(value)))
            escaped = value.replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
            parts.append(f'{name}="{escaped}"')
    end = " />" if tag.self_closing else ">"
    written = parts[0]
    for part in parts[1:]:
        written += f"\n{part}" if line_ends > 0 else f" {part}"
        line_ends -= 1
    if tag.self_closing and line_ends > 0:
        written, end, line_ends = f"{written}\n", "/>", line_ends - 1
    return written + end + "\n" * max(0, line_ends)
