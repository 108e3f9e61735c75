"""HTML that is kept except for unsafe parts: drawings, players, tables, with their files.

The tags are parsed and serialized again: names and attributes from an allow-list, values and text
escaped. None of the page's own markup is copied.
"""

from __future__ import annotations

import posixpath
import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import is_emoji
from sphinx_navapi.doctree.components.nodes import kept_markup
from sphinx_navapi.doctree.page_links import file_path
from sphinx_navapi.links.targets import is_external, split_href
from sphinx_navapi.mdx.elements import Element, ElementText, element_of
from sphinx_navapi.mdx.html_looks import is_in_frame, masked_address
from sphinx_navapi.mdx.html_tags import is_html, opening_tag
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.marks import CLOSING, OPENING
from sphinx_navapi.mdx.pieces import (
    VOID_ELEMENTS,
    Comment,
    Expression,
    Fence,
    Stray,
    Tag,
    match_tags,
    read_pieces,
)
from sphinx_navapi.mdx.values import shown_text

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def kept_html(element: Element, *, as_text: bool = False) -> str:
    """*element* and its content (`Element.source`) as HTML; only its text if *as_text*."""
    name = element.name.lower()
    if element.content is not None:
        return _kept_value(element)
    source = element.source
    parts: list[str] = []
    if not as_text:
        parts.append(opening_tag(name, element.attributes, in_frame=is_in_frame(element)))
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    position = 0
    for index, piece in enumerate(pieces):
        parts.append(_text(source[position : piece.start], as_text))
        position = piece.end
        written = ""
        if isinstance(piece, Tag):
            alone = piece.self_closing or piece.name in VOID_ELEMENTS
            known = is_html(piece.name.lower())
            if piece.closing and piece.name in VOID_ELEMENTS:
                written = ""
            elif known and (alone or index in partners) and not as_text:
                written = f"</{piece.name}>" if piece.closing else _opening(piece)
            elif not known and not piece.is_component:
                written = _text(source[piece.start : piece.end], as_text)
        elif isinstance(piece, Expression):
            written = _shown(piece) if as_text else escape(_shown(piece))
        elif isinstance(piece, Fence | Stray) or not isinstance(piece, Comment):
            written = _text(source[piece.start : piece.end], as_text)
        parts.append(written)
    parts.append(_text(source[position:], as_text))
    if not as_text and name not in VOID_ELEMENTS:
        parts.append(f"</{name}>")
    return "".join(parts)


def _kept_value(element: Element) -> str:
    """*element*, a value, as HTML; of elements that HTML does not have, only the content."""
    content = "".join(
        escape(each, quote=False) if isinstance(each, str) else _kept_value(each)
        for each in element.content or ()
    )
    name = element.name
    if not is_html(name.lower()):
        return content
    alone = name in VOID_ELEMENTS or not content
    tag = opening_tag(name, element.attributes, in_frame=is_in_frame(element), alone=alone)
    return tag if alone else f"{tag}{content}</{name}>"


def icon_of(given: str) -> str:
    """The icon *given* as an attribute; of elements, a name, the address of an image, a drawing,
    or an emoji.
    """
    if not isinstance(given, ElementText):
        return given
    for element in given.elements():
        name = element.name.lower()
        if name == "img":
            return element.text("src")
        if name == "icon":
            found, style = element.text("icon", "name"), element.text("iconType")
            return f"fa-{style} {found}" if style and found.replace("-", "").isalnum() else found
        if name == "i" and (classes := element.text("className", "class")):
            return classes
        if name == "svg":
            return kept_html(element)
        if address := masked_address(element):
            return address
    return str(given) if is_emoji(given) else ""


def _opening(tag: Tag) -> str:
    given = element_of(tag).attributes
    return opening_tag(tag.name, given, alone=tag.self_closing)


def written_text(source: str) -> str:
    """*source* as written, with the values of its expressions, and without comments."""
    parts: list[str] = []
    position = 0
    for piece in read_pieces(source):
        parts.append(unescape(source[position : piece.start]))
        position = piece.end
        if isinstance(piece, Expression):
            parts.append(_shown(piece))
        elif not isinstance(piece, Comment):
            parts.append(source[piece.start : piece.end])
    return "".join((*parts, unescape(source[position:])))


def _shown(expression: Expression) -> str:
    text = shown_text(read_value(expression.code))
    return f"{{{expression.code}}}" if text is None else text


def _text(source: str, as_text: bool) -> str:
    text = unescape(source)
    return text if as_text else escape(text, quote=False)


_ADDRESS = re.compile(r'(?<= )(src|poster|data|href)="([^"#][^"]*)"')
_FILE = re.compile(rf"{OPENING}([^{CLOSING}]*){CLOSING}")


def markup_node(html: str, env: BuildEnvironment) -> nodes.Element:
    """*html*, generated by us, as a node; the files in it are copied to the output.

    :param html: with attributes in double quotes, escaped.
    """
    marked = _ADDRESS.sub(lambda match: _with_file(match, env), html)
    if marked == html:
        return nodes.raw("", html, format="html")
    return kept_markup("", html=marked)


def _with_file(match: re.Match[str], env: BuildEnvironment) -> str:
    name, address = match.groups()
    path, _ = split_href(unquote(address))
    if is_external(address) or not path:
        return match[0]
    try:
        relative, _ = env.relfn2path(file_path(path, env), env.docname)
        if not (env.srcdir / relative).is_file() or relative.startswith("../"):
            return match[0]
    except (OSError, ValueError):
        return match[0]
    env.note_dependency(relative)
    copied = env.dlfiles.add_file(env.docname, relative)
    return f'{name}="{OPENING}{copied}{CLOSING}"'


def visit_kept_markup(translator: Any, node: kept_markup) -> None:
    """Write the HTML with URLs relative to the page."""
    folder = translator.builder.dlpath
    translator.body.append(
        _FILE.sub(lambda match: quote(posixpath.join(folder, match[1])), node["html"])
    )
    raise nodes.SkipNode
