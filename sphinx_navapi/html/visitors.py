"""Visitors of our nodes: HTML writes them, other builders get stock nodes instead."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.build.environment import env_site, page_words
from sphinx_navapi.doctree.nodes import navapi_operation
from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_language import words_attribute
from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from docutils.nodes import Element

    from sphinx_navapi.build.site import Site


def skip(translator: Any, node: Element) -> None:
    """Write nothing: a post-transform has replaced the node where it matters."""
    raise nodes.SkipNode


def visit_block(translator: Any, node: Element) -> None:
    """Write a block of an operation page, or a schema."""
    env = translator.builder.env
    html = env_html(env)
    if html is not None:
        # A target before the block has passed its ids on to it.
        translator.body.extend(f'<span id="{escape(name)}"></span>' for name in node["ids"])
        translator.body.append(
            html.blocks.write(node, _docname(translator), min(translator.section_level + 1, 6))
        )
    raise nodes.SkipNode


def _docname(translator: Any) -> str:
    """The current page, also if many are joined in one."""
    docnames = getattr(translator, "docnames", None)
    return str(docnames[-1] if docnames else translator.builder.current_docname)


def visit_signature(translator: Any, node: Element) -> None:
    """The bar of an operation: method, address, copy button, and the playground's button."""
    method, path = node["method"], node["path"]
    env, docname = translator.builder.env, _docname(translator)
    words = page_words(env, docname)
    html, document = env_html(env), node.get("document")
    base, playground = "", ""
    if html is not None and document:
        key = OperationKey(document=document, method=method, path=path)
        base, playground = html.blocks.base(key, docname), html.blocks.playground(key, docname)
    server = f"<span>{escape(base, quote=False)}</span>" if base else ""
    deprecated = ""
    if node["deprecated"] and not _is_badged(translator, node, docname):
        deprecated = f'<span class="navapi-deprecated">{escape(words("deprecated"))}</span>'
    protocols = "".join(f"<i>{escape(each)}</i>" for each in node.get("protocols") or ())
    translator.body.append(
        f'<div class="navapi-address"><div class="navapi-signature"{words_attribute(words)}>'
        f'<b class="navapi-method m-{escape(method.lower())}">{escape(method)}</b>'
        f" <code>{server}{_path(node.get('address') or path)}</code>{protocols}{deprecated}"
        f'<button type="button" class="navapi-copy" data-copy hidden>{escape(words("Copy"))}'
        f"</button></div>{playground}</div>\n"
    )
    raise nodes.SkipNode


def _is_badged(translator: Any, node: Element, docname: str) -> bool:
    """Whether the title of the page *docname* shows that the operation is deprecated."""
    env = translator.builder.env
    html = env_html(env)
    return (
        html is not None
        and html.writes_badges
        and isinstance(node.parent, navapi_operation)
        and translator.builder.name != "singlehtml"
        and _is_deprecated(env_site(env), docname)
    )


def _is_deprecated(site: Site | None, docname: str) -> bool:
    """Whether the title of the page *docname* has a "deprecated" badge."""
    page = site.page(docname) if site is not None and site.configured else None
    return page is not None and page.deprecated


def _path(path: str) -> str:
    """The path with a break opportunity before each slash, variables marked."""
    text = escape(path, quote=False).replace("/", "<wbr>/")
    return text.replace("{", "<var>{").replace("}", "}</var>")


def _open_operation(translator: Any, node: Element, tag: str) -> None:
    names = {"data-method": node["method"], "data-path": node["path"]}
    # On paper, where long samples end.
    note = page_words(translator.builder.env, _docname(translator))("shortened")
    names["style"] = f"--navapi-cut: '({note})'"
    translator.body.append(translator.starttag(node, tag, CLASS="navapi-operation", **names))


def visit_operation(translator: Any, node: Element) -> None:
    """The section of a page, with its operation in attributes."""
    translator.section_level += 1
    _open_operation(translator, node, "section")


def depart_operation(translator: Any, node: Element) -> None:
    """Close what `visit_operation` opened."""
    translator.section_level -= 1
    translator.body.append("</section>\n")


def visit_shown_operation(translator: Any, node: Element) -> None:
    """An operation shown by a directive, with its name in attributes; its titles are headings."""
    translator.section_level += 1
    for title in node.children:
        if isinstance(title, nodes.rubric):
            title["heading-level"] = min(translator.section_level, 6)
    _open_operation(translator, node, "div")


def depart_shown_operation(translator: Any, node: Element) -> None:
    """Close what `visit_shown_operation` opened."""
    translator.section_level -= 1
    translator.body.append("</div>\n")


def visit_description(translator: Any, node: Element) -> None:
    """A description in a separate element, so that a page's style can set it apart."""
    translator.body.append('<div class="navapi-description">')


def depart_division(translator: Any, node: Element) -> None:
    """Close what `visit_description` opened."""
    translator.body.append("</div>\n")


def visit_through(translator: Any, node: Element) -> None:
    """Write only the children."""


def depart_through(translator: Any, node: Element) -> None:
    """Write only the children."""


def visit_as_section(translator: Any, node: Element) -> None:
    """A section like any other."""
    translator.visit_section(node)


def depart_as_section(translator: Any, node: Element) -> None:
    """A section like any other."""
    translator.depart_section(node)
