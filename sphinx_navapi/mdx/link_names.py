"""Names of links that show no text: an icon, a drawing, a picture that nothing is said of."""

from __future__ import annotations

import re

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import navapi_icon
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.mdx.media import kept_markup

_SCHEME = re.compile(r"\A(?:https?:)?//(?:www\.)?|\A(?:mailto|tel):")


def has_name(content: nodes.Element) -> bool:
    """Whether *content* says something: text, or a picture with a description."""
    if any(image.get("alt", "").strip() for image in content.findall(nodes.image)):
        return True
    return any(
        text.strip() and not isinstance(text.parent, nodes.raw)
        for text in content.findall(nodes.Text)
    )


def shows(content: nodes.Element, *, html: bool) -> bool:
    """Whether *content* has something to see that is no text.

    :param html: whether HTML is written: others show pictures alone.
    """
    kinds = (nodes.image, nodes.raw, navapi_icon, kept_markup) if html else (nodes.image,)
    return any(isinstance(node, kinds) for node in content.findall(nodes.Element))


def name_link(reference: nodes.reference, *, html: bool) -> None:
    """Give *reference*, which leads elsewhere, a name if it has none: its address."""
    address = reference.get("refuri", "")
    if not is_external(address) or "reftitle" in reference or has_name(reference):
        return
    name = _SCHEME.sub("", address).rstrip("/")
    if shows(reference, html=html):
        reference["reftitle"] = name
    else:
        reference += nodes.Text(name)
