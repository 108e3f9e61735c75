"""Rendering the descriptions of an OpenAPI document: CommonMark to HTML or plain text.

Descriptions are untrusted: whatever they contain, the output only contains elements of
`ALLOWED_ELEMENTS` and attributes of `ALLOWED_ATTRIBUTES`. CommonMark allows HTML, so it is kept if
it is harmless, removed if it is not, and shown as text if it was never meant as HTML
(``refs/heads/<branch>``). Every page renders dozens of descriptions, most of which have no markup
at all: for these, the parser is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from html import escape, unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from sphinx_navapi.formats.callout_kinds import KINDS, class_of
from sphinx_navapi.formats.code_host_markdown import (
    ADDRESS_START,
    CHECKBOX,
    KIND,
    address_href,
    mend,
    split_addresses,
    use_rules,
)
from sphinx_navapi.formats.description_components import write_components
from sphinx_navapi.formats.safe_html import (
    IMAGE_SCHEMES,
    LINK_SCHEMES,
    SCHEME,
    LenientParser,
    is_safe_url,
)


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Elements that a rendered description may contain.
ALLOWED_ELEMENTS = _names(
    "a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure"
    " h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary"
    " sup table tbody td tfoot th thead tr tt u ul var"
)

#: Their attributes; ``class`` only if it is our own (`_CLASSES`).
ALLOWED_ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}

#: Classes of callouts, as docutils writes them: themes style them.
_CLASSES = {
    "div": {"class": {f"admonition {class_of(kind)}" for kind in KINDS}},
    "p": {"class": {"admonition-title"}},
}

#: Longer texts are shown as plain text, without looking for markup: a bound on the time that a
#: hostile document can take.
LONGEST_MARKUP = 40_000

# Elements removed with all their content, which is not readable text.
_REMOVED_WITH_CONTENT = _names(
    "script style template iframe object noembed noframes svg math select textarea title xmp"
    " plaintext noscript"
)

# HTML elements of which only the tags are removed. Any other name between angle brackets is a
# placeholder that the author meant as text.
_REMOVED_TAGS = _names(
    "address applet area article aside audio base basefont bdi bdo body button canvas center col"
    " colgroup data datalist dialog dir embed fieldset font footer form frame frameset head header"
    " hgroup html image input label legend link main map menu meta meter nav nobr option optgroup"
    " output param picture portal progress rp rt ruby search section slot source strike time track"
    " video wbr"
)
_HTML_ELEMENTS = ALLOWED_ELEMENTS | _REMOVED_WITH_CONTENT | _REMOVED_TAGS

# Possible markup in a text of one line. A text without a match has no markup at all: an underscore
# inside a word, a lone "<" or "[", an "&" that does not start an entity.
_MARKUP = re.compile(
    r"[\\`*\n\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    r"|\]\(|\{%|<[a-zA-Z/!?]|&[#a-zA-Z]|~~|://|[wW]\.|(?<!\w)_|_(?!\w)"
    r"|^(?:\s|[-+=>#\[|]|\d{1,9}[.)]|~)"
)
# One line that starts no other block than a paragraph, whatever is in it.
_IN_PARAGRAPH = re.compile(r"[A-Za-z][^\n\r<]*")
# Not allowed in XML or HTML; fragments use some of them as markers.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_RAW_HTML = re.compile(r"<[a-zA-Z/!?]")
_TAG = re.compile(r"<(?=/?([a-zA-Z][^\s/>]*))")
_HEADING = re.compile(r"<(/?)h[1-6]>")
#: Stands for the title of a callout of a kind, or for a checkbox, until the HTML is cleaned.
_MARK = re.compile("\x01([a-z]+)\x01")
_LANGUAGE = re.compile("\x02([a-z0-9+#.-]+)\x02")
_CHECKBOXES = {
    "open": '<input type="checkbox" disabled>',
    "done": '<input type="checkbox" checked disabled>',
}
# A link that may lead within the site, including link reference definitions.
_RELATIVE_LINK = re.compile(r"\]\(\s*<?(?!\w+:)|\]:|href\s*=", re.IGNORECASE)
_HREF = re.compile(r'<a href="([^"]*)"')
_NOT_IN_ROWS = frozenset({"image", KIND})
# May link to something other than the site or a web page; has false positives.
_UNUSUAL_LINK = re.compile(r"\](?:\(|:)\s*+<?+(?!https?://|[/#?.])", re.IGNORECASE)


def _readable(text: str) -> str:
    """*text* as the parser sees it. All checks of a text use this form: after the ``<`` of a tag, a
    control character would hide it from us but not from the parser.
    """
    return _CONTROL.sub("", text)


def render_html(
    text: str, say: Callable[[str], str] = str.capitalize, *, languages: bool = False
) -> str:
    """*text* as block HTML: paragraphs, lists, tables; ``""`` for blank text.

    Headings become ``<div class="navapi-heading">``, so that a description never adds to the
    outline of the page around it. Links without a scheme are kept as written.

    :param say: the title of a callout without one, by its kind.
    :param languages: code starts with its language, for `split_code`.
    """
    return _without_marks(_render_html(text), say, languages=languages)


def split_code(code: str) -> tuple[str, str]:
    """The language of *code* in the HTML of `render_html`, ``""`` if unknown, and its text."""
    language = _LANGUAGE.match(code)
    return (language[1], code[language.end() :]) if language else ("", code)


def _without_marks(
    html: str, say: Callable[[str], str] = str.capitalize, *, languages: bool = False
) -> str:
    if "\x02" in html and not languages:
        html = _LANGUAGE.sub("", html)
    if "\x01" not in html:
        return html
    return _MARK.sub(lambda m: _CHECKBOXES.get(m[1]) or escape(say(m[1]), quote=False), html)


@lru_cache(maxsize=8192)
def _render_html(text: str) -> str:
    text = _readable(text).strip()
    if not text:
        return ""
    if not _MARKUP.search(text) or len(text) > LONGEST_MARKUP:
        return f"<p>{escape(text, quote=False)}</p>"
    html = _renderer().render(parse(text), _parser().options, {})
    if _RAW_HTML.search(text):
        html = clean_html(html)
    return _HEADING.sub(_heading_tag, html.strip())


@lru_cache(maxsize=4096)
def render_inline_html(text: str) -> str:
    """*text* as phrasing HTML: for a row, a label or a table cell.

    Several blocks become their inline content joined by spaces.
    """
    text = _readable(text).strip()
    if not _MARKUP.search(text) or len(text) > LONGEST_MARKUP:
        return escape(text, quote=False)
    renderer = _renderer()
    parts = []
    for token in parse(text):
        if token.type == "inline":
            inline = [child for child in token.children or () if child.type not in _NOT_IN_ROWS]
            parts.append(renderer.renderInline(inline, _parser().options, {}))
        elif token.type in ("fence", "code_block"):
            parts.append(f"<code>{escape(token.content.strip(), quote=False)}</code>")
        elif token.type == "html_block":
            parts.append(escape(_strip_tags(token.content), quote=False))
    html = " ".join(filter(None, parts))
    return _without_marks(clean_html(html, inline=True).strip() if _RAW_HTML.search(text) else html)


def fits_row(text: str) -> bool:
    """Whether `render_inline_html` loses nothing of *text*: it is a paragraph, or a heading."""
    if is_plain(text) or _IN_PARAGRAPH.fullmatch(text):
        return True
    types = {token.type.removesuffix("_open").removesuffix("_close") for token in parse(text)}
    return "\n\n" not in text.strip() and types <= {
        "paragraph", "heading", "inline", "html_block",
    }  # fmt: skip


@lru_cache(maxsize=4096)
def plain_text(text: str) -> str:
    """*text* without its markup, whitespace collapsed: for search, titles and meta tags."""
    text = _readable(text).strip()
    if _MARKUP.search(text) and len(text) <= LONGEST_MARKUP:
        text = " ".join(_words(parse(text)))
    return " ".join(text.split())


def unsafe_parts(text: str) -> tuple[str, ...]:
    """The potentially harmful parts that rendering *text* removes, as short quotations in order.

    Elements, attributes and links, each once. Comments and purely presentational elements are
    silently removed.
    """
    text = _readable(text)
    if not _MARKUP.search(text) or len(text) > LONGEST_MARKUP:
        return ()
    if not _RAW_HTML.search(text) and not _UNUSUAL_LINK.search(text):
        return ()
    return _unsafe_parts(text)


@lru_cache(maxsize=4096)
def _unsafe_parts(text: str) -> tuple[str, ...]:
    parts: dict[str, None] = {}
    for token in _flatten(_parser(validates=False).parse(text)):
        if token.type in ("html_inline", "html_block"):
            finder = _UnsafeFinder()
            finder.feed(token.content)
            finder.close()
            parts.update(dict.fromkeys(finder.unsafe))
        elif token.type in ("link_open", "image"):
            name, schemes = (
                ("href", LINK_SCHEMES) if token.type == "link_open" else ("src", IMAGE_SCHEMES)
            )
            url = str(token.attrGet(name) or "")
            if not is_safe_url(url, schemes):
                parts[_quote(url)] = None
    return tuple(parts)


def link_addresses(text: str) -> tuple[str, ...]:
    """The addresses of the links of *text* without scheme and host, each once."""
    if not _RELATIVE_LINK.search(text) or len(text) > LONGEST_MARKUP:
        return ()
    addresses = all_addresses(text)
    return tuple(href for href in addresses if not SCHEME.match(href) and not href.startswith("//"))


def all_addresses(text: str) -> tuple[str, ...]:
    """The addresses of all links of *text*, each once."""
    hrefs = (unescape(match[1]) for match in _HREF.finditer(_render_html(text)))
    return tuple(dict.fromkeys(hrefs))


def parse(text: str) -> list[Token]:
    """The markdown-it tokens of *text*: the basis of every rendering.

    Bare ``http`` URLs are links; tags of unknown elements are text; links and images with other
    than the allowed schemes are text, as written.
    """
    tokens = mend(_parser().parse(write_components(_readable(text))))
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_mend_inline(token.children))
        elif token.type == "html_block":
            token.content = _escape_unknown_tags(token.content)
    return tokens


def clean_html(html: str, *, inline: bool = False) -> str:
    """*html* as a well-formed fragment that only contains what is allowed.

    :param inline: keep phrasing elements only.
    """
    import nh3  # imported here, because most documents contain no HTML

    tags = ALLOWED_ELEMENTS & _PHRASING if inline else ALLOWED_ELEMENTS
    return nh3.clean(
        _escape_unknown_tags(html),
        tags=set(tags),
        clean_content_tags=set(_REMOVED_WITH_CONTENT),
        attributes={name: set(value) for name, value in ALLOWED_ATTRIBUTES.items()},
        tag_attribute_values=_CLASSES,
        url_schemes=set(LINK_SCHEMES),
        link_rel=None,
    )


_PHRASING = _names(
    "a abbr b br cite code del dfn em i ins kbd mark q s samp small span strong sub sup tt u var"
)


def has_raw_html(text: str) -> bool:
    """Whether *text* may contain HTML, so that the tokens of `parse` are not sufficient."""
    return bool(_RAW_HTML.search(_readable(text))) and any(
        token.type in ("html_inline", "html_block") for token in _flatten(parse(text))
    )


def is_plain(text: str) -> bool:
    """Whether *text* is one line without any markup."""
    return not _MARKUP.search(text) or len(text) > LONGEST_MARKUP


@cache
def _parser(*, validates: bool = True) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 100})
    parser.enable(["table", "strikethrough"])
    use_rules(parser)
    parser.validateLink = is_safe_url if validates else lambda url: True  # type: ignore[method-assign]
    return parser


@cache
def _renderer() -> RendererHTML:
    return _DescriptionRenderer()


def _always(html: str) -> Callable[..., str]:
    """A renderer rule that writes *html* whatever the token is."""

    def render(_renderer: RendererHTML, *_token: object) -> str:
        return html

    return render


class _DescriptionRenderer(RendererHTML):
    """Compact HTML without classes, styles and outline."""

    heading_open = _always("<h3>")
    heading_close = _always("</h3>")
    alert_title_open = _always('<p class="admonition-title">')
    th_open = _always("<th>")
    td_open = _always("<td>")

    def alert_open(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        return f'<div class="admonition {class_of(tokens[idx].info)}">'

    def navapi_kind(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        return f"\x01{tokens[idx].content}\x01"

    def navapi_checkbox(self, tokens: Sequence[Token], idx: int, *_options: object) -> str:
        return f"\x01{'done' if tokens[idx].info else 'open'}\x01 "

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        language = token.info.strip().partition(" ")[0].lower()
        mark = f"\x02{language}\x02"
        mark = mark if _LANGUAGE.fullmatch(mark) else ""
        return f"<pre><code>{mark}{escape(token.content, quote=False)}</code></pre>"

    def code_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        return self.fence(tokens, idx, options, env)

    def code_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        return f"<code>{escape(tokens[idx].content, quote=False)}</code>"

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return escape(tokens[idx].content, quote=False)

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        source = str(token.attrGet("src") or "")
        alt = self.renderInlineAsText(token.children, options, env)
        if not is_safe_url(source, IMAGE_SCHEMES):
            return escape(alt, quote=False)
        title = token.attrGet("title")
        titled = f' title="{escape(str(title))}"' if title else ""
        return f'<img src="{escape(source)}" alt="{escape(alt)}"{titled}>'


def _mend_inline(children: list[Token]) -> Iterator[Token]:
    """*children* with bare URLs as links and tags of unknown elements as text."""
    inside_link = 0
    for token in children:
        if token.type == "link_open":
            inside_link += 1
        elif token.type == "link_close":
            inside_link -= 1
        elif token.type == "html_inline":
            match = _TAG.match(token.content)
            if match and match[1].lower() not in _HTML_ELEMENTS:
                token = _text(token.content)
        elif token.type == "image" and not is_safe_url(
            str(token.attrGet("src") or ""), IMAGE_SCHEMES
        ):
            token = _text(token.content)
        if token.type == "text" and not inside_link and ADDRESS_START.search(token.content):
            yield from _link_addresses(token)
        else:
            yield token


def _link_addresses(token: Token) -> Iterator[Token]:
    for part, is_address in split_addresses(token.content):
        if is_address:
            yield Token("link_open", "a", 1, attrs={"href": address_href(part)})
            yield _text(part)
            yield Token("link_close", "a", -1)
        else:
            yield _text(part)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _escape_unknown_tags(html: str) -> str:
    return _TAG.sub(lambda match: "<" if match[1].lower() in _HTML_ELEMENTS else "&lt;", html)


def _heading_tag(match: re.Match[str]) -> str:
    return "</div>" if match[1] else '<div class="navapi-heading">'


def _flatten(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.children:
            yield from _flatten(token.children)


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "inline":
            yield "".join(_inline_words(token.children or ()))
        elif token.type in ("fence", "code_block"):
            yield token.content
        elif token.type == "html_block":
            yield _strip_tags(token.content)


def _inline_words(children: Sequence[Token]) -> Iterator[str]:
    hidden = ""
    for token in children:
        if token.tag == "sup":  # the number of a note
            hidden = "sup" if token.nesting > 0 else ""
        elif token.type == "html_inline":
            match = _TAG.match(token.content)
            name = match[1].lower() if match else ""
            if name in _REMOVED_WITH_CONTENT:
                hidden = "" if token.content.startswith("</") else name
            elif name == "br":
                yield " "
        elif hidden:
            continue
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type in ("text", "code_inline", "image", CHECKBOX):
            yield token.content


def _strip_tags(html: str) -> str:
    stripper = _TagStripper()
    stripper.feed(html)
    stripper.close()
    return "".join(stripper.parts)


class _TagStripper(LenientParser):
    """Collects the visible text of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _REMOVED_WITH_CONTENT:
            self._hidden += 1
        elif tag == "br" or tag not in _PHRASING:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _REMOVED_WITH_CONTENT and self._hidden:
            self._hidden -= 1
        elif tag not in _PHRASING:
            self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


# Silently removed: presentation or metadata that readers do not need.
_HARMLESS = _names(
    "address article aside bdi bdo center col colgroup data font footer header hgroup main nav"
    " nobr rp rt ruby section strike time wbr picture source"
)


class _UnsafeFinder(LenientParser):
    """Finds potentially harmful parts of HTML that `clean_html` removes."""

    def __init__(self) -> None:
        super().__init__()
        self.unsafe: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        if tag in (_REMOVED_WITH_CONTENT | _REMOVED_TAGS) - _HARMLESS:
            self.unsafe.append(f"<{tag}>")
        if tag not in _HTML_ELEMENTS:
            return
        for name, value in attrs:
            schemes = IMAGE_SCHEMES if name == "src" else LINK_SCHEMES
            if name.startswith("on"):
                self.unsafe.append(f"<{tag} {name}>")
            elif name in ("href", "src", "action", "formaction", "srcset", "data") and (
                value and not is_safe_url(value, schemes)
            ):
                self.unsafe.append(_quote(value))


def _quote(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "…"
