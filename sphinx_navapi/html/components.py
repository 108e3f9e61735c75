"""Components as HTML for browsers: styled like operation pages, without scripts."""

from __future__ import annotations

import json
import re
from typing import Any

from docutils import nodes

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.content.html.markup import attr, code, esc
from sphinx_navapi.doctree.components.nodes import (
    navapi_details,
    navapi_examples,
    navapi_field,
    navapi_wrapper,
)
from sphinx_navapi.html.icons import Icons
from sphinx_navapi.html.output import env_html

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


def visit_code_text(translator: Any, node: nodes.Element) -> None:
    """Write the code as a diff if it shows a change, else with the marked lines highlighted."""
    if "diff" in node:
        node.rawsource, node["language"] = node["diff"], "diff"
        node[:] = [nodes.Text(node["diff"])]
    else:
        node["highlight_args"] = {"hl_lines": sorted(node["marks"])}
    translator.visit_literal_block(node)


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
