"""Components about operations: fields as on their pages, examples, and links that fill a form."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use
from sphinx_navapi.doctree.components.tabs import code_blocks
from sphinx_navapi.doctree.domain import FORM, object_link
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, described
from sphinx_navapi.doctree.nodes import (
    ancestors,
    join_following,
    navapi_block,
    navapi_details,
    navapi_example,
    navapi_examples,
    navapi_facts,
    navapi_field,
    navapi_field_head,
    navapi_fields,
    navapi_operation,
    navapi_summary,
    titled_section,
)
from sphinx_navapi.doctree.operation_page import SAMPLES_ANCHOR
from sphinx_navapi.doctree.page_metadata import FIELD, first_section
from sphinx_navapi.formats.callout_kinds import bold
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.plan.page_operation import REQUEST_PLACES
from sphinx_navapi.project.environment import note_words
from sphinx_navapi.request.playground_settings import TRY


def build_field(use: Use) -> list[nodes.Node]:
    """A list with one field; adjacent lists are joined before the page is written."""
    named = next((place for place in REQUEST_PLACES if use.text(place)), "")
    name = use.text("name")
    if use.component is _RESPONSE_FIELD:
        place, name = "response", name or (use.text(named) if named else "")
    else:
        place, name = named or use.text("in"), use.text(named) if named else name
    content = use.content()
    if paragraph := use.line("description"):
        content.insert(0, nodes.paragraph(use.text("description"), "", *paragraph))
    words, type_, default = use.words, use.text("type"), use.text("default")
    placeholder = use.text("placeholder")
    required, deprecated = use.flag("required"), use.flag("deprecated")
    badges = [words.required] * required + [words.deprecated] * deprecated
    head = _head(name, type_, badges, use.strings("pre"), use.strings("post"))
    field = navapi_field("", head, *content)
    # Data for the request of the page's own operation.
    field[FIELD] = {
        "name": name,
        "place": place,
        "type": type_,
        "required": required,
        "deprecated": deprecated,
        "default": default,
        "placeholder": placeholder,
    }
    _insert_facts(field, [(words.default, default), (words.example, placeholder)])
    return [navapi_fields("", field, place=place)]


def _head(
    name: str, type_: str, badges: Sequence[str], before: Sequence[str], after: Sequence[str]
) -> navapi_field_head:
    head = navapi_field_head("", translatable=False)
    head += [nodes.inline(word, word, classes=["type"]) for word in before]
    if name:
        head += nodes.literal(name, name)
    if type_:
        head += nodes.inline(type_, type_, classes=["type"])
    head += [nodes.inline(badge, badge, classes=["badge"]) for badge in badges]
    head += [nodes.inline(word, word, classes=["type"]) for word in after]
    return head


def _insert_facts(field: navapi_field, facts: Sequence[tuple[str, str]]) -> None:
    """Add *facts*, labels and values, between the description of *field* and its children."""
    line = navapi_facts("", translatable=False)
    for label, value in facts:
        if value:
            line += nodes.inline("", "", nodes.Text(f"{label} "), nodes.literal(value, value))
    if len(line):
        at = next(
            (i for i, node in enumerate(field) if isinstance(node, navapi_details | navapi_fields)),
            len(field),
        )
        field.insert(at, line)


def join_fields(document: nodes.document) -> None:
    """Join adjacent lists of fields with the same place in *document*.

    An anchor of a list becomes one of its field.
    """
    lists = find_nodes(document, navapi_fields)
    for fields in lists:
        first = fields[0] if len(fields) else None
        if isinstance(first, nodes.Element):
            first["ids"].extend(fields["ids"])
            document.ids.update((name, first) for name in fields["ids"])
            fields["ids"] = []
    for fields in lists:
        if fields.parent is not None:  # otherwise they are joined already
            join_following(fields, partial(_is_alike, fields["place"]))


def _is_alike(place: str, node: nodes.Node) -> bool:
    return isinstance(node, navapi_fields) and bool(node["place"] == place)


#: Places without another meaning: ``path`` and ``body`` also name parameters of functions.
PARAMETERS = ("query", "header", "cookie")


def name_places(page: nodes.Element, places: Collection[str] = REQUEST_PLACES) -> None:
    """Show the request place of the outer fields of *page*, if it is one of *places*."""
    for fields in find_nodes(page, navapi_fields):
        is_nested = any(isinstance(each, navapi_field) for each in ancestors(fields))
        if fields["place"] not in places or is_nested:
            continue
        for head in (field[0] for field in fields.children if isinstance(field, nodes.Element)):
            assert isinstance(head, nodes.Element)
            head.append(nodes.inline("", fields["place"], classes=["type"]))


_NAME = Attribute("name", Type.TEXT, "The name.")
_FACTS = (
    Attribute("type", Type.TEXT, "The type of its values."),
    Attribute("required", Type.FLAG, "It is required."),
    Attribute("deprecated", Type.FLAG, "It is deprecated."),
    Attribute("default", Type.JSON, "The default.", also=("defaultValue", "initialValue")),
    Attribute("placeholder", Type.TEXT, "An example."),
    Attribute("pre", Type.LIST, "Words before the name.", also=("before",)),
    Attribute("post", Type.LIST, "Words after the name.", also=("after",)),
    Attribute("description", Type.TITLE, "A paragraph before the content."),
)
_PLACES = tuple(
    Attribute(place, Type.TEXT, f"The name of a {place} parameter.") for place in REQUEST_PLACES
)

_RESPONSE_FIELD = Component(
    names=("ResponseField",),
    meaning="A field of a response.",
    build=build_field,
    attributes=(_NAME, *_PLACES, *_FACTS),
    accepted=("optional",),
    anchor="response-",
    titles=("name", *REQUEST_PLACES),
    directive="response-field",
    argument="name",
    is_argument_required=True,
    needed=("name", *REQUEST_PLACES),
)


def build_examples(use: Use) -> list[nodes.Node]:
    """Code blocks to choose from, labeled by their titles."""
    words = use.words
    kind = "request" if use.component.directive == "request-example" else "response"
    title = words.request if kind == "request" else words.response
    examples = navapi_examples("", kind=kind, title=title)
    for label, block in code_blocks(use.content()):
        last = examples[-1] if len(examples) else None
        if not label and isinstance(last, navapi_example):
            last += block  # text belongs to the code before it
            continue
        label = label or words.example
        examples += navapi_example("", navapi_summary(label, label), block)
    return [examples] if len(examples) else []


def gather_examples(document: nodes.document, words: Wording) -> None:
    """Move the examples of an operation page to its samples section.

    If the page has its own requests and responses, nothing is added to them.
    """
    for operation in find_nodes(document, navapi_operation):
        examples = find_nodes(operation, navapi_examples)
        if not examples:
            continue
        section = next(
            (
                node
                for node in find_nodes(operation, nodes.section)
                if SAMPLES_ANCHOR in node["ids"]
            ),
            None,
        )
        if section is None:
            section = titled_section(document, words.code_samples, SAMPLES_ANCHOR)
            operation.insert(first_section(operation), section)
        for node in examples:
            node.parent.remove(node)
        generated = find_nodes(section, navapi_block)
        for block in generated:
            section.remove(block)
        requests = [node for node in examples if node["kind"] == "request"]
        responses = [node for node in examples if node["kind"] != "request"]
        if requests and responses:
            generated = []
        section += create_component(
            "navapi-samples", ["navapi-samples"], children=[*requests, *generated, *responses]
        )
        return


def build_try_it(use: Use) -> list[nodes.Node]:
    """A link to an operation, with values for its form; the text alone without an operation.

    As a block, its first paragraph is the link.
    """
    target, content = use.text("operation"), use.content()
    if not target:
        use.report(f'<{use.name}> has no operation; there is no link: write operation="GET /users"')
        return content
    text = content if use.inline else []
    rest = [] if use.inline else content
    if rest and isinstance(rest[0], nodes.paragraph):
        text, rest = list(rest[0].children), rest[1:]
    text = text or [nodes.Text(note_words(use.env, use.env.docname)(TRY))]
    shown = nodes.inline("", "", *text, classes=["navapi-try-link"])
    link = object_link(use.env, "op", target, shown, is_sure=False)
    values = {name: value for name, value in use.mapping("values").items() if name.strip()}
    if len(values) < len(use.mapping("values")):
        use.report(
            f"<{use.name}> has values without a name; they are left out: write values as JSON, as"
            """ in '{"query.limit": 5}'"""
        )
    body = use.text("body")
    if body.lstrip().startswith(("{", "[")) and not _is_json(body):
        use.report(f"<{use.name}> has a body that is not valid JSON; the form shows it as it is")
    link[FORM] = {"values": values, "body": body}
    return [link] if use.inline else [nodes.paragraph("", "", link), *rest]


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


COMPONENTS = (
    Component(
        names=("ParamField",),
        meaning="A parameter of a request.",
        build=build_field,
        attributes=(
            _NAME,
            Attribute(
                "in",
                Type.CHOICE,
                "Where the parameter is.",
                choices=REQUEST_PLACES,
                what="place of a parameter",
            ),
            *_PLACES,
            *_FACTS,
        ),
        accepted=("optional",),
        anchor="param-",
        titles=(*REQUEST_PLACES, "name"),
        directive="param-field",
        argument="name",
        is_argument_required=True,
        needed=("name", *REQUEST_PLACES),
    ),
    _RESPONSE_FIELD,
    *(
        Component(
            names=(f"{kind.title()}Example",),
            meaning=f"Code blocks to choose from: the {kind} of an operation.",
            build=build_examples,
            accepted=("dropdown",),
            directive=f"{kind}-example",
        )
        for kind in ("request", "response")
    ),
    Component(
        names=("TryIt",),
        meaning="A link to an operation that opens its form, filled. It sends nothing.",
        build=build_try_it,
        attributes=(
            Attribute("operation", Type.TEXT, "The operation, as in the role `op`: `POST /loans`."),
            Attribute("values", Type.OBJECT, "Values of parameters by name, or by `query.name`."),
            Attribute("body", Type.TEXT, "The text of the body, or the fields of a form as JSON."),
        ),
        inline=True,
        directive="try-it",
        argument="operation",
        is_argument_required=True,
    ),
)


def _write_fields(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    entries = []
    for field in node.children:
        heads = [child for child in field.children if isinstance(child, navapi_field_head)]
        rest = [child for child in field.children if not isinstance(child, navapi_field_head)]
        head = _write_head(writer, heads[0]) if heads else ""
        entries.append(described(head, writer.blocks(rest)))
    yield "\n".join(entries)


def _write_head(writer: BlockMarkdown, head: nodes.Element) -> str:
    """``name`` (type, required), as on operation pages."""
    name: list[str] = []
    facts: list[str] = []
    for child in head.children:
        (name if isinstance(child, nodes.literal) else facts).append(writer.line([child]))
    return " ".join(filter(None, [*name, f"({', '.join(facts)})" if facts else ""]))


def _write_facts(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield "; ".join(
        writer.line(fact.children if isinstance(fact, nodes.Element) else [fact])
        for fact in node.children
    )


def _write_examples(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield bold(node["title"])
    yield from writer.blocks(node.children)


MARKDOWN: Mapping[str, Writer] = {
    "navapi_fields": _write_fields,
    "navapi_facts": _write_facts,
    "navapi_examples": _write_examples,
}
