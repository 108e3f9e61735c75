"""Anchors of parts of a page."""

from __future__ import annotations

import re

from sphinx_navapi.links.anchors import heading_slug, kebab
from sphinx_navapi.mdx.javascript import code_text
from sphinx_navapi.mdx.pieces import Tag

#: Tags and expressions in an element that is a value.
_MARKUP = re.compile(r"<[^<>]*>|\{[^{}]*\}")

#: Prefixes of the anchors of fields, and the attribute with a field's name.
_FIELDS = {
    "ParamField": ("param", ("path", "query", "header", "body", "cookie", "name")),
    "ResponseField": ("response", ("name",)),
}


def attribute_text(tag: Tag, name: str) -> str | None:
    """The attribute *name* as text on one line, ``None`` if it has none."""
    for attribute in tag.attributes:
        if attribute.name != name:
            continue
        text = attribute.text
        if text is None and attribute.code is not None:
            text = code_text(attribute.code)
            if text is None and attribute.code.lstrip().startswith("<"):
                text = _MARKUP.sub(" ", attribute.code)
        if text and text.strip():
            return " ".join(text.split())
    return None


def tag_anchors(tag: Tag) -> tuple[str, ...]:
    """Anchors of the element that *tag* opens: its ``id``, or derived from its title."""
    names = [attribute_text(tag, "id")]
    if tag.name == "a":
        names.append(attribute_text(tag, "name"))
    if tag.name in _FIELDS:
        prefix, places = _FIELDS[tag.name]
        field = next(filter(None, (attribute_text(tag, place) for place in places)), None)
        if field:
            names.append(f"{prefix}-{heading_slug(kebab(field))}")
    elif tag.is_component and tag.name != "Card":
        title = attribute_text(tag, "title") or attribute_text(tag, "label")
        names.append(heading_slug(title) if title else None)
    return tuple(re.sub(r"\s", "-", name) for name in names if name)
