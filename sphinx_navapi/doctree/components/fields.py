"""Fields of requests and responses, styled as on operation pages."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import (
    navapi_details,
    navapi_facts,
    navapi_field,
    navapi_field_head,
    navapi_fields,
)
from sphinx_navapi.doctree.page_operation import FIELD
from sphinx_navapi.locale.wording import Wording

#: Places of request parameters.
PLACES = ("path", "query", "header", "cookie", "body")


def make_field(
    name: str,
    content: Sequence[nodes.Node],
    *,
    words: Wording,
    place: str = "",
    type_: str = "",
    required: bool = False,
    deprecated: bool = False,
    default: str = "",
    placeholder: str = "",
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    anchor: str = "",
) -> navapi_fields:
    """A list with one field; adjacent lists are joined before the page is written.

    :param place: one of `PLACES`, ``response``, or ``""``.
    :param words: labels in the language of the page.
    :param placeholder: an example of its value.
    :param before: text shown before the name, *after* after it.
    """
    badges = [words.required] * required + [words.deprecated] * deprecated
    field = navapi_field("", _head(name, type_, badges, before, after), *content)
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
    if anchor:
        field["ids"].append(anchor)
    _insert_facts(field, [(words.default, default), (words.example, placeholder)])
    return navapi_fields("", field, place=place)


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
    lists = list(document.findall(navapi_fields))
    for fields in lists:
        first = fields[0] if len(fields) else None
        if isinstance(first, nodes.Element):
            first["ids"].extend(fields["ids"])
            document.ids.update((name, first) for name in fields["ids"])
            fields["ids"] = []
    for fields in lists:
        parent = fields.parent
        if parent is None:
            continue  # joined already
        position = parent.index(fields)
        while position + 1 < len(parent):
            following = parent[position + 1]
            if not isinstance(following, navapi_fields) or following["place"] != fields["place"]:
                break
            parent.remove(following)
            fields.extend(following.children)
            following.children = []
            following.parent = None


def name_places(operation: nodes.Element) -> None:
    """Show the request place of the outer fields of an *operation*.

    Elsewhere authors use the same fields for function parameters.
    """
    for fields in operation.findall(navapi_fields):
        if fields["place"] not in PLACES or _is_nested(fields):
            continue
        for head in (field[0] for field in fields.children if isinstance(field, nodes.Element)):
            assert isinstance(head, nodes.Element)
            head.append(nodes.inline("", fields["place"], classes=["type"]))


def _is_nested(fields: nodes.Element) -> bool:
    outer = fields.parent
    while outer is not None and not isinstance(outer, navapi_field):
        outer = outer.parent
    return outer is not None
