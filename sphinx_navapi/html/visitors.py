"""Visitors of our nodes: HTML writes them, other builders get stock nodes instead."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.content.field_ids import response_id
from sphinx_navapi.content.html.markup import attr, code, esc
from sphinx_navapi.doctree.nodes import (
    navapi_details,
    navapi_examples,
    navapi_field,
    navapi_operation,
    navapi_wrapper,
)
from sphinx_navapi.html.icons import Icons
from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_language import words_attribute
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import env_site, page_words

if TYPE_CHECKING:
    from docutils.nodes import Element

    from sphinx_navapi.project.site import Site

#: Containers of field lists, as on operation pages.
_AROUND = {"body": "navapi-body", "response": "navapi-responses"}


def visit_icon(translator: Any, node: nodes.Element) -> None:
    """Write the icon; an unknown one is omitted."""
    svg = _icons(translator).draw(node["name"], _uri(translator))
    style = []
    if node.get("color"):
        style.append(f"color: {node['color']}")
    if node.get("size"):
        style.append(f"font-size: {node['size']}px")
    if svg and style:
        tag, _, rest = svg.partition(" ")
        svg = f'{tag} style="{attr("; ".join(style))}" {rest}'
    translator.body.append(svg)
    raise nodes.SkipNode


def _icons(translator: Any) -> Icons:
    """Draws the icons of the current site."""
    env = translator.builder.env
    html, site = env_html(env), env_site(env)
    if html is not None and html.contexts is not None:
        return html.contexts.icons
    return Icons(site.plan.settings if site is not None else {})


def _uri(translator: Any) -> str:
    """URL of the current page, relative to the site's root."""
    builder = translator.builder
    return str(builder.get_target_uri(builder.current_docname))


def visit_swatch(translator: Any, node: nodes.Element) -> None:
    """Write a square of the color."""
    style = attr(f"background: {node['color']}")
    translator.body.append(
        f'<span class="navapi-swatch" style="{style}" aria-hidden="true"></span>'
    )
    raise nodes.SkipNode


def visit_wrapper(translator: Any, node: nodes.Element) -> None:
    """Open a block of the page's own HTML."""
    attributes = {"style": node["style"]} if node["style"] else {}
    if not isinstance(node.parent, navapi_wrapper):
        attributes["class"] = "navapi-html"
    translator.body.append(translator.starttag(node, "div", **attributes))


def depart_wrapper(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_wrapper` opened."""
    translator.body.append("</div>\n")


def visit_fields(translator: Any, node: nodes.Element) -> None:
    """Open the list, in the same container as on operation pages."""
    if isinstance(node.parent, navapi_field | navapi_details):
        translator.body.append('<ul class="navapi-fields">\n')
        return
    around = _AROUND.get(node["place"], "navapi-parameters")
    translator.body.append(f'<div class="{around}"><ul class="navapi-fields">\n')


def depart_fields(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_fields` opened."""
    nested = isinstance(node.parent, navapi_field | navapi_details)
    translator.body.append("</ul>\n" if nested else "</ul></div>\n")


def visit_field(translator: Any, node: nodes.Element) -> None:
    """Open a field."""
    translator.body.append(translator.starttag(node, "li", ""))


def depart_field(translator: Any, node: nodes.Element) -> None:
    """Close a field."""
    translator.body.append("</li>\n")


def visit_field_head(translator: Any, node: nodes.Element) -> None:
    """Name, type and badges of a field."""
    parts = []
    for child in node.children:
        text = child.astext()
        if isinstance(child, nodes.literal):
            parts.append(code(text))
        elif isinstance(child, nodes.Element) and "badge" in child["classes"]:
            parts.append(f"<b>{esc(text)}</b>")
        else:
            parts.append(f"<i>{esc(text)}</i>")
    translator.body.append(f"<div>{' '.join(parts)}</div>\n")
    raise nodes.SkipNode


def visit_facts(translator: Any, node: nodes.Element) -> None:
    """Facts of a field, each a label and a value."""
    spans = []
    for fact in node.children:
        parts = [
            code(part.astext()) if isinstance(part, nodes.literal) else esc(part.astext())
            for part in (fact.children if isinstance(fact, nodes.Element) else [fact])
        ]
        spans.append(f"<span>{''.join(parts)}</span>")
    translator.body.append(f"<small>{' '.join(spans)}</small>\n")
    raise nodes.SkipNode


def visit_details(translator: Any, node: nodes.Element) -> None:
    """Open collapsible content."""
    ids = "".join(f'<span id="{attr(name)}"></span>' for name in node["ids"][1:])
    first = f' id="{attr(node["ids"][0])}"' if node["ids"] else ""
    opened = " open" if node["opened"] else ""
    # A details element starts with its summary, so additional anchors are placed before it.
    classes = f' class="{attr(" ".join(node["classes"]))}"' if node["classes"] else ""
    translator.body.append(f"{ids}<details{first}{classes}{opened}>")


def depart_details(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_details` opened."""
    translator.body.append("</details>\n")


def visit_summary(translator: Any, node: nodes.Element) -> None:
    """Open the line that is always shown."""
    translator.body.append(translator.starttag(node, "summary", ""))


def depart_summary(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_summary` opened."""
    translator.body.append("</summary>\n")


def visit_examples(translator: Any, node: nodes.Element) -> None:
    """Open a group of examples, with its title."""
    opened = "" if _is_gathered(node) else '<div class="navapi-samples">'
    level = min(translator.section_level + 1, 6)
    title = f"<h{level}>{esc(node['title'])}</h{level}>"
    translator.body.append(f'{opened}{title}<div class="navapi-switch">\n')


def depart_examples(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_examples` opened."""
    translator.body.append("</div>\n" if _is_gathered(node) else "</div></div>\n")


def _is_gathered(node: nodes.Element) -> bool:
    """Whether these examples are in the samples section of an operation page."""
    return "navapi-samples" in node.parent["classes"]


def visit_example(translator: Any, node: nodes.Element) -> None:
    """Open one example; the first one is shown."""
    opened = " open" if node.parent.index(node) == 0 else ""
    translator.body.append(f'<details name="{attr(_group_name(translator, node))}"{opened}>')


def _group_name(translator: Any, node: nodes.Element) -> str:
    """The same for all examples of a group, and unique to it."""
    # The current document may join those of many pages.
    groups = translator.document.findall(navapi_examples)
    number = next((index for index, group in enumerate(groups) if group is node.parent), 0)
    return f"navapi-examples-{number}"


def visit_code(translator: Any, node: nodes.Element) -> None:
    """Write the code as usual, with classes on its marked lines."""
    marks: dict[int, list[str]] = dict(node["marks"])
    if any("focus" in kinds for kinds in marks.values()):
        lines = range(1, node.astext().count("\n") + 2)
        marks = {line: marks.get(line, []) for line in lines}
        marks = {
            line: each if "focus" in each else [*each, "faded"] for line, each in marks.items()
        }
    node["highlight_args"] = {"hl_lines": sorted(marks)}
    before = len(translator.body)
    try:
        translator.visit_literal_block(node)
    finally:
        marked = (marks[line] for line in sorted(marks))
        written = "".join(translator.body[before:])
        translator.body[before:] = [
            re.sub('(?<=<span class="hll)(?=">)', lambda _: _classes(next(marked, [])), written)
        ]


def _classes(kinds: list[str]) -> str:
    return "".join(f" navapi-line-{kind}" for kind in kinds if kind != "highlight")


def depart_code(translator: Any, node: nodes.Element) -> None:
    """Close what a writer opened for literal code."""
    translator.depart_literal_block(node)


def visit_update(translator: Any, node: nodes.Element) -> None:
    """The section of an update, with its tags for the filter script."""
    translator.section_level += 1
    tags = {"data-tags": json.dumps(node["tags"])} if node["tags"] else {}
    translator.body.append(translator.starttag(node, "section", **tags))


def depart_update(translator: Any, node: nodes.Element) -> None:
    """Close what `visit_update` opened."""
    translator.section_level -= 1
    translator.body.append("</section>\n")


def depart_nothing(translator: Any, node: nodes.Element) -> None:
    """Nothing to close."""


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
    base, playground, statuses = "", "", []
    if html is not None and document:
        key = OperationKey(document=document, method=method, path=path)
        base, playground = html.blocks.base(key, docname), html.blocks.playground(key, docname)
        statuses = html.blocks.statuses(key, docname)
    server = f"<span>{escape(base, quote=False)}</span>" if base else ""
    deprecated = ""
    if node["deprecated"] and not _is_badged(translator, node, docname):
        deprecated = f'\n<span class="navapi-deprecated">{escape(words("deprecated"))}</span>'
    protocols = "".join(f"\n<i>{escape(each)}</i>" for each in node.get("protocols") or ())
    translator.body.append(
        f'<div class="navapi-address"><div class="navapi-signature"{words_attribute(words)}>'
        f'<b class="navapi-method m-{escape(method.lower())}">{escape(method)}</b>'
        f"\n<code>{server}{_path(node.get('address') or path)}</code>{protocols}{deprecated}"
        f'<button type="button" class="navapi-copy" data-copy hidden>{escape(words("Copy"))}'
        f"</button></div>{playground}</div>\n"
    )
    if translator.builder.name != "singlehtml":  # where anchors are not unique
        translator.body.append(_jumps(node.parent, statuses, words("Sections")))
    raise nodes.SkipNode


def visit_run(translator: Any, node: Element) -> None:
    """The form of a step of a workflow, or what runs all of them."""
    html = env_html(translator.builder.env)
    if html is not None:
        translator.body.append(html.blocks.run(node, _docname(translator)))
    raise nodes.SkipNode


def _jumps(operation: Element, statuses: Sequence[str], label: str) -> str:
    """Links to the sections of an operation's page and to its responses; the samples are beside.

    :param label: the name of these links for screen readers.
    """
    parts = [
        (part["ids"][0], part[0].astext())
        for part in operation
        if isinstance(part, nodes.section) and part["ids"] and "code-samples" not in part["ids"]
    ]
    if len(parts) < 2:
        return ""
    links = []
    for anchor, title in parts:
        link = f'<a href="#{attr(anchor)}">{esc(title)}</a>'
        if anchor == "responses":
            link += "".join(
                f' <a href="#{attr(response_id(status))}">{esc(status)}</a>' for status in statuses
            )
        links.append(f"<li>{link}")
    return f'<nav class="navapi-jumps" aria-label="{attr(label)}"><ul>{"".join(links)}</ul></nav>'


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
