"""Fields of requests and responses."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.doctree.components.fields import PLACES, make_field
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_field(element: Element, context: Context) -> list[nodes.Node]:
    """A field, styled as on operation pages."""
    place, name = "", element.text("name")
    if element.name == "ResponseField":
        place = "response"
        name = name or element.text(*PLACES)
    else:
        place = next((place for place in PLACES if element.text(place)), "")
        name = element.text(place) if place else name
    content = context.content()
    described = element.text("description")
    if described:
        content.insert(0, nodes.paragraph(described, "", *context.text(described)))
    fields = make_field(
        name,
        content,
        words=interface_wording(note_words(context.env, context.env.docname)),
        place=place,
        type_=element.text("type"),
        required=element.flag("required"),
        deprecated=element.flag("deprecated"),
        default=_value(element, "default", "defaultValue", "initialValue"),
        placeholder=element.text("placeholder"),
        before=element.strings("pre"),
        after=element.strings("post"),
    )
    return [context.place(fields)]


def _value(element: Element, *names: str) -> str:
    """The first of the attributes *names* formatted as a JSON value."""
    for name in names:
        value = element.attributes.get(name)
        if isinstance(value, bool) and name in element.attributes:
            return str(value).lower()
        if text := element.text(name):
            return text
    return ""


_FIELD = frozenset(
    {
        "name", *PLACES, "type", "required", "deprecated", "default", "defaultValue",
        "initialValue", "placeholder", "pre", "post", "id", "description", "optional",
    }
)  # fmt: skip

COMPONENTS = (
    Component(name="ParamField", render=render_field, attributes=_FIELD),
    Component(name="ResponseField", render=render_field, attributes=_FIELD),
)
