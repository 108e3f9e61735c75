"""Accessible names of links without text: an icon, a drawing, a picture without a description."""

from __future__ import annotations

import re

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import kept_markup, navapi_icon
from sphinx_navapi.links.targets import is_external

_SCHEME = re.compile(r"\A(?:https?:)?//(?:www\.)?|\A(?:mailto|tel):")


def has_name(content: nodes.Element) -> bool:
    """Whether *content* has a name: text, or a picture with a description."""
    if any(image.get("alt", "").strip() for image in content.findall(nodes.image)):
        return True
    return any(
        text.strip() and not isinstance(text.parent, nodes.raw)
        for text in content.findall(nodes.Text)
    )


def shows(content: nodes.Element, *, html: bool) -> bool:
    """Whether *content* has something visible other than text.

    :param html: for HTML output; other builders only show pictures.
    """
    kinds = (nodes.image, nodes.raw, navapi_icon, kept_markup) if html else (nodes.image,)
    return any(isinstance(node, kinds) for node in content.findall(nodes.Element))


def name_link(reference: nodes.reference, *, html: bool) -> None:
    """Name an external *reference* by its address if it has no name."""
    address = reference.get("refuri", "")
    if not is_external(address) or "reftitle" in reference or has_name(reference):
        return
    name = _SCHEME.sub("", address).rstrip("/")
    if shows(reference, html=html):
        reference["reftitle"] = name
    else:
        reference += nodes.Text(name)
